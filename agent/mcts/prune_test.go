package mcts

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestPrune: a full tree makes room and grows again, what the root knows stays, and the
// account is that of a fresh count.
func TestPrune(t *testing.T) {
	const limit = 400_000
	for _, ref := range []int{0, 20} {
		g := toy.Endless()
		p := New(Options{Threads: 1, Iterations: 20_000, Bytes: limit, PlayoutSteps: 20, Ref: ref, Seed: 1})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
		if _, err := p.Choose(context.Background(), turn); err != nil {
			t.Fatal(err)
		}
		tree := p.tree
		if !tree.full.Load() {
			t.Fatalf("the tree has %d of %d bytes", tree.bytes.Load(), limit)
		}
		root := append([]arm(nil), tree.root.inner.arms...)
		full, nodes := tree.bytes.Load(), tree.nodes.Load()
		if !tree.prune(&run{}) {
			t.Fatal("it gained nothing")
		}
		if b := tree.bytes.Load(); b > full*3/4 || b < full/10 || tree.full.Load() || tree.nodes.Load() >= nodes {
			t.Errorf("ref %d: of %d bytes and %d nodes are left %d and %d", ref, full, nodes, b, tree.nodes.Load())
		}
		for i, a := range tree.root.inner.arms {
			if a != root[i] {
				t.Errorf("arm %d of the root was %+v and is %+v", i, root[i], a)
			}
		}
		after := tree.nodes.Load()
		if _, err := p.Choose(context.Background(), turn); err != nil {
			t.Fatal(err)
		}
		if p.tree != tree || tree.nodes.Load() <= after || tree.bytes.Load() > limit {
			t.Errorf("ref %d: afterwards %d nodes, %d bytes", ref, tree.nodes.Load(), tree.bytes.Load())
		}
		p.End()
	}
}

// TestPruneInTime: with a clock that has time left the search prunes by itself, again and
// again, and never holds more than it may.
func TestPruneInTime(t *testing.T) {
	g := toy.Endless()
	p := New(Options{Threads: 2, Bytes: 400_000, PlayoutSteps: 5})
	if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	enough := func(t agent.Thought) {
		if t.Iterations >= 60_000 {
			cancel()
		}
	}
	if _, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil), Tell: enough}); err != nil {
		t.Fatal(err)
	}
	s := p.Stats()
	if p.tree.counts < 4 || s.Bytes > 400_000 || s.Iterations < 60_000 {
		t.Errorf("%d walks, %d bytes, %d iterations", p.tree.counts, s.Bytes, s.Iterations)
	}
}
