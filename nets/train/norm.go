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
	x, scale, shift := in[0], in[1], in[2]
	split(l.workers, l.n, func(_, from, to int) {
		for n := from; n < to; n++ {
			mean, inverse := l.mean[n*l.cells:][:l.cells], l.inverse[n*l.cells:][:l.cells]
			clear(mean)
			clear(inverse)
			sample := x[n*l.channels*l.cells:][:l.channels*l.cells]
			for c := range l.channels {
				for i, v := range sample[c*l.cells : (c+1)*l.cells] {
					mean[i] += v
				}
			}
			for i := range mean {
				mean[i] /= T(l.channels)
			}
			for c := range l.channels {
				for i, v := range sample[c*l.cells : (c+1)*l.cells] {
					inverse[i] += (v - mean[i]) * (v - mean[i])
				}
			}
			for i, v := range inverse {
				inverse[i] = T(1 / math.Sqrt(float64(v)/float64(l.channels)+arch.Epsilon))
			}
			for c := range l.channels {
				y := out[(n*l.channels+c)*l.cells:][:l.cells]
				for i, v := range sample[c*l.cells : (c+1)*l.cells] {
					y[i] = (v-mean[i])*inverse[i]*scale[c] + shift[c]
				}
			}
		}
	})
}

func (l *layerNorm[T]) backward(in [][]T, _, dOut []T, dIn [][]T) {
	x, scale := in[0], in[1]
	split(l.workers, l.n, func(worker, from, to int) {
		s, d := l.sums[worker][:l.cells], l.sums[worker][l.cells:2*l.cells]
		dScale, dShift := l.sums[worker][2*l.cells:][:l.channels], l.sums[worker][2*l.cells+l.channels:]
		clear(dScale)
		clear(dShift)
		for n := from; n < to; n++ {
			mean, inverse := l.mean[n*l.cells:][:l.cells], l.inverse[n*l.cells:][:l.cells]
			clear(s)
			clear(d)
			for c := range l.channels {
				at := (n*l.channels + c) * l.cells
				g := dOut[at : at+l.cells]
				a, b := T(0), T(0)
				for i, v := range x[at : at+l.cells] {
					h := (v - mean[i]) * inverse[i]
					a += g[i] * h
					b += g[i]
					s[i] += g[i] * scale[c]
					d[i] += g[i] * scale[c] * h
				}
				dScale[c] += a
				dShift[c] += b
			}
			if dIn[0] == nil {
				continue
			}
			for c := range l.channels {
				at := (n*l.channels + c) * l.cells
				g, y := dOut[at:at+l.cells], dIn[0][at:at+l.cells]
				for i, v := range x[at : at+l.cells] {
					h := (v - mean[i]) * inverse[i]
					y[i] = inverse[i] * (g[i]*scale[c] - (s[i]+h*d[i])/T(l.channels))
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
