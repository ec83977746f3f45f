// Package circuit turns board programs into circuits: which pieces may be where are bits, and what
// the rules ask of a position, what a move changes and who has won are gates over these bits. Whoever
// has such a circuit can play hundreds of games at once, a bit of a machine word each.
//
//	check.Term, exec.Program ──Compile──▶ Circuit: facts of a position, moves, results as gates
//
// The terms of the description are worked out once for every site, direction and piece that they
// could be about: iterators are numbers, the mover is one of two, and what stands on a site is one of
// some literals. What says nothing of the position is asked of package lower, so that the board's
// questions are not answered twice.
//
// The promise: a position of a circuit has the moves, successors and results of the board program's
// (package exec), each move as often as it lists it. What is not known, or would be too large, is
// refused with a sentence that says why; a wrong circuit is never made knowingly. There is no
// goroutine, clock or disk here, and no game's name.
//
// Neighbours: exec and lower below it; catalog makes networks of circuits.
package circuit
