package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

func mustSearch(t testing.TB, s *Searcher, state game.State, n int64, r RootOptions) *RootResult {
	t.Helper()
	res, err := s.Search(context.Background(), state, n, r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func total(visits []float64) float64 {
	sum := 0.0
	for _, v := range visits {
		sum += v
	}
	return sum
}

func TestPriorsAttractVisits(t *testing.T) {
	g := toy.Lines()
	for _, liked := range []int{0, 4, 7} {
		j := &judge{say: func(m game.Machine, _ [][]game.Move, r *eval.Result) error {
			if m.Save(nil)[2] == 0 {
				favour(r.Priors[0], liked, 0.8)
			}
			return nil
		}}
		res := mustSearch(t, NewSearcher(g, Options{Evaluator: j}), g.NewMachine().Save(nil), 41, RootOptions{})
		v := res.Seats[0].Policy
		if res.Seats[0].Best != liked || v[liked] < 0.6*total(v) || total(v) != 40 {
			t.Errorf("prior for %d: visits %v", liked, v)
		}
		if res.Iterations != 41 || res.Evaluations != 41 || j.asked.Load() != 41 {
			t.Errorf("%d iterations, %d evaluations, %d asked; want 41", res.Iterations, res.Evaluations, j.asked.Load())
		}
		if len(res.Net) != 2 || res.Net[0] != 0.5 || res.Seats[0].Priors[liked] != 0.8 {
			t.Errorf("net %v, priors %v", res.Net, res.Seats[0].Priors)
		}
	}
}

// Values of the evaluator decide between moves of the same prior, and each player
// maximises its own.
func TestValuesDecide(t *testing.T) {
	g := toy.Lines()
	j := &judge{say: func(m game.Machine, _ [][]game.Move, r *eval.Result) error {
		s := m.Save(nil)
		r.Values[0] = float32(0.3 + 0.4*float64(s[0]>>6&1)) // x likes cell 6
		r.Values[1] = 1 - r.Values[0]
		return nil
	}}
	s := NewSearcher(g, Options{Evaluator: j})
	m := g.NewMachine()
	if res := mustSearch(t, s, m.Save(nil), 200, RootOptions{}); res.Seats[0].Best != 6 || res.Value[0] < 0.5 {
		t.Errorf("x: %+v", res)
	}
	m.Step([]game.Move{0, 9})
	res := mustSearch(t, s, m.Save(nil), 200, RootOptions{}) // o takes it
	if best := res.Seats[1]; best.Moves[best.Best] != 6 {
		t.Errorf("o: %+v", res)
	}
}

func TestSearcherProves(t *testing.T) {
	g := toy.Lines()
	m := g.NewMachine()
	for _, joint := range [][]game.Move{{0, 9}, {9, 3}, {1, 9}, {9, 4}} {
		m.Step(joint)
	}
	s := NewSearcher(g, Options{Evaluator: &judge{}})
	res := mustSearch(t, s, m.Save(nil), 500, RootOptions{})
	x := res.Seats[0]
	if !res.Exact || res.Value[0] != 1 || x.Moves[x.Best] != 2 || x.Policy[x.Best] != total(x.Policy) {
		t.Errorf("a win in one: %+v", res)
	}
	again := mustSearch(t, s, m.Save(nil), 500, RootOptions{})
	if again.Iterations != 0 || !again.Exact || again.Seats[0].Best != x.Best {
		t.Errorf("searched again: %+v", again)
	}
}

func TestSearcherKeepsTheTree(t *testing.T) {
	g := toy.Lines()
	j := &judge{say: hashed}
	s := NewSearcher(g, Options{Evaluator: j})
	m := g.NewMachine()
	first := mustSearch(t, s, m.Save(nil), 100, RootOptions{})
	best := first.Seats[0].Best
	m.Step([]game.Move{first.Seats[0].Moves[best], 9})
	j.states = make(map[uint64]int)
	res := mustSearch(t, s, m.Save(nil), 100, RootOptions{})
	if total(res.Seats[1].Policy) <= 100 || res.Iterations != 100 {
		t.Errorf("%v visits after %d iterations, want some of the search before", total(res.Seats[1].Policy), res.Iterations)
	}
	if j.states[m.Save(nil).Hash()] != 0 {
		t.Error("a position in the tree was judged again")
	}
	s.Forget()
	if res := mustSearch(t, s, m.Save(nil), 50, RootOptions{}); total(res.Seats[1].Policy) != 49 {
		t.Errorf("%v visits after Forget", total(res.Seats[1].Policy))
	}
}

// A search is a function of its seed; the counts are the signature of PUCT, and of the few moves that self-play considers, with a judge
// that says what the hash of a position makes of it. A change here must be meant.
func TestPriorSignature(t *testing.T) {
	want := map[string][2]string{
		"lines": {
			"best 4 policy [0 18 17 0 112 0 21 62 69] value 0.5583 nodes 296 evaluations 240",
			"best 6 policy [4 18 34 1 1 1 13 243 685] value 0.4993 nodes 30 evaluations 29",
		},
		"pennies": {
			"best 1 policy [134 165] value 0.4281 nodes 49 evaluations 17",
			"best 1 policy [901 99] value 0.4709 nodes 17 evaluations 13",
		},
		"pig": {
			"best 0 policy [294 5] value 0.4986 nodes 402 evaluations 296",
			"best 0 policy [846 154] value 0.4809 nodes 39 evaluations 30",
		},
		"heap": {
			"best 2 policy [37 74 188] value 0.4379 nodes 70 evaluations 44",
			"best 0 policy [310 571 119] value 0.5524 nodes 26 evaluations 21",
		},
		"jumps": {
			"best 1 policy [0 293 0 0] value 0.2514 nodes 29 evaluations 10",
			"best 1 policy [0 983 17 0] value 0.2764 nodes 33 evaluations 12",
		},
	}
	for _, g := range []game.Game{toy.Lines(), toy.Pennies(3), toy.Pig(10), toy.Heap(12), toy.Jumps(4)} {
		for k, root := range []RootOptions{{}, {Considered: 4}} {
			var first string
			for range 2 {
				s := NewSearcher(g, Options{Evaluator: &judge{say: hashed}, Seed: 42})
				res := mustSearch(t, s, g.NewMachine().Save(nil), 300-270*int64(k), root)
				policy := res.Seats[0].Policy
				if sum := total(policy); k == 1 {
					for i := range policy {
						policy[i] *= 1000 / sum
					}
				}
				sig := fmt.Sprintf("best %d policy %.0f value %.4f nodes %d evaluations %d", res.Seats[0].Best, policy, res.Value[0], s.tree.nodes.Load(), res.Evaluations)
				if first == "" {
					first = sig
				} else if sig != first {
					t.Errorf("two searches with one seed differ:\n%s\n%s", first, sig)
				}
			}
			// Other processors may fuse multiplications and additions.
			if name := g.Facts().Name; runtime.GOARCH == "amd64" && want[name][k] != first {
				t.Errorf("signature %d of %s:\n\t%s\nwant\n\t%s", k, name, first, want[name][k])
			}
		}
	}
}

func TestSearcherEqualsPlayer(t *testing.T) {
	for _, g := range []game.Game{toy.Lines(), toy.Pennies(3), toy.Pig(10), toy.Heap(12)} {
		for _, e := range []eval.Evaluator{nil, &judge{say: hashed}} {
			opt := Options{Threads: 1, Evaluations: 1, Iterations: 200, Seed: 7, Evaluator: e, LCB: -1}
			p := New(opt)
			if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			m := g.NewMachine()
			move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
			if err != nil {
				t.Fatal(err)
			}
			var visits []float64
			for _, a := range p.root.inner.of(0) {
				visits = append(visits, float64(a.n))
			}
			st := p.Stats()
			p.End()
			s := NewSearcher(g, opt)
			res := mustSearch(t, s, m.Save(nil), 200, RootOptions{})
			var same []float64
			for _, a := range s.tree.root.inner.of(0) {
				same = append(same, float64(a.n))
			}
			if res.Seats[0].Moves[res.Seats[0].Best] != move || !slices.Equal(visits, same) || st.Evaluations != res.Evaluations || st.Nodes != s.tree.nodes.Load() {
				t.Errorf("%s, evaluator %v: player %d %v (%d), searcher %v %v (%d)", g.Facts().Name, e != nil,
					move, visits, st.Evaluations, res.Seats[0].Best, same, res.Evaluations)
			}
		}
	}
}

// Positions in which nobody has a choice are walked through.
func TestForcedPositionsAreNotJudged(t *testing.T) {
	g := toy.Pig(10) // the die is rolled in a position of its own
	j := &judge{say: func(_ game.Machine, legal [][]game.Move, r *eval.Result) error {
		if len(legal[0]) == 1 && len(legal[1]) == 1 {
			return errors.New("nobody has a choice here")
		}
		return hashed(g.NewMachine(), legal, r)
	}}
	res := mustSearch(t, NewSearcher(g, Options{Evaluator: j}), g.NewMachine().Save(nil), 300, RootOptions{})
	if res.Evaluations == 0 {
		t.Error("nothing was judged")
	}
}

func TestSearcherErrors(t *testing.T) {
	g := toy.Lines()
	state := g.NewMachine().Save(nil)
	broken := errors.New("no more batches")
	for name, say := range map[string]func(game.Machine, [][]game.Move, *eval.Result) error{
		"error": func(game.Machine, [][]game.Move, *eval.Result) error { return broken },
		"nan": func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
			r.Values[0] = float32(math.NaN())
			return nil
		},
		"short": func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
			r.Priors[0] = r.Priors[0][:1]
			return nil
		},
		"sum": func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
			r.Priors[0][0] = 2
			return nil
		},
		"panic": func(game.Machine, [][]game.Move, *eval.Result) error { panic("bad evaluator") },
	} {
		res, err := NewSearcher(g, Options{Evaluator: &judge{say: say}}).Search(context.Background(), state, 10, RootOptions{})
		if err == nil || res != nil || name == "error" && !errors.Is(err, broken) {
			t.Errorf("%s: %+v, error %v", name, res, err)
		}
	}
	if _, err := NewSearcher(g, Options{}).Search(context.Background(), game.State{7, 0o60, 5}, 10, RootOptions{}); err == nil {
		t.Error("a terminal position is searched")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res, err := NewSearcher(g, Options{}).Search(ctx, state, 10, RootOptions{}); err != nil || res.Iterations != 0 {
		t.Errorf("cancelled: %+v, error %v", res, err)
	}
}

// The opponent of known strength: textbook UCT with several playouts per leaf.
func TestPlain(t *testing.T) {
	g := toy.Lines()
	s := NewSearcher(g, Options{Plain: true, Rollouts: 10, Seed: 3})
	m := g.NewMachine()
	for _, joint := range [][]game.Move{{0, 9}, {9, 3}, {1, 9}, {9, 4}} {
		m.Step(joint)
	}
	res := mustSearch(t, s, m.Save(nil), 800, RootOptions{})
	x := res.Seats[0]
	if res.Exact || total(x.Policy) != 800 || x.Moves[x.Best] != 2 || res.Net != nil {
		t.Errorf("%+v", res)
	}
	if steps := s.w.runner.Steps; steps < 800 {
		t.Errorf("%d steps of playouts", steps)
	}
	// UCB1: with these counts and means its choice is known.
	list := []arm{{n: 10, sum: 6}, {n: 4, sum: 2}, {n: 6, sum: 4}}
	w := s.w
	bound := func(a arm) float64 {
		return a.sum/float64(a.n) + math.Sqrt2*math.Sqrt(math.Log(20)/float64(a.n))
	}
	want := 0
	for i := range list {
		if bound(list[i]) > bound(list[want]) {
			want = i
		}
	}
	if got := w.selectArm(list, math.Log(20), false, 0.5); got != want {
		t.Errorf("UCB1 selects %d, want %d", got, want)
	}
}

// BenchmarkSearcher gives the cost of a search of 40 iterations with an evaluator
// that answers at once; what the rules and the evaluator take by themselves is in
// BenchmarkWalk.
func BenchmarkSearcher(b *testing.B) {
	g := toy.Lines()
	for _, e := range []eval.Evaluator{&judge{}, nil} {
		b.Run(fmt.Sprintf("evaluator=%v", e != nil), func(b *testing.B) {
			s := NewSearcher(g, Options{Evaluator: e})
			state := g.NewMachine().Save(nil)
			b.ReportAllocs()
			for b.Loop() {
				s.Forget()
				mustSearch(b, s, state, 40, RootOptions{Considered: 16})
			}
		})
	}
}
