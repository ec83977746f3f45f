package alphabeta

import (
	"context"
	"testing"

	"ludens/agent"
	"ludens/game"
)

// With a proof-number search beside it, a search of a few plies proves more: what wins is played, what loses is
// not, and the value is that of the search without it where that has proven one, too.
func TestSolve(t *testing.T) {
	g := open(t, "connectFour")
	with, without := 0, 0
	for i := range 40 {
		m := g.NewMachine()
		var w game.Walker
		rng := game.Stream(uint64(i), "alphabeta.test.solve", 0)
		for range 16 {
			w.Step(m, rng)
		}
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
		m := g.NewMachine()
		var w game.Walker
		rng := game.Stream(uint64(i), "alphabeta.test.solve", 1)
		for range 12 {
			w.Step(m, rng)
		}
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
		_, moves := p.last.s.solving.Moves()
		lost, kept := false, false
		for j, mv := range moves {
			_, high := p.last.s.solving.Span(j)
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
		p.End()
	}
	if avoided == 0 {
		t.Error("no move was proven to lose")
	}
}
