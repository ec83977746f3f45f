// Package server is the player's end of the protocol: it listens, reads one
// message per connection, asks a Handler and sends its answer.
//
// The promise: whoever sends something gets an answer, at the latest after the
// read timeout. A message that cannot be read or is unknown, and a handler that
// panics, are answered with HTTP status 200 and the body "nil": Dresden's server
// ignores the status and GGP-Base's reads the body as an illegal move, so both
// go on with the match, where silence would cost them the whole clock. A message
// is handled while others are thought about, so INFO and ABORT never wait. A
// handler that asks for it (Taker) gets messages in the order of their connections.
//
// What the server families and browsers send is brought into one shape before
// fasthttp sees it (see request.go): HTTP/1.0 and 1.1, header names in any case,
// no Host, no Content-Length or one that counts characters, GET with the message
// in the path. Answers carry GGP-Base's response head byte for byte, and the
// connection is closed after each, since Dresden's server reads until then.
//
// The package never looks into a message beyond ggp.Parse. Sizes, the number of
// connections and the time for reading are bounded; thinking time is not, it is
// the handler's.
package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"github.com/valyala/fasthttp"

	"ludens/ggp"
)

// Handler answers messages. Handle is called from many goroutines at once. The
// context ends when the server is shut down by force, not when a message's clock
// runs out: the clocks are in the messages.
type Handler interface {
	Handle(ctx context.Context, m ggp.Message) (answer string)
}

// Taker is a Handler that wants messages in the order in which they came, which
// matters when several lie there because the process has stood still. Take is
// called instead of Handle, in the order in which the connections of an address were
// made and never twice at a time. It notes the message and must not block; the
// result waits for the answer.
type Taker interface {
	Handler
	Take(ctx context.Context, m ggp.Message, a Arrival) (wait func() (answer string))
}

// Arrival is how a message came.
type Arrival struct {
	// At is when it came: when its connection was accepted, or when its first byte
	// came, if that was more than a second later.
	At time.Time
	// Waits reports whether the sender still waits for the answer. One that has closed
	// its side of the connection counts as gone, though it may still read.
	Waits func() bool
}

// Player is a Handler that tells which match is being played. Places are kept for
// the address that its messages come from.
type Player interface {
	Handler
	Playing() (match string, on bool)
}

// HandlerFunc makes a function a Handler.
type HandlerFunc func(ctx context.Context, m ggp.Message) string

// Handle implements Handler.
func (f HandlerFunc) Handle(ctx context.Context, m ggp.Message) string { return f(ctx, m) }

// Config holds the server's options; the zero value works.
type Config struct {
	// MaxBody is the most bytes of a message, and of the request line of a GET,
	// which carries one; default 16 MiB.
	MaxBody int
	// MaxHeld is the most bytes of messages that all connections together hold;
	// a long one that comes beyond is treated as too long. Default four times
	// MaxBody.
	MaxHeld int
	// MaxConns is the most connections at a time; default 512, so that those of a whole
	// room that say nothing leave others their place. For a further one the oldest is
	// sent away, with status 503, that has not brought its message, of the address that
	// has the most of them; where all are being answered, the further one.
	MaxConns int
	// MaxPerAddress is the most connections of one address (of IPv6, of one network of
	// 64 bits); default half of MaxConns.
	MaxPerAddress int
	// ReadTimeout is the longest a request may take to arrive; default 30 s.
	ReadTimeout time.Duration
	// WriteTimeout is the longest an answer may take to leave; default 10 s.
	WriteTimeout time.Duration
	// Quiet is how long to wait for more of a message whose length was not told
	// or told wrongly, when what has come could be all; default 500 ms.
	Quiet time.Duration
	// Limits bound the messages; MaxBody bounds their bytes as well.
	Limits ggp.Limits
	// Log gets messages that were not understood as warnings, the others as debug
	// lines, and the text of all at the trace level. The zero value logs nothing.
	Log zerolog.Logger
}

func (c Config) withDefaults() Config {
	if c.MaxBody <= 0 {
		c.MaxBody = 16 << 20
	}
	if c.MaxHeld <= 0 {
		c.MaxHeld = 4 * c.MaxBody
	}
	if c.MaxConns <= 0 {
		c.MaxConns = 512
	}
	if c.MaxPerAddress <= 0 {
		c.MaxPerAddress = max(c.MaxConns/2, 1)
	}
	if c.ReadTimeout <= 0 {
		c.ReadTimeout = 30 * time.Second
	}
	if c.WriteTimeout <= 0 {
		c.WriteTimeout = 10 * time.Second
	}
	if c.Quiet <= 0 {
		c.Quiet = 500 * time.Millisecond
	}
	c.Limits.Bytes = c.MaxBody
	return c
}

// Server is a listening player.
type Server struct {
	cfg     Config
	handler Handler
	ln      net.Listener
	http    *fasthttp.Server

	line line // of connections whose message has not been taken

	base context.Context // ends on forced shutdown
	stop context.CancelFunc

	mu      sync.Mutex
	conns   map[*conn]bool // open connections that have not been sent away
	doors   map[netip.Prefix]*door
	held    int64        // bytes of messages
	match   string       // the match last heard of that was being played,
	manager netip.Prefix // and where from
	crowded bool         // accept has to slow down
	closing bool
	open    sync.WaitGroup // one per open connection
}

// Listen binds a TCP address, for example ":9147"; port 0 takes a free one. It
// accepts nothing before Serve.
func Listen(addr string, cfg Config, h Handler) (*Server, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for messages: %w", err)
	}
	return New(ln, cfg, h), nil
}

// New makes a server on an existing listener, which it will close.
func New(ln net.Listener, cfg Config, h Handler) *Server {
	s := &Server{cfg: cfg.withDefaults(), handler: h, ln: ln, conns: map[*conn]bool{}, doors: map[netip.Prefix]*door{}}
	s.base, s.stop = context.WithCancel(context.Background())
	s.http = &fasthttp.Server{
		Handler:            s.serve,
		Name:               "",
		Concurrency:        math.MaxInt32, // accept has counted them
		MaxRequestBodySize: s.cfg.MaxBody,
		DisableKeepalive:   true,
		Logger:             printfLogger{s.cfg.Log},
	}
	return s
}

// Addr is the address the server listens on.
func (s *Server) Addr() net.Addr { return s.ln.Addr() }

// Port is the TCP port the server listens on, 0 if it is not a TCP listener.
func (s *Server) Port() int {
	if a, ok := s.ln.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// Serve accepts connections until Shutdown, and then returns nil. Every
// connection has a goroutine, which Shutdown waits for; fasthttp's own pool is
// not used, since its goroutines outlive its server by seconds.
func (s *Server) Serve() error {
	for {
		c, err := s.accept()
		if err != nil {
			s.mu.Lock()
			closing := s.closing
			s.mu.Unlock()
			if closing {
				return nil
			}
			return fmt.Errorf("accept a connection: %w", err)
		}
		go func() {
			if err := s.http.ServeConn(c); err != nil {
				s.cfg.Log.Debug().Str("remote", c.remote()).Err(err).Msg("connection ended early")
			}
		}()
	}
}

// Shutdown stops accepting, drops requests that have not fully arrived, lets
// handlers finish and their answers leave. When ctx ends first, the handlers'
// context is cancelled and all connections are closed; then ctx's error is
// returned once every handler has returned or, for handlers that do not heed
// their context, after one more second.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closing = true
	for c := range s.conns {
		if c.stage == reading {
			c.Conn.Close()
		}
	}
	s.mu.Unlock()
	err := s.ln.Close()
	if errors.Is(err, net.ErrClosed) {
		err = nil
	}

	done := make(chan struct{})
	go func() { // ends when the last connection does
		s.open.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
		s.stop()
		s.mu.Lock()
		for c := range s.conns {
			c.Conn.Close()
		}
		s.mu.Unlock()
		select {
		case <-done:
		case <-time.After(time.Second):
			err = fmt.Errorf("a handler goes on after its context ended: %w", err)
		}
	}
	s.stop()
	if err != nil {
		return fmt.Errorf("shut down message server: %w", err)
	}
	return nil
}

// serve is fasthttp's handler: one request, brought into shape by conn.
func (s *Server) serve(ctx *fasthttp.RequestCtx) {
	c, ok := ctx.Conn().(*conn)
	if !ok { // cannot happen: every connection comes from listener
		ctx.Error("no connection", fasthttp.StatusInternalServerError)
		return
	}
	there := s.at(c, handling) // Shutdown waits for its answer from now on
	answer := ""
	if !there { // sent away at the last moment: nobody would read the answer
		c.text = ""
	} else if c.kind == kindMessage {
		answer = s.answer(c, c.text)
		c.text = ""
	} else if c.kind == kindTooLong {
		s.cfg.Log.Warn().Str("remote", c.remote()).Int("most", s.cfg.MaxBody).Msg("message too long")
		answer = ggp.Nil
	}
	// fasthttp's own response head differs from GGP-Base's in order, case and
	// protocol version, so the response is written to the connection directly.
	ctx.HijackSetNoResponse(true)
	ctx.Hijack(func(net.Conn) { c.respond(answer) })
}

// answer parses a message and asks the handler.
func (s *Server) answer(c *conn, body string) (answer string) {
	begin := time.Now()
	var err error
	defer func() {
		if p := recover(); p != nil {
			answer = ggp.Nil
			err = fmt.Errorf("handler panicked: %v", p)
		}
		if answer == "" {
			answer = ggp.Nil
		}
		if err != nil {
			s.cfg.Log.Warn().Str("remote", c.remote()).Err(err).Int("bytes", len(body)).Msg("message answered with nil")
		} else {
			s.cfg.Log.Debug().Str("remote", c.remote()).Dur("took", time.Since(begin)).Str("answer", answer).Msg("message answered")
		}
		s.cfg.Log.Trace().Str("remote", c.remote()).Str("text", body).Str("answer", answer).Msg("message")
	}()
	m, err := ggp.Parse(body, s.cfg.Limits)
	if err != nil {
		return ggp.Nil
	}
	return s.ask(c, m)
}

// ask gives a message to the handler.
func (s *Server) ask(c *conn, m ggp.Message) string {
	t, ok := s.handler.(Taker)
	if !ok {
		defer s.heard(c, m.Match())
		return s.handler.Handle(s.base, m)
	}
	var wait func() string
	s.line.take(c.place, func() { wait = t.Take(s.base, m, Arrival{At: c.came(), Waits: c.wire.waits}) })
	s.heard(c, m.Match())
	return wait()
}

// responseHead is GGP-Base's, byte for byte; the length comes between.
const (
	headBefore = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: "
	headAfter  = "\r\nAccess-Control-Allow-Origin: *\r\n" +
		"Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n" +
		"Access-Control-Allow-Headers: Content-Type\r\n" +
		"Access-Control-Allow-Age: 86400\r\n\r\n"
)

// respond writes the response and waits a moment for the peer to take it, since
// closing a connection with unread input would throw the answer away.
func (c *conn) respond(answer string) {
	out := make([]byte, 0, len(headBefore)+len(headAfter)+len(answer)+8)
	out = append(out, headBefore...)
	out = strconv.AppendInt(out, int64(len(answer)), 10)
	out = append(out, headAfter...)
	out = append(out, answer...)
	_, err := c.Write(out)
	c.srv.at(c, leaving)
	if err != nil {
		c.srv.cfg.Log.Warn().Str("remote", c.remote()).Err(err).Msg("answer could not be sent")
		return
	}
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		c.drain()
	}
}

// drain throws away what the peer still sends. Somebody with a message that is too
// long reads no answer before all of it has left, so that one is heard out, up to a
// limit, however slowly it comes; others should have ended.
func (c *conn) drain() {
	most, linger := int64(1<<20), 250*time.Millisecond
	if c.kind == kindTooLong {
		most, linger = 4*int64(c.srv.cfg.MaxBody), c.srv.cfg.WriteTimeout
	}
	if c.Conn.SetReadDeadline(time.Now().Add(linger)) != nil {
		return
	}
	for chunk := make([]byte, 16<<10); most > 0; {
		n, err := c.receive(chunk)
		if err != nil {
			return
		}
		most -= int64(n)
	}
}

type printfLogger struct{ log zerolog.Logger }

func (p printfLogger) Printf(format string, args ...any) { p.log.Debug().Msgf(format, args...) }
