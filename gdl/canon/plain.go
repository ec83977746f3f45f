package canon

import (
	"strconv"

	"ludens/gdl"
)

// clauseWork bounds the labelling of one clause; it has few vertices.
const clauseWork = 100_000

// unique leaves out clauses that are said twice, maybe with other variables or in another
// order. (Multiplying out makes them.)
func (r *rules) unique(list []*gdl.Clause) []*gdl.Clause {
	by := map[string][]int{} // by text without variables
	for i, c := range list {
		vars := make([]string, len(c.Vars))
		for v := range vars {
			vars[v] = "?"
		}
		key := r.own().clause(c, vars)
		by[key] = append(by[key], i)
	}
	twice := make([]bool, len(list))
	for _, alike := range by {
		if len(alike) < 2 {
			continue
		}
		seen := map[string]bool{}
		for _, i := range alike {
			key := r.alone(list[i], i)
			twice[i], seen[key] = seen[key], true
		}
	}
	out := make([]*gdl.Clause, 0, len(list))
	for i, c := range list {
		if !twice[i] {
			out = append(out, c)
		}
	}
	return out
}

// alone writes a clause with its own names, and variables by a canonical labelling of its
// own: the same text for the same clause, and for no other. The number stands for a clause
// that cannot be labelled.
func (r *rules) alone(c *gdl.Clause, number int) string {
	g := newGraph(&rules{p: r.p, clauses: []*gdl.Clause{c}, literalGoals: r.literalGoals, named: true}, clauseWork)
	if g == nil {
		return strconv.Itoa(number)
	}
	order := label(g, clauseWork)
	if order == nil {
		return strconv.Itoa(number)
	}
	return r.own().clause(c, variables(g.vars[0], places(order)))
}

// own writes with the names that there are.
func (r *rules) own() *writer {
	return &writer{
		r:        r,
		relation: func(id gdl.RelID) string { return r.p.Rels[id].String() },
		constant: func(name string) string { return name },
		function: func(name string, _ int) string { return name },
	}
}
