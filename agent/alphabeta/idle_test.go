package alphabeta

import (
	"context"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/internal/patience"
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
	patience.OneThread(t)
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

// faulty is a game whose rules come to a fault where a move is left out.
type faulty struct{ game.Game }

func (g faulty) NewMachine() game.Machine { return &faultyMachine{Machine: g.Game.NewMachine()} }

type faultyMachine struct {
	game.Machine
	passed bool
}

func (m *faultyMachine) Pass() bool {
	m.passed = true
	return true
}

func (m *faultyMachine) Load(s game.State) {
	m.passed = false
	m.Machine.Load(s)
}

func (m *faultyMachine) Terminal() bool { return m.passed || m.Machine.Terminal() }

func (m *faultyMachine) Err() error {
	if m.passed {
		return game.ErrMove
	}
	return m.Machine.Err()
}

// What is found by leaving a move out is a bound: the mover has at least what he wants, whichever seat searches. Nobody's
// move is left out where he has moved before, where he has few, and where the rules come to a fault.
func TestIdleBounds(t *testing.T) {
	g := open(t, "breakthrough6")
	m := g.NewMachine()
	var w game.Walker
	for rng := game.Stream(1, "test", 0); mover(m) != 0; {
		w.Step(m, rng)
	}
	for _, c := range []struct {
		name         string
		seat, before int // who searches, and who moved before
		few, found   bool
		g            game.Game
	}{
		{"mover", 0, 1, false, true, g},
		{"other", 1, 1, false, true, g},
		{"moved before", 0, 0, false, false, g},
		{"few moves", 0, 1, true, false, g},
		{"exact", 0, 1, false, false, g},
		{"after another", 0, 1, false, false, g},
		{"fault", 0, 1, false, false, faulty{g}},
	} {
		s := newSearch(c.g, c.seat, Options{Function: benchFunction(t, g), Solve: -1, Bytes: 1 << 20}.withDefaults(), 1<<20)
		s.table.turn()
		s.frame(0).mover = c.before
		if c.few {
			s.idle.seen, s.idle.moves = idleMemory, 1000
		}
		s.idle.found = idleFirst // so that nothing is tried
		alpha := int32(-judged / 2)
		if c.seat == 1 {
			alpha = judged/2 - 1
		}
		s.m.Load(m.Save(nil))
		width, last := int32(1), &habit{}
		if c.name == "exact" {
			width = 2
		}
		if c.name == "after another" {
			last = nil
		}
		v, p := s.node(4, 1, alpha, alpha+width, last)
		if (s.idle.found > idleFirst) != c.found {
			t.Errorf("%s: found %v", c.name, s.idle.found > idleFirst)
		}
		if !c.found {
			continue
		}
		e, ok := s.table.get(s.frames[1].key)
		want := lower
		if c.seat == 1 {
			want = upper
		}
		if !ok || e.bound != want || e.depth != 4 || e.score != v || p != 0 || e.proof != 0 || c.seat == 0 && v < alpha+1 || c.seat == 1 && v > alpha {
			t.Errorf("%s: value %d, proof %d, entry %+v", c.name, v, p, e)
		}
	}
}
