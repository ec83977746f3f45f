// Matrix products of any shape, row after row in memory.

#define GEMM_K 256

// gemm: c = alpha·op(a)·op(b) + beta·c with op(a) m×k, op(b) k×n. beta = 0 overwrites
// c, whatever it holds. scratch: TC·GEMM_K + TC·NV·VW + GEMM_K·round(n).
static void gemm(int ta, int tb, long m, long n, long k, float alpha, const float *a, long lda, const float *b, long ldb,
	float beta, float *c, long ldc, float *scratch) {
	for (long i = 0; i < m && beta != 1; i++)
		for (long j = 0; j < n; j++) c[i * ldc + j] = beta == 0 ? 0 : beta * c[i * ldc + j];
	if (alpha == 0) return;
	long padded = ROUND(n);
	float *sums = scratch, *panel = sums + TC * NV * VW, *packed = panel + TC * GEMM_K;
	for (long k0 = 0; k0 < k; k0 += GEMM_K) {
		long depth = k - k0 < GEMM_K ? k - k0 : GEMM_K, depth4 = ROUND4(depth);
		for (long j0 = 0, g; j0 < padded; j0 += g) {
			g = columns(j0, padded);
			float *p = packed + j0 * depth4;
			for (long l = 0; l < depth4; l++)
				for (long j = 0; j < g; j++, p++)
					*p = l >= depth || j0 + j >= n ? 0 : tb ? b[(j0 + j) * ldb + k0 + l] : b[(k0 + l) * ldb + j0 + j];
		}
		long count = (m + TC - 1) / TC;
		for (long i = 0; i < count; i++) {
			long i0 = m * i / count, rows = m * (i + 1) / count - i0;
			for (long l0 = 0; l0 < depth4; l0 += LK_BLOCK)
				for (long t = 0; t < rows; t++)
					for (long l = l0; l < l0 + LK_BLOCK; l++)
						panel[l0 * rows + t * LK_BLOCK + l - l0] = l >= depth ? 0
							: ta ? a[(k0 + l) * lda + i0 + t] : a[(i0 + t) * lda + k0 + l];
			for (long j0 = 0, g; j0 < padded; j0 += g) {
				g = columns(j0, padded);
				tiles[g / VW - 1][0][rows](1, depth4, panel, 0, rows * LK_BLOCK, packed + j0 * depth4, sums);
				long real = n - j0 < g ? n - j0 : g;
				for (long t = 0; t < rows; t++)
					for (long j = 0; j < real; j++) c[(i0 + t) * ldc + j0 + j] += alpha * sums[t * g + j];
			}
		}
	}
}
