package roster

import (
	"context"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/agent/retro"
	"ludens/catalog"
	"ludens/game"
)

func TestParse(t *testing.T) {
	for _, text := range []string{
		"mcts", "MCTS", "uct:playouts=10,iterations=800", "mcts:Threads=1, seed=3,forced=yes,bytes=64MiB,exploration=0.7", "random", "random:seed=4", "legal",
	} {
		a, err := Parse(text, Defaults{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		p := a.New(1)
		p.End()
		if !Known(text) || a.Text != text {
			t.Errorf("%s is not known, or another text: %q", text, a.Text)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "known are mcts",
		"mtcs":                     `did you mean "mcts"`,
		"mcts:":                    "nothing stands behind the colon",
		"mcts:iteratons=5":         `did you mean "iterations"`,
		"mcts:threads":             "is not key=value",
		"mcts:threads=-1":          "whole number",
		"mcts:threads=two":         "whole number",
		"mcts:exploration=NaN":     "want a number",
		"mcts:exploration=-1":      "must not be negative",
		"uct:forced=maybe":         "want 1 or 0",
		"mcts:bytes=9MB":           "256MiB",
		"mcts:threads=1,threads=2": "set twice",
		"legal:seed=1":             "there is none at all",
	} {
		_, err := Parse(text, Defaults{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something with %q", text, err, want)
		}
	}
}

// TestSettingsReach makes sure that what is set is what plays: as many iterations as
// the text says, and the same move for a fixed seed whatever the match's is.
func TestSettingsReach(t *testing.T) {
	g, err := catalog.Open(t.Context(), "ticTacToe", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Parse("uct:iterations=37,threads=1,seed=5", Defaults{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var moves []game.Move
	for s := range uint64(4) {
		p := a.New(s)
		m := g.NewMachine()
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if err := p.Begin(done, g, 0, agent.Clocks{}); err != nil {
			t.Fatal(err)
		}
		move, err := p.Choose(context.Background(), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
		if err != nil {
			t.Fatal(err)
		}
		if n := p.(agent.Reporter).Stats().Iterations; n != 37 {
			t.Errorf("%d iterations, want 37", n)
		}
		p.End()
		if moves = append(moves, move); move != moves[0] {
			t.Errorf("moves %v for a fixed seed", moves)
		}
	}
}

// TestSymmetries: a portfolio knows of symmetries where the program does, unless the text says that it does not.
func TestSymmetries(t *testing.T) {
	for text, want := range map[string]bool{"portfolio": true, "portfolio:symmetries=1": true, "portfolio:symmetries=0": false} {
		a, err := Parse(text, Defaults{Mirror: func(game.Game, func() bool, func(bool) game.Twins) {}})
		if err != nil {
			t.Fatal(err)
		}
		if o := a.New(1).(*retro.Player).Inner().(*portfolio.Player).Options(); (o.Mirror != nil) != want {
			t.Errorf("%s: knows of symmetries: %t", text, !want)
		}
	}
}

// TestTables: names are unique, in lower case, and said something about.
func TestTables(t *testing.T) {
	var check func(where string, list []Entry)
	check = func(where string, list []Entry) {
		seen := map[string]bool{}
		for _, e := range list {
			if e.Name == "" || e.Says == "" || e.Name != strings.ToLower(e.Name) || strings.ContainsAny(e.Name, ":=, ") || seen[e.Name] {
				t.Errorf("%s: row %+v", where, e)
			}
			seen[e.Name] = true
			check(where+" "+e.Name, e.Settings)
		}
	}
	check("kinds", Describe())
	for _, k := range Kinds() {
		if _, err := Parse(k, Defaults{}); err != nil {
			t.Error(err)
		}
	}
}
