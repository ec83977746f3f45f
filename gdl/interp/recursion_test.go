package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"ludens/gdl/interp"
)

// chain is a line of n edges, and what can be reached in it by a relation that
// has facts and rules and calls itself first.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("(role w) (legal w m) (init (at n0)) (<= terminal (true (at nowhere)))\n")
	b.WriteString("(path n0 n0) (path n1 n1)\n")
	for i := range n {
		fmt.Fprintf(&b, "(edge n%d n%d)\n", i, i+1)
	}
	b.WriteString(`
		(<= (path ?x ?y) (edge ?x ?y))
		(<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))
		(<= (path ?x ?z) (path ?x ?y) (path ?y ?z) (true (at ?x)))
		(<= (next (at ?y)) (true (at ?x)) (path ?x ?y))
		(<= (goal w 100) (true (at ?x)))`)
	return b.String()
}

// Left recursion over a relation with both facts and rules ends, in as many steps
// as tables that are shared need.
func TestLeftRecursionOverFactsAndRules(t *testing.T) {
	const n = 12
	g, err := open(chain(n), interp.Options{MaxSteps: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	m := g.Machine()
	step(t, m, "m")
	if err := m.Err(); err != nil {
		t.Fatal(err)
	}
	if got := len(m.Fluents(nil)); got != n+1 {
		t.Errorf("%d places reached, want %d", got, n+1)
	}
}

// The shape of a relation with facts and rules is found again, and with it the
// tables that it has.
func TestShapeOfFactsAndRulesIsFoundAgain(t *testing.T) {
	m := mustOpen(t, `(role w) (legal w m) (init on) (<= terminal (true off))
		(p a) (<= (p ?x) (q ?x)) (<= (q b) (true on)) (<= (goal w 100) (p b))`).Machine()
	for _, name := range []string{"p", "q", "role"} {
		if !m.FindsShape(name, 1) {
			t.Errorf("a call of %s has another shape when it is made again", name)
		}
	}
}
