// What Go calls. Rows are eight words; a file of rows, code and trees are as tape.go and
// choose.go say.
#ifndef LUDENS_LANES_H
#define LUDENS_LANES_H

#include <stdint.h>

struct lanes_random {
	uint64_t s[4][8];
	uint64_t again;
};

#define LANES_DECLARE(level) \
	void lanes_run_##level(const uint32_t *code, long length, uint64_t *rows); \
	void lanes_move_##level(const uint32_t *pairs, long length, uint64_t *rows, const uint64_t *hold); \
	void lanes_choose_##level(const uint32_t *moves, long n, const uint32_t *tree, long room, uint64_t *rows, uint64_t *scratch, struct lanes_random *g, uint64_t *some);

LANES_DECLARE(avx2)
LANES_DECLARE(avx512)

#endif
