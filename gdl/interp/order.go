package interp

import (
	"fmt"
	"math"

	"ludens/gdl"
)

// order puts the conditions of the plan in order. Comparisons come as soon as
// their variables are bound; among the rest the condition that is expected to
// leave the fewest cases comes next, the first written of equals. The order
// changes how long an answer takes, never which answers there are.
//
// ok is false if the clause can never apply.
func (b *planner) order() (ok bool, err error) {
	for len(b.pos)+len(b.neg)+len(b.distinct) > 0 {
		if ok := b.compare(); !ok {
			return false, nil
		}
		best, negated, cost := -1, false, math.Inf(1)
		for i := range b.neg {
			if !b.atomBound(&b.neg[i]) {
				continue
			}
			if c := b.testCost(b.neg[i].rel) + 0.05; c < cost {
				best, negated, cost = i, true, c
			}
		}
		for i := range b.pos {
			if c := b.cost(&b.pos[i]); c < cost {
				best, negated, cost = i, false, c
			}
		}
		switch {
		case best < 0 && len(b.neg)+len(b.distinct) > 0:
			return false, b.unsafe()
		case best < 0:
			continue
		case negated:
			a := b.neg[best]
			b.neg = append(b.neg[:best:best], b.neg[best+1:]...)
			s := b.call(&a, b.used)
			s.kind = absent
			b.p.steps = append(b.p.steps, s)
		default:
			a := b.pos[best]
			b.pos = append(b.pos[:best:best], b.pos[best+1:]...)
			b.p.steps = append(b.p.steps, b.call(&a, b.used))
			for i := range a.args {
				a.args[i].eachVar(func(v int32) { b.bound[v] = true })
			}
		}
	}
	for i := range b.out {
		if !b.allBound(&b.out[i]) {
			return false, b.unsafe()
		}
	}
	b.p.out = b.out
	return true, nil
}

func (b *planner) unsafe() error {
	return fmt.Errorf("%s: a variable is bound by no positive condition", b.text())
}

// compare moves the comparisons that can be made into the plan; false if one
// fails whatever the values.
func (b *planner) compare() bool {
	rest := b.distinct[:0]
	for _, d := range b.distinct {
		switch {
		case equalExpr(&d[0], &d[1]):
			return false
		case d[0].kind == isConst && d[1].kind == isConst:
			// two different terms
		case b.allBound(&d[0]) && b.allBound(&d[1]):
			b.p.steps = append(b.p.steps, step{kind: differ, a: d[0], b: d[1]})
		default:
			rest = append(rest, d)
		}
	}
	b.distinct = rest
	return true
}

// used tells whether a variable matters to what is not in the plan yet.
func (b *planner) used(v int32) bool {
	found := false
	see := func(w int32) { found = found || w == v }
	for _, as := range [][]atom{b.pos, b.neg} {
		for i := range as {
			for j := range as[i].args {
				as[i].args[j].eachVar(see)
			}
		}
	}
	for i := range b.distinct {
		b.distinct[i][0].eachVar(see)
		b.distinct[i][1].eachVar(see)
	}
	for i := range b.out {
		b.out[i].eachVar(see)
	}
	return found
}

// testCost is the cost of a call with everything known.
func (b *planner) testCost(rel gdl.RelID) float64 {
	if stored, _ := b.m.derived(rel); stored {
		return 0.1
	}
	return 1.5
}

// cost guesses how many answers a positive condition has here.
func (b *planner) cost(a *atom) float64 {
	if b.atomBound(a) {
		return b.testCost(a.rel)
	}
	free := map[int32]bool{}
	for i := range a.args {
		a.args[i].eachVar(func(v int32) {
			if !b.bound[v] {
				free[v] = true
			}
		})
	}
	if a.rel == gdl.RelDoes {
		if b.allBound(&a.args[0]) {
			return 1
		}
		return float64(len(b.m.game.roles))
	}
	if stored, _ := b.m.derived(a.rel); stored {
		s := b.call(a, func(v int32) bool { return true }).shape
		if !s.indexed {
			b.m.index(s)
		}
		answers := 0
		for _, t := range s.tables {
			answers += t.answers.n
		}
		switch {
		case len(s.tables) > 0:
			return float64(answers) / float64(len(s.tables))
		case a.rel != gdl.RelTrue:
			return 0 // there is no such fact at all
		}
		return math.Pow(4, float64(len(free))) // a kind of fluent that does not hold now
	}
	return math.Pow(12, float64(len(free)))
}
