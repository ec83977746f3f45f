package check

import (
	"slices"
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// slot is a place in the writing of a form: a word, a parameter, or a group of
// parameters.
type slot struct {
	word        string // a word, or
	first, last int    // indices of Params, last not included
	optional    bool
}

// mostSlots bounds the slots of a form, so that what was tried fits into words.
const mostSlots = 32

// Limits bound what checking may cost. A zero field means the default.
type Limits struct {
	Steps int // arguments held against parameters; default 20,000,000
	Depth int // nesting of brackets; default 1,000
}

func (l Limits) withDefaults() Limits {
	if l.Steps == 0 {
		l.Steps = 20_000_000
	}
	if l.Depth == 0 {
		l.Depth = 1000
	}
	return l
}

// Check holds an expanded description against the grammar. The term is nil if
// there are errors among the findings.
func Check(root *parse.Node, lim Limits) (*Term, diag.List) {
	return CheckAs(root, Game, lim)
}

// CheckAs holds a node against what is written for a sort; tests and tools check
// parts of descriptions with it.
func CheckAs(root *parse.Node, as Sort, lim Limits) (*Term, diag.List) {
	c := &checker{table: grammar(), lim: lim.withDefaults(), known: map[question]*Term{}}
	if root == nil {
		return nil, diag.List{{Code: CodeArgument, Severity: diag.Error, Message: "there is no description"}}
	}
	wanted := Type{Sort: as}
	if t := c.typed(root, wanted); t != nil && !c.stop {
		return t, nil
	}
	e := explainer{c: c, told: map[told]bool{}}
	if !c.stop {
		e.explain(root, []Type{wanted}, nil)
	}
	if c.stop {
		e.findings = append(e.findings, finding(CodeBudget, c.where, c.why, "", ""))
	}
	if len(e.findings) == 0 { // a broken invariant, but never a wrong game
		e.findings = append(e.findings, finding(CodeArgument, root, "this fits no form of the grammar", "", ""))
	}
	e.findings.Sort()
	return nil, e.findings
}

// question is what is asked of a node once: whether it is a term of that sort, a
// list of such, or a list of lists.
type question struct {
	node  *parse.Node
	sort  Sort
	depth uint8
}

// checker answers questions, each once. A node that stands in several places is
// one term. That every question has one answer makes the search linear in the
// number of nodes, although each form tries its parameters with going back.
type checker struct {
	table *table
	lim   Limits
	known map[question]*Term // nil where the answer is no
	steps int
	depth int
	stop  bool
	where *parse.Node // the limit that was passed
	why   string
}

func (c *checker) exhaust(n *parse.Node, why string) {
	if !c.stop {
		c.stop, c.where, c.why = true, n, why
	}
}

// typed is the term that a node is as that type; nil if it is none.
func (c *checker) typed(n *parse.Node, t Type) *Term {
	if c.steps++; c.steps > c.lim.Steps {
		c.exhaust(n, "checking the description takes too long")
	}
	if c.stop {
		return nil
	}
	if n.Kind != parse.Call && n.Kind != parse.Array {
		if t.Depth > 0 || t.Head != "" {
			return nil
		}
		return c.literal(n, t.Sort)
	}
	if t.Depth > 0 && n.Kind != parse.Array || t.Depth == 0 && n.Kind == parse.Array && t.Sort != Ints {
		return nil
	}
	if t.Head != "" && t.Depth == 0 && (n.Head() == t.Head) == t.Not {
		return nil
	}
	if t.Depth > 0 && t.Head != "" { // the table has no lists of such lists
		return c.list(n, Type{Sort: t.Sort, Head: t.Head, Not: t.Not}, t.Sort)
	}
	if n.Kind == parse.Call && len(c.table.bySort[t.Sort][n.Head()]) == 0 {
		return nil
	}
	q := question{n, t.Sort, uint8(t.Depth)}
	term, known := c.known[q]
	if known {
		return term
	}
	if c.depth++; c.depth > c.lim.Depth {
		c.exhaust(n, "brackets are nested deeper than "+strconv.Itoa(c.lim.Depth))
		return nil
	}
	switch {
	case n.Kind == parse.Call:
		for _, f := range c.table.bySort[t.Sort][n.Head()] {
			if term = c.form(n, f); term != nil || c.stop {
				break
			}
		}
	case t.Depth > 0:
		term = c.list(n, Type{Sort: t.Sort, Depth: t.Depth - 1}, t.Sort)
	default:
		term = c.list(n, Type{Sort: Int}, Ints)
	}
	c.depth--
	if c.stop {
		return nil
	}
	c.known[q] = term
	return term
}

func (c *checker) list(n *parse.Node, member Type, sort Sort) *Term {
	term := &Term{Sort: sort, Node: n, List: true, Items: make([]*Term, 0, len(n.Children))}
	for _, m := range n.Children {
		item := c.labelled(m, member)
		if item == nil {
			return nil
		}
		term.Items = append(term.Items, item)
	}
	return term
}

// labelled is typed for what must not have a label.
func (c *checker) labelled(n *parse.Node, t Type) *Term {
	if n.Label != "" {
		return nil
	}
	return c.typed(n, t)
}

// literal is the term of what is no bracket.
func (c *checker) literal(n *parse.Node, sort Sort) *Term {
	switch n.Kind {
	case parse.Int:
		if sort != Int && sort != Float && sort != Dim {
			return nil
		}
		i, err := strconv.Atoi(n.Text)
		if err != nil {
			return nil
		}
		return &Term{Sort: sort, Node: n, Int: i, Float: float64(i)}
	case parse.Float:
		if sort != Float {
			return nil
		}
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil {
			return nil
		}
		return &Term{Sort: sort, Node: n, Float: f}
	case parse.Bool:
		if sort != Bool {
			return nil
		}
		return &Term{Sort: sort, Node: n, Bool: n.Text == "True"}
	case parse.String:
		if sort != String {
			return nil
		}
		return &Term{Sort: sort, Node: n, Text: n.Text}
	case parse.Name:
		if !c.table.constants[sort][n.Text] {
			return nil
		}
		return &Term{Sort: sort, Node: n, Text: n.Text, Int: numbers[n.Text]}
	}
	return nil
}

// numbers are the values of the numbers that have names.
var numbers = map[string]int{"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}

// form is the term that a call is by that form; nil if it does not fit.
func (c *checker) form(n *parse.Node, f *Form) *Term {
	args := n.Children[1:]
	if len(args) > len(f.slots) {
		return nil
	}
	m := matching{c: c, f: f, args: args}
	if !m.match(0, 0) {
		return nil
	}
	term := &Term{Sort: f.Result, Form: f, Node: n, Args: make([]*Term, len(f.Params))}
	for i := range args {
		if m.param[i] >= 0 {
			term.Args[m.param[i]] = m.term[i]
		}
	}
	return term
}

// matching holds the arguments of a call against the slots of a form. Arguments
// keep the order of the slots; each goes to the first slot that lets the rest
// fit, and there to the first alternative.
type matching struct {
	c     *checker
	f     *Form
	args  []*parse.Node
	tried [mostSlots + 1]uint64 // by argument: the slots from which the rest does not fit
	param [mostSlots]int        // by argument: the parameter, -1 for a word
	term  [mostSlots]*Term
}

// match fits the arguments from i on to the slots from j on.
func (m *matching) match(i, j int) bool {
	if m.tried[i]&(1<<j) != 0 {
		return false
	}
	if j == len(m.f.slots) {
		return i == len(m.args)
	}
	s := &m.f.slots[j]
	if i < len(m.args) && m.fits(i, s) && m.match(i+1, j+1) {
		return true
	}
	if s.optional && m.match(i, j+1) {
		return true
	}
	m.tried[i] |= 1 << j
	return false
}

// fits holds one argument against one slot.
func (m *matching) fits(i int, s *slot) bool {
	n := m.args[i]
	if s.word != "" {
		m.param[i] = -1
		return n.Kind == parse.Name && n.Label == "" && n.Text == s.word
	}
	for k := s.first; k < s.last; k++ {
		p := &m.f.Params[k]
		if p.Label != (n.Label != "") || p.Label && p.Name != n.Label {
			continue
		}
		for _, t := range p.Types {
			if term := m.c.typed(n, t); term != nil {
				m.param[i], m.term[i] = k, term
				return true
			}
		}
	}
	return false
}

// Forms lists the forms of the table, sorted by name.
func Forms() []*Form {
	forms := slices.Clone(grammar().forms)
	slices.SortFunc(forms, func(a, b *Form) int { return strings.Compare(a.Name, b.Name) })
	return forms
}
