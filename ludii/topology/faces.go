package topology

import (
	"math"
	"slices"
)

// mostSides bounds the faces that are found, as Ludii bounds them.
const mostSides = 32

// findFace gives the first face with these corners, in either sense and from any
// corner on, -1 for none.
func (m *mesh) findFace(corners []int) int {
	best := -1
	for _, f := range m.vertices[corners[0]].faces {
		if sameRing(m.faces[f].vertices, corners) && (best < 0 || f < best) {
			best = f
		}
	}
	return best
}

func sameRing(a, b []int) bool {
	n := len(a)
	if n != len(b) {
		return false
	}
	start := slices.Index(a, b[0])
	if start < 0 {
		return false
	}
	forwards, backwards := true, true
	for i := range b {
		forwards = forwards && a[(start+i)%n] == b[i]
		backwards = backwards && a[(start-i+n)%n] == b[i]
	}
	return forwards || backwards
}

// addFace adds a face unless there is one with these corners, or an edge is
// missing.
func (m *mesh) addFace(corners []int) {
	if len(corners) == 0 || len(corners) > len(m.vertices) || m.findFace(corners) >= 0 {
		return
	}
	id := len(m.faces)
	f := face{vertices: slices.Clone(corners)}
	// Ludii compares all corners but the first with the first vertex of the mesh.
	f.basis, f.shape = m.vertices[0].basis, m.vertices[0].shape
	first := f.basis
	for i, v := range corners {
		e := m.findEdge(v, corners[(i+1)%len(corners)])
		if e < 0 {
			return
		}
		f.edges = append(f.edges, e)
		if w := &m.vertices[v]; i > 0 && (w.basis != first || w.shape != f.shape) {
			f.basis = NoBasis
		}
	}
	for i, v := range corners {
		if e := &m.edges[f.edges[i]]; e.a == v {
			e.right = id
		} else {
			e.left = id
		}
		m.vertices[v].faces = append(m.vertices[v].faces, id)
	}
	m.faces = append(m.faces, f)
	m.grown()
}

func (m *mesh) clearFaces() {
	for i := range m.edges {
		m.edges[i].left, m.edges[i].right = -1, -1
	}
	for i := range m.vertices {
		m.vertices[i].faces = nil
	}
	m.faces = nil
}

// makeFaces finds the faces anew: from every vertex along every edge, always
// taking the sharpest turn to the right on the level of the start. With apart
// set, no face may have a side that another edge crosses.
func (m *mesh) makeFaces(apart bool) {
	m.clearFaces()
	m.settle()
	var c *crossings
	if apart {
		c = &crossings{known: map[[2]int]bool{}, segments: m.segments()}
	}
	ring := make([]int, 0, mostSides+1)
	for start := range m.vertices {
		for _, first := range m.vertices[start].edges {
			if ring = m.trace(ring[:0], start, first, c); len(ring) < 3 || !m.clockwise(ring) || m.findFace(ring) >= 0 {
				continue
			}
			m.addFace(ring)
			if m.over() {
				return
			}
		}
	}
}

// crossings remembers which ways along an edge cross others.
type crossings struct {
	known    map[[2]int]bool
	segments *segments
}

// trace walks around a face; it returns nothing if the walk does not come back to
// its start.
func (m *mesh) trace(ring []int, start, e int, c *crossings) []int {
	ring = append(ring, start)
	level := m.vertices[start].at.Z
	for v := start; len(ring) <= mostSides; {
		edges := m.vertices[v].edges
		at := m.position(v, e)
		next := -1
		for turn := 1; turn < len(edges); turn++ {
			e = edges[(at+turn)%len(edges)]
			if w := m.edges[e].other(v); math.Abs(m.vertices[w].at.Z-level) < 0.0001 {
				next = w
				break
			}
		}
		if !m.spend(8+len(edges)/2) || next < 0 {
			return nil
		}
		if next == start {
			return ring
		}
		if slices.Contains(ring, next) {
			return nil
		}
		ring = append(ring, next)
		if c != nil {
			way := [2]int{v, next}
			crossed, known := c.known[way]
			if !known {
				crossed = m.crossed(c.segments, v, next)
				c.known[way] = crossed
			}
			if crossed {
				return nil
			}
		}
		v = next
	}
	return nil
}

// position gives where an edge, or the first one between the same vertices,
// stands in the list of a vertex.
func (m *mesh) position(v, e int) int {
	a, b := m.edges[e].a, m.edges[e].b
	return slices.IndexFunc(m.vertices[v].edges, func(f int) bool { return m.edges[f].joins(a, b) })
}

// clockwise reports whether the corners of a face turn to the right.
func (m *mesh) clockwise(ring []int) bool {
	area := 0.0
	for i, v := range ring {
		p, q := m.vertices[v].at, m.vertices[ring[(i+1)%len(ring)]].at
		area += float64(p.X*q.Y) - float64(q.X*p.Y)
	}
	return area/2 < 0
}

// crossed reports whether an edge is crossed by one of those numbered before it.
func (m *mesh) crossed(x *segments, a, b int) bool {
	p, q := m.vertices[a].at, m.vertices[b].at
	p.Z, q.Z = 0, 0
	itself := m.findEdge(a, b)
	return x.any(p, q, func(i int) bool {
		if i >= itself || !m.spend(4) {
			return false
		}
		r, s := m.vertices[m.edges[i].a].at, m.vertices[m.edges[i].b].at
		r.Z, s.Z = 0, 0
		along, across, ok := meet(p, q, r, s)
		return ok && inside(along, -tiny) && inside(across, -tiny) &&
			p.distance(r) >= near && p.distance(s) >= near && q.distance(r) >= near && q.distance(s) >= near
	})
}

// tiny is what Ludii takes for nothing.
const tiny = 1e-7

// meet gives how far along two lines, from p to q and from r to s, their meeting
// point lies; the ends are 0 and 1. Parallel lines do not meet.
func meet(p, q, r, s Point) (along, across float64, ok bool) {
	pq, rs, pr := q.minus(p), s.minus(r), r.minus(p)
	det := float64(rs.X*pq.Y) - float64(rs.Y*pq.X)
	if math.Abs(det) < tiny {
		return 0, 0, false
	}
	inverse := 1 / det
	along = (float64(rs.X*pr.Y) - float64(rs.Y*pr.X)) * inverse
	across = (float64(pq.X*pr.Y) - float64(pq.Y*pr.X)) * inverse
	return along, across, true
}

// inside reports whether a place along a line keeps a margin from both ends. A
// negative margin lets it be a little outside.
func inside(along, margin float64) bool {
	if margin < 0 {
		return along >= margin && along <= 1-margin
	}
	return along > margin && along < 1-margin
}
