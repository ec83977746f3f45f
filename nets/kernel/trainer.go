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
	step    int // samples that a worker takes at a time

	wide, in  int // padded channels: of the tower, of its input
	convs     []*layer
	x         [][]float32 // the stream before the first block and after each
	input     []float32   // halo boards
	inputStep int         // from one of them to the next
	dx, dh    []float32   // gradients: of the stream, inside of a block
	g, dg     []float32   // pooled numbers of every block; the gradients of one block's
	arg       []int32     // cells of the maxima
	sums      []float32   // per sample: two rows of channels
	abc       []float32   // see norm_back
	packed    []float32   // weights of the convolution at work
	pooled    []float32   // weights of its pooled planes
}

// layer is a convolution with its batch norm.
type layer struct {
	y              []float32 // the convolution's output
	mean, variance []float32 // variance: unbiased
	a, b, centre   []float32 // batch norm as a·y + b; the mean, padded
	invstd         []float64

	index, in, all       int // number; input channels without and with pooled ones
	first, last          bool
	before               int // block whose stream it reads (first) or is added to (last)
	weight, scale, shift int // parameters
}

// worker is the memory of one goroutine.
type worker struct {
	h, d    []float32 // halo boards: the input of a convolution, the gradient of its output
	out     []float32 // the gradient of the input
	dw, dwp []float32 // gradients of weights, see convWeights; [tap][in][out]
	init    []float32
	tmp     []float32
	pairs   []float32 // see conv_weights
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
	cells, taps, most := o.b.cells, o.b.taps, max(o.wide, o.in)
	full := maxBatch * cells * o.wide
	for i := range t.Depth() {
		c := &layer{index: i, all: t.Inputs(i), in: t.Width, last: i == 0, weight: 5 * i, scale: 5*i + 1, shift: 5*i + 2}
		if i == 0 {
			c.in = c.all
		} else {
			c.before = (i - 1) / t.Convs
			c.first, c.last = (i-1)%t.Convs == 0, (i-1)%t.Convs == t.Convs-1
		}
		c.y, c.mean, c.variance = aligned(full), make([]float32, t.Width), make([]float32, t.Width)
		c.a, c.b, c.centre, c.invstd = aligned(o.wide), aligned(o.wide), aligned(o.wide), make([]float64, t.Width)
		o.convs = append(o.convs, c)
	}
	for range t.Blocks + 1 {
		o.x = append(o.x, aligned(full))
	}
	o.input = aligned(o.b.halo(l, maxBatch, o.in))
	o.inputStep = o.b.halo(l, 2, o.in) - o.b.halo(l, 1, o.in)
	o.dx, o.dh = aligned(full), aligned(full)
	o.g, o.dg = make([]float32, t.Blocks*maxBatch*2*t.Pooled), make([]float32, maxBatch*2*t.Pooled)
	o.arg = make([]int32, t.Blocks*maxBatch*t.Pooled)
	o.sums, o.abc = aligned(maxBatch*2*o.wide), aligned(4*o.wide)
	o.packed = aligned(most * most * taps)
	o.pooled = aligned(taps * 2 * t.Pooled * o.wide)
	workers = min(workers, maxBatch)
	o.step = chunk((maxBatch+workers-1)/workers, cells, 2*o.wide)
	for range workers {
		o.workers = append(o.workers, &worker{
			h: aligned(o.b.halo(l, o.step, o.wide)), d: aligned(o.b.halo(l, o.step, o.wide)), out: aligned(o.step * cells * most),
			dw: aligned(taps * most * o.wide), dwp: aligned(len(o.pooled)),
			init: aligned(o.step * len(o.b.masks) * o.wide), tmp: aligned((len(o.b.masks) + C.LK_TOGETHER*taps) * o.wide),
			pairs: convWeightsScratch(l, o.b, most, o.wide),
		})
	}
	return o
}

// each runs f for every worker's share of the samples, some at a time, and waits.
func (t *Trainer) each(f func(k *worker, at, m int)) {
	eachShare(len(t.workers), t.n, t.step, func(i, at, m int) { f(t.workers[i], at, m) })
}

// eachShare runs f for the shares of n samples that workers have, at most `step` samples at a time, and waits.
func eachShare(workers, n, step int, f func(worker, at, m int)) {
	share := func(i int) int { return n * i / workers }
	run := func(i int) {
		for at, end := share(i), share(i+1); at < end; at += step {
			f(i, at, min(step, end-at))
		}
	}
	var wait sync.WaitGroup
	for i := 1; i < workers; i++ {
		wait.Go(func() { run(i) })
	}
	run(0)
	wait.Wait()
}

func (t *Trainer) check(n int, w [][]float32) {
	if n < 1 || n > t.max {
		panic(fmt.Sprintf("kernel: a batch of %d samples in a trainer for 1…%d", n, t.max))
	}
	if w == nil {
		panic("kernel: a trainer without weights")
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
	l, cells, wide, shape := C.int(t.level), t.b.cells, t.wide, ptrShape(t.b.shape[:])
	board := cells * wide
	for _, c := range t.convs {
		packed := t.packed[:packedFloats(t.level, t.t.Width, c.in, t.b.taps)]
		packWeightsTo(t.level, t.t.Width, c.in, t.b.taps, c.all*t.b.taps, t.b.taps, false, w[c.weight], nil, packed)
		if c.all > c.in {
			pooledWeights(w[c.weight], nil, t.t.Width, c.in, c.all, t.b.taps, t.pooled)
		}
		t.each(func(k *worker, at, m int) {
			x, add := k.h, []float32(nil)
			if c.index == 0 {
				x = t.input[at*t.inputStep:]
				toHalo(t.level, t.b, m, c.in, in[at*c.in*cells:], x)
			} else {
				if c.first {
					t.stream(c.before, at, m, k.h)
				} else {
					t.inputOf(c, k, at, m)
				}
				if c.all > c.in {
					g, arg := t.poolOf(c.before, at, m)
					add = k.init
					C.lk_pool(l, C.long(m), C.long(cells), C.long(wide), C.long(t.t.Pooled), ptr(t.x[c.before][at*board:]), ptr(g), ptr32(arg))
					C.lk_pool_init(l, C.long(m), C.long(t.b.taps), C.long(wide), C.long(t.t.Pooled), C.long(len(t.b.masks)), ptr64(t.b.masks),
						ptr(t.pooled), nil, ptr(g), ptr(add), ptr(k.tmp))
				}
			}
			C.lk_conv(l, C.long(m), shape, C.long(c.in), C.long(wide), ptr(x), ptr(packed),
				ptr(add), C.long(len(t.b.masks)*wide), ptr32(t.b.classes), nil, ptr(c.y[at*board:]), nil)
			C.lk_stats(l, C.long(m), C.long(cells), C.long(wide), ptr(c.y[at*board:]), ptr(t.sums[at*wide:]), ptr(t.sums[(t.max+at)*wide:]))
		})
		t.normalise(c, w[c.scale], w[c.shift])
	}
	t.each(func(_ *worker, at, m int) {
		t.stream(t.t.Blocks, at, m, nil)
		C.lk_from_blocks(l, C.long(m), C.long(t.t.Width), C.long(cells), 1, ptr(t.x[t.t.Blocks][at*board:]), ptr(out[at*t.t.Width*cells:]))
	})
}

// stream computes the stream behind x blocks, and the halo boards of it that the next one's first convolution
// reads, if h is there for them.
func (t *Trainer) stream(x, at, m int, h []float32) {
	p, board := t.convs[x*t.t.Convs], t.b.cells*t.wide
	var from []float32
	if x > 0 {
		from = t.x[x-1][at*board:]
	}
	C.lk_affine(C.int(t.level), C.long(m), ptrShape(t.b.shape[:]), C.long(t.wide), ptr(p.y[at*board:]), ptr(p.a), ptr(p.b), ptr(from),
		ptr(t.x[x][at*board:]), ptr(h))
}

// inputOf computes the halo boards that a convolution but the stem reads, in k.h.
func (t *Trainer) inputOf(c *layer, k *worker, at, m int) {
	l, shape, board := C.int(t.level), ptrShape(t.b.shape[:]), t.b.cells*t.wide
	if c.first {
		C.lk_affine(l, C.long(m), shape, C.long(t.wide), nil, nil, nil, ptr(t.x[c.before][at*board:]), nil, ptr(k.h))
		return
	}
	p := t.convs[c.index-1]
	C.lk_affine(l, C.long(m), shape, C.long(t.wide), ptr(p.y[at*board:]), ptr(p.a), ptr(p.b), nil, nil, ptr(k.h))
}

// poolOf is where the pooled numbers of samples are kept for a block.
func (t *Trainer) poolOf(blk, at, m int) (g []float32, arg []int32) {
	p := t.t.Pooled
	base := blk*t.max + at
	return t.g[base*2*p : (base+m)*2*p], t.arg[base*p : (base+m)*p]
}

// normalise merges the samples' statistics in their order, and folds the batch norm.
func (t *Trainer) normalise(c *layer, scale, shift []float32) {
	cells, count := float64(t.b.cells), float64(t.n*t.b.cells)
	for ch := range t.t.Width {
		var mean, m2 float64
		for s := range t.n {
			mean += float64(t.sums[s*t.wide+ch])
		}
		mean /= float64(t.n)
		for s := range t.n {
			d := float64(t.sums[s*t.wide+ch]) - mean
			m2 += float64(t.sums[(t.max+s)*t.wide+ch]) + cells*d*d
		}
		c.invstd[ch] = 1 / math.Sqrt(m2/count+arch.Epsilon)
		a := float64(scale[ch]) * c.invstd[ch]
		c.a[ch], c.b[ch] = float32(a), float32(float64(shift[ch])-mean*a)
		c.mean[ch], c.centre[ch] = float32(mean), float32(mean)
		c.variance[ch] = float32(m2 / max(1, count-1))
	}
}

// Stats are mean and unbiased variance of a convolution's output over the batch of
// the last Forward, for the running statistics. The slices are the trainer's own.
func (t *Trainer) Stats(conv int) (mean, variance []float32) {
	return t.convs[conv].mean, t.convs[conv].variance
}
