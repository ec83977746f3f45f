package train

import (
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"
	"ludens/nets/reference"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestLevels: 200 steps come out the same on every kernel level, and with more workers,
// within 1 %; with bfloat16 within 3 %.
func TestLevels(t *testing.T) {
	s := specs()["planes"]
	run := func(level kernel.Level, workers int) (out []Losses) {
		l := newLearner(t, s, 1, Options{Batch: 8, Workers: workers, Rate: 0.003, Level: &level})
		for i := range 200 {
			losses, err := l.Step(newBatch(&s, 8, draw(uint64(i%20))))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, losses)
		}
		return out
	}
	want := run(kernel.Portable, 1)
	first, last := 0.0, 0.0
	for i := range 20 {
		first += want[i].Total / 20
		last += want[180+i].Total / 20
	}
	if last > first-0.1 {
		t.Errorf("200 steps lead from %v to %v: the test shows nothing", first, last)
	}
	for _, level := range kernel.Supported() {
		workers := 1
		if level == kernel.Portable {
			workers = 2
		}
		near := 0.01
		if level.Halves() {
			near = 0.03
		}
		got, off := run(level, workers), 0.0
		for i := range want {
			for _, x := range []struct {
				name      string
				got, want float64
			}{{"total", got[i].Total, want[i].Total}, {"policy", got[i].Policy, want[i].Policy}, {"value", got[i].Value, want[i].Value}} {
				off = max(off, math.Abs(x.got-x.want)/x.want)
				if math.Abs(x.got-x.want) > near*x.want {
					t.Fatalf("%v, %d workers: %s loss of step %d is %v, with portable C %v", level, workers, x.name, i, x.got, x.want)
				}
			}
		}
		end := 0.0
		for i := range 20 {
			end += got[180+i].Total / 20
		}
		t.Logf("%v, %d workers: the last twenty losses are %.5f on average, with portable C %.5f, of the first twenty %.5f; at most %.2g off",
			level, workers, end, last, first, off)
	}
}

// TestDeterministic: the same again, bit for bit, also with several workers.
func TestDeterministic(t *testing.T) {
	for name, s := range specs() {
		o := Options{Batch: 8, Workers: 3, Average: 0.9}
		a, b := newLearner(t, s, 1, o), newLearner(t, s, 1, o)
		for i := range 5 {
			for _, l := range []*Learner{a, b} {
				if _, err := l.Step(newBatch(&s, 8, draw(uint64(i)))); err != nil {
					t.Fatal(err)
				}
			}
			a.Averaged() // looking does not disturb
		}
		same(t, name, a.Weights(), b.Weights())
		same(t, name+", averages", a.Averaged(), b.Averaged())
	}
}

// TestInference: with running statistics taken from one batch alone, the plain
// interpreter answers for that batch what training saw: the same net on both sides.
func TestInference(t *testing.T) {
	for name, s := range specs() {
		level := min(kernel.Best(), kernel.AVX512) // float32, as the interpreter
		l := newLearner(t, s, 1, Options{Batch: 16, Workers: 1, Rate: 1e-12, Level: &level})
		b := newBatch(&s, 16, draw(3))
		if _, err := l.Step(b); err != nil { // statistics of a first batch are taken whole
			t.Fatal(err)
		}
		w := l.Weights()
		for _, st := range l.stats { // unbiased to biased
			for c := range w[st.variance] {
				w[st.variance][c] *= float32(st.count-1) / float32(st.count)
			}
		}
		policy, values := reference.Run(l.net, linksOf(t, &s), w, 16, b.Inputs)
		near(t, name+", policy", l.program.layers[l.net.Policy-1].out, policy, 1e-5)
		for i, x := range l.program.layers[l.net.Value-1].out {
			if p := 1 / (1 + math.Exp(-float64(x))); math.Abs(p-values[i]) > 1e-5 {
				t.Errorf("%s: value %d is %v, want %v", name, i, p, values[i])
			}
		}
	}
}

func TestAveraged(t *testing.T) {
	for name, s := range specs() {
		l := newLearner(t, s, 1, Options{Batch: 8, Workers: 1, Rate: 0.05, WarmUp: -1, Average: 0.75, Remember: 3})
		same(t, name+": before the first step", l.Weights(), l.Averaged())
		want := make([][]float64, len(l.w))
		var batches []*Batch
		for i := range 10 {
			b := newBatch(&s, 8, draw(uint64(i)))
			batches = append(batches, b)
			if _, err := l.Step(b); err != nil {
				t.Fatal(err)
			}
			part := max(0.25, 1/float64(i+1))
			for k, w := range l.Weights() {
				if want[k] == nil {
					want[k] = make([]float64, len(w))
				}
				for j, x := range w {
					want[k][j] += part * (float64(x) - want[k][j])
				}
			}
		}
		got := l.Averaged()
		// The statistics: those that a learner with these weights sees in the batches.
		other, err := New(l.net, linksOf(t, &s), got, Options{Batch: 8, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		means := make([][]float64, len(l.w))
		for _, b := range batches[7:] {
			if _, err := other.run(b); err != nil {
				t.Fatal(err)
			}
			for _, st := range other.stats {
				mean, variance := st.last()
				for k, x := range [][]float32{mean, variance} {
					id := []int{st.mean, st.variance}[k]
					if means[id] == nil {
						means[id] = make([]float64, len(x))
					}
					for c := range x {
						means[id][c] += float64(x[c]) / 3
					}
				}
			}
		}
		for i := range got {
			p := &l.net.Params[i]
			switch {
			case !p.Running:
				near(t, name+": average of "+p.Name, got[i], want[i], 1e-5)
			case strings.HasSuffix(p.Name, ".mean"):
				near(t, name+": "+p.Name, got[i], means[i], 1e-5)
			default: // and the variance of the means, which is a little more
				for c := range got[i] {
					if r := float64(got[i][c]) / means[i][c]; means[i][c] > 1e-6 && (r < 0.9 || r > 2.5) {
						t.Errorf("%s: %s[%d] is %v, in the batches %v on average", name, p.Name, c, got[i][c], means[i][c])
					}
				}
			}
		}
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestStepErrors(t *testing.T) {
	s := specs()["mlp"]
	l := newLearner(t, s, 1, Options{Batch: 4, Workers: 1})
	before := string(l.State())
	w := l.Weights()
	legal := func(b *Batch) int {
		for i, g := range b.Groups {
			if g != 0 {
				return i
			}
		}
		return -1
	}
	illegal := func(b *Batch) int {
		for i, g := range b.Groups {
			if g == 0 {
				return i
			}
		}
		return -1
	}
	for name, spoil := range map[string]func(b *Batch){
		"size":       func(b *Batch) { *b = *newBatch(&s, 3, draw(1)) },
		"inputs":     func(b *Batch) { b.Inputs = b.Inputs[1:] },
		"groups":     func(b *Batch) { b.Groups = nil },
		"targets":    func(b *Batch) { b.Targets = append(b.Targets, 0) },
		"values":     func(b *Batch) { b.Values = b.Values[:1] },
		"weights":    func(b *Batch) { b.Weights = b.Weights[:1] },
		"input":      func(b *Batch) { b.Inputs[3] = float32(math.NaN()) },
		"infinite":   func(b *Batch) { b.Inputs[3] = float32(math.Inf(-1)) },
		"value":      func(b *Batch) { b.Values[0] = 1.5 },
		"no value":   func(b *Batch) { b.Values[0] = float32(math.NaN()) },
		"weight":     func(b *Batch) { b.Weights[2] = -1 },
		"no weight":  func(b *Batch) { b.Weights[2] = float32(math.NaN()) },
		"target":     func(b *Batch) { b.Targets[legal(b)] = -0.1 },
		"no target":  func(b *Batch) { b.Targets[legal(b)] = float32(math.NaN()) },
		"sum":        func(b *Batch) { b.Targets[legal(b)] += 0.1 },
		"not legal":  func(b *Batch) { b.Targets[illegal(b)] = 0.1 },
		"divergence": func(b *Batch) { b.Inputs[0] = 3e38; b.Inputs[1] = 3e38; b.Inputs[2] = -3e38 },
	} {
		b := newBatch(&s, 4, draw(1))
		spoil(b)
		_, err := l.Step(b)
		if err == nil {
			t.Fatalf("%s: no error", name)
		}
		if name == "divergence" && !errors.Is(err, ErrDiverged) {
			t.Errorf("%s: %v", name, err)
		}
		if string(l.State()) != before {
			t.Fatalf("%s: changed the state", name)
		}
		same(t, name, w, l.Weights())
	}
	if _, err := l.Step(newBatch(&s, 4, draw(1))); err != nil {
		t.Errorf("after all these errors: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := l.Step(newBatch(&s, 4, draw(1))); err == nil {
		t.Error("a closed learner learns")
	}
	l.State()
	same(t, "closed", l.Weights(), l.Averaged())
}

func TestNewErrors(t *testing.T) {
	for name, s := range specs() {
		net := s.Layers()
		w := net.NewWeights(draw(1))
		try := func(what string, net *arch.Net, links *arch.Links, w arch.Weights, o Options) {
			t.Helper()
			if l, err := New(net, links, w, o); err == nil {
				l.Close()
				t.Errorf("%s: %s: no error", name, what)
			}
		}
		try("options", net, linksOf(t, &s), w, Options{Batch: 1})
		try("weights", net, linksOf(t, &s), w[1:], Options{})
		bad := w.Clone()
		bad[0][0] = float32(math.Inf(1))
		try("infinite weight", net, linksOf(t, &s), bad, Options{})
		spec := s
		spec.Width = 0
		try("spec", &arch.Net{Spec: spec}, linksOf(t, &s), w, Options{})
		if s.Kind == arch.Graph {
			try("no links", net, nil, w, Options{})
			try("links of another board", net, ring(t, s.In.Height+1), w, Options{})
		}
	}
}

// TestGarbage: what a step leaves behind does not depend on the size of the net: no
// tensor is made anew.
func TestGarbage(t *testing.T) {
	if raced {
		t.Skip("the race detector makes sync.Pool forget")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // so do collections
	for name, s := range specs() {
		s.Width = 48 // activations of a layer: some 100 kB
		l := newLearner(t, s, 1, Options{Batch: 32, Workers: 1})
		b := newBatch(&s, 32, draw(1))
		var before, after runtime.MemStats
		each := uint64(math.MaxUint64) // the least: a goroutine that changes processors finds empty pools
		for range 8 {
			runtime.ReadMemStats(&before)
			if _, err := l.Step(b); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			each = min(each, after.TotalAlloc-before.TotalAlloc)
		}
		if each > 60_000 {
			t.Errorf("%s: %d bytes a step", name, each)
		} else {
			t.Logf("%s: %d bytes a step", name, each)
		}
	}
}

// TestBLAS holds the product that gorgonia gets from us against gonum's.
func TestBLAS(t *testing.T) {
	rng := draw(31)
	trans := []blas.Transpose{blas.NoTrans, blas.Trans}
	for _, level := range kernel.Supported() {
		for range 40 {
			m, n, k := 1+rng.IntN(40), 1+rng.IntN(40), 1+rng.IntN(40)
			ta, tb := trans[rng.IntN(2)], trans[rng.IntN(2)]
			rows := func(t blas.Transpose, r, c int) (int, int) {
				if t == blas.Trans {
					return c, r
				}
				return r, c
			}
			ra, ca := rows(ta, m, k)
			rb, cb := rows(tb, k, n)
			lda, ldb, ldc := ca+rng.IntN(3), cb+rng.IntN(3), n+rng.IntN(3)
			a, b, c := normal[float32](rng, ra*lda), normal[float32](rng, rb*ldb), normal[float32](rng, m*ldc)
			want := append([]float32(nil), c...)
			alpha, beta := float32(rng.NormFloat64()), float32(rng.IntN(3))
			BLAS{level: level}.Sgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			gonum.Implementation{}.Sgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, want, ldc)
			near(t, "product", c, widen(want), 1e-5)
		}
	}
}
