package mcts

import (
	"math"
	"math/rand/v2"
	"testing"

	"ludens/game"
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
