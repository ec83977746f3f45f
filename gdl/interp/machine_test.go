package interp_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/gdl/interp"
)

// A circle that turns out, late, to be part of a larger one that is still being
// asked: q and r look complete before r meets p.
func TestCircleJoinsOlderCircle(t *testing.T) {
	m := mustOpen(t, `
		(role w) (legal w m) (init on)
		(<= (p ?x) (q ?x)) (<= (p ?x) (late ?x)) (<= (late c) (true on))
		(<= (q a) (true on)) (<= (q ?x) (r ?x))
		(<= (r ?x) (q ?y) (flag ?y) (p ?x)) (<= (r ?x) (q ?y) (then ?y ?x))
		(<= (then a b) (true on)) (<= (flag b) (true on))
		(<= (next (p ?x)) (p ?x)) (<= (next (q ?x)) (q ?x)) (<= (next (r ?x)) (r ?x))`).Machine()
	step(t, m, "m")
	want := "(p a), (p b), (p c), (q a), (q b), (q c), (r a), (r b), (r c)"
	if got := fluents(m); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

const counter = `
	; two players count to five together; chance adds one or nothing
	(role xx) (role random) (role oo)
	(init (sum 0)) (init (turn xx))
	(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
	(other xx oo) (other oo xx)
	(<= (legal ?p Add) (true (turn ?p)))
	(<= (legal ?p (keep ?n)) (true (turn ?p)) (true (sum ?n)))
	(<= (legal ?p noop) (other ?p ?q) (true (turn ?q)))
	(legal random yes) (legal random no)
	(added) ; a fact without arguments
	(<= (up) (does ?p Add) (does random yes) added)
	(<= (next (sum ?m)) (true (sum ?n)) up (succ ?n ?m))
	(<= (next (sum ?n)) (true (sum ?n)) (not up))
	(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
	(<= (sees ?p (drew ?m)) (does random ?m) (other ?p ?q) (does ?p Add))
	(<= terminal (true (sum 5)))
	(<= (goal ?p 100) (true (sum 5)) (true (turn ?p)))
	(<= (goal ?p 0) (other ?p ?q) (not (goal ?p 100)))`

func TestContract(t *testing.T) {
	g := mustOpen(t, counter)
	if err := gametest.Verify(g, gametest.Options{Walks: 6}); err != nil {
		t.Error(err)
	}
	if err := gametest.Same(g, mustOpen(t, counter), gametest.Options{EveryUtility: true}); err != nil {
		t.Error(err)
	}
}

func TestSeats(t *testing.T) {
	f := mustOpen(t, counter).Facts()
	got := fmt.Sprint(f.Seats, f.Players, f.RoleSeat, f.Nature, f.Hidden, f.ByRole(f.Seats))
	if want := "[xx oo random] 2 [0 2 1] true true [xx random oo]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHidden(t *testing.T) {
	const rest = "(role a) (role random) (legal a m) (legal random n) (init x) "
	for text, want := range map[string]bool{
		"": false,
		"(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))":          false,
		"(<= (sees ?r ?m) (role ?r) (does ?p ?m))":                   true,
		"(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (true x))": true,
		"(<= (sees ?p (did ?p ?m)) (role ?p) (does ?p ?m))":          true,
		"(sees a nothing)": true,
		"(<= (sees ?r (f (g ?m) ?p)) (does ?p ?m) (role ?r)) (sees a b)": false,
	} {
		if got := mustOpen(t, rest+text).Facts().Hidden; got != want {
			t.Errorf("%s: hidden is %v, want %v", text, got, want)
		}
	}
}

func TestStepAndPercepts(t *testing.T) {
	m := mustOpen(t, counter).Machine()
	if got := legal(m, 0); got != "(keep 0), Add" {
		t.Errorf("legal moves %s", got)
	}
	step(t, m, "ADD", "noop", "Yes")
	if got := fluents(m); got != "(sum 1), (turn oo)" {
		t.Errorf("fluents %s", got)
	}
	if got := fmt.Sprint(m.Percepts(0, nil), m.Percepts(1, nil)); got != "[(drew yes)] []" {
		t.Errorf("percepts %s", got)
	}
	s := m.Save(nil)
	m.Load(s)
	if got := m.Percepts(0, nil); len(got) != 0 {
		t.Errorf("percepts %v after Load", got)
	}
}

func TestParse(t *testing.T) {
	m := mustOpen(t, "(role p) (init x) (legal p Move) (legal p move) (legal p (go Far)) (legal p stay)").Machine()
	for text, want := range map[string]string{
		"Move": "Move", "move": "move", " ( GO\tfar ) ": "(go Far)", "STAY": "stay",
		"MOVE": "differ only in letter case", "jump": "cannot do jump", "(go": "never closed", "": "want one term", "a b": "want one term",
	} {
		move, err := m.Parse(0, text)
		if err != nil {
			if !errors.Is(err, game.ErrMove) || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		} else if got := m.Label(0, move); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Of several goal values the highest counts, and the machine warns; other values
// beside it are a flaw too, and values that are none count for nothing.
func TestSeveralGoalValues(t *testing.T) {
	const rest = "(role p) (role q) (init x) (legal p m) (legal q m) (<= (next y) (true x)) (<= terminal (true y)) (goal q 50) "
	for goals, want := range map[string]float64{
		"(goal p 1) (goal p 2)":             0.02,
		"(goal p 100) (goal p 0)":           1,
		"(goal p 9) (goal p 10)":            0.1, // as numbers, not as texts
		"(goal p 30) (goal p 101)":          0.3,
		"(goal p 30) (goal p win)":          0.3,
		"(goal p 0) (goal p -1) (goal p 0)": 0,
	} {
		g := mustOpen(t, rest+goals)
		m := g.Machine()
		u := []float64{9, 9}
		if m.Utility(u); u[0] != want || m.Warning() != nil || m.Err() != nil {
			t.Errorf("%s: before the end %v, warning %v, fault %v", goals, u, m.Warning(), m.Err())
		}
		step(t, m, "m", "m")
		if m.Utility(u); u[0] != want || u[1] != 0.5 {
			t.Errorf("%s: worth %v, want %v", goals, u, want)
		}
		if err := m.Warning(); !errors.Is(err, game.ErrGoals) || !strings.Contains(err.Error(), "p has ") || m.Err() != nil || !m.Terminal() {
			t.Errorf("%s: warning %v, fault %v", goals, err, m.Err())
		}
		if m.Reset(); m.Warning() != nil {
			t.Errorf("%s: Reset does not end the warning", goals)
		}
		if err := gametest.Verify(g, gametest.Options{}); err != nil {
			t.Error(err)
		}
	}
}

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"no move":     {"(role p) (role q) (init x) (legal p m) (<= (legal q m) (true y)) (<= (next y) (true x))", game.ErrNoMove},
		"no goal":     {"(role p) (init x) (legal p m) terminal", game.ErrGoal},
		"large goal":  {"(role p) (init x) (legal p m) terminal (goal p 101)", game.ErrGoal},
		"word goal":   {"(role p) (init x) (legal p m) terminal (goal p win)", game.ErrGoal},
		"deep terms":  {"(role p) (init x) (num z) (<= (num (s ?x)) (num ?x)) (<= (legal p ?x) (num ?x))", game.ErrBudget},
		"many terms":  {"(role p) (init x) (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9) (<= (legal p (m ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))", game.ErrBudget},
		"deep calls":  {"(role p) (init x) (<= (num ?x) (num (s ?x))) (<= (legal p m) (num z))", game.ErrBudget},
		"deep shapes": {"(role p) (init x) (<= (num ?x) (num (s ?x))) (<= (legal p m) (num ?y))", game.ErrBudget},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := open(c.text, interp.Options{MaxSteps: 1_000_000, MaxBytes: 64 << 20})
			if err != nil {
				t.Fatal(err)
			}
			m := g.Machine()
			for range 2 { // Reset clears the fault, and it comes again
				if m.Err() != nil {
					t.Fatal(m.Err())
				}
				terminal := m.Terminal()
				for seat := range g.Facts().Seats {
					m.Legal(seat, nil)
				}
				u := []float64{7, 7}
				m.Utility(u)
				if !errors.Is(m.Err(), c.want) || !m.Terminal() {
					t.Errorf("error %v, want %v; terminal %v", m.Err(), c.want, m.Terminal())
				}
				if terminal && u[0] != 0 {
					t.Errorf("utility %v where there is no goal", u[0])
				}
				first := m.Err()
				m.Step([]game.Move{0})
				if m.Err() != first {
					t.Errorf("the fault changed to %v", m.Err())
				}
				m.Reset()
			}
		})
	}
}

func TestIllegalSteps(t *testing.T) {
	m := mustOpen(t, counter).Machine()
	for _, joint := range [][]game.Move{nil, {0}, {0, 0, 0}, {1 << 60, 1 << 60, 1 << 60}, {0, 0, 0, 0}} {
		m.Reset()
		before := m.Save(nil)
		m.Step(joint)
		if !errors.Is(m.Err(), game.ErrMove) || !m.Terminal() || !m.Save(nil).Equal(before) {
			t.Errorf("after %v: error %v, terminal %v", joint, m.Err(), m.Terminal())
		}
	}
	m.Reset()
	m.Load(game.State{0, 1 << 40})
	if m.Err() == nil || !m.Terminal() {
		t.Error("a state with a number that is no term is accepted")
	}
	if m.Label(0, 1<<50) != "" {
		t.Error("a move that does not exist has a label")
	}
}

// States and moves are the same for all machines of a game, however they met them.
func TestSharedStates(t *testing.T) {
	g := mustOpen(t, counter)
	var wg sync.WaitGroup
	states := make([]map[string]uint64, 4)
	for i := range states {
		wg.Go(func() {
			m := g.Machine()
			states[i] = map[string]uint64{}
			w := game.Walker{}
			for walk := range 30 {
				m.Reset()
				for rng := game.Stream(uint64(i), "shared", uint64(walk)); !m.Terminal(); {
					w.Step(m, rng)
					states[i][fluents(m)] = m.Save(nil).Hash()
				}
			}
		})
	}
	wg.Wait()
	for _, s := range states[1:] {
		for text, hash := range s {
			if h, ok := states[0][text]; ok && h != hash {
				t.Errorf("%s has two states", text)
			}
		}
	}
}

// Nothing but what is asked for is derived: the closure of this program has
// 10^25 lists, the questions need a few hundred.
func TestGoalDirected(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role p) (init (at 0)) (goal p 1) (<= terminal (true (at done)))\n")
	list, vars := "nil", "nil"
	var digits []string
	for i := range 25 {
		list = fmt.Sprintf("(list %d %s)", i%10, list)
		vars = fmt.Sprintf("(list ?v%d %s)", i, vars)
		digits = append(digits, fmt.Sprintf("(digit ?v%d)", i))
	}
	for i := range 10 {
		fmt.Fprintf(&b, "(digit %d) ", i)
	}
	fmt.Fprintf(&b, "\n(<= (word %s) %s)\n", vars, strings.Join(digits, " "))
	b.WriteString("(<= (member ?x (list ?x ?r)) (digit ?x) (islist ?r))\n(<= (member ?x (list ?y ?r)) (digit ?y) (member ?x ?r))\n")
	b.WriteString("(islist nil) (<= (islist (list ?x ?r)) (digit ?x) (islist ?r))\n")
	fmt.Fprintf(&b, "(<= (legal p (use ?x)) (word %s) (member ?x %s))\n", list, list)
	fmt.Fprintf(&b, "(<= (next (at done)) (does p (use ?x)))")
	m := mustOpen(t, b.String()).Machine()
	if got := len(m.Legal(0, nil)); got != 10 || m.Err() != nil {
		t.Errorf("%d moves, error %v", got, m.Err())
	}
}

// What depends on the description alone is given up when it fills the memory.
func TestForgets(t *testing.T) {
	const text = `
		(role p) (init (at 0 0)) (goal p 1) (<= terminal (true (at 9 9)))
		(<= (next (at ?x ?y)) (does p (to ?x ?y)))
		(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
		(<= (pair ?a ?b (pair ?a ?b ?c ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?e) (d ?f))
		(<= (legal p (to ?x ?y)) (true (at ?a ?b)) (pair ?a ?b ?t) (distinct ?t none) (d ?x) (d ?y))`
	g, err := open(text, interp.Options{MaxBytes: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	roomy := mustOpen(t, text)
	a, b := g.Machine(), roomy.Machine()
	rng := game.Stream(1, "forgets", 0)
	for range 100 {
		moves := a.Legal(0, nil)
		want := b.Legal(0, nil)
		if a.Err() != nil || len(moves) != 100 || len(want) != 100 {
			t.Fatalf("%d and %d moves, error %v", len(moves), len(want), a.Err())
		}
		i := rng.IntN(99) // not (to 9 9)
		a.Step(moves[i : i+1])
		b.Step(want[i : i+1])
		if !slices.Equal(a.Fluents(nil), b.Fluents(nil)) {
			t.Fatalf("%v and %v", a.Fluents(nil), b.Fluents(nil))
		}
	}
}
