package check

import (
	"fmt"
	"strings"
	"testing"

	"ludens/diag"
)

// Descriptions made to be expensive. None may take more than moments: the test
// has no clock of its own, but go test's deadline would be met by anything worse
// than a little more than linear.
func TestHostile(t *testing.T) {
	many := func(n int, form string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(form, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)))
			b.WriteByte('\n')
		}
		return b.String()
	}
	nest := func(n int, open, mid, shut string) string {
		return strings.Repeat(open, n) + mid + strings.Repeat(shut, n)
	}
	for name, text := range map[string]string{
		"only opening":             strings.Repeat("(", 400_000),
		"only closing":             strings.Repeat(")", 400_000),
		"opening lines":            strings.Repeat("(a\n", 100_000),
		"empty lists":              "(<= a" + strings.Repeat(" ()", 100_000) + ")",
		"deep term":                "(init " + nest(990, "(f ", "x", ")") + ")",
		"deep terms":               many(100, "(<= (p "+nest(900, "(f ", "?x", ")")+") (q ?x) (p "+nest(900, "(f ", "?x", ")")+"))"),
		"deep not":                 "(<= p " + nest(990, "(not ", "q", ")") + ")",
		"deep or":                  "(<= (p ?x) " + nest(990, "(or ", "(q ?x"+many(20_000, "?v#")+")", ")") + ")",
		"wide or":                  "(<= (p ?x) (or " + many(40_000, "(q ?x #)") + "))",
		"product of or":            "(<= p" + strings.Repeat(" (or a b c d)", 20_000) + ")",
		"nested product":           "(<= p " + nest(300, "(or (a ?x) (not (or (b ?x) ", "c", ")))") + ")",
		"chain":                    many(60_000, "(<= p# p#+)"),
		"chain of depending legal": many(30_000, "(<= p# p#+)") + "(<= p30000 (does white a))" + many(2000, "(<= (legal white #) p#)"),
		"ring":                     many(40_000, "(<= p# p#+)") + "(<= p40000 (not p0))",
		"many negations":           many(20_000, "(<= (p #) (not (p #+)))"),
		"dense negations":          many(3000, "(<= (p ?x) (q ?x) (not (p ?x)) (r #))"),
		"all fit all":              many(20_000, "(<= (p ?x a#) (q ?x #) (not (p ?x ?y)))"),
		"nothing fits":             many(20_000, "(p a#)") + many(20_000, "(<= q (p b#))"),
		"unmatched facts":          many(15_000, "(init (a #))") + many(15_000, "(<= (next (b #)) (true (c #)))"),
		"unbound":                  "(<= (p" + many(50_000, "?x#") + ") (q" + many(50_000, "?y#") + "))",
		"cases":                    many(20_000, "(init (a#b A#b))"),
		"arities":                  "(f" + many(600, "(g (g"+strings.Repeat(" #", 100)+" #))") + ")",
		"long name":                "(init " + strings.Repeat("é", 200_000) + ")",
		"one long rule":            "(<= (next a)" + many(30_000, "(true (b #)) (not (undefined# ?x))") + ")",
		"same rule":                strings.Repeat("(<= (p ?x) (q ?x ?y))\n", 20_000),
		"base":                     many(10_000, "(base (a #))") + many(10_000, "(init (b #))"),
	} {
		t.Run(name, func(t *testing.T) {
			got := Check(text)
			if len(got) == 0 {
				t.Error("nothing found")
			}
			if most := 60 * mostPerCode; len(got) > most {
				t.Errorf("%d findings, more than %d", len(got), most)
			}
			size := 0
			for _, f := range got {
				size += len(f.Rule) + len(f.Message) + len(f.Hint)
			}
			if size > 16<<20 {
				t.Errorf("%d bytes of findings", size)
			}
		})
	}
}

// Beyond mostPerCode findings of a code are counted, and errors stay errors.
func TestFindingsAreCounted(t *testing.T) {
	got := Check(strings.Repeat("(legal ?p noop)\n", mostPerCode+7))
	n, more := 0, ""
	for _, f := range got {
		if f.Code == "GDL028" {
			n++
			if !f.Pos.Known() {
				more = f.Message
			}
		}
	}
	if n != mostPerCode+1 || !strings.HasPrefix(more, "7 more") {
		t.Fatalf("%d findings, then %q", n, more)
	}
}

// Places count the bytes of the text as it was sent, also in Latin-1.
func TestLatin1(t *testing.T) {
	text := "; caf\xe9 \xe9\xe9\xe9\n(role caf\xe9) (legal ?x y)"
	examine(t, text)
	for _, f := range Check(text) {
		switch f.Code {
		case "GDL040":
			if f.Pos != (diag.Pos{Offset: 17, Line: 2, Column: 7}) || !strings.Contains(f.Message, "café") {
				t.Errorf("odd character: %v", f)
			}
		case "GDL028":
			if f.Pos.Column != 20 {
				t.Errorf("variable: %v", f)
			}
		}
	}
}
