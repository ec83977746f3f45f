package startclock

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/internal/patience"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/tune"
	"ludens/tune/run"
)

// kept is a net of random weights as if it had been stored for a game.
func kept(t *testing.T, g game.Game, enc *encode.Encoder) *Stored {
	t.Helper()
	spec := design.Choose(enc, g.Facts(), design.Options{Budget: 1, Width: 8, Blocks: 1})
	w := spec.Layers().NewWeights(game.Stream(1, "test", 0))
	engine, err := infer.NewEngine(spec.Layers(), enc.Links(), w, kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	n := &nets.Net{Spec: spec, Weights: w, Game: g.Facts().Hash, Name: g.Facts().Name, Encoding: enc.Fingerprint(), Steps: 1000}
	return &Stored{Net: n, Encoder: enc, Engine: engine}
}

// TestRefine: with enough time a stored net races against what plays without a net; if it wins it learns on and
// races against itself, if not the ways race on; and whoever is left plays.
func TestRefine(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	patience.Try(t, 8*time.Second, func(clock time.Duration) error {
		p := New(Options{
			Search: search(), Least: time.Second, Stored: func(game.Game) (*Stored, error) { return s, nil },
			Keep: func(*nets.Net) error { return nil }, Log: zerolog.New(zerolog.NewTestWriter(t)),
		})
		defer p.End()
		if late := begin(t, p, g, clock); late > patience.Grace {
			t.Errorf("late by %s", late)
		}
		plain := strings.Contains(p.Note(), ": no net;")
		parts := []string{"a stored net, which scores ", "; learned on for ", "against the stored one"}
		if plain {
			parts = []string{"a stored net, which scores ", " matches more"}
		}
		for _, part := range parts {
			if !strings.Contains(p.Note(), part) {
				return fmt.Errorf("%q is not in: %s", part, p.Note())
			}
		}
		if plain != (p.net == nil) || (p.from == nil) != (p.net == nil) || p.way == nil {
			return fmt.Errorf("net %t, way %t: %s", p.net != nil, p.way != nil, p.Note())
		}
		plays(t, p, g)
		return nil
	})
}

// TestBlind: a race in which the other side makes a handful of playouts tells nothing, if it makes many in the match.
func TestBlind(t *testing.T) {
	for _, c := range []struct {
		playouts float64 // a second
		legal    float64
		move     time.Duration
		play     time.Duration
		want     bool
	}{
		{1_600, 8, 4 * time.Millisecond, time.Second, true},
		{15_900, 8, 4 * time.Millisecond, time.Second, true},
		{16_100, 8, 4 * time.Millisecond, time.Second, false},
		{1_600, 8, 50 * time.Millisecond, time.Second, false},
		{1_600, 50, 150 * time.Millisecond, time.Second, true}, // wide games need more
		{1_600, 50, 160 * time.Millisecond, time.Second, false},
		{300, 8, 4 * time.Millisecond, time.Second, false}, // nor does it make many in the match
		{300, 8, 4 * time.Millisecond, 10 * time.Second, true},
		{36_000, 8, 4 * time.Millisecond, time.Second, false},
		{0, 8, 4 * time.Millisecond, time.Second, false}, // none, or not known
		{1_600, 8, 4 * time.Millisecond, 0, false},
	} {
		if got := blind(c.playouts, c.legal, c.move, c.play); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestDoubts: a net for this game races at any pace, as does one whose values know the game.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		s    Stored
		want bool
	}{{Stored{}, false}, {Stored{Related: "other"}, true}, {Stored{Related: "other", Tells: 0.79}, true}, {Stored{Related: "other", Tells: 0.8}, false}} {
		if got := c.s.doubts(); got != c.want {
			t.Errorf("%+v: %t", c.s, got)
		}
	}
}

// TestSettle: what is won at a pace that tells nothing is raced for again at a slower one, if that tells anything.
func TestSettle(t *testing.T) {
	way := &portfolio.Choice{Way: &portfolio.Way{Name: "grave"}}
	for _, c := range []struct {
		name   string
		blind  time.Duration // paces below it tell nothing
		scores []float64     // of the first race, then of the slow one
		slowly []float64
		want   bool
		told   string
		quick  time.Duration
	}{
		{"won", 0, []float64{1, 1, 1, 1, 1, 1}, nil, true, "6 of 6 against grave", 5 * time.Second},
		{"lost", 50 * time.Millisecond, []float64{0, 0, 0, 0, 0}, nil, false, "0 of 5 against grave", 5 * time.Second},
		{"lost in time", 0, []float64{1, 0, 0, 1}, nil, false, "2 of 4 against grave", 5 * time.Second},
		{"too few, and won", 0, []float64{1, 1, 0}, []float64{1, 1}, true, "2 of 3 against grave, too few to tell, and 2 of 2 with 80ms a move", 5 * time.Second},
		{"too few, and lost", 0, []float64{1}, []float64{0, 1, 0}, false, "1 of 1 against grave, too few to tell, and 1 of 3 with 80ms a move", 5 * time.Second},
		{"none", 0, nil, nil, false, "0 of 0 against grave", 5 * time.Second},
		{"won blindly, and won", 50 * time.Millisecond, []float64{1, 1, 1, 1, 1, 1}, []float64{1, 1}, true, "6 of 6 against grave at a pace that tells nothing, and 2 of 2 with 80ms a move", 5 * time.Second},
		{"won blindly, and won at last", 50 * time.Millisecond, []float64{1, 1, 1}, []float64{1, 0, 1}, true, "3 of 3 against grave at a pace that tells nothing, and 2 of 3 with 80ms a move", 5 * time.Second},
		{"won blindly, and lost", 50 * time.Millisecond, []float64{1, 1, 1, 1, 1, 1}, []float64{0, 0}, false, "6 of 6 against grave at a pace that tells nothing, and 0 of 2 with 80ms a move", 5 * time.Second},
		{"won blindly, and one more is too few", 50 * time.Millisecond, []float64{1, 1, 1, 1, 1, 1}, []float64{1}, false, "6 of 6 against grave at a pace that tells nothing, and 1 of 1 with 80ms a move", 5 * time.Second},
		{"won blindly, and no pace tells more", 200 * time.Millisecond, []float64{1, 1, 1, 1, 1, 1}, nil, false, "6 of 6 against grave at a pace that tells nothing", 5 * time.Second},
		{"won blindly and quickly, and won", 50 * time.Millisecond, []float64{1, 1, 1, 1, 1, 1}, []float64{1, 1}, true, "6 of 6 against grave at a pace that tells nothing, and 2 of 2 with 96ms a move", 2 * time.Second},
		{"won not blindly", 0, []float64{1, 1, 1, 1, 1, 1}, nil, true, "6 of 6 against grave", 2 * time.Second},
		{"too few, not blindly, and won", 0, []float64{1, 1, 0}, []float64{1, 1}, true, "2 of 3 against grave, too few to tell, and 2 of 2 with 80ms a move", 2 * time.Second},
	} {
		s := Stored{Related: "other"}
		first := s.race(way, 5*time.Second, time.Second)
		left := [][]float64{c.scores, c.slowly}
		won, told := settle(&first, c.quick, 15*time.Second,
			func(r *race) time.Duration { return r.perMove(60, 1) },
			func(move time.Duration) bool { return move < c.blind },
			func(r *race) bool {
				if len(left) == 0 {
					t.Fatalf("%s: a third race", c.name)
				}
				for _, x := range left[0] {
					if r.decided {
						t.Errorf("%s: goes on after %s", c.name, r)
					}
					r.add(x)
					r.plies += 40 // less than random games have
				}
				left = left[1:]
				return r.won()
			})
		if won != c.want || told != c.told {
			t.Errorf("%s: %t, %q", c.name, won, told)
		}
		if races := 2 - len(left); races > 1 != (c.slowly != nil) {
			t.Errorf("%s: %d races", c.name, races)
		}
	}
}

// TestLengths: who plays well may play longer than chance, and is given the time for it; throws of dice are joint moves, but nobody's time.
func TestLengths(t *testing.T) {
	st := run.State{Plies: 600, Games: 10, Measured: run.Measured{Length: 40, Longest: 90}}
	for _, c := range []struct {
		f      game.Facts
		length float64
		limit  int
	}{{game.Facts{Players: 2}, 60, 180}, {game.Facts{Players: 2, Nature: true}, 40, 600}} {
		if length, limit := lengths(st, &c.f); length != c.length || limit != c.limit {
			t.Errorf("%+v: %g moves, cut after %d joint moves, want %g and %d", c.f, length, limit, c.length, c.limit)
		}
	}
}

// TestPlies: a race counts the moves of its games, by which a slower one is paced.
func TestPlies(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	n, err := kept(t, g, enc).guide(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	p := Player{opt: Options{Search: search()}}
	patience.Try(t, time.Second, func(clock time.Duration) error {
		r := race{name: "the net", games: 2, need: 0.5, time: clock}
		if err := p.play(t.Context(), g, n, 7, 9, &r); err != nil {
			return err
		}
		if r.played == 0 || r.plies < 5*r.played || r.plies > 9*r.played {
			return fmt.Errorf("%d moves in %s", r.plies, &r)
		}
		return nil
	})
}

// TestRaceRelated: a net for a related game races within about the time given; nothing that is broken, and no end of the caller, lets it win.
func TestRaceRelated(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	related := func() *Stored {
		s := kept(t, g, enc)
		s.Related = "another"
		return s
	}
	m := run.Measured{Length: 7, Longest: 9, Branching: 5, Worth: []float64{0.6, 0.4}, Steps: 1e6, Games: 100}
	told, _, err := RaceRelated(t.Context(), g, related(), m, search(), time.Second)
	if err != nil || !strings.HasPrefix(told, "it scores ") {
		t.Errorf("%q: %v", told, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if told, won, err := RaceRelated(ended, g, related(), m, search(), time.Minute); won {
		t.Errorf("wins after the end: %q, %v", told, err)
	}
	bad := hanging{g, func(m game.Machine) game.Machine { return badMachine{m, func() { panic("machine") }} }}
	if told, won, err := RaceRelated(t.Context(), bad, related(), m, search(), time.Second); won {
		t.Errorf("wins in a game that panics: %q, %v", told, err)
	}
	broken := related()
	broken.Engine = nil
	if told, won, err := RaceRelated(t.Context(), g, broken, m, search(), time.Second); won || err == nil {
		t.Errorf("wins without an engine: %q, %v", told, err)
	}
}

// TestStoredRace: a net for a related game has to prove itself, one that was made for this game does not.
func TestStoredRace(t *testing.T) {
	for _, c := range []struct {
		related string
		scores  []float64
		want    bool
	}{
		{"", nil, true},
		{"", []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, true},
		{"other", nil, false},
		{"other", []float64{1, 1, 0}, false},
		{"other", []float64{1, 1}, false},
		{"other", []float64{1, 1, 1}, true}, // slow games, of which few are played
		{"other", []float64{1, 0, 1, 1, 1}, true},
		{"other", []float64{1, 0, 1, 1}, false},
		{"other", []float64{1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, false},
		{"other", []float64{1, 1, 1, 1, 1, 1}, true},
	} {
		s := Stored{Related: c.related}
		r := s.race(nil, time.Second, time.Second)
		for _, x := range c.scores {
			r.add(x)
		}
		if r.won() != c.want {
			t.Errorf("related to %q: %s, won %t", c.related, &r, r.won())
		}
	}
}

// TestRelated: a net for a related game has to win its race, as a stored one has; then it learns on, and what it has
// learned is kept for this game. If it loses a net is trained from nothing. What goes wrong with it is as if there was none.
func TestRelated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	s.Related = "some other game"
	patience.Try(t, 8*time.Second, func(clock time.Duration) error {
		var learned *nets.Net
		p := New(Options{
			Search: search(), Least: time.Second, Keep: func(n *nets.Net) error { learned = n; return nil },
			Related: func(_ context.Context, _ game.Game, e *encode.Encoder, m run.Measured, d time.Duration) (*Stored, error) {
				if e.Fingerprint() != enc.Fingerprint() || m.Games == 0 || d <= 0 || d > clock/5 {
					t.Errorf("asked for %s, after %d games, in %s", e.Fingerprint(), m.Games, d)
				}
				return s, nil
			}, Log: zerolog.New(zerolog.NewTestWriter(t)),
		})
		late := begin(t, p, g, clock)
		note, told, won := p.Note(), p.Preparation(), p.from != nil && p.from.Related != ""
		plays(t, p, g)
		p.End()
		if late > patience.Grace {
			t.Errorf("late by %s", late)
		}
		parts := []string{"a net for a related game (some other game), which scores "}
		if won {
			parts = append(parts, "; learned on for ", "against the stored one")
		} else {
			parts = append(parts, ": not that; learned for ")
		}
		for _, part := range parts {
			if !strings.Contains(note, part) {
				return fmt.Errorf("%q is not in: %s", part, note)
			}
		}
		if won && !strings.HasPrefix(told.Net, "a net for a related game (some other game)") {
			t.Errorf("says %q of its net", told.Net)
		}
		if !won && learned == nil {
			return fmt.Errorf("nothing is kept: %s", note)
		}
		return nil
	})
	for name, related := range map[string]func() (*Stored, error){
		"none":   func() (*Stored, error) { return nil, nil },
		"broken": func() (*Stored, error) { return nil, errors.New("broken") },
		"panics": func() (*Stored, error) { panic("deliberate") },
	} {
		patience.Try(t, 2*time.Second, func(clock time.Duration) error {
			p := New(Options{Search: search(), Least: 100 * time.Millisecond, Related: func(context.Context, game.Game, *encode.Encoder, run.Measured, time.Duration) (*Stored, error) {
				return related()
			}})
			defer p.End()
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("%s: late by %s", name, late)
			}
			if p.err != nil || strings.Contains(p.Note(), "related") {
				return fmt.Errorf("%s: %w, %s", name, p.err, p.Note())
			}
			plays(t, p, g)
			return nil
		})
	}
}

// TestShortlyRelated: where there is too little time to train a net, one for a related game races, and nothing is trained; where there is
// still less none is looked for.
func TestShortlyRelated(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	s.Related = "some other game"
	for _, c := range []struct {
		name   string
		least  float64 // clocks
		wanted []string
	}{
		{"short", 2, []string{"a net for a related game (some other game), which scores "}},
		{"too short", 4, []string{"no stored net, and ", " are too few to learn one"}},
	} {
		patience.Try(t, 2*time.Second, func(clock time.Duration) error {
			p := New(Options{
				Search: search(), Least: time.Duration(c.least * float64(clock)), Keep: func(*nets.Net) error { t.Error("something was learned"); return nil },
				Related: func(context.Context, game.Game, *encode.Encoder, run.Measured, time.Duration) (*Stored, error) {
					return s, nil
				}, Log: zerolog.New(zerolog.NewTestWriter(t)),
			})
			defer p.End()
			if late := begin(t, p, g, clock); late > patience.Grace {
				t.Errorf("%s: late by %s", c.name, late)
			}
			wanted := c.wanted
			if strings.Contains(p.Note(), "some other game") { // a net of random weights may win or lose
				if p.net == nil {
					wanted = append(wanted, ": not that; too little time to train one; ")
				} else {
					wanted = append(wanted, " are too few to learn on")
				}
			}
			for _, part := range wanted {
				if !strings.Contains(p.Note(), part) {
					return fmt.Errorf("%s: %q is not in: %s", c.name, part, p.Note())
				}
			}
			if p.way == nil || p.net == nil != (p.from == nil) {
				return fmt.Errorf("%s: net %t, way %t: %s", c.name, p.net != nil, p.way != nil, p.Note())
			}
			plays(t, p, g)
			return nil
		})
	}
}

// TestLearnOn: what is learned begins with the stored net's weights and is told apart from it.
func TestLearnOn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	p := New(Options{Search: search()})
	m, err := run.Measure(g, 1, 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	o := p.tuningOn(time.Minute, m, s.Net)
	if o.From != s.Net || o.Spec != s.Net.Spec || o.Rate != refiningRate {
		t.Errorf("%+v", o)
	}
	stored, err := s.guide(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	net, from, r, err := p.learnOn(t.Context(), g, s, s.Net, stored, m, 3*time.Second, time.Second, agent.Clocks{Play: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if id, _ := nets.ID(s.Net); r.t.State().From != id {
		t.Errorf("the run is from %q", r.t.State().From)
	}
	if (net == nil) != (from == nil) {
		t.Error("a net without a description, or the other way round")
	}
	if net != nil {
		defer net.Close()
		if n := from.Net; n.Steps <= s.Net.Steps || n.Origin == "" || n.Game != s.Net.Game || n.Encoding != s.Net.Encoding {
			t.Errorf("%+v", n)
		}
	}
}

// TestFurther: a net is learned on from where earlier start clocks have left it, if they went on from it.
func TestFurther(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	for _, tt := range []struct {
		name  string
		steps int64
		spec  func(*arch.Spec)
		err   error
		taken bool
	}{
		{"further than what is stored", 1500, nil, nil, true},
		{"what was stored since has learned more", 900, nil, nil, false},
		{"of another form", 1500, func(s *arch.Spec) { s.Blocks++ }, nil, false},
		{"a failure", 1500, nil, errors.New("no disk"), false},
	} {
		n := *s.Net
		n.Steps = tt.steps
		if tt.spec != nil {
			tt.spec(&n.Spec)
		}
		p := New(Options{Learned: func(game.Game, string) (*nets.Net, error) { return &n, tt.err }})
		if from := p.further(g, s); (from == &n) != tt.taken || !tt.taken && from != s.Net {
			t.Errorf("%s: goes on from %d steps", tt.name, from.Steps)
		}
	}
}

// TestRests: what has lost clearly is learned on only where a start clock adds much to what it has had.
func TestRests(t *testing.T) {
	for _, tt := range []struct {
		name  string
		net   *nets.Net
		clock time.Duration
		rests bool
	}{
		{"nothing", nil, time.Minute, false},
		{"a little was learned", &nets.Net{Learned: 30}, time.Minute, false},
		{"much was learned", &nets.Net{Learned: 40}, time.Minute, true},
		{"much was learned, and the clock is long", &nets.Net{Learned: 40}, 2 * time.Minute, false},
		{"it did not lose clearly", &nets.Net{Learned: 800, Raced: 0.4}, time.Minute, false},
	} {
		if got := rests(tt.net, tt.clock); got != tt.rests {
			t.Errorf("%s: rests %t", tt.name, got)
		}
	}
}

// TestKeepLearned: what a start clock has learned is kept whatever it scored, unless it came from what had won and lost clearly.
func TestKeepLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	var got *nets.Net
	p := New(Options{Search: search(), Keep: func(n *nets.Net) error { got = n; return nil }})
	m, err := run.Measure(g, 1, 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var r *run.Run
	patience.Try(t, 2*time.Second, func(clock time.Duration) error {
		if r, err = run.New(g, enc, &tune.Memory{}, p.tuningOn(clock, m, s.Net)); err != nil {
			t.Fatal(err)
		}
		if err := r.Tune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if steps(r) < leastTraining {
			return fmt.Errorf("%d steps", steps(r))
		}
		return nil
	})
	won := *s.Net
	won.Raced = 0.7
	if n := p.described(r, &won); n.Raced != 0.7 || n.Learned <= 0 {
		t.Errorf("what goes on while others think raced %g, learned for %g s", n.Raced, n.Learned)
	}
	for _, tt := range []struct {
		name   string
		from   *nets.Net
		points float64
		kept   bool
	}{
		{"from nothing", nil, 0, true},
		{"from what had lost", s.Net, 1, true},
		{"from what had won", &won, 4, true},
		{"much worse than what had won", &won, 1, false},
	} {
		got = nil
		p.keepLearned(r, tt.from, 0.25, &race{points: tt.points, played: 10})
		p.keeping.Wait()
		if (got != nil) != tt.kept {
			t.Errorf("%s: kept %t", tt.name, got != nil)
		}
		if got != nil && (got.Mix != 0.25 || got.Raced != tt.points/10 || tt.from != nil && got.Steps <= tt.from.Steps) {
			t.Errorf("%s: share %g, raced %g, %d steps", tt.name, got.Mix, got.Raced, got.Steps)
		}
	}
}

// TestShortRace: with a little time nothing is learned on, but who plays is decided by a race.
func TestShortRace(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	patience.Try(t, 1900*time.Millisecond, func(clock time.Duration) error {
		p := New(Options{Search: search(), Least: clock * 10 / 19, Stored: func(game.Game) (*Stored, error) { return s, nil }})
		defer p.End()
		begin(t, p, g, clock)
		if !strings.Contains(p.Note(), "a stored net, which scores ") || !strings.Contains(p.Note(), "too few to learn on") && p.net != nil {
			return errors.New(p.Note())
		}
		plays(t, p, g)
		return nil
	})
}

// TestStoredSurvives: whatever fails after a stored net was found leaves that net.
func TestStoredSurvives(t *testing.T) {
	plain, enc := open(t, "ticTacToe")
	g := hanging{plain, func(m game.Machine) game.Machine { return badMachine{m, func() { panic("engine") }} }}
	s := kept(t, plain, enc)
	var p *Player
	patience.Try(t, time.Second, func(clock time.Duration) error {
		p = New(Options{Search: search(), Least: time.Millisecond, Stored: func(game.Game) (*Stored, error) { return s, nil }})
		t.Cleanup(p.End)
		if late := begin(t, p, g, clock); late > patience.Grace {
			t.Errorf("late by %s", late)
		}
		if p.net == nil || !strings.Contains(p.Note(), "a stored net, as it is because of a failure") {
			return errors.New(p.Note())
		}
		return nil
	})

	// A preparation that hangs has told of the net before.
	found := make(chan *Stored, 1)
	found <- s
	out := p.sure(outcome{err: context.DeadlineExceeded}, found)
	defer out.close()
	if out.net == nil || out.from != s {
		t.Errorf("%+v", out)
	}
	if none := p.sure(outcome{err: context.DeadlineExceeded}, found); none.net != nil {
		t.Error("a net from nowhere")
	}
}

// TestIdle: while others think a net learns and races, and one that has won its race plays.
func TestIdle(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	given := 0
	p := idling(t, g, Options{
		Stored: func(game.Game) (*Stored, error) { return s, nil },
		Keep:   func(*nets.Net) error { given++; return nil },
	})
	p.idle.enough, p.idle.need = 100*time.Millisecond, 0 // the first game of the race decides it
	for range 600 {
		plays(t, p, g)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		p.Ponder(ctx)
		cancel()
		<-p.idle.done
		if p.idle.given || p.idle.swaps > 0 {
			break
		}
	}
	p.keeping.Wait()
	if p.idle.given || p.idle.swaps == 0 || given != p.idle.swaps {
		t.Fatalf("given up: %t, %d nets, %d kept", p.idle.given, p.idle.swaps, given)
	}
	if n := p.idle.from.Net; n.Steps <= s.Net.Steps || n.Origin == "" {
		t.Errorf("%+v", n)
	}
	plays(t, p, g)
}

// idling is a player that has begun with a stored net, which learns in the time of others.
func idling(t *testing.T, g game.Game, o Options) (p *Player) {
	t.Helper()
	o.Search, o.NoLearning, o.Idle = search(), true, true
	patience.Try(t, 200*time.Millisecond, func(clock time.Duration) error {
		p = New(o)
		t.Cleanup(p.End)
		if begin(t, p, g, clock); p.idle == nil {
			return fmt.Errorf("nothing is learned while others think: %s", p.Note())
		}
		return nil
	})
	if p.idle == nil {
		t.FailNow()
	}
	return p
}

// TestIdleGivesUp: when learning fails, the search thinks on instead.
func TestIdleGivesUp(t *testing.T) {
	g, enc := open(t, "ticTacToe")
	s := kept(t, g, enc)
	other := *s.Net
	other.Game = "another"
	p := idling(t, g, Options{Stored: func(game.Game) (*Stored, error) {
		return &Stored{Net: &other, Encoder: s.Encoder, Engine: s.Engine}, nil
	}})
	plays(t, p, g)
	for range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		p.Ponder(ctx)
		cancel()
		<-p.idle.done
		if p.idle.given {
			return
		}
	}
	t.Error("a net of another game learns")
}
