// Package startclock is a player that comes to a match with a net if it can: one that
// was stored for the game, else one that it trains from nothing while the start clock
// runs, if a race against playouts says that it helps. A short race at half time lets it
// give up early.
//
// The promise: Begin returns when its context is done, whatever engines, encoders, stores
// or nets do, and leaves a player that searches at least as it would without all this;
// every failure means playouts and a line in the log. While it trains nothing else of the
// player needs the processors. In games that hide something, on slow engines and with short
// clocks it does not learn and searches the initial position, as the search alone does.
//
// It knows no game. Neighbours: agent/mcts (who plays), tune/run (who trains, with a store
// in memory), tune/ladder (the race), nets/infer (the evaluator).
package startclock
