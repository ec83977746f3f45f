// Package selfplay lets a search play games against itself and makes samples of them.
//
// The job: one Worker plays one game after the other, synchronously, on its caller's
// goroutine; many of them share an evaluator, whose batches they fill. What the
// games are made of follows "Policy improvement by planning with Gumbel" (Danihelka et al. 2022): every
// move is searched by a few dozen iterations, which consider few moves, and recorded. From "Accelerating
// Self-Play Learning in Go" (Wu 2020) is that policies weigh more where they surprised the net; its
// playout-cap randomisation, forced visits and noise gave nets of minutes half as many samples, and these lost to
// those (docs/benchmarks/nets.md).
//
// Departures. Values to learn are a mixture of how the game ended and of what the
// searches thereafter thought (λ-returns): two hours on two cores give few games, and
// the end of a game says little about a position many moves before it. A game that the
// search has proven is mostly not played to its end. Some games begin with a few random
// moves. All of it holds for any number of players, for one, for moves at the
// same time and for Nature.
//
// The promise: a game is replayable from (seed, index) with the same net; every fault
// of an engine, an encoder or a search ends the game with an error and leaves the
// worker usable; a game longer than the limit is cut and valued, never followed for ever.
//
// It starts no goroutine, has no clock and stores nothing. Neighbours: agent/mcts (the
// search), nets/encode (positions to tensors), tune/sample (what is made), tune/run
// (which runs the workers).
package selfplay
