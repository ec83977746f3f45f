package topology

import (
	"fmt"
	"math"
)

// MaxSites bounds vertices, edges and faces of a board together: time and memory
// for hostile descriptions. The largest board of the corpus has about 5,000.
const MaxSites = 50_000

// A Point is a place on the board; Z is the height of its layer.
type Point struct{ X, Y, Z float64 }

func (p Point) plus(q Point) Point    { return Point{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }
func (p Point) minus(q Point) Point   { return Point{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }
func (p Point) times(f float64) Point { return Point{p.X * f, p.Y * f, p.Z * f} }
func (p Point) distance(q Point) float64 {
	d := p.minus(q)
	return math.Sqrt(d.X*d.X + d.Y*d.Y + d.Z*d.Z)
}

// Basis and Shape are what a board function says of the tiling and the outline
// of what it makes, in Ludii's names ("Square", "Hexagonal", "Rectangle", …).
// Empty where nothing was said, NoBasis and NoShape where it was taken back.
type (
	Basis string
	Shape string
)

// What operators that mix boards leave behind.
const (
	NoBasis Basis = "NoBasis"
	NoShape Shape = "NoShape"
)

// A Graph is a board as points, lines and faces. The order of the slices is
// the numbering of the sites. Build makes them; afterwards they do not change.
type Graph struct {
	Basis Basis // of the board as a whole
	Shape Shape

	Vertices []Point
	Edges    [][2]int // ends, as indices of vertices, in the order in which they were given
	Faces    [][]int  // corners in order, as indices of vertices; neither the first nor the sense is fixed

	// What single elements say of the tiling and the outline they were made for,
	// by Kind and index. Always as long as the slices above.
	Bases  [3][]Basis
	Shapes [3][]Shape

	// Pivots gives for a vertex the one that it turns around, -1 for none. Nil
	// where no vertex has one.
	Pivots []int

	// Tangents gives for an edge the directions in which it leaves its first end
	// and arrives at its second, as vectors; the zero value for a straight edge.
	// Nil where all edges are straight.
	Tangents [][2]Point

	// Around gives for a vertex the edges that end there, and FacesAround the
	// faces with it as a corner, in Ludii's order: by angle from the west
	// counter-clockwise as they were when last sorted, which operators that turn
	// a board do not do again.
	Around, FacesAround [][]int

	// Beside gives for an edge the face to the left and to the right of the way
	// from its first end to its second, -1 for none.
	Beside [][2]int

	places []Point // of the faces; most, but not all, are the mean of the corners
}

func (g *Graph) size() int { return len(g.Vertices) + len(g.Edges) + len(g.Faces) }

// Curved reports whether an edge is curved.
func (g *Graph) Curved(e int) bool {
	return g.Tangents != nil && g.Tangents[e] != [2]Point{}
}

// Centre gives the place of a site: of an edge its middle, of a face the mean of
// its corners, except where the board function put it elsewhere.
func (g *Graph) Centre(k Kind, i int) Point {
	switch k {
	case Edge:
		return g.edgeCentre(i)
	case Cell:
		return g.faceCentre(i)
	}
	return g.Vertices[i]
}

func (g *Graph) edgeCentre(e int) Point {
	a, b := g.Vertices[g.Edges[e][0]], g.Vertices[g.Edges[e][1]]
	return Point{(a.X + b.X) * 0.5, (a.Y + b.Y) * 0.5, (a.Z + b.Z) * 0.5}
}

func (g *Graph) faceCentre(f int) Point {
	if g.places != nil {
		return g.places[f]
	}
	var sum Point
	for _, v := range g.Faces[f] {
		sum = sum.plus(g.Vertices[v])
	}
	n := float64(max(1, len(g.Faces[f])))
	return Point{sum.X / n, sum.Y / n, sum.Z / n}
}

// check refuses graphs over MaxSites.
func (g *Graph) check() error {
	if g.size() > MaxSites {
		return fmt.Errorf("a board of %d sites, at most %d are allowed", g.size(), MaxSites)
	}
	return nil
}
