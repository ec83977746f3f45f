package arena

import (
	"slices"
	"testing"

	"ludens/game"
)

// after goes to the position behind an opening.
func after(g game.Game, opening [][]game.Move) game.Machine {
	m := g.NewMachine()
	for _, joint := range opening {
		m.Step(joint)
	}
	return m
}

// TestOpenings: none ends a match, none leaves a win (looked for in another way: every
// move of every seat against every answer), and they differ in length and in moves.
func TestOpenings(t *testing.T) {
	for _, name := range []string{"ticTacToe", "breakthrough6", "connectFour3", "ludii:ThreeMensMorris"} {
		g := open(t, name)
		lengths := map[int]bool{}
		different := map[string]bool{}
		for i := range uint64(60) {
			line := Opening(g, 9, i, 5)
			if again := Opening(g, 9, i, 5); !slices.EqualFunc(line, again, slices.Equal[[]game.Move]) {
				t.Fatalf("%s, opening %d is another one the second time", name, i)
			}
			m := after(g, line)
			if m.Terminal() || len(line) > 5 {
				t.Fatalf("%s, opening %d of %d moves: terminal %v", name, i, len(line), m.Terminal())
			}
			if wonAtOnce(m) {
				t.Errorf("%s, opening %d leaves a win: %v", name, i, line)
			}
			lengths[len(line)] = true
			different[string(m.Save(nil).Bytes())] = true
		}
		if len(lengths) < 5 || len(different) < 20 {
			t.Errorf("%s: %d lengths, %d different positions", name, len(lengths), len(different))
		}
	}
}

// wonAtOnce tries every joint move.
func wonAtOnce(m game.Machine) bool {
	f := m.Game().Facts()
	at := m.Save(nil)
	defer m.Load(at)
	worth := make([]float64, f.Players)
	joint := make([]game.Move, len(f.Seats))
	var try func(seat int) bool
	try = func(seat int) bool {
		m.Load(at)
		if seat < len(f.Seats) {
			for _, move := range m.Legal(seat, nil) {
				joint[seat] = move
				if try(seat + 1) {
					return true
				}
			}
			return false
		}
		m.Step(joint)
		if !m.Terminal() {
			return false
		}
		m.Utility(worth)
		for seat, u := range worth {
			m.Load(at)
			if u > 0.99 && len(m.Legal(seat, nil)) > 1 {
				return true
			}
		}
		return false
	}
	return try(0)
}

// TestWinIsSeen makes sure that the test above can fail.
func TestWinIsSeen(t *testing.T) {
	g := open(t, "ticTacToe")
	m := g.NewMachine()
	for _, texts := range [][2]string{
		{"(mark 1 1)", "noop"}, {"noop", "(mark 2 1)"}, {"(mark 1 2)", "noop"}, {"noop", "(mark 2 2)"},
	} {
		var joint []game.Move
		for seat, text := range texts {
			move, err := m.Parse(seat, text)
			if err != nil {
				t.Fatal(err)
			}
			joint = append(joint, move)
		}
		m.Step(joint)
	}
	at := m.Save(nil)
	if !wins(m) || !wonAtOnce(m) {
		t.Error("two in a row, and nobody sees the win")
	}
	if !m.Save(nil).Equal(at) {
		t.Error("looking for a win has changed the position")
	}
	m.Reset()
	if wins(m) || wonAtOnce(m) {
		t.Error("a win on the empty board")
	}
}

// TestNoOpening: in a game of one decision every line ends the match or is empty.
func TestNoOpening(t *testing.T) {
	g := open(t, "rockPaperScissors")
	for i := range uint64(20) {
		if m := after(g, Opening(g, 1, i, 50)); m.Terminal() {
			t.Fatal("the opening ends the match")
		}
	}
	if line := Opening(g, 1, 1, 0); len(line) != 0 {
		t.Errorf("an opening of no moves has %d", len(line))
	}
}

// TestMiddle: as deep as asked for, or in the middle of a match that ends before.
func TestMiddle(t *testing.T) {
	g := open(t, "ticTacToe")
	for i := range uint64(30) {
		line := Middle(g, 4, i, 4)
		if len(line) != 4 || after(g, line).Terminal() {
			t.Fatalf("%d moves, want 4", len(line))
		}
		if line = Middle(g, 4, i, 100); len(line) < 2 || len(line) > 4 || after(g, line).Terminal() {
			t.Fatalf("%d moves into a match of 5 to 9", len(line))
		}
	}
}
