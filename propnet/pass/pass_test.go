package pass_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game/gametest"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/propnet"
	"ludens/propnet/exec"
	"ludens/propnet/pass"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestOrder(t *testing.T) {
	if err := pass.CheckOrder(); err != nil {
		t.Error(err)
	}
	last := len(pass.Table) - 1
	pass.Table[0], pass.Table[last] = pass.Table[last], pass.Table[0]
	defer func() { pass.Table[0], pass.Table[last] = pass.Table[last], pass.Table[0] }()
	if pass.CheckOrder() == nil {
		t.Error("the last pass may come first, says the table")
	}
}

func stages(t testing.TB, text string) (names []string, networks []*propnet.Network) {
	t.Helper()
	p := gdltest.Compile(t, text)
	_, err := exec.Network(context.Background(), p, exec.Options{Observe: func(p pass.Pass, n *propnet.Network) error {
		names = append(names, p.Name)
		networks = append(networks, n)
		return n.Verify()
	}})
	if err != nil {
		t.Fatal(err)
	}
	return names, networks
}

// TestSame plays the network after every pass in lock step with the one before.
func TestSame(t *testing.T) {
	for _, e := range games.List() {
		t.Run(e.Name, func(t *testing.T) {
			names, networks := stages(t, e.Text)
			var before *exec.Game
			for i, n := range networks {
				g, err := exec.FromNetwork(n, exec.Options{Hash: "test"})
				if err != nil {
					t.Fatal(err)
				}
				if before != nil {
					opt := gametest.Options{Seed: uint64(i), Walks: 2, Steps: 60}
					if err := gametest.Same(before, g, opt); err != nil {
						t.Fatalf("pass %s: %v", names[i], err)
					}
				}
				before = g
			}
		})
	}
}

// TestCounts keeps the sizes after every pass, so that a pass that does less
// than it did is seen without a clock.
func TestCounts(t *testing.T) {
	var b strings.Builder
	b.WriteString("# game pass gates inputs fluents moves\n")
	for _, e := range games.List() {
		names, networks := stages(t, e.Text)
		for i, n := range networks {
			if names[i] == "" {
				names[i] = "built"
			}
			fmt.Fprintf(&b, "%s\t%s\t%d\t%d\t%d\t%d\n", e.Name, names[i], n.Gates(), n.Edges(), len(n.Bases), n.DoesCount())
		}
	}
	file := filepath.Join("testdata", "counts.tsv")
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		got, was := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
		for i := range min(len(got), len(was)) {
			if got[i] != was[i] {
				t.Errorf("line %d:\n  now  %s\n  was  %s", i+1, got[i], was[i])
				break
			}
		}
		t.Error("sizes have changed; look whether that is meant, then run with -update")
	}
}

// description makes a small game with the given rules.
func description(rules string) string {
	return `(role a) (role b)
		(init (turn a)) (init off)
		(<= (next (turn b)) (true (turn a))) (<= (next (turn a)) (true (turn b)))
		(move 1) (move 2) (move 3)
		(<= (legal ?r (m ?x)) (true (turn ?r)) (move ?x))
		(<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))
		(goal a 50) (goal b 50)
		(<= terminal (true end)) (<= (next end) (does b (m 3)))
		(<= (next off) (true off)) ` + rules
}

// pass2 lets players wait in their own turn too, at times.
const pass2 = "(<= (next stuck) (does a (m 1))) (<= (legal ?r wait) (true (turn ?r)) (true stuck)) "

// TestWhatPassesFind checks each pass on rules made for it.
func TestWhatPassesFind(t *testing.T) {
	next := func(n *propnet.Network, fluent string) string {
		for _, b := range n.Bases {
			if b.Text == fluent {
				return formula(n, b.Next, 3)
			}
		}
		for _, f := range n.Fixed {
			if f == fluent {
				return "always"
			}
		}
		return "never"
	}
	for _, c := range []struct{ name, rules, fluent, want string }{
		{"a fluent that keeps itself is fixed", "", "off", "always"},
		{"a fluent that waits for what never comes", "(<= (next x) (true y)) (<= (next y) (true x))", "x", "never"},
		{"a fluent that hangs on a fixed one", "(<= (next x) (not (true off)))", "x", "never"},
		{"inverse alternatives", "(<= (next x) (true (turn a)) (true end)) (<= (next x) (true (turn a)) (not (true end)))", "x", "(turn a)"},
		{
			"any move but one is not that one", "(init x) (<= (next x) (true x) (does ?r (m ?y)) (distinct ?y 2))", "x",
			"and(x, not or(does a (m 2), does b (m 2)))",
		},
		{
			"a pass in one's own turn is a choice there", pass2 + "(init x) (<= (next x) (true x) (does ?r (m ?y)) (distinct ?y 2)) " +
				"(<= (next x) (true x) (does ?r wait) (true (turn ?r)))", "x",
			"and(x, not or(does a (m 2), does b (m 2)))",
		},
		{
			"and counts only there", pass2 + "(init x) (<= (next x) (true x) (does ?r (m ?y)))", "x",
			"and(x, not or(and((turn a), does a wait), and((turn b), does b wait)))",
		},
		{"waiting is the other's turn", "(<= (next x) (does a wait) (true end))", "x", "and((turn b), end)"},
	} {
		_, networks := stages(t, description(c.rules))
		if got := next(networks[len(networks)-1], c.fluent); got != c.want {
			t.Errorf("%s: next %s is %s, want %s", c.name, c.fluent, got, c.want)
		}
	}
}

// formula writes a literal with its gates to a certain depth.
func formula(n *propnet.Network, l propnet.Lit, depth int) string {
	s := ""
	if l.Negated() {
		s = "not "
	}
	g := l.Gate()
	switch k := n.Kind(g); k {
	case propnet.Base:
		return s + n.Bases[g-n.BaseGate(0)].Text
	case propnet.Does:
		for r, ms := range n.Moves {
			for _, m := range ms {
				if m.Does == g {
					return s + "does " + n.Roles[r] + " " + m.Text
				}
			}
		}
		return s + "?"
	case propnet.Const:
		return s + "false"
	default:
		if depth == 0 {
			return s + "…"
		}
		var in []string
		for _, x := range n.In(g) {
			in = append(in, formula(n, x, depth-1))
		}
		return s + k.String() + "(" + strings.Join(in, ", ") + ")"
	}
}
