// Package portfolio plays each game the way that suits it: it has several ways to
// think, learns what they need while the start clock runs, has them play short
// matches against each other, and takes the one that did best.
//
// No way to think is best in every game (Ludii's tournament of agents over 740
// rulesets; Mańdziuk and Świechowski, "Guided multi-agent exploration for general
// game playing"), and no description says which it is. So it is measured: facts about
// the game rule some ways out, a few matches order the rest, and where there was no
// time for matches the order of the table (ways.go) stands.
//
// The promise: Choose returns when its context is done, and what it returns can play;
// whatever fails on the way leaves a way that needs less. It never decides on moves
// itself, and knows no game. Neighbours: agent/mcts and agent/alphabeta (the ways),
// agent/heuristic (what they judge by), agent/arena (the matches); tune/startclock
// holds nets against what is chosen here.
package portfolio
