package session

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/game/gametest/toy"
)

// TestBurn is no test: it keeps a core busy in a process of TestBusyCores.
func TestBurn(t *testing.T) {
	if os.Getenv("LUDENS_BURN") == "" {
		t.Skip("only for TestBusyCores")
	}
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); {
	}
}

// Short clocks while other processes keep all cores busy: none illegal, none
// late. LUDENS_PLAYS sets the number of requests. Without it a few are made and
// lateness is only logged, because whoever runs the tests may have busied the
// machine far more than the test does.
func TestBusyCores(t *testing.T) {
	plays, complain := 8, t.Logf
	if n, err := strconv.Atoi(os.Getenv("LUDENS_PLAYS")); err == nil {
		plays, complain = n, t.Errorf
	}
	for range 2 * runtime.NumCPU() {
		burn := exec.Command(os.Args[0], "-test.run=^TestBurn$")
		burn.Env = append(os.Environ(), "LUDENS_BURN=1")
		if err := burn.Start(); err != nil {
			t.Skip("cannot start processes that keep the cores busy: ", err)
		}
		defer func() {
			_ = burn.Process.Kill()
			_ = burn.Wait()
		}()
	}
	s := newSession(t, Config{
		Quick:     opener(toy.Endless()),
		NewPlayer: func() agent.Player { return mcts.New(mcts.Options{}) },
	})
	const limit = 400 * time.Millisecond
	g := toy.Endless()
	m := g.NewMachine()
	s.Start(start("m", "a", limit))
	turn := Turn{Number: 0}
	worst := time.Duration(0)
	for n := range plays {
		begin := time.Now()
		text := s.Play("m", turn, begin)
		took := time.Since(begin)
		if worst = max(worst, took); took > limit {
			complain("turn %d: answer after %v, clock %v", n, took, limit)
		}
		move, err := m.Parse(0, text)
		if err != nil {
			t.Fatal(err)
		}
		m.Step([]game.Move{move, 0})
		turn = Turn{Number: n + 1, Moves: []string{text, "left"}}
	}
	t.Logf("latest answer after %v of %v; reserve now %v", worst, limit, s.cushion.Reserve(limit))
}
