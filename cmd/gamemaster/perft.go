package main

import (
	"context"
	"fmt"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game/gametest"
	"ludens/internal/cli"
)

// perftCommand counts positions, the usual check of a rules engine.
type perftCommand struct {
	config.Engine
	config.Choices
	Limit time.Duration `default:"0s" help:"Longest time to count; 0 for no limit."`
	Game  string        `arg:"" help:"Library name or file."`
	Depth int           `arg:"" help:"Number of joint moves, at least 0."`
}

// Help is shown by --help.
func (*perftCommand) Help() string {
	return "Counts, for every depth up to DEPTH, the sequences of exactly that many joint moves from the initial position, " +
		"and those of at most that many that end in a terminal position. Stops where there are no more of the former."
}

type perftResult struct {
	Game   string       `json:"game"`
	Engine string       `json:"engine"`
	Depths []perftDepth `json:"depths"`
}

type perftDepth struct {
	Depth     int    `json:"depth"`
	Nodes     uint64 `json:"nodes"`
	Terminals uint64 `json:"terminals"`
}

// Run counts.
func (c *perftCommand) Run(env *cli.Env) error {
	if c.Depth < 0 || c.Depth > 1000 {
		return cli.Usagef("DEPTH must be from 0 to 1000, found %d", c.Depth)
	}
	g, err := catalog.Open(env.Context, c.Game, wire.Choose(wire.Catalog(c.Engine), c.Choices))
	if err != nil {
		return err
	}
	ctx := env.Context
	if c.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Limit)
		defer cancel()
	}
	wire.Until(ctx, g)
	m := g.NewMachine()
	r := perftResult{Game: c.Game, Engine: g.Facts().Engine}
	env.Say("%s (%s)", r.Game, r.Engine)
	for depth := range c.Depth + 1 {
		nodes, terminals, err := gametest.Perft(ctx, m, depth)
		if err != nil {
			return fmt.Errorf("perft %s to depth %d: %w", c.Game, depth, err)
		}
		r.Depths = append(r.Depths, perftDepth{depth, nodes, terminals})
		env.Say("%3d %15d %15d", depth, nodes, terminals)
		if nodes == 0 {
			break // every match is over; deeper counts are the same
		}
	}
	switch last := r.Depths[len(r.Depths)-1]; {
	case env.JSON:
		return env.Print(r)
	case env.Quiet:
		fmt.Fprintln(env.Stdout, last.Nodes)
	}
	return nil
}
