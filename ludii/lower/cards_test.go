package lower_test

import "testing"

// deck is a board of four cells, a hand of one place for each player (4 and 5), and a
// deck of six cards in two suits (6). The chance of these tests draws the last first, so
// that Card1 lies on top; Ball1 stands on 2 and Ball2 on 3.
const deckOf6 = `(board (rectangle 1 4)) (piece "Ball" Each) (hand Each) (deck cardsBySuit:3 suits:2) `

const twoBalls = `(place "Ball1" {2}) (place "Ball2" {3}) `

// TestCards asks what cards are and where they come to lie.
func TestCards(t *testing.T) {
	for _, s := range []values{
		{
			name: "a deck is a stack", equipment: deckOf6, start: twoBalls,
			yes: []string{
				`(= (size Stack at:6) 6)`, `(= (card Rank at:6) 3)`, `(= (card Suit at:6) 2)`, `(= (card Rank at:6 level:5) 1)`, `(= (card Suit at:6 level:5) 1)`,
				`(= (card TrumpValue at:6 level:4) 2)`, `(= (card TrumpRank at:6 level:3) 3)`, `(= (card TrumpSuit) 0)`,
			},
			no: []string{`(= (card Rank at:2) 1)`, `(= (card Suit at:6 level:3) 2)`},
		},
		{
			// From the top: Card1 and Card3 for player 1, Card2 and Card4 for player 2.
			name: "dealt in turn", equipment: deckOf6, start: twoBalls + `(deal Cards 2)`,
			yes: []string{
				`(= (size Stack at:6) 2)`, `(= (size Stack at:4) 2)`, `(= (card Rank at:4) 1)`, `(= (card Suit at:4) 1)`, `(= (card Rank at:4 level:1) 3)`,
				`(= (card Rank at:5) 2)`, `(= (card Suit at:5 level:1) 2)`, `(= (card Rank at:5 level:1) 1)`,
			},
		},
		{
			name: "the whole deck is split", equipment: deckOf6, start: twoBalls + `(split Deck)`,
			yes: []string{`(= (size Stack at:6) 0)`, `(= (size Stack at:4) 3)`, `(= (size Stack at:5) 3)`, `(= (card Rank at:5 level:2) 3)`, `(= (card Suit at:5 level:2) 2)`},
		},
		{
			name: "written cards", start: twoBalls,
			equipment: `(board (rectangle 1 4)) (piece "Ball" Each) (hand Each) (deck P1 suits:1 {(card Seven rank:1 value:0 trumpRank:9 trumpValue:20) (card King rank:4 value:11 biased:0) (card Ace rank:5 value:3)}) `,
			yes: []string{
				`(= (card TrumpRank at:6 level:2) 9)`, `(= (card TrumpValue at:6 level:2) 20)`, `(= (card Rank at:6) 5)`, `(= (value Piece at:6 level:0) 3)`, `(= (card TrumpRank at:6) 5)`,
				`(= (card Rank at:6 level:1) 4)`, `(= (card TrumpValue at:6 level:1) 11)`, `(= (who at:6 level:2) 1)`,
			},
		},
		{
			name: "a card and a die by themselves", equipment: small + `(card "Fool" Shared Joker rank:0 value:3 trumpRank:22 trumpValue:5 suit:4) (die "Cube" Shared numFaces:8)`,
			start: `(place "Ball1" {2}) (place "Ball2" {3}) (place "Fool" 0) (place "Cube" 1 state:6)`,
			yes:   []string{`(= (card TrumpRank at:0) 22)`, `(= (card Suit at:0) 4)`, `(= (face 1) 7)`},
			no:    []string{`(= (card Rank at:1) 0)`, `(= (face 0) 1)`},
		},
		{
			name: "dealt in the game", equipment: deckOf6, start: twoBalls,
			play: `(move Pass (then (deal Cards 1 beginWith:2)))`, moves: "",
			yes: []string{`(= (size Stack at:6) 6)`},
		},
		{
			name: "without a deck nothing is dealt", equipment: `(board (rectangle 1 4)) (piece "Ball" Each) (hand Each) `, start: twoBalls + `(deal Cards 1)`,
			yes: []string{`(is Empty 4)`},
		},
	} {
		t.Run(s.name, s.run)
	}
}

// TestTricks plays cards.
func TestTricks(t *testing.T) {
	for _, s := range []script{
		{
			name: "any card of the hand, to the mover's site", equipment: deckOf6, start: twoBalls + `(deal Cards 2)`,
			play: `(move PlayCard)`, legal: "!M4/0-0 !M4/1-0^1..1",
		},
		{
			name: "card by card", equipment: deckOf6, start: twoBalls + `(deal Cards 2)`,
			play: `(move PlayCard)`, moves: "!M4/0-0 !M5/1-1^1..1", legal: "!M4/0-0",
		},
		{
			// The trick goes to who laid the higher card: 1 and 2.
			name: "a trick", equipment: deckOf6, start: twoBalls + `(deal Cards 2) (set Score Each 0)`,
			play: `(do (if (and (> (size Stack at:0) 0) (> (size Stack at:1) 0)) (and (addScore (player (if (> (card Rank at:0) (card Rank at:1)) 1 2)) 1) (remove (sites {0 1}) count:1)))
				next:(move PlayCard))`,
			moves: "!M4/0-0 !M5/0-1", legal: "score2+=1;R1;R0;!M4/0-0",
		},
	} {
		t.Run(s.name, s.run)
	}
}

// pyramid is nine vertices, four upon them and one on top. Straight above 6, the middle
// of the lowest layer, lies 7; on it rest 3, 4, 9 and 10.
const pyramid = `(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) `

func TestSeen(t *testing.T) {
	for _, s := range []values{
		{
			// 1, 6 and 12 make a column of player 1; 7 stands straight above 6.
			name: "straight above", equipment: pyramid, start: `(place "Ball1" {1 6 12}) (place "Ball2" {7})`,
			yes: []string{
				`(is Line 3 N through:1)`, `(= (size Group at:1 Orthogonal) 3)`, `(= (count Sites in:(sites Group at:1 Orthogonal)) 3)`, `(= (count Sites in:(sites Group at:1 Orthogonal isVisible:True)) 1)`,
				`(= (count Groups Orthogonal if:(= (who at:(to)) 1)) 1)`, `(= (count Groups Orthogonal if:(= (who at:(to)) 1) isVisible:True) 2)`,
				`(= (count SizeBiggestGroup Orthogonal if:(= (who at:(to)) 1) isVisible:True) 1)`, `(= (count SizeBiggestGroup Orthogonal if:(= (who at:(to)) 1)) 3)`,
				`(is Line 3 N through:1 isVisible:False)`,
			},
			no: []string{`(is Line 3 N through:1 isVisible:True)`, `(is Line 1 N through:6 isVisible:True)`},
		},
		{
			// 9 and 10 lie both on 6 and on 12, so that these are not seen to touch.
			name: "two upon both", equipment: pyramid, start: `(place "Ball1" {6 12}) (place "Ball2" {9 10})`,
			yes: []string{
				`(is Line 2 N through:6)`, `(= (count Groups Orthogonal if:(= (who at:(to)) 1) isVisible:True) 2)`, `(= (count Groups Orthogonal if:(= (who at:(to)) 1)) 1)`,
				`(= (count Sites in:(sites Group at:6 Orthogonal isVisible:True)) 1)`,
			},
			no: []string{`(is Line 2 N through:6 isVisible:True)`},
		},
	} {
		t.Run(s.name, s.run)
	}
}

// TestMeta plays with the rules that hold over all others.
func TestMeta(t *testing.T) {
	everywhere := `(forEach Piece (move (from) (to (sites Empty))))`
	for _, s := range []script{
		{
			// 3 and 7 lie in line above 0.
			name: "not onto what falls", equipment: pyramid, start: `(place "Ball1" {0}) (place "Ball2" {13})`, meta: `(noStackOn Fallen)`,
			play: everywhere, legal: "!M0-1 !M0-10 !M0-11 !M0-12 !M0-2 !M0-4 !M0-5 !M0-6 !M0-8 !M0-9",
		},
		{
			name: "what carries two is pinned", equipment: pyramid, start: `(place "Ball1" {6 3 4}) (place "Ball2" {13})`, meta: `(pin SupportMultiple)`,
			play: `(forEach Piece (move (from) (to (sites {0}))))`, legal: "!M3-0 !M4-0",
		},
		{
			name: "what carries one is not", equipment: pyramid, start: `(place "Ball1" {6 3}) (place "Ball2" {13})`, meta: `(pin SupportMultiple)`,
			play: `(forEach Piece (move (from) (to (sites {0}))))`, legal: "!M3-0 !M6-0",
		},
		{
			name: "pieces fall", equipment: pyramid, start: `(place "Ball1" {0 1 5 3}) (place "Ball2" {6 13})`, meta: `(gravity)`,
			play: `(or (move Remove 6) (move Pass))`, moves: "!R6", legal: "!R6 !pass", position: "0:1,1:1,5:1,6:1,13:2#m2n1",
		},
		{
			name: "the only move to a site is made", equipment: small, start: `(place "Ball1" {8}) (place "Ball2" {7})`, meta: `(automove)`,
			play:  `(or (move Add (to (sites {0}) if:(is Empty (to)))) (if (is Occupied 0) (move Add (to (sites {4}) if:(is Empty (to))))))`,
			moves: "!A0=1", legal: "!pass*", position: "0:1,4:1,7:2,8:1#m2n1",
		},
	} {
		t.Run(s.name, s.run)
	}
}

// TestPlacesAndPaths asks of hands, of paths of cells and of regions with numbers.
func TestPlacesAndPaths(t *testing.T) {
	const hands = `(board (square 3)) (piece "Ball" Each) (hand P1 size:4) (hand P2 size:1) `
	for _, s := range []values{
		{
			name: "regions in a hand", equipment: hands, start: `(place "Ball1" {0}) (place "Ball2" {1}) (place "Ball1" 11)`,
			yes: []string{
				`(= (expand "Hand1" (sites {10})) (sites {9 10 11}))`, `(= (expand 1 (sites {9}) steps:2) (sites {9 10 11}))`, `(= (expand 1 (sites {10}) E) (sites {10 11}))`,
				`(= (expand 1 (sites {10}) W) (sites {9 10}))`, `(= (expand 1 (sites {10}) N) (sites {10}))`, `(is Target "Hand1" {0 0 1 0})`, `(is Target 1 {1} {2})`,
			},
			no: []string{`(is Target "Hand1" {1 0 0 0})`},
		},
		{
			// A row of three and a square of four.
			name: "paths of cells", equipment: `(board (square 4)) (piece "Ball" Each) `, start: `(place "Ball1" {0 1 2}) (place "Ball2" {10 11 14 15})`,
			yes: []string{
				`(is Path Cell from:1 P1 length:(exact 3))`, `(is Path Cell from:0 P1 length:(exact 2))`, `(is Path Cell from:0 P1 length:(range 3 5))`,
				`(is Path Cell from:10 P2 length:(exact 4) closed:True)`, `(is Path Cell from:10 P2 length:(exact 3) closed:True)`,
			},
			no: []string{
				`(is Path Cell from:1 P1 length:(exact 4))`, `(is Path Cell from:1 P1 length:(exact 3) closed:True)`, `(is Path Cell from:1 P2 length:(exact 3))`,
				`(is Path Cell from:10 P2 length:(exact 5) closed:True)`, `(is Path Cell from:10 P2 length:(exact 2) closed:True)`,
			},
		},
		{
			name: "regions of hints", equipment: small + `(hints {(hint {0 1} 1) (hint {2 5} 2)})`, start: `(place "Ball1" {1 2}) (place "Ball2" {8})`, moves: "!A0=1 !A4=2",
			yes: []string{`(is Connected 2 at:1 HintRegions)`}, no: []string{`(is Connected 1 at:8 HintRegions)`},
		},
	} {
		t.Run(s.name, s.run)
	}
}

// TestNotes writes notes of every kind: what has parts is several notes.
func TestNotes(t *testing.T) {
	for _, s := range []struct{ message, said string }{
		{`{3 5}`, "{note:3@2};{note:5@2}"},
		{`(sites {1 2})`, "{note:1@2};{note:2@2}"},
		{`(range 2 4)`, "{note:2@2};{note:4@2}"},
		{`(exact 2)`, "{note:2@2};{note:2@2}"},
		{`(is Mover P1)`, "{note:true@2}"},
		{`(is Mover P2)`, "{note:false@2}"},
		{`True`, "{note:true@2}"},
		{`1.5`, "{note:1.5@2}"},
		{`(sqrt 6.3)`, "{note:3@2}"},
		{`N`, "{note:N@2}"},
		{`(square 3)`, "{note:(square 3)@2}"},
		{`(mover)`, "{note:1@2}"},
		{`End`, "{note:-2@2}"},
	} {
		script{
			name: s.message, equipment: small, start: `(place "Ball1" {1}) (place "Ball2" {2})`,
			play: `(move Add (to 0 (apply (note ` + s.message + ` to:P2))))`, legal: s.said + ";{!A0=1}",
		}.run(t)
	}
}
