package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/game"
	"ludens/internal/announce"
	"ludens/internal/thought"
	"ludens/match"
)

// Self is what the server says of itself.
type Self struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	API      string `json:"api"`
	Token    bool   `json:"token"`   // changes need a token
	Archive  bool   `json:"archive"` // records are kept
	Matches  int    `json:"matches"` // being played
	MaxMatch int    `json:"max_matches"`
}

// Registration is a player that is to be known.
type Registration = announce.Registration

// Moving is a move that somebody makes.
type Moving struct {
	Step int    `json:"step"` // the position it is meant for
	Move string `json:"move"`
}

// Taking is who is to sit on a seat: an agent's text, or nothing for the asker.
type Taking struct {
	Agent string `json:"agent,omitempty"`
}

// Nothing is a body without anything in it.
type Nothing struct{}

// News is what a page that watches is told.
type News struct {
	Steps   int          `json:"steps"`
	Status  match.Status `json:"status"`
	Waiting []string     `json:"waiting"` // roles of people that the match waits for
	Over    bool         `json:"over"`    // nothing further will happen
	Next    string       `json:"next,omitempty"`
}

// Detail is a match with its moves.
type Detail struct {
	Summary
	Waiting []string     `json:"waiting"`
	Next    string       `json:"next,omitempty"` // the match that it goes on as
	Notes   []match.Note `json:"notes"`
	Turns   [][]Made     `json:"turns"`       // by turn; empty while they are hidden
	StartMS int          `json:"start_clock"` // seconds
	PlayMS  int          `json:"play_clock"`  // seconds
	Seed    string       `json:"seed"`
	Engine  string       `json:"engine"`
	Hidden  bool         `json:"hidden"`         // something is kept back while it is played
	Seats   []SeatState  `json:"seats"`          // by role, without Nature
	Flaw    string       `json:"flaw,omitempty"` // why it cannot be replayed
}

// SeatState is who sits where in a match under way.
type SeatState struct {
	Role   string `json:"role"`
	Player string `json:"player"`
	Human  bool   `json:"human"`
	Take   bool   `json:"take"` // may be taken over
}

func (s *Server) self(context.Context, *call) (any, error) {
	s.mu.Lock()
	n := len(s.lives) - len(s.ended)
	s.mu.Unlock()
	return Self{
		Program: "ludens", Version: s.o.Version, API: root, Token: s.o.Token != "", Archive: s.host.Archive() != nil,
		Matches: n, MaxMatch: s.o.Matches,
	}, nil
}

func (s *Server) games(ctx context.Context, c *call) (any, error) {
	all, err := s.host.Games(ctx)
	if err != nil {
		return nil, err
	}
	out := GameList{Games: []Game{}}
	words := strings.Fields(strings.ToLower(c.query("search")))
	for _, g := range all {
		text := strings.ToLower(strings.Join([]string{g.Name, g.Title, g.Description, g.Family, strings.Join(g.Tags, " ")}, " "))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			out.Games = append(out.Games, g)
		}
	}
	return out, nil
}

func (s *Server) game(ctx context.Context, c *call) (any, error) {
	return s.host.Rules(ctx, c.path("name"))
}

func (s *Server) initial(ctx context.Context, c *call) (any, error) {
	g, _, err := s.host.Open(ctx, c.path("name"))
	if err != nil {
		return nil, err
	}
	f := newFilm("", g)
	f.add(frame{state: g.NewMachine().Save(nil)})
	p, _ := f.position(0, nil, nil)
	return p, nil
}

func (s *Server) agents(context.Context, *call) (any, error) {
	return AgentList{s.host.Agents()}, nil
}

func (s *Server) listPlayers(ctx context.Context, _ *call) (any, error) {
	all := s.players.all()
	done := make(chan struct{})
	for i := range all {
		go func() { // waited for below
			all[i] = s.asked(ctx, all[i])
			done <- struct{}{}
		}()
	}
	for range all {
		<-done
	}
	if all == nil {
		all = []Player{}
	}
	return PlayerList{all}, nil
}

func (s *Server) register(ctx context.Context, c *call) (any, error) {
	r := c.body.(*Registration)
	return s.Register(ctx, *r)
}

func (s *Server) forget(_ context.Context, c *call) (any, error) {
	if !s.players.remove(c.path("name")) {
		return nil, fmt.Errorf("%w: player %s", ErrNotFound, c.path("name"))
	}
	return Done{true}, nil
}

func (s *Server) matches(_ context.Context, c *call) (any, error) {
	q := Query{Game: c.query("game"), Player: c.query("player"), Tournament: c.query("tournament"), Limit: 50}
	if text := c.query("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return nil, fmt.Errorf("%w: limit must be from 1 to 1000, found %q", ErrBad, text)
		}
		q.Limit = n
	}
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
	_, begun, err := s.begin(ctx, *c.body.(*Ask), nil)
	if err != nil {
		return nil, err
	}
	return begun, nil
}

// found is a match, live or from the archive.
type found struct {
	live *live // nil if it is in the archive only
	rec  *match.Record
	film *film
}

func (s *Server) find(ctx context.Context, id string) (*found, error) {
	if l := s.live(id); l != nil {
		return &found{l, l.record(), l.film}, nil
	}
	a, err := s.archived(ctx, id)
	if err != nil {
		return nil, err
	}
	return &found{nil, a.rec, a.film}, nil
}

func (s *Server) match(ctx context.Context, c *call) (any, error) {
	f, err := s.find(ctx, c.path("id"))
	if err != nil {
		return nil, err
	}
	d := Detail{
		Summary: summary(f.rec), Waiting: []string{}, Notes: f.rec.Notes, StartMS: f.rec.StartClock, PlayMS: f.rec.PlayClock,
		Seed: strconv.FormatUint(f.rec.Seed, 10), Engine: f.rec.Engine, Turns: [][]Made{}, Seats: []SeatState{},
	}
	if d.Notes == nil {
		d.Notes = []match.Note{}
	}
	for i, name := range d.Roles {
		if i < len(d.Players) && d.Players[i].Name != "" {
			d.Seats = append(d.Seats, SeatState{Role: name, Player: d.Players[i].Name, Human: d.Players[i].Human})
		}
	}
	if l := f.live; l != nil {
		d.Live, d.Waiting, d.Hidden = f.rec.Status == match.Running, l.people(), l.hides()
		l.mu.Lock()
		d.Next = l.next
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
	if f.live != nil {
		if st = f.live.byKey(c.key()); f.live.hides() {
			who = &eye{seat: -1}
		}
	}
	if who != nil && st != nil {
		who.seat, who.told = st.number, st.heard(step)
	}
	p, ok := f.film.position(step, f.rec.Roles, who)
	if !ok {
		return nil, fmt.Errorf("%w: step %d of match %s", ErrNotFound, step, f.rec.ID)
	}
	if who != nil && st != nil {
		p.Percept = who.told
		if own := st.own(step); own != "" {
			p.Moves = append(p.Moves, Made{Role: f.live.facts.Seats[st.number], Move: own, Kind: match.OK.String()})
		}
	}
	if st != nil && st.waits() == step {
		p.Choice = f.film.choice(step, st.number)
	}
	return p, nil
}

func (s *Server) thoughts(ctx context.Context, c *call) (any, error) {
	f, err := s.find(ctx, c.path("id"))
	if err != nil {
		return nil, err
	}
	if f.live == nil || f.live.hides() {
		return Thoughts{[]thought.State{}}, nil
	}
	out := f.live.thoughts()
	for seat, addr := range f.live.addrs {
		if p, ok := s.players.at(addr); ok && p.Thinks != "" {
			if st, err := fetchThought(ctx, p); err == nil && st.Match == f.rec.ID {
				st.Player, st.Role = f.live.names[seat], f.live.facts.Seats[seat]
				out = append(out, st)
			}
		}
	}
	return Thoughts{out}, nil
}

// maxThought bounds what a player may tell of its thinking, in bytes.
const maxThought = 256 << 10

// thoughtClient asks registered players only, and follows them nowhere.
var thoughtClient = &http.Client{
	Timeout:       time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func fetchThought(ctx context.Context, p Player) (st thought.State, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Thinks+"/status", nil)
	if err != nil {
		return st, err
	}
	if p.thinksToken != "" {
		req.Header.Set("Authorization", "Bearer "+p.thinksToken)
	}
	res, err := thoughtClient.Do(req)
	if err != nil {
		return st, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return st, fmt.Errorf("ask %s what it thinks: %s", p.Name, res.Status)
	}
	err = json.NewDecoder(http.MaxBytesReader(nil, res.Body, maxThought)).Decode(&st)
	if st.Player = p.Name; st.Moves == nil {
		st.Moves = []thought.Move{}
	}
	if st.Values == nil {
		st.Values = []thought.SeatValue{}
	}
	return st, err
}

// open reports whether the record of a match may be seen, and gives the match.
func (s *Server) open(r *http.Request) (*found, error) {
	f, err := s.find(r.Context(), r.PathValue("id"))
	if err == nil && f.live != nil && f.live.hides() {
		return nil, fmt.Errorf("%w: the match is being played, and its game hides something", errDenied)
	}
	return f, err
}

func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	f, err := s.open(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+safe(f.rec.ID)+`.json"`)
	s.json(w, r, http.StatusOK, f.rec)
}

func (s *Server) ggp(w http.ResponseWriter, r *http.Request) {
	f, err := s.open(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	text, err := f.rec.GGPBase()
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+safe(f.rec.ID)+`.ggp.json"`)
	s.json(w, r, http.StatusOK, json.RawMessage(text))
}

// safe makes a file name.
func safe(id string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f && !strings.ContainsRune(`/\"`, r) {
			return r
		}
		return '_'
	}, id)
}

// seated gives the live match of a request and the seat of its key.
func (s *Server) seated(c *call) (*live, *seat, error) {
	l := s.live(c.path("id"))
	if l == nil {
		return nil, nil, fmt.Errorf("%w: no match %s is being played", ErrNotFound, c.path("id"))
	}
	st := l.byKey(c.key())
	if st == nil {
		return nil, nil, fmt.Errorf("%w: this is not the key of a seat", errDenied)
	}
	return l, st, nil
}

func (s *Server) move(_ context.Context, c *call) (any, error) {
	_, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	m := c.body.(*Moving)
	choice := st.film.choice(m.Step, st.number)
	switch {
	case st.waits() != m.Step || choice == nil:
		return nil, fmt.Errorf("%w: nobody waits for a move at step %d", ErrBad, m.Step)
	case !choice.isLegal(m.Move):
		return nil, fmt.Errorf("%w: %s is not legal", ErrBad, m.Move)
	case !st.give(m.Step, m.Move):
		return nil, fmt.Errorf("%w: a move was made already", ErrBad)
	}
	return Done{true}, nil
}

func (s *Server) takeBack(ctx context.Context, c *call) (any, error) {
	l, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	begun, err := s.undo(ctx, l, st)
	if err != nil {
		return nil, err
	}
	return begun, nil
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

func (s *Server) take(_ context.Context, c *call) (any, error) {
	l := s.live(c.path("id"))
	if l == nil {
		return nil, fmt.Errorf("%w: no match %s is being played", ErrNotFound, c.path("id"))
	}
	seat := l.facts.SeatByName(c.path("role"))
	if seat < 0 || seat >= len(l.seats) {
		return nil, fmt.Errorf("%w: role %s", ErrNotFound, c.path("role"))
	}
	key, err := l.exchange(s, seat, c.body.(*Taking).Agent)
	if err != nil {
		return nil, err
	}
	return Key{l.facts.Seats[seat], key}, nil
}

// hint lets a player think about the position of a person, for a short time.
func (s *Server) hint(ctx context.Context, c *call) (any, error) {
	l, st, err := s.seated(c)
	if err != nil {
		return nil, err
	}
	step := st.waits()
	fr, ok := l.film.frame(step)
	switch {
	case l.facts.Hidden:
		return nil, fmt.Errorf("%w: there are no hints in games that hide something", ErrBad)
	case !ok:
		return nil, fmt.Errorf("%w: there is nothing to decide", ErrBad)
	}
	select {
	case s.hints <- struct{}{}:
		defer func() { <-s.hints }()
	default:
		return nil, fmt.Errorf("%w: hints for others are being thought about", errBusy)
	}
	t, err := s.host.Thinker(s.o.HintAgent, l.seed)
	if err != nil {
		return nil, err
	}
	defer t.End()
	ctx, cancel := context.WithTimeout(ctx, s.o.Hint)
	defer cancel()
	now, none := context.WithCancel(ctx)
	none()
	if err := t.Begin(now, l.film.g, st.number, 0, s.o.Hint); err != nil {
		return nil, err
	}
	m := l.film.g.NewMachine()
	m.Load(fr.state)
	mv, err := t.Choose(ctx, fr.state, step, m.Legal(st.number, nil))
	if err != nil {
		return nil, err
	}
	out := t.Thought(func(mv game.Move) string { return m.Label(st.number, mv) })
	out.Player, out.Match, out.Role, out.Turn = s.o.HintAgent, l.film.id, l.facts.Seats[st.number], step
	if best := m.Label(st.number, mv); len(out.Moves) == 0 {
		out.Moves = []thought.Move{{Text: best, Value: out.Value}}
	} else if i := slices.IndexFunc(out.Moves, func(m thought.Move) bool { return m.Text == best }); i > 0 {
		out.Moves[0], out.Moves[i] = out.Moves[i], out.Moves[0] // what it would play comes first
	}
	return out, nil
}

// events tells a page what happens, until the match is over or the page has left.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	l := s.live(r.PathValue("id"))
	if l == nil {
		s.fail(w, r, http.StatusNotFound, "this match is not being played")
		return
	}
	select {
	case s.watch <- struct{}{}:
		defer func() { <-s.watch }()
	default:
		s.fail(w, r, http.StatusTooManyRequests, "too many are watching")
		return
	}
	s.metrics.request(http.StatusOK)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // that of requests would end the watching
	news, leave := l.watch()
	defer leave()
	alive := time.NewTicker(15 * time.Second)
	defer alive.Stop()
	for {
		text := ": still here\n\n"
		select {
		case <-r.Context().Done():
			return
		case <-s.life.Done():
			return
		case <-alive.C:
		case <-news:
			rec := l.record()
			l.mu.Lock()
			n := News{Steps: l.film.steps(), Status: rec.Status, Over: l.over, Next: l.next}
			l.mu.Unlock()
			n.Waiting = l.people()
			b, err := json.Marshal(n)
			if err != nil {
				return
			}
			text = "event: news\ndata: " + string(b) + "\n\n"
		}
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if _, err := w.Write([]byte(text)); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		if strings.Contains(text, `"over":true`) && !strings.HasPrefix(text, ":") {
			return
		}
	}
}
