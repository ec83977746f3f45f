package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/internal/serving"
	"ludens/match"
)

// Options are how a server is run. The zero value works on loopback.
type Options struct {
	// Token is what requests that change something must carry, as "Authorization:
	// Bearer TOKEN". Empty: none is asked for, which only a server on loopback may do.
	Token string
	// Hosts are the names by which the server may be called, besides localhost and
	// addresses in digits.
	Hosts []string
	// Matches bounds how many matches are played at once; default 64.
	Matches int
	// Kept bounds how many finished matches stay in memory; default 32.
	Kept int
	// Watchers bounds how many pages watch matches at once; default 256.
	Watchers int
	// Connections bounds how many connections are open at once; default 1024.
	Connections int
	// Hint is how long the player thinks about a hint; default 2 s.
	Hint time.Duration
	// HintAgent is who gives hints; default "mcts".
	HintAgent string
	// Version is told by the API.
	Version string
	// write is how long an answer may take to leave; who does not read it holds a
	// connection for no longer.
	write time.Duration
	// Log gets failures. The zero value logs nothing.
	Log zerolog.Logger
}

// Validate reports what is wrong with Options.
func (o Options) Validate() error {
	if o.Matches < 0 || o.Kept < 0 || o.Watchers < 0 || o.Connections < 0 || o.Hint < 0 {
		return errors.New("web: a limit is negative")
	}
	if err := serving.CheckToken(o.Token); err != nil {
		return fmt.Errorf("web: %w", err)
	}
	return nil
}

func (o *Options) withDefaults() {
	set := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	set(&o.Matches, 64)
	set(&o.Kept, 32)
	set(&o.Watchers, 256)
	set(&o.Connections, 1024)
	if o.Hint == 0 {
		o.Hint = 2 * time.Second
	}
	if o.write == 0 {
		o.write = 30 * time.Second
	}
	if o.HintAgent == "" {
		o.HintAgent = "mcts"
	}
}

// Server plays matches and shows them. Make it with New.
type Server struct {
	host    Host
	o       Options
	log     zerolog.Logger
	players players
	roll    roll
	metrics metrics
	api     http.Handler
	opens   chan struct{} // a place for each game that may be opened at once for people who look
	queue   *serving.Room // a place for each that may wait for one of those
	hints   chan struct{} // a place for each hint that may be thought about at once
	watch   *serving.Room // a place for each watcher
	tables  chan struct{} // a place for each table of ratings that may be worked out at once
	cups    cups

	life context.Context // of all matches
	kill context.CancelCauseFunc
	wg   sync.WaitGroup

	mu     sync.Mutex
	lives  map[string]*live
	ended  []string // finished matches that are in memory, the oldest first
	last   int64    // milliseconds in the last identifier
	replay replays
}

// New makes a server.
func New(h Host, o Options) (*Server, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.withDefaults()
	s := &Server{host: h, o: o, log: o.Log, lives: map[string]*live{}, opens: make(chan struct{}, mostOpening), queue: serving.NewRoom(mostQueued), hints: make(chan struct{}, 2), watch: serving.NewRoom(o.Watchers), tables: make(chan struct{}, 1)}
	s.metrics.begin()
	s.life, s.kill = context.WithCancelCause(context.Background())
	s.api = s.guard(s.mux())
	return s, nil
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.api }

// Serve answers requests that come to a listener until ctx ends, and then ends all
// matches and waits for everything.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	err := serving.Until(ctx, l, s.api, s.o.Connections, func() { s.kill(errStop) }) // watchers leave too, which Until waits for
	return errors.Join(err, s.Close())
}

var errStop = errors.New("the server was stopped")

// Close ends all matches and waits for them.
func (s *Server) Close() error {
	s.kill(errStop)
	s.wg.Wait()
	return nil
}

// recorder keeps records, if there is somewhere to.
func (s *Server) recorder() match.Recorder {
	if a := s.host.Archive(); a != nil {
		return a
	}
	return nil
}

// newID makes an identifier from a game's name: one symbol, as the protocol needs it,
// different for every match.
func (s *Server) newID(name string) string {
	clean := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(s.last+1, time.Now().UnixMilli())
	return fmt.Sprintf("Ludens.%s.%d", clean, s.last)
}

// admit takes a match in, if there is room.
func (s *Server) admit(l *live) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return fmt.Errorf("%w: the server is being stopped", ErrBad)
	}
	if n := len(s.lives) - len(s.ended); n >= s.o.Matches {
		return fmt.Errorf("%w: %d matches are being played, and no more may be", errBusy, n)
	}
	s.lives[l.film.id] = l
	return nil
}

// retire lets go of the oldest finished matches, which are in the archive.
func (s *Server) retire(l *live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = append(s.ended, l.film.id)
	for len(s.ended) > s.o.Kept {
		delete(s.lives, s.ended[0])
		s.ended = s.ended[1:]
	}
}

// live finds a match in memory.
func (s *Server) live(id string) *live {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lives[id]
}

// playing are the matches in memory.
func (s *Server) playing() []*live {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*live
	for _, l := range s.lives {
		out = append(out, l)
	}
	return out
}
