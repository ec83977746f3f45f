package check

import (
	"testing"

	"ludens/ludii/parse"
)

const frame = `(game "G" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)}) (rules (play %) (end (if (no Moves Mover) (result Mover Loss)))))`

func parsed(t testing.TB, text string) *parse.Node {
	t.Helper()
	nodes, findings := parse.Parse("t.lud", text, parse.Limits{})
	if len(findings) > 0 || len(nodes) != 1 {
		t.Fatalf("%s: %v", text, findings)
	}
	return nodes[0]
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		as   Sort
		text string
	}{
		{Moves, `(move Stepp (to if:(is Empty (to))))`},
		{Moves, `(move Step (too if:(is Empty (to))))`},
		{Moves, `(move Step (to iff:(is Empty (to))))`},
		{Moves, `(move Step (to if:(is Emty (to))))`},
		{Moves, `(move Step (to if:(is Empty)))`},
		{Moves, `(move Step)`},
		{Moves, `(move Step Orthogonol (to))`},
		{Moves, `(move Step (sites Board) (to))`},
		{Moves, `(forEach Site (moveAgain))`},
		{Moves, `(if (is Empty (to)) 3)`},
		{Moves, `(if (count Sites) (moveAgain))`},
		{Moves, `(and (moveAgain) (is Empty (to)))`},
		{Moves, `(and {(moveAgain) (is Empty (to)) (remov (to))})`},
		{Moves, `(is Line 3)`},
		{Bool, `(is Line)`},
		{Bool, `(is Line 3 what:P1)`},
		{Bool, `(is)`},
		{Bool, `(= 3)`},
		{Bool, `(= 3 4 5)`},
		{Bool, `(= P1 (mover))`},
		{Bool, `(is In {1 "a" 3} (sites Board))`},
		{Bool, `(is In (to) sites)`},
		{Sites, `(sites Bord)`},
		{Sites, `(sites Occupied P1)`},
		{Sites, `(sites Occupied)`},
		{Sites, `(sites Around (to) Empty distance:"x")`},
		{Int, `(what (to))`},
		{Int, `(what at: (to) at:(to))`},
		{Int, `99999999999999999999`},
		{Graph, `(square 3 diagonals:Foo)`},
		{Graph, `(hexx 3)`},
		{Graph, `(squares (hex 3))`},
		{Item, `(piece Each "Ball")`},
		{Item, `(regions P1 {Bottom Top})`},
		{Game, `(game "G" (players 2) (equipment {(board (square 3))}) (rules (play (moveAgain))))`},
		{Game, `(game "G" (equipment {(board (square 3))}) (rules (play (moveAgain)) (end (if True (result P1 Win)))))`},
		{Game, `(game "G" (players 2) (equipment {(board (square 3)) (peace "Ball" Each)}) (rules (play (move Add (to (sites Emty)))) (end (if (is Lin 3) (result Moover Win)))))`},
		{Game, `(3)`},
		{Game, `x`},
		{StartRule, `(place "A" {"A1" 3})`},
		{StartRule, `(place "A" (sites Bottom) count:3)`},
	} {
		_, findings := CheckAs(parsed(t, c.text), c.as, Limits{})
		t.Logf("%s", c.text)
		for _, f := range findings {
			t.Logf("      %s  rule %s  hint %s", f, f.Rule, f.Hint)
		}
	}
}
