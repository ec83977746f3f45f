// Package exec runs board programs: games of the ludemic language after
// package lower has turned their description into typed functions.
//
// A Program is the game, immutable and shared: board, containers, components,
// phases, start, play and end rules as functions over a Ctx. A Ctx is one
// goroutine's cursor: a State, the iterators that functions read (from, to,
// site, …) and buffers that are reused, so that making moves does not allocate.
// A Move is a list of Actions, the smallest changes of a State, and of
// consequences that are worked out after it was made.
//
// The promise: what a ludeme means is decided by lowering and by the functions
// here, never by looking at a description; positions follow Ludii 1.3 move for
// move. Chance is drawn through Ctx.Draw only, so that a caller can supply the
// outcomes. Neither clock, disk, goroutine nor game names occur here.
//
// A Machine finds the moves of a position when somebody asks for them, where that is
// proven to change nothing (Program.Quiet), and keeps the latest positions with their
// moves, in bounded memory, for searches that come back to them.
//
// Neighbours: lower builds Programs, topology holds the board.
package exec
