package check

import (
	"ludens/ludii/parse"
)

// A Form is one way to write a ludeme. Words that select a form are part of it:
// (is Empty …) and (is Occupied …) are two forms with the same parameters.
type Form struct {
	// Name is unique and stable: "move Step", "is Line", "sites Occupied". Where a
	// head is written for several sorts, the sort goes before it, "moves.if",
	// "int.if", "start.set Score"; where a sort has several alternatives with the
	// same head and words, a mark goes behind, "moves.forEach Value#range".
	Name   string
	Head   string   // what is written behind the bracket: "move"
	Words  []string // the fixed words that follow it, in order; nil for none
	Result Sort     // what it yields
	Params []Param  // in order of writing
	slots  []slot
}

// A Param is a parameter of a form. Alternatives of the grammar that carry
// different labels, (at:<int> | to:<sites>), are parameters of their own, of
// which one is given; alternatives with the same label, or none, are one
// parameter of several types.
type Param struct {
	Name     string // its label, or what the table calls it: "sites", "then", "from", "type"
	Label    bool   // written "name:value"
	Optional bool   // may be left out; in a group: all of the group may be
	Group    int    // parameters of the same number, not 0, exclude each other
	Types    []Type // what fits, in order of preference
}

// A Type is what fits a parameter: a term of a sort, or a list of such.
type Type struct {
	Sort  Sort
	Depth int    // 0 one, 1 {…}, 2 {{…}}
	Head  string // if not empty, only this ludeme of the sort
	Not   bool   // any but Head
}

// A Term is a typed node. Terms are shared where their nodes are: treat them as
// constants.
type Term struct {
	Sort Sort  // of a form its result; of a constant the enumeration; of a list the sort of its members, and Ints of {1 2 3} where ints are expected
	Form *Form // nil of literals, constants and lists
	Node *parse.Node
	Args []*Term // by Form.Params; nil where left out

	List  bool    // a list, {…}
	Items []*Term // of a list

	Int   int     // of a whole number, also where a Float is expected, and of Off, End, Undefined, Infinity
	Float float64 // of a number where a Float is expected
	Bool  bool    // of True and False
	Text  string  // of a string; the name of a constant: "P1", "Orthogonal", "Cell", "Off"
}

// Arg is the argument of the parameter of that name; nil if it was left out, or
// if the form has none such.
func (t *Term) Arg(name string) *Term {
	if t == nil || t.Form == nil {
		return nil
	}
	for i := range t.Form.Params {
		if t.Form.Params[i].Name == name {
			return t.Args[i]
		}
	}
	return nil
}

// Name is the name of the term's form; empty without one.
func (t *Term) Name() string {
	if t == nil || t.Form == nil {
		return ""
	}
	return t.Form.Name
}

// Constant reports a constant of an enumeration, or one of the numbers that have
// names: Text holds it.
func (t *Term) Constant() bool {
	return t != nil && t.Form == nil && !t.List && t.Node.Kind == parse.Name
}

// Walk calls f for every term below t and for t itself, parents first. A term
// that stands in several places is met in each of them.
func (t *Term) Walk(f func(*Term)) {
	if t == nil {
		return
	}
	f(t)
	for _, a := range t.Args {
		a.Walk(f)
	}
	for _, i := range t.Items {
		i.Walk(f)
	}
}
