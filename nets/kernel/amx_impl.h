// The bodies of amx.h. The including file sets NAME(f) and the operations on tiles,
// which are numbered 0…7:
//
//	TILE_BEGIN()                 sets all tiles to 16 rows of 64 bytes
//	TILE_END()                   gives them back
//	TILE_ZERO(t)
//	TILE_LOAD(t, from, stride)   rows are stride bytes apart
//	TILE_STORE(t, to, stride)
//	TILE_PRODUCT(c, a, b)        c[m][n] += Σ_k a[m][2k]·b[k][2n] + a[m][2k+1]·b[k][2n+1]
//
// and load and store count as reading and writing all memory.

#include "transpose.h"

typedef float v16u __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint32_t u16 __attribute__((vector_size(64)));
typedef uint16_t h16 __attribute__((vector_size(32)));
typedef uint16_t h16u __attribute__((vector_size(32), aligned(2), may_alias));

#define INLINE static inline __attribute__((always_inline))
#define ROUND(n, by) (((n) + (by) - 1) / (by) * (by))

// half rounds a positive number, or one that is none, to bfloat16: to nearest, ties to
// even. (A NaN may become an infinity or a zero: ReLU, before, drops them anyway.)
#define HALF(bits) (((bits) + 0x7fff + ((bits) >> 16 & 1)) >> 16)

INLINE uint16_t half(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return HALF(bits);
}

INLINE void store_half(uint16_t *to, v16 v)
{
	u16 bits = (u16)v;
	bits = HALF(bits);
	*(h16u *)to = __builtin_convertvector(bits, h16);
}

INLINE v16 load(const float *p) { return *(const v16u *)p; }
INLINE void store(float *p, v16 v) { *(v16u *)p = v; }
INLINE v16 positive(v16 v) { return (v16)((i16)v & (v > 0.0f)); }

// The geometry of a board, from its shape.
struct board {
	long width, half, side;
	long pitch;   // from a row of the board to the next, in positions
	long cells;
	long lead;    // positions before the first cell
	long count;   // positions from the first cell to the last
	long buffer;  // positions that tiles may touch
};

static struct board board(const int64_t *shape)
{
	struct board b = {.width = shape[AMX_WIDTH], .half = shape[AMX_HALF]};
	b.side = 2 * b.half + 1;
	b.pitch = b.width + b.half;
	b.cells = shape[AMX_HEIGHT] * b.width;
	b.lead = b.half * b.pitch + b.half;
	b.count = (shape[AMX_HEIGHT] - 1) * b.pitch + b.width;
	b.buffer = 2 * b.lead + ROUND(b.count, 16);
	return b;
}

// cursor walks over the cells of a board in the order of positions.
struct cursor { long x, cell, position; };

INLINE void next(struct cursor *c, const struct board *b)
{
	c->cell++, c->position++;
	if (++c->x == b->width)
		c->x = 0, c->position += b->half;
}

// to_rows brings planes of floats to rows of bfloat16, deep channels each; borders and
// channels above stay what they are.
static void to_rows(const struct board *b, long channels, long deep, const float *in, uint16_t *rows)
{
	rows += b->lead * deep;
	for (long c = 0; c < channels; c += 16, in += 16 * b->cells, rows += 16) {
		const long wide = channels - c < 16 ? channels - c : 16;
		struct cursor at = {0};
		while (at.cell + 16 <= b->cells) {
			v16 v[16];
			for (int i = 0; i < 16; i++)
				v[i] = i < wide ? load(in + i * b->cells + at.cell) : (v16){0};
			transpose16(v);
			for (int i = 0; i < 16; i++, next(&at, b))
				store_half(rows + at.position * deep, v[i]);
		}
		for (; at.cell < b->cells; next(&at, b))
			for (long i = 0; i < wide; i++)
				rows[at.position * deep + i] = half(in[i * b->cells + at.cell]);
	}
}

// from_cells brings rows of floats, one per cell, deep channels each, to planes.
static void from_cells(long cells, long channels, long deep, int relu, const float *x, float *out)
{
	for (long c = 0; c < channels; c += 16, x += 16, out += 16 * cells) {
		const long wide = channels - c < 16 ? channels - c : 16;
		long i = 0;
		for (; i + 16 <= cells; i += 16) {
			v16 v[16];
			for (int j = 0; j < 16; j++) {
				v[j] = load(x + (i + j) * deep);
				if (relu)
					v[j] = positive(v[j]);
			}
			transpose16(v);
			for (long j = 0; j < wide; j++)
				store(out + j * cells + i, v[j]);
		}
		for (; i < cells; i++)
			for (long j = 0; j < wide; j++) {
				const float f = x[i * deep + j];
				out[j * cells + i] = relu && !(f > 0) ? 0 : f;
			}
	}
}

// layer is one convolution. init is added by the cell's class: init[class·out +
// channel] (class 0 without classes). residual and y may be the same.
struct layer {
	const struct board *b;
	long deep;  // channels of a row of its input
	long out;   // padded to 16
	const uint16_t *weights;
	const float *init;
	const int32_t *classes; // or 0
	const uint16_t *in;
	const float *residual; // per cell, or 0
	float *y;              // per cell, or 0
	uint16_t *rows;        // max(·, 0) of what y gets, or 0; as deep as
	long rows_deep;
};

// finish takes over sums of `tall` positions from `from` on and 16·wide channels from
// `channel` on, which are 16·wide floats apart. has says which pointers of the layer
// are there; it is a constant where this is inlined.
enum { RESIDUAL = 1, Y = 2, ROWS = 4 };

INLINE void finish(const struct layer *l, long from, long tall, long channel, const int wide, const int has, const float *sums)
{
	const struct board *b = l->b;
	const long out = l->out, deep = l->rows_deep, width = b->width, pitch = b->pitch;
	const long line = from / pitch;
	const int32_t *classes = l->classes;
	const float *init = l->init + channel;
	for (long x = from - line * pitch, first = line * width; tall > 0; x = 0, first += width) {
		// The rest of a row of the board, then its border.
		long end = x + tall < width ? x + tall : width;
		const float *residual = has & RESIDUAL ? l->residual + (first + x) * out + channel : 0;
		float *y = has & Y ? l->y + (first + x) * out + channel : 0;
		uint16_t *rows = has & ROWS ? l->rows + (b->lead + from) * deep + channel : 0;
		for (long i = x; i < end; i++, sums += 16 * wide) {
			const float *add = classes ? init + classes[first + i] * out : init;
			_Pragma("GCC unroll 2") for (int w = 0; w < 16 * wide; w += 16) {
				v16 v = load(sums + w) + load(add + w);
				if (has & RESIDUAL)
					v += load(residual + w);
				if (has & Y)
					store(y + w, v);
				if (has & ROWS)
					store_half(rows + w, positive(v));
			}
			residual += has & RESIDUAL ? out : 0;
			y += has & Y ? out : 0;
			rows += has & ROWS ? deep : 0;
		}
		const long border = x < width ? pitch - end : pitch - x, done = x < width ? end - x + border : border;
		sums += border * 16 * wide;
		from += done, tall -= done;
	}
}

// block is 16·tall positions from `from` on and 16·wide channels.
INLINE void block(const struct layer *l, long from, const int tall, long channel, const int wide, const uint16_t *w, float *sums)
{
	const long stride = l->deep * 2, side = l->b->side;
	TILE_ZERO(0);
	if (wide > 1)
		TILE_ZERO(1);
	if (tall > 1)
		TILE_ZERO(2);
	if (tall > 1 && wide > 1)
		TILE_ZERO(3);
	for (long dy = 0; dy < side; dy++)
		for (long dx = 0; dx < side; dx++) {
			const uint16_t *a = l->in + (from + dy * l->b->pitch + dx) * l->deep;
			for (long c = 0; c < l->deep; c += 32, w += 512 * wide) {
				// All loads first: in turns with the products they take a tenth longer.
				TILE_LOAD(4, a + c, stride);
				TILE_LOAD(6, w, 64);
				if (wide > 1)
					TILE_LOAD(7, w + 512, 64);
				if (tall > 1)
					TILE_LOAD(5, a + 16 * l->deep + c, stride);
				TILE_PRODUCT(0, 4, 6);
				if (wide > 1)
					TILE_PRODUCT(1, 4, 7);
				if (tall > 1)
					TILE_PRODUCT(2, 5, 6);
				if (tall > 1 && wide > 1)
					TILE_PRODUCT(3, 5, 7);
			}
		}
	TILE_STORE(0, sums, 64 * wide);
	if (wide > 1)
		TILE_STORE(1, sums + 16, 64 * wide);
	if (tall > 1)
		TILE_STORE(2, sums + 256 * wide, 64 * wide);
	if (tall > 1 && wide > 1)
		TILE_STORE(3, sums + 256 * wide + 16, 64 * wide);
	const long left = l->b->count - from, some = left < 16 * tall ? left : 16 * tall;
	if (!l->rows)
		finish(l, from, some, channel, wide, Y, sums);
	else if (l->residual)
		finish(l, from, some, channel, wide, RESIDUAL | Y | ROWS, sums);
	else if (l->y)
		finish(l, from, some, channel, wide, Y | ROWS, sums);
	else
		finish(l, from, some, channel, wide, ROWS, sums);
}

// convolve is a layer on one sample. Weights go round the outer loop: those of 32
// channels stay in the first-level cache while the board goes by.
static void convolve(const struct layer *l, float *sums)
{
	const long taps = l->b->side * l->b->side, size = taps * l->deep * 16;
	const uint16_t *w = l->weights;
	for (long c = 0; c < l->out;) {
		long from = 0;
		if (c + 32 <= l->out) {
			for (; from + 16 < l->b->count; from += 32)
				block(l, from, 2, c, 2, w, sums);
			if (from < l->b->count)
				block(l, from, 1, c, 2, w, sums);
			c += 32, w += 2 * size;
		} else {
			for (; from + 16 < l->b->count; from += 32)
				block(l, from, 2, c, 1, w, sums);
			if (from < l->b->count)
				block(l, from, 1, c, 1, w, sums);
			c += 16, w += size;
		}
	}
}

// pool gives the maxima of the first `pooled` channels over the cells, then their
// means, cut off below zero.
static void pool(long cells, long width, long pooled, const float *x, float *global)
{
	for (long c = 0; c < pooled; c += 16) {
		v16 most = load(x + c), sum = most;
		for (long i = 1; i < cells; i++) {
			const v16 v = load(x + i * width + c);
			const i16 more = v > most;
			most = (v16)((more & (i16)v) | (~more & (i16)most));
			sum += v;
		}
		most = positive(most), sum = positive(sum / (float)cells);
		for (long i = 0; i < 16 && c + i < pooled; i++)
			global[c + i] = most[i], global[pooled + c + i] = sum[i];
	}
}

// pooled_init gives what pooled planes add to a convolution, and its bias, by class of
// cells. A plane that is the same number everywhere adds the number times the weights
// of those taps that are on the board; masks[class] has a bit for each.
static void pooled_init(long taps, long width, long count, long classes, const uint64_t *masks, const float *w,
	const float *bias, const float *global, float *init, float *by_tap)
{
	for (long tap = 0; tap < taps; tap++, w += count * width)
		for (long c = 0; c < width; c += 64) {
			v16 acc[4] = {0};
			const long wide = width - c < 64 ? (width - c) / 16 : 4;
			if (wide == 4) {
				for (long j = 0; j < count; j++) {
					const float *at = w + j * width + c;
					_Pragma("GCC unroll 4") for (int v = 0; v < 4; v++) acc[v] += global[j] * load(at + 16 * v);
				}
			} else {
				for (long j = 0; j < count; j++)
					for (long v = 0; v < wide; v++)
						acc[v] += global[j] * load(w + j * width + c + 16 * v);
			}
			for (long v = 0; v < wide; v++)
				store(by_tap + tap * width + c + 16 * v, acc[v]);
		}
	for (long k = 0; k < classes; k++)
		for (long c = 0; c < width; c += 16, init += 16) {
			v16 v = load(bias + c);
			for (long tap = 0; tap < taps; tap++)
				if (masks[k] >> tap & 1)
					v += load(by_tap + tap * width + c);
			store(init, v);
		}
}

// Scratch is handed out in cache lines.
INLINE float *take(float **scratch, long floats)
{
	float *at = *scratch;
	*scratch += ROUND(floats, 16);
	return at;
}

enum { SUMS = 32 * 32 };

void NAME(conv)(long n, const int64_t *shape, const uint16_t *halves, const float *bias, const float *in, float *out, float *scratch)
{
	const struct board b = board(shape);
	const long deep = ROUND(shape[AMX_IN], 32), wide = ROUND(shape[AMX_OUT], 16);
	float *sums = take(&scratch, SUMS);
	uint16_t *rows = (uint16_t *)take(&scratch, b.buffer * deep / 2);
	float *y = take(&scratch, b.cells * wide);
	memset(rows, 0, b.buffer * deep * sizeof *rows);
	const struct layer l = {.b = &b, .deep = deep, .out = wide, .weights = halves, .init = bias, .in = rows, .y = y};
	TILE_BEGIN();
	for (long s = 0; s < n; s++) {
		to_rows(&b, shape[AMX_IN], deep, in + s * shape[AMX_IN] * b.cells, rows);
		convolve(&l, sums);
		from_cells(b.cells, shape[AMX_OUT], wide, 0, y, out + s * shape[AMX_OUT] * b.cells);
	}
	TILE_END();
}

void NAME(tower)(long n, const int64_t *shape, const int32_t *classes, const uint64_t *masks, const uint16_t *halves,
	const float *singles, const float *in, float *out, float *scratch)
{
	const struct board b = board(shape);
	const long in_deep = ROUND(shape[AMX_IN], 32), width = ROUND(shape[AMX_OUT], 16), deep = ROUND(width, 32);
	const long taps = b.side * b.side, pooled = shape[AMX_POOLED];
	float *sums = take(&scratch, SUMS);
	uint16_t *planes = (uint16_t *)take(&scratch, b.buffer * in_deep / 2);
	uint16_t *first = (uint16_t *)take(&scratch, b.buffer * deep / 2);
	uint16_t *second = (uint16_t *)take(&scratch, b.buffer * deep / 2);
	float *x = take(&scratch, b.cells * width);
	float *global = take(&scratch, 2 * pooled);
	float *init = take(&scratch, shape[AMX_CLASSES] * width);
	float *by_tap = take(&scratch, taps * width);
	memset(planes, 0, b.buffer * in_deep * sizeof *planes);
	memset(first, 0, b.buffer * deep * sizeof *first);
	memset(second, 0, b.buffer * deep * sizeof *second);
	TILE_BEGIN();
	for (long s = 0; s < n; s++) {
		uint16_t *from = first, *to = second, *swap;
		const uint16_t *w = halves;
		const float *f = singles;
		to_rows(&b, shape[AMX_IN], in_deep, in + s * shape[AMX_IN] * b.cells, planes);
		struct layer l = {.b = &b, .deep = in_deep, .out = width, .weights = w, .init = f, .in = planes, .y = x, .rows = from, .rows_deep = deep};
		convolve(&l, sums);
		w += taps * in_deep * width, f += width;
		l.deep = deep;
		for (long i = 0; i < shape[AMX_BLOCKS]; i++)
			for (long j = 0; j < shape[AMX_CONVS]; j++) {
				l.init = f, l.classes = 0;
				if (j == 0 && pooled) {
					const float *bias = f + taps * 2 * pooled * width;
					pool(b.cells, width, pooled, x, global);
					pooled_init(taps, width, 2 * pooled, shape[AMX_CLASSES], masks, f, bias, global, init, by_tap);
					l.init = init, l.classes = classes, f = bias;
				}
				l.weights = w, l.in = from, l.rows = to;
				l.residual = l.y = j == shape[AMX_CONVS] - 1 ? x : 0;
				convolve(&l, sums);
				w += taps * deep * width, f += width;
				swap = from, from = to, to = swap;
			}
		from_cells(b.cells, shape[AMX_OUT], width, 1, x, out + s * shape[AMX_OUT] * b.cells);
	}
	TILE_END();
}
