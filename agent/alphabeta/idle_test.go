package alphabeta

import (
	"context"
	"testing"

	"ludens/agent"
	"ludens/game"
)

// after gives a search that has looked at a position for so many nodes.
func after(t *testing.T, g game.Game, steps int, opt Options) (*search, agent.Stats) {
	t.Helper()
	m := g.NewMachine()
	var w game.Walker
	for rng := game.Stream(1, "test", 0); !m.Terminal() && (steps > 0 || mover(m) < 0); steps-- {
		w.Step(m, rng)
	}
	p := New(opt)
	defer p.End()
	seat := mover(m)
	if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}); err != nil {
		t.Fatal(err)
	}
	s := p.Stats()
	p.wait(context.Background())
	return p.s, s
}

// Moves are left out where that says something, and no longer where having to move is a burden.
func TestIdle(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
		helps bool
	}{{"breakthrough6", 6, true}, {"reversi8", 8, true}, {"ludii:EnglishDraughts", 11, false}, {"ludii:BaghChal", 6, false}} {
		g := open(t, c.name)
		opt := Options{Function: benchFunction(t, g), Nodes: 200_000, Depth: c.depth, Solve: -1, Bytes: 1 << 22}
		s, with := after(t, g, 4, opt)
		opt.noIdle = true
		other, without := after(t, g, 4, opt)
		t.Logf("%s: %+v, %d nodes, %d without", c.name, s.idle, with.Iterations, without.Iterations)
		if s.idle.helps() != c.helps || other.idle.found > 0 {
			t.Errorf("%s: %+v, helps %v; without: %+v", c.name, s.idle, s.idle.helps(), other.idle)
		}
		if c.helps && with.Iterations > without.Iterations*9/10 {
			t.Errorf("%s: %d nodes with, %d without", c.name, with.Iterations, without.Iterations)
		}
	}
}
