package canon_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/canon"
)

func read(t testing.TB, text string) *gdl.Description {
	t.Helper()
	d, findings := gdl.Read(text)
	if err := findings.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return d
}

func form(t testing.TB, d *gdl.Description) *canon.Form {
	t.Helper()
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatalf("%v\n%s", err, d)
	}
	f, err := canon.Of(p, canon.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, d)
	}
	return f
}

// same says whether a map takes the rules of one description to those of another, as sets
// of lines in which variables have no names: a check that has nothing in common with the
// package but gdl.
func same(m *canon.Map, rels map[gdl.Rel]string, from, to *gdl.Description) bool {
	lines := func(d *gdl.Description, term func(gdl.Term) string, rel func(gdl.Term) string) []string {
		sentence := func(t gdl.Term) string {
			s := "(" + rel(t)
			for i, a := range t.Args {
				if t.Name == "goal" && i == 1 && a.Kind == gdl.Constant {
					s += " " + a.Name
					continue
				}
				s += " " + term(blank(a))
			}
			return s + ")"
		}
		var literal func(l gdl.Literal) string
		literal = func(l gdl.Literal) string {
			switch l.Kind {
			case gdl.Positive:
				return sentence(l.Sentence)
			case gdl.Distinct:
				a, b := term(blank(l.Sentence.Args[0])), term(blank(l.Sentence.Args[1]))
				return "distinct " + min(a, b) + " " + max(a, b)
			}
			var subs []string
			for _, x := range l.Subs {
				subs = append(subs, literal(x))
			}
			slices.Sort(subs)
			return fmt.Sprintf("%d(%s)", l.Kind, strings.Join(subs, " "))
		}
		var out []string
		for _, r := range d.Rules {
			var body []string
			for _, l := range r.Body {
				body = append(body, literal(l))
			}
			slices.Sort(body)
			out = append(out, sentence(r.Head)+" <= "+strings.Join(body, " "))
		}
		slices.Sort(out)
		return out
	}
	asIs := func(t gdl.Term) string { return t.String() }
	mapped := func(t gdl.Term) string { return m.Term(t.String()) }
	ownRel := func(t gdl.Term) string { return t.Name }
	mapRel := func(t gdl.Term) string {
		if to, ok := rels[gdl.Rel{Name: t.Name, Arity: len(t.Args)}]; ok {
			return to
		}
		return t.Name
	}
	return slices.Equal(lines(from, mapped, mapRel), lines(to, asIs, ownRel))
}

// blank takes the names from variables.
func blank(t gdl.Term) gdl.Term {
	if t.Kind == gdl.Variable {
		t.Name = "?"
	}
	args := t.Args
	t.Args = nil
	for _, a := range args {
		t.Args = append(t.Args, blank(a))
	}
	return t
}

// Every embedded game is found under other names, and the map takes its rules to those
// with the other names.
func TestEmbeddedGames(t *testing.T) {
	for _, g := range games.List() {
		d := read(t, g.Text)
		f := form(t, d)
		for seed := range uint64(3) {
			e, s := scramble(d, seed)
			h := form(t, e)
			if f.Identity() != h.Identity() {
				t.Errorf("%s, scrambled by %d: another identity", g.Name, seed)
				continue
			}
			m := canon.Between(f, h)
			if m == nil {
				t.Errorf("%s, scrambled by %d: the same identity and no map", g.Name, seed)
				continue
			}
			if !same(m, s.rels, d, e) {
				t.Errorf("%s, scrambled by %d: the map does not take the rules to the others", g.Name, seed)
			}
		}
	}
}

// Different games have different identities.
func TestDifferentGames(t *testing.T) {
	by := map[string]string{}
	for _, g := range games.List() {
		id := form(t, read(t, g.Text)).Identity()
		if other, ok := by[id]; ok {
			t.Errorf("%s and %s are taken for the same", other, g.Name)
		}
		by[id] = g.Name
	}
}

// What is said in another way is the same, what differs in meaning is not.
func TestRewriting(t *testing.T) {
	const base = `(role white) (role black) (init (cell 1 b)) (init (control white)) (succ 1 2)
		(<= (legal ?r (mark ?x)) (true (cell ?x b)) (true (control ?r)))
		(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
		(<= (next (cell ?y x)) (does ?r (mark ?x)) (succ ?x ?y) (or (true (cell ?x b)) (true (cell ?x x))))
		(<= (next (control ?r)) (role ?r) (not (true (control ?r))) (distinct ?r black))
		(<= terminal (true (cell 2 x))) (goal white 100) (goal black 0)`
	want := form(t, read(t, base)).Identity()
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"a constant renamed", "noop", "wait", true},
		{"a number renamed", "2", "two", true},
		{
			"multiplied out", "(<= (next (cell ?y x)) (does ?r (mark ?x)) (succ ?x ?y) (or (true (cell ?x b)) (true (cell ?x x))))",
			"(<= (next (cell ?y x)) (does ?r (mark ?x)) (succ ?x ?y) (true (cell ?x x))) (<= (next (cell ?y x)) (true (cell ?x b)) (does ?r (mark ?x)) (succ ?x ?y))", true,
		},
		{"twice", "(succ 1 2)", "(succ 1 2) (<= (succ 1 2))", true},
		{"a rule nobody asks for", "(succ 1 2)", "(succ 1 2) (<= (base (cell 1 ?x)) (idle ?x)) (idle b)", true},
		{"a distinct turned round", "(distinct ?r black)", "(distinct black ?r)", true},
		{"not not", "(true (cell 2 x))", "(not (not (true (cell 2 x))))", true},
		{"case", "control", "CONTROL", true},
		{"another goal", "(goal white 100)", "(goal white 90)", false},
		{"goals exchanged", "(goal white 100) (goal black 0)", "(goal white 0) (goal black 100)", false},
		{"roles exchanged", "(role white) (role black)", "(role black) (role white)", false},
		{"Nature", "black", "random", false},
		{"another constant", "(distinct ?r black)", "(distinct ?r white)", false},
		{"another fact", "(init (cell 1 b))", "(init (cell 2 b))", false},
		{"a fact more", "(succ 1 2)", "(succ 1 2) (succ 2 1)", false},
		{"a condition less", "(succ ?x ?y) ", "(true (cell ?y b)) ", false},
		{"a variable more", "(<= (next (control ?r)) (role ?r) (not (true (control ?r)))", "(<= (next (control ?r)) (role ?r) (role ?s) (not (true (control ?s)))", false},
		{"negated", "(not (true (control ?r))) (distinct", "(true (control ?r)) (distinct", false},
		{"a function for a constant", "noop", "(noop)", false},
		{"two names made one", "mark", "cell", true}, // of functions with other arities
		{"two constants made one", "b)", "x)", false},
	} {
		text := strings.ReplaceAll(base, c.old, c.new)
		if text == base {
			t.Fatalf("%s: nothing has changed", c.name)
		}
		if got := form(t, read(t, text)).Identity(); (got == want) != c.same {
			t.Errorf("%s: the same identity %v, want %v", c.name, got == want, c.same)
		}
	}
}

// Many names that can all be exchanged do not take long, and what takes long ends.
func TestSymmetric(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role a) (<= (legal a (take ?x ?y)) (left ?x) (right ?y)) (goal a 100) (<= terminal (true done)) (<= (next done) (does a (take ?x ?y)))\n")
	for i := range 60 {
		fmt.Fprintf(&b, "(left l%d) (right r%d) (init (on l%d))\n", i, i, i)
	}
	d := read(t, b.String())
	e, _ := scramble(d, 1)
	if form(t, d).Identity() != form(t, e).Identity() {
		t.Error("another identity")
	}
	p, err := gdl.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []canon.Options{{Work: 1000}, {Size: 100}} {
		if _, err := canon.Of(p, o); !errors.Is(err, canon.ErrBudget) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Regular graphs that colour refinement cannot tell apart: two rings of three, and one of
// six; and each is found under other names.
func TestRegular(t *testing.T) {
	ring := func(links ...string) *gdl.Description {
		var b strings.Builder
		b.WriteString("(role a) (<= (legal a (go ?x ?y)) (link ?x ?y)) (goal a 100) (<= terminal (true done)) (<= (next done) (does a (go ?x ?y)))")
		for _, l := range links {
			fmt.Fprintf(&b, "(link %c %c) (link %c %c)", l[0], l[1], l[1], l[0])
		}
		return read(t, b.String())
	}
	two, one := ring("pq", "qr", "rp", "st", "tu", "us"), ring("pq", "qr", "rs", "st", "tu", "up")
	a, b := form(t, two), form(t, one)
	if a.Identity() == b.Identity() || canon.Between(a, b) != nil {
		t.Error("two rings are taken for one")
	}
	for seed := range uint64(20) {
		for i, d := range []*gdl.Description{two, one} {
			e, _ := scramble(d, seed)
			if form(t, e).Identity() != []string{a.Identity(), b.Identity()}[i] {
				t.Errorf("scrambled by %d: another identity", seed)
			}
		}
	}
}

// FuzzScramble makes random descriptions: scrambled they have the same identity, and with
// a constant in one rule changed into a new one they have another.
func FuzzScramble(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := game.Stream(seed, "random sheet", 0)
		d := read(t, randomSheet(rng))
		if _, err := gdl.Compile(d); err != nil {
			t.Skip(err)
		}
		a := form(t, d)
		e, _ := scramble(d, seed+1)
		b := form(t, e)
		if a.Text() != b.Text() || a.Identity() != b.Identity() {
			t.Fatalf("another identity:\n%s\n%s", d, e)
		}
		if m := canon.Between(a, b); m == nil {
			t.Fatal("no map")
		}
		if c, ok := changed(t, d, rng); ok {
			if form(t, c).Identity() == a.Identity() {
				t.Errorf("the same identity:\n%s\n%s", d, c)
			}
		}
	})
}

// changed gives the description with one occurrence of a constant changed into a new
// one, where the old one still occurs: then the rules have one constant more.
func changed(t *testing.T, d *gdl.Description, rng *rand.Rand) (*gdl.Description, bool) {
	// Only in heads of rules that are asked for whatever else there is, which goals are not
	// in.
	count := map[string]int{}
	visit := func(d *gdl.Description, f func(rule int, x *gdl.Term)) {
		for i := range d.Rules {
			if h := &d.Rules[i].Head; h.Name == "init" || h.Name == "next" || h.Name == "legal" {
				h.Walk(func(x *gdl.Term) {
					if x.Kind == gdl.Constant && x.Name != "random" {
						f(i, x)
					}
				})
			}
		}
	}
	copied := read(t, d.String())
	var all []*gdl.Term
	visit(copied, func(_ int, x *gdl.Term) { count[x.Name]++; all = append(all, x) })
	all = slices.DeleteFunc(all, func(x *gdl.Term) bool { return count[x.Name] < 2 })
	if len(all) == 0 {
		return nil, false
	}
	all[rng.IntN(len(all))].Name = "entirely_new"
	return copied, true
}

// randomSheet writes a random description, with many symmetries.
func randomSheet(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var consts []string
	for i := range 2 + rng.IntN(6) {
		consts = append(consts, fmt.Sprint("c", i))
	}
	term := func(vars ...string) string {
		x := pick(append(slices.Clone(consts), vars...)...)
		if rng.IntN(3) == 0 {
			x = "(" + pick("f", "g") + " " + x + " " + pick(append(vars, consts[0])...) + ")"
		}
		return x
	}
	var b strings.Builder
	b.WriteString("(role " + consts[0] + ") (role " + consts[1] + ")\n")
	for range 1 + rng.IntN(8) {
		fmt.Fprintf(&b, "(%s %s %s)\n", pick("r0", "r1"), term(), term())
	}
	for range 1 + rng.IntN(4) {
		fmt.Fprintf(&b, "(init (%s %s))\n", pick("f", "h"), term())
	}
	literal := func() string {
		v := func() string { return pick("?x", "?y", pick(consts...)) }
		s := fmt.Sprintf("(%s %s %s)", pick("r0", "r1", "r2"), v(), v())
		switch rng.IntN(7) {
		case 0:
			return "(not " + s + ")"
		case 1:
			return "(distinct " + v() + " " + v() + ")"
		case 2:
			return "(true (" + pick("f", "h") + " " + v() + "))"
		case 3:
			return fmt.Sprintf("(or %s (r0 %s %s))", s, v(), v())
		case 4:
			return "(not (distinct " + v() + " " + v() + "))"
		}
		return s
	}
	for range 3 + rng.IntN(6) {
		head := pick("(r2 ?x "+term("?y")+")", "(next ("+pick("f", "h")+" "+term("?x", "?y")+"))", "(legal "+pick(consts[:2]...)+" "+term("?x", "?y")+")", "terminal")
		body := []string{"(r0 ?x ?y)"}
		for range rng.IntN(4) {
			body = append(body, literal())
		}
		fmt.Fprintf(&b, "(<= %s %s)\n", head, strings.Join(body, " "))
	}
	fmt.Fprintf(&b, "(<= (next (h %s)) (r2 ?x ?y))\n(goal %s 50)\n(<= (goal %s 100) (r1 ?x ?y))\n", term("?x", "?y"), consts[0], consts[1])
	return b.String()
}
