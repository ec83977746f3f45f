package topology

import "slices"

// steps are the neighbours of a site, in the order in which they are found.
type steps struct{ orthogonal, diagonal, off, adjacent []int }

// once appends a number that is not there yet.
func once(list []int, x int) []int {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// vertexSteps: orthogonal along an edge; diagonal to the opposite corner of a
// face with an even number of sides.
func (m *measure) vertexSteps(v int, st *steps) {
	for _, e := range m.vertexEdges[v] {
		st.orthogonal = once(st.orthogonal, m.other(e, v))
	}
	st.adjacent = st.orthogonal
	for _, f := range m.vertexFaces[v] {
		corners := m.g.Faces[f]
		n := len(corners)
		if n < 4 || n%2 != 0 {
			continue
		}
		i := slices.Index(corners, v)
		if o := corners[(i+n/2)%n]; o != v && !slices.Contains(st.orthogonal, o) {
			st.diagonal = once(st.diagonal, o)
		}
	}
}

// edgeSteps: orthogonal to every edge that shares an end.
func (m *measure) edgeSteps(e int, st *steps) {
	for _, v := range m.g.Edges[e] {
		for _, o := range m.vertexEdges[v] {
			if o != e {
				st.orthogonal = once(st.orthogonal, o)
			}
		}
	}
	st.adjacent = st.orthogonal
}

// cellSteps: orthogonal across an edge; diagonal across a corner, to the cell
// opposite, or along the edge that leads away from the corner; the others that
// share a corner are off-diagonal.
func (m *measure) cellSteps(c int, st *steps) {
	for _, e := range m.faceEdges[c] {
		for _, o := range m.edgeFaces[e] {
			if o != c {
				st.orthogonal = once(st.orthogonal, o)
			}
		}
	}
	var touching []int
	for _, v := range m.g.Faces[c] {
		for _, o := range m.vertexFaces[v] {
			if o != c {
				touching = once(touching, o)
			}
		}
	}
	for _, v := range m.g.Faces[c] {
		for _, o := range m.across(c, v) {
			if !slices.Contains(st.orthogonal, o) {
				st.diagonal = once(st.diagonal, o)
			}
		}
	}
	for _, o := range touching {
		if !slices.Contains(st.orthogonal, o) && !slices.Contains(st.diagonal, o) {
			st.off = once(st.off, o)
		}
	}
	st.adjacent = touching
}

// across gives the cells diagonally across corner v of cell c.
func (m *measure) across(c, v int) []int {
	p := m.g.Vertices[v]
	from := m.g.faceCentre(c)
	var found []int
	// A line that leads straight away from the cell at this corner ends in
	// the cell beyond its far end; otherwise the cell straight beyond the
	// corner is the one.
	best, which := 0.999, -1
	for _, o := range m.vertexFaces[v] {
		if o == c {
			continue
		}
		if s := straightness(from, p, m.g.faceCentre(o)); s > best {
			best, which = s, o
		}
	}
	if which >= 0 {
		found = append(found, which)
	}
	for _, e := range m.vertexEdges[v] {
		if slices.Contains(m.faceEdges[c], e) {
			continue
		}
		far := m.other(e, v)
		if straightness(from, p, m.g.Vertices[far]) < 0.999 {
			continue
		}
		for _, o := range m.vertexFaces[far] {
			if o != c && !slices.Contains(m.vertexFaces[v], o) && straightness(from, p, m.g.faceCentre(o)) > 0.999 {
				found = append(found, o)
			}
		}
	}
	return found
}

// straightness gives the cosine of the turn at b on the way from a to c.
func straightness(a, b, c Point) float64 {
	u, w := b.minus(a), c.minus(b)
	d := a.distance(b) * b.distance(c)
	if d == 0 {
		return -1
	}
	return (u.X*w.X + u.Y*w.Y + u.Z*w.Z) / d
}
