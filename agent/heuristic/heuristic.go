// Package heuristic judges positions by what it finds in the rules and in games
// of its own: an evaluation function in the sense of chess programs, for any
// game. Nothing in it names a game.
package heuristic

import "ludens/game"

// Function is an evaluation function of one game. It is immutable and may be
// shared by any number of goroutines.
type Function interface {
	// NewScorer returns a judge for one goroutine.
	NewScorer() Scorer
	// Explain says in lines of text what the function looks at and how much that
	// weighs, the weightiest first.
	Explain() []string
}

// Scorer judges positions on one goroutine.
type Scorer interface {
	// Score writes the expected utility of every player, 0…1, at the machine's
	// position, which is not terminal, into dst[:Facts.Players]. The machine is at
	// the same position afterwards.
	Score(m game.Machine, dst []float64)
}
