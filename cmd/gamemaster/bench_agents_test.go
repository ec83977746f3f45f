package main

import (
	"path/filepath"
	"testing"
	"time"

	"ludens/agent/arena"
	"ludens/catalog"
	"ludens/config"
)

// TestListsOfGames: what docs lists can be opened and has somebody to play against.
func TestListsOfGames(t *testing.T) {
	c := &benchAgentsCommand{Engine: config.Engine{Engine: catalog.Reasoner, BuildTime: time.Minute, BuildMemory: 1 << 30}}
	for _, file := range []string{"games-gdl.txt", "games-ludemes.txt"} {
		names, err := readNames(filepath.Join("..", "..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		if len(names) < 12 {
			t.Errorf("%s: only %d games", file, len(names))
		}
		for _, name := range names {
			g, err := c.open(t.Context(), name)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if g.Facts().Players < 2 {
				t.Errorf("%s: %s is for one player", file, name)
			}
		}
	}
}

// TestSides: the sides take every other seat, the second match of a pair exchanges
// them, and over the pairs every seat belongs to either side.
func TestSides(t *testing.T) {
	for players := 2; players <= 5; players++ {
		seen := map[int]int{}
		for round := range players {
			a, b := sidesOf(players, round, 0), sidesOf(players, round, 1)
			first := 0
			for seat := range players {
				if a[seat]+b[seat] != 1 {
					t.Errorf("%d players, pair %d: %v and %v are not exchanged", players, round, a, b)
				}
				if a[seat] == 0 {
					first++
					seen[seat]++
				}
			}
			if first != (players+1)/2 {
				t.Errorf("%d players: %v", players, a)
			}
		}
		for seat := range players {
			if seen[seat] == 0 || seen[seat] == players {
				t.Errorf("%d players: seat %d is always the same side's", players, seat)
			}
		}
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		utilities []float64
		sides     []int
		want      float64
	}{
		{[]float64{1, 0}, []int{0, 1}, 1},
		{[]float64{1, 0}, []int{1, 0}, 0},
		{[]float64{0.5, 0.5}, []int{0, 1}, 0.5},
		{[]float64{0.5, 0.4, 0.3}, []int{0, 1, 0}, 0.5},  // means are equal
		{[]float64{0.34, 0.33, 0.33}, []int{0, 1, 0}, 1}, // by a little
		{[]float64{0, 1, 0}, []int{0, 1, 0}, 0},
	} {
		if got := pointsOf(c.utilities, c.sides); got != c.want {
			t.Errorf("%v of sides %v: %g, want %g", c.utilities, c.sides, got, c.want)
		}
	}
}

// TestFigures: sums over games are sums over matches, and means are over decisions.
func TestFigures(t *testing.T) {
	match := func(seat int, iterations int64, over time.Duration) *arena.Result {
		d := arena.Decision{Seat: seat, Took: time.Second, Over: over}
		d.Stats.Iterations, d.Stats.Depth = iterations, int(iterations/10)
		return &arena.Result{Turns: []arena.Turn{{Decisions: []arena.Decision{d}}}}
	}
	a, b := agentFigures{}, agentFigures{}
	a.add(match(0, 100, 2*time.Millisecond), []int{0, 1}, 1)
	a.add(match(0, 50, 0), []int{1, 0}, 0.5)
	b.add(match(0, 300, 10*time.Millisecond), []int{0, 1}, 0)
	all := agentFigures{}
	all.join(a)
	all.join(b)
	r := all.rated()
	s := r.Sides[0]
	if r.Matches != 3 || r.Wins != 1 || r.Draws != 1 || r.Losses != 1 || r.Plies != 3 || r.Percent != 50 {
		t.Errorf("%+v", r)
	}
	if s.Decisions != 2 || s.Iterations != 200 || s.Depth != 20 || s.Over != 6 || s.Worst != 10 || s.Took != 1000 {
		t.Errorf("the first side: %+v", s)
	}
	if o := r.Sides[1]; o.Iterations != 50 || o.Worst != 0 {
		t.Errorf("the second side: %+v", o)
	}
	if e := (agentFigures{}).rated(); e.Low != 0 || e.High != 100 {
		t.Errorf("without matches: %+v", e)
	}
}
