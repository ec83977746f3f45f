package hostile

import (
	"fmt"
	"strings"
)

// moving is a board with pieces that move, so that there are positions to go through.
func moving(board, piece, rest string) string {
	return gameOf(`(board `+board+`) (piece "Ball" Each `+piece+`)`,
		`(start {(place "Ball1" (sites Bottom)) (place "Ball2" (sites Top))}) (play (forEach Piece)) `+rest)
}

// ending plays on a board with an end rule.
func ending(board, end string) string {
	return gameOf(`(board `+board+`) (piece "Ball" Each)`, `(play `+plain+`) (end `+end+`)`)
}

const noMoves = `(end (if (no Moves Next) (result Mover Win)))`

// ludemeSteps aim at single steps: each is legal, small as a text, and has one more
// idea of how to be slow, large or without end.
var ludemeSteps = []Row{
	// Looking ahead.
	{Name: "do if afterwards, twelve deep", Text: func() string {
		return onBoard("(square 12)", nested(12, `(do `, plain, ` ifAfterwards:(can Move `+plain+`))`))
	}},
	{Name: "do if afterwards, 90 deep", Text: func() string {
		return onBoard("(square 5)", nested(90, `(do `, plain, ` ifAfterwards:(is Empty 0))`))
	}},
	{Name: "do if afterwards within the condition", Text: func() string {
		return onBoard("(square 8)", nested(10, `(do `+plain+` ifAfterwards:(can Move `, plain, `))`))
	}},
	{Name: "do next within next", Text: func() string {
		return onBoard("(square 30)", nested(40, `(do `+plain+` next:`, plain, `)`))
	}},
	{Name: "do if afterwards with groups", Text: text(onBoard("(square 50)", `(do `+plain+` ifAfterwards:(< 3 (count Groups Orthogonal)))`))},
	{Name: "do if afterwards with loops", Text: text(onBoard("(hex 30)", `(do `+plain+` ifAfterwards:(not (is Loop)))`))},
	{Name: "do if afterwards with lines everywhere", Text: text(onBoard("(square 60)", `(do `+plain+` ifAfterwards:(not (is Line 40 All)))`))},
	{Name: "avoid stored states", Text: text(onBoard("(square 60)", `(avoidStoredState `+plain+`)`))},
	{Name: "alternatives of first choice, a hundred deep", Text: func() string {
		return onBoard("(square 20)", nested(100, `(priority {(if (is Full) (pass)) `, plain, `})`))
	}},
	{Name: "threats of threats", Text: text(moving("(square 12)", `(move Slide (to if:(and (not (is Threatened at:(to))) (is Empty (to)))))`, noMoves))},
	{Name: "threats on every site", Text: text(moving("(square 20)", `(if (all Sites (sites Board) if:(not (is Threatened at:(site)))) (move Step (to if:(is Empty (to)))))`, noMoves))},
	{Name: "moves that nobody else may have", Text: text(moving("(square 16)", `(do (move Slide) ifAfterwards:(no Moves Next))`, noMoves))},
	{Name: "everybody's moves within everybody's moves", Text: text(moving("(square 10)", `(do (move Slide) ifAfterwards:(can Move (forEach Piece)))`, noMoves))},

	// Loops in moves.
	{Name: "sites within sites within sites", Text: func() string {
		return onBoard("(square 60)", nested(4, `(forEach Site (sites Board) `, plain, `)`))
	}},
	{Name: "groups of every site", Text: text(onBoard("(square 60)", `(forEach Group `+plain+`)`))},
	{Name: "directions from everywhere", Text: func() string {
		return onBoard("(square 30)", nested(1, `(forEach Direction (from (sites Board)) `, `(to `+"(apply (add (to (to))))"+`)`, `)`))
	}},
	{Name: "players within players", Text: func() string {
		return onBoard("(square 10)", nested(12, `(forEach Player `, plain, `)`))
	}},
	{Name: "values by values", Text: func() string {
		return onBoard("(square 10)", nested(3, `(forEach Value min:0 max:20000 `, plain, `)`))
	}},
	{Name: "while that counts far", Text: text(onBoard("(square 3)", `(while (< (var "A") 1000000000) (set Var "A" (+ (var "A") 1)))`))},
	{Name: "while within consequences", Text: text(onBoard("(square 3)", `(move Add (to (sites Empty)) (then (while (= 1 1) (set Score P1 1))))`))},
	{Name: "consequences without end", Text: text(onBoard("(square 9)", `(move Add (to (sites Empty)) (then (forEach Site (sites Board) (forEach Site (sites Board) (forEach Site (sites Board) (forEach Site (sites Board) (set State at:(site) 1)))))))`))},
	{Name: "hops over hops", Text: text(moving("(square 40)", `(move Hop (between if:(is In (between) (sites Board))) (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (between if:(is In (between) (sites Board))) (to if:(is Empty (to))))) (moveAgain))))`, noMoves))},
	{Name: "hops of any length", Text: text(moving("(square 40)", `(move Hop (between before:1000000 (range 1 1000000) after:1000000) (to if:(is Empty (to))))`, noMoves))},
	{Name: "leaps of a thousand steps", Text: func() string {
		return moving("(square 40)", `(move Leap {{`+strings.Repeat("F R L ", 60)+`}} (to))`, noMoves)
	}},
	{Name: "leaps of a thousand ways", Text: func() string {
		return moving("(square 40)", `(move Leap {`+strings.Repeat("{F F R F} ", 60)+`} (to))`, noMoves)
	}},
	{Name: "slides through everything", Text: text(moving("(square 80)", `(move Slide (between (range 0 1000000) if:(all Sites (sites Board) if:(is In (site) (sites Board)))) (to))`, noMoves))},
	{Name: "swaps of all with all", Text: text(moving("(square 60)", `(forEach Site (sites Board) (move Swap Pieces (from) (site)))`, noMoves))},
	{Name: "from everywhere to everywhere", Text: text(onBoard("(square 60)", `(move (from (sites Board)) (to (sites Board)))`))},
	{Name: "all combinations of ten", Text: func() string {
		return onBoard("(square 4)", nested(10, `(allCombinations `+plain+` `, plain, `)`))
	}},
	{Name: "the longest captures", Text: text(moving("(square 12)", `(max Captures (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) (then (moveAgain))))`, noMoves))},

	// Questions about the board.
	{Name: "paths by every way", Text: text(ending("(square 60)", `(if (is Path Edge Mover closed:True) (result Mover Win))`))},
	{Name: "regions connected to all regions", Text: func() string {
		return gameOf(`(board (square 40)) (piece "Ball" Each) `+numbered(60, `(regions "R%d" {0..50})`), `(play `+plain+`) (end (if (is Connected Mover) (result Mover Win)))`)
	}},
	{Name: "the count of groups in the end", Text: text(ending("(square 100)", `(if (< 100000 (max (sizes Group Orthogonal Mover))) (result Mover Win))`))},
	{Name: "the sizes of groups of each site", Text: text(ending("(square 60)", `(if (all Sites (sites Board) if:(< 5000 (size Group at:(site)))) (result Mover Win))`))},
	{Name: "all lines of all lengths", Text: func() string {
		return ending("(square 40)", `{`+numbered(400, `(if (is Line %d All) (result Mover Win)) `)+`}`)
	}},
	{Name: "patterns of all ways", Text: func() string {
		return ending("(square 60)", `(if (all Sites (sites Board) if:(is Pattern {`+strings.Repeat("F R ", 2000)+`} from:(site))) (result Mover Win))`)
	}},
	{Name: "a line of sight through all", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (if (< 0 (count Sites in:(sites LineOfSight at:(site)))) (move Add (to (site)))))`))},
	{Name: "the sites between all", Text: text(onBoard("(square 50)", `(forEach Site (sites Board) (move Add (to (sites Between from:0 to:(site)))))`))},
	{Name: "intersections of unions", Text: func() string {
		return onBoard("(square 100)", `(move Add (to `+nested(200, `(union (sites Board) (intersection (sites Board) `, `(sites Empty)`, `))`)+`))`)
	}},
	{Name: "differences of differences", Text: func() string {
		return onBoard("(square 100)", `(forEach Site (sites Board) (move Add (to `+nested(100, `(difference (sites Board) `, `(sites Empty)`, `)`)+`)))`)
	}},

	// What is kept.
	{Name: "positions that may not come again", Text: text(gameOf(`(board (square 60)) (piece "Ball" Each)`, `(meta (no Repeat Positional)) (play (move (from (sites Board)) (to (sites Board)))) `+noMoves))},
	{Name: "piles that double", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) stack:True (then (forEach Site (sites Board) (forEach Value min:0 max:(size Stack at:(site)) (add (to (site)) stack:True)))))`))},
	{Name: "counts that double", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (forEach Site (sites Board) (set Count at:(site) (* 2 (+ 1 (count at:(site))))))))`))},
	{Name: "values remembered that double", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (forEach Value min:0 max:(+ 1 (* 2 (count Turns))) (remember Value "A" (* (value) (count Moves))))))`))},
	{Name: "scores beyond all numbers", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (set Score Mover (* 9223372036854775807 (+ 1 (score Mover))))))`))},
	{Name: "a pot without a bottom", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (set Pot (+ (pot) (value))))))`))},
	{Name: "pending without end", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (set Pending (value)))))`))},

	// Definitions.
	{Name: "a define of a hundred arguments", Text: func() string {
		return `(define "A" (or {` + numbered(100, "#%d ") + `})) ` + onBoard("(square 3)", `("A" `+strings.Repeat(plain+" ", 100)+`)`)
	}},
	{Name: "defines that pass each other on", Text: func() string {
		return numbered(500, `(define "A%d" #1) `) + onBoard("(square 3)", func() string {
			s := plain
			for i := range 500 {
				s = fmt.Sprintf(`("A%d" %s)`, i, s)
			}
			return s
		}())
	}},
	{Name: "ten turns of doubling in a step", Text: func() string {
		return doubling(10, "(forEach Site (sites Board) (if (is Empty (site)) (move Add (to (site)))))") + onBoard("(square 20)", `(or { "D10" })`)
	}},
	{Name: "chance at every site", Text: text(onBoard("(square 30)", `(forEach Site (sites Board) (random {0.5 0.5} {`+plain+` (pass)}))`))},
	{Name: "thirty dice a turn", Text: text(gameOf(`(board (square 3)) (dice d:20 num:30) (piece "Ball" Each)`, `(play (do (roll) next:(forEach Die (forEach Die (forEach Die `+plain+`))))) `+noMoves))},
	{Name: "a game of simultaneous moves by sixteen", Text: text(strings.Replace(gameOf(`(board (square 20)) (piece "Ball" Each)`, `(play `+plain+`) `+noMoves), "(players 2)", "(players 16) (mode Simultaneous)", 1))},
	{Name: "a puzzle of 400 places", Text: text(`(game "H" (players 1) (equipment {(board (square 20) (values Cell (range 1 20)))}) (rules (play (satisfy {(all Different except:0) (is Sum (sites Board) 4000) (is Count (sites Board) of:3 20)})) (end (if (is Solved) (result P1 Win)))))`)},
}
