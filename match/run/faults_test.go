package run_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ludens/game"
	"ludens/game/gametest/toy"
	"ludens/match"
	"ludens/match/run"
)

// Every way a local player can fail is recorded as what it was, and the match
// goes on by its clocks.
func TestLocalFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := &first{}
		late.onPlay = func(ctx context.Context, n int) (string, error, bool) {
			switch n {
			case 0:
				<-ctx.Done() // answers with the clock's end: in time, by the grace
				return "heads", nil, true
			case 1:
				<-ctx.Done()
				return "", ctx.Err(), true
			}
			return "heads", nil, true
		}
		wild := &first{}
		wild.onPlay = func(_ context.Context, n int) (string, error, bool) {
			switch n {
			case 0:
				panic("wild")
			case 1:
				return "", errors.New("no idea"), true
			}
			return "edge", nil, true
		}
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: toy.Pennies(3), StartClock: 1, PlayClock: 1, Seed: 1},
			Seats: []run.Seat{{Local: late}, {Local: wild}},
		})
		if err != nil {
			t.Fatal(err)
		}
		kinds := func(role int) (out []match.Kind) {
			for _, row := range r.Replies {
				out = append(out, row[role].Kind)
			}
			return out
		}
		if want := []match.Kind{match.OK, match.OK, match.Timeout, match.OK}; !cmp.Equal(kinds(0), want) {
			t.Errorf("late: %v, want %v", kinds(0), want)
		}
		if want := []match.Kind{match.OK, match.Fault, match.Fault, match.Illegal}; !cmp.Equal(kinds(1), want) {
			t.Errorf("wild: %v, want %v", kinds(1), want)
		}
		if d := r.Replies[1][1].Detail; !strings.Contains(d, "panic: wild") {
			t.Errorf("detail %q", d)
		}
		if err := r.Replay(toy.Pennies(3)); err != nil {
			t.Error(err)
		}
	})
}

// A player that hangs for good costs its clock each turn, and Run says so.
func TestHangingPlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		hang := &first{onPlay: func(context.Context, int) (string, error, bool) { <-release; return "", nil, true }}
		begin := time.Now()
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 0, StartClock: 0, Seed: 1},
			Seats: []run.Seat{{Name: "stone", Local: hang}, {Local: &first{}}},
			Grace: 100 * time.Millisecond, Drain: 50 * time.Millisecond,
		})
		if err == nil || !strings.Contains(err.Error(), "stone") {
			t.Errorf("error %v", err)
		}
		if r == nil || r.Status != match.Completed || r.Count(0)[match.Timeout] != 2 || r.Count(1)[match.Timeout] != 0 {
			t.Errorf("record %+v", r)
		}
		if took := time.Since(begin); took > 500*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		close(release)
	})
}

func TestAbort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		thinker := &first{onPlay: func(ctx context.Context, _ int) (string, error, bool) {
			cancel(errors.New("enough"))
			<-ctx.Done()
			return "", ctx.Err(), true
		}}
		r, err := run.Run(ctx, run.Options{
			Match: match.Config{ID: "m", Game: toy.Pennies(2), PlayClock: 1000, StartClock: 1000},
			Seats: []run.Seat{{Local: thinker}, {Local: &first{}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != match.Aborted || r.Reason != "enough" || thinker.log[len(thinker.log)-1] != "abort" {
			t.Errorf("%v %q, told %v", r.Status, r.Reason, thinker.log)
		}
	})
}

func TestWholeClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: toy.Prisoners(), PlayClock: 1},
			Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}}, WholeClock: true,
		})
		if err != nil || r.Status != match.Completed {
			t.Fatalf("%v, %v", r, err)
		}
		if took := time.Since(begin); took != time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// TestAbortAtTheEnd: a match that is told to stop while it waits for the end of the last clock
// ends; players are told, whatever comes first of their answers and the call to stop.
func TestAbortAtTheEnd(t *testing.T) {
	for range 12 {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			begin := time.Now()
			r, err := run.Run(ctx, run.Options{
				Match: match.Config{ID: "m", Game: toy.Prisoners(), PlayClock: 5},
				Seats: []run.Seat{{Local: &slowStop{}}, {Local: &slowStop{}}}, WholeClock: true,
			})
			if err != nil || time.Since(begin) > time.Second {
				t.Errorf("%v after %v, %v", r.Status, time.Since(begin), err)
			}
		})
	}
}

// slowStop is a player whose answer to STOP takes a moment, or the end of its context.
type slowStop struct{ first }

func (p *slowStop) Stop(ctx context.Context, _ run.Turn) error {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
	return ctx.Err()
}

// panicking is an engine with a bug.
type panicking struct{ *toy.Game }

func (p panicking) NewMachine() game.Machine { return panicMachine{p.Game.NewMachine()} }

type panicMachine struct{ game.Machine }

func (panicMachine) Step([]game.Move) { panic("engine bug") }

func TestEnginePanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: panicking{toy.Pennies(3)}, PlayClock: 10},
			Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}},
		})
		if err == nil || !strings.Contains(err.Error(), "engine bug") || r == nil || r.Status != match.Running {
			t.Errorf("%v, %v", r, err)
		}
	})
}
