// Inference on the tiles of the processor.
#include <string.h>
#include "amx.h"
#include "amx_tiles.h"
#include "kernel.h"

#ifdef LUDENS_TILES

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")
#endif
#define NAME(f) lk_amx_##f##_tiles
#include "amx_impl.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

int lk_amx_usable(void)
{
	enum { TILE_DATA = 18, REQUEST = 0x1023 }; // arch_prctl(2), ARCH_REQ_XCOMP_PERM
	uint32_t a, b, c, d, low, high;
	if (!lk_supported(LK_BF16) || !__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 27))
		return 0; // without OSXSAVE, xgetbv does not exist
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & 1u << 24) || !(d & 1u << 22))
		return 0; // AMX-TILE, AMX-BF16
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	if ((low & 3u << 17) != 3u << 17)
		return 0; // the operating system does not save tiles
	return syscall(SYS_arch_prctl, REQUEST, TILE_DATA) == 0;
}

#else

int lk_amx_usable(void) { return 0; }

// Never called, since the level is not supported; they must be there to be linked.
void lk_amx_tower_tiles(long n, const int64_t *shape, const int32_t *classes, const uint64_t *masks, const uint16_t *halves,
	const float *singles, const float *in, float *out, float *scratch)
{
	lk_amx_tower_emulated(n, shape, classes, masks, halves, singles, in, out, scratch);
}

void lk_amx_conv_tiles(long n, const int64_t *shape, const uint16_t *halves, const float *bias, const float *in, float *out, float *scratch)
{
	lk_amx_conv_emulated(n, shape, halves, bias, in, out, scratch);
}

#endif
