package load_test

import (
	"strings"
	"testing"

	"ludens/game/gametest"
	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// TestOutflanked: the number of lines of play in reversi is the one that programs for the game agree on. Its moves are
// those to sites of which "does this outflank anything?" is asked.
func TestOutflanked(t *testing.T) {
	m := exec.NewGame(ownGame(t, "Reversi"), "").NewMachine()
	for i, want := range []uint64{4, 12, 56, 244, 1396, 8200} {
		if nodes, _, err := gametest.Perft(t.Context(), m, i+1); err != nil || nodes != want {
			t.Errorf("depth %d: %d lines of play, not %d: %v", i+1, nodes, want, err)
		}
	}
}

// TestOutflankedForNothing: pieces that stand between count only if something becomes of one of them.
func TestOutflankedForNothing(t *testing.T) {
	const text = `(game "Between" (players 2) (equipment {(board (rectangle 1 4)) (piece "Ball" Each)})
		(rules (start {(place "Ball1" {0}) (place "Ball2" {1 2})})
			(play (move Add (to (sites Empty) if:(can Move (custodial (from (to)) (between if:(is Enemy (who at:(between))) (apply (if TEST (remove (between))))) (to if:(is Friend (who at:(to)))))))))
			(end (if (no Moves Next) (result Mover Win)))))`
	for test, want := range map[string]int{"(= 1 1)": 1, "(= (between) 1)": 1, "(= (between) 2)": 1, "(= (between) 3)": 0} {
		g, findings := load.Text("between", strings.ReplaceAll(text, "TEST", test), load.Options{})
		if g.Program == nil {
			t.Fatal(findings)
		}
		adds := 0
		m := exec.NewGame(g.Program, "").NewMachine()
		for _, mv := range m.Legal(0, nil) {
			if strings.Contains(m.Label(0, mv), "add") {
				adds++
			}
		}
		if adds != want {
			t.Errorf("%s: %d places to add to, not %d", test, adds, want)
		}
	}
}
