// Package canon gives a rule sheet an identity that does not depend on names, on the
// order of rules and conditions, or on how disjunctions are written, and the map from
// the names of one sheet to those of another with the same identity.
//
// Of makes the canonical text of a gdl.Program: its clauses with every name replaced by
// a number, sorted. The numbers come from a canonical labelling of the graph of the
// rules (colour refinement, then individualisation and backtracking with pruning by the
// automorphisms found: B. McKay, "Practical graph isomorphism", 1981; B. McKay, A.
// Piperno, "Practical graph isomorphism, II", 2014).
//
// The promise: two forms have the same text only if the rules of one are, clause by
// clause, those of the other under Between's map. The text says all of the rules, so
// that comparing texts is applying the map and comparing; no hash and nothing in the
// labelling is believed, a fault there could only miss a match. The converse holds
// within the budget: who exceeds it gets ErrBudget and no identity.
//
// What is taken for the same: names of constants, functions, relations and variables;
// the order of rules and of conditions, and the order of what distinct compares; or
// multiplied out or not; a rule or condition said twice; rules that nothing asks for,
// the hints base and input among them. What is not: the order of the roles, the values
// of goals, the name random, keywords.
//
// It never opens a game. Neighbours: gdl (programs), catalog (which known sheet a new
// one is).
package canon
