package topology

import (
	"slices"
	"strconv"
)

// A Kind is a sort of site.
type Kind int

// The three kinds.
const (
	Vertex Kind = iota
	Edge
	Cell
)

// String gives the name of the kind in the language.
func (k Kind) String() string { return [...]string{"Vertex", "Edge", "Cell"}[k] }

// A Site is one place of a kind.
type Site struct {
	Label              string
	Row, Column, Layer int // from 0
	Centre             Point
	// Phase is a colour, from 0, other than that of every orthogonal neighbour
	// (up to 64 colours). Phases of edges are not always Ludii's.
	Phase int

	Orthogonal, Diagonal, Adjacent, OffDiagonal []int // neighbours, ascending
	Vertices                                    []int // corners of a cell, clockwise; ends of an edge
}

// A Ray is the sites met on the way from a site in one direction, nearest
// first, the start left out.
type Ray = []int

// Sites holds all sites of one kind and what was computed of them.
type Sites struct {
	Kind       Kind
	Sites      []Site
	Directions map[Direction][]Direction // of a group of steps: the directions that some step of it has
	Rays       []map[Direction][]Ray     // per site and direction
	Sets       Sets
}

// Sets are the precomputed regions of one kind, each ascending.
type Sets struct {
	Corners, Convex, Concave         []int
	Major, Minor                     []int // cells: those with the most sides, and the others
	Outer, Perimeter, Inner          []int
	Top, Bottom, Left, Right, Centre []int
	Axial, Horizontal, Vertical      []int // edges along the axes
	Angled, Slash, Slosh             []int // edges across them: rising, falling
	Rows, Columns, Layers, Phases    [][]int
	Sides                            map[Direction][]int
}

// A Topology is a board as the rules see it.
type Topology struct {
	Graph *Graph
	Sites [3]Sites // by Kind
}

// Of gives the sites of a kind.
func (t *Topology) Of(k Kind) *Sites { return &t.Sites[k] }

// Measure derives the topology of a graph.
func Measure(g *Graph) (*Topology, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	m := newMeasure(g)
	t := &Topology{Graph: g}
	for k := Vertex; k <= Cell; k++ {
		s := &t.Sites[k]
		s.Kind = k
		s.Sites = m.sites(k)
		m.coordinates(s)
		m.phases(s)
		m.rays(s)
	}
	m.sets(t)
	return t, nil
}

// measure holds the incidences of a graph while it is measured.
type measure struct {
	g           *Graph
	vertexEdges [][]int // per vertex, counter-clockwise
	vertexFaces [][]int
	edgeFaces   [][]int
	faceEdges   [][]int
	edgeAt      map[[2]int]int
	steps       [3][]steps
}

func pair(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

func newMeasure(g *Graph) *measure {
	m := &measure{g: g, edgeAt: make(map[[2]int]int, len(g.Edges))}
	m.vertexEdges = make([][]int, len(g.Vertices))
	m.vertexFaces = make([][]int, len(g.Vertices))
	m.edgeFaces = make([][]int, len(g.Edges))
	m.faceEdges = make([][]int, len(g.Faces))
	for e, ends := range g.Edges {
		m.edgeAt[pair(ends[0], ends[1])] = e
		for _, v := range ends {
			m.vertexEdges[v] = append(m.vertexEdges[v], e)
		}
	}
	for v, edges := range m.vertexEdges {
		angle := make(map[int]float64, len(edges))
		for _, e := range edges {
			angle[e] = bearing(g.Vertices[v], g.Vertices[m.other(e, v)])
		}
		slices.SortStableFunc(edges, func(a, b int) int {
			switch d := angle[b] - angle[a]; {
			case d < 0:
				return -1
			case d > 0:
				return 1
			}
			return 0
		})
	}
	for f, corners := range g.Faces {
		for i, v := range corners {
			m.vertexFaces[v] = append(m.vertexFaces[v], f)
			if e, ok := m.edgeAt[pair(v, corners[(i+1)%len(corners)])]; ok {
				m.edgeFaces[e] = append(m.edgeFaces[e], f)
				m.faceEdges[f] = append(m.faceEdges[f], e)
			}
		}
	}
	return m
}

// other gives the far end of an edge.
func (m *measure) other(e, v int) int {
	if m.g.Edges[e][0] == v {
		return m.g.Edges[e][1]
	}
	return m.g.Edges[e][0]
}

// count gives the number of sites of a kind.
func (m *measure) count(k Kind) int {
	return [...]int{len(m.g.Vertices), len(m.g.Edges), len(m.g.Faces)}[k]
}

// centre gives the place of a site.
func (m *measure) centre(k Kind, i int) Point {
	switch k {
	case Vertex:
		return m.g.Vertices[i]
	case Edge:
		return m.g.edgeCentre(i)
	default:
		return m.g.faceCentre(i)
	}
}

func (m *measure) sites(k Kind) []Site {
	sites := make([]Site, m.count(k))
	m.steps[k] = make([]steps, len(sites))
	for i := range sites {
		s := &sites[i]
		s.Centre = m.centre(k, i)
		st := &m.steps[k][i]
		switch k {
		case Vertex:
			m.vertexSteps(i, st)
		case Edge:
			m.edgeSteps(i, st)
			s.Vertices = m.g.Edges[i][:]
		case Cell:
			m.cellSteps(i, st)
			s.Vertices = m.g.Faces[i]
		}
		s.Orthogonal = ascending(st.orthogonal)
		s.Diagonal = ascending(st.diagonal)
		s.OffDiagonal = ascending(st.off)
		s.Adjacent = ascending(st.adjacent)
		s.Label = strconv.Itoa(i)
	}
	return sites
}

// ascending gives a sorted copy without repetitions.
func ascending(list []int) []int {
	c := slices.Clone(list)
	slices.Sort(c)
	return slices.Compact(c)
}
