package games

import (
	"slices"
	"testing"

	"ludens/game"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
)

// openGame gives a game of the library to the reasoner.
func openGame(t *testing.T, name string) game.Game {
	t.Helper()
	e, ok := Find(name)
	if !ok {
		t.Fatalf("the library has no game %s", name)
	}
	p := gdltest.Compile(t, e.Text)
	g, err := interp.New(p, interp.Options{Name: name, Hash: "00"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// moves gives the legal moves of a seat and their texts, sorted by text, so that
// nothing depends on the order in which an engine finds them.
func moves(m game.Machine, seat int) (texts []string, byText map[string]game.Move) {
	byText = map[string]game.Move{}
	for _, v := range m.Legal(seat, nil) {
		text := m.Label(seat, v)
		texts = append(texts, text)
		byText[text] = v
	}
	slices.Sort(texts)
	return texts, byText
}

// goals gives the goal values per seat, Nature's included.
func goals(m game.Machine) [][]string {
	type valuer interface {
		GoalValues(seat int, dst []string) []string
	}
	var out [][]string
	for seat := range m.Game().Facts().Seats {
		out = append(out, m.(valuer).GoalValues(seat, nil))
	}
	return out
}
