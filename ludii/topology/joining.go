package topology

import (
	"math"
	"slices"
)

// union is (union graphs… [connect:b]): all elements of all graphs, one graph
// after the other.
func (e *evaluator) union(a *arguments, depth int) (*mesh, bool) {
	connect, fine := e.flag(a, "connect", false)
	list, ok := e.operands(a, depth)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	return united(list, connect), true
}

func united(list []*mesh, connect bool) *mesh {
	m := list[0]
	for _, next := range list[1:] {
		m.append(next)
	}
	if connect {
		m.connectAll()
	}
	return m.mixed()
}

func (m *mesh) connectAll() {
	all := make([]int, len(m.vertices))
	for i := range all {
		all[i] = i
	}
	m.connect(all)
	m.makeFaces(true)
}

// append adds the elements of another mesh, which is used up.
func (m *mesh) append(n *mesh) {
	m.spend(10 * n.size())
	v, x, f := len(m.vertices), len(m.edges), len(m.faces)
	shifted := func(list []int, by int) []int {
		for i := range list {
			list[i] += by
		}
		return list
	}
	for _, w := range n.vertices {
		if w.pivot >= 0 {
			w.pivot += v
		}
		w.edges, w.faces = shifted(w.edges, x), shifted(w.faces, f)
		m.vertices = append(m.vertices, w)
	}
	for _, y := range n.edges {
		y.a, y.b = y.a+v, y.b+v
		if y.left >= 0 {
			y.left += f
		}
		if y.right >= 0 {
			y.right += f
		}
		m.edges = append(m.edges, y)
	}
	for _, g := range n.faces {
		g.vertices, g.edges = shifted(g.vertices, v), shifted(g.edges, x)
		m.faces = append(m.faces, g)
	}
	m.places = nil
	m.grown()
}

// merge is (merge graphs… [connect:b]): vertices of one place become one.
func (e *evaluator) merge(a *arguments, depth int) (*mesh, bool) {
	connect, fine := e.flag(a, "connect", false)
	list, ok := e.operands(a, depth)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	m := e.merged(list)
	if connect {
		m.connectAll()
	}
	return m.mixed(), true
}

// mergeMargin is how near vertices are merged; it is wider than for finding one.
const mergeMargin = 0.01

// merged makes a new mesh of the vertices, in order, and edges of some meshes.
// Each vertex takes in all later ones near it.
func (e *evaluator) merged(list []*mesh) *mesh {
	var points []Point
	var pivots []*pivotRef
	index := newPlaceIndex(10 * mergeMargin)
	for _, m := range list {
		for i := range m.vertices {
			w := &m.vertices[i]
			index.add(len(points), w.at)
			points = append(points, w.at)
			var p *pivotRef
			if w.pivot >= 0 {
				p = &pivotRef{at: m.vertices[w.pivot].at, number: w.pivot}
			}
			pivots = append(pivots, p)
		}
	}
	e.spend(40 * len(points))
	keeper := make([]int, len(points)) // the vertex that takes it in
	for i := range keeper {
		keeper[i] = -1
	}
	for v, p := range points {
		if keeper[v] >= 0 {
			continue
		}
		keeper[v] = v
		index.around(p, mergeMargin, func(w int) {
			q := points[w]
			e.spend(2)
			if w > v && keeper[w] < 0 && math.Abs(p.X-q.X)+math.Abs(p.Y-q.Y)+math.Abs(p.Z-q.Z) < mergeMargin {
				keeper[w] = v
			}
		})
	}
	out := newMesh(e.budget)
	to := make([]int, len(points))
	for v, p := range points {
		if keeper[v] == v {
			to[v] = out.addVertex(p)
		} else {
			to[v] = to[keeper[v]]
		}
	}
	e.redirect(pivots, keeper, points)
	for v := range points {
		if p := pivots[v]; p != nil && keeper[v] == v {
			out.vertices[to[v]].pivot = out.findVertex(Point{X: p.at.X, Y: p.at.Y})
		}
	}
	base := 0
	for _, m := range list {
		for i := range m.edges {
			x := &m.edges[i]
			n := len(out.edges)
			j := out.edgeBetween(to[base+x.a], to[base+x.b])
			if j == n && x.curved {
				out.edges[j].curved, out.edges[j].tangents = true, x.tangents
			}
			if out.over() {
				return out
			}
		}
		base += len(m.vertices)
	}
	out.assemble()
	return out
}

// A pivotRef remembers a pivot while vertices are merged: Ludii looks it up again
// by place, but compares its number in the graph it comes from with numbers in
// the merged one.
type pivotRef struct {
	at     Point
	number int
	fixed  bool // points to a vertex of the merged graph
}

// redirect lets pivots that seem to be taken in point to what takes them in.
func (e *evaluator) redirect(pivots []*pivotRef, keeper []int, points []Point) {
	some := false
	for _, p := range pivots {
		some = some || p != nil
	}
	if !some {
		return
	}
	// Vertices are taken in one after the other, the last first for each keeper,
	// and the numbers above move down each time.
	alive := make([]int, len(points))
	for i := range alive {
		alive[i] = i
	}
	for at := 0; at < len(alive) && e.spend(len(alive)-at); at++ {
		for other := len(alive) - 1; other > at; other-- {
			if keeper[alive[other]] != alive[at] {
				continue
			}
			for v, p := range pivots {
				if p != nil && !p.fixed && p.number == other {
					if _, here := slices.BinarySearch(alive, v); !here {
						continue
					}
					pivots[v] = &pivotRef{at: points[alive[at]], number: at, fixed: true}
				}
			}
			alive = append(alive[:other], alive[other+1:]...)
			if !e.spend(len(pivots)) {
				return
			}
		}
	}
}

// intersect is (intersect graphs…): the vertices and edges of the first that all
// the others have too.
func (e *evaluator) intersect(a *arguments, depth int) (*mesh, bool) {
	list, ok := e.operands(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	if len(list) == 1 {
		return list[0], true
	}
	first := list[0]
	indices := make([]*placeIndex, len(list))
	for i, m := range list {
		indices[i] = newPlaceIndex(10 * mergeMargin)
		for v := range m.vertices {
			indices[i].add(v, m.vertices[v].at)
		}
	}
	// twins gives the vertices of another mesh at the place of one of the first.
	twins := func(i, v int) (list2 []int) {
		p := first.vertices[v].at
		indices[i].around(p, mergeMargin, func(w int) {
			q := list[i].vertices[w].at
			e.spend(10)
			if math.Abs(p.X-q.X)+math.Abs(p.Y-q.Y)+math.Abs(p.Z-q.Z) < mergeMargin {
				list2 = append(list2, w)
			}
		})
		return list2
	}
	everywhere := func(has func(i int) bool) bool {
		for i := 1; i < len(list); i++ {
			if !e.spend(40) || !has(i) {
				return false
			}
		}
		return true
	}
	out := newMesh(e.budget)
	to := make([]int, len(first.vertices))
	for v := range first.vertices {
		if e.over() {
			return out, true
		}
		if to[v] = -1; everywhere(func(i int) bool { return len(twins(i, v)) > 0 }) {
			to[v] = out.addVertex(first.vertices[v].at)
		}
	}
	for i := range first.edges {
		x := &first.edges[i]
		if everywhere(func(i int) bool {
			for _, v := range twins(i, x.a) {
				for _, w := range twins(i, x.b) {
					if e.over() || list[i].findEdge(v, w) >= 0 {
						return true
					}
				}
			}
			return false
		}) && !e.over() {
			out.edgeBetween(to[x.a], to[x.b])
		}
	}
	out.assemble()
	return out.mixed(), true
}
