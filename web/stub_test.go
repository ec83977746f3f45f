package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/catalog"
	"ludens/game"
	"ludens/internal/thought"
	"ludens/match"
	"ludens/match/run"
	"ludens/rating"
	"ludens/tourney"
)

// stub is a Host with two kinds of agents: "first" takes the first legal move, "slow" waits
// for the end of its clock before.
type stub struct {
	mu      sync.Mutex
	records map[string]*match.Record
	order   []string
	ended   int
	cups    stubCups

	opening func(context.Context) error // called before a game is opened; may be nil
	text    string                      // of the rules, instead of its own
	asks    atomic.Int64                // how often a player was asked how it is
}

func (h *stub) Games(context.Context) ([]Game, error) {
	return []Game{{Name: "ticTacToe", Title: "Tic-tac-toe", Aliases: []string{"Noughts and Crosses"}, Family: "gdl"}, {Name: "phantomTicTacToe", Title: "Phantom", Family: "gdl"}}, nil
}

func (h *stub) Rules(_ context.Context, name string) (*Rules, error) {
	if name != "ticTacToe" {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	return &Rules{Game: Game{Name: name, Roles: []string{"x", "o"}}, Text: cmp.Or(h.text, "(role x)"), Authors: []string{"Nobody"}, Told: "Three in a row.", Findings: []Finding{}, Settings: []Setting{}}, nil
}

func (h *stub) Open(ctx context.Context, name string) (game.Game, string, error) {
	if strings.Contains(name, "/") {
		return nil, "", ErrNotFound
	}
	if h.opening != nil {
		if err := h.opening(ctx); err != nil {
			return nil, "", err
		}
	}
	s, err := catalog.Find("gdl:"+name, catalog.Options{})
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	g, err := s.Open(ctx, catalog.Options{Engine: catalog.Reasoner})
	return g, s.Text, err
}

func (h *stub) Reopen(ctx context.Context, r *match.Record) (game.Game, error) {
	return catalog.OpenText(ctx, r.Game, r.Rules, catalog.Options{Engine: catalog.Reasoner})
}

func (h *stub) Agents() []Agent {
	return []Agent{{Name: "First", Text: "first", Says: "takes the first"}}
}

func (h *stub) CheckAgent(text string) error {
	if text != "first" && text != "slow" {
		return errors.New("there is no such agent")
	}
	return nil
}

func (h *stub) Thinker(text string, _ uint64) (Thinker, error) {
	return &stubThinker{h: h, slow: text == "slow"}, nil
}

func (h *stub) Seat(_ context.Context, _ game.Game, _ int, text string, _ uint64) (run.Player, func(), error) {
	return &blind{slow: text == "slow"}, func() {}, nil
}

func (h *stub) Ask(context.Context, string) (Info, error) {
	h.asks.Add(1)
	return Info{Name: "someone", Status: "available"}, nil
}

func (h *stub) Publish(o *run.Options) func(context.Context) string {
	return func(context.Context) string { return "http://spectators.example/" + o.Match.ID }
}

func (h *stub) Archive() Archive { return h }

func (h *stub) Begin(r *match.Record) error { return h.put(r) }

func (h *stub) Turn(r *match.Record, _ int) error { return h.put(r) }

func (h *stub) End(r *match.Record) error { return h.put(r) }

func (h *stub) put(r *match.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.records == nil {
		h.records = map[string]*match.Record{}
	}
	if h.records[r.ID] == nil {
		h.order = append(h.order, r.ID)
	}
	h.records[r.ID] = r.Clone()
	return nil
}

func (h *stub) List(Query) ([]Summary, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Summary
	for _, id := range h.order {
		out = append(out, summary(h.records[id]))
	}
	return out, nil
}

func (h *stub) Load(id string) (*match.Record, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.records[id]; r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
}

func (h *stub) Played(q Query) ([]rating.Played, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []rating.Played
	for _, id := range h.order {
		r := h.records[id]
		if o, ok := tourney.Result(r); ok && (q.Tournament == "" || r.Tournament == q.Tournament) {
			p := rating.Played{Game: r.Game, Outcome: o}
			for _, who := range r.Players {
				p.Players = append(p.Players, who.Name)
			}
			out = append(out, p)
		}
	}
	return out, nil
}

func (h *stub) Tournaments() Tournaments { return &h.cups }

func (*stub) Ladder() map[string]float64 { return nil }

func (*stub) Tunings() ([]Tuning, error) { return []Tuning{{Run: "r", Game: "g"}}, nil }

func (*stub) Tuning(name string) (*Tuning, error) {
	if name != "r" {
		return nil, fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	return &Tuning{Run: "r", Game: "g", Points: []TuningPoint{{Elapsed: 1, Rating: &Rated{Elo: 2, Interval: 3}}}}, nil
}

// stubCups keeps one tournament, whose matches nobody plays unless a test does.
type stubCups struct {
	play func(ctx context.Context, cfg tourney.Config, st Stage)

	mu   sync.Mutex
	cfg  tourney.Config
	past *tourney.Past
}

func (c *stubCups) List() ([]TournamentLine, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.past == nil {
		return nil, nil
	}
	return []TournamentLine{{Name: c.cfg.Name, Kind: c.cfg.Kind, Entrants: []string{}, Games: []string{}}}, nil
}

func (c *stubCups) Load(name string) (tourney.Config, *tourney.Past, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.past == nil || c.cfg.Name != name {
		return tourney.Config{}, nil, fmt.Errorf("%w: tournament %s", ErrNotFound, name)
	}
	return c.cfg, c.past, nil
}

func (*stubCups) Games(_ context.Context, cfg *tourney.Config) error {
	for i := range cfg.Games {
		cfg.Games[i].Seats = 2
	}
	return nil
}

func (c *stubCups) Play(ctx context.Context, cfg tourney.Config, st Stage, changed func(time.Duration)) error {
	t, err := tourney.New(cfg, nil)
	if err != nil {
		return err
	}
	c.mu.Lock()
	if c.cfg = cfg; c.past == nil {
		c.past = &tourney.Past{}
		for _, e := range t.Step(tourney.Begin{}) {
			if p, ok := e.(tourney.Planned); ok {
				c.past.Slots = p.Slots
			}
		}
	}
	c.mu.Unlock()
	changed(-1)
	if c.play != nil {
		c.play(ctx, cfg, st)
	}
	<-ctx.Done()
	return nil
}

type stubThinker struct {
	h    *stub
	slow bool
}

func (t *stubThinker) Begin(context.Context, game.Game, int, time.Duration, time.Duration) error {
	return nil
}

func (t *stubThinker) Choose(ctx context.Context, _ game.State, _ int, legal []game.Move) (game.Move, error) {
	if t.slow && len(legal) > 1 {
		<-ctx.Done()
	}
	return legal[0], nil
}

func (t *stubThinker) Thought(func(game.Move) string) thought.State {
	return thought.State{Phase: "waiting", Moves: []thought.Move{}, Values: []thought.SeatValue{}}
}

func (t *stubThinker) End() {
	t.h.mu.Lock()
	t.h.ended++
	t.h.mu.Unlock()
}

// blind answers what is illegal, so that random moves are made for it; a slow one at the end of
// its clock.
type blind struct{ slow bool }

func (*blind) Start(context.Context, run.Start) error { return nil }

func (b *blind) Play(ctx context.Context, _ run.Turn) (string, error) {
	if b.slow {
		<-ctx.Done()
	}
	return "nothing", nil
}

func (*blind) Stop(context.Context, run.Turn) error { return nil }
func (*blind) Abort(context.Context) error          { return nil }

// desk is a server under test.
type desk struct {
	t    *testing.T
	s    *Server
	h    *stub
	http *httptest.Server
}

func newDesk(t *testing.T, o Options) *desk {
	t.Helper()
	h := &stub{}
	s, err := New(h, o)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, s: s, h: h, http: httptest.NewServer(s.Handler())}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		d.http.Close()
	})
	return d
}

// ask sends a request and gives status and answer.
func (d *desk) ask(method, path, body string, headers ...string) (int, []byte) {
	d.t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	if strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "/api") && path != "/health" && path != "/metrics" {
		path = root + path
	}
	r, err := http.NewRequest(method, d.http.URL+path, in)
	if err != nil {
		d.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return res.StatusCode, b
}

// get reads an answer that must be fine.
func get[T any](d *desk, method, path, body string, headers ...string) T {
	d.t.Helper()
	status, b := d.ask(method, path, body, headers...)
	if status != http.StatusOK {
		d.t.Fatalf("%s %s: %d %s", method, path, status, b)
	}
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		d.t.Fatalf("%s %s: %v: %s", method, path, err, b)
	}
	return v
}

// over waits for the end of a match.
func (d *desk) over(id string) Detail {
	d.t.Helper()
	if l := d.s.live(id); l != nil {
		<-l.done
	}
	return get[Detail](d, "GET", "/matches/"+id, "")
}

// asked waits until a seat is asked for a move.
func (d *desk) asked(b Begun, step int) Position {
	d.t.Helper()
	for end := time.Now().Add(time.Minute); ; {
		status, text := d.ask("GET", fmt.Sprintf("/matches/%s/positions/%d", b.ID, step), "", keyHeader, b.Keys[0].Key)
		var p Position
		if err := json.Unmarshal(text, &p); err != nil || status != http.StatusOK && status != http.StatusNotFound {
			d.t.Fatalf("step %d of %s: %d %s", step, b.ID, status, text)
		}
		if p.Choice != nil {
			return p
		}
		if time.Now().After(end) {
			d.t.Fatalf("step %d of %s: nobody is asked", step, b.ID)
		}
		time.Sleep(2 * time.Millisecond)
	}
}
