package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludens/agent"
	"ludens/agent/arena"
	"ludens/agent/roster"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
)

// benchSearchCommand measures how an agent searches positions.
type benchSearchCommand struct {
	config.Engine
	config.Choices
	Agent     string       `default:"mcts" placeholder:"AGENT" help:"Who searches, such as \"uct:playouts=10\"; \"gamemaster bench agents --help\" lists them."`
	Seconds   float64      `default:"2" help:"Time per position in seconds; 0 leaves it to the agent's own limits."`
	Positions int          `default:"2" help:"Random positions of every game besides the initial one."`
	Plies     int          `default:"20" help:"How many joint moves into the match they are; in matches that are shorter, half of their length."`
	Threads   int          `default:"1" help:"Threads of an agent that does not say itself."`
	Memory    config.Bytes `default:"512MiB" help:"Memory of an agent that does not say itself."`
	Seed      uint64       `default:"1" help:"Seed of the positions and of the agent."`
	Games     []string     `arg:"" name:"game" help:"Library names or files; of ludemes with choices behind it, as Hex@Board Size/7x7."`
}

// Help is shown by --help.
func (*benchSearchCommand) Help() string {
	return "Searches the initial position of every game, and random ones further on, each with a fresh tree, and tells what was found. " +
		"PLIES is how far into the match the position is, LEGAL how many moves there are to choose from, DEPTH the deepest line; a value with = is proven. " +
		"With the same seed and settings the positions are the same ones. With --json, one object per position and line."
}

// searched is what a position gave.
type searched struct {
	Game       string  `json:"game"`
	Agent      string  `json:"agent"`
	Plies      int     `json:"plies"`
	Seat       string  `json:"seat"`
	Legal      int     `json:"legal"`
	Iterations int64   `json:"iterations"`
	PerSecond  float64 `json:"iterations_per_s"`
	Steps      int64   `json:"steps"` // of playouts
	Depth      int     `json:"depth"`
	Nodes      int64   `json:"nodes"`
	Bytes      int64   `json:"bytes"`
	Value      float64 `json:"value"`
	Proven     bool    `json:"proven"`
	Visits     int64   `json:"visits"` // of the move
	Move       string  `json:"move"`
	Took       float64 `json:"took_ms"`
	Over       float64 `json:"over_ms"`
}

// Run measures.
func (c *benchSearchCommand) Run(env *cli.Env) error {
	if c.Seconds < 0 || c.Positions < 0 || c.Plies < 0 || c.Threads < 0 {
		return cli.Usagef("--seconds, --positions, --plies and --threads may not be negative")
	}
	if err := errors.Join(wire.Engine(c.Engine), wire.Memory("memory", c.Memory)); err != nil {
		return err
	}
	a, err := roster.Parse(c.Agent, wire.Agents(c.Threads, int64(c.Memory)))
	if err != nil {
		return cli.UsageError{Err: err}
	}
	t := cli.Table{
		Head:  []string{"GAME", "PLIES", "LEGAL", "ITERATIONS", "/S", "DEPTH", "NODES", "KIB", "VALUE", "MOVE"},
		Right: []int{1, 2, 3, 4, 5, 6, 7},
	}
	bar := env.Progress(len(c.Games)*(c.Positions+1), "positions")
	defer bar.Done()
	for _, word := range c.Games {
		name, choices := c.Behind(word)
		g, err := catalog.Open(env.Context, name, wire.Choose(wire.Catalog(c.Engine), choices))
		if err != nil {
			return err
		}
		for i := range c.Positions + 1 {
			s, err := c.search(env.Context, g, a, i)
			if err != nil {
				return fmt.Errorf("bench search, %s: %w", word, err)
			}
			s.Game = word
			bar.Add(1)
			if env.JSON {
				if err := env.Print(s); err != nil {
					return err
				}
				continue
			}
			value := fmt.Sprintf("%.3f", s.Value)
			if s.Proven {
				value = fmt.Sprintf("=%g", s.Value)
			}
			t.Row(s.Game, s.Plies, s.Legal, s.Iterations, fmt.Sprintf("%.0f", s.PerSecond), s.Depth, s.Nodes, (s.Bytes+1023)/1024, value, s.Seat+": "+s.Move)
		}
	}
	bar.Done()
	if !env.JSON {
		t.Write(env.Stdout)
	}
	return nil
}

// search searches one position, the first from there on in which somebody has a choice.
func (c *benchSearchCommand) search(ctx context.Context, g game.Game, a *roster.Agent, position int) (s searched, err error) {
	var line [][]game.Move
	if position > 0 {
		line = arena.Middle(g, c.Seed, uint64(position), c.Plies)
	}
	f := g.Facts()
	const most = 100 // joint moves without any choice
	for n := range most {
		m := arena.Match{
			Game: g, Opening: line, MaxPlies: len(line) + n + 1, Seed: c.Seed,
			Clocks: agent.Clocks{Play: time.Duration(c.Seconds * float64(time.Second))},
		}
		for seat := range f.Players {
			m.Players = append(m.Players, a.New(c.Seed+uint64(seat)))
		}
		r, err := arena.Play(ctx, m)
		if err != nil {
			return s, err
		}
		if len(r.Turns) <= n { // the match is over
			break
		}
		if len(r.Turns[n].Decisions) == 0 {
			continue
		}
		t := r.Turns[n]
		d := t.Decisions[0]
		if d.Fault != "" {
			return s, errors.New(d.Fault)
		}
		st := d.Stats
		return searched{
			Agent: a.Text, Plies: len(line) + n, Seat: f.Seats[d.Seat], Legal: d.Legal,
			Iterations: st.Iterations, PerSecond: float64(st.Iterations) / max(d.Took.Seconds(), 1e-9), Steps: st.Steps,
			Depth: st.Depth, Nodes: st.Nodes, Bytes: st.Bytes, Value: st.Value, Proven: st.Proven, Visits: st.Visits,
			Move: strings.TrimSpace(t.Moves[d.Seat]), Took: d.Took.Seconds() * 1000, Over: d.Over.Seconds() * 1000,
		}, nil
	}
	return s, fmt.Errorf("nobody has a choice after %d moves", len(line))
}
