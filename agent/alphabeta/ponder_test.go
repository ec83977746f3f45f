package alphabeta

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestPonder: pondering fills the table about what comes after the own move, ends with
// its context, and leaves the player able to choose.
func TestPonder(t *testing.T) {
	g := toy.Lines()
	p := New(Options{Nodes: 300, AnswerForced: true})
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Begin(done, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	p.Ponder(t.Context()) // there is nothing to go on from
	m := g.NewMachine()
	move, err := p.Choose(t.Context(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
	if err != nil {
		t.Fatal(err)
	}
	p.wait(t.Context())
	before := p.s.table.used
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	p.Ponder(ctx) // ends by its nodes
	p.wait(t.Context())
	if after := p.s.table.used; after <= before {
		t.Errorf("%d entries before pondering, %d after", before, after)
	}
	m.Step([]game.Move{move, m.Legal(1, nil)[0]})
	if m.Terminal() {
		t.Fatal("the match is over")
	}
	reply := m.Legal(1, nil)[0]
	m.Step([]game.Move{m.Legal(0, nil)[0], reply})
	legal := m.Legal(0, nil)
	if _, err := p.Choose(t.Context(), agent.Turn{Number: 2, States: []game.State{m.Save(nil)}, Legal: legal}); err != nil {
		t.Fatal(err)
	}
}
