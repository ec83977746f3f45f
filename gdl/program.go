package gdl

import (
	"context"
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

// Bounds on a program, in the first place on what multiplying out disjunctions may
// give.
const (
	MaxRelations    = 100_000   // a thousand times what any description known has
	MaxRoles        = 1_000     // a hundred times what any description known has
	MaxAlternatives = 4096      // clauses from one rule
	MaxSymbols      = 4_000_000 // names and variables in all clauses of a program; several times what a text may hold
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
func Compile(d *Description) (*Program, error) { return CompileContext(context.Background(), d) }

// CompileContext is Compile that ends with the context's error soon after that is done.
func CompileContext(ctx context.Context, d *Description) (*Program, error) {
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
			if len(p.Roles) > MaxRoles {
				return nil, fmt.Errorf("rule at %s: %s: the rules up to here have more than %d roles", r.Pos, clip(r.String()), MaxRoles)
			}
		}
	}
	for i := range d.Rules {
		err := p.addRule(ctx, &d.Rules[i], i)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if h := d.Rules[i].Head.Name; err != nil && (h == "base" || h == "input") {
			continue // base and input are hints that nothing here relies on
		}
		if err != nil {
			return nil, fmt.Errorf("rule at %s: %s: %w", d.Rules[i].Pos, clip(d.Rules[i].String()), err)
		}
	}
	p.analyse()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := p.checkStratified(ctx); err != nil {
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
