package main

import (
	"fmt"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
)

// gamesCommand lists the embedded and the imported games.
type gamesCommand struct {
	config.Library
}

// Help is shown by --help.
func (*gamesCommand) Help() string { return "With --json, one object per game and line." }

// Run lists.
func (c *gamesCommand) Run(env *cli.Env) error {
	entries, err := catalog.List(wire.Library(c.Library))
	if err != nil {
		return fmt.Errorf("list the library: %w", err)
	}
	t := cli.Table{Head: []string{"GAME", "TITLE", "ROLES", "FROM"}}
	for _, e := range entries {
		if env.JSON {
			if err := env.Print(e); err != nil {
				return err
			}
			continue
		}
		from := e.Path
		if from == "" {
			from = "embedded"
		}
		if e.Error != "" {
			from += " (cannot be read: " + e.Error + ")"
		}
		t.Row(e.Name, e.Title, strings.Join(e.Roles, " "), from)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	}
	return nil
}
