package session

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// ponderous prepares until it is told to stop, and notes the clocks.
type ponderous struct {
	agent.Player
	clocks chan<- agent.Clocks
}

func (p ponderous) Begin(ctx context.Context, g game.Game, seat int, c agent.Clocks) error {
	p.clocks <- c
	<-ctx.Done()
	return p.Player.Begin(ctx, g, seat, c)
}

// A START with clocks of years keeps the player busy for as long as its sender waits
// and for the silence that is always allowed, and no clock counts as more than the
// longest.
func TestClocksOutOfSense(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clocks := make(chan agent.Clocks, 2)
		s := newSession(t, Config{
			Quick: opener(toy.Lines()), Silence: time.Millisecond,
			NewPlayer: func() agent.Player { return ponderous{baseline.NewLegal(), clocks} },
		})
		var gone atomic.Bool
		a := start("m1", "x", 1_000_000_000*time.Second)
		a.Waits = func() bool { return !gone.Load() }
		s.TakeStart(a)
		if got, want := <-clocks, (agent.Clocks{Start: LongestClock, Play: LongestClock}); got != want {
			t.Errorf("clocks %v, want %v", got, want)
		}
		time.Sleep(10 * time.Millisecond)
		if got := s.Start(start("m2", "o", time.Second)); got != Busy {
			t.Errorf("START beside one that is waited for: %q", got)
		}
		gone.Store(true)
		if got := s.Start(start("m2", "o", time.Second)); got != Ready {
			t.Errorf("START after silence: %q", got)
		}
	})
}

// A PLAY that nobody waits for counts as little.
func TestNobodyWaitsForTheMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{})
		s := newSession(t, Config{
			Quick: opener(toy.Lines()), Silence: 50 * time.Millisecond,
			NewPlayer: func() agent.Player { return hesitant{baseline.NewLegal(), asked} },
		})
		a := start("m1", "x", 100*time.Millisecond)
		a.PlayClock = 1_000_000_000 * time.Second
		s.Start(a)
		s.TakePlay("m1", first, now(), func() bool { return false })
		<-asked
		time.Sleep(100 * time.Millisecond)
		if got := s.Start(start("m2", "o", time.Second)); got != Ready {
			t.Errorf("START after silence: %q", got)
		}
	})
}

// hesitant chooses when it is told to stop.
type hesitant struct {
	agent.Player
	asked chan<- struct{}
}

func (h hesitant) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	close(h.asked)
	<-ctx.Done()
	return h.Player.Choose(ctx, t)
}

// One PREVIEW at a time, and a START does not wait for it.
func TestPreviewsOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opening := make(chan struct{}, 2)
		s := newSession(t, Config{
			Quick: opener(toy.Lines()),
			Full: func(ctx context.Context, _ string) (game.Game, error) {
				opening <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			},
		})
		done := make(chan string)
		go func() { done <- s.Preview("rules", 1_000_000_000*time.Second) }()
		<-opening
		if got := s.Preview("others", time.Second); got != Busy {
			t.Errorf("a second PREVIEW: %q", got)
		}
		if got := s.Start(start("m1", "x", time.Second)); got != Ready {
			t.Errorf("START: %q", got)
		}
		if got := <-done; got != Ready {
			t.Errorf("PREVIEW: %q", got)
		}
	})
}

func TestSilentServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Quick: opener(toy.Lines()), Silence: time.Millisecond})
		a := start("m1", "x", 50*time.Millisecond)
		s.Start(a)
		time.Sleep(120 * time.Millisecond)
		if got := s.Start(start("m2", "o", time.Second)); got != Ready {
			t.Errorf("START after silence: %q", got)
		}
		if got := s.Play("m1", first, now()); got != Busy {
			t.Errorf("PLAY of the abandoned match: %q", got)
		}
		if got := s.Play("m2", first, now()); got != "noop" {
			t.Errorf("PLAY: %q", got)
		}
	})
}
