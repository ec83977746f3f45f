// Package lanes plays hundreds of games at once by a network: every bit of a machine
// word is a game of its own, and a gate is one instruction for all of them.
//
//	propnet.Network ──Compile──▶ Program ──NewMachine──▶ Machine: playouts, positions
//
// Where exec's machine follows what changes in one position, this one computes every
// gate that a step needs, for 512 positions: what is legal and whether it is over, the
// moves drawn, what holds next. Goals are computed when enough lanes have ended to be
// worth it. (Bit slicing: E. Biham, "A Fast New DES Implementation in Software", 1997.)
//
// What keeps it small:
//
//   - A gate's row is free again behind its last reader, so that the rows in use stay in
//     the nearest caches.
//   - Gates are reordered within windows so that those of one shape follow each other.
//   - Where the rules hand the turn around a fixed circle of fluents there is a tape for
//     each turn, in which whose turn it is is no question any more: what a seat that is
//     not to move might do is not computed. Lanes then start together with the turn.
//   - Gates on a cycle (recursive rules) go on from where they were in lanes in which
//     nothing that they read has turned off.
//
// Moves are drawn in bit planes, exactly uniformly, Nature's too, for that is what the
// language says of it. With Options.Decisive moves that win are drawn while there are any, else
// those that take the place of one with which somebody else would win: gates say which. A lane that has ended waits for the goals to be read, and then
// takes the next game of the queue.
//
// The promise: a Machine gives the same results for the same seed on every processor; it
// allocates nothing per step; its memory is what Program.Bytes says. The package never
// starts a goroutine and knows no clock: a context or sign ends a call between two
// passes. Neighbours: kernel below it (rows and bits), exec (the single position, and
// the game.Game that both belong to).
package lanes
