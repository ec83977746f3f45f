package kernel

import (
	"fmt"
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
