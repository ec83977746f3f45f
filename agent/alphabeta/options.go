package alphabeta

import (
	"errors"
	"runtime"
	"time"

	"ludens/agent/heuristic"
)

// Options of a player. The zero value works.
type Options struct {
	// Function judges positions that are not terminal. Nil means what the rules say
	// about the value of the position, or even where they say nothing: enough for
	// endings, not for playing well.
	Function heuristic.Function
	// Nodes bounds the positions visited per decision; 0 means the clock alone (and
	// DefaultNodes for a context that cannot end). With it a search is a function of
	// seed and position.
	Nodes int64
	// Depth bounds the nominal depth in plies with a choice; default DefaultDepth.
	Depth int
	// Bytes bounds the memory of the transposition table; default DefaultBytes. A
	// plain player's table is PlainBytes at most.
	Bytes int64
	// Quiet bounds the depth of quiescence in plies; default DefaultQuiet, negative
	// means none.
	Quiet int
	// Plain turns off all beyond the textbook: fail-soft alpha-beta, deepened
	// iteratively, with a small table for cuts that is forgotten after every move.
	// Moves are ordered by the last iteration only.
	Plain bool
	// AnswerForced returns at once when there is only one legal move. By default
	// half of the time is used to fill the table for the next turn.
	AnswerForced bool
	// Threads is the number of workers; 0 means all cores given to the process, and one
	// where Nodes are counted or Plain is set.
	Threads int
	// Solve is the share of the time of a decision that a proof-number search of its position has at most
	// (solve.go, pns.Share); default DefaultSolve, negative means none.
	Solve float64
	// Seed of the random streams, which shuffle moves that nothing is known about.
	Seed uint64

	noIdle    bool
	fullWidth bool          // without reductions, for tests
	helpAfter time.Duration // when the other workers begin, for tests; default helpAfter
}

// Defaults of Options.
const (
	DefaultNodes = 100_000
	DefaultDepth = 100
	DefaultBytes = 128 << 20
	DefaultQuiet = 6
	DefaultSolve = 0.2
	PlainBytes   = 1 << 20

	forcedPart = 2 // the part of the time used when only one move is legal is 1/forcedPart
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Nodes < 0:
		return errors.New("alphabeta: nodes must not be negative")
	case o.Depth < 0 || o.Depth > 1000:
		return errors.New("alphabeta: the depth must be 0 to 1000")
	case o.Bytes < 0:
		return errors.New("alphabeta: bytes must not be negative")
	case o.Quiet > 64:
		return errors.New("alphabeta: the depth of quiescence must be 64 at most")
	case o.Threads < 0:
		return errors.New("alphabeta: threads must not be negative")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Depth < 1 {
		o.Depth = DefaultDepth
	}
	if o.Bytes < 1 {
		o.Bytes = DefaultBytes
	}
	if o.Plain {
		o.Bytes, o.Quiet = min(o.Bytes, PlainBytes), -1
	}
	switch {
	case o.Nodes > 0 || o.Plain:
		o.Threads = 1
	case o.Threads < 1:
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Solve == 0 {
		o.Solve = DefaultSolve
	}
	if o.Quiet == 0 {
		o.Quiet = DefaultQuiet
	}
	return o
}
