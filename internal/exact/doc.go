// Package exact keeps positions whose right moves are proven, and asks players
// about them: the truth that a search is measured against, before and after it is
// changed.
//
// There are two collections, both made by our own tools (see generate) and small
// enough to be carried by the program:
//
//   - ConnectFour: 1,000 positions of two boards with the exact value of every
//     move, by the solver in exact/connectfour.
//   - Tactics: positions of many games in both languages in which some moves are
//     proven to be better than the rest, by exhaustive search with exact/prove.
//
// A position is the name of a game and the moves that lead to it, as the protocol
// writes them, so that it outlives every change of states and move numbers. Play
// makes the moves; Ask lets an agent.Player decide.
//
// The promise: what is said to be right has been proven, as far as Position says.
// The package measures and never helps: nothing that plays may reach it, which the
// layer test sees to.
package exact
