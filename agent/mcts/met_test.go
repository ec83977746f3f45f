package mcts

import (
	"context"
	"fmt"
	"testing"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestOneNode: in a game of one player a position has one expanded node however many ways lead
// to it, with more players if its value is exact when it is met again; with Tree it has one for
// every way. What is accounted for is what is there.
func TestOneNode(t *testing.T) {
	for _, c := range []struct {
		name string
		g    game.Game
		tree bool
		most float64 // nodes per position
	}{
		{"a puzzle", alone{toy.Lines()}, false, 1},
		{"a puzzle as a tree", alone{toy.Lines()}, true, 0},
		{"two players", toy.Lines(), false, 0},
		{"two players as a tree", toy.Lines(), true, 0},
	} {
		g := c.g
		p := New(Options{Threads: 1, Iterations: 3000, Seed: 3, Tree: c.tree, Proofs: -1, LookCost: -1})
		if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		if _, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
			t.Fatal(err)
		}
		positions, nodes, ways := map[string]int{}, map[*node]bool{}, 0
		var walk func(n *node)
		walk = func(n *node) {
			if n == nil || n.inner == nil {
				return
			}
			if ways++; nodes[n] {
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
		ratio := float64(len(nodes)) / float64(len(positions))
		if c.most > 0 && ratio > c.most || c.most == 0 && ratio < 1.05 {
			t.Errorf("%s: %d nodes of %d positions", c.name, len(nodes), len(positions))
		}
		if shared := ways - len(nodes); (shared > 0) == c.tree && c.g.Facts().Players == 1 || c.tree && shared > 0 {
			t.Errorf("%s: %d nodes are reached in another way, too", c.name, shared)
		}
		bytes, count := p.tree.bytes.Load(), p.tree.nodes.Load()
		p.tree.recount(0)
		if b, n := p.tree.bytes.Load(), p.tree.nodes.Load(); b > bytes || n > count+1 {
			t.Errorf("%s: %d bytes and %d nodes are there, %d and %d accounted for", c.name, b, n, bytes, count)
		}
		p.End()
	}
}

// alone is a game of two that one player plays: nobody else minds.
type alone struct{ game.Game }

func (g alone) Facts() *game.Facts {
	f := *g.Game.Facts()
	f.Players, f.Seats, f.RoleSeat = 1, f.Seats[:1], f.RoleSeat[:1]
	return &f
}

func (g alone) NewMachine() game.Machine { return &aloneMachine{g.Game.NewMachine(), g} }

type aloneMachine struct {
	game.Machine
	g alone
}

func (m *aloneMachine) Game() game.Game { return m.g }

func (m *aloneMachine) Legal(_ int, dst []game.Move) []game.Move {
	if dst = m.Machine.Legal(0, dst); len(dst) > 1 {
		return dst
	}
	if other := m.Machine.Legal(1, nil); len(other) > 1 {
		return append(dst[:0], other...)
	}
	return dst
}

func (m *aloneMachine) Step(j []game.Move) {
	joint := []game.Move{j[0], j[0]}
	for s := range joint {
		if l := m.Machine.Legal(s, nil); len(l) == 1 {
			joint[s] = l[0]
		}
	}
	m.Machine.Step(joint)
}

func (m *aloneMachine) Utility(dst []float64) {
	var both [2]float64
	m.Machine.Utility(both[:])
	dst[0] = both[0] / 2 // nothing is certain to be the best before all is known
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
