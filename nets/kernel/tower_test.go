package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ludens/nets/arch"
)

// towers are shapes that differ in everything a kernel may stumble over.
var towers = []arch.Tower{
	{In: arch.Shape{Channels: 3, Height: 3, Width: 3}, Width: 16, Blocks: 1, Convs: 1, Kernel: 3},
	{In: arch.Shape{Channels: 8, Height: 9, Width: 9}, Width: 32, Blocks: 2, Convs: 2, Kernel: 3, Pooled: 8},
	{In: arch.Shape{Channels: 5, Height: 6, Width: 7}, Width: 20, Blocks: 1, Convs: 2, Kernel: 3, Pooled: 20},
	{In: arch.Shape{Channels: 17, Height: 4, Width: 1}, Width: 48, Blocks: 1, Convs: 3, Kernel: 5, Pooled: 5},
	{In: arch.Shape{Channels: 1, Height: 1, Width: 1}, Width: 1, Blocks: 1, Convs: 1, Kernel: 1, Pooled: 1},
	{In: arch.Shape{Channels: 40, Height: 5, Width: 11}, Width: 7, Blocks: 2, Convs: 1, Kernel: 7, Pooled: 3},
	{In: arch.Shape{Channels: 33, Height: 7, Width: 7}, Width: 64, Blocks: 1, Convs: 2, Kernel: 1, Pooled: 16},
	{In: arch.Shape{Channels: 2, Height: 2, Width: 13}, Width: 24, Blocks: 0, Convs: 2, Kernel: 3},
}

func name(t *arch.Tower) string {
	return fmt.Sprintf("%dx%dx%d-w%d-b%dx%d-k%d-p%d", t.In.Channels, t.In.Height, t.In.Width, t.Width, t.Blocks, t.Convs, t.Kernel, t.Pooled)
}

func normals(rng *rand.Rand, n int, scale float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64() * scale)
	}
	return x
}

// randomTower draws parameters with every scale, shift and statistic away from its
// neutral value.
func randomTower(rng *rand.Rand, t *arch.Tower) [][]float32 {
	var w [][]float32
	for i := range t.Depth() {
		fan := t.Inputs(i) * t.Kernel * t.Kernel
		w = append(w, normals(rng, t.Width*fan, math.Sqrt(2/float64(fan))))
		for range 3 {
			w = append(w, normals(rng, t.Width, 0.5))
		}
		v := make([]float32, t.Width)
		for c := range v {
			v[c] = 0.2 + rng.Float32()
		}
		for c := range w[5*i+1] {
			w[5*i+1][c]++
		}
		w = append(w, v)
	}
	return w
}

// near holds got against want, relative to want's largest value, and that at least
// 0.01: where a batch norm undoes what a weight does, its gradient is what is left of
// terms of order 1.
func near(t *testing.T, what string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	scale, worst, at := 1e-2, -1.0, 0
	for i := range want {
		scale = math.Max(scale, math.Abs(want[i]))
		if d := math.Abs(float64(got[i]) - want[i]); d > worst || math.IsNaN(d) {
			worst, at = d, i
		}
	}
	if !(worst <= tolerance*scale) {
		t.Errorf("%s: number %d is %g, want %g: off by %.2g of the scale %g", what, at, got[at], want[at], worst/scale, scale)
	}
}

func TestTowerInference(t *testing.T) {
	for i := range towers {
		shape := &towers[i]
		t.Run(name(shape), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			w := randomTower(rng, shape)
			const n = 3
			in := normals(rng, n*shape.In.Size(), 1)
			cells := shape.In.Cells()
			right := newSlow(shape, w, true).forward(fromFlat(n, shape.In.Channels, cells, in)).flat()
			for _, l := range single() {
				tower, err := NewTower(l, shape, w)
				if err != nil {
					t.Fatal(err)
				}
				out := make([]float32, n*shape.Width*cells)
				tower.Run(n, in, out, new(Scratch))
				near(t, l.String(), out, right, 1e-4)
			}
		})
	}
}

// single are the supported levels that compute in float32 throughout.
func single() []Level {
	var out []Level
	for _, l := range Supported() {
		if !l.Halves() {
			out = append(out, l)
		}
	}
	return out
}

func TestTrainer(t *testing.T) {
	within := func(t *testing.T, what string, got []float32, want []float64) { near(t, what, got, want, 1e-4) }
	trains(t, 2, 3, single(), within, within)
}

// trains holds levels' outputs and statistics, and their gradients, of batches of n samples against those in float64.
func trains(t *testing.T, seed uint64, n int, levels []Level, forward, backward func(t *testing.T, what string, got []float32, want []float64)) {
	for i := range towers {
		shape := &towers[i]
		t.Run(name(shape), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			w := randomTower(rng, shape)
			cells := shape.In.Cells()
			in, dOut := normals(rng, n*shape.In.Size(), 1), normals(rng, n*shape.Width*cells, 1)
			slow := newSlow(shape, w, false)
			right := slow.forward(fromFlat(n, shape.In.Channels, cells, in)).flat()
			dw, dIn := slow.backward(fromFlat(n, shape.Width, cells, dOut))
			for _, l := range levels {
				for _, workers := range []int{1, 3} {
					tr := NewTrainer(l, shape, n+1, workers)
					what := fmt.Sprintf("%v, %d workers: ", l, workers)
					for range 2 { // the second time with used buffers
						out := make([]float32, len(right))
						tr.Forward(n, in, w, out)
						forward(t, what+"out", out, right)
						gotW, gotIn := make([][]float32, len(w)), make([]float32, len(in))
						for k := range w {
							gotW[k] = make([]float32, len(w[k]))
						}
						tr.Backward(n, w, dOut, gotW, gotIn)
						for c := range shape.Depth() {
							mean, variance := tr.Stats(c)
							forward(t, what+"mean", mean, slow.mean[c])
							unbiased := make([]float64, shape.Width)
							for k, v := range slow.variance[c] {
								unbiased[k] = v * float64(n*cells) / float64(n*cells-1)
							}
							forward(t, what+"variance", variance, unbiased)
						}
						for k := range w {
							backward(t, fmt.Sprintf("%sgradient of parameter %d", what, k), gotW[k], dw[k])
						}
						backward(t, what+"gradient of the input", gotIn, dIn.flat())
					}
				}
			}
		})
	}
}
