package load_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A hostile description costs no more than the budget: the process' processor
// seconds until there is a program or a finding, those of a step, and memory.
const (
	hostileLoad = 4.0 // s; about half of it where nothing else runs
	hostileStep = 20.0
	hostileMiB  = 512
)

// A hostile description: text for those that must be refused, or have to be
// played to show what they are.
type hostile struct {
	name string
	text func() string
	want string // a regular expression for the finding or the fault; "-" for none of both
}

// game puts parts together.
func gameOf(equipment, rules string) string {
	return `(game "H" (players 2) (equipment {` + equipment + `}) (rules ` + rules + `))`
}

// onBoard plays on a board with a piece for each.
func onBoard(board, play string) string {
	return gameOf(`(board `+board+`) (piece "Ball" Each)`, `(play `+play+`) (end (if (no Moves Next) (result Mover Win)))`)
}

func started(board, start string) string {
	return gameOf(`(board `+board+`) (piece "Ball" Each) (hand Each)`, `(start {`+start+`}) (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))`)
}

func on3(play string) string { return onBoard("(square 3)", play) }

func with(text string) func() string { return func() string { return text } }

// nested puts n of before and of after around a kernel.
func nested(n int, before, kernel, after string) string {
	return strings.Repeat(before, n) + kernel + strings.Repeat(after, n)
}

// numbered joins n texts, with %d for their numbers.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

const plain = `(move Add (to (sites Empty)))`

// doubling defines text that doubles n times.
func doubling(n int, kernel string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `(define "D0" %s) `, kernel)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `(define "D%d" "D%d" "D%d") `, i, i-1, i-1)
	}
	return b.String()
}

// consequences is a define that refers to no end of others.
func hostiles() []hostile {
	all := []hostile{
		// The text.
		{"brackets", func() string { return strings.Repeat("(", 100_000) }, "LUD"},
		{"brackets closed", func() string { return nested(100_000, "(game ", "", ")") }, "LUD007"},
		{"arrays", func() string { return nested(100_000, "{", "", "}") }, "LUD"},
		{"mixed brackets", func() string { return strings.Repeat("({<", 100_000) }, "LUD"},
		{"garbage", func() string { return strings.Repeat("\x00\xff(%$\"", 16<<20/9) }, "LUD"},
		{"16 MiB of spaces", func() string { return strings.Repeat(" ", 16<<20) }, "LUD02"},
		{"17 MiB", func() string { return strings.Repeat(" ", 17<<20) }, "LUD007"},
		{"one word", func() string { return strings.Repeat("a", 16<<20) }, "LUD02"},
		{"one string", func() string { return `(game "` + strings.Repeat("a", 15<<20) + `")` }, ""},
		{"many words", func() string { return `(game "G" ` + strings.Repeat("a ", 1_900_000) + `)` }, "LUD"},
		{"many numbers", func() string { return `(game "G" {` + strings.Repeat("1 ", 1_900_000) + `})` }, "LUD"},
		{"many games", func() string { return strings.Repeat(`(game "G")`, 300_000) }, "LUD02"},
		{"many labels", func() string { return `(game "G" ` + strings.Repeat("a:", 1_000_000) + `)` }, "LUD"},
		{"comments", func() string { return strings.Repeat("//\n", 5_000_000) }, "LUD"},
		{"empty", with(""), "LUD02"},
		{"no rules", with(`(game "G")`), "LUD"},
		{"no parts", with(`(game "G" (players 2) (equipment {}) (rules (play (pass)) (end (if (no Moves P1) (result P1 Win)))))`), "LUD"},

		// Defines, options, rulesets.
		{"a define of itself", with(`(define "A" "A") (game "G" "A")`), "LUD028"},
		{"defines in a ring", with(`(define "A" ("B" "B")) (define "B" ("A" "A")) (game "G" "A")`), "LUD02"},
		{"doubling", func() string { return doubling(60, "(a)") + `(game "G" "D60")` }, "LUD029"},
		{"doubling nothing", func() string { return doubling(60, "~") + `(game "G" "D60")` }, "LUD029"},
		{"doubling moves", func() string {
			return doubling(17, "(pass)") + on3(`(or { "D17" })`)
		}, ""},
		{"doubling conditions", func() string {
			return doubling(16, "(is Empty 1)") + on3(`(if (and { "D16" }) `+plain+`)`)
		}, ""},
		{"arguments that grow", func() string {
			return `(define "A" ("A" (#1 #1 #1 #1))) (game "G" ("A" x))`
		}, "LUD02"},
		{"words that grow", func() string {
			return `(define "A" ("A" #1#1)) (game "G" ("A" x))`
		}, "LUD0"},
		{"many defines", func() string { return numbered(300_000, `(define "A%d" x)`) + `(game "G")` }, "LUD"},
		{"options", func() string {
			return numbered(3000, `(option "O%d" <O%d> args:{<a>} {(item "x" <1> "") (item "y" <2> "")**})`) + on3(plain)
		}, ""},
		{"options of options", func() string {
			return `(option "A" <A> args:{<a>} {(item "x" <<A:a> <A:a>> "")}) (game "G" <A:a>)`
		}, "LUD0"},
		{"rulesets", func() string {
			return numbered(100_000, `(rulesets {(ruleset "R%d/x" {"O/x"})})`) + on3(plain)
		}, ""},
		{"a range", with(`(game "G" {0..1000000000})`), "LUD0"},
		{"ranges", func() string { return `(game "G" ` + strings.Repeat("{0..999999}", 100) + `)` }, "LUD0"},

		// Numbers.
		{"a long number", func() string { return onBoard("(square 1"+strings.Repeat("0", 400)+")", plain) }, "LUD"},
		{"a long float", func() string {
			return onBoard("(rotate 1"+strings.Repeat("0", 400)+".0 (square 3))", plain)
		}, "LUD"},
		{"a shift without end", func() string {
			return onBoard("(shift 1"+strings.Repeat("0", 300)+".0 0 (square 3))", plain)
		}, ""},
		{"a scale without end", func() string {
			return onBoard("(scale 1"+strings.Repeat("0", 200)+".0 (scale 1"+strings.Repeat("0", 200)+".0 (square 3)))", plain)
		}, ""},
		{"a scale to nothing", with(onBoard("(scale 0 (square 3))", plain)), ""},
		{"a board of no size", with(onBoard("(square 0)", plain)), ""},
		{"a board of less", with(onBoard("(square -3)", plain)), "LUD"},
		{"a board by nothing", with(onBoard("(square (/ 3 0))", plain)), "LUD"},
		{"a power", with(onBoard("(square (^ 10 1000))", plain)), "LUD"},
		{"division by zero", with(on3(`(if (= (/ 1 0) (% 1 0)) ` + plain + `)`)), ""},
		{"division by what is zero", with(on3(`(if (= (/ 1 (count Pieces)) (% 1 (count Pieces))) ` + plain + ` (pass))`)), ""},
		{"roots and logarithms", with(on3(`(move Add (to (sites Empty)) (then (set Value P1 (toInt (/ (log 0.0) (sqrt -1.0))))))`)), ""},
		{"a float that is a site", with(on3(`(move Add (to (toInt (* 1e300 1.0))))`)), ""},
		{"a float that is a number", with(on3(`(move Add (to (toInt (^ 10.0 300.0))))`)), ""},
		{"powers of powers", with(on3(`(move Add (to (^ 9 (^ 9 (^ 9 9)))))`)), ""},
		{"a negative count", with(started("(square 3)", `(place "Ball1" 0 count:-5)`)), ""},
		{"sites that there are not", with(on3(`(move Add (to (sites {-5 -1 9 64 100000 1000000000})))`)), ""},
		{"a site that there is not", with(on3(`(move Add (to 1000000000))`)), ""},
		{"a site of less", with(on3(`(move Add (to -7))`)), ""},
		{"pieces that there are not", with(on3(`(move Add (piece 1000000) (to (sites Empty)))`)), ""},
		{"pieces of less", with(on3(`(move Add (piece -3) (to (sites Empty)))`)), ""},
		{"levels that there are not", with(on3(`(move Remove 3 level:1000000000 (then (set State at:3 level:-7 5)))`)), ""},
		{"states", with(on3(`(move Add (piece "Ball" state:1000000000) (to (sites Empty)))`)), ""},

		// Boards.
		{"a million cells", with(onBoard("(square 1000)", plain)), "LUD"},
		{"a million million cells", with(onBoard("(square 1000000)", plain)), "LUD"},
		{"a long board", with(onBoard("(rectangle 1 1000000)", plain)), "LUD"},
		{"hexagons", with(onBoard("(hex 1000)", plain)), "LUD"},
		{"triangles", with(onBoard("(tri 1000)", plain)), "LUD"},
		{"bricks", with(onBoard("(brick 1000)", plain)), "LUD"},
		{"celtic", with(onBoard("(celtic 1000)", plain)), "LUD"},
		{"quadhex", with(onBoard("(quadhex 1000)", plain)), "LUD"},
		{"a tiling", with(onBoard("(tiling T3464 1000)", plain)), "LUD"},
		{"rings", with(onBoard("(concentric Square rings:1000000)", plain)), "LUD"},
		{"sides", with(onBoard("(concentric sides:1000000 rings:2)", plain)), "LUD"},
		{"a target", with(onBoard("(concentric {1000000 1000000})", plain)), "LUD"},
		{"a spiral", with(onBoard("(spiral turns:1000000 sites:1000000)", plain)), "LUD"},
		{"a wedge", with(onBoard("(wedge 1000000 1000000)", plain)), "LUD"},
		{"a star", with(onBoard("(regular Star 1000000)", plain)), "LUD"},
		{"a regular polygon", with(onBoard("(regular 1000000)", plain)), "LUD"},
		{"repeated", with(onBoard("(repeat 1000 1000 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))", plain)), "LUD"},
		{"repeated far", with(onBoard("(repeat 1000000000 1000000000 step:{{0 0} {0 0}} (poly {{0 0} {0 1} {1 1} {1 0}}))", plain)), "LUD"},
		{"complete", with(onBoard("(complete (square 40))", plain)), "LUD"},
		{"complete cells", with(onBoard("(complete (square 60) eachCell:True)", plain)), ""},
		{"layers", with(onBoard("(layers 1000 (square 40))", plain)), "LUD"},
		{"layers of one", with(onBoard("(layers 1000000 (square 1))", plain)), "LUD"},
		{"layers of layers", with(onBoard("(layers 99 (layers 99 (layers 99 (square 2))))", plain)), "LUD"},
		{"merged", func() string {
			return onBoard("(merge {"+strings.Repeat("(square 10) ", 10_000)+"})", plain)
		}, ""},
		{"merged and shifted", func() string {
			return onBoard("(merge {"+numbered(2000, "(shift %d 0 (square 10)) ")+"})", plain)
		}, ""},
		{"united", func() string {
			return onBoard("(union {"+strings.Repeat("(hex 5) ", 3_000)+"} connect:True)", plain)
		}, ""},
		{"intersected", func() string {
			return onBoard("(intersect {"+strings.Repeat("(square 30) ", 3_000)+"})", plain)
		}, ""},
		{"subdivided", func() string { return onBoard(nested(300, "(subdivide ", "(hex 5)", ")"), plain) }, ""},
		{"duals", func() string { return onBoard(nested(300, "(dual ", "(square 60)", ")"), plain) }, ""},
		{"crossings", func() string { return onBoard("(splitCrossings (complete (square 12)))", plain) }, ""},
		{"faces", func() string { return onBoard("(makeFaces (complete (regular 60)))", plain) }, ""},
		{"turned", func() string { return onBoard(nested(300, "(rotate 1 ", "(square 100)", ")"), plain) }, ""},
		{"a graph", func() string {
			return onBoard("(graph vertices:{"+numbered(200_000, "{%d 0} ")+"} edges:{"+strings.Repeat("{0 1} ", 200_000)+"})", plain)
		}, "LUD"},
		{"a star of edges", func() string {
			return onBoard("(graph vertices:{"+numbered(20_000, "{%d 7} ")+"} edges:{"+numbered(20_000, "{0 %d} ")+"})", plain)
		}, ""},
		{"one place", func() string {
			return onBoard("(graph vertices:{"+strings.Repeat("{0 0} ", 30_000)+"} edges:{"+numbered(29_999, "{0 %d} ")+"})", plain)
		}, ""},
		{"a polygon", func() string {
			return onBoard("(hex (poly {"+numbered(20_000, "{%d 0} {0 %[1]d} ")+"}))", plain)
		}, ""},
		{"a large polygon", with(onBoard("(square (poly {{0 0} {0 2000} {2000 2000} {2000 0}}))", plain)), "LUD"},
		{"holes", func() string {
			return onBoard(nested(300, "(hole ", "(square 100)", " (poly {{0 0} {0 3} {3 3} {3 0}}))"), plain)
		}, ""},
		{"the largest squares", with(onBoard("(square 150)", plain)), ""},
		{"the largest vertices", with(gameOf(`(board (square 150) use:Vertex) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))`)), ""},
		{"the largest edges", with(gameOf(`(board (square 150) use:Edge) (piece "Ball" Each)`, `(play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Win)))`)), ""},
		{"the longest board", with(onBoard("(rectangle 1 20000)", plain)), ""},
		{"slides on the longest board", with(gameOf(`(board (rectangle 1 20000)) (piece "Ball" Each (move Slide))`, `(start (place "Ball1" {0 5 19999})) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a boardless game", with(gameOf(`(boardless Square 100000) (piece "Ball" Each)`, `(play (move Add (to (sites Playable)))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a mancala board", with(gameOf(`(mancalaBoard 1000 1000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"a long mancala board", with(gameOf(`(mancalaBoard 2 1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"stores", with(gameOf(`(mancalaBoard 2 6 store:Outer numStores:1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"surakarta", with(gameOf(`(surakartaBoard (square 150) loops:1000000 from:1000000) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"surakarta loops", with(gameOf(`(surakartaBoard (square 150) loops:74) (piece "Ball" Each)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), ""},

		// Equipment.
		{"pieces", func() string {
			return gameOf("(board (square 3)) "+numbered(300_000, `(piece "A%d" Each)`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, "LUD"},
		{"pieces on a large board", func() string {
			return gameOf("(board (square 150)) "+numbered(499, `(piece "A%d" Each)`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, ""},
		{"regions", func() string {
			return gameOf(`(board (square 3)) (piece "Ball" Each) `+numbered(200_000, `(regions "A%d" {0 1})`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, ""},
		{"regions of a large board", func() string {
			return gameOf(`(board (square 150)) (piece "Ball" Each) `+numbered(100_000, `(regions "A%d" (sites Board))`), "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, ""},
		{"regions that turn round", with(gameOf(`(board (square 3)) (piece "Ball" Each) (regions "A" (sites "B")) (regions "B" (sites "A"))`, `(play (move Add (to (sites "A")))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a tile's walk", func() string {
			return gameOf(`(board (square 3)) (tile "T" Each {`+strings.Repeat("F R ", 400_000)+`})`, "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, ""},
		{"walks", func() string {
			return gameOf(`(board (square 30)) (tile "T" Each {`+strings.Repeat("{F F R F L F}", 100_000)+`})`, "(play "+plain+") (end (if (no Moves Next) (result Mover Win)))")
		}, ""},
		{"a leap", func() string {
			return onBoard("(square 100)", "(move Leap (from 5) {{"+strings.Repeat("F R ", 400_000)+"}} (to if:(is Empty (to))))")
		}, ""},
		{"leaps", func() string {
			return onBoard("(square 100)", "(move Leap (from (sites Board)) {"+strings.Repeat("{F F R F} ", 100_000)+"} (to if:(is Empty (to))))")
		}, ""},
		{"sites of a walk", func() string {
			return onBoard("(square 100)", "(move Add (to (sites 5 {{"+strings.Repeat("F R F L ", 250_000)+"}})))")
		}, ""},
		{"sites of walks", func() string {
			return onBoard("(square 100)", "(move Add (to (sites (last To) {"+strings.Repeat("{F R F L} ", 150_000)+"})))")
		}, ""},
		{"a pattern", func() string {
			return onBoard("(square 100)", "(if (is Pattern {"+strings.Repeat("F R F L ", 250_000)+"} from:5) "+plain+" (pass))")
		}, ""},
		{"dice", with(gameOf(`(board (square 3)) (dice d:1000000000 num:1000000000) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"a hundred dice", with(gameOf(`(board (square 3)) (dice d:1000 num:100) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"dice combined", with(gameOf(`(board (square 3)) (dice d:6 num:30) (piece "Ball" Each)`, `(play (do (roll) next:(forEach Die combined:True (move Add (to (sites Empty)))))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"faces", func() string {
			return gameOf(`(board (square 3)) (dice faces:{`+strings.Repeat("1 ", 500_000)+`} num:1) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"odds", with(gameOf(`(board (square 3)) (dice d:3 biased:{-1 -1 3} num:1) (piece "Ball" Each)`, `(play (do (roll) next:`+plain+`)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a hand", with(gameOf(`(board (square 3)) (hand Each size:1000000) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"hands", func() string {
			return gameOf(`(board (square 3)) `+strings.Repeat("(hand P1 size:10) ", 100_000)+` (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"dominoes", with(gameOf(`(board (square 30)) (dominoes upTo:1000000)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"many dominoes", with(gameOf(`(board (square 30)) (hand Each size:20) (dominoes upTo:40)`, `(start (deal Dominoes 10)) (play (forEach Piece container:(mover) (move (from) (to (sites LineOfPlay))))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a deck", with(gameOf(`(board (square 3)) (hand Each size:20) (deck cardsBySuit:1000000 suits:1000000)`, `(play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"cards dealt", with(gameOf(`(board (square 3)) (hand Each size:3) (deck)`, `(start (deal Cards 1000000000)) (play (pass)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a map", func() string {
			return gameOf(`(board (square 3)) (piece "Ball" Each) (map "M" {`+numbered(300_000, "(pair %d %[1]d) ")+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"a map of places", func() string {
			return gameOf(`(board (square 140)) (piece "Ball" Each) (map "M" {`+strings.Repeat(`(pair "ZZ1" "ZZ2") `, 100_000)+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, "LUD"},
		{"a map of last places", func() string {
			return gameOf(`(board (rectangle 1 20000)) (piece "Ball" Each) (map "M" {`+strings.Repeat(`(pair "A1" "A1") (pair 1 "ABCDE1")`, 50_000)+`})`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"sites by places", func() string {
			return onBoard("(square 140)", `(move Add (to (sites {`+strings.Repeat(`"DZ140" `, 300_000)+`})))`)
		}, ""},
		{"maps", func() string {
			return gameOf(`(board (square 3)) (piece "Ball" Each) `+numbered(200_000, `(map "M%d" {(pair 1 1)})`), `(play (move Add (to (mapEntry "M77" 1)))) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"a track", func() string {
			return gameOf(`(board (square 3) (track "T" "0,`+strings.Repeat("E,W,", 500_000)+`" loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"a track of numbers", func() string {
			return gameOf(`(board (square 3) (track "T" {`+strings.Repeat("0 1 ", 500_000)+`} loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"tracks", func() string {
			return gameOf(`(board (square 100) {`+numbered(20_000, `(track "T%d" "0,E,N,W" P1) `)+`}) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"a track to nowhere", with(gameOf(`(board (square 3) (track "T" "0,E1000000000,N1000000000" loop:True)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"values of a puzzle", with(`(game "H" (players 1) (equipment {(board (square 50) (values Cell (range 0 1000000000)))}) (rules (play (satisfy {(all Different)})) (end (if (is Solved) (result P1 Win)))))`), ""},
		{"hints of a puzzle", func() string {
			return `(game "H" (players 1) (equipment {(board (square 9) (values Cell (range 1 9))) (hints {` + strings.Repeat(`(hint {0 1 2 3} 7) `, 100_000) + `})}) (rules (play (satisfy (forAll Hint (is Sum (sites Hint) (hint))))) (end (if (is Solved) (result P1 Win)))))`
		}, ""},

		// Players.
		{"no players", with(strings.Replace(on3(plain), "(players 2)", "(players 0)", 1)), ""},
		{"fewer players", with(strings.Replace(on3(plain), "(players 2)", "(players -1)", 1)), "LUD"},
		{"17 players", with(strings.Replace(on3(plain), "(players 2)", "(players 17)", 1)), "LUD"},
		{"players", with(strings.Replace(on3(plain), "(players 2)", "(players 1000000)", 1)), "LUD"},
		{"a player that there is not", with(gameOf(`(board (square 3)) (piece "Ball" P16)`, `(start (place "Ball16" 0)) (play (forEach Piece (move Step (to if:(is Empty (to)))))) (end (if (no Moves P16) (result P16 Win)))`)), ""},
		{"turns for players that there are not", with(on3(`(move Add (to (sites Empty)) (then (set NextPlayer (player 99))))`)), ""},
		{"teams", with(gameOf(`(board (square 3)) (piece "Ball" Each)`, `(start {(set Team 1000000000 {P1 P16}) (set Team -5 {P2})}) (play `+plain+`) (end (if (no Moves Next) (result TeamMover Win)))`)), ""},
		{"scores", with(started("(square 3)", `(set Score Each 1000000000000)`)), ""},

		// Start rules.
		{"a count", with(started("(square 3)", `(place "Ball1" 0 count:1000000000)`)), ""},
		{"a stack", with(started("(square 3)", `(place Stack "Ball1" 0 count:1000000)`)), ""},
		{"a higher stack", with(started("(square 3)", `(place Stack "Ball1" 0 count:1000000000)`)), ""},
		{"stacks", with(started("(square 100)", `(place Stack "Ball1" (sites Board) count:4000)`)), ""},
		{"stacks on stacks", func() string {
			return started("(square 30)", strings.Repeat(`(place Stack "Ball1" (sites Board) count:4000) `, 1000))
		}, ""},
		{"many placings", func() string { return started("(square 3)", strings.Repeat(`(place "Ball1" 0) `, 200_000)) }, ""},
		{"large placings", func() string {
			return started("(square 140)", strings.Repeat(`(place "Ball1" (sites Board)) `, 10_000))
		}, ""},
		{"random placings", with(started("(square 30)", `(place Random {"Ball1"} count:1000000000)`)), ""},
		{"many random placings", func() string {
			return started("(square 30)", strings.Repeat(`(place Random {"Ball1"} count:800) `, 100))
		}, ""},
		{"loops at the start", func() string {
			return started("(square 3)", nested(6, `(forEach Value min:0 max:1000000000 `, `(place "Ball1" 0)`, `)`))
		}, ""},
		{"sites at the start", func() string {
			return started("(square 100)", nested(6, `(forEach Site (sites Board) `, `(place "Ball1" 0)`, `)`))
		}, ""},
		{"values remembered at the start", with(started("(square 3)", `(forEach Value min:0 max:100000 (set RememberValue "A" (value)))`)), ""},
		{"amounts", with(started("(square 3)", `(set Amount 1000000000000000000)`)), ""},
		{"costs", with(started("(square 3)", `(set Cost 1000000000 at:1000000)`)), ""},
		{"hidden", with(started("(square 3)", `(set Hidden at:1000000 to:P1)`)), ""},

		// Play.
		{"while", with(on3(`(while (= 1 1) ` + plain + `)`)), ""},
		{"while nothing", with(on3(`(while (= 1 1) (pass))`)), ""},
		{"while in while", func() string { return on3(nested(50, `(while (= 1 1) `, `(remove 100)`, `)`)) }, ""},
		{"while in a loop", with(on3(`(forEach Value min:0 max:1000000 (while (< 0 (count Moves)) (pass)))`)), ""},
		{"values", with(on3(`(forEach Value min:0 max:1000000000 ` + plain + `)`)), ""},
		{"values without moves", func() string { return on3(nested(8, `(forEach Value min:0 max:1000000 `, `(remove 100)`, `)`)) }, ""},
		{"sites of sites", func() string {
			return onBoard("(square 100)", nested(8, `(forEach Site (sites Board) `, `(remove 5)`, `)`))
		}, ""},
		{"conditions of sites", func() string {
			return onBoard("(square 100)", `(move Add (to `+nested(8, `(forEach (sites Board) if:(is In (site) `, `(sites Empty)`, `))`)+`))`)
		}, ""},
		{"all sites of all sites", func() string {
			return onBoard("(square 100)", `(if `+nested(8, `(all Sites (sites Board) if:`, `(is Empty (site))`, `)`)+` `+plain+` (pass))`)
		}, ""},
		{"counts of groups", with(onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (< 0 (count Groups Orthogonal if:(is Empty (to)))) (remove 5))))`)), ""},
		{"groups", with(onBoard("(square 100)", `(forEach Site (sites Board) (if (< 5000 (count Sites in:(sites Group at:(site) Orthogonal if:(is Empty (to))))) (move Add (to (site)))))`)), ""},
		{"groups of groups", with(onBoard("(square 100)", `(forEach Site (sites Board) (if (< 5000 (count Sites in:(sites Group at:(site) Orthogonal if:(< 1 (count Sites in:(sites Group at:(to) All if:(is Empty (to)))))))) (move Add (to (site)))))`)), ""},
		{"sites around", func() string {
			return onBoard("(square 100)", `(move Add (to `+nested(40, `(sites Around `, `(sites Board)`, ` distance:50)`)+`))`)
		}, ""},
		{"expansions", func() string {
			return onBoard("(square 100)", `(forEach Site (sites Board) (move Add (to `+nested(40, `(expand `, `(sites Board)`, ` steps:1000000000)`)+`)))`)
		}, ""},
		{"directions", func() string {
			return onBoard("(square 100)", `(move Add (to `+nested(40, `(sites Direction from:`, `(sites Board)`, ` All)`)+`))`)
		}, ""},
		{"distances", with(onBoard("(square 100)", `(forEach Site (sites Board) (move Add (to (sites Distance from:(site) (range 1 1000000000)))))`)), ""},
		{"steps counted", with(onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (= 5 (count Steps (step (to if:(is Empty (to)))) 0 (site))) (move Add (to (site))))))`)), ""},
		{"random sites", with(onBoard("(square 100)", `(move Add (to (sites Random (sites Board) num:1000000000)))`)), ""},
		{"a random value", with(on3(`(move Add (to (value Random (range 0 1000000000))))`)), ""},
		{"many random values", with(on3(`(forEach Value min:0 max:100000 (move Add (to (value Random (range 0 8)))))`)), ""},
		{"random moves", func() string { return on3(nested(50, `(random `, plain, ` num:1000000000)`)) }, ""},
		{"products", func() string { return onBoard("(square 100)", nested(6, `(allCombinations `, plain, ` `+plain+`)`)) }, ""},
		{"products of little", func() string { return onBoard("(square 5)", nested(20, `(allCombinations `, plain, ` `+plain+`)`)) }, ""},
		{"sums", func() string { return onBoard("(square 100)", nested(100, `(or `, plain, ` `+plain+`)`)) }, ""},
		{"many sums", func() string { return onBoard("(square 100)", `(or {`+strings.Repeat(plain, 20_000)+`})`) }, ""},
		{"priorities", func() string { return onBoard("(square 100)", nested(100, `(priority `, plain, ` `+plain+`)`)) }, ""},
		{"do", func() string { return on3(nested(100, `(do `, plain, ` next:`+plain+`)`)) }, ""},
		{"do afterwards", func() string {
			return onBoard("(square 40)", nested(50, `(do `, plain, ` ifAfterwards:(can Move `+plain+`))`))
		}, ""},
		{"sequences", func() string { return onBoard("(square 100)", `(seq {`+strings.Repeat(plain, 1000)+`})`) }, ""},
		{"append", func() string {
			return onBoard("(square 100)", nested(50, `(append `, plain[:0]+`(forEach Site (sites Board) (remove 5))`, `)`))
		}, ""},
		{"can move", func() string {
			return on3(`(if ` + nested(100, `(can Move (if `, `(is Empty 0)`, ` `+plain+`))`) + ` ` + plain + `)`)
		}, ""},
		{"most moves", func() string {
			return onBoard("(square 20)", nested(20, `(max Moves `, `(move Add (to (sites Empty)) (then (moveAgain)))`, `)`))
		}, ""},
		{"most captures", func() string {
			return onBoard("(square 20)", nested(20, `(max Captures `, `(move Add (to (sites Empty)) (then (moveAgain)))`, `)`))
		}, ""},
		{"longest turns", with(onBoard("(square 5)", `(max Moves (move Add (to (sites Empty)) (then (moveAgain))))`)), ""},
		{"most distance", func() string { return onBoard("(square 20)", nested(20, `(max Distance `, plain, `)`)) }, ""},
		{"move again", with(on3(`(move Add (to 0) (then (moveAgain)))`)), ""},
		{"consequences", func() string {
			return on3(nested(150, `(move Add (to (sites Empty)) (then `, `(pass)`, `))`))
		}, "LUD"},
		{"consequences of consequences", func() string {
			return onBoard("(square 30)", `(move Add (to (sites Empty)) (then `+nested(30, `(add (to (sites Board)) (then `, `(add (to (sites Board)))`, `))`)+`))`)
		}, ""},
		{"consequences of few", func() string {
			return onBoard("(square 3)", `(move Add (to (sites Empty)) (then `+nested(30, `(add (to (sites Board)) (then `, `(add (to (sites Board)))`, `))`)+`))`)
		}, ""},
		{"consequences that pile up", func() string {
			return onBoard("(square 3)", `(move Add (to (sites Board)) stack:True (then (forEach Site (sites Board) (add (to (site)) count:100000 stack:True))))`)
		}, ""},
		{"moves that pile up", with(onBoard("(square 3)", `(move Add (to (sites Board)) count:1000000000 stack:True)`)), ""},
		{"applied", func() string {
			return onBoard("(square 30)", `(move Step (from (sites Board)) (to `+nested(20, `(apply (forEach Site (sites Board) (fromTo (from) (to (sites Board) `, `(apply (remove (to)))`, `))))`)+`))`)
		}, ""},
		{"pieces that move as pieces", with(gameOf(`(board (square 3)) (piece "Ball" Each (forEach Piece))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"pieces that ask what pieces can", with(gameOf(`(board (square 3)) (piece "Ball" Each (if (can Move (forEach Piece)) (move Step (to if:(is Empty (to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"pieces that ask for moves", with(gameOf(`(board (square 3)) (piece "Ball" Each (if (not (no Moves Next)) (move Step (to if:(is Empty (to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"moves that ask for moves", with(on3(`(if (no Moves Next) (pass) ` + plain + `)`)), ""},
		{"moves that ask for threats", with(gameOf(`(board (square 3)) (piece "Ball" Each (move Step (to if:(not (is Threatened at:(to))))))`, `(start {(place "Ball1" 0) (place "Ball2" 8)}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"moves that ask for their number", with(on3(`(if (< 0 (count LegalMoves)) ` + plain + `)`)), ""},
		{"moves that ask for what wins", with(on3(`(if (< 0 (count Sites in:(sites Winning))) ` + plain + ` ` + plain + `)`)), ""},
		{"moves that ask for what wins on a large board", with(onBoard("(square 100)", `(if (< 0 (count Sites in:(sites Winning))) `+plain+` `+plain+`)`)), ""},
		{"phases in a ring", with(gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ (phase "A" (play `+plain+`) (nextPhase "B")) (phase "B" (play `+plain+`) (nextPhase "A")) } (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"a phase that there is not", with(gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ (phase "A" (play `+plain+`) (nextPhase "C")) } (end (if (no Moves Next) (result Mover Win)))`)), "LUD"},
		{"phases", func() string {
			return gameOf(`(board (square 3)) (piece "Ball" Each)`, `phases:{ `+numbered(100_000, `(phase "A%d" (play (pass)) (nextPhase "A0"))`)+` } (end (if (no Moves Next) (result Mover Win)))`)
		}, ""},
		{"end rules", func() string {
			return gameOf(`(board (square 3)) (piece "Ball" Each)`, `(play `+plain+`) (end {`+strings.Repeat(`(if (no Moves Next) (result Mover Win)) `, 100_000)+`})`)
		}, ""},
		{"lines", with(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Line 1000000000) (result Mover Win)))`)), ""},
		{"short lines", with(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Line -1) (result Mover Win)))`)), ""},
		{"loops", with(gameOf(`(board (square 100)) (piece "Ball" Each)`, `(play `+plain+`) (end (if (is Loop) (result Mover Win)))`)), ""},
		{"sowing", with(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 1000000000 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow)))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"sowing on", with(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow if:(= 1 1) apply:(sow count:4) backtracking:True)))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"numbers to sow", with(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow count:1000000000 numPerHole:1000000000)))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"skipping", with(gameOf(`(mancalaBoard 2 6 (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)`, `(start (set Count 4 to:(sites Track))) (play (move Select (from (sites Board)) (then (sow skipIf:True)))) (end (if (no Moves Next) (result Mover Win)))`)), ""},
		{"remembering", with(on3(`(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (remember Value (value)))))`)), ""},
		{"notes", with(on3(`(move Add (to (sites Board)) (then (forEach Value min:0 max:1000000 (note "a" to:P1))))`)), ""},
		{"a bet", with(on3(`(move Bet P1 (range 0 1000000000))`)), ""},
		{"votes", with(on3(`(move Vote "a")`)), ""},
		{"a sum of sums", func() string { return on3(`(if (< 0 ` + nested(900, `(+ 1 `, `1`, `)`) + `) ` + plain + `)`) }, ""},
		{"sums of sums", func() string { return on3(`(if (< 0 ` + nested(490, `(+ 1 `, `1`, `)`) + `) ` + plain + `)`) }, ""},
		{"negations", func() string { return on3(`(if ` + nested(450, `(not `, `(is Empty 1)`, `)`) + ` ` + plain + `)`) }, ""},
		{"a wide sum in a loop", func() string {
			return onBoard("(square 100)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (< 0 (+ {`+strings.Repeat("(count Pieces) ", 30_000)+`})) (remove 5))))`)
		}, ""},
		{"choices", func() string { return on3(nested(400, `(if (is Empty 1) `, plain, `)`)) }, ""},
	}
	return append(all, hostile{"NaN", with(onBoard(fmt.Sprintf("(scale %v (square 3))", math.NaN()), plain)), "LUD"})
}

// TestHostile: every hostile description ends in findings or in a fault, or can
// be played, within the budget and without a panic. Every ninth is tried here, all
// of them, which takes minutes, with LUDENS_ALL; LUDENS_HOSTILE holds a regular
// expression of those to look at.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each of 200 descriptions")
	}
	only := regexp.MustCompile(os.Getenv("LUDENS_HOSTILE"))
	all := os.Getenv("LUDENS_ALL")+os.Getenv("LUDENS_HOSTILE") != ""
	for i, h := range hostiles() {
		if !only.MatchString(h.name) || !all && i%9 != 0 {
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			c := inProcess(t, job{Text: h.text(), Plies: 3, Seconds: 120})
			t.Logf("load %.2f s (processor %.2f s), first %.2f s, step %.2f s, %.0f MiB, %d plies: %.300s %.300s",
				c.Load, c.CPU, c.Reset, c.Step, c.MiB, c.Plies, c.Findings, c.Fault)
			switch {
			case c.Died != "":
				t.Errorf("%.0f MiB: %s", c.MiB, c.Died)
			case strings.Contains(c.Findings, "could not be lowered"), strings.Contains(c.Fault, "internal error"):
				t.Error("a panic")
			case c.CPU > hostileLoad, c.Reset > hostileStep, c.Step > hostileStep, c.MiB > hostileMiB:
				t.Error("over the budget")
			case h.want != "" && !regexp.MustCompile(h.want).MatchString(c.Findings+c.Fault):
				t.Errorf("no %q", h.want)
			}
		})
	}
}
