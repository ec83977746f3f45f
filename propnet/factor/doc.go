// Package factor finds structure in a network: what cannot matter in it, which moves
// do the same, and which parts of it go on without each other.
//
// The method is symbolic. For every role the network is evaluated once with none of
// the role's moves made, and then, for each of its moves, once more where that move
// makes a difference; fluents and the other roles' moves stay symbols. What comes out
// is, for every fluent and every move, an expression for what the fluent will be: its
// residual. Expressions are simplified and shared, so that two residuals that are the
// same number are the same function. (E. Cox et al., "Factoring General Games using
// Propositional Automata", 2009, ask the same questions of the plain graph of
// dependence, where a frame axiom ties every fluent to every move.)
//
//	sheet.go     expressions
//	effects.go   residuals of moves
//	relevant.go  fluents that can matter, and moves with the same effect on them
//	divide.go    parts that go on without each other
//	parts.go     … and what the end and the goals look at in them
//	symmetry.go  renamings under which the network is what it was
//
// The promise: what is reported is proven for every position that can be reached. What
// is not reported may still be so; equal functions written differently are taken for
// different ones, which costs a reduction and never a match. Work and memory are
// bounded by Options; where they do not suffice nothing is reported.
//
// The package is a core: no goroutines, clock or disk. It never plays. Neighbours:
// propnet (the network), propnet/exec (offers the findings as capabilities of a game).
package factor
