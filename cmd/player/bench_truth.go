package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/internal/cputime"
	"ludens/internal/exact"
)

// truthOptions are what both measurements against proven answers have in common.
type truthOptions struct {
	config.Engine
	Agent     string          `default:"mcts" placeholder:"AGENT" help:"Who is measured, with one thread, such as portfolio or mcts:iterations=1000; \"gamemaster bench agents --help\" lists them."`
	Start     time.Duration   `default:"10s" help:"The start clock, once per game, of an agent that uses one (portfolio)."`
	Time      []time.Duration `default:"100ms" help:"Time per position; several make several measurements. 0 leaves it to the iterations of --agent."`
	CPU       bool            `name:"cpu" help:"Count --time in processor time of this process, which other work on the machine disturbs less."`
	Positions int             `default:"0" help:"Take so many positions only, spread over all; 0 takes all."`
	Seed      uint64          `default:"1" help:"Seed of the player; each position adds its number."`
	File      string          `type:"path" help:"Read the positions from this file instead of those built in."`
}

func (o *truthOptions) validate() error {
	if o.Positions < 0 || len(o.Time) == 0 {
		return cli.Usagef("--positions must not be negative, and there must be a --time")
	}
	for _, t := range o.Time {
		if t < 0 || t == 0 && !strings.Contains(o.Agent, "iterations=") {
			return cli.Usagef("--time must be greater than 0 unless --agent has a number of iterations")
		}
	}
	_, err := newBenchAgents(o.Agent, o.Seed, o.Start)
	return err
}

// spread takes n of a list, drawn once for all and in the list's order; all if n is
// 0 or too large. Taking every so-manieth would follow the order in which classes
// come in the files.
func spread[T any](list []T, n int) []T {
	if n <= 0 || n >= len(list) {
		return list
	}
	at := game.Stream(0, "bench truth", 0).Perm(len(list))[:n]
	slices.Sort(at)
	out := make([]T, n)
	for i, j := range at {
		out[i] = list[j]
	}
	return out
}

// truthLine is one row of a result: the share of right moves in a class of
// positions at a time.
type truthLine struct {
	Agent   string  `json:"agent"`
	Seconds float64 `json:"seconds"`
	Class   string  `json:"class"`
	Asked   int     `json:"positions"`
	Right   int     `json:"right"`
	Share   float64 `json:"share"`
	Low     float64 `json:"low"` // the 95 % interval
	High    float64 `json:"high"`
	Chance  float64 `json:"random"` // share of a random player
	Its     float64 `json:"iterations_per_position"`
	Proven  int     `json:"proven"` // positions whose value was proven
	CPU     float64 `json:"cpu"`    // processor time of the process by time used: less than 1 on a busy machine
}

// tally is a truthLine being counted.
type tally struct {
	exact.Score
	its       int64
	proven    int
	cpu, wall time.Duration
}

// tallies are counted by class; the order is that of the classes' first position.
type tallies struct {
	names []string
	of    map[string]*tally
}

func (t *tallies) class(name string) *tally {
	if t.of == nil {
		t.of = map[string]*tally{}
	}
	if t.of[name] == nil {
		t.names, t.of[name] = append(t.names, name), &tally{}
	}
	return t.of[name]
}

// measureTruth asks about every position and gives one line per class, "all" first.
// classes are those of a position.
func (o *truthOptions) measureTruth(env *cli.Env, within time.Duration, list []exact.Position, open func(*exact.Position) (game.Game, error), classes func(i int) []string) ([]truthLine, error) {
	agents, err := newBenchAgents(o.Agent, o.Seed, o.Start)
	if err != nil {
		return nil, err
	}
	t := tallies{}
	t.class("all")
	bar := env.Progress(len(list), "positions")
	defer bar.Done()
	for i := range list {
		p := &list[i]
		g, err := open(p)
		if err != nil {
			return nil, err
		}
		player := agents.player(env.Context, g, i)
		cpu, wall := cputime.Process(), time.Now()
		a, err := exact.Ask(env.Context, player, g, p, exact.Limit{Time: within, CPU: o.CPU})
		if err != nil {
			return nil, err
		}
		cpu, took := cputime.Process()-cpu, time.Since(wall)
		for _, name := range append([]string{"all"}, classes(i)...) {
			c := t.class(name)
			c.Add(p, a.Right)
			c.its += a.Stats.Iterations
			c.cpu, c.wall = c.cpu+cpu, c.wall+took
			if a.Stats.Proven {
				c.proven++
			}
		}
		bar.Add(1)
	}
	var out []truthLine
	slices.Sort(t.names[1:])
	for _, name := range t.names {
		c := t.of[name]
		n := max(1, float64(c.Asked))
		l := truthLine{
			Agent: o.Agent, Seconds: within.Seconds(), Class: name, Asked: c.Asked, Right: c.Right, Share: c.Share(),
			Chance: c.Chance / n, Its: float64(c.its) / n, Proven: c.proven,
		}
		if l.Low, l.High = c.Interval(); c.wall > 0 {
			l.CPU = c.cpu.Seconds() / c.wall.Seconds()
		}
		out = append(out, l)
	}
	return out, nil
}

// show prints lines as a table or as JSON.
func (o *truthOptions) show(env *cli.Env, lines []truthLine) error {
	table := cli.Table{
		Head:  []string{"TIME", "CLASS", "POSITIONS", "RIGHT", "INTERVAL", "RANDOM", "ITERATIONS", "PROVEN", "CPU"},
		Right: []int{0, 2, 3, 4, 5, 6, 7, 8},
	}
	for _, l := range lines {
		if env.JSON {
			if err := env.Print(l); err != nil {
				return err
			}
			continue
		}
		table.Row(fmt.Sprintf("%gs", l.Seconds), l.Class, l.Asked, fmt.Sprintf("%.1f %%", 100*l.Share),
			fmt.Sprintf("%.1f–%.1f", 100*l.Low, 100*l.High), fmt.Sprintf("%.1f %%", 100*l.Chance), fmt.Sprintf("%.0f", l.Its),
			l.Proven, fmt.Sprintf("%.0f %%", 100*l.CPU))
	}
	if !env.JSON {
		table.Write(env.Stdout)
	}
	return nil
}

// open gives a function that opens games once each.
func (o *truthOptions) open(ctx context.Context, corpus string) func(*exact.Position) (game.Game, error) {
	games := map[string]game.Game{}
	return func(p *exact.Position) (game.Game, error) {
		if g := games[p.Game]; g != nil {
			return g, nil
		}
		opt := wire.Catalog(o.Engine)
		var g game.Game
		var err error
		if p.Text != "" {
			g, err = catalog.OpenText(ctx, p.Game, p.Text, opt)
		} else {
			g, err = catalog.Open(ctx, exact.Path(p.Game, corpus), opt)
		}
		games[p.Game] = g
		return g, err
	}
}

// readFile reads a file of positions with a reader of package exact.
func readFile[T any](path string, read func(io.Reader) ([]T, error)) ([]T, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}

// benchExactCommand measures moves of connect four against exact values.
type benchExactCommand struct {
	truthOptions
}

// Help is shown by --help.
func (*benchExactCommand) Help() string {
	return "One thousand positions of connect four on two boards, with the exact value of every move: the share of decisions that keep the " +
		"value of the position, with its 95 % interval, by board and by discs played. A fresh player decides on each position, without a start clock. " +
		"RANDOM is the share that random moves would have; CPU, below 100 %, says that the machine had other work."
}

// Run measures.
func (c *benchExactCommand) Run(env *cli.Env) error {
	if err := c.validate(); err != nil {
		return err
	}
	solved, err := exact.ConnectFour()
	if c.File != "" {
		solved, err = readFile(c.File, exact.ReadSolved)
	}
	if err != nil {
		return err
	}
	solved = spread(solved, c.Positions)
	list := make([]exact.Position, len(solved))
	for i := range solved {
		if list[i], err = solved[i].Position(); err != nil {
			return err
		}
	}
	open := c.truthOptions.open(env.Context, "")
	var lines []truthLine
	for _, within := range c.Time {
		more, err := c.measureTruth(env, within, list, open, func(i int) []string {
			s := &solved[i]
			return []string{s.Size(), s.Size() + " " + depthClass(s.Plies()), "value " + string(s.Best())}
		})
		if err != nil {
			return err
		}
		lines = append(lines, more...)
	}
	return c.show(env, lines)
}

// depthClass is the class of a number of discs, by its bounds.
func depthClass(plies int) string {
	for _, c := range [][2]int{{0, 13}, {14, 19}, {20, 25}} {
		if plies <= c[1] {
			return fmt.Sprintf("%02d–%02d", c[0], c[1])
		}
	}
	return "26 on"
}

// benchTacticsCommand measures decisions in positions with proven answers.
type benchTacticsCommand struct {
	truthOptions
	Corpus string   `default:"../shared/corpus" help:"Folder of descriptions that some of the positions belong to; those are left out where it is not."`
	Games  []string `arg:"" optional:"" name:"game" help:"Only positions of games whose names hold one of these."`
}

// Help is shown by --help.
func (*benchTacticsCommand) Help() string {
	return "Positions of many games in which some moves are proven to be better than the rest: they win by force (win), or all others " +
		"lose by force (save). Shown is the share of right decisions, by time, by kind, by depth of the proof and by game. A fresh player " +
		"decides on each position, without a start clock."
}

// Run measures.
func (c *benchTacticsCommand) Run(env *cli.Env) error {
	if err := c.validate(); err != nil {
		return err
	}
	list, err := exact.Tactics()
	if c.File != "" {
		list, err = readFile(c.File, exact.Read)
	}
	if err != nil {
		return err
	}
	missing := 0
	_, err = os.Stat(filepath.Clean(c.Corpus))
	there := !errors.Is(err, fs.ErrNotExist)
	list = slices.DeleteFunc(list, func(p exact.Position) bool {
		if len(c.Games) > 0 && !slices.ContainsFunc(c.Games, func(s string) bool {
			return strings.Contains(strings.ToLower(p.Game), strings.ToLower(s))
		}) {
			return true
		}
		if exact.Shared(p.Game) && !there {
			missing++
			return true
		}
		return false
	})
	if missing > 0 {
		fmt.Fprintf(env.Stderr, "%s: %d positions left out: there is no corpus at %s\n", env.Program, missing, c.Corpus)
	}
	if len(list) == 0 {
		return errors.New("there is no position to ask about")
	}
	list = spread(list, c.Positions)
	open := c.truthOptions.open(env.Context, c.Corpus)
	var lines []truthLine
	for _, within := range c.Time {
		more, err := c.measureTruth(env, within, list, open, func(i int) []string {
			p := &list[i]
			return []string{p.Kind, fmt.Sprintf("%s, depth %02d", p.Kind, p.Depth), p.Game}
		})
		if err != nil {
			return err
		}
		lines = append(lines, more...)
	}
	return c.show(env, lines)
}
