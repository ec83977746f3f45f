// Matrix products of any shape, row after row in memory. Both matrices are brought to
// the order of the tiles, GEMM_K of the inner dimension at a time (Goto and van de
// Geijn 2008): a row of op(a) is a cell, a column of op(b) an output channel.

#define GEMM_K 256

typedef float V4 __attribute__((vector_size(16)));
typedef float V4U __attribute__((vector_size(16), aligned(4), may_alias));
#if defined(__clang__) || __GNUC__ >= 12
#define PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int32_t I4 __attribute__((vector_size(16)));
#define PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (I4){i, j, k, l})
#endif

// transpose writes to[c·ldt + r] = from[r·ldf + c] for `rows` × `cols` numbers.
static void transpose(long rows, long cols, const float *from, long ldf, float *to, long ldt) {
	long r = 0;
	for (; r + 4 <= rows; r += 4) {
		const float *p = from + r * ldf;
		long c = 0;
		for (; c + 4 <= cols; c += 4) {
			V4 x = *(const V4U *)(p + c), y = *(const V4U *)(p + ldf + c);
			V4 z = *(const V4U *)(p + 2 * ldf + c), u = *(const V4U *)(p + 3 * ldf + c);
			V4 a = PICK(x, y, 0, 4, 1, 5), b = PICK(x, y, 2, 6, 3, 7), d = PICK(z, u, 0, 4, 1, 5), e = PICK(z, u, 2, 6, 3, 7);
			float *q = to + c * ldt + r;
			*(V4U *)q = PICK(a, d, 0, 1, 4, 5);
			*(V4U *)(q + ldt) = PICK(a, d, 2, 3, 6, 7);
			*(V4U *)(q + 2 * ldt) = PICK(b, e, 0, 1, 4, 5);
			*(V4U *)(q + 3 * ldt) = PICK(b, e, 2, 3, 6, 7);
		}
		for (; c < cols; c++)
			for (long i = 0; i < 4; i++) to[c * ldt + r + i] = p[i * ldf + c];
	}
	for (; r < rows; r++)
		for (long c = 0; c < cols; c++) to[c * ldt + r] = from[r * ldf + c];
}

// copy_rows writes to[r·ldt + c] = from[r·ldf + c]; cols is at most LK_BLOCK · NV.
static void copy_rows(long rows, long cols, const float *from, long ldf, float *to, long ldt) {
	for (long r = 0; r < rows; r++, from += ldf, to += ldt) {
		long c = 0;
		for (; c + VW <= cols; c += VW) store(to + c, load(from + c));
		for (; c < cols; c++) to[c] = from[c];
	}
}

// gemm: c = alpha·op(a)·op(b) + beta·c with op(a) m×k, op(b) k×n. beta = 0 overwrites
// c, whatever it holds. scratch: (TC + round(n))·GEMM_K.
static void gemm(int ta, int tb, long m, long n, long k, float alpha, const float *a, long lda, const float *b, long ldb,
	float beta, float *c, long ldc, float *scratch) {
	if (k == 0 || alpha == 0) {
		for (long i = 0; i < m; i++)
			for (long j = 0; j < n; j++) c[i * ldc + j] = beta == 0 ? 0 : beta * c[i * ldc + j];
		return;
	}
	long padded = ROUND(n), count = (m + TC - 1) / TC;
	float *panel = scratch, *packed = panel + TC * GEMM_K;
	float sums[TC * NV * VW] __attribute__((aligned(64)));
	for (long k0 = 0; k0 < k; k0 += GEMM_K, beta = 1) {
		long depth = least(k - k0, GEMM_K), depth4 = ROUND4(depth);
		for (long j = 0, g; j < padded; j += g) {
			g = columns(j, padded);
			float *p = packed + j * depth4;
			long real = least(n - j, g);
			if (real < g || depth < depth4) memset(p, 0, depth4 * g * sizeof *p);
			if (real <= 0) continue;
			if (tb)
				transpose(real, depth, b + j * ldb + k0, ldb, p, g);
			else
				copy_rows(depth, real, b + k0 * ldb + j, ldb, p, g);
		}
		for (long i = 0; i < count; i++) {
			long i0 = m * i / count, rows = m * (i + 1) / count - i0;
			if (depth < depth4) memset(panel, 0, ROUND(depth) * rows * sizeof *panel);
			for (long l = 0; l < depth; l += LK_BLOCK) {
				long cols = least(depth - l, LK_BLOCK);
				if (ta)
					transpose(cols, rows, a + (k0 + l) * lda + i0, lda, panel + l * rows, LK_BLOCK);
				else
					copy_rows(rows, cols, a + i0 * lda + k0 + l, lda, panel + l * rows, LK_BLOCK);
			}
			for (long j = 0, g; j < padded; j += g) {
				g = columns(j, padded);
				long real = least(n - j, g);
				if (real <= 0) continue;
				tiles[g / VW - 1][0][rows](1, depth4, panel, 0, rows * LK_BLOCK, packed + j * depth4, sums);
				for (long t = 0; t < rows; t++) {
					float *to = c + (i0 + t) * ldc + j;
					const float *s = sums + t * g;
					long v = 0;
					if (beta == 0) {
						for (; v + VW <= real; v += VW) store(to + v, alpha * load(s + v));
						for (; v < real; v++) to[v] = alpha * s[v];
					} else {
						for (; v + VW <= real; v += VW) store(to + v, alpha * load(s + v) + beta * load(to + v));
						for (; v < real; v++) to[v] = alpha * s[v] + beta * to[v];
					}
				}
			}
		}
	}
}
