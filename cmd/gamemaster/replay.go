package main

import (
	"errors"
	"fmt"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
	"ludens/match"
)

// replayCommand plays a stored match again.
type replayCommand struct {
	config.Engine
	config.Store
	Draw bool   `default:"true" negatable:"" help:"Draw every position."`
	ID   string `arg:"" optional:"" help:"Identifier of the match, or its beginning; default: the latest."`
}

// Help is shown by --help.
func (*replayCommand) Help() string {
	return "Opens the rules stored with the match and makes its moves again. Checked are the legality of every move, every position, " +
		"what chance and the seed decided, the end and the goals. Exit code 3 at the first difference."
}

// replayResult is the outcome as JSON.
type replayResult struct {
	matchResult
	Exact      bool   `json:"exact"`
	Difference string `json:"difference,omitempty"`
}

// Run plays.
func (c *replayCommand) Run(env *cli.Env) error {
	rec, err := stored(c.Store.Store, c.ID)
	if err != nil {
		return err
	}
	if rec.Rules == "" {
		return fmt.Errorf("replay %s: its rules are not stored", rec.ID)
	}
	g, err := catalog.OpenText(env.Context, rec.Game, rec.Rules, wire.Catalog(c.Engine))
	if err != nil {
		return fmt.Errorf("replay %s: %w", rec.ID, err)
	}
	drawer := newDrawer(env.Stdout)
	for step, state := range rec.States {
		if step > 0 {
			env.Say("%3d. %s", step, jointMove(rec, step-1))
		}
		if c.Draw && state != nil {
			env.Say("%s", drawer.Draw(state))
		}
	}
	r := replayResult{matchResult: result(rec)}
	err = rec.Replay(g)
	var d *match.Difference
	switch {
	case err == nil:
		r.Exact = true
	case errors.As(err, &d):
		r.Difference = d.Error()
	default:
		return err
	}
	if env.JSON {
		if err := env.Print(r); err != nil {
			return err
		}
	} else {
		outcome := "played again exactly"
		if !r.Exact {
			outcome = "differs: " + r.Difference
		}
		fmt.Fprintf(env.Stdout, "match %s, %s after %s: %s\n", rec.ID, rec.Status, count(rec.Steps(), "step"), outcome)
	}
	if !r.Exact {
		return cli.ErrFindings
	}
	return nil
}
