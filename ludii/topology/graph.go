package topology

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Limits of a board. They bound memory and time for hostile descriptions; the
// largest board of the corpus has about 5,000 sites.
const (
	MaxSites = 100_000 // vertices, edges and faces together
	maxDepth = 200     // nesting of board functions
)

// ErrTooLarge is wrapped by the error for boards over MaxSites.
var ErrTooLarge = errors.New("board is too large")

// A Point is a place on the board; Z is the height of its layer.
type Point struct{ X, Y, Z float64 }

func (p Point) plus(q Point) Point    { return Point{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }
func (p Point) minus(q Point) Point   { return Point{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }
func (p Point) times(f float64) Point { return Point{p.X * f, p.Y * f, p.Z * f} }
func (p Point) distance(q Point) float64 {
	d := p.minus(q)
	return math.Sqrt(d.X*d.X + d.Y*d.Y + d.Z*d.Z)
}

// Basis and Shape are what a description says of the tiling and the outline of
// a board; operators that mix boards lose them.
type (
	Basis string
	Shape string
)

// A Graph is a board as points, lines and faces. The order of the slices is
// the numbering of the sites.
type Graph struct {
	Basis    Basis
	Shape    Shape
	Vertices []Point
	Edges    [][2]int // ends, as indices of vertices
	Faces    [][]int  // corners, clockwise, as indices of vertices
}

func (g *Graph) size() int { return len(g.Vertices) + len(g.Edges) + len(g.Faces) }

func (g *Graph) check() error {
	if g.size() > MaxSites {
		return fmt.Errorf("%w: %d sites, at most %d are allowed", ErrTooLarge, g.size(), MaxSites)
	}
	return nil
}

// edgeCentre gives the middle of an edge.
func (g *Graph) edgeCentre(e int) Point {
	return g.Vertices[g.Edges[e][0]].plus(g.Vertices[g.Edges[e][1]]).times(0.5)
}

// faceCentre gives the mean of the corners of a face.
func (g *Graph) faceCentre(f int) Point {
	var sum Point
	for _, v := range g.Faces[f] {
		sum = sum.plus(g.Vertices[v])
	}
	return sum.times(1 / float64(len(g.Faces[f])))
}

// place orders sites as Ludii numbers them: by row from the bottom, then from
// left to right. Heights within a hundredth are one row.
func place(a, b Point) int {
	if d := a.Z - b.Z; math.Abs(d) > 0.01 {
		return cmp.Compare(a.Z, b.Z)
	}
	if d := a.Y - b.Y; math.Abs(d) > 0.01 {
		return cmp.Compare(a.Y, b.Y)
	}
	return cmp.Compare(a.X, b.X)
}

// permute gives the order in which n sites come when sorted by place, and for
// every old number the new one.
func permute(n int, at func(int) Point) (order, renamed []int) {
	order = make([]int, n)
	points := make([]Point, n)
	for i := range order {
		order[i] = i
		points[i] = at(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return place(points[a], points[b]) })
	renamed = make([]int, n)
	for to, from := range order {
		renamed[from] = to
	}
	return order, renamed
}

// reorder numbers vertices, edges and faces by their places.
func (g *Graph) reorder() {
	g.reorderVertices()
	order, _ := permute(len(g.Edges), g.edgeCentre)
	edges := make([][2]int, len(order))
	for to, from := range order {
		edges[to] = g.Edges[from]
	}
	g.Edges = edges
	order, _ = permute(len(g.Faces), g.faceCentre)
	faces := make([][]int, len(order))
	for to, from := range order {
		faces[to] = g.Faces[from]
	}
	g.Faces = faces
}

func (g *Graph) reorderVertices() {
	order, renamed := permute(len(g.Vertices), func(i int) Point { return g.Vertices[i] })
	points := make([]Point, len(order))
	for to, from := range order {
		points[to] = g.Vertices[from]
	}
	g.Vertices = points
	for i, e := range g.Edges {
		g.Edges[i] = [2]int{renamed[e[0]], renamed[e[1]]}
	}
	for _, f := range g.Faces {
		for i, v := range f {
			f[i] = renamed[v]
		}
	}
}
