package publish

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/match"
	"ludens/match/sign"
)

// spectators is a spectator server, as GGP-Base's publisher knows it: it keeps a match under
// the secret that came first.
type spectators struct {
	mu      sync.Mutex
	secrets []string
	records []string
	fail    int           // so many requests are answered with an error
	answer  string        // instead of a key
	hold    chan struct{} // requests wait until it is closed; nil: they do not
	came    chan struct{}
}

func (s *spectators) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	hold := s.hold
	s.mu.Unlock()
	select {
	case s.came <- struct{}{}:
	default:
	}
	if hold != nil {
		select {
		case <-hold:
		case <-r.Context().Done():
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	values, parse := url.ParseQuery(string(body))
	switch {
	case s.fail > 0:
		s.fail--
		w.WriteHeader(http.StatusServiceUnavailable)
	case err != nil || parse != nil || r.Method != "POST" || !strings.HasPrefix(string(body), "AUTH=") || len(values.Get("AUTH")) != 12:
		w.WriteHeader(http.StatusBadRequest)
	default:
		s.secrets = append(s.secrets, values.Get("AUTH"))
		s.records = append(s.records, values.Get("DATA"))
		if s.answer == "" {
			s.answer = "abc123\nmore"
		}
		_, _ = io.WriteString(w, s.answer)
	}
}

func record(steps int, status match.Status) *match.Record {
	r := &match.Record{
		ID: "Ludens.game.1", RandomToken: "token", StartTime: 5, Game: "game", GameURL: "http://games.example/base/games/game/", Status: status,
		Seed: 1234567, Roles: []string{"x"}, Players: []match.Player{{Name: "Anna"}}, StartClock: 5, PlayClock: 5,
	}
	for n := range steps + 1 {
		r.States = append(r.States, []string{"( step 0 )"})
		r.StateTimes = append(r.StateTimes, int64(n))
		r.Replies = append(r.Replies, []match.Reply{{}})
		if n > 0 {
			r.Moves = append(r.Moves, []string{"( go & see 50% )"})
		}
	}
	if status == match.Completed {
		r.Goals = []int{100}
	}
	return r
}

func begin(t *testing.T, s *spectators, o Options) *Match {
	t.Helper()
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	o.URL, o.Pause = srv.URL, time.Millisecond
	m, err := Begin(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPublishes: every position comes, if there is the time, and the end in any case; the
// secret stays the same; the seed is told at the end.
func TestPublishes(t *testing.T) {
	key, err := sign.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	s := &spectators{came: make(chan struct{}, 1), fail: 2}
	m := begin(t, s, Options{Key: key})
	for n := range 3 {
		m.Position(record(n, match.Running), false)
		<-s.came
	}
	m.Finished(record(3, match.Completed))
	got, err := m.End(t.Context())
	if err != nil || got != "abc123" {
		t.Errorf("key %q, %v", got, err)
	}
	if len(s.records) < 2 || len(slices.Compact(s.secrets)) != 1 {
		t.Fatalf("%d records, secrets %v", len(s.records), s.secrets)
	}
	for i, text := range s.records {
		if public, err := sign.Verify([]byte(text)); err != nil || public != key.Public() {
			t.Errorf("record %d is signed by %q, %v", i, public, err)
		}
		var j struct {
			MatchID     string     `json:"matchId"`
			GameMetaURL string     `json:"gameMetaURL"`
			IsCompleted bool       `json:"isCompleted"`
			Moves       [][]string `json:"moves"`
		}
		if err := json.Unmarshal([]byte(text), &j); err != nil {
			t.Fatal(err)
		}
		last := i == len(s.records)-1
		if j.MatchID != "Ludens.game.1" || j.GameMetaURL == "" || j.IsCompleted != last || last && (len(j.Moves) != 3 || j.Moves[0][0] != "( go & see 50% )") {
			t.Errorf("record %d: %+v", i, j)
		}
		if strings.Contains(text, "1234567") != last {
			t.Errorf("record %d: the seed is told at the wrong time: %s", i, text)
		}
	}
}

// TestHides: a game that hides something is published when it is over.
func TestHides(t *testing.T) {
	s := &spectators{came: make(chan struct{}, 1)}
	m := begin(t, s, Options{})
	m.Position(record(1, match.Running), true)
	m.Finished(record(2, match.Completed))
	if _, err := m.End(t.Context()); err != nil {
		t.Error(err)
	}
	if len(s.records) != 1 || !strings.Contains(s.records[0], `"isCompleted":true`) {
		t.Errorf("%q", s.records)
	}
}

// TestLatest: while the server is slow the match goes on, and only the latest record waits.
func TestLatest(t *testing.T) {
	s := &spectators{came: make(chan struct{}, 1), hold: make(chan struct{})}
	m := begin(t, s, Options{})
	m.Position(record(0, match.Running), false)
	<-s.came
	for n := range 100 {
		m.Position(record(n, match.Running), false)
	}
	m.Finished(record(100, match.Completed))
	s.mu.Lock()
	close(s.hold)
	s.hold = nil
	s.mu.Unlock()
	if _, err := m.End(t.Context()); err != nil {
		t.Error(err)
	}
	if len(s.records) != 2 || !strings.Contains(s.records[1], `"isCompleted":true`) {
		t.Errorf("%d records", len(s.records))
	}
}

// TestGone: servers that refuse, say nothing, talk nonsense or are not there cost no more
// than the time that End is given, and the failure is told.
func TestGone(t *testing.T) {
	for name, s := range map[string]*spectators{
		"refuses":  {fail: 1 << 30},
		"silent":   {hold: make(chan struct{})},
		"nonsense": {answer: "\x1b[2J you are hacked\n"},
		"long":     {answer: strings.Repeat("x", 1<<20)},
		"empty":    {answer: "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			m := begin(t, s, Options{Attempts: 3})
			m.Finished(record(1, match.Completed))
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			if key, err := m.End(ctx); err == nil || key != "" {
				t.Errorf("%q, %v", key, err)
			}
		})
	}
	m, err := Begin(Options{URL: "http://127.0.0.1:1/", Attempts: 2, Pause: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	m.Finished(record(1, match.Completed))
	if _, err := m.End(t.Context()); err == nil {
		t.Error("published to nobody")
	}
}

func TestValidate(t *testing.T) {
	for _, url := range []string{"", "matches.ggp.org", "ftp://x/", "http://", "http://a:b@x/"} {
		if _, err := Begin(Options{URL: url}); err == nil {
			t.Errorf("%q is taken", url)
		}
	}
}

// TestAborted: a match that was ended early may go on as another one with the same seed, which
// is kept.
func TestAborted(t *testing.T) {
	s := &spectators{}
	m := begin(t, s, Options{})
	m.Finished(record(2, match.Aborted))
	if _, err := m.End(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.records) != 1 || !strings.Contains(s.records[0], `"isAborted":true`) || strings.Contains(s.records[0], "1234567") {
		t.Errorf("published: %v", s.records)
	}
}
