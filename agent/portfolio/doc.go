// Package portfolio plays each game the way that suits it: it has several ways to
// think, learns what they need while the start clock runs, has them play short
// matches against each other, and takes the one that did best.
//
// No way to think is best in every game (Ludii's tournament of agents over 740
// rulesets; Mańdziuk and Świechowski, "Guided multi-agent exploration for general
// game playing"), and no description says which it is. So it is measured: facts about
// the game rule some ways out, random games show what the others are to be trusted with (trust.go), and a
// few matches decide, as far as their pace lets them tell. Where there was no
// time for any of this the first of the table (ways.go) stands.
//
// What the matches have shown can be remembered for the next time that the game is met
// (memo.go): it is what ways are trusted with then, and where it is enough only the best
// race again, with slower moves.
//
// A way that has won a match and gets nowhere lets others decide for some turns (change.go).
//
// The promise: Choose returns when its context is done, whatever engines do, and what it
// returns can play; whatever fails, panics or hangs on the way leaves a way that needs
// less, and Choice.Wait waits for what is still at work. It never decides on moves
// itself, and knows no game and no disk. Neighbours: agent/mcts and agent/alphabeta (the ways),
// agent/heuristic (what they judge by), agent/arena (the matches); tune/startclock
// holds nets against what is chosen here.
package portfolio
