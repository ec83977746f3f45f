package check

import "ludens/gdl"

// early finds negations and comparisons that stand before the conditions which
// bind their variables. The order of conditions means nothing in GDL, but a
// program that proves them from left to right, as Prolog does, asks such a
// negation while its variable is still open: not (p ?x) then fails as soon as
// there is any p, and distinct may hold or fail for two variables that will be
// equal or differ in the end.
func (c *checker) early(i int, r *gdl.Rule) {
	var bound map[string]bool // by the whole rule: what is not is the safety pass's business
	known := map[string]bool{}
	var walk func(l *gdl.Literal)
	walk = func(l *gdl.Literal) {
		switch l.Kind {
		case gdl.Not, gdl.Distinct:
			if bound == nil {
				bound = boundVariables(r.Body)
			}
			if v := openVariable(l, known, bound); v != nil {
				what := "not"
				if l.Kind == gdl.Distinct {
					what = "distinct"
				}
				c.report("GDL066", i, l.Pos, "this %s comes before the condition that binds its variable %s", what, shortName(v.Name))
			}
		case gdl.Or: // what a member binds, it binds for nobody but those behind the or
			for k := range l.Subs {
				walk(&l.Subs[k])
			}
		}
	}
	for j := range r.Body {
		walk(&r.Body[j])
		for v := range boundVariables(r.Body[j : j+1]) {
			known[v] = true
		}
	}
}

// openVariable gives the first variable of a negation or comparison that is bound
// later only, nil if there is none.
func openVariable(l *gdl.Literal, known, bound map[string]bool) (found *gdl.Term) {
	look := func(x *gdl.Term) {
		if found == nil && x.Kind == gdl.Variable && !known[x.Name] && bound[x.Name] {
			found = x
		}
	}
	if l.Kind == gdl.Distinct {
		l.Sentence.Walk(look)
		return found
	}
	for j := range l.Subs {
		if l.Subs[j].Kind == gdl.Positive {
			l.Subs[j].Sentence.Walk(look)
		}
	}
	return found
}
