// Training on emulated tiles, by which tests hold its code on every machine; no net runs on it.
#include "kernel.h"
#include <math.h>
#include <string.h>
#include "amx_emulated.h"

#define VW 16
#define NV 2
#define HALVES
#define TILES
#define OPS lk_emulated
#include "body.h"
