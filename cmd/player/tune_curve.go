package main

import (
	"errors"
	"fmt"

	"ludens/internal/aside"
	"ludens/internal/cli"
	"ludens/store"
	"ludens/tune"
	"ludens/tune/curve"
	"ludens/tune/run"
)

// tuneCurveCommand draws a run's history.
type tuneCurveCommand struct {
	tuneGame
	SVG string `name:"svg" default:"" placeholder:"FILE" help:"Where to write the picture; standard output by default."`
}

// Help is shown by --help.
func (*tuneCurveCommand) Help() string {
	return "Draws the rating, with its interval, and the losses over the hours of a run, also while it goes on. With --json, the points."
}

// Run draws.
func (c *tuneCurveCommand) Run(env *cli.Env) error {
	g, list, err := c.encoders(env)
	if err != nil {
		return err
	}
	s, err := store.Open(string(c.Nets.Nets), store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer s.Close()
	var state *run.State
	for _, enc := range list {
		if state, err = run.Load(s, run.Key(g.Facts(), enc.Fingerprint())); !errors.Is(err, tune.ErrNone) {
			break
		}
	}
	if errors.Is(err, tune.ErrNone) {
		return fmt.Errorf("draw %s: it has not been tuned", c.Game)
	}
	if err != nil {
		return fmt.Errorf("draw %s: %w", c.Game, err)
	}
	switch {
	case env.JSON:
		return env.Print(state.History)
	case c.SVG == "":
		_, err = env.Exact().Write(curve.Draw(c.Game, state.History))
	default:
		err = aside.Bytes(c.SVG, 0o644, curve.Draw(c.Game, state.History))
	}
	if err != nil {
		return fmt.Errorf("draw %s: %w", c.Game, err)
	}
	return nil
}
