package kernel

/*
#cgo noescape lk_norm_sums
#cgo nocallback lk_norm_sums
#cgo noescape lk_norm_back
#cgo nocallback lk_norm_back
#cgo noescape lk_mask
#cgo nocallback lk_mask
#cgo noescape lk_mask_add
#cgo nocallback lk_mask_add
#cgo noescape lk_conv_weights
#cgo nocallback lk_conv_weights
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
	if err := checkTower(&t.t, dW); err != nil {
		panic("kernel: gradients of a " + err.Error())
	}
	want("the gradient of a trainer's output", dOut, n*t.t.Width*t.b.cells)
	if dIn != nil {
		want("the gradient of a trainer's input", dIn, n*t.t.In.Size())
	}
	l, cells, wide := C.int(t.level), t.b.cells, t.wide
	board := cells * wide
	step := chunk(n, cells, wide)
	top := t.x[t.t.Blocks]
	t.each(step, func(_ *worker, at, m int) {
		C.lk_to_last(l, C.long(m), C.long(t.t.Width), C.long(cells), C.long(wide), ptr(dOut[at*t.t.Width*cells:]), ptr(t.dx[at*board:]))
		C.lk_mask_add(l, C.long(m*cells), C.long(wide), ptr(top[at*board:]), nil, ptr(t.dx[at*board:]))
	})
	for i := len(t.convs) - 1; i >= 0; i-- {
		first, last, blk := false, true, 0
		if i > 0 {
			first, last, blk = t.first(i)
		}
		dz := t.dh // the gradient of the batch norm's output; dy takes its place in dh
		if last {
			dz = t.dx
		}
		abc := t.normBack(i, dz, w[5*i+1], dW[5*i+1], dW[5*i+2])
		all := t.t.Inputs(i)
		cin := all
		if i > 0 {
			cin = t.t.Width
		}
		inWide := padded(cin)
		taps := t.b.taps
		var packed []float32
		if i > 0 || dIn != nil {
			packed = t.packed[:padded(cin)*padded4(t.t.Width)*taps]
			packWeightsTo(t.level, cin, t.t.Width, taps, taps, all*taps, true, w[5*i], nil, packed)
		}
		if all > cin {
			pooledWeights(w[5*i], nil, t.t.Width, cin, all, taps, t.pooled)
		}
		for _, k := range t.workers {
			clear(k.dw[:taps*inWide*wide])
			clear(k.dwp)
		}
		c := t.convs[i]
		t.each(step, func(k *worker, at, m int) {
			rows, dy, h := C.long(m*cells), t.dh[at*board:], k.h
			C.lk_norm_back(l, rows, C.long(wide), ptr(dz[at*board:]), ptr(c.y[at*board:]), ptr(abc), ptr(dy))
			switch {
			case i == 0:
				h = t.input[at*cells*t.in:]
			case first:
				C.lk_affine(l, rows, C.long(wide), nil, nil, nil, ptr(t.x[blk][at*board:]), 1, ptr(h))
			default:
				p := t.convs[i-1]
				C.lk_affine(l, rows, C.long(wide), ptr(p.y[at*board:]), ptr(p.a), ptr(p.b), nil, 1, ptr(h))
			}
			C.lk_conv_weights(l, C.long(m), C.long(t.b.height), C.long(t.b.width), C.long(t.b.side), C.long(inWide), C.long(wide),
				ptr(h), ptr(dy), ptr(k.dw), ptr(k.tmp))
			if first && t.t.Pooled > 0 {
				g, _ := t.poolOf(blk, at, m)
				C.lk_pool_weights(l, C.long(m), C.long(cells), C.long(taps), C.long(wide), C.long(t.t.Pooled), C.long(len(t.b.masks)),
					ptr32(t.b.classes), ptr64(t.b.masks), ptr(t.pooled), ptr(dy), ptr(g), ptr(k.dwp), ptr(t.dg[at*2*t.t.Pooled:]), ptr(k.tmp))
			}
			if packed == nil {
				return
			}
			h = k.h
			C.lk_conv(l, C.long(m), C.long(cells), C.long(taps), C.long(t.t.Width), C.long(inWide), ptr32(t.b.offsets), ptr(dy), ptr(packed),
				nil, 0, nil, nil, ptr(h), nil, ptr(k.tmp))
			switch {
			case i == 0:
				C.lk_from_last(l, C.long(m), C.long(cin), C.long(cells), C.long(inWide), 0, ptr(h), ptr(dIn[at*cin*cells:]))
			case first:
				C.lk_mask_add(l, rows, C.long(wide), ptr(t.x[blk][at*board:]), ptr(h), ptr(t.dx[at*board:]))
				if t.t.Pooled > 0 {
					_, arg := t.poolOf(blk, at, m)
					C.lk_pool_back(l, C.long(m), C.long(cells), C.long(wide), C.long(t.t.Pooled), ptr(t.dg[at*2*t.t.Pooled:]), ptr32(arg), ptr(t.dx[at*board:]))
				}
			default:
				p := t.convs[i-1]
				C.lk_mask(l, rows, C.long(wide), ptr(p.y[at*board:]), ptr(p.a), ptr(p.b), ptr(h))
				copy(t.dh[at*board:(at+m)*board], h)
			}
		})
		t.collect(i, cin, all, dW[5*i])
	}
}

// normBack sums up what the gradient of a batch norm needs (Ioffe and Szegedy 2015,
// section 3), stores the gradients of scale and shift, and returns the four rows
// of norm_back.
func (t *Trainer) normBack(conv int, dz, scale, dScale, dShift []float32) []float32 {
	l, cells, wide := C.int(t.level), t.b.cells, t.wide
	c := t.convs[conv]
	abc := aligned(4 * wide)
	copy(abc[3*wide:], c.mean)
	t.each(t.n, func(_ *worker, at, m int) {
		C.lk_norm_sums(l, C.long(m), C.long(cells), C.long(wide), ptr(dz[at*cells*wide:]), ptr(c.y[at*cells*wide:]), ptr(abc[3*wide:]), ptr(t.sums[at*2*wide:]))
	})
	count := float64(t.n * cells)
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
	return abc
}

// collect adds up the workers' gradients of weights, in their order, as (out, in, taps).
func (t *Trainer) collect(conv, cin, all int, dw []float32) {
	taps, wide, inWide := t.b.taps, t.wide, padded(cin)
	first := t.workers[0]
	for _, k := range t.workers[1:] {
		Axpy(t.level, 1, k.dw[:taps*inWide*wide], first.dw[:taps*inWide*wide])
		if all > cin {
			Axpy(t.level, 1, k.dwp, first.dwp)
		}
	}
	for tap := range taps {
		for i := range all {
			var row []float32
			if i < cin {
				row = first.dw[(tap*inWide+i)*wide:]
			} else {
				row = first.dwp[(tap*(all-cin)+i-cin)*wide:]
			}
			for o := range t.t.Width {
				dw[(o*all+i)*taps+tap] = row[o]
			}
		}
	}
}
