// The gradient of a convolution's weights.

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
#if VW == 16
#define GR 8
#else
#define GR 4
#endif
#define GRAD_(R, N) GRAD(R, N)
GRAD_(GR, 1)
GRAD_(GR, 2)
#define GRAD_NAME(R, N) grad_##R##_##N
#define GRAD_CALL(R, N) GRAD_NAME(R, N)

// conv_weights adds to dw[tap][i][o] the gradient of a convolution's weights,
// Σ_cells h[cell + tap][i] · dy[cell][o]; h and dy are halo boards, `in` and `out`
// padded. Rows and columns that a tap sees outside of the board are left out.
static void conv_weights(long n, const int64_t *b, long in, long out, const float *x, const float *dy, float *dw) {
	struct halo h = halo_of(b);
	// So many cells at a time that their blocks stay in the first-level cache for all
	// taps: bands of a large board, several small boards.
	long half = h.side / 2, bands = least((h.cells + 127) / 128, h.height), batch = bands > 1 ? 1 : (128 + h.cells - 1) / h.cells;
	long hs = in / LK_BLOCK * h.plane, ds = out / LK_BLOCK * h.plane;
	for (long s = 0; s < n; s += batch)
		for (long band = 0; band < bands; band++) {
			long top = h.height * band / bands, bottom = h.height * (band + 1) / bands;
			for (long o = 0, g; o < out; o += g) {
				g = columns(o, out);
				const float *d = dy + (s * out + o) / LK_BLOCK * h.plane + h.first + o % LK_BLOCK;
				for (long i = 0; i < in; i += LK_BLOCK) {
					const float *p = x + (s * in + i) / LK_BLOCK * h.plane + h.first;
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

// unpack_weights brings gradients from [tap][stride][wide] to (o·all + i0 + i)·taps + tap.
static void unpack_weights(long out, long in, long stride, long i0, long all, long taps, long wide, const float *dw, float *to) {
	for (long i = 0; i < in; i++)
		for (long o0 = 0; o0 < out; o0 += LK_BLOCK)
			for (long o = o0; o < least(o0 + LK_BLOCK, out); o++)
				for (long tap = 0; tap < taps; tap++)
					to[(o * all + i0 + i) * taps + tap] = dw[(tap * stride + i) * wide + o];
}
