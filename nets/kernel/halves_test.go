package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// halves are the levels of bfloat16 in portable C and on emulated tiles, and the processor's if it has them.
func halves() []Level {
	out := []Level{portableHalves, emulatedTiles}
	for _, l := range Supported() {
		if l.Halves() {
			out = append(out, l)
		}
	}
	return out
}

// TestHalvesInference: towers as they are in float64, within what bfloat16 loses, and a sample the same in any batch.
func TestHalvesInference(t *testing.T) {
	for i := range towers {
		shape := &towers[i]
		t.Run(name(shape), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(31, uint64(i)))
			w := randomTower(rng, shape)
			const n = 3
			in := normals(rng, n*shape.In.Size(), 1)
			cells := shape.In.Cells()
			right := newSlow(shape, w, true).forward(fromFlat(n, shape.In.Channels, cells, in)).flat()
			for _, l := range halves() {
				out := runTower(t, l, shape, w, n, in)
				like(t, l.String(), out, right, 2e-2)
				size, outSize := shape.In.Size(), shape.Width*cells
				for s := range n {
					if alone := runTower(t, l, shape, w, 1, in[s*size:(s+1)*size]); !slices.Equal(alone, out[s*outSize:(s+1)*outSize]) {
						t.Errorf("%v: sample %d is different alone", l, s)
					}
				}
			}
		})
	}
}

// TestHalvesExact: with whole numbers there is nothing to round, so that convolutions and the gradients of their
// weights must be what portable C says, bit for bit.
func TestHalvesExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 0))
	for _, s := range amxShapes {
		for _, n := range []int{1, 9} {
			w, bias, in := whole(rng, s.out*s.in.Channels*s.k*s.k), whole(rng, s.out), whole(rng, n*s.in.Size())
			d := whole(rng, n*s.out*s.in.Cells())
			run := func(l Level) (y, dw []float32) {
				y = make([]float32, n*s.out*s.in.Cells())
				NewConv(l, s.in, s.out, s.k, w, bias).Run(n, in, y, new(Scratch))
				b := newBoard(s.in.Height, s.in.Width, s.k)
				wideIn, wideOut := padded(s.in.Channels), padded(s.out)
				h, dy := aligned(b.halo(l, n, wideIn)), aligned(b.halo(l, n, wideOut))
				toHalo(l, b, n, s.in.Channels, in, h)
				toHalo(l, b, n, s.out, d, dy)
				dw, intact := canary(b.taps * wideIn * wideOut)
				clear(dw)
				const guard = 64
				scratch := convWeightsScratch(l, b, wideIn, wideOut)
				size := len(scratch)
				scratch = aligned(size + guard)
				for k := range scratch {
					scratch[k] = float32(math.NaN())
				}
				convWeights(l, b, n, wideIn, wideOut, h, dy, dw, scratch)
				for _, x := range scratch[size:] {
					if x == x {
						t.Fatalf("%v: %+v: written past the scratch", l, s)
					}
				}
				if !intact() {
					t.Fatalf("%v: %+v: written outside of the gradients", l, s)
				}
				unpacked := make([]float32, len(w))
				unpackWeights(l, s.out, s.in.Channels, s.in.Channels, b.taps, dw, unpacked)
				return y, unpacked
			}
			y, dw := run(Portable)
			for _, l := range halves() {
				gotY, gotW := run(l)
				if !slices.Equal(gotY, y) {
					t.Errorf("%v: %+v: a convolution of %d samples differs", l, s, n)
				}
				if !slices.Equal(gotW, dw) {
					t.Errorf("%v: %+v: the gradient of %d samples differs", l, s, n)
				}
			}
		}
	}
}

// flipped is how far gradients may be off: where a number that a ReLU lets pass is nearly zero, rounding decides
// whether its gradient passes, too, which in a batch of twenty cells is much.
const flipped = 0.3

// TestHalvesTrainer: outputs and gradients as they are in float64, within what bfloat16 loses. What it multiplies is
// tested exactly, above.
func TestHalvesTrainer(t *testing.T) {
	trains(t, 32, 5, halves(),
		func(t *testing.T, what string, got []float32, want []float64) { like(t, what, got, want, 3e-2) },
		func(t *testing.T, what string, got []float32, want []float64) { like(t, what, got, want, flipped) })
}

// like holds numbers against what they should be, by the length of the difference relative to theirs. Lengths below a
// hundredth a number are what is left of terms of order 1.
func like(t *testing.T, what string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	diff, size := 0.0, 1e-4*float64(len(want))
	for i := range want {
		d := float64(got[i]) - want[i]
		diff += d * d
		size += want[i] * want[i]
	}
	if off := math.Sqrt(diff / size); !(off <= tolerance) {
		t.Errorf("%s: %.2g off", what, off)
	}
}
