// Package infoset knows where a seat may be in a game when it was not told
// everything.
//
// Tracker follows a match from a seat's point of view: own moves, the moves of
// others as far as they are known, and percepts. It keeps a bounded set of
// weighted positions (particles) that fit all of it. When everything is known
// there is exactly one position and following costs one step, so that a
// conductor uses a Tracker for every game. When nothing fits any more, it looks
// for histories that do by a bounded backtracking search, and failing that keeps
// positions that fit as much as possible, and says so.
//
// Searcher is a player for such games: information set Monte-Carlo tree search
// with one tree per seat, over positions drawn from the particles (Cowling,
// Powley and Whitehouse, "Information set Monte Carlo tree search", 2012,
// section on multiple observers). Nodes are found by what a seat did and was told, so
// that the trees are kept from the start clock to the first turn, between turns, and
// while others think.
//
// Cost is bounded in positions and in steps, and everything ends when its context
// is done. The package knows no game and no message format.
package infoset
