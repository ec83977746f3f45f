package topology

import (
	"fmt"
	"slices"

	"ludens/ludii/parse"
)

// remove is (remove graph (poly …)) and (remove graph [cells:…] [edges:…]
// [vertices:…]), each by places or by numbers. Numbers of cells and vertices
// count before anything is removed, because the highest goes first.
func (e *evaluator) remove(a *arguments, depth int) (*mesh, bool) {
	m, ok := e.operand(a, depth)
	if !ok {
		return nil, false
	}
	p, given, ok := e.outlineOf(a)
	bare, fine := e.flag(a, "trimEdges", true)
	cells, edges, vertices := a.take("cells"), a.take("edges"), a.take("vertices")
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	if given {
		m.removeVertices(func(v int) bool { return p.contains(m.vertices[v].at) })
	}
	ok = (cells == nil || e.removeCells(m, cells, bare)) &&
		(edges == nil || e.removeEdges(m, edges)) && (vertices == nil || e.removeVertices(m, vertices))
	m.shape = NoShape
	return m, ok
}

func (e *evaluator) removeCells(m *mesh, n *parse.Node, bare bool) bool {
	if nested(n) >= 3 {
		lists, _ := e.members(n)
		for _, l := range lists {
			points, ok := e.points(l)
			if !ok {
				return false
			}
			var corners []int
			for _, p := range points {
				if v := m.findVertex(p); v >= 0 {
					corners = append(corners, v)
				}
			}
			if len(corners) < len(points) || len(corners) == 0 {
				continue // Ludii goes on where there is nothing
			}
			if f := m.findFace(corners); f >= 0 {
				m.removeFace(f, bare)
			}
		}
		return true
	}
	return e.removeNumbers(m, n, func() int { return len(m.faces) }, func(f int) { m.removeFace(f, bare) }, "cell")
}

// removeNumbers removes elements by number, the highest first. Numbers that there
// are not are passed over, as Ludii does.
func (e *evaluator) removeNumbers(m *mesh, n *parse.Node, count func() int, remove func(int), what string) bool {
	list, ok := e.wholes(n)
	if !ok {
		return false
	}
	slices.Sort(list)
	slices.Reverse(list)
	for _, i := range list {
		if i < 0 {
			return e.refuse(CodeArgument, n, fmt.Sprintf("there is no %s %d", what, i))
		}
		if i < count() {
			remove(i)
		}
		if m.over() {
			return e.tooLarge(n)
		}
	}
	return true
}

func (e *evaluator) removeEdges(m *mesh, n *parse.Node) bool {
	lists, ok := e.members(n)
	if !ok {
		return false
	}
	placed := nested(n) >= 3
	for _, l := range lists {
		var ends []int
		if placed {
			points, ok := e.points(l)
			if !ok {
				return false
			}
			for _, p := range points {
				ends = append(ends, m.findVertex(p))
			}
		} else if ends, ok = e.wholes(l); !ok {
			return false
		}
		if len(ends) != 2 {
			return e.refuse(CodeArgument, l, "an edge has two ends")
		}
		there := func(v int) bool { return v >= 0 && v < len(m.vertices) }
		if !there(ends[0]) || !there(ends[1]) {
			continue
		}
		if x := m.findEdge(ends[0], ends[1]); x >= 0 {
			m.removeEdge(x)
		}
		if m.over() {
			return e.tooLarge(n)
		}
	}
	return true
}

func (e *evaluator) removeVertices(m *mesh, n *parse.Node) bool {
	if nested(n) >= 2 {
		points, ok := e.points(n)
		for _, p := range points {
			if v := m.findVertex(p); v >= 0 {
				m.removeVertex(v)
			}
			if m.over() {
				return e.tooLarge(n)
			}
		}
		return ok
	}
	return e.removeNumbers(m, n, func() int { return len(m.vertices) }, m.removeVertex, "vertex")
}

// hole is (hole graph (poly …)): the faces with their middle inside go.
func (e *evaluator) hole(a *arguments, depth int) (*mesh, bool) {
	m, p, ok := e.outlineOperator(a, depth)
	if !ok || len(p) < 3 {
		return m, ok
	}
	for f := len(m.faces) - 1; f >= 0 && !m.over(); f-- {
		if f < len(m.faces) && p.contains(m.faceAt(f)) {
			m.removeFace(f, true)
		}
	}
	return m, true
}

// keep is (keep graph (poly …)): the vertices outside go.
func (e *evaluator) keep(a *arguments, depth int) (*mesh, bool) {
	m, p, ok := e.outlineOperator(a, depth)
	if !ok || len(p) < 3 {
		return m, ok
	}
	k := m.part(func(v int) bool { return p.contains(m.vertices[v].at) })
	k.setKind(m.basis, NoShape)
	return k, true
}

// clip is (clip graph (poly …)): the vertices inside go.
func (e *evaluator) clip(a *arguments, depth int) (*mesh, bool) {
	m, p, ok := e.outlineOperator(a, depth)
	if !ok || len(p) < 3 {
		return m, ok
	}
	return m.part(func(v int) bool { return !p.contains(m.vertices[v].at) }), true
}

// outlineOperator reads what these three have in common. The outline is moved
// outwards.
func (e *evaluator) outlineOperator(a *arguments, depth int) (*mesh, polygon, bool) {
	m, ok := e.operand(a, depth)
	if !ok {
		return nil, nil, false
	}
	p, given, ok := e.outlineOf(a)
	if ok && !given {
		ok = e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) needs an outline (poly …)", a.name))
	}
	return m, p.inflated(), ok && e.finish(a)
}

// part makes a new mesh of some vertices and the edges between them. It forgets
// pivots, curves and what the elements were made for.
func (m *mesh) part(in func(v int) bool) *mesh {
	var points []Point
	to := make([]int, len(m.vertices))
	for v := range m.vertices {
		if to[v] = -1; in(v) {
			to[v] = len(points)
			points = append(points, m.vertices[v].at)
		}
	}
	p := newMesh(m.budget)
	for _, at := range points {
		p.addVertex(at)
	}
	for i := range m.edges {
		if x := &m.edges[i]; to[x.a] >= 0 && to[x.b] >= 0 {
			p.edgeBetween(to[x.a], to[x.b])
		}
	}
	p.assemble()
	return p
}
