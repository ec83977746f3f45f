package lower

import (
	"math"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Arithmetic. Numbers are those of 32 bits that Ludii computes with: what is too
// large wraps round.

func init() {
	add := func(a, b int) int { return wrap(a + b) }
	mul := func(a, b int) int { return wrap(a * b) }
	for name, op := range map[string]func(a, b int) int{
		"+": add, "-": func(a, b int) int { return wrap(a - b) }, "*": mul, "/": divide, "^": power,
		"max": func(a, b int) int { return max(a, b) }, "min": func(a, b int) int { return min(a, b) },
	} {
		f := func(l *lowerer, t *check.Term) Int { return l.binary(t, op) }
		intForms["int."+name], intForms["dim."+name] = f, f
	}
	intForms["%"] = func(l *lowerer, t *check.Term) Int { return l.binary(t, remainder) }
	intForms["int.+"], intForms["int.-"] = (*lowerer).plus, (*lowerer).minus
	abs := func(l *lowerer, t *check.Term) Int {
		v := l.int(t.Arg("a"))
		if v.Const {
			return Const(max(v.V, -v.V))
		}
		return Int{Fn: func(c *ctx) int { x := v.Fn(c); return max(x, -x) }}
	}
	intForms["int.abs"], intForms["dim.abs"] = abs, abs
	sum := func(l *lowerer, t *check.Term) Int { return l.fold(t, 0, add) }
	product := func(l *lowerer, t *check.Term) Int { return l.fold(t, 1, mul) }
	intForms["int.+#list"], intForms["dim.+#list"] = sum, sum
	intForms["int.*#list"], intForms["dim.*#list"] = product, product
	intForms["int.max#list"] = func(l *lowerer, t *check.Term) Int {
		return l.most(t, func(a, b int) bool { return a > b })
	}
	intForms["int.min#list"] = func(l *lowerer, t *check.Term) Int {
		return l.most(t, func(a, b int) bool { return a < b })
	}
	intForms["int.if"] = (*lowerer).intIf
	intForms["toInt"] = (*lowerer).toInt
}

// wrap cuts a number to 32 bits.
func wrap(n int) int { return int(int32(n)) }

// divide rounds towards 0; by 0 it gives 0, where Ludii would stop.
func divide(a, b int) int {
	if b == 0 {
		return 0
	}
	return wrap(a / b)
}

func remainder(a, b int) int {
	if b == 0 {
		return 0
	}
	return a % b
}

// power rounds towards 0 and stops at the largest number.
func power(a, b int) int {
	x := math.Pow(float64(a), float64(b))
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt32:
		return math.MaxInt32
	case x <= math.MinInt32:
		return math.MinInt32
	}
	return int(x)
}

// binary lowers a function of a and b.
func (l *lowerer) binary(t *check.Term, op func(a, b int) int) Int {
	a, b := l.int(t.Arg("a")), l.int(t.Arg("b"))
	switch {
	case a.Const && b.Const:
		return Const(op(a.V, b.V))
	case b.Const:
		return Int{Fn: func(c *ctx) int { return op(a.Fn(c), b.V) }}
	}
	return Int{Fn: func(c *ctx) int { return op(a.Fn(c), b.Fn(c)) }}
}

func (l *lowerer) plus(t *check.Term) Int {
	a, b := l.int(t.Arg("a")), l.int(t.Arg("b"))
	switch {
	case a.Const && b.Const:
		return Const(wrap(a.V + b.V))
	case b.Const:
		return Int{Fn: func(c *ctx) int { return wrap(a.Fn(c) + b.V) }}
	}
	return Int{Fn: func(c *ctx) int { return wrap(a.Fn(c) + b.Fn(c)) }}
}

// minus may lack its first number, which is 0 then.
func (l *lowerer) minus(t *check.Term) Int {
	a, b := l.intOr(t.Arg("a"), 0), l.int(t.Arg("b"))
	switch {
	case a.Const && b.Const:
		return Const(wrap(a.V - b.V))
	case b.Const:
		return Int{Fn: func(c *ctx) int { return wrap(a.Fn(c) - b.V) }}
	}
	return Int{Fn: func(c *ctx) int { return wrap(a.Fn(c) - b.Fn(c)) }}
}

// fold joins a list of numbers.
func (l *lowerer) fold(t *check.Term, start int, op func(a, b int) int) Int {
	items := t.Arg("items")
	if items.List {
		v := make([]Int, len(items.Items))
		constant, total := true, start
		for i, it := range items.Items {
			if v[i] = l.int(it); v[i].Const {
				total = op(total, v[i].V)
			} else {
				constant = false
			}
		}
		if constant {
			return Const(total)
		}
		return Int{Fn: func(c *ctx) int {
			total := start
			for i := range v {
				total = op(total, v[i].Fn(c))
			}
			return total
		}}
	}
	list := l.ints(items)
	return Int{Fn: func(c *ctx) int {
		total := start
		x := list(c, c.Ints())
		for _, v := range x {
			total = op(total, v)
		}
		c.PutInts(x)
		return total
	}}
}

// most gives the greatest (or least) number of a list, Undefined of an empty
// one.
func (l *lowerer) most(t *check.Term, better func(a, b int) bool) Int {
	list := l.ints(t.Arg("items"))
	return Int{Fn: func(c *ctx) int {
		best := exec.Undefined
		x := list(c, c.Ints())
		for i, v := range x {
			if i == 0 || better(v, best) {
				best = v
			}
		}
		c.PutInts(x)
		return best
	}}
}

func (l *lowerer) intIf(t *check.Term) Int {
	cond, yes, no := l.bool(t.Arg("if")), l.int(t.Arg("yes")), l.int(t.Arg("no"))
	if cond.Const {
		if cond.V {
			return yes
		}
		return no
	}
	return Int{Fn: func(c *ctx) int {
		if cond.Fn(c) {
			return yes.Fn(c)
		}
		return no.Fn(c)
	}}
}

// toInt cuts the places behind the point off; true is 1.
func (l *lowerer) toInt(t *check.Term) Int {
	v := t.Arg("value")
	if v.Sort == check.Bool {
		b := l.bool(v)
		return Int{Fn: func(c *ctx) int {
			if b.Fn(c) {
				return 1
			}
			return 0
		}}
	}
	f := l.float(v)
	return Int{Fn: func(c *ctx) int {
		x := f(c)
		switch {
		case x != x:
			return 0
		case x >= math.MaxInt32:
			return math.MaxInt32
		case x <= math.MinInt32:
			return math.MinInt32
		}
		return int(x)
	}}
}
