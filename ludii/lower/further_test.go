package lower_test

import "testing"

// TestFurther asks for what few games use, each answer worked out by hand on a board of
// nine cells with Ball1 in the middle, on 4, and Ball2 beside it, on 5.
func TestFurther(t *testing.T) {
	const start = `(place "Ball1" {4}) (place "Ball2" {5})`
	then := func(effect string) string { return `(move Add (to (sites {0})) (then ` + effect + `))` }
	for _, s := range []values{
		{
			name: "the board in numbers", equipment: small, start: start,
			yes: []string{
				`(= (count Cells) 9)`, `(= (count Vertices) 16)`, `(= (count Edges) 24)`, `(= (count Rows) 3)`, `(= (count Columns) 3)`, `(= (count Players) 2)`, `(= (count Active) 2)`,
				`(= (count Orthogonal at:4) 4)`, `(= (count Adjacent at:4) 8)`, `(= (count Diagonal at:4) 4)`, `(= (count Neighbours at:0) 3)`, `(= (count Orthogonal at:0) 2)`,
				`(= (count Sites in:(sites Vertical)) 12)`, `(= (count Sites in:(sites Horizontal)) 12)`, `(= (count Sites in:(sites Axial)) 24)`, `(= (count Sites in:(sites Angled)) 0)`,
				`(= (count Sites in:(sites Slash)) 0)`, `(= (count Sites in:(sites Slosh)) 0)`, `(= (count Sites in:(sites ConvexCorners)) 4)`, `(= (count Sites in:(sites ConcaveCorners)) 0)`,
				`(= (count Sites in:(sites Perimeter)) 8)`, `(= (layer of:4) 0)`,
			},
		},
		{
			name: "lists, truth and numbers with fractions", equipment: small, start: start,
			yes: []string{
				`(= (count Value 3 in:(array {3 1 3})) 2)`, `(= (size Array (array {3 1 3})) 3)`, `(= (arrayValue (array {3 1 7}) index:2) 7)`, `(all Values (array {2 4}) if:(is Even (value)))`,
				`(all Sites (sites Occupied by:P1) if:(= (who at:(site)) 1))`, `(= (toInt True) 1)`, `(= (toInt False) 0)`, `(toBool 1)`, `(= (toInt (toFloat 3)) 3)`, `(= (toInt (cos 0.0)) 1)`,
				`(= (toInt (exp 0.0)) 1)`, `(= (toInt (log10 1.0)) 0)`, `(= (toInt (log 1.0)) 0)`, `(= (toInt (sin 0.0)) 0)`, `(= (toInt (tan 0.0)) 0)`, `(= (toInt (sqrt 16.0)) 4)`,
			},
			no: []string{`(all Values (array {2 5}) if:(is Even (value)))`, `(all Sites (sites Board) if:(is Empty (site)))`, `(toBool 0)`},
		},
		{
			name: "who and when", equipment: small, start: start,
			yes: []string{
				`(is Active P1)`, `(is Next P2)`, `(= (counter) -1)`, `(= (pot) 0)`, `(= (value Player P1) -1)`, `(= (count MovesThisTurn) 0)`, `(is Within (id "Ball" P1) in:(sites {3 4}))`,
				`(is Pattern {F} from:4 whats:{1 2})`,
			},
			no: []string{`(is Prev P1)`, `(is Within (id "Ball" P1) in:(sites {5}))`, `(is Pattern {F} from:4 whats:{2 2})`},
		},
		{
			name: "where the last move was", equipment: small, start: start, moves: "!A0=1",
			yes: []string{`(is LastTo Cell)`, `(= (counter) 0)`, `(is Prev P1)`, `(= (sites LastTo) (sites {0}))`}, no: []string{`(is LastTo Vertex)`, `(is LastFrom Edge)`},
		},
		{
			name: "levels", equipment: small, start: `(place Stack items:{"Ball1" "Ball2"} 4)`,
			yes: []string{`(= (topLevel at:4) 1)`, `(= (where Level "Ball" P2 at:4) 1)`, `(= (where Level (id "Ball" P1) at:4) 0)`, `(= (count Stack at:4) 2)`},
		},
		{name: "states", equipment: small, start: `(place "Ball1" 4 state:3) (place "Ball2" {5})`, yes: []string{`(= (state at:4) 3)`}, no: []string{`(= (state at:5) 3)`}},
		{name: "a state is set", equipment: small, start: start, play: then(`(set State at:4 2)`), moves: "!A0=1", yes: []string{`(= (state at:4) 2)`}},
		{name: "a value is set", equipment: small, start: start, play: then(`(set Value at:4 2)`), moves: "!A0=1", yes: []string{`(= (value Piece at:4) 2)`}},
		{name: "the pot is set", equipment: small, start: start, play: then(`(set Pot 5)`), moves: "!A0=1", yes: []string{`(= (pot) 5)`}},
		{name: "a player's value is set", equipment: small, start: start, play: then(`(set Value P1 3)`), moves: "!A0=1", yes: []string{`(= (value Player P1) 3)`}},
		{name: "trumps are set", equipment: small, start: start, play: then(`(set TrumpSuit 3)`), moves: "!A0=1", yes: []string{`(= (card TrumpSuit) 3)`}},
		{name: "teams are set", equipment: small, start: start, play: then(`(set Team 1 {P1 P2})`), moves: "!A0=1", yes: []string{`(is Friend P1)`}, no: []string{`(is Enemy P1)`}},
		{name: "a player moves next", equipment: small, start: start, play: then(`(set NextPlayer (player 1))`), moves: "!A0=1", yes: []string{`(is Mover P1)`}},
		{name: "an event", equipment: small, start: start, play: then(`(trigger "Bell" P1)`), moves: "!A0=1", yes: []string{`(is Triggered "Bell" P1)`}, no: []string{`(is Triggered "Bell" P2)`}},
		{
			name: "forgotten", equipment: small, start: start, play: then(`(seq {(remember Value "x" 3) (remember Value "x" 4) (forget Value "x" 3)})`), moves: "!A0=1",
			yes: []string{`(is In 4 (values Remembered "x"))`}, no: []string{`(is In 3 (values Remembered "x"))`},
		},
		{
			name: "all forgotten", equipment: small, start: start + ` (set RememberValue "x" 7) (set RememberValue "y" 8)`, play: then(`(forget Value "x" All)`), moves: "!A0=1",
			yes: []string{`(= 0 (size Array (values Remembered "x")))`, `(is In 8 (values Remembered "y"))`},
		},
		{
			name: "flipped", equipment: small + `(piece "Coin" Each (flips 1 2)) `, start: start + ` (place "Coin1" 8 state:1)`, play: then(`(flip 8)`), moves: "!A0=1",
			yes: []string{`(= (state at:8) 2)`},
		},
		{name: "exchanged", equipment: small, start: start, play: then(`(swap Pieces 4 5)`), moves: "!A0=1", yes: []string{`(= (what at:5) 1)`, `(= (what at:4) 2)`}},
		{
			name: "what start rules set", equipment: small, start: start + ` (set Cost 5 at:3) (set Phase 1 at:3) (set Team 1 {P1 P2}) (set RememberValue "x" 7) (forEach Player (set Score Player 2)) (set Hidden What at:4 to:P2)`,
			yes: []string{
				`(= (cost at:3) 5)`, `(= (phase of:3) 1)`, `(is Friend P2)`, `(is In 7 (values Remembered "x"))`, `(= (score P2) 2)`, `(is Hidden What at:4 to:P2)`, `(= (sites Hidden What to:P2) (sites {4}))`,
			},
			no: []string{`(is Hidden What at:4 to:P1)`},
		},
		{name: "placed at random", equipment: small, start: start + ` (place Random {"Ball1"} count:2)`, yes: []string{`(= (count Pieces P1) 3)`}},
		{name: "a shuffled stack", equipment: small, start: start + ` (place Random {"Ball1" "Ball2"} 8)`, yes: []string{`(= (size Stack at:8) 2)`}},
		{name: "a shuffled stack with numbers", equipment: small, start: start + ` (place Random {(count "Ball1" 2) (count "Ball2" 1)} 8)`, yes: []string{`(= (size Stack at:8) 3)`}},
		{
			// Below 3 lie 0, 1, 5 and 6, below 4 lie 1, 2, 6 and 8.
			name: "platforms", equipment: pyramid, start: `(place "Ball1" {0 1 5 6}) (place "Ball2" {13})`,
			yes: []string{`(is Flat 3)`, `(= (count SitesPlatformBelow 3 P1) 4)`, `(= (count SitesPlatformBelow 4 P1) 2)`, `(= (count SitesPlatformBelow 0 P1) 0)`}, no: []string{`(is Flat 4)`},
		},
		{
			name: "steps on a track", equipment: `(board (square 3) {(track "T" {0 1 2 5 8} loop:True)}) (piece "Ball" Each) `, start: start,
			yes: []string{`(= (count StepsOnTrack "T" 0 5) 3)`, `(= (count StepsOnTrack "T" 8 0) 1)`},
		},
	} {
		t.Run(s.name, s.run)
	}
}
