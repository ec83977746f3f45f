package alphabeta

import (
	"fmt"
	"math"
	"testing"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
)

// positions visits positions of random matches where a player decides.
func positions(t *testing.T, g game.Game, matches, skip int, visit func(m game.Machine, seat int)) {
	t.Helper()
	m := g.NewMachine()
	var w game.Walker
	for i := range matches {
		rng := game.Stream(uint64(i), "test", 0)
		m.Reset()
		for n := 0; !m.Terminal(); n++ {
			if seat := mover(m); seat >= 0 && n >= skip {
				s := m.Save(nil)
				visit(m, seat)
				m.Load(s)
			}
			if !w.Step(m, rng) {
				break
			}
		}
	}
}

// Small games are solved, and both searches find the value that looking at
// everything finds.
func TestExactValues(t *testing.T) {
	patience.OneThread(t)
	for _, c := range []struct {
		g    game.Game
		skip int // plies that are too many for looking at everything
	}{
		{toy.Lines(), 0},
		{open(t, "ticTacToe"), 1},
		{open(t, "nim"), 0},
		{open(t, "ludii:MisereTicTacToe"), 2},
		{open(t, "ludii:Nim"), 0},
		{open(t, "domineering6"), 9},
		{open(t, "clobber"), 14},
	} {
		t.Run(c.g.Facts().Name, func(t *testing.T) {
			var ref [2]*minimax
			for seat := range ref {
				ref[seat] = newMinimax(c.g, seat, nil)
			}
			n := 0
			positions(t, c.g, 4, c.skip, func(m game.Machine, seat int) {
				want := (ref[seat].value(m.Save(nil), 500) + 1) / 2
				for _, opt := range []Options{{Nodes: 1 << 21, Bytes: 1 << 24}, {Nodes: 1 << 21, Bytes: 1 << 24, Function: fake{}}, {Nodes: 1 << 21, Bytes: 1 << 24, Plain: true}} {
					m.Load(m.Save(nil))
					_, s := choose(t, m, seat, opt)
					if !s.Proven || math.Abs(s.Value-want) > 1e-5 {
						t.Errorf("position %d, plain %v: value %v, proven %v, want %v", n, opt.Plain, s.Value, s.Proven, want)
					}
				}
				n++
			})
			if n == 0 {
				t.Error("no position looked at")
			}
		})
	}
}

// At a fixed depth, without reductions and quiescence, alpha-beta is minimax.
func TestMinimaxValue(t *testing.T) {
	for _, name := range []string{"connectFour", "breakthrough6", "checkers6", "dotsAndBoxes", "ludii:Kalah", "ludii:Breakthrough", "ludii:LosAlamosChess", "shortGammon"} {
		t.Run(name, func(t *testing.T) {
			g := open(t, name)
			n := 0
			positions(t, g, 1, 0, func(m game.Machine, seat int) {
				if n++; n > 4 {
					return
				}
				s := m.Save(nil)
				ref := newMinimax(g, seat, fake{})
				for depth := 1; depth <= 3 && (depth < 3 || n == 1 || len(m.Legal(seat, nil)) < 15); depth++ {
					want := ref.value(s, depth)
					for _, plain := range []bool{false, true} {
						m.Load(s)
						_, st := choose(t, m, seat, Options{Function: fake{}, Plain: plain, Quiet: -1, Depth: depth, Nodes: 1 << 30, Bytes: 1 << 20, fullWidth: true})
						if got := 2*st.Value - 1; math.Abs(got-want) > 3e-6 {
							t.Fatalf("position %d, depth %d, plain %v: %v, want %v", n, depth, plain, got, want)
						}
					}
				}
			})
		})
	}
}

// The same seed and nodes give the same move and the same count.
func TestDeterministic(t *testing.T) {
	for _, name := range []string{"connectFour", "ludii:Breakthrough", "ticTacToe3", "shortGammon"} {
		g := open(t, name)
		m := g.NewMachine()
		var w game.Walker
		for rng := game.Stream(1, "test", 0); mover(m) < 0 && !m.Terminal(); {
			w.Step(m, rng)
		}
		var first string
		for range 3 {
			move, s := choose(t, m, mover(m), Options{Function: fake{}, Nodes: 5000, Seed: 7})
			s.Elapsed = 0
			if got := fmt.Sprintf("%d %+v", move, s); first == "" {
				first = got
			} else if got != first {
				t.Errorf("%s: %s, then %s", name, first, got)
			}
		}
	}
}
