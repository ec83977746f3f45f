package check

import (
	"ludens/diag"
	"ludens/ludii/parse"
)

// slot is a place in the writing of a form: a parameter, or a group of them.
type slot struct {
	first, last int // indices of Params, last not included
	optional    bool
}

// Limits bound what checking may cost. A zero field means the default.
type Limits struct {
	Steps int // arguments held against parameters; default 20,000,000
	Depth int // nesting of brackets; default 1,000
}

// Check holds an expanded description against the grammar. The term is nil if
// there are errors among the findings.
func Check(root *parse.Node, lim Limits) (*Term, diag.List) {
	return nil, nil
}

// Forms lists the forms of the table, sorted by name.
func Forms() []*Form { return nil }

// String is the form's signature in the grammar's notation.
func (f *Form) String() string { return f.Name }

// FormKey names the form of a term as Ludii's tables of ludemes do: "move Step",
// "is Line", "sites <Role>".
func FormKey(t *Term) string { return "" }
