package startclock

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/agent/portfolio/memory"
	"ludens/catalog"
	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/internal/patience"
	"ludens/nets"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/tune"
	"ludens/tune/guide"
	"ludens/tune/run"
)

func open(t *testing.T, name string) (game.Game, *encode.Encoder) {
	t.Helper()
	g, err := catalog.Open(t.Context(), name, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g, enc
}

func search() mcts.Options { return mcts.Options{Threads: 2, Bytes: 16 << 20, Seed: 1} }

// begin has a player begin with a clock, and reports by how much it overran it.
func begin(t *testing.T, p *Player, g game.Game, clock time.Duration) (late time.Duration) {
	t.Helper()
	end := time.Now().Add(clock)
	ctx, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{Start: clock, Play: time.Second}); err != nil {
		// Only of the search itself, as without nets.
		if _, bad := g.(hanging); !bad {
			t.Error(err)
		}
	}
	return time.Since(end)
}

// plays checks that the player gives a legal move of the initial position.
func plays(t *testing.T, p *Player, g game.Game) {
	t.Helper()
	m := g.NewMachine()
	legal := m.Legal(0, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	mv, err := p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: legal})
	if err != nil || !slices.Contains(legal, mv) {
		t.Errorf("chose %d: %v", mv, err)
	}
}

// TestStored: a stored net is used, without learning, in no time; also by a player that
// joins late. The game is too large to be solved before the net is asked.
func TestStored(t *testing.T) {
	g, enc := open(t, "breakthrough6")
	spec := design.Choose(enc, g.Facts(), design.Options{Budget: 1, Width: 8, Blocks: 1})
	engine, err := infer.NewEngine(spec.Layers(), enc.Links(), spec.Layers().NewWeights(game.Stream(1, "test", 0)), kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	stored := func(game.Game) (*Stored, error) {
		return &Stored{Net: &nets.Net{Spec: spec}, Encoder: enc, Engine: engine}, nil
	}
	for _, clock := range []time.Duration{300 * time.Millisecond, 0} {
		patience.Try(t, clock, func(clock time.Duration) error {
			p := New(Options{Search: search(), Stored: stored})
			defer p.End() // does no harm
			defer p.End()
			begin(t, p, g, clock)
			// Who joins late takes a moment only, and what takes longer is called a failure.
			if p.net == nil || p.Note() != StoredNet && (clock > 0 || !strings.HasPrefix(p.Note(), StoredNet)) {
				return fmt.Errorf("clock %s: the stored net is not used: %s", clock, p.Note())
			}
			for range 10 { // moves are made in no time
				if plays(t, p, g); p.Stats().Evaluations > 0 {
					return nil
				}
			}
			return errors.New("the net was not asked")
		})
	}

	// A store that fails is no reason to fail.
	p := New(Options{Search: search(), Stored: func(game.Game) (*Stored, error) { return nil, errors.New("store") }})
	defer p.End()
	begin(t, p, g, 300*time.Millisecond)
	if p.net != nil {
		t.Error("there is no net")
	}
	plays(t, p, g)
}

// TestShort: with a short clock, and from a few games, no net is learned.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		game         string
		clock, least time.Duration
		note         string
	}{
		{"ticTacToe", 200 * time.Millisecond, time.Hour, "too few to learn"},
		{"ludii:Hex", 3 * time.Second, time.Second, "games would be too few"}, // the time is for the ways without one: they race on
	} {
		g, _ := open(t, c.game)
		patience.Try(t, c.clock, func(clock time.Duration) error {
			p := New(Options{Search: search(), Least: c.least})
			defer p.End()
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("%s: late by %s", c.game, late)
			}
			plays(t, p, g)
			if p.net != nil || !strings.Contains(p.Note(), c.note) || clock > time.Second && !strings.Contains(p.Note(), "matches more") {
				return fmt.Errorf("%s: %s", c.game, p.Note())
			}
			return nil
		})
	}
}

// TestPuzzle: no net is made for a game of one player.
func TestPuzzle(t *testing.T) {
	g, _ := open(t, "eightPuzzle")
	p := New(Options{Search: search(), Least: time.Millisecond, Encode: func(game.Game) (*encode.Encoder, error) {
		t.Error("a net is made for a puzzle")
		return nil, encode.ErrNone
	}})
	begin(t, p, g, time.Second)
	defer p.End()
	if got := p.Preparation().Way; got != "puzzle" {
		t.Errorf("it is played by %q", got)
	}
}

// TestLearns: it learns, has the net race, decides either way, in time.
func TestLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, _ := open(t, "ticTacToe")
	patience.Try(t, 5*time.Second, func(clock time.Duration) error {
		p := New(Options{Search: search(), Least: time.Second})
		defer p.End()
		if late := begin(t, p, g, clock); late > patience.Grace {
			t.Errorf("late by %s", late)
		}
		plays(t, p, g)
		if !strings.Contains(p.Note(), "race") && !strings.Contains(p.Note(), "no prospects") && !strings.Contains(p.Note(), "too few") {
			return errors.New(p.Note())
		}
		if strings.Contains(p.Note(), "learned for") && strings.Contains(p.Note(), ", 0 of them by the learned function") {
			return errors.New("nothing was taught: " + p.Note())
		}
		t.Log(p.Note())
		return nil
	})
}

// TestLearnsFurther: what one start clock has learned the next goes on from, and it is kept whether it plays or not.
func TestLearnsFurther(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	patience.Try(t, 5*time.Second, func(clock time.Duration) error {
		var latest *nets.Net
		o := Options{
			Search: search(), Least: time.Second,
			Learned: func(_ game.Game, encoding string) (*nets.Net, error) {
				if encoding != enc.Fingerprint() {
					t.Errorf("asked for encoding %s", encoding)
				}
				return latest, nil
			},
			Keep: func(n *nets.Net) error { latest = n; return nil },
		}
		var before *nets.Net
		for n := range 2 {
			p := New(o)
			late := begin(t, p, g, clock)
			note := p.Note()
			plays(t, p, g)
			p.End()
			if late > patience.Grace {
				t.Errorf("late by %s", late)
			}
			if strings.Contains(note, "in earlier start clocks") != (n > 0) || latest == nil || latest == before {
				return fmt.Errorf("start clock %d: %s", n+1, note)
			}
			if latest.Game != g.Facts().Hash || latest.Encoding != enc.Fingerprint() || latest.Origin == "" || before != nil && latest.Steps <= before.Steps {
				t.Errorf("start clock %d: %d steps, from %q", n+1, latest.Steps, latest.Origin)
			}
			before = latest
		}
		return nil
	})
}

// TestRemembers: what a race of ways has shown is remembered when the match is over, and
// used in the next.
func TestRemembers(t *testing.T) {
	g, _ := open(t, "ticTacToe")
	patience.Try(t, time.Second, func(clock time.Duration) error {
		kept := &memory.Directory{Path: t.TempDir(), Log: zerolog.New(zerolog.NewTestWriter(t))}
		for races := range 2 {
			p := New(Options{Search: search(), NoLearning: true, Memory: kept})
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("late by %s", late)
			}
			note, told := p.Note(), p.Preparation()
			plays(t, p, g)
			p.End()
			if strings.Contains(note, "remembered") != (races > 0) {
				return fmt.Errorf("match %d: %s", races+1, note)
			}
			if told.Note != note || told.Way == "" || told.Net != "" || told.Stage != "searches the initial position" {
				return fmt.Errorf("tells %+v", told)
			}
			if m, ok := kept.Recall(portfolio.Key(g.Facts())); !ok || m.Races != races+1 {
				return fmt.Errorf("after match %d: %+v", races+1, m)
			}
		}
		return nil
	})
}

// hanging is a game whose machines hang, panic or are slow.
type hanging struct {
	game.Game
	machine func(m game.Machine) game.Machine
}

func (h hanging) NewMachine() game.Machine { return h.machine(h.Game.NewMachine()) }

func (h hanging) Propositions() []string   { return h.Game.(game.Propositional).Propositions() }
func (h hanging) MoveTexts(s int) []string { return h.Game.(game.Propositional).MoveTexts(s) }
func (h hanging) RoleTexts() []string      { return h.Game.(game.Propositional).RoleTexts() }
func (h hanging) Orders() [][]string       { return h.Game.(game.Propositional).Orders() }

type badMachine struct {
	game.Machine
	step func()
}

func (b badMachine) Step(joint []game.Move) {
	b.step()
	b.Machine.Step(joint)
}

func (b badMachine) Truths(dst []uint64) []uint64 { return b.Machine.(game.Truther).Truths(dst) }

// TestHarm: encoders and engines that panic, fail or hang do no harm.
func TestHarm(t *testing.T) {
	g, _ := open(t, "ticTacToe")
	var release chan struct{}
	for name, o := range map[string]Options{
		"an encoder that panics": {Encode: func(game.Game) (*encode.Encoder, error) { panic("encoder") }},
		"an encoder that fails":  {Encode: func(game.Game) (*encode.Encoder, error) { return nil, errors.New("encoder") }},
		"an encoder that hangs": {Encode: func(game.Game) (*encode.Encoder, error) {
			<-release
			return nil, encode.ErrNone
		}},
		"a store that panics": {Stored: func(game.Game) (*Stored, error) { panic("store") }},
	} {
		o.Search, o.Least = search(), time.Millisecond
		patience.Try(t, 400*time.Millisecond, func(clock time.Duration) error {
			release = make(chan struct{})
			p := New(o)
			defer p.End() // waits for what hangs
			defer close(release)
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("%s: late by %s", name, late)
			}
			plays(t, p, g)
			if p.net != nil || !strings.Contains(p.Note(), "failure") {
				return fmt.Errorf("%s: %s", name, p.Note())
			}
			if p.way == nil && (strings.HasSuffix(name, "fails") || name == "an encoder that panics") {
				return fmt.Errorf("%s: the way without a net is lost, too", name)
			}
			return nil
		})
	}
}

// TestEngines: an engine that panics in training, and one that is slow, leave playouts.
func TestEngines(t *testing.T) {
	plain, enc := open(t, "ticTacToe")
	for name, c := range map[string]struct {
		step func()
		note string
	}{
		"panics": {func() { panic("engine") }, "failure"},
		"slow":   {func() { time.Sleep(5 * time.Millisecond) }, "slow"},
	} {
		g := hanging{plain, func(m game.Machine) game.Machine { return badMachine{m, c.step} }}
		patience.Try(t, time.Second, func(clock time.Duration) error {
			p := New(Options{Search: search(), Least: 100 * time.Millisecond, Encode: func(game.Game) (*encode.Encoder, error) { return enc, nil }, Log: zerolog.New(zerolog.NewTestWriter(t))})
			defer p.End()
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("%s: late by %s", name, late)
			}
			if p.net != nil || !strings.Contains(p.Note(), c.note) {
				return fmt.Errorf("%s: %s", name, p.Note())
			}
			return nil
		})
	}
}

// TestGoesOn: where there will be no net, the ways to think without one race on in the time that is left.
func TestGoesOn(t *testing.T) {
	g, _ := open(t, "ticTacToe")
	none := func(game.Game) (*encode.Encoder, error) { return nil, encode.ErrNone }
	patience.Try(t, 2*time.Second, func(clock time.Duration) error {
		p := New(Options{Search: search(), Least: time.Millisecond, Encode: none})
		defer p.End()
		if late := begin(t, p, g, clock); late > patience.Grace {
			t.Errorf("late by %s", late)
		}
		plays(t, p, g)
		if p.net != nil || !strings.Contains(p.Note(), "no net can look") || !strings.Contains(p.Note(), "matches more") {
			return errors.New(p.Note())
		}
		return nil
	})
}

// TestOthers: games that nothing can look at, or that hide something, are searched as
// ever; so is one that begins without time or without a clock.
func TestOthers(t *testing.T) {
	for _, g := range toy.All() {
		p := New(Options{Search: search()})
		if late := begin(t, p, g, 100*time.Millisecond); late > patience.Grace {
			t.Errorf("%s: late by %s", g.Facts().Name, late)
		}
		plays(t, p, g)
		p.End()
	}
	g, _ := open(t, "ticTacToe")
	p := New(Options{Search: search()})
	defer p.End()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Begin(ctx, g, 0, agent.Clocks{}); err != nil {
		t.Error(err)
	}
	plays(t, p, g)
	if err := p.Begin(context.Background(), g, 1, agent.Clocks{}); err != nil {
		t.Error(err)
	}
	if err := p.Begin(t.Context(), g, 2, agent.Clocks{}); err == nil {
		t.Error("a third seat was taken")
	}
}

// TestRace: a race is decided when nothing can change it any more, and hardly any games
// leave it in doubt.
func TestRace(t *testing.T) {
	const w, d, l = 1, 0.5, 0
	for _, c := range []struct {
		race   race
		scores []float64
		ends   bool
		won    bool
	}{
		{race{games: 10, need: 0.6}, []float64{w, w, w, w, w, w}, true, true},
		{race{games: 10, need: 0.6}, []float64{w, w, w, w, w}, false, false},
		{race{games: 10, need: 0.6}, []float64{l, l, l, l, d}, true, false},
		{race{games: 10, need: 0.6}, []float64{l, l, l, l}, false, false},
		{race{games: 10, need: 0.6}, []float64{w, l, w, l, w, l, w, l, w, l}, true, false},
		{race{games: 10, need: 0.6}, []float64{w, l, w, w, w, l}, false, true},
		{race{games: 10, need: 0.6}, []float64{w, l, w, d, d, l}, false, false},
		{race{games: 12, need: 0.45, least: 3}, []float64{w, w}, false, false},
		{race{games: 12, need: 0.45, least: 3}, []float64{l, w, w}, false, true},
		{race{games: 12, need: 0.45, least: 3}, []float64{l, l, w}, false, false},
		{race{games: 16, need: 0.3, doubt: true}, nil, false, true},
		{race{games: 16, need: 0.3, doubt: true}, []float64{l, l, l, l, l}, false, true},
		{race{games: 16, need: 0.3, doubt: true}, []float64{l, l, l, l, l, w}, false, false},
		{race{games: 16, need: 0.3, doubt: true}, []float64{l, l, l, l, w, w}, false, true},
		{race{games: 16, need: 0.3, doubt: true}, []float64{l, l, l, l, l, l, l, l, l, l, l, l}, true, false},
		{race{games: 16, need: 0.3, doubt: true}, []float64{w, w, w, w, w}, true, true},
	} {
		ends := false
		for _, s := range c.scores {
			if ends {
				t.Errorf("%v: decided too early", c.scores)
			}
			ends = c.race.add(s)
		}
		if ends != c.ends || c.race.won() != c.won {
			t.Errorf("%+v, %v: ended %t, won %t", c.race, c.scores, ends, c.race.won())
		}
	}
	for _, c := range []struct {
		race   race
		length float64
		tables int
		want   time.Duration
	}{
		{race{games: 10, time: 10 * time.Second}, 40, 2, 40 * time.Millisecond},
		{race{games: 10, time: 10 * time.Second}, 40, 6, 100 * time.Millisecond},
		{race{games: 10, time: 10 * time.Second}, 40, 32, 200 * time.Millisecond},
		{race{games: 10, time: 10 * time.Second, move: 10 * time.Millisecond}, 40, 2, 10 * time.Millisecond},
		{race{games: 10, time: time.Second}, 400, 2, 4 * time.Millisecond},
		{race{games: 10, time: time.Minute}, 1, 2, time.Second},
	} {
		if per := c.race.perMove(c.length, c.tables); per != c.want {
			t.Errorf("%+v: %s a move", c.race, per)
		}
	}
}

// TestLooks: a net that was taught is looked at against trees alone, and needs more; one that has won a race is not.
func TestLooks(t *testing.T) {
	lost, won := &nets.Net{Raced: 0.5}, &nets.Net{Raced: 0.6}
	for _, c := range []struct {
		known        *nets.Net
		taught, tree bool
		need         float64 // 0: is not looked at
	}{
		{nil, false, true, 0.3},
		{nil, false, false, 0.3},
		{nil, true, true, 0.4},
		{nil, true, false, 0},
		{lost, false, true, 0.3},
		{lost, false, false, 0.3},
		{won, false, true, 0},
	} {
		need := 0.0
		if r := looks(c.known, c.taught, c.tree); r != nil {
			need = r.need
		}
		if need != c.need {
			t.Errorf("%+v: needs %g", c, need)
		}
	}
}

// TestGivesUp: training without a net at half time ends; so does one whose net loses its
// race then, but not one whose net wins it.
func TestGivesUp(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	m, err := run.Measure(g, 1, 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	p := New(Options{Search: search()})
	o := p.tuning(time.Minute, m)
	o.Spec = design.Choose(enc, g.Facts(), design.Options{Budget: 1})
	r, err := run.New(g, enc, &tune.Memory{}, o)
	if err != nil {
		t.Fatal(err)
	}
	early := func() error {
		_, err := p.halfTime(t.Context(), g, enc, r, guide.Shared, time.Second, &race{games: 16})
		return err
	}
	if err := p.train(t.Context(), time.Nanosecond, r, early); !errors.Is(err, errHopeless) || r.Done() {
		t.Errorf("training without a net: %v, done: %t", err, r.Done())
	}

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Tune(ctx) }() // waited for below
	for r.Engine() == nil {
		select {
		case err := <-ended:
			t.Fatalf("training ended without a net: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
	for need, want := range map[float64]error{1.1: errHopeless, 0: nil} {
		look := race{games: 16, need: need, time: time.Second}
		if err := p.look(ctx, g, enc, r, guide.Shared, &look); !errors.Is(err, want) {
			t.Errorf("a net that needs %g and has %s: %v", need, &look, err)
		}
	}
	if mix, err := p.halfTime(ctx, g, enc, r, guide.Shared, 200*time.Millisecond, nil); err != nil || mix != 0 && mix != guide.Shared {
		t.Errorf("without a race: a share of %g, %v", mix, err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestShares: how a net is searched changes where that loses clearly, in more than a game or two.
func TestShares(t *testing.T) {
	for _, tt := range []struct {
		was    float64
		points float64 // with a share
		games  int
		want   float64
	}{
		{guide.Shared, 0, 0, guide.Shared},
		{guide.Shared, 0, 2, guide.Shared},
		{guide.Shared, 0, 3, 0},
		{guide.Shared, 1, 6, 0},
		{guide.Shared, 1.5, 6, guide.Shared},
		{guide.Shared, 6, 6, guide.Shared},
		{0, 0, 0, 0},
		{0, 2, 2, 0},
		{0, 3, 3, guide.Shared},
		{0, 5, 6, guide.Shared},
		{0, 4.5, 6, 0},
		{0, 0, 6, 0},
	} {
		if got := sharesBy(tt.was, guide.Compared{Points: tt.points, Games: tt.games}); got != tt.want {
			t.Errorf("%g of %d, before %g: a share of %g, want %g", tt.points, tt.games, tt.was, got, tt.want)
		}
	}
}
