package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/load"
)

// board3 is a square of nine with a hand each, and some pieces on it:
//
//	6 . .      . . .
//	3 4 5      . 2 .
//	0 1 2      1 1 n
const board3 = `(board (square 3)) (hand Each size:2) (piece "Ball" Each) (piece "Disc" Each) (piece "Dot" Neutral) (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top)) (regions "Goal" P1 {8})`

const placed3 = `(place "Ball1" {0 1}) (place "Ball2" {4}) (place "Dot0" 2) (place "Disc1" 9)`

// A regionCase is a region and the sites that it is in the first position, where
// player 1 is to move.
type regionCase struct{ region, sites string }

// evaluate works out a region in a little game.
func evaluate(t *testing.T, equipment, start, region string) (string, bool) {
	t.Helper()
	text := `(game "Little" (players 2) (equipment {` + equipment + `}) (rules (start {` + start + `}) (play (move Add (to ` + region + `))) (end (if (no Moves Next) (result Mover Win)))))`
	g, findings := load.Text("little.lud", text, load.Options{})
	if g.Program == nil {
		t.Errorf("%s: %v", region, findings)
		return "", false
	}
	c := g.Program.NewCtx()
	c.Reset()
	c.Generate()
	if c.Err != nil {
		t.Errorf("%s: %v", region, c.Err)
	}
	set := exec.NewBits(1000)
	for i := range c.Moves {
		if m := &c.Moves[i]; m.To >= 0 {
			set.Add(int(m.To))
		}
	}
	return strings.Trim(fmt.Sprint(set.Append(nil)), "[]"), true
}

// Dice lie in hands that all share.
func TestHandOfDice(t *testing.T) {
	const dice = `(board (square 2)) (dice d:4 num:2) (piece "Ball" Each)`
	if got, _ := evaluate(t, dice, "", `(sites Hand Shared)`); got != "4 5" {
		t.Errorf("dice lie on %q", got)
	}
	if got, _ := evaluate(t, dice, "", `(sites Hand P1)`); got != "" {
		t.Errorf("a hand that is not there has the sites %q", got)
	}
}

func TestRegions(t *testing.T) {
	for _, q := range []regionCase{
		{`(sites Empty)`, "3 5 6 7 8"},
		{`(sites Empty Cell 1)`, "10"},
		{`(sites Board)`, "0 1 2 3 4 5 6 7 8"},
		{`(sites Bottom)`, "0 1 2"},
		{`(sites Top)`, "6 7 8"},
		{`(sites Left)`, "0 3 6"},
		{`(sites Right)`, "2 5 8"},
		{`(sites Centre)`, "4"},
		{`(sites Corners)`, "0 2 6 8"},
		{`(sites Outer)`, "0 1 2 3 5 6 7 8"},
		{`(sites Inner)`, "4"},
		{`(sites Row 1)`, "3 4 5"},
		{`(sites Column 2)`, "2 5 8"},
		{`(sites Row 3)`, ""},
		{`(sites Phase 1)`, "1 3 5 7"},
		{`(sites Row (count Pieces P1 in:(sites Board)))`, "6 7 8"},
		{`(sites {"A1" "B2" "Z9"})`, "0 4"},
		{`(sites "C3")`, "8"},
		{`(sites {1 4 -1})`, "1 4"},
		{`(sites Side N)`, "6 7 8"},
		{`(sites Side E)`, "2 5 8"},
		{`(sites P1)`, "0 1 2 8"},
		{`(sites Mover "Home")`, "0 1 2"},
		{`(sites Next "Home")`, "6 7 8"},
		{`(sites P2 "Goal")`, ""},
		{`(sites "Goal")`, "8"},
		{`(sites Hand P2)`, "11 12"},
		{`(sites Hand Mover)`, "9 10"},
		{`(sites Occupied by:P1)`, "0 1 9"},
		{`(sites Occupied by:P1 container:"Board")`, "0 1"},
		{`(sites Occupied by:Mover container:"Hand")`, "9"},
		{`(sites Occupied by:Enemy)`, "4"},
		{`(sites Occupied by:NonMover)`, "2 4"},
		{`(sites Occupied by:All component:"Disc")`, "9"},
		{`(sites Occupied by:All components:{"Ball" "Dot"})`, "0 1 2 4"},
		{`(sites Occupied by:Neutral)`, "2"},
		{`(sites Around 4)`, "0 1 2 3 5 6 7 8"},
		{`(sites Around 4 Orthogonal)`, "1 3 5 7"},
		{`(sites Around 4 Orthogonal includeSelf:True)`, "1 3 4 5 7"},
		{`(sites Around 0 distance:2)`, "2 6 8"},
		{`(sites Around (sites Occupied by:P1 container:"Board") Empty)`, "3 5"},
		{`(sites Around 1 Own)`, "0"},
		{`(sites Around 1 Enemy)`, "4"},
		{`(sites Around 1 NotOwn)`, "2 4"},
		{`(sites Around 1 NotEmpty)`, "0 2 4"},
		{`(sites Around 1 if:(= 1 (- (from) (to))))`, "0"},
		{`(sites Around (sites Bottom))`, "3 4 5"},
		{`(sites Direction from:0 N)`, "3 6"},
		{`(sites Direction from:0 Orthogonal included:True)`, "0 1 2 3 6"},
		{`(sites Direction from:3 E stop:(is Occupied (to)) stopIncluded:True)`, "4"},
		{`(sites Direction from:3 E stop:(is Occupied (to)))`, ""},
		{`(sites Direction from:(sites Bottom) N distance:1)`, "3 4 5"},
		{`(sites Between from:0 to:8)`, "4"},
		{`(sites Between from:0 fromIncluded:True to:8 toIncluded:True)`, "0 4 8"},
		{`(sites Between from:0 to:5)`, ""},
		{`(sites LineOfSight at:3 Orthogonal)`, "0 4"},
		{`(sites LineOfSight Empty at:3 Orthogonal)`, "6"},
		{`(sites LineOfSight Farthest at:8 All)`, "5 6"},
		{`(sites Group at:0)`, "0 1"},
		{`(sites Group at:0 if:(is Occupied (to)))`, "0 1 2 4"},
		{`(sites Group at:0 Diagonal)`, "0"},
		{`(sites Distance from:0 (exact 2))`, "2 5 6 7 8"},
		{`(sites Distance Orthogonal from:0 (range 1 2))`, "1 2 3 4 6"},
		{`(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:0 (range 1 3))`, "3 6 7"},
		{`(sites Incident Vertex of:Cell at:4)`, "5 6 9 10"},
		{`(sites Cell 4)`, "5 6 9 10"},
		{`(sites 0 {{F F R F} {F F L F}})`, "5 7"},
		{`(sites 0 {{F F R F}} rotations:False)`, "7"},
		{`(sites 4 {{F L F}})`, "0 2 6 8"},
		{`(sites Pattern {F} from:0)`, "0 1"},
		{`(sites Pattern {F R F} from:0 whats:{1 1 2})`, ""},
		{`(sites Pattern {F L F} from:0 whats:{1 1 2})`, "0 1 4"},
		{`(expand (sites Bottom))`, "0 1 2 3 4 5"},
		{`(expand (sites Bottom) steps:2)`, "0 1 2 3 4 5 6 7 8"},
		{`(expand origin:0)`, "0 1 3 4"},
		{`(expand origin:0 steps:2 N)`, "0 3 6"},
		{`(expand (sites Occupied by:P2))`, "0 1 2 3 4 5 6 7 8"},
		{`(difference (sites Board) (sites Top))`, "0 1 2 3 4 5"},
		{`(difference (sites Top) 7)`, "6 8"},
		{`(difference (sites Board) (sites Occupied by:P1))`, "2 3 4 5 6 7 8"},
		{`(union (sites Top) (sites Left))`, "0 3 6 7 8"},
		{`(union {(sites Top) (sites Empty) (sites {0})})`, "0 3 5 6 7 8"},
		{`(intersection (sites Top) (sites Left))`, "6"},
		{`(intersection {(sites Left) (sites Empty) (sites Top)})`, "6"},
		{`(if (is Mover P1) (sites Top) (sites Bottom))`, "6 7 8"},
		{`(if (is Mover P2) (sites Top))`, ""},
		{`(forEach (sites Board) if:(is Even (site)))`, "0 2 4 6 8"},
		{`(forEach of:(sites Top) (sites Around (site) Orthogonal))`, "3 4 5 6 7 8"},
		{`(forEach (players All) (sites Hand Player))`, "9 10 11 12"},
		{`(sites To (forEach Site (sites Top) (add (to (site)))))`, "6 7 8"},
		{`(sites From (forEach Site (sites Top) (add (to (site)))))`, "6 7 8"},
		{`(sites Start (piece "Ball1"))`, "0 1"},
		{`(sites State 0)`, "0 1 2 3 4 5 6 7 8"},
		{`(sites (array {3 3 1}))`, "1 3"},
		{`(sites (union (array {3 1}) (array {5})))`, "1 3 5"},
		{`(sites (difference (array {3 3 1}) (array {3})))`, "1 3"},
		{`(sites (difference (array {3 1}) 3))`, "1"},
		{`(sites (intersection (array {3 1}) (array {1 2})))`, "1"},
		{`(sites (results from:(sites {1 2}) to:(sites {3 4}) (+ (from) (to))))`, "4 5 6"},
		{`(sites (sizes Group All))`, "4"},
		{`(sites (sizes Group P1))`, "2"},
		{`(sites (players Enemy))`, "2"},
		{`(sites (players NonMover))`, "0 2"},
	} {
		got, ok := evaluate(t, board3, placed3, q.region)
		want := map[bool]string{true: q.sites}[ok]
		if ok && got != sorted(want) {
			t.Errorf("%s is %q, want %q", q.region, got, want)
		}
		if !ok || strings.Contains(q.region, "(site)") && !strings.Contains(q.region, "forEach") {
			continue
		}
		// Whether there are none is asked in another way than how many there are.
		n := "(count Sites in:" + q.region + ")"
		for none, conditions := range map[bool][]string{
			true:  {"(= 0 " + n + ")", "(= " + n + " 0)", "(< " + n + " 1)", "(<= " + n + " 0)", "(> 1 " + n + ")", "(>= 0 " + n + ")"},
			false: {"(!= 0 " + n + ")", "(> " + n + " 0)", "(>= " + n + " 1)", "(< 0 " + n + ")", "(<= 1 " + n + ")"},
		} {
			for _, c := range conditions {
				got, ok := evaluate(t, board3, placed3, "(if "+c+" (sites Top))")
				if holds := got == "6 7 8"; ok && holds != (none == (q.sites == "")) {
					t.Errorf("%s holds: %v, there are %q", c, holds, q.sites)
				}
			}
		}
	}
}

// sorted puts numbers in ascending order.
func sorted(s string) string {
	b := exec.NewBits(1000)
	for _, f := range strings.Fields(s) {
		n := 0
		fmt.Sscan(f, &n)
		b.Add(n)
	}
	return strings.Trim(fmt.Sprint(b.Append(nil)), "[]")
}

// Directions relative to a piece, as the sites that they lead to from the middle
// of a board of nine.
func TestDirections(t *testing.T) {
	for _, q := range []struct{ facing, directions, sites string }{
		{"N", "Forward", "7"},
		{"S", "Forward", "1"},
		{"E", "Forward", "5"},
		{"N", "Backward", "1"},
		{"N", "Leftward", "3"},
		{"E", "Leftward", "7"},
		{"N", "Forwards", "6 7 8"},
		{"S", "Forwards", "0 1 2"},
		{"N", "Backwards", "0 1 2"},
		{"N", "Rightwards", "2 5 8"},
		{"N", "Leftwards", "0 3 6"},
		{"N", "FL", "6"},
		{"N", "FLL", "6"},
		{"N", "FR", "8"},
		{"S", "FR", "0"},
		{"N", "BL", "2"},
		{"N", "BR", "0"},
		{"N", "(directions {FL FR})", "6 8"},
		{"NE", "(directions Forward of:Orthogonal)", ""},
		{"N", "(directions {FL FR} of:Orthogonal)", "3 5"},
		{"N", "(directions {FL FR} of:Diagonal)", "6 8"},
		{"N", "(directions {FL FR} of:Orthogonal bySite:True)", "3 5"},
		{"N", "(union Orthogonal NE)", "1 3 5 7 8"},
		{"N", "(difference Adjacent Diagonal)", "1 3 5 7"},
		{"N", "(difference Orthogonal Forward)", "1 3 5"},
		{"N", "(if (is Mover P1) N S)", "7"},
		{"N", "(directions Cell from:0 to:8)", "8"},
		{"N", "(directions {N SW})", "0 7"},
	} {
		equipment := `(board (square 3)) (piece "Ball" Each ` + q.facing + `)`
		got, ok := evaluate(t, equipment, `(place "Ball1" 4)`, `(sites Direction from:4 `+q.directions+`)`)
		if ok && got != q.sites {
			t.Errorf("%s of a piece that faces %s lead to %q, want %q", q.directions, q.facing, got, q.sites)
		}
	}
}

// A rotation turns a piece from one direction that the board knows to the next.
func TestRotation(t *testing.T) {
	for _, q := range []struct {
		rotation   int
		of, target string
	}{{0, "Orthogonal", "7"}, {1, "Orthogonal", "5"}, {6, "Orthogonal", "1"}, {1, "Adjacent", "8"}, {32001, "Adjacent", "8"}} {
		start := fmt.Sprintf(`(place "Ball1" 4 rotation:%d)`, q.rotation)
		got, ok := evaluate(t, `(board (square 3)) (piece "Ball" Each N)`, start, `(sites Direction from:4 (directions Forward of:`+q.of+`))`)
		if ok && got != q.target {
			t.Errorf("a piece turned %d times among %s looks at %q, want %q", q.rotation, q.of, got, q.target)
		}
	}
}
