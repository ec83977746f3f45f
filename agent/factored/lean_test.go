package factored

import (
	"context"
	"slices"
	"testing"

	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest"
)

// best gives what the players get if everybody who has a choice, one at a time, plays for
// the most, and how many positions that takes to find out.
func best(t *testing.T, g game.Game) ([]float64, int) {
	t.Helper()
	m := g.NewMachine()
	f := g.Facts()
	known := map[string][]float64{}
	var visit func(s game.State) []float64
	visit = func(s game.State) []float64 {
		key := string(s.Bytes())
		if v, ok := known[key]; ok {
			return v
		}
		m.Load(s)
		var top []float64
		if m.Terminal() {
			top = make([]float64, f.Players)
			m.Utility(top)
			known[key] = top
			return top
		}
		joint := make([]game.Move, len(f.Seats))
		var legal []game.Move
		seat := -1
		for k := range f.Seats {
			all := m.Legal(k, nil)
			joint[k] = all[0]
			if len(all) > 1 || seat < 0 && k == len(f.Seats)-1 {
				if len(legal) > 1 && len(all) > 1 {
					t.Fatal("two decide at once")
				}
				seat, legal = k, all
			}
		}
		for _, mv := range legal {
			joint[seat] = mv
			m.Load(s)
			m.Step(joint)
			if v := visit(m.Save(nil)); top == nil || v[seat] > top[seat] {
				top = v
			}
		}
		known[key] = top
		return top
	}
	return visit(m.Save(nil)), len(known)
}

// What is left out changes no value, and saves positions.
func TestLean(t *testing.T) {
	locks := open(t, "locks.kif", catalog.Network)
	open := func(name string) game.Game {
		g, err := catalog.Open(context.Background(), name, catalog.Options{Engine: catalog.Network})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for what, g := range map[string]game.Game{
		"ticTacToe": open("ticTacToe"), "eightQueens": open("eightQueens"), "locks": locks,
	} {
		l := Lean(context.Background(), g)
		if l == g {
			if what != "locks" {
				t.Errorf("%s: nothing is left out", what)
			}
			continue
		}
		if err := gametest.Verify(l, gametest.Options{Seed: 3, Walks: 10, Steps: 40}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if l.(game.Narrowed).Whole() != g {
			t.Errorf("%s: the whole game is another one", what)
		}
		if near, all := l.(game.Gauger).Gauge(0), g.(game.Gauger).Gauge(0); (near == nil) != (all == nil) || near != nil && near(g.NewMachine().Save(nil)) != all(g.NewMachine().Save(nil)) {
			t.Errorf("%s: its goals are other ones", what)
		}
		if a, b := l.NewMachine().(game.Recurrer).Recurrence(), g.NewMachine().(game.Recurrer).Recurrence(); a != b {
			t.Errorf("%s: it recurs otherwise", what)
		}
		one, two := l.NewMachine(), g.NewMachine()
		if a, b := one.(game.Passer).Pass(), two.(game.Passer).Pass(); a != b || !one.Save(nil).Equal(two.Save(nil)) {
			t.Errorf("%s: it passes otherwise", what)
		}
		want, positions := best(t, g)
		got, fewer := best(t, l)
		if !slices.Equal(want, got) || fewer > positions || fewer == positions && what != "locks" {
			t.Errorf("%s: worth %v in %d positions, lean %v in %d", what, want, positions, got, fewer)
		}
		t.Logf("%s: %d positions, lean %d", what, positions, fewer)
	}
	// who plays at the same time as others keeps all moves that are each other's image
	g := open("rockPaperScissors")
	l := Lean(context.Background(), g)
	if n := len(l.NewMachine().Legal(0, nil)); n != 3 {
		t.Errorf("rock, paper and scissors are %d moves", n)
	}
}
