package canon

import (
	"hash/fnv"
	"slices"
	"strings"

	"ludens/gdl"
)

// kind is a sort of vertices. Their order is that in which cells are chosen to be taken
// apart: what is known of a constant tells most about the rest.
type kind uint64

const (
	constant kind = iota
	function
	relation
	groundTerm
	clause
	atom
	pair
	term
	variable
)

// Labels of edges; arguments have those from argument on.
const (
	ofName int32 = iota // to the relation or function
	positive
	negative
	compared // clause to pair
	member   // pair to term
	argument
)

// edge leads to a neighbour. Labels are even in the direction of the edge, odd against it.
type edge struct{ to, label int32 }

// graph is the rules as a graph.
type graph struct {
	kinds  []kind
	colour []uint64 // what can be told of a vertex by itself
	adj    [][]edge
	edges  int

	consts map[string]int32
	funcs  map[gdl.Rel]int32
	rels   map[gdl.RelID]int32
	ground map[gdl.TermID]int32
	vars   [][]int32 // per clause kept
}

// builder makes the graph of rules.
type builder struct {
	*graph
	r *rules
}

// newGraph makes it; nil if it would have more than so many vertices and edges.
func newGraph(r *rules, most int) *graph {
	b := &builder{r: r, graph: &graph{
		consts: map[string]int32{}, funcs: map[gdl.Rel]int32{}, rels: map[gdl.RelID]int32{}, ground: map[gdl.TermID]int32{},
	}}
	for i, role := range r.p.Roles {
		v := b.groundTerm(role)
		b.colour[v] = mix(b.colour[v], uint64(i)+1)
	}
	for _, c := range r.clauses {
		b.clause(c)
		if len(b.kinds)+b.edges > most {
			return nil
		}
	}
	return b.graph
}

func (g *graph) vertex(k kind, colour uint64) int32 {
	g.kinds = append(g.kinds, k)
	g.colour = append(g.colour, mix(uint64(k), colour))
	g.adj = append(g.adj, nil)
	return int32(len(g.kinds) - 1)
}

func (g *graph) edge(from, to, label int32) {
	g.adj[from] = append(g.adj[from], edge{to, 2 * label})
	g.adj[to] = append(g.adj[to], edge{from, 2*label + 1})
	g.edges++
}

func (b *builder) clause(c *gdl.Clause) {
	vars := make([]int32, len(c.Vars))
	for i := range vars {
		vars[i] = -1 // what a clause has left out may have names without a place
	}
	colour := uint64(0)
	head := c.Head.Args
	if b.r.literalGoals && c.Head.Rel == gdl.RelGoal {
		colour = hashText(b.r.p.Terms.Name(head[1].Ground))
		head = head[:1]
	}
	v := b.vertex(clause, colour)
	b.edge(v, b.relation(c.Head.Rel), ofName)
	b.arguments(v, head, vars)
	for _, a := range c.Pos {
		b.edge(v, b.atom(a, vars), positive)
	}
	for _, a := range c.Neg {
		b.edge(v, b.atom(a, vars), negative)
	}
	for i, list := range [][]gdl.Pair{c.Distinct, c.Equal} {
		for _, p := range list {
			w := b.vertex(pair, uint64(i))
			b.edge(v, w, compared)
			b.edge(w, b.expr(p.A, vars), member)
			b.edge(w, b.expr(p.B, vars), member)
		}
	}
	b.vars = append(b.vars, vars)
}

func (b *builder) atom(a gdl.Atom, vars []int32) int32 {
	v := b.vertex(atom, 0)
	b.edge(v, b.relation(a.Rel), ofName)
	b.arguments(v, a.Args, vars)
	return v
}

func (b *builder) arguments(v int32, args []gdl.Expr, vars []int32) {
	for i, x := range args {
		b.edge(v, b.expr(x, vars), argument+int32(i))
	}
}

func (b *builder) expr(x gdl.Expr, vars []int32) int32 {
	switch {
	case x.Var >= 0:
		if vars[x.Var] < 0 {
			vars[x.Var] = b.vertex(variable, 0)
		}
		return vars[x.Var]
	case x.Ground != gdl.NoTerm:
		return b.groundTerm(x.Ground)
	}
	v := b.vertex(term, 0)
	b.edge(v, b.function(x.Fn, len(x.Args)), ofName)
	b.arguments(v, x.Args, vars)
	return v
}

func (b *builder) groundTerm(id gdl.TermID) int32 {
	t := b.r.p.Terms
	if !t.IsFunc(id) {
		name := t.Name(id)
		v, ok := b.consts[name]
		if !ok {
			v = b.vertex(constant, 0)
			if b.r.fixed(name) {
				b.colour[v] = mix(b.colour[v], hashText(name))
			}
			b.consts[name] = v
		}
		return v
	}
	v, ok := b.ground[id]
	if !ok {
		v = b.vertex(groundTerm, 0)
		b.ground[id] = v
		args := t.Args(id)
		b.edge(v, b.function(t.Name(id), len(args)), ofName)
		for i, a := range args {
			b.edge(v, b.groundTerm(a), argument+int32(i))
		}
	}
	return v
}

func (b *builder) function(name string, arity int) int32 {
	k := gdl.Rel{Name: name, Arity: arity}
	v, ok := b.funcs[k]
	if !ok {
		v = b.vertex(function, uint64(arity))
		if b.r.named {
			b.colour[v] = mix(b.colour[v], hashText(name))
		}
		b.funcs[k] = v
	}
	return v
}

func (b *builder) relation(id gdl.RelID) int32 {
	v, ok := b.rels[id]
	if !ok {
		v = b.vertex(relation, uint64(b.r.p.Rels[id].Arity))
		if keyword(id) || b.r.named {
			b.colour[v] = mix(b.colour[v], uint64(id)+1)
		}
		b.rels[id] = v
	}
	return v
}

// keyword says whether a relation means something by its name.
func keyword(id gdl.RelID) bool { return id <= gdl.RelSees }

// rules is the part of a program that matters.
type rules struct {
	p       *gdl.Program
	clauses []*gdl.Clause
	// literalGoals says that values of goals stand in the heads of rules only, where they
	// are no constants but numbers. Else all numbers keep their names, as any may become
	// one.
	literalGoals bool
	named        bool // all names mean something
}

// fixed says whether a constant means something by its name.
func (r *rules) fixed(name string) bool {
	return r.named || name == "random" || !r.literalGoals && numeral(name)
}

func numeral(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// newRules leaves out what nothing asks for.
func newRules(p *gdl.Program) *rules {
	r := &rules{p: p, literalGoals: true}
	need := make([]bool, len(p.Rels))
	var work []gdl.RelID
	ask := func(id gdl.RelID) {
		if !need[id] {
			need[id] = true
			work = append(work, id)
		}
	}
	for _, id := range []gdl.RelID{gdl.RelRole, gdl.RelInit, gdl.RelNext, gdl.RelLegal, gdl.RelGoal, gdl.RelTerminal, gdl.RelSees} {
		ask(id)
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ci := range p.Of[id] {
			for _, list := range [][]gdl.Atom{p.Clauses[ci].Pos, p.Clauses[ci].Neg} {
				for _, a := range list {
					r.literalGoals = r.literalGoals && a.Rel != gdl.RelGoal
					ask(a.Rel)
				}
			}
		}
	}
	for _, ci := range p.Of[gdl.RelGoal] {
		g := p.Clauses[ci].Head.Args[1].Ground
		r.literalGoals = r.literalGoals && g != gdl.NoTerm && !p.Terms.IsFunc(g)
	}
	for i := range p.Clauses {
		if c := &p.Clauses[i]; need[c.Head.Rel] {
			r.clauses = append(r.clauses, once(c))
		}
	}
	r.clauses = r.unique(r.clauses)
	return r
}

// once leaves out conditions that are said twice.
func once(c *gdl.Clause) *gdl.Clause {
	d := *c
	d.Pos, d.Neg = distinctAtoms(c.Pos), distinctAtoms(c.Neg)
	d.Distinct, d.Equal = distinctPairs(c.Distinct), distinctPairs(c.Equal)
	return &d
}

func distinctAtoms(list []gdl.Atom) []gdl.Atom {
	if len(list) < 2 {
		return list
	}
	var out []gdl.Atom
	for _, a := range list {
		if !slices.ContainsFunc(out, func(b gdl.Atom) bool { return a.Rel == b.Rel && slices.EqualFunc(a.Args, b.Args, sameExpr) }) {
			out = append(out, a)
		}
	}
	return out
}

func distinctPairs(list []gdl.Pair) []gdl.Pair {
	if len(list) < 2 {
		return list
	}
	var out []gdl.Pair
	for _, a := range list {
		if !slices.ContainsFunc(out, func(b gdl.Pair) bool {
			return sameExpr(a.A, b.A) && sameExpr(a.B, b.B) || sameExpr(a.A, b.B) && sameExpr(a.B, b.A)
		}) {
			out = append(out, a)
		}
	}
	return out
}

func sameExpr(a, b gdl.Expr) bool {
	return a.Var == b.Var && a.Ground == b.Ground && a.Fn == b.Fn && slices.EqualFunc(a.Args, b.Args, sameExpr)
}

func hashText(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// mix hashes two numbers.
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 ^ (b + 0x9e3779b97f4a7c15)
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 29
	x *= 0xff51afd7ed558ccd
	return x ^ x>>32
}
