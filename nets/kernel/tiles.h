// Convolutions and the gradients of their weights on tiles of bfloat16, for training. The
// including file has the operations on tiles, see amx_impl.h.
//
// Halo boards are rows here, of all channels of a position, padded with zeros to a multiple of 32.
// Positions go row by row over the boards of all samples, one behind the other, with half a
// kernel's side of zeros after each row and so many rows of zeros after each board, which serve
// the next row and the next board as well. So the neighbours of sixteen positions that a tap sees
// are sixteen rows in a row, which a tile loads at once, whatever rows and boards they are of.

// spread brings `some` positions from number p on, and g channels, of what tiles have added up to
// the boards without halo that y begins; what came out for borders is dropped. sums are blocks of
// 32 positions; add is init from there on, or 0.
INLINE void spread(const struct halo *h, long p, long some, long g, const float *sums, const float *add, long init_stride,
	const int32_t *classes, long width, float *y) {
	long pitch = h->row / h->step, lines = h->sample / h->row, line = p / pitch, x = p % pitch;
	for (long done; some > 0; some -= done, sums += done * LK_BLOCK, x = 0, line++) {
		long s = line / lines, row = line % lines, end = least(x + some, h->width);
		done = least(some, pitch - x);
		if (row >= h->height) continue;
		for (long v = 0; v < g; v += LK_BLOCK) {
			const float *from = sums + v * 32 - x * LK_BLOCK;
			float *to = y + s * width * h->cells + v * h->cells + row * h->width * LK_BLOCK;
			if (add)
				for (long i = x; i < end; i++)
					store(to + i * LK_BLOCK, load(from + i * LK_BLOCK) +
						load(add + s * init_stride + v + (classes ? classes[row * h->width + i] * width : 0)));
			else
				for (long i = x; i < end; i++) store(to + i * LK_BLOCK, load(from + i * LK_BLOCK));
		}
	}
}

// multiply gives the sums of 16·tall positions and 16·wide channels, x being the first tap's first
// position.
INLINE void multiply(const struct halo *h, const A *x, const A *w, const int tall, const int wide, float *sums) {
	TILE_ZERO(0);
	if (wide > 1) TILE_ZERO(1);
	if (tall > 1) TILE_ZERO(2);
	if (tall > 1 && wide > 1) TILE_ZERO(3);
	for (long ky = 0; ky < h->side; ky++)
		for (long kx = 0; kx < h->side; kx++) {
			const A *a = x + ky * h->row + kx * h->step;
			for (long c = 0; c < h->step; c += 32, w += 512 * wide) {
				TILE_LOAD(4, a + c, h->step * 2);
				TILE_LOAD(6, w, 64 * wide);
				if (wide > 1) TILE_LOAD(7, w + 32, 64 * wide);
				if (tall > 1) TILE_LOAD(5, a + 16 * h->step + c, h->step * 2);
				TILE_PRODUCT(0, 4, 6);
				if (wide > 1) TILE_PRODUCT(1, 4, 7);
				if (tall > 1) TILE_PRODUCT(2, 5, 6);
				if (tall > 1 && wide > 1) TILE_PRODUCT(3, 5, 7);
			}
		}
	TILE_STORE(0, sums, 64);
	if (wide > 1) TILE_STORE(1, sums + 512, 64);
	if (tall > 1) TILE_STORE(2, sums + 256, 64);
	if (tall > 1 && wide > 1) TILE_STORE(3, sums + 768, 64);
}

// conv is as in conv.h, but without residual and act, which training does not ask for. The weights
// of 32 channels stay in the first-level cache while the boards go by. The last tile may see rows
// behind the last board, even while another worker writes them: what comes out for them is dropped.
static void conv(long n, const int64_t *b, long in, long out, const void *x, const void *packed,
	const float *init, long init_stride, const int32_t *classes, const float *residual, float *y, void *act) {
	(void)residual, (void)act;
	struct halo h = halo_of(b, in);
	long width = ROUND(out), end = (n * h.sample - h.first) / h.step; // behind the last cell
	float sums[32 * 32] __attribute__((aligned(64)));
	TILE_BEGIN();
	for (long o = 0, g; o < width; o += g) {
		g = columns(o, width);
		const A *w = (const A *)packed + o * h.side * h.side * h.step;
		for (long p = 0; p < end; p += 32) {
			const A *from = (const A *)x + p * h.step;
			if (g == 32 && p + 16 < end)
				multiply(&h, from, w, 2, 2, sums);
			else if (g == 32)
				multiply(&h, from, w, 1, 2, sums);
			else if (p + 16 < end)
				multiply(&h, from, w, 2, 1, sums);
			else
				multiply(&h, from, w, 1, 1, sums);
			spread(&h, p, least(32, end - p), g, sums, init ? init + o : 0, init_stride, classes, width, y + o * h.cells);
		}
	}
	TILE_END();
}

// joined gives the rows of positions p and p + 1, channel by channel beside each other; rows from
// number `end` on count as zeros.
INLINE P joined(const A *rows, long step, long p, long end) {
	static const A none[LK_BLOCK];
	return join(p < end ? rows + p * step : none, p + 1 < end ? rows + (p + 1) * step : none);
}

// pair brings rows to [block of channels][pair of positions][LK_BLOCK][2], with zeros from number
// `end` to `size`, a multiple of 32.
static void pair(const A *rows, long step, long end, long size, long channels, A *to) {
	for (long c = 0; c < channels; c += LK_BLOCK, rows += LK_BLOCK) {
		long p = 0;
		for (; p + 2 <= end; p += 2, to += 2 * LK_BLOCK) *(PU *)to = join(rows + p * step, rows + (p + 1) * step);
		for (; p < size; p += 2, to += 2 * LK_BLOCK) *(PU *)to = joined(rows, step, p, end);
	}
}

// turn brings rows to [channel][position], in the same way.
static void turn(const A *rows, long step, long end, long size, long channels, A *to) {
	for (long c = 0; c < channels; c += LK_BLOCK, rows += LK_BLOCK)
		for (long p = 0; p < size; p += 32) {
			v16 v[LK_BLOCK];
			if (p + 32 <= end)
				UNROLL for (int i = 0; i < LK_BLOCK; i++) v[i] = (v16)join(rows + (p + 2 * i) * step, rows + (p + 2 * i + 1) * step);
			else
				UNROLL for (int i = 0; i < LK_BLOCK; i++) v[i] = (v16)joined(rows, step, p + 2 * i, end);
			transpose16(v);
			UNROLL for (int i = 0; i < LK_BLOCK; i++) *(PU *)(to + (c + i) * size + p) = (P)v[i];
		}
}

// gather adds to 16·tall rows of 16·wide gradients, which are `in` apart, what n positions give: dy
// is turned, x in pairs, both blocks of channels so far apart as the sizes say.
INLINE void gather(long n, const A *dy, long dy_size, const A *x, long x_size, const int tall, const int wide, float *dw, long in) {
	TILE_LOAD(0, dw, in * 4);
	if (wide > 1) TILE_LOAD(1, dw + 16, in * 4);
	if (tall > 1) TILE_LOAD(2, dw + 16 * in, in * 4);
	if (tall > 1 && wide > 1) TILE_LOAD(3, dw + 16 * in + 16, in * 4);
	for (long p = 0; p < n; p += 32) {
		TILE_LOAD(4, dy + p, dy_size * 2);
		TILE_LOAD(6, x + p * LK_BLOCK, 64);
		if (wide > 1) TILE_LOAD(7, x + (x_size + p) * LK_BLOCK, 64);
		if (tall > 1) TILE_LOAD(5, dy + 16 * dy_size + p, dy_size * 2);
		TILE_PRODUCT(0, 4, 6);
		if (wide > 1) TILE_PRODUCT(1, 4, 7);
		if (tall > 1) TILE_PRODUCT(2, 5, 6);
		if (tall > 1 && wide > 1) TILE_PRODUCT(3, 5, 7);
	}
	TILE_STORE(0, dw, in * 4);
	if (wide > 1) TILE_STORE(1, dw + 16, in * 4);
	if (tall > 1) TILE_STORE(2, dw + 16 * in, in * 4);
	if (tall > 1 && wide > 1) TILE_STORE(3, dw + 16 * in + 16, in * 4);
}

// portion is how many boards go at once: so many that gradients are seldom loaded, so few that
// operands stay in the second-level cache.
INLINE long portion(const struct halo *h) { return h->sample < 640 * h->step ? 640 * h->step / h->sample : 1; }

// operands are the positions of both operands for so many boards.
struct operands {
	long dy, x;
};

INLINE struct operands operands_of(const struct halo *h, long boards) {
	struct operands o = {.dy = ROUND32(boards * h->sample / h->step)};
	o.x = ROUND32(o.dy + 2 * h->first / h->step);
	return o;
}

// conv_weights adds to dw[tap][o][i] the gradient of a convolution's weights, Σ_cells h[cell +
// tap][i] · dy[cell][o]; h and dy are halo boards, `in` and `out` padded. For every tap that is a
// product of the gradients, turned, and of the positions that the tap sees, in pairs: as those of an
// even number and the next are beside each other for some taps, and of an odd one for the others,
// pairs are made twice, and rows of both operands begin where cache lines do.
static void conv_weights(long n, const int64_t *b, long in, long out, const void *x, const void *dy, float *dw, void *scratch) {
	struct halo h = halo_of(b, in), d = halo_of(b, out);
	long most = portion(&h), pitch = h.row / h.step;
	TILE_BEGIN();
	for (long s = 0; s < n; s += most) {
		long boards = least(most, n - s), count = boards * h.sample / h.step, seen = count + h.first / h.step;
		struct operands size = operands_of(&h, boards);
		const A *rows = (const A *)x + s * h.sample;
		A *turned = scratch, *pairs = turned + out * size.dy;
		turn((const A *)dy + s * d.sample + d.first, d.step, count, size.dy, out, turned);
		for (long odd = 0; odd < least(h.side, 2); odd++) {
			pair(rows + odd * h.step, h.step, seen - odd, size.x, in, pairs);
			for (long i = 0; i < in; i += 32)
				for (long o = 0; o < out; o += 32)
					for (long tap = 0; tap < h.side * h.side; tap++) {
						long at = tap / h.side * pitch + tap % h.side;
						if (at % 2 != odd) continue;
						const A *with = turned + o * size.dy, *from = pairs + (i * size.x) + (at - odd) * LK_BLOCK;
						float *to = dw + (tap * out + o) * in + i;
						if (o + 16 < out && i + 16 < in)
							gather(size.dy, with, size.dy, from, size.x, 2, 2, to, in);
						else if (o + 16 < out)
							gather(size.dy, with, size.dy, from, size.x, 2, 1, to, in);
						else if (i + 16 < in)
							gather(size.dy, with, size.dy, from, size.x, 1, 2, to, in);
						else
							gather(size.dy, with, size.dy, from, size.x, 1, 1, to, in);
					}
		}
	}
	TILE_END();
}

static long conv_weights_floats(const int64_t *b, long in, long out) {
	struct halo h = halo_of(b, in);
	struct operands size = operands_of(&h, portion(&h));
	return (in * size.x + out * size.dy) / DEPTH;
}
