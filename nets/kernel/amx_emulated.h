// The operations on tiles (amx_impl.h) in plain C, for tests on machines without AMX. The product
// is as Intel's manual describes TDPBF16PS: even and odd places are summed by themselves in single
// precision, numbers too small to be normal count as zero.
#ifndef LUDENS_AMX_EMULATED_H
#define LUDENS_AMX_EMULATED_H

#include <stdint.h>
#include <string.h>

static __thread unsigned char tiles[8][16][64];

static void tile_load(int t, const void *from, long stride)
{
	for (int r = 0; r < 16; r++)
		memcpy(tiles[t][r], (const char *)from + r * stride, 64);
}

static void tile_store(int t, void *to, long stride)
{
	for (int r = 0; r < 16; r++)
		memcpy((char *)to + r * stride, tiles[t][r], 64);
}

static float tile_number(const unsigned char *at)
{
	uint16_t h;
	memcpy(&h, at, 2);
	uint32_t bits = (uint32_t)h << 16;
	if (!(bits & 0x7f800000))
		bits = 0;
	float x;
	memcpy(&x, &bits, 4);
	return x;
}

static void tile_product(int c, int a, int b)
{
	float left[16][32], right[16][32];
	for (int r = 0; r < 16; r++)
		for (int k = 0; k < 32; k++)
			left[r][k] = tile_number(&tiles[a][r][2 * k]), right[r][k] = tile_number(&tiles[b][r][2 * k]);
	for (int m = 0; m < 16; m++) {
		float even[16] = {0}, odd[16] = {0}, sum[16];
		for (int k = 0; k < 16; k++)
			for (int n = 0; n < 16; n++) {
				even[n] += left[m][2 * k] * right[k][2 * n];
				odd[n] += left[m][2 * k + 1] * right[k][2 * n + 1];
			}
		memcpy(sum, tiles[c][m], 64);
		for (int n = 0; n < 16; n++)
			sum[n] += even[n] + odd[n];
		memcpy(tiles[c][m], sum, 64);
	}
}

// Unset tiles hold what was never computed, so that nobody relies on what was there.
#define TILE_BEGIN() memset(tiles, 0xff, sizeof tiles)
#define TILE_END() memset(tiles, 0xff, sizeof tiles)
#define TILE_ZERO(t) memset(tiles[t], 0, sizeof tiles[t])
#define TILE_LOAD(t, from, stride) tile_load(t, from, stride)
#define TILE_STORE(t, to, stride) tile_store(t, to, stride)
#define TILE_PRODUCT(c, a, b) tile_product(c, a, b)

#endif
