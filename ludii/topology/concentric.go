package topology

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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
