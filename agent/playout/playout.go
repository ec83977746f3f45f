// Package playout estimates what a position is worth by playing it out at
// random (Monte-Carlo evaluation; Kocsis and Szepesvári 2006 call it the
// simulation phase).
//
// The promise: a playout never takes longer than its limit of steps, plus at
// most one chunk of steps after it was told to stop; a match that does not end
// is cut off and valued, never followed for ever. The package starts no
// goroutine and does not know who asks: agent/mcts and agent/infoset do.
package playout

import (
	"math/rand/v2"
	"time"

	"ludens/game"
)

// Limits of a Runner.
const (
	// DefaultLimit is the number of steps after which a playout is cut off when
	// nothing else is known. Published games rarely exceed a few hundred.
	DefaultLimit = 1000
	// chunkTime is the time a playout may go on between two looks at the stop
	// flag, on an engine whose speed is known.
	chunkTime = 2 * time.Millisecond
	// leastSteps is the length to which Budget may shorten a playout.
	leastSteps = 20
)

// Runner makes playouts on one goroutine. The zero value is usable: it cuts off
// after DefaultLimit steps and measures nothing.
type Runner struct {
	// Limit is the number of steps after which a playout is cut off; values below
	// 1 mean DefaultLimit.
	Limit int
	// Stop, if not nil, is asked between chunks of steps; true ends the playout
	// early. With Stop set, playouts are cut into chunks by the measured speed of
	// the engine; without it nothing looks at a clock.
	Stop func() bool
	// Budget, if positive and Stop is set, is the time after which a playout is
	// cut off, though never before leastSteps: on a slow engine several short
	// playouts tell more than a long one that nothing is left to compare with.
	Budget time.Duration

	// Steady, if positive, is the length of a chunk, whatever the speed, and Budget does
	// not count: an engine draws its random numbers by the chunk, so that playouts are the
	// same on every machine only where chunks are.
	Steady int

	perStep time.Duration // moving average of the time per step; 0 = unknown
	sum     []float64     // utilities of finished playouts
	done    float64       // number of them

	// Steps counts all state changes made.
	Steps int64
}

// Run plays the machine from its position to the end and writes the utilities
// of the players to value[:Facts.Players]. ok is false when Stop ended it; value
// is then meaningless.
//
// A playout that was cut off at the limit is worth what the rules say about the
// position; if they say nothing about any player, it is worth the average of the
// finished playouts (0.5 before the first), so that it moves no decision. The
// same holds for a position in which the description has a fault.
func (r *Runner) Run(m game.Machine, rng *rand.Rand, value []float64) (ok bool) {
	limit := r.Limit
	if limit < 1 {
		limit = DefaultLimit
	}
	for made := 0; made < limit && !m.Terminal(); {
		n, want := 0, limit-made
		if r.Stop == nil {
			n = game.Playout(m, rng, want)
		} else {
			if r.Stop() {
				return false
			}
			if want = min(want, r.affordable()-made); want <= 0 {
				break
			}
			want = min(want, r.chunk())
			begin := time.Now()
			n = game.Playout(m, rng, want)
			r.measure(time.Since(begin), n)
		}
		r.Steps += int64(n)
		made += n
		if n < want {
			break // terminal, or a fault
		}
	}
	r.Value(m, value)
	return true
}

// Value writes what the machine's position is worth, by the rules of Run.
func (r *Runner) Value(m game.Machine, value []float64) {
	terminal := m.Terminal()
	if m.Err() != nil {
		r.neutral(value)
		return
	}
	m.Utility(value)
	if terminal {
		r.learn(value)
		return
	}
	for _, v := range value {
		if v != 0 {
			return
		}
	}
	r.neutral(value)
}

func (r *Runner) learn(value []float64) {
	if len(r.sum) != len(value) {
		r.sum, r.done = make([]float64, len(value)), 0
	}
	for i, v := range value {
		r.sum[i] += v
	}
	r.done++
}

func (r *Runner) neutral(value []float64) {
	for i := range value {
		value[i] = 0.5
		if r.done > 0 && len(r.sum) == len(value) {
			value[i] = r.sum[i] / r.done
		}
	}
}

// PerStep is the measured time per step, 0 while unknown.
func (r *Runner) PerStep() time.Duration { return r.perStep }

// Measure tells the runner that n steps took d, for example while descending a
// tree.
func (r *Runner) Measure(d time.Duration, n int) { r.measure(d, n) }

func (r *Runner) measure(d time.Duration, n int) {
	if n <= 0 {
		return
	}
	per := max(d/time.Duration(n), 1)
	if r.perStep == 0 {
		r.perStep = per
		return
	}
	r.perStep += (per - r.perStep) / 8
	r.perStep = max(r.perStep, 1)
}

// affordable is the number of steps that fit into the budget.
func (r *Runner) affordable() int {
	if r.Budget <= 0 || r.perStep == 0 || r.Steady > 0 {
		return 1 << 30
	}
	return int(min(max(r.Budget/r.perStep, leastSteps), 1<<30))
}

// chunk is the number of steps between two looks at Stop.
func (r *Runner) chunk() int {
	if r.Steady > 0 {
		return r.Steady
	}
	if r.perStep == 0 {
		return 1
	}
	return int(min(max(chunkTime/r.perStep, 1), 1<<20))
}
