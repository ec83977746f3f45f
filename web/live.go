package web

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

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
	// until is when the clock that runs now runs out.
	until time.Time
	next  string // the match that this one goes on as, after moves were taken back
	// published is where spectators find it, once it is over.
	published string
	watchers  map[chan struct{}]struct{}
	agents    []Thinker // all that ever sat here
	release   []func()
}

// begin starts a match.
func (s *Server) begin(ctx context.Context, a Ask, from beginning) (*live, *Begun, error) {
	if err := a.check(); err != nil {
		return nil, nil, err
	}
	var err error
	if from.game == nil {
		if from.game, from.text, err = s.host.Open(ctx, a.Game); err != nil {
			return nil, nil, err
		}
	}
	g := from.game
	opening, err := from.opening()
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
			ID: id, Game: g, Rules: from.text, Opening: opening, StartClock: a.StartClock, PlayClock: a.PlayClock, PreviewClock: a.Preview,
			Seed: a.Seed, MaxSteps: a.MaxSteps, DespiteBusy: false,
		},
		Scramble: a.Scramble, Log: s.log, Recorder: s.recorder(),
	}
	begun := &Begun{ID: id, Keys: []Key{}}
	for i, ask := range a.Seats {
		rs, key, err := s.seat(mctx, l, i, ask, from.moves)
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
	o.Hooks = l.hooks()
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

// hooks are what a match tells of itself.
func (l *live) hooks() run.Hooks {
	return run.Hooks{Position: l.reached, Finished: l.finished, Thinking: func(step int, _ time.Time) {
		l.clock(l.ask.PlayClock)
		if step == 0 {
			l.tell() // else there was a position a moment ago
		}
	}}
}

// clock begins to run, so many seconds.
func (l *live) clock(seconds int) {
	l.mu.Lock()
	l.until = time.Now().Add(time.Duration(seconds) * time.Second)
	l.mu.Unlock()
}

// left is how long the clock still runs, in milliseconds.
func (l *live) left() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(0, time.Until(l.until).Milliseconds())
}

// thinking names the roles of programs that have a choice.
func (l *live) thinking() []string {
	out := []string{}
	fr, ok := l.film.frame(l.film.steps())
	for i, on := range fr.active {
		if ok && on && i < len(l.seats) && (l.seats[i] == nil || !l.seats[i].human()) {
			out = append(out, l.facts.Seats[i])
		}
	}
	return out
}

// reached takes in a position.
func (l *live) reached(p run.Position) {
	fr := frame{
		state: p.Machine.Save(nil), facts: slices.Clone(p.Fluents),
		moves: slices.Clone(p.Moves), replies: slices.Clone(p.Replies), at: p.Record.StateTimes[p.Step],
		active: active(p.Machine),
	}
	if l.film.add(fr); p.Step == 0 {
		l.clock(l.ask.StartClock)
	} else {
		l.clock(l.ask.PlayClock)
	}
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
