package session

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// bad players.
type badPlayer struct {
	baseline.Legal
	begin, choose func(ctx context.Context) (game.Move, error)
	ended         *atomic.Int64
}

func (b badPlayer) Begin(ctx context.Context, _ game.Game, _ int, _ agent.Clocks) error {
	if b.begin != nil {
		_, err := b.begin(ctx)
		return err
	}
	return nil
}

func (b badPlayer) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	if b.choose != nil {
		return b.choose(ctx)
	}
	return b.Legal.Choose(ctx, t)
}

func (b badPlayer) End() { b.ended.Add(1) }

func TestBadPlayers(t *testing.T) {
	// A player that hangs returns long after its time, so that the test can end.
	hang := func(context.Context) (game.Move, error) { time.Sleep(700 * time.Millisecond); return 3, nil }
	wild := func(context.Context) (game.Move, error) { panic("wild") }
	fail := func(context.Context) (game.Move, error) { return 0, errors.New("no idea") }
	illegal := func(context.Context) (game.Move, error) { return 12345, nil }
	for name, p := range map[string]badPlayer{
		"hangs": {choose: hang}, "panics": {choose: wild}, "fails": {choose: fail}, "illegal": {choose: illegal},
		"begin hangs": {begin: hang}, "begin panics": {begin: wild}, "begin fails": {begin: fail},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var made, ended atomic.Int64
				p.ended = &ended
				s := newSession(t, Config{Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { made.Add(1); return p }})
				const clock = 250 * time.Millisecond
				timed := func(f func() string) string {
					begin := time.Now()
					got := f()
					if took := time.Since(begin); took > clock {
						t.Errorf("%q after %v, clock %v", got, took, clock)
					}
					return got
				}
				if got := timed(func() string { return s.Start(start("m", "x", clock)) }); got != Ready {
					t.Errorf("START: %q", got)
				}
				if got := timed(func() string { return s.Play("m", first, now()) }); got != "(mark 1 1)" {
					t.Errorf("first PLAY: %q", got)
				}
				if got := timed(func() string { return s.Play("m", moves("(mark 1 1)", "noop"), now()) }); got != "noop" {
					t.Errorf("second PLAY: %q", got)
				}
				if got := timed(func() string { return s.Play("m", moves("noop", "(mark 1 2)"), now()) }); got != "(mark 1 3)" {
					t.Errorf("third PLAY: %q", got)
				}
				s.Stop("m", moves("(mark 1 3)", "noop"))
				ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
				defer cancel()
				if err := s.Close(ctx); err != nil {
					t.Fatal(err)
				}
				if made.Load() != ended.Load() {
					t.Errorf("%d players were made, %d ended", made.Load(), ended.Load())
				}
			})
		})
	}
}

// wildEngine panics at the n-th step of any of its machines.
type wildEngine struct {
	game.Game
	steps *atomic.Int64
}

type wildMachine struct {
	game.Machine
	g wildEngine
}

func (g wildEngine) NewMachine() game.Machine { return &wildMachine{g.Game.NewMachine(), g} }

func (m *wildMachine) Game() game.Game { return m.g }

func (m *wildMachine) Step(j []game.Move) {
	if m.g.steps.Add(1) == 2 {
		panic("wild engine")
	}
	m.Machine.Step(j)
}

func TestEnginePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var steps atomic.Int64
		s := newSession(t, Config{Quick: opener(wildEngine{toy.Lines(), &steps})})
		s.Start(start("m", "x", time.Second))
		s.Play("m", first, now())
		s.Play("m", moves("(mark 1 1)", "noop"), now())
		if got := s.Play("m", moves("noop", "(mark 1 2)"), now()); got == Nil {
			t.Errorf("in the turn of the panic: %q", got)
		}
		if got := s.Play("m", moves("(mark 1 3)", "noop"), now()); got != "noop" {
			t.Errorf("after the panic: %q, want noop", got)
		}
		if got := s.Play("m", moves("noop", "(mark 2 2)"), now()); got != "(mark 2 1)" {
			t.Errorf("after the panic: %q, want the match followed", got)
		}
	})
}

func TestSlowQuickOpener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		s := newSession(t, Config{Quick: func(context.Context, string) (game.Game, error) {
			<-release
			return toy.Lines(), nil
		}})
		if got := s.Start(start("m", "x", 150*time.Millisecond)); got != Ready {
			t.Errorf("START: %q", got)
		}
		if got := s.Play("m", first, now()); got != Nil {
			t.Errorf("PLAY before there is a game: %q", got)
		}
		close(release)
		synctest.Wait()
		if got := s.Play("m", moves("(mark 1 1)", "noop"), now()); got != "noop" {
			t.Errorf("PLAY after the game was opened: %q", got)
		}
	})
}
