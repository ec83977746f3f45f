package announce

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// master is a game master that counts who comes.
type master struct {
	mu     sync.Mutex
	got    []Registration
	status int
	news   chan struct{}
}

func (m *master) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var one Registration
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.URL.Path != "/api/v1/players" || r.Method != "POST" || r.Header.Get("Authorization") != "Bearer a long secret" ||
		r.Header.Get("Content-Type") != "application/json" || json.NewDecoder(r.Body).Decode(&one) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(m.status)
	m.got = append(m.got, one)
	select {
	case m.news <- struct{}{}:
	default:
	}
}

func TestRun(t *testing.T) {
	m := &master{status: 500, news: make(chan struct{}, 1)}
	srv := httptest.NewServer(m)
	defer srv.Close()
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		Run(ctx, Options{
			URL: srv.URL + "/", Token: "a long secret", Name: "Anna", Player: "[::]:9147", Thinks: "127.0.0.1:9148", ThinksToken: "another secret",
			Every: 10 * time.Millisecond, First: time.Millisecond,
		})
	})
	for n := range 5 { // it goes on, whatever the answer is
		<-m.news
		m.mu.Lock()
		m.status = 200 + 300*(n%2)
		m.mu.Unlock()
	}
	stop()
	wg.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	want := Registration{Address: "http://127.0.0.1:9147", Name: "Anna", Thinks: "http://127.0.0.1:9148", ThinksToken: "another secret", Lease: 5}
	for _, r := range m.got {
		if r != want {
			t.Errorf("announced %+v, want %+v", r, want)
		}
	}
}

// TestGone: nobody there, or somebody who does not answer, ends with the context.
func TestGone(t *testing.T) {
	silent := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-silent:
		case <-r.Context().Done():
		}
	}))
	defer srv.Close()
	defer close(silent)
	for _, url := range []string{"http://127.0.0.1:1", srv.URL, "http://no.such.host.invalid:1"} {
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		Run(ctx, Options{URL: url, Player: "127.0.0.1:9147", First: time.Millisecond})
		stop()
	}
}

// TestReach: what listens on loopback is told to nobody elsewhere.
func TestReach(t *testing.T) {
	for _, c := range []struct{ url, player, thinks, address, told string }{
		{"http://127.0.0.1:9180", ":9147", "127.0.0.1:1", "http://127.0.0.1:9147", "http://127.0.0.1:1"},
		{"http://127.0.0.1:9180", "192.0.2.1:9147", ":1", "http://192.0.2.1:9147", "http://127.0.0.1:1"},
		{"http://127.0.0.1:9180", ":9147", "", "http://127.0.0.1:9147", ""},
		{"http://[::1]:9180", ":9147", "", "http://[::1]:9147", ""},
	} {
		r, err := Options{URL: c.url, Player: c.player, Thinks: c.thinks}.registration(t.Context())
		if strings.Contains(c.url, "::1") && err != nil {
			t.Logf("no IPv6 here: %v", err)
			continue
		}
		if err != nil || r.Address != c.address || r.Thinks != c.told {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
	}
	// 192.0.2.1 is nobody's, but there may be no way to it at all from here.
	r, err := Options{URL: "http://192.0.2.1:80", Player: ":9147", Thinks: "127.0.0.1:1"}.registration(t.Context())
	if err == nil && (r.Thinks != "" || strings.Contains(r.Address, "127.0.0.1")) {
		t.Errorf("elsewhere: %+v", r)
	}
}

func TestValidate(t *testing.T) {
	for url, want := range map[string]bool{
		"http://host:9180": true, "https://games.example/": true, "": false, "host:9180": false, "ftp://host": false, "http://": false,
		"http://host/page": false, "http://user:password@host": false,
	} {
		if err := (Options{URL: url}).Validate(); (err == nil) != want {
			t.Errorf("%q: %v", url, err)
		}
	}
}
