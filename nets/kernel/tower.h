// The residual tower for inference, batch norm folded, all layers in one call.

// The numbers of a tower's shape, in this order.
enum { T_CELLS, T_TAPS, T_IN, T_WIDTH, T_BLOCKS, T_CONVS, T_POOLED, T_CLASSES, T_SHAPE };

// tower_floats is what tower needs of scratch for n samples.
static long tower_floats(long n, const int64_t *t) {
	long width = ROUND(t[T_WIDTH]), in = ROUND(t[T_IN]), board = t[T_CELLS] * width;
	long most = in > width ? in : width;
	return n * (2 * board + t[T_CELLS] * most + ROUND(2 * t[T_POOLED]) + t[T_CLASSES] * width) + t[T_TAPS] * width +
		conv_scratch(t[T_TAPS], most);
}

// tower runs n samples from planes to planes. weights are, for the stem and every
// convolution: packed, then (first of a block, if pooled) [tap][2·pooled][width], then
// bias[width].
static void tower(long n, const int64_t *t, const int32_t *offsets, const int32_t *classes, const uint64_t *masks,
	const float *weights, const float *in, float *out, float *scratch) {
	long cells = t[T_CELLS], taps = t[T_TAPS], width = ROUND(t[T_WIDTH]), pooled = t[T_POOLED], board = n * cells * width;
	long most = ROUND(t[T_IN]) > width ? ROUND(t[T_IN]) : width;
	float *x = scratch, *free = x + board, *h = free + board;
	float *g = h + n * cells * most, *init = g + n * ROUND(2 * pooled);
	float *sums = init + n * t[T_CLASSES] * width;
	scratch = sums + taps * width;

	to_last(n, t[T_IN], cells, ROUND(t[T_IN]), in, h);
	const float *w = weights;
	weights += taps * ROUND4(t[T_IN]) * width;
	conv(n, cells, taps, t[T_IN], width, offsets, h, w, weights, 0, 0, 0, x, free, scratch);
	weights += width;
	float *swap = h;
	h = free, free = swap;
	for (long i = 0; i < t[T_BLOCKS] * t[T_CONVS]; i++) {
		long j = i % t[T_CONVS], stride = 0;
		const float *add, *w = weights;
		const int32_t *class = 0;
		weights += taps * ROUND4(t[T_WIDTH]) * width;
		if (j == 0 && pooled) {
			pool(n, cells, width, pooled, x, g, 0);
			add = weights + taps * 2 * pooled * width;
			pool_init(n, taps, width, pooled, t[T_CLASSES], masks, weights, add, g, init, sums);
			weights = add + width;
			add = init, stride = t[T_CLASSES] * width, class = classes;
		} else {
			add = weights;
			weights += width;
		}
		if (j == t[T_CONVS] - 1)
			conv(n, cells, taps, t[T_WIDTH], width, offsets, h, w, add, stride, class, x, x, free, scratch);
		else
			conv(n, cells, taps, t[T_WIDTH], width, offsets, h, w, add, stride, class, 0, 0, free, scratch);
		swap = h, h = free, free = swap;
	}
	from_last(n, t[T_WIDTH], cells, width, 1, x, out);
}
