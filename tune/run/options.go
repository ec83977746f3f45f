package run

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent/heuristic"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/device"
	"ludens/nets/kernel"
	"ludens/nets/train"
	"ludens/tune/selfplay"
)

// Options of a run of tuning. The zero value works but for Spec, which is required.
type Options struct {
	// Spec is the net; it must fit the encoder (see nets/design).
	Spec arch.Spec
	// From is a net to go on from: its weights are what is learned on, and self-play is guided by
	// it at once. A run that the store has goes on from it where it wins a match against what
	// the run has come to. nil: none.
	From *nets.Net
	// Whence says for people what From is.
	Whence string
	// Best is what the game was played with before the run; until a net of the run has won
	// against it, it stays the best. nil: the first net that is rated is the best.
	Best *nets.Net
	// Time is how long the run takes in all, over all its parts; default two hours. The
	// learning rate and the searches follow it.
	Time time.Duration
	// Threads is the number of processors to use; default two, or what there is.
	Threads int
	// Seed of everything random.
	Seed uint64
	// Level of the kernels; default the best of this processor.
	Level *kernel.Level

	// Card computes and trains the net; default the processor. It is the caller's to close.
	Card *device.Card
	// Measured is what is known of the game; measured if it is zero.
	Measured Measured

	// Simulations are the iterations of self-play's searches at the beginning; they
	// double until the end. Default 16 for a run of a quarter of an hour of one thread, for which more games were worth as much as
	// better searches or more, and by the root of the time more for a longer one, 64 at most: the more a net knows the better has
	// to be what it is to learn from. How much longer runs need has not been measured. One that goes on from a net has 48 at
	// least (docs/benchmarks/nets.md).
	Simulations int64
	// Play are the other options of self-play; Length, Limit, Neutral and Seed are
	// measured unless given.
	Play selfplay.Options
	// Games is how many games are played at the same time; default by the evaluator's
	// width.
	Games int
	// Warm is the share of Time in which games are played by playouts, before the net
	// takes over; default 0.03, and what it took to learn a function (Teaching). Negative: none.
	Warm float64
	// Teacher, if not nil, is the function by which games are played then instead, see
	// selfplay.Teacher.
	Teacher heuristic.Function
	// Teaching is the share of Time, at most 20 s, for learning such a function where there is
	// none; default 0.03. Negative: none.
	Teaching float64
	// Guide is the number of training steps before which the net does not take over;
	// default 150.
	Guide int64

	// Batch is the number of samples in a training step; default 128.
	Batch int
	// Rate is the learning rate at the beginning; default 0.002.
	Rate float64
	// Reuse is how often a sample is trained on, on average; default 6. Those of a teacher are twice.
	Reuse float64
	// First is the number of samples that the replay window holds whole; see sample.Size.
	// Default 30,000.
	First int
	// Least is the number of samples with which training begins; default 1,000, fewer in
	// runs of minutes.
	Least int

	// Plain does without symmetries. By default they are looked for, and samples are shown
	// in all the ways that they give.
	Plain bool

	// Ladder is the share of time for rated matches, default 0.08; negative: none.
	Ladder float64
	// Iterations is the number of iterations a move of rated nets; default 40.
	Iterations int64
	// Mixing is the share of time, at the end, for finding out whether the best net is searched
	// with a share of playouts; default 0.03, ten minutes at most. Negative: none.
	Mixing float64

	// Chunk is the age at which samples are stored in any case; default 5 s.
	Chunk time.Duration
	// Save is the time between checkpoints; default 30 s.
	Save time.Duration

	// Watch, if not nil, is told how the run is going, about once a second, from one goroutine.
	Watch func(Status)
	// Log gets what happens: stages at info, failures at warning.
	Log zerolog.Logger
}

// Validate reports values that make no sense.
func (o Options) Validate() error {
	var errs []error
	for name, x := range map[string]float64{
		"time": o.Time.Seconds(), "threads": float64(o.Threads), "iterations": float64(min(o.Simulations, o.Iterations)),
		"games": float64(o.Games), "rate": o.Rate, "reuse": o.Reuse, "window": float64(min(o.First, o.Least)),
		"times": min(o.Chunk, o.Save).Seconds(),
	} {
		if !(x >= 0) || math.IsInf(x, 0) {
			errs = append(errs, fmt.Errorf("tune: %s must not be negative", name))
		}
	}
	if o.Batch < 0 || o.Batch == 1 || o.Batch > 1<<14 {
		errs = append(errs, fmt.Errorf("tune: a batch of %d samples", o.Batch))
	}
	if !(o.Warm <= 1) || !(o.Teaching <= 0.5) || !(o.Ladder <= 0.5) || !(o.Mixing <= 0.5) {
		errs = append(errs, errors.New("tune: shares of time are too large"))
	}
	if o.From != nil && o.From.Spec != o.Spec {
		errs = append(errs, errors.New("tune: the net to go on from is another than the one to train"))
	}
	return errors.Join(append(errs, o.Play.Validate(), o.Spec.Validate())...)
}

// fill sets the defaults that do not depend on the game.
func (o Options) fill() Options {
	share := func(x *float64, v float64) {
		if *x == 0 {
			*x = v
		} else if *x < 0 {
			*x = 0
		}
	}
	if o.Time == 0 {
		o.Time = 2 * time.Hour
	}
	if o.Threads == 0 {
		o.Threads = min(2, runtime.GOMAXPROCS(0))
	}
	if o.Level == nil {
		l := kernel.Best()
		o.Level = &l
	}
	share(&o.Warm, 0.03)
	share(&o.Teaching, 0.03)
	share(&o.Ladder, 0.08)
	share(&o.Mixing, 0.03)
	share(&o.Rate, 0.002)
	share(&o.Reuse, 6)
	if o.Guide == 0 {
		o.Guide = 150
	}
	if o.Batch == 0 {
		o.Batch = 128
	}
	if o.First == 0 {
		o.First = 30_000
	}
	if o.Least == 0 {
		o.Least = int(min(max(o.Time.Seconds(), 128), 1000))
	}
	if o.Simulations == 0 {
		o.Simulations = int64(16 * min(max(math.Sqrt(o.Time.Seconds()*float64(o.Threads)/900), 1), 4))
		if o.From != nil {
			o.Simulations = max(o.Simulations, fromSimulations)
		}
	}
	if o.Iterations == 0 {
		o.Iterations = 40
	}
	if o.Chunk == 0 {
		o.Chunk = 5 * time.Second
	}
	if o.Save == 0 {
		o.Save = 30 * time.Second
	}
	return o
}

// suit sets the defaults that follow from what was measured of the game.
func (o Options) suit(m Measured, f *game.Facts) Options {
	p := &o.Play
	p.Seed = o.Seed
	if p.Length == 0 {
		p.Length = max(m.Length, 1)
	}
	if p.Limit == 0 {
		p.Limit = max(f.Bound(m.Most(m.Length)), 32)
	}
	if p.Neutral == nil {
		p.Neutral = m.Worth
	}
	return o
}

// fromSimulations are those of a run that goes on from a net. With 16 nets that learned on for half a minute lost to themselves as
// they had been.
const fromSimulations = 48

// netShare is the part of the processor time after which a net's size is chosen.
const netShare = 0.1

// Training are the options of the learner that a run with these options has.
func (o Options) Training() train.Options {
	o = o.fill()
	return o.training()
}

// training is Training of filled options.
func (o *Options) training() train.Options {
	return train.Options{Batch: o.Batch, Workers: max(o.Threads/2, 1), Level: o.Level, Rate: o.Rate, Average: 0.995}
}

// NetBudget is the Options.Budget of nets/design for a run that takes so long with so many
// threads. It is a part of the processor time only: for every sample, which the learner sees
// a few times, the search evaluates some twenty positions, so that a net of half the size
// means nearly twice as many games, and games are what a run of hours is short of.
func NetBudget(d time.Duration, threads int) float64 {
	return netShare * d.Seconds() * float64(max(threads, 1))
}

// rate is the learning rate when a part (0…1) of the time is over: constant, then
// half a cosine down to a twentieth.
func (o *Options) rate(part float64) float64 {
	const from, floor = 0.4, 0.05
	x := min(max((part-from)/(1-from), 0), 1)
	return o.Rate * (floor + (1-floor)*(1+math.Cos(math.Pi*x))/2)
}

// manner is how games are played when a part of the time is over.
func (o *Options) manner(part float64) selfplay.Manner {
	grow := 1 + min(max(part, 0), 1)
	return selfplay.Manner{Iterations: int64(float64(o.Simulations) * grow)}
}
