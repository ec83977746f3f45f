package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludens/game"
	"ludens/nets"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/relative"
	"ludens/nets/shipped"
	"ludens/store"
	guides "ludens/tune/guide"
	"ludens/tune/run"
	"ludens/tune/startclock"
)

// related makes a net for a game of one that is stored for a related game; nil if there is none.
func (d *guide) related(ctx context.Context, g game.Game, enc *encode.Encoder, m run.Measured, t time.Duration) (*startclock.Stored, error) {
	found, err := d.relative(ctx, g, enc, m, t)
	if found == nil || err != nil {
		return nil, err
	}
	engine, note, err := infer.NewTrusted(found.Net.Spec.Layers(), enc.Links(), found.Net.Weights, kernel.Best())
	if err != nil {
		return nil, err
	}
	if note != "" {
		d.log.Warn().Msg(note)
	}
	e := d.log.Info().Str("game", g.Facts().Name).Str("of", found.Of.Name).Float64("moves", found.Moves).Float64("random", found.Random).Float64("others", found.Others).Float64("tells", found.Tells)
	if found.Over != nil {
		e = e.Str("over", found.Over.Name).Float64("search", found.Search)
	}
	e.Msg("a net for a related game is tried")
	return &startclock.Stored{Net: found.Net, Encoder: enc, Engine: d.card.Runner(engine, enc.Links(), found.Net.Weights), Related: found.Of.Name, Tells: found.Tells}, nil
}

// relative finds a net that is stored for a related game; nil if there is none. A fault of the engine on the way is an error.
func (d *guide) relative(ctx context.Context, g game.Game, enc *encode.Encoder, m run.Measured, t time.Duration) (found *relative.Found, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("looking for nets of related games: panic: %v", r)
		}
	}()
	if d.path.Nets == "" {
		return nil, nil
	}
	list, err := d.candidates()
	if err != nil {
		return nil, err
	}
	return relative.Find(ctx, g, enc, relative.Options{Candidates: list, Positions: m.Positions(), Time: t, Duel: d.duel(g, enc, m)})
}

// How many games two nets for a related game play each other, how few tell nothing, and the time of a move that is enough: what it tells
// was the same at five times as much (docs/benchmarks/startclock.md).
const (
	duelGames, fewestDuels = 8, 4
	duelMove               = 20 * time.Millisecond
)

// duel has two nets for a game play each other.
func (d *guide) duel(g game.Game, enc *encode.Encoder, m run.Measured) relative.Duel {
	return func(ctx context.Context, a, b *nets.Net, t time.Duration) (float64, error) {
		match := guides.Match{
			Time: t, Most: duelMove, Games: duelGames, Threads: max(d.threads, 1), Length: m.Length, Limit: max(int(3*m.Length), m.Longest), Playout: m.Playout(),
		}
		var sides [2]*guides.Guide
		for i, n := range []*nets.Net{a, b} {
			engine, _, err := infer.NewTrusted(n.Spec.Layers(), enc.Links(), n.Weights, kernel.Best())
			if err != nil {
				return 0, err
			}
			if sides[i], err = guides.New(enc, engine, guides.Options{Threads: match.Threads, Mix: n.Mix, Playout: match.Playout}); err != nil {
				return 0, err
			}
			defer sides[i].Close()
		}
		c, err := match.Play(ctx, g, sides[0], sides[1])
		if err == nil && c.Games < fewestDuels {
			err = fmt.Errorf("nets of related games have played %d games in %s", c.Games, t)
		}
		return c.Points / float64(max(c.Games, 1)), err
	}
}

// candidates are the nets that games of the database are played with, the latest first, and those that came with the program for other games.
func (d *guide) candidates() ([]relative.Candidate, error) {
	var list []relative.Candidate
	db, err := openNets(d.path)
	if err != nil {
		return nil, err
	}
	if db != nil {
		defer db.Close()
		stored, err := db.Nets(store.NetQuery{Best: true, Limit: mostCandidates})
		if err != nil {
			return nil, err
		}
		for _, n := range stored {
			list = append(list, relative.Candidate{Net: n.Net, Load: func() (*nets.Net, error) {
				db, err := openNets(d.path)
				if err != nil {
					return nil, err
				}
				if db == nil {
					return nil, nets.ErrNone
				}
				defer db.Close()
				return db.Net(n.ID)
			}})
		}
	}
	entries, err := shipped.List()
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if slices.ContainsFunc(list, func(c relative.Candidate) bool { return c.Net.Game == e.Net.Game && c.Net.Encoding == e.Net.Encoding }) {
			continue
		}
		list = append(list, relative.Candidate{Net: e.Net, Load: func() (*nets.Net, error) { return shipped.Net(e.Net.Game, e.Net.Encoding) }})
	}
	return list, nil
}

// mostCandidates bounds the nets of the database that are looked at for a related game.
const mostCandidates = 64
