// The operations on tiles (amx_impl.h), by the processor. Inline assembly rather than the compiler's
// intrinsics: those of gcc 12 do not say that a load reads memory, nor how much of it a
// configuration is, so that stores before them may come too late.
#ifndef LUDENS_AMX_TILES_H
#define LUDENS_AMX_TILES_H

#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__) && (defined(__clang__) || __GNUC__ >= 11)
#define LUDENS_TILES // the compiler has them

// Palette 1; every tile has 16 rows of 64 bytes (Intel's manual, LDTILECFG).
static const struct {
	uint8_t palette, start, reserved[14];
	uint16_t bytes[16];
	uint8_t rows[16];
} config __attribute__((aligned(64))) = {
	1, 0, {0}, {64, 64, 64, 64, 64, 64, 64, 64}, {16, 16, 16, 16, 16, 16, 16, 16},
};

#define TILE_BEGIN() __asm__ volatile("ldtilecfg %0" ::"m"(config) : "memory")
#define TILE_END() __asm__ volatile("tilerelease" ::: "memory")
#define TILE_ZERO(t) __asm__ volatile("tilezero %%tmm" #t :::)
#define TILE_LOAD(t, from, stride) \
	__asm__ volatile("tileloadd (%0,%1,1), %%tmm" #t ::"r"((const void *)(from)), "r"((long)(stride)) : "memory")
#define TILE_STORE(t, to, stride) \
	__asm__ volatile("tilestored %%tmm" #t ", (%0,%1,1)" ::"r"((void *)(to)), "r"((long)(stride)) : "memory")
#define TILE_PRODUCT(c, a, b) __asm__ volatile("tdpbf16ps %%tmm" #b ", %%tmm" #a ", %%tmm" #c :::)

#endif
#endif
