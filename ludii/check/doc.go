// Package check holds an expanded description against the grammar of ludemes and
// gives it back as a tree of typed terms.
//
// Its job: the table of forms (table_*.go, in a notation close to the grammar's
// own that notation.go explains) says every way in which a ludeme can be written,
// what it yields and what its arguments may be. Check finds, for each call, the
// form that was meant, by what is expected where it stands: (if …) is moves
// within moves, a number within a number, an end rule within the end. Each call
// becomes a Term that knows its Form and has its arguments by parameter, whatever
// was left out. What the terms mean is not known here.
//
// Where several forms, or several arrangements of arguments, fit, the first
// counts: alternatives in the grammar's order, an argument in the first place
// that lets the rest fit, a value as the first type that it can be. In the 847
// descriptions of the corpus little depends on it (ambiguous_test.go lists it):
// (is Line 3 All) names a direction, not a role; (sites) is what a forEach goes
// through.
//
// How it ends: every question "is this node a term of that sort" is answered
// once, so the work grows with the size of the description, not with the number
// of its readings; Limits end it where a description is hostile. Only when there
// is no reading at all, explain.go looks for the fault: it aligns the arguments of
// a call with each form that could have been meant (align.go), takes the one that
// is least wrong, and reports each of its faults, innermost places first.
//
// The promise: no panic, whatever the tree; either a term or findings of severity
// Error, never both. Terms refer to the nodes they came from, for places.
//
// Neighbours: expand makes the tree; lower reads the terms by the names of forms
// and parameters, which testdata/forms.txt pins; docs/ludemes.md is made from
// Forms and FormKey.
package check
