package exec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// TestOpen wants every variable without a value, with the moves that set it, and none that has one.
func TestOpen(t *testing.T) {
	loaded, findings := load.Text("pairs.lud", `(game "Pairs" (players 1)
		(equipment {(board (square 2) (values Cell (range 1 2))) (regions {Rows Columns})})
		(rules (start (set {{3 1}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`, load.Options{})
	if loaded.Program == nil {
		t.Fatal(findings)
	}
	m := exec.NewGame(loaded.Program, "").NewMachine()
	open := func() string {
		moves, variables, ok := m.(game.Assigner).Open(nil, nil)
		var text []string
		from := 0
		for _, v := range variables {
			var values []string
			for _, mv := range moves[from:v.End] {
				values = append(values, m.Label(0, mv))
			}
			from = v.End
			text = append(text, strings.Join(values, " "))
		}
		if from != len(moves) {
			t.Errorf("%d of %d moves belong to variables", from, len(moves))
		}
		return fmt.Sprint(ok, " ", strings.Join(text, ", "))
	}
	play := func(label string) {
		t.Helper()
		mv, err := m.Parse(0, label)
		if err != nil || !slices.Contains(m.Legal(0, nil), mv) {
			t.Fatal(label, err)
		}
		m.Step([]game.Move{mv})
	}
	for _, step := range []struct{ move, open string }{
		{"", "true (set A1 1) (set A1 2), (set B1 2), (set A2 2)"},
		{"(set A1 2)", "true , "}, // nothing is left for the others
		{"(set A1 1)", "true (set B1 2), (set A2 2)"},
		{"(set B1 2)", "true (set A2 2)"},
		{"(set A2 2)", "false "},
	} {
		if step.move != "" {
			play(step.move)
		}
		if got := open(); got != step.open {
			t.Errorf("after %s: %s, want %s", step.move, got, step.open)
		}
	}
}
