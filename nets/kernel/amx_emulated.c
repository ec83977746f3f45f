// Inference on emulated tiles.
#include <string.h>
#include "amx.h"
#include "amx_emulated.h"

#define NAME(f) lk_amx_##f##_emulated
#include "amx_impl.h"

long lk_amx_conv_floats(const int64_t *shape)
{
	const struct board b = board(shape);
	return SUMS + ROUND(b.buffer * ROUND(shape[AMX_IN], 32) / 2, 16) + ROUND(b.cells * ROUND(shape[AMX_OUT], 16), 16);
}

long lk_amx_tower_floats(const int64_t *shape)
{
	const struct board b = board(shape);
	const long width = ROUND(shape[AMX_OUT], 16);
	return SUMS + ROUND(b.buffer * ROUND(shape[AMX_IN], 32) / 2, 16) + 2 * ROUND(b.buffer * ROUND(width, 32) / 2, 16) +
		b.cells * width + ROUND(2 * shape[AMX_POOLED], 16) + shape[AMX_CLASSES] * width + b.side * b.side * width;
}
