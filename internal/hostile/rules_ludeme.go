package hostile

import (
	"fmt"
	"slices"
	"strings"
)

// rulesLudeme are attacks by descriptions in ludemes. Want of a row is a regular
// expression for the finding or the fault; where it is empty, any will do, and none.
var rulesLudeme = slices.Concat(
	aimed("the readers of text", ludemeTexts),
	aimed("what definitions, options and ranges are replaced by", ludemeDefines),
	aimed("arithmetic, and numbers that name what there is not", ludemeNumbers),
	aimed("the making of boards", ludemeBoards),
	aimed("pieces, dice, tracks, maps, hands and regions", ludemeEquipment),
	aimed("players, teams and turns", ludemePlayers),
	aimed("the rules of the start", ludemeStarts),
	aimed("the rules of moves", ludemePlay),
	aimed("a single step", ludemeSteps),
	aimed("one form after the other", ludemeForms),
	aimed("numbers, places and times of every kind", ludemeOdd),
	aimed("whoever believes that rules are sensible", ludemeLate),
)

// aimed gives rows without an aim one.
func aimed(aim string, rows []Row) []Row {
	for i := range rows {
		if rows[i].Aim == "" {
			rows[i].Aim = aim
		}
	}
	return rows
}

// gameOf puts parts together.
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

// plain is a move that is always there, at first.
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

// ludemeTexts aim at the readers of text.
var ludemeTexts = []Row{
	{Name: "brackets", Text: func() string { return strings.Repeat("(", 100_000) }, Want: "LUD"},
	{Name: "brackets closed", Text: func() string { return nested(100_000, "(game ", "", ")") }, Want: "LUD007"},
	{Name: "arrays", Text: func() string { return nested(100_000, "{", "", "}") }, Want: "LUD"},
	{Name: "mixed brackets", Text: func() string { return strings.Repeat("({<", 100_000) }, Want: "LUD"},
	{Name: "garbage", Text: func() string { return strings.Repeat("\x00\xff(%$\"", 16<<20/9) }, Want: "LUD"},
	{Name: "16 MiB of spaces", Text: func() string { return strings.Repeat(" ", 16<<20) }, Want: "LUD02"},
	{Name: "17 MiB", Text: func() string { return strings.Repeat(" ", 17<<20) }, Want: "LUD007"},
	{Name: "one word", Text: func() string { return strings.Repeat("a", 16<<20) }, Want: "LUD02"},
	{Name: "one string", Text: func() string { return `(game "` + strings.Repeat("a", 15<<20) + `")` }},
	{Name: "many words", Text: func() string { return `(game "G" ` + strings.Repeat("a ", 1_900_000) + `)` }, Want: "LUD"},
	{Name: "many numbers", Text: func() string { return `(game "G" {` + strings.Repeat("1 ", 1_900_000) + `})` }, Want: "LUD"},
	{Name: "many games", Text: func() string { return strings.Repeat(`(game "G")`, 300_000) }, Want: "LUD02"},
	{Name: "many labels", Text: func() string { return `(game "G" ` + strings.Repeat("a:", 1_000_000) + `)` }, Want: "LUD"},
	{Name: "comments", Text: func() string { return strings.Repeat("//\n", 5_000_000) }, Want: "LUD"},
	{Name: "empty", Text: text(""), Want: "LUD02"},
	{Name: "no rules", Text: text(`(game "G")`), Want: "LUD"},
	{Name: "no parts", Text: text(`(game "G" (players 2) (equipment {}) (rules (play (pass)) (end (if (no Moves P1) (result P1 Win)))))`), Want: "LUD"},
}

// ludemeDefines aim at what definitions, options and ranges are replaced by.
var ludemeDefines = []Row{
	{Name: "a define of itself", Text: text(`(define "A" "A") (game "G" "A")`), Want: "LUD028"},
	{Name: "defines in a ring", Text: text(`(define "A" ("B" "B")) (define "B" ("A" "A")) (game "G" "A")`), Want: "LUD02"},
	{Name: "doubling", Text: func() string { return doubling(60, "(a)") + `(game "G" "D60")` }, Want: "LUD029"},
	{Name: "doubling nothing", Text: func() string { return doubling(60, "~") + `(game "G" "D60")` }, Want: "LUD029"},
	{Name: "doubling moves", Text: func() string {
		return doubling(17, "(pass)") + on3(`(or { "D17" })`)
	}},
	{Name: "doubling conditions", Text: func() string {
		return doubling(16, "(is Empty 1)") + on3(`(if (and { "D16" }) `+plain+`)`)
	}},
	{Name: "arguments that grow", Text: func() string {
		return `(define "A" ("A" (#1 #1 #1 #1))) (game "G" ("A" x))`
	}, Want: "LUD02"},
	{Name: "words that grow", Text: func() string {
		return `(define "A" ("A" #1#1)) (game "G" ("A" x))`
	}, Want: "LUD0"},
	{Name: "many defines", Text: func() string { return numbered(300_000, `(define "A%d" x)`) + `(game "G")` }, Want: "LUD"},
	{Name: "options", Text: func() string {
		return numbered(3000, `(option "O%d" <O%d> args:{<a>} {(item "x" <1> "") (item "y" <2> "")**})`) + on3(plain)
	}},
	{Name: "options of options", Text: func() string {
		return `(option "A" <A> args:{<a>} {(item "x" <<A:a> <A:a>> "")}) (game "G" <A:a>)`
	}, Want: "LUD0"},
	{Name: "rulesets", Text: func() string {
		return numbered(100_000, `(rulesets {(ruleset "R%d/x" {"O/x"})})`) + on3(plain)
	}},
	{Name: "a range", Text: text(`(game "G" {0..1000000000})`), Want: "LUD0"},
	{Name: "ranges", Text: func() string { return `(game "G" ` + strings.Repeat("{0..999999}", 100) + `)` }, Want: "LUD0"},
}

// ludemeNumbers aim at arithmetic, and numbers that name what there is not.
var ludemeNumbers = []Row{
	{Name: "a long number", Text: func() string { return onBoard("(square 1"+strings.Repeat("0", 400)+")", plain) }, Want: "LUD"},
	{Name: "a long float", Text: func() string {
		return onBoard("(rotate 1"+strings.Repeat("0", 400)+".0 (square 3))", plain)
	}, Want: "LUD"},
	{Name: "a shift without end", Text: func() string {
		return onBoard("(shift 1"+strings.Repeat("0", 300)+".0 0 (square 3))", plain)
	}},
	{Name: "a scale without end", Text: func() string {
		return onBoard("(scale 1"+strings.Repeat("0", 200)+".0 (scale 1"+strings.Repeat("0", 200)+".0 (square 3)))", plain)
	}},
	{Name: "a scale by no number", Text: text(onBoard("(scale NaN (square 3))", plain)), Want: "LUD"},
	{Name: "a scale to nothing", Text: text(onBoard("(scale 0 (square 3))", plain))},
	{Name: "a board of no size", Text: text(onBoard("(square 0)", plain))},
	{Name: "a board of less", Text: text(onBoard("(square -3)", plain)), Want: "LUD"},
	{Name: "a board by nothing", Text: text(onBoard("(square (/ 3 0))", plain)), Want: "LUD"},
	{Name: "a power", Text: text(onBoard("(square (^ 10 1000))", plain)), Want: "LUD"},
	{Name: "division by zero", Text: text(on3(`(if (= (/ 1 0) (% 1 0)) ` + plain + `)`))},
	{Name: "division by what is zero", Text: text(on3(`(if (= (/ 1 (count Pieces)) (% 1 (count Pieces))) ` + plain + ` (pass))`))},
	{Name: "roots and logarithms", Text: text(on3(`(move Add (to (sites Empty)) (then (set Value P1 (toInt (/ (log 0.0) (sqrt -1.0))))))`))},
	{Name: "a float that is a site", Text: text(on3(`(move Add (to (toInt (* 1e300 1.0))))`))},
	{Name: "a float that is a number", Text: text(on3(`(move Add (to (toInt (^ 10.0 300.0))))`))},
	{Name: "powers of powers", Text: text(on3(`(move Add (to (^ 9 (^ 9 (^ 9 9)))))`))},
	{Name: "a negative count", Text: text(started("(square 3)", `(place "Ball1" 0 count:-5)`))},
	{Name: "sites that there are not", Text: text(on3(`(move Add (to (sites {-5 -1 9 64 100000 1000000000})))`))},
	{Name: "a site that there is not", Text: text(on3(`(move Add (to 1000000000))`))},
	{Name: "a site of less", Text: text(on3(`(move Add (to -7))`))},
	{Name: "pieces that there are not", Text: text(on3(`(move Add (piece 1000000) (to (sites Empty)))`))},
	{Name: "pieces of less", Text: text(on3(`(move Add (piece -3) (to (sites Empty)))`))},
	{Name: "levels that there are not", Text: text(on3(`(move Remove 3 level:1000000000 (then (set State at:3 level:-7 5)))`))},
	{Name: "states", Text: text(on3(`(move Add (piece "Ball" state:1000000000) (to (sites Empty)))`))},
}
