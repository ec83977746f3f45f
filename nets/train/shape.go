package train

import (
	"math"

	"ludens/nets/kernel"
)

// relu is max(x, 0).
type relu struct {
	level   kernel.Level
	workers int
}

func (r relu) forward(in [][]float32, out []float32) {
	split(r.workers, len(out), func(_, from, to int) { kernel.ReLU(r.level, in[0][from:to], out[from:to]) })
}

func (r relu) backward(_ [][]float32, out, dOut []float32, dIn [][]float32) {
	if dIn[0] == nil {
		return
	}
	split(r.workers, len(out), func(_, from, to int) {
		y, g, dx := out[from:to], dOut[from:to], dIn[0][from:to]
		g, dx = g[:len(y)], dx[:len(y)]
		for i, v := range y {
			// All bits if the output is not 0, else none: half of all branches here would be
			// guessed wrong.
			mask := uint32(-int32(math.Float32bits(v)&math.MaxInt32) >> 31)
			dx[i] = math.Float32frombits(math.Float32bits(g[i]) & mask)
		}
	})
}

// concat puts the samples' parts one after the other; sizes are those of the parts.
type concat[T float] struct {
	n     int
	sizes []int
}

func (c concat[T]) each(f func(part, at, from, size int)) {
	at := 0
	for n := range c.n {
		for k, size := range c.sizes {
			f(k, at, n*size, size)
			at += size
		}
	}
}

func (c concat[T]) forward(in [][]T, out []T) {
	c.each(func(part, at, from, size int) { copy(out[at:at+size], in[part][from:]) })
}

func (c concat[T]) backward(_ [][]T, _, dOut []T, dIn [][]T) {
	c.each(func(part, at, from, size int) {
		if dIn[part] != nil {
			copy(dIn[part][from:from+size], dOut[at:])
		}
	})
}

// cut leaves out the last cell of every plane; planes counts those of all samples.
type cut[T float] struct{ planes, cells int }

func (c cut[T]) forward(in [][]T, out []T) {
	for p := range c.planes {
		copy(out[p*(c.cells-1):(p+1)*(c.cells-1)], in[0][p*c.cells:])
	}
}

func (c cut[T]) backward(_ [][]T, _, dOut []T, dIn [][]T) {
	if dIn[0] == nil {
		return
	}
	for p := range c.planes {
		copy(dIn[0][p*c.cells:(p+1)*c.cells-1], dOut[p*(c.cells-1):])
		dIn[0][(p+1)*c.cells-1] = 0
	}
}

// pool gives per channel the mean over the cells and, with largest, before all means,
// per channel the maximum (arch.OpPool; without, arch.OpMean).
type pool[T float] struct {
	n, channels, cells int
	largest            bool
	at                 []int32 // of the maximum, per sample and channel: the first of equals
}

func newPool[T float](n, channels, cells int, largest bool) *pool[T] {
	return &pool[T]{n: n, channels: channels, cells: cells, largest: largest, at: make([]int32, n*channels)}
}

func (p *pool[T]) forward(in [][]T, out []T) {
	for n := range p.n {
		for c := range p.channels {
			row := in[0][(n*p.channels+c)*p.cells:][:p.cells]
			best, sum := 0, T(0)
			for i, v := range row {
				sum += v
				if v > row[best] {
					best = i
				}
			}
			if !p.largest {
				out[n*p.channels+c] = sum / T(p.cells)
				continue
			}
			p.at[n*p.channels+c] = int32(best)
			out[2*n*p.channels+c] = row[best]
			out[(2*n+1)*p.channels+c] = sum / T(p.cells)
		}
	}
}

func (p *pool[T]) backward(_ [][]T, _, dOut []T, dIn [][]T) {
	if dIn[0] == nil {
		return
	}
	for n := range p.n {
		for c := range p.channels {
			row := dIn[0][(n*p.channels+c)*p.cells:][:p.cells]
			mean := n*p.channels + c
			if p.largest {
				mean = (2*n+1)*p.channels + c
			}
			g := dOut[mean] / T(p.cells)
			for i := range row {
				row[i] = g
			}
			if p.largest {
				row[p.at[n*p.channels+c]] += dOut[2*n*p.channels+c]
			}
		}
	}
}
