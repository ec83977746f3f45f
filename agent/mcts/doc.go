// Package mcts is Monte-Carlo tree search: a player (Player), and a search for
// those who play many games at once (Searcher). Without an evaluator it is UCT
// (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006) with
// playouts; with one it is PUCT (Silver et al., "A general reinforcement learning
// algorithm that masters chess, shogi and Go through self-play", 2018), where
// priors guide the selection and an evaluation is the value of a leaf.
//
// Both share one tree and these parts:
//
//   - Any number of players: every simulation gives a vector of utilities, every
//     seat maximises its own (max^n; Sturtevant 2008).
//   - Simultaneous moves by decoupled selection: each seat with a choice keeps
//     statistics, and priors, of its own and selects independently; the joint move
//     leads to the child (Finnsson and Björnsson, CadiaPlayer, 2008). Seats with
//     one move are passive and cost nothing.
//   - Nature is never selected, only drawn by its odds.
//   - Where a position is decided by one seat alone, exact values are proven
//     upwards from terminal positions (MCTS-Solver; Winands, Björnsson and Saito
//     2008, generalised to utility vectors). A proven win ends the search. What is not
//     exact yet may be bounded: moves that can bring no more than another has for certain
//     are left alone (bounds.go).
//   - The part of the tree below the position reached is kept between turns, and grows
//     while others think (Player.Ponder).
//   - In a game that hides something, Player.Begin hands over to agent/infoset's
//     information set search, which uses no evaluator.
//
// Without an evaluator, selection is UCB1-tuned (Auer, Cesa-Bianchi and Fischer
// 2002, section 4), and a leaf is expanded on its second visit. Beside that:
//
//   - With Options.Together a worker plays many leaves out at once, where the engine plays
//     hundreds of positions at once (together.go).
//   - Moves that end the game are looked for in a node as soon as that costs little beside
//     its playouts (look.go), and small alpha-beta searches try to prove nodes each time
//     their visits have doubled (prove.go). A proof-number search of the root has a share of
//     the time, where ends are in its reach (solve.go).
//   - Exact values are shared by all ways that lead to a position, and in games of one player
//     the whole node is (met.go).
//   - A full tree forgets what was visited least (prune.go).
//   - Where an arm with an exact value is the best, another one is walked and the exact one
//     counts (worker.sure): nothing new is to be learned below it.
//   - Exact values know how far the end is: among wins the quicker is played, among losses
//     the slower. Values of playouts are moved towards the middle a little the longer
//     they are (Options.Haste).
//   - With Options.Ref nodes lend what moves were worth anywhere below them to the nodes
//     below (amaf.go; GRAVE). With Options.Policy playouts choose moves (playout.Guide), or
//     are cut and judged by a heuristic function.
//
// Which of these help depends on the game; agent/portfolio finds out. Options.Classic is
// the search without all of it, Options.Plain the textbook's UCB1, which proves nothing.
//
// With an evaluator, a leaf is judged and expanded on its first visit. Positions
// in which no player has a choice are walked through without being judged, as in
// Galvanise: there is nothing to have priors about, and what follows is judged
// better where it happens. The move to play is, of those that were visited often, the
// one of the highest lower confidence bound (surest.go); by playouts, and where several
// seats decide at once, the most visited, of equals the one with the higher average.
// A proven one is played if it is at least as good.
// In games of two all ways that lead to a position share its node, and moves are worth what the
// position is that they lead to, however it was reached (met.go).
//
// Several workers grow one tree; a virtual loss keeps them apart (Chaslot,
// Winands and van den Herik 2008). Every node has its own lock; machines are
// never run, and evaluators never asked, with a lock held. Evaluators compute
// batches, so that with one there are as many workers more as it wants calls at
// the same time; nearly all of them wait for it at any moment. A worker that comes
// to a leaf which another is having judged waits too and then goes on below it:
// with 16 at work that happens in less than 1 % of the simulations of an ordinary
// game, and no position is judged twice for it. When the evaluator fails, a Player
// goes on with playouts (nodes that have priors keep using them) and a Searcher
// returns the error.
//
// That few moves are considered at the root (RootOptions) is for self-play: only a
// Searcher does so, and it leaves nothing in the tree.
//
// With one thread, one evaluation at a time, a number of iterations and a context
// without deadline, a search is a function of the seed and of what the evaluator
// answers.
//
// The promise: Choose returns a legal move when its context is done, even when
// the engine is so slow that nothing was simulated or the evaluator does not
// answer; the tree never exceeds its limit in bytes; every goroutine is waited for
// (stragglers of a slow engine before the next Choose, the last ones in End). The
// package knows no game.
package mcts
