package check

import (
	"strings"

	"ludens/gdl"
	"ludens/internal/graph"
)

// nameGraph is the graph of dependencies between relation names: an edge from the
// name of a head to every name in the body, in whatever literal.
type nameGraph struct {
	id   map[string]int
	name []string
	out  [][]int // sorted by first appearance, each edge once
	in   [][]int
	scc  []int  // component of each name
	ring []bool // the name depends on itself
}

func (g *nameGraph) node(name string) int {
	id, ok := g.id[name]
	if !ok {
		id = len(g.name)
		g.id[name] = id
		g.name = append(g.name, name)
		g.out = append(g.out, nil)
		g.in = append(g.in, nil)
	}
	return id
}

// buildGraph fills c.graph.
func (c *checker) buildGraph() {
	g := &nameGraph{id: map[string]int{}}
	c.graph = g
	type edge struct{ from, to int }
	met := map[edge]bool{}
	for i := range c.d.Rules {
		r := &c.d.Rules[i]
		from := g.node(r.Head.Name)
		eachSentence(r.Body, false, func(t *gdl.Term, _ bool) {
			to := g.node(t.Name)
			if e := (edge{from, to}); !met[e] {
				met[e] = true
				g.out[from] = append(g.out[from], to)
				g.in[to] = append(g.in[to], from)
			}
		})
	}
	g.scc = graph.Components(g.out)
	size := map[int]int{}
	for _, s := range g.scc {
		size[s]++
	}
	g.ring = make([]bool, len(g.name))
	for v := range g.name {
		g.ring[v] = size[g.scc[v]] > 1 || met[edge{v, v}]
	}
}

// inCycle reports whether a body literal called name depends on the head.
func (g *nameGraph) inCycle(head, name string) bool {
	h, n := g.id[head], g.id[name]
	return g.scc[h] == g.scc[n] && g.ring[h]
}

// eachSentence calls f for every sentence of a body, negated or not.
func eachSentence(ls []gdl.Literal, negated bool, f func(t *gdl.Term, negated bool)) {
	for i := range ls {
		switch l := &ls[i]; l.Kind {
		case gdl.Positive:
			f(&l.Sentence, negated)
		case gdl.Not:
			eachSentence(l.Subs, !negated, f)
		case gdl.Or:
			eachSentence(l.Subs, negated, f)
		}
	}
}

// routes tells for every name how it gets to the nearest of some targets.
type routes struct {
	step []int // the next name on the way; -1: no way; targets lead to themselves
	end  []int // the target
}

// toward finds the ways to the targets that do not go through the names to avoid.
func (g *nameGraph) toward(avoid, targets []string) routes {
	r := routes{make([]int, len(g.name)), make([]int, len(g.name))}
	for v := range r.step {
		r.step[v] = -1
	}
	var queue []int
	for _, t := range targets {
		if v, ok := g.id[t]; ok {
			r.step[v], r.end[v] = v, v
			queue = append(queue, v)
		}
	}
	blocked := map[int]bool{}
	for _, name := range avoid {
		if v, ok := g.id[name]; ok {
			blocked[v] = true
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, u := range g.in[v] {
			if r.step[u] < 0 && !blocked[u] {
				r.step[u], r.end[u] = v, r.end[v]
				queue = append(queue, u)
			}
		}
	}
	return r
}

// way writes the path from a name to its target, "a, b, does"; the middle of a
// long one is left out.
func (g *nameGraph) way(from int, r routes) string {
	const most = 7
	names := []string{shortName(g.name[from])}
	for v := from; r.step[v] != v; {
		v = r.step[v]
		if len(names) == most && r.step[v] != v {
			names = append(names, "…", shortName(g.name[r.end[v]]))
			break
		}
		names = append(names, shortName(g.name[v]))
	}
	return strings.Join(names, ", ")
}

// dependencies demands that init, base and input depend on no state, and that
// terminal, legal and goal depend on no move. Only the rule whose own body leads
// there is reported, not every rule that uses it: ways through another of the
// names looked at are that one's fault.
func (c *checker) dependencies() {
	for _, row := range []struct {
		code    string
		heads   []string
		targets []string
	}{
		{"GDL015", []string{"init", "base", "input"}, []string{"true", "does"}},
		{"GDL027", []string{"terminal", "legal", "goal"}, []string{"does"}},
	} {
		ways := c.graph.toward(row.heads, row.targets)
		for _, head := range row.heads {
			c.dependsOn(row.code, head, ways)
		}
	}
}

func (c *checker) dependsOn(code, head string, ways routes) {
	rel := c.rels[head]
	if rel == nil || rel.facts {
		return
	}
	for _, i := range rel.heads {
		told := false // one finding a rule
		eachSentence(c.d.Rules[i].Body, false, func(t *gdl.Term, _ bool) {
			v := c.graph.id[t.Name]
			if told || ways.step[v] < 0 {
				return
			}
			told = true
			if ways.step[v] == v {
				c.report(code, i, t.Pos, "%s depends on %s", head, t.Name)
				return
			}
			c.report(code, i, t.Pos, "%s depends on %s, by way of %s", head, c.graph.name[ways.end[v]], c.graph.way(v, ways))
		})
	}
}
