// Package check says whether a game description is a valid one, and explains
// each rule that a description may break.
//
// Its promise: Check reports everything it can tell about a text at once, each
// finding with a stable code, a place, the rule at fault, why that is wrong and
// how to mend it; an Error means that the text is not valid GDL, a Warning that
// it is, but that some program may stumble over it or that its author hardly
// meant it. A description without an Error compiles (gdl.Compile), except that
// Compile bounds the size of what disjunctions multiply out to, which is the
// warning GDL063.
//
// The rules are those of the GDL specification (Love, Hinrichs, Haley,
// Schkufza, Genesereth 2008) with the additions for GDL-II (Thielscher 2010),
// in the reading that GGP-Base's validator gives them: dependencies are between
// names, not between names with arities. Where that validator is known to be
// wrong (it never finds a negation that goes round in a circle, and crashes
// when a needed relation is missing) the specification is followed.
//
// How it works: Check reads the text (package gdl), then runs a list of
// passes over the tree. Each pass only reports; none changes the tree. Names,
// arities and spellings are in names.go, what one rule says by itself in
// rules.go (what depends on the order of conditions in early.go), the graph of dependencies in graph.go, recursion in recursion.go,
// negation in strata.go, what can ever become true in live.go, and the table of
// all codes in table.go.
//
// What it never does: play. Whether a game ends, gives one goal value at its
// end and always has a move for everyone cannot be decided by looking; package
// interp finds that out move by move.
//
// Time is close to linear in the text. The two passes that compare rules with
// one another have a budget, and hold back what they could not decide.
package check
