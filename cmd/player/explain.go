package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"ludens/agent"
	"ludens/agent/baseline"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/agent/puzzle"
	"ludens/agent/retro"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/relative"
	"ludens/tune/run"
)

// explainCommand tells what the player finds out about a game in its start clock.
type explainCommand struct {
	config.Engine
	config.Choices
	config.Nets
	config.Memos
	Start   time.Duration `default:"30s" help:"The start clock."`
	Threads int           `default:"0" help:"Threads; 0: one per processor."`
	Seed    uint64        `default:"1" help:"Seed of all that chance decides."`
	Lines   int           `default:"20" help:"How much of the function that was learned is shown."`
	Games   []string      `arg:"" name:"game" help:"Library names or files; of ludemes with choices behind it, as Hex@Board Size/7x7."`
}

// Help is shown by --help.
func (*explainCommand) Help() string {
	return "Prepares for every game as in a match without a net: learns a function that judges positions, has the ways to think that suit the game " +
		"play short matches against each other, and tells what came of it. What the clock leaves would go into a search of the initial position. " +
		"It also tells whether a match would be played by a table of all positions instead, and which stored net would race against that in a match, of this game or a related one. " +
		"What the matches show is remembered for the next match of the game, as after a start clock; --no-memory neither uses nor keeps it."
}

// explained is what was found out about a game.
type explained struct {
	Game      string               `json:"game"`
	Way       string               `json:"way"`
	About     string               `json:"about"`
	Why       string               `json:"why"`
	Standings []portfolio.Standing `json:"standings"`
	// Remembered is what was known before.
	Remembered *portfolio.Memo `json:"remembered,omitempty"`
	Failure    string          `json:"failure,omitempty"`
	Function   []string        `json:"function,omitempty"`
	Loss       float64         `json:"loss,omitempty"`
	Constant   float64         `json:"constant_loss,omitempty"`
	Games      int             `json:"games_learned,omitempty"`
	Known      int             `json:"games_known,omitempty"` // of own games in earlier matches
	Symmetries int             `json:"symmetries,omitempty"`  // of the rules, which weights of the function share
	Took       float64         `json:"took_s"`
	// Solved says that all positions are solved in a start clock, so that nothing else of this is needed in a match.
	Solved *explainedTable `json:"solved,omitempty"`
	// Net is the net that would race against the way, if there is one.
	Net        *explainedNet `json:"net,omitempty"`
	NetFailure string        `json:"net_failure,omitempty"`
}

// explainedTable is what all positions of a game come to.
type explainedTable struct {
	Positions int       `json:"positions"`
	Worth     []float64 `json:"worth"` // of the initial one, 0…1 per player
	Took      float64   `json:"took_s"`
}

// explainedNet is a stored net, of the game or of a related one.
type explainedNet struct {
	ID      string `json:"id"`
	Of      string `json:"of"` // the game that it was trained for
	Form    string `json:"form"`
	Related bool   `json:"related"`
	// What speaks for one of a related game, see relative.Found.
	Moves  float64 `json:"moves,omitempty"`
	Random float64 `json:"random,omitempty"`
	Others float64 `json:"others,omitempty"`
	Tells  float64 `json:"tells,omitempty"`
	Over   string  `json:"over,omitempty"`
	Search float64 `json:"search,omitempty"`
}

// Run explains.
func (c *explainCommand) Run(env *cli.Env) error {
	if c.Start <= 0 || c.Threads < 0 || c.Lines < 0 {
		return cli.Usagef("--start must be positive; --threads and --lines may not be negative")
	}
	if err := wire.Engine(c.Engine); err != nil {
		return err
	}
	var out []explained
	for _, word := range c.Games {
		name, choices := c.Behind(word)
		opt := wire.Choose(wire.Catalog(c.Engine), choices)
		if met := descriptions(c.Memos, env.Log); met != nil {
			opt.Known = &known{opt: wire.Library(c.Library), met: met, log: env.Log}
		}
		g, err := catalog.Open(env.Context, name, opt)
		if err != nil {
			return err
		}
		if g.Facts().Hidden {
			return fmt.Errorf("explain: %s hides something from its players: it is played by information set search", word)
		}
		begin := time.Now()
		ctx, cancel := context.WithTimeout(env.Context, c.Start)
		choice := portfolio.Choose(ctx, g, portfolio.Options{
			Search: mcts.Options{Threads: c.Threads, Seed: c.Seed}, Memory: memos(c.Memos, env.Log),
			Mirror: encode.Mirror,
		})
		cancel()
		choice.Wait()
		if env.Context.Err() != nil {
			return cli.ErrInterrupted
		}
		e := explained{
			Game: word, Way: choice.Name, About: choice.About, Why: choice.Why, Standings: choice.Standings,
			Took: time.Since(begin).Seconds(),
		}
		if m := choice.Remembered; m != nil { // but for the numbers of the function
			of := *m
			e.Remembered, of.Function = &of, nil
		}
		if choice.Err != nil {
			e.Failure = choice.Err.Error()
		}
		if r := choice.Report; r != nil {
			e.Loss, e.Constant, e.Games, e.Known, e.Symmetries = r.LogLoss, r.ConstantLogLoss, r.RandomGames+r.OwnGames, r.Known, r.Symmetries
			e.Function = choice.Function.Explain()
		}
		if e.Solved, err = c.solved(env.Context, g); err != nil {
			return err
		}
		if e.Net, err = c.net(env, g); err != nil {
			e.NetFailure = err.Error()
		}
		out = append(out, e)
		if !env.JSON {
			c.show(env, e)
		}
	}
	if env.JSON {
		return env.Print(out)
	}
	return nil
}

// solved tries to solve a game as in a start clock; nil if it is too large.
func (c *explainCommand) solved(ctx context.Context, g game.Game) (*explainedTable, error) {
	p := retro.NewPlayer(retro.PlayerOptions{Options: retro.Options{Threads: c.Threads}, Inner: baseline.NewLegal()})
	defer p.End()
	ctx, cancel := context.WithTimeout(ctx, c.Start)
	defer cancel()
	begin := time.Now()
	if err := p.Begin(ctx, g, 0, agent.Clocks{Start: c.Start}); err != nil || p.Table() == nil {
		return nil, err
	}
	out := &explainedTable{Positions: p.Table().Positions(), Took: time.Since(begin).Seconds()}
	initial := g.NewMachine().Save(nil)
	for player := range g.Facts().Players {
		worth, _ := p.Table().Value(initial, player)
		out.Worth = append(out.Worth, worth)
	}
	return out, nil
}

// tell says it in a sentence.
func (t *explainedTable) tell() string {
	goals := ""
	for i, x := range t.Worth {
		if goals += fmt.Sprintf("%.0f", 100*x); i+1 < len(t.Worth) {
			goals += " to "
		}
	}
	return fmt.Sprintf("in a match all %d positions would be solved in the start clock, here in %.1f s, and the table would play: the game is worth %s", t.Positions, t.Took, goals)
}

// net finds the net that would race against what was chosen; nil if there is none.
func (c *explainCommand) net(env *cli.Env, g game.Game) (*explainedNet, error) {
	d := &guide{path: c.Nets, threads: wire.Threads(c.Threads), log: env.Log}
	if c.Nets.Nets == "" {
		return nil, nil
	}
	encoders, err := design.Encoders(g)
	if errors.Is(err, encode.ErrNone) || errors.Is(err, encode.ErrSize) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	of, _, err := d.find(g.Facts(), encoders)
	if err != nil && !errors.Is(err, nets.ErrNone) {
		return nil, err
	}
	found := relative.Found{Of: of}
	switch {
	case err == nil:
	case puzzle.Suits(g.Facts()): // a line to the best end is looked for instead
		return nil, nil
	default:
		m, err := run.Measure(g, c.Seed, c.Start/40)
		if err != nil {
			return nil, err
		}
		f, err := d.relative(env.Context, g, encoders[0], m, c.Start/5)
		if f == nil || err != nil {
			return nil, err
		}
		found = *f
	}
	id, err := nets.ID(found.Of)
	if err != nil {
		return nil, err
	}
	net := &explainedNet{
		ID: id[:min(shown, len(id))], Of: found.Of.Name, Form: architecture(&found.Of.Spec), Related: found.Net != nil,
		Moves: found.Moves, Random: found.Random, Others: found.Others, Tells: found.Tells, Search: found.Search,
	}
	if found.Over != nil {
		net.Over = found.Over.Name
	}
	return net, nil
}

// tell says it in a sentence.
func (n *explainedNet) tell() string {
	if n.Related {
		others := ""
		if n.Others > 0 {
			others = fmt.Sprintf(", %.0f %% against others that fit", 100*n.Others)
		}
		searched := ""
		if n.Over != "" {
			searched = fmt.Sprintf("; with a search %.0f %% against that for %s", 100*n.Search, n.Over)
		}
		return fmt.Sprintf("the net for the related game %s (%s, %s) would race against it where there are five seconds to start: %.0f %% of random moves in common; by its policy alone %.0f %% of the points against random moves%s; its values tell who wins such matches (%.2f)%s",
			n.Of, n.ID, n.Form, 100*n.Moves, 100*n.Random, others, n.Tells, searched)
	}
	return fmt.Sprintf("the stored net (%s, %s) would race against it", n.ID, n.Form)
}

func (c *explainCommand) show(env *cli.Env, e explained) {
	fmt.Fprintf(env.Stdout, "%s: %s (%s), after %.1f s\n  %s\n", e.Game, e.Way, e.About, e.Took, e.Why)
	if e.Failure != "" {
		fmt.Fprintf(env.Stdout, "  %s\n", e.Failure)
	}
	if e.Solved != nil {
		fmt.Fprintf(env.Stdout, "  %s\n", e.Solved.tell())
	}
	switch {
	case e.NetFailure != "":
		fmt.Fprintf(env.Stdout, "  no net: %s\n", e.NetFailure)
	case e.Net != nil:
		fmt.Fprintf(env.Stdout, "  %s\n", e.Net.tell())
	default:
		fmt.Fprintln(env.Stdout, "  no net is stored for it or a related game")
	}
	if m := e.Remembered; m != nil {
		fmt.Fprintf(env.Stdout, "  remembered before, of %d races (%s was taken last):", m.Races, m.Chosen)
		for _, name := range slices.Sorted(maps.Keys(m.Ways)) {
			fmt.Fprintf(env.Stdout, " %s %.1f/%.1f", name, m.Ways[name].Points, m.Ways[name].Played)
		}
		fmt.Fprintln(env.Stdout)
	}
	if e.Games > 0 {
		if e.Known > 0 {
			fmt.Fprintf(env.Stdout, "  went on from what %d games of earlier matches had shown\n", e.Known)
		}
		fmt.Fprintf(env.Stdout, "  learned from %d games: log loss %.3f on positions of other games, a constant has %.3f\n", e.Games, e.Loss, e.Constant)
		if e.Symmetries > 0 {
			fmt.Fprintf(env.Stdout, "  the same under symmetries of the rules: %d, and those that follow from them\n", e.Symmetries)
		}
	}
	for i, l := range e.Function {
		if i == c.Lines {
			fmt.Fprintf(env.Stdout, "    … and %d more\n", len(e.Function)-i)
			break
		}
		fmt.Fprintf(env.Stdout, "    %s\n", l)
	}
}
