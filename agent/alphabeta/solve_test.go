package alphabeta

import (
	"context"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

// wander is where so many random moves lead.
func wander(g game.Game, seed uint64, plies int) game.Machine {
	m, rng := g.NewMachine(), game.Stream(seed, "alphabeta.test.solve", uint64(plies))
	var w game.Walker
	for range plies {
		w.Step(m, rng)
	}
	return m
}

// With a proof-number search beside it, a search of a few plies proves more: what wins is played, what loses is
// not, and the value is that of the search without it where that has proven one, too.
func TestSolve(t *testing.T) {
	patience.OneThread(t)
	g := open(t, "connectFour")
	with, without := 0, 0
	for i := range 40 {
		m := wander(g, uint64(i), 16)
		if m.Terminal() || mover(m) < 0 {
			continue
		}
		_, a := choose(t, m, mover(m), Options{Nodes: 30_000, Depth: 8, Solve: 100})
		_, b := choose(t, m, mover(m), Options{Nodes: 30_000, Depth: 8, Solve: -1})
		if a.Proven {
			with++
		}
		if b.Proven {
			without++
		}
		if a.Proven && b.Proven && a.Value != b.Value {
			t.Errorf("position %d: %g, without %g", i, a.Value, b.Value)
		}
	}
	t.Logf("%d positions proven, %d without", with, without)
	if with <= without {
		t.Errorf("%d positions proven, %d without", with, without)
	}
}

// Moves that the solver has proven to lose are not played while another is left, whatever the
// function thinks of them.
func TestSolveAvoids(t *testing.T) {
	g := open(t, "connectFour")
	avoided := 0
	for i := range 30 {
		m := wander(g, uint64(i), 12)
		if m.Terminal() || mover(m) < 0 {
			continue
		}
		seat := mover(m)
		p := New(Options{Nodes: 20_000, Depth: 6, Solve: 1, Function: fake{}})
		if err := p.Begin(context.Background(), g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)})
		if err != nil {
			t.Fatal(err)
		}
		solver := p.last.s.solving.Solver
		p.End()
		if solver == nil {
			continue // no end was in reach
		}
		_, moves := solver.Moves()
		lost, kept := false, false
		for j, mv := range moves {
			_, high := solver.Span(j)
			if high > 0 {
				kept = true
				continue
			}
			avoided++
			lost = lost || mv == move
		}
		if lost && kept {
			t.Errorf("position %d: a move that loses was played", i)
		}
	}
	if avoided == 0 {
		t.Error("no move was proven to lose")
	}
}

// What comes of the list of moves: those that lose leave it, unless all do, and one that is proven to be the best
// comes to its front.
func TestSolveList(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     game.State
		given int // moves in the list
		left  int
		exact float64
		first game.Move
	}{
		{"o must block at 2", game.State{0b000_000_011, 0b000_010_000, 3}, 6, 6, 0.5, 2},
		{"o loses whatever it does, which two moves were known to do", game.State{0b000_011_001, 0b100_000_010, 5}, 2, 4, -1, 2},
		{"o wins at 4 and at 8", game.State{0b000_101_001, 0b011_000_010, 5}, 3, 3, 1, 4},
	} {
		seat := int(c.s[2] % 2)
		s := newSearch(toy.Lines(), seat, Options{Solve: 1}.withDefaults(), 1<<20)
		s.m.Load(c.s)
		fr := s.frame(0)
		fr.state, fr.key = append(fr.state[:0], c.s...), c.s.Hash()
		s.read(fr)
		var all []rootMove
		for i := range fr.moves {
			all = append(all, rootMove{index: i})
		}
		s.solving.least, s.limit, s.nodes = 1, 1<<40, 1<<20
		got, exact := s.solve(fr, all, append([]rootMove(nil), all[:c.given]...))
		if len(got) != c.left || exact != c.exact || fr.moves[got[0].index] != c.first {
			t.Errorf("%s: %d moves are left, exact %g, move %d in front", c.name, len(got), exact, fr.moves[got[0].index])
		}
	}
}
