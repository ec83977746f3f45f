package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"ludens/ggp"
)

// answerOf sends a message from an address and gives the body of the answer.
func answerOf(t *testing.T, s *Server, from, message string) string {
	t.Helper()
	return answerAt(t, s, from, message, func(send func()) { send() })
}

// answerAt is answerOf with the moment in which it connects and sends.
func answerAt(t *testing.T, s *Server, from, message string, moment func(send func())) string {
	t.Helper()
	var c net.Conn
	var err error
	moment(func() {
		c = dial(t, s.Addr().String(), from)
		_, err = io.WriteString(c, post(message))
	})
	defer c.Close()
	if err != nil {
		return err.Error()
	}
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	got, err := io.ReadAll(c)
	_, body, ok := strings.Cut(string(got), "\r\n\r\n")
	if !ok {
		return fmt.Sprint(string(got), err)
	}
	return body
}

// crowd is connections that say too little. Those that are sent away come again.
type crowd struct {
	ctx context.Context
	end context.CancelFunc
	wg  sync.WaitGroup

	coming sync.RWMutex // held for reading while one of them connects
	made   atomic.Int64
}

// pause calls f while none of the crowd comes. A manager connects and sends in one
// breath; how long the machine lets it wait in between is not the server's to mend.
func (cr *crowd) pause(f func()) {
	cr.coming.Lock()
	defer cr.coming.Unlock()
	f()
}

func gather(t *testing.T, s *Server, from string, n int, drip bool) *crowd {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	cr := &crowd{ctx: ctx, end: end}
	for range n {
		cr.wg.Go(func() {
			for ctx.Err() == nil {
				cr.one(s, from, drip)
			}
		})
	}
	t.Cleanup(func() { end(); cr.wg.Wait() })
	for cr.made.Load() < int64(n) {
		time.Sleep(time.Millisecond)
	}
	return cr
}

// one is a connection until it is sent away.
func (cr *crowd) one(s *Server, from string, drip bool) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	cr.coming.RLock()
	c, err := d.DialContext(cr.ctx, "tcp", s.Addr().String())
	cr.coming.RUnlock()
	if err != nil {
		time.Sleep(10 * time.Millisecond)
		return
	}
	cr.made.Add(1)
	defer c.Close()
	stop := context.AfterFunc(cr.ctx, func() { c.Close() })
	defer stop()
	if !drip {
		_, _ = io.ReadAll(c)
		return
	}
	head := "POST / HTTP/1.0\r\nContent-Length: 1000\r\n\r\n("
	for i := 0; ; i = (i + 1) % len(head) {
		if _, err := io.WriteString(c, head[i:i+1]); err != nil {
			return
		}
		_ = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if _, err := c.Read(make([]byte, 1)); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			var ne net.Error
			if !errors.As(err, &ne) || !ne.Timeout() {
				return
			}
		}
	}
}

// Silent and dripping connections, of the manager's own address or of another, cost
// the manager no message.
func TestCrowdsCostNothing(t *testing.T) {
	for _, c := range []struct {
		name, from string
		n          int
		drip       bool
	}{
		{"64 silent ones of the same address", "127.0.0.1", 64, false},
		{"64 dripping ones of the same address", "127.0.0.1", 64, true},
		{"500 silent ones of the same address", "127.0.0.1", 500, false},
		{"500 silent ones of another address", "127.0.0.2", 500, false},
		{"500 dripping ones of another address", "127.0.0.2", 500, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			stop := make(chan struct{})
			close(stop)
			s := serve(t, Config{}, &held{match: "m", stop: stop})
			if got := answerOf(t, s, "127.0.0.1", "(PLAY m NIL)"); got != "m!" {
				t.Errorf("the first move: %q", got)
			}
			cr := gather(t, s, c.from, c.n, c.drip)
			for i := range 6 {
				if got := answerAt(t, s, "127.0.0.1", "(PLAY m (a b))", cr.pause); got != "m!" {
					t.Errorf("move %d: %q", i, got)
				}
			}
			cr.end()
			cr.wg.Wait()
		})
	}
}

// held is a handler that is busy until it is let go.
type held struct {
	match  string
	stop   chan struct{}
	inside atomic.Int64
}

func (h *held) Handle(_ context.Context, m ggp.Message) string {
	if m.Command() == "INFO" {
		h.inside.Add(1)
		<-h.stop
	}
	return m.Match() + "!"
}

func (h *held) Playing() (string, bool) { return h.match, h.match != "" }

// Where the manager's own young connections are pushed out, the next one is taken in a
// little later; it is not where they have had their time, or others are pushed out.
func TestPaceOfCrowds(t *testing.T) {
	for name, c := range map[string]struct {
		from string
		age  time.Duration
		want bool
	}{
		"young": {"192.0.2.1", quarter - 1, true}, "old": {"192.0.2.1", quarter, false}, "a stranger's": {"192.0.2.2", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := New(fakeListener{make(chan struct{})}, Config{MaxPerAddress: 2}, &held{match: "m"})
				s.heard(&conn{from: address(addressed{"192.0.2.1"})}, "m")
				for range 2 {
					s.opened(newConn(addressed{c.from}, s))
				}
				time.Sleep(c.age)
				if s.slow() {
					t.Error("slow, though there was a place for all")
				}
				s.opened(newConn(addressed{c.from}, s))
				if first, again := s.slow(), s.slow(); first != c.want || again {
					t.Errorf("slow: %v, and again: %v", first, again)
				}
			})
		})
	}
}

// Places are kept for the manager whose match is played, when all others are taken by
// messages that are being answered; who comes too much is told with status 503.
func TestPlacesForTheManager(t *testing.T) {
	h := &held{match: "m", stop: make(chan struct{})}
	s := serve(t, Config{MaxConns: 8, MaxPerAddress: 3}, h)
	if got := answerOf(t, s, "127.0.0.9", "(PLAY m NIL)"); got != "m!" {
		t.Fatalf("the manager: %q", got)
	}
	until(func() bool { return s.openNow() == 0 }) // one that is answered still has its place for a moment
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() { answerOf(t, s, fmt.Sprintf("127.0.0.%d", 2+i/3), "(INFO)") })
		until(func() bool { return h.inside.Load() == int64(i+1) })
	}
	if got := send(t, s, "", false); !strings.Contains(got, " 503 ") || !strings.HasSuffix(got, "busy") {
		t.Errorf("a stranger: %q", got)
	}
	for range 3 {
		if got := answerOf(t, s, "127.0.0.9", "(PLAY m NIL)"); got != "m!" {
			t.Errorf("the manager beside the others: %q", got)
		}
	}
	close(h.stop)
	wg.Wait()
}

// A burst of messages from the manager's own address, which takes all places that the
// address may have until they are answered, costs no PLAY.
func TestBurstBesideTheManager(t *testing.T) {
	h := &held{match: "m", stop: make(chan struct{})}
	s := serve(t, Config{MaxConns: 8, MaxPerAddress: 3}, h)
	if got := answerOf(t, s, "127.0.0.9", "(PLAY m NIL)"); got != "m!" {
		t.Fatalf("the manager: %q", got)
	}
	until(func() bool { return s.openNow() == 0 })
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { answerOf(t, s, "127.0.0.9", "(INFO)") })
		until(func() bool { return h.inside.Load() == int64(i+1) })
	}
	answered := time.AfterFunc(quarter/5, func() { close(h.stop) })
	defer answered.Stop()
	if got := answerOf(t, s, "127.0.0.9", "(PLAY m NIL)"); got != "m!" {
		t.Errorf("the manager behind a burst: %q", got)
	}
	wg.Wait()
}

// until waits for something that will come about.
func until(holds func() bool) {
	for !holds() {
		time.Sleep(time.Millisecond)
	}
}

// openNow is how many connections have a place.
func (s *Server) openNow() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

// settled waits until so many connections have been taken in, and of those that are
// there it is known that they have brought nothing: one at which nobody has looked yet
// is not sent away before one that is silent.
func (s *Server) settled(n int64) {
	until(func() bool {
		s.line.mu.Lock()
		joined := s.line.joined
		s.line.mu.Unlock()
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.conns {
			if !c.wire.silent() {
				return false
			}
		}
		return joined == n
	})
}

// The oldest that has brought nothing goes first, and is told so.
func TestOldestGoesFirst(t *testing.T) {
	s := serve(t, Config{MaxConns: 8, MaxPerAddress: 3}, echo)
	var conns []net.Conn
	for i := range 5 {
		conns = append(conns, dial(t, s.Addr().String(), "127.0.0.2"))
		s.settled(int64(i + 1))
	}
	for i, c := range conns {
		_ = c.SetDeadline(time.Now().Add(time.Minute))
		if i < 2 {
			if got, err := io.ReadAll(c); string(got) != refusal {
				t.Errorf("connection %d: %q, %v", i, got, err)
			}
			continue
		}
		_, err := io.WriteString(c, post("(ABORT m)"))
		got, readErr := io.ReadAll(c)
		if string(got) != response("ABORT/m") {
			t.Errorf("connection %d: %q, %v, %v", i, got, err, readErr)
		}
	}
}

// Of all addresses the one goes first that has the most. All of them are new: one
// whose answer is on its way still has its place, and would go before them.
func TestLargestAddressGoesFirst(t *testing.T) {
	s := serve(t, Config{MaxConns: 8, MaxPerAddress: 3}, echo)
	var all []net.Conn
	for i, host := range []int{3, 4, 4, 5, 6, 7, 8, 9, 10} {
		all = append(all, dial(t, s.Addr().String(), fmt.Sprintf("127.0.0.%d", host)))
		s.settled(int64(i + 1))
	}
	_ = all[1].SetDeadline(time.Now().Add(time.Minute))
	if got, err := io.ReadAll(all[1]); string(got) != refusal && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the older of two: %q, %v", got, err)
	}
}

// scarce is a listener of a process that may have so many connections open.
type scarce struct {
	net.Listener
	s    *Server
	most int
}

func (l *scarce) Accept() (net.Conn, error) {
	l.s.mu.Lock()
	full := len(l.s.conns) >= l.most
	l.s.mu.Unlock()
	if full {
		return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return l.Listener.Accept()
}

// Where the process has no file left for a connection, silent ones go, too.
func TestNoFileLeft(t *testing.T) {
	few, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	other := New(few, Config{}, echo)
	other.ln = &scarce{few, other, 4}
	ended := make(chan error, 1)
	go func() { ended <- other.Serve() }()
	for range 8 {
		dial(t, few.Addr().String(), "127.0.0.2")
	}
	c := dial(t, few.Addr().String(), "127.0.0.1")
	_ = c.SetDeadline(time.Now().Add(20 * time.Second)) // less than silent ones may stay
	_, err = io.WriteString(c, post("(ABORT m)"))
	if got, readErr := io.ReadAll(c); string(got) != response("ABORT/m") {
		t.Errorf("%q, %v, %v", got, err, readErr)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := errors.Join(other.Shutdown(ctx), <-ended); err != nil {
		t.Error(err)
	}
}
