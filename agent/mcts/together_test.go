package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// atOnce is a game whose engine plays many positions at once; fail, if not nil, is what comes of
// it, and tell what every playout is worth to everybody instead of its end.
type atOnce struct {
	game.Game
	fail error
	tell float64
}

func (g atOnce) NewBatch(game.BatchOptions) (game.Batch, error) {
	return scripted{game.OneByOne(g.Game, 64), g}, nil
}

type scripted struct {
	game.Batch
	g atOnce
}

func (b scripted) Playouts(ctx context.Context, states []game.State, each int, rng *rand.Rand, limit int, out []game.Tally) error {
	if b.g.fail != nil {
		return b.g.fail
	}
	err := b.Batch.Playouts(ctx, states, each, rng, limit, out)
	if b.g.tell > 0 {
		for i := range out {
			for p := range out[i].Sum {
				out[i].Sum[p] = b.g.tell * float64(out[i].Known())
			}
		}
	}
	return err
}

func begun(t *testing.T, g game.Game, o Options) (*Player, agent.Turn) {
	t.Helper()
	p := New(o)
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	return p, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
}

// TestTogether: a search that plays leaves out together makes the iterations it was asked for, each
// of as many playouts as the lanes allow, the same every time, and leaves its tree in order.
func TestTogether(t *testing.T) {
	for _, ref := range []int{0, 20} {
		var seen []string
		for range 2 {
			p, turn := begun(t, atOnce{Game: toy.Lines()}, Options{Threads: 1, Iterations: 1000, Together: 16, Ref: ref, Seed: 3})
			move, err := p.Choose(context.Background(), turn)
			if err != nil {
				t.Fatal(err)
			}
			s := p.Stats()
			if s.Iterations != 1000 {
				t.Errorf("%d iterations of 1000", s.Iterations)
			}
			alone, _ := begun(t, toy.Lines(), Options{Threads: 1, Iterations: 1000, Ref: ref, Seed: 3})
			if _, err := alone.Choose(context.Background(), turn); err != nil {
				t.Fatal(err)
			}
			if steps := alone.Stats().Steps; s.Steps < 2*steps {
				t.Errorf("%d steps of playouts, one by one %d: want about four times as many", s.Steps, steps)
			}
			checkTree(t, p.tree)
			seen = append(seen, fmt.Sprintf("move %d visits %d nodes %d steps %d", move, s.Visits, s.Nodes, s.Steps))
			p.End()
			alone.End()
		}
		if seen[0] != seen[1] {
			t.Errorf("%s, then %s", seen[0], seen[1])
		}
	}
}

// TestTogetherIsStopped: searches that end in the midst of a batch leave the tree in order, also
// with several workers.
func TestTogetherIsStopped(t *testing.T) {
	p, turn := begun(t, atOnce{Game: toy.Lines()}, Options{Threads: 3, Together: 16, Ref: 20})
	for range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		move, err := p.Choose(ctx, turn)
		cancel()
		if err != nil || !slices.Contains(turn.Legal, move) {
			t.Fatalf("move %d, error %v", move, err)
		}
	}
	p.wait(context.Background())
	checkTree(t, p.tree)
	p.End()
}

// TestTogetherFails: where a batch fails the search goes on with single playouts.
func TestTogetherFails(t *testing.T) {
	p, turn := begun(t, atOnce{Game: toy.Lines(), fail: errors.New("broken")}, Options{Threads: 1, Iterations: 300, Together: 16})
	defer p.End()
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	if s := p.Stats(); s.Iterations < 200 || s.Steps == 0 {
		t.Errorf("%d iterations, %d steps", s.Iterations, s.Steps)
	}
	checkTree(t, p.tree)
}

// judged is a search with an evaluator in whose leaves playouts have a share.
func judged(o Options) Options {
	o.Evaluator, o.Mix, o.Together = &judge{say: hashed}, 0.5, 8
	return o
}

// TestOwed: what an evaluator has said at once and what playouts change about it later are what a
// leaf is worth that was mixed at once, all the way up.
func TestOwed(t *testing.T) {
	g := atOnce{Game: toy.Lines(), tell: 0.75}
	o := judged(Options{Threads: 1, Evaluations: 1, Iterations: 31})
	o.Evaluator = &judge{say: func(_ game.Machine, _ [][]game.Move, r *eval.Result) error {
		for i := range r.Values {
			r.Values[i] = 0.25
		}
		return nil
	}}
	p, turn := begun(t, g, o)
	defer p.End()
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	checkTree(t, p.tree)
	leaves, seen := 0, map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if n.inner == nil {
			t.Fatal("a leaf that was not expanded, or an end: the search is to have neither")
		}
		if seen[n] {
			return
		}
		seen[n] = true
		in, first := n.inner, 0.5
		if n == p.tree.root {
			first = 0.25 // is not played out
		} else {
			leaves++
		}
		for _, sum := range in.seats {
			if want := first + 0.5*float64(in.count-1); math.Abs(sum.all-want) > 1e-9 {
				t.Errorf("a node of %d values has a sum of %g, want %g", in.count, sum.all, want)
			}
		}
		for _, seat := range in.active {
			for _, a := range in.of(int(seat)) {
				if k := float64(a.n); math.Abs(a.sum-0.5*k) > 1e-9 || math.Abs(a.square-0.25*k) > 1e-9 {
					t.Errorf("an arm of %d visits has a sum of %g, and one of squares of %g", a.n, a.sum, a.square)
				}
			}
		}
		for _, e := range in.kids.table {
			if e.node != nil {
				visit(e.node)
			}
		}
	}
	visit(p.tree.root)
	if leaves != 30 {
		t.Errorf("%d leaves, want 30", leaves)
	}
}

// What playouts change about a leaf changes the squares of values above it, but not the exact value of an arm that has been
// proven meanwhile, which stands in the same place.
func TestAmendSquares(t *testing.T) {
	for _, proven := range []bool{false, true} {
		in := &inner{first: []int32{0, 1, 1}, active: []int32{0}, arms: []arm{{n: 1, sum: 0.3, square: 0.09}}, seats: make([]sum, 2)}
		want := 0.16
		if proven {
			in.arms[0].proven, in.arms[0].square, want = true, 1, 1
		}
		w := &worker{f: &game.Facts{Players: 2, Seats: make([]string, 2)}, value: []float64{0.1, -0.1}}
		w.amend(&lot{path: []edge{{n: &node{inner: in}}}, picks: []int32{0, 0}, said: []float64{0.3, 0.7}})
		if a := in.arms[0]; math.Abs(a.sum-0.4) > 1e-9 || math.Abs(a.square-want) > 1e-9 {
			t.Errorf("proven %v: a sum of %g, want 0.4; of squares of %g, want %g", proven, a.sum, a.square, want)
		}
	}
}

// TestOwedTwice: a search of so many iterations with an evaluator and playouts is the same every
// time, and one that is stopped in the midst of it, with several workers, or whose batch fails, is
// in order.
func TestOwedTwice(t *testing.T) {
	var seen []string
	for range 2 {
		p, turn := begun(t, atOnce{Game: toy.Lines()}, judged(Options{Threads: 1, Iterations: 300, LeafTime: 1, Seed: 3}))
		move, err := p.Choose(context.Background(), turn)
		if err != nil {
			t.Fatal(err)
		}
		s := p.Stats()
		if s.Steps < 300*4 {
			t.Errorf("%d steps of playouts in 300 leaves", s.Steps)
		}
		checkTree(t, p.tree)
		seen = append(seen, fmt.Sprintf("move %d visits %d nodes %d steps %d value %g", move, s.Visits, s.Nodes, s.Steps, s.Value))
		p.End()
	}
	if seen[0] != seen[1] {
		t.Errorf("%s, then %s", seen[0], seen[1])
	}
	p, turn := begun(t, atOnce{Game: toy.Lines()}, judged(Options{Threads: 2, Evaluations: 3}))
	for range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		if move, err := p.Choose(ctx, turn); err != nil || !slices.Contains(turn.Legal, move) {
			t.Fatalf("move %d, error %v", move, err)
		}
		cancel()
	}
	p.wait(context.Background())
	checkTree(t, p.tree)
	p.End()
	p, turn = begun(t, atOnce{Game: toy.Lines(), fail: errors.New("broken")}, judged(Options{Threads: 1, Iterations: 100}))
	if _, err := p.Choose(context.Background(), turn); err != nil || p.Stats().Evaluations < 50 {
		t.Errorf("error %v, %d evaluations", err, p.Stats().Evaluations)
	}
	checkTree(t, p.tree)
	p.End()
}

// TestLeaves: an evaluator's leaves share playouts so that none takes longer than it may.
func TestLeaves(t *testing.T) {
	for _, tt := range []struct {
		took, leaf time.Duration
		limit      int64
		judge      bool
		want       int
	}{
		{40, 10, 0, true, 8},
		{200, 10, 0, true, 20},
		{201, 10, 0, true, 21},
		{640, 10, 0, true, 64},
		{641, 10, 0, true, 0},
		{641, 0, 0, true, 8},
		{641, 10, 5, true, 8},
		{641, 10, 0, false, 8},
	} {
		o := Options{Together: 8, LeafTime: tt.leaf}
		if tt.judge {
			o.Evaluator = &judge{}
		}
		w := &worker{opt: &o, run: &run{}}
		if got := w.leaves(&bench{took: tt.took, lanes: 512}, &run{limit: tt.limit}); got != tt.want {
			t.Errorf("%+v: %d leaves", tt, got)
		}
	}
}

// quick is a batch that says that it plays out what it has lanes for in no time, or, slow, that it takes long.
type quick struct {
	game.Game
	slow bool
}

func (g quick) NewBatch(game.BatchOptions) (game.Batch, error) {
	return &hurried{game.OneByOne(g.Game, 64), g.slow, 0}, nil
}

type hurried struct {
	game.Batch
	slow  bool
	calls int
}

func (b *hurried) Playouts(_ context.Context, states []game.State, each int, _ *rand.Rand, _ int, out []game.Tally) error {
	if b.calls++; b.slow {
		time.Sleep(5 * time.Millisecond)
	}
	for i := range states {
		out[i] = game.Tally{Sum: []float64{float64(each), 0}, Ended: each, Steps: int64(each)}
	}
	return nil
}

// Where playouts together are not much quicker than one by one a search with a clock does without them; one of so
// many iterations, which must be the same every time, does not ask.
func TestTogetherOnlyWhereQuicker(t *testing.T) {
	for _, slow := range []bool{false, true} {
		for _, iterations := range []int64{0, 200} {
			p, turn := begun(t, quick{toy.Lines(), slow}, Options{Threads: 1, Together: 16, Iterations: iterations, Seed: 3})
			<-p.batches.ready
			b := p.batches.list[0].batch.(*hurried)
			before := b.calls
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			if _, err := p.Choose(ctx, turn); err != nil {
				t.Fatal(err)
			}
			cancel()
			p.End()
			if used, want := b.calls > before, !slow || iterations > 0; used != want {
				t.Errorf("slow %v, %d iterations: playouts together: %v", slow, iterations, used)
			}
		}
	}
}

// lengths is a game whose playouts have so many steps, random ones and decisive ones, of which there are none with 0.
type lengths struct {
	game.Game
	random, decisive int64
}

func (g lengths) NewBatch(o game.BatchOptions) (game.Batch, error) {
	switch {
	case !o.Decisive:
		return &steps{game.OneByOne(g.Game, 64), g.random}, nil
	case g.decisive == 0:
		return nil, game.ErrNoBatch
	}
	return &steps{game.OneByOne(g.Game, 64), g.decisive}, nil
}

type steps struct {
	game.Batch
	n int64
}

func (b *steps) Playouts(_ context.Context, states []game.State, each int, _ *rand.Rand, _ int, out []game.Tally) error {
	for i := range states {
		out[i] = game.Tally{Sum: []float64{float64(each), 0}, Ended: each, Steps: b.n * int64(each)}
	}
	return nil
}

// Decisive playouts are taken where they are others than random ones.
func TestDecisiveWhereOther(t *testing.T) {
	for _, tt := range []struct {
		g    lengths
		asks bool
		want int64
	}{
		{lengths{toy.Lines(), 100, 120}, true, 120},
		{lengths{toy.Lines(), 100, 80}, true, 80},
		{lengths{toy.Lines(), 100, 102}, true, 100},
		{lengths{toy.Lines(), 100, 0}, true, 100},
		{lengths{toy.Lines(), 100, 120}, false, 100},
	} {
		b := newBench(tt.g, 1<<20, tt.asks)
		if got := b.batch.(*steps).n; got != tt.want {
			t.Errorf("%+v: playouts of %d steps, want %d", tt, got, tt.want)
		}
		if want := map[bool]float64{true: leastDecisiveGain, false: leastGain}[tt.want == tt.g.decisive]; b.least != want {
			t.Errorf("%+v: they have to be quicker by %g, want %g", tt, b.least, want)
		}
	}
}

// Where single machines decide and lanes do not, single ones play.
func TestSingleOnesDecide(t *testing.T) {
	for decisive, lanes := range map[int64]bool{0: false, 102: false, 120: true} {
		g := singly{lengths{toy.Lines(), 100, decisive}}
		if b := newBench(g, 1<<20, true); (b != nil) != lanes || lanes && b.least != leastGain {
			t.Errorf("decisive playouts of %d steps, random ones of 100: %+v", decisive, b)
		}
		if newBench(g, 1<<20, false) == nil {
			t.Error("nobody asked for decisive ones")
		}
	}
}

type singly struct{ lengths }

func (g singly) NewMachine() game.Machine { return decider{g.lengths.NewMachine(), new(atomic.Int32)} }

// TestSpare: machines are told.
func TestSpare(t *testing.T) {
	for _, on := range []bool{true, false} {
		told := !on
		newMachine(sparing{toy.Lines(), &told}, &Options{Spare: on})
		if told != on {
			t.Errorf("machines are told %v, not %v", told, on)
		}
	}
}

type sparing struct {
	game.Game
	told *bool
}

func (g sparing) NewMachine() game.Machine { return sparer{g.Game.NewMachine(), g.told} }

type sparer struct {
	game.Machine
	told *bool
}

func (s sparer) Spare(on bool) bool {
	*s.told = on
	return true
}

// deciding is a game whose machines are told which playouts to make.
type deciding struct {
	game.Game
	told *atomic.Int32 // 1: random ones, 2: decisive ones
}

func (g deciding) NewMachine() game.Machine { return decider{g.Game.NewMachine(), g.told} }

type decider struct {
	game.Machine
	told *atomic.Int32
}

func (d decider) Decide(on bool) bool {
	d.told.Store(map[bool]int32{false: 1, true: 2}[on])
	return true
}

// Single machines are told which playouts to make.
func TestDecides(t *testing.T) {
	for _, on := range []bool{false, true} {
		told := &atomic.Int32{}
		p, turn := begun(t, deciding{toy.Lines(), told}, Options{Threads: 1, Iterations: 20, Decisive: on})
		if _, err := p.Choose(context.Background(), turn); err != nil {
			t.Fatal(err)
		}
		p.End()
		if got, want := told.Load(), map[bool]int32{false: 1, true: 2}[on]; got != want {
			t.Errorf("decisive %v: told %d, want %d", on, got, want)
		}
	}
}
