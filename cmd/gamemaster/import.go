package main

import (
	"fmt"
	"strings"

	"ludens/catalog"
	"ludens/config"
	"ludens/internal/cli"
)

// importCommand takes over a user's games.
type importCommand struct {
	config.Library
	Dir string `arg:"" help:"Directory of .kif or .lud files, the root of a GGP repository (games/KEY/METADATA), or a checkout of Ludii."`
}

// Help is shown by --help.
func (*importCommand) Help() string {
	return "Copies every description that can be played into the library of imported games, under a name made from its path or its key, and the definitions that games in ludemes use. " +
		"What a game in ludemes says about itself (authors, rules, aliases, Ludii's heuristics and weights of features, from the directory def_ai too, and hints on drawing) is kept with it, and it is found by its aliases and its title too. " +
		"Importing again brings changed descriptions up to date. Exit code 3 if some were refused. " +
		"\"gamemaster check NAME\" tells what else is wrong with a description."
}

// Run imports.
func (c *importCommand) Run(env *cli.Env) error {
	if c.Library.Library == "" {
		return cli.Usagef("--library must name the directory that imported games go to")
	}
	if c.Defs != "" {
		return cli.Usagef("--defs means nothing here: definitions are taken from the directory def beside the descriptions or further up in DIR")
	}
	report, err := catalog.Import(env.Context, c.Dir, string(c.Library.Library))
	if err != nil {
		return err
	}
	if env.JSON {
		if err := env.Print(report); err != nil {
			return err
		}
	} else {
		t := cli.Table{Head: []string{"GAME", "STATUS", "ERRORS", "WARNINGS", "FROM"}, Right: []int{2, 3}}
		for _, g := range report.Games {
			t.Row(g.Name, g.Status, g.Errors, g.Warnings, g.Source)
		}
		if t.Rows() > 0 {
			t.Write(env.Stdout)
		}
		for _, r := range report.Refused {
			fmt.Fprintf(env.Stdout, "%s: refused: %s\n", r.Source, strings.ReplaceAll(r.Reason, "\n", "; "))
		}
		env.Say("%s imported into %s, %d refused", count(len(report.Games), "game"), report.Into, len(report.Refused))
	}
	if len(report.Refused) > 0 {
		return cli.ErrFindings
	}
	return nil
}
