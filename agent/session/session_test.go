package session

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// opener gives a game at once.
func opener(g game.Game) Opener {
	return func(context.Context, string) (game.Game, error) { return g, nil }
}

func newSession(t *testing.T, cfg Config) *Session {
	t.Helper()
	if cfg.NewPlayer == nil {
		cfg.NewPlayer = func() agent.Player { return baseline.NewLegal() }
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return s
}

func start(id, role string, clock time.Duration) StartArgs {
	return StartArgs{ID: id, Role: role, Rules: "rules", StartClock: clock, PlayClock: clock}
}

var first = Turn{Number: -1}

func moves(m ...string) Turn { return Turn{Number: -1, Moves: m} }

func now() time.Time { return time.Now() }

func TestProtocolAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Name: "me", Quick: opener(toy.Lines())})
		expect := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		expect("PLAY when free", s.Play("m1", first, now()), Busy)
		expect("STOP when free", s.Stop("m1", first), Busy)
		expect("ABORT when free", s.Abort("m1"), Busy)
		expect("START", s.Start(start("m1", "X", time.Second)), Ready)
		expect("the same START again", s.Start(start("m1", "X", time.Second)), Ready)
		if i := s.Info(); !i.Busy || i.Match != "m1" || i.Name != "me" {
			t.Errorf("INFO: %+v", i)
		}
		expect("START in a match", s.Start(start("m2", "x", time.Second)), Busy)
		expect("PREVIEW in a match", s.Preview("rules", time.Second), Busy)
		expect("PLAY", s.Play("m1", first, now()), "(mark 1 1)")
		expect("PLAY again", s.Play("m1", first, now()), "(mark 1 1)")
		expect("the match id in other case", s.Play("M1", first, now()), Busy)
		expect("second PLAY", s.Play("m1", moves("(mark 1 1)", "noop"), now()), "noop")
		expect("second PLAY again", s.Play("m1", moves("(mark 1 1)", "noop"), now()), "noop")
		expect("third PLAY", s.Play("m1", moves("NOOP", "( Mark 2 2 )"), now()), "(mark 1 2)")
		expect("START again after a PLAY", s.Start(start("m1", "X", time.Second)), Busy)
		expect("ABORT of another", s.Abort("other"), Busy)
		expect("ABORT", s.Abort("m1"), Aborted)
		expect("PLAY after ABORT", s.Play("m1", first, now()), Busy)
		if s.Info().Busy {
			t.Error("busy after ABORT")
		}
		expect("PREVIEW", s.Preview("rules", time.Second), Ready)
		expect("START of a previewed game", s.Start(start("m3", "o", time.Second)), Ready)
		expect("PLAY", s.Play("m3", first, now()), "noop")
		expect("STOP", s.Stop("m3", moves("(mark 1 1)", "noop")), Done)
		expect("START with an unknown role", s.Start(start("m4", "nobody", time.Second)), Ready)
		expect("PLAY with an unknown role", s.Play("m4", first, now()), Nil)
		expect("STOP", s.Stop("m4", first), Done)
	})
}

func TestRepeatedJointMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Quick: opener(toy.Pennies(6))})
		s.Start(start("m", "even", time.Second))
		s.Play("m", first, now())
		for range 4 { // the same joint move four times in a row: four turns
			if got := s.Play("m", moves("heads", "heads"), now()); got != "heads" {
				t.Fatalf("got %q", got)
			}
		}
		s.mu.Lock()
		m := s.match
		s.mu.Unlock()
		s.Stop("m", moves("heads", "tails"))
		<-m.ctx.Done()
		if n := m.tracker.Turns(); n != 5 {
			t.Errorf("%d turns followed, want 5", n)
		}
	})
}

func TestUnknownMovesAndLostTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := toy.Lines()
		s := newSession(t, Config{Quick: opener(g)})
		s.Start(start("m", "x", 10*time.Second))
		s.Play("m", first, now())
		if got := s.Play("m", moves("(mark 1 1)", "((("), now()); got != "noop" {
			t.Errorf("unknown text: %q, want noop", got)
		}
		if got := s.Play("m", moves("noop", "(gibberish 5)"), now()); !strings.HasPrefix(got, "(mark ") {
			t.Errorf("unknown text: %q, want a mark", got)
		}
		if got := s.Play("m", moves("noop"), now()); got == Nil {
			t.Errorf("too few moves: %q", got)
		}
		if got := s.Play("m", moves("a", "b", "c", "d"), now()); got == Nil {
			t.Errorf("too many moves: %q", got)
		}
		s.Abort("m")
		// A numbered PLAY that comes after a lost one.
		s.Start(start("m", "x", 10*time.Second))
		s.Play("m", Turn{Number: 0, Numbered: true}, now())
		got := s.Play("m", Turn{Number: 2, Numbered: true, Own: "NOOP"}, now())
		if !strings.HasPrefix(got, "(mark ") {
			t.Errorf("after a lost turn: %q, want a mark", got)
		}
		if again := s.Play("m", Turn{Number: 2, Numbered: true, Own: "NOOP"}, now()); again != got {
			t.Errorf("the same turn again: %q, want %q", again, got)
		}
	})
}

func TestNatureLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Quick: opener(toy.Pig(10))})
		s.Start(start("m", "a", time.Second))
		if got := s.Play("m", first, now()); got != "roll" {
			t.Fatalf("got %q", got)
		}
		if got := s.Play("m", moves("roll", "noop"), now()); got != "noop" {
			t.Errorf("got %q, want noop while the die rolls", got)
		}
	})
}

// The percepts of a hidden game in place of the moves (the Dresden form of 2011).
func TestPerceptsInPlaceOfMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Quick: opener(toy.Cards()), NewPlayer: func() agent.Player {
			return mcts.New(mcts.Options{Iterations: 2000, Threads: 1})
		}})
		s.Start(start("m", "a", 2*time.Second))
		if got := s.Play("m", first, now()); got != "noop" {
			t.Fatalf("got %q", got)
		}
		if got := s.Play("m", moves("(CARD 2)"), now()); got != "stay" {
			t.Errorf("with the best card: %q, want stay", got)
		}
	})
}

func TestRulesThatCannotBePlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := func(context.Context, string) (game.Game, error) { return nil, errors.New("bad rules") }
		wild := func(context.Context, string) (game.Game, error) { panic("wild") }
		s := newSession(t, Config{Quick: bad, Full: wild})
		if got := s.Start(start("m", "x", time.Second)); got != Busy {
			t.Errorf("START: %q, want busy", got)
		}
		if s.Info().Busy {
			t.Error("busy after rules that cannot be played")
		}
		// Only the full engine can.
		s = newSession(t, Config{Quick: bad, Full: opener(toy.Lines())})
		if got := s.Start(start("m", "x", time.Second)); got != Ready {
			t.Errorf("START: %q, want ready", got)
		}
		if got := s.Play("m", first, now()); got != "(mark 1 1)" {
			t.Errorf("PLAY: %q", got)
		}
		if got := newSession(t, Config{Quick: bad, Rules: 3}).Start(start("m", "x", time.Second)); got != Busy {
			t.Errorf("rules that are too long: %q", got)
		}
		if _, err := New(Config{}); err == nil {
			t.Error("an empty configuration is accepted")
		}
	})
}
