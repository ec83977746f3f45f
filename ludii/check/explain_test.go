package check

import (
	"fmt"
	"strings"
	"testing"

	"ludens/ludii/parse"
)

func parsed(t testing.TB, text string) *parse.Node {
	t.Helper()
	nodes, findings := parse.Parse("t.lud", text, parse.Limits{})
	if len(findings) > 0 || len(nodes) != 1 {
		t.Fatalf("%s: %v", text, findings)
	}
	return nodes[0]
}

// TestExplain gives what is wrong, as "column code message; hint", a finding a
// line.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		as   Sort
		text string
		want string
	}{
		{Moves, `(move Stepp (to if:(is Empty (to))))`, `7 LUD054 there is no (move Stepp …); did you mean "Step"?`},
		{Moves, `(move Step (too if:(is Empty (to))))`, `12 LUD050 there is no ludeme "too"; did you mean "to"?`},
		{Moves, `(move Step (to iff:(is Empty (to))))`, `16 LUD053 (to …) has no argument iff:; did you mean "if"?`},
		{Moves, `(move Step (to if:(is Emty (to))))`, `23 LUD054 there is no (is Emty …); did you mean "Empty"?`},
		{Moves, `(move Step (to if:(is Empty)))`, `16 LUD052 (is Empty …) lacks <int>`},
		{Moves, `(move Step)`, `1 LUD052 (move Step …) lacks <to>`},
		{Moves, `(move Step Orthogonol (to))`, `12 LUD054 there is no constant "Orthogonol"; did you mean "Orthogonal"?`},
		{Moves, `(move Step (sites Board) (to))`, `12 LUD051 (move Step …) takes no (sites …) here`},
		{Moves, `(forEach Site (moveAgain))`, `1 LUD052 (forEach Site …) lacks <sites>`},
		{Moves, `(if (is Empty (to)) 3)`, `21 LUD051 3 cannot stand here; here belongs moves`},
		{Moves, `(if (count Sites) (moveAgain))`, `5 LUD050 (count …) is a whole number or an <itemCount>; here belongs a truth value`},
		{Moves, `(and (moveAgain) (is Empty (to)))`, `18 LUD050 (is …) is a truth value; here belongs moves`},
		{Moves, `(and {(moveAgain) (is Empty (to)) (remov (to))})`, `19 LUD050 (is …) is a truth value; here belongs moves
35 LUD050 there is no ludeme "remov"; did you mean "remove"?`},
		{Moves, `(is Line 3)`, `1 LUD050 (is …) is a truth value; here belongs moves`},
		{Bool, `(is Line)`, `1 LUD052 (is Line …) lacks <int>`},
		{Bool, `(is Line 3 what:P1)`, `12 LUD054 P1 cannot stand here; here belongs a whole number; the number of that player is (id P1)`},
		{Bool, `(is)`, `1 LUD052 (is …) lacks the word that tells which it is; one of Active, Acute, AnyDie, Blocked, CaterpillarTree, Connected, Count, Crossing, Cycle, Decided, Empty, Enemy, Even, Flat, Friend, Full, Hidden, In, LastFrom, LastT…`},
		{Bool, `(= 3)`, `1 LUD052 (= …) lacks <int>`},
		{Bool, `(= 3 4 5)`, `8 LUD051 (= …) takes no 5 here; the order of the arguments counts, and alternatives exclude each other`},
		{Bool, `(= P1 (mover))`, `4 LUD054 P1 cannot stand here; here belongs a whole number; the number of that player is (id P1)`},
		{Bool, `(is In {1 "a" 3} (sites Board))`, `11 LUD051 "a" cannot stand here; here belongs a whole number`},
		{Bool, `(is In (to) sites)`, `13 LUD054 sites is the name of a ludeme, which is written in brackets; write (sites …)`},
		{Sites, `(sites Bord)`, `8 LUD054 there is no (sites Bord …); did you mean "Board"?`},
		{Sites, `(sites Occupied P1)`, `17 LUD053 (sites Occupied …) lacks the label by: before P1`},
		{Sites, `(sites Occupied)`, `1 LUD052 (sites Occupied …) lacks by:<player> | by:<roleType>`},
		{Sites, `(sites Around (to) Empty distance:"x")`, `26 LUD051 distance:"x" cannot stand here; here belongs a whole number`},
		{Int, `(what (to))`, `7 LUD053 (what …) lacks the label at: before (to …)`},
		{Int, `(what at: (to) at:(to))`, `16 LUD051 (what …) takes no at:(to …) here; the order of the arguments counts, and alternatives exclude each other`},
		{Int, `99999999999999999999`, `1 LUD051 99999999999999999999 is too large a number`},
		{Graph, `(square 3 diagonals:Foo)`, `11 LUD054 there is no constant "Foo"; one of Alternating, Concentric, Implied, Radiating, Solid, SolidNoSplit`},
		{Graph, `(hexx 3)`, `1 LUD050 there is no ludeme "hexx"; did you mean "hex"?`},
		{Graph, `(squares (hex 3))`, `1 LUD050 there is no ludeme "squares"; did you mean "square"?`},
		{Item, `(piece Each "Ball")`, `8 LUD051 (piece …) takes no Each here; the order of the arguments counts, and alternatives exclude each other`},
		{Item, `(regions P1 {Bottom Top})`, `14 LUD054 Bottom cannot stand here; here belongs a <regionStatic>; one of AllDirections, AllSites, Columns, Corners, Diagonals, HintRegions, Layers, Regions, Rows, Sides, SidesNoCorners, SubGrids, Touching, Vertices
21 LUD054 Top cannot stand here; here belongs a <regionStatic>; one of AllDirections, AllSites, Columns, Corners, Diagonals, HintRegions, Layers, Regions, Rows, Sides, SidesNoCorners, SubGrids, Touching, Vertices`},
		{Game, `(game "G" (players 2) (equipment {(board (square 3))}) (rules (play (moveAgain))))`, `56 LUD052 (rules …) lacks <end>`},
		{Game, `(game "G" (equipment {(board (square 3))}) (rules (play (moveAgain)) (end (if True (result P1 Win)))))`, `1 LUD052 (game …) lacks <players>`},
		{Game, `(game "G" (players 2) (equipment {(board (square 3)) (peace "Ball" Each)}) (rules (play (move Add (to (sites Emty)))) (end (if (is Lin 3) (result Moover Win)))))`, `54 LUD050 there is no ludeme "peace"; did you mean "piece"?
110 LUD054 there is no (sites Emty …); did you mean "Empty"?
132 LUD054 there is no (is Lin …); did you mean "Line"?
147 LUD054 there is no constant "Moover"; did you mean "Mover"?`},
		{Game, `(3)`, `1 LUD050 this bracket does not begin with the name of a ludeme`},
		{Game, `x`, `1 LUD054 there is no constant "x"`},
		{StartRule, `(place "A" {"A1" 3})`, `18 LUD051 3 cannot stand here; here belongs a string`},
		{StartRule, `(place "A" (sites Bottom) count:3)`, `27 LUD051 (place …) takes no count:3 here`},
	} {
		term, findings := CheckAs(parsed(t, c.text), c.as, Limits{})
		var got []string
		for _, f := range findings {
			got = append(got, strings.TrimSuffix(fmt.Sprintf("%d %s %s; %s", f.Pos.Column, f.Code, f.Message, f.Hint), "; "))
		}
		if g := strings.Join(got, "\n"); g != c.want || term != nil {
			t.Errorf("%s\n got  %s\n want %s", c.text, g, c.want)
		}
	}
}
