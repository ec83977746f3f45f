package hostile

import (
	"fmt"
	"strings"
)

// ludemeOdd are numbers at the edges of what numbers can be, forms in places where others
// belong, and harm that comes only after some moves.
var ludemeOdd = []Row{
	// Boards of strange numbers.
	{Name: "vertices at no place", Text: text(onBoard(`(graph vertices:{{NaN 0} {0 NaN} {1 1}} edges:{{0 1} {1 2}})`, plain))},
	{Name: "vertices further apart than numbers reach", Text: text(onBoard(`(graph vertices:{{1e308 1e308} {-1e308 -1e308} {0 0}} edges:{{0 1} {1 2} {2 0}})`, plain))},
	{Name: "vertices closer than numbers tell apart", Text: text(onBoard(`(graph vertices:{{0 0} {0.0000000000001 0} {0 0.0000000000001} {1 1}} edges:{{0 1} {1 2} {2 3} {3 0}})`, plain))},
	{Name: "a vertex ten thousand times", Text: func() string {
		return onBoard(`(graph vertices:{`+strings.Repeat("{0 0} ", 10_000)+`} edges:{{0 1}})`, plain)
	}},
	{Name: "edges from vertices that there are not", Text: text(onBoard(`(graph vertices:{{0 0} {1 0}} edges:{{0 7} {-1 0} {1 1} {0 1} {0 1} {1 0} {2147483648 0}})`, plain))},
	{Name: "an edge with one end, and with three", Text: text(onBoard(`(graph vertices:{{0 0} {1 0} {2}} edges:{{0} {0 1 1} {}})`, plain))},
	{Name: "edges that all cross", Text: func() string {
		return onBoard(`(splitCrossings (graph vertices:{`+numbered(150, "{%d 0} ")+numbered(150, "{%d 100} ")+`} edges:{`+func() string {
			var b strings.Builder
			for i := range 150 {
				fmt.Fprintf(&b, "{%d %d} ", i, 299-i)
			}
			return b.String()
		}()+`}))`, plain)
	}},
	{Name: "a board kept by a polygon of one line", Text: text(onBoard(`(keep (square 50) (poly {{0 0} {50 50} {0 0}}))`, plain))},
	{Name: "a board clipped by a polygon without corners", Text: text(onBoard(`(clip (square 50) (poly {}))`, plain))},
	{Name: "a board that is trimmed to nothing", Text: text(onBoard(`(trim (trim (graph vertices:{{0 0} {1 0}} edges:{{0 1}})))`, plain))},
	{Name: "cells removed that there are not", Text: func() string {
		return onBoard(`(remove (square 10) cells:{`+numbered(50_000, "%d ")+`-1 2147483648})`, plain)
	}},
	{Name: "every cell removed", Text: func() string { return onBoard(`(remove (square 10) cells:{`+numbered(100, "%d ")+`})`, plain) }},
	{Name: "a wedge of 20,000 rows", Text: text(onBoard(`(wedge 20000)`, plain))},
	{Name: "concentric rings of a million", Text: text(onBoard(`(concentric {1000000 1 1000000})`, plain))},
	{Name: "concentric rings of less than nothing", Text: text(onBoard(`(concentric {-5 0 8})`, plain))},
	{Name: "a spiral without a turn", Text: text(onBoard(`(spiral turns:0 sites:1000000000)`, plain))},
	{Name: "a board rotated by all numbers", Text: func() string {
		return onBoard(nested(300, "(rotate 0.1 ", "(square 20)", ")"), plain)
	}},
	{Name: "a board skewed by all numbers", Text: text(onBoard(`(skew 1e300 (scale 1e-300 (shift 1e300 -1e300 (square 10))))`, plain))},
	{Name: "a tiling of tilings", Text: text(onBoard(`(merge (tiling T3464 12) (shift 0.5 0.5 (tiling T488 12)))`, plain))},
	{Name: "five holes, each in what is left", Text: func() string {
		return onBoard(nested(5, "(hole ", "(square 30)", " (poly {{1 1} {1 20} {20 20} {20 1}}))"), plain)
	}},

	// Forms in places where others belong.
	{Name: "a board for a piece", Text: text(gameOf(`(board (board (square 3))) (piece (square 3) Each)`, `(play (board (square 3))) (end (piece "x"))`)), Want: "LUD"},
	{Name: "a game within a game", Text: func() string {
		return nested(40, `(game "H" (players 2) (equipment {(board (square 3)) `, `(piece "Ball" Each)`, `}) (rules (play (pass)) (end (if (no Moves Next) (result Mover Win)))))`)
	}, Want: "LUD"},
	{Name: "every part twice", Text: text(`(game "H" (players 2) (players 3) (mode Simultaneous) (mode Alternating) (equipment {(board (square 3))}) (equipment {(board (hex 3))}) (rules (play (pass)) (play (pass)) (end (if (no Moves P1) (result P1 Win)))) (rules (play (pass))))`), Want: "LUD"},
	{Name: "labels that there are not", Text: text(on3(`(move Add (to (sites Empty) nothing:3 if:True if:False) then:(pass))`)), Want: "LUD"},
	{Name: "numbers for regions and regions for numbers", Text: text(on3(`(if (= (sites Board) 5) (move Add (to 3.5)) (move Add (to "Ball")))`))},
	{Name: "a string for everything", Text: text(`(game "H" "players" "equipment" "rules")`), Want: "LUD"},
	{Name: "a piece that is named by a path", Text: text(gameOf(`(board (square 3)) (piece "../../../../etc/passwd" Each) (piece "" Each) (piece "%s\u0000" Each)`, `(play `+plain+`) `+noMoves))},
	{Name: "a piece of a name of a megabyte", Text: func() string {
		return gameOf(`(board (square 3)) (piece "`+strings.Repeat("x", 1<<20)+`" Each)`, `(play `+plain+`) `+noMoves)
	}},
	{Name: "a piece of a name of a megabyte, in 10,000 moves", Want: "LUD055", Text: func() string {
		return gameOf(`(board (square 100)) (piece "`+strings.Repeat("x", 1<<20)+`" Each)`, `(play `+plain+`) `+noMoves)
	}},
	{Name: "a piece for nobody, for everybody and for 99", Text: text(gameOf(`(board (square 3)) (piece "A" Neutral) (piece "B" Shared) (piece "C" P99) (piece "D" All)`, `(play (move Add (piece {"A" "B" "C" "D"}) (to (sites Empty)))) `+noMoves))},

	// Harm that comes only after some moves.
	{Name: "a loop from the third turn on", Text: text(onBoard("(square 60)", `(if (< (count Moves) 4) `+plain+` (forEach Site (sites Board) (forEach Site (sites Board) (forEach Site (sites Board) `+plain+`))))`))},
	{Name: "an end that is dear from the third turn on", Text: text(ending("(square 60)", `(if (and (< 3 (count Moves)) (all Sites (sites Board) if:(all Sites (sites Board) if:(not (is Line 40 through:(site)))))) (result Mover Win))`))},
	{Name: "a consequence for a certain site only", Text: text(after("(square 12)", `(if (= (last To) 77) (while (< (var "A") 1000000000) (set Var "A" (+ (var "A") 1))))`))},
	{Name: "moves that grow by the number of moves", Text: text(onBoard("(square 10)", `(forEach Value min:0 max:(^ 2 (count Moves)) (move Add (to (sites Empty)) (then (set Var "A" (value)))))`))},
	{Name: "a hand that a move fills", Text: text(gameOf(`(board (square 4)) (hand Each size:2000) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)) (then (forEach Site (sites Hand Mover) (add (to (site)) count:1000000))))) `+noMoves))},
	{Name: "players who change places in every consequence", Text: text(onBoard("(square 5)", `(move Add (to (sites Empty)) (then (and {(swap Players P1 P2) (set NextPlayer (player (+ 1 (% (count Moves) 90)))) (swap Players P2 P1)})))`))},
	{Name: "a turn that goes to a player that there is not", Text: text(onBoard("(square 5)", `(move Add (to (sites Empty)) (then (set NextPlayer (player 1000000))))`))},
	{Name: "a phase for each move", Text: func() string {
		return gameOf(`(board (square 5)) (piece "Ball" Each)`, `phases:{ `+func() string {
			var b strings.Builder
			for i := range 300 {
				fmt.Fprintf(&b, `(phase "A%d" (play %s) (nextPhase "A%d")) `, i, plain, (i+1)%300)
			}
			return b.String()
		}()+` } `+noMoves)
	}},
	{Name: "team moves for teams that there are not", Text: text(onBoard("(square 5)", `(forEach Team (forEach Team (forEach Team (move Add (to (sites Empty)) (then (set Team 99 {P1 P2 P16}))))))`))},
	{Name: "everything remembered, everything forgotten", Text: text(onBoard("(square 5)", `(move Add (to (sites Empty)) (then (and {(remember State) (forEach Value min:0 max:5000 (remember Value (value))) (forEach Value min:0 max:5000 (forget Value (value)))})))`))},
	{Name: "rotations without an end", Text: text(gameOf(`(board (square 5)) (tile "T" Each slotsPerSide:100000 { (path from:0 to:399999 colour:1) })`, `(play (move Add (to (sites Empty)) (then (set Rotation (to (last To)) {-1 0 1000000000})))) `+noMoves))},
}
