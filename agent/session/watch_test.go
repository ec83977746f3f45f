package session

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// teller is a player that stops where the test wants to look at it.
type teller struct {
	agent.Preparing
	at, on chan string // where it is, and that it may go on
	fails  bool
}

func (p *teller) stop(where string) {
	p.at <- where
	<-p.on
}

func (*teller) Name() string { return "teller" }

func (p *teller) Begin(context.Context, game.Game, int, agent.Clocks) error {
	p.Stage("reads")
	p.Race(agent.Race{Name: "all", Standings: []agent.Scored{{Name: "a", Points: 1, Played: 2}}})
	p.stop("begin")
	p.Now(func(n *agent.Preparation) { n.Stage, n.Way = "is ready", "a" })
	return nil
}

func (p *teller) Choose(_ context.Context, t agent.Turn) (game.Move, error) {
	if t.Tell != nil {
		t.Tell(agent.Thought{
			Stats: agent.Stats{Iterations: 5}, Moves: []agent.Considered{{Move: t.Legal[0], Visits: 5}}, Line: [][]game.Move{{t.Legal[0]}},
		})
	}
	p.stop("choose")
	if p.fails {
		return 0, errors.New("no idea")
	}
	return t.Legal[0], nil
}

func (*teller) Ponder(ctx context.Context) { <-ctx.Done() }
func (*teller) Stats() agent.Stats         { return agent.Stats{Iterations: 7, Evaluations: 3, Pondered: 2} }
func (*teller) End()                       {}

// TestMoment: what is told at every point of a match, and that nothing is held on to when it
// is over.
func TestMoment(t *testing.T) {
	p := &teller{at: make(chan string), on: make(chan string)}
	g := toy.Lines()
	s := newSession(t, Config{Name: "me", Quick: opener(g), Ponder: true, Watch: true, NewPlayer: func() agent.Player { return p }})
	if m := s.Moment(); m.Phase != Idle || m.Name != "me" || m.Match != "" {
		t.Errorf("free: %+v", m)
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.Start(start("m", "X", time.Minute)) })
	<-p.at
	m := s.Moment()
	if m.Phase != Preparing || m.Match != "m" || m.Role != "X" || m.Game != g.Facts().Name || m.Player != "teller" || m.Clocks.Play != time.Minute {
		t.Errorf("preparing: %+v", m)
	}
	if m.Preparation.Stage != "reads" || len(m.Preparation.Races) != 1 || m.Preparation.Races[0].Standings[0].Points != 1 {
		t.Errorf("preparing: %+v", m.Preparation)
	}
	p.on <- ""
	wg.Wait()
	wg.Go(func() { s.Play("m", first, now()) })
	<-p.at
	before := m.Number
	m = s.Moment()
	if m.Phase != Thinking || m.Turn != 0 || m.Thought.Iterations != 5 || len(m.Thought.Moves) != 1 || m.Rules == nil || m.State == nil || m.Number <= before {
		t.Errorf("thinking: %+v", m)
	}
	if m.Preparation.Stage != "is ready" || m.Preparation.Way != "a" {
		t.Errorf("thinking: %+v", m.Preparation)
	}
	p.on <- ""
	wg.Wait()
	for m = s.Moment(); m.Phase != Pondering; m = s.Moment() {
		time.Sleep(time.Millisecond)
	}
	if m.Thought.Iterations != 7 || len(m.Thought.Moves) != 1 {
		t.Errorf("pondering: %+v", m.Thought)
	}
	if got := s.Stop("m", moves("a1", "noop")); got != Done {
		t.Error(got)
	}
	if m = s.Moment(); m.Phase != Idle || m.Match != "" || m.Rules != nil || m.State != nil || m.Thought.Moves != nil {
		t.Errorf("over: %+v", m)
	}
	c := s.Counts()
	if c.Started != 1 || c.Stopped != 1 || c.Answers != 1 || c.Took[len(Bounds())] != 1 || c.Iterations != 7 || c.Evaluations != 3 || c.Pondered != 2 {
		t.Errorf("%+v", c)
	}
}

// TestUnwatched: nobody is told anything who did not ask for it.
func TestUnwatched(t *testing.T) {
	told := make(chan bool, 1)
	s := newSession(t, Config{Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { return &quiet{told: told} }})
	s.Start(start("m", "X", time.Minute))
	s.Play("m", first, now())
	if m := s.Moment(); m.Phase != Idle || m.Match != "" {
		t.Errorf("%+v", m)
	}
	if <-told {
		t.Error("the player was asked to tell")
	}
}

type quiet struct {
	teller
	told chan bool
}

func (*quiet) Begin(context.Context, game.Game, int, agent.Clocks) error { return nil }

func (p *quiet) Choose(_ context.Context, t agent.Turn) (game.Move, error) {
	p.told <- t.Tell != nil
	return t.Legal[0], nil
}

// TestCounts: failures are counted by what failed.
func TestCounts(t *testing.T) {
	p := &teller{at: make(chan string, 9), on: make(chan string, 9), fails: true}
	for range 9 {
		p.on <- ""
	}
	s := newSession(t, Config{Quick: opener(toy.Lines()), NewPlayer: func() agent.Player { return p }})
	s.Start(start("m", "X", time.Minute))
	if got := s.Start(start("other", "X", time.Second)); got != Busy {
		t.Error(got)
	}
	s.Play("m", first, now())
	s.Abort("m")
	c := s.Counts()
	if c.Started != 1 || c.Refused != 1 || c.Aborted != 1 || c.Failures[FailedChoose] != 1 || len(c.Failures) != 1 {
		t.Errorf("%+v", c)
	}
	for kind := range c.Failures {
		found := false
		for _, k := range Failures() {
			found = found || k == kind
		}
		if !found {
			t.Errorf("%s is not listed", kind)
		}
	}
}
