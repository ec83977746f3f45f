package topology

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Limits of measuring. A board of n sites needs about 15 n steps and 100 n
// units of work; a star of a few thousand edges that meet in a point is the
// kind of graph that they refuse.
const (
	maxSteps = 2_000_000
	maxWork  = 150_000_000
)

// ErrTooCostly is wrapped by the error for boards whose sites are few enough
// but whose neighbourhoods or rays are not.
var ErrTooCostly = errors.New("measuring the board would take too much memory or time")

// Measure derives from a graph all that rules may ask of a board: who is
// beside whom, in which direction, along which ray, and which sites are
// corners, sides, rows, phases and the like. The game is played on the sites of
// the given kind.
//
// It takes any graph whose numbers fit together and says of others what is
// wrong. The order in which Ludii meets things decides many ties, so the
// order of the edges and faces about a vertex and of the corners of a face
// counts: Around, FacesAround and Beside of the graph are taken as they are,
// or derived if nil.
func Measure(g *Graph, played Kind) (*Topology, error) { return MeasureLooking(g, played, nil) }

// MeasureLooking is Measure that calls a function every few steps, which may end it by
// a panic; nil for none.
func MeasureLooking(g *Graph, played Kind, look func()) (*Topology, error) {
	if played > Cell {
		return nil, fmt.Errorf("measuring a board: %d is no kind of site", played)
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := g.sound(); err != nil {
		return nil, fmt.Errorf("measuring a board: %w", err)
	}
	m := newMeasure(g)
	m.look = look
	t := &Topology{Graph: g, Default: played}
	for k := Vertex; k <= Cell; k++ {
		t.Kinds[k] = Sites{Kind: k, Sites: make([]Site, m.count(k)), steps: make([][]Step, m.count(k))}
	}
	m.incidences(t)
	for _, pass := range []func(*Topology){m.steps, m.neighbours, m.rays, m.regions, m.coordinates} {
		if pass(t); m.err != nil {
			return nil, m.err
		}
	}
	return t, nil
}

// measure is a graph while it is measured: its incidences, the places of its
// sites and what the passes hand on.
type measure struct {
	g           *Graph
	at          [3][]Point
	vertexEdges [][]int  // in Ludii's order around the vertex
	vertexFaces [][]int  // likewise
	faceEdges   [][]int  // from each corner to the next, -1 where there is none
	beside      [][2]int // faces to the left and to the right of an edge, -1 for none
	between     map[[2]int]int
	unit        float64 // mean length of an edge

	work int
	look func() // called at every step; may be nil
	err  error
}

// spend counts units of work and reports whether there is any left.
func (m *measure) spend(units int) bool {
	if m.look != nil {
		m.look()
	}
	m.work += units
	if m.work > maxWork && m.err == nil {
		m.err = fmt.Errorf("%w: over %d units of work", ErrTooCostly, maxWork)
	}
	return m.err == nil
}

func (m *measure) count(k Kind) int { return len(m.at[k]) }

func pair(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// sound makes sure that all numbers of a graph mean something.
func (g *Graph) sound() error {
	for v, p := range g.Vertices {
		if s := p.X + p.Y + p.Z; math.IsNaN(s) || math.IsInf(s, 0) {
			return fmt.Errorf("vertex %d is nowhere: %v", v, p)
		}
	}
	for e, ends := range g.Edges {
		if !within(ends[:], 0, len(g.Vertices)) {
			return fmt.Errorf("edge %d joins %v of %d vertices", e, ends, len(g.Vertices))
		}
	}
	for f, corners := range g.Faces {
		if len(corners) == 0 || !within(corners, 0, len(g.Vertices)) {
			return fmt.Errorf("face %d has corners %v of %d vertices", f, corners, len(g.Vertices))
		}
	}
	if g.Pivots != nil && (len(g.Pivots) != len(g.Vertices) || !within(g.Pivots, -1, len(g.Vertices))) {
		return errors.New("pivots do not fit the vertices")
	}
	if g.Tangents != nil && len(g.Tangents) != len(g.Edges) {
		return errors.New("tangents do not fit the edges")
	}
	if err := soundLists(g.Around, len(g.Vertices), len(g.Edges)); err != nil {
		return fmt.Errorf("edges around vertices: %w", err)
	}
	for v, edges := range g.Around {
		for _, e := range edges {
			if g.Edges[e][0] != v && g.Edges[e][1] != v {
				return fmt.Errorf("edge %d does not end at vertex %d", e, v)
			}
		}
	}
	if err := soundLists(g.FacesAround, len(g.Vertices), len(g.Faces)); err != nil {
		return fmt.Errorf("faces around vertices: %w", err)
	}
	if g.Beside != nil && len(g.Beside) != len(g.Edges) {
		return errors.New("faces beside edges do not fit the edges")
	}
	for e, faces := range g.Beside {
		if !within(faces[:], -1, len(g.Faces)) {
			return fmt.Errorf("edge %d lies between faces %v of %d", e, faces, len(g.Faces))
		}
	}
	return nil
}

func within(list []int, low, high int) bool {
	for _, i := range list {
		if i < low || i >= high {
			return false
		}
	}
	return true
}

func soundLists(lists [][]int, number, high int) error {
	if lists == nil {
		return nil
	}
	if len(lists) != number {
		return fmt.Errorf("%d lists for %d vertices", len(lists), number)
	}
	for v, list := range lists {
		if !within(list, 0, high) {
			return fmt.Errorf("vertex %d has %v of %d", v, list, high)
		}
	}
	return nil
}

func newMeasure(g *Graph) *measure {
	m := &measure{
		g: g, vertexEdges: g.Around, vertexFaces: g.FacesAround, beside: g.Beside,
		between: make(map[[2]int]int, len(g.Edges)),
	}
	m.at[Vertex] = g.Vertices
	m.at[Edge] = make([]Point, len(g.Edges))
	for e, ends := range g.Edges {
		m.at[Edge][e] = g.edgeCentre(e)
		m.unit += g.Vertices[ends[0]].distance(g.Vertices[ends[1]])
		if _, twice := m.between[pair(ends[0], ends[1])]; !twice {
			m.between[pair(ends[0], ends[1])] = e
		}
	}
	m.unit /= float64(max(1, len(g.Edges)))
	m.at[Cell] = make([]Point, len(g.Faces))
	m.faceEdges = make([][]int, len(g.Faces))
	for f, corners := range g.Faces {
		m.at[Cell][f] = g.faceCentre(f)
		m.faceEdges[f] = make([]int, len(corners))
		for i, v := range corners {
			m.faceEdges[f][i] = m.edgeBetween(v, corners[(i+1)%len(corners)])
		}
	}
	if m.vertexEdges == nil {
		m.vertexEdges = m.edgesAround()
	}
	if m.vertexFaces == nil {
		m.vertexFaces = m.facesAround()
	}
	if m.beside == nil {
		m.beside = m.facesBeside()
	}
	return m
}

// edgeBetween gives the first edge that joins two vertices, -1 if none does.
func (m *measure) edgeBetween(v, w int) int {
	if e, ok := m.between[pair(v, w)]; ok {
		return e
	}
	return -1
}

// edgesAround sorts the edges at every vertex counter-clockwise from the west.
func (m *measure) edgesAround() [][]int {
	lists := make([][]int, len(m.g.Vertices))
	for e, ends := range m.g.Edges {
		lists[ends[0]] = append(lists[ends[0]], e)
		if ends[0] != ends[1] {
			lists[ends[1]] = append(lists[ends[1]], e)
		}
	}
	for v := range lists {
		sortBy(lists[v], func(e int) float64 { return angle(m.g.Vertices[v], m.g.Vertices[m.other(e, v)]) })
	}
	return lists
}

func (m *measure) facesAround() [][]int {
	lists := make([][]int, len(m.g.Vertices))
	for f, corners := range m.g.Faces {
		for _, v := range corners {
			lists[v] = append(lists[v], f)
		}
	}
	for v := range lists {
		sortBy(lists[v], func(f int) float64 { return angle(m.g.Vertices[v], m.at[Cell][f]) })
	}
	return lists
}

func (m *measure) facesBeside() [][2]int {
	beside := make([][2]int, len(m.g.Edges))
	for e := range beside {
		beside[e] = [2]int{-1, -1}
	}
	for f, corners := range m.g.Faces {
		for i, e := range m.faceEdges[f] {
			if e < 0 {
				continue
			}
			if m.g.Edges[e][0] == corners[i] {
				beside[e][1] = f
			} else {
				beside[e][0] = f
			}
		}
	}
	return beside
}

// other gives the far end of an edge.
func (m *measure) other(e, v int) int {
	if m.g.Edges[e][0] == v {
		return m.g.Edges[e][1]
	}
	return m.g.Edges[e][0]
}

// beyond gives the face on the other side of an edge, -1 if there is none.
func (m *measure) beyond(e, f int) int {
	switch f {
	case m.beside[e][0]:
		return m.beside[e][1]
	case m.beside[e][1]:
		return m.beside[e][0]
	}
	return -1
}

// incidences says of every site where it is and what of the other kinds
// touches it.
func (m *measure) incidences(t *Topology) {
	vertices, edges, cells := t.Of(Vertex).Sites, t.Of(Edge).Sites, t.Of(Cell).Sites
	for v := range vertices {
		vertices[v].Centre = m.at[Vertex][v]
	}
	for e := range edges {
		edges[e].Centre = m.at[Edge][e]
		edges[e].Label = strconv.Itoa(e)
		edges[e].Vertices = m.g.Edges[e][:]
		for _, v := range m.g.Edges[e] {
			vertices[v].Edges = append(vertices[v].Edges, e)
		}
	}
	for c := range cells {
		cells[c].Centre = m.at[Cell][c]
		cells[c].Vertices = m.g.Faces[c]
		for i, e := range m.faceEdges[c] {
			v := m.g.Faces[c][i]
			vertices[v].Cells = append(vertices[v].Cells, c)
			if e >= 0 {
				cells[c].Edges = append(cells[c].Edges, e)
				edges[e].Cells = append(edges[e].Cells, c)
			}
		}
	}
}
