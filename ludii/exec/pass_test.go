package exec_test

import (
	"strings"
	"testing"

	"ludens/game"
)

// A move is left out: the other side is to move, and all else is as it was; what is loaded after it is the position before.
func TestPassMachine(t *testing.T) {
	g := walkers(t, "True", "")
	m := after(t, g, "(move A1 B1)")
	before, legal := m.Save(nil), len(m.Legal(1, nil))
	if legal < 2 || len(m.Legal(0, nil)) != 1 {
		t.Fatalf("%d moves of the second player", legal)
	}
	var v, w game.View
	m.View(&v)
	if !m.Pass() {
		t.Fatal("no pass")
	}
	m.View(&w)
	if w.Mover != 0 || len(w.Pieces) != len(v.Pieces) || w.Pieces[0] != v.Pieces[0] || w.Pieces[1] != v.Pieces[1] {
		t.Errorf("%+v, before %+v", w, v)
	}
	if len(m.Legal(1, nil)) != 1 || len(m.Legal(0, nil)) < 2 {
		t.Errorf("%d and %d moves", len(m.Legal(0, nil)), len(m.Legal(1, nil)))
	}
	for _, mv := range m.Legal(0, nil) {
		if text := m.Label(0, mv); !strings.HasPrefix(text, "(move B1 ") && text != "(pass)" {
			t.Errorf("move %s", text)
		}
	}
	if m.Load(before); len(m.Legal(1, nil)) != legal || !m.Save(nil).Equal(before) {
		t.Error("the position before is another one now")
	}
	// The same where nobody has asked for the moves before.
	if m.Load(before); !m.Pass() || len(m.Legal(1, nil)) != 1 || len(m.Legal(0, nil)) < 2 {
		t.Errorf("after loading: %d and %d moves", len(m.Legal(0, nil)), len(m.Legal(1, nil)))
	}
	// Nobody passes where a match is over, where chance decides or where all move at once.
	over := after(t, g, "(move A1 B1)")
	for over.Step([]game.Move{over.Legal(0, nil)[0], over.Legal(1, nil)[0]}); !over.Terminal() && over.Pass(); {
		over.Step([]game.Move{over.Legal(0, nil)[0], over.Legal(1, nil)[0]})
	}
	if over.Err() != nil {
		t.Error(over.Err())
	}
	for _, text := range []string{
		`(game "D" (players 2) (equipment {(board (square 3)) (dice d:6 num:1) (piece "Man" Each)}) (rules (start (place "Man1" {"A1"})) (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))`,
		`(game "S" (players 2) (mode Simultaneous) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))`,
	} {
		if s, ok := open(t, text).NewMachine().(game.Passer); !ok || s.Pass() {
			t.Errorf("a pass in %s", text)
		}
	}
}
