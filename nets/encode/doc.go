// Package encode turns positions into tensors and moves into logits: from the
// capabilities of a game alone, never from what game it is.
//
// New looks at what a game can show. A game that takes place on sites (game.Spatial)
// gets planes on a grid, or one node per site in the graph form; a game whose
// positions are sets of propositions (game.Propositional) gets what its
// propositions give. Everything else has no encoding: ErrNone. So have games that
// hide something from players, for a position shows all of it.
//
// An Encoder is immutable and may be used by any number of goroutines. Its promise:
// the same position gives the same numbers in every process that has an encoder
// with the same Fingerprint, and nothing that the rules hide from the mover gets
// into them. (The last but one move, on the paper's planes only, is no part of a
// position; see game.View.)
//
// # Games on sites
//
// With Options.Grid Paper everything is as in Soemers et al., "Deep learning for
// general game playing with Ludii and Polygames" (2021), sections 4.1 to 4.3, and
// where that is silent as the programme of its authors has it; package recorded
// compares. It is a fixed point for comparisons, and inherits what that programme
// does oddly: comments on paperGrid, findCounted and shown say what. Nets are tuned
// with planes of our own:
//
//   - the grid is the smallest of ranks of coordinates (the paper's), the board's
//     own lattice, where hexagons and triangles become neighbouring cells, and rings,
//     each by a tenth at least; every site has a cell for itself, sites of all sorts
//     included;
//   - channels that follow from others, or cannot be other than 0, are left out;
//     scores, phases, numbers of puzzles and sites under large pieces are added;
//   - moves along rows, columns and diagonals are told apart up to 7 cells, as are
//     the sites of hands that they come from, and the numbers that puzzles get.
//
// Moves that do different things between the same places are aliased: they share a
// logit, and only search can tell them apart (section 4.3 of the paper).
//
// # Games of propositions
//
// Which arguments of which functors are coordinates is found from the texts, from
// the orders that static relations give, and from a few hundred positions of random
// play (see finder); names mean nothing, so that scrambled games get the same
// planes where their rules order the rows. With a grid there is a plane for every
// functor and its remaining arguments, else a list. Moves get planes too where they
// name places, else a dense head.
//
// # Symmetries
//
// Find plays matches in lock step to learn which reflections, rotations and
// transpositions of the board, and exchanges of the players, leave the game as it is.
// The image of a match under an exchange is begun by the other player: of propositions
// its initial position is the image of the first's, on sites the machine has to know how
// (game.Starter), and start rules that favour a player are found out.
//
// The encoder never plays but for that, never searches and never looks at a clock. Neighbours:
// nets/arch (shapes), nets/design (which net for which encoding), nets/infer and
// tune (users).
package encode
