package kernel

/*
#cgo noescape lk_tower
#cgo nocallback lk_tower
#include "dispatch.h"
*/
import "C"

import (
	"fmt"
	"math"

	"ludens/nets/arch"
)

// Tower is a residual tower for inference with batch norm folded into weights. Safe
// for many goroutines, each with its Scratch.
type Tower struct {
	level   Level
	t       arch.Tower
	b       *board
	shape   []int64
	weights []float32
	size    int // of the input of a sample
	outSize int
	amx     *amxTower // of level AMX, and nothing of the above but the sizes
}

// checkTower reports a shape or parameters that make no tower.
func checkTower(t *arch.Tower, w [][]float32) error {
	if t.In.Channels < 1 || t.In.Height < 1 || t.In.Width < 1 || t.Width < 1 || t.Blocks < 0 || t.Convs < 1 ||
		t.Kernel < 1 || t.Kernel > 7 || t.Kernel%2 == 0 || t.Pooled < 0 || t.Pooled > t.Width {
		return fmt.Errorf("tower: not a tower: %+v", *t)
	}
	if w == nil {
		return nil
	}
	if len(w) != 5*t.Depth() {
		return fmt.Errorf("tower: %d parameters, want %d", len(w), 5*t.Depth())
	}
	for i, p := range w {
		size := t.Width
		if i%5 == 0 {
			size *= t.Inputs(i/5) * t.Kernel * t.Kernel
		}
		if len(p) != size {
			return fmt.Errorf("tower: parameter %d has %d values, want %d", i, len(p), size)
		}
	}
	return nil
}

// NewTower packs a tower for a level: w are the parameters as arch.Tower lists them,
// which are not kept.
func NewTower(l Level, t *arch.Tower, w [][]float32) (*Tower, error) {
	if err := checkTower(t, w); err != nil {
		return nil, err
	}
	o := &Tower{level: l, t: *t, b: newBoard(t.In.Height, t.In.Width, t.Kernel)}
	o.size, o.outSize = t.In.Size(), t.Width*o.b.cells
	if l.tiles() {
		o.amx = newAMXTower(l == emulatedTiles, t, o.b, w)
		return o, nil
	}
	o.shape = []int64{
		int64(t.In.Height), int64(t.In.Width), int64(t.Kernel), int64(t.In.Channels), int64(t.Width), int64(t.Blocks), int64(t.Convs),
		int64(t.Pooled), int64(len(o.b.masks)),
	}
	wide, taps := padded(t.Width), o.b.taps
	total := packedFloats(l, t.Width, t.In.Channels, taps) + wide + t.Blocks*(t.Convs*(packedFloats(l, t.Width, t.Width, taps)+wide)+2*t.Pooled*taps*wide)
	o.weights = aligned(total)
	at := 0
	next := func(n int) []float32 { at += n; return o.weights[at-n : at] }
	for i := range t.Depth() {
		p := w[5*i : 5*i+5]
		scale, shift := fold(p[1], p[2], p[3], p[4])
		all := t.Inputs(i)
		in := all
		if i > 0 {
			in = t.Width
		}
		packWeightsTo(l, t.Width, in, taps, all*taps, taps, false, p[0], scale, next(packedFloats(l, t.Width, in, taps)))
		if all > in {
			pooledWeights(p[0], scale, t.Width, in, all, taps, next(taps*(all-in)*wide))
		}
		copy(next(wide), shift)
	}
	if at != total {
		panic("kernel: a tower's weights do not fill their place")
	}
	return o, nil
}

// fold gives what a batch norm with running statistics multiplies by and adds.
func fold(scale, shift, mean, variance []float32) (a, b []float32) {
	a, b = make([]float32, len(scale)), make([]float32, len(scale))
	for c := range a {
		f := float64(scale[c]) / math.Sqrt(float64(variance[c])+arch.Epsilon)
		a[c] = float32(f)
		b[c] = float32(float64(shift[c]) - float64(mean[c])*f)
	}
	return a, b
}

// pooledWeights takes the weights of the planes in…all out of w (width, all, taps) and
// brings them to [tap][plane][padded width].
func pooledWeights(w, scale []float32, width, in, all, taps int, to []float32) {
	wide := padded(width)
	for from := 0; from < width; from += block { // one cache line of outputs after the other
		for j := in; j < all; j++ {
			for tap := range taps {
				row := to[(tap*(all-in)+j-in)*wide:]
				for o := from; o < min(from+block, width); o++ {
					v := w[(o*all+j)*taps+tap]
					if scale != nil {
						v *= scale[o]
					}
					row[o] = v
				}
			}
		}
	}
}

// Run computes n samples: in n × In, out n × (Width, H, W).
func (t *Tower) Run(n int, in, out []float32, s *Scratch) {
	want("the input of a tower", in, n*t.size)
	want("the output of a tower", out, n*t.outSize)
	if t.amx != nil {
		t.amx.run(n, in, out, s)
		return
	}
	step := chunk(n, t.b.cells, 2*padded(t.t.Width)+max(padded(t.t.Width), padded(t.t.In.Channels)))
	shape := ptrShape(t.shape)
	buf := s.floats(int(C.lk_tower_floats(C.int(t.level), C.long(step), shape)))
	for at := 0; at < n; at += step {
		m := min(step, n-at)
		C.lk_tower(C.int(t.level), C.long(m), shape, ptr32(t.b.classes), ptr64(t.b.masks), ptr(t.weights),
			ptr(in[at*t.size:]), ptr(out[at*t.outSize:]), ptr(buf))
	}
}
