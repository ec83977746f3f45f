package circuit

import "sort"

// A num is a whole number: which values it may have, ascending, and when. Exactly one of the literals
// holds.
type num struct {
	v []int
	c []Lit
}

// mostValues bounds what a number may be.
const mostValues = 1024

func constant(v int) num { return num{[]int{v}, []Lit{True}} }

// fixed gives the value of a number that has but one.
func (n num) fixed() (int, bool) {
	if len(n.v) == 1 {
		return n.v[0], true
	}
	return 0, false
}

// A builder gathers values.
type builder struct{ by map[int][]Lit }

func (b *builder) add(v int, c Lit) {
	if c == False {
		return
	}
	if b.by == nil {
		b.by = map[int][]Lit{}
	}
	b.by[v] = append(b.by[v], c)
}

func (b *builder) num(g *Gates) num {
	if len(b.by) > mostValues {
		refuse("a number of %d values", len(b.by))
	}
	var n num
	for v := range b.by {
		n.v = append(n.v, v)
	}
	sort.Ints(n.v)
	for _, v := range n.v {
		n.c = append(n.c, g.or(b.by[v]...))
	}
	if len(n.v) == 0 {
		return constant(0)
	}
	if len(n.v) == 1 {
		n.c[0] = True
	}
	return n
}

// with combines two numbers.
func (c *compiler) with(a, b num, f func(v, w int) int) num {
	if len(a.v)*len(b.v) > 1<<16 {
		refuse("two numbers of %d and %d values", len(a.v), len(b.v))
	}
	var out builder
	for i, v := range a.v {
		for j, w := range b.v {
			out.add(f(v, w), c.g.and(a.c[i], b.c[j]))
		}
	}
	return out.num(c.g)
}

// compare is that two numbers are in a relation.
func (c *compiler) compare(a, b num, f func(v, w int) bool) Lit {
	if len(a.v)*len(b.v) > 1<<16 {
		refuse("two numbers of %d and %d values", len(a.v), len(b.v))
	}
	var out []Lit
	for i, v := range a.v {
		for j, w := range b.v {
			if f(v, w) {
				out = append(out, c.g.and(a.c[i], b.c[j]))
			}
		}
	}
	return c.g.or(out...)
}

// choose is a where cond holds, else b.
func (c *compiler) choose(cond Lit, a, b num) num {
	var out builder
	for i, v := range a.v {
		out.add(v, c.g.and(cond, a.c[i]))
	}
	for i, v := range b.v {
		out.add(v, c.g.and(cond.Not(), b.c[i]))
	}
	return out.num(c.g)
}

// is is that a number has a value.
func (n num) is(v int) Lit {
	i := sort.SearchInts(n.v, v)
	if i < len(n.v) && n.v[i] == v {
		return n.c[i]
	}
	return False
}

// over is the OR over the values of a number of what holds for each.
func (c *compiler) over(n num, f func(v int) Lit) Lit {
	var out []Lit
	for i, v := range n.v {
		if l := f(v); l != False {
			out = append(out, c.g.and(n.c[i], l))
		}
	}
	return c.g.or(out...)
}

// count is how many of some literals hold. Halves are counted and added up.
func (c *compiler) count(lits []Lit) num {
	some := lits[:0:0]
	more := 0
	for _, l := range lits {
		switch l {
		case False:
		case True:
			more++
		default:
			some = append(some, l)
		}
	}
	n := c.countOf(some)
	if more == 0 {
		return n
	}
	out := num{c: n.c}
	for _, v := range n.v {
		out.v = append(out.v, v+more)
	}
	return out
}

func (c *compiler) countOf(lits []Lit) num {
	switch len(lits) {
	case 0:
		return constant(0)
	case 1:
		return num{[]int{0, 1}, []Lit{lits[0].Not(), lits[0]}}
	}
	h := len(lits) / 2
	return c.with(c.countOf(lits[:h]), c.countOf(lits[h:]), func(v, w int) int { return v + w })
}
