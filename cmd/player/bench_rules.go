package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/internal/cputime"
)

// benchRulesCommand measures random playouts on the single-state machine, or on the
// batched one.
type benchRulesCommand struct {
	config.Engine
	config.Choices
	Seconds  float64  `default:"5" help:"Processor time to measure each game for, in seconds."`
	Seed     uint64   `default:"1" help:"Seed of the random moves."`
	MaxSteps int      `default:"10000" help:"Steps after which a playout is cut off; cut playouts are told apart."`
	Plies    int      `default:"0" help:"Begin from positions that so many random plies lead to instead of the initial one."`
	Lanes    int      `default:"0" help:"With --engine batched: playouts asked for at a time; 0 for eight times as many as a batch has lanes."`
	Cached   bool     `help:"Take networks from the cache instead of building them."`
	Games    []string `arg:"" name:"game" help:"Library names or files."`
}

// Help is shown by --help.
func (*benchRulesCommand) Help() string {
	return "One thread plays whole random matches from the initial position and asks what each was worth. Figures are per second of " +
		"processor time of that thread, so that a busy machine disturbs them less; build_s is processor time of all threads, from the " +
		"description's text to the first machine. Games in ludemes are measured twice: playouts that list as few moves as they can, and, " +
		"as PLAIN/S, those that list them all in every position. With --engine batched many games are played at once, and a line " +
		"per game says what was recognised, how many bytes a pass over all lanes touches, how fast that is, and how fast a loop is that only reads " +
		"as many rows. With --json, one object per game and line."
}

// benchResult is what one game gave. Gates and Bytes are 0 for an engine that
// does not tell.
type benchResult struct {
	Game         string         `json:"game"`
	Engine       string         `json:"engine"`
	Playouts     float64        `json:"playouts_per_cpu_s"`
	Plain        float64        `json:"plain_playouts_per_cpu_s,omitempty"` // by an engine with two kinds: without what spares work
	Speedup      float64        `json:"speedup,omitempty"`                  // of the ones over the others
	StateChanges float64        `json:"state_changes_per_cpu_s"`
	Build        float64        `json:"build_s"`
	BuildWall    float64        `json:"build_wall_s"`
	Gates        int            `json:"gates"`
	Bytes        int64          `json:"bytes"`
	Played       int            `json:"playouts"`
	Cut          int            `json:"cut_playouts"`
	Unclear      int            `json:"unclear_playouts"` // ended, but not with one goal value for everybody
	Note         string         `json:"note,omitempty"`
	Batched      *batchedResult `json:"batched,omitempty"`
	Error        string         `json:"error,omitempty"`
}

// Run measures every game; a game that cannot be measured does not stop the rest.
func (c *benchRulesCommand) Run(env *cli.Env) error {
	if c.Seconds <= 0 || c.MaxSteps <= 0 {
		return cli.Usagef("--seconds and --max-steps must be greater than 0")
	}
	if c.Plies < 0 || c.Plies > 10_000 || c.Lanes < 0 || c.Lanes > 1<<20 {
		return cli.Usagef("--plies must be from 0 to 10000, --lanes from 0 to %d", 1<<20)
	}
	if c.Lanes > 0 && c.Engine.Engine != catalog.Batched {
		return cli.Usagef("--lanes is for --engine %s", catalog.Batched)
	}
	var said []string
	table := cli.Table{
		Head:  []string{"GAME", "ENGINE", "PLAYOUTS/S", "PLAIN/S", "STATE CHANGES/S", "BUILD S", "GATES", "KIB"},
		Right: []int{2, 3, 4, 5, 6, 7},
	}
	failed := 0
	bar := env.Progress(len(c.Games), "games")
	for _, name := range c.Games {
		r, err := c.measure(env.Context, name)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				bar.Done()
				return err
			}
			failed++
			r.Error = err.Error()
			bar.Clear()
			fmt.Fprintf(env.Stderr, "%s: %v\n", env.Program, err)
		}
		switch {
		case env.JSON:
			if err := env.Print(r); err != nil {
				return err
			}
		case err == nil:
			plain := "-"
			if r.Plain > 0 {
				plain = fmt.Sprintf("%.0f", r.Plain)
			}
			table.Row(r.Game, r.Engine, fmt.Sprintf("%.0f", r.Playouts), plain, fmt.Sprintf("%.0f", r.StateChanges),
				fmt.Sprintf("%.2f", r.Build), r.Gates, (r.Bytes+1023)/1024)
			if r.Batched != nil {
				said = append(said, r.Game+": "+r.Batched.String())
			}
		}
		bar.Add(1)
	}
	bar.Done()
	if !env.JSON && table.Rows() > 0 {
		table.Write(env.Stdout)
	}
	for _, s := range said {
		env.Say("%s", s)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d games could not be measured", failed, len(c.Games))
	}
	return nil
}

func (c *benchRulesCommand) measure(ctx context.Context, name string) (benchResult, error) {
	r := benchResult{Game: name}
	opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
	if !c.Cached {
		opt.CacheDir = ""
	}
	cpu, wall := cputime.Process(), time.Now()
	g, err := catalog.Open(ctx, name, opt)
	if err != nil {
		return r, fmt.Errorf("measure %s: %w", name, err)
	}
	wire.Until(ctx, g)
	m := g.NewMachine()
	r.Build, r.BuildWall = (cputime.Process() - cpu).Seconds(), time.Since(wall).Seconds()

	facts := g.Facts()
	r.Engine, r.Note = facts.Engine, facts.Note
	if n, ok := g.(interface{ Gates() int }); ok {
		r.Gates = n.Gates()
	}
	if s, ok := g.(game.Sizer); ok {
		r.Bytes = s.Bytes()
	}
	if facts.Name != "" {
		r.Game = facts.Name
	}
	if c.Engine.Engine == catalog.Batched {
		return r, c.batched(ctx, g, &r)
	}
	states, err := c.starts(g)
	if err != nil {
		return r, fmt.Errorf("measure %s: %w", name, err)
	}
	if err := c.playouts(ctx, m, states, &r); err != nil {
		return r, err
	}
	if p, ok := m.(plainPlayouter); ok {
		plain := benchResult{Game: r.Game}
		if err := c.playouts(ctx, plainMachine{m, p}, states, &plain); err != nil {
			return r, err
		}
		r.Plain = plain.Playouts
		if r.Plain > 0 {
			r.Speedup = r.Playouts / r.Plain
		}
	}
	return r, nil
}

// plainPlayouter is a machine with two kinds of playouts.
type plainPlayouter interface {
	PlainPlayout(rng *rand.Rand, limit int) int
}

// plainMachine is such a machine with the plain ones as its own.
type plainMachine struct {
	game.Machine
	plain plainPlayouter
}

// Playout implements game.Playouter.
func (m plainMachine) Playout(rng *rand.Rand, limit int) int { return m.plain.PlainPlayout(rng, limit) }

// playouts plays in growing batches, so that reading the clock costs nothing
// beside the quickest game and a slow game is still stopped in time.
func (c *benchRulesCommand) playouts(ctx context.Context, m game.Machine, states []game.State, r *benchResult) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const (
		slice = 10 * time.Millisecond // length of a batch to aim at
		warm  = 50                    // a fiftieth of the time is not counted
	)
	rng := game.Stream(c.Seed, "bench rules", 0)
	worth := make([]float64, m.Game().Facts().Players)
	target := time.Duration(c.Seconds * float64(time.Second))
	// count is what was played, in the time used.
	type count struct {
		played, cut, unclear, steps int
		used                        time.Duration
	}
	play := func(target time.Duration) (n count, err error) {
		start := cputime.Thread()
		for batch := 1; n.used < target; {
			before := n.used
			for k := range batch {
				if c.Plies == 0 {
					m.Reset() // which some machines do faster than a Load
				} else {
					m.Load(states[(n.played+k)%len(states)])
				}
				steps := game.Playout(m, rng, c.MaxSteps)
				if m.Terminal() {
					m.Utility(worth) // what a playout is for
				} else {
					n.cut++
				}
				if err := m.Err(); errors.Is(err, game.ErrGoal) || err == nil && warns(m) {
					n.unclear++ // the description's fault, and no reason to measure nothing
				} else if err != nil {
					return n, fmt.Errorf("measure %s: after %d steps: %w", r.Game, steps, err)
				}
				n.steps += steps
			}
			n.played += batch
			n.used = cputime.Thread() - start
			if took := n.used - before; took < slice/2 {
				batch *= 2
			} else if took > 2*slice && batch > 1 {
				batch /= 2
			}
			if err := ctx.Err(); err != nil {
				return n, err
			}
		}
		return n, nil
	}
	if _, err := play(target / warm); err != nil {
		return err
	}
	n, err := play(target)
	if err != nil {
		return err
	}
	r.Played, r.Cut, r.Unclear = n.played, n.cut, n.unclear
	r.Playouts = float64(n.played) / n.used.Seconds()
	r.StateChanges = float64(n.steps) / n.used.Seconds()
	return nil
}

// warns reports whether the rules say several things of what a position is worth.
func warns(m game.Machine) bool {
	w, ok := m.(game.Warner)
	return ok && w.Warning() != nil
}
