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
#define TILES
#include "halves.h"
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
