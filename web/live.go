package web

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/game"
	"ludens/internal/thought"
	"ludens/match"
	"ludens/match/run"
)

// live is a match that is played here, or was a short while ago.
type live struct {
	film  *film
	ask   Ask // what was asked for
	facts *game.Facts
	seats []*seat // by seat; nil for players on the network
	names []string
	addrs []string // by seat; empty for who is in this process
	seed  uint64
	// tournament is the one that the match is part of; its matches are not for those who
	// watch to end or to go back in, and its seats have their owners.
	tournament string
	// secret: the game hides something, and somebody sits here who could read here what is to
	// be hidden: a person, or a player on the network. Agents of this process cannot.
	secret bool
	cancel context.CancelCauseFunc
	done   chan struct{}

	mu   sync.Mutex
	rec  *match.Record // the latest copy
	over bool
	next string // the match that this one goes on as, after moves were taken back
	// published is where spectators find it, once it is over.
	published string
	watchers  map[chan struct{}]struct{}
	agents    []Thinker // all that ever sat here
	release   []func()
}

// Ask is what a match is to be like.
type Ask struct {
	Game       string    `json:"game"`
	Seats      []SeatAsk `json:"seats"`                 // in the order of the roles, without Nature
	StartClock int       `json:"start_clock,omitempty"` // seconds; default 5
	PlayClock  int       `json:"play_clock,omitempty"`  // seconds; default 2
	Seed       uint64    `json:"seed,omitempty"`        // 0 draws one
	MaxSteps   int       `json:"max_steps,omitempty"`   // 0: no limit
	Preview    int       `json:"preview,omitempty"`     // seconds of a PREVIEW before the match; 0: none
	Scramble   bool      `json:"scramble,omitempty"`    // players on the network see other names, and the rules in another order
}

// SeatAsk is who is to sit on a seat: one of agent, player and human.
type SeatAsk struct {
	Agent  string `json:"agent,omitempty"`  // an agent's text
	Player string `json:"player,omitempty"` // a registered player's name
	Human  string `json:"human,omitempty"`  // a person's name
}

// Begun is a match that has begun.
type Begun struct {
	ID   string `json:"id"`
	Keys []Key  `json:"keys"` // of the seats that people sit on
}

// Key lets a person move on a seat.
type Key struct {
	Role string `json:"role"`
	Key  string `json:"key"`
}

// most seconds of a clock asked for: an hour.
const maxClock = 3600

// check refuses what is out of any sense, and fills in what is left open.
func (a *Ask) check() error {
	if a.StartClock == 0 {
		a.StartClock = 5
	}
	if a.PlayClock == 0 {
		a.PlayClock = 2
	}
	switch {
	case a.Game == "":
		return fmt.Errorf("%w: no game is named", ErrBad)
	case len(a.Seats) == 0 || len(a.Seats) > 64:
		return fmt.Errorf("%w: a match needs from 1 to 64 seats, found %d", ErrBad, len(a.Seats))
	case a.StartClock < 1 || a.StartClock > maxClock || a.PlayClock < 1 || a.PlayClock > maxClock:
		return fmt.Errorf("%w: clocks must be from 1 to %d seconds", ErrBad, maxClock)
	case a.Preview < 0 || a.Preview > maxClock:
		return fmt.Errorf("%w: the preview must be from 0 to %d seconds", ErrBad, maxClock)
	case a.MaxSteps < 0:
		return fmt.Errorf("%w: the limit of steps is negative", ErrBad)
	}
	for i, s := range a.Seats {
		if err := s.check(); err != nil {
			return fmt.Errorf("seat %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *SeatAsk) check() error {
	n := 0
	for _, word := range []string{s.Agent, s.Player, s.Human} {
		if len(word) > 200 {
			return fmt.Errorf("%w: found a name of %d letters", ErrBad, len(word))
		}
		if word != "" {
			n++
		}
	}
	if n != 1 {
		return fmt.Errorf("%w: want one of agent, player and human", ErrBad)
	}
	return nil
}

// drawSeed draws a seed that is exact as a number of JavaScript's.
func drawSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// begin starts a match. The prefix is a sequence of joint moves in role order that it
// begins with.
func (s *Server) begin(ctx context.Context, a Ask, prefix [][]string) (*live, *Begun, error) {
	if err := a.check(); err != nil {
		return nil, nil, err
	}
	g, text, err := s.host.Open(ctx, a.Game)
	if err != nil {
		return nil, nil, err
	}
	facts := g.Facts()
	if len(a.Seats) != facts.Players {
		return nil, nil, fmt.Errorf("%w: the game has %d players (%s), found %d seats", ErrBad,
			facts.Players, strings.Join(facts.Seats[:facts.Players], ", "), len(a.Seats))
	}
	if a.Seed == 0 {
		a.Seed = drawSeed()
	}
	id := s.newID(facts.Name)
	mctx, cancel := context.WithCancelCause(s.life)
	l := &live{
		film: newFilm(id, g), ask: a, facts: facts, seed: a.Seed, cancel: cancel,
		done: make(chan struct{}), watchers: map[chan struct{}]struct{}{}, rec: &match.Record{ID: id, Game: facts.Name},
	}
	o := run.Options{
		Match: match.Config{
			ID: id, Game: g, Rules: text, StartClock: a.StartClock, PlayClock: a.PlayClock, PreviewClock: a.Preview,
			Seed: a.Seed, MaxSteps: a.MaxSteps, DespiteBusy: false,
		},
		Scramble: a.Scramble, Log: s.log, Recorder: s.recorder(),
	}
	begun := &Begun{ID: id, Keys: []Key{}}
	for i, ask := range a.Seats {
		rs, key, err := s.seat(mctx, l, i, ask, prefix)
		if err != nil {
			cancel(err)
			l.close()
			return nil, nil, fmt.Errorf("seat of %s: %w", facts.Seats[i], err)
		}
		if key != "" {
			begun.Keys = append(begun.Keys, Key{facts.Seats[i], key})
		}
		l.secret = l.secret || facts.Hidden && (key != "" || rs.Addr != "")
		o.Seats = append(o.Seats, rs)
		l.names, l.addrs = append(l.names, rs.Name), append(l.addrs, rs.Addr)
	}
	o.Hooks.Position = l.reached
	o.Hooks.Finished = l.finished
	if err := s.admit(l); err != nil {
		cancel(err)
		l.close()
		return nil, nil, err
	}
	published := s.host.Publish(&o)
	s.wg.Go(func() {
		defer close(l.done)
		defer l.close()
		defer cancel(nil)
		rec, err := run.Run(mctx, o)
		if err != nil {
			s.log.Error().Str("match", id).Err(err).Msg("match")
		}
		if rec != nil {
			l.finished(rec)
			s.metrics.match(rec)
		}
		l.end()
		s.retire(l)
		s.wg.Go(func() { l.publishedAt(published(s.life)) }) // others may take their time
	})
	return l, begun, nil
}

// seat makes one seat of a match, and the key of the person who sits there.
func (s *Server) seat(ctx context.Context, l *live, number int, ask SeatAsk, prefix [][]string) (run.Seat, string, error) {
	if ask.Player != "" {
		p, ok := s.players.get(ask.Player)
		if !ok {
			return run.Seat{}, "", fmt.Errorf("%w: player %s", ErrNotFound, ask.Player)
		}
		l.seats = append(l.seats, nil)
		return run.Seat{Name: p.Name, Addr: p.Address}, "", nil
	}
	st := newSeat(l, number)
	for _, moves := range prefix {
		st.prefix = append(st.prefix, l.facts.BySeat(moves)[number])
	}
	l.seats = append(l.seats, st)
	if ask.Human != "" {
		st.key = newKey()
		return run.Seat{Name: ask.Human, Human: true, Local: st, Untimed: true}, st.key, nil
	}
	if err := s.host.CheckAgent(ask.Agent); err != nil {
		return run.Seat{}, "", fmt.Errorf("%w: %w", ErrBad, err)
	}
	st.text = ask.Agent
	if l.facts.Hidden {
		p, release, err := s.host.Seat(ctx, l.film.g, number, ask.Agent, l.seed+uint64(number))
		if err != nil {
			return run.Seat{}, "", err
		}
		st.inner = p
		l.release = append(l.release, release)
		return run.Seat{Name: ask.Agent, Local: st}, "", nil
	}
	t, err := s.host.Thinker(ask.Agent, l.seed+uint64(number))
	if err != nil {
		return run.Seat{}, "", err
	}
	st.agent = t
	l.agents = append(l.agents, t)
	// Untimed for the match: a person may take over. The seat keeps the agent's clock.
	return run.Seat{Name: ask.Agent, Local: st, Untimed: true}, "", nil
}

// close gives back what the seats hold.
func (l *live) close() {
	l.mu.Lock()
	agents, release := l.agents, l.release
	l.agents, l.release = nil, nil
	l.mu.Unlock()
	for _, a := range agents {
		a.End()
	}
	for _, r := range release {
		r()
	}
}

// reached takes in a position.
func (l *live) reached(p run.Position) {
	fr := frame{
		state: p.Machine.Save(nil), facts: slices.Clone(p.Fluents),
		moves: slices.Clone(p.Moves), replies: slices.Clone(p.Replies), at: p.Record.StateTimes[p.Step],
		active: active(p.Machine),
	}
	l.film.add(fr)
	l.mu.Lock()
	l.rec = p.Record.Clone()
	l.mu.Unlock()
	l.tell()
}

func (l *live) finished(r *match.Record) {
	l.mu.Lock()
	l.rec = r.Clone()
	l.mu.Unlock()
	l.tell()
}

// publishedAt takes in where the match was published, "" for nowhere.
func (l *live) publishedAt(where string) {
	l.mu.Lock()
	l.published = where
	l.mu.Unlock()
}

// end says that nothing further will happen.
func (l *live) end() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.tell()
}

// tell wakes those who watch.
func (l *live) tell() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.watchers {
		select {
		case w <- struct{}{}:
		default: // has not looked since the last time
		}
	}
}

// watch gives a channel that gets something whenever there is news.
func (l *live) watch() (news chan struct{}, leave func()) {
	news = make(chan struct{}, 1)
	news <- struct{}{}
	l.mu.Lock()
	l.watchers[news] = struct{}{}
	l.mu.Unlock()
	return news, func() {
		l.mu.Lock()
		delete(l.watchers, news)
		l.mu.Unlock()
	}
}

// record is the latest copy of the record, which must not be changed.
func (l *live) record() *match.Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rec
}

// hides reports whether positions must be kept from those without a seat.
func (l *live) hides() bool {
	return l.secret && l.record().Status == match.Running
}

// byKey finds the seat of a key.
func (l *live) byKey(key string) *seat {
	if key == "" {
		return nil
	}
	for _, s := range l.seats {
		if s == nil {
			continue
		}
		s.mu.Lock()
		same := s.key == key
		s.mu.Unlock()
		if same {
			return s
		}
	}
	return nil
}

// people names the roles that the match waits for, of those on which people sit.
func (l *live) people() []string {
	out := []string{}
	for i, s := range l.seats {
		if s != nil && s.waits() >= 0 {
			out = append(out, l.facts.Seats[i])
		}
	}
	return out
}

// thoughts tells what the agents of a match think.
func (l *live) thoughts() []thought.State {
	out := []thought.State{}
	for _, s := range l.seats {
		if s == nil {
			continue
		}
		n := l.film.steps()
		l.film.at(n, func(m game.Machine) {
			if st, ok := s.thought(m); ok {
				st.Match = l.film.id
				out = append(out, st)
			}
		})
	}
	return out
}
