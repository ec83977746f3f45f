// Element by element.

static void relu(long n, const float *x, float *y) {
	long i = 0;
	for (; i + VW <= n; i += VW) store(y + i, max0(load(x + i)));
	for (; i < n; i++) y[i] = x[i] > 0 ? x[i] : 0;
}

// axpy: y += a·x.
static void axpy(long n, float a, const float *x, float *y) {
	long i = 0;
	for (; i + VW <= n; i += VW) store(y + i, load(y + i) + a * load(x + i));
	for (; i < n; i++) y[i] += a * x[i];
}

// add_bias adds the bias (or 0) to every row, then max(·, 0) if relu.
static void add_bias(long rows, long width, const float *bias, int relu, float *y) {
	for (long r = 0; r < rows; r++, y += width) {
		for (long c = 0; c < width; c++) {
			float v = y[c] + (bias ? bias[c] : 0);
			y[c] = relu && v < 0 ? 0 : v;
		}
	}
}

// adamw is one step of Adam with decoupled weight decay (Loshchilov and Hutter 2019,
// algorithm 2): correct1 = 1/(1 − beta1^t), correct2 = 1/(1 − beta2^t).
static void adamw(long n, float *restrict p, const float *restrict g, float *restrict m, float *restrict v,
	float rate, float beta1, float beta2, float eps, float decay, float correct1, float correct2) {
	long i = 0;
#ifdef ROOT
	for (; i + VW <= n; i += VW) {
		V d = load(g + i), x = load(p + i);
		V first = beta1 * load(m + i) + (1 - beta1) * d, second = beta2 * load(v + i) + (1 - beta2) * d * d;
		store(m + i, first);
		store(v + i, second);
		store(p + i, x - rate * (first * correct1 / (ROOT(second * correct2) + eps) + decay * x));
	}
#endif
	for (; i < n; i++) {
		m[i] = beta1 * m[i] + (1 - beta1) * g[i];
		v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
		p[i] -= rate * (m[i] * correct1 / (sqrtf(v[i] * correct2) + eps) + decay * p[i]);
	}
}
