package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ludens/match"
)

// Detail is a match with its moves.
type Detail struct {
	Summary
	Waiting []string `json:"waiting"` // roles of people
	// Thinking are roles of programs that are to move, and LeftMS how long their clock
	// still runs.
	Thinking []string `json:"thinking"`
	LeftMS   int64    `json:"left_ms"`
	Next     string   `json:"next,omitempty"` // the match that it goes on as
	// Published is where spectators elsewhere find it, for a while after its end.
	Published string       `json:"published,omitempty"`
	Notes     []match.Note `json:"notes"`
	Turns     [][]Made     `json:"turns"`       // by turn; empty while they are hidden
	StartMS   int          `json:"start_clock"` // seconds
	PlayMS    int          `json:"play_clock"`  // seconds
	Seed      string       `json:"seed"`        // empty while it is played: it says what chance will bring
	Engine    string       `json:"engine"`
	Hidden    bool         `json:"hidden"`         // something is kept back while it is played
	Seats     []SeatState  `json:"seats"`          // by role, without Nature
	Flaw      string       `json:"flaw,omitempty"` // why it cannot be replayed
}

// SeatState is who sits where in a match under way.
type SeatState struct {
	Role   string `json:"role"`
	Player string `json:"player"`
	Human  bool   `json:"human"`
	Take   bool   `json:"take"` // may be taken over
}

func (s *Server) matches(_ context.Context, c *call) (any, error) {
	limit, err := c.limit()
	if err != nil {
		return nil, err
	}
	q := Query{Game: c.query("game"), Player: c.query("player"), Tournament: c.query("tournament"), Limit: limit}
	if text := c.query("status"); text != "" {
		var st match.Status
		if err := st.UnmarshalText([]byte(text)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBad, err)
		}
		q.Status = &st
	}
	out := MatchList{Matches: []Summary{}}
	seen := map[string]bool{}
	for _, l := range s.playing() {
		sum := summary(l.record())
		sum.Live, sum.Tournament = sum.Status == match.Running, l.tournament
		if (q.Tournament == "" || sum.Tournament == q.Tournament) && (q.Game == "" || sum.Game == q.Game) && (q.Status == nil || sum.Status == *q.Status) &&
			(q.Player == "" || slices.ContainsFunc(sum.Players, func(p match.Player) bool { return p.Name == q.Player })) {
			seen[sum.ID] = true
			out.Matches = append(out.Matches, sum)
		}
	}
	if a := s.host.Archive(); a != nil {
		list, err := a.List(q)
		if err != nil {
			return nil, err
		}
		for _, sum := range list {
			if !seen[sum.ID] {
				out.Matches = append(out.Matches, sum)
			}
		}
	}
	slices.SortStableFunc(out.Matches, func(a, b Summary) int {
		switch {
		case a.Live != b.Live && a.Live:
			return -1
		case a.Live != b.Live:
			return 1
		}
		return int(max(-1, min(1, b.StartTime-a.StartTime)))
	})
	if len(out.Matches) > q.Limit {
		out.Matches = out.Matches[:q.Limit]
	}
	return out, nil
}

// summary is a record in a line.
func summary(r *match.Record) Summary {
	out := Summary{
		ID: r.ID, Game: r.Game, StartTime: r.StartTime, Status: r.Status, Reason: r.Reason, Steps: r.Steps(),
		Roles: r.Roles, Players: r.Players, Goals: r.Goals, Tournament: r.Tournament,
	}
	if out.Roles == nil {
		out.Roles, out.Players = []string{}, []match.Player{}
	}
	for role := range r.Roles {
		for _, n := range r.Count(role) {
			out.Failures += n
		}
	}
	return out
}

func (s *Server) start(ctx context.Context, c *call) (any, error) {
	a := *c.body.(*Ask)
	var from beginning
	var err error
	if a.From != nil {
		if from, err = s.origin(ctx, *a.From); err != nil {
			return nil, err
		}
	}
	_, begun, err := s.begin(ctx, a, from)
	if err != nil {
		return nil, err
	}
	return begun, nil
}

// found is a match, live or from the archive, as everybody may see it.
type found struct {
	live  *live         // nil if it is in the archive only
	rec   *match.Record // without the seed while that says what chance will bring
	film  *film
	hides bool // positions and moves must be kept from those without a seat
}

func (s *Server) find(ctx context.Context, id string) (*found, error) {
	f := &found{live: s.live(id)}
	if l := f.live; l != nil {
		f.rec, f.film, f.hides = l.record(), l.film, l.hides()
	} else {
		a, err := s.archived(ctx, id)
		if err != nil {
			return nil, err
		}
		// One that has no end is played by another process, or may be gone on with.
		f.rec, f.film = a.rec, a.film
		f.hides = f.rec.Status == match.Running && (f.film.g == nil || f.film.g.Facts().Hidden)
	}
	if f.rec.Status == match.Running || s.inPlay(f.rec.Seed) {
		f.rec = f.rec.Unseeded()
	}
	return f, nil
}

// inPlay reports whether a match that is being played has a seed, such as the one that goes
// on where moves were taken back.
func (s *Server) inPlay(seed uint64) bool {
	return slices.ContainsFunc(s.playing(), func(l *live) bool { return l.seed == seed && l.record().Status == match.Running })
}

func (s *Server) match(ctx context.Context, c *call) (any, error) {
	f, err := s.find(ctx, c.path("id"))
	if err != nil {
		return nil, err
	}
	d := Detail{
		Summary: summary(f.rec), Waiting: []string{}, Thinking: []string{}, Notes: []match.Note{}, StartMS: f.rec.StartClock, PlayMS: f.rec.PlayClock,
		Engine: f.rec.Engine, Turns: [][]Made{}, Seats: []SeatState{}, Hidden: f.hides,
	}
	if f.rec.Seed != 0 {
		d.Seed = strconv.FormatUint(f.rec.Seed, 10)
	}
	if !d.Hidden { // a note may tell a move
		d.Notes = append(d.Notes, f.rec.Notes...)
	}
	for i, name := range d.Roles {
		if i < len(d.Players) && d.Players[i].Name != "" {
			d.Seats = append(d.Seats, SeatState{Role: name, Player: d.Players[i].Name, Human: d.Players[i].Human})
		}
	}
	if l := f.live; l != nil {
		d.Live, d.Waiting = f.rec.Status == match.Running, l.people()
		if d.Live && !l.facts.Hidden { // who has a choice is a thing that may be hidden
			if d.Thinking = l.thinking(); len(d.Thinking) > 0 {
				d.LeftMS = l.left()
			}
		}
		l.mu.Lock()
		d.Next, d.Published = l.next, l.published
		l.mu.Unlock()
		for i := range d.Seats {
			seat := l.facts.SeatByName(d.Seats[i].Role)
			if seat < 0 || l.seats[seat] == nil {
				continue
			}
			st := l.seats[seat]
			d.Seats[i].Human = st.human()
			d.Seats[i].Take = d.Live && l.free(seat) && (l.tournament != "" || !d.Seats[i].Human)
			if text := st.sits(); text != "" {
				d.Seats[i].Player = text
			}
		}
	} else {
		d.Flaw = f.film.flaw
	}
	if !d.Hidden {
		for n := 1; ; n++ {
			if _, ok := f.film.frame(n); !ok {
				break
			}
			d.Turns = append(d.Turns, f.film.made(n, f.rec.Roles))
		}
	}
	return d, nil
}

// sits names the agent that sits on a seat, "" for a person.
func (s *seat) sits() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}

func (s *Server) position(ctx context.Context, c *call) (any, error) {
	f, err := s.find(ctx, c.path("id"))
	if err != nil {
		return nil, err
	}
	step, err := strconv.Atoi(c.path("step"))
	if err != nil {
		return nil, fmt.Errorf("%w: step %q is no number", ErrBad, c.path("step"))
	}
	var st *seat
	var who *eye
	if f.hides {
		who = &eye{seat: -1}
	}
	if f.live != nil {
		st = f.live.byKey(c.key())
	}
	if who != nil && st != nil {
		who.seat, who.told = st.number, st.heard(step)
	}
	p, ok := f.film.position(step, f.rec.Roles, who)
	if !ok {
		return nil, fmt.Errorf("%w: step %d of match %s", ErrNotFound, step, f.rec.ID)
	}
	if who != nil && st != nil {
		p.Percept, p.Seen = who.told, st.seen(step)
		if own := st.own(step); own != "" {
			p.Moves = append(p.Moves, Made{Role: f.live.facts.Seats[st.number], Move: own, Kind: match.OK.String()})
		}
	}
	if st != nil && st.waits() == step {
		p.Choice = f.film.choice(step, st.number)
	}
	return p, nil
}

func (s *Server) abort(ctx context.Context, c *call) (any, error) {
	l := s.live(c.path("id"))
	if l == nil {
		return nil, fmt.Errorf("%w: no match %s is being played", ErrNotFound, c.path("id"))
	}
	if l.tournament != "" {
		return nil, fmt.Errorf("%w: the match is part of tournament %s, which can be stopped", ErrBad, l.tournament)
	}
	l.cancel(errors.New("ended by somebody who watched"))
	select {
	case <-l.done:
	case <-ctx.Done():
	}
	return Done{true}, nil
}
