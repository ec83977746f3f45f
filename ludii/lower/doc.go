// Package lower turns a typed description (package check) and its board
// (package topology) into a board program (package exec).
//
// Every ludeme form has one function that lowers it, found in a table by the
// form's name: ints, bools, regions, int lists, directions, floats, moves, start
// rules, end rules. A function lowers its arguments and returns a closure over
// them, the plainest that does: constants are folded, sets that never change are
// worked out once, and the frequent arguments (an iterator, the mover) are
// looked at so that the closure reads them directly. Nothing is recognised by
// its text: what composes in the grammar composes here.
//
// The promise: a form without a function, or an argument of it that is not
// built, is a finding with its place (LUD060, LUD061), and the game is refused; a
// wrong game is never made knowingly. Lower never panics on a term that check
// made.
package lower
