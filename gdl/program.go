package gdl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ludens/internal/graph"
)

// Rel is a relation: a name with an arity. (One name with two arities is two
// relations, as the language has it.)
type Rel struct {
	Name  string
	Arity int
}

// String gives "name/arity".
func (r Rel) String() string { return fmt.Sprintf("%s/%d", r.Name, r.Arity) }

// RelID numbers the relations of a Program.
type RelID int32

// Expr is a term in a clause. Exactly one of these holds: Var >= 0 (a variable
// of the clause), Ground != NoTerm (a term without variables), or it is a
// compound term Fn(Args…) with a variable somewhere inside.
type Expr struct {
	Var    int32
	Ground TermID
	Fn     string
	Args   []Expr
}

// Atom is a relation applied to terms.
type Atom struct {
	Rel  RelID
	Args []Expr
}

// Pair is two terms to be compared.
type Pair struct{ A, B Expr }

// Clause is a rule in normal form: the head holds if every positive atom holds,
// no negated one does, and the comparisons come out. Or has been multiplied
// out, double negation removed.
type Clause struct {
	Head     Atom
	Pos      []Atom
	Neg      []Atom
	Distinct []Pair // must differ
	Equal    []Pair // must be the same (from a negated distinct)
	Vars     []string
	Rule     int // index into Description.Rules, for messages
}

// Program is a description in normal form. Roles are facts, in order, each once.
type Program struct {
	Terms   *Terms
	Roles   []TermID
	Rels    []Rel
	Clauses []Clause
	// Of[r] lists the clauses whose head is relation r.
	Of [][]int
	// Dynamic[r] tells whether r depends on true or does (directly or not).
	Dynamic []bool
	// OnDoes[r] tells whether r depends on does.
	OnDoes []bool
	// SCC[r] numbers the strongly connected components of the dependency graph in
	// topological order: what r depends on has a number <= SCC[r].
	SCC []int
	// Recursive[r] tells whether r depends on itself.
	Recursive []bool

	relID   map[Rel]RelID
	symbols int // names and variables so far, while compiling
}

// Bounds on what multiplying out disjunctions may give.
const (
	MaxAlternatives = 4096      // clauses from one rule
	MaxSymbols      = 4_000_000 // names and variables in all clauses of a program; as many as a text may hold
)

// Reserved relations; every Program has them under these ids.
const (
	RelRole RelID = iota
	RelInit
	RelTrue
	RelDoes
	RelNext
	RelLegal
	RelGoal
	RelTerminal
	RelBase
	RelInput
	RelSees
	firstFreeRel
)

var reserved = [...]Rel{
	RelRole: {"role", 1}, RelInit: {"init", 1}, RelTrue: {"true", 1}, RelDoes: {"does", 2}, RelNext: {"next", 1},
	RelLegal: {"legal", 2}, RelGoal: {"goal", 2}, RelTerminal: {"terminal", 0}, RelBase: {"base", 1},
	RelInput: {"input", 2}, RelSees: {"sees", 2},
}

// ErrUnstratified is wrapped when a relation depends on itself through negation.
var ErrUnstratified = errors.New("unstratified negation")

// Compile brings a description into normal form. It accepts whatever has a
// meaning, also much that check would report: a variable that occurs only under
// not is read as "no such fact", a distinct with one is left out. It fails on
// negation that goes round in a circle and on head variables that nothing binds.
func Compile(d *Description) (*Program, error) {
	p := &Program{Terms: NewTerms(), relID: map[Rel]RelID{}}
	for _, r := range reserved {
		p.Rel(r.Name, r.Arity)
	}
	seen := map[TermID]bool{}
	for i := range d.Rules {
		r := &d.Rules[i]
		if r.Head.Name == "role" && len(r.Head.Args) == 1 && len(r.Body) == 0 {
			id, ok := p.Terms.Ground(r.Head.Args[0])
			if ok && !seen[id] {
				seen[id] = true
				p.Roles = append(p.Roles, id)
			}
		}
	}
	for i := range d.Rules {
		err := p.addRule(&d.Rules[i], i)
		if h := d.Rules[i].Head.Name; err != nil && (h == "base" || h == "input") {
			continue // base and input are hints that nothing here relies on
		}
		if err != nil {
			return nil, fmt.Errorf("rule at %s: %s: %w", d.Rules[i].Pos, clip(d.Rules[i].String()), err)
		}
	}
	p.analyse()
	if err := p.checkStratified(); err != nil {
		return nil, err
	}
	return p, nil
}

// analyse fills in what follows from the clauses.
func (p *Program) analyse() {
	p.Of = make([][]int, len(p.Rels))
	for i := range p.Clauses {
		h := p.Clauses[i].Head.Rel
		p.Of[h] = append(p.Of[h], i)
	}
	out := p.successors()
	p.findComponents(out)
	p.Dynamic = graph.Reach(out, int(RelTrue), int(RelDoes))
	p.OnDoes = graph.Reach(out, int(RelDoes))
}

// Rewritten returns a program with other clauses over the same relations and
// the given new ones, which get the ids from len(p.Rels) on. It has a term
// table of its own and leaves p as it is.
func (p *Program) Rewritten(newRels []Rel, clauses []Clause) *Program {
	q := &Program{
		Terms: p.Terms.Clone(), Roles: p.Roles, Clauses: clauses,
		Rels: append(slices.Clone(p.Rels), newRels...), relID: maps.Clone(p.relID),
	}
	for i, r := range newRels {
		q.relID[r] = RelID(len(p.Rels) + i)
	}
	q.analyse()
	return q
}

func clip(s string) string {
	n := 300
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// Rel gives the id of a relation, adding it if it is new. Programs handed out by
// Compile must only be asked for relations they have; use Find for others.
func (p *Program) Rel(name string, arity int) RelID {
	k := Rel{name, arity}
	if id, ok := p.relID[k]; ok {
		return id
	}
	id := RelID(len(p.Rels))
	p.Rels = append(p.Rels, k)
	p.relID[k] = id
	return id
}

// Find gives the id of a relation; ok is false if the program has none such.
func (p *Program) Find(name string, arity int) (id RelID, ok bool) {
	id, ok = p.relID[Rel{name, arity}]
	return id, ok
}

// Multiplied tells how many clauses a rule multiplies out to, and how many names
// and variables these hold together. Both stop growing somewhere beyond
// MaxSymbols. An empty disjunction counts as one alternative, so that the counts
// also bound what is in the making.
func Multiplied(r *Rule) (clauses, symbols int) {
	clauses, symbols = multiplied(r.Body, false, true)
	return clauses, symbols + clauses*r.Head.symbols()
}

func (t *Term) symbols() int {
	n := 0
	t.Walk(func(*Term) { n++ })
	return n
}

func multiplied(ls []Literal, negated, all bool) (n, size int) {
	if all || len(ls) == 0 {
		n = 1
	}
	for i := range ls {
		m, s := 1, 0
		switch l := &ls[i]; l.Kind {
		case Positive, Distinct:
			s = l.Sentence.symbols()
		case Not:
			m, s = multiplied(l.Subs, !negated, true)
		case Or:
			m, s = multiplied(l.Subs, negated, negated) // a negated or is a conjunction
		}
		if all {
			n, size = n*m, n*s+size*m
		} else {
			n, size = n+m, size+s
		}
		n, size = min(n, 2*MaxSymbols), min(size, 2*MaxSymbols)
	}
	return n, size
}

// conj is one alternative of a body while disjunctions are multiplied out.
type conj struct {
	pos, neg        []Term
	distinct, equal [][2]Term
}

// and gives a conjunction that shares no room to grow with c.
func (c conj) and(d conj) conj {
	out := conj{slices.Clip(c.pos), slices.Clip(c.neg), slices.Clip(c.distinct), slices.Clip(c.equal)}
	out.add(d)
	return out
}

func (c *conj) add(d conj) {
	c.pos = append(c.pos, d.pos...)
	c.neg = append(c.neg, d.neg...)
	c.distinct = append(c.distinct, d.distinct...)
	c.equal = append(c.equal, d.equal...)
}

// alternatives gives the disjunctive normal form of a literal, negated or not.
func alternatives(l Literal, negated bool) []conj {
	switch l.Kind {
	case Positive:
		if negated {
			return []conj{{neg: []Term{l.Sentence}}}
		}
		return []conj{{pos: []Term{l.Sentence}}}
	case Distinct:
		pair := [][2]Term{{l.Sentence.Args[0], l.Sentence.Args[1]}}
		if negated {
			return []conj{{equal: pair}}
		}
		return []conj{{distinct: pair}}
	case Not:
		return alternatives(l.Subs[0], !negated)
	}
	// or; a negated one is the conjunction of its negated members
	if negated {
		return product(l.Subs, true)
	}
	var out []conj
	for _, s := range l.Subs {
		out = append(out, alternatives(s, false)...)
	}
	return out
}

// product is the disjunctive normal form of a conjunction. Its size is bounded
// by Multiplied, which callers ask first.
func product(ls []Literal, negated bool) []conj {
	out := []conj{{}}
	for _, l := range ls {
		alts := alternatives(l, negated)
		if len(alts) == 1 { // the usual case, without copying all that came before
			for i := range out {
				out[i].add(alts[0])
			}
			continue
		}
		next := make([]conj, 0, len(out)*len(alts))
		for _, c := range out {
			for _, a := range alts {
				next = append(next, c.and(a))
			}
		}
		out = next
	}
	return out
}

func (p *Program) addRule(r *Rule, index int) error {
	clauses, symbols := Multiplied(r)
	if clauses > MaxAlternatives {
		return fmt.Errorf("its disjunctions multiply out to more than %d alternatives", MaxAlternatives)
	}
	if p.symbols += symbols; p.symbols > MaxSymbols {
		return fmt.Errorf("the disjunctions up to here multiply out to more than %d names and variables", MaxSymbols)
	}
	for _, alt := range product(r.Body, false) {
		b := clauseBuilder{p: p, vars: map[string]int32{}}
		c := Clause{Rule: index}
		for _, t := range alt.pos {
			c.Pos = append(c.Pos, b.atom(t))
		}
		for _, e := range alt.equal {
			c.Equal = append(c.Equal, Pair{b.expr(e[0]), b.expr(e[1])})
		}
		bound := len(b.names)
		c.Head = b.atom(r.Head)
		if len(b.names) > bound {
			return fmt.Errorf("the variable %s of the head occurs in no positive literal of the body", b.names[bound])
		}
		for _, t := range alt.neg {
			if b.binds(t) {
				c.Neg = append(c.Neg, b.atom(t))
			} else {
				c.Neg = append(c.Neg, p.project(t, &b, index))
			}
		}
		for _, e := range alt.distinct {
			if b.binds(e[0]) && b.binds(e[1]) {
				c.Distinct = append(c.Distinct, Pair{b.expr(e[0]), b.expr(e[1])})
			}
		}
		c.Vars = b.names
		p.Clauses = append(p.Clauses, c)
	}
	return nil
}

// project gives a negated sentence with variables that nothing binds the reading
// that GGP-Base gives it, "no such fact": it adds a relation over the variables
// that are bound, true where some instance of the sentence is.
func (p *Program) project(t Term, b *clauseBuilder, rule int) Atom {
	aux := clauseBuilder{p: p, vars: map[string]int32{}}
	c := Clause{Rule: rule, Pos: []Atom{aux.atom(t)}}
	var keep []string
	for _, v := range aux.names {
		if _, ok := b.vars[v]; ok {
			keep = append(keep, v)
		}
	}
	rel := p.Rel(fmt.Sprintf("some %s %d", t.Name, len(p.Clauses)), len(keep)) // a blank: no description can name it
	c.Head = Atom{Rel: rel}
	use := Atom{Rel: rel}
	for _, v := range keep {
		c.Head.Args = append(c.Head.Args, Expr{Var: aux.vars[v], Ground: NoTerm})
		use.Args = append(use.Args, Expr{Var: b.vars[v], Ground: NoTerm})
	}
	c.Vars = aux.names
	p.Clauses = append(p.Clauses, c)
	return use
}

type clauseBuilder struct {
	p     *Program
	vars  map[string]int32
	names []string
}

// binds reports whether all variables of t are bound already.
func (b *clauseBuilder) binds(t Term) bool {
	ok := true
	t.Walk(func(x *Term) {
		if x.Kind == Variable {
			if _, known := b.vars[x.Name]; !known {
				ok = false
			}
		}
	})
	return ok
}

func (b *clauseBuilder) atom(t Term) Atom {
	a := Atom{Rel: b.p.Rel(t.Name, len(t.Args)), Args: make([]Expr, len(t.Args))}
	for i, x := range t.Args {
		a.Args[i] = b.expr(x)
	}
	return a
}

func (b *clauseBuilder) expr(t Term) Expr {
	if t.Kind == Variable {
		v, ok := b.vars[t.Name]
		if !ok {
			v = int32(len(b.names))
			b.vars[t.Name] = v
			b.names = append(b.names, t.Name)
		}
		return Expr{Var: v, Ground: NoTerm}
	}
	if t.Kind == Constant {
		return Expr{Var: -1, Ground: b.p.Terms.Const(t.Name)}
	}
	e := Expr{Var: -1, Ground: NoTerm, Fn: t.Name, Args: make([]Expr, len(t.Args))}
	ground := make([]TermID, 0, len(t.Args))
	for i, x := range t.Args {
		e.Args[i] = b.expr(x)
		if g := e.Args[i].Ground; g != NoTerm {
			ground = append(ground, g)
		}
	}
	if len(ground) == len(t.Args) {
		return Expr{Var: -1, Ground: b.p.Terms.Func(t.Name, ground...)}
	}
	return e
}

// edges calls f for every relation that r's clauses mention.
func (p *Program) edges(r RelID, f func(dep RelID, negative bool, clause int)) {
	for _, ci := range p.Of[r] {
		for _, a := range p.Clauses[ci].Pos {
			f(a.Rel, false, ci)
		}
		for _, a := range p.Clauses[ci].Neg {
			f(a.Rel, true, ci)
		}
	}
}

// successors lists for every relation those that its clauses mention, each once.
func (p *Program) successors() [][]int {
	out := make([][]int, len(p.Rels))
	last := make([]int, len(p.Rels)) // the relation that was given w last, plus 1
	for v := range p.Rels {
		p.edges(RelID(v), func(w RelID, _ bool, _ int) {
			if last[w] != v+1 {
				last[w] = v + 1
				out[v] = append(out[v], int(w))
			}
		})
	}
	return out
}

func (p *Program) findComponents(out [][]int) {
	p.SCC = graph.Components(out)
	p.Recursive = make([]bool, len(p.Rels))
	count := make([]int, len(p.Rels))
	for _, c := range p.SCC {
		count[c]++
	}
	for v, ws := range out {
		p.Recursive[v] = count[p.SCC[v]] > 1 || slices.Contains(ws, v)
	}
}

// checkStratified refuses programs in which an atom may depend on itself
// through negation. The graph is finer than that of relation names: a literal
// depends on a clause only if it unifies with the clause's head, so that
// (<= (goal ?r 0) (not (goal ?r 100))) is what it looks like, well defined.
func (p *Program) checkStratified() error {
	suspect := map[int]bool{}
	for v := range p.Rels {
		p.edges(RelID(v), func(w RelID, negative bool, _ int) {
			if negative && p.SCC[w] == p.SCC[v] {
				suspect[p.SCC[v]] = true
			}
		})
	}
	if len(suspect) == 0 {
		return nil
	}
	clauses := map[int][]int{}
	for i := range p.Clauses {
		if scc := p.SCC[p.Clauses[i].Head.Rel]; suspect[scc] {
			clauses[scc] = append(clauses[scc], i)
		}
	}
	for _, scc := range slices.Sorted(maps.Keys(clauses)) {
		if err := p.checkComponent(clauses[scc]); err != nil {
			return err
		}
	}
	return nil
}

// Budgets of checkComponent: comparisons of a literal with a head, and matches.
// Real descriptions need some thousands of either. Package check has the same.
const (
	mostComparisons = 5_000_000
	mostMatches     = 2_000_000
)

// checkComponent looks for a circle through a negation among the clauses of one
// component of relations. A component too large to look at counts as one.
func (p *Program) checkComponent(clauses []int) error {
	heads := map[RelID][]int{} // positions in clauses
	for k, i := range clauses {
		r := p.Clauses[i].Head.Rel
		heads[r] = append(heads[r], k)
	}
	comparisons, found := 0, 0
	matches := func(a Atom) (ks []int, ok bool) {
		for _, k := range heads[a.Rel] {
			comparisons++
			if p.mayMatch(a, p.Clauses[clauses[k]].Head) {
				ks = append(ks, k)
				found++
			}
			if comparisons > mostComparisons || found > mostMatches {
				return nil, false
			}
		}
		return ks, true
	}
	type negEdge struct{ from, to int }
	var negs []negEdge
	out := make([][]int, len(clauses))
	for k, i := range clauses {
		c := &p.Clauses[i]
		for n, a := range slices.Concat(c.Pos, c.Neg) {
			ks, ok := matches(a)
			if !ok {
				return fmt.Errorf("%w: too many rules for %s to show that none depends on its own negation",
					ErrUnstratified, p.Rels[c.Head.Rel])
			}
			out[k] = append(out[k], ks...)
			if n >= len(c.Pos) {
				for _, to := range ks {
					negs = append(negs, negEdge{k, to})
				}
			}
		}
	}
	comp := graph.Components(out)
	for _, e := range negs {
		if comp[e.from] == comp[e.to] {
			c := &p.Clauses[clauses[e.from]]
			return fmt.Errorf("%w: %s depends on itself in %s", ErrUnstratified, p.Rels[c.Head.Rel], clip(p.String(c)))
		}
	}
	return nil
}

// mayMatch reports whether two atoms of different clauses could have a common
// instance; it takes every variable as free, so it may say yes too often.
func (p *Program) mayMatch(a, b Atom) bool {
	if a.Rel != b.Rel {
		return false
	}
	for i := range a.Args {
		if !p.mayEqual(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

func (p *Program) mayEqual(a, b Expr) bool {
	switch {
	case a.Var >= 0 || b.Var >= 0:
		return true
	case a.Ground != NoTerm && b.Ground != NoTerm:
		return a.Ground == b.Ground
	case a.Ground != NoTerm:
		return p.mayEqualGround(b, a.Ground)
	case b.Ground != NoTerm:
		return p.mayEqualGround(a, b.Ground)
	}
	if a.Fn != b.Fn || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !p.mayEqual(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

func (p *Program) mayEqualGround(e Expr, id TermID) bool {
	if e.Var >= 0 {
		return true
	}
	if e.Ground != NoTerm {
		return e.Ground == id
	}
	args := p.Terms.Args(id)
	if !p.Terms.IsFunc(id) || p.Terms.Name(id) != e.Fn || len(args) != len(e.Args) {
		return false
	}
	for i := range args {
		if !p.mayEqualGround(e.Args[i], args[i]) {
			return false
		}
	}
	return true
}

// TopoRels lists the relations so that each comes after those it depends on
// (relations of one recursive component stand together, in id order).
func (p *Program) TopoRels() []RelID {
	by := make([][]RelID, len(p.Rels))
	for v := range p.Rels {
		by[p.SCC[v]] = append(by[p.SCC[v]], RelID(v))
	}
	out := make([]RelID, 0, len(p.Rels))
	for _, vs := range by {
		out = append(out, vs...)
	}
	return out
}

// String writes the clause in GDL form, for messages and tests.
func (p *Program) String(c *Clause) string {
	var b strings.Builder
	b.WriteString("(<= ")
	p.writeAtom(&b, c, c.Head)
	for _, a := range c.Pos {
		b.WriteByte(' ')
		p.writeAtom(&b, c, a)
	}
	for _, a := range c.Neg {
		b.WriteString(" (not ")
		p.writeAtom(&b, c, a)
		b.WriteByte(')')
	}
	for _, d := range c.Distinct {
		fmt.Fprintf(&b, " (distinct %s %s)", p.exprString(c, d.A), p.exprString(c, d.B))
	}
	for _, d := range c.Equal {
		fmt.Fprintf(&b, " (not (distinct %s %s))", p.exprString(c, d.A), p.exprString(c, d.B))
	}
	b.WriteByte(')')
	return b.String()
}

func (p *Program) writeAtom(b *strings.Builder, c *Clause, a Atom) {
	r := p.Rels[a.Rel]
	if r.Arity == 0 {
		b.WriteString(r.Name)
		return
	}
	b.WriteString("(" + r.Name)
	for _, e := range a.Args {
		b.WriteString(" " + p.exprString(c, e))
	}
	b.WriteByte(')')
}

func (p *Program) exprString(c *Clause, e Expr) string {
	switch {
	case e.Var >= 0:
		return c.Vars[e.Var]
	case e.Ground != NoTerm:
		return p.Terms.String(e.Ground)
	}
	var b strings.Builder
	b.WriteString("(" + e.Fn)
	for _, a := range e.Args {
		b.WriteString(" " + p.exprString(c, a))
	}
	b.WriteByte(')')
	return b.String()
}
