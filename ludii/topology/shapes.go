package topology

import (
	"fmt"
	"math"

	"ludens/ludii/parse"
)

// circuit adds n vertices on a circle, each joined with the one so many further
// on.
func (m *mesh) circuit(n, further int) {
	radius := float64(n) / (2 * math.Pi)
	first := math.Pi / 2
	if n == 4 {
		first = math.Pi / 4
	}
	for i := range n {
		m.addVertex(onCircle(radius, first+float64(i)/float64(n)*2*math.Pi))
		if m.over() {
			return
		}
	}
	for i := range n {
		m.addEdge(i, (i+further)%n)
	}
}

// regular is (regular [Star] n): a polygon, or a star in it.
func (e *evaluator) regular(a *arguments, _ int) (*mesh, bool) {
	shape := a.word()
	d, ok := e.dims(a, 1)
	if !ok || !e.finish(a) {
		return nil, false
	}
	if d[0] < 1 || shape != "" && shape != "Star" {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("%s is no regular polygon or star", cut(a.node)))
	}
	m := newMesh(e.budget)
	if shape == "Star" {
		m.circuit(d[0], (d[0]-1)/2)
	} else {
		m.circuit(d[0], 1)
	}
	if m.over() {
		return m, true
	}
	if e.site == Cell {
		m.makeFaces(true)
	}
	return m.reorder(), true
}

// wedge is (wedge rows [columns]): rows under a point.
func (e *evaluator) wedge(a *arguments, _ int) (*mesh, bool) {
	d, ok := e.dims(a, 2)
	if !ok || !e.finish(a) {
		return nil, false
	}
	rows, columns := d[0], 3
	if len(d) > 1 {
		columns = d[1]
	}
	if rows < 2 || columns < 2 {
		return nil, e.refuse(CodeArgument, a.node, "a wedge has at least two rows and two columns")
	}
	if !e.area(a, rows, columns) {
		return nil, false
	}
	m := newMesh(e.budget)
	top := rows - 1
	m.addVertex(Point{X: float64(top), Y: float64(top)})
	for row := 1; row < rows; row++ {
		left, right := float64(top-row), float64(top+row)
		for column := range columns {
			t := float64(column) / float64(columns-1)
			m.addVertex(Point{X: left + float64(t*(right-left)), Y: float64(top - row)})
		}
	}
	for column := range columns {
		m.addEdge(0, column+1)
	}
	for row := 1; row < rows; row++ {
		from := row*columns - columns + 1
		for column := range columns - 1 {
			m.addEdge(from+column, from+column+1)
		}
		for column := 0; column < columns && row < rows-1; column++ {
			m.addEdge(from+column, from+columns+column)
		}
	}
	m.setKind(NoBasis, "Wedge")
	return m, true
}

// repeat is (repeat rows columns step:{{x y} {x y}} polys): outlines, copied by
// the steps to the next column and to the next row.
func (e *evaluator) repeat(a *arguments, _ int) (*mesh, bool) {
	d, ok := e.dims(a, 2)
	if !ok {
		return nil, false
	}
	if len(d) < 2 || !e.area(a, d[0], d[1]) {
		return nil, e.refuse(CodeArgument, a.node, "(repeat …) needs numbers of rows and columns")
	}
	var steps []Point
	if n := a.take("step"); n == nil {
		ok = e.refuse(CodeArgument, a.node, "(repeat …) needs step:{{x y} {x y}}")
	} else if steps, ok = e.points(n); ok && len(steps) < 2 {
		ok = e.refuse(CodeArgument, n, "step: needs a step to the next column and one to the next row")
	}
	list := a.rest
	if len(list) == 1 && list[0].Kind == parse.Array {
		list = list[0].Children
	}
	a.rest = nil
	var polys []polygon
	for _, n := range list {
		p, fine := e.poly(n)
		polys, ok = append(polys, p), ok && fine
	}
	if !ok || !e.finish(a) {
		return nil, false
	}
	m := newMesh(e.budget)
	for row := range max(0, d[0]) {
		for column := range max(0, d[1]) {
			x := float64(float64(column)*steps[0].X) + float64(float64(row)*steps[1].X)
			y := float64(float64(column)*steps[0].Y) + float64(float64(row)*steps[1].Y)
			for _, p := range polys {
				for i, from := range p {
					to := p[(i+1)%len(p)]
					v := m.vertexAt(Point{X: x + from.X, Y: y + from.Y})
					w := m.vertexAt(Point{X: x + to.X, Y: y + to.Y})
					m.edgeBetween(v, w)
				}
			}
			if !m.spend(1) {
				return m, true
			}
		}
	}
	m.makeFaces(false)
	return m.reorder(), true
}

// plain is (graph vertices:{{x y} …} [edges:{{v w} …}]), or (graph function).
func (e *evaluator) plain(a *arguments, depth int) (*mesh, bool) {
	if len(a.rest) > 0 {
		m, ok := e.operand(a, depth)
		return m, ok && e.finish(a)
	}
	m := newMesh(e.budget)
	vertices, edges := a.take("vertices"), a.take("edges")
	if !e.finish(a) {
		return nil, false
	}
	if vertices != nil {
		points, ok := e.points(vertices)
		if !ok {
			return nil, false
		}
		for _, p := range points {
			m.addVertex(p)
		}
	}
	if edges != nil && !e.addRings(m, edges, false, addSegment) {
		return nil, false
	}
	m.assemble()
	return m, true
}
