// The residual tower for inference, batch norm folded, all layers in one call.

// tower_floats is what tower needs of scratch for n samples.
static long tower_floats(long n, const int64_t *t) {
	struct halo h = halo_of(t, t[B_CHANNELS]);
	long width = ROUND(t[B_CHANNELS]), most = ROUND(t[B_IN]) > width ? ROUND(t[B_IN]) : width;
	return n * (h.cells * width + (width + most) / LK_BLOCK * h.plane + ROUND(2 * t[B_POOLED]) + t[B_CLASSES] * width) +
		h.side * h.side * width;
}

// tower runs n samples from planes to planes. weights are, for the stem and every
// convolution: packed, then (first of a block, if pooled) [tap][2·pooled][width], then
// bias[width].
static void tower(long n, const int64_t *t, const int32_t *classes, const uint64_t *masks,
	const float *weights, const float *in, float *out, float *scratch) {
	struct halo h = halo_of(t, t[B_CHANNELS]);
	long taps = h.side * h.side, width = ROUND(t[B_CHANNELS]), pooled = t[B_POOLED];
	long most = ROUND(t[B_IN]) > width ? ROUND(t[B_IN]) : width;
	float *x = scratch;
	A *to = (A *)(x + n * h.cells * width), *from = to + n * width / LK_BLOCK * h.plane;
	float *g = (float *)(from + n * most / LK_BLOCK * h.plane), *init = g + n * ROUND(2 * pooled), *sums = init + n * t[B_CLASSES] * width;
	memset(to, 0, (char *)g - (char *)to); // the halos

	to_halo(n, t[B_IN], t, in, from);
	const float *w = weights;
	weights += taps * ROUND4(t[B_IN]) * width;
	conv(n, t, t[B_IN], width, from, w, weights, 0, 0, 0, x, to);
	weights += width;
	if (ROUND(t[B_IN]) != width) memset(from, 0, n * most / LK_BLOCK * h.plane * sizeof *from); // other planes, other halos
	for (long i = 0; i < t[B_BLOCKS] * t[B_CONVS]; i++) {
		long j = i % t[B_CONVS], stride = 0;
		const int32_t *class = 0;
		A *swap = from;
		from = to, to = swap;
		w = weights;
		weights += taps * ROUND4(t[B_CHANNELS]) * width;
		const float *add = weights;
		if (j == 0 && pooled) {
			pool(n, h.cells, width, pooled, x, g, 0);
			weights = add + taps * 2 * pooled * width;
			pool_init(n, taps, width, pooled, t[B_CLASSES], masks, add, weights, g, init, sums);
			add = init, stride = t[B_CLASSES] * width, class = classes;
		}
		weights += width;
		int end = j == t[B_CONVS] - 1;
		conv(n, t, t[B_CHANNELS], width, from, w, add, stride, class, end ? x : 0, end ? x : 0, to);
	}
	from_blocks(n, t[B_CHANNELS], h.cells, 1, x, out);
}
