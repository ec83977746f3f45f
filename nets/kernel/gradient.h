// The gradient of a convolution's weights.

#ifndef TILES // see tiles.h
#if VW == 16
#define GR 8
#else
#define GR 4
#endif
#define GRAD_(R, N) GRAD(R, N)
#define GRAD_NAME(R, N) grad_##R##_##N
#define GRAD_CALL(R, N) GRAD_NAME(R, N)

// A part is so many cells that their blocks stay in the first-level cache for all taps: a band of
// rows of a large board, several small boards.
struct part {
	long bands, rows, batch; // of a board; of a band, at most; boards at a time
};

INLINE struct part part_of(const struct halo *h) {
	struct part p = {.bands = least((h->cells + 127) / 128, h->height)};
	p.rows = (h->height + p.bands - 1) / p.bands;
	p.batch = p.bands > 1 ? 1 : (128 + h->cells - 1) / h->cells;
	return p;
}

#ifdef HALVES
// grad_R_N adds Σ over `pairs` of neighbouring cells of h[pair][r] · d[pair][j] to dw[r][j], of n
// samples: R input channels, N vectors of output channels, which are `plane` numbers apart from
// block to block; hs and ds from sample to sample.
#define GRAD(R, N)                                                                                             \
	static void grad_##R##_##N(long n, long hs, long ds, long pairs, const A *restrict h0, const A *restrict d0,     \
		long plane, float *restrict dw, long out) {                                                          \
		V a[R][N];                                                                                       \
		UNROLL for (int r = 0; r < R; r++) UNROLL for (int v = 0; v < N; v++) a[r][v] = load(dw + r * out + v * VW); \
		for (long s = 0; s < n; s++) {                                                                   \
			const A *h = h0 + s * hs, *d = d0 + s * ds;                                              \
			for (long i = 0; i < pairs; i++, h += 2 * LK_BLOCK, d += 2 * LK_BLOCK) {                 \
				P b[N];                                                                          \
				UNROLL for (int v = 0; v < N; v++)                                               \
					b[v] = load_p(d + v * VW / LK_BLOCK * plane + v * VW % LK_BLOCK * 2);    \
				UNROLL for (int r = 0; r < R; r++) {                                             \
					P x = splat_p(h + 2 * r);                                                \
					UNROLL for (int v = 0; v < N; v++) a[r][v] = muladd(a[r][v], x, b[v]);   \
				}                                                                                \
			}                                                                                        \
		}                                                                                                \
		UNROLL for (int r = 0; r < R; r++) UNROLL for (int v = 0; v < N; v++) store(dw + r * out + v * VW, a[r][v]); \
	}
GRAD_(GR, 1)
GRAD_(GR, 2)

// pair_rows brings rows of cells to pairs of neighbours, [pair][LK_BLOCK][2]; beside the last cell
// of an odd row is 0.
static void pair_rows(long rows, long width, long row, const A *from, A *to) {
	static const A none[LK_BLOCK];
	for (long y = 0; y < rows; y++, from += row)
		for (long x = 0; x < width; x += 2, to += 2 * LK_BLOCK) {
			const A *p = from + x * LK_BLOCK, *q = x + 1 < width ? p + LK_BLOCK : none;
			for (long v = 0; v < LK_BLOCK; v += VW)
				*(PU *)(to + 2 * v) = join(p + v, q + v);
		}
}

// conv_weights adds to dw[tap][i][o] the gradient of a convolution's weights, Σ_cells h[cell +
// tap][i] · dy[cell][o]; h and dy are halo boards, `in` and `out` padded. Both are paired before:
// of dy all channels of a part, of h a block, once for every column of the kernel.
static void conv_weights(long n, const int64_t *b, long in, long out, const void *x, const void *dy, float *dw, void *scratch) {
	struct halo h = halo_of(b, in);
	struct part part = part_of(&h);
	long half = h.side / 2, wide = (h.width + 1) / 2 * 2 * LK_BLOCK; // a paired row
	long ds = part.rows * wide, plane = part.batch * ds, hs = (part.rows + 2 * half) * wide, column = part.batch * hs;
	A *paired = scratch, *seen = paired + out / LK_BLOCK * plane;
	for (long s = 0; s < n; s += part.batch)
		for (long band = 0; band < part.bands; band++) {
			long top = h.height * band / part.bands, bottom = h.height * (band + 1) / part.bands;
			long batch = least(part.batch, n - s);
			for (long k = 0; k < batch; k++)
				for (long o = 0; o < out; o += LK_BLOCK)
					pair_rows(bottom - top, h.width, h.row, (const A *)dy + ((s + k) * out + o) / LK_BLOCK * h.plane + h.first + top * h.row,
						paired + o / LK_BLOCK * plane + k * ds);
			for (long i = 0; i < in; i += LK_BLOCK) {
				for (long k = 0; k < batch; k++)
					for (long kx = 0; kx < h.side; kx++)
						pair_rows(bottom - top + 2 * half, h.width, h.row,
							(const A *)x + ((s + k) * in + i) / LK_BLOCK * h.plane + top * h.row + kx * LK_BLOCK, seen + kx * column + k * hs);
				for (long o = 0, g; o < out; o += g) {
					g = columns(o, out);
					const A *d = paired + o / LK_BLOCK * plane + o % LK_BLOCK * 2;
					for (long tap = 0; tap < h.side * h.side; tap++) {
						long ky = tap / h.side, kx = tap % h.side, down = ky - half;
						long y0 = down < 0 && top < -down ? -down : top, y1 = least(bottom, h.height - down);
						if (y0 >= y1) continue;
						long pairs = (y1 - y0) * wide / (2 * LK_BLOCK);
						const A *from = seen + kx * column + (y0 - top + ky) * wide, *with = d + (y0 - top) * wide;
						for (long r = 0; r < LK_BLOCK; r += GR) {
							float *to = dw + (tap * in + i + r) * out + o;
							if (g == VW)
								GRAD_CALL(GR, 1)(batch, hs, ds, pairs, from + 2 * r, with, plane, to, out);
							else
								GRAD_CALL(GR, 2)(batch, hs, ds, pairs, from + 2 * r, with, plane, to, out);
						}
					}
				}
			}
		}
}

// conv_weights_floats is what conv_weights needs of scratch.
static long conv_weights_floats(const int64_t *b, long in, long out) {
	(void)in;
	struct halo h = halo_of(b, out);
	struct part part = part_of(&h);
	long wide = (h.width + 1) / 2 * 2 * LK_BLOCK;
	return part.batch * wide * (out / LK_BLOCK * part.rows + h.side * (part.rows + h.side / 2 * 2)) / DEPTH;
}
#else
// grad_R_N adds Σ over `cells` neighbouring cells of h[cell][r] · d[cell][j] to dw[r][j],
// for several runs of cells of n samples: R input channels, N vectors of output
// channels, which are `plane` floats apart from block to block; hs and ds from sample
// to sample.
#define GRAD(R, N)                                                                                             \
	static void grad_##R##_##N(long n, long hs, long ds, long runs, long cells, long row, const float *restrict h0,     \
		const float *restrict d0, long plane, float *restrict dw, long out) {                                \
		V a[R][N];                                                                                       \
		UNROLL for (int r = 0; r < R; r++) UNROLL for (int v = 0; v < N; v++) a[r][v] = load(dw + r * out + v * VW); \
		for (long s = 0; s < n; s++) {                                                                   \
			const float *h = h0 + s * hs, *d = d0 + s * ds;                                          \
			for (long y = 0; y < runs; y++, h += row, d += row)                                      \
			for (long i = 0; i < cells; i++) {                                                       \
				V b[N];                                                                          \
				UNROLL for (int v = 0; v < N; v++)                                               \
					b[v] = load(d + i * LK_BLOCK + v * VW / LK_BLOCK * plane + v * VW % LK_BLOCK); \
				UNROLL for (int r = 0; r < R; r++) {                                             \
					V x = splat(h[i * LK_BLOCK + r]);                                        \
					UNROLL for (int v = 0; v < N; v++) a[r][v] += x * b[v];                  \
				}                                                                                \
			}                                                                                        \
		}                                                                                                \
		UNROLL for (int r = 0; r < R; r++) UNROLL for (int v = 0; v < N; v++) store(dw + r * out + v * VW, a[r][v]); \
	}
GRAD_(GR, 1)
GRAD_(GR, 2)

// conv_weights adds to dw[tap][i][o] the gradient of a convolution's weights,
// Σ_cells h[cell + tap][i] · dy[cell][o]; h and dy are halo boards, `in` and `out`
// padded. Rows and columns that a tap sees outside of the board are left out.
static void conv_weights(long n, const int64_t *b, long in, long out, const void *x, const void *dy, float *dw, void *scratch) {
	(void)scratch;
	struct halo h = halo_of(b, in);
	struct part part = part_of(&h);
	long half = h.side / 2, bands = part.bands, batch = part.batch;
	long hs = in / LK_BLOCK * h.plane, ds = out / LK_BLOCK * h.plane;
	for (long s = 0; s < n; s += batch)
		for (long band = 0; band < bands; band++) {
			long top = h.height * band / bands, bottom = h.height * (band + 1) / bands;
			for (long o = 0, g; o < out; o += g) {
				g = columns(o, out);
				const float *d = (const float *)dy + (s * out + o) / LK_BLOCK * h.plane + h.first + o % LK_BLOCK;
				for (long i = 0; i < in; i += LK_BLOCK) {
					const float *p = (const float *)x + (s * in + i) / LK_BLOCK * h.plane + h.first;
					for (long tap = 0; tap < h.side * h.side; tap++) {
						long down = tap / h.side - half, right = tap % h.side - half;
						long y0 = down < 0 && top < -down ? -down : top;
						long y1 = least(bottom, h.height - down);
						long x0 = right < 0 ? -right : 0, x1 = least(h.width, h.width - right);
						if (y0 >= y1 || x0 >= x1) continue;
						const float *from = p + (y0 + down) * h.row + (x0 + right) * LK_BLOCK;
						const float *with = d + y0 * h.row + x0 * LK_BLOCK;
						for (long r = 0; r < LK_BLOCK; r += GR) {
							float *to = dw + (tap * in + i + r) * out + o;
							if (g == VW)
								GRAD_CALL(GR, 1)(least(batch, n - s), hs, ds, y1 - y0, x1 - x0, h.row, from + r, with, h.plane, to, out);
							else
								GRAD_CALL(GR, 2)(least(batch, n - s), hs, ds, y1 - y0, x1 - x0, h.row, from + r, with, h.plane, to, out);
						}
					}
				}
			}
		}
}

static long conv_weights_floats(const int64_t *b, long in, long out) {
	(void)b, (void)in, (void)out;
	return 0;
}
#endif
#endif

// unpack_weights brings gradients from tap·by_tap + i·by_in + o·by_out to (o·all + i0 + i)·taps + tap.
static void unpack_weights(long out, long in, long by_tap, long by_in, long by_out, long i0, long all, long taps,
	const float *dw, float *to) {
	for (long o0 = 0; o0 < out; o0 += LK_BLOCK)
		for (long i = 0; i < in; i++)
			for (long o = o0; o < least(o0 + LK_BLOCK, out); o++)
				for (long tap = 0; tap < taps; tap++)
					to[(o * all + i0 + i) * taps + tap] = dw[tap * by_tap + i * by_in + o * by_out];
}
