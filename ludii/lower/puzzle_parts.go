package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/topology"
)

// Most constraints of puzzles are made of parts: rows whose numbers differ, sites around which so many are set. Where a part
// reads variables and nothing else that moves change, the machine notes which while the part is asked, and when one variable is set those
// parts alone are asked again that have read it: on large boards that is nearly all of the work.

// parted is a constraint that holds where each of its parts does.
type parted struct {
	n     int
	holds func(c *ctx, part int) bool
}

// all asks every part.
func (p parted) all() Bool {
	return Bool{Fn: func(c *ctx) bool {
		for i := range p.n {
			if !p.holds(c, i) {
				return false
			}
		}
		return true
	}}
}

// parts takes a constraint apart. It reports false if a part may read something else than variables.
func (l *lowerer) parts(t *check.Term) (parted, bool) {
	switch t.Name() {
	case "forAll":
		p := l.forAllParts(t)
		return p, l.readsVariables(t.Arg("if"))
	case "all Different#puzzle":
		p, static := l.allDifferentParts(t)
		return p, static
	case "is Sum":
		p, static := l.isSumParts(t)
		return p, static && l.readsVariables(t.Arg("value"))
	}
	holds := l.bool(t).Fn
	return parted{n: 1, holds: func(c *ctx, _ int) bool { return holds(c) }}, l.readsVariables(t)
}

// plain are the forms that read what their arguments give, besides variables.
var plain = map[string]bool{
	"bool.and": true, "bool.and#list": true, "bool.or": true, "bool.or#list": true, "not": true, "xor": true,
	"=": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true, "int.hint": true, "int.from": true, "int.to": true, "int.edge": true,
	"is Count": true, "is Unique": true, "sites Incident": true, "sites Around": true, "sites Hint": true,
}

// readsVariables reports whether a term reads nothing that a move changes but variables.
func (l *lowerer) readsVariables(t *check.Term) bool {
	switch {
	case t == nil:
		return true
	case t.Name() == "sites Incident" && (t.Arg("owner") != nil || t.Arg("role") != nil):
		return false
	case t.Name() == "sites Around" && (t.Arg("if") != nil || t.Arg("region") != nil):
		return false
	case t.Form != nil && !plain[t.Name()]:
		return isRegion(t) && l.region(t).Static != nil || t.Form.Result == check.Int && l.int(t).Const
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if !l.readsVariables(a) {
				return false
			}
		}
	}
	return true
}

// readings are the parts of constraints in a position: whether they hold, and which have read each variable. They are
// made with Ints of a ctx, and given back by free.
type readings struct {
	holds   []int // 1, or 0, of every part
	broken  int   // parts that do not hold
	parts   []int // of constraints, and the number of the part in it, by turns
	first   []int // by variable: 1 and the index in readers of the first part that has read it, 0 if there is none
	readers []int // a part, and 1 and the index of the next, by turns
	base    [topology.Cell + 1]int
}

// ask asks every part.
func ask(c *ctx, all []parted) readings {
	r := readings{holds: c.Ints(), parts: c.Ints(), first: c.Ints(), readers: c.Ints()}
	n := 0
	for k := range r.base {
		r.base[k] = n
		n += len(c.Values[k])
	}
	for range n {
		r.first = append(r.first, 0)
	}
	for i := range all {
		for part := range all[i].n {
			number := len(r.holds)
			c.Note(true)
			ok := all[i].holds(c, part)
			for _, v := range c.Note(false) {
				at := &r.first[r.base[v.Kind]+v.Site]
				if *at > 0 && r.readers[*at-1] == number {
					continue
				}
				r.readers = append(r.readers, number, *at)
				*at = len(r.readers) - 1
			}
			r.parts = append(r.parts, i, part)
			if ok {
				r.holds = append(r.holds, 1)
			} else {
				r.holds = append(r.holds, 0)
				r.broken++
			}
		}
	}
	return r
}

// still reports whether all parts hold now that a variable has another value.
func (r *readings) still(c *ctx, all []parted, k kind, site int) bool {
	mended := 0
	for at := r.first[r.base[k]+site]; at > 0; at = r.readers[at] {
		number := r.readers[at-1]
		if !all[r.parts[2*number]].holds(c, r.parts[2*number+1]) {
			return false
		}
		mended += 1 - r.holds[number]
	}
	return mended == r.broken
}

func (r *readings) free(c *ctx) {
	for _, x := range [][]int{r.readers, r.first, r.parts, r.holds} {
		c.PutInts(x)
	}
}
