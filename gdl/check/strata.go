package check

import (
	"strings"

	"ludens/gdl"
	"ludens/internal/graph"
)

// Budgets of the pass negation: comparisons of a literal with a head, and edges
// found. Real descriptions need some thousands of either.
const (
	mostComparisons = 5_000_000
	mostEdges       = 2_000_000
)

// negation looks for sentences that depend on their own negation. Where the
// names already say that there are none, all is well. Where they do not, the
// rules of that component are compared one by one: a literal depends on a rule
// only if it could match the rule's head. A circle among the rules is an error;
// one among the names only is a warning, since the GDL specification forbids
// that, too, while its meaning is clear.
func (c *checker) negation() {
	suspect := map[int]bool{} // components of names with a negation inside
	for i := range c.d.Rules {
		head := c.d.Rules[i].Head.Name
		eachSentence(c.d.Rules[i].Body, false, func(t *gdl.Term, negated bool) {
			if negated && c.graph.inCycle(head, t.Name) {
				suspect[c.graph.scc[c.graph.id[head]]] = true
			}
		})
	}
	if len(suspect) == 0 {
		return
	}
	byComp := map[int][]int{}
	var order []int
	for i := range c.d.Rules {
		comp := c.graph.scc[c.graph.id[c.d.Rules[i].Head.Name]]
		if !suspect[comp] {
			continue
		}
		if byComp[comp] == nil {
			order = append(order, comp)
		}
		byComp[comp] = append(byComp[comp], i)
	}
	for _, comp := range order {
		c.component(byComp[comp])
	}
}

// relKey is a relation proper: a name with an arity.
type relKey struct {
	name  string
	arity int
}

func relOf(t *gdl.Term) relKey { return relKey{t.Name, len(t.Args)} }

// component looks at the rules of one component of names.
func (c *checker) component(rules []int) {
	heads := map[relKey][]int{} // positions in rules
	for k, i := range rules {
		h := relOf(&c.d.Rules[i].Head)
		heads[h] = append(heads[h], k)
	}
	type negative struct {
		from int
		to   []int
		t    *gdl.Term
	}
	var negs []negative
	out := make([][]int, len(rules))
	comparisons, edges := 0, 0
	tooMany := false
	for k, i := range rules {
		r := &c.d.Rules[i]
		eachSentence(r.Body, false, func(t *gdl.Term, negated bool) {
			if !c.graph.inCycle(r.Head.Name, t.Name) {
				return
			}
			var to []int
			for _, j := range heads[relOf(t)] {
				comparisons++
				if comparisons > mostComparisons || edges > mostEdges {
					tooMany = true
					break
				}
				if mayMatchAll(t.Args, c.d.Rules[rules[j]].Head.Args) {
					to = append(to, j)
					edges++
				}
			}
			out[k] = append(out[k], to...)
			if negated {
				negs = append(negs, negative{k, to, t})
			}
		})
	}
	comp := graph.Components(out)
	for _, n := range negs {
		rule := rules[n.from]
		head := &c.d.Rules[rule].Head
		back := -1
		for _, j := range n.to {
			if comp[j] == comp[n.from] {
				back = j
				break
			}
		}
		switch {
		case back >= 0:
			way := ""
			if c.shown["GDL020"] < 20 { // finding the way costs a walk through the component
				way = ": " + c.circle(rules, out, back, n.from, n.t)
			}
			c.report("GDL020", rule, n.t.Pos, "%s depends on its own negation%s", shortName(head.Name), way)
		case tooMany:
			c.report("GDL020", rule, n.t.Pos, "%s depends on its own negation by name, through too many rules to show that no sentence does",
				shortName(head.Name))
		default:
			c.report("GDL051", rule, n.t.Pos, "%s depends on its own negation by name, though no sentence depends on itself",
				shortName(head.Name))
		}
	}
}

// circle writes the shortest way from a rule back to the one that negates t.
func (c *checker) circle(rules []int, out [][]int, from, to int, t *gdl.Term) string {
	const most = 6
	prev := map[int]int{from: from}
	queue := []int{from}
	for len(queue) > 0 && queue[0] != to {
		v := queue[0]
		queue = queue[1:]
		for _, w := range out[v] {
			if _, met := prev[w]; !met {
				prev[w] = v
				queue = append(queue, w)
			}
		}
	}
	var back []int // from to back to from
	for v := to; ; v = prev[v] {
		back = append(back, v)
		if v == from {
			break
		}
	}
	head := func(v int) string { return short(&c.d.Rules[rules[v]].Head) }
	var b strings.Builder
	b.WriteString(head(to) + " needs not " + short(t))
	for k := len(back) - 1; k > 0; k-- {
		if len(back)-k > most {
			b.WriteString(", …")
			break
		}
		b.WriteString(", " + head(back[k]) + " needs " + head(back[k-1]))
	}
	return b.String()
}
