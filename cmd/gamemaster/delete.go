package main

import (
	"errors"
	"fmt"
	"io"

	"ludens/config"
	"ludens/internal/cli"
	"ludens/store"
)

// deleteCommand deletes stored matches.
type deleteCommand struct {
	config.Store
	Game       string   `help:"All matches of this game."`
	Player     string   `help:"All matches with a player of this name."`
	Tournament string   `help:"All matches of this tournament, and its plan if nothing else is asked for."`
	Status     string   `enum:",running,broken,completed,aborted,limited,faulted,forfeited" default:"" help:"All matches that are so (running, broken, completed, aborted, limited, faulted or forfeited)."`
	All        bool     `help:"All matches."`
	DryRun     bool     `help:"Only say what would be deleted."`
	Compact    bool     `help:"Give the space back to the file system; the whole file is written anew."`
	IDs        []string `arg:"" optional:"" name:"id" help:"Identifiers of matches, or beginnings that only one match has."`
}

// Help is shown by --help.
func (*deleteCommand) Help() string {
	return "Deletes the matches named, or those that all conditions hold for. What is deleted is gone; \"gamemaster archive export\" keeps a copy. " +
		"A tournament whose matches are deleted plays them again when it goes on."
}

// Run deletes.
func (c *deleteCommand) Run(env *cli.Env) (err error) {
	chosen := c.Game != "" || c.Player != "" || c.Tournament != "" || c.Status != ""
	switch {
	case !chosen && !c.All && len(c.IDs) == 0 && !c.Compact:
		return cli.Usagef("name matches, or say which with --game, --player, --tournament or --status, or --all")
	case len(c.IDs) > 0 && (chosen || c.All) || chosen && c.All:
		return cli.Usagef("name matches, or say which, or --all: one of them")
	}
	db, err := store.Open(string(c.Store.Store), store.Options{ReadOnly: c.DryRun})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if !c.DryRun && (chosen || c.All) {
		unlock, err := c.lock(db)
		if err != nil {
			return err
		}
		defer unlock()
	}
	names, err := c.names(db, chosen)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := env.Context.Err(); err != nil {
			return err
		}
		if !c.DryRun {
			err := db.Delete(name)
			if errors.Is(err, store.ErrPlayed) && len(c.IDs) == 0 {
				env.Log.Warn().Str("match", name).Msg("it is being played, and stays")
				continue
			}
			if err != nil {
				return err
			}
		}
		if env.JSON {
			err = env.Print(struct {
				ID string `json:"id"`
			}{name})
		} else if !env.Quiet {
			_, err = fmt.Fprintln(env.Stdout, name)
		}
		if err != nil {
			return err
		}
	}
	if c.DryRun {
		return nil
	}
	if c.Tournament != "" && c.Game == "" && c.Player == "" && c.Status == "" {
		if err := db.DeleteTournament(c.Tournament); err != nil && !(errors.Is(err, store.ErrNoTournament) && len(names) > 0) {
			return err
		}
	}
	if c.Compact {
		return db.Compact()
	}
	return nil
}

// names are the matches to delete.
// lock makes sure that the tournaments whose matches may be deleted are not being
// played: they would count results that are gone.
func (c *deleteCommand) lock(db *store.Store) (unlock func(), err error) {
	all, err := db.Tournaments()
	if err != nil {
		return nil, err
	}
	var locks []io.Closer
	unlock = func() {
		for _, l := range locks {
			_ = l.Close() // what fails to be unlocked ends with the process
		}
	}
	for _, t := range all {
		if c.Tournament != "" && t.Name != c.Tournament {
			continue
		}
		l, err := db.LockTournament(t.Name)
		if errors.Is(err, store.ErrLocked) {
			err = fmt.Errorf("tournament %s is being played: wait for its end, or stop it", t.Name)
		}
		if err != nil {
			unlock()
			return nil, err
		}
		locks = append(locks, l)
	}
	return unlock, nil
}

func (c *deleteCommand) names(db *store.Store, chosen bool) (names []string, err error) {
	for _, id := range c.IDs {
		if id == "" { // elsewhere it means the latest: here it is a variable that was never set
			return nil, cli.Usagef("a match to be deleted must be named, found \"\"")
		}
		name, err := db.Find(id)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if !chosen && !c.All {
		return names, nil
	}
	q := store.Query{Game: c.Game, Player: c.Player, Tournament: c.Tournament}
	if err := ofStatus(&q, c.Status); err != nil {
		return nil, err
	}
	list, err := db.List(q)
	for _, m := range list {
		names = append(names, m.ID)
	}
	return names, err
}
