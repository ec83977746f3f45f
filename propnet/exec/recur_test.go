package exec

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/gdltest"
)

// pacing is a game in which a piece goes to and fro, players take turns, a light is out at first and a
// counter ends the match.
const pacing = `
(role a) (role b)
(init (at 1)) (init (step 1)) (init (control a)) (init dark)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
(beside 1 2) (beside 2 1) (beside 2 3) (beside 3 2)
(other a b) (other b a)
(<= (legal ?r (go ?x)) (true (control ?r)) (true (at ?y)) (beside ?y ?x))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (at ?x)) (does ?r (go ?x)))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next (control ?r)) (true (control ?s)) (other ?s ?r))
(<= (next worn) (true worn))
(<= (next worn) (does ?r (go 3)))
(<= terminal (true (step 9)))
(<= (goal ?r 50) (role ?r) (not (true worn)) (not (true dark)))
(<= (goal ?r 60) (role ?r) (true worn) (not (true dark)))
(<= (goal ?r 0) (role ?r) (true dark))
`

func compiled(t *testing.T, text string) *Game {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	g, err := New(ctx, gdltest.Compile(t, text), Options{Hash: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// step has the mover make a move.
func step(t *testing.T, m *machine, move string) {
	t.Helper()
	var joint []game.Move
	for seat := range m.g.facts.Seats {
		legal := m.Legal(seat, nil)
		i := slices.IndexFunc(legal, func(mv game.Move) bool { return len(legal) == 1 || m.Label(seat, mv) == move })
		if i < 0 {
			t.Fatalf("no move %s among %d", move, len(legal))
		}
		joint = append(joint, legal[i])
	}
	m.Step(joint)
}

// TestRecurrence goes in a circle, and out of it.
func TestRecurrence(t *testing.T) {
	g := compiled(t, pacing)
	var names []string
	for _, b := range counting(g.l.net) {
		names = append(names, g.l.net.Bases[b].Text)
	}
	if got := strings.Join(names, " "); got != "(step 1) (step 2) (step 3) (step 4) (step 5) (step 6) (step 7) (step 8) (step 9) dark" {
		t.Errorf("counting: %s", got)
	}
	m := newMachine(g)
	seen := []uint64{m.Recurrence()}
	for _, move := range []string{"(go 2)", "(go 1)", "(go 2)", "(go 3)", "(go 2)", "(go 1)"} {
		step(t, m, move)
		seen = append(seen, m.Recurrence())
	}
	for i, want := range []int{0, 1, 0, 1, 4, 5, 6} { // where its circle begins
		if got := slices.Index(seen, seen[i]); got != want {
			t.Errorf("after %d moves: that of %d, not of %d", i, got, want)
		}
	}
}

// TestCountingOfLibrary plays every game of the library at random: what is said to count steps is the same
// in all matches after as many steps.
func TestCountingOfLibrary(t *testing.T) {
	counters := 0
	for _, e := range games.List() {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		g, err := New(ctx, gdltest.Compile(t, e.Text), Options{Hash: "test"})
		cancel()
		if err != nil {
			t.Logf("%s: %v", e.Name, err)
			continue
		}
		count := counting(g.l.net)
		if len(count) > 0 {
			counters++
		}
		var first [][]bool
		for n := range 6 {
			m := g.NewMachine().(*machine)
			rng := game.Stream(3, "test", uint64(n))
			var w game.Walker
			for ply := 0; ply < 100; ply++ {
				var on []bool
				for _, b := range count {
					on = append(on, m.val[b>>6]>>(b&63)&1 != 0)
				}
				if ply == len(first) {
					first = append(first, on)
				}
				if !slices.Equal(on, first[ply]) {
					t.Fatalf("%s: something else has been counted after %d steps", e.Name, ply)
				}
				if m.Terminal() || !w.Step(m, rng) {
					break
				}
			}
		}
	}
	if counters == 0 {
		t.Error("no game counts steps")
	}
}
