package infoset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
	more "ludens/internal/patience"
)

var bg = context.Background()

func TestFollowsKnownMoves(t *testing.T) {
	for _, g := range toy.All() {
		f := g.Facts()
		tr := NewTracker(g, 0, Options{})
		m := g.NewMachine()
		rng := game.Stream(5, "test", 0)
		var w game.Walker
		for range 30 {
			if m.Terminal() {
				break
			}
			joint := slices.Clone(w.Draw(m, rng))
			moves := make([]string, len(joint))
			for seat, move := range joint {
				moves[seat] = m.Label(seat, move)
			}
			m.Step(joint)
			if err := tr.Observe(bg, Observation{Moves: moves}); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			p := tr.Particles()
			if len(p) != 1 || !p[0].State.Equal(m.Save(nil)) {
				t.Fatalf("%s: %d particles, want the one position", f.Name, len(p))
			}
			if !m.Terminal() && !slices.Equal(tr.Legal(), m.Legal(0, nil)) {
				t.Fatalf("%s: legal moves differ", f.Name)
			}
		}
		if tr.Terminal() != m.Terminal() || tr.Lost() {
			t.Errorf("%s: terminal %v, lost %v", f.Name, tr.Terminal(), tr.Lost())
		}
	}
}

// After the deal a player knows its own card and gives each other card half.
func TestPercepts(t *testing.T) {
	tr := NewTracker(toy.Cards(), 1, Options{})
	o := Observation{Moves: []string{"", "noop", ""}, Told: true, Percepts: []string{"( CARD 2 )"}}
	if err := tr.Observe(bg, o); err != nil {
		t.Fatal(err)
	}
	p := tr.Particles()
	if len(p) != 2 {
		t.Fatalf("%d particles, want 2", len(p))
	}
	for _, q := range p {
		if q.State[2] != 2 || math.Abs(q.Weight-0.5) > 1e-9 {
			t.Errorf("particle %v with weight %v", q.State, q.Weight)
		}
	}
	if p[0].Views[1] != p[1].Views[1] || p[0].Views[0] == p[1].Views[0] {
		t.Errorf("views %v and %v: the own ones must agree, the other's must not", p[0].Views, p[1].Views)
	}
	if got := tr.Legal(); !slices.Equal(got, []game.Move{1, 2}) {
		t.Errorf("legal moves %v", got)
	}
	err := tr.Observe(bg, Observation{Moves: []string{"", "stay", ""}, Told: true, Percepts: []string{"(other 2)"}})
	if err != nil || !tr.Terminal() {
		t.Errorf("error %v, terminal %v", err, tr.Terminal())
	}
}

func TestSamplesWhenTooMany(t *testing.T) {
	// 2^8 coin sequences of the other player do not fit into 20 particles.
	tr := NewTracker(toy.Pennies(9), 0, Options{Particles: 20, Expand: 60})
	for range 8 {
		if err := tr.Observe(bg, Observation{Moves: []string{"heads", ""}}); err != nil {
			t.Fatal(err)
		}
		if n := len(tr.Particles()); n > 20 || n == 0 {
			t.Fatalf("%d particles, want at most 20", n)
		}
	}
	mean := 0.0
	for _, p := range tr.Particles() {
		mean += p.Weight * float64(p.State[1])
	}
	if mean < 2 || mean > 6 {
		t.Errorf("%v matches on average, want about 4", mean)
	}
}

// With a single particle kept, later moves contradict it; only another history
// explains them.
func TestBacktracks(t *testing.T) {
	g := toy.Lines()
	for seed := range uint64(5) {
		tr := NewTracker(g, 0, Options{Particles: 1, Expand: 5, Seed: seed})
		moves := [][]string{{"(mark 1 1)", "noop"}, {"noop", ""}, {"(mark 2 2)", "noop"}, {"noop", ""}, {"(mark 1 3)", "noop"}}
		for _, m := range moves {
			if err := tr.Observe(bg, Observation{Moves: m}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		s := tr.Particles()[0].State
		if s[0] != 1|1<<4|1<<2 || s[0]&s[1] != 0 || tr.Lost() {
			t.Errorf("seed %d: position %v", seed, s)
		}
	}
}

func TestLost(t *testing.T) {
	tr := NewTracker(toy.Lines(), 0, Options{})
	err := tr.Observe(bg, Observation{Moves: []string{"(mark 1 1)", "gibberish"}})
	if !errors.Is(err, ErrLost) || !tr.Lost() {
		t.Fatalf("an unknown text: error %v", err)
	}
	// The own move is known, so is that the other could only pass.
	if p := tr.Particles(); len(p) != 1 || p[0].State[0] != 1 {
		t.Errorf("particles %v", p)
	}
	if err := tr.Observe(bg, Observation{Moves: []string{"noop", "(mark 2 2)"}}); err != nil {
		t.Errorf("going on: %v", err)
	}
	ctx, cancel := context.WithCancel(bg)
	cancel()
	if err := tr.Observe(ctx, Observation{Moves: []string{"", ""}}); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
	if len(tr.Particles()) == 0 || len(tr.Legal()) == 0 {
		t.Error("no position to go on with")
	}
	if err := tr.Observe(bg, Observation{Moves: []string{"x"}}); err == nil {
		t.Error("a wrong number of unknown moves is followed without complaint")
	}
}

// ending is a context that ends when it has been asked so many times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Whenever the time runs out, a turn is followed, if only to one position.
func TestFollowsWithoutTime(t *testing.T) {
	for _, told := range []Observation{
		{Moves: []string{"(mark 1 1)", "((("}}, {Moves: []string{"(mark 1 1)", "noop"}, Told: true, Percepts: []string{"what"}}, {Moves: []string{"(", ")"}},
	} {
		for left := range 30 {
			tr := NewTracker(toy.Lines(), 0, Options{})
			_ = tr.Observe(&ending{bg, left}, told)
			legal := tr.Legal()
			if len(legal) != 1 || tr.Label(legal[0]) != "noop" {
				t.Errorf("%v, asked %d times: %d legal moves, want noop", told, left, len(legal))
			}
		}
	}
}

func TestMoveToAnotherEngine(t *testing.T) {
	a := NewTracker(toy.Lines(), 0, Options{})
	for _, m := range [][]string{{"(mark 1 1)", "noop"}, {"noop", "(MARK 3 3)"}} {
		if err := a.Observe(bg, Observation{Moves: m}); err != nil {
			t.Fatal(err)
		}
	}
	b := NewTracker(toy.Lines(), 0, Options{})
	if err := a.Move(bg, b); err != nil || !b.Particles()[0].State.Equal(a.Particles()[0].State) || b.Turns() != 2 {
		t.Errorf("error %v", err)
	}
	if err := a.Move(bg, NewTracker(toy.Heap(7), 0, Options{})); err == nil {
		t.Error("another game follows the match")
	}
}

// With the best card staying wins always, with the worst folding is better
// unless the other folds too; what matters is that the choice uses the own card
// and not the other's.
func TestSearcherUsesWhatItKnows(t *testing.T) {
	for card, want := range map[string]game.Move{"(card 2)": 1, "(card 0)": 2} {
		tr := NewTracker(toy.Cards(), 0, Options{})
		if err := tr.Observe(bg, Observation{Moves: []string{"noop", "", ""}, Told: true, Percepts: []string{card}}); err != nil {
			t.Fatal(err)
		}
		turn := agent.Turn{Number: 1, Legal: tr.Legal()}
		for _, p := range tr.Particles() {
			turn.States = append(turn.States, p.State)
			turn.Weights = append(turn.Weights, p.Weight)
			turn.Views = append(turn.Views, p.Views)
		}
		for _, threads := range []int{1, 2} {
			s := NewSearcher(SearchOptions{Threads: threads, Iterations: 4000, Seed: 3})
			if err := s.Begin(bg, toy.Cards(), 0, agent.Clocks{}); err != nil {
				t.Fatal(err)
			}
			var told agent.Thought
			turn.Tell = func(t agent.Thought) { told = t }
			move, err := s.Choose(bg, turn)
			if len(told.Moves) != len(turn.Legal) || told.Moves[0].Move != move || told.Value != s.Stats().Value || told.Iterations != 4000 {
				t.Errorf("move %d, stats %+v, but told %+v", move, s.Stats(), told)
			}
			if err != nil || move != want {
				t.Errorf("%s, %d threads: move %d, error %v; want %d", card, threads, move, err, want)
			}
			if st := s.Stats(); st.Iterations != 4000 || st.Nodes == 0 {
				t.Errorf("stats %+v", st)
			}
			s.End()
		}
	}
}

func TestSearcherStaysInTime(t *testing.T) {
	g := toy.Endless()
	m := g.NewMachine()
	s := NewSearcher(SearchOptions{Bytes: 100_000})
	if err := s.Begin(bg, g, 0, agent.Clocks{}); err != nil {
		t.Fatal(err)
	}
	defer s.End()
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
	more.Try(t, 60*time.Millisecond, func(clock time.Duration) error {
		ctx, cancel := context.WithTimeout(bg, clock)
		defer cancel()
		if move, err := s.Choose(ctx, turn); err != nil || !slices.Contains(turn.Legal, move) {
			t.Errorf("move %d, error %v", move, err)
		}
		st := s.Stats()
		if st.Bytes > 100_000 {
			t.Errorf("stats %+v", st)
		}
		if st.Iterations == 0 {
			return fmt.Errorf("stats %+v", st)
		}
		return nil
	})
}

func FuzzSamePercepts(f *testing.F) {
	f.Add("( a b )", "(A  B)")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !samePercepts([]string{a}, normalAll([]string{a})) {
			t.Errorf("%q is not the same as itself", a)
		}
		if samePercepts([]string{a}, normalAll([]string{b})) != samePercepts([]string{b}, normalAll([]string{a})) {
			t.Errorf("%q and %q: not symmetric", a, b)
		}
	})
}
