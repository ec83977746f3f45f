package exec

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
	"ludens/gdl/gdltest"
	"ludens/gdl/interp"
	"ludens/internal/sharedtest"
)

// sameAsReasoner holds the network of a description against the reasoner.
func sameAsReasoner(t *testing.T, text string, opt gametest.Options) *Game {
	t.Helper()
	p := gdltest.Compile(t, text)
	fast, err := New(context.Background(), p, Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := interp.New(p, interp.Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := gametest.Verify(fast, opt); err != nil {
		t.Error(err)
	}
	if err := gametest.Same(slow, fast, opt); err != nil {
		t.Error(err)
	}
	return fast
}

// Of several goal values the highest counts and the machine warns, as the
// reasoner does.
func TestSeveralGoalValues(t *testing.T) {
	g := sameAsReasoner(t, `(role p) (role q) (init (n 0)) (succ 0 1) (succ 1 2)
		(legal p a) (legal p b) (legal q m)
		(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next won) (does p a)) (<= (next won) (true won))
		(<= terminal (true (n 2)))
		(goal p 9) (<= (goal p 100) (true won)) (<= (goal p 010) (true won)) (<= (goal q 40) terminal) (<= (goal q win) (true won))`,
		gametest.Options{Walks: 10, EveryUtility: true})
	m := newMachine(g)
	u := make([]float64, 2)
	for range 2 {
		joint := make([]game.Move, 2)
		for seat, text := range []string{"a", "m"} {
			var err error
			if joint[seat], err = m.Parse(seat, text); err != nil {
				t.Fatal(err)
			}
		}
		m.Step(joint)
	}
	m.Utility(u)
	if u[0] != 1 || u[1] != 0.4 || m.Err() != nil || !errors.Is(m.Warning(), game.ErrGoals) || !strings.HasSuffix(m.Warning().Error(), "p has 010, 100, 9") {
		t.Errorf("worth %v, warning %v, fault %v", u, m.Warning(), m.Err())
	}
}

// A description of the wild that gives a winner 100 and 0: random matches end
// with a winner who has won.
func TestSeveralGoalValuesOfTheWild(t *testing.T) {
	text, err := os.ReadFile(sharedtest.Path(t, "corpus", "gdl", "ggp.pentago.kif"))
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(sameAsReasoner(t, string(text), gametest.Options{Walks: 2}))
	rng := game.Stream(1, "goals", 0)
	u := make([]float64, 2)
	won, warned := 0, 0
	for range 50 {
		m.Reset()
		game.Playout(m, rng, 1000)
		m.Utility(u)
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		if m.Warning() != nil {
			warned++
			if u[1] == 1 {
				won++
			}
		}
	}
	if warned == 0 || won != warned {
		t.Errorf("%d of 50 matches end with several goal values, black has won %d of these", warned, won)
	}
}
