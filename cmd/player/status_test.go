package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/mcts"
	"ludens/agent/session"
	"ludens/config"
	"ludens/games"
	"ludens/internal/thought"
)

// TestStatus: what is told over HTTP of a match, and after it.
func TestStatus(t *testing.T) {
	c := serveCommand{
		Name: "Anna", Agent: "mcts:iterations=300", Engine: config.Engine{BuildTime: time.Minute, BuildMemory: 1 << 30},
		Tells: statusOptions{Status: "127.0.0.1:0"},
	}
	s, nets, err := c.session(mcts.Options{Threads: 1}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	tells, err := c.Tells.tell(s, nets)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if err := tells.end(); err != nil {
			t.Error(err)
		}
	}()
	get := func(path string) string {
		t.Helper()
		time.Sleep(150 * time.Millisecond) // what is told is made anew
		res, err := http.Get("http://" + tells.addr.String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatal(path, res.Status, err)
		}
		return string(text)
	}
	state := func() (st thought.State) {
		t.Helper()
		if err := json.Unmarshal([]byte(get("/status")), &st); err != nil {
			t.Fatal(err)
		}
		return st
	}
	if st := state(); st.Version != 1 || st.Player != "Anna" || st.Phase != session.Idle || st.Moves == nil {
		t.Errorf("idle: %+v", st)
	}
	entry, ok := games.Find("ticTacToe")
	if !ok {
		t.Fatal("no ticTacToe in the library")
	}
	if got := s.Start(session.StartArgs{ID: "m", Role: "x", Rules: entry.Text, StartClock: time.Minute, PlayClock: time.Minute}); got != session.Ready {
		t.Fatal(got)
	}
	// An answer leaves before it is told that it has left.
	until := func(done func(thought.State) bool) (st thought.State) {
		for range 200 {
			if st = state(); done(st) {
				break
			}
		}
		return st
	}
	st := until(func(st thought.State) bool { return st.Phase == session.Waiting })
	if st.Match != "m" || st.Role != "x" || st.Engine == "" || st.Way != "mcts" || st.Play != 60000 || st.Phase != session.Waiting {
		t.Errorf("prepared: %+v", st)
	}
	s.Play("m", session.Turn{Number: -1}, time.Now())
	st = until(func(st thought.State) bool { return st.Phase == session.Waiting && st.Iterations > 0 })
	if st.Turn != 0 || st.Iterations != 300 || st.PerSecond == 0 || len(st.Moves) != 9 || st.Moves[0].Visits == 0 || !strings.HasPrefix(st.Moves[0].Text, "(mark") ||
		len(st.Values) != 2 || st.Values[0].Role != "x" || len(st.Line) < 2 || st.Line[0] != st.Moves[0].Text {
		t.Errorf("played: %+v", st)
	}
	text := get("/metrics")
	for _, want := range []string{
		"ludens_busy 1\n", "ludens_matches_started_total 1\n", "ludens_move_seconds_count 1\n", `ludens_failures_total{kind="choose"} 0`,
		"ludens_iterations_total ", "ludens_evaluations_total ", "ludens_resident_bytes ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	s.Abort("m")
	if st := state(); st.Phase != session.Idle || st.Match != "" || len(st.Moves) != 0 || st.Preparation != nil || st.Way != "" {
		t.Errorf("over: %+v", st)
	}
}
