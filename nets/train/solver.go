package train

import (
	"errors"
	"fmt"
	"math"

	"ludens/nets/kernel"

	"gorgonia.org/gorgonia"
)

// ErrDiverged is what a step returns whose gradient is not finite. Nothing has been
// changed by it.
var ErrDiverged = errors.New("train: the gradient is not finite")

// adamW is Adam with decoupled weight decay (Kingma and Ba 2015, algorithm 1;
// Loshchilov and Hutter 2019, algorithm 2) as a gorgonia.Solver: one pass over weights,
// moments and gradients by the kernel; the gradients it leaves clipped. gorgonia's own
// takes a dozen passes, and decays what must not be decayed.
type adamW struct {
	o      *Options // filled
	decays []bool
	m, v   [][]float32
	steps  int64 // done

	rate, norm float64 // of the last step; norm of the whole gradient before clipping
	chunks     []chunk
	sums       []float64   // per chunk
	w, g       [][]float32 // of the step being done
}

var _ gorgonia.Solver = (*adamW)(nil)

// chunk is a piece of a parameter: what a worker does at a time. Sums are over chunks,
// so that they do not depend on the number of workers.
type chunk struct{ param, from, to int }

const chunkSize = 1 << 12

func newAdamW(o *Options, sizes []int, decays []bool) *adamW {
	a := &adamW{o: o, decays: decays, w: make([][]float32, len(sizes)), g: make([][]float32, len(sizes))}
	for i, n := range sizes {
		a.m, a.v = append(a.m, make([]float32, n)), append(a.v, make([]float32, n))
		for from := 0; from < n; from += chunkSize {
			a.chunks = append(a.chunks, chunk{i, from, min(n, from+chunkSize)})
		}
	}
	a.sums = make([]float64, len(a.chunks))
	return a
}

// Step moves the weights. The model must be what the solver was made for, in order.
func (a *adamW) Step(model []gorgonia.ValueGrad) error {
	if len(model) != len(a.m) {
		return fmt.Errorf("train: %d parameters to step, want %d", len(model), len(a.m))
	}
	for i, p := range model {
		grad, err := p.Grad()
		if err != nil {
			return fmt.Errorf("train: gradient of parameter %d: %w", i, err)
		}
		if a.w[i], err = numbers(p.Value()); err == nil {
			a.g[i], err = numbers(grad)
		}
		if err != nil {
			return fmt.Errorf("train: parameter %d: %w", i, err)
		}
		if len(a.w[i]) != len(a.m[i]) || len(a.g[i]) != len(a.m[i]) {
			return fmt.Errorf("train: parameter %d has %d values and %d gradients, want %d", i, len(a.w[i]), len(a.g[i]), len(a.m[i]))
		}
	}
	if a.norm = a.length(); math.IsNaN(a.norm) || math.IsInf(a.norm, 0) {
		return ErrDiverged
	}
	scale := 1.0
	if a.o.Clip > 0 && a.norm > a.o.Clip {
		scale = a.o.Clip / a.norm
	}
	a.rate = a.o.RateAt(a.steps)
	a.steps++
	split(a.o.Workers, len(a.chunks), func(_, from, to int) {
		for _, c := range a.chunks[from:to] {
			a.update(c, float32(scale))
		}
	})
	return nil
}

// length is the norm of the whole gradient.
func (a *adamW) length() float64 {
	split(a.o.Workers, len(a.chunks), func(_, from, to int) {
		for k, c := range a.chunks[from:to] {
			s := 0.0
			for _, g := range a.g[c.param][c.from:c.to] {
				s += float64(g) * float64(g)
			}
			a.sums[from+k] = s
		}
	})
	sum := 0.0
	for _, s := range a.sums {
		sum += s
	}
	return math.Sqrt(sum)
}

func (a *adamW) update(c chunk, scale float32) {
	g := a.g[c.param][c.from:c.to]
	if scale != 1 {
		for i := range g {
			g[i] *= scale
		}
	}
	adam := kernel.Adam{
		Rate: float32(a.rate), Beta1: float32(a.o.Beta1), Beta2: float32(a.o.Beta2), Epsilon: float32(a.o.Epsilon),
		Step: int(a.steps),
	}
	if a.decays[c.param] {
		adam.Decay = float32(a.o.Decay)
	}
	kernel.AdamW(*a.o.Level, a.w[c.param][c.from:c.to], g, a.m[c.param][c.from:c.to], a.v[c.param][c.from:c.to], &adam)
}
