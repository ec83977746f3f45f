package lower

import (
	"math/bits"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Properties of the graph that the set edges of a board make. These are asked
// after a move, at most once, so that they may take some memory.

func init() {
	boolForms["is RegularGraph"] = (*lowerer).isRegularGraph
	boolForms["is SpanningTree"] = (*lowerer).isSpanningTree
	boolForms["is TreeCentre"] = (*lowerer).isTreeCentre
	boolForms["is Crossing"] = (*lowerer).isCrossing
}

// edgeEnds lists the vertices of the edges.
func (l *lowerer) edgeEnds() [][2]int {
	edges := l.p.Topo.Of(topology.Edge).Sites
	ends := make([][2]int, len(edges))
	for i := range edges {
		if v := edges[i].Vertices; len(v) == 2 {
			ends[i] = [2]int{v[0], v[1]}
		}
	}
	return ends
}

// edgePiece is the component that marks the edges of a player's graph. Nobody's
// graph is that of the component moved last.
func edgePiece(c *ctx, who int) (what int, ok bool) {
	site := lastToSite(c)
	if site == exec.Off {
		return 0, false
	}
	if who != 0 {
		return who, true
	}
	if w := c.State.What(topology.Edge, site); w != 0 {
		return w, true
	}
	return 1, true
}

// isRegularGraph asks whether all vertices have the same number of neighbours.
func (l *lowerer) isRegularGraph(t *check.Term) Bool {
	who, ends, n := l.player(t.Arg("player")), l.edgeEnds(), l.siteCount(topology.Vertex)
	degree, odd, even := l.intOr(t.Arg("k"), 0), l.boolOr(t.Arg("odd"), false), l.boolOr(t.Arg("even"), false)
	return Bool{Fn: func(c *ctx) bool {
		what, ok := edgePiece(c, who.Fn(c))
		if !ok {
			return false
		}
		degrees := make([]int, n)
		met := map[[2]int]bool{}
		for e, ab := range ends {
			if c.State.What(topology.Edge, e) == what && !met[ab] {
				met[ab], met[[2]int{ab[1], ab[0]}] = true, true
				degrees[ab[0]]++
				degrees[ab[1]]++
			}
		}
		want := degree.Fn(c)
		for i := 0; want == 0 && i < n; i++ {
			want = degrees[i]
		}
		for _, d := range degrees {
			if d != want {
				return false
			}
		}
		switch {
		case odd.Fn(c):
			return want%2 == 1
		case even.Fn(c):
			return want%2 == 0
		}
		return true
	}}
}

// A forest joins vertices into trees.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

func (f forest) root(v int) int {
	for f[v] != v {
		f[v] = f[f[v]]
		v = f[v]
	}
	return v
}

// isSpanningTree asks whether the graph is a tree of all vertices.
func (l *lowerer) isSpanningTree(t *check.Term) Bool {
	who, ends, n := l.player(t.Arg("player")), l.edgeEnds(), l.siteCount(topology.Vertex)
	return Bool{Fn: func(c *ctx) bool {
		what, ok := edgePiece(c, who.Fn(c))
		if !ok {
			return false
		}
		f, edges := newForest(n), 0
		for e, ab := range ends {
			if c.State.What(topology.Edge, e) != what {
				continue
			}
			a, b := f.root(ab[0]), f.root(ab[1])
			if a == b {
				return false
			}
			f[a] = b
			edges++
		}
		return edges == n-1
	}}
}

// isTreeCentre asks whether the vertex moved to is the centre of its tree: the
// vertex without a branch of more than half of the tree, or, as Ludii has it, a
// neighbour of that from which one goes as far.
func (l *lowerer) isTreeCentre(t *check.Term) Bool {
	who, ends, n := l.player(t.Arg("player")), l.edgeEnds(), l.siteCount(topology.Vertex)
	shared := l.p.Shared()
	return Bool{Fn: func(c *ctx) bool {
		site, owner := lastToSite(c), who.Fn(c)
		if uint(site) >= uint(n) {
			return false
		}
		tree := make([]exec.Bits, n) // neighbours
		f := newForest(n)
		for e, ab := range ends {
			if owner >= shared && c.State.What(topology.Edge, e) == 0 || owner < shared && c.State.Who(topology.Edge, e) != owner {
				continue
			}
			a, b := f.root(ab[0]), f.root(ab[1])
			if a == b {
				return false
			}
			f[a] = b
			for i, v := range ab {
				if tree[v] == nil {
					tree[v] = exec.NewBits(n)
				}
				tree[v].Add(ab[1-i])
			}
		}
		centre, all := 0, exec.NewBits(n)
		if tree[site] != nil {
			start := n
			for v := range n {
				if f.root(v) == f.root(site) {
					all.Add(v)
					start = min(start, v)
				}
			}
			centre = balance(tree, start, all.Count())
		}
		if site == centre {
			return true
		}
		if count(tree[centre]) == 1 && count(tree[site]) == 1 {
			return true
		}
		return tree[site].Has(centre) && farFrom(tree, site, all) == farFrom(tree, centre, all)
	}}
}

func count(b exec.Bits) int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// balance goes from a vertex into branches of more than half of the vertices.
func balance(tree []exec.Bits, start, n int) int {
	v, parent := start, -1
	for {
		next := -1
		for w := tree[v].Next(0); w >= 0; w = tree[v].Next(w + 1) {
			if w != parent && branch(tree, w, v) > n/2 {
				next = w
				break
			}
		}
		if next < 0 {
			return v
		}
		v, parent = next, v
	}
}

// branch is the number of vertices behind an edge.
func branch(tree []exec.Bits, v, parent int) int {
	n := 0
	stack := [][2]int{{v, parent}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n++
		for w := tree[at[0]].Next(0); w >= 0; w = tree[at[0]].Next(w + 1) {
			if w != at[1] {
				stack = append(stack, [2]int{w, at[0]})
			}
		}
	}
	return n
}

// farFrom walks from a vertex to the first neighbour that was not met until there
// is none, and counts the vertices.
func farFrom(tree []exec.Bits, v int, all exec.Bits) int {
	left := exec.NewBits(len(tree))
	left.Copy(all)
	for n := 1; ; n++ {
		left.Remove(v)
		next := -1
		for w := tree[v].Next(0); w >= 0; w = tree[v].Next(w + 1) {
			if left.Has(w) {
				next = w
				break
			}
		}
		if next < 0 {
			return n
		}
		v = next
	}
}

// isCrossing asks whether two edges cross between their ends.
func (l *lowerer) isCrossing(t *check.Term) Bool {
	a, b, ends := l.int(t.Arg("edge1")), l.int(t.Arg("edge2")), l.edgeEnds()
	vertices := l.p.Topo.Of(topology.Vertex).Sites
	side := func(p, q, r topology.Point) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	return Bool{Fn: func(c *ctx) bool {
		e, f := a.Fn(c), b.Fn(c)
		if uint(e) >= uint(len(ends)) || uint(f) >= uint(len(ends)) {
			return false
		}
		p, q := vertices[ends[e][0]].Centre, vertices[ends[e][1]].Centre
		r, s := vertices[ends[f][0]].Centre, vertices[ends[f][1]].Centre
		return side(p, q, r)*side(p, q, s) < -1e-12 && side(r, s, p)*side(r, s, q) < -1e-12
	}}
}
