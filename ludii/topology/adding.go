package topology

import (
	"fmt"
	"slices"

	"ludens/ludii/parse"
)

// add is (add [graph] [vertices:…] [edges:…] [edgesCurved:…] [cells:…] [connect:b]).
// Edges and cells name their vertices by places, which are added where there is
// nothing yet, or by numbers.
func (e *evaluator) add(a *arguments, depth int) (*mesh, bool) {
	m := newMesh(e.budget)
	ok := true
	if len(a.rest) > 0 {
		if m, ok = e.operand(a, depth); !ok {
			return nil, false
		}
	}
	connect, ok := e.flag(a, "connect", false)
	vertices, edges, curves, cells := a.take("vertices"), a.take("edges"), a.take("edgesCurved"), a.take("cells")
	if !ok || !e.finish(a) {
		return nil, false
	}
	if curves != nil && !e.addCurves(m, curves) {
		return nil, false
	}
	var added []int
	if vertices != nil {
		points, ok := e.points(vertices)
		if !ok {
			return nil, false
		}
		for _, p := range points {
			if m.findVertex(p) < 0 {
				added = append(added, m.addVertex(p))
			}
		}
	}
	for _, part := range []struct {
		node   *parse.Node
		placed bool // by places, which come before numbers
		add    func(m *mesh, ring []int)
	}{
		{edges, true, addSegment}, {cells, true, addCell}, {edges, false, addSegment}, {cells, false, (*mesh).addFace},
	} {
		if part.node == nil || nested(part.node) >= 3 != part.placed {
			continue
		}
		if !e.addRings(m, part.node, part.placed, part.add) {
			return nil, false
		}
	}
	if connect {
		m.connect(added)
	}
	return m.mixed(), true
}

func addSegment(m *mesh, ends []int) {
	if len(ends) >= 2 {
		m.edgeBetween(ends[0], ends[1])
	}
}

func addCell(m *mesh, corners []int) {
	for i, v := range corners {
		m.edgeBetween(v, corners[(i+1)%len(corners)])
	}
	m.addFace(corners)
}

// addRings adds what is given by lists of vertices, each a place or a number.
func (e *evaluator) addRings(m *mesh, n *parse.Node, placed bool, add func(*mesh, []int)) bool {
	lists, ok := e.members(n)
	if !ok {
		return false
	}
	for _, l := range lists {
		var ring []int
		if placed {
			points, ok := e.points(l)
			if !ok {
				return false
			}
			for _, p := range points {
				ring = append(ring, m.vertexAt(p))
			}
		} else {
			if ring, ok = e.wholes(l); !ok {
				return false
			}
			for _, v := range ring {
				if v < 0 || v >= len(m.vertices) {
					return e.refuse(CodeArgument, l, fmt.Sprintf("there is no vertex %d: the board has %d", v, len(m.vertices)))
				}
			}
		}
		if len(ring) > 0 {
			add(m, ring)
		}
		if m.over() {
			return e.tooLarge(n)
		}
	}
	return true
}

// addCurves adds edges given by both ends and the directions there. They may lie
// beside other edges.
func (e *evaluator) addCurves(m *mesh, n *parse.Node) bool {
	lists, ok := e.members(n)
	for _, l := range lists {
		p, fine := e.points(l)
		if fine && len(p) != 4 {
			fine = e.refuse(CodeArgument, l, "a curve is given by two ends and two directions")
		}
		if !fine {
			ok = false
			continue
		}
		v := m.vertexAt(p[0])
		w := m.vertexAt(p[1])
		m.addCurve(v, w, p[2], p[3])
		if m.over() {
			return e.tooLarge(n)
		}
	}
	return ok
}

// connect joins vertices with those around them: all nearer than a tenth more
// than the mean length of an edge.
func (m *mesh) connect(from []int) {
	if len(m.edges) == 0 {
		return
	}
	sum := 0.0
	for i := range m.edges {
		sum += m.length(i)
	}
	within := 1.1 * (sum / float64(len(m.edges)))
	if within <= 0 {
		return
	}
	index := newPlaceIndex(within)
	for i := range m.vertices {
		index.add(i, m.vertices[i].at)
	}
	for _, v := range from {
		p := m.vertices[v].at
		p.Z = 0
		var close []int
		index.around(p, within, func(w int) {
			q := m.vertices[w].at
			if q.Z = 0; w != v && p.distance(q) < within {
				close = append(close, w)
			}
		})
		slices.Sort(close)
		for _, w := range close {
			if m.edgeBetween(v, w); m.over() {
				return
			}
		}
	}
}
