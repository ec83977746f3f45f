package hostile

import (
	"fmt"
	"strings"
)

// gdlLate are what somebody thought of who had not read the tables before.
var gdlLate = aimed("whoever believes that rules are sensible", []Row{
	{Name: "permutations of nine, one exchange at a time", Text: func() string {
		vars := []string{"?a", "?b", "?c", "?d", "?e", "?f", "?g", "?h", "?i"}
		var b strings.Builder
		b.WriteString(frame + "(p 1 2 3 4 5 6 7 8 9)")
		for i := range 8 {
			turned := append([]string{}, vars...)
			turned[i], turned[i+1] = turned[i+1], turned[i]
			fmt.Fprintf(&b, "(<= (p %s)(p %s))\n", strings.Join(vars, " "), strings.Join(turned, " "))
		}
		return b.String() + "(<= terminal (p 9 8 7 6 5 4 3 2 1)(true (n done)))(<= (next (n ?a))(p ?a 2 3 4 5 6 7 8 9)(true (n z)))"
	}},
	{Name: "a tower of 20,000 negations", Text: func() string {
		return frame + "(q0 x)" + many(20_000, "(<= (q#+ x)(not (q# x)))") + "(<= (next (n z))(q20000 x))"
	}},
	{Name: "three thousand moves that differ in their last letter only", Text: func() string {
		long := strings.Repeat("m", 5000)
		return frame + many(3000, "(<= (legal a "+long+"#)(true (n z)))")
	}},
	{Name: "three thousand moves that differ in the last place of a hundred", Text: func() string {
		return frame + many(3000, "(k #)") + "(<= (legal a (m " + strings.Repeat("same ", 99) + "?x))(k ?x))"
	}},
	{Name: "a move for every sum of three squares", Text: func() string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "(sq %d)", i*i)
		}
		return frame + b.String() + "(<= (legal a (sum ?x ?y ?z))(sq ?x)(sq ?y)(sq ?z)(distinct ?x ?y)(distinct ?y ?z))"
	}},
	{Name: "Latin squares of six by a rule", Text: func() string {
		var body strings.Builder
		for r := range 6 {
			for c := range 6 {
				fmt.Fprintf(&body, "(v ?x%d%d)", r, c)
				for k := range c {
					fmt.Fprintf(&body, "(distinct ?x%d%d ?x%d%d)", r, c, r, k)
				}
				for k := range r {
					fmt.Fprintf(&body, "(distinct ?x%d%d ?x%d%d)", r, c, k, c)
				}
			}
		}
		return frame + many(6, "(v #)") + "(<= (count ?x55)" + body.String() + ")(<= terminal (count 9))"
	}},
	{Name: "a knight's way over a board of eight by a state of its past", Text: func() string {
		var b strings.Builder
		for x := range 8 {
			for y := range 8 {
				for _, d := range [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
					if u, v := x+d[0], y+d[1]; u >= 0 && u < 8 && v >= 0 && v < 8 {
						fmt.Fprintf(&b, "(j %d %d)", 8*x+y, 8*u+v)
					}
				}
			}
		}
		return frame + b.String() + "(init (at 0))(init (way nil))(<= (legal a (to ?y))(true (at ?x))(j ?x ?y))(<= (next (at ?y))(does a (to ?y)))(<= (next (way (cons ?y ?w)))(does a (to ?y))(true (way ?w)))"
	}},
	{Name: "every pair of moves ever made is remembered", Text: text(frame + digits + `(<= (legal ?r (say ?x))(role ?r)(d ?x))(<= (next (said (then ?p ?q))) (does a (say ?p)) (true (said ?q)))(init (said 0))(<= (next (pair ?x ?y ?f))(does a (say ?x))(does b (say ?y))(true (pair ?u ?v ?f)))(init (pair 0 0 0))(<= (next (pair ?u ?v (f ?x ?y)))(true (pair ?u ?v ?w))(does a (say ?x))(does b (say ?y)))`)},
	{Name: "the parity of 4,000 switches", Text: func() string {
		return frame + many(4000, "(init (off #))(<= (legal a (flip #))(true (off #)))(<= (next (off #))(true (off #))(not (does a (flip #))))") + many(4000, "(<= (even#+ x)(even# x)(true (off #)))(<= (even#+ x)(not (even# x))(not (true (off #))))") + "(even0 x)(<= terminal (even4000 y))"
	}},
	{Name: "goals of every number up to 30,000 at once", Text: func() string {
		return frame + many(30_000, "(<= (goal a #)(true (n z)))")
	}},
	{Name: "a board of words of two hundred letters", Text: func() string {
		w := strings.Repeat("abcdefghij", 20)
		return frame + many(60, "(x "+w+"#)") + "(<= (init (cell ?x ?y))(x ?x)(x ?y))(<= (legal a (take ?x ?y))(true (cell ?x ?y)))(<= (next (cell ?x ?y))(true (cell ?x ?y))(not (does a (take ?x ?y))))"
	}},
	{Name: "a word of a megabyte in 10,000 moves", Text: func() string {
		return frame + many(100, "(x #)") + "(<= (legal a (take " + strings.Repeat("w", 1<<20) + " ?x ?y))(x ?x)(x ?y)(true (n z)))"
	}},
	{Name: "four thousand players of nothing", Text: func() string {
		return many(4000, "(role p#)") + "(<= (legal ?r noop)(role ?r))(<= (goal ?r 50)(role ?r))(init (n z))(<= terminal (true (n done)))(<= (next (n ?r))(does ?r noop))"
	}},
	{Name: "a rule whose conditions are all one", Text: func() string {
		return frame + "(<= (next (n ?x))" + strings.Repeat("(true (n ?x))", 20_000) + ")"
	}},
	{Name: "a rule whose conditions are all its negation", Text: func() string {
		return frame + "(<= (next (n ?x))(true (n ?x))" + strings.Repeat("(not (true (n ?x)))", 20_000) + ")"
	}},
	{Name: "a thousand rules that are one under other names of variables", Text: func() string {
		return frame + many(1000, "(<= (next (n ?v#))(true (n ?v#))(true (n ?w#))(distinct ?v# ?w#))")
	}},
	{Name: "chance of 60,000 outcomes at every step", Text: func() string {
		return frame + "(role random)" + many(60_000, "(<= (legal random (roll #))(true (n z)))")
	}},
	{Name: "percepts of everything for two hundred", Text: func() string {
		return many(200, "(role p#)") + many(200, "(k #)") + "(<= (legal ?r (say ?x))(role ?r)(k ?x))(<= (goal ?r 50)(role ?r))(init (n z))(<= terminal (true (n done)))(<= (sees ?r (heard ?s ?x))(role ?r)(does ?s (say ?x)))(<= (next (n ?x))(does p0 (say ?x)))"
	}},
	{Name: "binary numbers that are added at each step", Text: func() string {
		var b strings.Builder
		b.WriteString(frame)
		for i := range 120 {
			fmt.Fprintf(&b, "(init (bit %d %d))(bits %d)(up %d %d)\n", i, i%2, i, i, i+1)
		}
		return b.String() + "(carry 0 1)(<= (carry ?j 1)(up ?i ?j)(carry ?i 1)(true (bit ?i 1)))(<= (next (bit ?i 1))(true (bit ?i 0))(carry ?i 1))(<= (next (bit ?i 0))(true (bit ?i 1))(carry ?i 1))(<= (next (bit ?i ?v))(true (bit ?i ?v))(not (carry ?i 1)))(<= terminal (not (true (bit 119 0)))(not (true (bit 119 1))))"
	}},
	{Name: "a graph's cliques of twelve", Text: func() string {
		var b strings.Builder
		b.WriteString(frame)
		for i := range 60 {
			for j := range i {
				if (i*j+i+j)%3 != 0 {
					fmt.Fprintf(&b, "(e %d %d)", i, j)
				}
			}
		}
		b.WriteString("(<= (clique ?v0)")
		for i := range 12 {
			for j := range i {
				fmt.Fprintf(&b, "(e ?v%d ?v%d)", j, i)
			}
		}
		return b.String() + ")(<= (goal a 100)(clique 999))(<= (next (n ?x))(clique ?x))"
	}},
	{Name: "terms of a thousand names that are compared in pairs", Text: func() string {
		return frame + many(400, "(t (f "+strings.Repeat("x ", 900)+"#))") + "(<= (next (n z))(t ?a)(t ?b)(distinct ?a ?b))(<= terminal (t ?a)(true (n ?a)))"
	}},
})

// ludemeLate likewise.
var ludemeLate = []Row{
	{Name: "a name of a game of a megabyte", Text: func() string { return strings.Replace(on3(plain), `"H"`, `"`+strings.Repeat("H", 1<<20)+`"`, 1) }},
	{Name: "a hundred hands of a thousand places", Text: func() string {
		return gameOf(`(board (square 3)) (piece "Ball" Each) `+strings.Repeat("(hand Each size:1000) ", 100), `(play `+plain+`) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "two thousand pieces with moves of their own", Text: func() string {
		return gameOf(`(board (square 8)) `+numbered(2000, `(piece "P%d" Each (move Step (to if:(is Empty (to))))) `), `(start (place "P0" (sites Bottom))) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))`)
	}},
	{Name: "an end for every site", Text: func() string {
		return gameOf(`(board (square 30)) (piece "Ball" Each)`, `(play `+plain+`) (end {`+numbered(900, `(if (and (is Occupied %d) (is Line 29)) (result Mover Win)) `)+`})`)
	}},
	{Name: "moves from all to all, with a line of sight each", Text: text(onBoard("(square 20)", `(forEach Site (sites Board) (forEach Site (sites Board) (if (is Empty (site)) (move Add (to (sites LineOfSight at:(site)))))))`))},
	{Name: "a sow of a thousand holes with a thousand seeds each", Text: text(gameOf(`(mancalaBoard 2 500) (piece "Seed" Shared)`, `(start (set Count 1000 to:(sites Track))) (play (move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then (sow)))) (end (if (no Moves Next) (result Mover Win)))`))},
	{Name: "a game for each of the sixteen with forty phases", Text: func() string {
		return `(game "H" (players 16) (equipment {(board (square 8)) (piece "Ball" Each)}) (rules phases:{` + numbered(40, `(phase "F%d" (play `+plain+`) (nextPhase (is Even (count Turns)) "F0")) `) + `} (end (if (no Moves Next) (result Mover Win)))))`
	}},
	{Name: "priorities of moves that are priorities", Text: func() string {
		return onBoard("(square 15)", nested(30, `(priority { `, plain, ` (move Pass) })`))
	}},
	{Name: "any of two thousand conditions", Text: func() string {
		return onBoard("(square 10)", `(if (or {`+strings.Repeat(`(all Sites (sites Empty) if:(is Occupied (site))) `, 2000)+`}) `+plain+` `+plain+`)`)
	}},
	{Name: "arrays of the results of a region, added to each other", Text: func() string {
		return onBoard("(square 40)", `(move Add (to `+nested(200, `(union `, `(sites Board)`, ` (sites Board))`)+`))`)
	}},
	{Name: "a capture for each of all pieces, again", Text: text(onBoard("(square 12)", `(forEach Piece (move Hop (between if:(is Enemy (who at:(between))) (apply (forEach Piece (remove (from))))) (to if:(is Empty (to)))))`))},
	{Name: "a value of a piece that is asked for by each piece", Text: text(onBoard("(square 25)", `(move Add (to (sites Empty)) (then (forEach Site (sites Board) (set Value at:(site) (count Sites in:(sites Occupied by:All))))))`))},
	{Name: "a turn that is taken again a million times", Text: text(onBoard("(square 3)", `(move Add (to (sites Empty)) (then (and {(moveAgain) (set Var "x" (+ 1 (var "x")))})))`))},
	{Name: "a path of directions without an end", Want: "LUD051", Text: func() string {
		return onBoard("(square 30)", `(move Slide `+nested(60, "(directions {", "Orthogonal", "})")+`)`)
	}},
	{Name: "an odd number of quotation marks in ten thousand words", Want: "LUD004", Text: func() string { return on3(plain) + strings.Repeat(` "a`, 10_001) }},
	{Name: "braces for parentheses", Text: func() string { return strings.NewReplacer("(", "{", ")", "}").Replace(on3(plain)) }},
	{Name: "numbers with a thousand dots", Want: "LUD052", Text: func() string { return onBoard("(square 3"+strings.Repeat(".1", 1000)+")", plain) }},
	{Name: "a board whose sides are a sum of a thousand", Want: "LUD042", Text: func() string { return onBoard("(square (+ {"+strings.Repeat("1 ", 1000)+"}))", plain) }},
	{Name: "a rule for each of the first thousand turns", Want: "LUD063", Text: func() string {
		return onBoard("(square 10)", nested(300, `(if (= (count Turns) 999999) (pass) `, plain, `)`))
	}},
	{Name: "moves within moves within then", Want: "LUD050", Text: func() string {
		return onBoard("(square 10)", nested(120, `(move Add (to (sites Empty)) (then `, `(pass)`, `))`))
	}},
}
