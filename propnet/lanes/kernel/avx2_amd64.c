// AVX2: a row is two vectors.
#include "lanes.h"
#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
typedef uint64_t V __attribute__((vector_size(32), aligned(8), may_alias));
#define H 2
#define NAME(f) lanes_##f##_avx2
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define MAJORITY(a, b, c) (((a) & (b)) | (((a) ^ (b)) & (c)))
#define HIGH16(a, b) ((V)_mm256_mulhi_epu16((__m256i)(a), (__m256i)(b)))
#define LOW16(a, b) ((V)_mm256_mullo_epi16((__m256i)(a), (__m256i)(b)))
#define BELOW16(a, b) (_mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_max_epu16((__m256i)(a), (__m256i)(b)), (__m256i)(a))) != -1)
#include "body.h"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
