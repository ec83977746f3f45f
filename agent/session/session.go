// Package session is the brain of a player that speaks the GGP protocol: from
// rule text to moves in time. Text comes in, text goes out; the messages
// themselves, HTTP and rule languages are the business of others (package ggp,
// and the Openers that a command supplies).
//
// What it promises the server:
//
//   - Every call returns before its clock, whatever the engine and the player do:
//     each answer has a watchdog that sends the best move at hand when thinking
//     oversleeps, hangs or panics. The reserve grows with the overshoot seen
//     (agent/clock).
//   - Moves are legal. START opens the rules with the quick engine at once, so
//     that a legal move is at hand from the first moment; the full engine is
//     built meanwhile and takes over at a turn boundary, after it has replayed
//     the match and agreed on the legal moves.
//   - A move is only sent if it is legal in the position of its turn. Until that
//     position has been reached there is nothing at hand, never the move of an
//     earlier turn: the answer waits until the clock ends, and is "nil" then.
//   - Thinking between messages (Config.Ponder) delays none: the next message ends it,
//     and its turn is followed while the player comes to an end.
//   - A message that comes twice gets the same answer. One that cannot be
//     followed (an unknown move text, a wrong number of moves, a lost turn) is
//     followed as far as possible (agent/infoset), and still answered. A joint
//     move that is not possible but would be after turns that were never told
//     counts as such. While several positions are possible, the answer is chosen
//     among moves that are legal in as many of them, by weight, as any is; it can
//     then be illegal in the true one, as nobody without its knowledge could help.
//   - When the process has stood still (stopped, or the machine slept), the
//     messages that came meanwhile are followed in order, each is taken to have
//     waited all that time, so that its answer leaves as soon as there is one,
//     and an answer that may have been too late is not believed to have been
//     played. Who takes messages from the network keeps their order by calling
//     TakeStart, TakePlay, Stop and Abort in it, and waiting afterwards.
//   - One match at a time: a START during a match is answered "busy", unless the
//     server of that match has been silent for longer than Config.Silence, whatever
//     clocks it named. It is not silent while it waits for an answer. Clocks count up
//     to LongestClock.
//
// Each match has one goroutine, the brain, that owns the position and the
// player and works off messages in order; players are called on goroutines of
// their own, so that one that hangs can be replaced. Close waits for all of them.
package session

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/clock"
	"ludens/agent/infoset"
	"ludens/game"
	"ludens/internal/memory"
)

// The answers that are not moves.
const (
	Ready   = "ready"
	Busy    = "busy"
	Done    = "done"
	Aborted = "aborted"
	Nil     = "nil" // a PLAY for which there is no move at all
)

// LongestClock is what a longer clock of a START counts as: nobody keeps the player
// busy for years.
const LongestClock = time.Hour

// Opener makes a game of rule text. It should end when ctx is done.
type Opener func(ctx context.Context, text string) (game.Game, error)

// Config is what a Session needs. Quick or Full, and NewPlayer, are required.
type Config struct {
	Name    string // the player's name; default "ludens"
	Species string // what it is; may be empty

	// Quick opens rules in milliseconds, however slowly they are played then.
	Quick Opener
	// Full opens rules for fast play; it may take long, or fail.
	Full Opener
	// Shared says that the games which Quick and Full give are used by others too, so
	// that nothing may be ended within a question (game.Sign). By default it is: what a
	// player still works on when its time is up, and everything when the match is over.
	Shared bool
	// NewPlayer returns a fresh player; it is called for every match, and again
	// when the engine is changed or a player had to be given up.
	NewPlayer func() agent.Player

	// Ponder has players that can (agent.Ponderer) go on thinking from the answer to the
	// next message. A forced move is then answered at once.
	Ponder bool
	// Cushion says how much time is reserved for answering.
	Cushion clock.Options
	// Silence is how long a match blocks others of which no message comes and for which
	// nobody waits; default five minutes.
	Silence time.Duration
	// Memory is the most bytes that the process may hold while a match is on, as resident
	// memory; 0 for no bound. Near it the building of engines is given up, the player
	// ends, and machines answer nothing until there is room again.
	Memory int64
	// Rules bounds the length of a description in bytes; default 64 MiB.
	Rules int
	// Watch has Session.Moment tell about matches, and players tell what they think.
	Watch bool
	// Infoset bounds the effort of following games that hide something.
	Infoset infoset.Options
	// Log gets what happens: moves and turns at debug, matches at info, failures
	// of engine, player or server at warning. The zero Logger is silent.
	Log zerolog.Logger
}

// Validate reports what is missing.
func (c Config) Validate() error {
	switch {
	case c.Quick == nil && c.Full == nil:
		return errors.New("session: no Opener is given")
	case c.NewPlayer == nil:
		return errors.New("session: NewPlayer is not given")
	case c.Silence < 0:
		return errors.New("session: the silence must not be negative")
	}
	return c.Cushion.Validate()
}

// Session plays matches, one at a time. It is safe for concurrent use.
type Session struct {
	cfg     Config
	cushion *clock.Cushion
	wg      sync.WaitGroup // every goroutine of every match
	watch   watch
	counter counter

	mu      sync.Mutex
	match   *match             // nil when free
	opened  opened             // by Preview
	preview context.CancelFunc // ends the preview that is under way; nil when none is
	closed  bool
}

// opened is a game that Preview has compiled.
type opened struct {
	rules string
	game  game.Game
}

// New returns a session that is free.
func New(cfg Config) (*Session, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Name == "" {
		cfg.Name = "ludens"
	}
	if cfg.Rules <= 0 {
		cfg.Rules = 64 << 20
	}
	if cfg.Silence == 0 {
		cfg.Silence = 5 * time.Minute
	}
	return &Session{cfg: cfg, cushion: clock.New(cfg.Cushion), watch: watch{on: cfg.Watch}}, nil
}

// Info is what a player tells about itself.
type Info struct {
	Name, Species string
	Busy          bool   // a match is on
	Match         string // its identifier
}

// Info tells name and status.
func (s *Session) Info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := Info{Name: s.cfg.Name, Species: s.cfg.Species}
	if s.match != nil && !s.match.stale(time.Now()) {
		i.Busy, i.Match = true, s.match.id
	}
	return i
}

// StartArgs are the parts of a START message.
type StartArgs struct {
	ID, Role, Rules       string
	StartClock, PlayClock time.Duration
	Received              time.Time // when the clock began to run; zero means now
	// Waits reports whether the server still waits for the answer; nil means that it
	// does.
	Waits func() bool
}

// Start takes part in a match. It returns "ready" when the start clock is used
// up or nothing is left to prepare, and "busy" when another match is on or the
// rules cannot be played.
func (s *Session) Start(a StartArgs) string { return s.TakeStart(a)() }

// always is an answer that is known at once.
func always(answer string) func() string { return func() string { return answer } }

// TakeStart is Start in two steps: it does not block, and its result waits for
// the answer.
func (s *Session) TakeStart(a StartArgs) (wait func() string) {
	if a.Received.IsZero() {
		a.Received = time.Now()
	}
	log := s.cfg.Log.With().Str("match", a.ID).Logger()
	s.mu.Lock()
	if old := s.match; old != nil {
		switch {
		case old.id == a.ID && old.role == a.Role && old.rules == a.Rules && !old.begun():
			s.mu.Unlock()
			log.Debug().Msg("START came again")
			return old.first.wait
		case !old.stale(a.Received):
			s.mu.Unlock()
			log.Info().Str("other", old.id).Msg("START refused: another match is on")
			s.counter.started(Busy, 0)
			return always(Busy)
		}
		log.Info().Str("other", old.id).Msg("abandoned a match whose server is silent")
		s.counter.failed(FailedSilence)
		s.detach(old)
	}
	if s.closed || len(a.Rules) > s.cfg.Rules {
		s.mu.Unlock()
		log.Warn().Int("bytes", len(a.Rules)).Msg("START refused: closed, or the rules are too long")
		s.counter.started(Busy, 0)
		return always(Busy)
	}
	m := newMatch(s, a, log)
	if s.opened.rules == a.Rules && s.opened.game != nil {
		m.ahead = s.opened.game
	}
	s.opened = opened{}
	if s.preview != nil {
		s.preview()
	}
	s.match = m
	s.watch.begin(m)
	m.spawn(m.brain)
	m.spawn(func() { s.cushion.Probe(m.ctx, m.alarm) })
	if s.cfg.Memory > 0 {
		m.spawn(func() { m.gauge.Watch(m.ctx, m.crowd) })
	}
	s.wg.Go(m.release)
	s.mu.Unlock()
	log.Info().Str("role", a.Role).Dur("start", a.StartClock).Dur("play", a.PlayClock).Msg("START")

	return func() string {
		answer := m.first.wait()
		s.counter.started(answer, time.Since(a.Received))
		if answer != Ready {
			s.mu.Lock()
			s.detach(m)
			s.mu.Unlock()
		}
		return answer
	}
}

// find returns the match with this identifier, and notes that its server lives.
func (s *Session) find(id string) *match {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.match == nil || s.match.id != id {
		return nil
	}
	s.match.heard = time.Now()
	return s.match
}

// detach lets go of a match; its goroutines end on their own. s.mu is held.
func (s *Session) detach(m *match) {
	m.cancel()
	m.close()
	s.watch.end(m)
	if s.match == m {
		s.match = nil
	}
}

// Turn is what a PLAY or STOP message tells about the joint move just made. Its
// fields are those of ggp.Turn.
type Turn struct {
	Number   int      // joint moves made so far, which makes repeated and lost messages certain; -1 when not told
	Moves    []string // the last joint move in role order, nil before the first; percepts in some dialects
	Own      string   // numbered form: the own last move as recorded
	Percepts []string // numbered form: what the seat was told
	Numbered bool     // the form with a turn counter
}

// Play returns a move for the match, "busy" if it is not the one being played.
// received is when the clock began to run; zero means now.
func (s *Session) Play(id string, t Turn, received time.Time) string {
	return s.TakePlay(id, t, received, nil)()
}

// TakePlay is Play in two steps: it does not block, and its result waits for the
// answer. Waits reports whether the server still does; nil means that it does.
func (s *Session) TakePlay(id string, t Turn, received time.Time, waits func() bool) (wait func() string) {
	if received.IsZero() {
		received = time.Now()
	}
	m := s.find(id)
	if m == nil {
		s.cfg.Log.Info().Str("match", id).Msg("PLAY for a match that is not on")
		return always(Busy)
	}
	return m.play(t, received, waits)
}

// Stop ends a match that has been played to its end.
func (s *Session) Stop(id string, t Turn) string {
	m := s.find(id)
	if m == nil {
		return Busy
	}
	m.finish(t)
	s.watch.end(m)
	s.counter.add(func(c *Counts) { c.Stopped++ })
	s.mu.Lock()
	if s.match == m {
		s.match = nil
	}
	s.mu.Unlock()
	return Done
}

// Abort ends a match at once.
func (s *Session) Abort(id string) string {
	m := s.find(id)
	if m == nil {
		return Busy
	}
	m.log.Info().Msg("ABORT")
	s.counter.add(func(c *Counts) { c.Aborted++ })
	s.mu.Lock()
	s.detach(m)
	s.mu.Unlock()
	return Aborted
}

// Preview opens a description ahead of its match, for at most the given time; one at
// a time, and the START of a match ends it.
func (s *Session) Preview(rules string, limit time.Duration) string {
	opener := s.cfg.Full
	if opener == nil {
		opener = s.cfg.Quick
	}
	limit = min(limit, LongestClock)
	ctx, cancel := context.WithTimeout(context.Background(), limit-s.cushion.Reserve(limit))
	defer cancel()
	s.mu.Lock()
	if s.closed || s.match != nil || s.preview != nil || len(rules) > s.cfg.Rules {
		s.mu.Unlock()
		return Busy
	}
	s.preview = cancel
	got := s.open(ctx, s.wg.Go, opener, rules, s.cfg.Log)
	s.mu.Unlock()
	var r result
	select {
	case r = <-got:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.preview = nil
	if r.game != nil && r.err == nil && s.match == nil {
		s.opened = opened{rules, r.game}
	}
	return Ready
}

// room gives memory back to the system, unless there is little to give or a match is on.
func (s *Session) room() {
	s.mu.Lock()
	on := s.match != nil
	s.mu.Unlock()
	if most := s.cfg.Memory; most > 0 && !on && memory.Resident() > most/4 {
		debug.FreeOSMemory()
	}
}

// Close aborts the match, refuses others and waits for every goroutine, until
// ctx is done.
func (s *Session) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	if s.preview != nil {
		s.preview()
	}
	if s.match != nil {
		s.detach(s.match)
	}
	s.opened = opened{}
	s.mu.Unlock()
	idle := make(chan struct{})
	go func() { // ends with the last goroutine of the session
		s.wg.Wait()
		s.room()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return errors.New("close the session: an engine or a player does not return")
	}
}
