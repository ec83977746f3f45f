package selfplay

import (
	"errors"
	"math"
)

// Options are how games are played and recorded. The zero value works.
type Options struct {
	// Seed of all random streams; game number i has its own.
	Seed uint64

	// Considered is how many moves searches consider at the root, see mcts.RootOptions; default 16.
	Considered int

	// Temperature is the exponent's inverse with which moves are drawn by the policy of the search at
	// the beginning; default 0.8. It halves every HalfLife plies (default: a sixth of
	// Length) down to LastTemperature; default 0.15.
	Temperature, LastTemperature, HalfLife float64

	// OpeningShare is the share of games that begin with random moves, default 0.3, of
	// 1…OpeningPlies joint moves, default a sixth of Length and at least 2.
	// Negative means none.
	OpeningShare float64
	OpeningPlies int

	// SidestepShare is the share of games, default 0.35, that begin with 0…SidestepPlies
	// (default: half of Length) joint moves as the net would play them without a search and
	// then one at random: positions that are likely but for one step. KataGo begins games by
	// its policy, too, and forks some (initGamesWithPolicy, forkGameProb); small games
	// need more of it, since what self-play agrees on leaves little to learn from
	// (measured in docs/benchmarks/nets.md). Negative means none.
	SidestepShare float64
	SidestepPlies int

	// Length is the usual number of joint moves in a game; default 40.
	Length float64
	// Limit cuts longer games; default 4·Length, at least 32.
	Limit int
	// Neutral is what a game that was cut is worth to each player where the rules say
	// nothing, usually the average of random games; default 0.5 each.
	Neutral []float64

	// Mix is the share of λ-returns in the values to learn, the rest being how the game
	// ended; default 0.5. Negative means none.
	Mix float64
	// Horizon is the number of plies in which the weight of a later search in a λ-return
	// falls to 1/e; default a quarter of Length, at least 3.
	Horizon float64
	// Adjudicate is the share of games that end as soon as the search has proven how;
	// default 0.8. Negative means none.
	Adjudicate float64
	// Surprise is the share of a policy's weight that goes by how far the search moved
	// away from the net's opinion, relative to the game's other samples; default 0.5.
	// Negative means none.
	Surprise float64
}

// Validate reports values that make no sense.
func (o Options) Validate() error {
	for _, x := range []float64{o.OpeningShare, o.SidestepShare, o.Mix, o.Adjudicate, o.Surprise} {
		if math.IsNaN(x) || x > 1 {
			return errors.New("self-play: shares are at most 1")
		}
	}
	for _, x := range []float64{o.Temperature, o.LastTemperature, o.HalfLife, o.Length, o.Horizon, float64(o.Limit), float64(o.Considered), float64(o.OpeningPlies), float64(o.SidestepPlies)} {
		if math.IsNaN(x) || x < 0 || math.IsInf(x, 0) {
			return errors.New("self-play: temperatures and lengths must not be negative")
		}
	}
	for _, v := range o.Neutral {
		if !(v >= 0 && v <= 1) {
			return errors.New("self-play: neutral utilities are 0…1")
		}
	}
	return nil
}

// fill sets the defaults.
func (o Options) fill(players int) Options {
	set := func(x *float64, v float64) {
		if *x == 0 {
			*x = v
		} else if *x < 0 {
			*x = 0
		}
	}
	set(&o.Length, 40)
	set(&o.Temperature, 0.8)
	set(&o.LastTemperature, 0.15)
	set(&o.HalfLife, max(o.Length/6, 1))
	set(&o.OpeningShare, 0.3)
	set(&o.SidestepShare, 0.35)
	set(&o.Mix, 0.5)
	set(&o.Horizon, max(o.Length/4, 3))
	set(&o.Adjudicate, 0.8)
	set(&o.Surprise, 0.5)
	if o.Considered == 0 {
		o.Considered = 16
	}
	if o.OpeningPlies == 0 {
		o.OpeningPlies = max(int(o.Length/6), 2)
	}
	if o.SidestepPlies == 0 {
		o.SidestepPlies = int(o.Length / 2)
	}
	if o.Limit == 0 {
		o.Limit = max(int(4*o.Length), 32)
	}
	if len(o.Neutral) != players {
		o.Neutral = make([]float64, players)
		for i := range o.Neutral {
			o.Neutral[i] = 0.5
		}
	}
	return o
}

// Manner is how one game is played.
type Manner struct {
	// Search thinks for all seats. A new one for every game makes games replayable.
	Search Searcher
	// Iterations of a search.
	Iterations int64
	// Pause, if not nil, is called before every search and may wait; what it returns is
	// called after it.
	Pause func() func()
}
