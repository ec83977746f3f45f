package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"ludens/ggp"
)

// serve starts a server and stops it, with everything it has, at the test's end.
func serve(t *testing.T, cfg Config, h Handler) *Server {
	t.Helper()
	s, err := Listen("127.0.0.1:0", cfg, h)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return s
}

// echo answers with what it understood.
var echo = HandlerFunc(func(_ context.Context, m ggp.Message) string {
	return strings.ReplaceAll(fmt.Sprintf("%s %s", m.Command(), m.Match()), " ", "/")
})

// send writes raw bytes and reads until the server closes.
func send(t *testing.T, s *Server, raw string, halfClose bool) string {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(c, raw); err != nil && !gone(err) {
		t.Fatal(err)
	}
	if halfClose {
		_ = c.(*net.TCPConn).CloseWrite()
	}
	got, err := io.ReadAll(c)
	if err != nil && !errors.Is(err, syscall.ECONNRESET) { // a refused connection may be reset
		t.Fatalf("read the answer: %v (got %q)", err, got)
	}
	return string(got)
}

// gone reports whether an error of a connection says that the server has let it go.
func gone(err error) bool { return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) }

func response(body string) string {
	return fmt.Sprintf("HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: %d\r\n"+
		"Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n"+
		"Access-Control-Allow-Headers: Content-Type\r\nAccess-Control-Allow-Age: 86400\r\n\r\n%s", len(body), body)
}

func TestRequests(t *testing.T) {
	s := serve(t, Config{Quiet: 50 * time.Millisecond, MaxBody: 1 << 20}, echo)
	abort := "( ABORT m )"
	long := "(ABORT " + strings.Repeat("x", 200_000) + ")"
	tests := []struct {
		name, raw string
		halfClose bool
		want      string
	}{
		{"GGP-Base", "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: R\r\nContent-Type: text/acl\r\nContent-Length: 11\r\n\r\n" + abort, false, "ABORT/m"},
		{"Dresden, no Host", "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: h\r\nContent-type: text/acl\r\nContent-length: 11\r\n\r\n" + abort, false, "ABORT/m"},
		{"HTTP/1.1 without Host", "POST / HTTP/1.1\r\nCONTENT-LENGTH: 11\r\n\r\n" + abort, false, "ABORT/m"},
		{"HTTP/1.1 keep-alive", "POST /x HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\ncontent-length:11\r\n\r\n" + abort, false, "ABORT/m"},
		{"no version", "POST /\r\nContent-Length: 11\r\n\r\n" + abort, false, "ABORT/m"},
		{"bare line feeds", "POST / HTTP/1.0\nContent-Length: 11\n\n" + abort, false, "ABORT/m"},
		{"no length, until the end", "POST / HTTP/1.0\r\n\r\n( ABORT\nm )", true, "ABORT/m"},
		{"no length, the peer waits", "POST / HTTP/1.0\r\n\r\n" + abort, false, "ABORT/m"},
		{"length too long, the peer waits", "POST / HTTP/1.0\r\nContent-Length: 20\r\n\r\n" + abort, false, "ABORT/m"},
		{"length in characters", "POST / HTTP/1.0\r\nContent-Length: 15\r\n\r\n(ABORT mäöüßéèm)", false, "ABORT/mäöüßéèm"},
		{"nonsense length", "POST / HTTP/1.0\r\nContent-Length: many\r\n\r\n" + abort, true, "ABORT/m"},
		{"long", fmt.Sprintf("POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s", len(long), long), false, "ABORT/" + strings.Repeat("x", 200_000)},
		{"chunked", "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n( ABO\r\n6\r\nRT m )\r\n0\r\n\r\n", false, "ABORT/m"},
		{"GET", "GET /" + url.QueryEscape("( ABORT\rm )") + " HTTP/1.0\r\n\r\n", false, "ABORT/m"},
		{"GET, percent blanks", "GET /%28%20ABORT%20m%20%29 HTTP/1.1\r\nHost: h\r\n\r\n", false, "ABORT/m"},
		{"GET, not escaped", "GET /( ABORT m ) HTTP/1.1\r\nHost: h\r\n\r\n", false, "ABORT/m"},
		{"GET, bad escape", "GET /%zz HTTP/1.0\r\n\r\n", false, "nil"},
		{"GET, nothing", "GET / HTTP/1.0\r\n\r\n", false, "nil"},
		{"OPTIONS", "OPTIONS / HTTP/1.1\r\nHost: h\r\nAccess-Control-Request-Method: POST\r\n\r\n", false, ""},
		{"another method", "DELETE / HTTP/1.0\r\n\r\n", false, ""},
		{"unknown message", "POST / HTTP/1.0\r\nContent-Length: 7\r\n\r\n(HELLO)", false, "nil"},
		{"unclosed message", "POST / HTTP/1.0\r\nContent-Length: 7\r\n\r\n(ABORT ", false, "nil"},
		{"empty body", "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n", false, "nil"},
		{"too long", "POST / HTTP/1.0\r\nContent-Length: 9999999\r\n\r\n", false, "nil"},
		{"no HTTP at all", "(INFO)", true, "nil"},
		{"TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", true, "nil"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := send(t, s, tt.raw, tt.halfClose), response(tt.want); got != want {
				t.Errorf("got  %.400q\nwant %.400q", got, want)
			}
		})
	}
	t.Run("expect continue", func(t *testing.T) {
		raw := "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n" + abort
		if got, want := send(t, s, raw, false), "HTTP/1.1 100 Continue\r\n\r\n"+response("ABORT/m"); got != want {
			t.Errorf("got %q", got)
		}
	})
	t.Run("in single bytes", func(t *testing.T) {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for _, b := range []byte("POST / HTTP/1.0\r\nContent-Length: 11\r\n\r\n" + abort) {
			if _, err := c.Write([]byte{b}); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := io.ReadAll(c); string(got) != response("ABORT/m") {
			t.Errorf("got %q", got)
		}
	})
	t.Run("gone without a word", func(t *testing.T) {
		if got := send(t, s, "", true); strings.Contains(got, "200") {
			t.Errorf("got %q", got)
		}
	})
}

func post(body string) string {
	return fmt.Sprintf("POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// Who sends too much gets the answer all the same, if it reads one at last.
func TestTooLongIsAnswered(t *testing.T) {
	s := serve(t, Config{MaxBody: 1 << 20, WriteTimeout: time.Minute}, echo)
	for name, size := range map[string]int{"a little": 1<<20 + 1, "three times": 3 << 20} {
		for what, head := range map[string]string{
			"told": fmt.Sprintf("POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n", size), "not told": "POST / HTTP/1.0\r\n\r\n",
			"in chunks": fmt.Sprintf("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n", size/2*2+2),
		} {
			c, err := net.Dial("tcp", s.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			_ = c.SetDeadline(time.Now().Add(time.Minute))
			_, err = io.WriteString(c, head+"("+strings.Repeat("a ", size/2)+")")
			answer, readErr := io.ReadAll(c)
			if string(answer) != response("nil") {
				t.Errorf("%s, length %s: %q, %v, %v", name, what, answer, err, readErr)
			}
			c.Close()
		}
	}
}

// All connections together hold no more than they may, short messages apart: of the
// others those go first that hold the most, and what was only told counts nothing.
func TestHeldInAll(t *testing.T) {
	for name, begin := range map[string]string{
		"told":   fmt.Sprintf("Content-Length: %d\r\n\r\n(START%s", 1<<20, strings.Repeat(" ", 900_000)),
		"chunks": fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n100000\r\n(START%s\r\n", strings.Repeat(" ", 1<<20-6)),
	} {
		t.Run(name, func(t *testing.T) { testHeldInAll(t, begin) })
	}
}

func testHeldInAll(t *testing.T, begin string) {
	s := serve(t, Config{MaxBody: 1 << 20, MaxHeld: 3 << 20, ReadTimeout: time.Hour}, echo)
	var open []net.Conn
	for range 5 {
		c := dial(t, s.Addr().String(), "127.0.0.2")
		if _, err := io.WriteString(c, "POST / HTTP/1.1\r\n"+begin); err != nil && !gone(err) {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	// No two of them fit in, so that one is left in the end. While more are, each may
	// have less than the long message below, which then is the one too many.
	for n, held := s.readingNow(); n > 1 || held < 3<<19; n, held = s.readingNow() {
		if held > 3<<20 {
			t.Fatalf("%d bytes are held", held)
		}
		time.Sleep(time.Millisecond)
	}
	if got := send(t, s, post("(ABORT m)"), false); got != response("ABORT/m") {
		t.Errorf("a short message: %q", got)
	}
	if got := send(t, s, post("(ABORT "+strings.Repeat("m", 1<<19)+")"), false); !strings.HasPrefix(got, "HTTP/1.0 200") || strings.HasSuffix(got, "nil") {
		t.Errorf("a long message beside the others: %q", got[:min(len(got), 300)])
	}
	for _, c := range open {
		c.Close()
	}
	for begin := time.Now(); s.heldNow() != 0; time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("%d bytes are still held", s.heldNow())
		}
	}
}

// readingNow is how many connections have not brought their message, and how many
// bytes of messages are held.
func (s *Server) readingNow() (n int, held int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.stage == reading {
			n++
		}
	}
	return n, s.held
}

// heldNow is how many bytes of messages are held.
func (s *Server) heldNow() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// A player that thinks must still answer INFO and ABORT.
func TestThinkingDoesNotBlock(t *testing.T) {
	thinking, stop := make(chan struct{}), make(chan struct{})
	s := serve(t, Config{}, HandlerFunc(func(_ context.Context, m ggp.Message) string {
		switch m.(type) {
		case ggp.Play:
			close(thinking)
			<-stop
			return "move"
		case ggp.Abort:
			close(stop)
			return ggp.Aborted
		}
		return "info"
	}))
	var play string
	var wg sync.WaitGroup
	wg.Go(func() { play = send(t, s, post("(PLAY m NIL)"), false) })
	<-thinking
	if got := send(t, s, post("(INFO)"), false); got != response("info") {
		t.Errorf("INFO: %q", got)
	}
	if got := send(t, s, post("(ABORT m)"), false); got != response("aborted") {
		t.Errorf("ABORT: %q", got)
	}
	wg.Wait()
	if play != response("move") {
		t.Errorf("PLAY: %q", play)
	}
}

func TestPanicAndEmptyAnswer(t *testing.T) {
	var seen bytes.Buffer
	s := serve(t, Config{Log: zerolog.New(zerolog.SyncWriter(&seen)).Level(zerolog.TraceLevel)}, HandlerFunc(func(_ context.Context, m ggp.Message) string {
		if m.Match() == "bad" {
			panic("oh no")
		}
		return ""
	}))
	for _, body := range []string{"(ABORT bad)", "(ABORT empty)", "(what"} {
		if got := send(t, s, post(body), true); got != response("nil") {
			t.Errorf("%s: %q", body, got)
		}
	}
	log := seen.String() // an answer is logged before it is sent
	for what, n := range map[string]int{
		`"level":"warn"`: 2, "handler panicked: oh no": 1, "never closed": 1, `"text":"(what","answer":"nil"`: 1,
	} {
		if got := strings.Count(log, what); got != n {
			t.Errorf("%s is logged %d times, want %d:\n%s", what, got, n, log)
		}
	}
}

// Somebody who sends a byte now and then, for ever, is answered when the time for
// reading is over.
func TestSlowSender(t *testing.T) {
	outside(t)
	synctest.Test(t, func(t *testing.T) {
		const limit = 150 * time.Millisecond
		s := New(fakeListener{make(chan struct{})}, Config{ReadTimeout: limit}, echo)
		here, there := net.Pipe()
		c := newConn(there, s)
		s.opened(c)
		go func() { _ = s.http.ServeConn(c) }()
		var wg sync.WaitGroup
		defer wg.Wait()
		wg.Go(func() {
			for {
				if _, err := here.Write([]byte("x")); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
		begin := time.Now()
		got, err := io.ReadAll(here)
		if took := time.Since(begin); string(got) != response("nil") || took != limit {
			t.Errorf("after %v: %q, %v", took, got, err)
		}
	})
}

func TestShutdown(t *testing.T) {
	before := runtime.NumGoroutine()
	thinking, release := make(chan struct{}), make(chan struct{})
	s, err := Listen("127.0.0.1:0", Config{}, HandlerFunc(func(ctx context.Context, m ggp.Message) string {
		close(thinking)
		select {
		case <-release:
			return "finished"
		case <-ctx.Done():
			return "killed"
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve() }()

	idle, err := net.Dial("tcp", s.Addr().String()) // never sends its message
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	answer := make(chan string, 1)
	go func() { answer <- send(t, s, post("(PLAY m NIL)"), false) }()
	<-thinking
	down := make(chan error, 1)
	go func() { down <- s.Shutdown(context.Background()) }()
	select {
	case err := <-down:
		t.Fatalf("shut down while a player was thinking: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(release)
	if got := <-answer; got != response("finished") {
		t.Errorf("answer %q", got)
	}
	if err := <-down; err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	idle.Close()
	noLeak(t, before)
}

func TestForcedShutdown(t *testing.T) {
	thinking := make(chan struct{})
	s, err := Listen("127.0.0.1:0", Config{}, HandlerFunc(func(ctx context.Context, _ ggp.Message) string {
		close(thinking)
		<-ctx.Done()
		return "killed"
	}))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve() }()
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, post("(PLAY m NIL)")); err != nil {
		t.Fatal(err)
	}
	<-thinking
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("forced shutdown: %v", err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestListenError(t *testing.T) {
	s := serve(t, Config{}, echo)
	if _, err := Listen(s.Addr().String(), Config{}, echo); err == nil {
		t.Error("one port, two servers")
	}
}

// noLeak waits for the goroutines to be as few as before, but for one clock that
// fasthttp keeps for the whole process.
func noLeak(t *testing.T, before int) {
	t.Helper()
	buf := make([]byte, 1<<20)
	n := 0
	for range 3000 {
		if n = runtime.NumGoroutine(); strings.Contains(string(buf[:runtime.Stack(buf, true)]), "updateServerDate") {
			n--
		}
		if n <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
}

// FuzzRequest feeds raw bytes to a connection: whatever comes, there is an
// answer or a closed connection, and no panic.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{
		"POST / HTTP/1.0\r\nContent-Length: 11\r\n\r\n( ABORT m )", "GET /%28INFO%29 HTTP/1.1\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n( ABO\r\n0\r\n\r\n",
		"POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n(((", "\n\n", " ", "POST",
	} {
		f.Add([]byte(s))
	}
	cfg := Config{ReadTimeout: 4 * time.Millisecond, WriteTimeout: time.Second, Quiet: time.Millisecond, MaxBody: 1 << 12}
	s := New(fakeListener{make(chan struct{})}, cfg, echo)
	f.Fuzz(func(t *testing.T, raw []byte) {
		here, there := net.Pipe()
		c := newConn(there, s)
		s.opened(c)
		done := make(chan struct{})
		go func() {
			defer close(done)
			_ = s.http.ServeConn(c)
		}()
		go func() {
			_, _ = here.Write(raw)
			_, _ = io.Copy(io.Discard, here)
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Errorf("no end after %q", raw)
		}
		here.Close()
	})
}

// A peer that neither sends nor reads is let go, though a pipe holds nothing back
// for it as a socket would.
func TestDeafPeer(t *testing.T) {
	s := New(fakeListener{make(chan struct{})}, Config{ReadTimeout: 20 * time.Millisecond, WriteTimeout: 20 * time.Millisecond}, echo)
	here, there := net.Pipe()
	defer here.Close()
	c := newConn(there, s)
	s.opened(c)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.http.ServeConn(c)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Error("the connection is held")
	}
}

type fakeListener struct{ closed chan struct{} }

func (f fakeListener) Accept() (net.Conn, error) { <-f.closed; return nil, net.ErrClosed }
func (f fakeListener) Close() error              { return nil }
func (f fakeListener) Addr() net.Addr            { return &net.TCPAddr{} }
