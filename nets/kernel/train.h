// What training needs beside convolutions: batch norm with batch statistics, pooled
// planes, and the gradients. Boards have no halo unless it is said; width is the
// padded number of channels.

// ahead asks the memory for what a loop will read some hundred steps later: numbers of other samples
// than the last ones are far away, and processors do not look beyond a page.
INLINE const float *ahead(const float *p) {
	__builtin_prefetch((const void *)((uintptr_t)p + 4096)); // may be nowhere
	return p;
}

// affine: out = a·y + b + x, channel by channel; without y (0), x alone; without x, 0 for
// it. out may be 0; halo (or 0) is a halo board that gets max(·, 0) of it.
static void affine(long n, const int64_t *board, long width, const float *y, const float *a, const float *b, const float *x,
	float *out, void *halo) {
	struct halo h = halo_of(board, width);
	for (long s = 0; s < n; s++)
		for (long c = 0; c < width; c += LK_BLOCK) {
			long p = (s * width + c) * h.cells;
			for (long v = 0; v < LK_BLOCK; v += VW) {
				V f = y ? load(a + c + v) : (V){0}, d = y ? load(b + c + v) : (V){0};
				long at = p + v;
				for (long i = 0; i < h.height; i++) {
					A *to = halo ? (A *)halo + s * h.sample + c / LK_BLOCK * h.plane + h.first + i * h.row + v : 0;
					for (long j = 0; j < h.width; j++, at += LK_BLOCK) {
						V r = d;
						if (y) r += f * load(ahead(y + at));
						if (x) r += load(ahead(x + at));
						if (out) store(out + at, r);
						if (to) store_a(to + j * h.step, max0(r));
					}
				}
			}
		}
}

// stats gives mean and sum of squared differences from it of every sample's channel.
// Sums are float32, of at most 64 cells, then of these sums; samples are merged in
// float64 by the caller (Chan, Golub and LeVeque 1983).
static void stats(long n, long cells, long width, const float *y, float *mean, float *m2) {
	for (long s = 0; s < n; s++, y += cells * width, mean += width, m2 += width) {
		for (long c = 0; c < width; c += VW) {
			const float *p = y + (c & ~(LK_BLOCK - 1L)) * cells + (c & (LK_BLOCK - 1));
			V sum = {0}, m;
			for (long i = 0; i < cells;) {
				long end = least(i + 64, cells);
				V q = {0}, r = {0};
				for (; i + 1 < end; i += 2) q += load(p + i * LK_BLOCK), r += load(p + i * LK_BLOCK + LK_BLOCK);
				if (i < end) q += load(p + i++ * LK_BLOCK);
				sum += q + r;
			}
			m = sum / (float)cells;
			sum = (V){0};
			for (long i = 0; i < cells;) {
				long end = least(i + 64, cells);
				V q = {0};
				for (; i < end; i++) {
					V d = load(p + i * LK_BLOCK) - m;
					q += d * d;
				}
				sum += q;
			}
			store(mean + c, m);
			store(m2 + c, sum);
		}
	}
}

// norm_sums gives, for every sample, Σ dz and Σ dz·(y − mean) per channel, one row of
// width after the other. With a and b, it first sets dz to 0 where a·y + b ≤ 0.
static void norm_sums(long n, long cells, long width, float *dz, const float *y, const float *mean, const float *a,
	const float *b, float *sums) {
	for (long s = 0; s < n; s++, dz += cells * width, y += cells * width, sums += 2 * width) {
		for (long c = 0; c < width; c += VW) {
			long at = (c & ~(LK_BLOCK - 1L)) * cells + (c & (LK_BLOCK - 1));
			V m = load(mean + c), sum = {0}, dot = {0}, f = a ? load(a + c) : m, g = a ? load(b + c) : m;
			for (long i = 0; i < cells;) {
				long end = least(i + 64, cells);
				V p = {0}, q = {0};
				for (; i < end; i++, at += LK_BLOCK) {
					V d = load(ahead(dz + at)), v = load(ahead(y + at));
					if (a) {
						d = choose(f * v + g > 0, d, (V){0});
						store(dz + at, d);
					}
					p += d;
					q += d * (v - m);
				}
				sum += p, dot += q;
			}
			store(sums + c, sum);
			store(sums + width + c, dot);
		}
	}
}

// norm_back: halo = a·dz + b·(y − mean) + c, a halo board, with the rows a, b, c, mean of abc.
static void norm_back(long n, const int64_t *board, long width, const float *dz, const float *y, const float *abc, void *halo) {
	struct halo h = halo_of(board, width);
	for (long s = 0; s < n; s++)
		for (long k = 0; k < width; k += LK_BLOCK)
			for (long v = 0; v < LK_BLOCK; v += VW) {
				A *dy = (A *)halo + s * h.sample + k / LK_BLOCK * h.plane + h.first + v;
				const float *p = abc + k + v;
				V a = load(p), b = load(p + width), c = load(p + 2 * width), m = load(p + 3 * width);
				long at = (s * width + k) * h.cells + v;
				for (long i = 0; i < h.height; i++) {
					A *to = dy + i * h.row;
					for (long j = 0; j < h.width; j++, at += LK_BLOCK)
						store_a(to + j * h.step, a * load(ahead(dz + at)) + (b * (load(ahead(y + at)) - m) + c));
				}
			}
}

// mask_add adds dh to dx where x > 0; without dh, it sets dx to 0 where x ≤ 0.
static void mask_add(long count, const float *x, const float *dh, float *dx) {
	for (long at = 0; at < count; at += VW) {
		VI on = load(x + at) > 0;
		if (dh)
			store(dx + at, load(ahead(dx + at)) + choose(on, load(dh + at), (V){0}));
		else
			store(dx + at, choose(on, load(dx + at), (V){0}));
	}
}

// pool_weights gives the gradients of what pool_init did: dwp += , dg = . halo, a halo
// board, is the gradient of the convolution's output; scratch holds (nclasses +
// LK_TOGETHER·taps)·width. So many samples go at once, for weights and their gradients to
// be read once for all of them.
static void pool_weights(long n, const int64_t *board, long width, long pooled, long nclasses, const int32_t *classes,
	const uint64_t *masks, const float *wp, const void *halo, const float *g, float *dwp, float *dg, float *scratch) {
	struct halo h = halo_of(board, width);
	long taps = h.side * h.side, size = taps * width;
	float *of_class = scratch, *of_taps = scratch + nclasses * width;
	for (long s = 0; s < n; s += LK_TOGETHER, g += LK_TOGETHER * 2 * pooled, dg += LK_TOGETHER * 2 * pooled) {
		long some = least(LK_TOGETHER, n - s);
		memset(of_taps, 0, LK_TOGETHER * size * sizeof *of_taps);
		for (long r = 0; r < some; r++) {
			float *of_tap = of_taps + r * size;
			memset(of_class, 0, nclasses * width * sizeof *of_class);
			for (long k = 0; k < width; k += LK_BLOCK) {
				const A *dy = (const A *)halo + (s + r) * h.sample + k / LK_BLOCK * h.plane + h.first;
				const int32_t *class = classes;
				for (long y = 0; y < h.height; y++, dy += h.row)
					for (long x = 0; x < h.width; x++, class++) {
						float *to = of_class + *class * width + k;
						for (long v = 0; v < LK_BLOCK; v += VW) store(to + v, load(to + v) + load_a(dy + x * h.step + v));
					}
			}
			for (long k = 0; k < nclasses; k++)
				for (long tap = 0; tap < taps; tap++)
					if (masks[k] >> tap & 1)
						for (long c = 0; c < width; c += VW)
							store(of_tap + tap * width + c, load(of_tap + tap * width + c) + load(of_class + k * width + c));
		}
		for (long j = 0; j < 2 * pooled; j++) {
			V f[LK_TOGETHER], dot[LK_TOGETHER];
			UNROLL for (int r = 0; r < LK_TOGETHER; r++) f[r] = splat(r < some ? g[r * 2 * pooled + j] : 0), dot[r] = (V){0};
			for (long tap = 0; tap < taps; tap++) {
				long at = (tap * 2 * pooled + j) * width;
				for (long c = 0; c < width; c += VW) {
					V sum = load(dwp + at + c), w = load(wp + at + c);
					UNROLL for (int r = 0; r < LK_TOGETHER; r++) {
						V t = load(of_taps + r * size + tap * width + c);
						sum += f[r] * t;
						dot[r] += w * t;
					}
					store(dwp + at + c, sum);
				}
			}
			for (long r = 0; r < some; r++) {
				float sum = 0;
				for (int v = 0; v < VW; v++) sum += dot[r][v];
				dg[r * 2 * pooled + j] = g[r * 2 * pooled + j] > 0 ? sum : 0;
			}
		}
	}
}

// pool_back hands the gradients of pooled numbers to the board.
static void pool_back(long n, long cells, long width, long pooled, const float *dg, const int32_t *arg, float *dx) {
	for (long s = 0; s < n; s++, dx += cells * width, dg += 2 * pooled, arg += pooled)
		for (long c0 = 0; c0 < pooled; c0 += LK_BLOCK) {
			float share[LK_BLOCK] = {0}, *to = dx + c0 * cells;
			long most = least(LK_BLOCK, pooled - c0);
			for (long c = 0; c < most; c++) share[c] = dg[pooled + c0 + c] / (float)cells;
			for (long v = 0; v < LK_BLOCK; v += VW) {
				V f = load(share + v);
				for (long i = 0; i < cells; i++) store(to + i * LK_BLOCK + v, load(to + i * LK_BLOCK + v) + f);
			}
			for (long c = 0; c < most; c++)
				if (arg[c0 + c] >= 0) to[arg[c0 + c] * LK_BLOCK + c] += dg[c0 + c];
		}
}
