package gdl

import (
	"strings"

	"ludens/diag"
)

// TermKind says what a Term is.
type TermKind uint8

// The kinds of terms.
const (
	Constant TermKind = iota // name
	Variable                 // ?name; Name keeps the question mark
	Function                 // (name args…); may have no arguments
)

// Term is a term, and also a sentence: a relation is named like a function.
type Term struct {
	Kind TermKind
	Name string
	Args []Term
	Pos  diag.Pos
}

// String writes the term as "(cell 1 ?x b)".
func (t Term) String() string {
	if t.Kind != Function {
		return t.Name
	}
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t Term) write(b *strings.Builder) {
	if t.Kind != Function {
		b.WriteString(t.Name)
		return
	}
	b.WriteByte('(')
	b.WriteString(t.Name)
	for _, a := range t.Args {
		b.WriteByte(' ')
		a.write(b)
	}
	b.WriteByte(')')
}

// Walk calls f for the term and every term inside it.
func (t *Term) Walk(f func(*Term)) {
	f(t)
	for i := range t.Args {
		t.Args[i].Walk(f)
	}
}

// LiteralKind says what a Literal is.
type LiteralKind uint8

// The kinds of literals.
const (
	Positive LiteralKind = iota // a sentence
	Not                         // (not literal)
	Or                          // (or literal…)
	Distinct                    // (distinct term term)
)

// Literal is a condition in the body of a rule.
type Literal struct {
	Kind     LiteralKind
	Sentence Term      // Positive: the sentence; Distinct: its two terms as Args
	Subs     []Literal // Not: one; Or: any number
	Pos      diag.Pos
}

// String writes the literal as GDL text.
func (l Literal) String() string {
	switch l.Kind {
	case Positive, Distinct:
		return l.Sentence.String()
	}
	var b strings.Builder
	b.WriteString("(not")
	if l.Kind == Or {
		b.Reset()
		b.WriteString("(or")
	}
	for _, s := range l.Subs {
		b.WriteByte(' ')
		b.WriteString(s.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Rule is a rule, or a fact when Arrow is false.
type Rule struct {
	Head  Term
	Body  []Literal
	Arrow bool // written with <=
	Pos   diag.Pos
}

// String writes the rule as GDL text on one line.
func (r Rule) String() string {
	if !r.Arrow {
		return r.Head.String()
	}
	var b strings.Builder
	b.WriteString("(<= ")
	r.Head.write(&b)
	for _, l := range r.Body {
		b.WriteByte(' ')
		b.WriteString(l.String())
	}
	b.WriteByte(')')
	return b.String()
}

// Description is a rule sheet as it was written.
type Description struct {
	Rules []Rule
}

// String writes the description, a rule a line.
func (d *Description) String() string {
	var b strings.Builder
	for _, r := range d.Rules {
		b.WriteString(r.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Keywords are the relation names with a meaning of their own, with their
// arity. They are read in any letter case and kept in lower case.
var Keywords = map[string]int{
	"role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2,
	"goal": 2, "terminal": 0, "base": 1, "input": 2, "sees": 2,
}

// keyword returns the lower-case form of name if it is a keyword in any case.
func keyword(name string) (string, bool) {
	low := strings.ToLower(name)
	_, ok := Keywords[low]
	return low, ok
}
