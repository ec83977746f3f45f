package main

import (
	"context"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/arena"
	"ludens/agent/roster"
	"ludens/cmd/internal/wire"
	"ludens/game"
	"ludens/ggp"
	"ludens/ggp/client"
	"ludens/internal/cli"
	"ludens/match"
	matchrun "ludens/match/run"
	"ludens/tourney"
	tourneyrun "ludens/tourney/run"
	"ludens/web"
)

// tournamentMaker makes the matches of a tournament ready.
type tournamentMaker struct {
	env       *cli.Env
	games     []openedGame
	memory    int64      // bytes per search
	publisher *publisher // nil: nothing is published
	log       zerolog.Logger
	stage     web.Stage // where matches are seen and people play; nil: nowhere
}

// make is a tourneyrun.Maker. What is drawn depends on the tournament's seed and the slot;
// what an attempt draws by itself on the attempt, too, so that a match that broke in the
// midst is another one.
func (m *tournamentMaker) make(ctx context.Context, cfg tourney.Config, p tourney.Play) (tourneyrun.Prepared, error) {
	opened := m.games[p.Slot.Game]
	const mostAttempts = 1 << 20
	seed := game.Stream(cfg.Seed, "tourney/match", uint64(p.Slot.Number)*mostAttempts+uint64(p.Attempt)).Uint64() >> 1
	seats := seatMaker{env: m.env, ctx: ctx, quit: func(error) {}, game: opened.game, seed: seed, memory: m.memory}
	out := tourneyrun.Prepared{
		Options: matchrun.Options{Match: match.Config{Game: opened.game, Rules: opened.text, Seed: seed}}, Close: seats.close,
	}
	if cfg.Plies > 0 {
		out.Options.Match.Opening = arena.Opening(opened.game, cfg.Seed, uint64(p.Slot.Opening), cfg.Plies)
	}
	for i, e := range p.Slot.Seats {
		s, err := m.seat(&seats, i, cfg.Entrants[e])
		if err != nil {
			_ = seats.close()
			return out, fmt.Errorf("entrant %s: %w", cfg.Entrants[e].Name, err)
		}
		out.Options.Seats = append(out.Options.Seats, s)
	}
	leave := func() {}
	if m.stage != nil {
		id := tourney.MatchID(cfg.Name, p.Slot.Number, p.Attempt)
		leave = m.stage.Enter(cfg.Name, id, cfg.Clocks[p.Slot.Clock], &out.Options)
	}
	published, err := m.publisher.background(ctx, &out.Options)
	out.Close = func() error {
		published()
		leave()
		return seats.close()
	}
	if err != nil {
		_ = out.Close()
	}
	return out, err
}

func (m *tournamentMaker) seat(seats *seatMaker, i int, e tourney.Entrant) (matchrun.Seat, error) {
	if e.Kind == tourney.Remote {
		dialect, err := ggp.ParseDialect(e.Dialect)
		return matchrun.Seat{Name: e.Name, Addr: e.Player, Dialect: dialect}, err
	}
	if e.Kind == web.KindHuman {
		if m.stage == nil {
			return matchrun.Seat{}, cli.Usagef("people play in tournaments of the page only: gamemaster serve")
		}
		return matchrun.Seat{Name: e.Name, Human: true}, nil
	}
	a, err := roster.Parse(e.Player, wire.Agents(max(e.Threads, 1), m.memory))
	if err != nil {
		return matchrun.Seat{}, err
	}
	seed := seats.seed + uint64(i)
	return seats.local(e.Name, false, func() agent.Player { return a.New(seed) })
}

// abandonTime is how long somebody who is told that a match is no more is listened to.
const abandonTime = 3 * time.Second

// abandon tells the players of a match that broke.
func (m *tournamentMaker) abandon(cfg tourney.Config) func(ctx context.Context, s tourney.Slot, id string) {
	return func(ctx context.Context, s tourney.Slot, id string) {
		ctx, cancel := context.WithTimeout(ctx, abandonTime)
		defer cancel()
		for _, i := range s.Seats {
			e := cfg.Entrants[i]
			if e.Kind != tourney.Remote {
				continue
			}
			dialect, err := ggp.ParseDialect(e.Dialect)
			if err == nil {
				c := client.Client{Receiver: e.Name}
				_, err = c.Send(ctx, e.Player, &ggp.Encoder{Dialect: dialect}, ggp.Abort{MatchID: id})
			}
			m.log.Debug().Str("match", id).Str("player", e.Name).Err(err).Msg("told that the match is no more")
		}
	}
}
