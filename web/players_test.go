package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ludens/internal/thought"
)

// TestAnnounced: who announces itself again keeps its place and name, is forgotten when it
// has not been heard for so long as it said, and stays for good if somebody wanted it to.
func TestAnnounced(t *testing.T) {
	d := newDesk(t, Options{})
	add := func(address string, lease int) Player {
		t.Helper()
		p, err := d.s.Register(t.Context(), Registration{Address: address, Name: "Anna", Lease: lease, ThinksToken: "a long secret"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	add("http://127.0.0.1:1", 60)
	if p := add("http://127.0.0.1:2", 0); p.Name != "Anna 2" {
		t.Errorf("the second is called %q", p.Name)
	}
	if p := add("http://127.0.0.1:1", 60); p.Name != "Anna" {
		t.Errorf("the first is now called %q", p.Name)
	}
	names := func() (out []string) {
		for _, p := range d.s.players.all() {
			out = append(out, p.Name+" "+p.Address)
		}
		return out
	}
	if got := strings.Join(names(), ", "); got != "Anna 127.0.0.1:1, Anna 2 127.0.0.1:2" {
		t.Error(got)
	}
	if text, err := json.Marshal(d.s.players.all()); err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("%s, %v", text, err)
	}
	d.s.players.mu.Lock()
	d.s.players.list[0].until = time.Now().Add(-time.Second)
	d.s.players.mu.Unlock()
	if got := strings.Join(names(), ", "); got != "Anna 2 127.0.0.1:2" {
		t.Error(got)
	}
	if p := add("http://127.0.0.1:2", 60); !p.until.IsZero() {
		t.Error("who was registered for good is to be forgotten")
	}
	if _, err := d.s.Register(t.Context(), Registration{Address: "http://127.0.0.1:3", Lease: -1}); err == nil {
		t.Error("a negative lease is taken")
	}
}

// TestFetchThought: what a player on the network thinks is asked for with its token.
func TestFetchThought(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/status" || r.Header.Get("Authorization") != "Bearer a long secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_ = json.NewEncoder(w).Encode(thought.State{Player: "itself", Match: "m", Iterations: 7})
	}))
	defer srv.Close()
	p := Player{Name: "Anna", Thinks: strings.TrimPrefix(srv.URL, "http://")}
	if _, err := fetchThought(t.Context(), p); err == nil {
		t.Error("told without the token")
	}
	p.thinksToken = "a long secret"
	if st, err := fetchThought(t.Context(), p); err != nil || st.Player != "Anna" || st.Match != "m" || st.Iterations != 7 || st.Moves == nil {
		t.Errorf("%+v, %v", st, err)
	}
}
