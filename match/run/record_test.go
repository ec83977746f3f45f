package run_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"ludens/game/gametest/toy"
	"ludens/match"
	"ludens/match/run"
)

// failing is a recorder that fails for a while.
type failing struct {
	fail  atomic.Bool
	calls []string
}

func (f *failing) do(what string) error {
	if f.fail.Load() {
		return errors.New("disk full")
	}
	f.calls = append(f.calls, what)
	return nil
}

func (f *failing) Begin(*match.Record) error { return f.do("begin") }

func (f *failing) Turn(_ *match.Record, n int) error { return f.do(fmt.Sprint("turn ", n)) }

func (f *failing) End(r *match.Record) error { return f.do("end " + r.Status.String()) }

func (f *failing) opts(o run.Options) run.Options { o.Recorder = f; return o }

func (f *failing) run(t *testing.T, o run.Options) (*match.Record, error) {
	t.Helper()
	return run.Run(t.Context(), f.opts(o))
}

func TestRecorder(t *testing.T) {
	options := func() run.Options {
		return run.Options{
			Match: match.Config{ID: "m", Game: toy.Pennies(3), PlayClock: 10},
			Seats: []run.Seat{{Local: &first{}}, {Local: &first{}}},
		}
	}
	all := []string{"begin", "turn 0", "turn 1", "turn 2", "end completed"}
	f := &failing{}
	if _, err := f.run(t, options()); err != nil || !cmp.Equal(f.calls, all) {
		t.Errorf("%v, %v", f.calls, err)
	}
	f = &failing{}
	o := options() // a disk that is full for a moment: nothing is missing in the end
	o.Hooks.Position = func(p run.Position) { f.fail.Store(p.Step == 1) }
	if _, err := f.run(t, o); err != nil || !cmp.Equal(f.calls, all) {
		t.Errorf("%v, %v", f.calls, err)
	}
	f = &failing{}
	f.fail.Store(true)
	o = options()
	var log strings.Builder
	o.Log = zerolog.New(&log)
	r, err := f.run(t, o)
	if err == nil || !strings.Contains(err.Error(), "disk full") || r == nil || r.Status != match.Completed {
		t.Errorf("%v, %v", r, err)
	}
	if n := strings.Count(log.String(), "not recorded"); n != 1 {
		t.Errorf("a disk that stays full is told %d times", n)
	}
}
