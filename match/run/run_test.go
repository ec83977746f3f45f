package run_test

import (
	"context"
	"fmt"
	"runtime"
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

// first is a local player that plays the first legal move, following the match
// by the moves it is told, as a real player does.
type first struct {
	machine game.Machine
	seat    int
	log     []string
	percept []string

	onPlay func(ctx context.Context, n int) (string, error, bool) // true: that is the answer
}

func (p *first) Start(_ context.Context, s run.Start) error {
	p.machine, p.seat = s.Game.NewMachine(), s.Seat
	p.log = append(p.log, fmt.Sprintf("start %s %s %v %v", s.MatchID, s.Role, s.StartClock, s.PlayClock))
	return nil
}

func (p *first) follow(t run.Turn) {
	p.percept = append(p.percept, strings.Join(t.Percepts, ","))
	if t.Moves == nil {
		return
	}
	facts := p.machine.Game().Facts()
	joint := make([]game.Move, len(facts.Seats))
	for seat, text := range facts.BySeat(t.Moves) {
		joint[seat], _ = p.machine.Parse(seat, text)
	}
	p.machine.Step(joint)
}

func (p *first) Play(ctx context.Context, t run.Turn) (string, error) {
	p.follow(t)
	if p.onPlay != nil {
		if move, err, now := p.onPlay(ctx, t.Number); now {
			return move, err
		}
	}
	return p.machine.Label(p.seat, p.machine.Legal(p.seat, nil)[0]), nil
}

func (p *first) Stop(_ context.Context, t run.Turn) error {
	p.follow(t)
	p.log = append(p.log, fmt.Sprintf("stop %d %v", t.Number, p.machine.Terminal()))
	return nil
}

func (p *first) Abort(context.Context) error {
	p.log = append(p.log, "abort")
	return nil
}

func noLeak(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		buf := make([]byte, 1<<20)
		n := 0
		for range 3000 {
			if n = runtime.NumGoroutine(); strings.Contains(string(buf[:runtime.Stack(buf, true)]), "updateServerDate") {
				n-- // fasthttp's, for the whole process
			}
			if n <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
}

func TestLocalMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &first{}, &first{}
		var positions []int
		finished := 0
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: toy.Lines(), StartClock: 30, PlayClock: 10, Seed: 1},
			Seats: []run.Seat{{Local: a}, {Name: "bee", Local: b, Human: true, Untimed: true}},
			Hooks: run.Hooks{
				Position: func(p run.Position) {
					positions = append(positions, p.Step)
					if len(p.Fluents) == 0 || (p.Step > 0) != (p.Moves != nil) || len(p.Replies) != len(p.Moves) {
						t.Errorf("position %+v", p)
					}
				},
				Finished: func(r *match.Record) { finished += len(r.Goals) },
				Thinking: func(step int, until time.Time) {
					if !until.IsZero() {
						t.Errorf("step %d: an untimed player has until %v", step, until)
					}
				},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != match.Completed || r.Steps() != 7 || r.Goals[0] != 100 || finished != 2 || len(positions) != 8 {
			t.Errorf("status %v, %d steps, goals %v, finished %d, positions %v", r.Status, r.Steps(), r.Goals, finished, positions)
		}
		if d := cmp.Diff([]match.Player{{Name: "x"}, {Name: "bee", Human: true}}, r.Players); d != "" {
			t.Error(d)
		}
		for role := range r.Roles {
			if n := r.Count(role); len(n) != 0 {
				t.Errorf("failures of %s: %v", r.Roles[role], n)
			}
		}
		if want := []string{"start m x 30s 10s", "stop 7 true"}; !cmp.Equal(a.log, want) {
			t.Errorf("told %v, want %v", a.log, want)
		}
		if len(r.RandomToken) != 32 {
			t.Errorf("random token %q", r.RandomToken)
		}
		if err := r.Replay(toy.Lines()); err != nil {
			t.Error(err)
		}
	})
}

func TestHiddenMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := &first{}, &first{}
		follow := func(seat int) func(context.Context, int) (string, error, bool) {
			return func(_ context.Context, n int) (string, error, bool) { return [2]string{"noop", "stay"}[n], nil, true }
		}
		a.onPlay, b.onPlay = follow(0), follow(1)
		r, err := run.Run(t.Context(), run.Options{
			Match: match.Config{ID: "m", Game: toy.Cards(), PlayClock: 10, StartClock: 10, Seed: 1},
			Seats: []run.Seat{{Local: a}, {Local: b}},
		})
		if err != nil || r.Status != match.Completed {
			t.Fatalf("%v, %v", r, err)
		}
		deal := strings.Fields(strings.Trim(r.Moves[0][2], "()"))
		want := []string{"", "(card " + deal[1] + ")", "(other 1)"}
		if !cmp.Equal(a.percept, want) {
			t.Errorf("saw %q, want %q", a.percept, want)
		}
	})
}

func TestBadOptions(t *testing.T) {
	cfg := match.Config{ID: "m", Game: toy.Pennies(3)}
	for _, seats := range [][]run.Seat{
		nil,
		{{Local: &first{}}},
		{{Local: &first{}}, {}},
		{{Local: &first{}}, {Local: &first{}, Addr: "x:1"}},
		{{Local: &first{}}, {Addr: "x:1", Untimed: true}},
	} {
		if r, err := run.Run(t.Context(), run.Options{Match: cfg, Seats: seats}); err == nil || r != nil {
			t.Errorf("%+v: %v, %v", seats, r, err)
		}
	}
}
