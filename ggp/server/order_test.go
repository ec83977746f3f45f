package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ludens/ggp"
)

// notes is a Taker that writes down in which order messages came.
type notes struct {
	mu    sync.Mutex
	order []string
}

func (n *notes) Handle(ctx context.Context, m ggp.Message) string { return n.Take(ctx, m)() }

func (n *notes) Take(_ context.Context, m ggp.Message) func() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.order = append(n.order, m.Match())
	return func() string {
		time.Sleep(time.Second) // thinking holds nobody up
		return ggp.Aborted
	}
}

// bring makes a connection that is accepted now, brings its message later, and
// gives the whole response and how long it took.
func bring(s *Server, id string, later time.Duration) <-chan string {
	here, there := net.Pipe()
	c := &conn{Conn: there, srv: s}
	s.opened(c)
	go func() { _ = s.http.ServeConn(c) }()
	out := make(chan string, 1)
	go func() {
		begin := time.Now()
		time.Sleep(later)
		if id == "" {
			here.Close()
			out <- ""
			return
		}
		_, _ = io.WriteString(here, post("(ABORT "+id+")"))
		answer, _ := io.ReadAll(here)
		out <- fmt.Sprint(strings.HasSuffix(string(answer), ggp.Aborted), " ", time.Since(begin)-later)
	}()
	return out
}

// outside has fasthttp start a clock that it keeps for the whole process, so that
// no test with a fake one does. It starts when somebody is told of an error, as one
// is whose connection breaks.
func outside(t *testing.T) {
	t.Helper()
	s := New(fakeListener{make(chan struct{})}, Config{}, echo)
	here, there := net.Pipe()
	here.Close()
	c := &conn{Conn: there, srv: s}
	s.opened(c)
	_ = s.http.ServeConn(c)
}

func TestOrderOfConnections(t *testing.T) {
	outside(t)
	const ms = time.Millisecond
	fine := "true 1s"
	for name, c := range map[string]struct {
		later []time.Duration // of the connections "0", "1", …
		order string
		took  []string
	}{
		"at once":           {[]time.Duration{0, 0, 0, 0, 0, 0, 0, 0}, "0 1 2 3 4 5 6 7", nil},
		"backwards":         {[]time.Duration{60 * ms, 40 * ms, 20 * ms, 0}, "0 1 2 3", []string{fine, "true 1.02s", "true 1.04s", "true 1.06s"}},
		"one is slow":       {[]time.Duration{300 * ms, 0, 120 * ms}, "1 2 0", []string{fine, "true 1.1s", fine}},
		"one is slow, late": {[]time.Duration{300 * ms, 120 * ms, 130 * ms}, "1 2 0", []string{fine, "true 1.01s", fine}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := &notes{}
				s := New(fakeListener{make(chan struct{})}, Config{}, n)
				var outs []<-chan string
				for i, later := range c.later {
					outs = append(outs, bring(s, fmt.Sprint(i), later))
				}
				for i, out := range outs {
					if got := <-out; c.took != nil && got != c.took[i] {
						t.Errorf("connection %d: %s, want %s", i, got, c.took[i])
					}
				}
				if got := strings.Join(n.order, " "); got != c.order {
					t.Errorf("order %s, want %s", got, c.order)
				}
				if len(s.line.places) > 0 {
					t.Errorf("%d places are still taken", len(s.line.places))
				}
				time.Sleep(time.Minute)
			})
		})
	}
}

// Connections that come and go without a word hold nobody up.
func TestOrderWithoutMessages(t *testing.T) {
	outside(t)
	synctest.Test(t, func(t *testing.T) {
		n := &notes{}
		s := New(fakeListener{make(chan struct{})}, Config{}, n)
		var outs []<-chan string
		for i := range 10 {
			outs = append(outs, bring(s, "", 0), bring(s, fmt.Sprint(i), 0))
		}
		for _, out := range outs {
			if got := <-out; got != "" && got != "true 1s" {
				t.Errorf("got %s", got)
			}
		}
		if !slices.IsSorted(n.order) || len(n.order) != 10 {
			t.Errorf("order %v", n.order)
		}
		time.Sleep(time.Minute)
	})
}
