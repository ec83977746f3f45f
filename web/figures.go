package web

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"ludens/rating"
)

// Ratings are tables of what stored matches say about their players.
type Ratings struct {
	Tables []RatingTable `json:"tables"` // the one over all first
	Most   int           `json:"most"`   // matches that are looked at, the latest, if there are more
}

// RatingTable is the table of a game, or of all.
type RatingTable struct {
	Game string `json:"game,omitempty"` // empty: all
	rating.Table
}

// Tuning is a run of tuning: a net that learns a game.
type Tuning struct {
	Run     string  `json:"run"`
	Game    string  `json:"game"`
	Net     string  `json:"net"`     // its architecture in words
	Elapsed float64 `json:"elapsed"` // seconds of work
	Planned float64 `json:"planned"` // seconds
	Done    bool    `json:"done"`
	Games   int64   `json:"games"`
	Samples int64   `json:"samples"`
	Steps   int64   `json:"steps"`
	// Best is the rating of the net that is played, where one was rated.
	Best   *Rated        `json:"best,omitempty"`
	Points []TuningPoint `json:"points,omitempty"`
}

// Rated is a rating with half the width of its 95 % interval.
type Rated struct {
	Elo      float64 `json:"elo"`
	Interval float64 `json:"interval"`
}

// TuningPoint is a moment of a run.
type TuningPoint struct {
	Elapsed float64 `json:"elapsed"` // seconds of work
	Policy  float64 `json:"policy"`  // loss
	Value   float64 `json:"value"`   // loss
	Rating  *Rated  `json:"rating,omitempty"`
}

// TuningList is all runs.
type TuningList struct {
	Tunings []Tuning `json:"tunings"`
}

// maxRated bounds the matches that a table is made of.
const maxRated = 20_000

func (s *Server) ratings(ctx context.Context, c *call) (any, error) {
	out := Ratings{Tables: []RatingTable{}, Most: maxRated}
	a := s.host.Archive()
	if a == nil {
		return out, nil
	}
	select {
	case s.tables <- struct{}{}:
		defer func() { <-s.tables }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	played, err := a.Played(Query{Game: c.query("game"), Player: c.query("player"), Tournament: c.query("tournament"), Limit: maxRated})
	if err != nil {
		return nil, err
	}
	o := rating.TableOptions{NoForfeits: c.query("forfeits") == "0"}
	if c.query("ladder") == "1" {
		o.Pins = s.host.Ladder()
	}
	groups := map[string][]rating.Played{}
	if c.query("per_game") == "1" {
		for _, p := range played {
			groups[p.Game] = append(groups[p.Game], p)
		}
	}
	for _, name := range append([]string{""}, slices.Sorted(maps.Keys(groups))...) {
		list := played
		if name != "" {
			list = groups[name]
		}
		t, err := rating.Tabulate(list, o)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBad, err)
		}
		if t.Players == nil {
			t.Players, t.Cross, t.Better = []rating.Standing{}, [][]rating.Result{}, [][]float64{}
		}
		out.Tables = append(out.Tables, RatingTable{name, *t})
	}
	return out, nil
}

func (s *Server) tunings(context.Context, *call) (any, error) {
	list, err := s.host.Tunings()
	if err != nil {
		return nil, err
	}
	return TuningList{append([]Tuning{}, list...)}, nil
}

func (s *Server) tuning(_ context.Context, c *call) (any, error) {
	return s.host.Tuning(c.path("run"))
}
