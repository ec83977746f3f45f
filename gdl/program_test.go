package gdl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func compile(t *testing.T, text string) *Program {
	t.Helper()
	p, err := Compile(mustRead(t, text))
	if err != nil {
		t.Fatalf("compile %q: %v", text, err)
	}
	return p
}

// clauses are the clauses of a program as text, relations that the normal form
// added with their number left out.
func clauses(p *Program) string {
	var out []string
	for i := range p.Clauses {
		out = append(out, p.String(&p.Clauses[i]))
	}
	return strings.Join(out, "\n")
}

func TestNormalForm(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"fact":               {"(a 1)", "(<= (a 1))"},
		"order of literals":  {"(<= (p ?x) (distinct ?x 1) (not (r ?x)) (q ?x))", "(<= (p ?x) (q ?x) (not (r ?x)) (distinct ?x 1))"},
		"or":                 {"(<= p q (or a (b 1)) r)", "(<= p q a r)\n(<= p q (b 1) r)"},
		"product":            {"(<= p (or a b) (or c d))", "(<= p a c)\n(<= p a d)\n(<= p b c)\n(<= p b d)"},
		"nested or":          {"(<= p (or a (or b c)))", "(<= p a)\n(<= p b)\n(<= p c)"},
		"empty or":           {"(<= p q (or))", ""},
		"double negation":    {"(<= p (not (not q)))", "(<= p q)"},
		"negated or":         {"(<= p (not (or a b)))", "(<= p (not a) (not b))"},
		"negated empty or":   {"(<= p (not (or)))", "(<= p)"},
		"negated distinct":   {"(<= (p ?x) (q ?x) (not (distinct ?x 1)))", "(<= (p ?x) (q ?x) (not (distinct ?x 1)))"},
		"bound by equality":  {"(<= (p ?x) (not (distinct ?x 1)))", "(<= (p ?x) (not (distinct ?x 1)))"},
		"not in or":          {"(<= p (or (not a) (distinct b c)))", "(<= p (not a))\n(<= p (distinct b c))"},
		"unbound in not":     {"(<= (p ?x) (q ?x) (not (r ?x ?y)))", "(<= (some r 0 ?x) (r ?x ?y))\n(<= (p ?x) (q ?x) (not (some r 0 ?x)))"},
		"unbound distinct":   {"(<= p q (distinct ?z 3))", "(<= p q)"},
		"unsafe base":        {"(base (a ?x)) (<= (input ?p ?m) (role ?p)) (role w)", "(<= (role w))"},
		"compound arguments": {"(<= (p (f ?x (g a))) (q ?x))", "(<= (p (f ?x (g a))) (q ?x))"},
		"parentheses":        {"(<= (p) (q)) (<= p q)", "(<= p q)\n(<= p q)"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := clauses(compile(t, c.text)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unsafe head":          {"(<= (p ?x) q)", "the variable ?x of the head"},
		"unsafe in one member": {"(<= (p ?x) (or (q ?x) r))", "the variable ?x of the head"},
		"variable in a fact":   {"(p ?x)", "the variable ?x of the head"},
		"too many":             {"(<= p" + strings.Repeat(" (or a b)", 13) + ")", "more than 4096 alternatives"},
		"too many by nothing":  {"(<= p" + strings.Repeat(" (or a b)", 60) + " (or))", "more than 4096 alternatives"},
		"too many in all": {
			strings.Repeat("(<= p"+strings.Repeat(" (or (a 1 2 3 4 5 6) (b 1 2 3 4 5 6))", 12)+")\n", 12), "more than 4000000 names",
		},
		"too many roles":     {many(MaxRoles+1, "(role r#)"), "more than 1000 roles"},
		"too many relations": {many(MaxRelations, "(p# 1 2)"), "more than 100000 relations"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Compile(mustRead(t, c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "rule at ") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	p := compile(t, "(<= p"+strings.Repeat(" (or a b)", 12)+")")
	if len(p.Clauses) != MaxAlternatives {
		t.Errorf("%d clauses, want %d", len(p.Clauses), MaxAlternatives)
	}
}

func TestStratification(t *testing.T) {
	for text, ok := range map[string]bool{
		"(<= p (not q)) (<= q (not p))":                               false,
		"(<= p (not p))":                                              false,
		"(<= p q) (<= q r) (<= r (or s (not p)))":                     false,
		"(<= (win ?x) (move ?x ?y) (not (win ?y)))":                   false,
		"(<= p (not q)) (<= q r)":                                     true,
		"(<= p (not (not p)))":                                        true,
		"(<= (p ?x ?y) (q ?x ?y) (not (p ?x))) (<= (p ?x) (r ?x))":    true, // two relations
		"(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (goal a 100)": true,
		"(<= (goal ?r 0) (role ?r) (not (goal ?r 100))) (<= (goal ?r ?v) (v ?r ?v) (goal ?r 0))":    false,
		"(<= (p (f ?x)) (q ?x) (not (p (g ?x)))) (<= (p (g ?x)) (r ?x))":                            true,
		"(<= (p (f ?x)) (q ?x) (not (p (f a))))":                                                    false,
		"(<= (p (f ?x b)) (q ?x) (not (p (f a c))))":                                                true,
		"(<= (p ?x) (q ?x) (not (r ?x ?y))) (<= (r ?x ?y) (p ?x) (p ?y))":                           false, // through "no such fact"
		"(<= (next (a ?x)) (true (a ?x)) (not (true (b ?x)))) (<= (next (b 1)) (not (true (a 1))))": true,
	} {
		_, err := Compile(mustRead(t, text))
		if (err == nil) != ok || !ok && !errors.Is(err, ErrUnstratified) {
			t.Errorf("%s: got %v, want ok %v", text, err, ok)
		}
	}
}

func TestRoles(t *testing.T) {
	p := compile(t, "(role b) (role (a 1)) (role b) (role random) (<= (role c) (q)) (role)")
	var got []string
	for _, r := range p.Roles {
		got = append(got, p.Terms.String(r))
	}
	if s := strings.Join(got, " "); s != "b (a 1) random" {
		t.Errorf("got %s", s)
	}
}

func TestAnalysis(t *testing.T) {
	p := compile(t, `(role p) (fixed 1) (<= (derived ?x) (fixed ?x))
		(<= (on ?x) (true (a ?x))) (<= (moved ?m) (does p ?m)) (<= both (on 1) (moved m))
		(<= (next (a ?x)) (on ?x)) (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))
		(<= even odd) (<= odd even) (<= terminal (not (on 1)))`)
	for name, want := range map[string]string{
		"fixed/1": "", "derived/1": "", "on/1": "dynamic", "moved/1": "dynamic does", "both/0": "dynamic does",
		"next/1": "dynamic", "path/2": "recursive", "edge/2": "", "even/0": "recursive", "odd/0": "recursive",
		"terminal/0": "dynamic", "true/1": "dynamic", "does/2": "dynamic does",
	} {
		base, arity, _ := strings.Cut(name, "/")
		r, ok := p.Find(base, int(arity[0]-'0'))
		if !ok {
			t.Errorf("no relation %s", name)
			continue
		}
		var got []string
		if p.Dynamic[r] {
			got = append(got, "dynamic")
		}
		if p.OnDoes[r] {
			got = append(got, "does")
		}
		if p.Recursive[r] {
			got = append(got, "recursive")
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: got %q, want %q", name, s, want)
		}
	}
	if _, ok := p.Find("path", 3); ok {
		t.Error("found path/3")
	}

	place := make([]int, len(p.Rels))
	order := p.TopoRels()
	for i, r := range order {
		place[r] = i
	}
	if len(order) != len(p.Rels) || len(slices.Compact(slices.Sorted(slices.Values(order)))) != len(order) {
		t.Fatalf("TopoRels gives %v", order)
	}
	for v := range p.Rels {
		for _, i := range p.Of[v] {
			for _, a := range slices.Concat(p.Clauses[i].Pos, p.Clauses[i].Neg) {
				if p.SCC[a.Rel] > p.SCC[v] || p.SCC[a.Rel] < p.SCC[v] && place[a.Rel] > place[v] {
					t.Errorf("%s does not come after %s", p.Rels[v], p.Rels[a.Rel])
				}
			}
		}
	}
}

// many writes a rule n times, with its number for # and the next one for #+.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// A program with more rules than can be compared is refused instead of looked at
// for hours, long chains cost no deep recursion, and long rules no square.
func TestLargePrograms(t *testing.T) {
	_, err := Compile(mustRead(t, many(5000, "(<= (p ?x a#) (q ?x #) (not (p ?x ?y)))")))
	if !errors.Is(err, ErrUnstratified) {
		t.Errorf("all against all: %v", err)
	}
	p := compile(t, many(50_000, "(<= p# p#+)")+"(<= p50000 (true a))")
	if r, _ := p.Find("p0", 0); !p.Dynamic[r] || p.OnDoes[r] || p.Recursive[r] {
		t.Error("the chain's beginning does not depend on its end")
	}
	if _, err := Compile(mustRead(t, many(50_000, "(<= p# p#+)")+"(<= p50000 (not p0))")); !errors.Is(err, ErrUnstratified) {
		t.Errorf("ring: %v", err)
	}
	p = compile(t, "(<= p"+many(50_000, " (q #) (not (r #))")+")")
	if c := p.Clauses[0]; len(c.Pos) != 50_000 || len(c.Neg) != 50_000 {
		t.Errorf("%d and %d literals", len(c.Pos), len(c.Neg))
	}
	p = compile(t, "(<= (p "+strings.Repeat("(f ", 900)+"?x"+strings.Repeat(")", 900)+") (q ?x))")
	if len(p.Clauses) != 1 {
		t.Errorf("%d clauses", len(p.Clauses))
	}
}
