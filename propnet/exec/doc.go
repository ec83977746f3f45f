// Package exec plays by networks: it lays a propnet.Network out in memory and
// runs it in a machine that propagates only what changed.
//
// Every gate is a threshold: a counter that is negative while the gate is off.
// An AND of k plain and m negated inputs starts at -k, an OR at m-1; an input
// that turns on adds 1 (a negated one subtracts 1). When a counter changes its
// sign, the gate's bit in the dirty set is flipped. The dirty set is scanned in
// the order of gate numbers, which is topological, so that every gate changes at
// most once per scan however its inputs arrive. (Counters as in Sancho's and
// ggplib's machines; they propagate depth first.)
//
// What makes it fast beyond that:
//
//   - A step is two scans. The first turns the moves on and runs only the gates
//     that depend on moves; it ends with what holds next. The second turns the
//     moves off again and the fluents over.
//   - A gate that is off whenever no move is made, and that one input turns on (an
//     AND of a move and fluents, an OR of moves), is a driven one: it is not told
//     about fluents and has no counter. What drives it looks at the fluents for it,
//     and when the step is over it is turned off without being asked. With several
//     moves in it, an AND has a counter for these, and looks at its fluents itself.
//   - Conditions that many legal moves of a seat share ("it is my turn", "nothing can
//     be captured") are taken out of their gates and looked at when moves are listed.
//   - Goals and percepts are computed only when asked for.
//   - Gates on a cycle (recursive rules) are a block with a least fixed point:
//     inputs that turn on are added to it, inputs that turn off make it anew.
//   - Legal moves and next fluents lie in bit sets, to be compared and counted
//     by the word.
//
// A step allocates nothing. Many positions at once are run by package lanes, which
// computes everything instead of following changes; a Game here is the door to both
// (game.Batcher).
package exec
