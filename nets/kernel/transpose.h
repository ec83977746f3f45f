// Sixteen vectors of sixteen floats, turned round in registers.
#ifndef LUDENS_TRANSPOSE_H
#define LUDENS_TRANSPOSE_H

#include <stdint.h>

typedef float v16 __attribute__((vector_size(64)));
typedef int32_t i16 __attribute__((vector_size(64)));

// pick gives the vector whose places have the numbers of a (0…15) and b (16…31) that
// which says.
static inline __attribute__((always_inline)) v16 pick(v16 a, v16 b, i16 which)
{
#if defined(__clang__)
	v16 v;
	for (int j = 0; j < 16; j++)
		v[j] = which[j] < 16 ? a[which[j]] : b[which[j] - 16];
	return v;
#else
	return __builtin_shuffle(a, b, which);
#endif
}

// transpose16 turns sixteen vectors round: four rounds in which blocks of 1, 2, 4, 8
// change places.
static inline __attribute__((always_inline)) void transpose16(v16 *v)
{
#define ROUND_OF(d)                                                                    \
	do {                                                                                 \
		i16 low, high;                                                                     \
		for (int j = 0; j < 16; j++)                                                       \
			low[j] = j & d ? 16 + j - d : j, high[j] = j & d ? 16 + j : j + d;               \
		_Pragma("GCC unroll 16") for (int i = 0; i < 16; i++) if (!(i & d)) {              \
			v16 a = v[i], b = v[i + d];                                                      \
			v[i] = pick(a, b, low), v[i + d] = pick(a, b, high);                             \
		}                                                                                  \
	} while (0)
	ROUND_OF(1);
	ROUND_OF(2);
	ROUND_OF(4);
	ROUND_OF(8);
#undef ROUND_OF
}

#endif
