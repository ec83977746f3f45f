package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/nets/arch"
)

func TestConv(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, s := range []struct {
		in     arch.Shape
		out, k int
	}{
		{arch.Shape{Channels: 64, Height: 9, Width: 9}, 3, 3},
		{arch.Shape{Channels: 7, Height: 1, Width: 1}, 40, 1},
		{arch.Shape{Channels: 20, Height: 200, Width: 1}, 33, 1},
		{arch.Shape{Channels: 16, Height: 5, Width: 17}, 16, 5},
		{arch.Shape{Channels: 3, Height: 2, Width: 29}, 50, 7},
	} {
		const n = 3
		w, b := normals(rng, s.out*s.in.Channels*s.k*s.k, 0.2), normals(rng, s.out, 1)
		in, whole := guarded(rng, n*s.in.Size())
		w64 := make([]float64, len(w))
		for i := range w {
			w64[i] = float64(w[i])
		}
		right := slowConv(fromFlat(n, s.in.Channels, s.in.Cells(), in), s.in.Height, s.in.Width, s.k, s.out, w64)
		for _, sample := range right {
			for c := range sample {
				for i := range sample[c] {
					sample[c][i] += float64(b[c])
				}
			}
		}
		for _, l := range single() {
			out, intact := canary(n * s.out * s.in.Cells())
			NewConv(l, s.in, s.out, s.k, w, b).Run(n, in, out, nil)
			near(t, fmt.Sprint(l, s), out, right.flat(), 1e-5)
			if !intact() || !whole() {
				t.Errorf("%v %v: wrote outside of its output", l, s)
			}
		}
	}
}

// TestBatches: a sample's result does not depend, to the bit, on the batch it is in,
// nor on other goroutines that run the same tower; nothing is written beside the
// output.
func TestBatches(t *testing.T) {
	for i := range towers {
		shape := &towers[i]
		t.Run(name(shape), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(6, uint64(i)))
			w := randomTower(rng, shape)
			const n = 40
			size, outSize := shape.In.Size(), shape.Width*shape.In.Cells()
			in, whole := guarded(rng, n*size)
			for _, l := range single() {
				tower, err := NewTower(l, shape, w)
				if err != nil {
					t.Fatal(err)
				}
				all, intact := canary(n * outSize)
				tower.Run(n, in, all, new(Scratch))
				if !intact() || !whole() {
					t.Errorf("%v: wrote outside of the output", l)
				}
				var wait sync.WaitGroup
				for g := range 3 {
					wait.Go(func() {
						var s Scratch
						for at, batch := 0, g+1; at < n; at, batch = at+batch, batch%5+2 {
							m := min(batch, n-at)
							out, intact := canary(m * outSize)
							tower.Run(m, in[at*size:(at+m)*size], out, &s)
							if !slices.Equal(out, all[at*outSize:(at+m)*outSize]) {
								t.Errorf("%v: samples %d…%d differ in a batch of %d", l, at, at+m-1, m)
							}
							if !intact() {
								t.Errorf("%v: wrote outside of the output of a batch of %d", l, m)
							}
						}
					})
				}
				wait.Wait()
			}
		})
	}
}

// TestTrainerRepeats: the same batch gives the same numbers to the bit with the same
// workers, also after other batches; the forward pass with any workers; nothing is
// written beside the outputs.
func TestTrainerRepeats(t *testing.T) {
	shape := &towers[1]
	rng := rand.New(rand.NewPCG(7, 7))
	w := randomTower(rng, shape)
	const n = 11
	outSize := shape.Width * shape.In.Cells()
	in, dOut := normals(rng, n*shape.In.Size(), 1), normals(rng, n*outSize, 1)
	for _, l := range append(single(), halves()...) {
		var forward []float32
		for _, workers := range []int{1, 2, 5, 50} {
			tr := NewTrainer(l, shape, n, workers)
			var first []float32
			for round := range 3 {
				m := n
				if round == 1 {
					m = 3
				}
				out, intact := canary(m * outSize)
				dIn, intactIn := canary(m * shape.In.Size())
				var dw [][]float32
				checks := []func() bool{intact, intactIn}
				for _, p := range w {
					g, ok := canary(len(p))
					clear(g)
					dw, checks = append(dw, g), append(checks, ok)
				}
				tr.Forward(m, in[:m*shape.In.Size()], w, out)
				tr.Backward(m, w, dOut[:m*outSize], dw, dIn)
				for _, ok := range checks {
					if !ok() {
						t.Fatalf("%v: wrote outside of an output", l)
					}
				}
				got := slices.Concat(append([][]float32{out, dIn}, dw...)...)
				switch {
				case round == 0:
					first = got
				case round == 2 && !slices.Equal(first, got):
					t.Errorf("%v, %d workers: another result the second time", l, workers)
				}
				if round == 0 && forward == nil {
					forward = out
				}
				if m == n && !slices.Equal(forward, out) {
					t.Errorf("%v: the forward pass depends on the number of workers", l)
				}
			}
		}
	}
}

// TestFiniteDifferences moves every parameter, and the input, of the slow tower a
// little and holds its loss against the trainer's gradient: a check of the gradient
// that shares no formula with it.
func TestFiniteDifferences(t *testing.T) {
	shape := &arch.Tower{In: arch.Shape{Channels: 2, Height: 2, Width: 3}, Width: 4, Blocks: 2, Convs: 2, Kernel: 3, Pooled: 2}
	rng := rand.New(rand.NewPCG(8, 8))
	w := randomTower(rng, shape)
	const n = 3
	in, dOut := normals(rng, n*shape.In.Size(), 1), normals(rng, n*shape.Width*shape.In.Cells(), 1)
	slow := newSlow(shape, w, false)
	x := fromFlat(n, shape.In.Channels, shape.In.Cells(), in)
	loss := func() float64 {
		sum := 0.0
		for i, v := range slow.forward(x).flat() {
			sum += v * float64(dOut[i])
		}
		return sum
	}
	difference := func(p *float64) float64 {
		const h = 1e-6
		old := *p
		*p = old + h
		up := loss()
		*p = old - h
		down := loss()
		*p = old
		return (up - down) / (2 * h)
	}
	want := make([][]float64, len(w))
	for k := range w {
		want[k] = make([]float64, len(w[k]))
		if k%5 > 2 {
			continue // statistics
		}
		for i := range w[k] {
			want[k][i] = difference(&slow.w[k][i])
		}
	}
	var wantIn []float64
	for s := range x {
		for c := range x[s] {
			for i := range x[s][c] {
				wantIn = append(wantIn, difference(&x[s][c][i]))
			}
		}
	}
	for _, l := range single() {
		tr := NewTrainer(l, shape, n, 2)
		tr.Forward(n, in, w, make([]float32, len(dOut)))
		dw, dIn := make([][]float32, len(w)), make([]float32, len(in))
		for k := range w {
			dw[k] = make([]float32, len(w[k]))
		}
		tr.Backward(n, w, dOut, dw, dIn)
		for k := range w {
			near(t, fmt.Sprintf("%v: parameter %d", l, k), dw[k], want[k], 1e-4)
		}
		near(t, fmt.Sprintf("%v: input", l), dIn, wantIn, 1e-4)
	}
}

// TestStableVariance: a mean a thousand times the deviation, which squares would drown
// in float32.
func TestStableVariance(t *testing.T) {
	shape := &arch.Tower{In: arch.Shape{Channels: 1, Height: 19, Width: 19}, Width: 1, Blocks: 0, Convs: 1, Kernel: 1}
	rng := rand.New(rand.NewPCG(9, 9))
	const n = 20
	in := normals(rng, n*361, 1)
	var mean, variance float64
	for i := range in {
		in[i] += 1000
		mean += float64(in[i]) / float64(len(in))
	}
	for _, x := range in {
		variance += (float64(x) - mean) * (float64(x) - mean) / float64(len(in)-1)
	}
	w := [][]float32{{1}, {1}, {0}, {0}, {1}}
	for _, l := range single() {
		tr := NewTrainer(l, shape, n, 1)
		tr.Forward(n, in, w, make([]float32, len(in)))
		m, v := tr.Stats(0)
		if math.Abs(float64(m[0])-mean) > 1e-4 || math.Abs(float64(v[0])-variance) > 1e-4 {
			t.Errorf("%v: mean %v, variance %v; want %v, %v", l, m[0], v[0], mean, variance)
		}
	}
}

func TestChoose(t *testing.T) {
	all := []Level{Portable, AVX2, AVX512}
	halves, tiles := append(slices.Clone(all), BF16), append(slices.Clone(all), BF16, AMX)
	for _, c := range []struct {
		name  string
		have  []Level
		quick bool // halves
		want  Level
		note  bool
	}{
		{"", all, false, AVX512, false},
		{"portable", all, false, Portable, false},
		{"AVX2", all, false, AVX2, false},
		{"amx", all, false, AVX512, true},
		{"avx512", all[:1], false, Portable, true},
		{"sse9", all, false, AVX512, true},
		{"", halves, true, BF16, false},
		{"", halves, false, AVX512, false},
		{"bf16", halves, false, BF16, false},
		{"", tiles, false, AMX, false},
	} {
		if got, note := choose(c.name, c.have, c.quick); got != c.want || (note != "") != c.note {
			t.Errorf("%q of %v: %v, %q", c.name, c.have, got, note)
		}
	}
	if l := Supported(); l[0] != Portable || !slices.IsSorted(l) || !slices.Contains(l, Best()) {
		t.Errorf("supported: %v, best: %v", l, Best())
	}
}

func TestQuickHalves(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || !strings.Contains(string(text), "vendor_id") {
		t.Skip("the system does not tell who made the processor: ", err)
	}
	if got, want := quickHalves(), strings.Contains(string(text), "AuthenticAMD"); got != want {
		t.Errorf("quick: %v, want %v", got, want)
	}
}

func TestTowerErrors(t *testing.T) {
	shape := towers[0]
	w := randomTower(rand.New(rand.NewPCG(1, 1)), &shape)
	if _, err := NewTower(Portable, &shape, w[:4]); err == nil {
		t.Error("missing parameters: no error")
	}
	w[5] = w[5][1:]
	if _, err := NewTower(Portable, &shape, w); err == nil {
		t.Error("a short parameter: no error")
	}
	shape.Kernel = 2
	if _, err := NewTower(Portable, &shape, w); err == nil {
		t.Error("an even kernel: no error")
	}
}
