package topology

import "slices"

// removeVertices removes vertices with the edges that end there and the faces
// that have them as corners.
func (m *mesh) removeVertices(gone func(v int) bool) {
	v, e, f := make([]bool, len(m.vertices)), make([]bool, len(m.edges)), make([]bool, len(m.faces))
	any := false
	for i := range m.vertices {
		if v[i] = gone(i); v[i] {
			any = true
			for _, j := range m.vertices[i].edges {
				e[j] = true
			}
			for _, j := range m.vertices[i].faces {
				f[j] = true
			}
		}
	}
	if any {
		m.compact(v, e, f)
	}
}

func (m *mesh) removeVertex(v int) {
	m.removeVertices(func(i int) bool { return i == v })
}

// removeEdge removes an edge with the faces that have it as a side.
func (m *mesh) removeEdge(e int) {
	d := m.demolition()
	d.edge(e)
	d.done()
}

// removeFace removes a face, and with bare set also those of its edges that are
// then without a face, and what other faces have these as sides.
func (m *mesh) removeFace(f int, bare bool) {
	d := m.demolition()
	d.face(f, bare)
	d.done()
}

// A demolition marks what goes and removes it at once.
type demolition struct {
	*mesh
	edges, faces []bool
}

func (m *mesh) demolition() *demolition {
	return &demolition{mesh: m, edges: make([]bool, len(m.edges)), faces: make([]bool, len(m.faces))}
}

func (d *demolition) done() { d.compact(make([]bool, len(d.vertices)), d.edges, d.faces) }

func (d *demolition) edge(e int) {
	for _, end := range []int{d.mesh.edges[e].a, d.mesh.edges[e].b} {
		for _, f := range d.vertices[end].faces {
			if !d.faces[f] && slices.Contains(d.mesh.faces[f].edges, e) {
				d.face(f, false)
			}
		}
	}
	d.edges[e] = true
}

func (d *demolition) face(f int, bare bool) {
	var orphans []int
	d.faces[f] = true
	for _, i := range d.mesh.faces[f].edges {
		e := &d.mesh.edges[i]
		if e.left == f {
			if e.left = -1; bare && e.right < 0 {
				orphans = append(orphans, i)
			}
		}
		if e.right == f {
			if e.right = -1; bare && e.left < 0 {
				orphans = append(orphans, i)
			}
		}
	}
	for _, e := range orphans {
		d.edge(e)
	}
}

// compact removes the marked elements and renumbers the others.
func (m *mesh) compact(v, e, f []bool) {
	m.spend(16 * m.size())
	var to []int
	if m.vertices, to = without(m.vertices, v); to != nil {
		// References to vertices that go stand in edges and faces that go too, and
		// in pivots.
		m.renameVertices(to)
	}
	if m.edges, to = without(m.edges, e); to != nil {
		m.renameEdges(to)
	}
	if m.faces, to = without(m.faces, f); to != nil {
		m.renameFaces(to)
	}
}

// without gives what is not marked, and for all old indices the new one, -1 for
// what is gone; nil if nothing is. It works in place.
func without[T any](list []T, gone []bool) (kept []T, to []int) {
	if !slices.Contains(gone, true) {
		return list, nil
	}
	to = make([]int, len(list))
	kept = list[:0]
	for i := range list {
		if to[i] = len(kept); gone[i] {
			to[i] = -1
		} else {
			kept = append(kept, list[i])
		}
	}
	clear(list[len(kept):])
	return kept, to
}

// trim removes edges with a loose end, from the last to the first, and then
// vertices without edges other than pivots.
func (m *mesh) trim() {
	d := m.demolition()
	degree := make([]int, len(m.vertices))
	for i := range m.edges {
		degree[m.edges[i].a]++
		degree[m.edges[i].b]++
	}
	for i := len(m.edges) - 1; i >= 0; i-- {
		if e := &m.edges[i]; degree[e.a] == 1 || degree[e.b] == 1 {
			degree[e.a]--
			degree[e.b]--
			d.edge(i)
		}
	}
	d.done()
	pivots := make([]bool, len(m.vertices))
	for i := range m.vertices {
		if p := m.vertices[i].pivot; p >= 0 {
			pivots[p] = true
		}
	}
	m.removeVertices(func(v int) bool { return len(m.vertices[v].edges) == 0 && !pivots[v] })
}
