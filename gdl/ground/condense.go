package ground

import (
	"context"
	"fmt"

	"ludens/gdl"
)

// condense breaks clauses up: literals that share a variable which occurs
// nowhere else go into a clause of their own, over the variables they have in
// common with the rest, when both parts then have fewer variables than the
// whole. What was a product over all variables becomes a sum of smaller ones
// (variable elimination, as in constraint processing: Dechter, "Bucket
// elimination", 1999). It ends with the context's error soon after that is done.
func condense(ctx context.Context, p *gdl.Program) (*gdl.Program, error) {
	c := condenser{ctx: ctx, p: p}
	for i := range p.Clauses {
		c.split(p.Clauses[i], 0)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return p.Rewritten(c.rels, c.clauses), nil
}

type condenser struct {
	ctx     context.Context
	p       *gdl.Program
	rels    []gdl.Rel
	clauses []gdl.Clause
}

type varSet map[int32]bool

func (s varSet) expr(e gdl.Expr) {
	if e.Var >= 0 {
		s[e.Var] = true
	}
	for _, a := range e.Args {
		s.expr(a)
	}
}

func (s varSet) atom(a gdl.Atom) {
	for _, e := range a.Args {
		s.expr(e)
	}
}

// literal is one condition of a clause, of any kind, with its variables.
type literal struct {
	pos, neg        *gdl.Atom
	distinct, equal *gdl.Pair
	vars            varSet
}

func literalsOf(c *gdl.Clause) []literal {
	var out []literal
	for i := range c.Pos {
		l := literal{pos: &c.Pos[i], vars: varSet{}}
		l.vars.atom(c.Pos[i])
		out = append(out, l)
	}
	for i := range c.Neg {
		l := literal{neg: &c.Neg[i], vars: varSet{}}
		l.vars.atom(c.Neg[i])
		out = append(out, l)
	}
	for i := range c.Distinct {
		l := literal{distinct: &c.Distinct[i], vars: varSet{}}
		l.vars.expr(c.Distinct[i].A)
		l.vars.expr(c.Distinct[i].B)
		out = append(out, l)
	}
	for i := range c.Equal {
		l := literal{equal: &c.Equal[i], vars: varSet{}}
		l.vars.expr(c.Equal[i].A)
		l.vars.expr(c.Equal[i].B)
		out = append(out, l)
	}
	return out
}

func (l *literal) addTo(c *gdl.Clause) {
	switch {
	case l.pos != nil:
		c.Pos = append(c.Pos, *l.pos)
	case l.neg != nil:
		c.Neg = append(c.Neg, *l.neg)
	case l.distinct != nil:
		c.Distinct = append(c.Distinct, *l.distinct)
	default:
		c.Equal = append(c.Equal, *l.equal)
	}
}

func (c *condenser) split(cl gdl.Clause, depth int) {
	if c.ctx.Err() != nil {
		return
	}
	lits := literalsOf(&cl)
	head := varSet{}
	head.atom(cl.Head)
	all := varSet{}
	for _, l := range lits {
		for v := range l.vars {
			all[v] = true
		}
	}
	inside, shared := c.best(lits, head, all)
	if inside == nil || depth > 30 {
		c.clauses = append(c.clauses, cl)
		return
	}
	rest := gdl.Clause{Head: cl.Head, Vars: cl.Vars, Rule: cl.Rule}
	part := gdl.Clause{Vars: cl.Vars, Rule: cl.Rule}
	for i := range lits {
		if inside[i] {
			lits[i].addTo(&part)
		} else {
			lits[i].addTo(&rest)
		}
	}
	// a blank in the name: no description can have it
	rel := gdl.Rel{Name: fmt.Sprintf("part %d", len(c.rels)), Arity: len(shared)}
	head2 := gdl.Atom{Rel: gdl.RelID(len(c.p.Rels) + len(c.rels))}
	for _, v := range shared {
		head2.Args = append(head2.Args, gdl.Expr{Var: v, Ground: gdl.NoTerm})
	}
	c.rels = append(c.rels, rel)
	part.Head = head2
	rest.Pos = append(rest.Pos, head2)
	c.split(part, depth+1)
	c.split(rest, depth+1)
}

// best chooses the variable to eliminate: the one whose literals share the
// fewest variables with the rest. It returns which literals go, and the shared
// variables in order; nil when no variable is worth it.
func (c *condenser) best(lits []literal, head, all varSet) (inside []bool, shared []int32) {
	bestCost := 1 << 30
	for v := range int32(maxVar(all) + 1) {
		if !all[v] || head[v] {
			continue
		}
		if c.ctx.Err() != nil {
			return nil, nil // see condense
		}
		in := make([]bool, len(lits))
		within := varSet{}
		n := 0
		for i := range lits {
			if lits[i].vars[v] {
				in[i] = true
				n++
				for w := range lits[i].vars {
					within[w] = true
				}
			}
		}
		// conditions all of whose variables are bound in there may go along, and
		// must if one of their variables occurs in there only
		bound := varSet{}
		for i := range lits {
			if in[i] && lits[i].pos != nil {
				for w := range lits[i].vars {
					bound[w] = true
				}
			}
		}
		safe := true
		for w := range within {
			if !bound[w] {
				safe = false
			}
		}
		if !safe || n == len(lits) {
			continue
		}
		outside := varSet{}
		for w := range head {
			outside[w] = true
		}
		for i := range lits {
			if !in[i] {
				for w := range lits[i].vars {
					outside[w] = true
				}
			}
		}
		var sh []int32
		for w := range int32(maxVar(all) + 1) {
			if within[w] && outside[w] {
				sh = append(sh, w)
			}
		}
		// the rest must still bind its own conditions: the new literal binds sh
		if len(within) >= len(all) || len(outside) >= len(all) {
			continue
		}
		if len(sh) < bestCost {
			bestCost, inside, shared = len(sh), in, sh
		}
	}
	return inside, shared
}

func maxVar(s varSet) int32 {
	m := int32(-1)
	for v := range s {
		m = max(m, v)
	}
	return m
}
