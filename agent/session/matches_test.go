package session

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// table is a gamemaster for one session in seat order of the roles: everybody
// else plays the first legal move, Nature by chance.
func table(t *testing.T, s *Session, g game.Game, role int, clock time.Duration, numbered bool) {
	t.Helper()
	f := g.Facts()
	seat := f.RoleSeat[role]
	m := g.NewMachine()
	if got := s.Start(start("m", f.Seats[seat], clock)); got != Ready {
		t.Fatalf("START: %q", got)
	}
	turn := Turn{Number: -1}
	if numbered {
		turn = Turn{Number: 0, Numbered: true}
	}
	var w game.Walker
	rng := game.Stream(1, "test", 0)
	for n := 1; !m.Terminal(); n++ {
		begin := time.Now()
		text := s.Play("m", turn, begin)
		if took := time.Since(begin); took > clock {
			t.Errorf("turn %d: answer after %v, clock %v", n, took, clock)
		}
		move, err := m.Parse(seat, text)
		if err != nil {
			t.Fatalf("%s, turn %d: %v", f.Name, n, err)
		}
		joint := slices.Clone(w.Draw(m, rng))
		joint[seat] = move
		texts := make([]string, len(joint))
		for i, mv := range joint {
			texts[i] = strings.ToUpper(m.Label(i, mv))
		}
		m.Step(joint)
		turn = Turn{Number: -1, Moves: f.ByRole(texts)}
		if numbered {
			turn = Turn{Number: n, Numbered: true, Own: texts[seat]}
			if p, ok := m.(game.Perceiver); ok {
				turn.Percepts = p.Percepts(seat, nil)
			}
		}
	}
	if got := s.Stop("m", turn); got != Done {
		t.Errorf("STOP: %q", got)
	}
}

func TestWholeMatches(t *testing.T) {
	players := map[string]func() agent.Player{
		"legal":  func() agent.Player { return baseline.NewLegal() },
		"random": func() agent.Player { return baseline.NewRandom(1) },
		"mcts":   func() agent.Player { return mcts.New(mcts.Options{Threads: 2, Iterations: 200}) },
	}
	for name, p := range players {
		for _, g := range toy.All() {
			t.Run(name+"/"+g.Facts().Name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newSession(t, Config{Quick: opener(g), Full: opener(g), NewPlayer: p})
					for role, seat := range g.Facts().RoleSeat {
						if seat < g.Facts().Players {
							table(t, s, g, role, 3*time.Second, false)
							if g.Facts().Hidden {
								table(t, s, g, role, 3*time.Second, true)
							}
						}
					}
				})
			})
		}
	}
}

// Messages that come at the same time must not disturb each other.
func TestConcurrentMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, Config{Quick: opener(toy.Lines()), Full: opener(toy.Lines()), NewPlayer: func() agent.Player {
			return mcts.New(mcts.Options{Threads: 2, Iterations: 5000})
		}})
		var wg sync.WaitGroup
		var ready atomic.Int64
		for i := range 4 {
			wg.Go(func() {
				if s.Start(start(fmt.Sprint("m", i), "x", 150*time.Millisecond)) == Ready {
					ready.Add(1)
				}
			})
		}
		wg.Wait()
		if ready.Load() != 1 {
			t.Errorf("%d matches at once", ready.Load())
		}
		id := s.Info().Match
		answers := make([]string, 4)
		for i := range answers {
			wg.Go(func() { answers[i] = s.Play(id, first, now()) })
			wg.Go(func() { s.Info() })
		}
		wg.Wait()
		if len(slices.Compact(answers)) != 1 || !strings.HasPrefix(answers[0], "(mark ") {
			t.Errorf("the same PLAY four times at once: %v", answers)
		}
		// The server moves on while an answer is being computed.
		wg.Go(func() { s.Play(id, moves("(mark 2 2)", "noop"), now()) })
		wg.Go(func() { s.Play(id, moves("noop", "(mark 1 1)"), now()) })
		wg.Go(func() { s.Abort(id) })
		wg.Wait()
	})
}
