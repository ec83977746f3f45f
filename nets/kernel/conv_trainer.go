package kernel

import (
	"fmt"

	"ludens/nets/arch"
)

// ConvTrainer runs a convolution with bias and zero padding on batches, and its gradients. Buffers
// are allocated once. As with Trainer: not for more than one goroutine at a time, goroutines of its
// own for the length of a call, the same results in every run.
type ConvTrainer struct {
	level     Level
	in, out   int
	b         *board
	max, step int
	packed    []float32 // weights, forwards or backwards
	bias      []float32 // padded
	workers   []*convWorker
}

// convWorker is the memory of one goroutine.
type convWorker struct {
	h, d  []float32 // halo boards: the input, the gradient of the output
	y     []float32 // what a convolution gives, by blocks
	dw    []float32 // see convWeights
	pairs []float32 // see conv_weights
}

// NewConvTrainer makes one for batches of at most maxBatch samples that uses up to workers goroutines.
func NewConvTrainer(l Level, in arch.Shape, out, k, maxBatch, workers int) *ConvTrainer {
	if maxBatch < 1 || workers < 1 || out < 1 || in.Size() < 1 || k < 1 || k%2 == 0 {
		panic(fmt.Sprintf("kernel: a convolution of side %d from %+v to %d planes, for %d samples and %d workers", k, in, out, maxBatch, workers))
	}
	c := &ConvTrainer{level: l, in: in.Channels, out: out, b: newBoard(in.Height, in.Width, k), max: maxBatch}
	wideIn, wideOut := padded(c.in), padded(out)
	most := max(wideIn, wideOut)
	c.packed, c.bias = aligned(most*most*c.b.taps), aligned(wideOut)
	workers = min(workers, maxBatch)
	c.step = chunk((maxBatch+workers-1)/workers, c.b.cells, most)
	for range workers {
		c.workers = append(c.workers, &convWorker{
			h: aligned(c.b.halo(l, c.step, wideIn)), d: aligned(c.b.halo(l, c.step, wideOut)), y: aligned(c.step * c.b.cells * most),
			dw: aligned(c.b.taps * wideIn * wideOut), pairs: convWeightsScratch(l, c.b, wideIn, wideOut),
		})
	}
	return c
}

func (c *ConvTrainer) check(n int, x, w, y []float32) {
	if n < 1 || n > c.max {
		panic(fmt.Sprintf("kernel: a batch of %d samples in a convolution for 1…%d", n, c.max))
	}
	want("the input of a convolution", x, n*c.in*c.b.cells)
	want("a convolution's weight", w, c.out*c.in*c.b.taps)
	want("the output of a convolution", y, n*c.out*c.b.cells)
}

// Forward computes y (n × (out, H, W)) of x (n × (in, H, W)) with weight w (out, in, k, k) and a bias.
func (c *ConvTrainer) Forward(n int, x, w, bias, y []float32) {
	c.check(n, x, w, y)
	want("a convolution's bias", bias, c.out)
	copy(c.bias, bias)
	packed := c.packed[:packedFloats(c.level, c.out, c.in, c.b.taps)]
	packWeightsTo(c.level, c.out, c.in, c.b.taps, c.in*c.b.taps, c.b.taps, false, w, nil, packed)
	cells := c.b.cells
	eachShare(len(c.workers), n, c.step, func(i, at, m int) {
		k := c.workers[i]
		toHalo(c.level, c.b, m, c.in, x[at*c.in*cells:], k.h)
		convolve(c.level, c.b, m, c.in, c.out, k.h, packed, c.bias, k.y, y[at*c.out*cells:])
	})
}

// Backward computes the gradients of what Forward computes of x with w, from dy, that of y: dx, and dw (as
// w). Both are overwritten; nil is not wanted.
func (c *ConvTrainer) Backward(n int, x, w, dy, dx, dw []float32) {
	c.check(n, x, w, dy)
	wideIn, wideOut, cells, taps := padded(c.in), padded(c.out), c.b.cells, c.b.taps
	packed := c.packed[:packedFloats(c.level, c.in, c.out, taps)]
	if dx != nil {
		want("the gradient of a convolution's input", dx, n*c.in*cells)
		packWeightsTo(c.level, c.in, c.out, taps, taps, c.in*taps, true, w, nil, packed)
	}
	if dw != nil {
		want("the gradient of a convolution's weight", dw, len(w))
		for _, k := range c.workers {
			clear(k.dw)
		}
	}
	eachShare(len(c.workers), n, c.step, func(i, at, m int) {
		k := c.workers[i]
		toHalo(c.level, c.b, m, c.out, dy[at*c.out*cells:], k.d)
		if dx != nil {
			convolve(c.level, c.b, m, c.out, c.in, k.d, packed, nil, k.y, dx[at*c.in*cells:])
		}
		if dw != nil {
			toHalo(c.level, c.b, m, c.in, x[at*c.in*cells:], k.h)
			convWeights(c.level, c.b, m, wideIn, wideOut, k.h, k.d, k.dw, k.pairs)
		}
	})
	if dw == nil {
		return
	}
	first := c.workers[0].dw
	for _, k := range c.workers[1:] {
		Axpy(c.level, 1, k.dw, first)
	}
	unpackWeights(c.level, c.out, c.in, c.in, taps, first, dw)
}
