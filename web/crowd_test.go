package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Whoever asks for one game after the other neither has many opened at once nor keeps
// people of another address waiting behind all of them.
func TestCrowdOfOpenings(t *testing.T) {
	d := newDesk(t, Options{})
	var now, most atomic.Int32
	release := make(chan struct{})
	d.h.opening = func(ctx context.Context) error {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		select {
		case <-release:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	codes := make(chan string, 100)
	ask := func(who, address string) {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "http://127.0.0.1"+root+"/games/ticTacToe/position", nil)
		r.RemoteAddr = address
		w := httptest.NewRecorder()
		d.s.Handler().ServeHTTP(w, r)
		codes <- fmt.Sprint(who, " ", w.Code)
	}
	const more = 8
	for range mostQueued + more {
		go ask("crowd", "10.0.0.1:1") // each ends with a code
	}
	for range more {
		if got := <-codes; got != "crowd 429" {
			t.Fatalf("one too many is answered %s", got)
		}
	}
	go ask("other", "10.0.0.2:1")
	if got := <-codes; got != "crowd 429" {
		t.Errorf("for somebody of another address one of the crowd goes: %s", got)
	}
	close(release)
	seen := map[string]int{}
	for range mostQueued {
		seen[<-codes]++
	}
	if seen["crowd 200"] != mostQueued-1 || seen["other 200"] != 1 {
		t.Errorf("answers: %v", seen)
	}
	if n := most.Load(); n > mostOpening {
		t.Errorf("%d games were opened at once", n)
	}
}

// Who sends a request's body byte by byte, or never, holds a connection no longer than
// anybody may take to send a request.
func TestBodyThatDoesNotCome(t *testing.T) {
	d := newDesk(t, Options{})
	srv := httptest.NewUnstartedServer(d.s.Handler())
	srv.Config.ReadTimeout = 200 * time.Millisecond
	srv.Start()
	defer srv.Close()
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST %s/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", root)
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := c.Read(make([]byte, 1)); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Error("the connection is held")
	}
}

// Who does not read an answer holds a connection no longer than an answer may take.
func TestAnswerThatIsNotRead(t *testing.T) {
	d := newDesk(t, Options{write: 200 * time.Millisecond})
	d.h.text = strings.Repeat("x", 64<<20)
	done := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(done)
		d.s.Handler().ServeHTTP(w, r)
	}))
	defer srv.Close()
	c, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET %s/games/ticTacToe HTTP/1.1\r\nHost: localhost\r\n\r\n", root)
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("the answer is still being written")
		c.Close()
	}
}

// However many ask how the players are, these are asked now and then only.
func TestPlayersAreNotFlooded(t *testing.T) {
	d := newDesk(t, Options{})
	get[Player](d, "POST", "/players", `{"address":"http://127.0.0.1:1"}`)
	d.h.asks.Store(0)
	begin := time.Now()
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() { d.ask("GET", "/players", "") })
	}
	all.Wait()
	if n, may := d.h.asks.Load(), int64(time.Since(begin)/rollTime)+1; n > may {
		t.Errorf("100 questions in %v became %d to the player, want at most %d", time.Since(begin), n, may)
	}
}
