package mcts

import (
	"context"
	"fmt"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestOneNode: however many ways lead to a position, at the same distance it has one expanded
// node; with Tree it has one for every way. What is accounted for is what is there.
func TestOneNode(t *testing.T) {
	for _, tree := range []bool{false, true} {
		g := toy.Lines()
		p := New(Options{Threads: 2, Iterations: 3000, Seed: 3, Tree: tree, Proofs: -1, LookCost: -1})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
		positions, nodes := map[string]int{}, map[*node]bool{}
		var walk func(n *node)
		walk = func(n *node) {
			if n == nil || n.inner == nil || nodes[n] {
				return
			}
			nodes[n] = true
			positions[fmt.Sprint(n.inner.ply, n.inner.state)]++
			for _, k := range n.inner.kids.table {
				if k.node != nil && k.node.inner != nil && k.node.inner.ply != n.inner.ply+1 {
					t.Fatalf("a node at %d hangs below one at %d", k.node.inner.ply, n.inner.ply)
				}
				walk(k.node)
			}
		}
		walk(p.tree.root)
		// Two workers may expand the same position at the same moment.
		if twins := len(nodes) - len(positions); !tree && twins > 3 || tree && twins < 100 {
			t.Errorf("tree %v: %d nodes of %d positions", tree, len(nodes), len(positions))
		}
		bytes, count := p.tree.bytes.Load(), p.tree.nodes.Load()
		p.tree.recount(0)
		if b, n := p.tree.bytes.Load(), p.tree.nodes.Load(); b > bytes || n > count+1 {
			t.Errorf("tree %v: %d bytes and %d nodes are there, %d and %d accounted for", tree, b, n, bytes, count)
		}
		p.End()
	}
}

// TestStands: where the best arm has an exact value the search walks another one, and the
// exact one counts: the average of the node stays the exact value.
func TestStands(t *testing.T) {
	s := game.State{0b000_010_001, 0b100_000_000, 3} // o must block at 2, 4 or elsewhere
	g := toy.Lines()
	p := New(Options{Threads: 1, Iterations: 400, Seed: 3, Haste: -1, Proofs: -1, LookCost: -1})
	if err := p.Begin(context.Background(), g, 1, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	m.Load(s)
	turn := agent.Turn{States: []game.State{s}, Legal: m.Legal(1, nil)}
	p.opt.Iterations = 1
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	root := p.tree.root
	list := root.inner.of(1)
	// An exact value is planted that no other arm can reach.
	w := p.workers[0]
	w.t, w.at = p.tree, nil
	copy(w.value, []float64{0, 1})
	root.mu.Lock()
	if len(list) < 2 {
		t.Fatal("no choice")
	}
	list[0].proven, list[0].square = true, 0.9
	child := root.inner.kids.get(0)
	if child == nil {
		child = &node{}
		root.inner.kids.put(0, child)
	}
	child.value, child.inner = []float64{0.1, 0.9}, nil
	root.inner.proven++
	before, n := list[0].n, root.inner.count
	all := root.inner.seats[1].all
	root.mu.Unlock()
	p.opt.Iterations = 200
	if _, err := p.Choose(context.Background(), turn); err != nil {
		t.Fatal(err)
	}
	if p.tree.root != root {
		t.Fatal("the tree was not kept")
	}
	walked := uint32(0)
	for i := range list[1:] {
		walked += list[i+1].n
	}
	if list[0].n < before+100 || walked < 150 {
		t.Errorf("the exact arm counts %d times more, the others were walked %d times", list[0].n-before, walked)
	}
	mean := (root.inner.seats[1].all - all) / float64(root.inner.count-n)
	if mean < 0.6 {
		t.Errorf("the node is worth %.3f on average, with an arm worth 0.9", mean)
	}
}
