package reference

import (
	"math"
	"testing"

	"ludens/nets/arch"
)

// The numbers of these tests were worked by hand from the definitions in nets/arch.

// one runs a single layer on the input.
func one(in arch.Shape, l arch.Layer, links *arch.Links, x []float32, w ...[]float32) []float64 {
	l.In = []int{0}
	for i := range w {
		l.Params = append(l.Params, i)
	}
	net := &arch.Net{Spec: arch.Spec{In: in}, Layers: []arch.Layer{{Op: arch.OpInput, Out: in}, l}}
	return Layers(net, links, w, x)[1]
}

func equal(t *testing.T, got []float64, want ...float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-6) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestConv(t *testing.T) {
	in := arch.Shape{Channels: 1, Height: 2, Width: 3}
	l := arch.Layer{Op: arch.OpConv, Kernel: 3, Out: in}
	x := []float32{1, 2, 3, 4, 5, 6}
	// A kernel that looks at the cell to the right and, tenfold, at the cell below.
	equal(t, one(in, l, nil, x, []float32{0, 0, 0, 0, 0, 1, 0, 10, 0}, []float32{0.5}),
		2+40+0.5, 3+50+0.5, 0+60+0.5, 5.5, 6.5, 0.5)
	// The upper left neighbour.
	equal(t, one(in, l, nil, x, []float32{1, 0, 0, 0, 0, 0, 0, 0, 0}, []float32{0}), 0, 0, 0, 0, 1, 2)

	// Two channels in, two out, kernel 1: out 0 = a + 2b, out 1 = 3a + 4b − 1.
	two := arch.Shape{Channels: 2, Height: 1, Width: 2}
	w := []float32{1, 2, 3, 4}
	equal(t, one(two, arch.Layer{Op: arch.OpConv, Kernel: 1, Out: two}, nil, []float32{1, 2, 10, 20}, w, []float32{0, -1}), 21, 42, 42, 85)
	equal(t, one(two, arch.Layer{Op: arch.OpNodes, Out: two}, nil, []float32{1, 2, 10, 20}, w, []float32{0, -1}), 21, 42, 42, 85)
}

func TestDense(t *testing.T) {
	in := arch.Shape{Channels: 1, Height: 1, Width: 3}
	equal(t, one(in, arch.Layer{Op: arch.OpDense, Out: arch.Shape{Channels: 2, Height: 1, Width: 1}}, nil,
		[]float32{1, 2, 3}, []float32{1, 10, 100, -1, 0, 1}, []float32{0.25, 0}), 321.25, 2)
}

func TestNorms(t *testing.T) {
	in := arch.Shape{Channels: 2, Height: 1, Width: 2}
	x := []float32{1, 3, 5, 7}
	// Roots are 2 and 1 (ε is in the variance given).
	equal(t, one(in, arch.Layer{Op: arch.OpBatchNorm, Out: in}, nil, x,
		[]float32{4, 1}, []float32{10, 0}, []float32{1, 5}, []float32{4 - 1e-5, 1 - 1e-5}), 10, 14, 0, 2)
	// Cells are (1, 5) and (3, 7): means 3 and 5, deviation 2 both, and ε.
	d := 2 / math.Sqrt(4+1e-5)
	equal(t, one(in, arch.Layer{Op: arch.OpLayerNorm, Out: in}, nil, x, []float32{1, 2}, []float32{0, 1}), -d, -d, 2*d+1, 2*d+1)
}

func TestPointwise(t *testing.T) {
	in := arch.Shape{Channels: 2, Height: 3, Width: 1}
	x := []float32{-1, 2, -6, 3, 4, 5}
	equal(t, one(in, arch.Layer{Op: arch.OpReLU, Out: in}, nil, x), 0, 2, 0, 3, 4, 5)
	equal(t, one(in, arch.Layer{Op: arch.OpPool, Out: arch.Shape{Channels: 4, Height: 1, Width: 1}}, nil, x), 2, 5, -5./3, 4)
	equal(t, one(in, arch.Layer{Op: arch.OpMean, Out: arch.Shape{Channels: 2, Height: 1, Width: 1}}, nil, x), -5./3, 4)
	equal(t, one(in, arch.Layer{Op: arch.OpCut, Out: arch.Shape{Channels: 2, Height: 2, Width: 1}}, nil, x), -1, 2, 3, 4)
}

func TestAggregate(t *testing.T) {
	in := arch.Shape{Channels: 2, Height: 3, Width: 1}
	// Node 0 hears from 1, node 1 from nobody, node 2 from 0 and 1.
	links := &arch.Links{From: []int32{0, 1, 1, 3}, To: []int32{1, 0, 1}}
	equal(t, one(in, arch.Layer{Op: arch.OpAggregate, Out: in}, links, []float32{1, 2, 3, 10, 20, 30}, []float32{0.5}),
		1.5+2, 3, 4.5+3, 15+20, 30, 45+30)
}

func TestConcat(t *testing.T) {
	in := arch.Shape{Channels: 1, Height: 2, Width: 1}
	net := &arch.Net{Spec: arch.Spec{In: in}, Layers: []arch.Layer{
		{Op: arch.OpInput, Out: in},
		{Op: arch.OpReLU, In: []int{0}, Out: in},
		{Op: arch.OpConcat, In: []int{1, 0}, Out: arch.Shape{Channels: 2, Height: 2, Width: 1}},
	}}
	equal(t, Layers(net, nil, nil, []float32{-1, 2})[2], 0, 2, -1, 2)
}

// TestTower is one block of two convolutions with kernel 1, so that every cell can be
// followed on paper; the pooled planes are what makes cells depend on others.
func TestTower(t *testing.T) {
	in := arch.Shape{Channels: 1, Height: 1, Width: 2}
	tower := &arch.Tower{In: in, Width: 1, Blocks: 1, Convs: 2, Kernel: 1, Pooled: 1}
	v := []float32{1 - 1e-5}
	// Stem: 2·(1, −3) = (2, −6), shifted by 1: x = (3, −5). Maximum 3, mean −1.
	// Concatenated and after ReLU, per cell: (3, 3, 0) and (0, 3, 0).
	// First convolution, weights 1, 10, 100 (the mean's is cut off by ReLU): (33, 30);
	// mean 31 off and scale −1: (−2, 1). ReLU: (0, 1). Second: weight 7, shift 2: (2, 9).
	// Sum with x: (5, 4). ReLU leaves it.
	equal(t, one(in, arch.Layer{Op: arch.OpTower, Out: in, Tower: tower}, nil, []float32{1, -3},
		[]float32{2}, []float32{1}, []float32{1}, []float32{0}, v,
		[]float32{1, 10, 100}, []float32{-1}, []float32{0}, []float32{31}, v,
		[]float32{7}, []float32{1}, []float32{2}, []float32{0}, v), 5, 4)
	// With 2 blocks of one convolution that gives the pooled mean of before ReLU.
	tower = &arch.Tower{In: in, Width: 1, Blocks: 2, Convs: 1, Kernel: 1, Pooled: 1}
	// Stem: x = (1, −4); max 1, mean −1.5. Block 1: −2·max − 1 = −3 everywhere (not cut
	// off before the sum): x = (−2, −7), max −2, mean −4.5. Block 2: all its inputs are
	// negative before ReLU, so it gives its shift, 5: x = (3, −2). Last ReLU: (3, 0).
	equal(t, one(in, arch.Layer{Op: arch.OpTower, Out: in, Tower: tower}, nil, []float32{1, -4},
		[]float32{1}, []float32{1}, []float32{0}, []float32{0}, v,
		[]float32{0, -2, 0}, []float32{1}, []float32{-1}, []float32{0}, v,
		[]float32{1, 1, 1}, []float32{1}, []float32{5}, []float32{0}, v), 3, 0)
}

// TestRun is the two outputs of a whole net, and samples one after the other.
func TestRun(t *testing.T) {
	spec := arch.Spec{Kind: arch.MLP, In: arch.Shape{Channels: 1, Height: 1, Width: 1}, Width: 1, Blocks: 1, Head: arch.Dense, Policy: 2, Values: 1, Hidden: 1}
	if err := spec.Validate(); err != nil {
		t.Fatal(err)
	}
	v := float32(1 - 1e-5)
	// h = ReLU(2x + 1); logits (h, −h); the value's hidden unit is ReLU(h − 1).
	w := arch.Weights{{2}, {1}, {1}, {0}, {0}, {v}, {1, -1}, {0, 0}, {1}, {-1}, {1}, {0}}
	net := spec.Layers()
	if err := net.Check(w); err != nil {
		t.Fatal(err)
	}
	policy, values := Run(net, nil, w, 2, []float32{1, -2})
	equal(t, policy, 3, -3, 0, 0)
	equal(t, values, 1/(1+math.Exp(-2)), 0.5)
}
