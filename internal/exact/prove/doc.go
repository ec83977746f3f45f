// Package prove finds out what is certain about positions of any game, by
// exhaustive search over game.Machine: a Prover whether somebody can force a result
// within so many moves, a Solver what a whole small game is worth.
//
// The promise: what they say is proven by the rules alone; they guess nothing, draw
// nothing at random and bound their work by nodes. They are slow and obviously
// right, tools for tests and for collecting positions; nothing that plays uses
// them. Chance and hidden information are refused.
package prove
