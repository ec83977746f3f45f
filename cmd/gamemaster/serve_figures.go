package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"ludens/ggp"
	"ludens/internal/cli"
	"ludens/store"
	"ludens/tourney"
	tourneyrun "ludens/tourney/run"
	"ludens/tune"
	"ludens/tune/run"
	"ludens/web"
)

// Tournaments implements web.Host.
func (h *host) Tournaments() web.Tournaments {
	if h.db == nil {
		return nil
	}
	return cups{h}
}

// cups are the tournaments of the store.
type cups struct{ *host }

// List implements web.Tournaments.
func (c cups) List() ([]web.TournamentLine, error) {
	list, err := c.db.Tournaments()
	if err != nil {
		return nil, err
	}
	var out []web.TournamentLine
	for _, i := range list {
		l := web.TournamentLine{Name: i.Name, Kind: i.Config.Kind, Created: i.Created, Entrants: []string{}, Games: []string{}, Planned: i.Planned, Ended: i.Ended}
		for _, e := range i.Config.Entrants {
			l.Entrants = append(l.Entrants, e.Name)
		}
		for _, g := range i.Config.Games {
			l.Games = append(l.Games, g.Name)
		}
		out = append(out, l)
	}
	return out, nil
}

// Load implements web.Tournaments.
func (c cups) Load(name string) (tourney.Config, *tourney.Past, error) {
	cfg, past, err := c.db.Tournament(name)
	if errors.Is(err, tourney.ErrNone) {
		err = fmt.Errorf("%w: %w", web.ErrNotFound, err)
	}
	return cfg, past, err
}

// Games implements web.Tournaments. Nothing that a page names is taken for a file.
func (c cups) Games(ctx context.Context, cfg *tourney.Config) error {
	for i := range cfg.Games {
		g := &cfg.Games[i]
		if _, err := c.find(g.Name); err != nil {
			return err
		}
		g.Name, g.Options = chosen(g.Name)
	}
	if _, err := openGames(ctx, cfg, c.opt); err != nil {
		return fmt.Errorf("%w: %w", web.ErrBad, err)
	}
	return nil
}

// Play implements web.Tournaments.
func (c cups) Play(ctx context.Context, cfg tourney.Config, stage web.Stage, changed func(time.Duration)) error {
	for i := range cfg.Entrants { // what is not kept of a tournament
		switch e := &cfg.Entrants[i]; e.Kind {
		case tourney.Remote:
			e.Matches, e.Dialect = 1, ggp.GGPBase.String()
		case web.KindHuman:
			e.Matches = 1
		default:
			e.Threads = 1
		}
	}
	cfg.Threads = runtime.GOMAXPROCS(0)
	games, err := openGames(ctx, &cfg, c.opt)
	if err != nil {
		return err
	}
	m := tournamentMaker{env: &cli.Env{Log: c.log}, games: games, memory: c.agents.Bytes, publisher: c.publisher, log: c.log, stage: stage}
	_, err = tourneyrun.Run(ctx, tourneyrun.Options{
		Tournament: cfg, Store: c.db, Make: m.make, Abandon: m.abandon(cfg), Log: c.log,
		Changed: func(_ *tourney.Tournament, left time.Duration) { changed(left) },
	})
	return err
}

// Ladder implements web.Host.
func (*host) Ladder() map[string]float64 { return ladderPins() }

// Tunings implements web.Host. The file is opened anew every time: it may come into being
// while the page is served, and others write it.
func (h *host) Tunings() (out []web.Tuning, err error) {
	err = h.readNets(func(db *store.Store) error {
		list, err := db.Runs()
		for _, r := range list {
			if r.State == nil {
				continue // has not come to its first checkpoint
			}
			var s run.State
			if err := json.Unmarshal(r.State, &s); err != nil {
				return fmt.Errorf("read run %s: %w", r.Name, err)
			}
			t := tuningOf(r.Name, &s)
			t.Points = nil
			out = append(out, *t)
		}
		return err
	})
	return out, err
}

// Tuning implements web.Host.
func (h *host) Tuning(name string) (out *web.Tuning, err error) {
	err = h.readNets(func(db *store.Store) error {
		s, err := run.Load(db, name)
		if err == nil {
			out = tuningOf(name, s)
		}
		return err
	})
	if errors.Is(err, tune.ErrNone) || err == nil && out == nil {
		err = fmt.Errorf("%w: run %s", web.ErrNotFound, name)
	}
	return out, err
}

func (h *host) readNets(f func(*store.Store) error) error {
	if h.nets == "" {
		return nil
	}
	if _, err := os.Stat(h.nets); err != nil {
		return nil // nothing has been tuned
	}
	db, err := store.Open(h.nets, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(f(db), db.Close())
}

// tuningOf is a run as the page shows it.
func tuningOf(name string, s *run.State) *web.Tuning {
	rated := func(r *run.Rated) *web.Rated {
		if r == nil || r.Name == "" {
			return nil
		}
		return &web.Rated{Elo: r.Elo, Interval: r.Interval}
	}
	t := &web.Tuning{
		Run: name, Game: s.Name, Net: fmt.Sprintf("%s %d×%d", s.Spec.Kind, s.Spec.Width, s.Spec.Blocks), Elapsed: s.Elapsed, Planned: s.Planned, Done: s.Done,
		Games: s.Games, Samples: s.Samples, Steps: s.Steps, Best: rated(&s.Best), Points: []web.TuningPoint{},
	}
	for _, p := range s.History {
		t.Points = append(t.Points, web.TuningPoint{Elapsed: p.Elapsed, Policy: p.Policy, Value: p.Value, Rating: rated(p.Rating)})
	}
	return t
}

var _ web.Tournaments = cups{}
