// Package client is the manager's end of the protocol: it sends one message to
// one player and reads its answer.
//
// The promise: Exchange returns when the context ends, whatever the player does
// (dribbling single bytes included), leaves no goroutine or connection behind,
// and tells apart what went wrong: no connection, no answer in time, an answer
// that is not HTTP. Whether an answer is a legal move is for others to say.
//
// The request is HTTP/1.0, byte for byte as GGP-Base's server or Dresden's
// controller sends it, on a connection of its own. The reply is read up to its
// Content-Length, or until the player closes; players that count characters
// instead of bytes are understood.
package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"ludens/ggp"
)

// Kind says what went wrong with an exchange.
type Kind int

const (
	// Connection: the player could not be reached, or the connection broke
	// before the whole answer was there.
	Connection Kind = iota
	// Timeout: the player was reached, but its answer did not come in time.
	Timeout
	// Garbage: what came is not an HTTP response, or too long.
	Garbage
)

// String gives the kind in one word.
func (k Kind) String() string {
	switch k {
	case Connection:
		return "connection"
	case Timeout:
		return "timeout"
	case Garbage:
		return "garbage"
	}
	return "kind " + strconv.Itoa(int(k))
}

// Error is why there is no answer.
type Error struct {
	Kind Kind
	Addr string
	Err  error
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("send message to %s: %s: %v", e.Addr, e.Kind, e.Err)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Client sends messages. The zero value works; it may be copied and used from
// any number of goroutines.
type Client struct {
	// ConnectTimeout bounds connecting, looking up the name included, within
	// the message's own deadline; default 5 s as in GGP-Base's server.
	ConnectTimeout time.Duration
	// MaxReply is the most bytes of a response, head included; default 1 MiB.
	MaxReply int
	// Dresden sends the request head of Dresden's controller, not GGP-Base's.
	Dresden bool
	// Receiver is the player's name for the request head; GGP-Base's server
	// leaves it empty for INFO, Dresden's controller puts the host name there.
	Receiver string
}

// Reply is a player's answer.
type Reply struct {
	Text      string        // the body, white space around it removed
	Connected time.Duration // until the connection stood
	Took      time.Duration // until the whole answer was there
}

// Send encodes a message, exchanges it and decodes the answer by the same
// encoder.
func (c Client) Send(ctx context.Context, addr string, enc *ggp.Encoder, m ggp.Message) (Reply, error) {
	body, err := enc.Encode(m)
	if err != nil {
		return Reply{}, err
	}
	c.Dresden = enc.Dialect.Dresden()
	r, err := c.Exchange(ctx, addr, body)
	r.Text = enc.Decode(r.Text)
	return r, err
}

// Exchange sends one message to addr ("host:port") and reads the answer. The
// context's deadline is the player's. The error is an *Error.
func (c Client) Exchange(ctx context.Context, addr, body string) (Reply, error) {
	if c.ConnectTimeout <= 0 {
		c.ConnectTimeout = 5 * time.Second
	}
	if c.MaxReply <= 0 {
		c.MaxReply = 1 << 20
	}
	begin := time.Now()
	dialer := net.Dialer{Timeout: c.ConnectTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return Reply{Took: time.Since(begin)}, &Error{Connection, addr, err}
	}
	defer conn.Close()
	r := Reply{Connected: time.Since(begin)}

	// A past deadline wakes up whatever the connection is waiting for.
	release := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer release()
	if deadline, ok := ctx.Deadline(); ok {
		// Set after AfterFunc, so look again whether it has already fired.
		_ = conn.SetDeadline(deadline)
		if ctx.Err() != nil {
			_ = conn.SetDeadline(time.Unix(1, 0))
		}
	}

	text, err := c.talk(conn, addr, body)
	r.Took = time.Since(begin)
	r.Text = strings.TrimSpace(text)
	if err != nil {
		kind := Connection
		switch {
		case errors.Is(err, errGarbage):
			kind = Garbage
		case errors.Is(err, os.ErrDeadlineExceeded):
			kind = Timeout
		}
		return r, &Error{kind, addr, err}
	}
	return r, nil
}

var errGarbage = errors.New("the answer is not an HTTP response")

func (c Client) talk(conn net.Conn, addr, body string) (string, error) {
	if _, err := conn.Write(c.request(addr, body)); err != nil {
		// A player may answer and close without reading everything; only if no
		// answer is there either, the write's error counts.
		text, readErr := c.read(conn)
		if readErr == nil {
			return text, nil
		}
		return "", err
	}
	return c.read(conn)
}

// request writes the head as the server families do, byte for byte.
func (c Client) request(addr, body string) []byte {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	var b bytes.Buffer
	b.WriteString("POST / HTTP/1.0\r\nAccept: text/delim\r\n")
	if c.Dresden {
		fmt.Fprintf(&b, "Sender: Gamecontroller\r\nReceiver: %s\r\nContent-type: text/acl\r\nContent-length: %d\r\n\r\n",
			headerValue(host), len(body))
	} else {
		if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
			host = "localhost" // what the reverse look-up gives there
		}
		fmt.Fprintf(&b, "Host: %s\r\nSender: GAMESERVER\r\nReceiver: %s\r\nContent-Type: text/acl\r\nContent-Length: %d\r\n\r\n",
			headerValue(host), headerValue(c.Receiver), len(body))
	}
	b.WriteString(body)
	return b.Bytes()
}

// headerValue keeps a name from breaking the head.
func headerValue(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '_'
		}
		return r
	}, s)
}

// read reads a response: status line, header, body.
func (c Client) read(conn io.Reader) (string, error) {
	var got []byte
	chunk := make([]byte, 4096)
	for {
		n, err := conn.Read(chunk)
		got = append(got, chunk[:n]...)
		if len(got) > c.MaxReply {
			return "", fmt.Errorf("%w: longer than %d bytes", errGarbage, c.MaxReply)
		}
		ended := errors.Is(err, io.EOF)
		text, complete, bad := response(got, ended)
		switch {
		case bad != nil:
			return "", bad
		case complete:
			return text, nil
		case ended:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		}
	}
}

// response looks whether got holds a whole response. Players that count
// characters tell a length that is too short when there are others than ASCII,
// so an answer with open parentheses goes on; at the end of the stream, what
// has come is the answer, whatever the length said.
func response(got []byte, ended bool) (text string, complete bool, err error) {
	const proto = "HTTP/"
	if n := min(len(got), len(proto)); !strings.EqualFold(string(got[:n]), proto[:n]) {
		return "", false, fmt.Errorf("%w: it begins with %q", errGarbage, got[:min(len(got), 20)])
	}
	head, body, found := bytes.Cut(got, []byte("\r\n\r\n"))
	if i := bytes.Index(got, []byte("\n\n")); i >= 0 && (!found || i < len(head)) {
		head, body, found = got[:i], got[i+2:], true
	}
	if !found {
		if ended && len(got) > 0 {
			return "", false, fmt.Errorf("%w: its head does not end", errGarbage)
		}
		return "", false, nil
	}
	if ended {
		return string(body), true, nil
	}
	for _, line := range strings.Split(string(head), "\n") {
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "content-length") {
			continue
		}
		n, convErr := strconv.Atoi(strings.TrimSpace(value))
		if convErr == nil && n >= 0 && len(body) >= n &&
			bytes.Count(body, []byte("(")) <= bytes.Count(body, []byte(")")) {
			return string(body), true, nil
		}
	}
	return "", false, nil
}
