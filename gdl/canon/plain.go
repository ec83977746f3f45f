package canon

import (
	"slices"
	"strconv"
	"strings"

	"ludens/gdl"
)

// plain writes a clause with its own names and numbered variables: the same text means
// the same clause. Clauses that are the same may have different texts, where conditions
// differ in nothing but variables that come late; then both stay.
func (r *rules) plain(c *gdl.Clause) string {
	vars := make([]string, len(c.Vars))
	for i := range vars {
		vars[i] = "?"
	}
	w := &writer{
		r:        r,
		relation: func(id gdl.RelID) string { return r.p.Rels[id].String() },
		constant: func(name string) string { return name },
		function: func(name string, _ int) string { return name },
	}
	// Conditions in an order that variables have no part in decide their numbers.
	type condition struct {
		text string
		do   func()
	}
	next := 0
	name := func(x gdl.Expr) {
		walk(x, func(v int32) {
			if vars[v] == "?" {
				vars[v] = "?" + strconv.Itoa(next)
				next++
			}
		})
	}
	names := func(a gdl.Atom) {
		for _, x := range a.Args {
			name(x)
		}
	}
	list := make([]condition, 0, len(c.Pos)+len(c.Neg))
	for k, atoms := range [][]gdl.Atom{c.Pos, c.Neg} {
		for _, a := range atoms {
			list = append(list, condition{strconv.Itoa(k) + w.atom(a, vars, false), func() { names(a) }})
		}
	}
	slices.SortStableFunc(list, func(a, b condition) int { return strings.Compare(a.text, b.text) })
	names(c.Head)
	for _, x := range list {
		x.do()
	}
	for _, pairs := range [][]gdl.Pair{c.Distinct, c.Equal} {
		for _, p := range pairs {
			name(p.A)
			name(p.B)
		}
	}
	return w.clause(c, vars)
}

// walk calls f for the variables of a term.
func walk(x gdl.Expr, f func(v int32)) {
	if x.Var >= 0 {
		f(x.Var)
		return
	}
	for _, a := range x.Args {
		walk(a, f)
	}
}
