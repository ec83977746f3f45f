package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"ludens/agent/roster"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/rating"
)

// benchAgentsCommand holds two agents against each other inside this process.
type benchAgentsCommand struct {
	config.Engine
	config.Choices
	First     string       `required:"" placeholder:"AGENT" help:"One side, such as \"mcts:exploration=0.7\"."`
	Second    string       `required:"" placeholder:"AGENT" help:"The other side, such as \"uct:playouts=10\"."`
	Matches   int          `default:"20" help:"Matches of every game, rounded up to an even number."`
	Start     span         `default:"1s" help:"Time of an agent to prepare, such as 500ms; seconds where no unit is given."`
	Play      span         `default:"500ms" help:"Time per decision; 0 leaves it to the agents' own limits."`
	Parallel  int          `default:"1" help:"Matches at the same time."`
	Openings  int          `default:"4" help:"Longest random opening, in joint moves."`
	SPRT      eloTest      `name:"sprt" placeholder:"ELO,ELO" help:"Stop as soon as a sequential test of pairs tells two differences apart, at 5 % errors; alone it means --sprt=0,10."`
	Threads   int          `default:"1" help:"Threads of an agent that does not say itself."`
	Memory    config.Bytes `default:"256MiB" help:"Memory of an agent that does not say itself."`
	MaxPlies  int          `default:"500" help:"End a match after so many joint moves, in games of chance five times as many, for throws of dice are among them; it is a draw then."`
	Seed      uint64       `default:"1" help:"Seed of openings, Nature and agents."`
	Record    config.Path  `placeholder:"FILE" help:"Append a line of JSON per match, with every move and what was thought of it."`
	GamesFile config.Path  `placeholder:"FILE" help:"A file of games, one a line as below; # begins a comment."`
	Games     []string     `arg:"" optional:"" name:"game" help:"Library names or files; of ludemes with choices behind it, as Hex@Board Size/7x7."`
}

// Help is shown by --help.
func (*benchAgentsCommand) Help() string {
	var b strings.Builder
	b.WriteString("Plays matches between two agents in this process, without messages: only one thinks at a time, seats with one legal move are not asked. " +
		"Every random opening is played twice with the seats exchanged; where there are more seats, the sides take every other one. " +
		"A match is won by the side with the better mean goal; draws count half. The intervals are 95 %, Wilson's per game and over all by pairs. " +
		"An interrupted run prints the table so far.\n\nAgents, with settings as KIND:KEY=VALUE,…:")
	for _, k := range roster.Describe() {
		fmt.Fprintf(&b, "\n\n%s: %s.", k.Name, k.Says)
		for _, s := range k.Settings {
			fmt.Fprintf(&b, " %s: %s.", s.Name, s.Says)
		}
	}
	return b.String()
}

// agentsBench is a measurement under way.
type agentsBench struct {
	c     *benchAgentsCommand
	env   *cli.Env
	sides [2]*roster.Agent
	games []benchGame
	pairs int // per game
	test  *rating.SPRT

	mu      sync.Mutex // guards the rest
	next    int        // match to play
	halves  map[int]float64
	all     rating.Pairs
	verdict rating.Verdict
	record  *os.File
	bar     *cli.Progress
}

// benchGame is a game with what was scored in it.
type benchGame struct {
	name    string
	game    game.Game
	figures agentFigures
}

// Run plays.
func (c *benchAgentsCommand) Run(env *cli.Env) (err error) {
	b, err := c.prepare(env)
	if err != nil {
		return err
	}
	if c.Record != "" {
		if b.record, err = os.OpenFile(string(c.Record), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.record.Close()) }()
	}
	b.bar = env.Progress(2*b.pairs*len(b.games), "matches")
	defer b.bar.Done()
	ctx, cancel := context.WithCancelCause(env.Context)
	defer cancel(nil)
	var lanes sync.WaitGroup
	for range c.Parallel {
		lanes.Go(func() {
			if err := b.lane(ctx, cancel); err != nil {
				cancel(err) // the first counts
			}
		})
	}
	lanes.Wait()
	b.bar.Done()
	cause := context.Cause(ctx)
	if err := b.show(); err != nil {
		return err
	}
	switch {
	case env.Context.Err() != nil:
		return env.Context.Err()
	case errors.Is(cause, errDecided):
		return nil
	}
	return cause
}

// errDecided ends a measurement whose test is over.
var errDecided = errors.New("the test is decided")

// prepare reads what is asked for and opens the games.
func (c *benchAgentsCommand) prepare(env *cli.Env) (*agentsBench, error) {
	if c.Matches < 1 || c.Parallel < 1 || c.Openings < 0 || c.MaxPlies < 1 || c.Threads < 1 {
		return nil, cli.Usagef("--matches, --parallel, --threads and --max-plies must be at least 1, and --openings not negative")
	}
	if err := errors.Join(wire.Engine(c.Engine), wire.Memory("memory", c.Memory)); err != nil {
		return nil, err
	}
	b := &agentsBench{c: c, env: env, pairs: (c.Matches + 1) / 2, halves: map[int]float64{}}
	for i, text := range []string{c.First, c.Second} {
		a, err := roster.Parse(text, wire.Agents(c.Threads, int64(c.Memory)))
		if err != nil {
			return nil, cli.UsageError{Err: err}
		}
		b.sides[i] = a
	}
	b.test = c.SPRT.test
	names := c.Games
	if c.GamesFile != "" {
		more, err := readNames(string(c.GamesFile))
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	if len(names) == 0 {
		return nil, cli.Usagef("no game: name some, or a file of them with --games-file")
	}
	for _, name := range names {
		g, err := c.open(env.Context, name)
		if err != nil {
			return nil, err
		}
		if g.Facts().Players < 2 {
			return nil, fmt.Errorf("bench agents: %s is for one player: there is nobody to play against", name)
		}
		b.games = append(b.games, benchGame{name: name, game: g, figures: agentFigures{Game: name}})
	}
	return b, nil
}

// open opens a game by its name and the choices behind it.
func (c *benchAgentsCommand) open(ctx context.Context, word string) (game.Game, error) {
	name, choices := c.Behind(word)
	return catalog.Open(ctx, name, wire.Choose(wire.Catalog(c.Engine), choices))
}

// readNames reads a file of games.
func readNames(path string) ([]string, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out, lines.Err()
}
