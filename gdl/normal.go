package gdl

import (
	"context"
	"fmt"
	"slices"
)

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

// alternatives gives the disjunctive normal form of a literal, negated or not; less
// of it when the context is done.
func alternatives(ctx context.Context, l Literal, negated bool) []conj {
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
		return alternatives(ctx, l.Subs[0], !negated)
	}
	// or; a negated one is the conjunction of its negated members
	if negated {
		return product(ctx, l.Subs, true)
	}
	var out []conj
	for _, s := range l.Subs {
		out = append(out, alternatives(ctx, s, false)...)
	}
	return out
}

// product is the disjunctive normal form of a conjunction. Its size is bounded
// by Multiplied, which callers ask first.
func product(ctx context.Context, ls []Literal, negated bool) []conj {
	out := []conj{{}}
	for _, l := range ls {
		alts := alternatives(ctx, l, negated)
		if len(alts) == 1 { // the usual case, without copying all that came before
			for i := range out {
				out[i].add(alts[0])
			}
			continue
		}
		next := make([]conj, 0, len(out)*len(alts))
		for _, c := range out {
			if ctx.Err() != nil {
				return nil
			}
			for _, a := range alts {
				next = append(next, c.and(a))
			}
		}
		out = next
	}
	return out
}

func (p *Program) addRule(ctx context.Context, r *Rule, index int) error {
	clauses, symbols := Multiplied(r)
	if clauses > MaxAlternatives {
		return fmt.Errorf("its disjunctions multiply out to more than %d alternatives", MaxAlternatives)
	}
	if p.symbols += symbols; p.symbols > MaxSymbols {
		return fmt.Errorf("the disjunctions up to here multiply out to more than %d names and variables", MaxSymbols)
	}
	alts := product(ctx, r.Body, false)
	for _, alt := range alts {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := clauseBuilder{p: p, vars: map[string]int32{}}
		c := Clause{Rule: index}
		for i, t := range alt.pos {
			if i%1024 == 1023 && ctx.Err() != nil {
				return ctx.Err()
			}
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
		for i, t := range alt.neg {
			if i%1024 == 1023 && ctx.Err() != nil {
				return ctx.Err()
			}
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
	if len(p.Rels) > MaxRelations {
		return fmt.Errorf("the rules up to here have more than %d relations", MaxRelations)
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
