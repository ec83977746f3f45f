package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/internal/aside"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/ludii/trial"
	"ludens/match"
)

// Files of games that Ludii has played, read and written.

// isTrial tells a file from the identifier of a match.
func isTrial(word string) bool {
	switch strings.ToLower(filepath.Ext(word)) {
	case ".trl", ".txt":
		return true
	}
	return false
}

// trialResult is the outcome as JSON.
type trialResult struct {
	File       string    `json:"file"`
	Game       string    `json:"game"`
	Moves      int       `json:"moves"` // made again
	Of         int       `json:"of"`
	Ranking    []float64 `json:"ranking,omitempty"` // as the file has it
	Exact      bool      `json:"exact"`
	Difference string    `json:"difference,omitempty"`
}

// trial plays a file of Ludii's again.
func (c *replayCommand) trial(env *cli.Env) error {
	f, err := bounded.Open(c.ID)
	if err != nil {
		return err
	}
	defer f.Close()
	t, err := trial.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", c.ID, err)
	}
	opt := wire.Choose(wire.Library(c.Library), c.Choices)
	source, err := catalog.FindTrial(t, c.Game, opt)
	if err != nil {
		return err
	}
	r := trialResult{File: c.ID, Game: source.Name, Of: len(t.Moves) - t.Start, Ranking: t.Ranking}
	err = source.ReplayTrial(env.Context, t, opt, func(made int, picture string) error {
		if r.Moves = made; made > 0 {
			m := t.Moves[t.Start+made-1]
			env.Say("%3d. player %d: %s", made, m.Mover, actionsOf(m))
		}
		if c.Draw && !env.JSON && !env.Quiet {
			env.Say("%s", picture)
		}
		return nil
	})
	var d *catalog.TrialDifference
	switch {
	case err == nil:
		r.Exact = true
	case errors.As(err, &d):
		r.Difference = d.Error()
	default:
		return fmt.Errorf("replay %s: %w", c.ID, err)
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
		fmt.Fprintf(env.Stdout, "%s, %s of %s: %s\n", c.ID, count(r.Moves, "move"), r.Game, outcome)
	}
	if !r.Exact {
		return cli.ErrFindings
	}
	return nil
}

// actionsOf writes what a move did, and what followed from it.
func actionsOf(m trial.Move) string {
	_, actions, _ := strings.Cut(m.String(), "actions=")
	return strings.ReplaceAll(strings.Trim(actions, "[]"), "],[", "; ")
}

// exportTrial writes a match as Ludii would.
func (c *exportCommand) exportTrial(env *cli.Env, rec *match.Record) error {
	if rec.Rules == "" {
		return fmt.Errorf("export %s: its rules are not stored", rec.ID)
	}
	g, err := catalog.OpenText(env.Context, rec.Game, rec.Rules, catalog.Options{})
	if err != nil {
		return fmt.Errorf("export %s: %w", rec.ID, err)
	}
	p := &pictures{rec: rec, machine: g.NewMachine()}
	w, ok := catalog.NewTrialWriter(p.machine)
	if !ok {
		return fmt.Errorf("export %s: %w", rec.ID, catalog.ErrNoLudemes)
	}
	p.machine.Reset()
	begun := false
	for step := range rec.Moves {
		if !begun && p.decides() {
			w.Begin()
			begun = true
		}
		if !p.make(rec.Moves[step]) {
			return fmt.Errorf("export %s: step %d is not legal", rec.ID, step+1)
		}
		if begun {
			w.Note()
		}
	}
	if !begun {
		w.Begin()
	}
	w.End()
	var b strings.Builder
	if err := w.Trial.Write(&b); err != nil {
		return err
	}
	if c.Output == "" {
		_, err = env.Exact().Write([]byte(b.String()))
	} else {
		err = aside.Bytes(string(c.Output), 0o644, []byte(b.String()))
	}
	if err != nil {
		return fmt.Errorf("export %s: %w", rec.ID, err)
	}
	return nil
}

// decides tells whether somebody other than chance is to move.
func (p *pictures) decides() bool {
	f := p.machine.Game().Facts()
	for seat := range f.Players {
		if len(p.machine.Legal(seat, nil)) > 1 {
			return true
		}
	}
	return !f.Nature || len(p.machine.Legal(f.Players, nil)) < 2
}
