// What this processor can do.
#include "kernel.h"
#include "amx.h"

int lk_supported(int level) {
	if (level == LK_PORTABLE) return 1;
#if defined(__x86_64__)
	// The compiler's run-time library asks cpuid, and xgetbv for the registers that the
	// operating system saves.
	__builtin_cpu_init();
	int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	if (level == LK_AVX2) return avx2;
	if (level == LK_AVX512)
		return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
			__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#if defined(__clang__) || __GNUC__ >= 10
	if (level == LK_BF16) return lk_supported(LK_AVX512) && __builtin_cpu_supports("avx512bf16");
#endif
	if (level == LK_AMX) return lk_amx_usable();
#endif
	return 0;
}

int lk_quick_halves(void) {
#if defined(__x86_64__)
	__builtin_cpu_init();
	return __builtin_cpu_is("amd") != 0;
#else
	return 0;
#endif
}
