package ground

import (
	"context"

	"ludens/gdl"
)

// Recursive relations by demand. Evaluated bottom up, a relation that counts along a board holds every
// beginning that anybody could count on from, though the rules begin at nothing only. Demand relations hold
// the arguments with which the rules ask for such a relation, given what can be bound before, and the
// clauses of the relation are read for these alone: the magic sets of Bancilhon, Maier, Sagiv and Ullman, "Magic sets and
// other strange ways to implement logic programs" (PODS 1986), for recursive relations only. They are
// supersets, and no part of the ground rules.

// byDemand is a program whose recursive relations are grounded by demand. As an error it says that
// another program is to be grounded instead.
type byDemand struct {
	p       *gdl.Program
	demands map[gdl.RelID]bool // the demand relations
}

func (*byDemand) Error() string { return "to be grounded by demand" }

// maxNarrowings bounds the rounds in which it is found out what is known to who asks. In games
// there are a few; whatever needs more is grounded whole.
const maxNarrowings = 50

// maxLiterals bounds the clauses that are looked at.
const maxLiterals = 300

// demand rewrites a program; nil if nothing can be gained, or not within the context's time.
func demand(ctx context.Context, p *gdl.Program) *byDemand {
	d := demander{p: p, bound: map[gdl.RelID][]bool{}}
	for r := range p.Rels {
		if id := gdl.RelID(r); p.Recursive[r] && p.Dynamic[r] && p.Rels[r].Arity > 0 && !given(id) {
			all := make([]bool, p.Rels[r].Arity)
			for i := range all {
				all[i] = true
			}
			d.bound[id] = all
		}
	}
	if len(d.bound) == 0 {
		return nil
	}
	for i := range p.Clauses {
		if len(p.Clauses[i].Pos)+len(p.Clauses[i].Neg) > maxLiterals {
			return nil
		}
	}
	for round := 0; d.narrow(ctx); round++ {
		if round == maxNarrowings || ctx.Err() != nil {
			return nil
		}
	}
	if len(d.bound) == 0 || ctx.Err() != nil {
		return nil
	}
	return d.rewrite(ctx)
}

// given reports whether a relation is one of the language's own.
func given(r gdl.RelID) bool { return r <= gdl.RelSees }

type demander struct {
	p     *gdl.Program
	bound map[gdl.RelID][]bool // per relation by demand: the arguments that are known to who asks
}

// A query is a literal that asks for a relation by demand, with what comes before it.
type query struct {
	atom   gdl.Atom
	before []gdl.Atom
	known  map[int32]bool // the variables bound by then
}

// queries lists what a clause asks for: first the literals that are no queries, then always the
// one of which most is known.
func (d *demander) queries(c *gdl.Clause) []query {
	known := varSet{}
	if b := d.bound[c.Head.Rel]; b != nil {
		for i, e := range c.Head.Args {
			if b[i] {
				known.expr(e)
			}
		}
	}
	var before, asked []gdl.Atom
	for _, a := range c.Pos {
		if d.bound[a.Rel] != nil {
			asked = append(asked, a)
			continue
		}
		before = append(before, a)
		known.atom(a)
	}
	var out []query
	add := func(a gdl.Atom) {
		q := query{atom: a, before: before[:len(before):len(before)], known: map[int32]bool{}}
		for v := range known {
			q.known[v] = true
		}
		out = append(out, q)
	}
	for len(asked) > 0 {
		best, most := 0, -1
		for i, a := range asked {
			n := 0
			for _, e := range a.Args {
				if covered(e, known) {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		a := asked[best]
		asked = append(asked[:best:best], asked[best+1:]...)
		add(a)
		before = append(before, a)
		known.atom(a)
	}
	for _, a := range c.Neg {
		if d.bound[a.Rel] != nil {
			add(a)
		}
	}
	return out
}

// covered reports whether all variables of a term are known.
func covered(e gdl.Expr, known map[int32]bool) bool {
	vars := varSet{}
	vars.expr(e)
	for v := range vars {
		if !known[v] {
			return false
		}
	}
	return true
}

// narrow takes out arguments that are not known to somebody who asks, and relations of which
// nothing is known. It reports whether there were any.
func (d *demander) narrow(ctx context.Context) bool {
	changed := false
	for ci := range d.p.Clauses {
		if ctx.Err() != nil {
			return false
		}
		for _, q := range d.queries(&d.p.Clauses[ci]) {
			b := d.bound[q.atom.Rel]
			if b == nil {
				continue // no longer by demand
			}
			any := false
			for i, e := range q.atom.Args {
				if b[i] && !covered(e, q.known) {
					b[i], changed = false, true
				}
				any = any || b[i]
			}
			if !any {
				delete(d.bound, q.atom.Rel)
				changed = true
			}
		}
	}
	return changed
}

// rewrite adds the demand relations.
func (d *demander) rewrite(ctx context.Context) *byDemand {
	p := d.p
	var rels []gdl.Rel
	of := map[gdl.RelID]gdl.RelID{} // the demand relation of a relation
	demands := map[gdl.RelID]bool{}
	for r := range p.Rels {
		b := d.bound[gdl.RelID(r)]
		if b == nil {
			continue
		}
		n := 0
		for _, known := range b {
			if known {
				n++
			}
		}
		id := gdl.RelID(len(p.Rels) + len(rels))
		// a blank in the name: no description can have it
		rels = append(rels, gdl.Rel{Name: "demand " + p.Rels[r].Name, Arity: n})
		of[gdl.RelID(r)], demands[id] = id, true
	}
	ask := func(a gdl.Atom) gdl.Atom {
		out := gdl.Atom{Rel: of[a.Rel]}
		for i, known := range d.bound[a.Rel] {
			if known {
				out.Args = append(out.Args, a.Args[i])
			}
		}
		return out
	}
	var clauses []gdl.Clause
	for _, c := range p.Clauses {
		if ctx.Err() != nil {
			return nil
		}
		var first []gdl.Atom
		if d.bound[c.Head.Rel] != nil {
			first = []gdl.Atom{ask(c.Head)}
		}
		for _, q := range d.queries(&c) {
			head := ask(q.atom)
			body := append(first[:len(first):len(first)], connected(head, q.before)...)
			asks := gdl.Clause{Head: head, Pos: body, Vars: c.Vars, Rule: c.Rule}
			bound := varSet{}
			for _, a := range body {
				bound.atom(a)
			}
			for _, pair := range c.Distinct {
				if covered(pair.A, bound) && covered(pair.B, bound) {
					asks.Distinct = append(asks.Distinct, pair)
				}
			}
			clauses = append(clauses, asks)
		}
		c.Pos = append(first, c.Pos...)
		clauses = append(clauses, c)
	}
	return &byDemand{p.Rewritten(rels, clauses), demands}
}

// connected are the literals that have something to do with an atom: they share variables with
// it, or with others that do.
func connected(head gdl.Atom, body []gdl.Atom) []gdl.Atom {
	reached, in := varSet{}, make([]bool, len(body))
	reached.atom(head)
	for more := true; more; {
		more = false
		for i, a := range body {
			if in[i] {
				continue
			}
			vars := varSet{}
			vars.atom(a)
			for v := range vars {
				if reached[v] {
					in[i], more = true, true
					reached.atom(a)
					break
				}
			}
		}
	}
	var out []gdl.Atom
	for i, a := range body {
		if in[i] {
			out = append(out, a)
		}
	}
	return out
}
