package infoset

import (
	"context"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// turnOf is what a conductor asks.
func turnOf(tr *Tracker) agent.Turn {
	turn := agent.Turn{Number: tr.Turns(), Legal: tr.Legal()}
	for _, p := range tr.Particles() {
		turn.States = append(turn.States, p.State)
		turn.Weights = append(turn.Weights, p.Weight)
		turn.Views = append(turn.Views, p.Views)
	}
	return turn
}

// visits is how often the own moves were tried at the root.
func (s *Searcher) visits() (n int64) {
	s.wait(bg)
	for _, a := range s.last.roots[0][s.seat].arms {
		n += int64(a.n)
	}
	return n
}

// settled wants no mark of a selection under way in the trees, and the account of the
// memory to cover them.
func (s *Searcher) settled(t *testing.T) {
	t.Helper()
	s.wait(bg)
	accounted := s.last.bytes.Load()
	s.last.stop.Store(false)
	s.last.end, s.last.cancel = time.Time{}, nil
	s.last.recount()
	if counted := s.last.bytes.Load(); counted > accounted || counted < 0 {
		t.Errorf("%d bytes accounted for, %d counted", accounted, counted)
	}
	s.last.bytes.Store(accounted)
	for _, row := range s.last.roots {
		for _, n := range row {
			for _, a := range n.arms {
				if a.loss != 0 {
					t.Fatalf("%d selections are under way", a.loss)
				}
			}
		}
	}
}

// The start clock goes into the initial position, and what it has found out is there in
// the first turn, also when its own move is forced, and in the turns after it.
func TestSearcherKeeps(t *testing.T) {
	for name, c := range map[string]struct {
		g     game.Game
		seat  int
		moves []string // observed after the first turn
	}{
		"simultaneous": {toy.Pennies(6), 0, []string{"heads", "tails"}},
		"hidden":       {toy.Cards(), 0, nil},
	} {
		for _, threads := range []int{1, 3} {
			s := NewSearcher(SearchOptions{Threads: threads, Iterations: 2000, Seed: 1})
			ctx, cancel := context.WithTimeout(bg, time.Minute)
			if err := s.Begin(ctx, c.g, c.seat, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			if n := s.last.done.Load(); n != 2000 {
				t.Errorf("%s: %d simulations in the start clock", name, n)
			}
			cancel()
			tr := NewTracker(c.g, c.seat, Options{})
			turn := turnOf(tr)
			before := s.last.nodes.Load()
			s.opt.Iterations = 100
			if _, err := s.Choose(bg, turn); err != nil {
				t.Fatal(err)
			}
			if n := s.visits(); len(turn.Legal) > 1 && n != 2100 {
				t.Errorf("%s: %d visits in the first turn, want 2000 and 100", name, n)
			}
			if n := s.last.nodes.Load(); n < before {
				t.Errorf("%s: %d nodes after %d", name, n, before)
			}
			s.settled(t)
			o := Observation{Moves: c.moves}
			if c.moves == nil {
				o = Observation{Moves: []string{"noop", "", ""}, Told: true, Percepts: []string{"(card 1)"}}
			}
			if err := tr.Observe(bg, o); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Choose(bg, turnOf(tr)); err != nil {
				t.Fatal(err)
			}
			if n := s.visits(); tr.Game().Facts().Hidden && n <= 100 {
				t.Errorf("%s: %d visits in the second turn, none from before", name, n)
			}
			s.settled(t)
			s.End()
		}
	}
}

// Pondering goes on from the same positions with the own move fixed, and the next turn
// finds what it has found.
func TestSearcherPonders(t *testing.T) {
	g := toy.Cards()
	tr := NewTracker(g, 0, Options{})
	done, cancel := context.WithCancel(bg)
	cancel()
	s := NewSearcher(SearchOptions{Threads: 2, Iterations: 100, Seed: 1})
	if err := s.Begin(done, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer s.End()
	s.Ponder(bg) // nothing was asked
	if s.last != nil {
		t.Error("pondered about nothing")
	}
	// Joined late, and the move is forced: no search, then pondering.
	if move, err := s.Choose(done, turnOf(tr)); err != nil || move != tr.Legal()[0] || s.last != nil {
		t.Errorf("move %d, error %v", move, err)
	}
	s.opt.Iterations = 3000
	s.Ponder(bg)
	s.settled(t)
	if n := s.last.done.Load(); n != 3000 {
		t.Errorf("%d simulations pondered", n)
	}
	if err := tr.Observe(bg, Observation{Moves: []string{"noop", "", ""}, Told: true, Percepts: []string{"(card 2)"}}); err != nil {
		t.Fatal(err)
	}
	turn := turnOf(tr)
	s.opt.Iterations = 10
	move, err := s.Choose(bg, turn)
	if err != nil || move != 1 {
		t.Errorf("move %d, error %v; staying wins", move, err)
	}
	st, known := s.Stats(), s.visits()
	if st.Pondered != 3000 || st.Iterations != 10 || known < 500 {
		t.Errorf("%d pondered, %d made, %d known", st.Pondered, st.Iterations, known)
	}
	// With the move fixed, only that one is tried.
	s.opt.Iterations = 1000
	arms := func() (list []uint32) {
		for _, a := range s.last.roots[0][0].arms {
			list = append(list, a.n)
		}
		return list
	}
	before := arms()
	s.Ponder(bg)
	s.settled(t)
	for i, n := range arms() {
		if n != before[i] {
			t.Errorf("visits %v before and %v after", before, arms())
			break
		}
	}
}

// Trees that take more than half of the memory are not kept: there must be room.
func TestSearcherMakesRoom(t *testing.T) {
	s := NewSearcher(SearchOptions{Threads: 1, Iterations: 3000, Bytes: 20_000, PlayoutSteps: 10})
	ctx, cancel := context.WithTimeout(bg, time.Minute)
	defer cancel()
	if err := s.Begin(ctx, toy.Endless(), 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer s.End()
	if b := s.last.bytes.Load(); b < 15_000 || b > 20_000 {
		t.Fatalf("%d bytes", b)
	}
	if _, err := s.Choose(bg, turnOf(NewTracker(toy.Endless(), 0, Options{}))); err != nil {
		t.Fatal(err)
	}
	if n := s.visits(); n != 3000 {
		t.Errorf("%d visits, want those of the new tree", n)
	}
}
