package main

import (
	"fmt"

	"ludens/config"
	"ludens/internal/aside"
	"ludens/internal/cli"
)

// exportCommand writes a match in GGP-Base's form, or in Ludii's.
type exportCommand struct {
	config.Store
	Output config.Path `short:"o" placeholder:"FILE" help:"File to write; default: standard output."`
	Format string      `enum:"ggpbase,ludii" default:"ggpbase" help:"Form of the record: GGP-Base's JSON, or for games in ludemes a trial as Ludii writes it (${enum})."`
	Key    config.Path `placeholder:"FILE" help:"Sign the record with this key; \"gamemaster key\" makes one."`
	ID     string      `arg:"" optional:"" help:"Identifier of the match, or its beginning; default: the latest."`
}

// Run writes.
func (c *exportCommand) Run(env *cli.Env) error {
	rec, err := stored(c.Store.Store, c.ID)
	if err != nil {
		return err
	}
	if c.Format == "ludii" {
		if c.Key != "" {
			return cli.Usagef("--key signs records in GGP-Base's form only")
		}
		return c.exportTrial(env, rec)
	}
	text, err := rec.GGPBase()
	if err != nil {
		return err
	}
	if c.Key != "" {
		key, err := readKey(string(c.Key))
		if err != nil {
			return err
		}
		if text, err = key.Sign(text); err != nil {
			return fmt.Errorf("export %s: %w", rec.ID, err)
		}
	}
	if c.Output == "" {
		_, err = env.Exact().Write(text)
	} else {
		err = aside.Bytes(string(c.Output), 0o644, text)
	}
	if err != nil {
		return fmt.Errorf("export %s: %w", rec.ID, err)
	}
	return nil
}
