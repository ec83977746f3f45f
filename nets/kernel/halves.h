// The operations on bfloat16 of tile.h, by AVX-512 BF16.
#define VW 16
#define NV 2
#define HALVES
#define STORE_A(p, v) _mm256_storeu_si256((__m256i_u *)(p), (__m256i)_mm512_cvtneps_pbh((__m512)(v)))
#define WIDEN(h) ((P)_mm512_cvtepu16_epi32((__m256i)(h))) // in one instruction, as gcc 12 does not
#define MULADD(a, x, b) ((V)_mm512_dpbf16_ps((__m512)(a), (__m512bh)(x), (__m512bh)(b)))
