package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseTerm(t *testing.T) {
	for text, want := range map[string]string{
		"noop":                         "noop []",
		"(control white)":              "(control .) [white]",
		"(cell 1 2 b)":                 "(cell . . .) [1 2 b]",
		"(on (at a 1) (piece w pawn))": "(on (at . .) (piece . .)) [a 1 w pawn]",
		"(f)":                          "(f) []",
	} {
		p := parseTerm(text)
		if got := fmt.Sprint(p.shape, " ", p.args); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// FuzzParseTerm puts texts together again.
func FuzzParseTerm(f *testing.F) {
	for _, s := range []string{"noop", "(cell 1 2 b)", "(on (at a 1) (piece w pawn))", "(f)", "((", ")", "(a . b)", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := parseTerm(text)
		if !strings.HasPrefix(text, "(") {
			if p.shape != text || len(p.args) > 0 {
				t.Fatalf("%q is %q %q", text, p.shape, p.args)
			}
			return
		}
		if strings.Contains(text, ".") {
			return // stands for an argument
		}
		if strings.Count(p.shape, ".") != len(p.args) {
			t.Fatalf("%q has %d arguments, its shape is %q", text, len(p.args), p.shape)
		}
		again := p.shape
		for _, a := range p.args {
			again = strings.Replace(again, ".", a, 1)
		}
		if again != text {
			t.Fatalf("%q becomes %q", text, again)
		}
	})
}

func TestOrdering(t *testing.T) {
	o := newOrdering([][]string{{"z", "m", "a", "q"}, {"m", "z", "k"}})
	set := func(list ...string) domain {
		d := domain{}
		for _, v := range list {
			d[v] = true
		}
		return d
	}
	for _, c := range []struct {
		in      domain
		want    string
		ordered bool
	}{
		{set("a", "z", "m"), "z m a", true}, // of the first chain
		{set("m", "z"), "m z", true},        // of the shorter one
		{set("10", "9", "-2", "-10", "0"), "-10 -2 0 9 10", true},
		{set("c10", "c9", "c1"), "c1 c9 c10", true},
		{set("a", "b", "c"), "a b c", true},
		{set("a", "c", "e"), "a c e", false},
		{set("pawn", "king"), "king pawn", false},
		{set("a1", "b2"), "a1 b2", false},
		{set("1", "2", "gap"), "1 2 gap", false},
		{set("01", "1", "001"), "1 01 001", true},
	} {
		if got := strings.Join(o.sorted(c.in), " "); got != c.want {
			t.Errorf("sorted: %s, want %s", got, c.want)
		}
		if got := o.ordered(c.in); got != c.ordered {
			t.Errorf("%s: ordered is %v", c.want, got)
		}
	}
	list := []string{"b", "a10", "a2", "10", "9", "-1", "", "a", "a02"}
	slices.SortFunc(list, natural)
	for i := range list {
		for k := range list {
			if (natural(list[i], list[k]) < 0) != (i < k) {
				t.Fatalf("%q and %q are in no order: %q", list[i], list[k], list)
			}
		}
	}
}
