package ground

import (
	"context"

	"ludens/gdl"
)

// source says where the value of a key comes from: a constant or a variable.
type source struct {
	constant gdl.TermID
	variable int32 // used if constant is NoTerm
}

// stepKind says what a step of a plan does.
type stepKind uint8

const (
	stepScan     stepKind = iota // go through the tuples of a window
	stepLookup                   // go through the tuples with a key
	stepAbsent                   // a negated static atom: must not be there
	stepDistinct                 // two terms must differ
	stepEqual                    // two terms must be the same
	stepBind                     // bind a variable to a term
)

// step is one condition of a clause, with what is known when it is its turn.
type step struct {
	kind   stepKind
	rel    *relation
	lit    int // number of the positive literal, for window and instance
	delta  bool
	before bool // literal stands before the delta literal: its window is [0,old)

	checks []shapeCheck
	ix     *index
	keys   []source
	filter []keyAt  // scan: places that must hold known terms
	binds  []bindAt // places that give variables their values
	same   []bindAt // places that must agree with variables bound just now

	a, b     gdl.Expr // distinct, equal, bind
	args     []gdl.Expr
	variable int32 // bind
}

type keyAt struct {
	at  path
	src source
}

type bindAt struct {
	at       path
	variable int32
}

// plan is an order of the conditions of a clause for one delta literal.
type plan struct {
	steps []step
	sizes []int // of the positive literals' relations when the plan was made
}

// stale reports whether relations have grown so much that another order may be
// better.
func (p *plan) stale(rels []*relation) bool {
	for i, r := range rels {
		if r.n > 4*p.sizes[i]+64 {
			return true
		}
	}
	return false
}

// planner orders the conditions of a clause.
type planner struct {
	terms *gdl.Terms
	bound map[int32]bool
}

func (pl *planner) known(e gdl.Expr) bool {
	if e.Var >= 0 {
		return pl.bound[e.Var]
	}
	for _, a := range e.Args {
		if !pl.known(a) {
			return false
		}
	}
	return true
}

// places sorts the places of an atom into known keys, demanded shapes, and
// places that bind variables.
func (pl *planner) places(a gdl.Atom) (keys []keyAt, checks []shapeCheck, binds, same []bindAt) {
	fresh := map[int32]bool{}
	var walk func(e gdl.Expr, p path)
	walk = func(e gdl.Expr, p path) {
		switch {
		case e.Ground != gdl.NoTerm:
			keys = append(keys, keyAt{p, source{constant: e.Ground}})
		case e.Var >= 0 && pl.bound[e.Var]:
			keys = append(keys, keyAt{p, source{constant: gdl.NoTerm, variable: e.Var}})
		case e.Var >= 0 && fresh[e.Var]:
			same = append(same, bindAt{p, e.Var})
		case e.Var >= 0:
			fresh[e.Var] = true
			binds = append(binds, bindAt{p, e.Var})
		default:
			checks = append(checks, shapeCheck{p, pl.terms.FuncShape(e.Fn, len(e.Args))})
			for i, x := range e.Args {
				walk(x, append(p[:len(p):len(p)], uint8(i)))
			}
		}
	}
	for i, e := range a.Args {
		walk(e, path{uint8(i)})
	}
	return keys, checks, binds, same
}

// estimate guesses how many tuples match an atom given what is bound.
func (pl *planner) estimate(r *relation, a gdl.Atom) float64 {
	keys, checks, _, _ := pl.places(a)
	n := float64(r.n)
	for _, c := range checks {
		n *= r.share(c)
	}
	for _, k := range keys {
		n /= float64(r.distinctAt(k.at))
	}
	return n
}

// positive makes the step for a positive literal.
func (pl *planner) positive(r *relation, a gdl.Atom, lit int, delta bool) step {
	keys, checks, binds, same := pl.places(a)
	s := step{kind: stepLookup, rel: r, lit: lit, delta: delta, checks: checks, binds: binds, same: same}
	if delta || len(keys) == 0 {
		s.kind = stepScan
		s.filter = keys
	} else {
		paths := make([]path, len(keys))
		for i, k := range keys {
			paths[i] = k.at
			s.keys = append(s.keys, k.src)
		}
		s.ix = r.indexFor(checks, paths)
	}
	for _, b := range binds {
		pl.bound[b.variable] = true
	}
	return s
}

// makePlan orders the conditions of c, beginning with the delta literal (-1 for
// none). rels are the relations of its positive literals; negated static atoms
// are conditions, negated dynamic ones are not. It fails with the context only.
func makePlan(ctx context.Context, terms *gdl.Terms, c *gdl.Clause, delta int, rels []*relation, negRel func(i int) *relation) (*plan, error) {
	pl := &planner{terms: terms, bound: map[int32]bool{}}
	p := &plan{sizes: make([]int, len(rels))}
	for i, r := range rels {
		p.sizes[i] = r.n
	}
	donePos := make([]bool, len(c.Pos))
	doneNeg := make([]bool, len(c.Neg))
	doneDis := make([]bool, len(c.Distinct))
	doneEq := make([]bool, len(c.Equal))

	// tests adds every condition that has become decidable
	tests := func() {
		for again := true; again; {
			again = false
			for i, e := range c.Equal {
				if doneEq[i] {
					continue
				}
				ka, kb := pl.known(e.A), pl.known(e.B)
				switch {
				case ka && kb:
					p.steps = append(p.steps, step{kind: stepEqual, a: e.A, b: e.B})
				case ka && e.B.Var >= 0:
					p.steps = append(p.steps, step{kind: stepBind, a: e.A, variable: e.B.Var})
					pl.bound[e.B.Var] = true
				case kb && e.A.Var >= 0:
					p.steps = append(p.steps, step{kind: stepBind, a: e.B, variable: e.A.Var})
					pl.bound[e.A.Var] = true
				default:
					continue
				}
				doneEq[i], again = true, true
			}
		}
		for i, d := range c.Distinct {
			if !doneDis[i] && pl.known(d.A) && pl.known(d.B) {
				doneDis[i] = true
				p.steps = append(p.steps, step{kind: stepDistinct, a: d.A, b: d.B})
			}
		}
		for i, a := range c.Neg {
			r := negRel(i)
			if doneNeg[i] || r == nil {
				continue
			}
			ok := true
			for _, e := range a.Args {
				ok = ok && pl.known(e)
			}
			if ok {
				doneNeg[i] = true
				p.steps = append(p.steps, step{kind: stepAbsent, rel: r, args: a.Args})
			}
		}
	}

	if delta >= 0 {
		donePos[delta] = true
		p.steps = append(p.steps, pl.positive(rels[delta], c.Pos[delta], delta, true))
	}
	tests()
	for {
		best, bestEst := -1, 0.0
		for i := range c.Pos {
			if donePos[i] {
				continue
			}
			if est := pl.estimate(rels[i], c.Pos[i]); best < 0 || est < bestEst {
				best, bestEst = i, est
			}
		}
		if best < 0 {
			return p, nil
		}
		if err := ctx.Err(); err != nil { // each condition looks at all
			return nil, err
		}
		donePos[best] = true
		s := pl.positive(rels[best], c.Pos[best], best, false)
		s.before = delta >= 0 && best < delta
		p.steps = append(p.steps, s)
		tests()
	}
}
