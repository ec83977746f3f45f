package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"

	"ludens/ggp"
)

// notes is a Taker that writes down in which order messages came, and how old they
// were when they were taken.
type notes struct {
	mu    sync.Mutex
	order []string
	age   map[string]time.Duration
	waits map[string]func() bool
	until chan struct{} // the answers leave when it is closed; nil: a second after the message
}

func (n *notes) Handle(ctx context.Context, m ggp.Message) string { return n.Take(ctx, m, Arrival{})() }

func (n *notes) Take(_ context.Context, m ggp.Message, a Arrival) func() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.order = append(n.order, m.Match())
	if n.age == nil {
		n.age, n.waits = map[string]time.Duration{}, map[string]func() bool{}
	}
	n.age[m.Match()], n.waits[m.Match()] = time.Since(a.At), a.Waits
	return func() string {
		if n.until != nil {
			<-n.until
		} else {
			time.Sleep(time.Second) // thinking holds nobody up
		}
		return ggp.Aborted
	}
}

// dial connects to a server from one of this machine's own addresses.
func dial(t *testing.T, to, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.Dial("tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// lie makes connections to somebody who does not accept them yet, each with its
// message, but for those that stay silent.
func lie(t *testing.T, ids ...string) (ln net.Listener, conns []net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		c := dial(t, ln.Addr().String(), "127.0.0.1")
		if id != "" {
			if _, err := io.WriteString(c, post("(ABORT "+id+")")); err != nil {
				t.Fatal(err)
			}
		}
		conns = append(conns, c)
	}
	for _, c := range conns { // what was sent is there, as in a queue of a machine that slept
		until(func() bool { return inFlight(t, c) == 0 })
	}
	return ln, conns
}

// inFlight is how many bytes the other end's machine has not yet taken.
func inFlight(t *testing.T, c net.Conn) (n int) {
	t.Helper()
	raw, err := c.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if e := raw.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCOUTQ) }); e != nil || err != nil {
		t.Fatal(e, err)
	}
	return n
}

// What lies there when the process goes on is taken in order, and what is silent
// among it is not waited for.
func TestOrderOfConnections(t *testing.T) {
	for name, ids := range map[string]string{
		"messages":         "a b c d e f g h i j k l m n o p",
		"silent among":     "- a - - b c - d - e - - - f",
		"sixty are silent": strings.Repeat("- ", 60) + "a b c",
	} {
		t.Run(name, func(t *testing.T) {
			var each []string
			for _, id := range strings.Fields(ids) {
				each = append(each, strings.Trim(id, "-"))
			}
			ln, conns := lie(t, each...)
			n := &notes{}
			s := New(ln, Config{MaxConns: 200}, n)
			s.line.patience = time.Minute // nobody may need it
			ended := make(chan error, 1)
			go func() { ended <- s.Serve() }()
			for i, c := range conns {
				if each[i] == "" {
					continue
				}
				if got, err := io.ReadAll(c); err != nil || !strings.HasSuffix(string(got), ggp.Aborted) {
					t.Errorf("%s: %q, %v", each[i], got, err)
				}
			}
			if got, want := strings.Join(n.order, " "), strings.Join(strings.Fields(strings.ReplaceAll(ids, "-", "")), " "); got != want {
				t.Errorf("order %s, want %s", got, want)
			}
			if err := s.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if len(s.line.places) > 0 || len(s.doors) > 0 || s.heldNow() != 0 {
				t.Errorf("%d places, %d addresses, %d bytes are still kept", len(s.line.places), len(s.doors), s.heldNow())
			}
		})
	}
}

// bring makes a connection that is accepted now and brings its message later; it
// gives how long the answer took.
func bring(s *Server, id string, later time.Duration) <-chan string {
	here, there := net.Pipe()
	c := newConn(there, s)
	s.opened(c)
	go func() { _ = s.http.ServeConn(c) }()
	out := make(chan string, 1)
	go func() {
		time.Sleep(later)
		begin := time.Now()
		if id == "" {
			here.Close()
			out <- ""
			return
		}
		_, _ = io.WriteString(here, post("(ABORT "+id+")"))
		answer, _ := io.ReadAll(here)
		out <- fmt.Sprint(strings.HasSuffix(string(answer), ggp.Aborted), " ", time.Since(begin))
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
	c := newConn(there, s)
	s.opened(c)
	_ = s.http.ServeConn(c)
}

// Silent connections, be they ever so many, delay nothing: not the handler, not
// the answer, and not the moment from which the clock counts.
func TestSilentDelayNothing(t *testing.T) {
	outside(t)
	synctest.Test(t, func(t *testing.T) {
		n := &notes{}
		s := New(fakeListener{make(chan struct{})}, Config{MaxConns: 200}, n)
		var outs []<-chan string
		for range 60 {
			outs = append(outs, bring(s, "", 20*time.Second))
		}
		for i, later := range []time.Duration{5 * time.Second, 6 * time.Second} {
			time.Sleep(3 * time.Second)
			outs = append(outs, bring(s, fmt.Sprint(i), later))
		}
		outs = append(outs, bring(s, "soon", 900*time.Millisecond))
		for _, out := range outs {
			if got := <-out; got != "" && got != "true 1s" {
				t.Errorf("got %s", got)
			}
		}
		// One that was made ahead is as old as its first byte.
		if n.age["0"] != 0 || n.age["1"] != 0 || n.age["soon"] != 900*time.Millisecond {
			t.Errorf("ages %v", n.age)
		}
		time.Sleep(time.Minute)
	})
}

// What takes too long to come holds others up for a moment only.
func TestPatienceEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l line
		old := l.join(&conn{}, time.Now())
		old.silent = func() bool { return false }
		begin, young := time.Now(), l.join(&conn{}, time.Now())
		l.take(young, func() {})
		if took := time.Since(begin); took != patience {
			t.Errorf("waited %v", took)
		}
		begin = time.Now()
		other := &conn{from: address(addressed{"192.0.2.1"})}
		l.take(l.join(other, time.Now()), func() {})
		if took := time.Since(begin); took != 0 {
			t.Errorf("waited %v for somebody else's", took)
		}
		l.leave(old)
		if len(l.places) > 0 {
			t.Errorf("%d places are still taken", len(l.places))
		}
	})
}

// addressed is a connection of which only the other end's address is known.
type addressed struct{ ip string }

func (addressed) Read([]byte) (int, error)         { return 0, io.EOF }
func (addressed) Write(p []byte) (int, error)      { return len(p), nil }
func (addressed) Close() error                     { return nil }
func (addressed) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (a addressed) RemoteAddr() net.Addr           { return &net.TCPAddr{IP: net.ParseIP(a.ip), Port: 1} }
func (addressed) SetDeadline(time.Time) error      { return nil }
func (addressed) SetReadDeadline(time.Time) error  { return nil }
func (addressed) SetWriteDeadline(time.Time) error { return nil }

// Somebody who waits for an answer is told from somebody who has gone.
func TestWaits(t *testing.T) {
	n := &notes{until: make(chan struct{})}
	s := serve(t, Config{}, n)
	defer close(n.until) // not before: an answered connection counts as gone
	for id, leave := range map[string]bool{"stays": false, "goes": true} {
		c := dial(t, s.Addr().String(), "127.0.0.1")
		if _, err := io.WriteString(c, post("(ABORT "+id+")")+"\r\n"); err != nil {
			t.Fatal(err)
		}
		var waits func() bool
		for waits == nil {
			time.Sleep(time.Millisecond)
			n.mu.Lock()
			waits = n.waits[id]
			n.mu.Unlock()
		}
		if leave {
			c.Close()
			for waits() {
				time.Sleep(time.Millisecond)
			}
		} else if !waits() {
			t.Error("one that waits counts as gone")
		}
	}
}
