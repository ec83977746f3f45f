// The level of every processor: vectors of four, which compilers turn into what there is.
#include <math.h>
#include "rows.h"

#define NAME(f) ludens_rows_##f##_portable
#define LANES 4
#define TALL 4
#include "rows_impl.h"
