package mcts

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestSharedByThreads: several threads may look into each other's tables of moves; the
// race detector is the judge.
func TestSharedByThreads(t *testing.T) {
	g := toy.Lines()
	p := New(Options{Threads: 4, Ref: 10, Bytes: 16 << 20, Seed: 1})
	defer p.End()
	past, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Begin(past, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	if _, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
		t.Error(err)
	}
}
