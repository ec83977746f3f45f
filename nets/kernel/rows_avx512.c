#include <math.h>
#include "rows.h"

#define NAME(f) ludens_rows_##f##_avx512
#define LANES 16
#define TALL 8
#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,fma")
#endif
#include "rows_impl.h"
