package svg

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludens/catalog"
	"ludens/game"
)

func open(t *testing.T, name string) (game.Game, game.Machine) {
	t.Helper()
	g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: catalog.Reasoner})
	if err != nil {
		t.Fatal(err)
	}
	return g, g.NewMachine()
}

func TestWords(t *testing.T) {
	for label, want := range map[string]string{
		"noop":                                    "noop",
		"(mark 1 2)":                              "mark 1 2",
		"(do (move E2 E4) (capture D3))":          "move E2 E4, capture D3",
		"(add Rook1 A1 (count 2))":                "add Rook1 A1 count 2",
		"(do (move A1 B2 (level 0)) (next p1))":   "move A1 B2 level 0, next p1",
		"(choice 2 (do (select A1) (remove B2)))": "choice 2 do select A1 remove B2",
	} {
		if got := Words(label); got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
}

func TestMeanings(t *testing.T) {
	seats := []string{"white", "black"}
	for content, want := range map[string]meaning{
		"wk":         {0, "k", true},
		"bp":         {1, "p", true},
		"white":      {0, "", true},
		"black king": {1, "king", true},
		"whitepawn":  {0, "pawn", true},
		"arrow":      {-1, "arrow", false},
		"wx":         {0, "x", true}, // as wk is one
		"wxy":        {-1, "wxy", false},
	} {
		got := meanings([]string{"wk", "bk", "wp", "bp", "white", "black king", "whitepawn", "arrow", "wx", "wxy"}, seats)[content]
		if got != want {
			t.Errorf("%s: %v, want %v", content, got, want)
		}
	}
}

// Where moves of games in both languages happen.
func TestTouches(t *testing.T) {
	for _, c := range []struct {
		game, move string
		want       []string
	}{
		{"gdl:ticTacToe", "(mark 1 3)", []string{"cell:1,3"}},
		{"gdl:connectFour", "(drop 3)", []string{"cell:3,1"}},
		{"gdl:breakthrough6", "(move 1 2 1 3)", []string{"cell:1,2", "cell:1,3"}},
		{"ludii:Chess", "(move B1 C3)", []string{"B1", "C3"}},
		{"ludii:NineMensMorris", "(move hand1:1 A1)", []string{"hand1:1", "A1"}},
	} {
		g, m := open(t, c.game)
		a := New(g)
		touches := a.Touches(m, 0)
		at := slices.IndexFunc(touches, func(x Touch) bool { return strings.HasPrefix(x.Label, strings.TrimSuffix(c.move, ")")) })
		if at < 0 {
			t.Errorf("%s: no move %s in %v", c.game, c.move, touches[:min(3, len(touches))])
			continue
		}
		if !slices.Equal(touches[at].Sites, c.want) {
			t.Errorf("%s: %s touches %v, want %v", c.game, touches[at].Label, touches[at].Sites, c.want)
		}
	}
}

// What is hidden from a seat is not in its picture, in either language.
func TestHidden(t *testing.T) {
	for _, name := range []string{"ludii:PhantomTicTacToe", "gdl:phantomTicTacToe"} {
		g, m := open(t, name)
		a := New(g)
		var w game.Walker
		rng := game.Stream(1, "hidden", 0)
		for range 3 {
			w.Step(m, rng)
		}
		all, err := a.Draw(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range 2 {
			one, err := a.Draw(m, Options{For: 1 + seat})
			if err != nil {
				t.Fatal(err)
			}
			other := []string{"Cross", "Nought"}[seat]
			if strings.HasPrefix(name, "gdl") {
				other = "data-site" // no board at all: what was told
			}
			if !strings.Contains(string(all), other) || strings.Contains(string(one), other) {
				t.Errorf("%s: the picture for seat %d, or that for all, is wrong about %q", name, seat, other)
			}
		}
	}
}

// The same position gives the same picture, whatever was drawn before.
func TestSamePicture(t *testing.T) {
	g, m := open(t, "gdl:ticTacToe")
	a := New(g)
	first, err := a.Draw(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var w game.Walker
	w.Step(m, game.Stream(1, "same", 0))
	if other, _ := a.Draw(m, Options{}); string(other) == string(first) {
		t.Error("a move changed nothing")
	}
	m.Reset()
	if again, _ := New(g).Draw(m, Options{}); string(again) != string(first) {
		t.Error("the same position has two pictures")
	}
}

func TestOptions(t *testing.T) {
	_, m := open(t, "gdl:ticTacToe")
	if _, err := New(m.Game()).Draw(m, Options{Theme: "pink"}); err == nil {
		t.Error("a theme that there is not was taken")
	}
	text, err := New(m.Game()).Draw(m, Options{Last: []string{"cell:1,1"}, Choices: []string{"cell:2,2"}, Chosen: []string{"cell:2,2"}, NoStyle: true, Title: "A & B"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`class="lb-site lb-last" data-site="cell:1,1"`, `class="lb-site lb-choice lb-chosen" data-site="cell:2,2"`, "<title>A &amp; B</title>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in the picture", want)
		}
	}
	if strings.Contains(string(text), "<style") {
		t.Error("a style, though none was wanted")
	}
}
