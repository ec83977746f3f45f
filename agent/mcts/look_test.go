package mcts

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// searched is what a search of a position of three in a row says.
func searched(t *testing.T, s game.State, o Options) (game.Move, agent.Stats) {
	t.Helper()
	g := toy.Lines()
	o.Threads = 1
	p := New(o)
	seat := int(s[2] % 2)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if err := p.Begin(done, g, seat, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	m.Load(s)
	move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{s}, Legal: m.Legal(seat, nil)})
	if err != nil {
		t.Fatal(err)
	}
	return move, p.Stats()
}

// TestLook: looking at a node decides it when a move wins, proves the moves that end the game
// otherwise, and leaves alone what goes on.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		name    string
		s       game.State
		decided bool
		proven  int32
	}{
		{"x wins at 2", game.State{0b000_000_011, 0b011_000_000, 4}, true, 1},
		{"nothing ends here", game.State{0b000_000_001, 0b000_000_010, 2}, false, 0},
		{"the last cell is a draw", game.State{0b010_110_001, 0b001_001_110, 8}, false, 0},
	} {
		o := Options{Threads: 1, Seed: 1}.withDefaults()
		w := newWorker(toy.Lines(), &o)
		w.run = &run{}
		w.rng = game.Stream(1, "test", 0)
		tree := w.plant(nil, toy.Lines(), c.s, 2)
		if len(tree.root.inner.active) == 0 {
			continue // nobody has a choice: such nodes are not looked at
		}
		w.run.ends.note(5)
		if w.lookAt(tree.root, 0) {
			t.Errorf("%s: looked at although no game has ended near", c.name)
		}
		w.run.ends.note(1)
		tree.root.visits = 1000
		if !w.lookAt(tree.root, 0) {
			t.Errorf("%s: not looked at", c.name)
		}
		if got := w.look(tree.root); got != c.decided || tree.root.inner.proven != c.proven {
			t.Errorf("%s: decided %v, %d moves proven; want %v, %d", c.name, got, tree.root.inner.proven, c.decided, c.proven)
		}
		if c.decided && (tree.root.value[0] != 1 || tree.root.far != 1) {
			t.Errorf("%s: value %v, %d from the end", c.name, tree.root.value, tree.root.far)
		}
	}
}

// TestProofs: a forced win some moves away is proven beside the tree.
func TestProofs(t *testing.T) {
	// x has 0 and 4, o has 8 and is to have moved elsewhere: x to move wins by a fork.
	s := game.State{0b000_010_001, 0b100_000_010, 4}
	const few = 40
	_, with := searched(t, s, Options{Iterations: few, LookCost: 1, Proofs: 100})
	if !with.Proven || with.Value != 1 {
		t.Errorf("value %g, proven %v after %d iterations", with.Value, with.Proven, with.Iterations)
	}
	if _, without := searched(t, s, Options{Iterations: few, LookCost: -1, Proofs: -1}); without.Proven {
		t.Error("the search without proofs proves it as soon: the test shows nothing")
	}
}

// TestSlowLoss: among losses the slowest is played, among wins the quickest.
func TestSlowLoss(t *testing.T) {
	quick, slow := arm{square: 1, far: 2, proven: true}, arm{square: 1, far: 5, proven: true}
	if !quick.better(&slow) || slow.better(&quick) {
		t.Error("the slower win is better")
	}
	quick.square, slow.square = 0, 0
	if quick.better(&slow) || !slow.better(&quick) {
		t.Error("the quicker loss is better")
	}
	draw := arm{square: 0.5, far: 1, proven: true}
	if !draw.better(&slow) {
		t.Error("a loss is better than a draw")
	}
	// o to move loses whatever it does: x threatens at 5 and 6.
	s := game.State{0b000_011_001, 0b100_000_010, 5} // x has 0, 3, 4
	if _, st := searched(t, s, Options{Iterations: 4000}); !st.Proven || st.Value != 0 {
		t.Fatalf("value %g, proven %v", st.Value, st.Proven)
	}
}

// TestTables: what moves were worth is found again, grows, and does not overflow.
func TestTables(t *testing.T) {
	a := &amaf{slots: make([]amafSlot, amafSlots)}
	for key := range uint32(1000) {
		if a.crowded() && key < 200 {
			a.grow()
		}
		a.add(key, 1)
		a.add(key, 0)
	}
	for key := range uint32(150) {
		if mean, n := a.get(key); mean != 0.5 || n != 2 {
			t.Fatalf("key %d: %g of %g", key, mean, n)
		}
	}
	if _, n := a.get(5000); n != 0 {
		t.Error("a move that was never made is known")
	}
	if a.used > len(a.slots)*3/4 {
		t.Errorf("%d of %d slots used", a.used, len(a.slots))
	}
}

// TestShares: with tables the search still finds the only move that does not lose.
func TestShares(t *testing.T) {
	s := game.State{0b000_000_011, 0b000_010_000, 3} // o must block at 2
	move, _ := searched(t, s, Options{Iterations: 3000, Ref: 20, Seed: 1})
	if move != 2 {
		t.Errorf("move %d, want 2", move)
	}
}

// TestCountedIsTheSame: a search of so many iterations asks no clock what its parts cost, so
// a slow machine under a deadline decides like a fast one without.
func TestCountedIsTheSame(t *testing.T) {
	for _, iterations := range []int64{40, 400} {
		var seen []string
		for _, g := range []game.Game{toy.Lines(), slow{toy.Lines(), 20 * time.Microsecond}} {
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			p := New(Options{Threads: 1, Iterations: iterations, Seed: 7})
			if err := p.Begin(ctx, g, 0, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			m := g.NewMachine()
			move, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
			if err != nil {
				t.Fatal(err)
			}
			s := p.Stats()
			p.End()
			cancel()
			seen = append(seen, fmt.Sprintf("move %d visits %d nodes %d steps %d", move, s.Visits, s.Nodes, s.Steps))
		}
		if seen[0] != seen[1] {
			t.Errorf("%d iterations: %s, on a slow machine %s", iterations, seen[0], seen[1])
		}
	}
}
