package alphabeta

import (
	"math"
	"slices"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
)

// What the prover proves is what looking at everything finds, its move keeps the
// value, the machine is where it was, and enough nodes prove everything.
func TestProver(t *testing.T) {
	for _, c := range []struct {
		g    game.Game
		skip int
	}{
		{toy.Lines(), 2}, {open(t, "nim"), 4}, {open(t, "ludii:MisereTicTacToe"), 3}, {open(t, "domineering6"), 10}, {open(t, "clobber"), 15},
	} {
		t.Run(c.g.Facts().Name, func(t *testing.T) {
			ref := newMinimax(c.g, 0, nil)
			p := NewProver(c.g)
			count := 0
			positions(t, c.g, 4, c.skip, func(m game.Machine, seat int) {
				s := m.Save(nil)
				want := (ref.value(s, 500) + 1) / 2
				for _, nodes := range []int{-1, 1, 30, 500, 1 << 20} {
					u, move, exact := p.Solve(m, nodes)
					if !m.Save(nil).Equal(s) {
						t.Fatal("the machine has moved")
					}
					if !exact {
						if nodes == 1<<20 {
							t.Error("not proven")
						}
						continue
					}
					count++
					if nodes < 1 {
						t.Errorf("proven by %d nodes", nodes)
					}
					if math.Abs(u[0]-want) > 1e-9 || math.Abs(u[0]+u[1]-1) > 1e-9 {
						t.Errorf("value %v, want %v", u, want)
					}
					legal := m.Legal(seat, nil)
					if !slices.Contains(legal, move) {
						t.Fatalf("move %d is not legal", move)
					}
					joint := []game.Move{m.Legal(0, nil)[0], m.Legal(1, nil)[0]}
					joint[seat] = move
					m.Step(joint)
					if after := (ref.value(m.Save(nil), 500) + 1) / 2; math.Abs(after-want) > 1e-9 {
						t.Errorf("the move leads to %v, want %v", after, want)
					}
					m.Load(s)
				}
			})
			if count < 5 {
				t.Errorf("only %d proofs", count)
			}
		})
	}
}

// Nothing is proven by chance, cycles, or moves at the same time; wins at once are
// found with any number of players.
func TestProverRefuses(t *testing.T) {
	for _, g := range []game.Game{ring(0), toy.Pennies(2), toy.Pig(3), toy.Cards()} {
		if u, _, exact := NewProver(g).Solve(g.NewMachine(), 5000); exact {
			t.Errorf("%s: proven to be %v", g.Facts().Name, u)
		}
	}
	g := toy.Heap(5)
	m := g.NewMachine()
	m.Step([]game.Move{2, 0, 0})
	u, move, exact := NewProver(g).Solve(m, 100)
	if !exact || u[1] != 1 {
		t.Fatalf("value %v, exact %v", u, exact) // the second takes the rest
	}
	joint := []game.Move{0, 0, 0}
	for seat := range joint {
		joint[seat] = m.Legal(seat, nil)[0]
	}
	joint[mover(m)] = move
	if m.Step(joint); !m.Terminal() {
		t.Error("the move does not take the rest")
	}
}

func TestProverAllocatesNothing(t *testing.T) {
	g := open(t, "connectFour")
	m := g.NewMachine()
	p := NewProver(g)
	p.Solve(m, 1000)
	if n := testing.AllocsPerRun(10, func() { p.Solve(m, 1000) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
