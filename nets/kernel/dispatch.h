// One call per function and level, for Go, which cannot call through pointers.
#ifndef LUDENS_DISPATCH_H
#define LUDENS_DISPATCH_H

#include "kernel.h"

static inline const struct ops *lk_ops(int level) {
#if defined(__x86_64__)
	if (level == LK_BF16) return &lk_bf16;
	if (level == LK_AMX) return &lk_amx;
	if (level == LK_AVX512) return &lk_avx512;
	if (level == LK_AVX2) return &lk_avx2;
#endif
	return level == LK_HALVES ? &lk_halves : level == LK_EMULATED ? &lk_emulated : &lk_portable;
}

// lk_plain is lk_ops for what has nothing to do with convolutions, and is never done in halves.
static inline const struct ops *lk_plain(int level) {
	return lk_ops(level == LK_BF16 || level == LK_AMX ? LK_AVX512 : level > LK_AMX ? LK_PORTABLE : level);
}

static inline long lk_halo_floats(int level, long n, long channels, const int64_t *b) {
	return lk_ops(level)->halo_floats(n, channels, b);
}

static inline void lk_to_halo(int level, long n, long channels, const int64_t *b, const float *in, float *out) {
	lk_ops(level)->to_halo(n, channels, b, in, out);
}

static inline void lk_to_blocks(int level, long n, long channels, long cells, const float *in, float *out) {
	lk_ops(level)->to_blocks(n, channels, cells, in, out);
}

static inline void lk_from_blocks(int level, long n, long channels, long cells, int relu, const float *in, float *out) {
	lk_ops(level)->from_blocks(n, channels, cells, relu, in, out);
}

static inline void lk_pack_weights(int level, long out, long in, long taps, long out_stride, long in_stride, int flip, const float *w, const float *scale, float *packed) {
	lk_ops(level)->pack_weights(out, in, taps, out_stride, in_stride, flip, w, scale, packed);
}

static inline void lk_conv(int level, long n, const int64_t *b, long in, long out, const float *x, const float *packed, const float *init, long init_stride, const int32_t *classes, const float *residual, float *y, float *act) {
	lk_ops(level)->conv(n, b, in, out, x, packed, init, init_stride, classes, residual, y, act);
}

static inline void lk_pool(int level, long n, long cells, long width, long pooled, const float *x, float *g, int32_t *arg) {
	lk_ops(level)->pool(n, cells, width, pooled, x, g, arg);
}

static inline void lk_pool_init(int level, long n, long taps, long width, long pooled, long nclasses, const uint64_t *masks, const float *wp, const float *bias, const float *g, float *init, float *scratch) {
	lk_ops(level)->pool_init(n, taps, width, pooled, nclasses, masks, wp, bias, g, init, scratch);
}

static inline long lk_tower_floats(int level, long n, const int64_t *t) {
	return lk_ops(level)->tower_floats(n, t);
}

static inline void lk_tower(int level, long n, const int64_t *t, const int32_t *classes, const uint64_t *masks, const float *weights, const float *in, float *out, float *scratch) {
	lk_ops(level)->tower(n, t, classes, masks, weights, in, out, scratch);
}

static inline void lk_affine(int level, long n, const int64_t *board, long width, const float *y, const float *a, const float *b, const float *x, float *out, float *halo) {
	lk_ops(level)->affine(n, board, width, y, a, b, x, out, halo);
}

static inline void lk_stats(int level, long n, long cells, long width, const float *y, float *mean, float *m2) {
	lk_ops(level)->stats(n, cells, width, y, mean, m2);
}

static inline void lk_norm_sums(int level, long n, long cells, long width, float *dz, const float *y, const float *mean, const float *a, const float *b, float *sums) {
	lk_ops(level)->norm_sums(n, cells, width, dz, y, mean, a, b, sums);
}

static inline void lk_norm_back(int level, long n, const int64_t *board, long width, const float *dz, const float *y, const float *abc, float *dy) {
	lk_ops(level)->norm_back(n, board, width, dz, y, abc, dy);
}

static inline void lk_mask_add(int level, long count, const float *x, const float *dh, float *dx) {
	lk_ops(level)->mask_add(count, x, dh, dx);
}

static inline void lk_conv_weights(int level, long n, const int64_t *b, long in, long out, const float *x, const float *dy, float *dw, float *scratch) {
	lk_ops(level)->conv_weights(n, b, in, out, x, dy, dw, scratch);
}

static inline long lk_conv_weights_floats(int level, const int64_t *b, long in, long out) {
	return lk_ops(level)->conv_weights_floats(b, in, out);
}

static inline void lk_unpack_weights(int level, long out, long in, long by_tap, long by_in, long by_out, long i0, long all, long taps, const float *dw, float *to) {
	lk_ops(level)->unpack_weights(out, in, by_tap, by_in, by_out, i0, all, taps, dw, to);
}

static inline void lk_pool_weights(int level, long n, const int64_t *board, long width, long pooled, long nclasses, const int32_t *classes, const uint64_t *masks, const float *wp, const float *dy, const float *g, float *dwp, float *dg, float *scratch) {
	lk_ops(level)->pool_weights(n, board, width, pooled, nclasses, classes, masks, wp, dy, g, dwp, dg, scratch);
}

static inline void lk_pool_back(int level, long n, long cells, long width, long pooled, const float *dg, const int32_t *arg, float *dx) {
	lk_ops(level)->pool_back(n, cells, width, pooled, dg, arg, dx);
}

static inline void lk_gemm(int level, int ta, int tb, long m, long n, long k, float alpha, const float *a, long lda, const float *b, long ldb, float beta, float *c, long ldc, float *scratch) {
	lk_plain(level)->gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, scratch);
}

static inline void lk_relu(int level, long n, const float *x, float *y) {
	lk_plain(level)->relu(n, x, y);
}

static inline void lk_axpy(int level, long n, float a, const float *x, float *y) {
	lk_plain(level)->axpy(n, a, x, y);
}

static inline void lk_add_bias(int level, long rows, long width, const float *bias, int relu, float *y) {
	lk_plain(level)->add_bias(rows, width, bias, relu, y);
}

static inline void lk_adamw(int level, long n, float *p, const float *g, float *m, float *v, float rate, float beta1, float beta2, float eps, float decay, float correct1, float correct2) {
	lk_plain(level)->adamw(n, p, g, m, v, rate, beta1, beta2, eps, decay, correct1, correct2);
}

#endif
