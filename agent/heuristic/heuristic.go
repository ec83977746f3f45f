// Package heuristic judges positions by what it finds in the rules and in games
// of its own: an evaluation function in the sense of chess programs, for any
// game. Nothing in it names a game.
//
// Learn looks at what the rules say a position consists of (propositions, or pieces on
// sites), makes sums of it (how many of a kind, where, lines begun, moves to choose from,
// numbers that end rules compare; pieces under another player's apart, and discs with sides
// by whose is up), and fits weights for them to the outcomes of games:
// random ones first, then games by the function itself. Weights that a symmetry of the
// rules leaves alike are the same (Options.Mirror). Where random games come to no end, how
// near the players are to one stands for that, if the rules tell. A later course of the
// same game may go on from what one has learned (Course.Known).
//
// What it promises: the same games give the same function, time and context are obeyed, a
// judgement is never exactly 0 or 1. It never looks at games of hidden information, and
// never searches: its neighbours below agent do that with it.
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
