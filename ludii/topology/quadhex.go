package topology

import (
	"fmt"
	"math"
)

// quadhex is (quadhex layers [thirds:b]): a hexagon of quadrilaterals.
func (e *evaluator) quadhex(a *arguments, _ int) (*mesh, bool) {
	thirds, fine := e.flag(a, "thirds", false)
	d, ok := e.dims(a, 1)
	if !ok || !fine || !e.finish(a) || !e.area(a, 6*d[0], d[0]) {
		return nil, false
	}
	if d[0] < 1 || thirds && d[0] < 2 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("a quadhex board of %d layers", d[0]))
	}
	m := newMesh(e.budget)
	if thirds {
		m.quadhexThirds(d[0])
	} else {
		m.quadhexSixths(d[0])
	}
	m.makeFaces(true)
	m.setKind("QuadHex", "Hexagon")
	return m.reorder(), true
}

// between gives the place so far along the way from one to another.
func between(t float64, p, q Point) Point {
	return Point{X: p.X + float64(t*(q.X-p.X)), Y: p.Y + float64(t*(q.Y-p.Y))}
}

func spun(angle float64, p Point) Point {
	sin, cos := sineCosine(angle)
	return Point{X: float64(p.X*cos) - float64(p.Y*sin), Y: float64(p.Y*cos) + float64(p.X*sin)}
}

// quadhexSixths makes each of six sections between the middle of the board, the
// middles of two sides and the corner between them.
func (m *mesh) quadhexSixths(layers int) {
	n := float64(layers)
	top := Point{Y: n * root3 / 2}
	corner := Point{X: n / 2, Y: n * root3 / 2}
	right := Point{X: n}
	side := Point{X: (corner.X + right.X) / 2, Y: (corner.Y + right.Y) / 2}
	for section := range 6 {
		angle := float64(section) * math.Pi / 3
		inner := func(row int) Point { return spun(angle, between(float64(row)/n, Point{}, side)) }
		outer := func(row int) Point { return spun(angle, between(float64(row)/n, top, corner)) }
		for row := range layers {
			i0, i1, o0, o1 := inner(row), inner(row+1), outer(row), outer(row+1)
			for column := range layers {
				t0, t1 := float64(column)/n, float64(column+1)/n
				v, w := m.vertexAt(between(t0, i0, o0)), m.vertexAt(between(t1, i0, o0))
				x := m.vertexAt(between(t1, i1, o1))
				m.edgeBetween(v, w)
				m.edgeBetween(w, x)
				if row == layers-1 {
					m.edgeBetween(x, m.vertexAt(between(t0, i1, o1)))
				}
				if m.over() {
					return
				}
			}
		}
	}
}

// quadhexThirds makes three sections, each on both sides of a line to the middle,
// and joins them around a triangle.
func (m *mesh) quadhexThirds(layers int) {
	n := float64(layers)
	corner := Point{X: -n / 2, Y: -n * root3 / 2}
	left := Point{X: -n}
	bottom := Point{Y: -n * root3 / 2}
	ratio := n / (n + 0.5)
	inner := between(ratio, bottom, Point{})
	side := between(ratio/2, corner, left)
	section := newMesh(m.budget)
	for row := range layers {
		r0, r1 := float64(row)/n, float64(row+1)/n
		outer0, outer1 := between(r0, corner, bottom), between(r1, corner, bottom)
		inner0, inner1 := between(r0, side, inner), between(r1, side, inner)
		for column := range layers {
			t0, t1 := float64(column)/n, float64(column+1)/n
			quad := [4]Point{
				between(t0, outer0, inner0), between(t1, outer0, inner0),
				between(t0, outer1, inner1), between(t1, outer1, inner1),
			}
			for _, mirror := range []float64{1, -1} {
				var v [4]int
				for i, p := range quad {
					v[i] = section.vertexAt(Point{X: mirror * p.X, Y: p.Y})
				}
				for _, ends := range [][2]int{{0, 1}, {2, 3}, {0, 2}, {1, 3}} {
					section.edgeBetween(v[ends[0]], v[ends[1]])
				}
			}
			if section.over() {
				return
			}
		}
	}
	size := len(section.vertices)
	var tip, first, second [3]int
	for i := range 3 {
		base := len(m.vertices)
		for v := range section.vertices {
			m.addVertex(section.vertices[v].at)
		}
		for x := range section.edges {
			m.addEdge(base+section.edges[x].a, base+section.edges[x].b)
		}
		section.move(func(p Point) Point { return spun(2*math.Pi/3, p) })
		second[i], first[i], tip[i] = base+4*layers, base+4*layers+2, base+min(layers*(2*layers+3), size-1)
	}
	for i := range 3 {
		m.edgeBetween(tip[i], tip[(i+1)%3])
	}
	for i := range 3 {
		m.edgeBetween(first[i], second[(i+1)%3])
	}
}
