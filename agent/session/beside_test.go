package session_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/games"
	"ludens/internal/hostile"
)

// besideVariable marks the process that plays hostile matches.
const besideVariable = "LUDENS_SESSION_HOSTILE"

// An honest match is played without an error while another process has eight of the
// worst at once, which ends all of them.
func TestBesideHostile(t *testing.T) {
	if os.Getenv(besideVariable) != "" {
		playWorst(t)
		return
	}
	if testing.Short() {
		t.Skip("takes some seconds of two processors")
	}
	other := exec.Command(os.Args[0], "-test.run=^TestBesideHostile$", "-test.v")
	other.Env = append(os.Environ(), besideVariable+"=1")
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "begun" {
	}
	e, ok := games.Find("ticTacToe")
	if !ok {
		t.Fatal("there is no ticTacToe in the library")
	}
	s, err := session.New(session.Config{
		Quick: openWith(catalog.Reasoner), Full: openWith(catalog.Network),
		NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 1, Iterations: 100}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := openWith(catalog.Reasoner)(t.Context(), e.Text)
	if err != nil {
		t.Fatal(err)
	}
	playSome(t, s, g, e.Text, 0, 12)
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	said := ""
	for lines.Scan() {
		said += lines.Text() + "\n"
	}
	if err := other.Wait(); err != nil {
		t.Errorf("the hostile matches: %v\n%s", err, said)
	}
}

func playWorst(t *testing.T) {
	var all sync.WaitGroup
	for i, row := range hostile.Worst() {
		text, role := row.Text(), "a"
		if row.Kind == hostile.RulesLudeme {
			role = "p1"
		}
		s, err := session.New(session.Config{
			Memory: 2 << 30, Quick: openWith(catalog.Reasoner), Ponder: true,
			NewPlayer: func() agent.Player { return mcts.New(mcts.Options{Threads: 1, Bytes: 16 << 20}) },
		})
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			const clock = 500 * time.Millisecond
			id := fmt.Sprint(i)
			if s.Start(session.StartArgs{ID: id, Role: role, Rules: text, StartClock: clock, PlayClock: clock}) == session.Ready {
				turn := session.Turn{Number: -1}
				for range 3 {
					turn.Moves = []string{s.Play(id, turn, time.Time{}), "noop"}
				}
			}
			s.Abort(id)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if err := s.Close(ctx); err != nil {
				t.Errorf("%s: %v", row.Name, err)
			}
		})
	}
	fmt.Println("begun")
	all.Wait()
}
