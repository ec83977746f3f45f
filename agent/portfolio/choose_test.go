package portfolio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/agent/puzzle"
	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
	"ludens/nets/encode"
)

// TestEveryGame: whatever class a game is of, a way is chosen in time, and plays.
func TestEveryGame(t *testing.T) {
	for _, g := range toy.All() {
		for _, clock := range []time.Duration{100 * time.Millisecond, 600 * time.Millisecond} {
			patience.Try(t, clock, func(clock time.Duration) error { return begins(t, g, clock) })
		}
	}
}

// begins has a player begin and choose, and says what is wrong with its way.
func begins(t *testing.T, g game.Game, clock time.Duration) error {
	t.Helper()
	f := g.Facts()
	p := New(Options{Search: search()})
	end := time.Now().Add(clock)
	ctx, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{Start: clock, Play: time.Second}); err != nil {
		t.Errorf("%s: %v", f.Name, err)
	}
	if late := time.Since(end); late > patience.Grace {
		t.Errorf("%s: late by %s", f.Name, late)
	}
	c := p.Chosen()
	plays(t, p, g, 0)
	p.End()
	p.End() // does no harm
	if alone := f.Hidden || f.Players < 2 || clock < leastTime; alone && (c.Name != first(f) || len(c.Standings) > 0) {
		return fmt.Errorf("%s, %s: %s", f.Name, clock, c.Why)
	} else if !alone && (len(c.Standings) == 0 || c.Standings[0].Name != c.Name) {
		return fmt.Errorf("%s, %s: %s of %+v", f.Name, clock, c.Why, c.Standings)
	}
	return nil
}

// first is the way that a game gets without a look at it.
func first(f *game.Facts) string {
	switch {
	case puzzle.Suits(f):
		return "puzzle"
	case f.Hidden || f.Players < 2:
		return "mcts"
	}
	return "grave"
}

// TestNoClock: without a deadline, and when it has passed, the first way is taken at once.
func TestNoClock(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{context.Background(), over} {
		c := Choose(ctx, toy.Lines(), Options{Search: search()})
		if c.Name != "grave" || len(c.Standings) > 0 || c.Err != nil {
			t.Errorf("%s: %v", c.Why, c.Err)
		}
		c.Wait()
	}
}

// TestCrowd: among very many players there are no matches, for each would need all that a player
// needs (a thousand took 400 to 700 MiB of 512).
func TestCrowd(t *testing.T) {
	for _, players := range []int{mostRacers, mostRacers + 1} {
		var text strings.Builder
		for i := range players {
			fmt.Fprintf(&text, "(role r%d)", i)
		}
		text.WriteString(`(init (n 0))(<= (legal ?r (say ?x))(role ?r)(bit ?x))(bit 0)(bit 1)(<= (goal ?r 100)(role ?r)(true (n 1)))
			(<= (goal ?r 0)(role ?r)(true (n 0)))(<= (next (n ?x))(does r0 (say ?x)))(<= (next over)(true (n ?x)))(<= terminal (true over))`)
		g, err := catalog.OpenText(t.Context(), "a crowd", text.String(), catalog.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := choose(t, g, 2*time.Second, Options{Search: search()})
		if raced := len(c.Standings) > 0; c.Err != nil || raced != (players <= mostRacers) {
			t.Errorf("%d players: %s: %v", players, c.Why, c.Err)
		}
		c.Wait()
	}
}

// TestEngines: an engine that is slow, panics or hangs, at once or later, leaves the first
// way, in time.
func TestEngines(t *testing.T) {
	plain := open(t, "ticTacToe")
	for _, c := range []struct {
		name  string
		after int64
		step  func()
		err   bool
	}{
		{"slow", 0, func() { time.Sleep(5 * time.Millisecond) }, false},
		{"panics", 0, func() { panic("engine") }, true},
		{"panics", 1500, func() { panic("engine") }, true},
	} {
		patience.Try(t, 800*time.Millisecond, func(clock time.Duration) error {
			got := choose(t, newBad(plain, c.after, c.step), clock, Options{Search: search()})
			got.Wait()
			if got.Name != "grave" || (got.Err != nil) != c.err {
				return fmt.Errorf("%s after %d steps: %s: %v", c.name, c.after, got.Why, got.Err)
			}
			return nil
		})
	}
	// So late that it may be while the last matches are given up.
	late := choose(t, newBad(plain, 15000, func() { panic("engine") }), 800*time.Millisecond, Options{Search: search()})
	late.Wait()
	if late.Way == nil {
		t.Errorf("an engine that panics late: %s: %v", late.Why, late.Err)
	}
	for _, after := range []int64{0, 1500} {
		patience.Try(t, 700*time.Millisecond, func(clock time.Duration) error {
			release := make(chan struct{})
			g := newBad(plain, after, func() { <-release })
			got := choose(t, g, clock, Options{Search: search()})
			defer got.Wait()
			defer close(release)
			if got.Name != "grave" || !errors.Is(got.Err, errLate) {
				return fmt.Errorf("hangs after %d steps: %s: %v", after, got.Why, got.Err)
			}
			select {
			case <-got.done:
				return fmt.Errorf("hangs after %d steps: nothing is left to wait for", after)
			default:
			}
			return nil
		})
	}
}

// TestLearning: a panic while learning leaves the ways that need nothing learned.
func TestLearning(t *testing.T) {
	g := newBad(toy.Lines(), 1<<60, nil) // claims propositions, and has none
	patience.Try(t, 700*time.Millisecond, func(clock time.Duration) error {
		c := choose(t, g, clock, Options{Search: search()})
		c.Wait()
		if c.Err == nil || c.Function != nil || len(c.Standings) == 0 {
			return fmt.Errorf("%s: %v", c.Why, c.Err)
		}
		return nil
	})
}

// TestWays: which ways a game gets follows from what was seen of it, and the first one
// needs nothing.
func TestWays(t *testing.T) {
	f := heuristic.Material(open(t, "ticTacToe"))
	if f == nil {
		t.Fatal("no function")
	}
	for _, c := range []struct {
		seen seen
		want string
	}{
		{seen{players: 1, learned: f, quick: true}, "mcts"},
		{seen{players: 2, hidden: true, quick: true}, "mcts"},
		{seen{players: 2}, "grave mcts"},
		{seen{players: 2, quick: true}, "grave mcts greedy"},
		{seen{players: 3, learned: f}, "grave mcts judged"},
		{seen{players: 2, counted: f, learned: f}, "grave mcts judged"}, // not pure
		{seen{players: 2, serial: true}, "grave mcts"},
		{seen{players: 2, serial: true, learned: f, counted: f}, "grave mcts judged serial serial-material"},
		{seen{players: 2, pure: true}, "grave mcts"},
		{seen{players: 2, pure: true, counted: f}, "grave mcts material"},
		{seen{players: 2, pure: true, learned: f, counted: f, quick: true}, "grave mcts greedy judged alphabeta material"},
	} {
		var names []string
		for _, w := range c.seen.ways() {
			names = append(names, w.Name)
			p := w.New(1, 1<<20, 1)
			p.End()
			if tree := !slices.Contains([]string{"alphabeta", "material", "serial", "serial-material"}, w.Name); w.Tree() != tree {
				t.Errorf("%s is a tree search: %t", w.Name, !tree)
			}
			if w.About == "" || !(w.trust > 0 && w.trust < 1) {
				t.Errorf("%s: trust %g, about %q", w.Name, w.trust, w.About)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: %s", c.seen, got)
		}
	}
}

// TestFacts: what is seen of a game is the same every time, but for speeds.
func TestFacts(t *testing.T) {
	for _, c := range []struct {
		game   *toy.Game
		pure   bool
		serial bool
	}{
		{toy.Lines(), true, false},
		{toy.Heap(7), true, false},
		{toy.Pig(20), true, false}, // chance, but one decides at a time
		{toy.Pennies(3), false, true},
		{toy.Prisoners(), false, true},
	} {
		for seed := range uint64(3) {
			s := &seen{players: c.game.Facts().Players}
			fast := false
			for d := 20 * time.Millisecond; !fast && d < time.Minute; d *= 4 { // a busy machine takes longer
				fast = s.look(t.Context(), c.game, seed, d)
			}
			if !fast {
				t.Errorf("%s is too slow", c.game.Facts().Name)
			}
			if s.pure != c.pure || s.serial != c.serial {
				t.Errorf("%s: pure %t, serial %t", c.game.Facts().Name, s.pure, s.serial)
			}
		}
	}
}

// TestMemory: what a race shows is kept, found again, added to; what cannot be believed is
// not, and a memory that fails does no harm.
func TestMemory(t *testing.T) {
	g := toy.Lines()
	patience.Try(t, 600*time.Millisecond, func(clock time.Duration) error {
		k := &kept{}
		for race := 1; race <= 2; race++ {
			c := choose(t, g, clock, Options{Search: search(), Memory: k})
			c.Wait()
			if (c.Remembered != nil) != (race > 1) {
				return fmt.Errorf("race %d: remembered %+v", race, c.Remembered)
			}
			m, ok := k.Recall(Key(g.Facts()))
			if !ok || m.Races != race || m.Version != Version || m.Chosen != c.Name || m.Validate() != nil || len(m.Ways) < 2 {
				return fmt.Errorf("race %d: kept %+v", race, m)
			}
			if race > 1 && !strings.Contains(c.Why, "remembered") {
				return errors.New(c.Why)
			}
		}
		return nil
	})
	key := Key(g.Facts())
	for name, m := range map[string]*Memo{
		"nil": nil, "empty": {Version: Version}, "of another version": {Version: "0", Ways: map[string]Score{"grave": {9, 9}}},
		"impossible": {Version: Version, Ways: map[string]Score{"grave": {9, 10}}},
	} {
		if got := recalled(&kept{memos: map[string]*Memo{key: m}}, g.Facts()); got != nil {
			t.Errorf("a memo %s is believed: %+v", name, got)
		}
	}
	for name, m := range map[string]Memory{"panics": broken{true}, "fails": broken{false}} {
		patience.Try(t, 600*time.Millisecond, func(clock time.Duration) error {
			c := choose(t, g, clock, Options{Search: search(), Memory: m})
			c.Wait()
			if len(c.Standings) == 0 || c.Err != nil {
				return fmt.Errorf("a memory that %s: %s: %v", name, c.Why, c.Err)
			}
			return nil
		})
	}
}

// TestFunctionKept: what was learned is kept with what the race has shown, and the next match goes on from it; where nothing
// new was learned the old one stays.
func TestFunctionKept(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes with the race detector; TestImproves and TestEveryGame learn and race on as many threads")
	}
	g := open(t, "connectFour")
	patience.Try(t, 3*time.Second, func(clock time.Duration) error {
		k := &kept{}
		learn := func() *Choice {
			c := choose(t, g, clock, Options{Search: search(), Memory: k, Mirror: encode.Mirror, Learning: 0.7, Racing: 0.2, Improving: 0.01})
			c.Wait()
			return c
		}
		first := learn()
		m, _ := k.Recall(Key(g.Facts()))
		if m == nil || first.Report == nil || first.Report.Known != 0 || !first.Report.Kept {
			return fmt.Errorf("%s: %+v", first.Why, first.Report)
		}
		if n := first.Report.Symmetries; n != 2 {
			return fmt.Errorf("%d symmetries, want that of left and right, and that of the players", n)
		}
		if len(m.Function) == 0 {
			t.Error("no function was kept")
		}
		second := learn()
		n, _ := k.Recall(Key(g.Facts()))
		if second.Report == nil || second.Report.Known != first.Report.OwnGames || !strings.Contains(second.Why, "a function of") {
			return fmt.Errorf("%s: known %+v", second.Why, second.Report)
		}
		if len(n.Function) == 0 {
			t.Error("the function was forgotten")
		}
		return nil
	})
	k := &kept{}
	remember(k, g.Facts(), "grave", []byte("f"), true, []Standing{{Name: "grave", Played: 4, Points: 2}})
	remember(k, g.Facts(), "grave", nil, true, []Standing{{Name: "grave", Played: 4, Points: 2}})
	if m, _ := k.Recall(Key(g.Facts())); m == nil || string(m.Function) != "f" || m.Races != 2 {
		t.Errorf("kept %+v", m)
	}
	if m := (&Memo{Function: make([]byte, heuristic.MostKnown+1)}); m.Validate() == nil {
		t.Error("a function without end is kept")
	}
}

// TestGoesOn: a race that goes on plays slower matches of the best, keeps them without forgetting older
// ones, and takes whoever is best then; where there was no race, or the engine fails, the choice
// stays.
func TestGoesOn(t *testing.T) {
	g := toy.Lines()
	on := func(c *Choice, d time.Duration) {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		defer cancel()
		c.GoOn(ctx)
	}
	patience.Try(t, 700*time.Millisecond, func(clock time.Duration) error {
		k := &kept{}
		c := choose(t, g, clock, Options{Search: search(), Memory: k})
		c.Wait()
		before, move := played(k, g), c.race.move
		if c.GoOn(t.Context()); played(k, g) != before {
			t.Error("went on without a clock")
		}
		if on(c, clock); c.Err != nil {
			return c.Err
		}
		m, _ := k.Recall(Key(g.Facts()))
		switch n := sum(c.Standings); {
		case n == 0 || c.Standings[0].Name != c.Name || c.race.move < 2*move:
			return fmt.Errorf("%s with %s after %s, of %+v", c.Why, c.race.move, move, c.Standings)
		case math.Abs(played(k, g)-before-float64(n)) > 1e-6 || m.Races != 1 || m.Chosen != c.Name:
			return fmt.Errorf("%d games more, %g before, kept %+v", n, before, m)
		}
		return nil
	})
	c := choose(t, g, 100*time.Millisecond, Options{Search: search()})
	if on(c, time.Second); c.Name != "grave" || c.Err != nil || len(c.Standings) > 0 {
		t.Errorf("without a race: %s: %v", c.Why, c.Err)
	}
	steps := atomic.Int64{}
	b := bad{open(t, "ticTacToe"), &steps, 1 << 40, func() { panic("engine") }}
	c = choose(t, b, 700*time.Millisecond, Options{Search: search()})
	c.Wait()
	name := c.Name
	steps.Store(1 << 41)
	if on(c, time.Second); c.Name != name || (c.race != nil && !errors.Is(c.Err, errPanic)) {
		t.Errorf("with an engine that panics: %s: %v", c.Why, c.Err)
	}
}

// played is how many games are remembered.
func played(k *kept, g game.Game) (n float64) {
	if m, ok := k.Recall(Key(g.Facts())); ok {
		for _, s := range m.Ways {
			n += s.Played
		}
	}
	return n
}

// broken is a memory that panics or fails.
type broken struct{ panics bool }

func (b broken) Recall(string) (*Memo, bool) {
	if b.panics {
		panic("recall")
	}
	return nil, false
}

func (b broken) Keep(string, *Memo) error {
	if b.panics {
		panic("keep")
	}
	return errFake
}

// TestFades: older games count less, and are forgotten in the end.
func TestFades(t *testing.T) {
	m := &Memo{}
	m.fade()
	m.add([]Standing{{Name: "a", Played: 10, Points: 9}, {Name: "b"}}, []Standing{{Name: "a", Played: 2, Points: 0}})
	if s := m.Ways["a"]; s != (Score{12, 9}) || len(m.Ways) != 1 || m.Races != 1 {
		t.Fatalf("%+v", m)
	}
	before := m.Ways["a"]
	m.fade()
	m.add([]Standing{{Name: "b", Played: 4, Points: 1}})
	if s := m.Ways["a"]; s.Played >= before.Played || s.Played <= 0 || m.Ways["b"].Played != 4 {
		t.Errorf("%+v", m)
	}
	if list := m.standings(); list[0].Name != "a" || !slices.IsSortedFunc(list, func(x, y Standing) int { return 0 }) {
		t.Errorf("%+v", list)
	}
	for range 50 {
		m.fade()
	}
	if len(m.Ways) != 0 {
		t.Errorf("after 50 races without them: %+v", m)
	}
}

// TestPlayer: who is not told a game answers all the same, and a way that does not suit
// is replaced by the search.
func TestPlayer(t *testing.T) {
	p := New(Options{})
	if _, err := p.Choose(t.Context(), agent.Turn{}); !errors.Is(err, agent.ErrNoMove) {
		t.Error(err)
	}
	if mv, err := p.Choose(t.Context(), agent.Turn{Legal: []game.Move{5}}); mv != 5 || err != nil {
		t.Error(mv, err)
	}
	p.Ponder(t.Context())
	p.End()
	p = New(Options{Search: search()})
	defer p.End()
	g := toy.Lines()
	bad := way("bad", 0.5, fake{begin: func() error { return errFake }})
	p.choice = &Choice{Way: bad}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := p.begin(ctx, p.choice.player(p.opt.Search), g, 0, agent.Clocks{}); err != nil {
		t.Error(err)
	}
	if _, ok := p.Inner.(*mcts.Player); !ok {
		t.Errorf("a way that fails is followed by %T", p.Inner)
	}
	plays(t, p, g, 0)
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		opt Options
		ok  bool
	}{
		{Options{}, true},
		{Options{Learning: 0.5, Racing: 0.5}, true},
		{Options{Learning: 0.6, Racing: 0.5}, false},
		{Options{Learning: -0.1}, false},
		{Options{Search: mcts.Options{Threads: -1}}, false},
	} {
		if err := c.opt.Validate(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.opt, err)
		}
	}
}

// TestImproves: a way that judges by what was learned gets the time for learning on, and judges by what came of it; others do not.
func TestImproves(t *testing.T) {
	g := open(t, "connectFour")
	for _, c := range []struct {
		way       string
		improving float64
		want      bool
	}{{"alphabeta", 0.5, true}, {"alphabeta", 0.01, false}, {"grave", 0.5, false}} {
		patience.Try(t, 2*time.Second, func(clock time.Duration) error {
			got := choose(t, g, clock, Options{Search: search(), Only: c.way, Learning: 0.3, Racing: 0.01, Improving: c.improving})
			got.Wait()
			switch {
			case got.Name != c.way || got.Err != nil:
				return fmt.Errorf("%s: %s: %v", c.way, got.Why, got.Err)
			case strings.Contains(got.Why, "learned on") != c.want:
				return fmt.Errorf("%s with %v for learning on: %s", c.way, c.improving, got.Why)
			case got.Report == nil:
				return fmt.Errorf("%s: nothing was learned", c.way)
			case got.Function == nil || got.Function != got.seen.learned || got.Report.Time > clock*9/10:
				return fmt.Errorf("%s: it judges by another function, or it took %v", c.way, got.Report.Time)
			}
			if got.Settle(); got.course != nil || got.race != nil {
				return errors.New("what was only for going on is kept")
			}
			return nil
		})
	}
}
