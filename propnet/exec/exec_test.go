package exec

import (
	"context"
	"slices"
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
