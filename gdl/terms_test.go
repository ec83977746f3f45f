package gdl

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTerms(t *testing.T) {
	ts := NewTerms()
	a, b := ts.Const("a"), ts.Const("b")
	fab := ts.Func("f", a, b)
	gf := ts.Func("g", fab)
	for _, c := range []struct {
		id    TermID
		text  string
		fn    bool
		args  int
		depth int
	}{
		{a, "a", false, 0, 0},
		{fab, "(f a b)", true, 2, 1},
		{gf, "(g (f a b))", true, 1, 2},
		{ts.Func("a"), "(a)", true, 0, 1},
		{ts.Const("f"), "f", false, 0, 0},
	} {
		if got := ts.String(c.id); got != c.text {
			t.Errorf("got %s, want %s", got, c.text)
		}
		if ts.IsFunc(c.id) != c.fn || len(ts.Args(c.id)) != c.args || ts.Depth(c.id) != c.depth {
			t.Errorf("%s: function %v, %d arguments, depth %d", c.text, ts.IsFunc(c.id), len(ts.Args(c.id)), ts.Depth(c.id))
		}
	}
	if ts.Const("a") != a || ts.Func("f", a, b) != fab || ts.Func("f", b, a) == fab {
		t.Error("equal terms have different ids, or different ones the same")
	}
	if ts.Func("a") == a {
		t.Error("a and (a) are the same term")
	}
	if args := append(ts.Args(fab), b); len(args) != 3 || ts.String(gf) != "(g (f a b))" {
		t.Error("appending to Args changed the table")
	}
	n := ts.Len()
	u := ts.Clone()
	u.Const("new")
	if ts.Len() != n || u.Len() != n+1 || u.String(gf) != "(g (f a b))" {
		t.Error("a clone is not on its own")
	}
	if ts.Const("other") == NoTerm || ts.Name(ts.Const("other")) != "other" || u.Name(TermID(n)) != "new" {
		t.Error("the table and its clone share names")
	}
}

func drawTerm(t *rapid.T, depth int) Term {
	name := rapid.SampledFrom([]string{"a", "b", "f", "1"}).Draw(t, "name")
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		if rapid.IntRange(0, 9).Draw(t, "variable") == 0 {
			return Term{Kind: Variable, Name: "?" + name}
		}
		return Term{Kind: Constant, Name: name}
	}
	x := Term{Kind: Function, Name: name}
	for range rapid.IntRange(0, 3).Draw(t, "arity") {
		x.Args = append(x.Args, drawTerm(t, depth-1))
	}
	return x
}

// Terms without variables have equal ids exactly when they are equal, and are
// written as they were.
func TestGround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ts := NewTerms()
		byText := map[string]TermID{}
		byID := map[TermID]string{}
		for range 20 {
			x := drawTerm(t, 3)
			holds := false
			x.Walk(func(y *Term) { holds = holds || y.Kind == Variable })
			id, ok := ts.Ground(x)
			if ok == holds {
				t.Fatalf("%s: ok %v", x, ok)
			}
			if !ok {
				continue
			}
			text := x.String()
			if ts.String(id) != text {
				t.Fatalf("%s is written %s", text, ts.String(id))
			}
			if other, met := byText[text]; met && other != id {
				t.Fatalf("%s has ids %d and %d", text, other, id)
			}
			if other, met := byID[id]; met && other != text {
				t.Fatalf("%s and %s have one id", text, other)
			}
			byText[text], byID[id] = id, text
			back, err := ReadTerm(text)
			if err != nil || !sameTree(back, x) {
				t.Fatalf("%s reads back as %s, %v", text, back, err)
			}
		}
	})
}
