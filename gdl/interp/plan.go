package interp

import (
	"fmt"

	"ludens/game"
	"ludens/gdl"
)

// A clause is a rule of the program with its terms compiled.
type clause struct {
	head     []expr
	pos, neg []atom
	distinct [][2]expr
	equal    [][2]expr
	vars     int32
	source   int // index into Program.Clauses
}

type atom struct {
	rel  gdl.RelID
	args []expr
}

// A plan is a clause made ready for calls of one shape. Its environment holds
// the slots of the call first.
type plan struct {
	places int     // size of the environment
	checks []check // what the slots must match; they bind places on the way
	steps  []step
	out    []expr // the answer
}

type step struct {
	kind  stepKind
	shape *shape  // ask, absent
	known []expr  // ask, absent: the values of its slots
	binds []int32 // ask: the places that its answers go to
	a, b  expr    // differ
}

type stepKind uint8

const (
	ask    stepKind = iota // for every answer of a call
	absent                 // if a call has no answer
	differ                 // if two terms are not the same
)

// plansOf gives the plans of a shape, made on first use.
func (m *Machine) plansOf(s *shape) []plan {
	if s.planned {
		return s.plans
	}
	s.plans = nil
	for i := range m.game.rules[s.rel] {
		c := &m.game.rules[s.rel][i]
		p, ok, err := m.plan(c, s)
		if err != nil {
			m.fail(err)
			return nil
		}
		if m.fault != nil {
			return nil
		}
		if ok {
			s.plans = append(s.plans, p)
		}
	}
	s.planned = true
	return s.plans
}

// planner makes one plan.
type planner struct {
	m        *Machine
	c        *clause
	u        unifier
	bound    []bool
	literals []literal
	distinct [][2]expr
	left     []int   // per place: its occurrences in what is not in the plan yet
	readers  [][]int // per place: the literals in which it occurs
	out      []expr
	p        plan
}

// plan specialises a clause for a shape; ok is false if it can never apply.
func (m *Machine) plan(c *clause, s *shape) (p plan, ok bool, err error) {
	places := int32(s.slots + s.asked)
	args := make([]expr, len(s.args))
	for i := range s.args {
		args[i] = placed(s.args[i], int32(s.slots), &places)
	}
	base := places
	places += c.vars
	b := planner{m: m, c: c, bound: make([]bool, places)}
	b.u = unifier{terms: m.terms, slots: int32(s.slots), subst: make([]*expr, places)}
	for i := range args {
		head := shift(c.head[i], base)
		if !b.u.unify(&args[i], &head) {
			return plan{}, false, b.tooLarge()
		}
	}
	for _, e := range c.equal {
		x, y := shift(e[0], base), shift(e[1], base)
		if !b.u.unify(&x, &y) {
			return plan{}, false, b.tooLarge()
		}
	}
	b.resolve(base, s)
	if err := b.tooLarge(); err != nil {
		return plan{}, false, err
	}
	if m.fault != nil {
		return plan{}, false, m.fault
	}
	b.p.places = int(places)
	for v := range s.slots {
		b.bound[v] = true
	}
	for _, c := range b.u.checks {
		c.e = b.pattern(b.u.resolve(&c.e))
		b.p.checks = append(b.p.checks, c)
	}
	ok, err = b.order()
	m.work(b.u.size + len(b.literals)*(1+len(b.p.steps)/16))
	m.charge(forever, int64(48*b.u.size))
	return b.p, ok && err == nil, err
}

func (b *planner) tooLarge() error {
	if b.u.size > maxExprNodes {
		return fmt.Errorf("%w: the terms of %s grow too large when put together", game.ErrBudget, b.text())
	}
	return nil
}

func (b *planner) text() string {
	p := b.m.game.program
	s := p.String(&p.Clauses[b.c.source])
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}

// placed gives the arguments of a shape as exprs over the places of a plan.
func placed(e expr, slots int32, places *int32) expr {
	switch e.kind {
	case isSlot:
		return expr{kind: isVar, v: e.v}
	case isVar:
		return expr{kind: isVar, v: slots + e.v}
	case isAny:
		*places++
		return expr{kind: isVar, v: *places - 1}
	case isConst:
		return e
	}
	out := expr{kind: isFn, sym: e.sym, args: make([]expr, len(e.args))}
	for i := range e.args {
		out.args[i] = placed(e.args[i], slots, places)
	}
	return out
}

// resolve applies the substitution to all of the clause.
func (b *planner) resolve(base int32, s *shape) {
	shifted := func(es []expr) []expr {
		out := make([]expr, len(es))
		for i := range es {
			out[i] = shift(es[i], base)
		}
		return b.u.resolveAll(out)
	}
	for _, a := range b.c.neg { // first: of equal costs, a negation goes first
		b.literals = append(b.literals, literal{atom: atom{a.rel, shifted(a.args)}, negated: true, stale: true})
	}
	for _, a := range b.c.pos {
		b.literals = append(b.literals, literal{atom: atom{a.rel, shifted(a.args)}, stale: true})
	}
	for _, d := range b.c.distinct {
		r := shifted(d[:])
		b.distinct = append(b.distinct, [2]expr{r[0], r[1]})
	}
	for k := range s.asked {
		v := expr{kind: isVar, v: int32(s.slots + k)}
		b.out = append(b.out, b.u.resolve(&v))
	}
}

// pattern marks the first occurrences of free variables as binding, in the order
// in which matching meets them.
func (b *planner) pattern(e expr) expr {
	switch e.kind {
	case isVar:
		if !b.bound[e.v] {
			b.bound[e.v] = true
			e.kind = isBind
		}
	case isFn:
		for i := range e.args {
			e.args[i] = b.pattern(e.args[i])
		}
	}
	return e
}

func (b *planner) allBound(e *expr) bool {
	ok := true
	e.eachVar(func(v int32) { ok = ok && b.bound[v] })
	return ok
}

func (b *planner) atomBound(a *atom) bool {
	for i := range a.args {
		if !b.allBound(&a.args[i]) {
			return false
		}
	}
	return true
}

// call turns an atom into the shape and values of a call, given what is bound.
// Variables that occur once in it and nowhere in what is left need no value,
// unless all is set.
func (b *planner) call(a *atom, all bool) step {
	c := callBuilder{b: b, all: all, number: map[int32]int32{}, count: map[int32]int{}}
	for i := range a.args {
		a.args[i].eachVar(func(v int32) { c.count[v]++ })
	}
	args := make([]expr, len(a.args))
	for i, e := range a.args {
		if e.kind == isConst && a.rel == gdl.RelTrue {
			e = b.m.open1(e)
		}
		args[i] = c.arg(e, !b.m.derived(a.rel))
	}
	return step{kind: ask, shape: b.m.shapeOf(a.rel, args, false), known: c.known, binds: c.binds}
}

type callBuilder struct {
	b      *planner
	all    bool
	number map[int32]int32
	count  map[int32]int
	known  []expr
	binds  []int32
}

// arg gives the shape of an argument. Inside of stored relations compounds are
// always taken apart, so that no term need be built only to be looked up.
func (c *callBuilder) arg(e expr, apart bool) expr {
	if c.b.allBound(&e) && (e.kind != isFn || !apart) {
		c.known = append(c.known, e)
		return expr{kind: isSlot}
	}
	if e.kind == isVar {
		n, ok := c.number[e.v]
		if !ok {
			if !c.all && c.count[e.v] == 1 && c.b.left[e.v] == 0 {
				return expr{kind: isAny}
			}
			n = int32(len(c.binds))
			c.number[e.v] = n
			c.binds = append(c.binds, e.v)
		}
		return expr{kind: isVar, v: n}
	}
	out := expr{kind: isFn, sym: e.sym, args: make([]expr, len(e.args))}
	for i := range e.args {
		out.args[i] = c.arg(e.args[i], apart)
	}
	return out
}

// derived tells whether a relation has rules.
func (m *Machine) derived(rel gdl.RelID) bool { return len(m.game.rules[rel]) > 0 }

// open1 takes a ground compound term apart, one level.
func (m *Machine) open1(e expr) expr {
	t := &m.terms.list[e.v]
	if !t.fn {
		return e
	}
	out := expr{kind: isFn, sym: t.sym, args: make([]expr, 0, t.n)}
	for _, a := range m.terms.argsOf(e.v) {
		out.args = append(out.args, expr{kind: isConst, v: a})
	}
	return out
}
