package factor_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"ludens/game"
	"ludens/gdl/gdltest"
	"ludens/propnet"
	"ludens/propnet/exec"
	"ludens/propnet/factor"
)

func network(t testing.TB, text string) *propnet.Network {
	t.Helper()
	p := gdltest.Compile(t, text)
	n, err := exec.Network(context.Background(), p, exec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Three lamps, of which only two matter; the goal wants one of these on and the other one
// off. There are two ways to switch the first.
const lamps = `
	(role p) (lamp a) (lamp b) (lamp c) (init (on c)) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
	(<= (legal p (press ?l)) (lamp ?l)) (legal p kick) (legal p rest)
	(<= (hit ?l) (does p (press ?l))) (<= (hit a) (does p kick))
	(<= (next (on ?l)) (true (on ?l)) (not (hit ?l)))
	(<= (next (on ?l)) (lamp ?l) (not (true (on ?l))) (hit ?l))
	(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
	(<= terminal (true (step 3)))
	(<= won (true (on a)) (not (true (on b))))
	(<= (goal p 100) won) (<= (goal p 0) (not won))`

func names(n *propnet.Network, bases []int) []string {
	out := make([]string, len(bases))
	for i, b := range bases {
		out[i] = n.Bases[b].Text
	}
	return out
}

func TestRelevant(t *testing.T) {
	n := network(t, lamps)
	r, err := factor.Relevant(context.Background(), n, factor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	class := map[string]int32{}
	for i, m := range n.Moves[0] {
		class[m.Text] = r.Class[0][i]
	}
	if class["kick"] != class["(press a)"] || class["rest"] != class["(press c)"] || class["rest"] == class["kick"] || class["(press b)"] == class["kick"] {
		t.Errorf("classes %v", class)
	}
	for i, b := range n.Bases {
		if want := b.Text != "(on c)"; r.Bases[i] != want {
			t.Errorf("%s matters: %v", b.Text, r.Bases[i])
		}
	}
	if r.Idle != 1 || r.Same != 2 {
		t.Errorf("%d idle, %d same", r.Idle, r.Same)
	}
}

func TestDivide(t *testing.T) {
	n := network(t, lamps)
	d, err := factor.Divide(context.Background(), n, factor.Options{})
	if err != nil || d == nil {
		t.Fatalf("%v, %v", d, err)
	}
	var parts [][]string
	for _, p := range d.Parts {
		parts = append(parts, names(n, p))
	}
	slices.SortFunc(parts, slices.Compare)
	if got := fmt.Sprint(parts); got != "[[(on a)] [(on b)]]" {
		t.Errorf("parts %s", got)
	}
	for _, b := range d.Clock {
		if x := n.Bases[b].Text; x[:5] != "(step" {
			t.Errorf("%s is of the clock", x)
		}
	}
	for i, m := range n.Moves[0] {
		want := map[string]string{"(press a)": "(on a)", "kick": "(on a)", "(press b)": "(on b)"}[m.Text]
		got := ""
		if p := d.Part[0][i]; p >= 0 {
			got = names(n, d.Parts[p])[0]
		}
		if got != want {
			t.Errorf("%s is a move of %q, not of %q", m.Text, got, want)
		}
	}
	for k, p := range d.Parts {
		on, off := d.Aspect(k, func(b int) bool { return b == p[0] }), d.Aspect(k, func(int) bool { return false })
		if on == off {
			t.Errorf("part %d has the same aspect whether its lamp is on or not", k)
		}
	}
	// one lamp that drives another one makes one part of both
	if d, err := factor.Divide(context.Background(), network(t, lamps+"(<= (hit b) (does p kick))"), factor.Options{}); err != nil || d != nil {
		t.Errorf("%v, %v: two lamps switched by one move go on without each other", d, err)
	}
	if d, err := factor.Divide(context.Background(), network(t, lamps+"(<= (hit b) (true (on a)))"), factor.Options{}); err != nil || d != nil {
		t.Errorf("%v, %v: a lamp that drives another one goes on without it", d, err)
	}
	if d, err := factor.Divide(context.Background(), network(t, lamps+"(<= (legal p fix) (true (on a))) (<= (next (on b)) (does p fix))"), factor.Options{}); err != nil || d != nil {
		t.Errorf("%v, %v: a lamp that allows a move at another one goes on without it", d, err)
	}
}

// Two of four corners of a square are marked; the game has the symmetries of a square,
// unless a rule tells a corner from the others.
const square = `
	(role p) (corner 1) (corner 2) (corner 3) (corner 4) (next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 1)
	(<= (legal p (mark ?c)) (corner ?c) (not (true (marked ?c))))
	(<= (next (marked ?c)) (does p (mark ?c))) (<= (next (marked ?c)) (true (marked ?c)))
	(<= side (next-to ?c ?d) (true (marked ?c)) (true (marked ?d)))
	(<= diagonal (true (marked 1)) (true (marked 3))) (<= diagonal (true (marked 2)) (true (marked 4)))
	(<= terminal side) (<= terminal diagonal)
	(<= (goal p 100) diagonal) (<= (goal p 0) (not diagonal))`

func TestSymmetries(t *testing.T) {
	for _, c := range []struct {
		more string
		want int
	}{{"", 7}, {"(<= terminal (true (marked 1)))", 1}, {"(<= terminal (true (marked 1))) (<= (goal p 50) (true (marked 2)))", 0}} {
		n := network(t, square+c.more)
		got, err := factor.Symmetries(context.Background(), n, factor.Options{})
		if err != nil || len(got) != c.want {
			t.Errorf("with %q: %d symmetries, %v", c.more, len(got), err)
		}
		for _, s := range got {
			for i, k := range s.Move[0] {
				mark, base := n.Moves[0][i].Text, n.Bases[s.Base[i]].Text
				if n.Bases[i].Text[len("(marked"):] != mark[len("(mark"):] || n.Moves[0][k].Text[len("(mark"):] != base[len("(marked"):] {
					t.Errorf("%s becomes %s, and %s becomes %s", mark, n.Moves[0][k].Text, n.Bases[i].Text, base)
				}
			}
		}
	}
}

// Where work or time run out nothing is said.
func TestBounds(t *testing.T) {
	n := network(t, lamps)
	if _, err := factor.Relevant(context.Background(), n, factor.Options{Work: 10}); !errors.Is(err, game.ErrBudget) {
		t.Errorf("with no work: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := factor.Divide(ctx, n, factor.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if s, _ := factor.Symmetries(context.Background(), network(t, square), factor.Options{Work: 1}); len(s) > 0 {
		t.Errorf("%d symmetries with no work", len(s))
	}
}

// Expressions of a cycle take memory as it has gates, not as their square.
func TestLargeCycle(t *testing.T) {
	n := network(t, gdltest.Closure(30))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := factor.Relevant(context.Background(), n, factor.Options{Work: 1_000_000})
	runtime.ReadMemStats(&after)
	if err != nil && !errors.Is(err, game.ErrBudget) {
		t.Fatal(err)
	}
	if each := int(after.TotalAlloc-before.TotalAlloc) / n.Gates(); n.Gates() < 20_000 || each > 5000 {
		t.Errorf("%d bytes for each of %d gates, %v", each, n.Gates(), err)
	}
}
