package hostile

import (
	"strings"
)

// ludemeBoards aim at the making of boards.
var ludemeBoards = []Row{
	{Name: "a million cells", Text: text(onBoard("(square 1000)", plain)), Want: "LUD"},
	{Name: "a million million cells", Text: text(onBoard("(square 1000000)", plain)), Want: "LUD"},
	{Name: "a long board", Text: text(onBoard("(rectangle 1 1000000)", plain)), Want: "LUD"},
	{Name: "hexagons", Text: text(onBoard("(hex 1000)", plain)), Want: "LUD"},
	{Name: "triangles", Text: text(onBoard("(tri 1000)", plain)), Want: "LUD"},
	{Name: "bricks", Text: text(onBoard("(brick 1000)", plain)), Want: "LUD"},
	{Name: "celtic", Text: text(onBoard("(celtic 1000)", plain)), Want: "LUD"},
	{Name: "quadhex", Text: text(onBoard("(quadhex 1000)", plain)), Want: "LUD"},
	{Name: "a tiling", Text: text(onBoard("(tiling T3464 1000)", plain)), Want: "LUD"},
	{Name: "rings", Text: text(onBoard("(concentric Square rings:1000000)", plain)), Want: "LUD"},
	{Name: "sides", Text: text(onBoard("(concentric sides:1000000 rings:2)", plain)), Want: "LUD"},
	{Name: "a target", Text: text(onBoard("(concentric {1000000 1000000})", plain)), Want: "LUD"},
	{Name: "a spiral", Text: text(onBoard("(spiral turns:1000000 sites:1000000)", plain)), Want: "LUD"},
	{Name: "a wedge", Text: text(onBoard("(wedge 1000000 1000000)", plain)), Want: "LUD"},
	{Name: "a star", Text: text(onBoard("(regular Star 1000000)", plain)), Want: "LUD"},
	{Name: "a regular polygon", Text: text(onBoard("(regular 1000000)", plain)), Want: "LUD"},
	{Name: "repeated", Text: text(onBoard("(repeat 1000 1000 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))", plain)), Want: "LUD"},
	{Name: "repeated far", Text: text(onBoard("(repeat 1000000000 1000000000 step:{{0 0} {0 0}} (poly {{0 0} {0 1} {1 1} {1 0}}))", plain)), Want: "LUD"},
	{Name: "complete", Text: text(onBoard("(complete (square 40))", plain)), Want: "LUD"},
	{Name: "complete cells", Text: text(onBoard("(complete (square 60) eachCell:True)", plain))},
	{Name: "layers", Text: text(onBoard("(layers 1000 (square 40))", plain)), Want: "LUD"},
	{Name: "layers of one", Text: text(onBoard("(layers 1000000 (square 1))", plain)), Want: "LUD"},
	{Name: "layers of layers", Text: text(onBoard("(layers 99 (layers 99 (layers 99 (square 2))))", plain)), Want: "LUD"},
	{Name: "merged", Text: func() string {
		return onBoard("(merge {"+strings.Repeat("(square 10) ", 10_000)+"})", plain)
	}},
	{Name: "merged and shifted", Text: func() string {
		return onBoard("(merge {"+numbered(2000, "(shift %d 0 (square 10)) ")+"})", plain)
	}},
	{Name: "united", Text: func() string {
		return onBoard("(union {"+strings.Repeat("(hex 5) ", 3_000)+"} connect:True)", plain)
	}},
	{Name: "intersected", Text: func() string {
		return onBoard("(intersect {"+strings.Repeat("(square 30) ", 3_000)+"})", plain)
	}},
	{Name: "subdivided", Text: func() string { return onBoard(nested(300, "(subdivide ", "(hex 5)", ")"), plain) }},
	{Name: "duals", Text: func() string { return onBoard(nested(300, "(dual ", "(square 60)", ")"), plain) }},
	{Name: "crossings", Text: func() string { return onBoard("(splitCrossings (complete (square 12)))", plain) }},
	{Name: "faces", Text: func() string { return onBoard("(makeFaces (complete (regular 60)))", plain) }},
	{Name: "turned", Text: func() string { return onBoard(nested(300, "(rotate 1 ", "(square 100)", ")"), plain) }},
	{Name: "a graph", Text: func() string {
		return onBoard("(graph vertices:{"+numbered(200_000, "{%d 0} ")+"} edges:{"+strings.Repeat("{0 1} ", 200_000)+"})", plain)
	}, Want: "LUD"},
	{Name: "a star of edges", Text: func() string {
		return onBoard("(graph vertices:{"+numbered(20_000, "{%d 7} ")+"} edges:{"+numbered(20_000, "{0 %d} ")+"})", plain)
	}},
	{Name: "one place", Text: func() string {
		return onBoard("(graph vertices:{"+strings.Repeat("{0 0} ", 30_000)+"} edges:{"+numbered(29_999, "{0 %d} ")+"})", plain)
	}},
	{Name: "a polygon", Text: func() string {
		return onBoard("(hex (poly {"+numbered(20_000, "{%d 0} {0 %[1]d} ")+"}))", plain)
	}},
	{Name: "a large polygon", Text: text(onBoard("(square (poly {{0 0} {0 2000} {2000 2000} {2000 0}}))", plain)), Want: "LUD"},
	{Name: "holes", Text: func() string {
		return onBoard(nested(300, "(hole ", "(square 100)", " (poly {{0 0} {0 3} {3 3} {3 0}}))"), plain)
	}},
	{Name: "the largest squares", Text: text(onBoard("(square 150)", plain))},
	{Name: "the largest vertices", Text: text(gameOf(`(board (square 150) use:Vertex) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))`))},
	{Name: "the largest edges", Text: text(gameOf(`(board (square 150) use:Edge) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))`))},
	{Name: "the longest board", Text: text(onBoard("(rectangle 1 20000)", plain))},
	{Name: "slides on the longest board", Text: text(gameOf(`(board (rectangle 1 20000)) (piece "Ball" Each (move Slide))`, `(start (place "Ball1" {0 5 19999})) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a boardless game", Text: text(gameOf(`(boardless Square 100000) (piece "Ball" Each)`, `(play (move Add (to (sites Playable)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a mancala board", Text: text(gameOf(`(mancalaBoard 1000 1000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "a long mancala board", Text: text(gameOf(`(mancalaBoard 2 1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "stores", Text: text(gameOf(`(mancalaBoard 2 6 store:Outer numStores:1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "surakarta", Text: text(gameOf(`(surakartaBoard (square 150) loops:1000000 from:1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "surakarta loops", Text: text(gameOf(`(surakartaBoard (square 150) loops:74) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`))},
}

// ludemeEquipment aim at pieces, dice, tracks, maps, hands and regions.
var ludemeEquipment = []Row{
	{Name: "pieces", Text: func() string {
		return gameOf("(board (square 3)) "+numbered(300_000, `(piece "A%d" Each)`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}, Want: "LUD"},
	{Name: "pieces on a large board", Text: func() string {
		return gameOf("(board (square 150)) "+numbered(499, `(piece "A%d" Each)`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}},
	{Name: "regions", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each) `+numbered(200_000, `(regions "A%d" {0 1})`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}},
	{Name: "regions of a large board", Text: func() string {
		return gameOf(`(board (square 150)) (piece "Ball" Each) `+numbered(100_000, `(regions "A%d" (sites Board))`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}},
	{Name: "regions that turn round", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each) (regions "A" (sites "B")) (regions "B" (sites "A"))`, `(play (move Add (to (sites "A")))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a tile's walk", Text: func() string {
		return gameOf(`(board (square 3)) (tile "T" Each {`+strings.Repeat("F R ", 400_000)+`})`, "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}},
	{Name: "walks", Text: func() string {
		return gameOf(`(board (square 30)) (tile "T" Each {`+strings.Repeat("{F F R F L F}", 100_000)+`})`, "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
	}},
	{Name: "a leap", Text: func() string {
		return onBoard("(square 100)", "(move Leap (from 5) {{"+strings.Repeat("F R ", 400_000)+"}} (to if:(is Empty (to))))")
	}},
	{Name: "leaps", Text: func() string {
		return onBoard("(square 100)", "(move Leap (from (sites Board)) {"+strings.Repeat("{F F R F} ", 100_000)+"} (to if:(is Empty (to))))")
	}},
	{Name: "sites of a walk", Text: func() string {
		return onBoard("(square 100)", "(move Add (to (sites 5 {{"+strings.Repeat("F R F L ", 250_000)+"}})))")
	}},
	{Name: "sites of walks", Text: func() string {
		return onBoard("(square 100)", "(move Add (to (sites (last To) {"+strings.Repeat("{F R F L} ", 150_000)+"})))")
	}},
	{Name: "a pattern", Text: func() string {
		return onBoard("(square 100)", "(if (is Pattern {"+strings.Repeat("F R F L ", 250_000)+"} from:5) "+plain+" (pass))")
	}},
	{Name: "dice", Text: text(gameOf(`(board (square 3)) (dice d:1000000000 num:1000000000) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "a hundred dice", Text: text(gameOf(`(board (square 3)) (dice d:1000 num:100) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "dice combined", Text: text(gameOf(`(board (square 3)) (dice d:6 num:30) (piece "Ball" Each)`, `(play (do (roll) next:(forEach Die combined:True (move Add (to (sites Empty)))))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "faces of a die", Text: func() string {
		return gameOf(`(board (square 3)) (dice faces:{`+strings.Repeat("1 ", 500_000)+`} num:1) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "odds", Text: text(gameOf(`(board (square 3)) (dice d:3 biased:{-1 -1 3} num:1) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a hand", Text: text(gameOf(`(board (square 3)) (hand Each size:1000000) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "hands", Text: func() string {
		return gameOf(`(board (square 3)) `+strings.Repeat("(hand P1 size:10) ", 100_000)+` (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "dominoes", Text: text(gameOf(`(board (square 30)) (dominoes upTo:1000000)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "many dominoes", Text: text(gameOf(`(board (square 30)) (hand Each size:20) (dominoes upTo:40)`, `(start (deal Dominoes 10)) (play (forEach Piece container:(mover) (move (from) (to (sites LineOfPlay))))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a deck", Text: text(gameOf(`(board (square 3)) (hand Each size:20) (deck cardsBySuit:1000000 suits:1000000)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "cards dealt", Text: text(gameOf(`(board (square 3)) (hand Each size:3) (deck)`, `(start (deal Cards 1000000000)) (play (pass)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a map", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each) (map "M" {`+numbered(300_000, "(pair %d %[1]d) ")+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "a map of places", Text: func() string {
		return gameOf(`(board (square 140)) (piece "Ball" Each) (map "M" {`+strings.Repeat(`(pair "ZZ1" "ZZ2") `, 100_000)+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}, Want: "LUD"},
	{Name: "a map of last places", Text: func() string {
		return gameOf(`(board (rectangle 1 20000)) (piece "Ball" Each) (map "M" {`+strings.Repeat(`(pair "A1" "A1") (pair 1 "ABCDE1")`, 50_000)+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "sites by places", Text: func() string {
		return onBoard("(square 140)", `(move Add (to (sites {`+strings.Repeat(`"DZ140" `, 300_000)+`})))`)
	}},
	{Name: "maps", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each) `+numbered(200_000, `(map "M%d" {(pair 1 1)})`), `(play (move Add (to (mapEntry "M77" 1)))) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "a track", Text: func() string {
		return gameOf(`(board (square 3) (track "T" "0,`+strings.Repeat("E,W,", 500_000)+`" loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "a track of numbers", Text: func() string {
		return gameOf(`(board (square 3) (track "T" {`+strings.Repeat("0 1 ", 500_000)+`} loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "tracks", Text: func() string {
		return gameOf(`(board (square 100) {`+numbered(20_000, `(track "T%d" "0,E,N,W" P1) `)+`}) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "a track to nowhere", Text: text(gameOf(`(board (square 3) (track "T" "0,E1000000000,N1000000000" loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "values of a puzzle", Text: text(`(game "H" (players 1) (equipment {(board (square 50) (values Cell (range 0 1000000000)))}) (rules (play (satisfy {(all Different)})) (end (if (is Solved) (result P1 Win)))))`)},
	{Name: "hints of a puzzle", Text: func() string {
		return `(game "H" (players 1) (equipment {(board (square 9) (values Cell (range 1 9))) (hints {` + strings.Repeat(`(hint {0 1 2 3} 7) `, 100_000) + `})}) (rules (play (satisfy (forAll Hint (is Sum (sites Hint) (hint))))) (end (if (is Solved) (result P1 Win)))))`
	}},
}

// ludemePlayers aim at players, teams and turns.
var ludemePlayers = []Row{
	{Name: "no players", Text: text(strings.Replace(on3(plain), "(players 2)", "(players 0)", 1))},
	{Name: "fewer players", Text: text(strings.Replace(on3(plain), "(players 2)", "(players -1)", 1)), Want: "LUD"},
	{Name: "17 players", Text: text(strings.Replace(on3(plain), "(players 2)", "(players 17)", 1)), Want: "LUD"},
	{Name: "players", Text: text(strings.Replace(on3(plain), "(players 2)", "(players 1000000)", 1)), Want: "LUD"},
	{Name: "a player that there is not", Text: text(gameOf(`(board (square 3)) (piece "Ball" P16)`, `(start (place "Ball16" 0)) (play (forEach Piece (move Step (to if:(is Empty (to)))))) (end (if (no Moves P16) (result P16 Win)))`))},
	{Name: "turns for players that there are not", Text: text(on3(`(move Add (to (sites Empty)) (then (set NextPlayer (player 99))))`))},
	{Name: "teams", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each)`, `(start {(set Team 1000000000 {P1 P16}) (set Team -5 {P2})}) (play `+plain+`) (end (if (no Moves Next) (result TeamMover Win)))`))},
	{Name: "scores", Text: text(started("(square 3)", `(set Score Each 1000000000000)`))},
}

// ludemeStarts aim at the rules of the start.
var ludemeStarts = []Row{
	{Name: "a count", Text: text(started("(square 3)", `(place "Ball1" 0 count:1000000000)`))},
	{Name: "a stack", Text: text(started("(square 3)", `(place Stack "Ball1" 0 count:1000000)`))},
	{Name: "a higher stack", Text: text(started("(square 3)", `(place Stack "Ball1" 0 count:1000000000)`))},
	{Name: "stacks", Text: text(started("(square 100)", `(place Stack "Ball1" (sites Board) count:4000)`))},
	{Name: "stacks on stacks", Text: func() string {
		return started("(square 30)", strings.Repeat(`(place Stack "Ball1" (sites Board) count:4000) `, 1000))
	}},
	{Name: "many placings", Text: func() string { return started("(square 3)", strings.Repeat(`(place "Ball1" 0) `, 200_000)) }},
	{Name: "large placings", Text: func() string {
		return started("(square 140)", strings.Repeat(`(place "Ball1" (sites Board)) `, 10_000))
	}},
	{Name: "random placings", Text: text(started("(square 30)", `(place Random {"Ball1"} count:1000000000)`))},
	{Name: "many random placings", Text: func() string {
		return started("(square 30)", strings.Repeat(`(place Random {"Ball1"} count:800) `, 100))
	}},
	{Name: "loops at the start", Text: func() string {
		return started("(square 3)", nested(6, `(forEach Value min:0 max:1000000000 `, `(place "Ball1" 0)`, `)`))
	}},
	{Name: "sites at the start", Text: func() string {
		return started("(square 100)", nested(6, `(forEach Site (sites Board) `, `(place "Ball1" 0)`, `)`))
	}},
	{Name: "values remembered at the start", Text: text(started("(square 3)", `(forEach Value min:0 max:100000 (set RememberValue "A" (value)))`))},
	{Name: "amounts", Text: text(started("(square 3)", `(set Amount 1000000000000000000)`))},
	{Name: "costs", Text: text(started("(square 3)", `(set Cost 1000000000 at:1000000)`))},
	{Name: "hidden", Text: text(started("(square 3)", `(set Hidden at:1000000 to:P1)`))},
}
