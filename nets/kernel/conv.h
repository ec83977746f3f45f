// Convolutions on boards by blocks of channels.

#define ROUND4(n) (((n) + 3) & ~3L)
#define ROUND32(n) (((n) + 31) & ~31L)
#define ROUND(n) (((n) + LK_BLOCK - 1) & ~(long)(LK_BLOCK - 1))

// The geometry of a halo board, all in numbers of it: from cell to cell, row to row, plane (a block
// of channels) to plane, sample to sample, and from the beginning to the first cell.
struct halo {
	long height, width, cells, side, step, row, plane, sample, first;
};

#ifdef TILES // see tiles.h
#define DEEP(n) ROUND32(n) // a tile's row
INLINE struct halo halo_of(const int64_t *b, long channels) {
	struct halo h = {.height = b[B_HEIGHT], .width = b[B_WIDTH], .cells = b[B_HEIGHT] * b[B_WIDTH], .side = b[B_SIDE]};
	long half = h.side / 2;
	h.step = DEEP(channels);
	h.row = (h.width + half) * h.step;
	h.plane = LK_BLOCK;
	h.sample = (h.height + half) * h.row;
	h.first = half * h.row + half * h.step;
	return h;
}

// halo_floats is the place, in floats, of halo boards of n samples of so many channels, of which
// each takes as much as one more makes it longer. Behind the last are rows for whole tiles.
static long halo_floats(long n, long channels, const int64_t *b) {
	struct halo h = halo_of(b, channels);
	return (n * h.sample + 2 * h.first + 32 * h.step) / DEPTH;
}
#else
#define DEEP(n) ROUND4(n)
INLINE struct halo halo_of(const int64_t *b, long channels) {
	struct halo h = {.height = b[B_HEIGHT], .width = b[B_WIDTH], .cells = b[B_HEIGHT] * b[B_WIDTH], .side = b[B_SIDE]};
	long half = h.side / 2;
	h.step = LK_BLOCK;
	h.row = (h.width + 2 * half) * h.step;
	h.plane = (h.height + 2 * half) * h.row;
	h.sample = ROUND(channels) / LK_BLOCK * h.plane;
	h.first = half * h.row + half * h.step;
	return h;
}

// halo_floats is the place, in floats, of halo boards of n samples of so many channels, of which
// each takes as much as one more makes it longer.
static long halo_floats(long n, long channels, const int64_t *b) {
	return n * halo_of(b, channels).sample;
}
#endif

// ACROSS goes through the cells of a board of at least LK_BLOCK, so many at a time. The last ones may come
// twice.
#define ACROSS(cells, i) for (long i = 0; i < (cells); i = i + LK_BLOCK < (cells) && i + 2 * LK_BLOCK > (cells) ? (cells) - LK_BLOCK : i + LK_BLOCK)

// to_halo brings samples of `channels` planes to a halo board. The halo must be 0.
static void to_halo(long n, long channels, const int64_t *b, const float *in, void *halo) {
	struct halo h = halo_of(b, channels);
	long padded = ROUND(channels);
	for (long s = 0; s < n; s++, in += channels * h.cells)
		for (long c0 = 0; c0 < padded; c0 += LK_BLOCK) {
			A *out = (A *)halo + s * h.sample + c0 / LK_BLOCK * h.plane + h.first;
			const float *from = in + c0 * h.cells;
			long some = least(channels - c0, LK_BLOCK);
#if VW == LK_BLOCK
			if (h.cells >= LK_BLOCK) {
				ACROSS(h.cells, i) {
					V v[LK_BLOCK];
					UNROLL for (int c = 0; c < LK_BLOCK; c++) v[c] = c < some ? load(from + c * h.cells + i) : (V){0};
					transpose16(v);
					long x = i % h.width;
					A *to = out + i / h.width * h.row + x * h.step;
					UNROLL for (int c = 0; c < LK_BLOCK; c++) {
						store_a(to, v[c]);
						to += h.step;
						if (++x == h.width) x = 0, to += h.row - h.width * h.step;
					}
				}
				continue;
			}
#endif
			for (long y = 0; y < h.height; y++)
				for (long x = 0; x < h.width; x++) {
					A *to = out + y * h.row + x * h.step;
					for (long c = 0; c < LK_BLOCK; c++) to[c] = c < some ? narrow(from[c * h.cells + y * h.width + x]) : 0;
				}
		}
}

// to_blocks brings samples of `channels` planes to boards by blocks without halo.
static void to_blocks(long n, long channels, long cells, const float *in, float *out) {
	long padded = ROUND(channels);
	for (long s = 0; s < n; s++, in += channels * cells)
		for (long c0 = 0; c0 < padded; c0 += LK_BLOCK, out += cells * LK_BLOCK)
			for (long i = 0; i < cells; i++)
				for (long c = 0; c < LK_BLOCK; c++)
					out[i * LK_BLOCK + c] = c0 + c < channels ? in[(c0 + c) * cells + i] : 0;
}

// from_blocks is the way back, with max(x, 0) if asked for.
static void from_blocks(long n, long channels, long cells, int relu, const float *in, float *out) {
	float bottom = relu ? 0 : -INFINITY;
	for (long s = 0; s < n; s++)
		for (long c0 = 0; c0 < ROUND(channels); c0 += LK_BLOCK, in += LK_BLOCK * cells) {
			long some = least(channels - c0, LK_BLOCK);
#if VW == LK_BLOCK
			if (cells >= LK_BLOCK && some > 2) {
				ACROSS(cells, i) {
					V v[LK_BLOCK];
					UNROLL for (int j = 0; j < LK_BLOCK; j++) v[j] = load(in + (i + j) * LK_BLOCK);
					transpose16(v);
					UNROLL for (int c = 0; c < LK_BLOCK; c++)
						if (c < some) store(out + c * cells + i, choose(v[c] < splat(bottom), splat(bottom), v[c]));
				}
				out += some * cells;
				continue;
			}
#endif
			for (long c = 0; c < some; c++, out += cells)
				for (long i = 0; i < cells; i++) {
					float x = in[i * LK_BLOCK + c];
					out[i] = x < bottom ? bottom : x;
				}
		}
}

// pack_weights brings the weights w[o·out_stride + i·in_stride + tap], times scale[o]
// if there is a scale, into the order of the tiles: for every group of columns,
// [tap][DEEP(in), by DEPTH][columns][DEPTH], zeros where there is no weight. flip turns
// the taps round (for the backward pass).
static void pack_weights(long out, long in, long taps, long out_stride, long in_stride, int flip,
	const float *w, const float *scale, void *packed) {
	long padded = ROUND(out), deep = DEEP(in);
	for (long o = 0, g; o < padded; o += g) {
		g = columns(o, padded);
		A *p = (A *)packed + o * taps * deep;
		for (long i = 0; i < deep; i += DEPTH)
			for (long j = 0; j < g; j += VW) {
				A *to = p + i * g + j * DEPTH;
				long some = least(VW, out - o - j);
				for (long tap = 0; tap < taps; tap++, to += deep * g) {
					const float *from = w + (o + j) * out_stride + i * in_stride + (flip ? taps - 1 - tap : tap);
					A columns[DEPTH][VW];
					UNROLL for (int d = 0; d < DEPTH; d++, from += in_stride) {
						float f[VW] = {0};
						if (i + d < in && some == VW)
							UNROLL for (int c = 0; c < VW; c++) f[c] = from[c * out_stride];
						else if (i + d < in)
							for (long c = 0; c < some; c++) f[c] = from[c * out_stride];
						if (scale)
							for (long c = 0; c < some; c++) f[c] *= scale[o + j + c];
						store_a(columns[d], load(f));
					}
					*(PU *)to = join(columns[0], columns[DEPTH - 1]);
				}
			}
	}
}

#ifndef TILES
// conv adds up a convolution of the halo board x, init and residual:
//
//	y[s][cell][o] = Σ_tap Σ_i x[s][cell + tap][i] · w + init + residual
//
// init (or 0) is added by the cell's class: init[s·init_stride + classes[cell]·out + o]
// (class 0 without classes). y and residual are boards without halo and may be the
// same; act is a halo board that gets max(·, 0) of what y gets. y and act may be 0.
static void conv(long n, const int64_t *b, long in, long out, const void *x, const void *packed,
	const float *init, long init_stride, const int32_t *classes, const float *residual, float *y, void *act) {
	struct halo h = halo_of(b, in);
	long taps = h.side * h.side, in4 = ROUND4(in), width = ROUND(out), board = h.cells * LK_BLOCK;
	if (h.side == 1) h.width = h.cells, h.height = 1, h.row = h.plane; // without a halo all is one row
	long parts = (h.width + TC - 1) / TC, deep = parts > 1 ? 1 : least(least(TC / h.width, 4), h.height);
	long bands = (h.height + deep - 1) / deep;
	float sums[TC * NV * VW] __attribute__((aligned(64)));
	for (long s = 0; s < n; s++) {
		const A *xs = (const A *)x + s * h.sample;
		for (long o = 0, g; o < width; o += g) {
			g = columns(o, width);
			for (long tile = 0; tile < bands * parts; tile++) {
				long band = tile / parts, part = tile % parts;
				long y0 = h.height * band / bands, rows = h.height * (band + 1) / bands - y0;
				long x0 = h.width * part / parts, cols = h.width * (part + 1) / parts - x0;
				tiles[g / VW - 1][rows - 1][cols](h.side, in4, xs + y0 * h.row + x0 * LK_BLOCK, h.row, h.plane,
					(const A *)packed + o * taps * in4, sums);
				for (long t = 0; t < rows * cols; t++) {
					long r = y0 + t / cols, c = x0 + t % cols, cell = r * h.width + c;
					const float *add = init ? init + s * init_stride + (classes ? classes[cell] * width : 0) + o : 0;
					for (long v = 0; v < g; v += VW) {
						long block = (s * width + o + v) / LK_BLOCK, lane = (o + v) % LK_BLOCK;
						long at = block * board + cell * LK_BLOCK + lane;
						V a = load(sums + t * g + v);
						if (add) a += load(add + v);
						if (residual) a += load(residual + at);
						if (y) store(y + at, a);
						if (act) store_a((A *)act + block * h.plane + h.first + r * h.row + c * LK_BLOCK + lane, max0(a));
					}
				}
			}
		}
	}
}
#endif

// pool gives, per sample, the maximum of the first `pooled` channels over the cells,
// then their means, in g, after max(·, 0); arg (or 0) has the cell of the maximum,
// and −1 where max(·, 0) has made it 0. x has no halo.
static void pool(long n, long cells, long width, long pooled, const float *x, float *g, int32_t *arg) {
	for (long s = 0; s < n; s++, x += cells * width, g += 2 * pooled) {
		for (long c = 0; c < pooled; c += VW) {
			const float *p = x + (c & ~(LK_BLOCK - 1L)) * cells + (c & (LK_BLOCK - 1));
			V most = load(p), sum = most, part;
			VI where = {0};
			for (long i = 1; i < cells;) {
				long end = least(i + 64, cells);
				for (part = (V){0}; i < end; i++) {
					V v = load(p + i * LK_BLOCK);
					VI more = v > most;
					most = choose(more, v, most);
					where = (where & ~more) | (more & (int32_t)i);
					part += v;
				}
				sum += part;
			}
			sum /= (float)cells;
			for (int j = 0; j < VW && c + j < pooled; j++) {
				g[c + j] = most[j] > 0 ? most[j] : 0;
				g[pooled + c + j] = sum[j] > 0 ? sum[j] : 0;
				if (arg) arg[s * pooled + c + j] = most[j] > 0 ? where[j] : -1;
			}
		}
	}
}

// pool_init turns pooled numbers into what they add to a convolution. A plane that is
// the same number everywhere adds to a cell the number times the weights of the taps
// that are on the board there; cells with the same such taps are a class, masks[class]
// has their bits. wp is [tap][2·pooled][width]; init is [n][nclasses][width].
static void pool_init(long n, long taps, long width, long pooled, long nclasses, const uint64_t *masks,
	const float *wp, const float *bias, const float *g, float *init, float *scratch) {
	for (long s = 0; s < n; s++, g += 2 * pooled) {
		const float *w = wp;
		for (long tap = 0; tap < taps; tap++, w += 2 * pooled * width)
			for (long c = 0; c < width; c += VW) {
				V t = {0};
				for (long j = 0; j < 2 * pooled; j++) t += g[j] * load(w + j * width + c);
				store(scratch + tap * width + c, t);
			}
		for (long k = 0; k < nclasses; k++, init += width) {
			for (long c = 0; c < width; c += VW) {
				V a = bias ? load(bias + c) : (V){0};
				for (long tap = 0; tap < taps; tap++)
					if (masks[k] >> tap & 1) a += load(scratch + tap * width + c);
				store(init + c, a);
			}
		}
	}
}
