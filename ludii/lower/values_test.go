package lower_test

import (
	"slices"
	"strings"
	"testing"

	"ludens/ludii/load"
	"ludens/ludii/recording"
	"ludens/ludii/replay"
)

// values are conditions that hold, or not, where a little game has come to.
type values struct {
	name      string
	equipment string
	start     string
	play      string // of which there must be moves
	moves     string
	yes, no   []string
}

// TestValues asks for the conditions by a pass that may be made where they hold.
func TestValues(t *testing.T) {
	for _, s := range []values{
		{
			name: "arithmetic", equipment: small,
			yes: []string{
				`(= (+ {1 2 3}) 6)`, `(= (- 3) -3)`, `(= (- 2 5) -3)`, `(= (* {2 3 -4}) -24)`, `(= (/ -7 2) -3)`, `(= (% -7 3) -1)`,
				`(= (^ 2 10) 1024)`, `(= (abs -4) 4)`, `(= (max 3 7) 7)`, `(= (min {4 2 9}) 2)`, `(= (if (> 1 2) 3 4) 4)`, `(< (+ 1 1) 3)`,
			},
			no: []string{`(= 1 2)`, `(!= 2 2)`, `(>= 1 2)`, `(xor True True)`, `(and True (not True))`, `(or {False False False})`},
		},
		{
			name: "who and what", equipment: small, start: `(place "Ball1" {4}) (place "Ball2" {5})`,
			yes: []string{
				`(= (who at:4) 1)`, `(= (what at:5) (id "Ball" P2))`, `(is Empty 0)`, `(is Occupied 5)`, `(is Enemy (who at:5))`, `(is Friend (who at:4))`,
				`(= (mover) 1)`, `(= (next) 2)`, `(is Mover P1)`, `(is In 4 (sites {3 4}))`, `(= (where "Ball" P2) 5)`, `(= (count at:4) 1)`,
				`(= (count Pieces) 2)`, `(= (count Pieces P1) 1)`, `(= (count Pieces Mover in:(sites {0 4})) 1)`, `(is Odd 3)`, `(is Even 4)`,
				`(no Pieces P1 in:(sites {0 1}))`,
			},
			no: []string{`(is Enemy (who at:4))`, `(is Enemy (who at:0))`, `(is Friend (who at:0))`, `(is In 2 (sites {3 4}))`, `(no Pieces Mover)`, `(is Empty 4)`},
		},
		{
			name: "how many", equipment: `(board (square 3)) (hand Each) (piece "Ball" Each) (piece "Dot" Neutral)`,
			start: `(place "Ball1" "Hand1" count:5) (place "Ball1" {0 4}) (place "Dot0" 8) (place "Dot0" 3)`,
			yes: []string{
				`(= (count Pieces) 9)`, `(= (count Pieces P1) 7)`, `(= (count Pieces P2) 0)`, `(= (count Pieces Neutral) 2)`, `(= (count Pieces Cell P1) 7)`, `(no Pieces P2)`,
			},
			no: []string{`(no Pieces P1)`, `(no Pieces)`, `(no Pieces Neutral)`},
		},
		{
			name: "diagonals", equipment: small, start: `(place "Ball1" {1 4}) (place "Ball2" {7})`,
			yes: []string{`(is Connected at:4 Diagonals)`}, no: []string{`(is Connected at:7 Diagonals)`},
		},
		{
			name: "last", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1})`, moves: "!A3=1 !A7=2",
			yes: []string{`(= (last To) 7)`, `(= (last From) 7)`, `(= (count Moves) 2)`, `(= (where "Ball" P2) 1)`, `(= (count Turns) 3)`},
			no:  []string{`(was Pass)`},
		},
		{
			name: "lines", equipment: `(board (square 5)) (piece "Ball" Each) `, start: `(place "Ball1" {0 1 3 6 12}) (place "Ball2" {10})`, moves: "!A2=1",
			yes: []string{
				`(is Line 4)`, `(is Line 3)`, `(is Line 4 exact:True)`, `(is Line 3 Diagonal through:12)`, `(is Line 3 Diagonal through:0 exact:True)`,
				`(is Line 4 what:(id "Ball" P1))`, `(is Line 2 through:12 P1)`, `(is Line 4 throughAny:(sites {10 0}))`, `(is Line 2 Diagonal if:(!= (to) 3))`,
			},
			no: []string{
				`(is Line 5)`, `(is Line 3 exact:True)`, `(is Line 3 Diagonal)`, `(is Line 2 through:10)`, `(is Line 4 if:(!= (to) 3))`, `(is Line 3 S)`,
				`(is Line 4 what:(id "Ball" P2))`,
			},
		},
		{
			name: "groups", equipment: `(board (square 3)) (piece "Ball" Each) (regions "Sides" P1 {(sites Side N) (sites Side S)})`,
			start: `(place "Ball1" {1 4 3}) (place "Ball2" {0 8})`, moves: "!A7=1",
			yes: []string{
				`(is Connected P1)`, `(is Connected {(sites Side N) (sites Side S)})`, `(is Connected 3 {(sites Side N) (sites Side S) (sites Side W)})`, `(= (size Group at:4 Orthogonal) 4)`, `(= (size Group at:0) 1)`,
				`(= (size Group at:0 if:(= (to) 0)) 1)`, `(= (count Groups Orthogonal) 1)`, `(= (count Groups if:(= (who at:(to)) 2)) 2)`, `(= (count Liberties at:1 Orthogonal) 3)`, `(= (count Liberties at:0 Orthogonal) 0)`,
				`(all Groups Orthogonal of:(is Mover (who at:(to))) if:(= 1 (count Sites in:(sites))))`,
			},
			no: []string{`(is Connected {(sites Side N) (sites Side E)})`, `(is Connected P2)`, `(is Loop)`, `(all Groups Orthogonal of:(= (who at:(to)) 1) if:(> 4 (count Sites in:(sites))))`},
		},
		{
			name: "loops", equipment: `(board (square 4)) (piece "Ball" Each) `, start: `(place "Ball1" {0 1 2 4 8 9 10}) (place "Ball2" {5})`, moves: "!A6=1",
			yes: []string{`(is Loop 1)`, `(is Loop surround:P2 1)`},
			no:  []string{`(is Loop)`, `(is Loop surround:P1 1)`},
		},
		{
			name: "tracks", equipment: `(board (square 3) {(track "Round" "0,E,N1,W,N1,E" P1 directed:True) (track "Ring" "0,E,N,W,S1" loop:True P2)}) (piece "Ball" Each)`,
			yes: []string{
				`(= (trackSite FirstSite "Round") 0)`, `(= (trackSite EndSite "Round") 8)`, `(= (trackSite Move from:2 "Round" steps:2) 4)`, `(= (trackSite Move from:7 "Round" steps:2) -1)`,
				`(= (trackSite Move from:3 "Ring" steps:2) 1)`,
			},
		},
		{
			name: "places", equipment: `(board (square 3)) (piece "Ball" Each) (map "Other" {(pair 1 5) (pair 2 7)}) (regions "Side" P1 {6 7})`,
			yes: []string{
				`(= (count Steps 0 8) 2)`, `(= (count Steps Orthogonal 0 8) 4)`, `(= (ahead 4 steps:1 N) 7)`, `(= (ahead 1 steps:5 N) 1)`, `(= (row of:7) 2)`, `(= (column of:7) 1)`,
				`(= (mapEntry "Other" 2) 7)`, `(= (mapEntry "Other" 3) 3)`, `(= (coord "B2") 4)`, `(= (coord row:2 column:1) 7)`, `(= (centrePoint) 4)`, `(= (count Rows) 3)`,
				`(= (count Sites in:(sites Corners)) 4)`, `(= (regionSite (sites Centre) index:0) 4)`, `(is Related Orthogonal 0 3)`,
			},
			no: []string{`(is Related Orthogonal 0 4)`},
		},
		{
			name: "moves that can be made", equipment: balls(`(move Step Orthogonal (to if:(is Empty (to))))`),
			start: `(place "Ball1" {1 3}) (place "Ball2" {0})`, play: `(forEach Piece)`,
			yes: []string{`(no Moves Next)`, `(can Move (forEach Piece))`, `(not (no Moves Mover))`},
			no:  []string{`(no Moves Mover)`, `(no Moves P1)`, `(can Move (forEach Piece "Nothing"))`},
		},
		{
			name: "threats", equipment: balls(`(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`),
			start: `(place "Ball1" {0 4}) (place "Ball2" {2 8})`, play: `(forEach Piece)`,
			yes: []string{`(is Threatened (id "Ball" P1) at:1)`, `(is Threatened (id "Ball" P1) at:5)`, `(is Threatened (id "Ball" P1) at:0)`},
			no:  []string{`(is Threatened (id "Ball" P1) at:4)`, `(is Threatened (id "Ball" P1) at:3)`},
		},
		{
			name: "threats where pieces are counted: who stands there in thought is in no list", equipment: balls(`(move Step Orthogonal (to if:(and (is Enemy (who at:(to))) (= 0 (count Pieces P1 in:(sites {4}))))))`),
			start: `(place "Ball1" {0}) (place "Ball2" {1})`, play: `(forEach Piece)`,
			yes: []string{`(is Threatened (id "Ball" P1) at:4)`, `(is Threatened (id "Ball" P1) at:0)`},
			no:  []string{`(is Threatened (id "Ball" P1) at:5)`},
		},
		{
			name: "threats by drops, where there are counts", equipment: `(board (square 3)) (piece "Ball" Each) (hand Each)`,
			start: `(place "Ball1" {0}) (place "Ball1" "Hand1") (place "Ball2" "Hand2" count:2)`,
			play:  `(move (from (handSite Mover)) (to (sites Empty)))`,
			yes:   []string{`(is Threatened (id "Ball" P1) at:4)`},
			no:    []string{`(is Threatened (id "Ball" P1) at:0)`},
		},
		{
			name: "each level from the top", equipment: small, start: `(place Stack items:{"Ball1" "Ball1" "Ball2"} 0)`,
			play:  `(move Add (to (sites {4})) (then (and {(forEach Level 0 (set Var "any" (level))) (forEach Level 0 FromTop (set Var "top" (level))) (forEach Level 0 FromBottom (set Var "bottom" (level)))})))`,
			moves: "!A4/0=1", yes: []string{`(= (var "any") 0)`, `(= (var "top") 0)`, `(= (var "bottom") 2)`}, no: []string{`(= (var "any") 2)`},
		},
		{
			name: "the level stays where a loop left it", equipment: small, start: `(place Stack items:{"Ball1" "Ball1" "Ball2"} 0)`,
			play:  `(move Add (to (sites {4})) (then (and {(forEach Level 0 FromBottom (set Var "x" 1)) (set Var "after" (level))})))`,
			moves: "!A4/0=1", yes: []string{`(= (var "after") 2)`},
		},
		{
			name: "amounts", equipment: small, start: `(set Score P1 5) (set Amount P2 9)`,
			yes: []string{`(= (score Mover) 5)`, `(= (score P2) 0)`, `(= (amount P2) 9)`, `(= (var) -1)`},
		},
		{
			name: "trees of edges", equipment: `(board (square 2) use:Edge) (piece "Line" Each) `, start: `(place "Line2" {3})`,
			moves: "!A0=1 !A2=2 !A1=1",
			yes:   []string{`(is Tree P1)`, `(is Path Edge P1 length:(exact 2))`},
			no:    []string{`(is SpanningTree P1)`, `(is Path Edge P1 length:(exact 3))`, `(is Path Edge P1 length:(exact 3) closed:True)`},
		},
	} {
		t.Run(s.name, s.run)
	}
}

func (s values) run(t *testing.T) {
	for _, e := range s.yes {
		s.ask(t, e, true)
	}
	for _, e := range s.no {
		s.ask(t, e, false)
	}
}

func (s values) ask(t *testing.T, condition string, want bool) {
	t.Helper()
	play := s.play
	if play == "" {
		play = `(move Add (to (sites Empty)))`
	}
	text := script{equipment: s.equipment, start: s.start, play: `(or (if ` + condition + ` (move Pass)) ` + play + `)`}.text()
	g, findings := load.Text("little.lud", text, load.Options{})
	if g.Program == nil {
		t.Errorf("%v\n%s", findings, text)
		return
	}
	e := replay.New(g.Program)
	var c sureChance
	if err := e.Reset(&recording.Start{}, c); err != nil {
		t.Error(err)
		return
	}
	legal := func() []string {
		l, err := e.Legal(c)
		if err != nil {
			t.Errorf("%s: %v", condition, err)
		}
		return slices.Clone(l)
	}
	for _, m := range strings.Fields(s.moves) {
		i := slices.Index(legal(), m)
		if i < 0 {
			t.Errorf("%s: no move %s among %v", condition, m, legal())
			return
		}
		if err := e.Apply([]int{i}, c); err != nil {
			t.Errorf("%s: %v", condition, err)
			return
		}
	}
	before := string(e.AppendDigest(nil))
	if got := slices.Contains(legal(), "!pass"); got != want {
		t.Errorf("%s is %v, want %v, in %s", condition, got, want, before)
	}
	if after := string(e.AppendDigest(nil)); after != before {
		t.Errorf("%s changes the position\n%s to\n%s", condition, before, after)
	}
}
