package kernel

/*
#cgo noescape lk_affine
#cgo nocallback lk_affine
#cgo noescape lk_stats
#cgo nocallback lk_stats
#cgo noescape lk_pool
#cgo nocallback lk_pool
#cgo noescape lk_pool_init
#cgo nocallback lk_pool_init
#include "dispatch.h"
*/
import "C"

import (
	"fmt"
	"math"
	"sync"

	"ludens/nets/arch"
)

// Trainer runs a residual tower with the statistics of the batch, and its gradients.
// It keeps the activations of its last Forward for Backward; buffers are allocated
// once. Not for more than one goroutine at a time; it uses goroutines of its own
// for the length of a call. Results depend on the number of workers only by the
// order in which gradients of weights are summed, and are the same in every run.
type Trainer struct {
	level   Level
	t       arch.Tower
	b       *board
	workers []*worker
	max     int // samples
	n       int // samples of the last Forward

	wide, in int // padded channels: of the tower, of its input
	convs    []*layer
	x        [][]float32 // the stream before the first block and after each
	input    []float32
	dx, dh   []float32
	g, dg    []float32 // pooled numbers of every block; the gradients of one block's
	arg      []int32
	sums     []float32 // per sample: two rows of channels
	packed   []float32 // weights of the convolution at work
	pooled   []float32 // weights of its pooled planes
}

// layer is a convolution with its batch norm.
type layer struct {
	y              []float32 // the convolution's output
	mean, variance []float32 // variance: unbiased
	a, b           []float32 // batch norm as a·y + b
	invstd         []float64
}

// worker is the memory of one goroutine.
type worker struct {
	s       Scratch
	h       []float32 // one chunk's input of a convolution
	dw, dwp []float32 // gradients of weights, [tap][in][out]
	init    []float32
	tmp     []float32
}

// NewTrainer makes a trainer for batches of at most maxBatch samples that uses up to
// workers goroutines.
func NewTrainer(l Level, t *arch.Tower, maxBatch, workers int) *Trainer {
	if err := checkTower(t, nil); err != nil {
		panic("kernel: " + err.Error())
	}
	if maxBatch < 1 || workers < 1 {
		panic(fmt.Sprintf("kernel: a trainer for %d samples and %d workers", maxBatch, workers))
	}
	o := &Trainer{
		level: l, t: *t, b: newBoard(t.In.Height, t.In.Width, t.Kernel), max: maxBatch,
		wide: padded(t.Width), in: padded(t.In.Channels),
	}
	cells, most := o.b.cells, max(o.wide, o.in)
	full := maxBatch * cells * o.wide
	for range t.Depth() {
		c := &layer{y: aligned(full), mean: make([]float32, t.Width), variance: make([]float32, t.Width)}
		c.a, c.b, c.invstd = aligned(o.wide), aligned(o.wide), make([]float64, t.Width)
		o.convs = append(o.convs, c)
	}
	for range t.Blocks + 1 {
		o.x = append(o.x, aligned(full))
	}
	o.input = aligned(maxBatch * cells * o.in)
	o.dx, o.dh = aligned(full), aligned(maxBatch*cells*most)
	o.g, o.dg = make([]float32, max(1, t.Blocks)*maxBatch*2*t.Pooled), make([]float32, maxBatch*2*t.Pooled)
	o.arg = make([]int32, max(1, t.Blocks)*maxBatch*t.Pooled)
	o.sums = aligned(maxBatch * 2 * o.wide)
	o.packed = aligned(most * padded(most) * o.b.taps)
	o.pooled = aligned(o.b.taps * 2 * t.Pooled * o.wide)
	for range min(workers, maxBatch) {
		w := &worker{dw: aligned(o.b.taps * most * o.wide), dwp: aligned(len(o.pooled))}
		step := chunk(maxBatch, cells, o.wide)
		w.h = aligned(step * cells * most)
		w.init = aligned(step * len(o.b.masks) * o.wide)
		w.tmp = aligned(max((len(o.b.masks)+o.b.taps)*o.wide, int(C.lk_conv_scratch(C.int(l), C.long(o.b.taps), C.long(most)))))
		o.workers = append(o.workers, w)
	}
	return o
}

// each runs f for every worker's share of the samples, at most step at a time, and
// waits.
func (t *Trainer) each(step int, f func(w *worker, from, n int)) {
	share := func(i int) int { return t.n * i / len(t.workers) }
	run := func(i int) {
		for at, end := share(i), share(i+1); at < end; at += step {
			f(t.workers[i], at, min(step, end-at))
		}
	}
	var wait sync.WaitGroup
	for i := 1; i < len(t.workers); i++ {
		wait.Go(func() { run(i) })
	}
	run(0)
	wait.Wait()
}

// first says whether a convolution begins a block, and of which block it is part.
func (t *Trainer) first(conv int) (first, last bool, blk int) {
	j := (conv - 1) % t.t.Convs
	return j == 0, j == t.t.Convs-1, (conv - 1) / t.t.Convs
}

func (t *Trainer) check(n int, w [][]float32) {
	if n < 1 || n > t.max {
		panic(fmt.Sprintf("kernel: a batch of %d samples in a trainer for 1…%d", n, t.max))
	}
	if err := checkTower(&t.t, w); err != nil {
		panic("kernel: " + err.Error())
	}
}

// Forward computes out (n × (Width, H, W)) of in (n × In) with the statistics of
// this batch; the running statistics in w are not read.
func (t *Trainer) Forward(n int, in []float32, w [][]float32, out []float32) {
	t.check(n, w)
	want("the input of a trainer", in, n*t.t.In.Size())
	want("the output of a trainer", out, n*t.t.Width*t.b.cells)
	t.n = n
	l, cells, wide := C.int(t.level), t.b.cells, t.wide
	board := cells * wide
	step := chunk(n, cells, wide)
	for i, c := range t.convs {
		all := t.t.Inputs(i)
		cin := all
		if i > 0 {
			cin = t.t.Width
		}
		packed := t.packed[:wide*padded4(cin)*t.b.taps]
		packWeightsTo(t.level, t.t.Width, cin, t.b.taps, all*t.b.taps, t.b.taps, false, w[5*i], nil, packed)
		first, last, blk := false, i == 0, 0
		if i > 0 {
			first, last, blk = t.first(i)
		}
		if all > cin {
			pooledWeights(w[5*i], nil, t.t.Width, cin, all, t.b.taps, t.pooled)
		}
		t.each(step, func(k *worker, at, m int) {
			rows := C.long(m * cells)
			x := k.h
			var init *C.float
			var initStride int
			var classes *C.int32_t
			switch {
			case i == 0:
				x = t.input[at*cells*t.in:]
				C.lk_to_last(l, C.long(m), C.long(cin), C.long(cells), C.long(t.in), ptr(in[at*cin*cells:]), ptr(x))
			case first:
				C.lk_affine(l, rows, C.long(wide), nil, nil, nil, ptr(t.x[blk][at*board:]), 1, ptr(x))
				if t.t.Pooled > 0 {
					g, arg := t.poolOf(blk, at, m)
					C.lk_pool(l, C.long(m), C.long(cells), C.long(wide), C.long(t.t.Pooled), ptr(t.x[blk][at*board:]), ptr(g), ptr32(arg))
					C.lk_pool_init(l, C.long(m), C.long(t.b.taps), C.long(wide), C.long(t.t.Pooled), C.long(len(t.b.masks)), ptr64(t.b.masks),
						ptr(t.pooled), nil, ptr(g), ptr(k.init), ptr(k.tmp))
					init, initStride, classes = ptr(k.init), len(t.b.masks)*wide, ptr32(t.b.classes)
				}
			default:
				p := t.convs[i-1]
				C.lk_affine(l, rows, C.long(wide), ptr(p.y[at*board:]), ptr(p.a), ptr(p.b), nil, 1, ptr(x))
			}
			C.lk_conv(l, C.long(m), C.long(cells), C.long(t.b.taps), C.long(cin), C.long(wide), ptr32(t.b.offsets), ptr(x), ptr(packed),
				init, C.long(initStride), classes, nil, ptr(c.y[at*board:]), nil, ptr(k.tmp))
			C.lk_stats(l, C.long(m), C.long(cells), C.long(wide), ptr(c.y[at*board:]), ptr(t.sums[at*wide:]), ptr(t.sums[(t.max+at)*wide:]))
		})
		t.normalise(c, w[5*i+1], w[5*i+2])
		if !last {
			continue
		}
		to := t.x[0]
		if i > 0 {
			to = t.x[blk+1]
		}
		end := i == len(t.convs)-1
		t.each(step, func(_ *worker, at, m int) {
			var from *C.float
			if i > 0 {
				from = ptr(t.x[blk][at*board:])
			}
			C.lk_affine(l, C.long(m*cells), C.long(wide), ptr(c.y[at*board:]), ptr(c.a), ptr(c.b), from, 0, ptr(to[at*board:]))
			if end {
				C.lk_from_last(l, C.long(m), C.long(t.t.Width), C.long(cells), C.long(wide), 1, ptr(to[at*board:]), ptr(out[at*t.t.Width*cells:]))
			}
		})
	}
}

// poolOf is where the pooled numbers of samples are kept for a block.
func (t *Trainer) poolOf(blk, at, m int) (g []float32, arg []int32) {
	p := t.t.Pooled
	base := blk*t.max + at
	return t.g[base*2*p : (base+m)*2*p], t.arg[base*p : (base+m)*p]
}

// normalise merges the samples' statistics in their order, and folds the batch norm.
func (t *Trainer) normalise(c *layer, scale, shift []float32) {
	cells := float64(t.b.cells)
	for ch := range t.t.Width {
		var count, mean, m2 float64
		for s := range t.n {
			m, q := float64(t.sums[s*t.wide+ch]), float64(t.sums[(t.max+s)*t.wide+ch])
			d, all := m-mean, count+cells
			mean += d * cells / all
			m2 += q + d*d*count*cells/all
			count = all
		}
		c.invstd[ch] = 1 / math.Sqrt(m2/count+arch.Epsilon)
		a := float64(scale[ch]) * c.invstd[ch]
		c.a[ch], c.b[ch] = float32(a), float32(float64(shift[ch])-mean*a)
		c.mean[ch] = float32(mean)
		c.variance[ch] = float32(m2 / max(1, count-1))
	}
}

// Stats are mean and unbiased variance of a convolution's output over the batch of
// the last Forward, for the running statistics. The slices are the trainer's own.
func (t *Trainer) Stats(conv int) (mean, variance []float32) {
	return t.convs[conv].mean, t.convs[conv].variance
}
