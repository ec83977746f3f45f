package hostile

import (
	"fmt"
	"strings"
)

// gdlShapes are descriptions whose harm lies in their shape: what is joined with what, how
// many arguments, roles, moves and layers there are, and what looks the same as what.
var gdlShapes = []Row{
	// Joins and grounding.
	{Name: "a star of 2,000 around a hub, four rays at once", Aim: "joins", Text: func() string {
		return frame + many(2000, "(e hub p#)") + `(<= (next (n ?a))(e ?h ?a)(e ?h ?b)(e ?h ?c)(e ?h ?d)(true (n ?a))(distinct ?a ?b)(distinct ?c ?d))`
	}},
	{Name: "the same generation of a tree of 8,191", Aim: "joins", Text: func() string {
		var b strings.Builder
		for i := 2; i < 8192; i++ {
			fmt.Fprintf(&b, "(up %d %d)", i, i/2)
		}
		return frame + b.String() + `(same 1 1)(<= (same ?x ?y)(up ?x ?u)(same ?u ?v)(up ?y ?v))(<= terminal (same 8191 ?x)(true (n ?x)))`
	}},
	{Name: "a closure of edges that change", Aim: "recursion", Text: func() string {
		return frame + many(60, "(k #)") + `(<= (init (e ?x ?y))(k ?x)(k ?y))(<= (r ?x ?y)(true (e ?x ?y)))(<= (r ?x ?y)(r ?x ?z)(r ?z ?y))
(<= (next (e ?x ?y))(r ?x ?y)(distinct ?x ?y))(<= terminal (r nobody ?x))`
	}},
	{Name: "two relations that are each other", Aim: "recursion", Text: func() string {
		return frame + many(3000, "(d #)") + `(<= (p ?x)(q ?x))(<= (q ?x)(p ?x))(<= (p ?x)(d ?x)(q ?x))(<= (q ?x)(d ?x))(<= (next (n ?x))(p ?x)(true (n ?x)))`
	}},
	{Name: "left recursion by three", Aim: "recursion", Text: func() string {
		return frame + many(150, "(e # #+)") + `(<= (r ?x ?y)(e ?x ?y))(<= (r ?a ?d)(r ?a ?b)(r ?b ?c)(r ?c ?d))(<= (next (n ?y))(r 0 ?y)(true (n ?x)))(<= terminal (r ?x 0))`
	}},
	{Name: "a parity of 24 fluents", Aim: "grounding", Text: func() string {
		return frame + many(24, "(<= (init (b #)) (role a))") + "(odd0 z)" +
			many(24, "(<= (odd#+ t)(true (b #))(not (odd# t)))(<= (odd#+ t)(not (true (b #)))(odd# t))") + many(24, "(<= (next (b #))(odd24 t)(not (true (b #))))")
	}},
	{Name: "a cell of three places for 300 each", Aim: "grounding", Text: func() string {
		return frame + many(300, "(k #)") + `(init (at 0 0 0))(<= (legal a (go ?x ?y ?z))(k ?x)(k ?y)(k ?z))(<= (next (at ?x ?y ?z))(does a (go ?x ?y ?z)))`
	}},
	{Name: "a fluent that two moves make", Aim: "grounding", Text: func() string {
		return frame + many(1000, "(k #)") + `(<= (legal ?r (say ?x))(role ?r)(k ?x))(<= (next (said ?x ?y))(does a (say ?x))(does b (say ?y)))(<= (next (both ?x))(true (said ?x ?x)))`
	}},
	{Name: "base by 11⁸ ways", Aim: "hints", Text: func() string { return frame + digits + product("(base (m#))", 8) }},
	{Name: "input by 11⁸ ways", Aim: "hints", Text: func() string { return frame + digits + product("(input a (m#))", 8) }},
	{Name: "base that never ends", Aim: "hints", Text: text(frame + `(base (n z))(<= (base (n (s ?x)))(base (n ?x)))(<= (input a (s ?x))(input a ?x))(input a noop)`)},
	{Name: "2,000 distinct in a rule", Aim: "plans", Text: func() string {
		return frame + digits + "(<= (next (n ?x))(d ?x)(d ?y)" + many(2000, "(distinct ?x k#)(distinct ?y j#)") + "(true (n ?x)))"
	}},
	{Name: "1,000 negations in a rule", Aim: "plans", Text: func() string {
		return frame + digits + "(<= (next (n ?x))(d ?x)(d ?y)" + many(1000, "(not (true (m# ?x)))(not (true (l# ?y)))") + ")"
	}},
	{Name: "fifty rules of 4,096 ways each", Aim: "normal forms", Text: func() string {
		return frame + many(50, "(<= (next (n w#))"+strings.Repeat("(or (true (n x))(true (n y)))", 12)+")")
	}},
	{Name: "50,000 places in a row", Aim: "tables", Text: func() string {
		return frame + "(init (f 0))" + many(50_000, "(<= (next (f #+))(true (f #)))")
	}},
	{Name: "a chain of 50,000 relations on a fluent", Aim: "deep calls", Text: func() string {
		return frame + many(50_000, "(<= p# p#+)") + "(<= p50000 (true (n z)))(<= (next (n y)) p0)"
	}},
	{Name: "20,000 negations of each other", Aim: "deep calls", Text: func() string {
		return frame + many(20_000, "(<= p# (not p#+))") + "(<= p20000 (true (n z)))(<= (next (n y)) p0)"
	}},
	{Name: "a tree of 2^15 calls", Aim: "deep calls", Text: func() string {
		var b strings.Builder
		for i := 1; i < 1<<14; i++ {
			fmt.Fprintf(&b, "(<= p%d p%d p%d)", i, 2*i, 2*i+1)
		}
		for i := 1 << 14; i < 1<<15; i++ {
			fmt.Fprintf(&b, "(<= p%d (true (b %d)))(init (b %[2]d))(<= (next (b %[2]d))(true (b %[2]d)))", i, i)
		}
		return frame + b.String() + "(<= terminal p1 (true (n y)))"
	}},

	// Arities, and texts of moves.
	{Name: "a fluent of 5,000 places", Aim: "arities", Text: func() string {
		return frame + "(init (f" + strings.Repeat(" b", 5000) + "))(<= (next (f" + many(5000, " ?v#") + "))(true (f" + many(5000, " ?v#") + ")))"
	}},
	{Name: "a move of 20,000 names", Aim: "texts of moves", Text: func() string {
		return frame + "(legal a (f" + strings.Repeat(" word", 20_000) + "))"
	}},
	{Name: "a hundred moves of 60,000 names each", Aim: "texts of moves", Text: func() string {
		return frame + many(100, "(k #)") + `(t0 z)` + many(15, "(<= (t#+ (f ?x ?x))(t# ?x))") + `(<= (legal a (go ?k ?x))(k ?k)(t15 ?x))`
	}},
	{Name: "moves that differ in letter case only", Aim: "texts of moves", Text: func() string {
		var b strings.Builder
		for i := range 1 << 12 {
			name := []byte("abcdefghijkl")
			for bit := range name {
				if i>>bit&1 == 1 {
					name[bit] -= 'a' - 'A'
				}
			}
			fmt.Fprintf(&b, "(legal a %s)", name)
		}
		return frame + b.String()
	}},
	{Name: "moves that are named like answers", Aim: "texts of moves", Text: text(frame + `(legal a nil)(legal a NIL)(legal a busy)(legal a ready)(legal a done)(legal b nil)`)},
	{Name: "a fluent of 64 terms in each other's last place", Aim: "terms", Text: func() string {
		return frame + "(init (l " + nested(63, "(cons x ", "nil", ")") + "))(<= (next (l (cons ?y ?x)))(true (l (cons ?y ?x))))"
	}},
	{Name: "terms that are only equal at their ends", Aim: "unification", Text: func() string {
		return frame + many(2000, "(k (g (g (g (g (g (g (g (g #)))))))))") + `(<= (next (n ?x))(k (g (g (g (g ?x)))))(k (g (g (g (g (g ?y))))))(true (n ?y)))`
	}},

	// Roles.
	{Name: "a thousand roles", Aim: "roles", Text: func() string { return frame + many(998, "(role r#)") }},
	{Name: "a thousand roles that see each other", Aim: "roles", Text: func() string {
		return frame + many(998, "(role r#)") + `(<= (sees ?r (did ?q ?m))(role ?r)(does ?q ?m))(<= (next (did ?q ?m))(does ?q ?m))`
	}},
	{Name: "sixteen roles with a hundred moves each", Aim: "roles", Text: func() string {
		return frame + many(14, "(role r#)") + many(100, "(k #)") + `(<= (legal ?r (m ?k))(role ?r)(k ?k))(<= (next (did ?r ?k))(does ?r (m ?k)))(<= terminal (true (did a 7))(true (did b 7)))`
	}},
	{Name: "sixteen roles that take turns at 800 places", Aim: "roles", Text: func() string {
		return many(16, "(role r#)") + many(15, "(turn r# r#+)") + "(turn r15 r0)" + many(800, "(k #)") + `(init (control r0))(<= (next (control ?s))(true (control ?r))(turn ?r ?s))
			(<= (legal ?r noop)(role ?r)(not (true (control ?r))))(<= (legal ?r (take ?k))(true (control ?r))(k ?k)(not (taken ?k)))(<= (taken ?k)(true (has ?r ?k)))
			(<= (next (has ?r ?k))(does ?r (take ?k)))(<= (next (has ?r ?k))(true (has ?r ?k)))(<= open (k ?k)(not (taken ?k)))(<= terminal (not open))(<= (goal ?r 100)(true (has ?r 7)))(<= (goal ?r 0)(role ?r)(not (true (has ?r 7))))`
	}},
	{Name: "roles that differ in letter case only", Aim: "roles", Text: text(frame + `(role A)(role random)(role Random)(role RANDOM)(<= (next (n ?m))(does Random ?m))`)},
	{Name: "chance that never has a move", Aim: "chance", Text: text(strings.Replace(frame, "(role b)", "(role random)", 1) + `(<= (legal random go)(true (n y)))`)},
	{Name: "chance that sees, and has goals", Aim: "chance", Text: func() string {
		return frame + "(role random)" + digits + product("(sees random (m#))", 4) + `(goal random 100)`
	}},

	// Goals, ends and openings.
	{Name: "every goal at once by 1,000 ways", Aim: "goals", Text: func() string {
		return frame + many(1000, "(k #)") + many(101, "(g #)") + `(<= (goal ?r ?g)(role ?r)(g ?g)(k ?x)(k ?y)(distinct ?x ?y))`
	}},
	{Name: "goals by a closure", Aim: "goals", Text: func() string {
		return frame + many(2000, "(e # #+)") + `(<= (r ?x ?y)(e ?x ?y))(<= (r ?x ?z)(r ?x ?y)(e ?y ?z))(<= (goal a ?g)(r 0 ?g)(true (n ?g)))`
	}},
	{Name: "over before it begins", Aim: "ends", Text: text(frame + `(<= terminal (true (n z)))`)},
	{Name: "nobody has a move in the second step", Aim: "ends", Text: text(`(role a)(init (n z))(<= (legal a go)(true (n z)))(<= (next (n y))(true (n z)))(<= terminal (true (n x)))(goal a 1)`)},
	{Name: "an opening of 50,000 fluents that never change", Aim: "opening", Text: func() string {
		return frame + many(50_000, "(init (f #))") + `(<= (next (f ?x))(true (f ?x)))(<= (legal a (take ?x))(true (f ?x)))`
	}},
	{Name: "an opening by a closure", Aim: "opening", Text: func() string {
		return frame + many(1500, "(e # #+)") + `(<= (r ?x ?y)(e ?x ?y))(<= (r ?x ?z)(r ?x ?y)(e ?y ?z))(<= (init (f ?x ?y))(r ?x ?y))`
	}},
	{Name: "nothing at the opening", Aim: "opening", Text: text(strings.Replace(frame, "(init (n z))", "", 1) + `(<= (next (m ?r))(role ?r)(not (true (m ?r))))`)},

	// What looks the same: names, parts and symmetries.
	{Name: "2,000 names that nothing tells apart", Aim: "names", Text: func() string {
		return frame + many(2000, "(k c#)") + `(<= (legal a (take ?x))(k ?x)(not (true (taken ?x))))(<= (next (taken ?x))(does a (take ?x)))(<= (next (taken ?x))(true (taken ?x)))`
	}},
	{Name: "names in rings of the same length", Aim: "names", Text: func() string {
		var b strings.Builder
		for ring := range 100 {
			for i := range 20 {
				fmt.Fprintf(&b, "(e c%d c%d)", ring*20+i, ring*20+(i+1)%20)
			}
		}
		return frame + b.String() + `(init (at c0))(<= (legal a (go ?y))(true (at ?x))(e ?x ?y))(<= (next (at ?y))(does a (go ?y)))`
	}},
	{Name: "names as the fields of a rook's board", Aim: "names", Text: func() string { // strongly regular: counting neighbours tells nothing
		var b strings.Builder
		for x := range 14 {
			for y := range 14 {
				for z := range 14 {
					if z != x {
						fmt.Fprintf(&b, "(e c%dx%d c%dx%d)", x, y, z, y)
					}
					if z != y {
						fmt.Fprintf(&b, "(e c%dx%d c%dx%d)", x, y, x, z)
					}
				}
			}
		}
		return frame + b.String() + `(init (at c0x0))(<= (legal a (go ?y))(true (at ?x))(e ?x ?y))(<= (next (at ?y))(does a (go ?y)))`
	}},
	{Name: "rules that differ in the order of their conditions", Aim: "names", Text: func() string {
		return frame + many(40, "(<= (next (n ?x))(p# ?x ?y)(p# ?y ?z)(p# ?z ?u)(p# ?u ?x)(true (n ?y)))(p# 0 1)(p# 1 0)")
	}},
	{Name: "a puzzle of sixty switches", Aim: "planning", Text: func() string {
		return `(role a)(init (step 0))` + many(60, "(k #)(init (off #))(<= (next (step #+))(true (step #)))") + `
(<= (legal a (flip ?x))(k ?x))
(<= (next (on ?x))(does a (flip ?x))(true (off ?x)))(<= (next (off ?x))(does a (flip ?x))(true (on ?x)))
(<= (next (on ?x))(true (on ?x))(not (does a (flip ?x))))(<= (next (off ?x))(true (off ?x))(not (does a (flip ?x))))
(<= all_on` + many(60, "(true (on #))") + `)(<= terminal all_on)(<= terminal (true (step 60)))(<= (goal a 100) all_on)(<= (goal a 0)(not all_on))`
	}},
	{Name: "a sum of thirty heaps of a hundred", Aim: "sums of games", Text: func() string {
		return `(role a)(role b)(init (control a))` + many(30, "(h #)(init (heap # 100))") + less(101) + `
(<= (legal ?r (take ?h ?m))(true (control ?r))(true (heap ?h ?n))(less ?m ?n))(<= (legal a noop)(true (control b)))(<= (legal b noop)(true (control a)))
(<= (next (heap ?h ?m))(does ?r (take ?h ?m)))(<= (touched ?h)(does ?r (take ?h ?m)))(<= (next (heap ?h ?n))(true (heap ?h ?n))(not (touched ?h)))
(<= (next (control a))(true (control b)))(<= (next (control b))(true (control a)))
(<= more (true (heap ?h ?n))(distinct ?n 0))(<= terminal (not more))(<= (goal ?r 100)(role ?r)(not (true (control ?r))))(<= (goal ?r 0)(true (control ?r)))`
	}},
	{Name: "hidden cards for everybody", Aim: "hidden information", Text: func() string {
		return frame + "(role random)" + many(200, "(c #)") + `(<= (legal random (deal ?x ?y))(c ?x)(c ?y)(distinct ?x ?y)(true (n z)))(<= (legal random noop)(not (true (n z))))
(<= (next (has a ?x))(does random (deal ?x ?y)))(<= (next (has b ?y))(does random (deal ?x ?y)))(<= (next (has ?r ?x))(true (has ?r ?x)))(<= (sees ?r (own ?x))(true (has ?r ?x)))
(<= (legal ?r (guess ?x))(role ?r)(distinct ?r random)(c ?x))`
	}},

	// Steps that cost in the end.
	{Name: "a step that is dear only after five", Aim: "a step", Text: func() string {
		return frame + many(5, "(<= (next (s #+))(true (s #)))") + "(init (s 0))" + facts200k("e") + `(<= (next (n ?y))(true (s 5))(e ?x ?y)(e ?z ?w)(true (n ?w)))`
	}},
	{Name: "an end that is dear only after five", Aim: "terminal", Text: func() string {
		return frame + many(5, "(<= (next (s #+))(true (s #)))") + "(init (s 0))" + colouring("dear") + `(<= terminal (true (s 5)) dear)`
	}},
	{Name: "moves that are dear only for the other", Aim: "legal moves", Text: func() string {
		return frame + colouring("dear") + `(<= (legal b gold) dear)`
	}},
	{Name: "a counter that is checked by every pair", Aim: "a step", Text: func() string {
		return frame + bits(40) + `(<= (pair ?x ?y)(true (on ?x))(true (on ?y))(distinct ?x ?y))(<= (triple ?x ?y ?z)(pair ?x ?y)(pair ?y ?z)(pair ?x ?z))(<= terminal (triple 39 38 37))`
	}},
}
