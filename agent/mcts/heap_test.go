package mcts_test

import (
	"context"
	"runtime"
	"testing"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/patience"
)

// The memory that the tree accounts for must be what the heap really holds.
func TestAccountedBytesAreReal(t *testing.T) {
	patience.OneThread(t)
	g := open(t, "breakthrough6", catalog.Network)
	m := g.NewMachine()
	p := mcts.New(mcts.Options{Threads: 1, Iterations: 20_000})
	defer p.End()
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	heap := func() int64 {
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	before := heap()
	if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
		t.Fatal(err)
	}
	grown, told := heap()-before, p.Stats().Bytes
	t.Logf("heap grew by %d bytes, accounted %d", grown, told)
	if float64(grown) > 1.15*float64(told)+256<<10 || float64(grown) < 0.6*float64(told) {
		t.Errorf("heap grew by %d bytes, accounted %d", grown, told)
	}
}
