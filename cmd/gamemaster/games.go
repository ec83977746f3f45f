package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/internal/cli"
)

// gamesCommand lists the embedded and the imported games.
type gamesCommand struct {
	config.Library
	Family string   `enum:"all,gdl,ludii" default:"all" help:"Games in which language (${enum})."`
	Words  []string `arg:"" optional:"" help:"Words that name, title, other names or tags contain; default: all games."`
}

// Help is shown by --help.
func (*gamesCommand) Help() string {
	return "A game in ludemes can be named ludii:NAME where one in GDL has the same name. With --json, one object per game and line."
}

// Run lists.
func (c *gamesCommand) Run(env *cli.Env) error {
	opt := wire.Library(c.Library)
	all, err := catalog.List(opt)
	if err != nil {
		return fmt.Errorf("list the library: %w", err)
	}
	var entries []catalog.Entry
	for _, e := range all {
		if (c.Family == "all" || c.Family == e.Family) && c.meant(e) {
			entries = append(entries, e)
		}
	}
	c.facts(env, entries, opt)
	if err := env.Context.Err(); err != nil {
		return err
	}
	t := cli.Table{Head: []string{"GAME", "TITLE", "FAMILY", "PLAYERS", "FACTS", "SIZE", "FROM"}, Right: []int{3}}
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
			from += " (cannot be read: " + strings.ReplaceAll(e.Error, "\n", "; ") + ")"
		}
		players, facts, size := "", "", ""
		if f := e.Facts; f != nil {
			players, facts, size = fmt.Sprint(f.Players), f.String(), f.Size()
		}
		t.Row(e.Name, e.Title, e.Family, players, facts, size, from)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	} else if len(entries) == 0 {
		env.Say("no such games, neither embedded nor in %s", c.Library.Library)
	}
	return nil
}

// meant reports whether a game has all the words.
func (c *gamesCommand) meant(e catalog.Entry) bool {
	parts := append([]string{e.Name, e.Title}, e.Tags...)
	if e.Info != nil {
		parts = append(parts, e.Info.Aliases...)
	}
	text := strings.ToLower(strings.Join(parts, " "))
	return !slices.ContainsFunc(c.Words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}

// facts completes the entries with what only opening the games tells.
func (c *gamesCommand) facts(env *cli.Env, entries []catalog.Entry, opt catalog.Options) {
	next := make(chan *catalog.Entry)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for e := range next {
				f, roles, err := catalog.FactsOf(env.Context, *e, opt)
				if e.Facts, e.Roles = f, roles; err != nil {
					e.Error = err.Error()
				}
			}
		})
	}
	for i := range entries {
		if env.Context.Err() != nil {
			break
		}
		next <- &entries[i]
	}
	close(next)
	wg.Wait()
}
