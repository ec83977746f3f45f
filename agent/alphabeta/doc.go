// Package alphabeta decides by alpha-beta: a depth-first search that proves most
// of the tree irrelevant and judges the rest by a heuristic function.
//
// What it does, and where that comes from:
//
//   - Iterative deepening with aspiration windows and principal variation search
//     (Marsland and Campbell 1982; Reinefeld 1983), fail-soft (Fishburn 1983).
//   - A transposition table with full keys, kept for the whole match (table.go).
//   - Move order: table move, killers, countermoves (Uiterwijk 1992), history
//     (Schaeffer 1989), and what a move did to the score so far (order.go).
//   - Quiescence over moves that have shown themselves to change the score by much,
//     for nothing here knows what a capture is (quiet.go). Late moves that have failed
//     elsewhere are searched shallower first.
//   - Null moves (Donninger 1993), where the engine can leave a move out: held against the search of moves from
//     time to time, and given up where that says that they tell too little (idle.go).
//   - Whoever moves maximises or minimises; extra moves in a row are nothing special.
//     Plies in which nobody has a choice cost no depth.
//   - Every value carries what is proven about it (score.go), apart from how deep it
//     was searched. Quicker wins and slower losses are better.
//   - A position met again on the way to it counts as even, and proves nothing.
//
// Two players are searched on one scalar, the seat's own utility less half of the
// other's, which is the difference where utilities sum to one (score.go). With more players all others are taken for one opponent
// (paranoid; Sturtevant and Korf 2000); where that search is complete and finds no
// win, max^n (Luckhardt and Irani 1986) takes the rest of the time. Nature's nodes,
// and moves that she makes at the same time as a player, are expectations (Michie
// 1966) without cuts. Where players move at the same
// time, or do not see everything, Suits says that another player is needed.
//
// Between two iterations a proof-number search of the root (agent/pns) has a share of the time, where ends
// are in its reach: it sees long forced lines (solve.go).
//
// Options.Plain is the textbook's alpha-beta and nothing else, the fixed opponent
// that others are measured against (plain.go). Prover proves small endings inside
// of other searches (prover.go).
//
// Several workers share the table and nothing else (help.go). With one, or where nodes are
// counted, a search is a function of seed and nodes.
//
// The promise: Choose returns a legal move when its context is done, whatever the
// engine does; memory stays below Options.Bytes; workers are waited for (those of
// a slow engine before the next Choose, the last ones in End). The package knows no
// game. Neighbours: agent/heuristic judges, agent/mcts is the other search.
package alphabeta
