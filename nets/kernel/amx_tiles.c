// Tiles of the processor. Inline assembly rather than the compiler's intrinsics: those
// of gcc 12 do not say that a load reads memory, nor how much of it a configuration
// is, so that stores before them may come too late.
#include <string.h>
#include "amx.h"
#include "kernel.h"

#if defined(__x86_64__) && defined(__linux__) && (defined(__clang__) || __GNUC__ >= 11)

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

// Palette 1; every tile has 16 rows of 64 bytes (Intel's manual, LDTILECFG).
static const struct {
	uint8_t palette, start, reserved[14];
	uint16_t bytes[16];
	uint8_t rows[16];
} config __attribute__((aligned(64))) = {
	1, 0, {0}, {64, 64, 64, 64, 64, 64, 64, 64}, {16, 16, 16, 16, 16, 16, 16, 16},
};

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("amx-tile,amx-bf16,avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")
#endif

#define TILE_BEGIN() __asm__ volatile("ldtilecfg %0" ::"m"(config) : "memory")
#define TILE_END() __asm__ volatile("tilerelease" ::: "memory")
#define TILE_ZERO(t) __asm__ volatile("tilezero %%tmm" #t :::)
#define TILE_LOAD(t, from, stride) \
	__asm__ volatile("tileloadd (%0,%1,1), %%tmm" #t ::"r"((const void *)(from)), "r"((long)(stride)) : "memory")
#define TILE_STORE(t, to, stride) \
	__asm__ volatile("tilestored %%tmm" #t ", (%0,%1,1)" ::"r"((void *)(to)), "r"((long)(stride)) : "memory")
#define TILE_PRODUCT(c, a, b) __asm__ volatile("tdpbf16ps %%tmm" #b ", %%tmm" #a ", %%tmm" #c :::)
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
	if (!lk_supported(LK_AVX512) || !__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 27))
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
