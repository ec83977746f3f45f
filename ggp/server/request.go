package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// What a connection turned out to bring.
const (
	kindMessage = iota // a body to be parsed
	kindEmpty          // OPTIONS and other methods: an empty answer
	kindTooLong        // more than MaxBody
)

// refusal is the answer to a connection too many.
const refusal = "HTTP/1.0 503 Service Unavailable\r\nContent-type: text/acl\r\nContent-length: 4\r\n\r\nbusy"

// accept waits for a connection. Errors that pass (a client that has gone again,
// no file descriptor left) do not end the server.
func (s *Server) accept() (*conn, error) {
	for delay := 5 * time.Millisecond; ; {
		nc, err := s.ln.Accept()
		if err == nil {
			c := newConn(nc, s)
			taken := s.opened(c)
			for begin := time.Now(); !taken && s.ofManager(c) && time.Since(begin) < quarter; {
				time.Sleep(time.Millisecond) // a burst of short messages is answered soon
				taken = s.opened(c)
			}
			if s.slow() {
				time.Sleep(pace)
			}
			if taken {
				return c, nil
			}
			_ = nc.SetDeadline(time.Now().Add(100 * time.Millisecond))
			_, _ = io.WriteString(nc, refusal)
			nc.Close()
			continue
		}
		passing := errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) ||
			errors.Is(err, syscall.ECONNABORTED) || errors.Is(err, syscall.ENOBUFS) || errors.Is(err, syscall.ENOMEM)
		if !passing {
			return nil, err
		}
		if (errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) && s.scarce() {
			continue
		}
		s.cfg.Log.Warn().Err(err).Msg("accept a connection")
		select {
		case <-time.After(delay):
		case <-s.base.Done():
			return nil, net.ErrClosed
		}
		delay = min(2*delay, time.Second)
	}
}

// closed takes a connection out of all books.
func (s *Server) closed(c *conn) {
	s.line.leave(c.place)
	s.mu.Lock()
	s.forget(c)
	s.mu.Unlock()
	s.open.Done()
}

// conn gives fasthttp a plain request whatever the peer sent: the first Read
// takes in the whole request and puts an empty one in its place. The message stays
// here, so that there is one copy of it, and every form of body is counted alike.
type conn struct {
	net.Conn
	srv   *Server
	place *place
	from  netip.Prefix
	wire  wire
	first time.Time // when the first byte was read

	stage stage // guarded by Server.mu
	held  int64 // bytes of the message counted in Server.held; guarded by Server.mu

	kind     int
	text     string // the message
	prepared bool
	buf      []byte // what fasthttp has not read yet
	err      error
	once     sync.Once
}

func newConn(nc net.Conn, s *Server) *conn { return &conn{Conn: nc, srv: s, wire: newWire(nc)} }

// receive reads from the peer, until the deadline of the connection below.
func (c *conn) receive(p []byte) (int, error) {
	n, err := c.wire.read(c.Conn, p)
	if n > 0 && c.first.IsZero() {
		c.first = time.Now()
	}
	return n, err
}

// came is when the message came: when its connection was accepted, and if nothing
// followed for a while, when it began.
func (c *conn) came() time.Time {
	if c.first.Sub(c.place.since) > freshFor {
		return c.first
	}
	return c.place.since
}

// Close closes the connection once.
func (c *conn) Close() (err error) {
	c.once.Do(func() {
		err = c.Conn.Close()
		c.srv.closed(c)
	})
	return err
}

func (c *conn) remote() string { return c.Conn.RemoteAddr().String() }

// SetReadDeadline does nothing: conn keeps the deadlines of reading itself.
func (c *conn) SetReadDeadline(time.Time) error { return nil }

// Write writes within the write timeout, also what fasthttp answers by itself to
// somebody who has sent nothing in time.
func (c *conn) Write(p []byte) (int, error) {
	if err := c.Conn.SetWriteDeadline(time.Now().Add(c.srv.cfg.WriteTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// Read gives the rewritten request.
func (c *conn) Read(p []byte) (int, error) {
	if !c.prepared {
		c.prepared = true
		c.err = c.prepare()
	}
	if len(c.buf) > 0 {
		n := copy(p, c.buf)
		c.buf = c.buf[n:]
		return n, nil
	}
	if c.err != nil {
		return 0, c.err
	}
	return 0, io.EOF
}

// mostHead bounds the request line and header fields together.
func (c *conn) mostHead() int { return c.srv.cfg.MaxBody + 64<<10 }

// prepare reads the request and fills buf. It fails only when nothing came.
func (c *conn) prepare() error {
	deadline := time.Now().Add(c.srv.cfg.ReadTimeout)
	if err := c.Conn.SetReadDeadline(deadline); err != nil {
		return err
	}
	head, rest, err := c.readHead()
	if err != nil {
		if len(head) == 0 {
			return err
		}
		// Something came that is not a request: it gets an answer, as a message
		// that cannot be read.
		c.emit("")
		return nil
	}
	h := parseHead(head)
	switch strings.ToUpper(h.method) {
	case "POST":
	case "GET":
		c.emit(messageInPath(h.target))
		return nil
	default:
		c.kind = kindEmpty
		c.emit("")
		return nil
	}
	if h.expect {
		_, _ = io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
	}
	var text string
	var whole bool
	if h.chunked {
		text, whole = c.readChunked(rest, deadline)
	} else {
		text, whole = c.readBody(rest, h.length, deadline)
	}
	if !whole {
		c.kind = kindTooLong
		c.srv.mu.Lock()
		c.srv.release(c)
		c.srv.mu.Unlock()
	}
	c.emit(text)
	return nil
}

// emit notes the message and makes the request that fasthttp gets to see.
func (c *conn) emit(text string) {
	c.text = text
	c.buf = []byte("POST / HTTP/1.1\r\nHost: player\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
}

// alwaysHeld is the length up to which a message is taken in whatever others have
// sent: every PLAY is shorter.
const alwaysHeld = 64 << 10

// readHead reads up to the empty line, and gives what came behind it as rest.
func (c *conn) readHead() (head, rest []byte, err error) {
	var got []byte
	chunk := make([]byte, 4096)
	for {
		n, err := c.receive(chunk)
		from := max(len(got)-3, 0)
		got = append(got, chunk[:n]...)
		if at, size := emptyLine(got[from:]); at >= 0 {
			return got[:from+at], got[from+at+size:], nil
		}
		if err != nil {
			return got, nil, err
		}
		if !c.hold(n) || len(got) > c.mostHead() {
			return got, nil, errors.New("request head too long")
		}
	}
}

// emptyLine finds the end of the header: CRLF CRLF, or bare line feeds.
func emptyLine(b []byte) (at, size int) {
	at = -1
	for _, end := range []string{"\r\n\r\n", "\n\n", "\n\r\n"} {
		if i := bytes.Index(b, []byte(end)); i >= 0 && (at < 0 || i < at) {
			at, size = i, len(end)
		}
	}
	return at, size
}

type requestHead struct {
	method, target  string
	length          int // -1 when missing or nonsense
	chunked, expect bool
}

// parseHead reads the request line and the fields that matter, with names in
// any case; what is malformed is passed over.
func parseHead(head []byte) requestHead {
	h := requestHead{length: -1}
	lines := strings.Split(string(head), "\n")
	words := strings.Fields(lines[0])
	if len(words) > 0 {
		h.method = words[0]
	}
	// The target may hold blanks if a sloppy client did not escape them.
	if len(words) > 1 {
		target := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[0]), words[0]))
		if last := words[len(words)-1]; len(words) > 2 && strings.HasPrefix(strings.ToUpper(last), "HTTP/") {
			target = strings.TrimSpace(strings.TrimSuffix(target, last))
		}
		h.target = target
	}
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "content-length":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 {
				h.length = n
			}
		case "transfer-encoding":
			h.chunked = strings.EqualFold(value, "chunked")
		case "expect":
			h.expect = strings.EqualFold(value, "100-continue")
		}
	}
	return h
}

// messageInPath decodes GET's target as GGP-Base does: form encoding, carriage
// returns to blanks. A path that is not validly escaped is taken as it is.
func messageInPath(target string) string {
	path := strings.TrimPrefix(target, "/")
	if text, err := url.QueryUnescape(path); err == nil {
		path = text
	}
	return strings.ReplaceAll(path, "\r", " ")
}

// readBody reads a message. Whether it is complete is decided by the length
// told and by the parentheses together, because the server families count
// characters where HTTP counts bytes: a message goes on past its length while
// parentheses are open, and ends before it when all are closed, if nothing
// comes for a while. Without a length it ends with the stream, or after that
// while. It is false when the message is too long.
func (c *conn) readBody(rest []byte, length int, deadline time.Time) (string, bool) {
	if length > c.srv.cfg.MaxBody {
		return "", false
	}
	// Room is made for what has come and never for what was only told: a length
	// costs its sender nothing.
	var body strings.Builder
	body.Write(rest)
	var b balance
	b.add(rest)
	chunk := make([]byte, 16<<10)
	for {
		if body.Len() > c.srv.cfg.MaxBody {
			return "", false
		}
		told := length >= 0 && body.Len() >= length
		if told && b.closed() {
			return body.String(), true
		}
		wait := deadline
		if told || b.complete() {
			if quiet := time.Now().Add(c.srv.cfg.Quiet); quiet.Before(wait) {
				wait = quiet
			}
		}
		if err := c.Conn.SetReadDeadline(wait); err != nil {
			return body.String(), true
		}
		n, err := c.receive(chunk)
		if !c.hold(2 * n) { // twice, since the text grows by doubling
			return "", false
		}
		body.Write(chunk[:n])
		b.add(chunk[:n])
		if n == 0 && err != nil {
			// The end of the stream, a pause, or a broken connection: what has
			// come is the message, and parsing it will tell whether it is one.
			if !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
				c.srv.cfg.Log.Debug().Str("remote", c.remote()).Err(err).Msg("read a message")
			}
			return body.String(), true
		}
	}
}

// readChunked reads a message that comes in chunks (RFC 9112, section 7.1), within
// the same limits as any other. Where the stream breaks off, or is none of chunks,
// what has come is the message, and parsing it will tell whether it is one; so it is
// when nothing more comes for a while of what could be all. It is false when the
// message is too long.
func (c *conn) readChunked(rest []byte, deadline time.Time) (string, bool) {
	r := httputil.NewChunkedReader(io.MultiReader(bytes.NewReader(rest), reader(c.receive)))
	var body strings.Builder
	var b balance
	chunk := make([]byte, 16<<10)
	for {
		wait := deadline
		if b.complete() {
			if quiet := time.Now().Add(c.srv.cfg.Quiet); quiet.Before(wait) {
				wait = quiet
			}
		}
		if err := c.Conn.SetReadDeadline(wait); err != nil {
			return body.String(), true
		}
		n, err := r.Read(chunk)
		if body.Len()+n > c.srv.cfg.MaxBody || !c.hold(2*n) { // twice, since the text grows by doubling
			return "", false
		}
		body.Write(chunk[:n])
		b.add(chunk[:n])
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.srv.cfg.Log.Debug().Str("remote", c.remote()).Err(err).Msg("read a message in chunks")
			}
			return body.String(), true
		}
	}
}

// reader makes a function an io.Reader.
type reader func(p []byte) (int, error)

// Read calls it.
func (f reader) Read(p []byte) (int, error) { return f(p) }

// balance counts parentheses outside comments in a stream of text.
type balance struct {
	depth   int
	seen    bool // there was a parenthesis
	comment bool
}

func (b *balance) add(text []byte) {
	for _, ch := range text {
		switch {
		case b.comment:
			b.comment = ch != '\n'
		case ch == ';':
			b.comment = true
		case ch == '(':
			b.depth++
			b.seen = true
		case ch == ')':
			b.depth--
		}
	}
}

// closed reports that no parenthesis is open.
func (b *balance) closed() bool { return b.depth <= 0 }

// complete reports that an expression has ended.
func (b *balance) complete() bool { return b.seen && b.depth <= 0 }
