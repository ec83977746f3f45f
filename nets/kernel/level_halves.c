// The level of bfloat16 in portable C, by which tests hold its code on every machine; no net runs on it.
#include "kernel.h"
#include <math.h>
#include <string.h>

#define VW 4
#define NV 2
#define TC 6
#define HALVES
#define OPS lk_halves
#include "body.h"
