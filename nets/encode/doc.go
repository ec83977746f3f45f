// Package encode turns positions into tensors and moves into logits: from the
// capabilities of a game alone, never from what game it is.
//
// New looks at what a game can show. A game that takes place on sites (game.Spatial)
// gets planes on a grid, or one node per site in the graph form; a game whose
// positions are sets of propositions (game.Propositional) gets what its
// propositions give. Everything else has no encoding: ErrNone.
//
// An Encoder is immutable and may be used by any number of goroutines. Its promise:
// the same position gives the same numbers in every process that has an encoder
// with the same Fingerprint, and nothing that the rules hide from the mover gets
// into them.
//
// It never plays, never searches and never looks at a clock. Neighbours: nets/arch
// (shapes), nets/design (which net for which encoding), nets/infer and tune (users).
package encode
