package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"ludens/config"
	"ludens/internal/aside"
	"ludens/internal/cli"
	"ludens/rating"
	"ludens/store"
	"ludens/tourney"
)

// tournamentExportCommand writes everything known of a tournament.
type tournamentExportCommand struct {
	storedTournament `embed:""`
	Output           config.Path `short:"o" placeholder:"FILE" help:"File to write; default: standard output."`
}

// Help is shown by --help.
func (*tournamentExportCommand) Help() string {
	return "One JSON object: the settings, how it stands, the plan with the result of every match, and the ratings. " +
		"The matches themselves are written by \"gamemaster export\" and \"gamemaster archive export\"."
}

// exportedSlot is a match of the plan.
type exportedSlot struct {
	tourney.Slot
	Players []string        `json:"players"`           // by seat
	Match   string          `json:"match,omitempty"`   // identifier of the record, the last attempt's
	Tries   int             `json:"tries,omitempty"`   // attempts begun
	Outcome *rating.Outcome `json:"outcome,omitempty"` // of a match that has ended
}

// Run writes.
func (c *tournamentExportCommand) Run(env *cli.Env) (err error) {
	db, t, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	cfg, past, err := db.Tournament(t.Config().Name)
	if err != nil {
		return err
	}
	played, err := db.Played(store.Query{Tournament: cfg.Name})
	if err != nil {
		return err
	}
	table, err := rating.Tabulate(played, rating.TableOptions{})
	if err != nil {
		return err
	}
	out := struct {
		tournamentResult
		Config  tourney.Config `json:"config"`
		Plan    []exportedSlot `json:"plan"`
		Ratings *rating.Table  `json:"ratings"`
	}{resultOf(t), cfg, make([]exportedSlot, len(past.Slots)), table}
	for i, s := range past.Slots {
		out.Plan[i].Slot = s
		for _, e := range s.Seats {
			out.Plan[i].Players = append(out.Plan[i].Players, cfg.Entrants[e].Name)
		}
		if o, ended := t.Outcome(i); ended {
			out.Plan[i].Outcome = &o
		}
	}
	for _, a := range past.Attempts {
		s := &out.Plan[a.Slot]
		s.Tries++
		s.Match = a.Match
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return fmt.Errorf("export tournament %s: %w", cfg.Name, err)
	}
	text = append(text, '\n')
	if c.Output == "" {
		_, err = env.Stdout.Write(text)
	} else {
		err = aside.Bytes(string(c.Output), 0o644, text)
	}
	if err != nil {
		return fmt.Errorf("export tournament %s: %w", cfg.Name, err)
	}
	return nil
}
