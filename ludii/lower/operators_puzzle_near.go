package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Constraints that puzzles put on every site alike. Where the condition at a site reads
// only a few variables near it, those of other sites need not be looked at again when one
// variable is set: on large boards that is nearly all of the work.

// An everywhere is (forAll …) over the sites of a kind whose condition depends on (from)
// and on variables of sites that (from) tells, and on nothing else.
type everywhere struct {
	kind    kind // of the sites
	holds   exec.BoolFn
	regions []Region
	kinds   []kind       // of the variables in each region
	readers [3][][]int32 // by kind and site of a variable, the sites whose condition reads it
}

// nearby are the forms that such a condition is made of, besides the counts of values.
var nearby = map[string]bool{
	"bool.and": true, "bool.and#list": true, "bool.or": true, "bool.or#list": true, "not": true, "xor": true,
	"=": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true, "int.hint": true, "int.from": true,
}

// everywhere looks at a constraint; nil if it is none of that sort.
func (l *lowerer) everywhere(t *check.Term) *everywhere {
	if t.Name() != "forAll" || t.Arg("element").Text == "Hint" {
		return nil
	}
	e := &everywhere{}
	e.kind, _ = l.kindOf(t.Arg("element"))
	if !e.reads(l, t.Arg("if")) || len(e.regions) == 0 {
		return nil
	}
	e.holds = l.bool(t.Arg("if")).Fn
	return e
}

// reads notes the variables that a term reads; false if it may read something else.
func (e *everywhere) reads(l *lowerer, t *check.Term) bool {
	switch {
	case t == nil:
		return true
	case t.Name() == "is Count":
		in := t.Arg("sites")
		if in == nil || in.Name() != "sites Incident" || in.Arg("owner") != nil || in.Arg("role") != nil || !e.reads(l, in.Arg("at")) {
			return false
		}
		k, _ := l.kindOf(t.Arg("type"))
		e.regions, e.kinds = append(e.regions, l.region(in)), append(e.kinds, k)
		return e.reads(l, t.Arg("of")) && e.reads(l, t.Arg("value"))
	case t.Form != nil && !nearby[t.Name()]:
		return false
	}
	for _, list := range [][]*check.Term{t.Args, t.Items} {
		for _, a := range list {
			if !e.reads(l, a) {
				return false
			}
		}
	}
	return true
}

// learn finds out which sites' conditions read which variables.
func (e *everywhere) learn(c *ctx) {
	for k := range e.readers {
		e.readers[k] = make([][]int32, len(c.Sites[k].What))
	}
	from := c.From
	for site := range c.Prog.Topo.NumSites(e.kind) {
		c.From = site
		for i, r := range e.regions {
			mark := c.SetMark()
			b := r.Fn(c)
			of := e.readers[e.kinds[i]]
			for s := b.Next(0); s >= 0 && s < len(of); s = b.Next(s + 1) {
				if n := len(of[s]); n == 0 || of[s][n-1] != int32(site) {
					of[s] = append(of[s], int32(site))
				}
			}
			c.FreeSets(mark)
		}
	}
	c.From = from
}

// broken adds to dst the sites at which the condition does not hold now.
func (e *everywhere) broken(c *ctx, dst []int) []int {
	from := c.From
	for site := range c.Prog.Topo.NumSites(e.kind) {
		if c.From = site; !e.holds(c) {
			dst = append(dst, site)
		}
	}
	c.From = from
	return dst
}

// still reports whether the condition holds everywhere after a variable was set, before
// which it was broken at some sites.
func (e *everywhere) still(c *ctx, k kind, variable int, broken []int) bool {
	from, mended, all := c.From, 0, true
	for _, site := range e.readers[k][variable] {
		if c.From = int(site); !e.holds(c) {
			all = false
			break
		}
		for _, b := range broken {
			if b == int(site) {
				mended++
			}
		}
	}
	c.From = from
	return all && mended == len(broken)
}
