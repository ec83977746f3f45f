package lower

import (
	"math"
	"math/bits"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Properties of the graph that the set edges of a board make. These are asked
// after a move, at most once, so that they may take some memory.

func init() {
	boolForms["is RegularGraph"] = (*lowerer).isRegularGraph
	boolForms["is SpanningTree"] = (*lowerer).isTree
	boolForms["is Tree"] = (*lowerer).isTree
	boolForms["is CaterpillarTree"] = (*lowerer).isTree
	boolForms["is Path"] = (*lowerer).isPath
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
			c.Tick()
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

// isTree asks whether the graph has no cycle; a spanning tree joins all vertices;
// and a caterpillar is one whose edges without a leaf make one path.
func (l *lowerer) isTree(t *check.Term) Bool {
	who, ends, n := l.player(t.Arg("player")), l.edgeEnds(), l.siteCount(topology.Vertex)
	spanning, caterpillar := t.Name() != "is Tree", t.Name() == "is CaterpillarTree"
	return Bool{Fn: func(c *ctx) bool {
		what, ok := edgePiece(c, who.Fn(c))
		if !ok {
			return false
		}
		f, edges, degree := newForest(n), 0, make([]int, n)
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
			degree[ab[0]]++
			degree[ab[1]]++
		}
		if spanning && edges != n-1 {
			return false
		}
		if !caterpillar {
			return true
		}
		spine := exec.NewBits(len(ends))
		for e, ab := range ends {
			if c.State.What(topology.Edge, e) == what && degree[ab[0]] > 1 && degree[ab[1]] > 1 {
				spine.Add(e)
			}
		}
		first, visited := spine.Next(0), exec.NewBits(len(ends))
		if first < 0 {
			return false // a star, of which Ludii can make nothing
		}
		return walks(ends, spine, first, ends[first][0], 2*n, visited)+walks(ends, spine, first, ends[first][1], 2*n, visited)+1 == spine.Count()
	}}
}

// walks is the length of the longest walks from a vertex over edges of a set, which
// never go back over the edge they came by. They stop short of a length. The edges
// walked over are added to visited.
func walks(ends [][2]int, edges exec.Bits, by, from, limit int, visited exec.Bits) int {
	if limit <= 0 {
		return -1
	}
	type step struct{ edge, vertex int }
	at, next := []step{{by, from}}, []step(nil)
	for length := 0; ; length++ {
		next = next[:0]
		for e := edges.Next(0); e >= 0; e = edges.Next(e + 1) {
			for i, v := range ends[e] {
				for _, s := range at {
					if s.vertex == v && s.edge != e {
						visited.Add(e)
						next = append(next, step{e, ends[e][1-i]})
						break
					}
				}
			}
		}
		if len(next) == 0 || length+1 >= min(limit, 2*len(ends)+2) {
			return length
		}
		at, next = next, at
	}
}

// isPath asks whether a player's edges make a path, or a cycle, of a length
// through an edge.
func (l *lowerer) isPath(t *check.Term) Bool {
	if k, _ := l.kindOf(t.Arg("type")); k != topology.Edge {
		return l.sitePath(t, k)
	}
	from, who, ends, n := l.siteOr(t.Arg("from")), l.player(t.Arg("player")), l.edgeEnds(), l.siteCount(topology.Vertex)
	low, high := l.bounds(t.Arg("length"))
	closed := l.boolOr(t.Arg("closed"), false)
	return Bool{Fn: func(c *ctx) bool {
		site, owner := from.Fn(c), who.Fn(c)
		if uint(site) >= uint(len(ends)) {
			return false
		}
		v1, v2, least, most := ends[site][0], ends[site][1], low.Fn(c), high.Fn(c)
		owned, near := exec.NewBits(len(ends)), make([]exec.Bits, n)
		for v := range near {
			near[v] = exec.NewBits(n)
		}
		for e, ab := range ends {
			if c.State.Who(topology.Edge, e) == owner {
				owned.Add(e)
				near[ab[0]].Add(ab[1])
				near[ab[1]].Add(ab[0])
			}
		}
		block, strong := blockOf(near, v1), 0
		if block.Has(v2) {
			strong = block.Count()
		}
		if !closed.Fn(c) {
			if strong != 0 {
				return false
			}
			limit := most
			if least == most {
				limit = least
			}
			visited := exec.NewBits(len(ends))
			length := walks(ends, owned, site, v1, 2*limit, visited) + walks(ends, owned, site, v2, 2*limit, visited) + 1
			if visited.Count()+1 != length {
				return false
			}
			return least == most && length == least || most > least && length <= most
		}
		inside := 0
		for e := owned.Next(0); strong > 0 && e >= 0; e = owned.Next(e + 1) {
			c.Tick()
			if block.Has(ends[e][0]) && block.Has(ends[e][1]) {
				inside++
			}
		}
		switch {
		case least == most && strong == inside && strong == least:
			return true
		case least != most && most > 2 && strong <= most && strong == inside && strong > 2:
			return true
		case inside > strong:
			length := detour(near, v1, v2)
			return least == most && length == least || most > 2 && length <= most
		}
		return false
	}}
}

// sitePath asks whether a player holds sites that make a path through one, each
// beside the next, none twice: of so many sites, or, closed, a cycle of so many.
func (l *lowerer) sitePath(t *check.Term, k kind) Bool {
	from, who, near := l.siteOr(t.Arg("from")), l.player(t.Arg("player")), l.beside(k)
	low, high := l.bounds(t.Arg("length"))
	closed := l.boolOr(t.Arg("closed"), false)
	return Bool{Fn: func(c *ctx) bool {
		start, owner, least, most := from.Fn(c), who.Fn(c), low.Fn(c), high.Fn(c)
		held := func(s int) bool { return c.State.Who(k, s) == owner }
		if uint(start) >= uint(len(near)) || !held(start) {
			return false
		}
		used := exec.NewBits(len(near))
		used.Add(start)
		if closed.Fn(c) {
			// A cycle of fewer than three sites goes back the way it came.
			var round func(s, length int) bool
			round = func(s, length int) bool {
				c.Tick()
				for _, n := range near[s] {
					if n == start && length >= max(least, 3) {
						return true
					}
					if length >= most || used.Has(n) || !held(n) {
						continue
					}
					used.Add(n)
					if round(n, length+1) {
						return true
					}
					used.Remove(n)
				}
				return false
			}
			return least <= most && round(start, 1)
		}
		// The path goes on from one end, then from the start the other way.
		var on func(s, length int, back bool) bool
		on = func(s, length int, back bool) bool {
			if c.Tick(); length >= least && length <= most {
				return true
			}
			if length >= most {
				return false
			}
			for _, n := range near[s] {
				if used.Has(n) || !held(n) {
					continue
				}
				used.Add(n)
				if on(n, length+1, back) {
					return true
				}
				used.Remove(n)
			}
			return !back && on(start, length, true)
		}
		return on(start, 1, false)
	}}
}

// blockOf is the set of vertices that hang together with a vertex although any one
// edge is taken away.
func blockOf(near []exec.Bits, root int) exec.Bits {
	met, low := make([]int, len(near)), make([]int, len(near))
	var stack []int
	block := exec.NewBits(len(near))
	var visit func(v, parent, depth int)
	visit = func(v, parent, depth int) {
		met[v], low[v] = depth, depth
		height := len(stack)
		stack = append(stack, v)
		for w := near[v].Next(0); w >= 0; w = near[v].Next(w + 1) {
			switch {
			case w == parent:
			case met[w] == 0:
				visit(w, v, depth+1)
				low[v] = min(low[v], low[w])
			default:
				low[v] = min(low[v], met[w])
			}
		}
		if low[v] == depth {
			if v == root {
				for _, w := range stack[height:] {
					block.Add(w)
				}
			}
			stack = stack[:height]
		}
	}
	visit(root, -1, 1)
	return block
}

// detour is the length of the way that Ludii finds between two neighbours beside
// the edge between them, and of that edge. It goes on from the vertex with the
// least number, so that it is not always the shortest.
func detour(near []exec.Bits, from, to int) int {
	n := len(near)
	by, far, waiting, done := make([]int, n), make([]int, n), exec.NewBits(n), exec.NewBits(n)
	for v := range far {
		far[v] = exec.Infinity
	}
	far[from], by[from] = 0, from
	waiting.Add(from)
	for u := waiting.Next(0); u >= 0 && u != to; u = waiting.Next(0) {
		waiting.Remove(u)
		if done.Has(u) {
			continue
		}
		done.Add(u)
		for v := near[u].Next(0); v >= 0; v = near[u].Next(v + 1) {
			if u == from && v == to || u == to && v == from {
				continue
			}
			if far[v] > far[u]+1 {
				far[v], by[v] = far[u]+1, u
				waiting.Add(v)
			}
		}
	}
	length := 1
	for v := to; by[v] != v; v = by[v] {
		length++
	}
	return length
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
				c.Tick()
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
	return Bool{Fn: func(c *ctx) bool {
		e, f := a.Fn(c), b.Fn(c)
		if uint(e) >= uint(len(ends)) || uint(f) >= uint(len(ends)) {
			return false
		}
		return cross(vertices, ends[e], ends[f])
	}}
}

// cross reports whether two edges, given by their ends, cross between these: not
// within a hundredth of the length of either end.
func cross(vertices []topology.Site, e, f [2]int) bool {
	const margin, parallel = 0.01, 1e-7
	p, r := vertices[e[0]].Centre, vertices[f[0]].Centre
	q, s := vertices[e[1]].Centre, vertices[f[1]].Centre
	product := func(ax, ay, bx, by float64) float64 { return ax*by - ay*bx }
	turn := product(s.X-r.X, s.Y-r.Y, q.X-p.X, q.Y-p.Y)
	if math.Abs(turn) < parallel {
		return false
	}
	onE := product(s.X-r.X, s.Y-r.Y, r.X-p.X, r.Y-p.Y) / turn
	onF := product(q.X-p.X, q.Y-p.Y, r.X-p.X, r.Y-p.Y) / turn
	return onE > margin && onE < 1-margin && onF > margin && onF < 1-margin
}
