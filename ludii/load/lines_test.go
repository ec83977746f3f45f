package load_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/ludii/load"
)

// A line through any of some sites is found whether they are known beforehand, where windows of
// the board are looked at, or not.
func TestLinesThroughAny(t *testing.T) {
	const text = `(game "Lines" (players 2) (equipment {(board (square 5)) (piece "Ring" Each) (piece "Disc" P1)})
		(rules (play (or (move Add (to (sites Empty))) (move Add (piece "Disc1") (to (sites Empty)))))
			(end {(if (is Line LENGTH throughAny:REGION WHAT) (result Mover Win)) (if (is Full) (result Mover Draw))})))`
	const known, asked = "(sites {6 7 8 11 12 13})", "(intersection (sites {6 7 8 11 12 13}) (union (sites Empty) (sites Occupied by:All)))"
	for _, length := range []string{"2", "3", "4"} {
		for _, what := range []string{`what:(id "Ring1")`, `whats:{(id "Ring1") (id "Disc1")}`, `P1`, `what:(id "Ring" Mover)`, `whats:{0}`} {
			t.Run(length+" "+what, func(t *testing.T) {
				made := func(region string) *load.Game {
					g, findings := load.Text("lines", strings.NewReplacer("LENGTH", length, "REGION", region, "WHAT", what).Replace(text), load.Options{})
					if g.Program == nil {
						t.Fatal(findings)
					}
					return g
				}
				if won := sameEnds(t, made(known), made(asked)); won == 0 {
					t.Error("nobody has won")
				}
			})
		}
	}
}

// TestLinesByNeighbours: whether lines are looked for by neighbours or counted one by one is the
// same, in every position of random games.
func TestLinesByNeighbours(t *testing.T) {
	const text = `(game "Lines" (players 2) (equipment {(board BOARD) (piece "Ring" Each) (piece "Disc" P1)})
		(rules (play (or (move Add (to (sites Empty))) (move Add (piece "Disc1") (to (sites Empty)))))
			(end {(if (is Line LENGTH WHAT) (result Mover Win)) (if (is Full) (result Mover Draw))})))`
	for _, board := range []string{"(square 6)", "(hex 4)", "(rectangle 1 9)", "(concentric Square rings:3)"} {
		for _, length := range []string{"2", "3", "4", "4 Diagonal", "3 Orthogonal"} {
			for _, what := range []string{"", `what:(id "Ring1")`, `whats:{(id "Ring1") (id "Disc1")}`, "P1", "exact:True", "P1 exact:True"} {
				t.Logf("%s, %s, %s", board, length, what)
				made := func(more string) *load.Game {
					g, findings := load.Text("lines", strings.NewReplacer("BOARD", board, "LENGTH", length, "WHAT", what+more).Replace(text), load.Options{})
					if g.Program == nil {
						t.Fatal(findings)
					}
					return g
				}
				sameEnds(t, made(""), made(" contiguous:True"))
			}
		}
	}
}

// sameEnds plays the same random moves in two games, which are to end at the same time and alike. It
// tells how many were won.
func sameEnds(t *testing.T, one, other *load.Game) (won int) {
	t.Helper()
	a, b := one.Program.NewCtx(), other.Program.NewCtx()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		a.Reset()
		b.Reset()
		for !a.Over && !b.Over {
			a.Generate()
			b.Generate()
			i := rng.IntN(len(a.Moves))
			a.Step(i)
			b.Step(i)
		}
		if a.Over != b.Over || a.Rank[1] != b.Rank[1] || a.Err != nil || b.Err != nil {
			t.Fatalf("over %v and %v, ranks %v and %v, errors %v and %v", a.Over, b.Over, a.Rank, b.Rank, a.Err, b.Err)
		}
		if a.Rank[1] != a.Rank[2] {
			won++
		}
	}
	return won
}
