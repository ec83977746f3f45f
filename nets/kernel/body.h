// All functions of one level. A level's .c file says
//
//	VW   floats in a vector
//	NV   vectors of output channels that a register tile holds
//	TC   cells (rows) that a register tile holds
//	OPS  the name of its table
//	ROOT square roots of a vector, if it has them
//	HALVES where convolutions multiply bfloat16, with STORE_A, MULADD and WIDEN (tile.h) if it has them
//	TILES  where they do so by the tiles of tiles.h instead, which are made for VW 16 and NV 2
//
// and switches the compiler to its instructions. The code is the same for all:
// vectors are the compiler's own vector types, so that a level differs by its
// sizes only and portable C is a true check of the others.
#include "tile.h"
#include "conv.h"
#ifdef TILES
#include "tiles.h"
#else
#include "tower.h"
#endif
#include "train.h"
#include "gradient.h"
#ifndef HALVES
#include "gemm.h"
#include "elem.h"
#endif

const struct ops OPS = {
	halo_floats, to_halo, to_blocks, from_blocks, pack_weights, conv, pool, pool_init,
#ifdef TILES // towers for inference are amx_impl.h's
	0, 0,
#else
	tower_floats, tower,
#endif
	affine, stats, norm_sums, norm_back, mask_add, conv_weights, conv_weights_floats, unpack_weights, pool_weights, pool_back,
#ifndef HALVES // what is as on the level without them, see lk_plain
	gemm, relu, axpy, add_bias, adamw,
#endif
};
