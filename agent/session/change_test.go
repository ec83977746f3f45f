package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// counted is an engine that says who it is.
type counted struct {
	game.Game
	facts game.Facts
	made  atomic.Int64
}

func (c *counted) Facts() *game.Facts { return &c.facts }

func (c *counted) NewMachine() game.Machine {
	c.made.Add(1)
	return &countedMachine{c.Game.NewMachine(), c}
}

type countedMachine struct {
	game.Machine
	g *counted
}

func (m *countedMachine) Game() game.Game { return m.g }

func named(g game.Game, engine string) *counted {
	c := &counted{Game: g, facts: *g.Facts()}
	c.facts.Engine = engine
	return c
}

// watcher is a first-legal player that tells which engine it plays on.
type watcher struct {
	baseline.Legal
	mu  *sync.Mutex
	log *[]string
	on  string
}

func (w *watcher) Begin(_ context.Context, g game.Game, _ int, _ agent.Clocks) error {
	w.on = g.Facts().Engine
	return nil
}

func (w *watcher) Choose(ctx context.Context, t agent.Turn) (game.Move, error) {
	w.mu.Lock()
	*w.log = append(*w.log, fmt.Sprintf("%d %s", t.Number, w.on))
	w.mu.Unlock()
	return w.Legal.Choose(ctx, t)
}

func TestChangesEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var log []string
		release := make(chan struct{})
		full := named(toy.Lines(), "full")
		s := newSession(t, Config{
			Quick: opener(named(toy.Lines(), "quick")),
			Full: func(context.Context, string) (game.Game, error) {
				<-release
				return full, nil
			},
			NewPlayer: func() agent.Player { return &watcher{mu: &mu, log: &log} },
		})
		s.Start(start("m", "x", 200*time.Millisecond))
		s.Play("m", first, now())
		close(release)
		synctest.Wait() // until it is built
		s.Play("m", moves("(mark 1 1)", "noop"), now())
		if got := s.Play("m", moves("noop", "(mark 2 2)"), now()); got != "(mark 1 2)" {
			t.Errorf("got %q", got)
		}
		mu.Lock()
		defer mu.Unlock()
		if want := []string{"0 quick", "1 full", "2 full"}; !slices.Equal(log, want) {
			t.Errorf("engines by turn %v, want %v", log, want)
		}
	})
}

// An engine that disagrees with the quick one about the legal moves never plays.
func TestRefusesAnEngineThatDisagrees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var log []string
		other := named(toy.Heap(7), "other")
		other.facts.Seats = []string{"x", "o", "third"}
		s := newSession(t, Config{
			Quick: opener(named(toy.Lines(), "quick")), Full: opener(other),
			NewPlayer: func() agent.Player { return &watcher{mu: &mu, log: &log} },
		})
		s.Start(start("m", "x", time.Second))
		if got := s.Play("m", first, now()); got != "(mark 1 1)" {
			t.Errorf("got %q", got)
		}
		mu.Lock()
		defer mu.Unlock()
		if want := []string{"0 quick"}; !slices.Equal(log, want) {
			t.Errorf("engines by turn %v, want %v", log, want)
		}
	})
}
