package names_test

import (
	"testing"

	"ludens/ludii/names"
	"ludens/ludii/parse"
)

func form(t *testing.T, text string) *names.Form {
	t.Helper()
	nodes, findings := parse.Parse("t.lud", text, parse.Limits{})
	if len(nodes) != 1 {
		t.Fatalf("%s: %v", text, findings)
	}
	return names.Of(nodes[0])
}

// Descriptions are the same under other names where nothing else differs, and the map
// between them takes names, with the number of a player behind them too.
func TestBetween(t *testing.T) {
	const one = `(game "One" (players 2) (equipment {(board (square 3)) (piece "Rook" Each) (piece "Board" P1) (piece "Hen2" P1) (piece "X" P1) (regions "Goal" P1 (sites Top))})
		(rules (start (place "Rook1" {0 1})) (play (if (is In (to) (sites P1 "Goal")) (set Var "Turns" (var "Turns")))) (end (if (no Pieces P2 "Rook") (result P1 Win)))))`
	a := form(t, one)
	for text, same := range map[string]bool{
		`(game "Two" (players 2) (equipment {(board (square 3)) (piece "Tower" Each) (piece "Board" P1) (piece "Hen2" P1) (piece "X" P1) (regions "End zone" P1 (sites Top))})
			(rules (start (place "Tower1" {0 1})) (play (if (is In (to) (sites P1 "End zone")) (set Var "Turns" (var "Turns")))) (end (if (no Pieces P2 "Tower") (result P1 Win)))))`: false, // "End" means something
		`(game "Two" (players 2) (equipment {(board (square 3)) (piece "Tower" Each) (piece "Board" P1) (piece "Hen2" P1) (piece "X" P1) (regions "Aim" P1 (sites Top))})
			(rules (start (place "Tower1" {0 1})) (play (if (is In (to) (sites P1 "Aim")) (set Var "Turns" (var "Turns")))) (end (if (no Pieces P2 "Tower") (result P1 Win)))))`: true,
		`(game "Two" (players 2) (equipment {(board (square 3)) (piece "Tower" Each) (piece "Board" P1) (piece "Hen3" P1) (piece "X" P1) (regions "Aim" P1 (sites Top))})
			(rules (start (place "Tower1" {0 1})) (play (if (is In (to) (sites P1 "Aim")) (set Var "Turns" (var "Turns")))) (end (if (no Pieces P2 "Tower") (result P1 Win)))))`: false,
		`(game "Two" (players 2) (equipment {(board (square 3)) (piece "Tower" Each) (piece "Board" P1) (piece "Hen2" P1) (piece "X" P1) (regions "Aim" P1 (sites Top))})
			(rules (start (place "Tower1" {0 1})) (play (if (is In (to) (sites P1 "Aim")) (set Var "Turns" (var "Turns")))) (end (if (no Pieces P2 "Aim") (result P1 Win)))))`: false,
	} {
		b := form(t, text)
		m := names.Between(a, b)
		if (m != nil) != same || (a.Identity() == b.Identity()) != same {
			t.Errorf("the same: %v, want %v: %s", m != nil, same, text)
		}
		if m != nil {
			for from, to := range map[string]string{"Rook": "Tower", "Rook2": "Tower2", "Goal": "Aim", "Hen2": "Hen2", "Board": "Board", "Other": "Other"} {
				if got := m.Name(from); got != to {
					t.Errorf("%s is %s, want %s", from, got, to)
				}
			}
		}
	}
	if form(t, `(match "M" (games {(subgame "A")}))`) != nil || names.Of(nil) != nil {
		t.Error("a match has a form")
	}
}
