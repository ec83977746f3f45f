// Package startclock is a player that comes to a match with a net if it can. Whichever it is has
// to win a race against what agent/portfolio has chosen to play without a net. One that was stored for
// the game races first, and then learns on while the start clock runs, if there is time, and plays as it is where
// what was learned loses to it. One for a related game has to win more clearly, and in slow games, whose quick races tell
// nothing, the best of three slow ones, unless its values are known to tell who wins. One that is not there is trained from nothing, and a short race
// at half time lets that give up early, after a match that tells whether playouts share the net's judgement.
// Where a net loses its race the ways without one race on.
// What a start clock has learned the next one of the game goes on from.
//
// The promise: Begin returns when its context is done, whatever engines, encoders, stores
// or nets do, and leaves a player that searches at least as it would without all this;
// a failure on the way leaves the stored net as it is, or without one playouts, and a line in
// the log. While it trains nothing else of the player needs the processors. In games that hide
// something, on slow engines, with short clocks and where self-play would make too few games it does not
// learn; the ways without a net race on, or the initial position is searched.
//
// It knows no game. Neighbours: agent/mcts (who plays), agent/portfolio (who plays without a
// net), tune/run (who trains, with a store in memory), tune/guide (how a net is searched),
// tune/ladder (the races), nets/infer (the evaluator).
package startclock
