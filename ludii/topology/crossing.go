package topology

// splitCrossings is (splitCrossings graph): a vertex where edges cross, and edges
// split where a vertex lies on them.
func (e *evaluator) splitCrossings(a *arguments, depth int) (*mesh, bool) {
	m, ok := e.operand(a, depth)
	if !ok || !e.finish(a) {
		return nil, false
	}
	m.splitCrossings()
	for m.splitTouching() {
	}
	if m.over() {
		return m, true
	}
	m.makeFaces(true)
	m.basis = NoBasis
	return m, true
}

// pivotOf gives a pivot of an end of an edge, that of the second end first.
func (m *mesh) pivotOf(e int) int {
	if p := m.vertices[m.edges[e].b].pivot; p >= 0 {
		return p
	}
	return m.vertices[m.edges[e].a].pivot
}

// splitCrossings splits the first two edges that cross, in the order of their
// numbers, as long as there are any. The parts go to the end of the list.
func (m *mesh) splitCrossings() {
	// No edge before done crosses one before old that is numbered after it.
	done, old := 0, len(m.edges)
	for i := 0; i < len(m.edges); {
		from := i + 1
		if i < done {
			from = old
		}
		if !m.spend(2 * (len(m.edges) - from)) {
			return
		}
		j := m.crossing(i, from)
		if j < 0 {
			i++
			continue
		}
		// What was known of the others stays so; the parts are new.
		if i < done {
			done, old = done-1, old-1
		} else {
			done, old = i, len(m.edges)-2
		}
		m.split(i, j)
		i = 0
	}
}

// crossing gives the first edge from a number on that crosses another, -1 for
// none.
func (m *mesh) crossing(i, from int) int {
	x := &m.edges[i]
	p, q := m.vertices[x.a].at, m.vertices[x.b].at
	for j := from; j < len(m.edges); j++ {
		y := &m.edges[j]
		along, across, ok := meet(p, q, m.vertices[y.a].at, m.vertices[y.b].at)
		if ok && inside(along, 0.01) && inside(across, 0.01) {
			return j
		}
	}
	return -1
}

// split puts a vertex where two edges cross. Its pivot is that of the first edge,
// or the first one of an edge numbered between the two.
func (m *mesh) split(i, j int) {
	x, y := m.edges[i], m.edges[j]
	p, q := m.vertices[x.a].at, m.vertices[x.b].at
	pivot := m.pivotOf(i)
	for k := i + 1; k <= j && pivot < 0; k++ {
		if pivot = m.vertices[m.edges[k].a].pivot; pivot < 0 {
			pivot = m.vertices[m.edges[k].b].pivot
		}
	}
	along, _, _ := meet(p, q, m.vertices[y.a].at, m.vertices[y.b].at)
	v := m.addVertex(Point{X: p.X + float64(along*(q.X-p.X)), Y: p.Y + float64(along*(q.Y-p.Y))})
	m.vertices[v].pivot = pivot
	d := m.demolition()
	d.edge(i)
	d.edge(j)
	d.done()
	m.edgeBetween(x.a, v)
	m.edgeBetween(v, x.b)
	m.edgeBetween(y.a, v)
	m.edgeBetween(v, y.b)
}

// splitTouching splits the first edge that some vertex lies on. It is Ludii's
// way to go on with all vertices that lie on the edge that was, and to remove
// each time what then has its number.
func (m *mesh) splitTouching() bool {
	for i := range m.edges {
		x := m.edges[i]
		p, q := m.vertices[x.a].at, m.vertices[x.b].at
		pivot := m.pivotOf(i)
		split := false
		if !m.spend(len(m.vertices)) {
			return false
		}
		for v := range m.vertices {
			at := m.vertices[v].at
			if v == x.a || v == x.b || at.distance(p) < near || at.distance(q) < near || fromSegment(at, p, q) > near {
				continue
			}
			if pivot >= 0 {
				m.vertices[v].pivot = pivot
			}
			m.removeEdge(i)
			m.edgeBetween(x.a, v)
			m.edgeBetween(v, x.b)
			split = true
		}
		if split {
			return true
		}
	}
	return false
}

// fromSegment gives the distance of a place from a piece of a line.
func fromSegment(at, p, q Point) float64 {
	d := q.minus(p)
	length := float64(d.X*d.X) + float64(d.Y*d.Y) + float64(d.Z*d.Z)
	if length < tiny {
		return at.distance(p)
	}
	w := at.minus(p)
	t := (float64(w.X*d.X) + float64(w.Y*d.Y) + float64(w.Z*d.Z)) / length
	return at.distance(p.plus(d.times(min(max(t, 0), 1))))
}
