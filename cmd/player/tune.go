package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/cmd/internal/wire"
	"ludens/config"
	"ludens/game"
	"ludens/internal/cli"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/store"
	"ludens/tune"
	guides "ludens/tune/guide"
	"ludens/tune/run"
	"ludens/tune/startclock"
)

// tuneCommand trains a net for one game.
type tuneCommand struct {
	tuneGame
	config.Device
	Hours   float64 `default:"2" help:"How long to learn in all, in hours of the clock; what earlier calls took counts."`
	Threads int     `default:"2" help:"Processors to use; 0 for all."`
	Fresh   bool    `help:"Begin again: what an earlier run of this game has stored, but for its nets, is dropped."`
	Seed    uint64  `default:"0" help:"Seed of everything random."`

	Kind        string  `default:"" enum:",residual,graph,mlp" help:"Kind of the net (residual, graph, mlp); chosen by the game if not given."`
	Width       int     `default:"0" help:"Channels of the net; 0 chooses by the game and the time."`
	Blocks      int     `default:"0" help:"Blocks of the net; 0 chooses by the game and the time."`
	Simulations int64   `default:"0" help:"Iterations of self-play's searches at the beginning, which double by the end; 0 chooses by the time."`
	Batch       int     `default:"128" help:"Samples in a training step."`
	Rate        float64 `default:"0.002" help:"Learning rate at the beginning."`
	Reuse       float64 `default:"6" help:"How often a sample is trained on."`
	Iterations  int64   `default:"40" help:"Iterations a move of rated nets."`
}

// tuneGame is a game, and where its nets are.
type tuneGame struct {
	config.Engine
	config.Choices
	config.Nets
	Game string `arg:"" help:"Library name or file."`
}

// Help is shown by --help.
func (*tuneCommand) Help() string {
	return "Plays the game against itself with a search that is guided by a net, trains the net on what came of it, and rates it by matches " +
		"against fixed opponents (Elo, random play being 0, with the 95 % interval). Before the net knows anything, games are played by a function that is learned in seconds. The best net so far is in the database all the time. " +
		"At the end the best net plays against itself with a share of playouts in the judgement of positions; whichever wins is how it is played. " +
		"A net that is there already, what a match has learned on from it (player serve), or else a net of a related game that wins against the way to play without one, " +
		"is gone on from: grown where it is smaller than what would be trained, as it is where it is larger, unless a form is asked for that it cannot be grown to. " +
		"The command may be stopped or killed at any moment; the same command goes on. What is not given is chosen by the game."
}

// tuneResult is what a run has come to.
type tuneResult struct {
	Game     string      `json:"game"`
	Hash     string      `json:"hash"`
	Encoding string      `json:"encoding"`
	Net      arch.Spec   `json:"net"`
	Elapsed  float64     `json:"elapsed_s"`
	Planned  float64     `json:"planned_s"`
	Done     bool        `json:"done"`
	Games    int64       `json:"games"`
	Samples  int64       `json:"samples"`
	Steps    int64       `json:"steps"`
	Whence   string      `json:"went_on_from,omitempty"`
	Best     run.Rated   `json:"best"`
	Last     run.Rated   `json:"last"`
	Waits    run.Waits   `json:"waits_s"`
	History  []run.Point `json:"history"`
	// Mixed is how the best net did with a share of playouts against itself alone.
	Mixed *guides.Compared `json:"mixed,omitempty"`
}

// Run tunes until the time is over or it is stopped.
func (c *tuneCommand) Run(env *cli.Env) error {
	if !(c.Hours > 0) || c.Hours > 24*366 {
		return cli.Usagef("--hours must be greater than 0 and at most %d, found %g", 24*366, c.Hours)
	}
	if err := wire.CheckThreads(c.Threads); err != nil {
		return err
	}
	if c.Nets.Nets == "" {
		return cli.Usagef("--nets must name a file")
	}
	card, err := deviceOptions(c.Device, env.Log)
	if err != nil {
		return err
	}
	g, err := c.open(env, true)
	if err != nil {
		return err
	}
	total, threads := time.Duration(c.Hours*float64(time.Hour)), wire.Threads(c.Threads)
	d := design.Options{Budget: run.NetBudget(total, threads), Kind: arch.Kind(c.Kind), Width: c.Width, Blocks: c.Blocks}
	if err := d.Validate(); err != nil {
		return cli.UsageError{Err: err}
	}
	enc, err := design.Encode(g, encode.Options{}, d)
	if errors.Is(err, encode.ErrNone) {
		return fmt.Errorf("tune %s: nets learn only games that hide nothing from the players: %w", c.Game, err)
	}
	if err != nil {
		return fmt.Errorf("open %s: %w", c.Game, err)
	}
	o := run.Options{
		Spec: design.Choose(enc, g.Facts(), d), Time: total, Threads: threads, Seed: c.Seed,
		Simulations: c.Simulations, Batch: c.Batch, Rate: c.Rate, Reuse: c.Reuse, Iterations: c.Iterations, Log: env.Log,
	}
	if err := o.Validate(); err != nil {
		return cli.UsageError{Err: err}
	}
	s, err := store.Open(string(c.Nets.Nets), store.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	key := run.Key(g.Facts(), enc.Fingerprint())
	lock, err := s.LockRun(key) // two would overwrite each other's checkpoints
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("tune %s: another process tunes it already, with the same file %s: wait for that, or give another --nets", c.Game, c.Nets.Nets)
	}
	if err != nil {
		return fmt.Errorf("tune %s: %w", c.Game, err)
	}
	defer lock.Close()
	if c.Fresh {
		if err := s.DeleteRun(key); err != nil && !errors.Is(err, tune.ErrNone) {
			return fmt.Errorf("tune %s: %w", c.Game, err)
		}
	}
	if err := c.before(env, s, g, enc, &o, startclock.RaceRelated); err != nil {
		return fmt.Errorf("tune %s: %w", c.Game, err)
	}
	o.Card = device.Open(card)
	defer o.Card.Close()
	bar := env.Progress(int(math.Ceil(o.Time.Seconds())), c.Game)
	told := time.Now()
	var last run.Status
	o.Watch = func(s run.Status) {
		bar.Set(int(min(s.Elapsed, s.Planned)), line(c.Game, s))
		if time.Since(told) >= time.Minute {
			if bar == nil && !env.Quiet && !env.JSON {
				fmt.Fprintln(env.Stderr, line(c.Game, s))
			}
			env.Log.Info().Msg(line(c.Game, s))
			told = time.Now()
		}
		last = s
	}
	r, err := run.New(g, enc, s, o)
	if err != nil {
		if errors.Is(err, run.ErrOther) {
			return fmt.Errorf("tune %s: %w; choose the same, or begin again with --fresh", c.Game, err)
		}
		return fmt.Errorf("tune %s: %w", c.Game, err)
	}
	// Whether it has been taken up is in the run's checkpoint from here on, or soon.
	err = r.Tune(env.Context)
	bar.Done()
	if st := r.State(); o.From != nil && st.Asked != "" {
		if dropped := s.DropCandidate(st.Game, st.Encoding); dropped != nil {
			env.Log.Warn().Err(dropped).Msg("the candidate stays")
		}
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("tune %s: %w", c.Game, err)
	}
	if told := c.tell(env, r.State(), o, last.Waits); told != nil {
		return told
	}
	return err
}

// before says what a run is to go on from, and what it has to beat: the net that the game is
// played with so far, and the one that was learned beside a match or, for a run that begins,
// that net itself or one of a related game, which has to win a race.
func (c *tuneCommand) before(env *cli.Env, s *store.Store, g game.Game, enc *encode.Encoder, o *run.Options, race raceRelated) error {
	f := g.Facts()
	best, _, err := bestNet(s, f, []*encode.Encoder{enc})
	if err != nil && !errors.Is(err, nets.ErrNone) {
		return err
	}
	o.Best = best
	if c.Fresh {
		return nil
	}
	state, err := run.Load(s, run.Key(f, enc.Fingerprint()))
	if err != nil && !errors.Is(err, tune.ErrNone) {
		return err
	}
	asked := c.Kind != "" || c.Width != 0 || c.Blocks != 0
	if state != nil && !asked {
		o.Spec = state.Spec
	}
	from, err := s.Candidate(f.Hash, enc.Fingerprint())
	o.Whence = "what was learned beside a match"
	switch {
	case errors.Is(err, nets.ErrNone):
		if state != nil {
			return nil // the run has its own
		}
		from, o.Whence = best, "the net that was there"
		if best == nil {
			from, o.Whence = c.related(env, g, enc, o, race)
		}
	case err != nil:
		return err
	}
	if from != nil && from.Spec != o.Spec {
		w, err := arch.Grow(&from.Spec, from.Weights, &o.Spec, game.Stream(o.Seed, "tune.grow", 0))
		switch {
		case err == nil:
			o.Whence += fmt.Sprintf(", grown from %s", architecture(&from.Spec))
			grown := *from
			grown.Spec, grown.Weights = o.Spec, w
			from = &grown
		case state == nil && !asked: // a larger one, which has been found to be worth its time
			o.Spec = from.Spec
		default:
			return nil
		}
	}
	o.From = from
	return nil
}

// A run looks for a net of a related game for a part of its time and has it race for another, each at most so long.
const (
	relatingPart, mostRelating = 0.02, 15 * time.Second
	racingPart, mostRacing     = 0.04, 40 * time.Second
)

// raceRelated tells whether a net for a related game is worth going on from, as startclock.RaceRelated does.
type raceRelated func(context.Context, game.Game, *startclock.Stored, run.Measured, mcts.Options, time.Duration) (told string, won bool, err error)

// related gives a net for a game that was made of one for a related game, and what it is; nil if there is none that wins against the way in
// which the game is played without a net: tuning from one that does not is worse than from nothing (docs/benchmarks/startclock.md). Nothing depends
// on it, so that what fails is a warning. The time that it takes is the run's.
func (c *tuneCommand) related(env *cli.Env, g game.Game, enc *encode.Encoder, o *run.Options, race raceRelated) (*nets.Net, string) {
	begin, whole := time.Now(), o.Time
	part := func(x float64, most time.Duration) time.Duration { return min(time.Duration(x*float64(whole)), most) }
	defer func() { o.Time -= time.Since(begin) }()
	looking := part(relatingPart, mostRelating)
	var s *startclock.Stored
	m, err := run.Measure(g, o.Seed, looking/4)
	if err == nil {
		s, err = (&guide{path: c.Nets, threads: o.Threads, log: env.Log}).related(env.Context, g, enc, m, looking)
	}
	if s != nil {
		var told string
		var won bool
		search := mcts.Options{Threads: max(o.Threads, 1), Seed: o.Seed}
		told, won, err = race(env.Context, g, s, m, search, part(racingPart, mostRacing))
		if err == nil {
			env.Log.Info().Str("game", c.Game).Str("of", s.Related).Bool("taken", won).Msg("a net for a related game: " + told)
		}
		if won {
			o.Measured = m
			return s.Net, fmt.Sprintf("a net for the related game %s (%s)", s.Related, told)
		}
	}
	if err != nil {
		env.Log.Warn().Err(err).Str("game", c.Game).Msg("begins without a net for a related game")
	}
	return nil, ""
}

// tell prints what a run has come to.
func (c *tuneCommand) tell(env *cli.Env, s run.State, o run.Options, waits run.Waits) error {
	if env.JSON {
		return env.Print(tuneResult{
			Game: c.Game, Hash: s.Game, Encoding: s.Encoding, Net: s.Spec, Elapsed: s.Elapsed, Planned: o.Time.Seconds(), Done: s.Done,
			Games: s.Games, Samples: s.Samples, Steps: s.Steps, Whence: s.Whence, Best: s.Best, Last: s.Last, Waits: waits, History: s.History, Mixed: s.Mixed,
		})
	}
	fmt.Fprintf(env.Stdout, "%s: %d games, %d samples, %d steps in %s of %s\n", c.Game, s.Games, s.Samples, s.Steps,
		time.Duration(s.Elapsed*float64(time.Second)).Round(time.Second), o.Time)
	if s.Whence != "" {
		fmt.Fprintf(env.Stdout, "went on from %s\n", s.Whence)
	}
	if s.Best.Name != "" {
		fmt.Fprintf(env.Stdout, "best: %s, rating %.0f ± %.0f, %s\n", s.Best.Name, s.Best.Elo, s.Best.Interval, s.Best.ID[:min(12, len(s.Best.ID))])
	}
	if m := s.Mixed; m != nil {
		how := "alone"
		if m.Mix() > 0 {
			how = "with playouts' share"
		}
		fmt.Fprintf(env.Stdout, "searched %s: with a share it scored %.4g of %d against itself alone\n", how, m.Points, m.Games)
	}
	if !s.Done {
		fmt.Fprintf(env.Stdout, "not finished: the same command goes on\n")
	}
	return nil
}

// line is a status on one line.
func line(name string, s run.Status) string {
	rating := "unrated"
	if s.Last.Name != "" {
		rating = fmt.Sprintf("%.0f±%.0f", s.Last.Elo, s.Last.Interval)
	}
	return fmt.Sprintf("%s [%s] %s, %d games %.1f/s, %d samples %.0f/s, %d steps %.1f/s, loss %.3f+%.3f, %.0f evals/s (batch %.1f, %.0f hits/s), waited: learner %.0f s, lanes %.0f s, ladder %.0f s",
		name, s.Phase, rating, s.Games, s.GamesRate, s.Samples, s.SamplesRate, s.Steps, s.StepsRate, s.Policy, s.Value,
		s.EvaluationsRate, s.MeanBatch, s.HitsRate, s.Waits.Learner, s.Waits.Lanes, s.Waits.Ladder)
}

// open opens the game, under the names for which nets of it are stored if there are any;
// learns says that there will be.
func (c *tuneGame) open(env *cli.Env, learns bool) (game.Game, error) {
	if err := wire.Engine(c.Engine); err != nil {
		return nil, err
	}
	done := env.Waiting("opening " + c.Game)
	defer done()
	opt := wire.Choose(wire.Catalog(c.Engine), c.Choices)
	if c.Nets.Nets != "" {
		opt.Known = &known{nets: c.Nets, opt: wire.Library(c.Library), learns: learns, log: env.Log}
	}
	g, err := catalog.Open(env.Context, c.Game, opt)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", c.Game, err)
	}
	return g, nil
}

// encoders opens the game, for nets of whatever form.
func (c *tuneGame) encoders(env *cli.Env) (game.Game, []*encode.Encoder, error) {
	g, err := c.open(env, false)
	if err != nil {
		return nil, nil, err
	}
	list, err := design.Encoders(g)
	if err == nil && len(list) == 0 {
		_, err = design.Encode(g, encode.Options{}, design.Options{}) // says why
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", c.Game, err)
	}
	return g, list, nil
}
