// The bodies of rows.h. The including file sets NAME(f), LANES (numbers in a vector)
// and TALL (rows of a tile, so that TALL × 2 sums, two weights and a number stay in
// registers).
//
// Every number of an output is summed in one order, whatever rows it is computed
// with: batches do not change results.

typedef float vec __attribute__((vector_size(LANES * 4), aligned(4), may_alias));
typedef int mask __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

#define ALWAYS static inline __attribute__((always_inline))
#define BLOCK (2 * LANES) // columns of a tile; rows.go packs weights by as many

ALWAYS vec load(const float *p) { return *(const vec *)p; }
ALWAYS void store(float *p, vec v) { *(vec *)p = v; }
ALWAYS vec positive(vec v) { return (vec)((v > 0.0f) & (mask)v); }
ALWAYS vec greater(vec a, vec b)
{
	mask m = a > b;
	return (vec)((m & (mask)a) | (~m & (mask)b));
}
// Taking nothing away is free; adding zero would not be, because of -0.
ALWAYS vec all(float x) { return x - (vec){0}; }

ALWAYS float sum(vec v)
{
	float s[LANES];
	store(s, v);
	for (int half = LANES / 2; half; half /= 2)
		for (int i = 0; i < half; i++)
			s[i] += s[i + half];
	return s[0];
}

// tile is tall rows (a constant where it is inlined) of one block of columns, wide of
// which are wanted.
ALWAYS void tile(const int tall, long in, long wide, const float *w, const float *bias,
	int relu, const float *x, long ldx, float *y, long ldy)
{
	vec acc[TALL][2];
	const vec b0 = load(bias), b1 = load(bias + LANES);
#pragma GCC unroll 16
	for (int r = 0; r < tall; r++)
		acc[r][0] = b0, acc[r][1] = b1;
	for (long k = 0; k < in; k++, w += BLOCK) {
		const vec w0 = load(w), w1 = load(w + LANES);
#pragma GCC unroll 16
		for (int r = 0; r < tall; r++) {
			const vec a = all(x[r * ldx + k]);
			acc[r][0] += a * w0;
			acc[r][1] += a * w1;
		}
	}
#pragma GCC unroll 16
	for (int r = 0; r < tall; r++) {
		vec v0 = acc[r][0], v1 = acc[r][1];
		if (relu)
			v0 = positive(v0), v1 = positive(v1);
		if (wide == BLOCK) {
			store(y + r * ldy, v0);
			store(y + r * ldy + LANES, v1);
		} else {
			float rest[BLOCK];
			store(rest, v0);
			store(rest + LANES, v1);
			for (long c = 0; c < wide; c++)
				y[r * ldy + c] = rest[c];
		}
	}
}

#define TILE(tall) tile(tall, in, wide, w, bias, relu, x, ldx, y, ldy)

static void rest(long rows, long in, long wide, const float *w, const float *bias, int relu,
	const float *x, long ldx, float *y, long ldy)
{
	switch (rows) {
	case 1: TILE(1); break;
	case 2: TILE(2); break;
	case 3: TILE(3); break;
#if TALL > 4
	case 4: TILE(4); break;
	case 5: TILE(5); break;
#endif
#if TALL > 6
	case 6: TILE(6); break;
	case 7: TILE(7); break;
#endif
	}
}

void NAME(dense)(long rows, long in, long out, const float *w, const float *bias, int relu,
	const float *x, long ldx, float *y, long ldy)
{
	for (long c = 0; c < out; c += BLOCK, w += in * BLOCK, bias += BLOCK) {
		const long wide = out - c < BLOCK ? out - c : BLOCK;
		long r = 0;
		for (; r + TALL <= rows; r += TALL)
			tile(TALL, in, wide, w, bias, relu, x + r * ldx, ldx, y + r * ldy + c, ldy);
		rest(rows - r, in, wide, w, bias, relu, x + r * ldx, ldx, y + r * ldy + c, ldy);
	}
}

void NAME(norm)(long rows, long width, const float *scale, const float *shift, float epsilon,
	int relu, const float *x, long ldx, float *y, long ldy)
{
	const long whole = width - width % LANES;
	for (long r = 0; r < rows; r++, x += ldx, y += ldy) {
		vec s = {0}, q = {0};
		float mean = 0, variance = 0;
		for (long c = 0; c < whole; c += LANES)
			s += load(x + c);
		for (long c = whole; c < width; c++)
			mean += x[c];
		mean = (mean + sum(s)) / (float)width;
		for (long c = 0; c < whole; c += LANES) {
			const vec d = load(x + c) - mean;
			q += d * d;
		}
		for (long c = whole; c < width; c++)
			variance += (x[c] - mean) * (x[c] - mean);
		const float root = 1.0f / sqrtf((variance + sum(q)) / (float)width + epsilon);
		for (long c = 0; c < whole; c += LANES) {
			vec v = (load(x + c) - mean) * root * load(scale + c) + load(shift + c);
			store(y + c, relu ? positive(v) : v);
		}
		for (long c = whole; c < width; c++) {
			const float v = (x[c] - mean) * root * scale[c] + shift[c];
			y[c] = relu && !(v > 0) ? 0 : v;
		}
	}
}

void NAME(aggregate)(long samples, long nodes, long width, const int *from, const int *to,
	float self, const float *x, long ldx, float *y, long ldy)
{
	const long whole = width - width % LANES, pairs = width - width % (4 * LANES);
	for (long s = 0; s < samples; s++, x += nodes * ldx)
		for (long i = 0; i < nodes; i++, y += ldy) {
			const float *own = x + i * ldx;
			long c = 0;
			for (; c < pairs; c += 4 * LANES) {
				vec v0 = load(own + c) * self, v1 = load(own + c + LANES) * self;
				vec v2 = load(own + c + 2 * LANES) * self, v3 = load(own + c + 3 * LANES) * self;
				for (int k = from[i]; k < from[i + 1]; k++) {
					const float *p = x + to[k] * ldx + c;
					v0 += load(p), v1 += load(p + LANES), v2 += load(p + 2 * LANES), v3 += load(p + 3 * LANES);
				}
				store(y + c, v0), store(y + c + LANES, v1);
				store(y + c + 2 * LANES, v2), store(y + c + 3 * LANES, v3);
			}
			for (; c < whole; c += LANES) {
				vec v = load(own + c) * self;
				for (int k = from[i]; k < from[i + 1]; k++)
					v += load(x + to[k] * ldx + c);
				store(y + c, v);
			}
			for (; c < width; c++) {
				float v = own[c] * self;
				for (int k = from[i]; k < from[i + 1]; k++)
					v += x[to[k] * ldx + c];
				y[c] = v;
			}
		}
}

void NAME(mean)(long samples, long nodes, long width, const float *x, long ldx, float *y, long ldy)
{
	const long whole = width - width % LANES;
	const float share = 1.0f / (float)nodes;
	for (long s = 0; s < samples; s++, x += nodes * ldx, y += ldy) {
		long c = 0;
		for (; c < whole; c += LANES) {
			vec v = {0};
			for (long i = 0; i < nodes; i++)
				v += load(x + i * ldx + c);
			store(y + c, v * share);
		}
		for (; c < width; c++) {
			float v = 0;
			for (long i = 0; i < nodes; i++)
				v += x[i * ldx + c];
			y[c] = v * share;
		}
	}
}

void NAME(pool)(long samples, long channels, long cells, const float *x, float *y)
{
	const long whole = cells - cells % LANES;
	for (long s = 0; s < samples; s++, y += 2 * channels)
		for (long c = 0; c < channels; c++, x += cells) {
			vec most = all(x[0]), total = {0};
			float high = x[0], rest = 0;
			for (long i = 0; i < whole; i += LANES) {
				const vec v = load(x + i);
				most = greater(v, most);
				total += v;
			}
			for (long i = whole; i < cells; i++) {
				high = x[i] > high ? x[i] : high;
				rest += x[i];
			}
			for (int i = 0; i < LANES; i++)
				high = most[i] > high ? most[i] : high;
			y[c] = high;
			y[channels + c] = (rest + sum(total)) / (float)cells;
		}
}
