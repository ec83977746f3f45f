package check

import (
	"ludens/gdl"
)

// recursion demands what keeps recursive rules from building ever larger terms
// (GDL specification, recursion restriction): in a body literal whose name
// depends on the head, each argument is without variables, or is an argument of
// the head, or is an argument of a positive literal whose name does not depend
// on the head.
func (c *checker) recursion() {
	for i := range c.d.Rules {
		r := &c.d.Rules[i]
		if len(r.Body) == 0 || !c.graph.ring[c.graph.id[r.Head.Name]] {
			continue
		}
		var allowed map[string]bool
		eachSentence(r.Body, false, func(t *gdl.Term, negated bool) {
			if negated || !c.graph.inCycle(r.Head.Name, t.Name) {
				return
			}
			if allowed == nil {
				allowed = c.allowedArguments(r)
			}
			for j := range t.Args {
				a := &t.Args[j]
				if hasVariable(a) && !allowed[key(a)] {
					c.report("GDL021", i, a.Pos, "%s depends on itself by way of %s, and nothing limits %s",
						shortName(r.Head.Name), short(t), short(a))
				}
			}
		})
	}
}

func (c *checker) allowedArguments(r *gdl.Rule) map[string]bool {
	out := map[string]bool{}
	for j := range r.Head.Args {
		out[key(&r.Head.Args[j])] = true
	}
	for j := range r.Body {
		for a := range provided(&r.Body[j], func(t *gdl.Term, into map[string]bool) {
			if c.graph.inCycle(r.Head.Name, t.Name) {
				return
			}
			for k := range t.Args {
				into[key(&t.Args[k])] = true
			}
		}) {
			out[a] = true
		}
	}
	return out
}
