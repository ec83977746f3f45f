// AVX-512 (F, BW, VL, DQ): vectors of sixteen floats, thirty-two registers.
#include "kernel.h"
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,prefer-vector-width=512")
#endif
#define VW 16
#define NV 2
#define TC 14
#define ROOT(v) ((V)_mm512_sqrt_ps((__m512)(v)))
#define OPS lk_avx512
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
