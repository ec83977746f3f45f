// Package propnet holds propositional networks: a ground game as a circuit.
//
// Inputs are the base propositions (fluents true now) and the does propositions
// (moves made); gates are wide ANDs and ORs over inputs and gates, each input
// plain or negated, so that there are no NOT gates; outputs say what holds next,
// what is legal, what the goals are, whether the match is over and who sees
// what. (E. Schkufza, N. Love, M. Genesereth, "Propositional Automata and Cell
// Automata: Representational Frameworks for Discrete Dynamic Systems", 2008;
// E. Cox et al., "Factoring General Games using Propositional Automata", 2009.)
//
//	ground.Theory ──Build──▶ Network ──pass.Run──▶ smaller Network ──exec, lanes──▶ machines
//
// A network may contain cycles through positive inputs, where the rules are
// recursive (connection of stones, say). Gates on a cycle have the least fixed
// point as their value; cycles through a negation do not occur.
//
// The package and those below it have no goroutines, clock or disk. Neighbours:
// pass (the table of optimisations), exec (the machine that plays), lanes (the one that
// plays hundreds of games at once).
package propnet
