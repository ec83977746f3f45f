package topology

import (
	"fmt"
	"math"
)

// move puts every vertex somewhere else. Numbers and orders stay; faces go back
// to the mean of their corners.
func (m *mesh) move(f func(Point) Point) {
	m.settle()
	for i := range m.vertices {
		m.vertices[i].at = f(m.vertices[i].at)
	}
	for i := range m.faces {
		m.faces[i].moved = false
	}
	m.places = nil
	m.spend(m.size())
}

// turn changes the tangents of curves.
func (m *mesh) turn(f func(Point) Point) {
	for i := range m.edges {
		if t := &m.edges[i].tangents; m.edges[i].curved {
			t[0], t[1] = f(t[0]), f(t[1])
		}
	}
}

// bounds gives the corners of the box around the vertices.
func (m *mesh) bounds() (low, high Point) {
	for i := range m.vertices {
		p := m.vertices[i].at
		if i == 0 {
			low, high = p, p
		}
		low = Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	return low, high
}

// shift is (shift dx dy [dz] graph).
func (e *evaluator) shift(a *arguments, depth int) (*mesh, bool) {
	d, ok := e.factors(a, 2, 3)
	if !ok {
		return nil, false
	}
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	by := Point{X: d[0], Y: d[1]}
	if len(d) > 2 {
		by.Z = d[2]
	}
	m.move(func(p Point) Point { return p.plus(by) })
	return m, true
}

// factors takes numbers, not fewer and not more than given.
func (e *evaluator) factors(a *arguments, least, most int) ([]float64, bool) {
	d, ok := e.numbers(a, most)
	if ok && len(d) < least {
		ok = e.refuse(CodeArgument, a.node, fmt.Sprintf("(%s …) begins with numbers, at least %d", a.name, least))
	}
	return d, ok
}

// scale is (scale x [y] [z] graph).
func (e *evaluator) scale(a *arguments, depth int) (*mesh, bool) {
	d, ok := e.factors(a, 1, 3)
	if !ok {
		return nil, false
	}
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	by := Point{d[0], d[0], 1}
	if len(d) > 1 {
		by.Y = d[1]
	}
	if len(d) > 2 {
		by.Z = d[2]
	}
	m.move(func(p Point) Point { return Point{p.X * by.X, p.Y * by.Y, p.Z * by.Z} })
	return m, true
}

// rotate is (rotate degrees graph): counter-clockwise around the middle of the
// box around the vertices.
func (e *evaluator) rotate(a *arguments, depth int) (*mesh, bool) {
	d, ok := e.factors(a, 1, 1)
	if !ok {
		return nil, false
	}
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	low, high := m.bounds()
	middle := Point{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
	sin, cos := sineCosine(d[0] / 180 * math.Pi)
	m.move(func(p Point) Point {
		x, y := p.X-middle.X, p.Y-middle.Y
		return Point{middle.X + float64(x*cos) - float64(y*sin), middle.Y + float64(y*cos) + float64(x*sin), p.Z}
	})
	m.turn(func(t Point) Point {
		return Point{float64(t.X*cos) - float64(t.Y*sin), float64(t.Y*cos) + float64(t.X*sin), t.Z}
	})
	return m, true
}

// skew is (skew amount graph): what is higher goes further to the right.
func (e *evaluator) skew(a *arguments, depth int) (*mesh, bool) {
	d, ok := e.factors(a, 1, 1)
	if !ok {
		return nil, false
	}
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	low, _ := m.bounds()
	lean := func(p Point) Point { return Point{p.X + float64((p.Y-low.Y)*d[0]), p.Y, p.Z} }
	m.move(lean)
	m.turn(lean)
	return m, true
}

// renumber is (renumber [kinds] graph). Recoordinate, which shares its form, has
// no effect in Ludii.
func (e *evaluator) renumber(a *arguments, depth int) (*mesh, bool) {
	kinds := map[string]bool{}
	for range 3 {
		if w := a.word(); w != "" {
			kinds[w] = true
		}
	}
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	for k := Vertex; k <= Cell && a.name == "renumber"; k++ {
		if len(kinds) == 0 || kinds[k.String()] {
			m.reorderKind(k)
		}
	}
	return m, true
}

// trim is (trim graph).
func (e *evaluator) trim(a *arguments, depth int) (*mesh, bool) {
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	m.trim()
	return m, true
}

// makeFaces is (makeFaces graph).
func (e *evaluator) makeFaces(a *arguments, depth int) (*mesh, bool) {
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	m.makeFaces(true)
	return m, true
}

// dual is (dual graph): a vertex for each face, an edge where two faces share
// one.
func (e *evaluator) dual(a *arguments, depth int) (*mesh, bool) {
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	if len(m.faces) == 0 {
		return m, true
	}
	d := newMesh(e.budget)
	for i := range m.faces {
		d.addVertex(m.faceAt(i))
	}
	for i := range m.edges {
		if x := &m.edges[i]; x.left >= 0 && x.right >= 0 {
			d.addEdge(x.left, x.right)
		}
	}
	d.makeFaces(false)
	d.setKind("Dual", NoShape)
	return d.reorder(), true
}

// complete is (complete graph [eachCell:b]): all vertices, or those of each face,
// are joined with each other.
func (e *evaluator) complete(a *arguments, depth int) (*mesh, bool) {
	each, fine := e.flag(a, "eachCell", false)
	m, ok := e.operand(a, depth)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	if each {
		for i := range m.faces {
			corners := m.faces[i].vertices
			for j, v := range corners {
				for _, w := range corners[j+1:] {
					if m.edgeBetween(v, w); m.over() {
						return m, true
					}
				}
			}
		}
		m.basis = NoBasis
		return m, true
	}
	m.clearFaces()
	m.edges = nil
	for i := range m.vertices {
		m.vertices[i].edges, m.vertices[i].sorted = nil, true
	}
	for v := range m.vertices {
		for w := v + 1; w < len(m.vertices); w++ {
			if m.addEdge(v, w); m.over() {
				return m, true
			}
		}
	}
	m.makeFaces(true)
	m.basis = NoBasis
	return m, true
}

// subdivide is (subdivide graph [min:n]): faces with enough corners get a vertex
// in the middle, joined with the corners.
func (e *evaluator) subdivide(a *arguments, depth int) (*mesh, bool) {
	least, given, fine := e.labelled(a, "min")
	if !given {
		least = 1
	}
	m, ok := e.operand(a, depth)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	if e.site == Vertex {
		m.makeFaces(true)
	}
	for f := len(m.faces) - 1; f >= 0 && !m.over(); f-- {
		if corners := m.faces[f].vertices; len(corners) >= least {
			middle := m.addVertex(m.faceAt(f))
			for _, v := range corners {
				m.edgeBetween(middle, v)
			}
		}
	}
	if e.site == Cell {
		m.makeFaces(true)
	} else {
		m.clearFaces()
	}
	m.basis = NoBasis
	return m, true
}

// layers is (layers n graph): copies one unit above each other, whose vertices
// are joined upwards.
func (e *evaluator) layers(a *arguments, depth int) (*mesh, bool) {
	d, ok := e.dims(a, 1)
	if !ok || len(a.rest) == 0 {
		return nil, ok && e.refuse(CodeArgument, a.node, "(layers …) needs a board function")
	}
	source := a.rest[0]
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	for layer := 1; layer < d[0]; layer++ {
		next, ok := e.graph(source, depth+1)
		if !ok {
			return nil, false
		}
		next.move(func(p Point) Point { return Point{p.X, p.Y, p.Z + float64(layer)} })
		m.stack(next)
		if m.over() {
			break
		}
	}
	return m.reorder(), true
}

// stack adds a copy of a mesh as the layer above the last one, which has as many
// vertices.
func (m *mesh) stack(next *mesh) {
	base, n := len(m.vertices), len(next.vertices)
	for i := range next.vertices {
		m.addVertex(next.vertices[i].at)
	}
	for i := range next.vertices {
		if p := next.vertices[i].pivot; p >= 0 {
			m.vertices[base+i].pivot = base + p
		}
	}
	for i := range next.edges {
		x := &next.edges[i]
		j := m.addEdge(base+x.a, base+x.b)
		m.edges[j].curved, m.edges[j].tangents = x.curved, x.tangents
	}
	for v := range n {
		m.addEdge(base-n+v, base+v)
	}
	for i := range next.faces {
		corners := make([]int, 0, 8)
		for _, v := range next.faces[i].vertices {
			corners = append(corners, base+v)
		}
		m.addFace(corners)
	}
}
