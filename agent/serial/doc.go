// Package serial plays games in which two players decide at the same time by alpha-beta: as if the other one answered
// what this one decides.
//
// That takes a game for one in which nobody decides at the same time, and in which the other knows too much: what it wins, it
// wins in the game as it is, and what it seems to lose may not be lost (Saffidine, Finnsson and Buro, "Alpha-beta pruning
// for games with simultaneous moves", 2012, for both bounds). Where players hardly get in each other's way that is all
// there is to see, and it is seen deep. Where everything seems lost, a tree search decides instead.
//
// The promise is alpha-beta's: legal moves in time. It draws no lots, so that who knows it can
// foresee it. It never plays where others than two players, or chance, have a part; Suits says so.
// Neighbours: agent/alphabeta and agent/mcts, which it uses; agent/portfolio, which has it race against others.
package serial
