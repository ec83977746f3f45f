package exec

import (
	"context"
	"math"
	"strconv"
	"testing"
	"time"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/propnet"
)

// TestGauge holds the gauge of every player of the library's games against what positions of random matches are worth: 1
// where the rules give the most, less elsewhere.
func TestGauge(t *testing.T) {
	most, less := 0, 0
	for _, e := range games.List() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		g, err := New(ctx, gdltest.Compile(t, e.Text), Options{Hash: "test"})
		cancel()
		if err != nil {
			t.Logf("%s: %v", e.Name, err)
			continue
		}
		for player := range g.facts.Players {
			gauge := g.Gauge(player)
			if gauge == nil {
				continue
			}
			highest := 0
			for _, v := range g.l.net.Goals[g.l.seats[player].role] {
				if n, err := strconv.Atoi(v.Text); err == nil && v.Lit != propnet.False {
					highest = max(highest, n)
				}
			}
			m := g.NewMachine()
			rng := game.Stream(1, "test", uint64(player))
			worth := make([]float64, g.facts.Players)
			var w game.Walker
			for range 300 {
				near := gauge(m.Save(nil))
				if near < 0 || near > 1 {
					t.Fatalf("%s, player %d: %g", e.Name, player, near)
				}
				m.Utility(worth)
				all := math.Abs(worth[player]-float64(highest)/100) < 1e-9
				if all != (near > 1-1e-12) {
					t.Fatalf("%s, player %d: worth %g of %d, and the gauge says %g", e.Name, player, worth[player], highest, near)
				}
				if all {
					most++
				} else {
					less++
				}
				if m.Terminal() || !w.Step(m, rng) {
					m.Reset()
				}
			}
		}
	}
	if most < 100 || less < 1000 {
		t.Errorf("the most was met %d times, less %d times: too seldom to tell", most, less)
	}
}

// TestGaugeTells wants more of what a goal takes to be nearer to it.
func TestGaugeTells(t *testing.T) {
	g, err := New(context.Background(), gdltest.Compile(t, `
		(role r) (lamp 1) (lamp 2) (lamp 3)
		(<= (legal r (press ?l)) (lamp ?l))
		(<= (next (on ?l)) (true (on ?l)))
		(<= (next (on ?l)) (does r (press ?l)))
		(<= dark (lamp ?l) (not (true (on ?l))))
		(<= terminal (not dark))
		(<= (goal r 100) (not dark))
		(<= (goal r 0) dark)`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	gauge, m := g.Gauge(0), g.NewMachine()
	for lamps := range 4 {
		if near, want := gauge(m.Save(nil)), float64(lamps)/3; math.Abs(near-want) > 1e-6 {
			t.Errorf("%d of three lamps are on: %g", lamps, near)
		}
		if lamps < 3 {
			mv, err := m.Parse(0, "(press "+strconv.Itoa(lamps+1)+")")
			if err != nil {
				t.Fatal(err)
			}
			m.Step([]game.Move{mv})
		}
	}
	if g.Gauge(1) != nil {
		t.Error("somebody who is not there has a gauge")
	}
}
