package session

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// lameEngine takes a time, to be changed while it runs, for every step.
type lameEngine struct {
	game.Game
	step *atomic.Int64 // nanoseconds
}

type lameMachine struct {
	game.Machine
	g lameEngine
}

func lame(g game.Game) lameEngine { return lameEngine{g, new(atomic.Int64)} }

func (g lameEngine) takes(d time.Duration) { g.step.Store(int64(d)) }

func (g lameEngine) NewMachine() game.Machine { return &lameMachine{g.Game.NewMachine(), g} }

func (m *lameMachine) Game() game.Game { return m.g }

func (m *lameMachine) Step(j []game.Move) {
	time.Sleep(time.Duration(m.g.step.Load()))
	m.Machine.Step(j)
}

// The percepts too, where the game has them.
func (m *lameMachine) Percepts(seat int, dst []string) []string {
	if p, ok := m.Machine.(game.Perceiver); ok {
		return p.Percepts(seat, dst)
	}
	return dst[:0]
}

func (m *lameMachine) Odds(dst []float64) []float64 {
	if c, ok := m.Machine.(game.Chancer); ok {
		return c.Odds(dst)
	}
	return dst[:0]
}

// An answer must wait for the position: what was legal in the turn before is no
// answer, and after the clock there is none.
func TestNoAnswerBeforeThePosition(t *testing.T) {
	for took, want := range map[time.Duration]string{
		10 * time.Millisecond: "noop", 800 * time.Millisecond: "noop", 930 * time.Millisecond: "noop", 3 * time.Second: Nil,
	} {
		t.Run(took.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := lame(toy.Lines())
				s := newSession(t, Config{Quick: opener(g)})
				s.Start(start("m", "x", time.Second))
				if got := s.Play("m", first, now()); got != "(mark 1 1)" {
					t.Fatalf("first PLAY: %q", got)
				}
				g.takes(took)
				begin := now()
				if got := s.Play("m", moves("(mark 1 1)", "noop"), begin); got != want {
					t.Errorf("%q, want %q", got, want)
				}
				if d := time.Since(begin); d > time.Second {
					t.Errorf("answer after %v", d)
				}
				time.Sleep(3 * time.Second)
				g.takes(0)
				if got := s.Play("m", moves("noop", "(mark 2 2)"), now()); got != "(mark 1 2)" {
					t.Errorf("the turn after: %q", got)
				}
			})
		})
	}
}

// Messages that are handed over long after they came, all at once and with their
// clocks run out: each is followed in order, and none is answered by a move that
// is illegal in its turn.
func TestMessagesThatWaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := lame(toy.Lines())
		g.takes(20 * time.Millisecond)
		s := newSession(t, Config{Quick: opener(g)})
		s.Start(start("m", "x", time.Second))
		late := now().Add(-8 * time.Second)
		var wait []func() string
		for n, turn := range []Turn{
			first, moves("(mark 1 1)", "noop"), moves("noop", "(mark 2 2)"), moves("(mark 3 3)", "noop"), moves("noop", "(mark 1 2)"),
		} {
			wait = append(wait, s.TakePlay("m", turn, late.Add(time.Duration(n)*time.Second), nil))
		}
		var got []string
		for _, w := range wait {
			got = append(got, w())
		}
		if want := []string{"(mark 1 1)", "noop", "(mark 1 2)", "noop", "(mark 1 3)"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// Moves that were made twice while the clock of the first message ran out are two
// turns, not a message that came again.
func TestSameMovesInAStandstill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended atomic.Int64
		hang := func(context.Context) (game.Move, error) { time.Sleep(2 * time.Second); return 0, nil }
		players := 0
		s := newSession(t, Config{Quick: opener(toy.Pennies(6)), NewPlayer: func() agent.Player {
			if players++; players > 1 {
				return baseline.NewLegal()
			}
			return badPlayer{choose: hang, ended: &ended}
		}})
		s.Start(start("m", "even", time.Second))
		a := s.TakePlay("m", first, now().Add(-5*time.Second), nil)
		time.Sleep(10 * time.Millisecond)
		b := s.TakePlay("m", moves("tails", "heads"), now().Add(-4*time.Second), nil)
		c := s.TakePlay("m", moves("tails", "heads"), now(), nil)
		for _, wait := range []func() string{a, b, c} {
			if got := wait(); got != "heads" {
				t.Errorf("got %q", got)
			}
		}
		s.mu.Lock()
		m := s.match
		s.mu.Unlock()
		s.Stop("m", moves("tails", "heads"))
		<-m.ctx.Done()
		if n := m.tracker.Turns(); n != 3 {
			t.Errorf("%d turns followed, want 3", n)
		}
	})
}

// Without a turn number, a joint move that is not possible tells of turns before
// it that were never told.
func TestBridgesLostTurns(t *testing.T) {
	mark := func(text string) bool { return strings.HasPrefix(text, "(mark ") }
	for name, c := range map[string]struct {
		told [][2]string // "" for a message that is lost
		want func(string) bool
	}{
		"one": {
			[][2]string{{}, {"noop", "(mark 2 2)"}},
			func(s string) bool { return s == "(mark 1 2)" }, // (mark 1 1) was answered and counts
		},
		"one, and the own move was replaced": {
			[][2]string{{}, {"noop", "(mark 1 1)"}},
			func(s string) bool { return mark(s) && s != "(mark 1 1)" },
		},
		"two": {
			[][2]string{{}, {}, {"(mark 1 2)", "noop"}},
			func(s string) bool { return s == "noop" },
		},
		"three, told by moves that cannot be": {
			[][2]string{{}, {}, {}, {"noop", "(mark 2 2)"}},
			func(s string) bool { return mark(s) && s != "(mark 2 2)" && s != "(mark 1 1)" },
		},
		"none, but a text that is no move": {
			[][2]string{{"(mark 1 1)", "noop"}, {"noop", "(gibberish)"}},
			mark,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t, Config{Quick: opener(toy.Lines())})
				s.Start(start("m", "x", 10*time.Second))
				got := s.Play("m", first, now())
				for _, joint := range c.told {
					if joint[0] != "" {
						got = s.Play("m", moves(joint[:]...), now())
					}
				}
				if !c.want(got) {
					t.Errorf("got %q", got)
				}
			})
		})
	}
}

// A game that hides something and was followed in a hurry is followed once more
// when there is time.
func TestFollowsOnceMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := lame(toy.Cards())
		var log bytes.Buffer
		s := newSession(t, Config{Quick: opener(g), Log: zerolog.New(zerolog.SyncWriter(&log))})
		s.Start(start("m", "a", time.Second))
		if got := s.Play("m", first, now()); got != "noop" {
			t.Fatalf("got %q", got)
		}
		g.takes(300 * time.Millisecond)
		if got := s.Play("m", moves("(card 2)"), now()); got == Nil || got == "noop" {
			t.Errorf("in a hurry: %q", got)
		}
		s.mu.Lock()
		m := s.match
		s.mu.Unlock()
		time.Sleep(time.Minute)
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if text := log.String(); !strings.Contains(text, "followed the match once more") {
			t.Errorf("not in the log:\n%s", text)
		}
		if n := len(m.tracker.Particles()); n != 2 {
			t.Errorf("%d positions, want the 2 that are possible", n)
		}
	})
}
