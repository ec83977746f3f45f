package topology

import (
	"math"
	"slices"
)

// sets fills the precomputed regions of all kinds.
func (m *measure) sets(t *Topology) {
	m.walkPerimeters(t)
	for k := Vertex; k <= Cell; k++ {
		s := &t.Sites[k]
		s.Sets.Rows = group(s.Sites, func(p *Site) int { return p.Row })
		s.Sets.Columns = group(s.Sites, func(p *Site) int { return p.Column })
		s.Sets.Layers = group(s.Sites, func(p *Site) int { return p.Layer })
		s.Sets.Phases = group(s.Sites, func(p *Site) int { return p.Phase })
		for len(s.Sets.Phases) < 6 {
			s.Sets.Phases = append(s.Sets.Phases, nil)
		}
		extremes(s)
		centre(s)
		outer := make([]bool, len(s.Sites))
		for _, i := range s.Sets.Outer {
			outer[i] = true
		}
		for i := range s.Sites {
			if !outer[i] {
				s.Sets.Inner = append(s.Sets.Inner, i)
			}
		}
	}
	m.orientations(&t.Sites[Edge])
	cells := &t.Sites[Cell]
	most := 0
	for _, f := range m.g.Faces {
		most = max(most, len(f))
	}
	for i, f := range m.g.Faces {
		if len(f) == most {
			cells.Sets.Major = append(cells.Sets.Major, i)
		} else {
			cells.Sets.Minor = append(cells.Sets.Minor, i)
		}
	}
}

// group lists sites by a number that each has.
func group(sites []Site, of func(*Site) int) [][]int {
	var lists [][]int
	for i := range sites {
		n := of(&sites[i])
		for len(lists) <= n {
			lists = append(lists, nil)
		}
		lists[n] = append(lists[n], i)
	}
	return lists
}

// extremeMargin is how far a site may lie behind the furthest one.
const extremeMargin = 0.01

// extremes finds the sites that lie furthest out in the four main directions.
func extremes(s *Sites) {
	furthest := func(value func(Point) float64) (list []int) {
		best := math.Inf(-1)
		for i := range s.Sites {
			best = max(best, value(s.Sites[i].Centre))
		}
		for i := range s.Sites {
			if value(s.Sites[i].Centre) > best-extremeMargin {
				list = append(list, i)
			}
		}
		return list
	}
	s.Sets.Top = furthest(func(p Point) float64 { return p.Y })
	s.Sets.Bottom = furthest(func(p Point) float64 { return -p.Y })
	s.Sets.Left = furthest(func(p Point) float64 { return -p.X })
	s.Sets.Right = furthest(func(p Point) float64 { return p.X })
}

// centre finds the sites nearest to the middle of the board.
func centre(s *Sites) {
	if len(s.Sites) == 0 {
		return
	}
	low, high := s.Sites[0].Centre, s.Sites[0].Centre
	for i := range s.Sites {
		p := s.Sites[i].Centre
		low = Point{min(low.X, p.X), min(low.Y, p.Y), 0}
		high = Point{max(high.X, p.X), max(high.Y, p.Y), 0}
	}
	middle := low.plus(high).times(0.5)
	middle.Z = 0
	nearest := math.Inf(1)
	flat := func(p Point) Point { p.Z = 0; return p }
	for i := range s.Sites {
		nearest = min(nearest, middle.distance(flat(s.Sites[i].Centre)))
	}
	for i := range s.Sites {
		if middle.distance(flat(s.Sites[i].Centre)) < nearest+0.01 {
			s.Sets.Centre = append(s.Sets.Centre, i)
		}
	}
}

// orientations sorts edges by the way they run.
func (m *measure) orientations(s *Sites) {
	for i, e := range m.g.Edges {
		d := m.g.Vertices[e[1]].minus(m.g.Vertices[e[0]])
		switch {
		case math.Abs(d.Y) < 0.01:
			s.Sets.Axial = append(s.Sets.Axial, i)
			s.Sets.Horizontal = append(s.Sets.Horizontal, i)
		case math.Abs(d.X) < 0.01:
			s.Sets.Axial = append(s.Sets.Axial, i)
			s.Sets.Vertical = append(s.Sets.Vertical, i)
		default:
			s.Sets.Angled = append(s.Sets.Angled, i)
			if d.X*d.Y > 0 {
				s.Sets.Slash = append(s.Sets.Slash, i)
			} else {
				s.Sets.Slosh = append(s.Sets.Slosh, i)
			}
		}
	}
}

// components gives the connected parts of the graph, by vertex.
func (m *measure) components() [][]int {
	seen := make([]bool, len(m.g.Vertices))
	var parts [][]int
	for start := range m.g.Vertices {
		if seen[start] {
			continue
		}
		part := []int{start}
		seen[start] = true
		for n := 0; n < len(part); n++ {
			for _, e := range m.vertexEdges[part[n]] {
				if o := m.other(e, part[n]); !seen[o] {
					seen[o] = true
					part = append(part, o)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// walk goes once around the outside of a connected part, clockwise, and gives
// the vertices in the order met.
func (m *measure) walk(part []int) []int {
	start := part[0]
	for _, v := range part {
		p, q := m.g.Vertices[v], m.g.Vertices[start]
		if p.X < q.X-1e-6 || math.Abs(p.X-q.X) <= 1e-6 && p.Y < q.Y {
			start = v
		}
	}
	path := []int{start}
	if len(m.vertexEdges[start]) == 0 {
		return path
	}
	// Arriving from the west, keep to the left.
	back := 1.5 * math.Pi
	here := start
	var first int
	for n := 0; n <= 2*len(m.g.Edges); n++ {
		best, next := math.Inf(1), -1
		for _, e := range m.vertexEdges[here] {
			o := m.other(e, here)
			turn := bearing(m.g.Vertices[here], m.g.Vertices[o]) - back
			for turn <= 1e-9 {
				turn += 2 * math.Pi
			}
			if turn < best {
				best, next = turn, o
			}
		}
		if n == 0 {
			first = next
		} else if here == start && next == first {
			break
		}
		path = append(path, next)
		back = bearing(m.g.Vertices[next], m.g.Vertices[here])
		here = next
	}
	return path[:len(path)-1]
}

// cornerTurn is the least turn, in radians, of a corner.
const cornerTurn = 0.6

// walkPerimeters finds what lies on the outside, corners and sides.
func (m *measure) walkPerimeters(t *Topology) {
	vertices, edges, cells := &t.Sites[Vertex], &t.Sites[Edge], &t.Sites[Cell]
	var outer []int
	convex := map[int]bool{}
	concave := map[int]bool{}
	sides := map[Direction][]int{}
	for _, part := range m.components() {
		path := m.walk(part)
		outer = append(outer, path...)
		n := len(path)
		at := func(i int) Point { return m.g.Vertices[path[((i%n)+n)%n]] }
		turns := make([]float64, n)
		for i := range path {
			turns[i] = turnAt(at(i-2), at(i), at(i+2))
		}
		var corners []int
		for i := range path {
			here := turns[i]
			if math.Abs(here) < cornerTurn {
				continue
			}
			ok := true
			for _, j := range []int{i - 1, i + 1} {
				if math.Abs(turns[((j%n)+n)%n]) > math.Abs(here)+1e-6 {
					ok = false
				}
			}
			if !ok {
				continue
			}
			corners = append(corners, i)
			if here > 0 {
				convex[path[i]] = true
			} else {
				concave[path[i]] = true
			}
		}
		for c, i := range corners {
			j := corners[(c+1)%len(corners)]
			if j <= i {
				j += n
			}
			// The outside lies to the left of a clockwise walk.
			run := at(j).minus(at(i))
			out := bearing(Point{}, Point{X: -run.Y, Y: run.X})
			d := compass[nearest(out, 8)]
			for k := i; k <= j; k++ {
				sides[d] = append(sides[d], path[k%n])
			}
		}
	}
	vertices.Sets.Outer = ascending(outer)
	vertices.Sets.Perimeter = vertices.Sets.Outer
	vertices.Sets.Corners, vertices.Sets.Convex, vertices.Sets.Concave = keys(convex, concave), keys(convex), keys(concave)
	onOutside := make([]bool, len(m.g.Vertices))
	for _, v := range outer {
		onOutside[v] = true
	}
	for e := range m.g.Edges {
		if len(m.edgeFaces[e]) < 2 && onOutside[m.g.Edges[e][0]] && onOutside[m.g.Edges[e][1]] {
			edges.Sets.Outer = append(edges.Sets.Outer, e)
		}
	}
	for c := range m.g.Faces {
		if slices.ContainsFunc(m.faceEdges[c], func(e int) bool { return len(m.edgeFaces[e]) < 2 && onOutside[m.g.Edges[e][0]] }) {
			cells.Sets.Outer = append(cells.Sets.Outer, c)
		}
	}
	edges.Sets.Perimeter, cells.Sets.Perimeter = edges.Sets.Outer, cells.Sets.Outer
	byCorner := func(s *Sites, outer []int) {
		score := func(set map[int]bool, i int) (n int) {
			for _, v := range s.Sites[i].Vertices {
				if set[v] {
					n++
				}
			}
			return n
		}
		isOuter := map[int]bool{}
		for _, i := range outer {
			isOuter[i] = true
		}
		pick := func(set map[int]bool) (list []int) {
			for _, i := range outer {
				here := score(set, i)
				if here == 0 {
					continue
				}
				if !slices.ContainsFunc(s.Sites[i].Adjacent, func(j int) bool { return isOuter[j] && score(set, j) > here }) {
					list = append(list, i)
				}
			}
			return list
		}
		s.Sets.Convex, s.Sets.Concave = pick(convex), pick(concave)
		s.Sets.Corners = ascending(slices.Concat(s.Sets.Convex, s.Sets.Concave))
	}
	byCorner(edges, edges.Sets.Outer)
	byCorner(cells, cells.Sets.Outer)
	for k := Vertex; k <= Cell; k++ {
		t.Sites[k].Sets.Sides = map[Direction][]int{}
	}
	for d, list := range sides {
		vertices.Sets.Sides[d] = ascending(list)
		in := make([]bool, len(m.g.Vertices))
		for _, v := range list {
			in[v] = true
		}
		for _, s := range []*Sites{edges, cells} {
			for i := range s.Sites {
				if slices.ContainsFunc(s.Sites[i].Vertices, func(v int) bool { return in[v] }) {
					s.Sets.Sides[d] = append(s.Sets.Sides[d], i)
				}
			}
		}
	}
}

func keys(sets ...map[int]bool) []int {
	var list []int
	for _, set := range sets {
		for i := range set {
			list = append(list, i)
		}
	}
	return ascending(list)
}

// turnAt gives the turn to the right at b, in radians, on the way from a to c.
func turnAt(a, b, c Point) float64 {
	t := bearing(b, c) - bearing(a, b)
	for t > math.Pi {
		t -= 2 * math.Pi
	}
	for t < -math.Pi {
		t += 2 * math.Pi
	}
	return t
}
