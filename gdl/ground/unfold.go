package ground

import (
	"context"
	"slices"

	"ludens/gdl"
)

// unfold puts the body of a static relation in the place of a literal that asks for it,
// where the clause can then be broken up into parts with fewer variables (condense). A
// relation over four pieces that have something in common is a table of thousands; with its
// body, each piece has its part of its own. (Unfolding as in Tamaki and Sato, "Unfold/fold
// transformation of logic programs", 1984; for relations with one clause only, which leaves one
// clause where one was.)
func unfold(ctx context.Context, p *gdl.Program) (*gdl.Program, error) {
	clauses := slices.Clone(p.Clauses)
	changed := false
	for i := range clauses {
		for again := true; again; {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if again = unfoldOne(ctx, p, &clauses[i]); again {
				changed = true
			}
		}
	}
	if !changed {
		return p, nil
	}
	return p.Rewritten(nil, clauses), nil
}

// fewest is the number of variables of a literal from which on unfolding it is tried. A
// table over two is small, and joins it spares are worth more.
const fewest = 3

// unfoldOne unfolds the first literal of the clause for which that makes the widest part
// of the clause narrower, which ends: parts do not get narrower for ever.
func unfoldOne(ctx context.Context, p *gdl.Program, c *gdl.Clause) bool {
	if !p.Dynamic[c.Head.Rel] {
		return false
	}
	before := -1
	for k, a := range c.Pos {
		if p.Dynamic[a.Rel] || p.Recursive[a.Rel] || given(a.Rel) || len(p.Of[a.Rel]) != 1 {
			continue
		}
		vars := varSet{}
		vars.atom(a)
		body := &p.Clauses[p.Of[a.Rel][0]]
		if len(vars) < fewest || !plainHead(body) {
			continue
		}
		if before < 0 {
			before = width(ctx, p, *c)
		}
		if d := substituted(c, k, body); width(ctx, p, d) < before {
			*c = d
			return true
		}
	}
	return false
}

// plainHead tells whether the arguments of a clause's head are different variables, and
// the body has others.
func plainHead(c *gdl.Clause) bool {
	seen := varSet{}
	for _, e := range c.Head.Args {
		if e.Var < 0 || seen[e.Var] {
			return false
		}
		seen[e.Var] = true
	}
	for _, a := range c.Pos {
		seen.atom(a)
	}
	return len(seen) > len(c.Head.Args)
}

// width is the largest number of variables of a part that a clause is broken up into.
func width(ctx context.Context, p *gdl.Program, c gdl.Clause) int {
	parts := condenser{ctx: ctx, p: p}
	parts.split(c, 0)
	most := 0
	for i := range parts.clauses {
		vars := varSet{}
		vars.atom(parts.clauses[i].Head)
		for _, l := range literalsOf(&parts.clauses[i]) {
			for v := range l.vars {
				vars[v] = true
			}
		}
		most = max(most, len(vars))
	}
	return most
}

// substituted is a clause with a body in the place of its k-th positive literal. The
// head of the body has different variables as arguments.
func substituted(c *gdl.Clause, k int, body *gdl.Clause) gdl.Clause {
	to := make(map[int32]gdl.Expr, len(body.Vars))
	for i, e := range body.Head.Args {
		to[e.Var] = c.Pos[k].Args[i]
	}
	out := gdl.Clause{
		Head: c.Head, Neg: slices.Clone(c.Neg), Distinct: slices.Clone(c.Distinct), Equal: slices.Clone(c.Equal),
		Vars: slices.Clone(c.Vars), Rule: c.Rule,
	}
	var expr func(e gdl.Expr) gdl.Expr
	expr = func(e gdl.Expr) gdl.Expr {
		if e.Var >= 0 {
			x, ok := to[e.Var]
			if !ok { // a variable of the body's own
				x = gdl.Expr{Var: int32(len(out.Vars)), Ground: gdl.NoTerm}
				to[e.Var] = x
				out.Vars = append(out.Vars, body.Vars[e.Var])
			}
			return x
		}
		e.Args = slices.Clone(e.Args)
		for i := range e.Args {
			e.Args[i] = expr(e.Args[i])
		}
		return e
	}
	atom := func(a gdl.Atom) gdl.Atom {
		a.Args = slices.Clone(a.Args)
		for i := range a.Args {
			a.Args[i] = expr(a.Args[i])
		}
		return a
	}
	out.Pos = append(out.Pos, c.Pos[:k]...)
	for _, a := range body.Pos {
		out.Pos = append(out.Pos, atom(a))
	}
	out.Pos = append(out.Pos, c.Pos[k+1:]...)
	for _, a := range body.Neg {
		out.Neg = append(out.Neg, atom(a))
	}
	for _, d := range body.Distinct {
		out.Distinct = append(out.Distinct, gdl.Pair{A: expr(d.A), B: expr(d.B)})
	}
	for _, d := range body.Equal {
		out.Equal = append(out.Equal, gdl.Pair{A: expr(d.A), B: expr(d.B)})
	}
	return out
}
