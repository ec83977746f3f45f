// The register tile: everything that takes time ends here.

typedef float V __attribute__((vector_size(VW * 4)));
typedef float VU __attribute__((vector_size(VW * 4), aligned(4), may_alias));
typedef int32_t VI __attribute__((vector_size(VW * 4)));

#if VW == LK_BLOCK
#include "transpose.h"
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE V load(const float *p) { return *(const VU *)p; }
INLINE void store(float *p, V v) { *(VU *)p = v; }
INLINE V splat(float x) { return x - (V){0}; }
INLINE V choose(VI m, V a, V b) { return (V)(((VI)a & m) | ((VI)b & ~m)); }
INLINE V max0(V v) { return choose(v > 0, v, (V){0}); }

// What convolutions multiply: floats, or with HALVES bfloat16, of which a product takes DEPTH
// neighbouring inputs at once and adds up in floats. A is what is kept of an input or a weight, P
// a vector of what a product takes, load_p reads them, splat_p one for all places.
#ifdef HALVES
#define DEPTH 2
typedef uint16_t A;
typedef uint32_t P __attribute__((vector_size(VW * 4)));
typedef uint32_t PU __attribute__((vector_size(VW * 4), aligned(2), may_alias));
typedef uint16_t H __attribute__((vector_size(VW * 2)));
typedef uint16_t HU __attribute__((vector_size(VW * 2), aligned(2), may_alias));
typedef uint32_t pair_u __attribute__((aligned(2), may_alias));
INLINE P load_p(const A *p) { return *(const PU *)p; }
INLINE P splat_p(const A *p) { return *(const pair_u *)p - (P){0}; }
// narrow rounds to nearest, ties to even. A NaN may become an infinity.
INLINE A narrow(float x) {
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return (A)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
#ifndef WIDEN
#define WIDEN(h) __builtin_convertvector(h, P)
#endif
// join puts two vectors of numbers beside each other, pair by pair.
INLINE P join(const A *p, const A *q) {
	return WIDEN(*(const HU *)p) | WIDEN(*(const HU *)q) << 16;
}
INLINE V load_a(const A *p) { return (V)(WIDEN(*(const HU *)p) << 16); }
#ifndef STORE_A // vectors that are narrowed
#define STORE_A(p, v) (*(HU *)(p) = __builtin_convertvector(((P)(v) + 0x7fff + ((P)(v) >> 16 & 1)) >> 16, H))
#define MULADD(a, x, b) ((a) + (V)((x) & 0xffff0000) * (V)((b) & 0xffff0000) + (V)((x) << 16) * (V)((b) << 16))
#endif
INLINE void store_a(A *p, V v) { STORE_A(p, v); }
INLINE V muladd(V a, P x, P b) { return MULADD(a, x, b); }
#else
#define DEPTH 1
typedef float A;
typedef V P;
typedef VU PU;
INLINE P load_p(const A *p) { return load(p); }
INLINE P splat_p(const A *p) { return splat(*p); }
INLINE A narrow(float x) { return x; }
INLINE P join(const A *p, const A *q) { return (void)q, load(p); }
INLINE V load_a(const A *p) { return load(p); }
INLINE void store_a(A *p, V v) { store(p, v); }
INLINE V muladd(V a, P x, P b) { return a + x * b; }
#endif

#define UNROLL _Pragma("GCC unroll 16")

#ifndef TILES
// tile_R_C_N: sums of R rows of C neighbouring cells for N vectors of output channels:
//
//	out[r][c][j] = Σ_ky Σ_kx Σ_i p[block of i][r + ky][c + kx][i] · w[ky][kx][i][j]
//
// p is a board by blocks of LK_BLOCK channels, `row` numbers from row to row, `plane`
// from block to block. i runs to `in` (a multiple of four); w has no gaps, and DEPTH inputs of an
// output beside each other. Every sum is one chain in one order, whatever the tile: a sample's
// result is the same in any batch.
// One cell's number is used for N vectors and one vector for R·C cells, so that 18 to 28
// sums hide the latency of the multiplications and loads do not limit.
#define TILE(R, C, N)                                                                                            \
	static void tile_##R##_##C##_##N(long side, long in, const A *restrict p, long row, long plane,              \
		const A *restrict w, float *restrict out) {                                                            \
		V a[R][C][N];                                                                                      \
		UNROLL for (int r = 0; r < R; r++)                                                                 \
			UNROLL for (int t = 0; t < C; t++) UNROLL for (int v = 0; v < N; v++) a[r][t][v] = (V){0}; \
		for (long ky = 0; ky < side; ky++)                                                                 \
			for (long kx = 0; kx < side; kx++) {                                                       \
				const A *q = p + ky * row + kx * LK_BLOCK;                                         \
				for (long c = 0; c < in; c += LK_BLOCK, q += plane) {                              \
					long count = in - c < LK_BLOCK ? in - c : LK_BLOCK;                        \
					for (long k = 0; k < count; k += 2 * DEPTH)                                \
						UNROLL for (int u = 0; u < 2; u++) {                               \
							P b[N];                                                    \
							UNROLL for (int v = 0; v < N; v++) b[v] = load_p(w + v * VW * DEPTH); \
							w += N * VW * DEPTH;                                       \
							UNROLL for (int r = 0; r < R; r++)                         \
								UNROLL for (int t = 0; t < C; t++) {               \
									P x = splat_p(q + r * row + t * LK_BLOCK + k + u * DEPTH); \
									UNROLL for (int v = 0; v < N; v++) a[r][t][v] = muladd(a[r][t][v], x, b[v]); \
								}                                                  \
						}                                                                  \
				}                                                                                  \
			}                                                                                          \
		UNROLL for (int r = 0; r < R; r++) UNROLL for (int t = 0; t < C; t++)                              \
			UNROLL for (int v = 0; v < N; v++) store(out + ((r * C + t) * N + v) * VW, a[r][t][v]);    \
	}
// The tiles of at most TC cells and four rows.
#define ROWS_1(X, N) X(1, 1, N) X(1, 2, N) X(1, 3, N) X(1, 4, N) X(1, 5, N) X(1, 6, N)
#define ROWS_2(X, N) X(2, 1, N) X(2, 2, N) X(2, 3, N)
#define ROWS_3(X, N) X(3, 1, N) X(3, 2, N)
#define ROWS_4(X, N) X(4, 1, N)
#if TC > 6
#define MORE_1(X, N) X(1, 7, N) X(1, 8, N) X(1, 9, N) X(1, 10, N) X(1, 11, N) X(1, 12, N) X(1, 13, N) X(1, 14, N)
#define MORE_2(X, N) X(2, 4, N) X(2, 5, N) X(2, 6, N) X(2, 7, N)
#define MORE_3(X, N) X(3, 3, N) X(3, 4, N)
#define MORE_4(X, N) X(4, 2, N) X(4, 3, N)
#else
#define MORE_1(X, N)
#define MORE_2(X, N)
#define MORE_3(X, N)
#define MORE_4(X, N)
#endif
#define EVERY(X, N) \
	ROWS_1(X, N) MORE_1(X, N) ROWS_2(X, N) MORE_2(X, N) ROWS_3(X, N) MORE_3(X, N) ROWS_4(X, N) MORE_4(X, N)
EVERY(TILE, 1)
EVERY(TILE, 2)

typedef void (*tile_fn)(long, long, const A *restrict, long, long, const A *restrict, float *restrict);
#define NAME(R, C, N) tile_##R##_##C##_##N,
#define TABLE(N) \
	{{0, ROWS_1(NAME, N) MORE_1(NAME, N)}, {0, ROWS_2(NAME, N) MORE_2(NAME, N)}, {0, ROWS_3(NAME, N) MORE_3(NAME, N)}, \
		{0, ROWS_4(NAME, N) MORE_4(NAME, N)}}
static const tile_fn tiles[2][4][TC + 1] = {TABLE(1), TABLE(2)}; // [vectors − 1][rows − 1][cells of a row]
#endif

// Columns of the register tile that begins at output channel c of `out`, a multiple
// of LK_BLOCK: NV vectors, or one where no more are left.
INLINE long columns(long c, long out) { return out - c >= NV * VW ? NV * VW : VW; }

INLINE long least(long a, long b) { return a < b ? a : b; }
