package factored

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/sharedtest"
)

// open opens a description of this package, perhaps with some of its text replaced.
func open(t testing.TB, name, engine string, replace ...string) game.Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
	}
	g, err := catalog.OpenText(context.Background(), name, strings.NewReplacer(replace...).Replace(string(text)), catalog.Options{Engine: engine})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func divide(t testing.TB, g game.Game) game.Division {
	t.Helper()
	d, err := g.(game.Divisible).Divide(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// played plays a plan on the reasoner, by the texts of its moves, and returns the worth.
func played(t testing.TB, plan *Plan, g, slow game.Game) float64 {
	t.Helper()
	m := slow.NewMachine()
	fast := g.NewMachine()
	for i, mv := range plan.Moves {
		fast.Load(plan.States[i])
		own, err := m.Parse(0, fast.Label(0, mv))
		if err != nil || m.Terminal() {
			t.Fatalf("move %d of the plan: %v, terminal %v", i, err, m.Terminal())
		}
		m.Step([]game.Move{own})
	}
	u := make([]float64, 1)
	m.Utility(u)
	if !m.Terminal() || m.Err() != nil {
		t.Fatalf("after the plan: terminal %v, %v", m.Terminal(), m.Err())
	}
	return u[0]
}

// whole counts the positions that a search of the whole game meets, breadth first, before
// it finds an end worth 1; it gives up at limit.
func whole(g game.Game, limit int) (positions int, found bool) {
	m := g.NewMachine()
	queue := []game.State{m.Save(nil)}
	seen := map[string]bool{string(queue[0].Bytes()): true}
	u := make([]float64, 1)
	for len(queue) > 0 && len(seen) < limit {
		s := queue[0]
		queue = queue[1:]
		m.Load(s)
		for _, mv := range m.Legal(0, nil) {
			m.Load(s)
			m.Step([]game.Move{mv})
			next := m.Save(nil)
			if seen[string(next.Bytes())] {
				continue
			}
			seen[string(next.Bytes())] = true
			if m.Terminal() {
				if m.Utility(u); u[0] == 1 {
					return len(seen), true
				}
				continue
			}
			queue = append(queue, next)
		}
	}
	return len(seen), false
}

// Two locks are opened one by one, with far fewer positions than both together, and the
// turns that are left are wasted without harm.
func TestPlan(t *testing.T) {
	g := open(t, "locks.kif", catalog.Network)
	d := divide(t, g)
	if d == nil || d.Parts() != 4 { // in a lock the third dial goes on without the others
		t.Fatalf("parts: %v", d)
	}
	plan := Find(context.Background(), g, d, DefaultPositions)
	if plan == nil {
		t.Fatal("no plan")
	}
	if w := played(t, plan, g, open(t, "locks.kif", catalog.Reasoner)); w != 1 || plan.Worth != 1 {
		t.Errorf("the plan is worth %v, it says %v", w, plan.Worth)
	}
	positions, found := whole(g, 200_000)
	if !found || plan.Positions*4 > positions {
		t.Errorf("%d positions with parts, %d without (found %v)", plan.Positions, positions, found)
	}
	t.Logf("%v: %d positions with parts, %d without", d, plan.Positions, positions)
	if Find(context.Background(), g, d, plan.Positions/2) != nil {
		t.Error("a plan is found in half of the room it needs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if Find(ctx, g, d, DefaultPositions) != nil {
		t.Error("a plan is found in no time")
	}
}

// What cannot be had is not promised: with too few turns there is no plan worth 1.
func TestNoPlan(t *testing.T) {
	g := open(t, "locks.kif", catalog.Network, "(true (step 16))", "(true (step 8))")
	if _, found := whole(g, 1_000_000); found {
		t.Fatal("eight turns suffice: the test tests nothing")
	}
	if plan := Find(context.Background(), g, divide(t, g), DefaultPositions); plan != nil && plan.Worth == 1 {
		t.Errorf("a plan worth 1: %v", plan.Moves)
	}
}

// Plans for puzzles of the corpus hold in the reasoner.
func TestPlanOfCorpus(t *testing.T) {
	dir := sharedtest.Path(t, "corpus", "gdl")
	for _, name := range []string{
		"dresden.incredible", "dresden.blocksworldserial", "ggp.lightsOn", "ggp.lightsOnParallel",
		"ggp.factoringEasyTurtleBrain", "ggp.factoringMediumTurtleBrain",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, name+".kif")
			g, err := catalog.Open(context.Background(), file, catalog.Options{Engine: catalog.Network})
			if err != nil {
				t.Fatal(err)
			}
			slow, err := catalog.Open(context.Background(), file, catalog.Options{Engine: catalog.Reasoner})
			if err != nil {
				t.Fatal(err)
			}
			d := divide(t, g)
			if d == nil {
				t.Fatal("no parts")
			}
			plan := Find(context.Background(), g, d, DefaultPositions)
			if plan == nil {
				t.Fatal("no plan")
			}
			if w := played(t, plan, g, slow); w != 1 {
				t.Errorf("the plan is worth %v", w)
			}
			t.Logf("%v: %d moves, %d positions", d, len(plan.Moves), plan.Positions)
		})
	}
}

// solve gives the exact value, for the player to move, of all positions of a game for two
// who take turns.
func solve(g game.Game) map[string]bool {
	m := g.NewMachine()
	won := map[string]bool{}
	u := make([]float64, 2)
	var visit func(s game.State, depth int) bool
	visit = func(s game.State, depth int) bool {
		key := string(s.Bytes())
		if w, ok := won[key]; ok {
			return w
		}
		m.Load(s)
		mover := depth % 2
		if m.Terminal() {
			m.Utility(u)
			won[key] = u[mover] == 1
			return won[key]
		}
		legal := m.Legal(mover, nil)
		wait := m.Legal(1-mover, nil)[0]
		w := false
		for _, mv := range legal {
			m.Load(s)
			joint := []game.Move{mv, mv}
			joint[1-mover] = wait
			m.Step(joint)
			if !visit(m.Save(nil), depth+1) {
				w = true
			}
		}
		won[key] = w
		return w
	}
	visit(m.Save(nil), 0)
	return won
}

// The numbers of a sum say exactly who wins, in every position.
func TestSum(t *testing.T) {
	g := open(t, "piles.kif", catalog.Network)
	s := NewSum(context.Background(), g, divide(t, g), DefaultPositions)
	if s == nil {
		t.Fatal("piles are no sum")
	}
	won := solve(g)
	for key, want := range won {
		state, err := game.StateFromBytes([]byte(key))
		if err != nil {
			t.Fatal(err)
		}
		n, ok := s.number(state)
		if !ok || (n != 0) != want {
			t.Fatalf("number %d (%v), won %v", n, ok, want)
		}
		m := g.NewMachine()
		m.Load(state)
		if m.Terminal() {
			continue
		}
		for seat := range 2 {
			legal := m.Legal(seat, nil)
			mv, ok := s.Win(agent.Turn{States: []game.State{state}, Legal: legal}, seat)
			if wait := m.Label(seat, legal[0]) == "wait"; ok != (want && !wait) {
				t.Fatalf("a win for seat %d: %v, but the position is won: %v", seat, ok, want)
			}
			if !ok {
				continue
			}
			joint := []game.Move{mv, mv}
			joint[1-seat] = m.Legal(1-seat, nil)[0]
			after := g.NewMachine()
			after.Load(state)
			after.Step(joint)
			if won[string(after.Save(nil).Bytes())] {
				t.Fatalf("the winning move %s wins for the other", m.Label(seat, mv))
			}
		}
	}
	if s.Positions >= len(won)/4 {
		t.Errorf("%d positions of parts for %d of the game", s.Positions, len(won))
	}
	t.Logf("%d positions of parts for %d of the game", s.Positions, len(won))
}

// Games that look like sums and are not are not taken for them.
func TestNoSum(t *testing.T) {
	for what, replace := range map[string][]string{
		"who cannot move wins":            {"(<= (goal ?r 0) (true (turn ?r)))", "(<= (goal ?r 100) (true (turn ?r)))", "(<= (goal ?r 100) (role ?r) (not (true (turn ?r))))", "(<= (goal ?r 0) (role ?r) (not (true (turn ?r))))"},
		"one player takes one only":       {"(<= (legal ?r (take ?p ?k)) (true (turn ?r))", "(may one 1) (may two 1) (may two 2) (<= (legal ?r (take ?p ?k)) (may ?r ?k) (true (turn ?r))"},
		"a pile that is empty ends it":    {"(<= terminal (not left))", "(<= terminal (true (has ?p 0)))"},
		"one object is given back":        {"(<= (legal ?r wait)", "(<= (fewer ?x ?y 3) (less ?y ?x)) (<= (legal ?r wait)"},
		"half the points for the loser":   {"(goal ?r 0)", "(goal ?r 50)"},
		"the pile b loses one by itself":  {"(not (touched ?p)))", "(not (touched ?p)) (distinct ?p b)) (<= (next (has b ?y)) (true (has b ?x)) (less ?x ?y) (not (touched b))) (<= (next (has b 0)) (true (has b 0)) (not (touched b)))"},
		"whoever empties the pile c wins": {"(<= terminal (not left))", "(<= terminal (not left)) (<= terminal (true (has c 0)))"},
	} {
		g := open(t, "piles.kif", catalog.Network, replace...)
		d := divide(t, g)
		if d == nil {
			t.Logf("%s: no parts", what)
			continue
		}
		if NewSum(context.Background(), g, d, DefaultPositions) != nil {
			t.Errorf("%s: taken for a sum", what)
		}
	}
	g := open(t, "boards.kif", catalog.Network)
	d := divide(t, g)
	if d == nil || d.Parts() != 2 {
		t.Fatalf("boards: %v", d)
	}
	if NewSum(context.Background(), g, d, DefaultPositions) != nil {
		t.Error("two boards are taken for a sum")
	}
	if NewSum(context.Background(), open(t, "piles.kif", catalog.Network), divide(t, open(t, "piles.kif", catalog.Network)), 3) != nil {
		t.Error("a sum is found in no room")
	}
}

// The player follows its plan, and asks the player inside where there is none.
func TestPlayer(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock time.Duration
		want  []float64 // what the seats get, the player in seat 0 against the first legal move; -1 anything
		asked bool      // the player inside was needed
	}{
		{"locks.kif", 10 * time.Second, []float64{1}, false},
		{"locks.kif", 0, []float64{-1}, true},
		{"piles.kif", 10 * time.Second, []float64{1, 0}, false},
		{"boards.kif", 10 * time.Second, []float64{-1, -1}, true},
	} {
		g := open(t, c.name, catalog.Network)
		inner := &counting{Player: baseline.NewLegal()}
		p := New(Options{Inner: func() agent.Player { return inner }, Lean: c.asked})
		ctx, cancel := context.WithTimeout(context.Background(), c.clock)
		if err := p.Begin(ctx, g, 0, agent.Clocks{Start: c.clock}); err != nil {
			t.Fatal(err)
		}
		cancel()
		m := g.NewMachine()
		for n := 0; !m.Terminal(); n++ {
			var joint []game.Move
			for seat := range g.Facts().Players {
				legal := m.Legal(seat, nil)
				mv := legal[0]
				if seat == 0 {
					var err error
					mv, err = p.Choose(context.Background(), agent.Turn{Number: n, States: []game.State{m.Save(nil)}, Legal: legal})
					if err != nil || !slices.Contains(legal, mv) {
						t.Fatalf("%s: %v, %v", c.name, mv, err)
					}
				}
				joint = append(joint, mv)
			}
			m.Step(joint)
		}
		u := make([]float64, g.Facts().Players)
		m.Utility(u)
		for seat, want := range c.want {
			if want >= 0 && u[seat] != want {
				t.Errorf("%s: seat %d got %v, want %v", c.name, seat, u[seat], want)
			}
		}
		// waiting in a sum is no decision: the player inside does it
		if needed := inner.choices > 0; needed != c.asked {
			t.Errorf("%s with %v: the player inside was asked %d times", c.name, c.clock, inner.choices)
		}
		p.End()
		if inner.began != inner.ended {
			t.Errorf("%s: the player inside began %d times and ended %d times", c.name, inner.began, inner.ended)
		}
	}
}

// counting counts what a player with a choice is asked for.
type counting struct {
	agent.Player
	began, ended, choices int
}

func (c *counting) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	c.began++
	return c.Player.Begin(ctx, g, seat, clocks)
}

func (c *counting) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if len(turn.Legal) > 1 {
		c.choices++
	}
	return c.Player.Choose(ctx, turn)
}

func (c *counting) End() { c.ended++; c.Player.End() }

// A match that leaves the plan is played on by the player inside.
func TestOffPlan(t *testing.T) {
	g := open(t, "locks.kif", catalog.Network)
	inner := &counting{Player: baseline.NewLegal()}
	p := New(Options{Inner: func() agent.Player { return inner }})
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{}); err != nil || p.plan == nil {
		t.Fatalf("plan %v, %v", p.plan, err)
	}
	m := g.NewMachine()
	for _, mv := range m.Legal(0, nil) {
		m.Reset()
		m.Step([]game.Move{mv})
		if _, ok := p.plan.at(agent.Turn{Number: 1, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); !ok {
			break
		}
	}
	mv, err := p.Choose(ctx, agent.Turn{Number: 1, States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
	if err != nil || !slices.Contains(m.Legal(0, nil), mv) || inner.choices != 1 || inner.began != 1 {
		t.Errorf("%v, %v: asked %d times", mv, err, inner.choices)
	}
	p.End()
	if inner.ended != 1 {
		t.Error("the player inside has not ended")
	}
}

func TestValidate(t *testing.T) {
	if err := (Options{}).Validate(); err != nil {
		t.Error(err)
	}
	for _, o := range []Options{{Positions: -1}, {Share: -0.1}, {Share: 1.1}} {
		if o.Validate() == nil {
			t.Errorf("%+v is valid", o)
		}
	}
}

// TestAskedAfterEnd: who is asked when no match is on answers all the same.
func TestAskedAfterEnd(t *testing.T) {
	p := New(Options{})
	p.End()
	if mv, err := p.Choose(t.Context(), agent.Turn{Legal: []game.Move{7}}); mv != 7 || err != nil {
		t.Errorf("asked after the end: %d: %v", mv, err)
	}
}
