package lower_test

import "testing"

// TestUnrecorded: what no recorded game has, in little games of our own.
func TestUnrecorded(t *testing.T) {
	for _, s := range []values{
		{
			name: "of boards", equipment: small, start: `(place "Ball1" {0})`,
			yes: []string{`(= (count Off at:4) 0)`, `(= (count Phases) 1)`, `(= (sites Edge 0) (sites {0 1}))`},
			no:  []string{`(= (sites Edge 1) (sites {0 1}))`},
		},
		{
			name: "edges that cross", equipment: `(board (complete (square 2)) use:Edge) (piece "Ball" Each) `, start: `(place "Ball1" Edge 0)`,
			yes: []string{`(is Crossing 2 3)`, `(is Crossing 3 2)`}, no: []string{`(is Crossing 0 2)`, `(is Crossing 0 5)`, `(is Crossing 2 2)`, `(is Crossing 4 99)`},
		},
		{
			// From 0 to 2 the way leads round 1.
			name: "steps of a kind", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1})`,
			yes: []string{
				`(= (count Steps (step Orthogonal (to if:(is Empty (to)))) 0 2) 4)`, `(= (count Steps (step All (to if:(is Empty (to)))) 0 2) 2)`, `(= (count Steps (step Orthogonal (to if:True)) 0 2) 2)`,
				`(= (count Steps (step Orthogonal (to if:(is Empty (to)))) 0 0) 0)`, `(> (count Steps (step E (to if:(is Empty (to)))) 0 2) 1000)`,
			},
			no: []string{`(= (count Steps (step Orthogonal (to if:(is Empty (to)))) 0 2) 2)`},
		},
		{
			name: "lines through one of some sites, under a condition", equipment: small, start: `(place "Ball1" {0 1 2}) (place "Ball2" {6 7})`,
			yes: []string{`(is Line 3 throughAny:(sites {2 8}) if:(!= (to) 3))`, `(is Line 3 throughAny:(sites {0}) P1 if:True)`, `(is Line 2 throughAny:(sites {7}) P2 if:True)`},
			no:  []string{`(is Line 3 throughAny:(sites {2 8}) if:(!= (to) 1))`, `(is Line 3 throughAny:(sites {6}) if:True)`, `(is Line 2 throughAny:(sites {8 99}) P2 if:True)`},
		},
		{
			name: "a piece of a shape", equipment: `(board (square 3)) (component "Man" P1 {{F}} N (move Pass) 0 0 0) (piece "Ball" P2) `, start: `(place "Man1" {0}) (place "Ball2" {8})`,
			yes: []string{`(= (size LargePiece at:0) 2)`, `(= (sites LargePiece at:0) (sites {0 3}))`},
			no:  []string{`(= (size LargePiece at:8) 2)`},
		},
	} {
		t.Run(s.name, s.run)
	}
	for _, s := range []script{
		{
			name: "bets", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1}) (set Amount 5)`,
			play: `(move Select (from (sites Occupied by:Mover)) (then (bet Mover (exact 2))))`, moves: "!S0",
			legal: "!S1", position: "0:1,1:2#m2n1b2,5",
		},
		{
			name: "everything is forgotten", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1})`,
			play: `(or {(forEach Value (values Remembered "x") (move Add (to (value)))) (if (= 0 (count Moves)) (move Select (from (sites {8})) (then (and (remember Value "x" 3) (remember Value "x" 5)))))
				(if (= 1 (count Moves)) (move Select (from (sites {7})) (then (forget Value "x" All))))})`, moves: "!S8 !S7",
			legal: "!pass*", position: "0:1,1:2#m1n2",
		},
		{
			name: "it was remembered", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1})`,
			play: `(or {(forEach Value (values Remembered "x") (move Add (to (value)))) (if (= 0 (count Moves)) (move Select (from (sites {8})) (then (and (remember Value "x" 3) (remember Value "x" 5)))))
				(if (= 1 (count Moves)) (move Select (from (sites {7})) (then (forget Value "x" 3))))})`, moves: "!S8 !S7",
			legal: "!A5=1", position: "0:1,1:2#m1n2",
		},
		{
			// As many as there are; the same one may come twice.
			name: "some of several", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {1})`,
			play: `(random (or (move Add (to 4)) (move Add (to 5))) num:5)`, legal: "!A4=1 !A4=1", position: "0:1,1:2#m1n2",
		},
		{
			name: "a shot that follows", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {8})`,
			play: `(move Select (from (sites {0})) (then (shoot (piece "Ball1") (from (last To)) E)))`, moves: "!S0", legal: "!S0", position: "0:1,1:1,2:1,8:2#m2n1",
		},
		{
			name: "how many moves there are", equipment: small, start: `(place "Ball1" {0}) (place "Ball2" {8})`,
			play: `(if (= 0 (count Moves)) (move Add (to (sites {1 2 3})) (then (set Var "n" (count LegalMoves)))) (move Add (to (sites Empty)) (then (addScore Mover (var "n")))))`, moves: "!A1=1 !A2=2", legal: "!A3=1 !A4=1 !A5=1 !A6=1 !A7=1", position: "0:1,1:1,2:2,8:2#m1n2s0,6",
		},
		{
			name: "a direction by chance", equipment: small, start: `(place "Ball1" {4}) (place "Ball2" {8})`,
			play: `(forEach Piece (move Step (directions Random Orthogonal num:1) (to if:(is Empty (to)))))`, legal: "!M4-7", position: "4:1,8:2#m1n2",
		},
		{
			name: "a card that is played after the move", equipment: deckOf6, start: twoBalls + `(deal Cards 1)`,
			play: `(move Select (from (sites {2})) (then (playCard)))`, moves: "!S2/0", legal: "!S2/0", position: "0:[1v1],2:[7],3:[8]||5:[2v2]|6:[6v3/5v2/4v1/3v3]#m2n1",
		},
		{
			name: "turned where it comes to", equipment: small, start: `(place "Ball1" {4}) (place "Ball2" {8})`,
			play: `(forEach Piece (move (from) (to (sites {0}) (rotations {N E}))))`, legal: "!M4-0;ro0=0 !M4-0;ro0=2", position: "4:1,8:2#m1n2",
		},
		{
			name: "what is surrounded and empty", equipment: `(board (square 4)) (piece "Ball" Each) `, start: `(place "Ball1" {1 4 6 11}) (place "Ball2" {15})`,
			play:  `(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal (between if:(is Empty (between)) (apply (add (piece "Ball1") (to (between))))))))`,
			moves: "!A9=1", legal: "!A0=2 !A10=2 !A12=2 !A13=2 !A14=2 !A2=2 !A3=2 !A7=2 !A8=2", position: "1:1,4:1,5:1,6:1,9:1,11:1,15:2#m2n1",
		},
		{
			name: "trumps", equipment: deckOf6, start: twoBalls + `(deal Cards 1)`,
			play: `(if (= 0 (count Moves)) (or (move Select (from (sites {0})) (then (set TrumpSuit 2))) (move Select (from (sites {1})) (then (set TrumpSuit 1)))) (if (= 2 (card TrumpSuit)) (move Add (to 0)) (move Add (to 1))))`, moves: "!S1", legal: "!A1/0=2",
		},
	} {
		t.Run(s.name, s.run)
	}
}
