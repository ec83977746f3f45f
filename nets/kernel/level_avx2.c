// AVX2 with FMA: vectors of eight floats, sixteen registers.
#include "kernel.h"
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#define VW 8
#define NV 2
#define TC 6
#define ROOT(v) ((V)_mm256_sqrt_ps((__m256)(v)))
#define OPS lk_avx2
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
