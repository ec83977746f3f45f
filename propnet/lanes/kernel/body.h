// The functions of a level, in the same words as portable.go, random.go and choose.go,
// where the reasons stand. A level defines V, a vector of words; H, vectors to a row;
// NAME, the names of its functions; XOR3 and MAJORITY of three vectors; HIGH16, LOW16 and
// BELOW16 for products of 16 bits.

#define HEADER 4
#define GROUP 8
#define PLANES 16

static inline const V *row(const uint64_t *rows, uint32_t r) { return (const V *)((const char *)rows + ((size_t)r << 6)); }

static inline V zero(void) { return (V){0}; }

// gates runs a run of gates of a shape; with constants for or, a and b the compiler
// makes a loop of its own of it.
static inline __attribute__((always_inline)) const uint32_t *gates(int or, uint32_t a, uint32_t b, uint32_t n, const uint32_t *code, uint64_t *rows) {
	for (; n > 0; n--) {
		V acc[H];
		for (int h = 0; h < H; h++) acc[h] = or ? zero() : ~zero();
		const uint32_t *in = code + 1;
		for (uint32_t i = 0; i < a; i++) {
			const V *x = row(rows, in[i]);
			for (int h = 0; h < H; h++) acc[h] = or ? acc[h] | x[h] : acc[h] & x[h];
		}
		in += a;
		for (uint32_t i = 0; i < b; i++) {
			const V *x = row(rows, in[i]);
			for (int h = 0; h < H; h++) acc[h] = or ? acc[h] | ~x[h] : acc[h] & ~x[h];
		}
		V *to = (V *)row(rows, code[0]);
		for (int h = 0; h < H; h++) to[h] = acc[h];
		code = in + b;
	}
	return code;
}

// watched is gates that tells whether any row has changed.
static const uint32_t *watched(int or, uint32_t a, uint32_t b, uint32_t n, const uint32_t *code, uint64_t *rows, V *changed) {
	for (; n > 0; n--) {
		V acc[H];
		for (int h = 0; h < H; h++) acc[h] = or ? zero() : ~zero();
		const uint32_t *in = code + 1;
		if (or) {
			for (uint32_t i = 0; i < a; i++) for (int h = 0; h < H; h++) acc[h] |= row(rows, in[i])[h];
			in += a;
			for (uint32_t i = 0; i < b; i++) for (int h = 0; h < H; h++) acc[h] |= ~row(rows, in[i])[h];
		} else {
			for (uint32_t i = 0; i < a; i++) for (int h = 0; h < H; h++) acc[h] &= row(rows, in[i])[h];
			in += a;
			for (uint32_t i = 0; i < b; i++) for (int h = 0; h < H; h++) acc[h] &= ~row(rows, in[i])[h];
		}
		V *to = (V *)row(rows, code[0]);
		for (int h = 0; h < H; h++) {
			*changed |= acc[h] ^ to[h];
			to[h] = acc[h];
		}
		code = in + b;
	}
	return code;
}

static inline int any(V x) {
	uint64_t all = 0;
	for (unsigned i = 0; i < sizeof(V) / 8; i++) all |= (uint64_t)x[i];
	return all != 0;
}

static const uint32_t *loop(const uint32_t *code, uint64_t *rows) {
	uint32_t ports = code[1], members = code[2], length = code[3];
	V off[H];
	for (int h = 0; h < H; h++) off[h] = zero();
	code += HEADER;
	for (uint32_t i = 0; i < ports; i++, code += 2) {
		const V *now = row(rows, code[0] >> 1);
		V *kept = (V *)row(rows, code[1]);
		V not = zero() - (V)(zero() + (code[0] & 1));
		for (int h = 0; h < H; h++) {
			V x = now[h] ^ not;
			off[h] |= kept[h] & ~x;
			kept[h] = x;
		}
	}
	int ended = 0;
	for (int h = 0; h < H; h++) ended |= any(off[h]);
	if (ended) {
		for (uint32_t i = 0; i < members; i++) {
			V *x = (V *)row(rows, code[i]);
			for (int h = 0; h < H; h++) x[h] &= ~off[h];
		}
	}
	code += members;
	V changed;
	do {
		changed = zero();
		for (const uint32_t *c = code; c < code + length;)
			c = watched(c[0] == 1, c[1], c[2], c[3], c + HEADER, rows, &changed);
	} while (any(changed));
	return code + length;
}

#define SHAPE(a, b) ((a) << 3 | (b))
#define CASE(a, b) \
	case SHAPE(a, b): \
		code = or ? gates(1, a, b, n, code, rows) : gates(0, a, b, n, code, rows); \
		break;

void NAME(run)(const uint32_t *code, long length, uint64_t *rows) {
	for (const uint32_t *end = code + length; code < end;) {
		if (code[0] == 2) {
			code = loop(code, rows);
			continue;
		}
		int or = code[0] == 1;
		uint32_t a = code[1], b = code[2], n = code[3];
		code += HEADER;
		switch (a < 8 && b < 8 ? SHAPE(a, b) : -1) {
			CASE(2, 0) CASE(1, 1) CASE(0, 2)
			CASE(3, 0) CASE(2, 1) CASE(1, 2) CASE(0, 3)
			CASE(4, 0) CASE(3, 1) CASE(2, 2) CASE(1, 3) CASE(0, 4)
			CASE(5, 0) CASE(4, 1) CASE(6, 0) CASE(7, 0)
		default:
			code = or ? gates(1, a, b, n, code, rows) : gates(0, a, b, n, code, rows);
		}
	}
}

void NAME(move)(const uint32_t *pairs, long length, uint64_t *rows, const uint64_t *hold) {
	const V *held = (const V *)hold;
	for (long i = 0; i < length; i += 2) {
		V *to = (V *)row(rows, pairs[i]);
		const V *from = row(rows, pairs[i + 1] >> 1);
		V not = zero() - (V)(zero() + (pairs[i + 1] & 1));
		for (int h = 0; h < H; h++) to[h] = ((from[h] ^ not) & ~held[h]) | (to[h] & held[h]);
	}
}

// ---- random numbers

static inline uint64_t left(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline V next(struct lanes_random *g, int h) {
	V *s = (V *)g->s;
	V s0 = s[0 * H + h], s1 = s[1 * H + h], s2 = s[2 * H + h], s3 = s[3 * H + h];
	V x = s0 + s3;
	V out = (x << 23 | x >> 41) + s0;
	V t = s1 << 17;
	s2 ^= s0;
	s3 ^= s1;
	s1 ^= s2;
	s0 ^= s3;
	s2 ^= t;
	s3 = s3 << 45 | s3 >> 19;
	s[0 * H + h] = s0, s[1 * H + h] = s1, s[2 * H + h] = s2, s[3 * H + h] = s3;
	return out;
}

static uint64_t once(struct lanes_random *g) {
	uint64_t z = g->again += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

// again draws anew in the elements where that is due.
static __attribute__((noinline)) V again(struct lanes_random *g, V r, V count, V k) {
	for (unsigned w = 0; w < sizeof(V) / 8; w++) {
		for (int at = 0; at < 64; at += 16) {
			uint32_t c = (uint64_t)count[w] >> at & 0xffff;
			uint32_t m = ((uint64_t)r[w] >> at & 0xffff) * c;
			if ((m & 0xffff) >= c) continue;
			for (uint32_t surplus = 0x10000 % c; (m & 0xffff) < surplus;) m = (once(g) & 0xffff) * c;
			k[w] = (k[w] & ~((uint64_t)0xffff << at)) | (uint64_t)(m >> 16) << at;
		}
	}
	return k;
}

#define SWAP(i, j, shift, m) \
	for (int h = 0; h < H; h++) { \
		V x = (t[i][h] >> shift ^ t[j][h]) & (zero() + m); \
		t[j][h] ^= x; \
		t[i][h] ^= x << shift; \
	}

static inline void turn(V t[8][H]) {
	SWAP(0, 4, 4, 0x0f0f0f0f0f0f0f0fu) SWAP(1, 5, 4, 0x0f0f0f0f0f0f0f0fu)
	SWAP(2, 6, 4, 0x0f0f0f0f0f0f0f0fu) SWAP(3, 7, 4, 0x0f0f0f0f0f0f0f0fu)
	SWAP(0, 2, 2, 0x3333333333333333u) SWAP(1, 3, 2, 0x3333333333333333u)
	SWAP(4, 6, 2, 0x3333333333333333u) SWAP(5, 7, 2, 0x3333333333333333u)
	SWAP(0, 1, 1, 0x5555555555555555u) SWAP(2, 3, 1, 0x5555555555555555u)
	SWAP(4, 5, 1, 0x5555555555555555u) SWAP(6, 7, 1, 0x5555555555555555u)
}

// draw writes to out, for every lane, a number below its count.
static void draw(struct lanes_random *g, const V *count, V *out, int planes) {
	V most = zero();
	for (int i = H; i < planes * H; i++) most |= count[i];
	if (!any(most)) {
		for (int i = 0; i < planes * H; i++) out[i] = zero();
		return;
	}
	V low[8][H], high[8][H];
	int wide = planes > 8;
	for (int p = 0; p < 8; p++) {
		for (int h = 0; h < H; h++) {
			low[p][h] = p < planes ? count[p * H + h] : zero();
			high[p][h] = p + 8 < planes ? count[(p + 8) * H + h] : zero();
		}
	}
	turn(low);
	if (wide) turn(high);
	const V even = zero() + 0x00ff00ff00ff00ffu;
	for (int i = 0; i < 8; i++) {
		V l[H], u[H];
		for (int h = 0; h < H; h++) l[h] = u[h] = zero();
		for (int half = 0; half < 16; half += 8) {
			for (int h = 0; h < H; h++) {
				V r = next(g, h);
				V c = low[i][h] >> half & even;
				if (wide) c |= (high[i][h] >> half & even) << 8;
				V k = HIGH16(r, c);
				if (BELOW16(LOW16(r, c), c)) k = again(g, r, c, k);
				l[h] |= (k & even) << half;
				u[h] |= (k >> 8 & even) << half;
			}
		}
		for (int h = 0; h < H; h++) low[i][h] = l[h], high[i][h] = u[h];
	}
	turn(low);
	if (wide) turn(high);
	for (int p = 0; p < planes; p++)
		for (int h = 0; h < H; h++) out[p * H + h] = p < 8 ? low[p][h] : high[p - 8][h];
}

// ---- choosing moves

#define AT(base, i) ((base)[(size_t)(i) * H + h])

static inline V legal(const uint32_t *moves, const uint64_t *rows, long i, int h) {
	uint32_t r = moves[2 * i];
	return row(rows, r >> 1)[h] ^ (zero() - (V)(zero() + (r & 1)));
}

static void count(const uint32_t *moves, long n, const uint32_t *tree, const uint64_t *rows, V *scratch, int h) {
	for (long i = 0; i < n; i += GROUP) {
		V x[GROUP];
		if (i + GROUP <= n) {
			for (int k = 0; k < GROUP; k++) x[k] = legal(moves, rows, i + k, h);
		} else {
			for (int k = 0; k < GROUP; k++) x[k] = i + k < n ? legal(moves, rows, i + k, h) : zero();
		}
		V s1 = XOR3(x[0], x[1], x[2]), c1 = MAJORITY(x[0], x[1], x[2]);
		V s2 = XOR3(x[3], x[4], x[5]), c2 = MAJORITY(x[3], x[4], x[5]);
		V s3 = XOR3(s1, s2, x[6]), c3 = MAJORITY(s1, s2, x[6]);
		V c4 = s3 & x[7];
		V t1 = XOR3(c1, c2, c3), d1 = MAJORITY(c1, c2, c3);
		V d2 = t1 & c4;
		V *to = scratch + i / GROUP * 4 * H;
		AT(to, 0) = s3 ^ x[7];
		AT(to, 1) = t1 ^ c4;
		AT(to, 2) = d1 ^ d2;
		AT(to, 3) = d1 & d2;
	}
	for (uint32_t j = 1; j < tree[1]; j++) {
		const uint32_t *below = tree + 2 + 3 * (j - 1), *here = below + 3;
		uint32_t planes = below[1];
		for (uint32_t i = 0; i < here[0]; i++) {
			const V *a = scratch + ((size_t)below[2] + 2 * i * planes) * H, *b = a + planes * H;
			V *to = scratch + ((size_t)here[2] + i * here[1]) * H;
			V carry = zero();
			if (2 * i + 1 == below[0]) {
				for (uint32_t p = 0; p < planes; p++) AT(to, p) = AT(a, p);
			} else {
				for (uint32_t p = 0; p < planes; p++) {
					V x = AT(a, p), y = AT(b, p);
					AT(to, p) = XOR3(x, y, carry);
					carry = MAJORITY(x, y, carry);
				}
			}
			if (here[1] > planes) AT(to, planes) = carry;
		}
	}
}

static void descend(const uint32_t *moves, long n, const uint32_t *tree, long room, uint64_t *rows, V *scratch, int h) {
	long groups = tree[0];
	V *here = scratch + (room - 3 * PLANES - 2 * groups) * H, *below = here + groups * H;
	V *number = scratch + (room - 3 * PLANES) * H, *on_left = number + PLANES * H, *less = on_left + PLANES * H;
	AT(here, 0) = ~zero();
	for (int j = (int)tree[1] - 2; j >= 0; j--) {
		const uint32_t *l = tree + 2 + 3 * j;
		uint32_t nodes = l[0], planes = l[1], upper = l[4];
		V sum[PLANES];
		for (uint32_t p = 0; p < planes; p++) sum[p] = zero();
		const V *at = scratch + (size_t)l[2] * H;
		for (uint32_t i = 0; i < nodes; i += 2, at += 2 * planes * H) {
			V mask = AT(here, i / 2);
			for (uint32_t p = 0; p < planes; p++) sum[p] |= mask & AT(at, p);
		}
		V borrow = zero();
		for (uint32_t p = 0; p < upper; p++) {
			V x = AT(number, p), y = p < planes ? sum[p] : zero();
			AT(less, p) = XOR3(x, y, borrow);
			borrow = MAJORITY(~x, y, borrow);
		}
		for (uint32_t p = 0; p < upper; p++) AT(number, p) = (AT(number, p) & borrow) | (AT(less, p) & ~borrow);
		for (uint32_t i = 0; i < nodes; i++) AT(below, i) = AT(here, i / 2) & (i & 1 ? ~borrow : borrow);
		V *x = here;
		here = below;
		below = x;
	}
	V n0 = AT(number, 0), n1 = AT(number, 1), n2 = AT(number, 2);
	for (long i = 0; i < n; i += GROUP) {
		V k0 = n0, k1 = n1, k2 = n2, mask = AT(here, i / GROUP);
		for (long k = i; k < i + GROUP && k < n; k++) {
			V x = legal(moves, rows, k, h);
			uint32_t to = moves[2 * k + 1];
			if (to) ((V *)row(rows, to))[h] = x & mask & ~(k0 | k1 | k2);
			V y = x & ~k0;
			k0 ^= x;
			V z = y & ~k1;
			k1 ^= y;
			k2 ^= z;
		}
	}
}

void NAME(choose)(const uint32_t *moves, long n, const uint32_t *tree, long room, uint64_t *rows, uint64_t *scratch_rows, struct lanes_random *g, uint64_t *some) {
	V *scratch = (V *)scratch_rows;
	for (int h = 0; h < H; h++) count(moves, n, tree, rows, scratch, h);
	const uint32_t *top = tree + 2 + 3 * (tree[1] - 1);
	const V *counts = scratch + (size_t)top[2] * H;
	V *to = (V *)some;
	for (int h = 0; h < H; h++) {
		V x = zero();
		for (uint32_t p = 0; p < top[1]; p++) x |= AT(counts, p);
		to[h] = x;
	}
	draw(g, counts, scratch + (room - 3 * PLANES) * H, top[1]);
	for (int h = 0; h < H; h++) descend(moves, n, tree, room, rows, scratch, h);
}
