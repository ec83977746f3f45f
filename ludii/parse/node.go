// Package parse reads ludemes, Ludii's game descriptions, into trees with
// positions.
//
// Its job ends at the surface: calls in parentheses, arrays in braces, option
// arguments in angle brackets, strings, numbers, names, labels, placeholders,
// comments. It knows that an option and an item quote their arguments, because
// "<" reads differently there, and nothing else about what ludemes mean: package
// expand applies defines and options, package check holds the tree against the
// grammar.
//
// The promise: any text at all gives a tree as far as one can be made of it and
// every finding at once, within Limits; reading never panics. A tree that was
// read without findings and is written by String reads back as the same tree.
// Trees are not changed once they are made, so that they may share branches.
package parse

import (
	"slices"
	"strings"

	"ludens/diag"
)

// Kind tells what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Invalid  Kind = iota
	Call          // (name args…); Children hold the name, if any, and the arguments
	Array         // {…}; Children hold the members
	Block         // <…>, an argument of an option or of an item; Children hold what is quoted
	Ref           // <Tag> or <Tag:arg>, to be replaced by an option's argument; Text holds "Tag:arg"
	String        // "…"; Text holds what is between the quotes, escapes as they were written
	Int           // 12, -3
	Float         // 0.5, -1.25
	Bool          // True, False
	Name          // a ludeme, an enumerated value, an operator; also "~", an argument left out
	Param         // #1, to be replaced by a define's argument; Text holds "#1"
	Range         // 3..8, 8..3 or "A1".."A8", both ends included; Text holds it as written, quotes included
	Fragment      // <(>, an argument of an option whose brackets do not pair; Text holds what is between the signs
)

// kindNames are how messages call the kinds.
var kindNames = [...]string{
	"nothing", "a call", "an array", "an option's argument", "an option reference", "a string", "a whole number",
	"a decimal number", "a truth value", "a name", "a placeholder", "a range", "half an argument",
}

// String names the kind as a message would, with its article.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "an unknown kind"
}

// Origin tells where the text of a node was written.
type Origin struct {
	File   string   // as given to Parse
	Define string   // the define whose body the node was copied from; empty outside of defines
	Call   diag.Pos // where that define was used, in the text that Parent names
	Parent *Origin  // the origin of that use; nil outside of defines
}

// Node is a part of a description. Nodes are shared: treat them as constants.
type Node struct {
	Kind     Kind
	Stars    uint8  // the marks behind a call, "(item …)**": 2; at most 255
	Label    string // "if" of "if:(is Empty (to))"; empty without one
	Text     string // what is written, of every kind that is not a bracket
	Children []*Node
	Pos      diag.Pos // of the label, where there is one
	End      int      // byte offset just behind the node
	Origin   *Origin
}

// Head is the name that a call begins with: the text of a Name, Ref or Param
// without a label; empty for anything else.
func (n *Node) Head() string {
	if n.Kind != Call || len(n.Children) == 0 {
		return ""
	}
	h := n.Children[0]
	switch {
	case h.Label != "":
		return ""
	case h.Kind == Name, h.Kind == Ref, h.Kind == Param:
		return h.Text
	}
	return ""
}

// DefineName is the name of the define that the node may use: that of a string,
// or of a call whose first part is a string. Whether there is such a define, the
// node does not know.
func (n *Node) DefineName() (name string, ok bool) {
	switch {
	case n.Kind == String:
		return n.Text, true
	case n.Kind == Call && len(n.Children) > 0 && n.Children[0].Kind == String && n.Children[0].Label == "":
		return n.Children[0].Text, true
	}
	return "", false
}

// Equal reports whether two trees say the same, whatever their places.
func (n *Node) Equal(m *Node) bool {
	return n.Kind == m.Kind && n.Label == m.Label && n.Text == m.Text && n.Stars == m.Stars &&
		slices.EqualFunc(n.Children, m.Children, (*Node).Equal)
}

// String writes the node on one line, as it could be read again.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

// brackets are the opening and closing texts of the kinds that have children.
var brackets = map[Kind][2]string{Call: {"(", ")"}, Array: {"{", "}"}, Block: {"<", ">"}}

func (n *Node) write(b *strings.Builder) {
	if n.Label != "" {
		b.WriteString(n.Label)
		b.WriteByte(':')
	}
	switch n.Kind {
	case Call, Array, Block:
		b.WriteString(brackets[n.Kind][0])
		for i, c := range n.Children {
			if i > 0 {
				b.WriteByte(' ')
			}
			c.write(b)
		}
		b.WriteString(brackets[n.Kind][1])
		for range n.Stars {
			b.WriteByte('*')
		}
	case String:
		b.WriteByte('"')
		b.WriteString(n.Text)
		b.WriteByte('"')
	case Ref, Fragment:
		b.WriteByte('<')
		b.WriteString(n.Text)
		b.WriteByte('>')
	default:
		b.WriteString(n.Text)
	}
}
