package topology

import (
	"fmt"
	"math"
)

// mostSpiral bounds spirals, as Ludii bounds them.
const mostSpiral = 1000

// spiral is (spiral turns:n sites:n [clockwise:b]): vertices along a line that
// winds around the first.
func (e *evaluator) spiral(a *arguments, _ int) (*mesh, bool) {
	turns, _, ok := e.labelled(a, "turns")
	sites, _, ok1 := e.labelled(a, "sites")
	clockwise, ok2 := e.flag(a, "clockwise", true)
	if !ok || !ok1 || !ok2 || !e.finish(a) {
		return nil, false
	}
	if turns < 1 || sites < 1 || sites > mostSpiral {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("a spiral has turns:, at least 1, and sites:, 1 to %d", mostSpiral))
	}
	angles := spiralAngles(turns, sites)
	if angles == nil {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("there is no spiral of %d sites in %d turns", sites, turns))
	}
	m := newMesh(e.budget)
	m.addVertex(Point{})
	for _, angle := range angles[1:] {
		sine, cosine := sineCosine(angle)
		x := angle * cosine
		if clockwise {
			x = -x
		}
		m.addVertex(Point{X: 0 + x, Y: 0 + float64(angle*sine)})
	}
	for v := range len(m.vertices) - 1 {
		before, from, to := m.vertices[max(0, v-1)].at, m.vertices[v].at, m.vertices[v+1].at
		m.addCurve(v, v+1, unit(to.minus(before)), unit(to.minus(from)))
	}
	for v := range m.vertices {
		m.vertices[v].pivot = 0
	}
	m.setKind("Spiral", "Spiral")
	return m, true
}

// spiralAngles gives how far the line has turned at each vertex, which is its
// distance from the first vertex too. Rings begin with as many vertices as still
// give enough turns, and the second and the third have twice as many as the one
// before; then steps are evened out. Nil where that gives no line.
func spiralAngles(turns, sites int) []float64 {
	steps := firstRing(turns, sites)
	if steps < 1 {
		return nil
	}
	angles := make([]float64, 1, 4*sites)
	for ring := 1; ring <= turns+1; ring++ {
		step := math.Pi * 2 / float64(steps)
		angle := math.Pi * 2 * float64(ring)
		if ring <= 2 || ring%2 == 1 {
			angle -= step / 2
		}
		if len(angles)+steps > 4*sites {
			return nil
		}
		for range steps {
			angles = append(angles, angle)
			angle += step
		}
		if ring <= 2 {
			steps *= 2
		}
	}
	for len(angles) <= sites {
		angles = append(angles, 0)
	}
	for range 2 {
		for v := 2; v < sites; v++ {
			angles[v] = (angles[v-1] + angles[v+1]) / 2
		}
	}
	if len(angles) > 2 {
		angles[1] -= 0.5 * (angles[2] - angles[1])
	}
	return angles[:sites]
}

// firstRing gives the number of vertices in the first ring: one less than the
// first with which the rings but the last need more vertices than there are.
func firstRing(turns, sites int) int {
	for first := 1; first < sites; first++ {
		steps, total := first, 1
		for ring := 1; ring < turns; ring++ {
			if total += steps; total > sites {
				return first - 1
			}
			if ring <= 2 {
				steps *= 2
			}
		}
	}
	return 0
}

// celtic is (celtic rows [columns]), (celtic {sides}) and (celtic (poly …)): a
// slanted grid, with loops along its outside as in knotwork.
func (e *evaluator) celtic(a *arguments, _ int) (*mesh, bool) {
	half := 1 / math.Sqrt2
	l := &lattice{
		"Celtic", func(row, column int) Point {
			return Point{X: float64(column) * (2 * half), Y: float64(row) * (2 * half)}
		},
		[]Point{{X: half}, {Y: half}, {X: -half}, {Y: -half}},
	}
	p, given, ok := e.outlineOf(a)
	if !given && ok {
		var sides []int
		if sides, given, ok = e.sides(a); given && ok {
			p = outline(sides, [][2]float64{{0, 2 * half}, {2 * half, 0}, {0, -2 * half}, {-2 * half, 0}})
		}
	}
	if !ok {
		return nil, false
	}
	var s stencil
	shape := NoShape
	if given {
		s = outlined(l, p, 1)
	} else {
		d, ok := e.dims(a, 2)
		if !ok {
			return nil, false
		}
		s, shape = block(d[0], d[len(d)-1], nil), squareIf(len(d) == 1)
	}
	if !e.finish(a) || !e.fits(a, s) {
		return nil, false
	}
	m := newMesh(e.budget)
	points := l.points(e.budget, s)
	for _, q := range points {
		m.addVertex(q)
	}
	m.join(points, 0.05)
	m.makeFaces(true)
	if m.over() {
		return m, true
	}
	if around := newMeasure(m.graph()).perimeters(); len(around) > 0 && len(around[0]) > 1 {
		m.loops(around[0])
	}
	m.setKind("Celtic", shape)
	return m.reorder(), true
}

// loops adds curves along an outside: at convex corners, and at every second
// vertex of what is straight.
func (m *mesh) loops(path []int) {
	n := len(path)
	at := func(i int) Point { return m.vertices[path[(i+n)%n]].at }
	var begins []int
	straight := 0
	for i := range path {
		switch b := turnAt(at(i-1), at(i), at(i+1)); {
		case b > 0.25*math.Pi:
			begins = append(begins, i)
			straight = 0
		case math.Abs(b) < 0.1*math.Pi:
			if straight++; straight%2 == 0 {
				begins = append(begins, i)
			}
		}
	}
	for _, i := range begins {
		from, to, beyond := path[i], path[(i+1)%n], path[(i+2)%n]
		b, c, d := at(i-1), at(i), at(i+1)
		if turnAt(c, d, at(i+2)) < -0.25*math.Pi {
			// Over a concave corner, from one side of it to the other.
			m.addCurve(from, beyond, unit(at(i+2).minus(d)).times(1.25), unit(c.minus(d)).times(1.25))
			m.addFace([]int{to, from, beyond})
			continue
		}
		out := c.minus(b)
		if math.Abs(turnAt(b, c, d)) < 0.1*math.Pi {
			out = Point{X: d.Y - c.Y, Y: -(d.X - c.X)}
		}
		middle := Point{X: (c.X + d.X) / 2, Y: (c.Y + d.Y) / 2}
		inner := middle.plus(out.times(0.5))
		tip := m.addVertex(middle.plus(out.times(0.9)))
		away := unit(out).times(1.333)
		m.addCurve(from, tip, away, unit(c.minus(inner)))
		m.addCurve(tip, to, unit(d.minus(inner)), away)
		m.addFace([]int{from, tip, to})
	}
}

// turnAt gives the angle by which the way from a over b to c turns, to the left
// if it is positive.
func turnAt(a, b, c Point) float64 {
	v, u := b.minus(a), c.minus(b)
	return turn(float64(u.Y*v.X)-float64(u.X*v.Y), float64(u.X*v.X)+float64(u.Y*v.Y))
}
