package hostile

import (
	"fmt"
	"strings"
)

// digits are eleven facts, out of which products are made.
const digits = `(d 0)(d 1)(d 2)(d 3)(d 4)(d 5)(d 6)(d 7)(d 8)(d 9)(d 10)
`

// product is a rule whose body runs through 11ⁿ combinations.
func product(head string, n int) string {
	var vars, body strings.Builder
	for i := range n {
		fmt.Fprintf(&vars, " ?v%d", i)
		fmt.Fprintf(&body, " (d ?v%d)", i)
	}
	return "(<= " + strings.ReplaceAll(head, "#", vars.String()) + body.String() + ")\n"
}

// bits is a counter of n binary places, which takes 2ⁿ steps to come round.
func bits(n int) string {
	return many(n, "(place #)") + `(init (on 0))
(<= (lower ?x ?y)(place ?x)(place ?y)(less ?x ?y))
(<= (full ?x)(place ?x)(not (gap ?x)))
(<= (gap ?x)(lower ?y ?x)(not (true (on ?y))))
(<= (next (on ?x))(full ?x)(not (true (on ?x))))
(<= (next (on ?x))(gap ?x)(true (on ?x)))
` + less(n)
}

// less is the order of the numbers below n, written down.
func less(n int) string {
	var b strings.Builder
	for i := range n {
		for j := range i {
			fmt.Fprintf(&b, "(less %d %d)", j, i)
		}
	}
	return b.String() + "\n"
}

// facts200k are the facts of joins that have no end.
func facts200k(name string) string { return many(200_000, "("+name+" # #+)") }

// colouring is a rule with a body that has no answer, as is found out by 13! ways: each
// of 14 must have another of 13 colours.
func colouring(head string) string {
	var body, diff strings.Builder
	for i := range 14 {
		fmt.Fprintf(&body, "(c ?x%d)", i)
		for j := range i {
			fmt.Fprintf(&diff, "(distinct ?x%d ?x%d)", i, j)
		}
	}
	return many(13, "(c c#)") + "(<= " + head + body.String() + diff.String() + ")\n"
}

// gdlPlay are sound or nearly so, until they are opened or played.
var gdlPlay = []Row{
	{Name: "a term that doubles", Aim: "terms that share their parts", Text: text(frame + `(<= (next (n (f ?x ?x)))(true (n ?x)))`)},
	{Name: "a term that triples in each argument", Aim: "terms that share their parts", Text: text(frame + `(<= (next (n (f ?x (g ?x ?x))))(true (n ?x)))`)},
	{Name: "a term that deepens", Aim: "deep terms", Text: text(frame + `(<= (next (n (s ?x)))(true (n ?x)))`)},
	{Name: "two terms that weave", Aim: "terms that share their parts", Text: text(frame + `(init (m z))(<= (next (n (f ?x ?y)))(true (n ?x))(true (m ?y)))(<= (next (m (f ?y ?x)))(true (n ?x))(true (m ?y)))`)},
	{Name: "a term that doubles in a move", Aim: "moves that grow", Text: text(frame + `(<= (legal ?r (go ?x ?x))(role ?r)(true (n ?x)))(<= (next (n (f ?x ?x)))(true (n ?x)))`)},
	{Name: "a term that doubles in the opening", Aim: "opening", Want: "GDL021", Text: text(frame + `(big z)(<= (big (f ?x ?x))(big ?x))(<= (init (m ?x))(big ?x))`)},
	{Name: "a state that squares", Aim: "memory of states", Text: text(frame + `(<= (next (n (f ?x ?y)))(true (n ?x))(true (n ?y)))(<= (next (n ?x))(true (n ?x)))`)},
	{Name: "a state that cubes", Aim: "memory of states", Text: text(frame + `(<= (next (n (f ?x ?y ?w)))(true (n ?x))(true (n ?y))(true (n ?w)))(<= (next (n ?x))(true (n ?x)))`)},
	{Name: "a state that grows by a thousand", Aim: "memory of states", Text: func() string {
		return frame + many(1000, "(k #)") + `(<= (next (n (f ?x ?k)))(true (n ?x))(k ?k))(<= (next (n ?x))(true (n ?x)))`
	}},
	{Name: "a state that remembers every move", Aim: "memory of states", Text: text(frame + `(<= (legal ?r (say ?x))(role ?r)(true (n ?x)))(<= (next (said ?r ?m ?x))(does ?r ?m)(true (n ?x)))(<= (next (said ?r ?m ?x))(true (said ?r ?m ?x)))(<= (next (n (s ?x)))(true (n ?x)))`)},
	{Name: "a state of all pairs", Aim: "memory of states", Text: func() string {
		return frame + many(1500, "(k #)") + `(<= (next (pair ?x ?y))(k ?x)(k ?y))`
	}},
	{Name: "a state of all triples", Aim: "memory of states", Text: func() string {
		return frame + many(300, "(k #)") + `(<= (next (triple ?x ?y ?z))(k ?x)(k ?y)(k ?z))`
	}},
	{Name: "an opening of 11⁸ fluents", Aim: "opening", Text: func() string { return frame + digits + product("(init (m#))", 8) }},
	{Name: "11⁷ moves", Aim: "legal moves", Text: func() string { return frame + digits + product("(legal a (m#))", 7) }},
	{Name: "11⁵ moves", Aim: "legal moves", Text: func() string { return frame + digits + product("(legal a (m#))", 5) }},
	{Name: "100,000 moves as facts", Aim: "legal moves", Text: func() string { return frame + many(100_000, "(legal a (m #))") }},
	{Name: "an end that tries 11⁹ ways", Aim: "terminal", Text: func() string {
		return frame + digits + product("(deep#)", 9) + `(<= terminal (true (n z))(deep 10 10 10 10 10 10 10 10 11))`
	}},
	{Name: "an end that fails 11⁹ times", Aim: "terminal", Text: func() string {
		return frame + digits + strings.Replace(product("terminal", 9), ")\n", " (never ?v0 ?v8))\n(never 99 99)\n", 1)
	}},
	{Name: "goals by 11⁸ ways", Aim: "goals", Text: func() string {
		return frame + digits + strings.Replace(product("(goal a ?g)", 8), ")\n", " (worth ?v0 ?v7 ?g))\n(worth 77 77 100)\n", 1)
	}},
	{Name: "percepts by 11⁶ ways", Aim: "percepts", Text: func() string { return frame + digits + product("(sees a (m#))", 6) }},
	{Name: "steps by 11⁹ ways", Aim: "a step", Text: func() string {
		return frame + digits + strings.Replace(product("(next (n z))", 9), ")\n", " (true (n ?v0))(never ?v8))\n(never 99)\n", 1)
	}},
	{Name: "a join of 200,000 facts", Aim: "joins", Text: func() string {
		return frame + facts200k("e") + `(<= (next (n ?x))(e ?x ?y)(e ?z ?w)(true (n ?y))(true (n ?w)))`
	}},
	{Name: "a join of 200,000 facts with themselves", Aim: "joins", Text: func() string {
		return frame + facts200k("e") + `(<= (next (n far))(e ?x ?y)(e ?z ?w)(distinct ?x ?z)(distinct ?y ?w)(true (n ?x)))(<= (p ?x ?w)(e ?x ?y)(e ?z ?w))(<= (next (n q))(p 5 nothing))`
	}},
	{Name: "three joins of 200,000 facts at the end", Aim: "joins", Text: func() string {
		return frame + facts200k("e") + `(<= terminal (e ?x ?y)(e ?z ?w)(e ?u ?v)(true (n ?x))(true (n ?z))(true (n ?u)))`
	}},
	{Name: "a join behind a negation", Aim: "joins", Text: func() string {
		return frame + many(20_000, "(e # #+)") + `(<= (odd ?x ?z)(e ?x ?y)(e ?z ?w)(not (e ?y ?w)))(<= terminal (odd ?x ?x)(true (n ?x)))`
	}},
	{Name: "the closure of a long chain", Aim: "recursion", Text: func() string {
		return frame + many(20_000, "(e # #+)") + `(<= (r ?x ?y)(e ?x ?y))(<= (r ?x ?z)(r ?x ?y)(e ?y ?z))(<= terminal (r 0 nowhere))(<= (next (n ?y))(r 0 ?y)(true (n ?y)))`
	}},
	{Name: "the closure of a chain both ways", Aim: "recursion", Want: "GDL021", Text: func() string {
		return frame + many(3000, "(e # #+)") + `(<= (r ?x ?y)(e ?x ?y))(<= (r ?x ?z)(r ?x ?y)(r ?y ?z))(<= terminal (r ?x ?x))`
	}},
	{Name: "left recursion", Aim: "recursion", Text: text(frame + `(<= (p ?x)(p ?x)(d ?x))(<= (p ?x)(d ?x))` + digits + `(<= terminal (p 11))`)},
	{Name: "left recursion that grows", Aim: "recursion", Want: "GDL021", Text: text(frame + `(<= (p (f ?x))(p ?x))(p z)(<= terminal (p end))`)},
	{Name: "recursion that grows both sides", Aim: "recursion", Want: "GDL021", Text: text(frame + `(<= (p (f ?x ?y))(p ?x)(p ?y))(p z)(p y)(<= terminal (p end))`)},
	{Name: "recursion through a ring of relations", Aim: "recursion", Text: func() string {
		return frame + many(5000, "(<= (p# ?x)(p#+ ?x))") + `(<= (p5000 ?x)(p0 ?x))(<= (p5000 ?x)(true (n ?x)))(<= terminal (p0 done))`
	}},
	{Name: "a very deep call", Aim: "recursion", Text: func() string {
		return frame + many(60_000, "(<= (p# ?x)(p#+ (s ?x)))") + `(p60000 z)(<= terminal (p0 z))`
	}},
	{Name: "calls that turn in numbers", Aim: "recursion", Text: func() string {
		return frame + many(100_000, "(succ # #+)") + `(<= (down ?x)(succ ?y ?x)(down ?y))(down 0)(<= terminal (down 100000)(true (n y)))(<= (next (n ?x))(down ?x)(true (n ?x)))`
	}},
	{Name: "negation of itself", Aim: "rules that mean nothing", Want: "GDL020", Text: text(frame + `(<= (p ?x)(true (n ?x))(not (p ?x)))(<= terminal (p z))`)},
	{Name: "negation in a ring", Aim: "rules that mean nothing", Want: "GDL020", Text: text(frame + `(<= p (not q))(<= q (not r))(<= r (not p))(<= terminal p)`)},
	{Name: "negation in a ring of facts", Aim: "rules that mean nothing", Want: "GDL020", Text: text(frame + digits + `(<= (win ?x)(d ?x)(d ?y)(distinct ?x ?y)(not (win ?y)))(<= terminal (win 0)(true (n y)))`)},
	{Name: "a move that depends on moves", Aim: "rules that mean nothing", Want: "GDL027", Text: text(frame + `(<= (legal a (echo ?m))(does b ?m))(<= (legal b (echo ?m))(does a ?m))`)},
	{Name: "an end that depends on moves", Aim: "rules that mean nothing", Want: "GDL027", Text: text(frame + `(<= terminal (does a ?m)(does b ?m))`)},
	{Name: "unbound variables", Aim: "rules that mean nothing", Want: "GDL024", Text: text(frame + `(<= (next (n ?y))(true (n ?x)))(<= (legal a (any ?z))(not (true (n ?z))))`)},
	{Name: "roles by a rule", Aim: "roles", Want: "GDL022", Text: text(frame + digits + `(<= (role (r ?x ?y ?z))(d ?x)(d ?y)(d ?z))`)},
	{Name: "20,000 roles", Aim: "roles", Text: func() string { return frame + many(20_000, "(role r#)") }},
	{Name: "200 roles with 200 moves each", Aim: "roles", Text: func() string {
		return frame + many(200, "(role r#)(k #)") + `(<= (legal ?r (m ?k))(role ?r)(k ?k))(<= (next (did ?r ?k))(does ?r (m ?k)))`
	}},
	{Name: "no roles", Aim: "roles", Want: "GDL010", Text: text(`(init (n z))(<= terminal (true (n z)))`)},
	{Name: "only chance plays", Aim: "roles", Text: text(`(role random)(legal random a)(legal random b)(init (n z))(<= (next (n z))(true (n z)))(<= terminal (true (n y)))(goal random 50)`)},
	{Name: "chance with 11⁶ outcomes", Aim: "chance", Text: func() string {
		return frame + "(role random)" + digits + product("(legal random (m#))", 6) + `(<= (next (n ?m))(does random ?m))`
	}},
	{Name: "a role with a name of 200,000 letters", Aim: "roles", Text: func() string { return frame + "(role " + strings.Repeat("x", 200_000) + ")" }},
	{Name: "100,000 goals", Aim: "goals", Want: "GDL029", Text: func() string { return frame + many(100_000, "(goal a #)") }},
	{Name: "goals of all sorts", Aim: "goals", Want: "GDL029", Text: text(frame + `(goal a -5)(goal a 1000000000000000000000)(goal b (f x))(goal b 1e9)(<= (goal a ?x)(true (n ?x)))(<= terminal (role a))`)},
	{Name: "goals that depend on all pairs", Aim: "goals", Text: func() string {
		return frame + many(2000, "(k #)") + `(<= (goal a ?g)(k ?x)(k ?y)(k ?g)(worth ?x ?y ?g))(worth 0 0 0)(<= (next (n y))(true (n z)))`
	}},
	{Name: "a counter of 60 places", Aim: "matches without end", Text: func() string { return frame + bits(60) }},
	{Name: "a counter of 300 places", Aim: "matches without end", Text: func() string { return frame + bits(300) }},
	{Name: "a board of a million cells", Aim: "boards", Text: func() string {
		return frame + many(1000, "(i #)") + `(<= (init (cell ?x ?y b))(i ?x)(i ?y))(<= (next (cell ?x ?y ?v))(true (cell ?x ?y ?v)))(<= (legal a (mark ?x ?y))(true (cell ?x ?y b)))`
	}},
	{Name: "a board of 10,000 cells", Aim: "boards", Text: func() string {
		return frame + many(100, "(i #)") + `(<= (init (cell ?x ?y b))(i ?x)(i ?y))(<= (next (cell ?x ?y ?v))(true (cell ?x ?y ?v))(not (does a (mark ?x ?y))))(<= (next (cell ?x ?y x))(does a (mark ?x ?y)))(<= (legal a (mark ?x ?y))(true (cell ?x ?y b)))`
	}},
	{Name: "every line on a board of 10,000 cells", Aim: "boards", Text: func() string {
		return frame + many(100, "(i #)") + `(<= (init (cell ?x ?y b))(i ?x)(i ?y))(<= (next (cell ?x ?y ?v))(true (cell ?x ?y ?v)))(<= (line ?x ?y ?u ?v)(true (cell ?x ?y ?w))(true (cell ?u ?v ?w))(distinct ?x ?u)(distinct ?y ?v))(<= terminal (line 0 0 0 ?y))(<= (legal a (m ?x ?y ?u ?v))(line ?x ?y ?u ?v)(true (n y)))`
	}},
	{Name: "a path by every way", Aim: "joins", Text: func() string {
		return frame + many(40, "(i #)") + `(<= (path ?a ?b ?c ?d ?e ?f)(i ?a)(i ?b)(i ?c)(i ?d)(i ?e)(i ?f)(distinct ?a ?b)(distinct ?c ?d)(distinct ?e ?f))(<= terminal (path 0 0 ?c ?d ?e ?f)(true (n y)))(<= (next (n ?a))(path ?a ?b ?c ?d ?e ?f)(true (n ?a)))`
	}},
	{Name: "a step by a colouring that there is not", Aim: "a step", Text: func() string { return frame + colouring("(next (n done))") }},
	{Name: "an end by a colouring that there is not", Aim: "terminal", Text: func() string { return frame + colouring("terminal") }},
	{Name: "a goal by a colouring that there is not", Aim: "goals", Text: func() string { return frame + colouring("(goal a 100)") }},
	{Name: "a move by a colouring that there is not", Aim: "legal moves", Text: func() string { return frame + colouring("(legal a win)") }},
	{Name: "a percept by a colouring that there is not", Aim: "percepts", Text: func() string { return frame + colouring("(sees a all)") }},
	{Name: "an opening by a colouring that there is not", Aim: "opening", Text: func() string { return frame + colouring("(init (n done))") }},
	{Name: "a colouring in the third step", Aim: "a step", Text: func() string {
		return frame + colouring("(next (n done)) (true (n s2))") + `(<= (next (n s1))(true (n z)))(<= (next (n s2))(true (n s1)))`
	}},
	{Name: "subsets by rules", Aim: "recursion", Text: func() string {
		return frame + many(30, "(<= (set#+ (in ?s))(set# ?s))(<= (set#+ (out ?s))(set# ?s))") + `(set0 e)(<= terminal (set30 none))(<= (next (n ?x))(set30 ?x))`
	}},
	{Name: "towers that stay", Aim: "recursion", Text: func() string {
		return frame + many(5, "(d# 0)(d# 1)(d# 2)(d# 3)(d# 4)(d# 5)(d# 6)(d# 7)") + many(4, "(<= (t#+ ?x ?y)(t# ?x ?z)(t# ?z ?y))") + `(<= (t0 ?x ?y)(k ?x)(k ?y))` + many(600, "(k #)") + `(<= terminal (t4 0 none))(<= (next (n ?x))(t4 ?x ?x)(true (n ?x)))`
	}},
	{Name: "or of or of or", Aim: "normal forms", Text: func() string {
		return frame + "(<= (next (n w))" + strings.Repeat(`(or (true (n x))(true (n y))(true (n z)))`, 12) + ")"
	}},
	{Name: "not of or of and", Aim: "normal forms", Want: "GDL019", Text: func() string {
		return frame + "(<= (next (n w))(true (n z))(not " + nested(60, "(or (true (n x)) (not ", "(true (n y))", "))") + "))"
	}},
	{Name: "a rule of 20,000 conditions", Aim: "normal forms", Text: func() string {
		return frame + "(<= (next (n w))" + many(20_000, "(true (m #))") + ")"
	}},
	{Name: "a rule of 3,000 variables", Aim: "plans", Text: func() string {
		return frame + digits + "(<= (next (n w))" + many(3000, "(d ?x#)") + "(true (n ?x5)))"
	}},
	{Name: "a chain of 2,000 variables", Aim: "plans", Text: func() string {
		return frame + `(e 0 0)(e 0 1)(e 1 0)` + "(<= (next (n w))" + many(2000, "(e ?x# ?x#+)") + "(true (n ?x2000)))"
	}},
	{Name: "30,000 relations", Aim: "tables", Text: func() string {
		return frame + many(30_000, "(<= (p# ?x)(true (n ?x)))") + many(30_000, "(<= (next (n p#))(p# done))")
	}},
	{Name: "500 arguments", Aim: "tables", Text: func() string {
		args := strings.Repeat(" ?x", 500)
		return frame + digits + "(<= (w" + args + ")(d ?x))(<= (next (n ?x))(w" + args + ")(true (n ?x)))"
	}},
	{Name: "distinct of large terms", Aim: "terms", Text: func() string {
		big := nested(200, "(f ", "?x", ")")
		return frame + digits + "(<= (next (n ?x))(d ?x)(d ?y)(distinct " + big + " " + strings.ReplaceAll(big, "?x", "?y") + "))(<= (next (n ?x))(true (n ?x)))"
	}},
	{Name: "terms that only unify when they grow", Aim: "unification", Want: "GDL024", Text: func() string {
		return frame + "(<= (p" + many(25, "(f ?x#+ ?x#+)") + ")(q" + many(25, "?x#") + "))(<= (q" + many(25, "?x#") + ")" + many(25, "(true (n ?x#))") + ")(<= terminal (p" + many(25, "?y#") + ")" + many(24, "(distinct ?y# (f ?y#+ ?y#+))") + ")"
	}},
	{Name: "fluents without a name", Aim: "names", Want: "GDL002", Text: text(frame + `(<= (next ?x)(true ?x))(init x)(init (x))(init ((x)))(<= (next (?x))(true (n ?x)))`)},
	{Name: "words of the language as names", Aim: "names", Want: "GDL023", Text: text(frame + `(true (n z))(does a b)(<= (true ?x)(true ?x))(<= (does ?r ?m)(legal ?r ?m))(<= (role ?x)(true (n ?x)))(next (n q))`)},
}
