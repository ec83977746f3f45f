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
	"ludens/internal/cli"
)

// benchPuzzlesCommand has agents play games of one player.
type benchPuzzlesCommand struct {
	config.Engine
	config.Choices
	Agent    []string      `default:"portfolio" sep:"none" placeholder:"AGENT" help:"Who plays, such as \"mcts:ref=50\"; may be given several times. \"gamemaster bench agents --help\" lists them."`
	Start    time.Duration `default:"5s" help:"Time of an agent to prepare."`
	Play     time.Duration `default:"500ms" help:"Time per decision."`
	Matches  int           `default:"1" help:"How often every game is played."`
	MaxPlies int           `default:"500" help:"End a match after so many moves; it is worth nothing then."`
	Threads  int           `default:"1" help:"Threads of an agent that does not say itself."`
	Memory   config.Bytes  `default:"512MiB" help:"Memory of an agent that does not say itself."`
	Seed     uint64        `default:"1" help:"Seed of Nature and the agents."`
	Games    []string      `arg:"" name:"game" help:"Library names or files; of ludemes with choices behind it, as Hex@Board Size/7x7."`
}

// Help is shown by --help.
func (*benchPuzzlesCommand) Help() string {
	return "Plays games of one player from their beginning and tells what was reached, from 0 to 1, a column for every agent, in the order in which they are given: " +
		"the mean of the matches, and how many moves were made. Games that are for more players, or that cannot be opened, are passed over and told. " +
		"With --json, one object per match and line."
}

// puzzled is a match of one player.
type puzzled struct {
	Game       string  `json:"game"`
	Agent      string  `json:"agent"`
	Match      int     `json:"match"`
	Goal       float64 `json:"goal"`
	Cut        bool    `json:"cut,omitempty"` // by --max-plies
	Plies      int     `json:"plies"`
	Decisions  int     `json:"decisions"`
	Proven     int     `json:"proven"` // decisions of which the value was exact
	Iterations float64 `json:"iterations"`
	Worst      float64 `json:"worst_over_ms"`
	Faults     int     `json:"faults"`
	Fault      string  `json:"fault,omitempty"`
}

// Run plays.
func (c *benchPuzzlesCommand) Run(env *cli.Env) error {
	if c.Matches < 1 || c.MaxPlies < 1 || c.Threads < 1 || c.Start < 0 || c.Play < 0 {
		return cli.Usagef("--matches, --max-plies and --threads must be at least 1, --start and --play not negative")
	}
	if err := errors.Join(wire.Engine(c.Engine), wire.Memory("memory", c.Memory)); err != nil {
		return err
	}
	var agents []*roster.Agent
	for _, text := range c.Agent {
		a, err := roster.Parse(text, wire.Agents(c.Threads, int64(c.Memory)))
		if err != nil {
			return cli.UsageError{Err: err}
		}
		agents = append(agents, a)
	}
	t := cli.Table{Head: []string{"GAME"}}
	for i := range agents {
		t.Head = append(t.Head, fmt.Sprintf("GOAL %d", i+1), "PLIES")
		t.Right = append(t.Right, 2*i+1, 2*i+2)
	}
	bar := env.Progress(len(c.Games)*len(agents)*c.Matches, "matches")
	defer bar.Done()
	sums, games := make([]float64, len(agents)), 0
	var passed []string
	for _, word := range c.Games {
		goals, plies, err := c.game(env, word, agents)
		if env.Context.Err() != nil {
			break
		}
		bar.Add(len(agents) * c.Matches)
		if err != nil {
			passed = append(passed, word+": "+err.Error())
			continue
		}
		row := []any{word}
		for i := range agents {
			row = append(row, fmt.Sprintf("%.3f", goals[i]), fmt.Sprintf("%.0f", plies[i]))
			sums[i] += goals[i]
		}
		games++
		t.Row(row...)
	}
	bar.Done()
	if env.JSON {
		return env.Context.Err()
	}
	row := []any{fmt.Sprintf("all %d", games)}
	for _, s := range sums {
		row = append(row, fmt.Sprintf("%.3f", s/float64(max(games, 1))), "")
	}
	t.Row(row...)
	t.Write(env.Stdout)
	for i, a := range agents {
		fmt.Fprintf(env.Stdout, "GOAL %d: %s\n", i+1, a.Text)
	}
	if len(passed) > 0 {
		fmt.Fprintf(env.Stdout, "passed over:\n  %s\n", strings.Join(passed, "\n  "))
	}
	return env.Context.Err()
}

// game has every agent play a game, and gives the means of what they reached and of how many moves they made.
func (c *benchPuzzlesCommand) game(env *cli.Env, word string, agents []*roster.Agent) (goals, plies []float64, err error) {
	name, choices := c.Behind(word)
	g, err := catalog.Open(env.Context, name, wire.Choose(wire.Catalog(c.Engine), choices))
	if err != nil {
		return nil, nil, err
	}
	if n := g.Facts().Players; n != 1 {
		return nil, nil, fmt.Errorf("%d players", n)
	}
	goals, plies = make([]float64, len(agents)), make([]float64, len(agents))
	for i, a := range agents {
		for n := range c.Matches {
			p := puzzled{Game: word, Agent: a.Text, Match: n + 1}
			if err := c.play(env.Context, arena.Match{Game: g, Seed: c.Seed + uint64(n)}, a, &p); err != nil {
				return nil, nil, err
			}
			goals[i] += p.Goal / float64(c.Matches)
			plies[i] += float64(p.Plies) / float64(c.Matches)
			if env.JSON {
				if err := env.Print(p); err != nil {
					return nil, nil, err
				}
			}
		}
	}
	return goals, plies, nil
}

// play plays a match and fills in how it went.
func (c *benchPuzzlesCommand) play(ctx context.Context, m arena.Match, a *roster.Agent, p *puzzled) error {
	m.Players = []agent.Player{a.New(m.Seed)}
	m.Clocks, m.MaxPlies = agent.Clocks{Start: c.Start, Play: c.Play}, c.MaxPlies
	r, err := arena.Play(ctx, m)
	if err != nil {
		return err
	}
	p.Plies, p.Cut = r.Plies(), r.Cut
	if !r.Cut {
		p.Goal = r.Utilities[0]
	}
	told := 0
	for _, t := range r.Turns {
		for _, d := range t.Decisions {
			p.Decisions++
			if d.Stats.Proven {
				p.Proven++
			}
			if d.Stats.Iterations > 0 {
				p.Iterations += float64(d.Stats.Iterations)
				told++
			}
			p.Worst = max(p.Worst, d.Over.Seconds()*1000)
			if d.Fault != "" {
				if p.Faults++; p.Fault == "" {
					p.Fault = d.Fault
				}
			}
		}
	}
	p.Iterations /= float64(max(told, 1))
	return nil
}
