package hostile

import (
	"strings"
)

// ludemePlay aim at the rules of moves.
var ludemePlay = []Row{
	{Name: "while", Text: text(on3(`(while (= 1 1) ` + plain + `)`))},
	{Name: "while nothing", Text: text(on3(`(while (= 1 1) (pass))`))},
	{Name: "while in while", Text: func() string { return on3(nested(50, `(while (= 1 1) `, `(remove 100)`, `)`)) }},
	{Name: "while in a loop", Text: text(on3(`(forEach Value min:0 max:1000000 (while (< 0 (count Moves)) (pass)))`))},
	{Name: "values", Text: text(on3(`(forEach Value min:0 max:1000000000 ` + plain + `)`))},
	{Name: "values without moves", Text: func() string { return on3(nested(8, `(forEach Value min:0 max:1000000 `, `(remove 100)`, `)`)) }},
	{Name: "sites of sites", Text: func() string {
		return onBoard("(square 100)", nested(8, `(forEach Site (sites Board) `, `(remove 5)`, `)`))
	}},
	{Name: "conditions of sites", Text: func() string {
		return onBoard("(square 100)", `(move Add (to `+nested(8, `(forEach (sites Board) if:(is In (site) `, `(sites Empty)`, `))`)+`))`)
	}},
	{Name: "all sites of all sites", Text: func() string {
		return onBoard("(square 100)", `(if `+nested(8, `(all Sites (sites Board) if:`, `(is Empty (site))`, `)`)+` `+plain+` (pass))`)
	}},
	{Name: "counts of groups", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (< 0 (count Groups Orthogonal if:(is Empty (to)))) (remove 5))))`))},
	{Name: "groups", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (if (< 5000 (count Sites in:(sites Group at:(site) Orthogonal if:(is Empty (to))))) (move Add (to (site)))))`))},
	{Name: "groups of groups", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (if (< 5000 (count Sites in:(sites Group at:(site) Orthogonal if:(< 1 (count Sites in:(sites Group at:(to) All if:(is Empty (to)))))))) (move Add (to (site)))))`))},
	{Name: "sites around", Text: func() string {
		return onBoard("(square 100)", `(move Add (to `+nested(40, `(sites Around `, `(sites Board)`, ` distance:50)`)+`))`)
	}},
	{Name: "expansions", Text: func() string {
		return onBoard("(square 100)", `(forEach Site (sites Board) (move Add (to `+nested(40, `(expand `, `(sites Board)`, ` steps:1000000000)`)+`)))`)
	}},
	{Name: "directions", Text: func() string {
		return onBoard("(square 100)", `(move Add (to `+nested(40, `(sites Direction from:`, `(sites Board)`, ` All)`)+`))`)
	}},
	{Name: "distances", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (move Add (to (sites Distance from:(site) (range 1 1000000000)))))`))},
	{Name: "steps counted", Text: text(onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (= 5 (count Steps (step (to if:(is Empty (to)))) 0 (site))) (move Add (to (site))))))`))},
	{Name: "random sites", Text: text(onBoard("(square 100)", `(move Add (to (sites Random (sites Board) num:1000000000)))`))},
	{Name: "a random value", Text: text(on3(`(move Add (to (value Random (range 0 1000000000))))`))},
	{Name: "many random values", Text: text(on3(`(forEach Value min:0 max:100000 (move Add (to (value Random (range 0 8)))))`))},
	{Name: "random moves", Text: func() string { return on3(nested(50, `(random `, plain, ` num:1000000000)`)) }},
	{Name: "products", Text: func() string { return onBoard("(square 100)", nested(6, `(allCombinations `, plain, ` `+plain+`)`)) }},
	{Name: "products of little", Text: func() string { return onBoard("(square 5)", nested(20, `(allCombinations `, plain, ` `+plain+`)`)) }},
	{Name: "sums", Text: func() string { return onBoard("(square 100)", nested(100, `(or `, plain, ` `+plain+`)`)) }},
	{Name: "many sums", Text: func() string { return onBoard("(square 100)", `(or {`+strings.Repeat(plain, 20_000)+`})`) }},
	{Name: "priorities", Text: func() string { return onBoard("(square 100)", nested(100, `(priority `, plain, ` `+plain+`)`)) }},
	{Name: "do", Text: func() string { return on3(nested(100, `(do `, plain, ` next:`+plain+`)`)) }},
	{Name: "do afterwards", Text: func() string {
		return onBoard("(square 40)", nested(50, `(do `, plain, ` ifAfterwards:(can Move `+plain+`))`))
	}},
	{Name: "sequences", Text: func() string { return onBoard("(square 100)", `(seq {`+strings.Repeat(plain, 1000)+`})`) }},
	{Name: "append", Text: func() string {
		return onBoard("(square 100)", nested(50, `(append `, plain[:0]+`(forEach Site (sites Board) (remove 5))`, `)`))
	}},
	{Name: "can move", Text: func() string {
		return on3(`(if ` + nested(100, `(can Move (if `, `(is Empty 0)`, ` `+plain+`))`) + ` ` + plain + `)`)
	}},
	{Name: "most moves", Text: func() string {
		return onBoard("(square 20)", nested(20, `(max Moves `, `(move Add (to (sites Empty)) (then (moveAgain)))`, `)`))
	}},
	{Name: "most captures", Text: func() string {
		return onBoard("(square 20)", nested(20, `(max Captures `, `(move Add (to (sites Empty)) (then (moveAgain)))`, `)`))
	}},
	{Name: "longest turns", Text: text(onBoard("(square 5)", `(max Moves (move Add (to (sites Empty)) (then (moveAgain))))`))},
	{Name: "most distance", Text: func() string { return onBoard("(square 20)", nested(20, `(max Distance `, plain, `)`)) }},
	{Name: "move again", Text: text(on3(`(move Add (to 0) (then (moveAgain)))`))},
	{Name: "consequences", Text: func() string {
		return on3(nested(150, `(move Add (to (sites Empty)) (then `, `(pass)`, `))`))
	}, Want: "LUD"},
	{Name: "consequences of consequences", Text: func() string {
		return onBoard("(square 30)", `(move Add (to (sites Empty)) (then `+nested(30, `(add (to (sites Board)) (then `, `(add (to (sites Board)))`, `))`)+`))`)
	}},
	{Name: "consequences of few", Text: func() string {
		return onBoard("(square 3)", `(move Add (to (sites Empty)) (then `+nested(30, `(add (to (sites Board)) (then `, `(add (to (sites Board)))`, `))`)+`))`)
	}},
	{Name: "consequences that pile up", Text: func() string {
		return onBoard("(square 3)", `(move Add (to (sites Board)) stack:True (then (forEach Site (sites Board) (add (to (site)) count:100000 stack:True))))`)
	}},
	{Name: "moves that pile up", Text: text(onBoard("(square 3)", `(move Add (to (sites Board)) count:1000000000 stack:True)`))},
	{Name: "applied", Text: func() string {
		return onBoard("(square 30)", `(move Step (from (sites Board)) (to `+nested(20, `(apply (forEach Site (sites Board) (fromTo (from) (to (sites Board) `, `(apply (remove (to)))`, `))))`)+`))`)
	}},
	{Name: "pieces that move as pieces", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each (forEach Piece))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "pieces that ask what pieces can", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each (if (can Move (forEach Piece)) (move Step (to if:(is Empty (to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "pieces that ask for moves", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each (if (not (no Moves Next)) (move Step (to if:(is Empty (to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "moves that ask for moves", Text: text(on3(`(if (no Moves Next) (pass) ` + plain + `)`))},
	{Name: "moves that ask for threats", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each (move Step (to if:(not (is Threatened at:(to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "moves that ask for their number", Text: text(on3(`(if (< 0 (count LegalMoves)) ` + plain + `)`))},
	{Name: "moves that ask for what wins", Text: text(on3(`(if (< 0 (count Sites in:(sites Winning))) ` + plain + ` ` + plain + `)`))},
	{Name: "moves that ask for what wins on a large board", Text: text(onBoard("(square 100)", `(if (< 0 (count Sites in:(sites Winning))) `+plain+` `+plain+`)`))},
	{Name: "phases in a ring", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ (phase "A" (play `+plain+`) (nextPhase "B")) (phase "B" (play `+plain+`) (nextPhase "A")) } (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a phase that there is not", Text: text(gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ (phase "A" (play `+plain+`) (nextPhase "C")) } (end (if (no Moves Next) (result Mover Win)))`)), Want: "LUD"},
	{Name: "phases", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ `+numbered(100_000, `(phase "A%d" (play (pass)) (nextPhase "A0"))`)+` } (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "end rules", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each)`, `(play `+plain+`) (end {`+strings.Repeat(`(if (no Moves Next) (result Mover Win)) `, 100_000)+`})`)
	}},
	{Name: "lines", Text: text(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Line 1000000000) (result Mover Win)))`))},
	{Name: "short lines", Text: text(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Line -1) (result Mover Win)))`))},
	{Name: "lines of 400 lengths on a large board", Text: func() string {
		return gameOf(`(board (square 105)) (piece "Ball" Each)`, `(play `+plain+`) (end {`+numbered(400, `(if (is Line %d) (result Mover Win)) `)+`})`)
	}},
	{Name: "loops", Text: text(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Loop) (result Mover Win)))`))},
	{Name: "sowing", Text: text(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 1000000000 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "sowing on", Text: text(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow if:(= 1 1) apply:(sow count:4) backtracking:True)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "numbers to sow", Text: text(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow count:1000000000 numPerHole:1000000000)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "skipping", Text: text(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow skipIf:True)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "remembering", Text: text(on3(`(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (remember Value (value)))))`))},
	{Name: "notes", Text: text(on3(`(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (note "a" to:P1))))`))},
	{Name: "a bet", Text: text(on3(`(move Bet P1 (range 0 1000000000))`))},
	{Name: "votes", Text: text(on3(`(move Vote "a")`))},
	{Name: "a sum of sums", Text: func() string { return on3(`(if (< 0 ` + nested(900, `(+ 1 `, `1`, `)`) + `) ` + plain + `)`) }},
	{Name: "sums of sums", Text: func() string { return on3(`(if (< 0 ` + nested(490, `(+ 1 `, `1`, `)`) + `) ` + plain + `)`) }},
	{Name: "negations", Text: func() string { return on3(`(if ` + nested(450, `(not `, `(is Empty 1)`, `)`) + ` ` + plain + `)`) }},
	{Name: "a wide sum in a loop", Text: func() string {
		return onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (< 0 (+ {`+strings.Repeat("(count Pieces) ", 30_000)+`})) (remove 5))))`)
	}},
	{Name: "choices", Text: func() string { return on3(nested(400, `(if (is Empty 1) `, plain, `)`)) }},
}
