package topology

import (
	"fmt"
	"math"
)

// ringOf gives points at equal angles around the origin, beginning at an angle.
func ringOf(n int, radius, from float64) []Point {
	points := make([]Point, n)
	for i := range points {
		points[i] = onCircle(radius, from+float64(i)/float64(n)*2*math.Pi)
	}
	return points
}

// dodecagon has sides of one unit.
var dodecagon = ringOf(12, 1/math.Sqrt(2-root3), math.Pi/12)

// flower is a hexagon of unit sides with a square outside of each side.
var flower = append([]Point{
	{X: -0.5, Y: root3 / 2}, {X: 0.5, Y: root3 / 2}, {X: 1}, {X: 0.5, Y: -root3 / 2}, {X: -0.5, Y: -root3 / 2}, {X: -1},
}, ringOf(12, (1+root3/2)/math.Cos(math.Pi/12), math.Pi/12)...)

// squareAndTwoOctagons is the way from octagon to octagon.
const squareAndTwoOctagons = 1 + 2/math.Sqrt2

// The lattices of the tilings, named by the polygons around a vertex. In some the
// tile comes again with the axes exchanged, for outlines.
var (
	lattice31212 = &lattice{"T31212", slanted(3.7320508, 3.7320508*root3/2), dodecagon}
	lattice4612  = &lattice{"T4612", slanted(4.7320508, 4.7320508*root3/2), dodecagon}

	latticeFlowers = &lattice{"T333333_33434", diamond(1.5+root3, 2+root3), flower}

	lattice33336 = &lattice{"T33336", func(row, column int) Point {
		return Point{X: float64(column)*5*0.5 - float64(row)*4*0.5, Y: float64(row)*2*(root3/2) + float64(column)*(root3/2)}
	}, steps33336()}

	lattice33344 = &lattice{"T33344", func(row, column int) Point {
		return Point{X: float64(column) + 0.5*float64(row), Y: float64(row) * (1 + root3/2)}
	}, []Point{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}}

	lattice33434 = &lattice{"T33434", func(row, column int) Point {
		return Point{X: (1 + root3) / 2 * float64(column-row), Y: (1 + root3) / 2 * float64(row+column)}
	}, tile33434()}

	lattice3464       = &lattice{"T3464", diamond((3+root3)/2, 1+root3), flower}
	lattice3464Custom = &lattice{"T3464", slanted(1+root3, (3+root3)/2), swapped(flower)}

	lattice3636       = &lattice{"T3636", slanted(2, root3), swapped(hexLattice.corners)}
	lattice3636Custom = &lattice{"Hexagonal", lattice3636.at, lattice3636.corners} // so does Ludii call it

	lattice488 = &lattice{"T488", func(row, column int) Point {
		return Point{X: float64(column) * squareAndTwoOctagons, Y: float64(row) * squareAndTwoOctagons}
	}, octagon()}
)

// steps33336 is a hexagon and the triangles around it, in half units.
func steps33336() []Point {
	half := [][2]float64{
		{-1, 1},
		{1, 1},
		{2, 0},
		{1, -1},
		{-1, -1},
		{-2, 0},
		{-2, 2},
		{0, 2},
		{2, 2},
		{3, 1},
		{4, 0},
		{3, -1},
		{2, -2},
		{0, -2},
		{-2, -2},
		{-3, -1},
		{-4, 0},
		{-3, 1},
	}
	points := make([]Point, len(half))
	for i, h := range half {
		points[i] = Point{X: h[0] * 0.5, Y: h[1] * (root3 / 2)}
	}
	return points
}

// tile33434 is two pairs of triangles with the squares between them, row by row
// from below, in halves of a side and heights of a triangle.
func tile33434() []Point {
	parts := [][4]float64{
		{-1, 0, -1, -1},
		{1, 0, -1, -1},
		{-1, -1, 0, -1},
		{1, 1, 0, -1},
		{0, 0, -1, 0},
		{-2, -1, 0, 0},
		{0, -1, 0, 0},
		{0, 1, 0, 0},
		{2, 1, 0, 0},
		{0, 0, 1, 0},
		{-1, -1, 0, 1},
		{1, 1, 0, 1},
		{-1, 0, 1, 1},
		{1, 0, 1, 1},
	}
	points := make([]Point, len(parts))
	for i, p := range parts {
		points[i] = Point{X: p[0]*0.5 + p[1]*(root3/2), Y: p[2]*0.5 + p[3]*(root3/2)}
	}
	return points
}

func octagon() []Point {
	const u, v = 0.5, squareAndTwoOctagons / 2
	return []Point{
		{X: u, Y: v},
		{X: v, Y: u},
		{X: v, Y: -u},
		{X: u, Y: -v},
		{X: -u, Y: -v},
		{X: -v, Y: -u},
		{X: -v, Y: u},
		{X: -u, Y: v},
	}
}

// tiling is (tiling kind n [n]), (tiling kind {sides}) and (tiling kind (poly …)).
// Where Ludii has no outlines for a tiling it makes a board of fixed size
// instead.
func (e *evaluator) tiling(a *arguments, _ int) (*mesh, bool) {
	kind := a.word()
	p, drawn, ok := e.outlineOf(a)
	sides, listed, ok1 := e.sides(a)
	if !ok || !ok1 {
		return nil, false
	}
	if !drawn && !listed {
		d, ok := e.dims(a, 2)
		if !ok || !e.finish(a) {
			return nil, false
		}
		return e.tilingOfSize(a, kind, d)
	}
	if !e.finish(a) {
		return nil, false
	}
	shape := Shape("Custom")
	along := func(l *lattice) (*mesh, bool) {
		if listed {
			p, shape = hexOutline(sides, l.at), sidesShape(sides)
		}
		return e.cover(a, l, outlined(l, p, 2), shape)
	}
	switch kind {
	case "T3636":
		return along(lattice3636Custom)
	case "T3464":
		return along(lattice3464Custom)
	case "T33344":
		return along(lattice33344)
	case "T488":
		if listed {
			p = outline(sides, [][2]float64{{0, 1}, {1, 0}, {0, -1}, {-1, 0}})
		}
		return e.cover(a, lattice488, outlined(lattice488, p, 2), shape)
	case "T33434":
		if listed {
			return e.tilingOfSize(a, kind, []int{3})
		}
		m, ok := e.tilingOfSize(a, kind, []int{5})
		if !ok || len(p) < 3 {
			return m, ok
		}
		p = p.inflated()
		k := m.part(func(v int) bool { return p.contains(m.vertices[v].at) })
		k.setKind(m.basis, NoShape)
		return k, true
	case "T333333_33434":
		return e.tilingOfSize(a, kind, []int{2})
	}
	return e.tilingOfSize(a, kind, []int{3})
}

// tilingOfSize makes a tiling of one or two sizes.
func (e *evaluator) tilingOfSize(a *arguments, kind string, d []int) (*mesh, bool) {
	first, second, two := d[0], d[len(d)-1], len(d) > 1
	switch kind {
	case "T31212":
		return e.cover(a, lattice31212, hexagonal(first), "Hexagon")
	case "T4612":
		return e.cover(a, lattice4612, hexagonal(first), "Hexagon")
	case "T333333_33434":
		return e.cover(a, latticeFlowers, hexagonal(first), "Hexagon")
	case "T33336":
		return e.cover(a, lattice33336, hexagonal(first), "Hexagon")
	case "T33344":
		return e.cover(a, lattice33344, block(first, second, nil), "Rhombus")
	case "T33434":
		return e.cover(a, lattice33434, rhombic(first), "Diamond")
	case "T3464":
		if two {
			return e.cover(a, lattice3464, block(first, second, nil), "Quadrilateral")
		}
		return e.cover(a, lattice3464, hexagonal(first), "Hexagon")
	case "T3636":
		if two {
			return e.cover(a, lattice3636, block(2*first-1, 2*second-1, nil), "Rhombus")
		}
		return e.cover(a, lattice3636, hexagonal(first), "Hexagon")
	case "T488":
		s := block(first, second, nil)
		if !e.fits(a, s) {
			return nil, false
		}
		return e.joined(lattice488.points(e.budget, s), "T488", squareIf(!two)), true
	}
	return nil, e.refuse(CodeFunction, a.node, fmt.Sprintf("there is no tiling %q", kind))
}
