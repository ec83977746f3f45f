package playout

import (
	"math"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// guided is the mean value of x over guided playouts from a position.
func guided(t *testing.T, s game.State, g *Guide, n int) float64 {
	t.Helper()
	m := toy.Lines().NewMachine()
	rng := game.Stream(1, "test", 0)
	var r Runner
	value, sum := make([]float64, 2), 0.0
	for range n {
		m.Load(s)
		if !r.Guided(m, rng, value, g) || !g.Ended {
			t.Fatal("ended early")
		}
		sum += value[0]
	}
	return sum / float64(n)
}

// TestGuidedUniform: without a policy a guided playout is a random one, and tells its moves.
func TestGuidedUniform(t *testing.T) {
	game0 := toy.Lines()
	g := NewGuide(game0, NewKeys(game0), Policy{})
	if mean := guided(t, game.State{0, 0, 0}, g, 20_000); math.Abs(mean-0.649) > 0.01 {
		t.Errorf("x gets %.3f on average, want about 0.649", mean)
	}
	if n := len(g.Acts); n < 5 || n > 8 { // the ninth move is no choice
		t.Errorf("%d moves told", n)
	}
	for i, a := range g.Acts {
		if int(a.Seat) != i%2 {
			t.Fatalf("move %d is told of seat %d", i, a.Seat)
		}
	}
}

// TestGreedy: a side that has seen a move win makes it when it wins, and the other side
// does not give it the chance.
func TestGreedy(t *testing.T) {
	game0 := toy.Lines()
	g := NewGuide(game0, NewKeys(game0), Policy{Greedy: 1000})
	guided(t, game.State{0, 0, 0}, g, 500) // learns what wins
	// x has 0 and 1 and is to move, or o is.
	if mean := guided(t, game.State{0b011, 0b011000, 4}, g, 200); mean != 1 {
		t.Errorf("x to move wins at once, but gets %.3f", mean)
	}
	free := NewGuide(game0, NewKeys(game0), Policy{})
	here := game.State{0b000_000_011, 0b000_010_000, 3}
	careful, careless := guided(t, here, g, 2000), guided(t, here, free, 2000)
	if careful > 0.75 || careless < careful+0.05 {
		t.Errorf("o to move must block: x gets %.3f against a careful o, %.3f against a careless one", careful, careless)
	}
}

// TestSharp: moves with a better record are made more often.
func TestSharp(t *testing.T) {
	game0 := toy.Lines()
	keys := NewKeys(game0)
	g := NewGuide(game0, keys, Policy{Sharp: 8})
	g.usual[0], g.usual[1] = 0.5, 0.5
	for c := range game.Move(9) {
		for range 50 {
			good := 0.0
			if c == 4 {
				good = 1
			}
			g.Table.Add(keys.Of(0, c), good)
		}
	}
	m := game0.NewMachine()
	rng := game.Stream(1, "test", 0)
	var r Runner
	value, first := make([]float64, 2), 0
	const n = 2000
	for range n {
		m.Reset()
		r.Guided(m, rng, value, g)
		if g.Acts[0].Key == keys.Of(0, 4) {
			first++
		}
	}
	if first < n/2 {
		t.Errorf("the good move came first in %d of %d playouts", first, n)
	}
}

// TestCut: a playout that is cut is not valued.
func TestCut(t *testing.T) {
	game0 := toy.Lines()
	g := NewGuide(game0, NewKeys(game0), Policy{Cut: 3})
	m := game0.NewMachine()
	var r Runner
	value := []float64{9, 9}
	if !r.Guided(m, game.Stream(1, "test", 0), value, g) || g.Ended || value[0] != 9 || r.Steps != 3 {
		t.Errorf("ended %v, value %v, %d steps", g.Ended, value, r.Steps)
	}
}

// TestKeys: bounded moves have keys of their own, and hashed ones stay in bounds.
func TestKeys(t *testing.T) {
	k := NewKeys(toy.Lines())
	seen := map[uint32]bool{}
	for seat := range 2 {
		for c := range game.Move(10) {
			seen[k.Of(seat, c)] = true
		}
	}
	if len(seen) != 20 || k.Len() != 20 {
		t.Errorf("%d keys of %d for 20 moves", len(seen), k.Len())
	}
	h := &Keys{n: 1 << hashedBits}
	for c := range game.Move(1000) {
		if key := h.Of(1, c*0x123456789abcdef); int(key) >= h.Len() {
			t.Fatalf("key %d of %d", key, h.Len())
		}
	}
}
