// Package pns proves what a position is worth by proof-number search, beside another
// search that decides what is not proven.
//
// A proof-number search goes on where a proof takes least: every position has the number of
// positions below it that must be proven, and of those that must be disproven, for the claim to be
// (Allis, van der Meulen and van den Herik, "Proof-number search", 1994). It finds long forced
// lines that neither playouts nor a search by depth see. Here it is the depth-first form
// with a table (df-pn; Nagai 2002), so that memory is bounded and work goes on where
// it was left, with three changes:
//
//   - Where numbers are added up, the greatest counts and one for every other that is open: ways
//     that lead to the same position would be counted again and again (weak proof-number search;
//     Ueda, Hashimoto, Hashimoto and Iida 2008).
//   - A child is left only when the next best is better by a quarter (the 1+ε trick; Pawlewicz and
//     Lew 2007).
//   - A new position begins with the number of moves above it where all of them must be refuted.
//
// Two claims are made about one player, whom the solver belongs to: he has everything (utility 1),
// and he has one half at least. So wins, losses and draws are told apart; of other values spans.
// The ends that were met say how wide.
//
// A position that repeats one on the way to it, one that Nature or several seats decide, and a fault
// prove nothing: proofs hold however a position was come to. They are for two players whose utilities
// sum to one; an end where they do not ends it all.
//
// The package knows no game and no clock. Neighbours: agent/mcts works with it.
package pns
