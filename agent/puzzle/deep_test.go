package puzzle

import (
	"testing"

	"ludens/game"
)

// diver is a search of a game's first position.
func diver(g game.Game, seed uint64) *deep {
	m := g.NewMachine()
	c := newClock(m, 0, game.Stream(seed, "clock", 0), never)
	d := newDeep(g, &found{}, c, game.Stream(seed, "deep", 0), 64<<20, 1000)
	d.move(m.Save(nil))
	return d
}

// TestDeep finds long ways, in both languages.
func TestDeep(t *testing.T) {
	for _, name := range []string{"walk", "knightsTour5", "ludii:KnightsTour", "hanoi"} {
		d := diver(open(t, name), 1)
		n := 0
		for ; n < 500_000 && d.found.worth() < 1 && d.step(); n++ {
		}
		if d.found.worth() < 1 {
			t.Errorf("%s: worth %g after %d positions, done: %v", name, d.found.worth(), n, d.done)
			continue
		}
		t.Logf("%s: %d moves after %d positions", name, len(d.found.get().moves), n)
	}
}

// TestDeepGoesThroughAll has it end where everything has been seen: with the best that can be reached, which a search
// of all lines has found too.
func TestDeepGoesThroughAll(t *testing.T) {
	g := half(t)
	d := diver(g, 1)
	n := 0
	for ; n < 1_000_000 && d.step(); n++ {
	}
	best := most(g.NewMachine(), 0)
	if !d.done || d.found.worth() != best {
		t.Errorf("worth %g after %d positions, done: %v; the best is %g", d.found.worth(), n, d.done, best)
	}
}

// most is the best that can be reached.
func most(m game.Machine, deep int) float64 {
	if m.Terminal() {
		u := make([]float64, 1)
		m.Utility(u)
		return u[0]
	}
	if deep > 30 {
		return 0
	}
	root, best := m.Save(nil), 0.0
	for _, mv := range m.Legal(0, nil) {
		m.Load(root)
		m.Step([]game.Move{mv})
		best = max(best, most(m, deep+1))
	}
	return best
}
