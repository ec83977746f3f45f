// AVX-512 (F, BW): a row is one vector.
#include "lanes.h"
#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,prefer-vector-width=512")
#endif
typedef uint64_t V __attribute__((vector_size(64), aligned(8), may_alias));
#define H 1
#define NAME(f) lanes_##f##_avx512
#define XOR3(a, b, c) ((V)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), 0x96))
#define MAJORITY(a, b, c) ((V)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), 0xe8))
#define HIGH16(a, b) ((V)_mm512_mulhi_epu16((__m512i)(a), (__m512i)(b)))
#define LOW16(a, b) ((V)_mm512_mullo_epi16((__m512i)(a), (__m512i)(b)))
#define BELOW16(a, b) (_mm512_cmplt_epu16_mask((__m512i)(a), (__m512i)(b)) != 0)
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
