// Operations on rows: what heads, multi-layer nets and graph nets are made of besides
// convolutions. rows_impl.h is compiled once per level; lengths are numbers, not bytes.
#ifndef LUDENS_ROWS_H
#define LUDENS_ROWS_H

#define LUDENS_ROWS(level)                                                            \
	void ludens_rows_dense_##level(long rows, long in, long out, const float *w,        \
		const float *bias, int relu, const float *x, long ldx, float *y, long ldy);       \
	void ludens_rows_norm_##level(long rows, long width, const float *scale,            \
		const float *shift, float epsilon, int relu, const float *x, long ldx, float *y,  \
		long ldy);                                                                        \
	void ludens_rows_aggregate_##level(long samples, long nodes, long width,            \
		const int *from, const int *to, float self, const float *x, long ldx, float *y,   \
		long ldy);                                                                        \
	void ludens_rows_mean_##level(long samples, long nodes, long width, const float *x, \
		long ldx, float *y, long ldy);                                                    \
	void ludens_rows_pool_##level(long samples, long channels, long cells,              \
		const float *x, float *y);

LUDENS_ROWS(portable)
LUDENS_ROWS(avx2)
LUDENS_ROWS(avx512)

#endif
