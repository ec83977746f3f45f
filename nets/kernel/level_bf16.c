// AVX-512 with products of bfloat16 (VDPBF16PS): convolutions, for inference and training, do twice
// as much at once; all else is as with AVX-512.
#include "kernel.h"
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#if defined(__clang__) || __GNUC__ >= 10
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,prefer-vector-width=512")
#endif
#define VW 16
#define NV 2
#define TC 14
#define HALVES
#define STORE_A(p, v) _mm256_storeu_si256((__m256i_u *)(p), (__m256i)_mm512_cvtneps_pbh((__m512)(v)))
#define WIDEN(h) ((P)_mm512_cvtepu16_epi32((__m256i)(h))) // in one instruction, as gcc 12 does not
#define MULADD(a, x, b) ((V)_mm512_dpbf16_ps((__m512)(a), (__m512bh)(x), (__m512bh)(b)))
#define OPS lk_bf16
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#else
const struct ops lk_bf16; // never called, since the level is not supported; it must be there to be linked
#endif
#endif
