// Package factored plays games for one player whose rules fall into parts that go on
// without each other: it searches part by part and puts the plans together.
//
// A puzzle made of two puzzles has as many positions as both have, multiplied, and a
// search of the whole meets most of them; searched one by one they are only added.
// (M. Günther, S. Schiffel, M. Thielscher, "Factoring General Games", 2009; what Sancho
// does is similar.) The way:
//
//	explore  every part alone, with the other parts as a pastime: which aspects of the
//	         part can be had
//	choose   aspects, one per part, that together are worth the most
//	place    part after part the shortest line to its aspect, at times that the parts
//	         before have left free
//	finish   the last part in the whole game, until the match is over
//
// The last step is a search of the true game with all other plans played out in it, so
// that a plan that is found is a plan, whatever the rules said about parts. A plan is
// followed when it is worth 1, which nothing can better; else, and wherever the match
// leaves the plan, the player inside plays.
//
// Games for two that are sums of impartial games are played by their numbers (Sum). And
// Lean leaves out of any game, for any search, what makes no difference in it.
//
// The promise: legal moves, bounded time and memory, nothing that depends on the clock
// but when to give up. It starts no goroutine. It never looks at rules: parts come from
// game.Divisible. Neighbours: agent/mcts, usually the player inside.
package factored
