// The level that every processor can run: vectors of four floats, which compilers
// lower to SSE2, NEON or plain code.
#include "kernel.h"
#include <math.h>
#include <string.h>

#define VW 4
#define NV 2
#define TC 6
#define OPS lk_portable
#include "body.h"
