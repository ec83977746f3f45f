package interp

import (
	"strconv"

	"ludens/gdl"
)

// An expr is a term with variables, in one of two uses: in a plan its variables
// are places in the plan's environment; in a shape they are slots and answers.
type expr struct {
	kind exprKind
	v    int32  // the term, the place, the slot or the number of the answer
	sym  int32  // of a compound
	args []expr // of a compound
}

type exprKind uint8

const (
	isConst exprKind = iota // the ground term v
	isVar                   // plan: the value at place v; shape: the v-th part of an answer
	isFn                    // a compound term
	isBind                  // plan, in matching only: the first meeting with place v, sets it
	isSlot                  // shape: known when the call is made, the v-th known value
	isAny                   // shape: some term, which one is not asked for
)

// compile turns a term of a clause into an expr; the clause's variables are
// numbered from base.
func compile(syms *symbols, e gdl.Expr, base int32) expr {
	switch {
	case e.Var >= 0:
		return expr{kind: isVar, v: base + e.Var}
	case e.Ground != gdl.NoTerm:
		return expr{kind: isConst, v: int32(e.Ground)}
	}
	out := expr{kind: isFn, sym: syms.add(e.Fn), args: make([]expr, len(e.Args))}
	for i, a := range e.Args {
		out.args[i] = compile(syms, a, base)
	}
	return out
}

// shift renumbers the variables of an expr.
func shift(e expr, by int32) expr {
	switch e.kind {
	case isVar:
		e.v += by
	case isFn:
		args := make([]expr, len(e.args))
		for i, a := range e.args {
			args[i] = shift(a, by)
		}
		e.args = args
	}
	return e
}

// eachVar calls f for every occurrence of a variable.
func (e *expr) eachVar(f func(v int32)) {
	if e.kind == isVar {
		f(e.v)
	}
	for i := range e.args {
		e.args[i].eachVar(f)
	}
}

// appendKey writes an expr unambiguously, as part of the name of a shape.
func (e *expr) appendKey(b []byte) []byte {
	switch e.kind {
	case isSlot:
		return append(b, 's')
	case isAny:
		return append(b, '_')
	case isVar:
		return append(strconv.AppendInt(append(b, 'v'), int64(e.v), 36), ' ')
	case isConst:
		return append(strconv.AppendInt(append(b, 'c'), int64(e.v), 36), ' ')
	}
	b = append(strconv.AppendInt(append(b, '('), int64(e.sym), 36), ' ')
	for i := range e.args {
		b = e.args[i].appendKey(b)
	}
	return append(b, ')')
}

// unifier finds the most general substitution that makes pairs of exprs equal,
// while a plan is made. Places below slots hold ground terms not known yet: what
// is said about them is left over as checks, to be made when the plan is run.
type unifier struct {
	terms  *terms
	slots  int32
	subst  []*expr
	checks []check
	size   int // nodes written by resolve
}

// check demands that the value at a slot matches an expr.
type check struct {
	slot int32
	e    expr
}

// maxExprNodes bounds what substitution may blow an expr up to.
const maxExprNodes = 1 << 17

func (u *unifier) walk(e *expr) *expr {
	for e.kind == isVar && u.subst[e.v] != nil {
		e = u.subst[e.v]
	}
	return e
}

func (u *unifier) isSlot(e *expr) bool { return e.kind == isVar && e.v < u.slots }

func (u *unifier) unify(a, b *expr) bool {
	if u.size++; u.size > maxExprNodes {
		return false // see Machine.plans: reported as a budget exceeded
	}
	a, b = u.walk(a), u.walk(b)
	switch {
	case a.kind == isVar && b.kind == isVar && a.v == b.v:
		return true
	case a.kind == isVar && !u.isSlot(a):
		return u.bind(a.v, b)
	case b.kind == isVar && !u.isSlot(b):
		return u.bind(b.v, a)
	case u.isSlot(a):
		u.checks = append(u.checks, check{a.v, *b})
		return true
	case u.isSlot(b):
		u.checks = append(u.checks, check{b.v, *a})
		return true
	case a.kind == isConst && b.kind == isConst:
		return a.v == b.v
	case a.kind == isConst:
		return u.unifyConst(b, a.v)
	case b.kind == isConst:
		return u.unifyConst(a, b.v)
	}
	if a.sym != b.sym || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !u.unify(&a.args[i], &b.args[i]) {
			return false
		}
	}
	return true
}

// unifyConst unifies a compound with a ground term.
func (u *unifier) unifyConst(e *expr, id int32) bool {
	t := &u.terms.list[id]
	if !t.fn || t.sym != e.sym || int(t.n) != len(e.args) {
		return false
	}
	for i, a := range u.terms.argsOf(id) {
		if !u.unify(&e.args[i], &expr{kind: isConst, v: a}) {
			return false
		}
	}
	return true
}

func (u *unifier) bind(v int32, e *expr) bool {
	if u.occurs(v, e) {
		return false
	}
	u.subst[v] = e
	return true
}

func (u *unifier) occurs(v int32, e *expr) bool {
	if u.size++; u.size > maxExprNodes {
		return true
	}
	e = u.walk(e)
	if e.kind == isVar {
		return e.v == v
	}
	for i := range e.args {
		if u.occurs(v, &e.args[i]) {
			return true
		}
	}
	return false
}

// resolve writes an expr with the substitution applied.
func (u *unifier) resolve(e *expr) expr {
	u.size++
	e = u.walk(e)
	if e.kind != isFn || u.size > maxExprNodes {
		return *e
	}
	out := expr{kind: isFn, sym: e.sym, args: make([]expr, len(e.args))}
	for i := range e.args {
		out.args[i] = u.resolve(&e.args[i])
	}
	return out
}

func (u *unifier) resolveAll(es []expr) []expr {
	out := make([]expr, len(es))
	for i := range es {
		out[i] = u.resolve(&es[i])
	}
	return out
}

// equalExpr reports whether two exprs are the same, letter for letter.
func equalExpr(a, b *expr) bool {
	if a.kind != b.kind || a.v != b.v || a.sym != b.sym || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !equalExpr(&a.args[i], &b.args[i]) {
			return false
		}
	}
	return true
}
