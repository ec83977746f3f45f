package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/roster"
	"ludens/agent/session"
	"ludens/catalog"
	"ludens/cmd/internal/thinking"
	"ludens/game"
	"ludens/ggp"
	"ludens/ggp/client"
	"ludens/internal/thought"
	"ludens/match"
	"ludens/match/run"
	"ludens/rating"
	"ludens/store"
	"ludens/web"
)

// host is what the page's server needs of the rest of the house.
type host struct {
	opt    catalog.Options
	agents roster.Defaults
	log    zerolog.Logger
	db     *store.Store // nil: nothing is kept
	nets   string       // file of the nets, where runs of tuning are

	publisher *publisher // nil: nothing is published

	mu     sync.Mutex
	opened []shelved // the last used at the end
	list   []web.Game
}

// shelved is a game that may be wanted again.
type shelved struct {
	key, text string
	g         game.Game
}

// maxOpened bounds the games kept open.
const maxOpened = 6

// keep remembers a game.
func (h *host) keep(o shelved) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.opened = append(h.opened, o); len(h.opened) > maxOpened {
		h.opened = h.opened[1:]
	}
}

func (h *host) kept(key string) (shelved, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, o := range h.opened {
		if o.key == key {
			h.opened = append(append(h.opened[:i:i], h.opened[i+1:]...), o)
			return o, true
		}
	}
	return shelved{}, false
}

// Games implements web.Host.
func (h *host) Games(context.Context) ([]web.Game, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.list != nil {
		return h.list, nil
	}
	all, err := catalog.List(h.opt)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		h.list = append(h.list, gameOf(e))
	}
	return h.list, nil
}

// gameOf is a line of the library for the page. The name says the language: both may
// have a game of the same name.
func gameOf(e catalog.Entry) web.Game {
	g := web.Game{
		Name: e.Family + ":" + e.Name, Title: e.Title, Family: e.Family, Roles: e.Roles,
		Description: e.Description, Tags: e.Tags, Error: e.Error,
	}
	if g.Title == "" {
		g.Title = e.Name
	}
	if e.Facts != nil {
		g.Facts = e.Facts.String()
	}
	if i := e.Info; i != nil {
		if g.Aliases = i.Aliases; g.Description == "" {
			g.Description = i.Description
		}
	}
	return g
}

// wanted is a game of the library, with what was chosen of it.
type wanted struct {
	source *catalog.Source
	entry  catalog.Entry
	opt    catalog.Options
}

// chosen takes apart NAME@SETTING/ITEM@….
func chosen(name string) (base string, choices []string) {
	base, behind, some := strings.Cut(name, "@")
	if some {
		choices = strings.Split(behind, "@")
	}
	return base, choices
}

// find finds a game of the library. Nothing that a page names is taken for a file.
func (h *host) find(name string) (*wanted, error) {
	all, err := catalog.List(h.opt)
	if err != nil {
		return nil, err
	}
	base, choices := chosen(name)
	for _, e := range all {
		if strings.EqualFold(e.Family+":"+e.Name, base) || e.Name == base {
			w := &wanted{entry: e, opt: h.opt}
			w.opt.Select = append(slices.Clone(w.opt.Select), choices...)
			w.source, err = catalog.Find(e.Family+":"+e.Name, w.opt)
			return w, err
		}
	}
	return nil, fmt.Errorf("%w: game %s", web.ErrNotFound, name)
}

// Rules implements web.Host.
func (h *host) Rules(ctx context.Context, name string) (*web.Rules, error) {
	w, err := h.find(name)
	if err != nil {
		return nil, err
	}
	s, e := w.source, w.entry
	f, roles, err := catalog.FactsOf(ctx, e, w.opt)
	if e.Facts, e.Roles = f, roles; err != nil {
		e.Error = err.Error()
	}
	r := &web.Rules{Game: gameOf(e), Text: s.Text, Findings: []web.Finding{}, Settings: settings(w)}
	if i := e.Info; i != nil {
		r.Authors, r.Told = i.Authors, i.Rules
	}
	if _, behind, some := strings.Cut(name, "@"); some {
		r.Name += "@" + behind
	}
	if f != nil && f.Size() != "" {
		r.Facts = strings.Trim(r.Facts+", "+f.Size(), ", ")
	}
	// Roles of people and programs: who takes part, without Nature.
	r.Roles = playing(r.Roles, f)
	for _, d := range s.Check(ctx, w.opt) {
		r.Findings = append(r.Findings, web.Finding{Line: d.Pos.Line, Severity: d.Severity.String(), Code: d.Code, Text: d.Message, Hint: d.Hint})
	}
	return r, nil
}

// settings are what a description lets people choose, and what is chosen.
func settings(w *wanted) []web.Setting {
	out := []web.Setting{}
	d, err := w.source.Choices(w.opt)
	if err != nil { // it is among the findings
		return out
	}
	if len(d.Rulesets) > 0 {
		s := web.Setting{Name: "Ruleset"}
		for i, r := range d.Rulesets {
			s.Items = append(s.Items, web.SettingItem{Name: strings.TrimPrefix(r.Name, "Ruleset/"), Heading: r.Name})
			if i == d.Ruleset {
				s.Chosen = r.Name
			}
		}
		out = append(out, s)
	}
	for _, o := range d.Options {
		s := web.Setting{Name: o.Category}
		for i, item := range o.Items {
			s.Items = append(s.Items, web.SettingItem{Name: item.Name, Heading: o.Heading(i), Says: item.Description})
			if i == o.Chosen {
				s.Chosen = o.Heading(i)
			}
		}
		out = append(out, s)
	}
	return out
}

// playing leaves out Nature's role, which comes last among the seats.
func playing(roles []string, f *catalog.Facts) []string {
	if f == nil || len(roles) <= f.Players {
		return roles
	}
	var out []string
	for _, r := range roles {
		if r != "random" && r != "Nature" && len(out) < f.Players {
			out = append(out, r)
		}
	}
	return out
}

// Open implements web.Host.
func (h *host) Open(ctx context.Context, name string) (game.Game, string, error) {
	if o, ok := h.kept("name " + name); ok {
		return o.g, o.text, nil
	}
	w, err := h.find(name)
	if err != nil {
		return nil, "", err
	}
	g, err := w.source.Open(ctx, w.opt)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", web.ErrBad, err)
	}
	text, err := w.source.Alone(w.opt)
	if err != nil {
		return nil, "", err
	}
	h.keep(shelved{"name " + name, text, g})
	return g, text, nil
}

// Reopen implements web.Host.
func (h *host) Reopen(ctx context.Context, r *match.Record) (game.Game, error) {
	if r.Rules == "" {
		return nil, errors.New("the rules are not stored")
	}
	key := "text " + r.Game + " " + r.GameHash + " " + fmt.Sprint(len(r.Rules))
	if o, ok := h.kept(key); ok && o.text == r.Rules {
		return o.g, nil
	}
	g, err := catalog.OpenText(ctx, r.Game, r.Rules, h.opt)
	if err != nil {
		return nil, err
	}
	h.keep(shelved{key, r.Rules, g})
	return g, nil
}

// Agents implements web.Host: the ladder, whose strength does not change, then everything
// else.
func (h *host) Agents() []web.Agent {
	var out []web.Agent
	for _, l := range roster.Ladder() {
		elo := "Elo not measured"
		if l.Measured {
			elo = fmt.Sprintf("Elo %.0f ± %.0f", l.Elo, l.Interval)
		}
		out = append(out, web.Agent{Name: fmt.Sprintf("Level %d (%s)", l.Number, elo), Text: l.Text, Says: l.Text})
	}
	for _, e := range roster.Describe() {
		if e.Name != "random" {
			out = append(out, web.Agent{Name: e.Name, Text: e.Name, Says: e.Says})
		}
	}
	return out
}

// CheckAgent implements web.Host. What an agent may take is bounded by the server, so that
// texts that ask for more are refused.
func (h *host) CheckAgent(text string) error {
	if slices.ContainsFunc(roster.Ladder(), func(l roster.Level) bool { return l.Text == text }) {
		return nil // the ladder's players have one thread
	}
	for _, word := range []string{"bytes", "threads"} {
		if strings.Contains(strings.ToLower(text), word) {
			return fmt.Errorf("agent %q: %s is for the server to say", text, word)
		}
	}
	_, err := roster.Parse(text, h.agents)
	return err
}

// Thinker implements web.Host.
func (h *host) Thinker(text string, seed uint64) (web.Thinker, error) {
	a, err := roster.Parse(text, h.agents)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", web.ErrBad, err)
	}
	return &thinker{player: a.New(seed)}, nil
}

// Seat implements web.Host.
func (h *host) Seat(ctx context.Context, g game.Game, _ int, text string, seed uint64) (run.Player, func(), error) {
	a, err := roster.Parse(text, h.agents)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", web.ErrBad, err)
	}
	s, err := session.New(session.Config{
		Name: text, NewPlayer: func() agent.Player { return a.New(seed) }, Log: h.log,
		Quick: func(context.Context, string) (game.Game, error) { return g, nil },
	})
	if err != nil {
		return nil, nil, err
	}
	release := func() {
		stop, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(stop); err != nil {
			h.log.Warn().Err(err).Msg("an agent does not end")
		}
	}
	return &localSeat{session: s, match: ctx}, release, nil
}

// Ask implements web.Host.
func (h *host) Ask(ctx context.Context, address string) (web.Info, error) {
	reply, err := client.Client{ConnectTimeout: time.Second}.Send(ctx, address, &ggp.Encoder{}, ggp.Info{})
	if err != nil {
		return web.Info{}, err
	}
	st, err := ggp.ParseStatus(reply.Text)
	return web.Info{Name: st.Name, Status: st.Status}, err
}

// Publish implements web.Host.
func (h *host) Publish(o *run.Options) func(context.Context) string {
	end, err := h.publisher.publish(o)
	if err != nil { // the options were found right when the server started
		h.log.Error().Str("match", o.Match.ID).Err(err).Msg("not published")
		return func(context.Context) string { return "" }
	}
	return end
}

// Archive implements web.Host.
func (h *host) Archive() web.Archive {
	if h.db == nil {
		return nil
	}
	return archive{h.db}
}

// archive is the store as the page sees it.
type archive struct{ *store.Store }

// List implements web.Archive.
func (a archive) List(q web.Query) ([]web.Summary, error) {
	list, err := a.Store.List(store.Query{Game: q.Game, Player: q.Player, Tournament: q.Tournament, Status: q.Status, Limit: q.Limit})
	if err != nil {
		return nil, err
	}
	var out []web.Summary
	for _, s := range list {
		out = append(out, web.Summary{
			ID: s.ID, Game: s.Game, StartTime: s.StartTime, Status: s.Status, Reason: s.Reason, Steps: s.Steps,
			Roles: s.Roles, Players: s.Players, Goals: s.Goals, Failures: s.Failures, Tournament: s.Tournament,
		})
	}
	return out, nil
}

// Played implements web.Archive.
func (a archive) Played(q web.Query) ([]rating.Played, error) {
	return a.Store.Played(store.Query{Game: q.Game, Player: q.Player, Tournament: q.Tournament, Limit: q.Limit})
}

// Load implements web.Archive.
func (a archive) Load(id string) (*match.Record, error) {
	r, err := a.Store.Load(id)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("%w: %w", web.ErrNotFound, err)
	}
	return r, err
}

// thinker is an agent.Player as a web.Thinker. What it thinks is told while it thinks.
type thinker struct {
	player agent.Player
	g      game.Game
	seat   int

	mu       sync.Mutex
	last     agent.Thought
	state    game.State
	turn     int
	thinking bool
}

// Begin implements web.Thinker.
func (t *thinker) Begin(ctx context.Context, g game.Game, seat int, start, play time.Duration) error {
	t.g, t.seat = g, seat
	if ctx.Err() == nil && start > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, start)
		defer cancel()
	}
	return t.player.Begin(ctx, g, seat, agent.Clocks{Start: start, Play: play})
}

// Choose implements web.Thinker. A turn without a choice leaves what was thought of the
// last one with a choice to be seen.
func (t *thinker) Choose(ctx context.Context, state game.State, turn int, legal []game.Move) (game.Move, error) {
	if len(legal) == 1 {
		return t.player.Choose(ctx, agent.Turn{Number: turn, States: []game.State{state}, Legal: legal})
	}
	t.mu.Lock()
	t.last, t.state, t.turn, t.thinking = agent.Thought{}, state, turn, true
	t.mu.Unlock()
	mv, err := t.player.Choose(ctx, agent.Turn{
		Number: turn, States: []game.State{state}, Legal: legal,
		Tell: func(th agent.Thought) {
			t.mu.Lock()
			t.last = th
			t.mu.Unlock()
		},
	})
	t.mu.Lock()
	t.thinking = false
	t.mu.Unlock()
	return mv, err
}

// Thought implements web.Thinker.
func (t *thinker) Thought(func(game.Move) string) thought.State {
	t.mu.Lock()
	th, state, turn, busy := t.last, t.state, t.turn, t.thinking
	t.mu.Unlock()
	out := thinking.State(th, t.g, t.seat, state)
	out.Way, out.Turn, out.Phase = t.player.Name(), turn, "waiting"
	if busy {
		out.Phase = "thinking"
	}
	return out
}

// End implements web.Thinker.
func (t *thinker) End() { t.player.End() }
