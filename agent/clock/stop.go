package clock

import (
	"context"
	"time"
)

// Status is what a running search says about itself.
type Status struct {
	Elapsed    time.Duration // since the search began
	Iterations int64         // simulations finished
	Bytes      int64         // memory of the tree
	Moves      int           // legal moves to choose from
	Proven     bool          // the best move is known for certain
}

// Condition says whether a search should stop. Conditions are pure functions
// and may be asked from several goroutines.
type Condition func(Status) bool

// After stops when d has passed.
func After(d time.Duration) Condition { return func(s Status) bool { return s.Elapsed >= d } }

// Iterations stops after n simulations; n below 1 never stops.
func Iterations(n int64) Condition { return func(s Status) bool { return n > 0 && s.Iterations >= n } }

// OneMove stops when there is nothing to choose.
func OneMove() Condition { return func(s Status) bool { return s.Moves <= 1 } }

// Proven stops when more search cannot change the decision.
func Proven() Condition { return func(s Status) bool { return s.Proven } }

// Memory stops when the tree has reached n bytes; n below 1 never stops.
func Memory(n int64) Condition { return func(s Status) bool { return n > 0 && s.Bytes >= n } }

// Done stops when ctx is done.
func Done(ctx context.Context) Condition { return func(Status) bool { return ctx.Err() != nil } }

// Any stops when one of the conditions does; without conditions it never stops.
func Any(cs ...Condition) Condition {
	return func(s Status) bool {
		for _, c := range cs {
			if c != nil && c(s) {
				return true
			}
		}
		return false
	}
}

// All stops when every condition does; without conditions it never stops.
func All(cs ...Condition) Condition {
	return func(s Status) bool {
		for _, c := range cs {
			if c == nil || !c(s) {
				return false
			}
		}
		return len(cs) > 0
	}
}
