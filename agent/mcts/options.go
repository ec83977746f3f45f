package mcts

import (
	"errors"
	"runtime"

	"ludens/agent/clock"
	"ludens/agent/playout"
)

// Options of a search. The zero value works.
type Options struct {
	// Threads is the number of workers; 0 means all cores given to the process.
	Threads int
	// Iterations bounds the simulations per decision; 0 means the clock alone
	// (and DefaultIterations for a context that cannot end).
	Iterations int64
	// Bytes bounds the memory of the tree; default DefaultBytes. When it is
	// reached the search goes on without growing the tree. Go's garbage collector
	// may need about as much again.
	Bytes int64
	// Exploration scales the confidence bound of UCB1-tuned, for utilities from 0
	// to 1; default 1.
	Exploration float64
	// ExpandAfter is the number of visits after which a leaf is expanded; default 1.
	ExpandAfter int
	// PlayoutSteps cuts off longer playouts; default playout.DefaultLimit.
	PlayoutSteps int
	// Depth bounds the depth of the tree in joint moves; default 500.
	Depth int
	// AnswerForced returns at once when there is only one legal move. By default
	// half of the time is used to grow the tree for the next turn: where
	// players take turns, that is thinking while the opponent does. The rest is
	// left unused, because no decision is worth being late for it.
	AnswerForced bool
	// Stop, if not nil, is asked every few milliseconds; true ends the search.
	Stop clock.Condition
	// Seed of the random streams.
	Seed uint64
}

// Defaults of Options.
const (
	DefaultBytes      = 512 << 20
	DefaultIterations = 10_000

	forcedPart = 2 // the part of the time used when only one move is legal is 1/forcedPart
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Threads < 0:
		return errors.New("mcts: threads must not be negative")
	case o.Iterations < 0:
		return errors.New("mcts: iterations must not be negative")
	case o.Bytes < 0:
		return errors.New("mcts: bytes must not be negative")
	case o.Exploration < 0:
		return errors.New("mcts: exploration must not be negative")
	case o.ExpandAfter < 0 || o.PlayoutSteps < 0 || o.Depth < 0:
		return errors.New("mcts: visits, steps and depth must not be negative")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Bytes < 1 {
		o.Bytes = DefaultBytes
	}
	if o.Exploration <= 0 {
		o.Exploration = 1
	}
	if o.ExpandAfter < 1 {
		o.ExpandAfter = 1
	}
	if o.PlayoutSteps < 1 {
		o.PlayoutSteps = playout.DefaultLimit
	}
	if o.Depth < 1 {
		o.Depth = 500
	}
	return o
}
