package status

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/internal/serving"
	"ludens/internal/serving/servingtest"
	"ludens/internal/thought"
)

// brain is a Source that counts how often it is asked.
type brain struct {
	mu    sync.Mutex
	asked int
	state thought.State
	hold  chan struct{} // asked while it is not nil, it waits until it is closed
	fails bool
}

func (b *brain) State() thought.State {
	b.mu.Lock()
	b.asked++
	hold, fails, st := b.hold, b.fails, b.state
	b.mu.Unlock()
	if hold != nil {
		<-hold
	}
	if fails {
		panic("engine")
	}
	return st
}

func (b *brain) Count(m serving.Metrics) { m.Counter("deeds_total", "Deeds.", 3) }

func (b *brain) times() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.asked
}

func ask(t *testing.T, s *Server, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Host = "localhost"
	for i := 0; i+1 < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func make1(t *testing.T, b *brain, o Options) *Server {
	t.Helper()
	s, err := New(b, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// full is a state in which nothing is left out.
func full() thought.State {
	return thought.State{
		Version: 1, Player: "p", Phase: "thinking", Spent: 3, Match: "m", Game: "g", Engine: "e", Role: "x", Start: 1, Play: 2, Turn: 4, Way: "w", Net: "n",
		Preparation: &thought.Preparation{
			Stage: "races", Note: "so", Training: &thought.Training{Elapsed: 1, Planned: 2, Games: 3, Samples: 4, Steps: 5, Policy: 0.5, Value: 0.25},
			Races: []thought.Race{{Name: "r", Move: 1.5, Need: 0.6, Over: true, Standings: []thought.Scored{{Name: "net", Points: 1.5, Played: 2}}}},
		},
		Iterations: 10, PerSecond: 1.5, Evaluations: 2, Nodes: 3, Bytes: 4, Depth: 5, Elapsed: 6, Value: 0.5, Proven: true,
		Values: []thought.SeatValue{{Role: "x", Value: 0.5}},
		Moves:  []thought.Move{{Text: "a", Visits: 1, Value: 0.5, Prior: 0.25, Proven: true}}, Line: []string{"a", "b"},
	}
}

// TestDocument holds the answers against the document, full and empty.
func TestDocument(t *testing.T) {
	read := func(w *httptest.ResponseRecorder) (v any) {
		t.Helper()
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, st := range []thought.State{full(), {Moves: []thought.Move{}, Values: []thought.SeatValue{}}} {
		s := make1(t, &brain{state: st}, Options{})
		doc := read(ask(t, s, "/openapi.json")).(map[string]any)
		for _, path := range []string{"/status", "/health"} {
			at := func(o any, keys ...string) any {
				for _, k := range keys {
					o = o.(map[string]any)[k]
				}
				return o
			}
			schema := at(doc, "paths", path, "get", "responses", "200", "content", "application/json", "schema").(map[string]any)
			for _, flaw := range servingtest.Conforms(read(ask(t, s, path)), schema, doc, path) {
				t.Error(flaw)
			}
		}
	}
}

// TestGuard: who may ask what, and how.
func TestGuard(t *testing.T) {
	s := make1(t, &brain{state: full()}, Options{Token: "a long secret", Hosts: []string{"player.example"}})
	token := []string{"Authorization", "Bearer a long secret"}
	for _, c := range []struct {
		path    string
		headers []string
		want    int
	}{
		{"/status", nil, 401},
		{"/metrics", nil, 401},
		{"/health", nil, 200},
		{"/openapi.json", nil, 200},
		{"/status", token, 200},
		{"/metrics", token, 200},
		{"/status", append([]string{"Host", "player.example:1"}, token...), 200},
		{"/status", append([]string{"Host", "evil.example"}, token...), 421},
		{"/status", []string{"Authorization", "Bearer another"}, 401},
		{"/other", token, 404},
	} {
		if w := ask(t, s, c.path, c.headers...); w.Code != c.want {
			t.Errorf("%s %v: %d, want %d: %s", c.path, c.headers, w.Code, c.want, w.Body)
		}
	}
	r := httptest.NewRequest("POST", "/status", strings.NewReader("{}"))
	r.Host = "localhost"
	w := httptest.NewRecorder()
	if s.Handler().ServeHTTP(w, r); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
	if _, err := New(&brain{}, Options{Token: "short"}); err == nil {
		t.Error("a short token is taken")
	}
	if text := ask(t, s, "/metrics", token...).Body.String(); !strings.Contains(text, "ludens_deeds_total 3\n") || !strings.Contains(text, "ludens_goroutines ") {
		t.Error(text)
	}
}

// TestOften: however often it is asked, the player is disturbed no more often than it may be,
// and one that is slow to tell keeps nobody waiting who can have what was told before.
func TestOften(t *testing.T) {
	b := &brain{state: full()}
	s := make1(t, b, Options{Every: time.Hour})
	for range 100 {
		ask(t, s, "/status")
	}
	if b.times() != 1 {
		t.Errorf("asked %d times", b.times())
	}
	b = &brain{state: full()}
	s = make1(t, b, Options{Every: time.Nanosecond})
	ask(t, s, "/status")
	hold := make(chan struct{})
	b.mu.Lock()
	b.hold = hold
	b.mu.Unlock()
	slow := make(chan struct{})
	go func() {
		defer close(slow)
		ask(t, s, "/status")
	}()
	for b.times() < 2 {
		time.Sleep(time.Millisecond)
	}
	if w := ask(t, s, "/status"); w.Code != 200 { // would hang
		t.Error(w.Code)
	}
	close(hold)
	<-slow
}

// TestFailures: what cannot be told is an error, and no end of the program.
func TestFailures(t *testing.T) {
	b := &brain{fails: true}
	s := make1(t, b, Options{Every: time.Nanosecond})
	if w := ask(t, s, "/status"); w.Code != 500 || !strings.Contains(w.Body.String(), "panic: engine") {
		t.Errorf("a panic: %d %s", w.Code, w.Body)
	}
	b.fails = false
	b.state = thought.State{Value: math.NaN()}
	if w := ask(t, s, "/status"); w.Code != 500 {
		t.Errorf("no number: %d", w.Code)
	}
	b.state = full()
	if w := ask(t, s, "/status"); w.Code != 200 {
		t.Errorf("it does not recover: %d", w.Code)
	}
}
