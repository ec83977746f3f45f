package lower_test

import (
	"strings"
	"testing"

	"ludens/ludii/load"
)

// TestSeldom asks for what hardly any game asks, each answer worked out by hand.
func TestSeldom(t *testing.T) {
	const ring = `(board (square 2) use:Edge) (piece "Line" Each) (hand Each) `                     // four edges in a ring
	const star = `(board (square 3) use:Vertex) (piece "Ball" Each) `                               // nine vertices, 4 in the middle
	const middle = `(place "Ball2" {2}) (place "Ball1" Edge (sites Incident Edge of:Vertex at:4)) ` // the four edges that meet there
	const towers = `(place Stack items:{"Ball1" "Ball2"} 0) (place Stack items:{"Ball2" "Ball1"} 1) (place Stack "Ball1" 2)`
	const stairs = `(place Stack "Ball1" 6) (place Stack items:{"Ball2" "Ball1"} 7) (place Stack items:{"Ball2" "Ball2" "Ball1"} 8) (place Stack "Ball1" 0 count:3)`
	then := func(effect string) string { return `(move Add (to (sites {0})) (then ` + effect + `))` }
	for _, s := range []values{
		{
			name: "three of four edges", equipment: ring, start: `(place "Line2" "Hand2") (place "Line1" {0 1})`, moves: "!A3=1",
			yes: []string{`(is Tree P1)`, `(is SpanningTree P1)`, `(is CaterpillarTree P1)`, `(is Path Edge P1 length:(exact 3))`, `(is Tree Neutral)`},
			no:  []string{`(is RegularGraph P1)`, `(is Path Edge P1 length:(exact 4))`, `(is Path Edge P1 length:(exact 3) closed:True)`, `(is Path Edge from:9 P1 length:(exact 3))`},
		},
		{
			name: "all four edges", equipment: ring, start: `(place "Line2" "Hand2") (place "Line1" {0 1 2})`, moves: "!A3=1",
			yes: []string{
				`(is RegularGraph P1)`, `(is RegularGraph P1 k:2)`, `(is RegularGraph P1 even:True)`, `(is Path Edge P1 length:(exact 4) closed:True)`, `(is Path Edge P1 length:(range 3 5) closed:True)`,
			},
			no: []string{`(is Tree P1)`, `(is RegularGraph P1 k:3)`, `(is RegularGraph P1 odd:True)`, `(is Path Edge P1 length:(exact 4))`, `(is Path Edge P1 length:(exact 3) closed:True)`},
		},
		{name: "the centre of a tree", equipment: star, start: middle, moves: "!A4=1", yes: []string{`(is TreeCentre P1)`, `(is Related Adjacent Edge 0 (sites Incident Edge of:Edge at:0))`}},
		{name: "a leaf of a tree", equipment: star, start: middle, moves: "!A1=1", no: []string{`(is TreeCentre P1)`, `(is Related Diagonal Edge 0 (sites Incident Edge of:Edge at:0))`}},
		{name: "beside a tree", equipment: star, start: middle, moves: "!A8=1", no: []string{`(is TreeCentre P1)`}},
		{
			name: "lines", equipment: small, start: `(place "Ball1" {0 1 2 3}) (place "Ball2" {4})`,
			yes: []string{
				`(is Line 3 Orthogonal through:1)`, `(is Line 3 Orthogonal through:0 useOpposites:False)`, `(is Line 3 Orthogonal through:1 if:(is In (to) (sites Bottom)))`, `(is Line 2 Diagonal throughAny:(sites {1 3}))`,
				`(is Line 2 Orthogonal through:4 whats:{1 2})`, `(is Line 3 Orthogonal through:0 what:1)`, `(is Line 1 through:5)`, `(is Line 2 Orthogonal throughAny:(sites {8 0}))`, `(is Line 2 Orthogonal through:1 throughHowMuch:1)`,
			},
			no: []string{
				`(is Line 3 Orthogonal through:1 useOpposites:False)`, `(is Line 2 Orthogonal through:1 if:(is In (to) (sites {1})))`, `(is Line 2 Orthogonal through:4 what:2)`, `(is Line 3 Orthogonal through:99)`, `(is Line 4 through:0)`,
			},
		},
		{
			name: "lines of towers", equipment: small, start: towers,
			yes: []string{`(is Line 3 Orthogonal through:1)`, `(is Line 2 Orthogonal through:1 top:True)`, `(is Line 1 through:1)`, `(is Line 2 Orthogonal through:0)`, `(is Line 2 Orthogonal through:0 exact:True)`},
			no:  []string{`(is Line 3 Orthogonal through:0)`, `(is Line 3 Orthogonal through:1 top:True)`, `(is Line 2 Orthogonal through:1 exact:True)`, `(is Line 3 Orthogonal through:99)`},
		},
		{
			name: "lines through levels", equipment: small, start: stairs,
			yes: []string{`(is Line 3 Orthogonal through:0 byLevel:True)`, `(is Line 3 Orthogonal through:0 exact:True byLevel:True)`, `(is Line 3 Orthogonal through:8 byLevel:True)`, `(is Line 1 through:8 byLevel:True)`},
			no:  []string{`(is Line 4 Orthogonal through:0 byLevel:True)`, `(is Line 2 Orthogonal through:4 byLevel:True)`, `(is Line 2 Orthogonal through:99 byLevel:True)`},
		},
		{
			name: "questions about sites", equipment: small, start: `(place "Ball1" {0 4}) (place "Ball2" {8})`,
			yes: []string{
				`(all Different (sites {0 8}) if:(is Occupied (site)))`, `(is Related Orthogonal 4 (sites {3 7}))`, `(is Related All 4 (sites {0}))`, `(is Related Diagonal 0 (sites {4}))`, `(is Target {1 0 0 0 1 0 0 0 2})`,
				`(is Target {1 2} {0 8})`, `(is Pattern {F} from:1 what:0)`, `(xor True False)`, `(if True (is Even 2))`, `(if (is Even (mover)) False (is Odd 1))`, `(if (is Odd (mover)) (is Odd 1) (is Even 1))`, `(toBool 1.5)`,
				`(not (is Cycle))`, `(and {True (is Even 2) (is Odd 1)})`, `(or {False (is Even 1) (is Odd 1)})`, `(or {(is Even (mover)) (is Odd (mover))})`,
			},
			no: []string{
				`(all Different (sites {0 4}) if:(is Occupied (site)))`, `(all Different (sites {0 1}) if:(is Occupied (site)))`, `(is Related Orthogonal 4 (sites {0}))`, `(is Related OffDiagonal 4 (sites {0}))`, `(is Target {2} {8 0})`,
				`(is Target {1 1} {0 8})`, `(is Cycle)`, `(is Pattern {F} from:0 what:0)`, `(xor True True)`, `(if False (is Even 2))`, `(and {(is Odd (mover)) (is Even (mover))})`, `(is AnyDie)`, `(toBool 0.0)`,
			},
		},
		{
			name: "walks to patterns", equipment: small, start: `(place "Ball1" {0 1 3 4}) (place "Ball2" {8})`,
			yes: []string{`(is Pattern {F} from:0)`, `(is Pattern {F R F} from:0 whats:{1 1 1})`, `(is Pattern {F L F} from:0)`, `(is Pattern {F} from:0 what:1)`},
			no:  []string{`(is Pattern {F F F} from:0)`, `(is Pattern {F} from:8)`, `(is Pattern {F} from:99)`, `(is Pattern {F} from:6)`},
		},
		{
			name: "targets of towers", equipment: small, start: `(place Stack items:{"Ball1" "Ball2"} 4)`,
			yes: []string{`(is Target {1 2} {4})`, `(is Target {1 2} {0 4})`}, no: []string{`(is Target {2 1} {4})`, `(is Target {1 2} {0})`, `(is Target {1 2})`},
		},
		{
			name: "layers", equipment: `(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) `, start: `(place "Ball1" (sites Layer 0))`,
			yes: []string{`(is Flat 0)`, `(is Flat 9)`, `(= (count SitesPlatformBelow 9 P1) 4)`, `(= (count SitesPlatformBelow 0 P1) 0)`, `(= (count SitesPlatformBelow 9 P2) 0)`, `(= (layer of:9) 1)`}, no: []string{`(is Flat 99)`},
		},
		{
			name: "no layer below", equipment: `(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) `, start: `(place "Ball1" {0})`, no: []string{`(is Flat 9)`, `(is Flat 10)`},
		},
		{
			name: "lists of numbers", equipment: small, start: `(place "Ball1" {0 4}) (set Team 1 {P1 P2})`,
			yes: []string{
				`(= (size Array (array (sites {1 5 6}))) 3)`, `(= (size Array (union {{1 2} {2 3} {4}})) 4)`, `(= (size Array (intersection {{1 2 3} {2 3} {3 4}})) 1)`, `(= (size Array (if True {1 2} {3})) 2)`,
				`(= (size Array (if (is Even (mover)) {1 2} {3})) 1)`, `(= (size Array (players Ally)) 1)`, `(= (size Array (players Friend)) 2)`, `(= (size Array (players Enemy)) 0)`, `(= (size Array (players Team1)) 2)`, `(= (size Array (players Team1 if:(= (player) 2))) 1)`,
				`(= (size Array (players NonMover)) 2)`, `(= (size Array (players All)) 4)`, `(= (arrayValue (players All) index:3) 3)`, `(= (size Array (players All if:(= (player) 2))) 1)`, `(= (size Array (players Friend of:7)) 0)`,
			},
		},
		{
			name: "no teams", equipment: small, start: `(place "Ball1" {0 4})`,
			yes: []string{`(= (size Array (players Ally)) 0)`, `(= (size Array (players Friend)) 1)`, `(= (size Array (players Enemy)) 1)`, `(= (arrayValue (players Enemy) index:0) 2)`},
		},
		{
			name: "numbers", equipment: small + `(hand Each size:2) (map "M" {1 2} {5 6}) (map "Map" {(pair 1 3)}) `, start: `(place "Ball1" {0 4}) (place "Ball" "Hand")`, moves: "!A3=1",
			yes: []string{
				`(= (count Sites "Hand1") 2)`, `(= (mapEntry "M" 2) 6)`, `(= (mapEntry 1) 5)`, `(= (mapEntry "Map" 1) 3)`, `(= (value TurnLimit) 1250)`, `(= (value MoveLimit) 10000)`, `(= (last To afterConsequence:True) 3)`, `(= (last From afterConsequence:True) 3)`,
				`(= (ahead 0 steps:2 N) 6)`, `(= (ahead 0 steps:5 N) 0)`, `(= (ahead 99) 99)`, `(= (what at:9) 1)`, `(= (what at:11) 2)`, `(= (count Steps 0 8) 2)`, `(= (count Steps Orthogonal 0 8) 4)`, `(= (count Steps 0 0) 0)`,
				`(= (count Steps -1 8) 0)`, `(= (handSite P2 1) 12)`, `(= (handSite 9) -1)`, `(= (regionSite (sites {3 7}) index:1) 7)`, `(= (prev) 1)`, `(= (from at:StartOfTurn) -1)`,
			},
		},
		{
			name: "levels of the last move", equipment: balls(`(move Step (to if:True) stack:True)`), start: `(place Stack items:{"Ball1" "Ball1"} 0) (place "Ball2" 8)`, play: `(forEach Piece top:True)`, moves: "!M0-1k^0..1",
			yes: []string{`(= (last LevelTo) 0)`, `(= (last LevelFrom) 0)`},
		},
		{name: "forEach team at the start", equipment: small, start: `(set Team 1 {P1 P2}) (forEach Team (set Score P1 (size Array (team))))`, yes: []string{`(= (score P1) 2)`}},
		{
			name: "for each team", equipment: small, start: `(place "Ball2" 8) (set Team 1 {P1}) (set Team 2 {P2})`, play: then(`(forEach Team (addScore P1 (size Array (team))))`), moves: "!A0=1", yes: []string{`(= (score P1) 2)`},
		},
		{
			name: "placed by coordinates and counts", equipment: `(board (square 3)) (piece "Ball" Each) (piece "Stone" Shared) `, start: `(place "Ball1" {"A1" "Z9" "C3"}) (place "Stone" {3 4} counts:{2 5}) (place "Ball2" coord:"B1")`,
			yes: []string{`(= (what at:8) 1)`, `(= (count at:3) 2)`, `(= (count at:4) 2)`, `(= (what at:1) 2)`}, // of the numbers the first holds for all
		},
		{
			name: "placed in hands", equipment: small + `(hand Each size:3) `, start: `(place "Ball" "Hand") (place Stack items:{"Ball1" "Ball2"} "Hand2" 1 count:3) (place Stack "Ball1" "Hand2" 2 count:3)`,
			yes: []string{`(= (what at:9) 1)`, `(= (what at:12) 2)`, `(= (what at:13 level:0) 1)`, `(= (what at:13 level:1) 2)`, `(= (size Stack at:13) 2)`, `(= (size Stack at:14) 1)`},
		},
		{
			name: "a hand's number for the piece's", equipment: small + `(hand Each size:3) `, start: `(place "Ball1" "Hand2" 2)`, yes: []string{`(= (what at:12) 2)`}, no: []string{`(is Occupied 14)`},
		},
		{
			name: "stacks of different heights", equipment: small, start: `(place Stack "Ball1" (sites {3 4}) counts:{2 5})`, yes: []string{`(= (size Stack at:3) 2)`, `(= (size Stack at:4) 5)`},
		},
		{
			name: "the sites that win", equipment: small, start: `(place "Ball1" {0 1}) (place "Ball2" {3 4})`,
			yes: []string{`(= 0 (count Sites in:(sites Winning P1 (add (to (sites Empty))))))`, `(= 2 (count Sites in:(sites LineOfSight Piece at:1 Orthogonal)))`},
		},
		{name: "a number from a place", equipment: small, start: `(place "Ball1" {0 4})`, yes: []string{`(is In 4 (sites {(centrePoint)}))`, `(= (count Sites in:(sites {0 (centrePoint)})) 2)`, `(= (count Sites in:(if True (sites {1 2}))) 2)`}},
	} {
		t.Run(s.name, s.run)
	}
}

// What does not fit together is refused with its place, and never lowered to something
// else.
func TestMeaningless(t *testing.T) {
	game := func(equipment, start, play string) string {
		return script{equipment: equipment, start: start, play: play}.text()
	}
	const add = `(move Add (to (sites Empty)))`
	for text, want := range map[string]string{
		game(small, `(place "Ball1" coord:"Z9")`, add):                                                                   "there is no site",
		game(small, `(place "Ball1" "Shelf" 0)`, add):                                                                    "there is no container",
		game(small, `(place "Ball" "Hand")`, add):                                                                        "has no piece",
		game(small, `(place Stack items:{"Ball1"} "Shelf" 0)`, add):                                                      "there is no container",
		game(small, `(place "Cube1" 0)`, add):                                                                            "there is no piece",
		game(small, ``, `(move Add (to (sites Hand P1)))`) + " ":                                                         "",
		game(small+`(board (square 2)) `, ``, add):                                                                       "there is a board already",
		game(`(board (square 3)) (piece "Ball" Each) (dice facesByDie:{{}} num:1) `, ``, add):                            "without faces",
		game(small, ``, `(move Add (to (sites Empty) if:(is Within in:(sites {0}))))`):                                   "the piece is missing",
		game(small, ``, `(if (is Loop path:(is Even (mover))) (move Pass))`):                                             "only True or False",
		game(small, ``, `(move Add (to (sites Empty)) (then (take Control of:(next) by:P1)))`):                           "only a role",
		game(`(board (rectangle 2 2) use:Edge) (piece "Ball" Each) `, ``, `(if (= 0 (centrePoint Vertex)) (move Pass))`): "",
	} {
		g, findings := load.Text("meaningless.lud", text, load.Options{})
		if want == "" {
			if g.Program == nil {
				t.Errorf("%v\n%s", findings, text)
			}
			continue
		}
		if g.Program != nil || !strings.Contains(findings.Err().Error(), want) {
			t.Errorf("no %q but %v in\n%s", want, findings.Err(), text)
		}
	}
}
