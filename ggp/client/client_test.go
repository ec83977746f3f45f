package client

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludens/game"
	"ludens/ggp"
)

// player accepts one connection, reads the request's head and as much body as
// its length says, and then does what the test wants.
func player(t *testing.T, do func(c net.Conn, request string)) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		do(c, readRequest(c))
	}()
	t.Cleanup(func() { ln.Close(); <-done })
	return ln.Addr().String()
}

func readRequest(c net.Conn) string {
	r := bufio.NewReader(c)
	var b strings.Builder
	length := 0
	for {
		line, err := r.ReadString('\n')
		b.WriteString(line)
		if err != nil {
			return b.String()
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "content-length") {
			length, _ = strconv.Atoi(strings.TrimSpace(value))
		}
		if line == "\r\n" {
			break
		}
	}
	body := make([]byte, length)
	_, _ = io.ReadFull(r, body)
	return b.String() + string(body)
}

// enough is a limit for what ends by itself.
const enough = time.Minute

func exchange(t *testing.T, c Client, addr, body string, limit time.Duration) (Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return c.Exchange(ctx, addr, body)
}

// untilLimit is an exchange with a new player that ends with its limit. A limit that
// is over before the connection stands says nothing of the player, so the next is longer.
func untilLimit(t *testing.T, do func(c net.Conn, request string)) (addr string, r Reply, err error) {
	t.Helper()
	for limit := 100 * time.Millisecond; limit < enough; limit *= 4 {
		addr = player(t, do)
		if r, err = exchange(t, Client{}, addr, "( INFO )", limit); r.Connected > 0 {
			break
		}
	}
	return addr, r, err
}

// nobody is an address that is taken, so that no other process can come to listen
// there, and at which nobody listens: the near end of a connection.
func nobody(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); ln.Close() })
	return c.LocalAddr().String()
}

func TestRequestBytes(t *testing.T) {
	tests := []struct {
		c    Client
		want string
	}{
		{Client{Receiver: "Random\r\n"}, "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: Random__\r\nContent-Type: text/acl\r\nContent-Length: 8\r\n\r\n( INFO )"},
		{Client{}, "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost\r\nSender: GAMESERVER\r\nReceiver: \r\nContent-Type: text/acl\r\nContent-Length: 8\r\n\r\n( INFO )"},
		{Client{Dresden: true}, "POST / HTTP/1.0\r\nAccept: text/delim\r\nSender: Gamecontroller\r\nReceiver: 127.0.0.1\r\nContent-type: text/acl\r\nContent-length: 8\r\n\r\n( INFO )"},
	}
	for _, tt := range tests {
		got := make(chan string, 1)
		addr := player(t, func(c net.Conn, request string) {
			got <- request
			_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\n\r\nready")
		})
		r, err := exchange(t, tt.c, addr, "( INFO )", enough)
		if err != nil || r.Text != "ready" {
			t.Errorf("reply %+v, %v", r, err)
		}
		if g := <-got; g != tt.want {
			t.Errorf("got  %q\nwant %q", g, tt.want)
		}
	}
}

func TestReplies(t *testing.T) {
	const head = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: "
	tests := []struct {
		name, answer string
		stay         bool // the player does not close
		want         string
		kind         Kind // when want is empty
	}{
		{"with a length, connection stays open", head + "10\r\n\r\n( mark 1 )", true, "( mark 1 )", 0},
		{"white space around", head + "8\r\n\r\n noop \r\n", true, "noop", 0},
		{"until close", "HTTP/1.0 200 OK\r\n\r\n( mark 1 )\r\n", false, "( mark 1 )", 0},
		{"bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 4\n\nnoop", true, "noop", 0},
		{"length in characters", head + "9\r\n\r\n(mark äö)", true, "(mark äö)", 0},
		{"length too long", head + "99\r\n\r\nnoop", false, "noop", 0},
		{"status is not looked at", "HTTP/1.0 500 Oops\r\n\r\nnoop", false, "noop", 0},
		{"a body with an empty line", "HTTP/1.0 200 OK\r\n\r\n(a\n\nb)", false, "(a\n\nb)", 0},
		{"closes without an answer", "", false, "", Connection},
		{"not HTTP", "( mark 1 1 )", false, "", Garbage},
		{"not HTTP, stays", "go away", true, "", Garbage},
		{"head without end", "HTTP/1.0 200 OK\r\n", false, "", Garbage},
		{"endless", head + "1\r\n\r\n" + strings.Repeat("(", 2<<20), true, "", Garbage},
		{"nothing, stays", "", true, "", Timeout},
		{"half, stays", head + "10\r\n\r\n( mar", true, "", Timeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			do := func(c net.Conn, _ string) {
				_, _ = io.WriteString(c, tt.answer)
				if tt.stay {
					_, _ = io.Copy(io.Discard, c) // until the client goes
				}
			}
			var addr string
			var r Reply
			var err error
			if tt.want == "" && tt.kind == Timeout {
				addr, r, err = untilLimit(t, do)
			} else {
				addr = player(t, do)
				r, err = exchange(t, Client{}, addr, "( INFO )", enough)
			}
			if tt.want != "" {
				if err != nil || r.Text != tt.want {
					t.Errorf("got %+v, %v; want %q", r, err, tt.want)
				}
				return
			}
			var e *Error
			if !errors.As(err, &e) || e.Kind != tt.kind || e.Addr != addr {
				t.Errorf("got %+v, %v; want kind %v", r, err, tt.kind)
			}
		})
	}
}

// A player that sends a byte now and then is cut off all the same.
func TestDribble(t *testing.T) {
	addr := player(t, func(c net.Conn, _ string) {
		for {
			if _, err := c.Write([]byte("HTTP/")[:1]); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	// "HHHH" is not HTTP, which is found out first; so send what could be a head.
	_, err := exchange(t, Client{}, addr, "( INFO )", enough)
	var e *Error
	if !errors.As(err, &e) || e.Kind != Garbage {
		t.Errorf("got %v", err)
	}

	_, _, err = untilLimit(t, func(c net.Conn, _ string) {
		_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\nX: ")
		for {
			if _, err := c.Write([]byte("x")); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	if !errors.As(err, &e) || e.Kind != Timeout {
		t.Errorf("got %v", err)
	}
}

func TestNoConnection(t *testing.T) {
	for _, a := range []string{nobody(t), "no such host.invalid:1", "nonsense"} {
		_, err := exchange(t, Client{ConnectTimeout: time.Second}, a, "( INFO )", enough)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Connection {
			t.Errorf("%s: %v", a, err)
		}
	}
}

func TestCancel(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	addr := player(t, func(c net.Conn, _ string) {
		cancel()
		_, _ = io.Copy(io.Discard, c)
	})
	_, err := Client{}.Exchange(ctx, addr, "( INFO )")
	var e *Error
	if !errors.As(err, &e) || e.Kind != Timeout {
		t.Errorf("got %v", err)
	}
	for range 3000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestSend(t *testing.T) {
	rules := "(role white) (init (cell 1 b))"
	scrambler := ggp.NewScrambler(rules, game.Stream(1, "test", 0))
	enc := &ggp.Encoder{Dialect: ggp.Dresden2011, Scrambler: scrambler}
	addr := player(t, func(c net.Conn, request string) {
		if !strings.Contains(request, "Gamecontroller") || strings.Contains(request, "WHITE") {
			t.Errorf("request %q", request)
		}
		_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\n\r\n"+strings.ToUpper(scrambler.Scramble("(cell 1 b)")))
	})
	ctx, cancel := context.WithTimeout(context.Background(), enough)
	defer cancel()
	r, err := Client{}.Send(ctx, addr, enc, ggp.Start{MatchID: "m", Role: "white", Rules: rules, StartClock: 1, PlayClock: 1})
	if err != nil || r.Text != "(cell 1 b)" {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := (Client{}).Send(ctx, addr, enc, ggp.Abort{MatchID: "a b"}); err == nil {
		t.Error("a message that cannot be written was sent")
	}
}

// FuzzResponse checks that no response makes the reader panic or take text that
// was not sent.
func FuzzResponse(f *testing.F) {
	f.Add([]byte("HTTP/1.0 200 OK\r\nContent-length: 4\r\n\r\nnoop"), true)
	f.Add([]byte("HTTP/1.0 200 OK\r\n\r\n(a\n\nb)"), false)
	f.Add([]byte("HTTP"), true)
	f.Fuzz(func(t *testing.T, got []byte, ended bool) {
		text, complete, err := response(got, ended)
		if err != nil && (complete || text != "") {
			t.Errorf("%q: an error and an answer", got)
		}
		if !strings.HasSuffix(string(got), text) {
			t.Errorf("%q: answer %q", got, text)
		}
	})
}
