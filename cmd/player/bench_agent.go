package main

import (
	"context"
	"time"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/agent/retro"
	"ludens/agent/roster"
	"ludens/cmd/internal/wire"
	"ludens/game"
	"ludens/internal/cli"
)

// benchAgents makes the players that a measurement is about, with one thread each. One
// that prepares for a game does it once per game, not once per position.
type benchAgents struct {
	seed  uint64
	start time.Duration
	kind  *roster.Agent
	ready map[string]*portfolio.Choice // by the hash of the game
}

func newBenchAgents(text string, seed uint64, start time.Duration) (*benchAgents, error) {
	kind, err := roster.Parse(text, wire.Agents(1, 0))
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	return &benchAgents{seed: seed, start: start, kind: kind, ready: map[string]*portfolio.Choice{}}, nil
}

// player makes the player for the position of a number.
func (b *benchAgents) player(ctx context.Context, g game.Game, number int) agent.Player {
	seed := b.seed + uint64(number)
	player := b.kind.New(seed)
	if p, ok := player.(*retro.Player); ok {
		player = p.Inner() // here are single positions, none of which is worth a table
	}
	prepares, ok := player.(*portfolio.Player)
	if !ok {
		return player
	}
	hash := g.Facts().Hash
	choice := b.ready[hash]
	if choice == nil {
		ctx, cancel := context.WithTimeout(ctx, b.start)
		choice = portfolio.Choose(ctx, g, prepares.Options())
		cancel()
		b.ready[hash] = choice
	}
	return choice.New(1, 0, seed)
}
