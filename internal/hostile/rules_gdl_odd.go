package hostile

import (
	"fmt"
	"strings"
)

// table gives the rows of a relation of two numbers and their result, below n.
func table(name string, n int, result func(x, y int) int) string {
	var b strings.Builder
	for x := range n {
		for y := range n {
			if z := result(x, y); z < n {
				fmt.Fprintf(&b, "(%s %d %d %d)", name, x, y, z)
			}
		}
	}
	return b.String() + "\n"
}

// gdlOdd are words in places where they do not belong, sums that only rules can work out, and
// harm that needs a certain move first.
var gdlOdd = []Row{
	// Words of the language in strange places.
	{Name: "does in the opening", Aim: "rules that mean nothing", Text: text(frame + `(<= (init (did ?r ?m))(does ?r ?m))`)},
	{Name: "does in the base", Aim: "hints", Text: text(frame + `(<= (base (did ?m))(does a ?m))(<= (input ?r ?m)(does ?r ?m))`)},
	{Name: "does in the goals", Aim: "rules that mean nothing", Text: text(frame + `(<= (goal ?r 100)(does ?r noop))`)},
	{Name: "does in a percept of the opening", Aim: "percepts", Text: text(frame + `(<= (sees ?r ?m)(does ?q ?m)(role ?r)(true (n z)))(<= (init (seen ?m))(sees a ?m))`)},
	{Name: "does of does", Aim: "rules that mean nothing", Text: text(frame + `(<= (next (n y))(does (does a noop) (does b noop)))(<= (legal a (legal a noop)))(<= (next (does a noop))(true (true (n z))))`)},
	{Name: "does that is a rule", Aim: "rules that mean nothing", Text: text(frame + `(<= (does a noop)(true (n z)))(<= (true (n y))(does a noop))(true (n done))`)},
	{Name: "not does of nobody", Aim: "negation", Text: text(frame + `(<= (next (n ?m))(not (does ?r ?m)))(<= (next (n ?x))(not (does nobody ?x))(true (n ?x)))`)},
	{Name: "a role that is a variable", Aim: "roles", Text: text(`(role ?x)(init (n z))(<= (legal ?r noop)(role ?r))(<= terminal (true (n y)))`)},
	{Name: "roles that are lists", Aim: "roles", Text: text(`(role (player 1))(role (player (player 1)))(role 1)(role ())(init (n z))(<= (legal ?r noop)(role ?r))(<= (goal ?r 50)(role ?r))(<= terminal (true (n y)))`)},
	{Name: "roles that depend on the position", Aim: "roles", Text: text(frame + `(<= (role c)(true (n y)))(<= (role ?m)(does a ?m))(<= (next (n y))(true (n z)))`)},
	{Name: "a relation that is a variable", Aim: "the reader and the checks of descriptions", Text: text(frame + `(<= (?p ?x)(?q ?x))(<= (next (n ?x))((?f z) ?x))(<= ?y (true (n z)))`)},
	{Name: "heads of every word", Aim: "the reader and the checks of descriptions", Text: text(frame + `(<= (or p q)(role a))(<= (not p)(role a))(<= (distinct a b)(role a))(<= (<= p q)(role a))(<= (and p q)(role a))(<=)(<= ())(<= p ())`)},
	{Name: "words with too few and too many", Aim: "the reader and the checks of descriptions", Text: text(frame + `(true)(next)(legal)(legal a)(legal a b c)(goal)(goal a)(goal a 1 2)(role)(role a b)(init)(init a b)(terminal)(terminal a)(sees)(sees a)(does)(<= terminal (distinct a))(<= terminal (distinct a b c))(<= terminal (not))(<= terminal (or))(<= terminal (not a b))`)},
	{Name: "variables without a name", Aim: "the reader and the checks of descriptions", Text: text(frame + `(d z)(<= (next (n ?))(d ?))(<= (next (n ??))(d ??))(<= (next (n ?x?))(d ?x?))`)},
	{Name: "a word of the language with another number of places", Aim: "names", Text: text(frame + `(<= (next (n x))(true (n z))(next (n z) y)(legal a)(role a b c))(<= (legal a)(role a))(<= (role a b c)(role a))`)},

	// Sums that rules work out.
	{Name: "addition by counting to 400", Aim: "recursion", Text: func() string {
		return frame + many(400, "(s # #+)") + `(<= (num ?x)(s ?x ?y))(<= (plus ?x 0 ?x)(num ?x))(<= (plus ?x ?y1 ?z1)(plus ?x ?y ?z)(s ?y ?y1)(s ?z ?z1))(<= (next (n ?z))(plus 200 199 ?z)(true (n ?w)))`
	}},
	{Name: "multiplication by addition by counting to 100", Aim: "recursion", Text: func() string {
		return frame + many(100, "(s # #+)") + `(<= (num ?x)(s ?x ?y))(<= (plus ?x 0 ?x)(num ?x))(<= (plus ?x ?y1 ?z1)(plus ?x ?y ?z)(s ?y ?y1)(s ?z ?z1))
(<= (times ?x 0 0)(num ?x))(<= (times ?x ?y1 ?w)(times ?x ?y ?z)(s ?y ?y1)(plus ?z ?x ?w))(<= (next (n ?z))(times 9 11 ?z)(true (n ?w)))`
	}},
	{Name: "Ackermann's function to 300", Aim: "recursion", Text: func() string {
		return frame + many(300, "(s # #+)") + `(<= (num ?x)(s ?x ?y))(<= (ack 0 ?y ?z)(s ?y ?z))(<= (ack ?x1 0 ?z)(s ?x ?x1)(ack ?x 1 ?z))(<= (ack ?x1 ?y1 ?z)(s ?x ?x1)(s ?y ?y1)(ack ?x1 ?y ?w)(ack ?x ?w ?z))(<= (next (n ?z))(ack 3 4 ?z)(true (n ?w)))`
	}},
	{Name: "sums of a table of 400 by 400", Aim: "tables", Text: func() string {
		return frame + table("plus", 400, func(x, y int) int { return x + y }) + `(init (c 0))(<= (next (c ?z))(true (c ?x))(true (c ?y))(plus ?x ?y ?z))(<= (next (c ?z))(true (c ?x))(plus ?x 1 ?z))`
	}},
	{Name: "a group of 120 and its words of five letters", Aim: "joins", Text: func() string {
		return frame + table("mul", 120, func(x, y int) int { return x * y % 120 }) + `(<= (word ?f)(mul ?a ?b ?c)(mul ?c ?d ?e)(mul ?e ?b ?f)(mul ?f ?a ?a))(<= (next (n ?f))(word ?f)(true (n ?x)))`
	}},
	{Name: "pigeons in one hole too few", Aim: "terminal", Text: func() string {
		var b strings.Builder
		for p := range 13 {
			fmt.Fprintf(&b, "(hole ?p%d)", p)
		}
		for p := range 13 {
			for q := range p {
				fmt.Fprintf(&b, "(distinct ?p%d ?p%d)", q, p)
			}
		}
		return frame + many(12, "(hole h#)") + "(<= terminal (true (n y)))(<= (next (n y))" + b.String() + ")"
	}},
	{Name: "a way through every place of a board of 36", Aim: "legal moves", Text: func() string {
		var b strings.Builder
		for i := range 36 {
			for _, j := range []int{i + 1, i - 1, i + 6, i - 6} {
				if j >= 0 && j < 36 && (i/6 == j/6 || i%6 == j%6) {
					fmt.Fprintf(&b, "(e p%d p%d)", i, j)
				}
			}
		}
		body, apart := "", ""
		for i := range 36 {
			if i > 0 {
				body += fmt.Sprintf("(e ?v%d ?v%d)", i-1, i)
			}
			for j := range i {
				apart += fmt.Sprintf("(distinct ?v%d ?v%d)", j, i)
			}
		}
		return frame + b.String() + "(<= (legal a (tour ?v0 ?v35))" + body + apart + "(e ?v35 ?v0))"
	}},
	{Name: "every word of a grammar", Aim: "recursion", Want: "GDL021", Text: text(frame + `(word nil)(<= (word (c a ?x))(word ?x))(<= (word (c b ?x))(word ?x))(<= (pal ?x)(word ?x)(rev ?x ?x))(<= (rev ?x ?y)(word ?x)(word ?y))(<= terminal (pal end))`)},
	{Name: "lists that are turned around", Aim: "terms", Text: text(frame + `(init (l (c 1 (c 2 (c 3 nil)))))(<= (next (l (c ?x (c ?x ?l))))(true (l (c ?x ?l))))(<= (turn ?l ?l nil)(true (l ?l)))(<= (next (m ?l))(turn ?l ?x ?y))`)},
	{Name: "a machine of Turing's that does not halt", Aim: "matches without end", Text: text(frame + `(init (tape nil q (c 0 nil)))(<= (next (tape (c 1 ?l) q ?r))(true (tape ?l q (c 0 ?r))))(<= (next (tape ?l q (c 0 (c 0 nil))))(true (tape ?l q nil)))(<= terminal (true (tape ?l halt ?r)))`)},

	// Harm that needs a certain move first.
	{Name: "a bomb that one move lights", Aim: "a step", Text: func() string {
		return frame + many(40, "(legal a (go #))") + `(<= (next (n (f ?x ?y)))(true (n ?x))(true (n ?y))(true lit))(<= (next lit)(does a (go 37)))(<= (next lit)(true lit))(<= (next (n ?x))(true (n ?x)))`
	}},
	{Name: "a move that takes long for the other to answer", Aim: "legal moves", Text: func() string {
		return frame + `(legal a quiet)(legal a loud)(<= (next loud)(does a loud))` + strings.Replace(colouring("(legal b win)"), "(c ?x0)", "(true loud)(c ?x0)", 1)
	}},
	{Name: "an end that is dear after one move of forty", Aim: "terminal", Text: func() string {
		return frame + many(40, "(legal a (go #))") + `(<= (next lit)(does a (go 21)))(<= (next lit)(true lit))` + strings.Replace(colouring("terminal"), "(c ?x0)", "(true lit)(c ?x0)", 1)
	}},
	{Name: "goals that are dear at the end of a short match", Aim: "goals", Text: func() string {
		return `(role a)(role b)(init (s 0))(<= (legal ?r noop)(role ?r))(<= (legal a (go 1))(role a))` + many(3, "(<= (next (s #+))(true (s #)))") + `(<= terminal (true (s 3)))` + colouring("(goal a 100)") + `(goal b 0)`
	}},
	{Name: "percepts that double with each move", Aim: "percepts", Text: text(frame + `(<= (next (n (f ?x ?x)))(true (n ?x)))(<= (sees ?r ?x)(role ?r)(true (n ?x)))(<= (legal ?r (tell ?x))(role ?r)(true (n ?x)))`)},
	{Name: "positions that hidden moves multiply", Aim: "hidden information", Text: func() string {
		return frame + many(200, "(k #)") + `(<= (legal b (hide ?x))(k ?x))(<= (next (at ?x ?y))(does b (hide ?x))(k ?y)(true (n z)))(<= (next (at ?x ?y))(true (at ?x ?y)))(<= (legal a (shoot ?x ?y))(k ?x)(k ?y))(<= (sees a hit)(does a (shoot ?x ?y))(true (at ?x ?y)))(<= (sees b ?m)(does a ?m))`
	}},
	{Name: "moves whose number grows by the move", Aim: "legal moves", Text: text(frame + `(<= (legal ?r (say ?x ?y))(role ?r)(true (n ?x))(true (n ?y)))(<= (next (n ?m))(does ?r ?m))(<= (next (n ?x))(true (n ?x)))`)},

	// Shapes.
	{Name: "lights out of 3,000 lamps", Aim: "structure", Text: func() string {
		return `(role a)` + many(3000, "(lamp #)(beside # #+)") + `(<= (legal a (press ?x))(lamp ?x))(<= (turned ?x)(does a (press ?x)))(<= (turned ?y)(does a (press ?x))(beside ?x ?y))
(<= (next (on ?x))(lamp ?x)(turned ?x)(not (true (on ?x))))(<= (next (on ?x))(true (on ?x))(not (turned ?x)))(<= dark (not (true (on 0))))(<= terminal (true (on 2999)))(<= (goal a 100) dark)(<= (goal a 0)(not dark))`
	}},
	{Name: "4,000 relations of one fact each in a rule", Aim: "plans", Text: func() string {
		return frame + many(4000, "(p# z)") + "(<= (next (n ?x))" + many(4000, "(p# ?x)") + "(true (n ?x)))"
	}},
	{Name: "a relation of 20,000 places", Aim: "arities", Text: func() string {
		return frame + "(p" + strings.Repeat(" z", 20_000) + ")(<= (next (n ?v1))(p" + many(20_000, " ?v#") + "))"
	}},
	{Name: "a thousand relations of a hundred places", Aim: "arities", Text: func() string {
		args := many(100, " ?v#")
		return frame + digits + "(<= (p0" + strings.Repeat(" ?x", 100) + ")(d ?x))" + many(1000, "(<= (p#+"+strings.ReplaceAll(args, "\n", "")+")(p#"+strings.ReplaceAll(args, "\n", "")+"))") + "(<= terminal (p1000" + strings.Repeat(" none", 100) + "))"
	}},
	{Name: "moves of forty places of two values each", Aim: "legal moves", Text: func() string {
		return frame + "(v 0)(v 1)(<= (legal a (m" + many(40, " ?v#") + "))" + many(40, "(v ?v#)") + ")"
	}},
	{Name: "alternatives of fifty of each of fifty", Aim: "normal forms", Text: func() string {
		return frame + digits + "(<= (next (n ?x))(d ?x)" + strings.Repeat("(or "+many(50, "(true (m# ?x))")+")", 50) + ")"
	}},
	{Name: "a square that everything is joined through", Aim: "joins", Text: func() string {
		return frame + many(300, "(k #)") + `(<= (e ?x ?y)(k ?x)(k ?y))(<= (square ?a ?b ?c ?d)(e ?a ?b)(e ?b ?c)(e ?c ?d)(e ?d ?a))(<= terminal (square 1 2 3 none))(<= (next (n ?a))(square ?a ?b ?c ?d)(true (n ?a)))`
	}},
}
