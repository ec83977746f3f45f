package gdl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"ludens/internal/graph"
)

// checkStratified refuses programs in which an atom may depend on itself
// through negation. The graph is finer than that of relation names: a literal
// depends on a clause only if it unifies with the clause's head, so that
// (<= (goal ?r 0) (not (goal ?r 100))) is what it looks like, well defined.
func (p *Program) checkStratified(ctx context.Context) error {
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
		if err := p.checkComponent(ctx, clauses[scc]); err != nil {
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
func (p *Program) checkComponent(ctx context.Context, clauses []int) error {
	heads := map[RelID][]int{} // positions in clauses
	for k, i := range clauses {
		r := p.Clauses[i].Head.Rel
		heads[r] = append(heads[r], k)
	}
	comparisons, found := 0, 0
	matches := func(a Atom) (ks []int, ok bool) {
		for _, k := range heads[a.Rel] {
			if comparisons++; comparisons%1024 == 0 && ctx.Err() != nil {
				return nil, false
			}
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
			if err := ctx.Err(); err != nil {
				return err
			}
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
