package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestConvTrainer: with whole numbers there is nothing to round, so that outputs and gradients are those of
// plain sums, on every level and with several workers.
func TestConvTrainer(t *testing.T) {
	levels := append(halves(), single()...)
	for i, s := range amxShapes {
		rng := rand.New(rand.NewPCG(41, uint64(i)))
		const n = 5
		cells, taps := s.in.Cells(), s.k*s.k
		w, bias := whole(rng, s.out*s.in.Channels*taps), whole(rng, s.out)
		x, dy := whole(rng, n*s.in.Size()), whole(rng, n*s.out*cells)
		y, dx, dw := make([]float32, len(dy)), make([]float32, len(x)), make([]float32, len(w))
		for at := range y {
			y[at] = bias[at/cells%s.out]
		}
		for b := range n {
			slowTaps(s.in.Height, s.in.Width, s.k, s.out, s.in.Channels, func(o, c, cell, from, at int) {
				out, in := (b*s.out+o)*cells+cell, (b*s.in.Channels+c)*cells+from
				y[out] += x[in] * w[at]
				dx[in] += dy[out] * w[at]
				dw[at] += dy[out] * x[in]
			})
		}
		for _, l := range levels {
			for _, workers := range []int{1, 3} {
				what := fmt.Sprintf("%v, %d workers, %+v", l, workers, s)
				c := NewConvTrainer(l, s.in, s.out, s.k, n+1, workers)
				for range 2 { // the second time with used buffers
					gotY, gotX, gotW := make([]float32, len(y)), make([]float32, len(x)), make([]float32, len(w))
					c.Forward(n, x, w, bias, gotY)
					c.Backward(n, x, w, dy, gotX, gotW)
					if !slices.Equal(gotY, y) {
						t.Errorf("%s: the output differs", what)
					}
					if !slices.Equal(gotX, dx) {
						t.Errorf("%s: the gradient of the input differs", what)
					}
					if !slices.Equal(gotW, dw) {
						t.Errorf("%s: the gradient of the weight differs", what)
					}
				}
				c.Backward(n, x, w, dy, nil, nil)
			}
		}
	}
}

// TestConvTrainerAlone: what a sample gives, and its gradient, do not depend on the samples beside it, to the bit, and
// nothing is written outside of what is asked for.
func TestConvTrainerAlone(t *testing.T) {
	for i, s := range amxShapes {
		rng := rand.New(rand.NewPCG(42, uint64(i)))
		const n = 4
		size, outSize := s.in.Size(), s.out*s.in.Cells()
		w, bias := normals(rng, s.out*s.in.Channels*s.k*s.k, 1), normals(rng, s.out, 1)
		x, dy := normals(rng, n*size, 1), normals(rng, n*outSize, 1)
		for _, l := range append(halves(), single()...) {
			run := func(n int, x, dy []float32) (y, dx []float32) {
				y, intactY := canary(len(dy))
				dx, intactX := canary(len(x))
				dw, intactW := canary(len(w))
				c := NewConvTrainer(l, s.in, s.out, s.k, n, 2)
				c.Forward(n, x, w, bias, y)
				c.Backward(n, x, w, dy, dx, dw)
				if !intactY() || !intactX() || !intactW() {
					t.Errorf("%v, %+v: written outside of the results", l, s)
				}
				return y, dx
			}
			y, dx := run(n, x, dy)
			for b := range n {
				aloneY, aloneX := run(1, x[b*size:(b+1)*size], dy[b*outSize:(b+1)*outSize])
				if !slices.Equal(aloneY, y[b*outSize:(b+1)*outSize]) || !slices.Equal(aloneX, dx[b*size:(b+1)*size]) {
					t.Errorf("%v, %+v: sample %d is different alone", l, s, b)
				}
			}
		}
	}
}

// TestHaloBorders: what is brought to halo boards, and only that, is there, and their borders stay 0.
func TestHaloBorders(t *testing.T) {
	for _, s := range amxShapes {
		for _, l := range append(halves(), single()...) {
			const n, guard = 3, 64
			b := newBoard(s.in.Height, s.in.Width, s.k)
			size := b.halo(l, n, s.in.Channels)
			in := make([]float32, n*s.in.Size())
			for i := range in {
				in[i] = 1
			}
			h := aligned(size + guard)
			toHalo(l, b, n, s.in.Channels, in, h)
			sum, ones := 0, map[uint32]int{0: 0, 0x3f800000: 1}
			if l.Halves() || l >= portableHalves {
				ones = map[uint32]int{0: 0, 0x3f80: 1, 0x3f800000: 1, 0x3f803f80: 2}
			}
			for i, x := range h {
				k, ok := ones[math.Float32bits(x)]
				if !ok || k > 0 && i >= size {
					t.Fatalf("%v, %+v: place %d of %d is %v", l, s, i, size, x)
				}
				sum += k
			}
			if sum != len(in) {
				t.Errorf("%v, %+v: %d numbers on halo boards, want %d", l, s, sum, len(in))
			}
		}
	}
}
