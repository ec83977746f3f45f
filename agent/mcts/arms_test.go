package mcts

import (
	"reflect"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// opening is a searcher whose nodes open their arms one by one from so many moves on.
func opening(g game.Game, wide int, o Options) *Searcher {
	s := NewSearcher(g, o)
	s.w = newWorker(g, &s.opt)
	s.w.wide = wide
	return s
}

// shut counts the nodes of a tree that open their arms one by one, and the arms there.
func shut(n *node, nodes, arms int) (int, int) {
	if n.inner == nil {
		return nodes, arms
	}
	if n.inner.moves != nil {
		nodes++
		arms += len(n.inner.arms)
	}
	for _, e := range n.inner.kids.table {
		if e.node != nil {
			nodes, arms = shut(e.node, nodes, arms)
		}
	}
	return nodes, arms
}

// TestArmsOneByOne: arms that are opened one by one are those that would have been chosen among
// all, through several positions of a game, with ties and without, with ends and proofs.
func TestArmsOneByOne(t *testing.T) {
	for _, c := range []struct {
		name string
		g    game.Game
		o    Options
	}{
		{"no ends", newWide(40), Options{Evaluator: &judge{say: hashed}, Seed: 3}},
		{"equal priors", newWide(40), Options{Evaluator: newInstant(40), Seed: 3}},
		{"first play urgency", newWide(25), Options{Evaluator: &judge{say: hashed}, FPU: 0.4, Seed: 3}},
		{"ends", toy.Lines(), Options{Evaluator: &judge{say: hashed}, Seed: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole, few := opening(c.g, 1<<30, c.o), opening(c.g, 4, c.o)
			m := c.g.NewMachine()
			seen, open := 0, 0
			for ply := 0; ply < 6 && !m.Terminal(); ply++ {
				state := m.Save(nil)
				want := mustSearch(t, whole, state, 700, RootOptions{})
				got := mustSearch(t, few, state, 700, RootOptions{})
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("ply %d: %+v, want %+v", ply, got, want)
				}
				n, a := shut(few.tree.root, 0, 0)
				seen, open = seen+n, open+a
				if n, _ := shut(whole.tree.root, 0, 0); n != 0 {
					t.Fatalf("%d nodes open their arms one by one where none should", n)
				}
				checkTree(t, few.tree)
				before := few.tree.bytes.Load()
				few.tree.recount(0)
				if now := few.tree.bytes.Load(); before < now-now/8 || before > now+now/8 {
					t.Errorf("%d bytes, counted anew %d", before, now)
				}
				if before > whole.tree.bytes.Load() {
					t.Errorf("%d bytes, %d with all arms", before, whole.tree.bytes.Load())
				}
				m.Load(state)
				joint := make([]game.Move, 2)
				for seat := range joint {
					r := want.Seats[seat]
					joint[seat] = r.Moves[r.Best]
				}
				m.Step(joint)
			}
			if seen == 0 || open == 0 {
				t.Errorf("%d nodes open their arms one by one, with %d arms", seen, open)
			}
		})
	}
}

// TestArmsWithoutRoom: a tree without room for more arms goes on with those that it has.
func TestArmsWithoutRoom(t *testing.T) {
	g := newWide(200)
	s := opening(g, leastWide, Options{Evaluator: newInstant(200), Seed: 1, Bytes: 64 << 10})
	state := game.State{0, 0}
	res := mustSearch(t, s, state, 4000, RootOptions{})
	if !s.tree.full.Load() {
		t.Fatal("the tree is not full")
	}
	if total(res.Seats[0].Policy) != 3999 {
		t.Errorf("%v visits", total(res.Seats[0].Policy))
	}
	checkTree(t, s.tree)
	s.tree.recount(0)
	if b := s.tree.bytes.Load(); b > 72<<10 {
		t.Errorf("%d bytes in a tree of %d", b, 64<<10)
	}
}
