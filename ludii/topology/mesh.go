package topology

import (
	"cmp"
	"math"
	"slices"
)

// near is the distance, along the axes together, within which two vertices are
// one.
const near = 0.001

// mostWork bounds the cost of making a board, in units of about 5 ns, so that a
// hostile description ends in a finding within about a second.
const mostWork = 100_000_000

// A budget is what is left of the work that a board may cost, shared by all
// meshes of one container.
type budget struct {
	left int
	full bool   // a mesh has grown over MaxSites
	look func() // called at every step; may be nil
}

// spend reports whether n more steps may be taken. Once it has said no it always
// does, and makers of boards stop where they are: Build throws away what they
// leave.
func (b *budget) spend(n int) bool {
	if b.look != nil {
		b.look()
	}
	if b.left < n {
		b.left = -1
		return false
	}
	b.left -= n
	return !b.full
}

func (b *budget) over() bool { return b.left < 0 || b.full }

// A mesh is a graph in the making: its elements know each other, may be removed,
// and keep the orders that Ludii's numbering and directions depend on. The
// elements are named by their indices, which change with removals and sorting.
type mesh struct {
	*budget
	basis    Basis
	shape    Shape
	vertices []vertex
	edges    []edge
	faces    []face
	places   *placeIndex // vertices by place; nil when it has to be made anew
}

type vertex struct {
	at     Point
	basis  Basis
	shape  Shape
	pivot  int   // the vertex it turns around, -1 for none
	edges  []int // by angle, but see sorted
	faces  []int
	sorted bool // edges are in order; edges behind the end of a sorted list make it false
}

type edge struct {
	a, b        int
	left, right int // faces, -1 for none
	basis       Basis
	shape       Shape
	curved      bool
	tangents    [2]Point
}

type face struct {
	vertices, edges []int // edge i leads from vertex i to the next
	basis           Basis
	shape           Shape
	moved           bool // at holds its place instead of the mean of the corners
	at              Point
}

func newMesh(b *budget) *mesh { return &mesh{budget: b} }

func (m *mesh) size() int { return len(m.vertices) + len(m.edges) + len(m.faces) }

// grown notes that an element was added; it reports whether there may be more.
func (m *mesh) grown() bool {
	if m.size() > MaxSites {
		m.full = true
	}
	return m.spend(20)
}

func (m *mesh) addVertex(p Point) int {
	m.vertices = append(m.vertices, vertex{at: p, pivot: -1, sorted: true})
	if m.places != nil {
		m.places.add(len(m.vertices)-1, p)
	}
	m.grown()
	return len(m.vertices) - 1
}

// findVertex gives the first vertex at a place, -1 for none.
func (m *mesh) findVertex(p Point) int {
	if m.places == nil {
		m.places = newPlaceIndex(10 * near)
		for i := range m.vertices {
			m.places.add(i, m.vertices[i].at)
		}
		m.spend(20 * len(m.vertices))
	}
	best := -1
	m.spend(40)
	m.places.around(p, near, func(i int) {
		m.spend(1)
		if q := m.vertices[i].at; math.Abs(p.X-q.X)+math.Abs(p.Y-q.Y)+math.Abs(p.Z-q.Z) < near && (best < 0 || i < best) {
			best = i
		}
	})
	return best
}

func (m *mesh) vertexAt(p Point) int {
	if v := m.findVertex(p); v >= 0 {
		return v
	}
	return m.addVertex(p)
}

// addEdge adds an edge even if there is one between the vertices already.
func (m *mesh) addEdge(a, b int) int {
	e := edge{a: a, b: b, left: -1, right: -1}
	va, vb := &m.vertices[a], &m.vertices[b]
	if va.basis == vb.basis {
		e.basis = va.basis
	}
	if va.shape == vb.shape {
		e.shape = va.shape
	}
	m.edges = append(m.edges, e)
	id := len(m.edges) - 1
	va.edges, va.sorted = append(va.edges, id), false
	vb.edges, vb.sorted = append(vb.edges, id), false
	m.grown()
	return id
}

func (m *mesh) addCurve(a, b int, ta, tb Point) int {
	e := m.addEdge(a, b)
	m.edges[e].curved, m.edges[e].tangents = true, [2]Point{ta, tb}
	return e
}

// findEdge gives the first edge between two vertices, -1 for none.
func (m *mesh) findEdge(a, b int) int {
	best := -1
	if len(m.vertices[b].edges) < len(m.vertices[a].edges) {
		a, b = b, a
	}
	for _, e := range m.vertices[a].edges {
		if m.edges[e].joins(a, b) && (best < 0 || e < best) {
			best = e
		}
	}
	m.spend(len(m.vertices[a].edges))
	return best
}

func (m *mesh) edgeBetween(a, b int) int {
	if e := m.findEdge(a, b); e >= 0 {
		return e
	}
	return m.addEdge(a, b)
}

func (e *edge) joins(a, b int) bool { return e.a == a && e.b == b || e.a == b && e.b == a }

func (e *edge) other(v int) int {
	if v == e.a {
		return e.b
	}
	return e.a
}

// around gives the edges of a vertex by angle, counter-clockwise from the west.
// Edges of one angle stay in the order in which they came.
func (m *mesh) around(v int) []int {
	p := &m.vertices[v]
	if !p.sorted {
		m.spend(20 * len(p.edges))
		type ray struct {
			angle float64
			edge  int
		}
		rays := make([]ray, len(p.edges))
		for i, e := range p.edges {
			q := m.vertices[m.edges[e].other(v)].at
			rays[i] = ray{turn(q.Y-p.at.Y, q.X-p.at.X), e}
		}
		slices.SortStableFunc(rays, func(x, y ray) int { return cmp.Compare(x.angle, y.angle) })
		for i, r := range rays {
			p.edges[i] = r.edge
		}
		p.sorted = true
	}
	return p.edges
}

// settle sorts the edges around all vertices that have new ones. It is needed
// before vertices move, because a move alone sorts nothing.
func (m *mesh) settle() {
	for v := range m.vertices {
		m.around(v)
	}
}

// sortFaces orders the faces around each vertex by angle.
func (m *mesh) sortFaces() {
	for v := range m.vertices {
		p := &m.vertices[v]
		slices.SortStableFunc(p.faces, func(x, y int) int {
			a, b := m.faceAt(x).minus(p.at), m.faceAt(y).minus(p.at)
			return cmp.Compare(turn(a.Y, a.X), turn(b.Y, b.X))
		})
	}
}

func (m *mesh) edgeAt(e int) Point {
	a, b := m.vertices[m.edges[e].a].at, m.vertices[m.edges[e].b].at
	return Point{(a.X + b.X) * 0.5, (a.Y + b.Y) * 0.5, (a.Z + b.Z) * 0.5}
}

func (m *mesh) length(e int) float64 {
	return m.vertices[m.edges[e].a].at.distance(m.vertices[m.edges[e].b].at)
}

func (m *mesh) faceAt(f int) Point {
	if m.faces[f].moved {
		return m.faces[f].at
	}
	return m.mean(m.faces[f].vertices)
}

// mean gives the middle of some vertices.
func (m *mesh) mean(vertices []int) Point {
	var sum Point
	for _, v := range vertices {
		sum = sum.plus(m.vertices[v].at)
	}
	n := float64(max(1, len(vertices)))
	return Point{sum.X / n, sum.Y / n, sum.Z / n}
}

// setKind says of all elements that say nothing yet what they were made for, and
// of the mesh in any case.
func (m *mesh) setKind(b Basis, s Shape) {
	for i := range m.vertices {
		fill(&m.vertices[i].basis, b)
		fill(&m.vertices[i].shape, s)
	}
	for i := range m.edges {
		fill(&m.edges[i].basis, b)
		fill(&m.edges[i].shape, s)
	}
	for i := range m.faces {
		fill(&m.faces[i].basis, b)
		fill(&m.faces[i].shape, s)
	}
	m.basis, m.shape = b, s
}

func fill[S ~string](to *S, from S) {
	if *to == "" {
		*to = from
	}
}

// mixed takes back what the mesh as a whole said of itself.
func (m *mesh) mixed() *mesh {
	m.basis, m.shape = NoBasis, NoShape
	return m
}

// reorder numbers all elements by their places.
func (m *mesh) reorder() *mesh {
	for k := Vertex; k <= Cell; k++ {
		m.reorderKind(k)
	}
	return m
}

// reorderKind numbers the elements of a kind: the higher ones later, and of those
// of one height the ones to the right. The two are weighed 100 to 1, as Ludii
// weighs them, so that a slight slope is level and a board wider than 100 is
// numbered strangely.
func (m *mesh) reorderKind(k Kind) {
	score := func(p Point) float64 { return float64(p.Y*100) + p.X }
	switch k {
	case Vertex:
		order, renamed := permutation(len(m.vertices), func(i int) float64 { return score(m.vertices[i].at) })
		m.vertices = permuted(m.vertices, order)
		m.renameVertices(renamed)
	case Edge:
		order, renamed := permutation(len(m.edges), func(i int) float64 { return score(m.edgeAt(i)) })
		m.edges = permuted(m.edges, order)
		m.renameEdges(renamed)
	case Cell:
		order, renamed := permutation(len(m.faces), func(i int) float64 { return score(m.faceAt(i)) })
		m.faces = permuted(m.faces, order)
		m.renameFaces(renamed)
	}
	m.spend(20 * m.size())
}

// permutation gives the order in which n things come by score, and for every old
// index the new one.
func permutation(n int, score func(int) float64) (order, renamed []int) {
	scores := make([]float64, n)
	order, renamed = make([]int, n), make([]int, n)
	for i := range order {
		order[i], scores[i] = i, score(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	for to, from := range order {
		renamed[from] = to
	}
	return order, renamed
}

func permuted[T any](from []T, order []int) []T {
	to := make([]T, len(order))
	for i, o := range order {
		to[i] = from[o]
	}
	return to
}

// The rename functions put new indices, -1 for what is gone, into all references.

func (m *mesh) renameVertices(to []int) {
	m.places = nil
	for i := range m.vertices {
		if p := &m.vertices[i].pivot; *p >= 0 {
			*p = to[*p]
		}
	}
	for i := range m.edges {
		m.edges[i].a, m.edges[i].b = to[m.edges[i].a], to[m.edges[i].b]
	}
	for i := range m.faces {
		rename(m.faces[i].vertices, to)
	}
}

func (m *mesh) renameEdges(to []int) {
	for i := range m.vertices {
		m.vertices[i].edges = rename(m.vertices[i].edges, to)
	}
	for i := range m.faces {
		rename(m.faces[i].edges, to)
	}
}

func (m *mesh) renameFaces(to []int) {
	for i := range m.vertices {
		m.vertices[i].faces = rename(m.vertices[i].faces, to)
	}
	for i := range m.edges {
		e := &m.edges[i]
		for _, side := range []*int{&e.left, &e.right} {
			if *side >= 0 {
				*side = to[*side]
			}
		}
	}
}

// rename replaces the indices of a list in place, without those that are gone.
func rename(list, to []int) []int {
	kept := list[:0]
	for _, i := range list {
		if to[i] >= 0 {
			kept = append(kept, to[i])
		}
	}
	return kept
}

// graph gives the finished graph.
func (m *mesh) graph() *Graph {
	m.settle()
	g := &Graph{
		Basis: m.basis, Shape: m.shape,
		Vertices: make([]Point, len(m.vertices)), Edges: make([][2]int, len(m.edges)), Faces: make([][]int, len(m.faces)),
		Around: make([][]int, len(m.vertices)), FacesAround: make([][]int, len(m.vertices)), Beside: make([][2]int, len(m.edges)),
		places: make([]Point, len(m.faces)),
	}
	for k, n := range []int{len(m.vertices), len(m.edges), len(m.faces)} {
		g.Bases[k], g.Shapes[k] = make([]Basis, n), make([]Shape, n)
	}
	pivots, curves := make([]int, len(m.vertices)), make([][2]Point, len(m.edges))
	for i := range m.vertices {
		v := &m.vertices[i]
		g.Vertices[i], g.Around[i], g.FacesAround[i] = v.at, v.edges, v.faces
		g.Bases[Vertex][i], g.Shapes[Vertex][i] = v.basis, v.shape
		if pivots[i] = v.pivot; v.pivot >= 0 {
			g.Pivots = pivots
		}
	}
	for i := range m.edges {
		e := &m.edges[i]
		g.Edges[i], g.Beside[i] = [2]int{e.a, e.b}, [2]int{e.left, e.right}
		g.Bases[Edge][i], g.Shapes[Edge][i] = e.basis, e.shape
		if e.curved {
			curves[i], g.Tangents = e.tangents, curves
		}
	}
	for i := range m.faces {
		f := &m.faces[i]
		g.Faces[i], g.places[i] = f.vertices, m.faceAt(i)
		g.Bases[Cell][i], g.Shapes[Cell][i] = f.basis, f.shape
	}
	return g
}
