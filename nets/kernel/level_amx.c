// Training on AMX tiles: convolutions multiply bfloat16 on them; all else is as with AVX-512.
#include "kernel.h"
#include <math.h>
#include <string.h>
#include "amx_tiles.h"

#if defined(__x86_64__)
#ifdef LUDENS_TILES
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("amx-tile,amx-bf16,avx512bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("amx-tile,amx-bf16,avx512bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,prefer-vector-width=512")
#endif
#define VW 16
#define NV 2
#define HALVES
#define TILES
#define STORE_A(p, v) _mm256_storeu_si256((__m256i_u *)(p), (__m256i)_mm512_cvtneps_pbh((__m512)(v)))
#define WIDEN(h) ((P)_mm512_cvtepu16_epi32((__m256i)(h))) // in one instruction, as gcc 12 does not
#define MULADD(a, x, b) ((V)_mm512_dpbf16_ps((__m512)(a), (__m512bh)(x), (__m512bh)(b)))
#define OPS lk_amx
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#else
const struct ops lk_amx; // never called, since the level is not supported; it must be there to be linked
#endif
#endif
