package exec_test

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
)

// walkers step to and fro on a board; asks is a condition that a step has to meet besides.
func walkers(t *testing.T, asks, then string) *exec.Game {
	t.Helper()
	return open(t, `(game "W" (players 2) (equipment {(board (square 3)) (piece "Man" Each (if `+asks+` (move Step (to if:(is Empty (to))) `+then+`)))})
		(rules (start {(place "Man1" {"A1"}) (place "Man2" {"C3"})}) (play (or (forEach Piece) (move Pass))) (end (if (no Pieces Mover) (result Mover Loss)))))`)
}

// after is the machine after the first moves whose labels are these.
func after(t *testing.T, g *exec.Game, moves ...string) *exec.Machine {
	t.Helper()
	m, ok := g.NewMachine().(*exec.Machine)
	if !ok {
		t.Fatal("no machine")
	}
	for n, text := range moves {
		joint := make([]game.Move, 2)
		for seat := range joint {
			legal := m.Legal(seat, nil)
			joint[seat] = legal[0]
			if i := slices.IndexFunc(legal, func(mv game.Move) bool { return m.Label(seat, mv) == text }); i >= 0 {
				joint[seat] = legal[i]
			} else if len(legal) > 1 {
				t.Fatalf("move %d: no %s", n, text)
			}
		}
		m.Step(joint)
	}
	if m.Err() != nil {
		t.Fatal(m.Err())
	}
	return m
}

// Two ways to one position have one key, unless the rules ask for what tells them apart.
func TestKey(t *testing.T) {
	round := []string{"(move A1 B1)", "(move C3 B3)", "(move B1 A1)", "(move B3 C3)"}
	there := []string{"(move A1 B1)", "(move C3 B3)"}
	for _, c := range []struct {
		name, asks, then string
		longer, other    bool // the longer way, and that with another last move, have the key of the shorter one
	}{
		{"nothing", "True", "", true, true},
		{"what follows", "True", "(then (if (is In (last To) (sites Corners)) (set Score Mover 0)))", true, true},
		{"number", "(!= 6 (% (count Moves) 7))", "", false, true},
		{"last move", "(!= (last From) (centrePoint))", "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := walkers(t, c.asks, c.then)
			short, long := after(t, g, there...), after(t, g, append(slices.Clone(round), there...)...)
			if short.Save(nil).Equal(long.Save(nil)) {
				t.Fatal("the states of both ways are equal, so nothing is tested")
			}
			if got := short.Key() == long.Key(); got != c.longer {
				t.Errorf("the longer way has the same key: %v, want %v", got, c.longer)
			}
			one := after(t, g, "(move A1 A2)", "(move C3 C2)", "(move A2 A3)", "(move C2 C1)")
			other := after(t, g, "(move A1 A2)", "(move C3 B2)", "(move A2 A3)", "(move B2 C1)")
			if got := one.Key() == other.Key(); got != c.other {
				t.Errorf("another last move has the same key: %v, want %v", got, c.other)
			}
			if short.Recurrence() != long.Recurrence() {
				t.Error("a circle leads to another position")
			}
			if got := one.Recurrence() == other.Recurrence(); got != c.other {
				t.Errorf("another last move recurs: %v, want %v", got, c.other)
			}
			if short.Recurrence() == one.Recurrence() {
				t.Error("another board recurs")
			}
		})
	}
}

// Positions with one key have the same moves, and one of them leads to positions with one key again, over random matches
// of all small games; different boards have different keys.
func TestKeyTellsPositionsApart(t *testing.T) {
	for name, text := range variety {
		t.Run(name, func(t *testing.T) {
			g := open(t, text)
			m := g.NewMachine()
			if _, ok := m.(game.Keyer); !ok {
				t.Fatal("no keys")
			}
			type met struct {
				state game.State
				moves [][]game.Move
			}
			seen := map[uint64]met{}
			rng := game.Stream(5, "test", 0)
			var w game.Walker
			for range 60 {
				m.Reset()
				for n := 0; n < 40 && !m.Terminal(); n++ {
					key, s := m.(game.Keyer).Key(), m.Save(nil)
					if key != m.(game.Keyer).Key() || !m.Save(nil).Equal(s) {
						t.Fatal("asking for the key changes it, or the position")
					}
					var moves [][]game.Move
					for seat := range g.Facts().Seats {
						moves = append(moves, m.Legal(seat, nil))
					}
					if old, ok := seen[key]; ok && !slices.EqualFunc(old.moves, moves, slices.Equal[[]game.Move]) {
						t.Fatalf("two positions of one key have moves %v and %v", old.moves, moves)
					}
					seen[key] = met{s, moves}
					if !w.Step(m, rng) {
						break
					}
				}
			}
		})
	}
}

// Positions that were there count where a rule against repetition may forbid a move for them, and not where none can come again.
func TestKeyAndRepetition(t *testing.T) {
	lines := open(t, `(game "L" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (meta (no Repeat)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)
	one, two := after(t, lines, "(add Disc1 A1)", "(add Disc2 B2)", "(add Disc1 C1)"), after(t, lines, "(add Disc1 C1)", "(add Disc2 B2)", "(add Disc1 A1)")
	if one.Save(nil).Equal(two.Save(nil)) || one.Key() != two.Key() {
		t.Error("two orders of the same moves, which nothing can repeat, have two keys")
	}
	walk := open(t, `(game "W" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
		(rules (meta (no Repeat)) (start {(place "Man1" {"A1"}) (place "Man2" {"C3"})}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))`)
	one, two = after(t, walk, "(move A1 A2)", "(move C3 C2)", "(move A2 B2)"), after(t, walk, "(move A1 B1)", "(move C3 C2)", "(move B1 B2)")
	if one.Key() == two.Key() {
		t.Error("two ways that forbid other moves have one key")
	}
}
