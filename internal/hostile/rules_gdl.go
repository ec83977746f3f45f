package hostile

import (
	"fmt"
	"slices"
	"strings"
)

// frame is a description in which two players wait for something that never comes.
const frame = `(role a)(role b)(<= (legal ?r noop)(role ?r))(<= (goal ?r 50)(role ?r))(init (n z))(<= terminal (true (n done)))
`

// rulesGDL are attacks by descriptions in GDL.
var rulesGDL = slices.Concat(
	aimed("the reader and the checks of descriptions", gdlTexts),
	gdlPlay,
	gdlShapes,
	gdlOdd,
	gdlLate,
)

// many writes a form n times, on lines of their own, with # for the number of the
// line and #+ for the one after it.
func many(n int, form string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(form, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)))
		b.WriteByte('\n')
	}
	return b.String()
}

// gdlTexts are no games, or none that anybody could play.
var gdlTexts = []Row{
	{Name: "only opening", Want: "SEX003", Text: func() string { return strings.Repeat("(", 400_000) }},
	{Name: "only closing", Want: "SEX002", Text: func() string { return strings.Repeat(")", 400_000) }},
	{Name: "opening lines", Want: "SEX003", Text: func() string { return strings.Repeat("(a\n", 100_000) }},
	{Name: "empty lists", Want: "GDL001", Text: func() string { return "(<= a" + strings.Repeat(" ()", 100_000) + ")" }},
	{Name: "deep term", Want: "GDL010", Text: func() string { return "(init " + nested(990, "(f ", "x", ")") + ")" }},
	{Name: "deep terms", Want: "GDL010", Text: func() string {
		return many(100, "(<= (p "+nested(900, "(f ", "?x", ")")+") (q ?x) (p "+nested(900, "(f ", "?x", ")")+"))")
	}},
	{Name: "deep not", Want: "GDL019", Text: func() string { return "(<= p " + nested(990, "(not ", "q", ")") + ")" }},
	{Name: "deep or", Want: "GDL024", Text: func() string { return "(<= (p ?x) " + nested(990, "(or ", "(q ?x"+many(20_000, "?v#")+")", ")") + ")" }},
	{Name: "wide or", Want: "GDL010", Text: func() string { return "(<= (p ?x) (or " + many(40_000, "(q ?x #)") + "))" }},
	{Name: "product of or", Want: "GDL010", Text: func() string { return "(<= p" + strings.Repeat(" (or a b c d)", 20_000) + ")" }},
	{Name: "nested product", Want: "GDL025", Text: func() string { return "(<= p " + nested(300, "(or (a ?x) (not (or (b ?x) ", "c", ")))") + ")" }},
	{Name: "chain", Want: "GDL010", Text: func() string { return many(60_000, "(<= p# p#+)") }},
	{Name: "chain of depending legal", Want: "GDL027", Text: func() string {
		return many(30_000, "(<= p# p#+)") + "(<= p30000 (does white a))" + many(2000, "(<= (legal white #) p#)")
	}},
	{Name: "ring", Want: "GDL020", Text: func() string { return many(40_000, "(<= p# p#+)") + "(<= p40000 (not p0))" }},
	{Name: "many negations", Want: "GDL010", Text: func() string { return many(20_000, "(<= (p #) (not (p #+)))") }},
	{Name: "dense negations", Want: "GDL010", Text: func() string { return many(3000, "(<= (p ?x) (q ?x) (not (p ?x)) (r #))") }},
	{Name: "all fit all", Want: "GDL010", Text: func() string { return many(20_000, "(<= (p ?x a#) (q ?x #) (not (p ?x ?y)))") }},
	{Name: "nothing fits", Want: "GDL010", Text: func() string { return many(20_000, "(p a#)") + many(20_000, "(<= q (p b#))") }},
	{Name: "unmatched facts", Want: "GDL010", Text: func() string { return many(15_000, "(init (a #))") + many(15_000, "(<= (next (b #)) (true (c #)))") }},
	{Name: "unbound", Want: "GDL010", Text: func() string { return "(<= (p" + many(50_000, "?x#") + ") (q" + many(50_000, "?y#") + "))" }},
	{Name: "cases", Want: "GDL010", Text: func() string { return many(20_000, "(init (a#b A#b))") }},
	{Name: "arities", Want: "GDL010", Text: func() string { return "(f" + many(600, "(g (g"+strings.Repeat(" #", 100)+" #))") + ")" }},
	{Name: "long name", Want: "GDL010", Text: func() string { return "(init " + strings.Repeat("é", 200_000) + ")" }},
	{Name: "one long rule", Want: "GDL010", Text: func() string { return "(<= (next a)" + many(30_000, "(true (b #)) (not (undefined# ?x))") + ")" }},
	{Name: "same rule", Want: "GDL010", Text: func() string { return strings.Repeat("(<= (p ?x) (q ?x ?y))\n", 20_000) }},
	{Name: "base", Want: "GDL010", Text: func() string { return many(10_000, "(base (a #))") + many(10_000, "(init (b #))") }},
}
