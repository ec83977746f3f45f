package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// gradients holds backward of a layer against central differences of Σ r·out for a
// random r, at up to 20 numbers of every input. Step and tolerance are relative to
// inputs, and to gradients, of about 1.
func gradients[T float](t *testing.T, l layer[T], in [][]T, size int, step, tolerance float64) {
	t.Helper()
	rng := draw(11)
	out, r := make([]T, size), make([]T, size)
	for i := range r {
		r[i] = T(rng.NormFloat64())
	}
	f := func() float64 {
		l.forward(in, out)
		s := 0.0
		for i := range out {
			s += float64(r[i]) * float64(out[i])
		}
		return s
	}
	dIn := make([][]T, len(in))
	for i := range in {
		dIn[i] = make([]T, len(in[i]))
		for k := range dIn[i] {
			dIn[i][k] = T(math.NaN()) // must be overwritten
		}
	}
	f()
	l.backward(in, out, r, dIn)
	for i := range in {
		for range min(20, len(in[i])) {
			k := rng.IntN(len(in[i]))
			x := in[i][k]
			in[i][k] = x + T(step)
			up := f()
			in[i][k] = x - T(step)
			down := f()
			in[i][k] = x
			want := (up - down) / (2 * step)
			if got := float64(dIn[i][k]); !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
				t.Errorf("%T: gradient of input %d, number %d is %v, want %v", l, i, k, got, want)
			}
		}
	}
	// Gradients that are not wanted are not touched, and do not change the others.
	for i := range in {
		some := make([][]T, len(in))
		some[i] = make([]T, len(in[i]))
		f()
		l.backward(in, out, r, some)
		for k := range some[i] {
			if some[i][k] != dIn[i][k] {
				t.Fatalf("%T: input %d: gradient %d is %v alone and %v with the others", l, i, k, some[i][k], dIn[i][k])
			}
		}
	}
}

func normal[T float](rng *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(rng.NormFloat64())
	}
	return x
}

func TestGradients(t *testing.T) {
	rng := draw(12)
	for _, workers := range []int{1, 2, 5} {
		const n, channels, cells = 4, 3, 7
		x := func() []float64 { return normal[float64](rng, n*channels*cells) }
		c := func() []float64 { return normal[float64](rng, channels) }
		size := n * channels * cells
		gradients(t, newBatchNorm[float64](workers, n, channels, cells), [][]float64{x(), c(), c()}, size, 1e-5, 1e-7)
		gradients(t, newBatchNorm[float64](workers, size, 1, 1), [][]float64{x(), {0.7}, {0.1}}, size, 1e-5, 1e-7)
		gradients(t, newLayerNorm[float64](workers, n, channels, cells), [][]float64{x(), c(), c()}, size, 1e-5, 1e-7)
		gradients(t, concat[float64]{n, []int{channels * cells, 5, channels}}, [][]float64{x(), normal[float64](rng, 5*n), normal[float64](rng, n*channels)}, size+5*n+n*channels, 1e-3, 1e-9)
		gradients(t, cut[float64]{n * channels, cells}, [][]float64{x()}, n*channels*(cells-1), 1e-3, 1e-9)
		gradients(t, newPool[float64](n, channels, cells, true), [][]float64{x()}, 2*n*channels, 1e-6, 1e-7)
		gradients(t, newPool[float64](n, channels, cells, false), [][]float64{x()}, n*channels, 1e-3, 1e-9)
		gradients(t, newAggregate[float64](workers, n, channels, oneWay(cells)), [][]float64{x(), {0.3}}, size, 1e-3, 1e-9)
	}
}

// oneWay are links that do not go back, so that a forgotten transposition shows.
func oneWay(nodes int) *arch.Links {
	l := &arch.Links{From: []int32{0}}
	for i := range nodes {
		for j := range nodes {
			if (i*i+3*j)%5 == 1 {
				l.To = append(l.To, int32(j))
			}
		}
		l.From = append(l.From, int32(len(l.To)))
	}
	return l
}

// TestLinearGradients is for the layers on float32 kernels: they are linear in each
// number, so that a central difference is exact but for rounding whatever its step.
func TestLinearGradients(t *testing.T) {
	rng := draw(13)
	r := func(n int) []float32 { return normal[float32](rng, n) }
	for _, level := range kernel.Supported() {
		for _, workers := range []int{1, 3} {
			x := r(100)
			for i := range x { // a step does not lead across the corner
				x[i] += float32(math.Copysign(0.6, float64(x[i])))
			}
			gradients(t, relu{level, workers}, [][]float32{x}, 100, 0.5, 1e-4)
			for _, s := range []struct{ n, in, out, height, width, k int }{
				{3, 4, 5, 3, 4, 3}, {2, 1, 1, 1, 1, 1}, {5, 17, 3, 5, 1, 5}, {2, 33, 2, 2, 3, 7}, {4, 8, 20, 4, 4, 3},
			} {
				cells := s.height * s.width
				gradients(t, &dense{level, workers, s.n, s.in, s.out}, [][]float32{r(s.n * s.in), r(s.in * s.out), r(s.out)}, s.n*s.out, 0.5, 1e-4)
				gradients(t, &nodes{level, workers, s.n, s.in, s.out, cells}, [][]float32{r(s.n * s.in * cells), r(s.in * s.out), r(s.out)}, s.n*s.out*cells, 0.5, 1e-4)
				near := 1e-4
				if level.Halves() { // the kernel's tests are exact
					near = 0.05
				}
				gradients(t, newConv(level, workers, s.n, arch.Shape{Channels: s.in, Height: s.height, Width: s.width}, s.out, s.k),
					[][]float32{r(s.n * s.in * cells), r(s.in * s.out * s.k * s.k), r(s.out)}, s.n*s.out*cells, 0.5, near)
			}
		}
	}
}

// TestTowerGradients is coarse, float32 through rectifiers being what it is; TestNative
// is the fine one. Here the gradient of the input is tried too.
func TestTowerGradients(t *testing.T) {
	rng := draw(14)
	spec := arch.Tower{In: arch.Shape{Channels: 2, Height: 3, Width: 4}, Width: 5, Blocks: 1, Convs: 2, Kernel: 3, Pooled: 2}
	for _, level := range single() {
		const n = 5
		in := [][]float32{normal[float32](rng, n*spec.In.Size())}
		for i := range spec.Depth() {
			in = append(in, normal[float32](rng, spec.Width*spec.Inputs(i)*9), normal[float32](rng, spec.Width), normal[float32](rng, spec.Width))
		}
		tw := newTower(level, 1, n, &spec)
		out, r := make([]float32, n*spec.Width*12), normal[float32](rng, n*spec.Width*12)
		f := func() (s float64) {
			tw.forward(in, out)
			for i := range out {
				s += float64(r[i]) * float64(out[i])
			}
			return s
		}
		dIn := make([][]float32, len(in))
		for i := range in {
			dIn[i] = make([]float32, len(in[i]))
		}
		f()
		tw.backward(in, out, r, dIn)
		for i := range in {
			// Along a random direction, where the corners of single numbers average out.
			d := normal[float32](rng, len(in[i]))
			want, x := 0.0, append([]float32(nil), in[i]...)
			length := 0.0
			for k := range d {
				length += float64(d[k] * d[k])
			}
			step := float32(1e-3 / math.Sqrt(length))
			got := 0.0
			for k := range d {
				got += float64(d[k]) * float64(dIn[i][k]) / math.Sqrt(length)
				in[i][k] = x[k] + step*d[k]
			}
			want = f()
			for k := range d {
				in[i][k] = x[k] - step*d[k]
			}
			want = (want - f()) / 2e-3
			copy(in[i], x)
			if math.Abs(got-want) > 0.03*max(2, math.Abs(want)) {
				t.Errorf("%v: input %d: slope %v, want %v", level, i, got, want)
			}
		}
	}
}

// lossOf makes labels for two samples of 9 logits with three groups, one of which has
// no targets, and a sample without weight.
func lossOf(rng *rand.Rand) *labels[float64] {
	b := &labels[float64]{groups: make([]uint8, 27), targets: make([]float64, 27), weights: []float64{0.7, 1.9, 0}}
	for i := range b.groups {
		b.groups[i] = uint8(i % 4)
		if b.groups[i] == 1 || b.groups[i] == 2 {
			b.targets[i] = rng.Float64()
		}
	}
	for n := range 3 {
		for g := uint8(1); g < 3; g++ {
			s := 0.0
			for i := 9 * n; i < 9*n+9; i++ {
				if b.groups[i] == g {
					s += b.targets[i]
				}
			}
			for i := 9 * n; i < 9*n+9; i++ {
				if b.groups[i] == g {
					b.targets[i] /= s
				}
			}
		}
	}
	b.values = []float64{0, 1, 0.3, 0.5, 0.99, 0.2}
	return b
}

func TestLossGradients(t *testing.T) {
	rng := draw(15)
	b := lossOf(rng)
	gradients(t, newPolicyLoss(2, 3, 9, b), [][]float64{normal[float64](rng, 27)}, 1, 1e-5, 1e-8)
	gradients(t, &valueLoss[float64]{batch: b, grad: make([]float64, 6)}, [][]float64{normal[float64](rng, 6)}, 1, 1e-5, 1e-8)
}

// TestPolicyLoss holds the masked cross-entropy against its definition.
func TestPolicyLoss(t *testing.T) {
	rng := draw(16)
	b := lossOf(rng)
	x := normal[float64](rng, 27)
	for i, g := range b.groups {
		if g == 0 {
			x[i] = 1e30 // what is not legal does not exist
		}
	}
	x[13] = 800 // and nothing overflows
	want, entropy := 0.0, 0.0
	for n := range 3 {
		for g := uint8(1); g < 4; g++ {
			most := math.Inf(-1)
			for i := 9 * n; i < 9*n+9; i++ {
				if b.groups[i] == g {
					most = max(most, x[i])
				}
			}
			sum := 0.0
			for i := 9 * n; i < 9*n+9; i++ {
				if b.groups[i] == g {
					sum += math.Exp(x[i] - most)
				}
			}
			for i := 9 * n; i < 9*n+9; i++ {
				if b.groups[i] == g && b.targets[i] > 0 {
					want -= b.weights[n] * b.targets[i] * (x[i] - most - math.Log(sum)) / 3
					entropy -= b.targets[i] * math.Log(b.targets[i])
				}
			}
		}
	}
	p := newPolicyLoss(1, 3, 9, b)
	var out [1]float64
	p.forward([][]float64{x}, out[:])
	if math.Abs(out[0]-want) > 1e-9 {
		t.Errorf("cross-entropy %v, want %v", out[0], want)
	}
	if got := p.sums[1] + p.sums[3] + p.sums[5]; math.Abs(got-entropy) > 1e-9 {
		t.Errorf("entropy of targets %v, want %v", got, entropy)
	}
	grad := make([]float64, 27)
	p.backward(nil, nil, []float64{1}, [][]float64{grad})
	for i, g := range b.groups {
		if (g == 0 || g == 3 || i >= 18) && grad[i] != 0 {
			t.Errorf("logit %d of group %d and weight %v has gradient %v", i, g, b.weights[i/9], grad[i])
		}
	}
}

// TestValueLoss holds the value loss against the divergence that it stands for.
func TestValueLoss(t *testing.T) {
	b := &labels[float64]{values: []float64{0, 1, 0.25, 0.25}}
	v := &valueLoss[float64]{batch: b, grad: make([]float64, 4)}
	var out [1]float64
	v.forward([][]float64{{-2, 700, 0.3, math.Log(1. / 3)}}, out[:])
	kl := func(y, p float64) float64 {
		s := 0.0
		if y > 0 {
			s += y * math.Log(y/p)
		}
		if y < 1 {
			s += (1 - y) * math.Log((1-y)/(1-p))
		}
		return s
	}
	sigma := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	want := (kl(0, sigma(-2)) + kl(0.25, sigma(0.3))) / 4
	if got := out[0] - v.entropy; math.Abs(got-want) > 1e-12 {
		t.Errorf("loss above the least %v, want %v", got, want)
	}
	if d := sigma(0.3) - 0.25; math.Abs(v.squared-(sigma(-2)*sigma(-2)+d*d)/4) > 1e-12 {
		t.Errorf("squared error %v", v.squared)
	}
	// Confident and wrong: large, but finite.
	v.forward([][]float64{{700, -700, 0, 0}}, out[:])
	if !(out[0] > 350 && out[0] < 352) {
		t.Errorf("loss %v, want about 350", out[0])
	}
}
