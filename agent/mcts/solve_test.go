package mcts_test

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/patience"
)

// A proof-number search beside the tree proves positions that the tree alone does not, and what both
// prove is the same.
func TestSolve(t *testing.T) {
	patience.OneThread(t)
	g := open(t, "connectFour", catalog.Network)
	long, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	ask := func(state game.State, iterations int64, solve float64) agent.Stats {
		m := g.NewMachine()
		m.Load(state)
		seat := 0
		if len(m.Legal(0, nil)) < 2 {
			seat = 1
		}
		p := mcts.New(mcts.Options{Threads: 1, Iterations: iterations, Solve: solve})
		done, cancel := context.WithCancel(context.Background())
		cancel()
		if err := p.Begin(done, g, seat, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		defer p.End()
		if _, err := p.Choose(long, agent.Turn{States: []game.State{state}, Legal: m.Legal(seat, nil)}); err != nil {
			t.Fatal(err)
		}
		return p.Stats()
	}
	m := g.NewMachine()
	var w game.Walker
	with, without, lost := 0, 0, 0
	for i := range 80 {
		rng := game.Stream(uint64(i), "mcts.test.solve", 0)
		m.Reset()
		for range 15 {
			w.Step(m, rng)
		}
		if m.Terminal() || len(m.Legal(0, nil))+len(m.Legal(1, nil)) < 3 {
			continue
		}
		a, b := ask(m.Save(nil), 200, 40), ask(m.Save(nil), 200, -1)
		if a.Proven {
			with++
		}
		if b.Proven {
			without++
		}
		// Where all loses the search goes on: the other side may err.
		if c := ask(m.Save(nil), 5000, -1); c.Proven && c.Value == 0 && !b.Proven {
			if lost++; a.Proven {
				t.Errorf("position %d: it is lost, and the search gives up", i)
			}
		}
		if a.Proven && b.Proven && a.Value != b.Value {
			t.Errorf("position %d: %g, without %g", i, a.Value, b.Value)
		}
	}
	t.Logf("%d positions proven, %d without", with, without)
	if lost == 0 {
		t.Error("no position was lost")
	}
	if with < without+3 {
		t.Errorf("%d positions proven, %d without", with, without)
	}
}
