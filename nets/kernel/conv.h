// Convolutions on channels-last boards.

#define ROUND4(n) (((n) + 3) & ~3L)
#define ROUND(n) (((n) + LK_BLOCK - 1) & ~(long)(LK_BLOCK - 1))

// to_last brings samples of `channels` planes of `cells` to channels last.
static void to_last(long n, long channels, long cells, long padded, const float *in, float *out) {
	for (long s = 0; s < n; s++, in += channels * cells, out += padded * cells) {
		for (long i = 0; i < cells; i++) {
			for (long c = 0; c < channels; c++) out[i * padded + c] = in[c * cells + i];
			for (long c = channels; c < padded; c++) out[i * padded + c] = 0;
		}
	}
}

// from_last is the way back, with max(x, 0) if asked for.
static void from_last(long n, long channels, long cells, long padded, int relu, const float *in, float *out) {
	float least = relu ? 0 : -INFINITY;
	for (long s = 0; s < n; s++, in += padded * cells, out += channels * cells) {
		for (long c = 0; c < channels; c++) {
			for (long i = 0; i < cells; i++) {
				float x = in[i * padded + c];
				out[c * cells + i] = x < least ? least : x;
			}
		}
	}
}

// pack_weights brings the weights w[o·out_stride + i·in_stride + tap], times scale[o]
// if there is a scale, into the order of the tiles: for every group of columns,
// [tap][in rounded up to 4][columns], zeros where there is no weight. flip turns
// the taps round (for the backward pass).
static void pack_weights(long out, long in, long taps, long out_stride, long in_stride, int flip,
	const float *w, const float *scale, float *packed) {
	long padded = ROUND(out), in4 = ROUND4(in);
	for (long o = 0, g; o < padded; o += g) {
		g = columns(o, padded);
		float *p = packed + o * taps * in4;
		for (long tap = 0; tap < taps; tap++) {
			long from = flip ? taps - 1 - tap : tap;
			for (long i = 0; i < in4; i++, p += g) {
				for (long j = 0; j < g; j++) {
					int is = i < in && o + j < out;
					p[j] = !is ? 0 : w[(o + j) * out_stride + i * in_stride + from] * (scale ? scale[o + j] : 1);
				}
			}
		}
	}
}

// gather copies the neighbourhoods of `rows` cells from number m on (counted over
// all samples) to the tiles' order. offsets[tap][cell] is the neighbour's number or −1.
static void gather(long m, long rows, long cells, long taps, long in, const int32_t *offsets, const float *x, float *p) {
	long padded = ROUND(in), blocks = padded / LK_BLOCK;
	for (long t = 0; t < rows; t++, m++, p += LK_BLOCK) {
		long s = m / cells, cell = m - s * cells;
		const float *base = x + s * cells * padded;
		for (long tap = 0; tap < taps; tap++) {
			int32_t at = offsets[tap * cells + cell];
			float *to = p + tap * blocks * rows * LK_BLOCK;
			if (at < 0) {
				for (long b = 0; b < blocks; b++)
					for (int v = 0; v < LK_BLOCK; v += VW) store(to + b * rows * LK_BLOCK + v, (V){0});
				continue;
			}
			const float *from = base + at * padded;
			for (long b = 0; b < blocks; b++)
				for (int v = 0; v < LK_BLOCK; v += VW) store(to + b * rows * LK_BLOCK + v, load(from + b * LK_BLOCK + v));
		}
	}
}

// conv_scratch is the number of floats that conv needs for itself.
static long conv_scratch(long taps, long in) { return TC * taps * ROUND(in) + TC * NV * VW; }

// conv: y[s][cell][o] = Σ_tap Σ_i x[s][offsets[tap][cell]][i] · w + init + residual.
// init (or 0) is added by the cell's class: init[s·init_stride +
// classes[cell]·out + o] (class 0 without classes). residual may be y itself. y and
// act may be 0: act gets max(·, 0) of what y gets.
static void conv(long n, long cells, long taps, long in, long out, const int32_t *offsets, const float *x, const float *packed,
	const float *init, long init_stride, const int32_t *classes, const float *residual, float *y, float *act, float *scratch) {
	long all = n * cells, count = (all + TC - 1) / TC, padded = ROUND(out), in4 = ROUND4(in);
	float *sums = scratch, *panel = scratch + TC * NV * VW;
	for (long i = 0; i < count; i++) {
		long m = all * i / count, rows = all * (i + 1) / count - m;
		gather(m, rows, cells, taps, in, offsets, x, panel);
		for (long o = 0, g; o < padded; o += g) {
			g = columns(o, padded);
			tiles[g / VW - 1][rows](taps, in4, panel, packed + o * taps * in4, sums);
			for (long t = 0; t < rows; t++) {
				const float *add = 0;
				if (init) {
					long s = (m + t) / cells;
					add = init + s * init_stride + (classes ? classes[m + t - s * cells] * padded : 0) + o;
				}
				long at = (m + t) * padded + o;
				for (long v = 0; v < g; v += VW) {
					V a = load(sums + t * g + v);
					if (add) a += load(add + v);
					if (residual) a += load(residual + at + v);
					if (y) store(y + at + v, a);
					if (act) store(act + at + v, max0(a));
				}
			}
		}
	}
}

// pool gives, per sample, the maximum of the first `pooled` channels over the cells,
// then their means, in g, after max(·, 0); arg (or 0) has the cell of the maximum,
// and −1 where max(·, 0) has made it 0. width is the padded number of channels.
static void pool(long n, long cells, long width, long pooled, const float *x, float *g, int32_t *arg) {
	for (long s = 0; s < n; s++, x += cells * width, g += 2 * pooled) {
		for (long c = 0; c < pooled; c += VW) {
			V most = load(x + c), sum = most, part;
			VI where = {0};
			for (long i = 1; i < cells;) {
				long end = i + 256 < cells ? i + 256 : cells;
				part = (V){0};
				for (; i < end; i++) {
					V v = load(x + i * width + c);
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
		for (long tap = 0; tap < taps; tap++) {
			float *t = scratch + tap * width;
			memset(t, 0, width * sizeof *t);
			for (long j = 0; j < 2 * pooled; j++, w += width) {
				if (g[j] == 0) continue;
				V f = splat(g[j]);
				for (long c = 0; c < width; c += VW) store(t + c, load(t + c) + f * load(w + c));
			}
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
