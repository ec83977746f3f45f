// Package mcts is a player that searches with UCT, Monte-Carlo tree search with
// upper confidence bounds (Kocsis and Szepesvári, "Bandit based Monte-Carlo
// planning", 2006).
//
// What it does beyond the textbook:
//
//   - Any number of players: every playout gives a vector of utilities, every
//     seat maximises its own (max^n; Sturtevant 2008).
//   - Simultaneous moves by decoupled UCT: each seat with a choice keeps
//     statistics of its own and selects independently; the joint move leads to
//     the child (Finnsson and Björnsson, CadiaPlayer, 2008). Seats with one move
//     are passive and cost nothing.
//   - Nature is never selected, only drawn by its odds.
//   - Selection is UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4).
//   - Where a position is decided by one seat alone, exact values are proven
//     upwards from terminal positions (MCTS-Solver; Winands, Björnsson and Saito
//     2008, generalised to utility vectors). A proven win ends the search.
//   - The part of the tree below the position reached is kept between turns.
//   - In a game that hides something, Begin hands over to agent/infoset's
//     information set search.
//
// Several workers grow one tree; a virtual loss keeps them apart (Chaslot,
// Winands and van den Herik 2008). Every node has its own lock; machines are
// never run with a lock held. With one thread, a number of iterations and a
// context without deadline, a search is a function of the seed.
//
// The promise: Choose returns a legal move when its context is done, even when
// the engine is so slow that nothing was simulated; the tree never exceeds its
// limit in bytes; every goroutine is waited for (stragglers of a slow engine
// before the next Choose, the last ones in End). The package knows no game.
package mcts
