#include <math.h>
#include "rows.h"

#define NAME(f) ludens_rows_##f##_avx2
#define LANES 8
#define TALL 6
#if defined(__x86_64__)
#pragma GCC target("avx2,fma")
#endif
#include "rows_impl.h"
