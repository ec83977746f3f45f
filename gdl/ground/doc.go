// Package ground turns a GDL program into ground rules: the propositional
// theory from which a network is built.
//
//	Program ──condense──▶ smaller clauses ──join──▶ ground rules over atoms
//
// Relations that do not depend on true or does are computed exactly, component
// by component, and vanish from the rules. For all others the set of atoms that
// could ever hold is computed, taking every negation of such an atom as
// satisfiable: true(f) is possible if f is initial or possibly next, does(r,m)
// if legal(r,m) is possible. Evaluation is semi-naive (Ullman, Principles of
// Database and Knowledge-Base Systems I, section 3.5), joins are ordered by
// estimated result size from counts of distinct values (Selinger et al.,
// SIGMOD 1979), and clauses are first broken up at variables that only few
// literals share, so that a rule over many variables does not enumerate their
// whole product.
//
// Recursive relations that turn out large are grounded by demand, from the start again (demand.go).
//
// The result can be large or, for programs that build terms, infinite; Options
// bound it, and exceeding a bound is an error wrapping game.ErrBudget. The
// package has no clock: a deadline comes with the context.
package ground
