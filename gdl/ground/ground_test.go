package ground_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/games"
	"ludens/gdl"
	"ludens/gdl/gdltest"
	"ludens/gdl/ground"
)

const frame = `(role p) (init (at 1)) (legal p go) (goal p 100) (<= terminal (true (at 9)))
	(succ 1 2) (succ 2 3) (succ 3 4) (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y)) `

// rules gives the ground rules of a relation as sorted texts.
func rules(th *ground.Theory, relation string) []string {
	var out []string
	th.Rules(func(r ground.Rule) {
		rel, _ := th.Atom(r.Head)
		if th.Program.Rels[rel].Name != relation {
			return
		}
		s := th.String(r.Head) + " <="
		for _, a := range r.Pos {
			s += " " + th.String(a)
		}
		for _, a := range r.Neg {
			s += " not " + th.String(a)
		}
		out = append(out, s)
	})
	slices.Sort(out)
	return slices.Compact(out)
}

func TestRules(t *testing.T) {
	for _, c := range []struct{ name, rules, relation, want string }{
		{"static conditions vanish", "", "next", "(next (at 2)) <= (true (at 1)); (next (at 3)) <= (true (at 2)); (next (at 4)) <= (true (at 3))"},
		{
			"static negation is exact", "(odd 1) (odd 3) (<= (x ?n) (true (at ?n)) (not (odd ?n)))", "x",
			"(x 2) <= (true (at 2)); (x 4) <= (true (at 4))",
		},
		{"distinct", "(<= (x ?n) (true (at ?n)) (distinct ?n 2) (distinct ?n 3))", "x", "(x 1) <= (true (at 1)); (x 4) <= (true (at 4))"},
		{"equality by not distinct", "(<= (x ?n) (true (at ?n)) (not (distinct ?n 2)))", "x", "(x 2) <= (true (at 2))"},
		{
			"dynamic negation stays, and goes where the atom is impossible",
			"(<= (x ?n) (succ ?n ?m) (not (true (at ?m))) (not (true (gone ?m))))", "x",
			"(x 1) <= not (true (at 2)); (x 2) <= not (true (at 3)); (x 3) <= not (true (at 4))",
		},
		{"repeated variables", "(e 1 1) (e 1 2) (e 2 2) (<= (x ?n) (e ?n ?n) (true (at ?n)))", "x", "(x 1) <= (true (at 1)); (x 2) <= (true (at 2))"},
		{"terms in terms", "(<= (next (box (f ?x))) (true (at ?x))) (<= (x ?y) (true (box (f ?y))) (succ ?y 2))", "x", "(x 1) <= (true (box (f 1)))"},
		{
			"recursion", "(<= (r ?x) (true (at ?x))) (<= (r ?y) (r ?x) (succ ?x ?y) (true (at ?y)))", "r",
			"(r 1) <= (true (at 1)); (r 2) <= (r 1) (true (at 2)); (r 2) <= (true (at 2)); (r 3) <= (r 2) (true (at 3)); " +
				"(r 3) <= (true (at 3)); (r 4) <= (r 3) (true (at 4)); (r 4) <= (true (at 4))",
		},
		{"a variable for a whole fluent", "(<= (x ?f) (true ?f) (distinct ?f (at 1)) (distinct ?f (at 2)))", "x", "(x (at 3)) <= (true (at 3)); (x (at 4)) <= (true (at 4))"},
	} {
		text := frame + c.rules
		if c.relation != "next" { // only what matters for play is grounded
			text += "(<= (legal p (use ?a)) (" + c.relation + " ?a))"
		}
		th, err := ground.Ground(context.Background(), gdltest.Compile(t, text), ground.Options{NoCondense: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(rules(th, c.relation), "; "); got != c.want {
			t.Errorf("%s:\n  got  %s\n  want %s", c.name, got, c.want)
		}
	}
}

// TestCondense compares the possible atoms with and without breaking clauses up.
func TestCondense(t *testing.T) {
	atoms := func(p *gdl.Program, opt ground.Options) []string {
		th, err := ground.Ground(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for a := range th.Atoms() {
			if s := th.String(ground.AtomID(a)); !strings.HasPrefix(s, "(part ") && !strings.HasPrefix(s, "part ") {
				out = append(out, s)
			}
		}
		slices.Sort(out)
		return out
	}
	for _, e := range games.List() {
		if testing.Short() && len(e.Text) > 4000 {
			continue
		}
		p := gdltest.Compile(t, e.Text)
		a, b := atoms(p, ground.Options{}), atoms(p, ground.Options{NoCondense: true})
		if !slices.Equal(a, b) {
			t.Errorf("%s: %d possible atoms condensed, %d not", e.Name, len(a), len(b))
		}
	}
}

func TestBudgets(t *testing.T) {
	growing := frame + `(num z) (<= (num (s ?x)) (num ?x)) (<= (x ?n) (num ?n) (true (at 1))) (<= (legal p (m ?n)) (x ?n))`
	if _, err := ground.Ground(context.Background(), gdltest.Compile(t, growing), ground.Options{}); !errors.Is(err, game.ErrBudget) {
		t.Errorf("terms that grow without end: %v", err)
	}
	wide := frame + `(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
		(<= (legal p (m ?a ?b ?c ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h))`
	if _, err := ground.Ground(context.Background(), gdltest.Compile(t, wide), ground.Options{Bytes: 64 << 20}); !errors.Is(err, game.ErrBudget) {
		t.Errorf("ten million moves in 64 MiB: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := ground.Ground(ctx, gdltest.Compile(t, wide), ground.Options{Bytes: 8 << 30}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deadline: %v", err)
	}
}

func FuzzGround(f *testing.F) {
	f.Add(frame)
	f.Add(frame + "(<= (x ?n) (true (at ?n)) (not (distinct ?n 2)) (or (succ ?n 3) (not (true (at 4)))))")
	f.Add(frame + "(num z) (<= (num (s ?x)) (num ?x))")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		d, findings := gdl.Read(text)
		if findings.Errors() > 0 {
			return
		}
		p, err := gdl.Compile(d)
		if err != nil || len(p.Clauses) > 2000 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		th, err := ground.Ground(ctx, p, ground.Options{Bytes: 32 << 20})
		if err != nil {
			return
		}
		th.Rules(func(r ground.Rule) {
			for _, a := range append(append([]ground.AtomID{r.Head}, r.Pos...), r.Neg...) {
				if a < 0 || int(a) >= th.Atoms() {
					t.Fatalf("atom %d of %d", a, th.Atoms())
				}
			}
		})
	})
}
