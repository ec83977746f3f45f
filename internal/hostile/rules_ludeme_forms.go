package hostile

import (
	"fmt"
	"strings"
)

// after plays on a board where each move has a consequence, that may be dear.
func after(board, effect string) string {
	return onBoard(board, `(move Add (to (sites Empty)) (then `+effect+`))`)
}

// everywhere does something for every site of the board, n times within itself.
func everywhere(n int, kernel string) string {
	return nested(n, `(forEach Site (sites Board) `, kernel, `)`)
}

// counted plays on a board where a number decides, asked for at every site.
func counted(board, number string) string {
	return onBoard(board, `(forEach Site (sites Board) (if (< -1 `+number+`) (move Add (to (site) if:(is Empty (to))))))`)
}

// ludemeForms go through the forms of the language one by one: each that looks at more than one
// site, or takes a number, with the most that it can be asked for.
var ludemeForms = []Row{
	// Conditions.
	{Name: "trees of every kind", Text: text(gameOf(`(board (square 60) use:Edge) (piece "Ball" Each)`,
		`(play (move Add (to Edge (sites Empty Edge)))) (end {(if (is CaterpillarTree Mover) (result Mover Win)) (if (is SpanningTree Mover) (result Mover Win)) (if (is Tree Mover) (result Mover Win)) (if (is TreeCentre Mover) (result Mover Win))})`))},
	{Name: "paths of every length", Text: func() string {
		return gameOf(`(board (square 40) use:Edge) (piece "Ball" Each)`, `(play (move Add (to Edge (sites Empty Edge)))) (end {`+
			numbered(300, `(if (is Path Edge Mover length:(exact %d)) (result Mover Win)) `)+`})`)
	}},
	{Name: "threats from ahead of ahead of ahead", Text: func() string {
		return gameOf(`(board (square 20)) (piece "Ball" Each (move (from) (to `+nested(12, "(ahead ", "(from)", " E)")+` if:(is Empty (to)))))`,
			`(start (place "Ball1" 0)) (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "Ball" Mover))))) `+noMoves)
	}},
	{Name: "graphs that are regular", Text: func() string {
		return gameOf(`(board (hex 20) use:Edge) (piece "Ball" Each)`, `(play (move Add (to Edge (sites Empty Edge)))) (end {`+
			numbered(300, `(if (is RegularGraph Mover k:%d) (result Mover Win)) `)+`})`)
	}},
	{Name: "edges that cross all edges", Text: text(gameOf(`(board (complete (square 6)) use:Edge) (piece "Ball" Each)`,
		`(play (forEach Site (sites Board) (if (all Sites (sites Board) if:(or (not (is Crossing (site) 0)) (is Empty Edge (site)))) (move Add (to Edge (site)))))) `+noMoves))},
	{Name: "loops through everything, with everybody", Text: text(ending("(hex 40)", `(if (is Loop surround:All All path:True) (result Mover Win))`))},
	{Name: "sites within loops", Text: text(onBoard("(hex 30)", `(move Add (to (sites Empty)) (then (forEach Site (sites Loop inside:True) (remove (site)))))`))},
	{Name: "extents of paths", Text: text(counted("(square 50)", `(pathExtent 1 (site))`))},
	{Name: "a target of 10,000 numbers", Text: func() string {
		return ending("(square 100)", `(if (is Target {`+strings.Repeat("1 ", 10_000)+`}) (result Mover Win))`)
	}},
	{Name: "related to everything by everything", Text: text(counted("(square 60)", `(count Sites in:(forEach (sites Board) if:(is Related All (site) (sites Board))))`))},
	{Name: "lines through every site", Text: text(onBoard("(square 60)", `(do `+plain+` ifAfterwards:(not (is Line 3 throughAny:(sites Board))))`))},
	{Name: "connected by sixty regions", Text: func() string {
		return ending("(square 40)", `(if (is Connected 60 {`+strings.Repeat(`(sites Side N) (sites Side S) `, 30)+`}) (result Mover Win))`)
	}},
	{Name: "blocked on every side", Text: text(ending("(hex 40)", `(if (is Blocked Mover) (result Next Win))`))},
	{Name: "repetitions of every kind", Text: text(ending("(square 40)", `{(if (is Repeat Positional) (result Mover Win)) (if (is Repeat Situational) (result Mover Win)) (if (is Repeat SituationalInTurn) (result Mover Win)) (if (is Cycle) (result Mover Draw))}`))},
	{Name: "everybody may move, asked at every site", Text: text(onBoard("(square 16)", `(forEach Site (sites Board) (if (all Sites (sites Board) if:(can Move `+plain+`)) (move Add (to (site)))))`))},
	{Name: "moves that win, of moves that win", Text: text(onBoard("(square 12)", `(or (move Add (to (sites Winning (add (to (sites Winning (add (to (sites Empty)))))))))  `+plain+`)`))},

	// Numbers.
	{Name: "territories of each site", Text: text(counted("(square 40)", `(size Territory Mover)`))},
	{Name: "liberties of each group", Text: text(counted("(square 60)", `(count Liberties at:(site))`))},
	{Name: "the biggest line of each site", Text: text(counted("(square 40)", `(count SizeBiggestLine)`))},
	{Name: "the biggest group of each site", Text: text(counted("(hex 40)", `(count SizeBiggestGroup)`))},
	{Name: "steps to each site", Text: text(counted("(hex 30)", `(count Steps All (step (to if:(is Empty (to)))) 0 (sites Board))`))},
	{Name: "steps on a track of 1,000 million", Text: text(gameOf(`(board (square 10) (track "T" "0,E,N,W" loop:True)) (piece "Ball" Each)`,
		`(play (forEach Site (sites Board) (if (< -1 (trackSite Move from:(site) "T" steps:1000000000)) (move Add (to (site)))))) `+noMoves))},
	{Name: "the first site of a track that there is not", Text: text(gameOf(`(board (square 10) (track "T" {0 1 2 3} loop:True)) (piece "Ball" Each)`,
		`(play (if (< 0 (trackSite FirstSite "T" from:0 if:(= 1 2))) (pass) `+plain+`)) `+noMoves))},
	{Name: "results of all pairs", Text: text(onBoard("(square 40)", `(forEach Value (results from:(sites Board) to:(sites Board) (* (from) (to))) (move Add (to (sites Empty))))`))},
	{Name: "sizes of the groups of each site", Text: text(counted("(square 40)", `(max (sizes Group All if:True))`))},
	{Name: "arrays of arrays", Text: func() string {
		return counted("(square 60)", `(size Array `+nested(60, `(union (array (sites Board)) `, `(array (sites Empty))`, `)`)+`)`)
	}},
	{Name: "differences of long arrays", Text: text(counted("(square 60)", `(size Array (difference (array (sites Board)) (array (sites Empty))))`))},
	{Name: "remembered values, compared with each other", Text: text(onBoard("(square 10)", `(move Add (to (sites Empty)) (then (forEach Value min:0 max:3000 (remember Value "A" (value) unique:True))))`))},
	{Name: "where a piece is, from each site", Text: text(counted("(square 100)", `(where "Ball" Next)`))},
	{Name: "coordinates by name, from each site", Text: text(counted("(square 100)", `(coord "DV100")`))},
	{Name: "exponents of exponents", Text: func() string {
		return counted("(square 3)", `(toInt `+nested(200, `(exp `, `1.0`, `)`)+`)`)
	}},
	{Name: "a minimum of 30,000", Text: func() string {
		return counted("(square 100)", `(max (array {`+strings.Repeat("(count Pieces Mover) ", 3000)+`}))`)
	}},

	// Sites.
	{Name: "distances with steps from everywhere", Text: text(counted("(square 30)", `(count Sites in:(sites Distance All (step (to if:(is Empty (to)))) from:(site) (range 0 1000)))`))},
	{Name: "incidences of incidences", Text: text(counted("(square 60)", `(count Sites in:(forEach of:(sites Incident Edge of:Cell at:(site)) (sites Incident Cell of:Edge at:(site))))`))},
	{Name: "rows, columns, layers and phases of each site", Text: text(counted("(square 80)", `(count Sites in:(union {(sites Row (row of:(site))) (sites Column (column of:(site))) (sites Phase (phase of:(site))) (sites State 0)}))`))},
	{Name: "loops on a large board", Text: text(gameOf(`(board (hex 50)) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)))) (end (if (is Loop) (result Mover Win)))`))},
	{Name: "lines through any site of a large board", Text: text(gameOf(`(board (square 100)) (piece "Ball" Each)`,
		`(play (move Add (to (sites Empty)))) (end (if (is Line 50 throughAny:(sites Board) what:(id "Ball1")) (result Mover Win)))`))},
	{Name: "crossings of each edge", Text: text(gameOf(`(board (complete (square 6)) use:Edge) (piece "Ball" Each)`,
		`(play (forEach Site (sites Board) (if (< -1 (count Sites in:(sites Crossing at:(site)))) (move Add (to Edge (site)))))) `+noMoves))},
	{Name: "walks of a thousand turns from each site", Text: func() string {
		return counted("(square 40)", `(count Sites in:(sites (site) {{`+strings.Repeat("F R F L ", 250)+`}}))`)
	}},
	{Name: "patterns of a thousand from each site", Text: func() string {
		return counted("(square 40)", `(count Sites in:(sites Pattern {`+strings.Repeat("F R F L ", 250)+`} from:(site)))`)
	}},
	{Name: "sites to which everything moves", Text: text(onBoard("(square 30)", `(move Add (to (sites To (forEach Site (sites Board) (move Add (to (sites Empty)))))))`))},
	{Name: "sites between the moves of all", Text: text(moving("(square 30)", `(move Slide)`, `(end (if (< 100000 (count Sites in:(sites Between (forEach Piece)))) (result Mover Win)))`))},
	{Name: "around around around", Text: func() string {
		return counted("(square 30)", `(count Sites in:`+nested(20, `(sites Around `, `(site)`, ` distance:3 if:True)`)+`)`)
	}},
	{Name: "a line of sight of a thousand million", Text: text(counted("(square 60)", `(count Sites in:(sites Direction from:(site) All distance:1000000000))`))},
	{Name: "random sites of random sites", Text: func() string {
		return onBoard("(square 60)", `(move Add (to `+nested(30, `(sites Random `, `(sites Empty)`, ` num:3000)`)+`))`)
	}},
	{Name: "filters of filters of filters", Text: func() string {
		return onBoard("(square 20)", `(move Add (to `+nested(200, `(forEach `, `(sites Empty)`, ` if:(is Empty (site)))`)+`))`)
	}},
	{Name: "every site of every site", Text: func() string {
		return onBoard("(square 40)", `(move Add (to `+nested(30, `(forEach of:`, `(sites Board)`, ` (sites Around (site)))`)+`))`)
	}},

	// What moves do.
	{Name: "enclosing everything", Text: text(after("(square 40)", everywhere(1, `(enclose (from (site)) Orthogonal (between if:True (apply (remove (between)))))`)))},
	{Name: "enclosing within enclosing", Text: func() string {
		return after("(square 20)", nested(12, `(enclose (from (last To)) Orthogonal (between if:True (apply `, `(remove (between))`, `)))`))
	}},
	{Name: "surrounding everything", Text: text(after("(square 60)", everywhere(1, `(surround (from (site)) All (between if:True (apply (remove (between)))) (to if:True) except:8)`)))},
	{Name: "custodial from everywhere", Text: text(after("(square 60)", everywhere(1, `(custodial (from (site)) (between (max 1000000000) if:True (apply (remove (between)))) (to if:True))`)))},
	{Name: "pushing everything", Text: text(after("(square 60)", everywhere(1, `(push (from (site)) E)`)))},
	{Name: "attracting everything", Text: text(after("(square 60)", everywhere(1, `(attract (from (site)))`)))},
	{Name: "flips and promotions of everything", Text: text(after("(square 30)", everywhere(2, `(and (flip (site)) (promote (site) (piece "Ball") Next))`)))},
	{Name: "moves whose consequences are moves", Text: func() string {
		return onBoard("(square 10)", nested(150, `(move Add (to (sites Empty)) (then `, `(moveAgain)`, `))`))
	}},
	{Name: "consequences that wait for all moves", Text: func() string {
		return onBoard("(square 30)", `(move Add (to (sites Empty)) (then (and {`+strings.Repeat(`(forEach Site (sites Board) (set State at:(site) 1)) `, 300)+`}) applyAfterAllMoves:True))`)
	}},
	{Name: "control taken of everything", Text: text(after("(square 40)", `(take Control of:Next by:Mover to:(sites Board))`))},
	{Name: "everything hidden from everybody", Text: text(after("(square 60)", `(and (set Hidden {What Who State Count Rotation Value} (sites Board) True to:All) (set Hidden (sites Board) False to:Mover))`))},
	{Name: "every move hidden", Text: text(gameOf(`(board (square 30)) (piece "Ball" Each)`, `(start (set Hidden (sites Board) True to:All)) (play `+plain+`) (end (if (is Line 8) (result Mover Win)))`))},
	{Name: "shots in every direction", Text: text(moving("(square 30)", `(move Slide (then (forEach Site (sites Empty) (shoot (piece "Ball1") (from (site)) All (between if:True)))))`, noMoves))},
	{Name: "a stack climbed level by level", Text: text(gameOf(`(board (square 5)) (piece "Ball" Each)`,
		`(start (place Stack "Ball1" 0 count:3000)) (play (forEach Level 0 (forEach Level 0 (if (= (level) (level)) `+plain+`)))) `+noMoves))},
	{Name: "max of max of max", Text: func() string {
		return moving("(square 10)", nested(20, `(max Moves `, `(move Step (to if:(is Empty (to))))`, `)`), noMoves)
	}},
	{Name: "priorities of 5,000", Text: func() string {
		return onBoard("(square 30)", `(priority {`+strings.Repeat(`(forEach Site (sites Board) (if (is Full) (move Add (to (site))))) `, 5000)+`})`)
	}},
	{Name: "random among 5,000", Text: func() string {
		return onBoard("(square 10)", `(random {`+strings.Repeat("1.0 ", 5000)+`} {`+strings.Repeat(plain+" ", 5000)+`})`)
	}},
	{Name: "random by odds without sense", Text: text(onBoard("(square 3)", `(random {-1.0 (/ 1.0 0.0) (sqrt -1.0) (^ 10.0 300.0)} {(move Pass) `+plain+` `+plain+` `+plain+`})`))},
	{Name: "swaps of all pieces, again and again", Text: text(after("(square 30)", `(forEach Value min:0 max:100000 (swap Pieces 0 1))`))},
	{Name: "players taken in turn by arrays", Text: text(onBoard("(square 20)", nested(8, `(forEach (players All if:True) `, plain, `)`)))},
	{Name: "turns that never pass on", Text: text(onBoard("(square 5)", `(move Add (to (sites Board)) (then (and (moveAgain) (set NextPlayer (player (mover))))))`))},
	{Name: "votes of a thousand names", Text: func() string {
		return onBoard("(square 3)", `(or (move Propose {`+numbered(1000, `"v%d" `)+`}) (move Vote {`+numbered(1000, `"v%d" `)+`}))`)
	}},
	{Name: "dice thrown again and again", Text: text(gameOf(`(board (square 3)) (dice d:6 num:3) (piece "Ball" Each)`,
		`(play (do (roll) next:(move Add (to (sites Empty)) (then (and {(roll) (roll) (roll) (roll) (roll) (roll) (roll) (roll)}))))) `+noMoves))},

	// The start, the board and the end.
	{Name: "a start in loops", Text: func() string {
		return started("(square 60)", nested(6, `(forEach Value min:0 max:100000 `, `(set Score P1 (value))`, `)`))
	}},
	{Name: "a start on every site for every site", Text: func() string {
		return started("(square 60)", nested(4, `(forEach Site (sites Board) if:(is Empty (site)) `, `(place "Ball1" (site))`, `)`))
	}},
	{Name: "a pile of a million at random", Text: text(started("(square 9)", `(place Random {"Ball1" "Ball2"} count:{500000 500000} 0)`))},
	{Name: "tilings of every kind", Text: func() string {
		var b strings.Builder
		for _, t := range []string{"T31212", "T333333_33434", "T33336", "T33344", "T33434", "T3464", "T3636", "T4612", "T488"} {
			fmt.Fprintf(&b, "(shift 100 0 (tiling %s 12)) ", t)
		}
		return onBoard("(merge {"+b.String()+"})", plain)
	}},
	{Name: "a tiling in a polygon of many corners", Text: func() string {
		return onBoard("(tiling T3636 (poly {"+numbered(2000, "{%d 0} ")+numbered(2000, "{%d 40} ")+"}))", plain)
	}},
	{Name: "stars of stars", Text: text(onBoard("(union {(regular Star 60) (scale 2 (regular Star 90)) (hex Star 20)} connect:True)", plain))},
	{Name: "graphs that are cut, turned and skewed", Text: func() string {
		return onBoard(nested(45, "(skew .1 (rotate 7 (shift .3 .3 (scale 1.01 ", "(hex 20)", "))))"), plain)
	}},
	{Name: "cells taken away one by one", Text: func() string {
		return onBoard("(remove (square 60) cells:{"+numbered(3000, "%d ")+"} trimEdges:True)", plain)
	}},
	{Name: "faces in faces in faces", Text: func() string { return onBoard(nested(12, "(makeFaces (subdivide (dual ", "(square 6)", ")))"), plain) }},
	{Name: "cells of many sides", Text: func() string {
		return onBoard("(dual (graph vertices:{{0 0} "+numbered(2000, "{%d 1} ")+"} edges:{"+numbered(2000, "{0 %d} ")+"}))", plain)
	}},
	{Name: "a tile with a thousand paths", Text: func() string {
		return gameOf(`(boardless Hexagonal 20) (tile "T" Each numSides:6 slotsPerSide:2 {`+strings.Repeat(`(path from:0 slotsFrom:0 to:3 slotsTo:1 colour:1) `, 1000)+`})`,
			`(play (move Add (piece "T") (to (sites Playable)))) `+noMoves)
	}},
	{Name: "payoffs without end", Text: text(ending("(square 3)", `(if (is Full) (payoffs {(payoff P1 (^ 10.0 308.0)) (payoff P2 (* (^ 10.0 308.0) (^ 10.0 308.0)))}))`))},
	{Name: "scores of the end for 16 players", Text: func() string {
		return strings.Replace(ending("(square 10)", `(if (is Full) (byScore {`+strings.TrimPrefix(numbered(17, `(score P%d (size Territory P1)) `), `(score P0 (size Territory P1)) `)+`}))`), "(players 2)", "(players 16)", 1)
	}},
	{Name: "ends within ends", Text: func() string {
		return ending("(square 10)", nested(300, `(if (not (is Full)) `, `(result Mover Win)`, `)`))
	}},
	{Name: "a match of itself", Text: text(`(match "M" (players 2) (games {(subgame "M" next:0) (subgame "M" next:1)}) (end (if True (result P1 Win))))`)},
	{Name: "a match of a thousand games", Text: func() string {
		return `(match "M" (players 2) (games {` + numbered(1000, `(subgame "G%d" next:1) `) + `}) (end (if True (result P1 Win))))` + numbered(1000, `(game "G%d" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)}) (rules (play `+plain+`) `+noMoves+`))`)
	}},
	{Name: "a puzzle in which every sum counts", Text: func() string {
		return `(game "H" (players 1) (equipment {(board (square 16) (values Cell (range 0 30))) ` + numbered(200, `(regions "R%d" {0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15})`) +
			`}) (rules (play (satisfy {(forAll Cell (is Sum (sites Board) 100)) (forAll Vertex (all Different)) (is Unique)})) (end (if (is Solved) (result P1 Win)))))`
	}},

	// Definitions, options and ranges.
	{Name: "arguments that double by each call", Text: func() string {
		return `(define "A" (or #1 #1)) ` + on3(nested(40, `("A" `, plain, `)`))
	}},
	{Name: "arguments that square by each define", Text: func() string {
		return `(define "A0" (or {#1 #1 #1 #1})) ` + numbered(30, `(define "B%d" ("A0" ("A0" #1))) `) + on3(nested(12, `("B7" `, plain, `)`))
	}},
	{Name: "a define with an argument of its own name", Text: func() string {
		return `(define "A" (or #1 ("B" #2 #1))) (define "B" (or #2 #1)) ` + on3(nested(60, `("A" `, plain, ` `+plain+`)`))
	}},
	{Name: "ranges that run backwards", Text: text(onBoard("(square 10)", `(move Add (to (sites {9000000..0})))`))},
	{Name: "ranges of places", Text: text(onBoard("(square 10)", `(move Add (to (sites {"A1".."ZZZZ9999"})))`))},
	{Name: "ranges below nothing", Text: text(onBoard("(square 10)", `(move Add (to (sites {-2147483648..2147483647})))`))},
	{Name: "options that hold each other", Text: func() string {
		return numbered(60, `(option "O%d" <O%d> args:{<a>} {(item "x" <<P%[1]d:a> <P%[1]d:a>> "")*}) (option "P%[1]d" <P%[1]d> args:{<a>} {(item "y" <<O%[1]d:a>> "")*}) `) + onBoard("(square <O1:a>)", plain)
	}},
	{Name: "an option of 100,000 items", Text: func() string {
		return `(option "O" <O> args:{<a>} {` + numbered(100_000, `(item "i%d" <%[1]d> "") `) + `}) ` + onBoard("(square <O:a>)", plain)
	}},
	{Name: "rulesets that choose options that are not there", Text: func() string {
		return `(option "O" <O> args:{<a>} {(item "x" <3> "")*}) (rulesets {` + numbered(3000, `(ruleset "Ruleset/R%d (x)" {"O/y" "P/z" "O/x"}) `) + `}) ` + onBoard("(square <O:a>)", plain)
	}},
	{Name: "metadata of a million words", Text: func() string {
		return on3(plain) + `(metadata (info {(description "` + strings.Repeat("word ", 1_000_000) + `")}) (graphics {` + strings.Repeat(`(piece Scale "Ball" 0.7) `, 10_000) + `}))`
	}},
	{Name: "names that are commands to a terminal", Text: text(strings.ReplaceAll(strings.ReplaceAll(on3(plain), `"Ball"`, "\"\x1b]0;owned\x07\u202e\""), `"H"`, "\"\x1b[2J\n99. won\""))},
}
