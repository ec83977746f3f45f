package startclock

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"ludens/agent"
	"ludens/game"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/tune"
	"ludens/tune/ladder"
	"ludens/tune/run"
)

// How the clock is divided, after the game was measured.
const (
	racing    = 0.2  // of what is left: the race
	searching = 0.04 // and what remains for searching the initial position

	// leastSteps is how many joint moves a second an engine must make for learning to
	// have a chance: a game of 40 moves every three seconds or so.
	leastSteps = 300
	// leastTraining is the number of training steps below which no race is run.
	leastTraining = 60
)

// learn trains a net and has it race against playouts.
func (p *Player) learn(ctx context.Context, g game.Game, enc *encode.Encoder, clocks agent.Clocks, left time.Duration) outcome {
	begin := time.Now()
	m, err := run.Measure(g, p.opt.Search.Seed, min(left/40, 500*time.Millisecond))
	if err != nil {
		return outcome{err: err}
	}
	if m.Steps < leastSteps || m.Length/m.Steps > left.Seconds()/100 {
		return outcome{note: fmt.Sprintf("the engine is too slow to learn (%.0f moves a second): playouts", m.Steps)}
	}
	if m.Branching == 0 {
		return outcome{note: "there is nothing to decide: playouts"}
	}
	left -= time.Since(begin)
	race := time.Duration(racing * float64(left))
	train := left - race - time.Duration(searching*float64(left))
	r, err := p.train(ctx, g, enc, m, train)
	if err != nil {
		return outcome{err: err}
	}
	engine, steps := r.Engine(), r.State().Steps
	if engine == nil || steps < leastTraining {
		return outcome{note: fmt.Sprintf("%d training steps are too few: playouts", steps)}
	}
	e, err := infer.New(enc, engine, infer.Options{Threads: p.opt.Search.Threads})
	if err != nil {
		return outcome{err: err}
	}
	share, games, err := p.race(ctx, g, e, m, race, clocks.Play)
	if err != nil {
		e.Close()
		return outcome{err: err}
	}
	note := fmt.Sprintf("learned for %s (%d games, %d steps); the net scores %.0f %% of %d games in the race",
		train.Round(time.Second), r.State().Games, steps, 100*share, games)
	if !helps(share, games) {
		e.Close()
		return outcome{note: note + ": playouts"}
	}
	return outcome{eval: e, note: note + ": the net"}
}

// train tunes a net for a while, with a store in memory.
func (p *Player) train(ctx context.Context, g game.Game, enc *encode.Encoder, m run.Measured, d time.Duration) (*run.Run, error) {
	threads := p.opt.Search.Threads
	spec := design.Choose(enc, g.Facts(), design.Options{Budget: run.NetBudget(2*d, threads)})
	r, err := run.New(g, enc, &tune.Memory{}, run.Options{
		Spec: spec, Time: d, Threads: threads, Seed: p.opt.Search.Seed, Measured: m, Ladder: -1, Warm: 0.5, Guide: leastTraining,
		Batch: 64, Least: 128, Reuse: 8, Chunk: 500 * time.Millisecond, Save: 24 * time.Hour, Log: p.opt.Log,
	})
	if err != nil {
		return nil, err
	}
	if err := r.Tune(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// The race.
const (
	raceGames = 40
	// mostPerMove bounds the time of a move in the race, leastPerMove what makes any sense.
	mostPerMove  = time.Second
	leastPerMove = 4 * time.Millisecond
)

// race plays games between the net and playouts with the same time a move, as many as
// fit; with the longest times per move that allow about two dozen games. It returns the
// net's share of the points.
func (p *Player) race(ctx context.Context, g game.Game, e *infer.Evaluator, m run.Measured, d, play time.Duration) (share float64, games int, err error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	const wanted = 24
	tables := p.opt.Search.Threads
	decisions := max(m.Length, 1) * wanted / float64(tables)
	per := time.Duration(0.8 * float64(d) / decisions)
	per = min(max(per, leastPerMove), mostPerMove)
	if play > 0 {
		per = min(per, play)
	}
	list, err := ladder.Play(ctx, g, ladder.Search("net", e, 1), ladder.Search("playouts", nil, 1), ladder.Options{
		Games: raceGames, Openings: min(max(int(m.Length/8), 1), 4), Clock: per, Threads: tables,
		Limit: max(int(3*m.Length), m.Longest), Seed: p.opt.Search.Seed,
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return 0, 0, fmt.Errorf("race: %w", err)
	}
	r := ladder.Tally(list, 0, 1)
	return r.Score(), len(list), nil
}

// leastShare is what a net must score in the race, and a standard deviation more: it has
// milliseconds a move there, and gains less from the seconds of a match than playouts do
// (docs/benchmarks.md: a net that scored 61 to 70 % in races lost four matches of four).
const leastShare = 0.6

// helps decides.
func helps(share float64, games int) bool {
	if games < 8 {
		return false
	}
	return share-leastShare > 0.5/math.Sqrt(float64(games))
}
