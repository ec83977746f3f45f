package topology

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ludens/ludii/parse"
)

// concentric is (concentric shape rings:n …), (concentric sides:n rings:n …) and
// (concentric {cells per ring} …).
func (e *evaluator) concentric(a *arguments, _ int) (*mesh, bool) {
	rings, counted, ok := e.labelled(a, "rings")
	steps, wheel, ok1 := e.labelled(a, "steps")
	sides, polygonal, ok2 := e.labelled(a, "sides")
	var look struct{ midpoints, joinMidpoints, joinCorners, stagger bool }
	for _, f := range []struct {
		label     string
		otherwise bool
		to        *bool
	}{
		{"midpoints", true, &look.midpoints},
		{"joinMidpoints", true, &look.joinMidpoints},
		{"joinCorners", false, &look.joinCorners},
		{"stagger", false, &look.stagger},
	} {
		var fine bool
		*f.to, fine = e.flag(a, f.label, f.otherwise)
		ok = ok && fine
	}
	shape := a.word()
	cells, listed, ok3 := e.sides(a)
	if !ok || !ok1 || !ok2 || !ok3 || !e.finish(a) {
		return nil, false
	}
	if rings > MaxSites || sides > MaxSites || steps > MaxSites {
		return nil, e.tooLarge(a.node)
	}
	if !listed && !counted {
		return nil, e.refuse(CodeArgument, a.node, "(concentric …) needs rings: or a list of cells")
	}
	switch shape {
	case "Triangle":
		sides = 3
	case "Square":
		sides = 4
	case "Hexagon":
		sides = 6
	case "Target":
		if !wheel {
			return e.target(a, rings)
		}
		for range max(0, rings) {
			cells = append(cells, steps)
		}
		return e.circle(a, cells, false)
	case "":
		if listed {
			return e.circle(a, cells, look.stagger)
		}
		if !polygonal {
			return nil, e.refuse(CodeArgument, a.node, "(concentric …) needs a shape, sides: or a list of cells")
		}
	default:
		return nil, e.noShape(a, shape)
	}
	if sides < 3 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("a concentric board has at least three sides, not %d", sides))
	}
	return e.concentricPolygon(sides, rings, look.midpoints, look.joinMidpoints, look.joinCorners), true
}

// concentricPolygon makes rings of one shape inside of each other.
func (e *evaluator) concentricPolygon(sides, rings int, midpoints, joinMidpoints, joinCorners bool) *mesh {
	m := newMesh(e.budget)
	if rings < 1 {
		return m
	}
	arc := 2 * math.Pi / float64(sides)
	first := math.Pi / 2
	if sides%2 == 0 {
		first += arc / 2
	}
	for ring := range rings {
		radius := float64(1 + ring)
		if sides == 3 {
			radius = float64(1 + 2*ring)
		}
		base := len(m.vertices)
		for side := range sides {
			p := onCircle(radius, first+float64(arc*float64(side)))
			q := onCircle(radius, first+float64(arc*float64(side+1)))
			m.vertexAt(p)
			if midpoints {
				m.vertexAt(Point{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2})
			}
		}
		for v := base; v < len(m.vertices); v++ {
			next := v + 1
			if next == len(m.vertices) {
				next = base
			}
			m.addEdge(v, next)
		}
		if m.over() {
			return m
		}
	}
	perSide := 1
	if midpoints {
		perSide = 2
	}
	perRing := sides * perSide
	if midpoints && joinMidpoints || joinCorners {
		join := func(v int) {
			if v+perRing < len(m.vertices) {
				m.addEdge(v, v+perRing)
			}
		}
		for ring := range rings - 1 {
			for side := range sides {
				v := ring*perRing + side*perSide
				if joinCorners {
					join(v)
				}
				if joinMidpoints {
					join(v + 1) // the next corner where there are no midpoints
				}
			}
		}
	}
	shape, known := map[int]Shape{3: "Triangle", 4: "Square", 6: "Hexagon"}[sides]
	if !known {
		shape = "Regular"
	}
	m.setKind("Concentric", shape)
	m.reorder()
	if e.site == Cell {
		m.makeFaces(true)
	}
	return m
}

func onCircle(radius, angle float64) Point {
	sine, cosine := sineCosine(angle)
	return Point{X: radius * cosine, Y: radius * sine}
}

// target makes rings of eight curves. Its cells have their places below each
// other, because all rings have the same middle.
func (e *evaluator) target(a *arguments, rings int) (*mesh, bool) {
	if e.site != Cell {
		return nil, e.refuse(CodeArgument, a.node, "target boards are played on the cells")
	}
	m := newMesh(e.budget)
	const steps = 8
	arc := 2 * math.Pi / steps
	for ring := range max(0, rings) {
		base := len(m.vertices)
		for step := range steps {
			m.vertexAt(onCircle(float64(ring+1), math.Pi/2+float64(arc*float64(step))))
		}
		for v := base; v < len(m.vertices); v++ {
			w := v + 1
			if w == len(m.vertices) {
				w = base
			}
			p, q := unit(m.vertices[v].at), unit(m.vertices[w].at)
			m.addCurve(v, w, Point{X: -p.Y, Y: p.X}, Point{X: q.Y, Y: -q.X})
		}
		if m.over() {
			return m, true
		}
	}
	m.makeFaces(true)
	for f := range m.faces {
		y := 0.0
		if f > 0 {
			y = -float64(f) - 0.5
		}
		m.faces[f].moved, m.faces[f].at = true, Point{Y: y}
	}
	return m, true
}

// A sample is a place on a ring.
type sample struct {
	at    Point
	angle float64
}

// ring gives places at equal angles, from the top clockwise.
func ringSamples(radius float64, n int, turned float64) []sample {
	var list []sample
	for step := range n {
		angle := math.Pi/2 + turned - 2*math.Pi*float64(step)/float64(n)
		list = append(list, sample{onCircle(radius, angle), angle})
	}
	return list
}

// withoutTwins sorts samples by angle and drops those at the place of their
// predecessor; the predecessor of the first is the last, which stays.
func withoutTwins(list []sample, apart float64) []sample {
	slices.SortStableFunc(list, func(a, b sample) int { return cmp.Compare(a.angle, b.angle) })
	for n := len(list) - 1; n > 0; n-- {
		if list[n].at.distance(list[n-1].at) < apart {
			list = slices.Delete(list, n, n+1)
		}
	}
	return list
}

// halfStep is what staggered rings are turned by.
func halfStep(stagger bool, ring, n int) float64 {
	if stagger && ring%2 == 1 && n > 0 {
		return 2 * math.Pi / float64(n) / 2
	}
	return 0
}

// curves joins the samples of a ring, one after the other.
func (m *mesh) curves(list []sample) {
	n := len(list)
	for i := range n {
		if n < 2 {
			return
		}
		before, from, to, after := list[(i-1+n)%n], list[i], list[(i+1)%n], list[(i+2)%n]
		v, w := m.vertexAt(from.at), m.vertexAt(to.at)
		if v == w {
			continue
		}
		if m.findEdge(v, w) < 0 {
			m.addCurve(v, w, unit(to.at.minus(before.at)), unit(from.at.minus(after.at)))
		}
	}
}

// circle makes a round board with so many cells per ring.
func (e *evaluator) circle(a *arguments, cells []int, stagger bool) (*mesh, bool) {
	total := 0
	for _, n := range cells {
		if total += max(n, -n); total > MaxSites {
			return nil, e.tooLarge(a.node)
		}
	}
	m := newMesh(e.budget)
	if e.site == Cell {
		e.circleOfCells(m, cells, stagger)
	} else if ok := e.circleOfVertices(a, m, cells, stagger); !ok {
		return nil, false
	}
	return m, true
}

func (e *evaluator) circleOfCells(m *mesh, cells []int, stagger bool) {
	if len(cells) == 0 {
		return
	}
	pivot := m.addVertex(Point{})
	rings := make([][]sample, len(cells)+1)
	// each calls f for each ring of at least two cells.
	each := func(f func(ring, n int, inner, outer, turned float64)) {
		for ring, n := range cells {
			if n = max(n, -n); n >= 2 {
				f(ring, n, max(0, float64(ring)-0.5), float64(ring)+0.5, halfStep(stagger, ring, n))
			}
		}
	}
	each(func(ring, n int, inner, outer, turned float64) {
		for step := range n {
			angle := math.Pi/2 + turned - 2*math.Pi*float64(step)/float64(n)
			for angle < -math.Pi {
				angle += 2 * math.Pi
			}
			for angle > math.Pi {
				angle -= 2 * math.Pi
			}
			rings[ring] = append(rings[ring], sample{onCircle(inner, angle), angle})
			rings[ring+1] = append(rings[ring+1], sample{onCircle(outer, angle), angle})
		}
	})
	for i := range rings {
		rings[i] = withoutTwins(rings[i], near)
	}
	for _, list := range rings {
		for _, s := range list {
			m.vertexAt(s.at)
		}
	}
	for _, list := range rings {
		m.curves(list)
	}
	each(func(_, n int, inner, outer, turned float64) {
		in, out := ringSamples(inner, n, turned), ringSamples(outer, n, turned)
		for i := range in {
			if v, w := m.vertexAt(in[i].at), m.vertexAt(out[i].at); v != w {
				m.edgeBetween(v, w)
			}
		}
	})
	for v := range m.vertices {
		m.vertices[v].pivot = pivot
	}
	m.makeFaces(true)
}

func (e *evaluator) circleOfVertices(a *arguments, m *mesh, cells []int, stagger bool) bool {
	switch {
	case len(cells) == 0:
		return true
	case len(cells) == 1:
		if cells[0] < 1 {
			return e.refuse(CodeArgument, a.node, fmt.Sprintf("a circle of %d sites", cells[0]))
		}
		m.circuit(cells[0], 1)
		m.reorder()
		return true
	}
	if max(cells[0], -cells[0]) > 1 {
		cells = append([]int{0}, cells...)
	}
	rings := make([][]sample, len(cells))
	for ring, n := range cells {
		n = max(n, -n)
		rings[ring] = ringSamples(float64(ring), n, halfStep(stagger, ring, n))
		if ring > 0 {
			rings[ring] = withoutTwins(rings[ring], 0.1)
		}
	}
	for _, list := range rings {
		for _, s := range list {
			m.vertexAt(s.at)
		}
	}
	for ring, list := range rings {
		if ring > 0 && cells[ring] >= 2 { // a negative number is a ring without curves
			m.curves(list)
		}
	}
	for ring := range len(rings) - 1 {
		for _, s := range rings[ring] {
			v := m.findVertex(s.at)
			if v < 0 {
				continue
			}
			if ring == 0 {
				for _, t := range rings[1] {
					if w := m.findVertex(t.at); w >= 0 {
						m.edgeBetween(v, w)
					}
				}
				continue
			}
			ratio := float64(ring+1) / float64(ring)
			if w := m.findVertex(Point{X: s.at.X * ratio, Y: s.at.Y * ratio}); w >= 0 {
				m.edgeBetween(v, w)
				if cells[0] == 0 {
					m.vertices[w].pivot = v
				}
			}
		}
	}
	if cells[0] != 0 {
		pivot := m.findVertex(Point{})
		for v := range m.vertices {
			m.vertices[v].pivot = pivot
		}
	}
	return true
}

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
