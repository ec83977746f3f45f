package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludens/match"
	"ludens/rating"
	"ludens/tourney"
)

// Tournaments keeps and plays tournaments.
type Tournaments interface {
	// List gives those that are kept, the latest first.
	List() ([]TournamentLine, error)
	// Load gives one with what was played of it.
	Load(name string) (tourney.Config, *tourney.Past, error)
	// Games fills in what a tournament's games have to say: seats and hashes.
	Games(ctx context.Context, cfg *tourney.Config) error
	// Play plays one, or goes on with it, until everything was played or ctx ends.
	// changed is told whenever something has happened, with the time that the rest will
	// take, below 0 if nobody knows.
	Play(ctx context.Context, cfg tourney.Config, st Stage, changed func(left time.Duration)) error
}

// KindAgent and KindHuman are the kinds of entrant besides tourney.Remote: a player in
// this process by its text, and a person who plays in the page.
const (
	KindAgent = "agent"
	KindHuman = "human"
)

// TournamentLine is a line of the list of tournaments.
type TournamentLine struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Created  int64    `json:"created"` // milliseconds since 1970
	Entrants []string `json:"entrants"`
	Games    []string `json:"games"`
	Planned  int      `json:"planned"` // matches
	Ended    int      `json:"ended"`
	Running  bool     `json:"running"` // it is being played by this server
}

// TournamentList is all tournaments.
type TournamentList struct {
	Tournaments []TournamentLine `json:"tournaments"`
}

// TournamentAsk is what a tournament is to be like. What is left open has the defaults
// of tourney.Config.
type TournamentAsk struct {
	Name        string          `json:"name"`
	Kind        string          `json:"kind,omitempty"`
	Entrants    []EntrantAsk    `json:"entrants"`
	Games       []string        `json:"games"`
	Clocks      []tourney.Clock `json:"clocks,omitempty"` // default: 5 s and 2 s
	Rounds      int             `json:"rounds,omitempty"`
	Opening     int             `json:"opening,omitempty"` // most random moves
	Challengers int             `json:"challengers,omitempty"`
	Low         float64         `json:"low,omitempty"` // of a sequential test, in Elo
	High        float64         `json:"high,omitempty"`
	Pairs       int             `json:"pairs,omitempty"`
	MaxSteps    int             `json:"max_steps,omitempty"`
	Scramble    bool            `json:"scramble,omitempty"` // as in a match
	Preview     int             `json:"preview,omitempty"`  // seconds of a PREVIEW before each match; 0: none
	Seed        uint64          `json:"seed,omitempty"`     // 0 draws one
	Parallel    int             `json:"parallel,omitempty"` // most matches at once
}

// EntrantAsk is an entrant: one of agent, player and human, and a name, which is that
// one's own by default.
type EntrantAsk struct {
	Name string `json:"name,omitempty"`
	SeatAsk
}

// Tournament is how one stands.
type Tournament struct {
	Name      string            `json:"name"`
	Kind      string            `json:"kind"`
	Games     []string          `json:"games"`
	Clocks    []tourney.Clock   `json:"clocks"`
	Rounds    int               `json:"rounds"`
	Opening   int               `json:"opening"`
	Entrants  []tourney.Entrant `json:"entrants"`
	Done      int               `json:"done"`
	Total     int               `json:"total"`
	Complete  bool              `json:"complete"`
	Running   bool              `json:"running"` // it is being played by this server
	Left      float64           `json:"left"`    // seconds that the rest will take; below 0: nobody knows
	Error     string            `json:"error,omitempty"`
	Standings []tourney.Line    `json:"standings"`
	Test      *TestState        `json:"test,omitempty"`
}

// TestState is how a sequential test stands.
type TestState struct {
	Verdict string    `json:"verdict"`
	Low     float64   `json:"low"`
	High    float64   `json:"high"`
	LLR     float64   `json:"llr"`
	Refuse  float64   `json:"refuse"` // the bounds of LLR
	Pass    float64   `json:"pass"`
	Pairs   []float64 `json:"pairs"` // by points: 0, ½, 1, 1½, 2
}

// TournamentMatches is a part of a tournament's plan.
type TournamentMatches struct {
	Total   int               `json:"total"` // of those asked for
	Matches []TournamentMatch `json:"matches"`
}

// TournamentMatch is a match of the plan.
type TournamentMatch struct {
	Number  int             `json:"number"` // from 1
	Round   int             `json:"round"`  // from 1
	Game    string          `json:"game"`
	Clock   tourney.Clock   `json:"clock"`
	Players []string        `json:"players"` // by seat
	Match   string          `json:"match,omitempty"`
	Tries   int             `json:"tries"`
	State   string          `json:"state"` // "waiting", "running" or "ended"
	Outcome *rating.Outcome `json:"outcome,omitempty"`
}

// cups are the tournaments that are played here.
type cups struct {
	mu   sync.Mutex
	list map[string]*cup
}

// cup is a tournament that is being played.
type cup struct {
	cancel context.CancelCauseFunc
	done   chan struct{}

	mu      sync.Mutex
	running bool
	left    time.Duration
	failed  string
}

// maxCups bounds the tournaments that are played at once.
const maxCups = 8

func (c *cups) get(name string) *cup {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list[name]
}

// state tells whether a tournament is being played here, and what is known besides.
func (c *cups) state(name string) (running bool, left float64, failed string) {
	one := c.get(name)
	if one == nil {
		return false, -1, ""
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	if left = one.left.Seconds(); one.left < 0 || !one.running {
		left = -1
	}
	return one.running, left, one.failed
}

// kept are the tournaments of the host, or the error that there are none.
func (s *Server) kept() (Tournaments, error) {
	if t := s.host.Tournaments(); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("%w: tournaments need a store", ErrBad)
}

func (s *Server) listTournaments(context.Context, *call) (any, error) {
	out := TournamentList{[]TournamentLine{}}
	if s.host.Tournaments() == nil {
		return out, nil
	}
	list, err := s.host.Tournaments().List()
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		l.Running, _, _ = s.cups.state(l.Name)
		out.Tournaments = append(out.Tournaments, l)
	}
	return out, nil
}

// config is what is asked for as a tournament's settings, all but what games say.
func (s *Server) config(a *TournamentAsk) (tourney.Config, error) {
	c := tourney.Config{
		Name: a.Name, Kind: a.Kind, Clocks: a.Clocks, Rounds: a.Rounds, Plies: a.Opening, Challengers: a.Challengers,
		Pairs: a.Pairs, MaxSteps: a.MaxSteps, Scramble: a.Scramble, Preview: a.Preview, Seed: a.Seed, Parallel: min(cmp.Or(a.Parallel, s.o.Matches), s.o.Matches),
	}
	if c.Seed == 0 { // else everybody could tell what chance will bring
		c.Seed = drawSeed()
	}
	if c.Preview > maxClock {
		return c, fmt.Errorf("%w: the preview must be from 0 to %d seconds", ErrBad, maxClock)
	}
	if len(c.Clocks) == 0 {
		c.Clocks = []tourney.Clock{{Start: 5, Play: 2}}
	}
	for _, k := range c.Clocks {
		if k.Start > maxClock || k.Play < 1 || k.Play > maxClock {
			return c, fmt.Errorf("%w: clocks must be from 1 to %d seconds", ErrBad, maxClock)
		}
	}
	if a.Kind == tourney.SPRT {
		c.Test = rating.SPRT{Low: a.Low, High: a.High}
	}
	if len(a.Games) > 100 || len(a.Entrants) > 100 {
		return c, fmt.Errorf("%w: more than 100 games or entrants", ErrBad)
	}
	for _, g := range a.Games {
		c.Games = append(c.Games, tourney.Game{Name: g})
	}
	for i, e := range a.Entrants {
		one, err := s.entrant(e)
		if err != nil {
			return c, fmt.Errorf("entrant %d: %w", i+1, err)
		}
		c.Entrants = append(c.Entrants, one)
	}
	return c, nil
}

func (s *Server) entrant(a EntrantAsk) (tourney.Entrant, error) {
	if err := a.check(); err != nil {
		return tourney.Entrant{}, err
	}
	e := tourney.Entrant{Name: a.Name}
	switch {
	case a.Player != "":
		p, ok := s.players.get(a.Player)
		if !ok {
			return e, fmt.Errorf("%w: player %s", ErrNotFound, a.Player)
		}
		e.Kind, e.Player, e.Name = tourney.Remote, p.Address, cmp.Or(e.Name, p.Name)
	case a.Human != "":
		e.Kind, e.Player, e.Name = KindHuman, a.Human, cmp.Or(e.Name, a.Human)
	default:
		if err := s.host.CheckAgent(a.Agent); err != nil {
			return e, fmt.Errorf("%w: %w", ErrBad, err)
		}
		e.Kind, e.Player, e.Name = KindAgent, a.Agent, cmp.Or(e.Name, a.Agent)
	}
	return e, nil
}

func (s *Server) startTournament(ctx context.Context, c *call) (any, error) {
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	cfg, err := s.config(c.body.(*TournamentAsk))
	if err != nil {
		return nil, err
	}
	if _, _, err := kept.Load(cfg.Name); err == nil {
		return nil, fmt.Errorf("%w: there is a tournament %s already", ErrBad, cfg.Name)
	}
	return s.playTournament(ctx, kept, cfg)
}

func (s *Server) resumeTournament(ctx context.Context, c *call) (any, error) {
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	cfg, _, err := kept.Load(c.path("name"))
	if err != nil {
		return nil, err
	}
	cfg.Parallel = s.o.Matches
	return s.playTournament(ctx, kept, cfg)
}

// playTournament begins to play, and answers when the plan is stored.
func (s *Server) playTournament(ctx context.Context, kept Tournaments, cfg tourney.Config) (any, error) {
	if err := kept.Games(ctx, &cfg); err != nil {
		return nil, err
	}
	if _, err := tourney.Plan(cfg); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBad, err)
	}
	life, cancel := context.WithCancelCause(s.life)
	one := &cup{cancel: cancel, done: make(chan struct{}), running: true, left: -1}
	if err := s.cups.admit(cfg.Name, one); err != nil {
		cancel(err)
		return nil, err
	}
	begun := make(chan struct{})
	s.wg.Go(func() {
		defer close(one.done)
		defer cancel(nil)
		first := sync.OnceFunc(func() { close(begun) })
		err := kept.Play(life, cfg, s, func(left time.Duration) {
			one.mu.Lock()
			one.left = left
			one.mu.Unlock()
			first()
		})
		one.mu.Lock()
		one.running = false
		if err != nil {
			one.failed = err.Error()
			s.log.Error().Str("tournament", cfg.Name).Err(err).Msg("tournament")
		}
		one.mu.Unlock()
	})
	select {
	case <-begun:
	case <-one.done:
		if _, _, failed := s.cups.state(cfg.Name); failed != "" {
			return nil, fmt.Errorf("%w: %s", ErrBad, failed)
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.standing(cfg.Name)
}

// admit takes a tournament in, if there is room and it is not being played.
func (c *cups) admit(name string, one *cup) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for at, other := range c.list {
		other.mu.Lock()
		running := other.running
		other.mu.Unlock()
		switch {
		case !running && at != name && other.failed == "":
			delete(c.list, at) // all that is known of it is in the store
		case running && at == name:
			return fmt.Errorf("%w: tournament %s is being played", ErrBad, name)
		case running:
			n++
		}
	}
	if n >= maxCups {
		return fmt.Errorf("%w: %d tournaments are being played, and no more may be", errBusy, n)
	}
	if c.list == nil {
		c.list = map[string]*cup{}
	}
	c.list[name] = one
	return nil
}

var errStopped = errors.New("the tournament was stopped")

func (s *Server) stopTournament(ctx context.Context, c *call) (any, error) {
	one := s.cups.get(c.path("name"))
	if one == nil {
		return nil, fmt.Errorf("%w: tournament %s is not being played here", ErrNotFound, c.path("name"))
	}
	one.cancel(errStopped)
	select {
	case <-one.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.standing(c.path("name"))
}

func (s *Server) tournament(_ context.Context, c *call) (any, error) {
	return s.standing(c.path("name"))
}

// standing is how a tournament stands, by what is stored.
func (s *Server) standing(name string) (any, error) {
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	cfg, past, err := kept.Load(name)
	if err != nil {
		return nil, err
	}
	t, err := tourney.New(cfg, past)
	if err != nil {
		return nil, err
	}
	cfg = t.Config()
	out := Tournament{
		Name: cfg.Name, Kind: cfg.Kind, Games: []string{}, Clocks: cfg.Clocks, Rounds: cfg.Rounds, Opening: cfg.Plies,
		Entrants: cfg.Entrants, Complete: t.Complete(), Standings: t.Standings(),
	}
	for _, g := range cfg.Games {
		out.Games = append(out.Games, g.Name)
	}
	out.Done, out.Total = t.Progress()
	out.Running, out.Left, out.Error = s.cups.state(name)
	if cfg.Kind == tourney.SPRT {
		v, pairs := t.Test()
		refuse, pass := cfg.Test.Bounds()
		out.Test = &TestState{
			Verdict: v.String(), Low: cfg.Test.Low, High: cfg.Test.High, LLR: cfg.Test.LLR(&pairs), Refuse: refuse, Pass: pass, Pairs: pairs[:],
		}
	}
	return out, nil
}

func (s *Server) tournamentMatches(_ context.Context, c *call) (any, error) {
	kept, err := s.kept()
	if err != nil {
		return nil, err
	}
	limit, err := c.limit()
	if err != nil {
		return nil, err
	}
	cfg, past, err := kept.Load(c.path("name"))
	if err != nil {
		return nil, err
	}
	all := make([]TournamentMatch, len(past.Slots))
	for i, slot := range past.Slots {
		all[i] = TournamentMatch{
			Number: i + 1, Round: slot.Round + 1, Game: cfg.Games[slot.Game].Name, Clock: cfg.Clocks[slot.Clock], State: "waiting",
		}
		for _, e := range slot.Seats {
			all[i].Players = append(all[i].Players, cfg.Entrants[e].Name)
		}
	}
	for _, a := range past.Attempts {
		m := &all[a.Slot]
		m.Tries, m.Match = m.Tries+1, a.Match
		if l := s.live(a.Match); l != nil && l.record().Status == match.Running {
			m.State = "running"
		}
		if a.Outcome != nil {
			m.State, m.Outcome = "ended", a.Outcome
		}
	}
	out := TournamentMatches{Matches: []TournamentMatch{}}
	// Those under way come first, then the latest that have ended, then what is to come.
	for _, state := range []string{"running", "ended", "waiting"} {
		for i := range all {
			m := all[i]
			if state == "ended" {
				m = all[len(all)-1-i]
			}
			if m.State != state || c.query("state") != "" && m.State != c.query("state") {
				continue
			}
			if out.Total++; len(out.Matches) < limit {
				out.Matches = append(out.Matches, m)
			}
		}
	}
	return out, nil
}
