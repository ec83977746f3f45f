// What training needs beside convolutions: batch norm with batch statistics, pooled
// planes, and the gradients. Rows are cells of samples; width is padded.

// affine: out = a·y + b (+ x), channel by channel, then max(·, 0) if relu. Without y
// (0): of x alone.
static void affine(long rows, long width, const float *y, const float *a, const float *b, const float *x, int relu, float *out) {
	for (long r = 0; r < rows; r++) {
		for (long c = 0; c < width; c += VW) {
			long at = r * width + c;
			V v = y ? load(a + c) * load(y + at) + load(b + c) : (V){0};
			if (x) v += load(x + at);
			store(out + at, relu ? max0(v) : v);
		}
	}
}

// stats gives mean and sum of squared differences from it of every sample's channel.
// Sums are float32, of at most 64 cells, then of these sums; samples are merged in
// float64 by the caller (Chan, Golub and LeVeque 1983).
static void stats(long n, long cells, long width, const float *y, float *mean, float *m2) {
	for (long s = 0; s < n; s++, y += cells * width, mean += width, m2 += width) {
		for (long c = 0; c < width; c += VW) {
			V sum = {0}, part, m;
			for (long i = 0; i < cells;) {
				long end = i + 64 < cells ? i + 64 : cells;
				for (part = (V){0}; i < end; i++) part += load(y + i * width + c);
				sum += part;
			}
			m = sum / (float)cells;
			sum = (V){0};
			for (long i = 0; i < cells;) {
				long end = i + 64 < cells ? i + 64 : cells;
				for (part = (V){0}; i < end; i++) {
					V d = load(y + i * width + c) - m;
					part += d * d;
				}
				sum += part;
			}
			store(mean + c, m);
			store(m2 + c, sum);
		}
	}
}

// norm_sums gives, for every sample, Σ dz and Σ dz·(y − mean) per channel, one
// row of width after the other.
static void norm_sums(long n, long cells, long width, const float *dz, const float *y, const float *mean, float *sums) {
	for (long s = 0; s < n; s++, dz += cells * width, y += cells * width, sums += 2 * width) {
		for (long c = 0; c < width; c += VW) {
			V m = load(mean + c), sum = {0}, dot = {0};
			for (long i = 0; i < cells;) {
				long end = i + 64 < cells ? i + 64 : cells;
				V p = {0}, q = {0};
				for (; i < end; i++) {
					V d = load(dz + i * width + c);
					p += d;
					q += d * (load(y + i * width + c) - m);
				}
				sum += p, dot += q;
			}
			store(sums + c, sum);
			store(sums + width + c, dot);
		}
	}
}

// norm_back: dy = a·dz + b·(y − mean) + c with the rows a, b, c, mean of abc.
static void norm_back(long rows, long width, const float *dz, const float *y, const float *abc, float *dy) {
	for (long r = 0; r < rows; r++) {
		for (long c = 0; c < width; c += VW) {
			long at = r * width + c;
			V d = load(y + at) - load(abc + 3 * width + c);
			store(dy + at, load(abc + c) * load(dz + at) + load(abc + width + c) * d + load(abc + 2 * width + c));
		}
	}
}

// mask sets dz to 0 where a·y + b ≤ 0.
static void mask(long rows, long width, const float *y, const float *a, const float *b, float *dz) {
	for (long r = 0; r < rows; r++) {
		for (long c = 0; c < width; c += VW) {
			long at = r * width + c;
			store(dz + at, choose(load(a + c) * load(y + at) + load(b + c) > 0, load(dz + at), (V){0}));
		}
	}
}

// mask_add adds dh to dx where x > 0; without dh, it sets dx to 0 where x ≤ 0.
static void mask_add(long rows, long width, const float *x, const float *dh, float *dx) {
	for (long at = 0; at < rows * width; at += VW) {
		VI on = load(x + at) > 0;
		if (dh)
			store(dx + at, load(dx + at) + choose(on, load(dh + at), (V){0}));
		else
			store(dx + at, choose(on, load(dx + at), (V){0}));
	}
}

// conv_weights adds to dw[tap][i][o] the gradient of a convolution's weights:
// Σ_cells h[cell + tap][i] · dy[cell][o]. `in` and `out` are padded.
static void conv_weights(long n, long height, long board_width, long side, long in, long out,
	const float *h, const float *dy, float *dw, float *scratch) {
	long half = side / 2, cells = height * board_width;
	for (long s = 0; s < n; s++, h += cells * in, dy += cells * out) {
		for (long tap = 0; tap < side * side; tap++) {
			long down = tap / side - half, right = tap % side - half;
			for (long row = 0; row < height; row++) {
				if (row + down < 0 || row + down >= height) continue;
				for (long col = 0; col < board_width; col++) {
					if (col + right < 0 || col + right >= board_width) continue;
					const float *d = dy + (row * board_width + col) * out;
					const float *x = h + ((row + down) * board_width + col + right) * in;
					for (long i = 0; i < in; i++) {
						float *to = dw + (tap * in + i) * out;
						for (long o = 0; o < out; o += VW) store(to + o, load(to + o) + x[i] * load(d + o));
					}
				}
			}
		}
	}
}

// pool_weights gives the gradients of what pool_init did: dwp += , dg = . dy is the
// gradient of the convolution's output; scratch holds (nclasses + taps)·width.
static void pool_weights(long n, long cells, long taps, long width, long pooled, long nclasses, const int32_t *classes,
	const uint64_t *masks, const float *wp, const float *dy, const float *g, float *dwp, float *dg, float *scratch) {
	float *of_class = scratch, *of_tap = scratch + nclasses * width;
	for (long s = 0; s < n; s++, dy += cells * width, g += 2 * pooled, dg += 2 * pooled) {
		memset(of_class, 0, (nclasses + taps) * width * sizeof *of_class);
		for (long i = 0; i < cells; i++) {
			float *to = of_class + classes[i] * width;
			for (long c = 0; c < width; c += VW) store(to + c, load(to + c) + load(dy + i * width + c));
		}
		for (long k = 0; k < nclasses; k++)
			for (long tap = 0; tap < taps; tap++)
				if (masks[k] >> tap & 1)
					for (long c = 0; c < width; c += VW)
						store(of_tap + tap * width + c, load(of_tap + tap * width + c) + load(of_class + k * width + c));
		for (long j = 0; j < 2 * pooled; j++) {
			V f = splat(g[j]), dot = {0};
			for (long tap = 0; tap < taps; tap++) {
				long at = (tap * 2 * pooled + j) * width;
				for (long c = 0; c < width; c += VW) {
					V t = load(of_tap + tap * width + c);
					store(dwp + at + c, load(dwp + at + c) + f * t);
					dot += load(wp + at + c) * t;
				}
			}
			float sum = 0;
			for (int v = 0; v < VW; v++) sum += dot[v];
			dg[j] = g[j] > 0 ? sum : 0;
		}
	}
}

// pool_back hands the gradients of pooled numbers to the board.
static void pool_back(long n, long cells, long width, long pooled, const float *dg, const int32_t *arg, float *dx) {
	for (long s = 0; s < n; s++, dx += cells * width, dg += 2 * pooled, arg += pooled) {
		float share = 1 / (float)cells;
		for (long i = 0; i < cells; i++)
			for (long c = 0; c < pooled; c++) dx[i * width + c] += dg[pooled + c] * share;
		for (long c = 0; c < pooled; c++)
			if (arg[c] >= 0) dx[arg[c] * width + c] += dg[c];
	}
}
