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
#define TC 14
#include "halves.h"
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
