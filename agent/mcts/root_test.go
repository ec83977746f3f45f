package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

func newCounter(n int64) *atomic.Int64 {
	c := new(atomic.Int64)
	c.Store(n)
	return c
}

// The gamma distribution has its shape for mean and variance.
func TestGamma(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, shape := range []float64{0.03, 0.3, 1, 4.5} {
		const n = 200_000
		sum, square := 0.0, 0.0
		for range n {
			x := gamma(shape, rng)
			sum += x
			square += x * x
		}
		mean := sum / n
		variance := square/n - mean*mean
		if math.Abs(mean-shape) > 0.03*shape+0.003 || math.Abs(variance-shape) > 0.1*shape+0.003 {
			t.Errorf("shape %v: mean %v, variance %v", shape, mean, variance)
		}
	}
}

func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	mean := make([]float64, 4)
	const n = 20_000
	for range n {
		prior := []float32{0.9, 0.0998, 0.0001, 0.0001}
		addNoise(prior, 0.25, DefaultAlpha, rng)
		sum := 0.0
		for i, p := range prior {
			if p < 0 {
				t.Fatalf("prior %v", p)
			}
			sum += float64(p)
			mean[i] += float64(p) / n
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Fatalf("priors sum to %v", sum)
		}
	}
	// A quarter of the mean is noise: an eighth of that to each, and of the other
	// half a half to each of the two that stand out (both are above 1 %).
	want := []float64{0.75*0.9 + 0.25*0.375, 0.75*0.0998 + 0.25*0.375, 0.75*0.0001 + 0.25*0.125, 0.75*0.0001 + 0.25*0.125}
	for i := range mean {
		if math.Abs(mean[i]-want[i]) > 0.003 {
			t.Errorf("mean of prior %d is %.4f, want %.4f", i, mean[i], want[i])
		}
	}
	same := []float32{0.25, 0.25, 0.25, 0.25} // nothing stands out
	addNoise(same, 1, 1e-300, rng)
	for _, p := range same {
		if p != p {
			t.Errorf("priors %v", same)
		}
	}
}

func TestTemperature(t *testing.T) {
	prior := []float32{0.64, 0.32, 0.04}
	soften(prior, 2)
	want := []float64{0.8, math.Sqrt(0.32), 0.2}
	sum := want[0] + want[1] + want[2]
	for i, p := range prior {
		if math.Abs(float64(p)-want[i]/sum) > 1e-6 {
			t.Errorf("prior %d is %v, want %v", i, p, want[i]/sum)
		}
	}
}

// Noise changes what the root does in this search and nothing else: priors in the
// tree stay the evaluator's, below the root and at it.
func TestNoiseStaysAtTheRoot(t *testing.T) {
	g := toy.Lines()
	state := g.NewMachine().Save(nil)
	s := NewSearcher(g, Options{Evaluator: &judge{say: hashed}, Seed: 1})
	plain := mustSearch(t, NewSearcher(g, Options{Evaluator: &judge{say: hashed}, Seed: 1}), state, 100, RootOptions{})
	noisy := mustSearch(t, s, state, 100, RootOptions{Noise: 0.5, Temperature: 1.5})
	if !slices.Equal(plain.Seats[0].Priors, noisy.Seats[0].Priors) {
		t.Error("the noise is in the reported priors")
	}
	if slices.Equal(plain.Seats[0].Visits, noisy.Seats[0].Visits) {
		t.Error("noise changes nothing")
	}
	checked := 0
	m := g.NewMachine()
	var visit func(n *node)
	visit = func(n *node) {
		if n.inner == nil {
			return
		}
		var want eval.Result
		m.Load(n.inner.state)
		legal := [][]game.Move{m.Legal(0, nil), m.Legal(1, nil)}
		if err := (&judge{say: hashed}).Evaluate(m, legal, &want); err != nil {
			t.Fatal(err)
		}
		for _, seat := range n.inner.active {
			if checked++; !slices.Equal(n.inner.priors(int(seat)), want.Priors[seat]) {
				t.Error("a prior in the tree is not the evaluator's")
			}
		}
		for _, e := range n.inner.kids.table {
			if e.node != nil {
				visit(e.node)
			}
		}
	}
	visit(s.tree.root)
	if checked < 50 {
		t.Errorf("%d positions checked", checked)
	}
	// A search without noise on the same tree is one without noise.
	mustSearch(t, s, state, 1, RootOptions{})
	if s.w.root != nil {
		t.Error("the rules of self-play outlive their search")
	}
}

// Forced visits happen, and are not in the target.
func TestForcedVisitsArePruned(t *testing.T) {
	g := newWide(8)
	state := game.State{0, 0}
	j := &judge{say: func(m game.Machine, _ [][]game.Move, r *eval.Result) error {
		w := m.(*wideMachine)
		r.Values[0], r.Values[1] = 0.2, 0.8 // all is bad for the first
		if w.hash&0xff == 0 {
			r.Values[0], r.Values[1] = 0.9, 0.1 // but for move 0
		}
		return nil
	}}
	made := func(o RootOptions) (tree, target []float64) {
		s := NewSearcher(g, Options{Evaluator: j, FPU: -1})
		res := mustSearch(t, s, state, 200, o)
		for _, a := range s.tree.root.inner.of(0) {
			tree = append(tree, float64(a.n))
		}
		return tree, res.Seats[0].Visits
	}
	free, same := made(RootOptions{})
	if !slices.Equal(free, same) {
		t.Errorf("without forced visits %v, reported %v", free, same)
	}
	forced, target := made(RootOptions{Forced: 2})
	for i := 1; i < 8; i++ {
		least := math.Floor(forcedVisits(2, 1.0/8, 199)) - 1
		if forced[i] < least {
			t.Errorf("move %d has %v visits, want %v forced", i, forced[i], least)
		}
		if forced[i] <= free[i] {
			t.Errorf("move %d has %v visits, %v when not forced", i, forced[i], free[i])
		}
		if target[i] > free[i]+1 {
			t.Errorf("move %d keeps %v of %v visits, %v when not forced", i, target[i], forced[i], free[i])
		}
	}
	if target[0] != forced[0] {
		t.Errorf("the best move has %v visits, reported %v", forced[0], target[0])
	}
}
