package mcts

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// chooseWith plays one decision of a Player at the initial position.
func chooseWith(t testing.TB, p *Player, g game.Game, ctx context.Context) (game.Move, error) {
	t.Helper()
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	move, err := p.Choose(ctx, turn)
	if !slices.Contains(turn.Legal, move) {
		t.Errorf("illegal move %d", move)
	}
	return move, err
}

// selectPrior against the formula, worked out slowly, on nodes of random counts.
func TestPUCTFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		o := Options{CPuct: 0.5 + rng.Float64(), CPuctBase: 10 + 100*rng.Float64(), FPU: rng.Float64() / 2}.withDefaults()
		k := 2 + rng.IntN(6)
		in := &inner{
			first: []int32{0, int32(k)}, active: []int32{0}, arms: make([]arm, k),
			prior: make([]float32, k), seats: make([]sum, 1),
		}
		n := &node{inner: in}
		w := &worker{opt: &o, rng: rng, t: &tree{root: &node{}}}
		all, taken := 0.0, float64(rng.Float32())
		n.visits, in.count = 1, 1
		for i := range in.arms {
			a := &in.arms[i]
			in.prior[i] = rng.Float32() / float32(k)
			if rng.IntN(3) > 0 {
				a.n = uint32(rng.IntN(9))
				a.loss = int16(rng.IntN(3))
				a.sum = float64(a.n) * rng.Float64()
				n.visits += a.n + uint32(a.loss)
				in.count += a.n
				all += a.sum
			}
			if a.n > 0 || a.loss > 0 {
				in.seats[0].mass += in.prior[i]
			}
		}
		in.seats[0].all = all + taken
		visits, mean := float64(n.visits), (all+taken)/float64(in.count)
		mass := 0.0
		for i, a := range in.arms {
			if a.n > 0 || a.loss > 0 {
				mass += float64(in.prior[i])
			}
		}
		want, top := -1, math.Inf(-1)
		for i, a := range in.arms {
			tries := float64(a.n) + float64(a.loss)
			q := mean - o.FPU*math.Sqrt(mass)
			if tries > 0 {
				q = a.sum / tries
			}
			c := o.CPuct + math.Log((1+visits+o.CPuctBase)/o.CPuctBase)
			if u := q + c*float64(in.prior[i])*math.Sqrt(visits)/(1+tries); u > top+1e-6 {
				want, top = i, u
			} else if u > top-1e-6 {
				want = -1 // too close to call
				top = max(u, top)
			}
		}
		if got := w.selectPrior(n, 0, in.arms, in.prior, false); want >= 0 && got != want {
			t.Fatalf("selects %d, want %d: %+v", got, want, in.arms)
		}
	}
}

// Moves without a visit are thought to be worse the more of the prior is visited.
func TestFirstPlayUrgency(t *testing.T) {
	g := toy.Lines()
	tried := func(o Options) int {
		// The likely move is as good as the position was thought to be.
		o.Evaluator = &judge{say: func(m game.Machine, _ [][]game.Move, r *eval.Result) error {
			if m.Save(nil)[2] == 0 {
				favour(r.Priors[0], 4, 0.6)
			}
			return nil
		}}
		n := 0
		for _, v := range mustSearch(t, NewSearcher(g, o), g.NewMachine().Save(nil), 60, RootOptions{}).Seats[0].Policy {
			if v > 0 {
				n++
			}
		}
		return n
	}
	none, much := tried(Options{FPU: -1}), tried(Options{FPU: 0.9})
	if none != 9 || much >= none {
		t.Errorf("%d moves tried without reduction, %d with much", none, much)
	}
}

// Seats that decide at once follow their own priors.
func TestDecoupledPriors(t *testing.T) {
	j := &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
		favour(r.Priors[0], 0, 0.9)
		favour(r.Priors[1], 1, 0.9)
		return nil
	}}
	g := toy.Pennies(200) // no search of this size meets a result
	res := mustSearch(t, NewSearcher(g, Options{Evaluator: j}), g.NewMachine().Save(nil), 40, RootOptions{})
	a, b := res.Seats[0].Policy, res.Seats[1].Policy
	if a[0] < 2*a[1] || b[1] < 2*b[0] {
		t.Errorf("visits %v and %v", a, b)
	}
	if p := res.Seats[1].Priors; math.Abs(float64(p[1])-0.9) > 1e-6 {
		t.Errorf("priors %v", p)
	}
	// The dominant move is found against a prior that hides it.
	d := &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
		favour(r.Priors[0], 0, 0.8)
		favour(r.Priors[1], 0, 0.8)
		return nil
	}}
	g = toy.Prisoners()
	res = mustSearch(t, NewSearcher(g, Options{Evaluator: d}), g.NewMachine().Save(nil), 400, RootOptions{})
	if res.Seats[0].Best != 1 || res.Seats[1].Best != 1 {
		t.Errorf("prisoners: %+v", res)
	}
}

// Nature is drawn by its odds, never selected, whatever an evaluator says.
func TestNatureIsDrawnWithEvaluator(t *testing.T) {
	g := toy.Pig(30)
	s := NewSearcher(g, Options{Evaluator: &judge{}, Seed: 5})
	mustSearch(t, s, g.NewMachine().Save(nil), 4000, RootOptions{})
	rolled := s.tree.root.inner.kids.get(0) // seat 0 rolls
	n := func(i int) float64 {
		if c := rolled.inner.kids.get(mix(uint64(i) + 0x9e3779b97f4a7c15)); c != nil && c.inner != nil {
			return float64(c.visits) + 1
		}
		return 0
	}
	all := n(0) + n(1) + n(2)
	if all < 500 || math.Abs(n(0)/all-0.25) > 0.05 || math.Abs(n(1)/all-0.5) > 0.05 {
		t.Errorf("outcomes %v %v %v, want a half in the middle", n(0), n(1), n(2))
	}
}

// What an evaluator's failure means for a player: it is told once, and the match
// goes on with playouts.
func TestPlayerFallsBack(t *testing.T) {
	g := toy.Lines()
	broken := errors.New("closed")
	var j judge
	j.say = func(m game.Machine, legal [][]game.Move, r *eval.Result) error {
		if j.asked.Load() > 100 {
			return broken
		}
		return hashed(m, legal, r)
	}
	p := New(Options{Threads: 2, Evaluations: 4, Iterations: 3000, Evaluator: &j})
	defer p.End()
	if _, err := chooseWith(t, p, g, context.Background()); err != nil {
		t.Error(err)
	}
	if err := p.Warning(); !errors.Is(err, broken) {
		t.Errorf("warning %v, want the evaluator's", err)
	}
	// Those that are under way at the hundredth may be told that it is broken, too.
	if s := p.Stats(); s.Iterations < 2900 || s.Steps == 0 || s.Evaluations < 96 || s.Evaluations > 100 {
		t.Errorf("%+v, want 96 to 100 evaluations and then playouts", s)
	}
	asked := j.asked.Load()
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	if _, err := p.Choose(context.Background(), turn); err != nil || j.asked.Load() != asked || p.Warning() != nil {
		t.Errorf("next turn: error %v, asked %d times more, or warned again", err, j.asked.Load()-asked)
	}
}

// An evaluator that does not answer delays nobody, and End waits for it.
func TestBlockedEvaluator(t *testing.T) {
	for name, after := range map[string]int64{"root": 0, "later": 50} {
		release := make(chan struct{})
		var j judge
		j.width = 8
		j.say = func(m game.Machine, legal [][]game.Move, r *eval.Result) error {
			if j.asked.Load() > after {
				<-release
			}
			return hashed(m, legal, r)
		}
		p := New(Options{Threads: 2, Evaluator: &j})
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		done := make(chan error, 1)
		go func() {
			_, err := chooseWith(t, p, toy.Lines(), ctx)
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: Choose waits for an evaluation", name)
		}
		cancel()
		// The next turn cannot search, but answers too.
		ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
		m := toy.Lines().NewMachine()
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		if move, err := p.Choose(ctx, turn); err != nil || !slices.Contains(turn.Legal, move) {
			t.Errorf("%s: move %d, error %v", name, move, err)
		}
		cancel()
		close(release)
		p.End()
	}
}

// queue is an evaluator that answers only when so many positions wait, or nobody
// has come for a while: it needs many workers.
type queue struct {
	judge
	mu    sync.Mutex
	wait  []chan struct{}
	sizes []int
}

func (q *queue) Evaluate(m game.Machine, legal [][]game.Move, r *eval.Result) error {
	mine := make(chan struct{})
	q.mu.Lock()
	q.wait = append(q.wait, mine)
	if len(q.wait) >= q.width {
		q.flush()
	}
	q.mu.Unlock()
	for waiting := true; waiting; {
		select {
		case <-mine:
			waiting = false
		case <-time.After(30 * time.Millisecond):
			q.mu.Lock()
			q.flush()
			q.mu.Unlock()
		}
	}
	return q.judge.Evaluate(m, legal, r)
}

func (q *queue) flush() {
	if len(q.wait) > 0 {
		q.sizes = append(q.sizes, len(q.wait))
	}
	for _, c := range q.wait {
		close(c)
	}
	q.wait = nil
}

// About Width evaluations are under way, no position is judged twice, and no mark
// of a selection is left in the tree.
func TestBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &queue{judge: judge{say: hashed, width: 8, states: map[uint64]int{}}}
		p := New(Options{Threads: 2, Iterations: 1500, Evaluator: q})
		if _, err := chooseWith(t, p, newWide(12), context.Background()); err != nil {
			t.Fatal(err)
		}
		s := p.Stats()
		full := 0
		for _, n := range q.sizes {
			if n >= 6 {
				full += n
			}
		}
		t.Logf("%d iterations, %d evaluations, %d waits, %d batches, %d evaluations in batches of 6 to 8", s.Iterations, s.Evaluations, s.Waits, len(q.sizes), full)
		if s.Iterations != 1500 || s.Evaluations < 1400 || float64(full) < 0.6*float64(s.Evaluations) {
			t.Errorf("%d evaluations, %d of them in batches of 6 to 8", s.Evaluations, full)
		}
		for _, n := range q.states {
			if n > 1 {
				t.Errorf("a position was judged %d times", n)
			}
		}
		checkTree(t, p.tree)
		p.End()
	})
}

// checkTree looks whether the counts of a tree at rest agree.
func checkTree(t *testing.T, tr *tree) {
	t.Helper()
	var visit func(n *node)
	visit = func(n *node) {
		if n.busy || n.wanted {
			t.Error("a node is being expanded in a tree at rest")
		}
		in := n.inner
		if in == nil {
			return
		}
		for _, seat := range in.active {
			made, mass := uint32(0), float32(0)
			list, numbered := in.tried(int(seat))
			for i, a := range list {
				if a.loss != 0 {
					t.Errorf("%d virtual losses in a tree at rest", a.loss)
				}
				if numbered {
					i = int(a.key)
				}
				if made += a.n; a.n > 0 && in.prior != nil {
					mass += in.priors(int(seat))[i]
				}
			}
			// Without an evaluator, exact arms are counted beside the one that was walked (stands).
			if made < n.visits || tr.met == nil && made != n.visits {
				t.Errorf("%d visits of a node, %d of its arms", n.visits, made)
			}
			if d := mass - in.seats[seat].mass; d > 1e-3 || d < -1e-3 {
				t.Errorf("visited mass %v, noted %v", mass, in.seats[seat].mass)
			}
		}
		for _, e := range in.kids.table {
			if e.node != nil {
				visit(e.node)
			}
		}
	}
	visit(tr.root)
}

// A search that is stopped again and again, and whose evaluator waits at random,
// leaves its tree in order.
func TestStoppedSearchesLeaveOrder(t *testing.T) {
	g := toy.Lines()
	j := &judge{width: 6, say: func(m game.Machine, legal [][]game.Move, r *eval.Result) error {
		time.Sleep(time.Duration(m.Save(nil).Hash() % 300_000))
		return hashed(m, legal, r)
	}}
	p := New(Options{Threads: 2, Evaluator: j})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	for range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		if _, err := p.Choose(ctx, turn); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
	p.wait(context.Background())
	checkTree(t, p.tree)
	p.End()
}

// An engine that panics while others wait for its worker's evaluation.
func TestEnginePanicsWithEvaluator(t *testing.T) {
	g := panics{Game: toy.Lines()}
	j := &judge{width: 6, say: func(m game.Machine, legal [][]game.Move, r *eval.Result) error {
		time.Sleep(100 * time.Microsecond)
		return hashed(m, legal, r)
	}}
	for left := range int64(40) {
		g.left = newCounter(5 + 3*left)
		p := New(Options{Threads: 2, Iterations: 1000, Evaluator: j})
		_, err := chooseWith(t, p, g, context.Background())
		if err == nil || !strings.Contains(err.Error(), "broken engine") {
			t.Fatalf("after %d steps: error %v", 5+3*left, err)
		}
		p.End()
	}
}

// rollouts judges by one playout and knows no moves: with it PUCT is another UCT.
func rollouts(seed uint64) *judge {
	j := &judge{}
	j.say = func(m game.Machine, _ [][]game.Move, r *eval.Result) error {
		state := m.Save(nil)
		u := make([]float64, len(r.Values))
		game.Playout(m, game.Stream(seed, "test.rollouts", uint64(j.asked.Load())), 1000)
		m.Utility(u)
		m.Load(state)
		for i := range u {
			r.Values[i] = float32(u[i])
		}
		return nil
	}
	return j
}

// With priors that say nothing and playouts for values, the search is about as
// strong as UCT: no sign is wrong and nothing is counted twice.
func TestPlayoutsInTheEvaluator(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many matches, none of which has anything to do with threads")
	}
	for _, g := range []game.Game{toy.Lines(), toy.Heap(11)} {
		f := g.Facts()
		sum, n := 0.0, 10*f.Players
		for i := range n {
			var seats []agent.Player
			for range f.Players {
				seats = append(seats, New(Options{Threads: 1, Iterations: 100, Seed: uint64(i), Plain: true}))
			}
			seats[i%f.Players] = New(Options{Threads: 1, Evaluations: 1, Iterations: 100, Seed: uint64(i), Evaluator: rollouts(uint64(i))})
			sum += play(t, g, uint64(i), 0, seats...)[i%f.Players]
		}
		t.Logf("%s: %.3f against textbook UCT", f.Name, sum/float64(n))
		if sum/float64(n) < 0.4 {
			t.Errorf("%s: %.3f against textbook UCT, want about half", f.Name, sum/float64(n))
		}
	}
}

// Playouts have their share in a leaf's value, and the machine is where it was.
func TestMix(t *testing.T) {
	g := toy.Lines()
	seen := map[float64]bool{}
	for seed := range uint64(200) {
		o := Options{Mix: 0.5, Evaluator: &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
			for i := range r.Values {
				r.Values[i] = 0.25
			}
			return nil
		}}}.withDefaults()
		w := newWorker(g, &o)
		w.m, w.rng, w.run = g.NewMachine(), game.Stream(seed, "test", 0), &run{}
		before := w.m.Save(nil)
		if !w.read() || !w.evaluate() || !w.mix() {
			t.Fatal("nothing was judged")
		}
		if after := w.m.Save(nil); !slices.Equal(after, before) {
			t.Fatalf("the machine was at %v and is at %v", before, after)
		}
		if w.value[0]+w.value[1] != 0.25+0.5 { // Lines is for two, whose utilities sum to 1
			t.Fatalf("values %v", w.value)
		}
		seen[w.value[0]] = true

		w.runner.Stop = func() bool { return true }
		if w.mix() {
			t.Fatal("a playout that was stopped has a say")
		}
	}
	for v := range seen {
		if v != 0.125 && v != 0.375 && v != 0.625 {
			t.Errorf("value %g", v)
		}
	}
	if len(seen) != 3 {
		t.Errorf("values %v", seen)
	}
	// A search does so: where the evaluator sees nothing but losses, playouts see more.
	for mix, above := range map[float64]bool{0: false, 0.5: true} {
		o := Options{Mix: mix, Plain: true, Rollouts: 4, Evaluator: &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
			clear(r.Values)
			return nil
		}}}
		root := mustSearch(t, NewSearcher(g, o), g.NewMachine().Save(nil), 5, RootOptions{})
		if above != (root.Value[0]+root.Value[1] > 0.1) {
			t.Errorf("with a mix of %g the root is worth %v", mix, root.Value)
		}
	}
	if (Options{Mix: 1.5}).Validate() == nil || (Options{Mix: math.NaN()}).Validate() == nil {
		t.Error("a mix that makes no sense was taken")
	}
}
