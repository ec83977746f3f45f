package topology

import (
	"math"
	"slices"
)

// perimeters gives for every part of the board the vertices around it,
// counter-clockwise, from the leftmost. Parts within others are left out.
func (m *measure) perimeters() [][]int {
	at := m.at[Vertex]
	byX := make([]int, len(at))
	for v := range byX {
		byX[v] = v
	}
	slices.SortStableFunc(byX, func(a, b int) int { return compare(at[a].X, at[b].X) })
	covered := make([]bool, len(at))
	var paths [][]int
	var rings []ring
	for _, start := range byX {
		if covered[start] {
			continue
		}
		path := m.around(start)
		if m.err != nil {
			return nil
		}
		r := m.ring(path)
		for _, v := range path {
			covered[v] = true
		}
		paths = append(paths, path)
		if len(path) < 3 {
			continue // encloses nothing
		}
		for v := range at {
			if !covered[v] && r.encloses(m, at[v]) {
				covered[v] = true
			}
		}
		if !m.spend(len(at)) {
			return nil
		}
		r.path = len(paths) - 1
		rings = append(rings, r)
	}
	return m.outermost(paths, rings)
}

// outermost leaves out the perimeters that begin within another one, the last
// first.
func (m *measure) outermost(paths [][]int, rings []ring) [][]int {
	for a := len(paths) - 1; a >= 0; a-- {
		start := m.at[Vertex][paths[a][0]]
		isWithin := func(r ring) bool { return r.path != a && r.encloses(m, start) }
		if slices.ContainsFunc(rings, isWithin) {
			paths[a] = nil
			rings = slices.DeleteFunc(rings, func(r ring) bool { return r.path == a })
		}
		if !m.spend(len(rings)) {
			return nil
		}
	}
	return slices.DeleteFunc(paths, func(path []int) bool { return path == nil })
}

// A ring is a perimeter as a polygon.
type ring struct {
	path    int
	polygon []Point
	box     box
}

func (m *measure) ring(path []int) ring {
	polygon := make([]Point, len(path))
	for i, v := range path {
		polygon[i] = m.at[Vertex][v]
	}
	return ring{polygon: polygon, box: boxAround(polygon)}
}

func (r *ring) encloses(m *measure, p Point) bool {
	if len(r.polygon) < 3 || p.X < r.box.x || p.X > r.box.x+r.box.width+1 || p.Y < r.box.y || p.Y > r.box.y+r.box.height+1 {
		return false
	}
	return m.spend(len(r.polygon)) && withinPolygon(p, r.polygon)
}

// around goes once around the outside of the part of the board that has a
// leftmost vertex: out along the edge nearest to downwards, and at every vertex
// on along the edge next in order after the one arrived by.
func (m *measure) around(from int) []int {
	if len(m.vertexEdges[from]) == 0 {
		return []int{from}
	}
	edge, best := -1, math.Inf(1)
	for _, e := range m.vertexEdges[from] {
		to, here := m.at[Vertex][m.other(e, from)], m.at[Vertex][from]
		if way := turn(to.X-here.X, -(to.Y - here.Y)); way < best {
			edge, best = e, way
		}
	}
	var path []int
	// On a graph whose order around vertices is amiss the way may never come
	// back to its start; it is cut then.
	for here := from; len(path) <= 2*len(m.g.Edges); {
		path = append(path, here)
		last := here
		here = m.other(edge, here)
		list := m.vertexEdges[here]
		if !m.spend(len(list)) {
			return nil
		}
		ends := pair(m.g.Edges[edge][0], m.g.Edges[edge][1])
		at := slices.IndexFunc(list, func(e int) bool { return pair(m.g.Edges[e][0], m.g.Edges[e][1]) == ends })
		for n := 1; n < len(list); n++ {
			edge = list[(max(at, 0)+n)%len(list)]
			if m.other(edge, here) != last {
				break
			}
		}
		if here == from {
			break
		}
	}
	return path
}

// outside marks what lies on the perimeters and what is outer.
func (m *measure) outside(in marks, paths [][]int) {
	for _, path := range paths {
		for i, v := range path {
			in[Vertex][v] |= perimeter
			e := m.edgeAt(v, path[(i+1)%len(path)])
			if e < 0 {
				continue
			}
			in[Edge][e] |= perimeter
			if left, right := m.beside[e][0], m.beside[e][1]; left >= 0 {
				in[Cell][left] |= perimeter
			} else if right >= 0 {
				in[Cell][right] |= perimeter
			}
		}
	}
	for f, corners := range m.g.Faces {
		for _, v := range corners {
			in[Cell][f] |= in[Vertex][v] & perimeter
		}
	}
	for e, ends := range m.g.Edges {
		if in[Vertex][ends[0]]&in[Vertex][ends[1]]&perimeter != 0 && (m.beside[e][0] < 0 || m.beside[e][1] < 0) {
			in[Edge][e] |= perimeter
		}
	}
	for k := range in {
		for i := range in[k] {
			if in[k][i]&perimeter != 0 {
				in[k][i] |= outer
			}
		}
	}
}

// edgeAt gives the first edge in the list of a vertex that leads to another,
// -1 for none.
func (m *measure) edgeAt(v, to int) int {
	for _, e := range m.vertexEdges[v] {
		if m.g.Edges[e][0] == v && m.g.Edges[e][1] == to || m.g.Edges[e][1] == v && m.g.Edges[e][0] == to {
			return e
		}
	}
	return -1
}

// How sharply the perimeter turns at a vertex is measured by the distances of
// the vertex from the lines between its neighbours on either side, the nearest
// three, the further ones less.
const (
	reach         = 3
	leastConvex   = 0.320
	leastConcave  = 0.25
	cornerMargin  = 0.001
	likeAsCorner  = 0.95 // of the corner beside it
	leastPolygon  = 6    // on smaller perimeters every vertex is a corner
	smoothingSelf = 4
)

// corners marks the vertices at which a perimeter turns, and the edges and
// cells there.
func (m *measure) corners(in marks, paths [][]int) {
	for _, path := range paths {
		if len(path) < leastPolygon {
			for _, v := range path {
				in[Vertex][v] |= corner | convex
			}
			continue
		}
		scores := m.turns(path)
		for i := range convexCorners(scores) {
			in[Vertex][path[i]] |= corner | convex
		}
		num := len(path)
		for i, score := range scores {
			if score <= -leastConcave && score <= scores[(i+num-1)%num]+cornerMargin && score <= scores[(i+1)%num]+cornerMargin {
				in[Vertex][path[i]] |= corner | concave
			}
		}
	}
	for v := range m.vertexEdges {
		if in[Vertex][v]&corner != 0 {
			m.spreadCorner(in, v)
		}
	}
}

// turns scores every vertex of a perimeter: positive where it bulges.
func (m *measure) turns(path []int) []float64 {
	num := len(path)
	raw := make([]float64, num)
	for i := range path {
		p := m.at[Vertex][path[i]]
		for k := 1; k <= reach; k++ {
			a, b := m.at[Vertex][path[((i-k)%num+num)%num]], m.at[Vertex][path[(i+k)%num]]
			d := lineDistance(p, a, b)
			if turnsRight(a, p, b) {
				d = -d
			}
			raw[i] += d / float64(k)
		}
	}
	smooth := make([]float64, num)
	for i := range raw {
		smooth[i] = (smoothingSelf*raw[i] + raw[(i+1)%num] + raw[(i+num-1)%num]) / (smoothingSelf + 2)
	}
	return smooth
}

// convexCorners gives the places with a high score that no neighbour beats, and
// those beside them that are nearly as good.
func convexCorners(scores []float64) map[int]bool {
	num := len(scores)
	keep := make([]bool, num)
	for i, s := range scores {
		keep[i] = s >= leastConvex && s >= scores[(i+num-1)%num]-cornerMargin && s >= scores[(i+1)%num]-cornerMargin
	}
	for i, s := range scores {
		if !keep[i] {
			continue
		}
		for _, j := range []int{(i + num - 1) % num, (i + 1) % num} {
			if scores[j] >= likeAsCorner*s {
				keep[j] = true
			}
		}
	}
	found := map[int]bool{}
	for i, k := range keep {
		if k {
			found[i] = true
		}
	}
	return found
}

// spreadCorner marks the edges and cells at a corner.
func (m *measure) spreadCorner(in marks, v int) {
	is := corner | convex
	if in[Vertex][v]&concave != 0 {
		is = corner | concave
	}
	one := func(e int, is mark) {
		if left, right := m.beside[e][0], m.beside[e][1]; left >= 0 {
			in[Cell][left] |= is
		} else if right >= 0 {
			in[Cell][right] |= is
		}
	}
	// A corner may be an edge between two vertices, and the cell beside it.
	alone := true
	for _, e := range m.vertexEdges[v] {
		if in[Vertex][m.other(e, v)]&corner != 0 {
			in[Edge][e] |= is
			one(e, is)
			alone = false
		}
	}
	if !alone {
		return
	}
	for _, e := range m.vertexEdges[v] {
		if in[Edge][e]&perimeter == 0 {
			continue
		}
		in[Edge][e] |= is
		if is&concave == 0 {
			one(e, is)
			continue
		}
		for _, f := range m.vertexFaces[v] {
			touching := 0
			for _, w := range m.g.Faces[f] {
				if in[Vertex][w]&perimeter != 0 {
					touching++
				}
			}
			m.spend(len(m.g.Faces[f]))
			if touching == 1 {
				in[Cell][f] |= is
			}
		}
	}
}

// sides marks the runs of every perimeter from corner to corner by where they
// lie as seen from the middle of the board.
func (m *measure) sides(in marks, paths [][]int) {
	var middle Point
	for _, p := range m.at[Vertex] {
		middle.X, middle.Y = middle.X+p.X, middle.Y+p.Y
	}
	n := float64(max(1, len(m.at[Vertex])))
	middle.X, middle.Y = middle.X/n, middle.Y/n
	for _, path := range paths {
		for i, v := range path {
			if in[Vertex][v]&corner != 0 {
				m.side(in, middle, path, i)
			}
		}
	}
	for e, ends := range m.g.Edges {
		in[Edge][e] |= (in[Vertex][ends[0]] | in[Vertex][ends[1]]) & allSides
	}
	for f, corners := range m.g.Faces {
		for _, v := range corners {
			in[Cell][f] |= in[Vertex][v] & allSides
		}
	}
}

// side marks the run from a corner to the next.
func (m *measure) side(in marks, middle Point, path []int, from int) {
	run := []int{path[from]}
	for i := from + 1; ; i++ {
		v := path[i%len(path)]
		run = append(run, v)
		if in[Vertex][v]&corner != 0 {
			break
		}
	}
	var mean Point
	for _, v := range run {
		mean.X, mean.Y = mean.X+m.at[Vertex][v].X, mean.Y+m.at[Vertex][v].Y
	}
	mean.X, mean.Y = mean.X/float64(len(run)), mean.Y/float64(len(run))
	var side mark
	switch d := sixteenth(middle, mean); {
	case d == 0:
		side = sideE
	case d < 4:
		side = sideNE
	case d == 4:
		side = sideN
	case d < 8:
		side = sideNW
	case d == 8:
		side = sideW
	case d < 12:
		side = sideSW
	case d == 12:
		side = sideS
	default:
		side = sideSE
	}
	for _, v := range run {
		in[Vertex][v] |= side
	}
}
