// Inference in bfloat16 on AMX tiles. amx_impl.h is compiled twice: for the tiles of
// the processor, and for an emulation in plain C (the same arithmetic, slowly), so
// that everything but the instructions themselves is tested on every machine.
//
// Activations are rows of bfloat16: a row has the channels of a position, padded with
// zeros to a multiple of 32. Positions are the board's cells row by row with `half`
// positions of border (zeros) after each row, which serve the next row as its border
// on the left; before the first cell and after the last are borders as well. So the
// neighbours of sixteen positions in a row that a tap of the kernel sees are sixteen
// rows in a row, which a tile loads at once; what comes out for the border is dropped.
#ifndef LUDENS_AMX_H
#define LUDENS_AMX_H

#include <stdint.h>

// The numbers of a convolution or a tower, in this order. half is half the kernel's
// side, rounded down; classes is the number of classes of cells (board.go).
enum { AMX_HEIGHT, AMX_WIDTH, AMX_HALF, AMX_IN, AMX_OUT, AMX_BLOCKS, AMX_CONVS, AMX_POOLED, AMX_CLASSES, AMX_SHAPE };

// lk_amx_usable says whether processor, operating system and compiler have AMX with
// bfloat16; the first call asks the operating system for it, for the whole process.
int lk_amx_usable(void);

#define LUDENS_AMX(kind)                                                                         \
	/* tower runs samples through a tower: halves are the weights of the convolutions, singles   \
	   per convolution the weights of pooled planes [tap][2·pooled][out], if it has some, and    \
	   biases [out]; out is padded to 16. */                                                     \
	void lk_amx_tower_##kind(long n, const int64_t *shape, const int32_t *classes,               \
		const uint64_t *masks, const uint16_t *halves, const float *singles, const float *in,      \
		float *out, float *scratch);                                                               \
	/* conv runs samples through one convolution with bias. */                                   \
	void lk_amx_conv_##kind(long n, const int64_t *shape, const uint16_t *halves,                \
		const float *bias, const float *in, float *out, float *scratch);

LUDENS_AMX(tiles)
LUDENS_AMX(emulated)

// The scratch that they need, in floats; it must begin on a cache line.
long lk_amx_tower_floats(const int64_t *shape);
long lk_amx_conv_floats(const int64_t *shape);

#endif
