// Package connectfour solves connect four exactly, on any board of up to 64 bits
// with a spare row: the truth that searches are measured against.
//
// The promise: Value and Moves are right, whatever they cost; a budget of nodes
// ends them with an error and never with a guess. The tests hold the solver
// against a plain minimax that has nothing in common with it.
//
// It is a tool of tests and benchmarks. Nothing that plays may reach it (the layer
// test sees to that): a player that knew one game would be no general player.
// Package exact keeps the positions that were solved with it; Description writes
// the same game in GDL, for boards that the library does not have.
//
// The technique is published: bitboards and a transposition table (Tromp, "Solving
// Connect-4 on medium board sizes", 2008), null windows, moves that make most
// threats first (Pons, "Solving Connect 4: how to build a perfect AI", 2015), and
// the follow-up rule for the player who moves second in every column (Allis, "A
// knowledge-based approach of Connect-Four", 1988). Only win, draw and loss are
// told apart, not how long they take.
package connectfour
