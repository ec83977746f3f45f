// The register tile: everything that takes time ends here.

typedef float V __attribute__((vector_size(VW * 4)));
typedef float VU __attribute__((vector_size(VW * 4), aligned(4), may_alias));
typedef int32_t VI __attribute__((vector_size(VW * 4)));

#define INLINE static inline __attribute__((always_inline))

INLINE V load(const float *p) { return *(const VU *)p; }
INLINE void store(float *p, V v) { *(VU *)p = v; }
INLINE V splat(float x) { return x - (V){0}; }
INLINE V choose(VI m, V a, V b) { return (V)(((VI)a & m) | ((VI)b & ~m)); }
INLINE V max0(V v) { return choose(v > 0, v, (V){0}); }

// tile_T_N: out[t][j] = Σ_k p[k][t] · w[k][j] for T rows and N vectors of columns.
// The rows' numbers lie in p by blocks of LK_BLOCK: p[block][t][LK_BLOCK]; there are
// `taps` runs of `in` numbers (a multiple of 4), each run beginning a new block. w is
// [taps][in][N·VW] without gaps. Every sum is one chain in the order of k, so
// that it does not depend on T: a sample's result is the same in any batch.
#define TILE(T, N)                                                                                     \
	static void tile_##T##_##N(long taps, long in, const float *restrict p, const float *restrict w, \
		float *restrict out) {                                                                       \
		V a[T][N];                                                                               \
		_Pragma("GCC unroll 16") for (int t = 0; t < T; t++)                                     \
			_Pragma("GCC unroll 4") for (int v = 0; v < N; v++) a[t][v] = (V){0};            \
		for (long tap = 0; tap < taps; tap++) {                                                  \
			for (long c = 0; c < in; c += LK_BLOCK) {                                        \
				long count = in - c < LK_BLOCK ? in - c : LK_BLOCK;                      \
				for (long k = 0; k < count; k += 2) {                                    \
					_Pragma("GCC unroll 2") for (int u = 0; u < 2; u++) {            \
						V b[N];                                                  \
						_Pragma("GCC unroll 4") for (int v = 0; v < N; v++) b[v] = load(w + v * VW); \
						w += N * VW;                                             \
						_Pragma("GCC unroll 16") for (int t = 0; t < T; t++) {   \
							V x = splat(p[t * LK_BLOCK + k + u]);            \
							_Pragma("GCC unroll 4") for (int v = 0; v < N; v++) a[t][v] += x * b[v]; \
						}                                                        \
					}                                                                \
				}                                                                        \
				p += T * LK_BLOCK;                                                       \
			}                                                                                \
		}                                                                                        \
		_Pragma("GCC unroll 16") for (int t = 0; t < T; t++)                                     \
			_Pragma("GCC unroll 4") for (int v = 0; v < N; v++) store(out + (t * N + v) * VW, a[t][v]); \
	}

#if TC > 6
#define EACH_T(X, N) \
	X(1, N) X(2, N) X(3, N) X(4, N) X(5, N) X(6, N) X(7, N) X(8, N) X(9, N) X(10, N) X(11, N) X(12, N) X(13, N) X(14, N)
#else
#define EACH_T(X, N) X(1, N) X(2, N) X(3, N) X(4, N) X(5, N) X(6, N)
#endif
EACH_T(TILE, 1)
EACH_T(TILE, 2)

typedef void (*tile_fn)(long, long, const float *restrict, const float *restrict, float *restrict);
#define NAME(T, N) tile_##T##_##N,
static const tile_fn tiles[2][TC + 1] = {{0, EACH_T(NAME, 1)}, {0, EACH_T(NAME, 2)}};

// Columns of the register tile that begins at column c of `out`: NV vectors, or one
// where no more are left. `out` is a multiple of LK_BLOCK.
INLINE long columns(long c, long out) { return out - c >= NV * VW ? NV * VW : VW; }
