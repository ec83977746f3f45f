package train

import (
	"math"

	"ludens/nets/arch"
)

// batchNorm is arch.OpBatchNorm with the statistics of the mini-batch. Inputs: x
// (n, channels, cells), scale, shift (channels each: gorgonia's own would make them as
// large as x unless told otherwise).
type batchNorm[T float] struct {
	workers            int
	n, channels, cells int
	mean, variance     []T // of the last forward, per channel; the batch's own variance
	unbiased           []T // the same variance as an estimate, by n-1: for running statistics
}

func newBatchNorm[T float](workers, n, channels, cells int) *batchNorm[T] {
	return &batchNorm[T]{
		workers: workers, n: n, channels: channels, cells: cells,
		mean: make([]T, channels), variance: make([]T, channels), unbiased: make([]T, channels),
	}
}

func (b *batchNorm[T]) forward(in [][]T, out []T) {
	x, scale, shift := in[0], in[1], in[2]
	count := float64(b.n * b.cells)
	split(b.workers, b.channels, func(_, from, to int) {
		sums := make([]float64, to-from)
		b.rows(from, to, func(c, at int) {
			for _, v := range x[at : at+b.cells] {
				sums[c-from] += float64(v)
			}
		})
		for c := from; c < to; c++ {
			b.mean[c] = T(sums[c-from] / count)
		}
		clear(sums)
		b.rows(from, to, func(c, at int) {
			mean := b.mean[c]
			for _, v := range x[at : at+b.cells] {
				sums[c-from] += float64((v - mean) * (v - mean))
			}
		})
		for c := from; c < to; c++ {
			b.variance[c] = T(sums[c-from] / count)
			b.unbiased[c] = T(sums[c-from] / max(1, count-1))
		}
		b.rows(from, to, func(c, at int) {
			k := scale[c] * b.inverse(c)
			mean, base := b.mean[c], shift[c]
			y := out[at : at+b.cells]
			for i, v := range x[at : at+b.cells] {
				y[i] = (v-mean)*k + base
			}
		})
	})
}

// inverse is 1 over the standard deviation.
func (b *batchNorm[T]) inverse(c int) T {
	return T(1 / math.Sqrt(float64(b.variance[c])+arch.Epsilon))
}

// rows calls f for the row of cells of every sample and channel of a range.
func (b *batchNorm[T]) rows(from, to int, f func(channel, at int)) {
	for n := range b.n {
		for c := from; c < to; c++ {
			f(c, (n*b.channels+c)*b.cells)
		}
	}
}

// backward is Ioffe and Szegedy 2015, section 3: the statistics depend on x too.
func (b *batchNorm[T]) backward(in [][]T, _, dOut []T, dIn [][]T) {
	x, scale := in[0], in[1]
	count := T(b.n * b.cells)
	split(b.workers, b.channels, func(_, from, to int) {
		sums, dots := make([]float64, to-from), make([]float64, to-from)
		b.rows(from, to, func(c, at int) {
			mean := b.mean[c]
			s, d := T(0), T(0)
			g := dOut[at : at+b.cells]
			for i, v := range x[at : at+b.cells] {
				s += g[i]
				d += g[i] * (v - mean)
			}
			sums[c-from] += float64(s)
			dots[c-from] += float64(d)
		})
		for c := from; c < to; c++ {
			if dIn[1] != nil {
				dIn[1][c] = T(dots[c-from]) * b.inverse(c)
			}
			if dIn[2] != nil {
				dIn[2][c] = T(sums[c-from])
			}
		}
		dx := dIn[0]
		if dx == nil {
			return
		}
		b.rows(from, to, func(c, at int) {
			inverse := b.inverse(c)
			k := scale[c] * inverse
			mean, s, d := b.mean[c], T(sums[c-from])/count, T(dots[c-from])*inverse*inverse/count
			g, y := dOut[at:at+b.cells], dx[at:at+b.cells]
			for i, v := range x[at : at+b.cells] {
				y[i] = k * (g[i] - s - (v-mean)*d)
			}
		})
	})
}

// layerNorm is arch.OpLayerNorm: over the channels of every cell (Ba, Kiros and
// Hinton 2016). Inputs: x (n, channels, cells), scale, shift (channels each).
type layerNorm[T float] struct {
	workers            int
	n, channels, cells int
	mean, inverse      []T   // (n, cells) of the last forward
	sums               [][]T // per worker: two rows of cells, then gradients of scale and shift
}

func newLayerNorm[T float](workers, n, channels, cells int) *layerNorm[T] {
	l := &layerNorm[T]{
		workers: workers, n: n, channels: channels, cells: cells,
		mean: make([]T, n*cells), inverse: make([]T, n*cells),
	}
	for range workers {
		l.sums = append(l.sums, make([]T, 2*cells+2*channels))
	}
	return l
}

func (l *layerNorm[T]) forward(in [][]T, out []T) {
	split(l.workers, l.n, func(_, from, to int) {
		for n := from; n < to; n++ {
			l.sample(n, in[0], in[1], in[2], out)
		}
	})
}

func (l *layerNorm[T]) sample(n int, x, scale, shift, out []T) {
	cells := l.cells
	mean, inverse := l.mean[n*cells:][:cells], l.inverse[n*cells:][:cells]
	clear(mean)
	clear(inverse)
	row := func(x []T, c int) []T { return x[(n*l.channels+c)*cells:][:cells] }
	for c := range l.channels {
		for i, v := range row(x, c) {
			mean[i] += v
		}
	}
	part := 1 / T(l.channels)
	for i := range mean {
		mean[i] *= part
	}
	for c := range l.channels {
		for i, v := range row(x, c) {
			d := v - mean[i]
			inverse[i] += d * d
		}
	}
	for i, v := range inverse {
		inverse[i] = T(1 / math.Sqrt(float64(v*part)+arch.Epsilon))
	}
	for c := range l.channels {
		y, a, b := row(out, c), scale[c], shift[c]
		for i, v := range row(x, c) {
			y[i] = (v-mean[i])*inverse[i]*a + b
		}
	}
}

func (l *layerNorm[T]) backward(in [][]T, _, dOut []T, dIn [][]T) {
	cells := l.cells
	split(l.workers, l.n, func(worker, from, to int) {
		sums, dots := l.sums[worker][:cells], l.sums[worker][cells:2*cells]
		dScale, dShift := l.sums[worker][2*cells:][:l.channels], l.sums[worker][2*cells+l.channels:]
		clear(dScale)
		clear(dShift)
		for n := from; n < to; n++ {
			mean, inverse := l.mean[n*cells:][:cells], l.inverse[n*cells:][:cells]
			clear(sums)
			clear(dots)
			row := func(x []T, c int) []T { return x[(n*l.channels+c)*cells:][:cells] }
			for c := range l.channels {
				g, k := row(dOut, c), in[1][c]
				a := T(0)
				for i, v := range row(in[0], c) {
					h := (v - mean[i]) * inverse[i]
					a += g[i] * h
					sums[i] += g[i] * k
					dots[i] += g[i] * k * h
				}
				dScale[c] += a
				dShift[c] += total(g)
			}
			if dIn[0] == nil {
				continue
			}
			part := 1 / T(l.channels)
			for i := range sums {
				sums[i] *= part
				dots[i] *= part * inverse[i]
			}
			for c := range l.channels {
				g, y, k := row(dOut, c), row(dIn[0], c), in[1][c]
				for i, v := range row(in[0], c) {
					y[i] = inverse[i] * (g[i]*k - sums[i] - (v-mean[i])*dots[i])
				}
			}
		}
	})
	for k := range 2 {
		if dIn[1+k] == nil {
			continue
		}
		clear(dIn[1+k])
		for _, s := range l.sums[:min(l.workers, l.n)] {
			for c, v := range s[2*l.cells+k*l.channels:][:l.channels] {
				dIn[1+k][c] += v
			}
		}
	}
}
