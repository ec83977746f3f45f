package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/bounded"
	"ludens/internal/cli"
)

// benchLookCommand shows what "bench agents" has recorded.
type benchLookCommand struct {
	config.Engine
	config.Choices
	Draw bool   `help:"Draw the positions of a match."`
	Lost bool   `help:"List only matches that the first side has lost."`
	File string `arg:"" help:"A file of --record."`
	Line int    `arg:"" optional:"" help:"Which line of it to show move by move; default: list all."`
}

// Help is shown by --help.
func (*benchLookCommand) Help() string {
	return "Lists the matches recorded by \"bench agents\", or shows one move by move: who moved, what the position was worth to it, " +
		"how many iterations and how deep. A value with = was proven. LAST is what the first side thought at its last decision."
}

// Run shows.
func (c *benchLookCommand) Run(env *cli.Env) error {
	t := cli.Table{
		Head:  []string{"LINE", "GAME", "FIRST", "SECOND", "FIRST SIDE ON", "POINTS", "PLIES", "LAST"},
		Right: []int{0, 6},
	}
	n := 0
	err := eachRecord(c.File, func(rec *agentRecord, whole []byte) error {
		n++
		switch {
		case n == c.Line:
			if err := c.match(env, rec, whole); err != nil {
				return err
			}
			return errShown
		case c.Line > 0, c.Lost && (rec.Points > 0 || rec.Cut):
			return nil
		case env.JSON:
			return printLine(env, whole)
		}
		t.Row(n, rec.Game, rec.First, rec.Second, strings.Join(rec.of(0), ", "), rec.Points, len(rec.Opening)+len(rec.Turns), rec.last(0))
		return nil
	})
	switch {
	case errors.Is(err, errShown):
		return nil
	case err != nil:
		return err
	case c.Line > 0:
		return cli.Usagef("%s has %s, not %d", c.File, plural(n, "match", "matches"), c.Line)
	case !env.JSON:
		t.Write(env.Stdout)
	}
	return nil
}

// errShown ends the reading of a file.
var errShown = errors.New("shown")

// eachRecord reads a file of --record, which may end in the midst of a match: its writer was interrupted.
func eachRecord(file string, do func(rec *agentRecord, whole []byte) error) error {
	f, err := bounded.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return readRecords(f, file, do)
}

func readRecords(from io.Reader, file string, do func(rec *agentRecord, whole []byte) error) error {
	lines := json.NewDecoder(from)
	for n := 1; ; n++ {
		var whole json.RawMessage
		var rec agentRecord
		err := lines.Decode(&whole)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err == nil {
			err = json.Unmarshal(whole, &rec)
		}
		if err == nil && rec.Points != 0 && rec.Points != 0.5 && rec.Points != 1 {
			err = fmt.Errorf("%g points, not 0, 0.5 or 1", rec.Points)
		}
		if err != nil {
			return fmt.Errorf("read %s, match %d: %w", file, n, err)
		}
		if err := do(&rec, whole); err != nil {
			return err
		}
	}
}

func printLine(env *cli.Env, line []byte) error {
	_, err := fmt.Fprintf(env.Stdout, "%s\n", bytes.TrimSpace(line))
	return err
}

// of are the names of a side's seats.
func (r *agentRecord) of(side int) []string {
	var out []string
	for seat, s := range r.Sides {
		if s == side && seat < len(r.Seats) {
			out = append(out, r.Seats[seat])
		}
	}
	return out
}

// last is what a side thought at its last decision.
func (r *agentRecord) last(side int) string {
	for i := len(r.Turns) - 1; i >= 0; i-- {
		for _, d := range r.Turns[i].Thought {
			if d.Seat >= 0 && d.Seat < len(r.Sides) && r.Sides[d.Seat] == side && d.Iterations > 0 {
				return d.value()
			}
		}
	}
	return "-"
}

func (d thoughtRecord) value() string {
	if d.Proven {
		return fmt.Sprintf("=%g", d.Value)
	}
	return fmt.Sprintf("%.3f", d.Value)
}

// match shows one match.
func (c *benchLookCommand) match(env *cli.Env, r *agentRecord, whole []byte) error {
	if env.JSON {
		return printLine(env, whole)
	}
	var m game.Machine
	if c.Draw {
		name, choices := c.Behind(r.Game)
		g, err := catalog.Open(env.Context, name, wire.Choose(wire.Catalog(c.Engine), choices))
		if err != nil {
			return err
		}
		m = g.NewMachine()
	}
	out := env.Stdout
	side := [2]string{"first", "second"}
	fmt.Fprintf(out, "%s, match %d: %s (%s) against %s (%s)\n", r.Game, r.Match, r.First, strings.Join(r.of(0), ", "), r.Second, strings.Join(r.of(1), ", "))
	ply := 0
	made := func(moves []string, said string) error {
		ply++
		fmt.Fprintf(out, "%3d. %s%s\n", ply, strings.Join(moves, ", "), said)
		if m == nil {
			return nil
		}
		if err := stepByText(m, moves); err != nil {
			return fmt.Errorf("ply %d of %s: %w", ply, r.Game, err)
		}
		if picture := drawn(m, env); picture != "" {
			fmt.Fprintln(out, picture)
		}
		return nil
	}
	for _, moves := range r.Opening {
		if err := made(moves, "  (opening)"); err != nil {
			return err
		}
	}
	for _, t := range r.Turns {
		said := ""
		for _, d := range t.Thought {
			if d.Seat < 0 || d.Seat >= len(r.Sides) || d.Seat >= len(r.Seats) {
				return fmt.Errorf("ply %d: there is no seat %d", ply+1, d.Seat)
			}
			said += fmt.Sprintf("  [%s, %s: %s, %s, depth %d, of %s, %.0f ms]", side[r.Sides[d.Seat]&1], r.Seats[d.Seat], d.value(),
				plural(int(d.Iterations), "iteration", "iterations"), d.Depth, plural(d.Legal, "move", "moves"), d.Took)
			if d.Fault != "" {
				said += " FAILED: " + d.Fault
			}
		}
		if err := made(t.Moves, said); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%s for the first side after %s, utilities %v\n", word(r.Points, r.Cut), plural(ply, "ply", "plies"), r.Utilities)
	return nil
}

// stepByText makes a joint move given by seat.
func stepByText(m game.Machine, moves []string) error {
	seats := m.Game().Facts().Seats
	if len(moves) != len(seats) {
		return fmt.Errorf("%d moves for %d seats", len(moves), len(seats))
	}
	joint := make([]game.Move, len(seats))
	for seat, text := range moves {
		move, err := m.Parse(seat, text)
		if err != nil {
			return err
		}
		joint[seat] = move
	}
	m.Step(joint)
	return nil
}

// drawn is a picture of a position: the engine's own, or one of its facts.
func drawn(m game.Machine, env *cli.Env) string {
	if r, ok := m.(game.Renderer); ok {
		return r.Render()
	}
	if l, ok := m.(game.Lister); ok {
		return newDrawer(env.Stdout).Draw(l.Fluents(nil))
	}
	return ""
}
