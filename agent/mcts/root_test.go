package mcts

import (
	"cmp"
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

// drawn is a root of so many moves with priors, judged, and rules for a search of it.
func drawn(t *testing.T, moves, considered int, iterations int64, prior func(i int) float32, seed uint64) (*inner, *rootRules) {
	t.Helper()
	s := NewSearcher(newWide(moves), Options{Evaluator: &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
		for i := range r.Priors[0] {
			r.Priors[0][i] = prior(i)
		}
		return nil
	}}})
	mustSearch(t, s, game.State{0, 0}, 1, RootOptions{})
	r := &rootRules{}
	r.prepare(s.tree.root.inner, considered, iterations, rand.New(rand.NewPCG(seed, 1)))
	return s.tree.root.inner, r
}

// The moves that are considered are drawn by their priors, without replacement.
func TestConsidered(t *testing.T) {
	priors := []float32{0.5, 0.3, 0.15, 0.05}
	first, second := make([]float64, 4), make([]float64, 4)
	const n = 20_000
	for i := range uint64(n) {
		_, r := drawn(t, 4, 2, 16, func(i int) float32 { return priors[i] }, i)
		first[r.seats[0].moves[0]] += 1.0 / n
		second[r.seats[0].moves[1]] += 1.0 / n
	}
	for i, p := range priors {
		want := 0.0 // of being the second: after any other
		for j, q := range priors {
			if j != i {
				want += float64(q) * float64(p) / (1 - float64(q))
			}
		}
		if math.Abs(first[i]-float64(p)) > 0.012 || math.Abs(second[i]-want) > 0.012 {
			t.Errorf("move %d: first %.3f, want %.3f; second %.3f, want %.3f", i, first[i], p, second[i], want)
		}
	}
}

// The number of moves is halved, and those that are left are the best.
func TestHalving(t *testing.T) {
	even := func(int) float32 { return 1.0 / 40 }
	in, r := drawn(t, 40, 8, 48, even, 3)
	considered := slices.Clone(r.seats[0].moves)
	for i := range in.of(0) {
		in.of(0)[i].n, in.of(0)[i].sum = 1, 0.01*float64(i) // the higher its number the better a move is
	}
	var picks []int32
	for range 48 {
		picks = append(picks, int32(r.pick(in, 0)))
	}
	score := func(i int32) float64 { return r.noise[i] + weigh(in.of(0))*0.01*float64(i) }
	slices.SortFunc(considered, func(a, b int32) int { return cmp.Compare(score(b), score(a)) })
	for k, phase := range []struct{ from, to, moves int }{{0, 16, 8}, {16, 32, 4}, {32, 48, 2}} { // 48 iterations, three halvings
		counts := map[int32]int{}
		for _, i := range picks[phase.from:phase.to] {
			counts[i]++
		}
		for _, i := range considered[:phase.moves] {
			if counts[i] != 16/phase.moves {
				t.Errorf("phase %d: move %d was selected %d times, want %d of %v", k, i, counts[i], 16/phase.moves, counts)
			}
		}
	}
	// What is certain is not selected, and when all is there is nothing to select.
	in, r = drawn(t, 4, 4, 16, func(int) float32 { return 0.25 }, 3)
	for i := range in.of(0) {
		if i != 2 {
			in.of(0)[i].proven = true
		}
	}
	for range 40 {
		if i := r.pick(in, 0); i != 2 {
			t.Fatalf("move %d is selected", i)
		}
	}
	in.of(0)[2].closed = true
	if i := r.pick(in, 0); i != -1 {
		t.Errorf("move %d is selected, though all are certain", i)
	}
}

// Few iterations make better moves likelier, however little the priors think of them.
func TestImproved(t *testing.T) {
	g := newWide(30)
	good := 0.0 // what the first move of the policy is worth, on average
	prior := 0.0
	const searches = 200
	for seed := range uint64(searches) {
		say := func(m game.Machine, legal [][]game.Move, r *eval.Result) error {
			w := m.(*wideMachine)
			if w.ply > 0 { // the first move tells what a position is worth
				r.Values[0] = float32(w.hash&0xff) / 30
				r.Values[1] = 1 - r.Values[0]
			}
			return nil
		}
		s := NewSearcher(g, Options{Evaluator: &judge{say: say}, Seed: seed})
		res := mustSearch(t, s, game.State{0, 0}, 16, RootOptions{Considered: 16})
		sum, all := 0.0, 0.0
		for i, p := range res.Seats[0].Policy {
			sum += p * float64(i) / 30
			all += p
		}
		good += sum / all / searches
		for i, p := range res.Seats[0].Priors {
			prior += float64(p) * float64(i) / 30 / searches
		}
		if all <= 0 || res.Iterations != 16 {
			t.Fatalf("%+v", res)
		}
	}
	if prior > 0.5 || good < 0.7 {
		t.Errorf("the policy is worth %.3f, the priors %.3f", good, prior)
	}
}

// Where two decide at the same time, each move of one meets different moves of the other.
func TestConsideredAtOnce(t *testing.T) {
	g, alike := toy.Pennies(3), 0
	for seed := range uint64(50) {
		met := map[[2]int]int{}
		s := NewSearcher(g, Options{Evaluator: &judge{}, Seed: seed})
		mustSearch(t, s, g.NewMachine().Save(nil), 1, RootOptions{})
		in, r := s.tree.root.inner, &rootRules{}
		r.prepare(in, 16, 16, rand.New(rand.NewPCG(seed, 2)))
		for range 16 {
			met[[2]int{r.pick(in, 0), r.pick(in, 1)}]++
		}
		if len(met) < 3 { // one in 128 by chance
			alike++
		}
	}
	if alike > 3 {
		t.Errorf("in %d searches of 50 moves met the same others again and again", alike)
	}
}

// Moves that were not tried are worth what the evaluator said and what the tried ones are worth by their priors, by visits.
func TestUntried(t *testing.T) {
	in, _ := drawn(t, 4, 4, 16, func(i int) float32 { return []float32{0.4, 0.2, 0.3, 0.1}[i] }, 1)
	list := in.of(0)
	in.seats[0].net = 0.5
	list[0].n, list[0].sum = 3, 2.4 // 0.8 each
	list[1].proven, list[1].square = true, 0.2
	want := (0.5 + 4*(0.4*0.8+0.2*0.2)/0.6) / 5
	if got := untried(in, 0); math.Abs(got-want) > 1e-6 {
		t.Errorf("%g, want %g", got, want)
	}
	policy := make([]float64, 4)
	improved(in, 0, policy)
	weight := (50 + 3) * utilityWeight
	if got, want := math.Log(policy[0]/policy[2]), math.Log(0.4/0.3)+weight*(0.8-want); math.Abs(got-want) > 1e-5 {
		t.Errorf("a tried move against an untried one: %g, want %g", got, want)
	}
	list[0], list[1] = arm{}, arm{}
	if got := untried(in, 0); got != 0.5 {
		t.Errorf("nothing was tried: %g", got)
	}
}

// What is considered changes what the root does in this search and nothing else: priors in the
// tree stay the evaluator's, below the root and at it.
func TestConsideredStaysAtTheRoot(t *testing.T) {
	g := toy.Lines()
	state := g.NewMachine().Save(nil)
	s := NewSearcher(g, Options{Evaluator: &judge{say: hashed}, Seed: 1})
	plain := mustSearch(t, NewSearcher(g, Options{Evaluator: &judge{say: hashed}, Seed: 1}), state, 100, RootOptions{})
	noisy := mustSearch(t, s, state, 100, RootOptions{Considered: 4})
	if !slices.Equal(plain.Seats[0].Priors, noisy.Seats[0].Priors) {
		t.Error("the draws are in the reported priors")
	}
	if slices.Equal(plain.Seats[0].Policy, noisy.Seats[0].Policy) {
		t.Error("it changes nothing")
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
	// A search without it on the same tree is one without.
	mustSearch(t, s, state, 1, RootOptions{})
	if s.w.root != nil {
		t.Error("the rules of self-play outlive their search")
	}
}
