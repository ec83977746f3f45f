package check

import (
	"fmt"
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
const mostSlots = 20

// Limits bound what checking may cost. A zero field means the default.
type Limits struct {
	Steps int // arguments held against parameters; default 20,000,000
	Depth int // nesting of brackets; default 1,000

	// Look, if not nil, is called every few steps, so that whoever waits can end the work
	// from outside: by a panic, which is the caller's to catch.
	Look func()
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
	c := &checker{table: grammar(), lim: lim.withDefaults(), known: map[*parse.Node]*answers{}}
	if root == nil {
		return nil, diag.List{{Code: CodeArgument, Severity: diag.Error, Message: "there is no description"}}
	}
	wanted := Type{Sort: as}
	if t := c.typed(root, wanted); t != nil && !c.stop {
		return t, nil
	}
	e := explainer{c: c, told: map[told]bool{}, hints: map[nearest]string{}}
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

// answers are what is known of a bracket: for each sort that it was asked for,
// whether it is a term of that sort, a list of such, or a list of lists.
type answers struct {
	forms *[sortCount][]*Form // of its head; nil for lists and for what is no ludeme
	first [2]answer           // room for given, which seldom has more
	given []answer
}

type answer struct {
	term  *Term // nil for no
	sort  Sort
	depth uint8
}

// checker answers questions, each once. A node that stands in several places is
// one term. That every question has one answer makes the search linear in the
// number of nodes, although each form tries its parameters with going back.
type checker struct {
	table   *table
	lim     Limits
	known   map[*parse.Node]*answers
	terms   slab[Term]
	args    slab[*Term]
	answers slab[answers]
	steps   int
	depth   int
	stop    bool
	where   *parse.Node // the limit that was passed
	why     string
}

// term keeps a term.
func (c *checker) term(t Term) *Term {
	kept := c.terms.one()
	*kept = t
	return kept
}

// slab gives out many values of a kind from few allocations.
type slab[T any] struct{ free []T }

func (s *slab[T]) some(n int) []T {
	const size = 256
	if n > size {
		return make([]T, n)
	}
	if len(s.free) < n {
		s.free = make([]T, size)
	}
	given := s.free[:n:n]
	s.free = s.free[n:]
	return given
}

func (s *slab[T]) one() *T { return &s.some(1)[0] }

func (c *checker) look() {
	if c.lim.Look != nil {
		c.lim.Look()
	}
}

func (c *checker) exhaust(n *parse.Node, why string) {
	if !c.stop {
		c.stop, c.where, c.why = true, n, why
	}
}

// typed is the term that a node is as that type; nil if it is none.
func (c *checker) typed(n *parse.Node, t Type) *Term {
	c.look()
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
	known := c.known[n]
	if known == nil {
		known = c.answers.one()
		known.given = known.first[:0]
		if n.Kind == parse.Call {
			known.forms = c.table.heads[n.Head()]
		}
		c.known[n] = known
	}
	if n.Kind == parse.Call && (known.forms == nil || known.forms[t.Sort] == nil) {
		return nil
	}
	for i := range known.given {
		if g := &known.given[i]; g.sort == t.Sort && int(g.depth) == t.Depth {
			return g.term
		}
	}
	if c.depth++; c.depth > c.lim.Depth {
		c.exhaust(n, "brackets are nested deeper than "+strconv.Itoa(c.lim.Depth))
		return nil
	}
	var term *Term
	switch {
	case n.Kind == parse.Call:
		for _, f := range known.forms[t.Sort] {
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
	known.given = append(known.given, answer{term, t.Sort, uint8(t.Depth)})
	return term
}

func (c *checker) list(n *parse.Node, member Type, sort Sort) *Term {
	if len(n.Children) > 0 && c.labelled(n.Children[0], member) == nil { // most lists that fail do so here
		return nil
	}
	items := make([]*Term, len(n.Children))
	for i, m := range n.Children {
		if items[i] = c.labelled(m, member); items[i] == nil {
			return nil
		}
	}
	return c.term(Term{Sort: sort, Node: n, List: true, Items: items})
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
		return c.term(Term{Sort: sort, Node: n, Int: i, Float: float64(i)})
	case parse.Float:
		if sort != Float {
			return nil
		}
		f, err := strconv.ParseFloat(n.Text, 64)
		if err != nil {
			return nil
		}
		return c.term(Term{Sort: sort, Node: n, Float: f})
	case parse.Bool:
		if sort != Bool {
			return nil
		}
		return c.term(Term{Sort: sort, Node: n, Bool: n.Text == "True"})
	case parse.String:
		if sort != String {
			return nil
		}
		if len(n.Text) > mostText {
			c.exhaust(n, fmt.Sprintf("a text of %d bytes, more than %d", len(n.Text), mostText))
			return nil
		}
		return c.term(Term{Sort: sort, Node: n, Text: n.Text})
	case parse.Name:
		if !c.table.constants[sort][n.Text] {
			return nil
		}
		return c.term(Term{Sort: sort, Node: n, Text: n.Text, Int: numbers[n.Text]})
	}
	return nil
}

// mostText bounds each text of the rules, in bytes: names of pieces and what is voted for are
// written into moves, of which there may be a hundred thousand. The longest of the corpus, a
// track, has 253.
const mostText = 4096

// numbers are the values of the numbers that have names.
var numbers = map[string]int{"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}

// form is the term that a call is by that form; nil if it does not fit.
func (c *checker) form(n *parse.Node, f *Form) *Term {
	args := n.Children[1:]
	if len(args) > len(f.slots) {
		return nil
	}
	if w := f.slots; len(w) > 0 && w[0].word != "" && (len(args) == 0 || args[0].Text != w[0].word) {
		return nil // most forms of a head are told apart by this
	}
	m := matching{c: c, f: f, args: args}
	if !m.match(0, 0) {
		return nil
	}
	term := c.term(Term{Sort: f.Result, Form: f, Node: n, Args: c.args.some(len(f.Params))})
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
	tried [mostSlots + 1]uint32 // by argument: the slots from which the rest does not fit
	param [mostSlots]int8       // by argument: the parameter, -1 for a word
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
				m.param[i], m.term[i] = int8(k), term
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
