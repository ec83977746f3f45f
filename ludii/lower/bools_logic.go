package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Logic and comparison.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) Bool{
		"bool.and": (*lowerer).and, "bool.or": (*lowerer).or, "bool.and#list": (*lowerer).and, "bool.or#list": (*lowerer).or,
		"not": func(l *lowerer, t *check.Term) Bool { return not(l.bool(t.Arg("a"))) },
		"xor": (*lowerer).xor, "bool.if": (*lowerer).boolIf, "toBool": (*lowerer).toBool,
		"=": (*lowerer).equal, "!=": func(l *lowerer, t *check.Term) Bool { return not(l.equal(t)) },
		"=#sites": (*lowerer).sameSites, "!=#sites": func(l *lowerer, t *check.Term) Bool { return not(l.sameSites(t)) },
		"<": (*lowerer).less, "<=": (*lowerer).atMost,
		">":  func(l *lowerer, t *check.Term) Bool { return l.lessOf(l.int(t.Arg("b")), l.int(t.Arg("a"))) },
		">=": func(l *lowerer, t *check.Term) Bool { return l.atMostOf(l.int(t.Arg("b")), l.int(t.Arg("a"))) },
	} {
		boolForms[name] = f
	}
}

// not turns a condition round. What is known of it beforehand turns round too.
func not(a Bool) Bool {
	if a.Const {
		return constBool(!a.V)
	}
	if b := a.FromIn; b != nil {
		out := !a.FromOut
		return Bool{FromIn: b, FromOut: out, Fn: func(c *ctx) bool { return b.Has(c.From) != out }}
	}
	return Bool{Fn: func(c *ctx) bool { return !a.Fn(c) }, Fails: a.Succeeds, Succeeds: a.Fails}
}

// operands lowers a and b, or the items of a list.
func (l *lowerer) operands(t *check.Term) []Bool {
	if list := t.Arg("items"); list != nil {
		b := make([]Bool, len(list.Items))
		for i, it := range list.Items {
			b[i] = l.bool(it)
		}
		return b
	}
	return []Bool{l.bool(t.Arg("a")), l.bool(t.Arg("b"))}
}

// either tells beforehand that one of some conditions is known.
func either(fns []exec.BoolFn) exec.BoolFn {
	switch len(fns) {
	case 0:
		return nil
	case 1:
		return fns[0]
	}
	return func(c *ctx) bool {
		for _, f := range fns {
			if f(c) {
				return true
			}
		}
		return false
	}
}

// every tells beforehand that all of n conditions are known.
func every(fns []exec.BoolFn, n int) exec.BoolFn {
	if len(fns) < n || n == 0 {
		return nil
	}
	return func(c *ctx) bool {
		for _, f := range fns {
			if !f(c) {
				return false
			}
		}
		return true
	}
}

// and looks at its conditions in order until one fails.
func (l *lowerer) and(t *check.Term) Bool {
	var rest []Bool
	for _, b := range l.operands(t) {
		switch {
		case !b.Const:
			rest = append(rest, b)
		case !b.V && len(rest) == 0:
			return constBool(false)
		case !b.V:
			rest = append(rest, b)
		}
	}
	fails, succeeds := sure(rest)
	out := Bool{Fails: either(fails), Succeeds: every(succeeds, len(rest))}
	for _, b := range rest {
		if b.EnemyBetween {
			out.EnemyBetween, out.Kind = true, b.Kind
		}
	}
	switch len(rest) {
	case 0:
		return constBool(true)
	case 1:
		return rest[0]
	case 2:
		a, b := rest[0].Fn, rest[1].Fn
		out.Fn = func(c *ctx) bool { return a(c) && b(c) }
	case 3:
		a, b, d := rest[0].Fn, rest[1].Fn, rest[2].Fn
		out.Fn = func(c *ctx) bool { return a(c) && b(c) && d(c) }
	default:
		out.Fn = func(c *ctx) bool {
			for i := range rest {
				if !rest[i].Fn(c) {
					return false
				}
			}
			return true
		}
	}
	return out
}

// sure gathers the Fails and the Succeeds of conditions.
func sure(rest []Bool) (fails, succeeds []exec.BoolFn) {
	for _, b := range rest {
		if b.Fails != nil {
			fails = append(fails, b.Fails)
		}
		if b.Succeeds != nil {
			succeeds = append(succeeds, b.Succeeds)
		}
	}
	return fails, succeeds
}

// or looks at its conditions in order until one holds.
func (l *lowerer) or(t *check.Term) Bool {
	var rest []Bool
	for _, b := range l.operands(t) {
		switch {
		case !b.Const:
			rest = append(rest, b)
		case b.V && len(rest) == 0:
			return constBool(true)
		case b.V:
			rest = append(rest, b)
		}
	}
	fails, succeeds := sure(rest)
	out := Bool{Succeeds: either(succeeds), Fails: every(fails, len(rest))}
	switch len(rest) {
	case 0:
		return constBool(false)
	case 1:
		return rest[0]
	case 2:
		a, b := rest[0].Fn, rest[1].Fn
		out.Fn = func(c *ctx) bool { return a(c) || b(c) }
	case 3:
		a, b, d := rest[0].Fn, rest[1].Fn, rest[2].Fn
		out.Fn = func(c *ctx) bool { return a(c) || b(c) || d(c) }
	default:
		out.Fn = func(c *ctx) bool {
			for i := range rest {
				if rest[i].Fn(c) {
					return true
				}
			}
			return false
		}
	}
	return out
}

func (l *lowerer) xor(t *check.Term) Bool {
	a, b := l.bool(t.Arg("a")), l.bool(t.Arg("b"))
	if a.Const && b.Const {
		return constBool(a.V != b.V)
	}
	return Bool{Fn: func(c *ctx) bool { return a.Fn(c) != b.Fn(c) }}
}

// boolIf is false where the condition fails and nothing is said for that.
func (l *lowerer) boolIf(t *check.Term) Bool {
	cond, yes, no := l.bool(t.Arg("if")), l.bool(t.Arg("yes")), l.boolOr(t.Arg("no"), false)
	switch {
	case cond.Const && cond.V:
		return yes
	case cond.Const:
		return no
	case no.Const && !no.V:
		return Bool{Fn: func(c *ctx) bool { return cond.Fn(c) && yes.Fn(c) }}
	}
	return Bool{Fn: func(c *ctx) bool {
		if cond.Fn(c) {
			return yes.Fn(c)
		}
		return no.Fn(c)
	}}
}

// toBool is true of all numbers but 0.
func (l *lowerer) toBool(t *check.Term) Bool {
	v := t.Arg("value")
	if v.Sort == check.Float {
		f := l.float(v)
		return Bool{Fn: func(c *ctx) bool { return f(c) != 0 }}
	}
	n := l.int(v)
	if n.Const {
		return constBool(n.V != 0)
	}
	return Bool{Fn: func(c *ctx) bool { return n.Fn(c) != 0 }}
}

// equal compares two numbers; constants and what iterators give are read at
// once.
func (l *lowerer) equal(t *check.Term) Bool {
	a, b := l.int(t.Arg("a")), l.int(t.Arg("b"))
	if a.Const {
		a, b = b, a
	}
	switch {
	case a.Const:
		return constBool(a.V == b.V)
	case b.Const:
		v := b.V
		switch a.Iter {
		case IterTo:
			return Bool{Fn: func(c *ctx) bool { return c.To == v }}
		case IterFrom:
			return Bool{Fn: func(c *ctx) bool { return c.From == v }}
		case IterMover:
			return Bool{Fn: func(c *ctx) bool { return int(c.Mover) == v }}
		}
		if a.Read.field != 0 {
			return equalField(a.Read, v)
		}
		if v == 0 && a.Zero != nil {
			return Bool{Fn: a.Zero}
		}
		return Bool{Fn: func(c *ctx) bool { return a.Fn(c) == v }}
	case b.Iter == IterMover:
		return Bool{Fn: func(c *ctx) bool { return a.Fn(c) == int(c.Mover) }}
	}
	return Bool{Fn: func(c *ctx) bool { return a.Fn(c) == b.Fn(c) }}
}

// equalField compares a field of a site with a number.
func equalField(r read, v int) Bool {
	k := r.k
	if r.field == fieldWhat {
		switch r.site {
		case IterTo:
			return Bool{Fn: func(c *ctx) bool { return c.State.What(k, c.To) == v }}
		case IterBetween:
			return Bool{Fn: func(c *ctx) bool { return c.State.What(k, c.Between) == v }}
		}
	} else {
		switch r.site {
		case IterTo:
			return Bool{Fn: func(c *ctx) bool { return c.State.Who(k, c.To) == v }, Owner: max(v, 0), Kind: k}
		case IterBetween:
			return Bool{Fn: func(c *ctx) bool { return c.State.Who(k, c.Between) == v }}
		}
	}
	return Bool{Fn: func(c *ctx) bool { return r.value(c) == v }}
}

func (l *lowerer) sameSites(t *check.Term) Bool {
	a, b := l.region(t.Arg("a")), l.region(t.Arg("b"))
	return Bool{Fn: func(c *ctx) bool {
		mark := c.SetMark()
		same := a.Fn(c).Equal(b.Fn(c))
		c.FreeSets(mark)
		return same
	}}
}

func (l *lowerer) less(t *check.Term) Bool {
	return l.lessOf(l.int(t.Arg("a")), l.int(t.Arg("b")))
}

func (l *lowerer) atMost(t *check.Term) Bool {
	return l.atMostOf(l.int(t.Arg("a")), l.int(t.Arg("b")))
}

func (l *lowerer) lessOf(a, b Int) Bool {
	switch {
	case l.p.Flags.Deduction:
		return l.variables(a, b, func(v, w int) bool { return v < w })
	case a.Const && b.Const:
		return constBool(a.V < b.V)
	case a.Const && a.V == 0 && b.Zero != nil:
		return not(Bool{Fn: b.Zero})
	case a.Const:
		return Bool{Fn: func(c *ctx) bool { return a.V < b.Fn(c) }}
	case b.Const && b.V == 1 && a.Zero != nil:
		return Bool{Fn: a.Zero}
	case b.Const:
		return Bool{Fn: func(c *ctx) bool { return a.Fn(c) < b.V }}
	}
	return Bool{Fn: func(c *ctx) bool { return a.Fn(c) < b.Fn(c) }}
}

// variables compares two variables of a deduction puzzle, whose numbers a and b are
// there, whatever else they may mean: unresolved ones may still be as they ought to.
func (l *lowerer) variables(a, b Int, holds func(v, w int) bool) Bool {
	k := l.p.Default
	return Bool{Fn: func(c *ctx) bool {
		i, j := a.Fn(c), b.Fn(c)
		v, known := c.Resolved(k, i)
		w, both := c.Resolved(k, j)
		return !known || !both || holds(v, w)
	}}
}

func (l *lowerer) atMostOf(a, b Int) Bool {
	switch {
	case l.p.Flags.Deduction:
		return l.variables(a, b, func(v, w int) bool { return v <= w })
	case a.Const && b.Const:
		return constBool(a.V <= b.V)
	case a.Const && a.V == 1 && b.Zero != nil:
		return not(Bool{Fn: b.Zero})
	case a.Const:
		return Bool{Fn: func(c *ctx) bool { return a.V <= b.Fn(c) }}
	case b.Const && b.V == 0 && a.Zero != nil:
		return Bool{Fn: a.Zero}
	case b.Const:
		return Bool{Fn: func(c *ctx) bool { return a.Fn(c) <= b.V }}
	}
	return Bool{Fn: func(c *ctx) bool { return a.Fn(c) <= b.Fn(c) }}
}
