package exec

import (
	"slices"
	"strings"
	"testing"
)

// staying are games in which a piece goes to and fro or stays: players take turns, or who goes on has another move. A lamp is
// lit whenever the first seat has the turn, if turns are taken, and sometimes when the second has.
var staying = map[string]string{
	"by turns":     pacing + more,
	"moves decide": strings.Replace(pacing, "(<= (next (control ?r)) (true (control ?s)) (other ?s ?r))", "(<= (next (control ?r)) (does ?s stay) (other ?s ?r)) (<= (next (control ?s)) (does ?s (go ?x)))", 1) + more,
}

const more = `
(<= (legal ?r stay) (true (control ?r)))
(<= (next (at ?x)) (does ?r stay) (true (at ?x)))
(init lamp)
(<= (next lamp) (does ?r stay))
(<= (next lamp) (does b (go ?x)))
`

// TestPass leaves moves out: the other seat is to move, and all else is as it was.
func TestPass(t *testing.T) {
	for name, text := range staying {
		m := newMachine(compiled(t, text))
		step(t, m, "stay")
		before := m.Save(nil)
		if len(m.Legal(0, nil)) != 1 || len(m.Legal(1, nil)) != 2 {
			t.Fatalf("%s: not the turn of the second seat", name)
		}
		if !m.Pass() || len(m.Legal(0, nil)) != 2 || len(m.Legal(1, nil)) != 1 {
			t.Errorf("%s: not the turn of the first seat", name)
		}
		if !m.Pass() || !slices.Equal(before, m.Save(nil)) {
			t.Errorf("%s: two passes lead elsewhere", name)
		}
	}
	// where only one seat ever has a choice nobody knows what says whose turn it is
	m := newMachine(compiled(t, pacing))
	if m.Pass() {
		t.Error("a pass of the first seat")
	}
	if step(t, m, "(go 2)"); m.Pass() {
		t.Error("a pass of the second seat")
	}
}
