package session

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// thinker is a first-legal player that ponders, and takes a time to choose.
type thinker struct {
	baseline.Legal
	takes  time.Duration // to choose
	ponder func(ctx context.Context)

	using           atomic.Int32 // calls under way
	chosen, entered atomic.Int32
	left            atomic.Int32 // ended because ctx was done
	ended           atomic.Int32
	both            atomic.Bool // two calls at once, or one after End
}

func (p *thinker) use() func() {
	if p.using.Add(1) > 1 || p.ended.Load() > 0 {
		p.both.Store(true)
	}
	return func() { p.using.Add(-1) }
}

func (p *thinker) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	defer p.use()()
	p.chosen.Add(1)
	if p.takes > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(p.takes):
		}
	}
	return p.Legal.Choose(ctx, t)
}

func (p *thinker) Ponder(ctx context.Context) {
	defer p.use()()
	p.entered.Add(1)
	if p.ponder != nil {
		p.ponder(ctx)
		return
	}
	<-ctx.Done()
	p.left.Add(1)
}

func (p *thinker) End() {
	defer p.use()()
	p.ended.Add(1)
}

// pondering is a session on Lines whose players are p, one after the other.
func ponderingOn(t *testing.T, cfg Config, p ...*thinker) *Session {
	made := 0
	cfg.Ponder = true
	if cfg.Quick == nil {
		cfg.Quick = opener(toy.Lines())
	}
	cfg.NewPlayer = func() agent.Player {
		made++
		return p[min(made, len(p))-1]
	}
	return newSession(t, cfg)
}

// begun sends START with clocks of a second and lets all that it begins, pondering
// too, get under way: a message that comes at once finds no pondering yet.
func begun(s *Session, role string) {
	s.Start(start("m", role, time.Second))
	synctest.Wait()
}

// timed plays and wants an answer within a time.
func timed(t *testing.T, s *Session, turn Turn, most time.Duration) string {
	t.Helper()
	begin := time.Now()
	got := s.Play("m", turn, begin)
	if d := time.Since(begin); d > most {
		t.Errorf("%q after %v, want %v", got, d, most)
	}
	return got
}

// A player ponders from every answer to the next message, START's included, and is told
// to end by it at once; nothing else uses it meanwhile.
func TestPonders(t *testing.T) {
	for name, end := range map[string]func(s *Session){
		"STOP":  func(s *Session) { s.Stop("m", moves("noop", "(mark 1 2)")) },
		"ABORT": func(s *Session) { s.Abort("m") },
		"close": func(s *Session) { _ = s.Close(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &thinker{}
				s := ponderingOn(t, Config{}, p)
				begun(s, "x")
				for n, turn := range []Turn{first, moves("(mark 1 1)", "noop"), moves("noop", "(mark 2 2)")} {
					time.Sleep(3 * time.Second)
					if got := [2]int32{p.entered.Load(), p.left.Load()}; got != [2]int32{int32(n) + 1, int32(n)} {
						t.Errorf("turn %d: began and ended to ponder %v times", n, got)
					}
					timed(t, s, turn, 0) // the clock of the test stands still while there is something to do
					synctest.Wait()
				}
				end(s)
				synctest.Wait()
				if p.entered.Load() != 4 || p.left.Load() != 4 || p.ended.Load() != 1 || p.both.Load() {
					t.Errorf("pondered %d times, told to end %d times, ended %d times; two at once: %v",
						p.entered.Load(), p.left.Load(), p.ended.Load(), p.both.Load())
				}
			})
		})
	}
}

// Without the option nobody ponders, and forced moves take their time.
func TestDoesNotPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{takes: 300 * time.Millisecond}
		s := newSession(t, Config{Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { return p }})
		begun(s, "o")
		begin := time.Now()
		s.Play("m", first, begin)
		if d := time.Since(begin); d != p.takes {
			t.Errorf("a forced move after %v", d)
		}
		time.Sleep(time.Minute)
		if p.entered.Load() != 0 {
			t.Error("pondered")
		}
	})
}

// A forced move is answered at once; the player is asked all the same, and ponders then.
func TestForcedTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{takes: 300 * time.Millisecond}
		s := ponderingOn(t, Config{}, p)
		begun(s, "o")
		if got := timed(t, s, first, 0); got != "noop" {
			t.Errorf("got %q", got)
		}
		time.Sleep(time.Second)
		if p.chosen.Load() != 1 || p.entered.Load() != 2 {
			t.Errorf("asked %d times, pondered %d times", p.chosen.Load(), p.entered.Load())
		}
		begin := time.Now()
		s.Play("m", moves("(mark 1 1)", "noop"), begin)
		if d := time.Since(begin); d != p.takes {
			t.Errorf("a free move after %v", d)
		}
	})
}

// A server that never asks again does not keep the processors busy for ever.
func TestPonderingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{}
		s := ponderingOn(t, Config{}, p)
		begun(s, "x")
		timed(t, s, first, 0)
		time.Sleep(2 * time.Minute)
		if p.left.Load() != 1 {
			t.Error("pondering ended early")
		}
		time.Sleep(time.Minute)
		if p.left.Load() != 2 {
			t.Error("pondering goes on")
		}
	})
}

// A player that does not stop pondering makes no answer late: it is given up, ended when
// it does return, and another plays on.
func TestPonderingHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := &thinker{}
		hangs.ponder = func(context.Context) {
			if hangs.entered.Load() > 1 { // not after START
				time.Sleep(5 * time.Second)
			}
		}
		other := &thinker{}
		s := ponderingOn(t, Config{}, hangs, other)
		begun(s, "x")
		timed(t, s, first, 0)
		time.Sleep(10 * time.Millisecond)
		if got := timed(t, s, moves("(mark 1 1)", "noop"), 0); got != "noop" { // forced
			t.Errorf("got %q", got)
		}
		if got := timed(t, s, moves("noop", "(mark 2 2)"), time.Second-150*time.Millisecond); got != "(mark 1 2)" {
			t.Errorf("got %q", got)
		}
		time.Sleep(10 * time.Second)
		if hangs.ended.Load() != 1 || hangs.both.Load() {
			t.Errorf("ended %d times, used while it pondered: %v", hangs.ended.Load(), hangs.both.Load())
		}
		if other.chosen.Load() == 0 || other.both.Load() {
			t.Error("no other player took over")
		}
	})
}

// A little too long is forgiven, and costs no player.
func TestPonderingLingers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{ponder: func(ctx context.Context) { <-ctx.Done(); time.Sleep(200 * time.Millisecond) }}
		s := ponderingOn(t, Config{}, p)
		begun(s, "x")
		for _, turn := range []Turn{first, moves("(mark 1 1)", "noop"), moves("noop", "(mark 2 2)")} {
			timed(t, s, turn, 200*time.Millisecond)
			time.Sleep(time.Second)
		}
		if p.ended.Load() != 0 || p.both.Load() {
			t.Error("the player was given up, or used while it pondered")
		}
	})
}

// A panic costs nothing but the pondering of this player.
func TestPonderingPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{ponder: func(context.Context) { panic("wild") }}
		var log bytes.Buffer
		s := ponderingOn(t, Config{Log: zerolog.New(zerolog.SyncWriter(&log))}, p)
		begun(s, "x")
		for n, turn := range []Turn{first, moves("(mark 1 1)", "noop"), moves("noop", "(mark 2 2)")} {
			if got, want := timed(t, s, turn, 0), []string{"(mark 1 1)", "noop", "(mark 1 2)"}[n]; got != want {
				t.Errorf("turn %d: %q, want %q", n, got, want)
			}
			time.Sleep(time.Second)
		}
		if p.ended.Load() != 0 || p.chosen.Load() != 3 || p.entered.Load() != 1 {
			t.Errorf("ended %d times, asked %d times, pondered %d times", p.ended.Load(), p.chosen.Load(), p.entered.Load())
		}
		if !strings.Contains(log.String(), "panic: wild") {
			t.Errorf("not in the log:\n%s", log.String())
		}
	})
}

// When another move was sent than the player chose, it does not ponder about its own.
func TestDoesNotPonderAboutAnotherMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &last{}
		p.wait = 950 * time.Millisecond
		s := newSession(t, Config{Ponder: true, Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { return p }})
		begun(s, "x")
		if got := timed(t, s, first, time.Second); got != "(mark 1 1)" {
			t.Errorf("got %q", got)
		}
		time.Sleep(time.Second)
		if p.chosen.Load() != 1 || p.entered.Load() != 1 { // after START
			t.Errorf("chose %d times, pondered %d times", p.chosen.Load(), p.entered.Load())
		}
	})
}

// last chooses the last legal move, whatever ctx says.
type last struct {
	thinker
	wait time.Duration
}

func (p *last) Choose(_ context.Context, t agent.Turn) (game.Move, error) {
	p.chosen.Add(1)
	time.Sleep(p.wait)
	return t.Legal[len(t.Legal)-1], nil
}

// Whole matches with a search that ponders; the race detector looks on.
func TestPonderingMatches(t *testing.T) {
	for _, g := range toy.All() {
		t.Run(g.Facts().Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t, Config{Quick: opener(g), Full: opener(g), Ponder: true, NewPlayer: func() agent.Player {
					return mcts.New(mcts.Options{Threads: 2, Iterations: 300})
				}})
				for role, seat := range g.Facts().RoleSeat {
					if seat < g.Facts().Players {
						table(t, s, g, role, 3*time.Second, false)
					}
				}
			})
		})
	}
}

// A machine that becomes busy in the midst of a turn ends thinking earlier.
func TestAlarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{takes: time.Hour}
		s := ponderingOn(t, Config{}, p)
		begun(s, "x")
		time.Sleep(time.Minute) // calm
		begin := time.Now()
		wait := s.TakePlay("m", first, begin, nil)
		time.Sleep(100 * time.Millisecond)
		s.cushion.Observe(60 * time.Millisecond)
		s.match.alarm()
		wait()
		if d := time.Since(begin); d > 700*time.Millisecond {
			t.Errorf("answered after %v", d)
		}
	})
}
