package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
	"ludens/propnet"
	"ludens/propnet/pass"
)

// checkAgainstEval compares every output of a machine with the plain meaning of
// its network.
func checkAgainstEval(t *testing.T, m *machine) {
	t.Helper()
	n := m.l.net
	v := n.Eval(func(i int) bool { return m.val[i>>6]>>(i&63)&1 != 0 }, func(int, int) bool { return false })
	holds := func(l propnet.Lit) bool { return v[l.Gate()] != l.Negated() }
	if want := holds(n.Terminal); m.on(m.l.terminal) != want {
		t.Fatalf("terminal is %v, the network says %v", !want, want)
	}
	for i := range m.l.seats {
		s := &m.l.seats[i]
		for k, mv := range n.Moves[s.role] {
			if want := holds(mv.Legal); m.isLegal(s, game.Move(k)) != want {
				t.Fatalf("legal %s %s is %v, the network says %v", n.Roles[s.role], mv.Text, !want, want)
			}
		}
		var goals []string
		for _, g := range n.Goals[s.role] {
			if holds(g.Lit) {
				goals = append(goals, g.Text)
			}
		}
		if got := m.GoalValues(i, nil); !slices.Equal(got, goals) {
			t.Fatalf("goals of %s are %v, the network says %v", n.Roles[s.role], got, goals)
		}
	}
}

// checkStep compares what a step does with the plain meaning of the network.
func checkStep(t *testing.T, m *machine, joint []game.Move) {
	t.Helper()
	n := m.l.net
	seatOf := m.g.facts.RoleSeat
	v := n.Eval(func(i int) bool { return m.val[i>>6]>>(i&63)&1 != 0 }, func(role, k int) bool { return joint[seatOf[role]] == game.Move(k) })
	m.Step(joint)
	for i, b := range n.Bases {
		want := v[b.Next.Gate()] != b.Next.Negated()
		if got := m.val[i>>6]>>(i&63)&1 != 0; got != want {
			t.Fatalf("after the step %s is %v, the network says %v", b.Text, got, want)
		}
	}
}

// checkAtRest compares a machine that has come here by steps with one that has not: nothing
// of the moves may be left behind, in no gate and in no counter.
func checkAtRest(t *testing.T, m *machine) {
	t.Helper()
	fresh := newMachine(m.g)
	fresh.Load(m.Save(nil))
	if !slices.Equal(m.val, fresh.val) {
		t.Fatal("after a step other gates are on than for one who came here without it")
	}
	if !slices.Equal(m.counter, fresh.counter) {
		t.Fatal("after a step counters differ from those of one who came here without it")
	}
	if slices.ContainsFunc(m.dirty, func(w uint64) bool { return w != 0 }) {
		t.Fatal("after a step gates are left to change")
	}
}

// TestLibrary walks every embedded game with the network as built, after each
// pass, and as it is played, comparing the machine with the plain meaning.
func TestLibrary(t *testing.T) {
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			var stages []*propnet.Network
			n, err := Network(context.Background(), gdltest.Compile(t, e.Text), Options{
				Observe: func(_ pass.Pass, n *propnet.Network) error {
					stages = append(stages, n)
					return n.Verify()
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			for k, n := range append(stages[:1:1], n) {
				g, err := FromNetwork(n, Options{Hash: "test"})
				if err != nil {
					t.Fatal(err)
				}
				m := newMachine(g)
				rng := game.Stream(1, "exec test "+e.Name, uint64(k))
				var w game.Walker
				steps := 0
				for range 2 {
					m.Reset()
					checkAgainstEval(t, m)
					for !m.Terminal() && steps < 60 {
						checkStep(t, m, slices.Clone(w.Draw(m, rng)))
						if m.Err() != nil {
							t.Fatal(m.Err())
						}
						checkAgainstEval(t, m)
						checkAtRest(t, m)
						steps++
					}
				}
			}
			first, err := FromNetwork(stages[0], Options{Hash: "test"})
			if err != nil {
				t.Fatal(err)
			}
			last, err := FromNetwork(n, Options{Hash: "test"})
			if err != nil {
				t.Fatal(err)
			}
			if err := gametest.Verify(last, gametest.Options{}); err != nil {
				t.Error(err)
			}
			if err := gametest.Same(first, last, gametest.Options{}); err != nil {
				t.Errorf("before and after the passes: %v", err)
			}
		})
	}
}

// TestHidden wants the same answer as the reasoner gives.
func TestHidden(t *testing.T) {
	const rest = `(role a) (role b) (init (n 0)) (legal a x) (legal a y) (legal b x) (legal b y) (goal a 50) (goal b 50)
		(<= terminal (true (n 1))) (<= (next (n 1)) (does a x)) (<= (next (n 0)) (does a y)) `
	for text, want := range map[string]bool{
		"":                             false,
		"(<= (sees a ?m) (does b ?m))": true,
		"(<= (sees ?r (did ?q ?m)) (role ?r) (does ?q ?m))":              false,
		"(<= (sees ?r (did ?q ?m)) (role ?r) (does ?q ?m) (true (n 1)))": true,
		"(<= (sees a (did ?q ?m)) (does ?q ?m))":                         true,
	} {
		p := gdltest.Compile(t, rest+text)
		g, err := New(context.Background(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := interp.New(p, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Facts().Hidden; got != want || r.Facts().Hidden != want {
			t.Errorf("%q: hidden is %v here, %v for the reasoner, want %v", text, got, r.Facts().Hidden, want)
		}
	}
}

// TestUnfolded plays rules over a table of pieces that have something in common, which is
// never made, in lock step with the reasoner.
func TestUnfolded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`(role p) (role q) (init (turn p)) (<= (next (turn p)) (true (turn q))) (<= (next (turn q)) (true (turn p)))
		(<= (legal ?r (put ?c ?x)) (true (turn ?r)) (index ?c) (piece ?x) (not (full ?c)))
		(<= (legal ?r wait) (role ?r) (not (true (turn ?r)))) (<= (full ?c) (true (cell ?c ?x)))
		(<= (next (cell ?c ?x)) (does ?r (put ?c ?x))) (<= (next (cell ?c ?x)) (true (cell ?c ?x)))
		(index 1) (index 2) (index 3) (index 4) (<= terminal (full 1) (full 2) (full 3) (full 4)) (<= terminal row)
		(<= (alike ?a ?b ?c ?d) (mark ?n ?a ?v) (mark ?n ?b ?v) (mark ?n ?c ?v) (mark ?n ?d ?v) (distinct ?n 2))
		(<= row (true (cell 1 ?a)) (true (cell 2 ?b)) (true (cell 3 ?c)) (true (cell 4 ?d)) (alike ?a ?b ?c ?d))
		(<= pair (true (cell 1 ?a)) (true (cell 2 ?b)) (alike ?a ?b ?b ?b))
		(<= (goal p 100) row) (<= (goal p 0) (not row)) (<= (goal q 100) pair) (<= (goal q 0) (not pair)) `)
	for i := range 8 {
		fmt.Fprintf(&b, "(piece p%d)", i)
		for k := range 3 {
			fmt.Fprintf(&b, "(mark %d p%d %d)", k, i, i>>k&1)
		}
	}
	p := gdltest.Compile(t, b.String())
	fast, err := New(context.Background(), p, Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := interp.New(p, interp.Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := gametest.Same(slow, fast, gametest.Options{Walks: 20}); err != nil {
		t.Error(err)
	}
}
