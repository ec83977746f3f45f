package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ludens/agent"
	"ludens/eval"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// tried is an arm of so many visits, every other of which was worth a and b.
func tried(move game.Move, n uint32, a, b float64) arm {
	k := float64(n)
	return arm{move: move, n: n, sum: k * (a + b) / 2, square: k * (a*a + b*b) / 2}
}

func TestSurest(t *testing.T) {
	late := tried(2, 40, 0.8, 0.8) // found to be good late
	closed, proven := late, late
	closed.closed = true
	proven.proven, proven.square = true, 0.4
	for _, c := range []struct {
		name  string
		lcb   float64
		other arm
		legal []game.Move
		both  bool // another seat decides at the same time
		want  game.Move
	}{
		{name: "better for certain", other: late, want: 2},
		{name: "better for certain, and legal", other: late, legal: []game.Move{2, 1}, want: 2},
		{name: "not legal", other: late, legal: []game.Move{1}, want: 1},
		{name: "the most visited, asked for", lcb: -1, other: late, want: 1},
		{name: "hardly better", other: tried(2, 40, 0.41, 0.71), want: 1},
		{name: "better, and varies", other: tried(2, 40, 0, 1), want: 1},
		{name: "too few visits", other: tried(2, 14, 0.9, 0.9), want: 1},
		{name: "just enough visits", other: tried(2, 15, 0.9, 0.9), want: 2},
		{name: "closed", other: closed, want: 1},
		{name: "known to be worth less", other: proven, want: 1},
		{name: "others decide at the same time", other: late, both: true, want: 1},
	} {
		o := Options{LCB: c.lcb}.withDefaults()
		list := []arm{tried(1, 100, 0.4, 0.7), c.other}
		in := &inner{first: []int32{0, 2}, active: []int32{0}, arms: list, prior: []float32{0.5, 0.5}, seats: make([]sum, 1)}
		if c.both {
			in.active = []int32{0, 1}
		}
		if got := list[o.choose(&node{inner: in}, 0, list, c.legal)].move; got != c.want {
			t.Errorf("%s: move %d, want %d", c.name, got, c.want)
		}
		in.prior = nil // nobody has judged: playouts
		if got := list[o.choose(&node{inner: in}, 0, list, c.legal)].move; got != 1 {
			t.Errorf("%s, by playouts: move %d, want 1", c.name, got)
		}
	}
}

// Of three the surest, and a proven draw stays where nothing seems better, however little its walks were worth.
func TestSurestOfThree(t *testing.T) {
	o := Options{}.withDefaults()
	list := []arm{tried(1, 100, 0.4, 0.6), tried(2, 60, 0.8, 0.8), tried(3, 60, 0.7, 0.7)}
	if got := list[o.surest(list, 0, nil)].move; got != 2 {
		t.Errorf("move %d, want 2", got)
	}
	list[0].proven, list[0].square, list[0].sum = true, 0.9, 10
	if got := list[o.surest(list, 0, nil)].move; got != 1 {
		t.Errorf("move %d, want the proven one", got)
	}
}

// The bound against its definition, on values that are drawn one by one.
func TestLowerBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		o := Options{LCB: 4 * rng.Float64()}
		var a arm
		var values []float64
		for range 1 + rng.IntN(50) {
			v := rng.Float64()
			values = append(values, v)
			a.n, a.sum, a.square = a.n+1, a.sum+v, a.square+v*v
		}
		n := float64(len(values))
		mean, spread := a.sum/n, 0.25 // a visit of the largest deviation there is
		for _, v := range values {
			spread += (v - mean) * (v - mean)
		}
		want := mean - o.LCB*math.Sqrt(spread/(n+1))/math.Sqrt(n)
		if got := o.lower(&a); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d values: %g, want %g", len(values), got, want)
		}
	}
}

// The move that is played is told first, and the line begins with it, also where it is not the most visited.
func TestTellsSurest(t *testing.T) {
	others := 0
	for seed := range uint64(40) {
		say := func(m game.Machine, legal [][]game.Move, r *eval.Result) error { // another one for every seed
			err := hashed(m, legal, r)
			_, part := math.Modf(float64(r.Values[0]) * float64(1+seed))
			r.Values[0], r.Values[1] = float32(part), float32(1-part)
			return err
		}
		p, turn := begun(t, toy.Lines(), Options{Evaluator: &judge{say: say}, Evaluations: 1, Threads: 1, Iterations: 60, Seed: seed})
		var last agent.Thought
		turn.Tell = func(t agent.Thought) { last = t }
		move, err := p.Choose(context.Background(), turn)
		if err != nil {
			t.Fatal(err)
		}
		p.End()
		if last.Moves[0].Move != move || last.Line[0][0] != move {
			t.Errorf("seed %d: played %d, told %d first and the line %v", seed, move, last.Moves[0].Move, last.Line)
		}
		for _, c := range last.Moves {
			if c.Visits > last.Moves[0].Visits {
				others++
				break
			}
		}
	}
	if others == 0 {
		t.Error("never another move than the most visited")
	}
	t.Logf("another move than the most visited %d times", others)
}
