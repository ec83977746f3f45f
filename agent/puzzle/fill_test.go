package puzzle

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/catalog"
	"ludens/game"
)

// filler is a search of a game's first position.
func filler(g game.Game, seed uint64) *fill {
	m := g.NewMachine()
	c := newClock(m, 0, game.Stream(seed, "clock", 0), never)
	f := newFill(g, &found{}, game.Stream(seed, "fill", 0))
	f.move(m.Save(nil), c.mask)
	return f
}

// text opens a description.
func text(t *testing.T, name, text string) game.Game {
	t.Helper()
	g, err := catalog.OpenText(t.Context(), name, text, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// fours is a puzzle of four by four numbers, some of which are given.
func fours(t *testing.T, given string) game.Game {
	t.Helper()
	return text(t, "fours.lud", `(game "Fours" (players 1)
		(equipment {(board (square 4) (values Cell (range 1 4))) (regions {Rows Columns SubGrids})})
		(rules (start (set {`+given+`})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`)
}

// TestFill finds values for all variables, those that the machine tells and those that moves show.
func TestFill(t *testing.T) {
	for name, g := range map[string]game.Game{
		"numbers": open(t, "numbers"), "fours": fours(t, "{0 3} {2 1} {7 4} {9 2}"),
		"ludii:SudokuFour": open(t, "ludii:SudokuFour"), "ludii:MoreAndLess": open(t, "ludii:MoreAndLess"),
	} {
		t.Run(name, func(t *testing.T) {
			f := filler(g, 1)
			n := 0
			for ; n < 20_000 && f.found.worth() < 1 && f.step(); n++ {
			}
			l := f.found.get()
			if l == nil || l.goal != 1 {
				t.Fatalf("nothing after %d positions, done: %v", n, f.done)
			}
			t.Logf("%d positions", n)
			m := g.NewMachine()
			for i, mv := range l.moves {
				legal := false
				for _, x := range m.Legal(0, nil) {
					legal = legal || x == mv
				}
				if !legal {
					t.Fatalf("move %d is not legal", i)
				}
				m.Step([]game.Move{mv})
			}
			u := make([]float64, 1)
			if m.Utility(u); !m.Terminal() || u[0] != 1 {
				t.Errorf("the line leads to %g, an end: %v", u[0], m.Terminal())
			}
		})
	}
}

// TestFillGoesThroughAll tries everything where there is nothing to be found, and stops.
func TestFillGoesThroughAll(t *testing.T) {
	f := filler(fours(t, "{0 1} {7 4} {9 4} {15 1}"), 1)
	first := len(f.path)
	n := 0
	for ; n < 100_000 && f.step(); n++ {
	}
	if first == 0 || n == 0 || !f.done || f.found.get() != nil {
		t.Errorf("%d variables chosen at first, %d positions, done: %v, found: %v", first, n, f.done, f.found.get())
	}
}

// TestFillIsNotFor leaves puzzles alone whose moves give no values.
func TestFillIsNotFor(t *testing.T) {
	for _, name := range []string{"eightPuzzle", "lightsOut", "pegSolitaire", "walk", "ludii:KnightsTour", "ludii:PegSolitaire"} {
		f := filler(open(t, name), 1)
		n := 0
		for ; n < 1000 && f.step(); n++ {
		}
		if !f.done {
			t.Errorf("%s: still at it after %d positions", name, n)
		}
	}
}

// TestFillDivides wants moves that write into the same cell to be of one variable, and moves that change nothing of none.
func TestFillDivides(t *testing.T) {
	g := open(t, "numbers")
	f := filler(g, 1)
	m := g.NewMachine()
	cells := map[string]int{}
	for _, mv := range m.Legal(0, nil) {
		label := m.Label(0, mv)
		part, ok := f.parts[mv]
		if !ok || (part < 0) != (label == "wait") {
			t.Fatalf("%s is of variable %d", label, part)
		}
		if part < 0 {
			continue
		}
		cell := label[:strings.LastIndex(label, " ")]
		if of, known := cells[cell]; known && of != part {
			t.Errorf("%s is of two variables", cell)
		}
		cells[cell] = part
	}
	if len(cells) != len(f.of) || len(cells) != 81-23 {
		t.Errorf("%d cells, %d variables", len(cells), len(f.of))
	}
}

// TestHarmless plays moves that cannot spoil a puzzle, and finds its solution after each.
func TestHarmless(t *testing.T) {
	g := fours(t, "{0 1} {2 3} {7 2} {8 2}")
	m := g.NewMachine()
	notes := 0
	for n := range 40 {
		root := m.Save(nil)
		mv, ok := harmless(g, root)
		if !ok {
			t.Fatalf("there is none after %d moves", n)
		}
		values, _, _ := m.(game.Assigner).Open(nil, nil)
		if !slices.Contains(values, mv) {
			notes++
		}
		if m.Step([]game.Move{mv}); m.Terminal() {
			break
		}
		f := newFill(g, &found{}, game.Stream(1, "fill", uint64(n)))
		f.move(m.Save(nil), nil)
		for f.found.worth() < 1 && f.step() {
		}
		if f.found.worth() < 1 {
			t.Fatalf("no solution is left after %d moves", n+1)
		}
	}
	if notes == 0 || notes == 40 {
		t.Errorf("%d of 40 moves give no value", notes)
	}
	if _, ok := harmless(open(t, "eightPuzzle"), open(t, "eightPuzzle").NewMachine().Save(nil)); ok {
		t.Error("a puzzle without variables has a harmless move")
	}
}

// TestFillGoesOn plays harmless moves while it searches, and wants what it finds from the match's position, not from where it began.
func TestFillGoesOn(t *testing.T) {
	g := fours(t, "{0 1} {2 3} {7 2} {8 2}")
	m := g.NewMachine()
	f := filler(g, 1)
	began := m.Save(nil)
	for range 6 { // four of them give a variable its only value
		mv, ok := harmless(g, m.Save(nil))
		if !ok {
			t.Fatal("there is no harmless move")
		}
		m.Step([]game.Move{mv})
		f.move(m.Save(nil), nil)
	}
	if !f.root.Equal(began) {
		t.Fatal("it has begun anew")
	}
	for f.found.worth() < 1 && f.step() {
	}
	l := f.found.get()
	if l == nil || !l.states[0].Equal(m.Save(nil)) {
		t.Fatal("there is no line from the match's position")
	}
	for _, mv := range l.moves {
		m.Step([]game.Move{mv})
	}
	u := make([]float64, 1)
	if m.Utility(u); !m.Terminal() || u[0] != 1 {
		t.Errorf("worth %g, an end: %v", u[0], m.Terminal())
	}
}

// TestSpares wants the harmless move from a player that has no time to search, whether it knows no line or one that brings nothing.
func TestSpares(t *testing.T) {
	g := open(t, "ludii:SudokuFour")
	over, stop := context.WithCancel(t.Context())
	stop()
	p := New(Options{})
	if err := p.Begin(over, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer p.End()
	m := g.NewMachine()
	root := m.Save(nil)
	want, ok := harmless(g, root)
	if !ok {
		t.Fatal("there is none")
	}
	choose := func(known string) {
		t.Helper()
		mv, err := p.Choose(over, agent.Turn{States: []game.State{root}, Legal: m.Legal(0, nil)})
		if err != nil || mv != want {
			t.Errorf("%s: %s, %v", known, m.Label(0, mv), err)
		}
	}
	choose("no line")
	var lost []game.Move
	for w := game.Stream(1, "lost", 0); !m.Terminal(); {
		legal := m.Legal(0, nil)
		lost = append(lost, legal[w.IntN(len(legal))])
		m.Step(lost[len(lost)-1:])
	}
	p.found.offer(m, root, lost, 0, 0)
	if m.Load(root); p.found.get() == nil || p.found.worth() != 0 || lost[0] == want {
		t.Fatal("the line is not lost, or begins with the harmless move")
	}
	choose("a line that is lost")
}

// TestLuby holds the lengths of runs against the sequence of the paper.
func TestLuby(t *testing.T) {
	want := []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16, 1}
	for i, n := range want {
		if got := luby(i + 1); got != n {
			t.Errorf("%d: %d, want %d", i+1, got, n)
		}
	}
}
