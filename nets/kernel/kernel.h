// The C side of package kernel: what Go calls. Every function exists once per
// level (see ops); Go passes pointers to numbers only, never pointers to pointers.
//
// Layout: a board by blocks is [sample][block][cell][LK_BLOCK channels], channels padded
// with zeros to whole blocks; a halo board has, round every plane of such, half a
// kernel's side of zeros, which are never written. Sizes are in floats unless said
// otherwise. Planes are [sample][channel][cell]. Halo boards and packed weights (void *) are
// what convolutions multiply: floats, or bfloat16 on levels of halves, which leave half of the
// place that they get; on levels of tiles, halo boards are rows (tiles.h).
#ifndef LUDENS_KERNEL_H
#define LUDENS_KERNEL_H

#include <stdint.h>

#define LK_BLOCK 16
#define LK_TOGETHER 4 // samples that pool_weights takes at once

enum { LK_PORTABLE, LK_AVX2, LK_AVX512, LK_BF16, LK_AMX, LK_LEVELS, LK_HALVES = LK_LEVELS, LK_EMULATED };

// The numbers of a board's (the first three) or a tower's shape, in this order.
enum { B_HEIGHT, B_WIDTH, B_SIDE, B_IN, B_CHANNELS, B_BLOCKS, B_CONVS, B_POOLED, B_CLASSES };

// The functions of one level. The comments of the arguments are at the
// definitions: conv.h, tiles.h, tower.h, train.h, gradient.h, gemm.h, elem.h.
struct ops {
	long (*halo_floats)(long n, long channels, const int64_t *b);
	void (*to_halo)(long n, long channels, const int64_t *b, const float *in, void *halo);
	void (*to_blocks)(long n, long channels, long cells, const float *in, float *out);
	void (*from_blocks)(long n, long channels, long cells, int relu, const float *in, float *out);
	void (*pack_weights)(long out, long in, long taps, long out_stride, long in_stride, int flip,
		const float *w, const float *scale, void *packed);
	void (*conv)(long n, const int64_t *b, long in, long out, const void *x, const void *packed,
		const float *init, long init_stride, const int32_t *classes, const float *residual, float *y, void *act);
	void (*pool)(long n, long cells, long width, long pooled, const float *x, float *g, int32_t *arg);
	void (*pool_init)(long n, long taps, long width, long pooled, long nclasses, const uint64_t *masks,
		const float *wp, const float *bias, const float *g, float *init, float *scratch);
	long (*tower_floats)(long n, const int64_t *t);
	void (*tower)(long n, const int64_t *t, const int32_t *classes, const uint64_t *masks,
		const float *weights, const float *in, float *out, float *scratch);
	void (*affine)(long n, const int64_t *board, long width, const float *y, const float *a, const float *b, const float *x,
		float *out, void *halo);
	void (*stats)(long n, long cells, long width, const float *y, float *mean, float *m2);
	void (*norm_sums)(long n, long cells, long width, float *dz, const float *y, const float *mean, const float *a,
		const float *b, float *sums);
	void (*norm_back)(long n, const int64_t *board, long width, const float *dz, const float *y, const float *abc, void *halo);
	void (*mask_add)(long count, const float *x, const float *dh, float *dx);
	void (*conv_weights)(long n, const int64_t *b, long in, long out, const void *x, const void *dy, float *dw, void *scratch);
	long (*conv_weights_floats)(const int64_t *b, long in, long out);
	void (*unpack_weights)(long out, long in, long by_tap, long by_in, long by_out, long i0, long all, long taps,
		const float *dw, float *to);
	void (*pool_weights)(long n, const int64_t *board, long width, long pooled, long nclasses, const int32_t *classes,
		const uint64_t *masks, const float *wp, const void *halo, const float *g, float *dwp, float *dg, float *scratch);
	void (*pool_back)(long n, long cells, long width, long pooled, const float *dg, const int32_t *arg, float *dx);
	void (*gemm)(int ta, int tb, long m, long n, long k, float alpha, const float *a, long lda, const float *b, long ldb,
		float beta, float *c, long ldc, float *scratch);
	void (*relu)(long n, const float *x, float *y);
	void (*axpy)(long n, float a, const float *x, float *y);
	void (*add_bias)(long rows, long width, const float *bias, int relu, float *y);
	void (*adamw)(long n, float *p, const float *g, float *m, float *v, float rate, float beta1, float beta2, float eps,
		float decay, float correct1, float correct2);
};

extern const struct ops lk_portable, lk_halves, lk_emulated;
#if defined(__x86_64__)
extern const struct ops lk_avx2, lk_avx512, lk_bf16, lk_amx;
#endif

// lk_supported says whether processor and operating system can run the level.
int lk_supported(int level);

// lk_quick_halves says whether VDPBF16PS multiplies twice as much in the time of a product of floats, as
// AMD's processors do. Intel's start one every other cycle (a Xeon of 2.6 GHz with AMX: 0.66 times AVX-512).
int lk_quick_halves(void);

#endif
