package toy

import (
	"fmt"
	"math/bits"

	"ludens/game"
)

// pass is the label of the only move of a seat that is not on turn.
const pass = "noop"

// All returns one game of every well-behaved class that ends.
func All() []*Game {
	return []*Game{Lines(), Pennies(3), Pig(10), Cards(), Jumps(4), Heap(7)}
}

var lines = [8]uint64{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func line(board uint64) bool {
	for _, l := range lines {
		if board&l == l {
			return true
		}
	}
	return false
}

// Lines is three in a row on nine cells: turn taking, two players, drawn with
// best play. State: x's cells, o's cells, plies made.
func Lines() *Game {
	return New(Rules{
		Name: "lines", Players: []string{"x", "o"}, Counts: []int{10, 10},
		Init: game.State{0, 0, 0},
		Terminal: func(s game.State) bool {
			return s[2] == 9 || line(s[0]) || line(s[1])
		},
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if int(s[2]%2) != seat {
				return append(dst, 9)
			}
			for c := range game.Move(9) {
				if (s[0]|s[1])>>c&1 == 0 {
					dst = append(dst, c)
				}
			}
			return dst
		},
		Next: func(s game.State, joint []game.Move) {
			seat := s[2] % 2
			s[seat] |= 1 << joint[seat]
			s[2]++
		},
		Utility: func(s game.State, dst []float64) {
			dst[0], dst[1] = 0.5, 0.5
			if line(s[0]) {
				dst[0], dst[1] = 1, 0
			} else if line(s[1]) {
				dst[0], dst[1] = 0, 1
			}
		},
		Label: func(_ int, m game.Move) string {
			if m == 9 {
				return pass
			}
			return fmt.Sprintf("(mark %d %d)", m/3+1, m%3+1)
		},
	})
}

// Pennies is matching pennies for a number of rounds: both move at once, the
// first wins a round when the coins match. Utilities are shares of the rounds.
// State: rounds played, rounds that matched.
func Pennies(rounds uint64) *Game {
	return New(Rules{
		Name: "pennies", Players: []string{"even", "odd"}, Counts: []int{2, 2},
		Init:     game.State{0, 0},
		Terminal: func(s game.State) bool { return s[0] == rounds },
		Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0, 1) },
		Next: func(s game.State, joint []game.Move) {
			s[0]++
			if joint[0] == joint[1] {
				s[1]++
			}
		},
		Utility: func(s game.State, dst []float64) {
			dst[0] = float64(s[1]) / float64(rounds)
			dst[1] = 1 - dst[0]
		},
		Label: func(_ int, m game.Move) string { return [2]string{"heads", "tails"}[m] },
	})
}

// Prisoners is one simultaneous decision in which defecting dominates although
// both cooperating is better for both: general sum.
func Prisoners() *Game {
	return New(Rules{
		Name: "prisoners", Players: []string{"left", "right"}, Counts: []int{2, 2},
		Init:     game.State{0},
		Terminal: func(s game.State) bool { return s[0] != 0 },
		Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0, 1) },
		Next:     func(s game.State, joint []game.Move) { s[0] = 1 + uint64(joint[0]) + 2*uint64(joint[1]) },
		Utility: func(s game.State, dst []float64) {
			if s[0] == 0 {
				return
			}
			pay := [4][2]float64{{.6, .6}, {1, 0}, {0, 1}, {.2, .2}}[s[0]-1]
			dst[0], dst[1] = pay[0], pay[1]
		},
		Label: func(_ int, m game.Move) string { return [2]string{"cooperate", "defect"}[m] },
	})
}

// Pig is a dice race for two: roll and add, or hold and bank; a one loses the
// turn's points. The die is loaded (one: 1/4, two: 1/2, three: 1/4), Nature's
// role comes first in the protocol's order. State: banked by a, banked by b,
// points of the turn, player on turn, 1 while the die is rolling.
func Pig(goal uint64) *Game {
	return New(Rules{
		Name: "pig", Players: []string{"a", "b"}, Nature: true, Roles: []string{"random", "a", "b"},
		Counts: []int{3, 3, 4}, Init: game.State{0, 0, 0, 0, 0},
		Terminal: func(s game.State) bool { return s[0] >= goal || s[1] >= goal },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			switch {
			case seat == 2 && s[4] == 1:
				return append(dst, 1, 2, 3)
			case seat == 2:
				return append(dst, 0)
			case s[4] == 0 && int(s[3]) == seat:
				return append(dst, 1, 2)
			}
			return append(dst, 0)
		},
		Next: func(s game.State, joint []game.Move) {
			on := s[3]
			switch {
			case s[4] == 1 && joint[2] == 1:
				s[2], s[3], s[4] = 0, 1-on, 0
			case s[4] == 1:
				s[2], s[4] = s[2]+uint64(joint[2]), 0
				if s[on]+s[2] >= goal {
					s[on] += s[2]
				}
			case joint[on] == 1:
				s[4] = 1
			default:
				s[on] += s[2]
				s[2], s[3] = 0, 1-on
			}
		},
		Utility: func(s game.State, dst []float64) {
			for i := range 2 {
				if s[i] >= goal {
					dst[i] = 1
				}
			}
		},
		Label: func(seat int, m game.Move) string {
			switch {
			case m == 0:
				return pass
			case seat == 2:
				return fmt.Sprintf("(die %d)", m)
			}
			return [3]string{pass, "roll", "hold"}[m]
		},
		Odds: func(s game.State, dst []float64) []float64 {
			if s[4] == 0 {
				return append(dst, 1)
			}
			return append(dst, 0.25, 0.5, 0.25)
		},
	})
}

// Cards is a tiny game of hidden cards: Nature deals each of two players one of
// three different cards, which only its holder sees; then both at once stay or
// fold. Folding is worth 0.4; staying wins 1 with the better card, or when the
// other folds, else 0. State: phase, card of a, card of b, choices.
func Cards() *Game {
	deal := func(m game.Move) (uint64, uint64) { // m is one of the six ordered pairs
		a := uint64(m) / 2
		b := uint64(m) % 2
		if b >= a {
			b++
		}
		return a, b
	}
	return New(Rules{
		Name: "cards", Players: []string{"a", "b"}, Nature: true, Hidden: true,
		Counts: []int{3, 3, 7}, Init: game.State{0, 0, 0, 0, 0},
		Terminal: func(s game.State) bool { return s[0] == 2 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			switch {
			case seat == 2 && s[0] == 0:
				return append(dst, 0, 1, 2, 3, 4, 5)
			case seat == 2:
				return append(dst, 6)
			case s[0] == 1:
				return append(dst, 1, 2)
			}
			return append(dst, 0)
		},
		Next: func(s game.State, joint []game.Move) {
			if s[0] == 0 {
				s[1], s[2] = deal(joint[2])
			} else {
				s[3], s[4] = uint64(joint[0]), uint64(joint[1])
			}
			s[0]++
		},
		Utility: func(s game.State, dst []float64) {
			if s[0] < 2 {
				return
			}
			for i := range 2 {
				own, other := s[3+i], s[4-i]
				switch {
				case own == 2:
					dst[i] = 0.4
				case other == 2 || s[1+i] > s[2-i]:
					dst[i] = 1
				default:
					dst[i] = 0
				}
			}
		},
		Label: func(seat int, m game.Move) string {
			if seat == 2 && m < 6 {
				a, b := deal(m)
				return fmt.Sprintf("(deal %d %d)", a, b)
			}
			if seat == 2 {
				return pass
			}
			return [3]string{pass, "stay", "fold"}[m]
		},
		Percepts: func(seat int, prev game.State, joint []game.Move, next game.State) []string {
			if prev[0] == 0 && seat < 2 {
				return []string{fmt.Sprintf("(card %d)", next[1+seat])}
			}
			if seat < 2 {
				return []string{fmt.Sprintf("(other %d)", next[4-seat])}
			}
			return nil
		},
	})
}

// Jumps is a puzzle for one: on a row of 2n+1 cells frogs and toads change
// sides by steps and jumps. The goal is 1 when solved, else the share of animals
// that are home when nothing moves any more. State: frogs, toads.
func Jumps(n int) *Game {
	cells := 2*n + 1
	low := uint64(1)<<n - 1
	high := low << (n + 1)
	moves := func(s game.State, dst []game.Move) []game.Move {
		empty := ^(s[0] | s[1])
		for c := range cells {
			at := func(set uint64, i int) bool { return i >= 0 && i < cells && set>>i&1 == 1 }
			frog := at(s[0], c) && (at(empty, c+1) || at(empty, c+2))
			toad := at(s[1], c) && (at(empty, c-1) || at(empty, c-2))
			if frog || toad {
				dst = append(dst, game.Move(c))
			}
		}
		return dst
	}
	return New(Rules{
		Name: "jumps", Players: []string{"robot"}, Counts: []int{cells},
		Init:     game.State{low, high},
		Terminal: func(s game.State) bool { return len(moves(s, nil)) == 0 },
		Legal:    func(s game.State, _ int, dst []game.Move) []game.Move { return moves(s, dst) },
		Next: func(s game.State, joint []game.Move) {
			c := joint[0]
			to := uint64(bits.TrailingZeros64(^(s[0] | s[1])))
			for i := range s {
				if s[i]>>c&1 == 1 {
					s[i] = s[i]&^(1<<c) | 1<<to
				}
			}
		},
		Utility: func(s game.State, dst []float64) {
			home := bits.OnesCount64(s[0]&high) + bits.OnesCount64(s[1]&low)
			dst[0] = float64(home) / float64(2*n)
		},
		Label: func(_ int, m game.Move) string { return fmt.Sprintf("(jump %d)", m+1) },
	})
}

// Heap is a taking game for three in turn: one, two or three from a heap; who
// takes the last wins 1, the player before gets 0.5, the other nothing. State:
// things left, plies made.
func Heap(n uint64) *Game {
	return New(Rules{
		Name: "heap", Players: []string{"first", "second", "third"}, Counts: []int{4, 4, 4},
		Init:     game.State{n, 0},
		Terminal: func(s game.State) bool { return s[0] == 0 },
		Legal: func(s game.State, seat int, dst []game.Move) []game.Move {
			if int(s[1]%3) != seat {
				return append(dst, 0)
			}
			for k := uint64(1); k <= min(3, s[0]); k++ {
				dst = append(dst, game.Move(k))
			}
			return dst
		},
		Next: func(s game.State, joint []game.Move) {
			s[0] -= uint64(joint[s[1]%3])
			s[1]++
		},
		Utility: func(s game.State, dst []float64) {
			if s[0] == 0 && s[1] > 1 {
				dst[(s[1]+2)%3], dst[(s[1]+1)%3] = 1, 0.5
			}
		},
		Label: func(_ int, m game.Move) string {
			if m == 0 {
				return pass
			}
			return fmt.Sprintf("(take %d)", m)
		},
	})
}

// Endless never ends: two players push a counter around for ever. The utility
// of any position is 0.
func Endless() *Game {
	return New(Rules{
		Name: "endless", Players: []string{"a", "b"}, Counts: []int{2, 2},
		Init:     game.State{0},
		Terminal: func(game.State) bool { return false },
		Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0, 1) },
		Next:     func(s game.State, joint []game.Move) { s[0] = (s[0] + 1 + uint64(joint[0]^joint[1])) % 97 },
		Utility:  func(game.State, []float64) {},
		Label:    func(_ int, m game.Move) string { return [2]string{"left", "right"}[m] },
	})
}

// Faulty is a description with a fault: after a few harmless steps some
// positions leave the player without a move. State: steps, and whether the
// faulty way was taken.
func Faulty() *Game {
	return New(Rules{
		Name: "faulty", Players: []string{"robot"}, Counts: []int{2},
		Init:     game.State{0, 0},
		Terminal: func(s game.State) bool { return s[0] == 4 && s[1] == 0 },
		Legal:    func(_ game.State, _ int, dst []game.Move) []game.Move { return append(dst, 0, 1) },
		Next: func(s game.State, joint []game.Move) {
			s[0]++
			if s[0] == 3 {
				s[1] = uint64(joint[0])
			}
		},
		Utility: func(_ game.State, dst []float64) { dst[0] = 1 },
		Label:   func(_ int, m game.Move) string { return [2]string{"safe", "wrong"}[m] },
		Fault: func(s game.State) error {
			if s[1] == 1 {
				return fmt.Errorf("seat robot: %w", game.ErrNoMove)
			}
			return nil
		},
	})
}
