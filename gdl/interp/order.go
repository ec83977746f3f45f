package interp

import (
	"fmt"
	"math"

	"ludens/gdl"
)

// literal is a condition that is not in the plan yet.
type literal struct {
	atom
	negated bool
	stale   bool    // cost must be found anew: one of its variables was bound
	cost    float64 // infinite for a negation that cannot be asked yet
	planned bool
}

// order puts the conditions of the plan in order. Comparisons come as soon as
// their variables are bound; among the rest the condition that is expected to
// leave the fewest cases comes next, the first written of equals. The order
// changes how long an answer takes, never which answers there are.
//
// ok is false if the clause can never apply.
func (b *planner) order() (ok bool, err error) {
	b.count()
	for range b.literals {
		if !b.compare() {
			return false, nil
		}
		b.m.work(1)
		b.m.plannedOver(len(b.literals)/32 + len(b.distinct)/8)
		if b.m.fault != nil {
			return false, b.m.fault
		}
		best := -1
		for i := range b.literals {
			l := &b.literals[i]
			if l.planned {
				continue
			}
			if l.stale && b.m.fault == nil {
				l.stale, l.cost = false, b.cost(l)
				b.m.plannedOver(1 + len(l.args))
			}
			if !math.IsInf(l.cost, 1) && (best < 0 || l.cost < b.literals[best].cost) {
				best = i
			}
		}
		if best < 0 {
			return false, b.unsafe()
		}
		b.take(&b.literals[best])
	}
	if !b.compare() {
		return false, nil
	}
	safe := len(b.distinct) == 0
	for i := range b.out {
		safe = safe && b.allBound(&b.out[i])
	}
	if !safe {
		return false, b.unsafe()
	}
	b.p.out = b.out
	return true, nil
}

// count finds where each place is used.
func (b *planner) count() {
	b.left = make([]int, len(b.bound))
	b.readers = make([][]int, len(b.bound))
	see := func(v int32) { b.left[v]++ }
	for i := range b.literals {
		for j := range b.literals[i].args {
			b.literals[i].args[j].eachVar(func(v int32) {
				b.left[v]++
				b.readers[v] = append(b.readers[v], i)
			})
		}
	}
	for i := range b.distinct {
		b.distinct[i][0].eachVar(see)
		b.distinct[i][1].eachVar(see)
	}
	for i := range b.out {
		b.out[i].eachVar(see)
	}
}

// take moves a condition into the plan.
func (b *planner) take(l *literal) {
	l.planned = true
	for i := range l.args {
		l.args[i].eachVar(func(v int32) { b.left[v]-- })
	}
	s := b.call(&l.atom, false)
	if l.negated {
		s.kind = absent
	}
	b.p.steps = append(b.p.steps, s)
	for i := range l.args {
		l.args[i].eachVar(func(v int32) {
			if b.bound[v] {
				return
			}
			b.bound[v] = true
			for _, r := range b.readers[v] {
				b.literals[r].stale = true
			}
		})
	}
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
			d[0].eachVar(func(v int32) { b.left[v]-- })
			d[1].eachVar(func(v int32) { b.left[v]-- })
		default:
			rest = append(rest, d)
		}
	}
	b.distinct = rest
	return true
}

// cost guesses how many cases a condition leaves of one; less than one for a
// test.
func (b *planner) cost(l *literal) float64 {
	if b.atomBound(&l.atom) {
		cost := 0.1
		if b.m.derived(l.rel) {
			cost = 1.5 // a test, but what it takes is not known
		}
		return cost
	}
	if l.negated {
		return math.Inf(1)
	}
	if l.rel == gdl.RelDoes {
		if b.allBound(&l.args[0]) {
			return 1
		}
		return float64(len(b.m.game.roles))
	}
	free := map[int32]bool{}
	for i := range l.args {
		l.args[i].eachVar(func(v int32) {
			if !b.bound[v] {
				free[v] = true
			}
		})
	}
	if b.m.derived(l.rel) {
		return math.Pow(12, float64(len(free)))
	}
	s := b.call(&l.atom, true).shape
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
	case l.rel != gdl.RelTrue:
		return 0 // there is no such fact at all
	}
	return math.Pow(4, float64(len(free))) // a kind of fluent that does not hold now
}
