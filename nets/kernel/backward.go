package kernel

/*
#cgo noescape lk_to_blocks
#cgo nocallback lk_to_blocks
#cgo noescape lk_norm_sums
#cgo nocallback lk_norm_sums
#cgo noescape lk_norm_back
#cgo nocallback lk_norm_back
#cgo noescape lk_mask_add
#cgo nocallback lk_mask_add
#cgo noescape lk_conv_weights
#cgo nocallback lk_conv_weights
#cgo noescape lk_unpack_weights
#cgo nocallback lk_unpack_weights
#cgo noescape lk_pool_weights
#cgo nocallback lk_pool_weights
#cgo noescape lk_pool_back
#cgo nocallback lk_pool_back
#include "dispatch.h"
*/
import "C"

// Backward computes the gradients for the batch of the last Forward, which had the
// same w: dOut is the gradient of its out; dW (as w; the two entries of running
// statistics are left alone) and dIn (nil if not wanted) are overwritten.
func (t *Trainer) Backward(n int, w [][]float32, dOut []float32, dW [][]float32, dIn []float32) {
	t.check(n, w)
	if n != t.n {
		panic("kernel: Backward for another batch than Forward")
	}
	t.check(n, dW)
	want("the gradient of a trainer's output", dOut, n*t.t.Width*t.b.cells)
	if dIn != nil {
		want("the gradient of a trainer's input", dIn, n*t.t.In.Size())
	}
	l, cells, wide := C.int(t.level), t.b.cells, t.wide
	board := cells * wide
	t.each(func(_ *worker, at, m int) {
		dx := t.dx[at*board:]
		C.lk_to_blocks(l, C.long(m), C.long(t.t.Width), C.long(cells), ptr(dOut[at*t.t.Width*cells:]), ptr(dx))
		C.lk_mask_add(l, C.long(m*board), ptr(t.x[t.t.Blocks][at*board:]), nil, ptr(dx))
		t.normSums(t.convs[len(t.convs)-1], at, m)
	})
	for i := len(t.convs) - 1; i >= 0; i-- {
		c := t.convs[i]
		t.normBack(c, w[c.scale], dW[c.scale], dW[c.shift])
		var packed []float32
		if i > 0 || dIn != nil {
			packed = t.packed[:packedFloats(t.level, c.in, t.t.Width, t.b.taps)]
			packWeightsTo(t.level, c.in, t.t.Width, t.b.taps, t.b.taps, c.all*t.b.taps, true, w[c.weight], nil, packed)
		}
		if c.all > c.in {
			pooledWeights(w[c.weight], nil, t.t.Width, c.in, c.all, t.b.taps, t.pooled)
		}
		for _, k := range t.workers {
			clear(k.dw[:t.b.taps*padded(c.in)*wide])
			clear(k.dwp)
		}
		t.each(func(k *worker, at, m int) { t.backConv(c, k, at, m, packed, dIn) })
		t.collect(c, dW[c.weight])
	}
}

// gradOf is the gradient of a batch norm's output.
func (t *Trainer) gradOf(c *layer) []float32 {
	if c.last {
		return t.dx
	}
	return t.dh
}

// backConv does the gradients of one convolution for m samples: of its weights, of
// its input, and the sums that the batch norm before it needs.
func (t *Trainer) backConv(c *layer, k *worker, at, m int, packed, dIn []float32) {
	l, cells, wide, shape := C.int(t.level), t.b.cells, t.wide, ptrShape(t.b.shape[:])
	board, inWide := cells*wide, padded(c.in)
	C.lk_norm_back(l, C.long(m), shape, C.long(wide), ptr(t.gradOf(c)[at*board:]), ptr(c.y[at*board:]), ptr(t.abc), ptr(k.d))
	h := k.h
	if c.index == 0 {
		h = t.input[at*t.inputStep:]
	} else {
		t.inputOf(c, k, at, m)
	}
	convWeights(t.level, t.b, m, inWide, wide, h, k.d, k.dw, k.pairs)
	if packed == nil {
		return
	}
	out := k.out
	if c.index > 0 && !c.first {
		out = t.dh[at*board:]
	}
	C.lk_conv(l, C.long(m), shape, C.long(t.t.Width), C.long(inWide), ptr(k.d), ptr(packed), nil, 0, nil, nil, ptr(out), nil)
	if c.index == 0 {
		C.lk_from_blocks(l, C.long(m), C.long(c.in), C.long(cells), 0, ptr(out), ptr(dIn[at*c.in*cells:]))
		return
	}
	if c.first {
		C.lk_mask_add(l, C.long(m*board), ptr(t.x[c.before][at*board:]), ptr(out), ptr(t.dx[at*board:]))
		if p := t.t.Pooled; p > 0 {
			g, arg := t.poolOf(c.before, at, m)
			dg := ptr(t.dg[at*2*p:])
			C.lk_pool_weights(l, C.long(m), shape, C.long(wide), C.long(p), C.long(len(t.b.masks)), ptr32(t.b.classes), ptr64(t.b.masks),
				ptr(t.pooled), ptr(k.d), ptr(g), ptr(k.dwp), dg, ptr(k.tmp))
			C.lk_pool_back(l, C.long(m), C.long(cells), C.long(wide), C.long(p), dg, ptr32(arg), ptr(t.dx[at*board:]))
		}
	}
	t.normSums(t.convs[c.index-1], at, m)
}

// convWeights adds to dw the gradients of the weights of a convolution of n samples, in an order that unpackWeights
// knows.
func convWeights(l Level, b *board, n, in, out int, h, d, dw, scratch []float32) {
	C.lk_conv_weights(C.int(l), C.long(n), ptrShape(b.shape[:]), C.long(in), C.long(out), ptr(h), ptr(d), ptr(dw), ptr(scratch))
}

// convWeightsScratch is what convWeights needs of scratch.
func convWeightsScratch(l Level, b *board, in, out int) []float32 {
	return aligned(int(C.lk_conv_weights_floats(C.int(l), ptrShape(b.shape[:]), C.long(in), C.long(out))))
}

// normSums computes what normBack merges; inside of a block, it first masks the
// gradient by the ReLU that follows the batch norm.
func (t *Trainer) normSums(c *layer, at, m int) {
	board := t.b.cells * t.wide
	var a, b []float32
	if !c.last {
		a, b = c.a, c.b
	}
	C.lk_norm_sums(C.int(t.level), C.long(m), C.long(t.b.cells), C.long(t.wide), ptr(t.gradOf(c)[at*board:]), ptr(c.y[at*board:]),
		ptr(c.centre), ptr(a), ptr(b), ptr(t.sums[at*2*t.wide:]))
}

// normBack merges the sums in the order of samples, stores the gradients of scale and
// shift, and sets up the gradient of a batch norm (Ioffe and Szegedy 2015, section 3).
func (t *Trainer) normBack(c *layer, scale, dScale, dShift []float32) {
	wide, abc := t.wide, t.abc
	copy(abc[3*wide:], c.centre)
	count := float64(t.n * t.b.cells)
	for ch := range t.t.Width {
		var sum, dot float64
		for s := range t.n {
			sum += float64(t.sums[s*2*wide+ch])
			dot += float64(t.sums[(s*2+1)*wide+ch])
		}
		i := c.invstd[ch]
		dShift[ch], dScale[ch] = float32(sum), float32(dot*i)
		a := float64(scale[ch]) * i
		abc[ch], abc[wide+ch], abc[2*wide+ch] = float32(a), float32(-a*i*i*dot/count), float32(-a*sum/count)
	}
}

// collect adds up the workers' gradients of weights, in their order, as (out, in, taps).
func (t *Trainer) collect(c *layer, dw []float32) {
	taps, wide, inWide := t.b.taps, t.wide, padded(c.in)
	first := t.workers[0]
	for _, k := range t.workers[1:] {
		Axpy(t.level, 1, k.dw[:taps*inWide*wide], first.dw[:taps*inWide*wide])
		if c.all > c.in {
			Axpy(t.level, 1, k.dwp, first.dwp)
		}
	}
	unpackWeights(t.level, t.t.Width, c.in, c.all, taps, first.dw, dw)
	if p := c.all - c.in; p > 0 {
		unpackFrom(t.level, t.t.Width, p, [3]int{p * wide, wide, 1}, c.in, c.all, taps, first.dwp, dw)
	}
}

// unpackWeights brings gradients from the order of convWeights, [tap][in][out] or on tiles [tap][out][in], padded,
// to those of the first inputs of (out, all, taps).
func unpackWeights(l Level, out, in, all, taps int, dw, to []float32) {
	wideIn, wideOut := padded(in), padded(out)
	by := [3]int{wideIn * wideOut, wideOut, 1}
	if l.tiles() {
		by = [3]int{wideIn * wideOut, 1, wideIn}
	}
	unpackFrom(l, out, in, by, 0, all, taps, dw, to)
}

// unpackFrom brings gradients that are so far apart by taps, inputs and outputs to those of the inputs from i0 on of
// (out, all, taps).
func unpackFrom(l Level, out, in int, by [3]int, i0, all, taps int, dw, to []float32) {
	C.lk_unpack_weights(C.int(l), C.long(out), C.long(in), C.long(by[0]), C.long(by[1]), C.long(by[2]), C.long(i0), C.long(all),
		C.long(taps), ptr(dw), ptr(to))
}
