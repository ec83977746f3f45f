package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/store"
)

// matchesCommand lists stored matches.
type matchesCommand struct {
	config.Store
	Game       string `help:"Only matches of this game."`
	Player     string `help:"Only matches with a player of this name."`
	Tournament string `help:"Only matches of this tournament."`
	Status     string `enum:",running,broken,completed,aborted,limited,faulted,forfeited" default:"" help:"Only matches that are so (running, broken, completed, aborted, limited, faulted or forfeited)."`
	Limit      int    `default:"50" help:"At most so many, the latest; 0 for all."`
}

// Help is shown by --help.
func (*matchesCommand) Help() string {
	return "The latest come first. A match that is broken off has no end, and the process that played it has gone; \"gamemaster match --resume ID\" goes on with it or closes it. " +
		"With --json, one object per match and line, broken off being a running one with \"broken_off\"."
}

// Run lists.
func (c *matchesCommand) Run(env *cli.Env) error {
	if c.Limit < 0 {
		return cli.Usagef("--limit must be at least 0, found %d", c.Limit)
	}
	q := store.Query{Game: c.Game, Player: c.Player, Tournament: c.Tournament, Limit: c.Limit}
	if err := ofStatus(&q, c.Status); err != nil {
		return err
	}
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: true})
	if errors.Is(err, fs.ErrNotExist) {
		env.Say("%s does not exist: no match was ever stored there", c.Store.Store)
		return nil
	}
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := db.List(q)
	if err != nil {
		return err
	}
	t := cli.Table{Head: []string{"ID", "GAME", "STARTED", "STATUS", "STEPS", "RESULT", "FAILURES"}, Right: []int{4, 6}, Whole: []int{0}}
	for _, m := range list {
		if env.JSON {
			if err := env.Print(m); err != nil {
				return err
			}
			continue
		}
		t.Row(m.ID, m.Game, time.UnixMilli(m.StartTime).Format("2006-01-02 15:04:05"), status(m), m.Steps, scores(m), m.Failures)
	}
	if t.Rows() > 0 {
		t.Write(env.Stdout)
	} else if len(list) == 0 {
		env.Say("no such matches in %s", c.Store.Store)
	}
	return nil
}

// ofStatus adds the choice of a status: that of a record, or broken.
func ofStatus(q *store.Query, word string) error {
	if word == "" {
		return nil
	}
	broken := word == "broken"
	if broken {
		word = match.Running.String()
	}
	var s match.Status
	if err := s.UnmarshalText([]byte(word)); err != nil {
		return cli.UsageError{Err: err}
	}
	q.Status = &s
	if s == match.Running {
		q.Broken = &broken
	}
	return nil
}

// status is how a match stands, for people.
func status(m store.Summary) string {
	if m.Broken {
		return "broken off"
	}
	return m.Status.String()
}

// scores names the players with their goals.
func scores(m store.Summary) string {
	var parts []string
	for role, p := range m.Players {
		if p.Name == "" {
			continue // Nature
		}
		if role < len(m.Goals) {
			parts = append(parts, fmt.Sprintf("%s %d", p.Name, m.Goals[role]))
		} else {
			parts = append(parts, p.Name)
		}
	}
	return strings.Join(parts, ", ")
}

// stored loads a match; the identifier may be shortened to a beginning that only
// one match has, and an empty one means the latest match.
func stored(path config.Path, id string) (*match.Record, error) {
	db, err := store.Open(string(path), store.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	name, err := db.Find(id)
	if err != nil {
		return nil, err
	}
	return db.Load(name)
}
