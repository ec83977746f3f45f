package topology

import (
	"fmt"
	"math"
	"slices"

	"ludens/ludii/parse"
)

// A lattice is a tiling as rows and columns of one tile, whose corners are the
// vertices of the board; edges join vertices that are one unit apart.
type lattice struct {
	basis   Basis
	at      func(row, column int) Point // the middle of a tile
	corners []Point                     // around the middle
}

// A stencil tells the tiles that a shape takes of a lattice: those in some rows
// and columns that are not left out.
type stencil struct {
	fromRow, toRow, fromColumn, toColumn int // the ends included
	out                                  func(row, column int) bool
}

func (e *evaluator) fits(a *arguments, s stencil) bool {
	return e.area(a, s.toRow-s.fromRow+1, s.toColumn-s.fromColumn+1)
}

// rows and columns of a block from 0 on.
func block(rows, columns int, out func(row, column int) bool) stencil {
	return stencil{0, rows - 1, 0, columns - 1, out}
}

func hexagonal(side int) stencil {
	n := 2*side - 1
	return block(n, n, func(row, column int) bool { return column > n/2+row || row-column > n/2 })
}

func triangular(side int) stencil {
	return block(side, side, func(row, column int) bool { return row > column })
}

func rhombic(side int) stencil { return block(side, side, nil) }

func prismatic(rows, columns int) stencil {
	n := rows + columns - 1
	return block(n, n, func(row, column int) bool { return row-column >= rows || column-row >= rows })
}

func rectangular(rows, columns int) stencil {
	return block(rows, columns+rows, func(row, column int) bool {
		return column < (row+1)/2 || column >= columns+row/2
	})
}

func starry(d int) stencil {
	n := 4*d + 1
	return block(n, n, func(row, column int) bool {
		switch {
		case row < d, row > 2*d && row <= 3*d:
			return column < d || column-row > d
		case row <= 2*d:
			return row-column > d || column >= n-d
		}
		return column > 3*d || row-column > d
	})
}

// outlined takes the tiles whose middle is inside of an outline.
func outlined(l *lattice, p polygon, wider int) stencil {
	p = p.inflated()
	s := stencil{out: func(row, column int) bool { return !p.contains(l.at(row, column)) }}
	s.fromRow, s.toRow, s.fromColumn, s.toColumn = p.bounds(wider)
	return s
}

// points gives the corners of all tiles of a stencil, those of several tiles
// once.
func (l *lattice) points(b *budget, s stencil) []Point {
	const same = 0.1
	var points []Point
	index := newPlaceIndex(1)
	for row := s.fromRow; row <= s.toRow; row++ {
		for column := s.fromColumn; column <= s.toColumn; column++ {
			if !b.spend(1) || len(points) > MaxSites {
				return points
			}
			if s.out != nil && s.out(row, column) {
				continue
			}
			middle := l.at(row, column)
			for _, c := range l.corners {
				p := Point{X: middle.X + c.X, Y: middle.Y + c.Y}
				known := false
				index.around(p, same, func(i int) { known = known || p.distance(points[i]) < same })
				if !known {
					index.add(len(points), p)
					points = append(points, p)
				}
			}
		}
	}
	return points
}

// cover makes a mesh of the tiles of a stencil.
func (e *evaluator) cover(a *arguments, l *lattice, s stencil, shape Shape) (*mesh, bool) {
	if !e.fits(a, s) {
		return nil, false
	}
	m := e.joined(l.points(e.budget, s), l.basis, shape)
	return m.reorder(), true
}

// joined makes a mesh of points and joins those that are one unit apart. The
// places are rounded to single precision; the elements say nothing of the
// tiling, only the mesh does.
func (e *evaluator) joined(points []Point, basis Basis, shape Shape) *mesh {
	m := newMesh(e.budget)
	for _, p := range points {
		m.addVertex(Point{single(p.X), single(p.Y), single(p.Z)})
	}
	m.join(points, 0.01)
	m.assemble()
	m.basis, m.shape = basis, shape
	return m
}

func single(x float64) float64 { return float64(float32(x)) }

// join adds an edge between all vertices whose places, as given, are one unit
// apart, give or take a little.
func (m *mesh) join(points []Point, little float64) {
	index := newPlaceIndex(1)
	for i, p := range points {
		index.add(i, p)
	}
	var nearby []int
	for i, p := range points {
		nearby = nearby[:0]
		index.around(p, 1+little, func(j int) {
			if d := p.distance(points[j]); j > i && math.Abs(d-1) < little {
				nearby = append(nearby, j)
			}
		})
		slices.Sort(nearby)
		for _, j := range nearby {
			m.edgeBetween(i, j)
		}
		if !m.spend(10 + len(nearby)) {
			return
		}
	}
}

// assemble finds the faces of a new mesh.
func (m *mesh) assemble() {
	m.makeFaces(false)
	m.sortFaces()
	m.setKind(NoBasis, NoShape)
}

var root3 = math.Sqrt(3)

// slanted gives the middles of tiles in rows that each begin half a tile further
// to the left.
func slanted(dx, dy float64) func(int, int) Point {
	return func(row, column int) Point {
		return Point{X: dx * (float64(column) - 0.5*float64(row)), Y: dy * float64(row)}
	}
}

// diamond gives the middles of tiles whose rows and columns both climb.
func diamond(dx, dy float64) func(int, int) Point {
	return func(row, column int) Point {
		return Point{X: dx * float64(column-row), Y: dy * float64(row+column) * 0.5}
	}
}

var (
	hexLattice = &lattice{"Hexagonal", slanted(root3, 1.5), []Point{
		{X: 0, Y: 1}, {X: root3 / 2, Y: 0.5}, {X: root3 / 2, Y: -0.5}, {X: 0, Y: -1}, {X: -root3 / 2, Y: -0.5}, {X: -root3 / 2, Y: 0.5},
	}}
	hexDiamondLattice = &lattice{"Hexagonal", diamond(1.5, root3), swapped(hexLattice.corners)}
	triLattice        = &lattice{"Triangular", slanted(1, root3/2), []Point{{}}}
	triDiamondLattice = &lattice{"Triangular", diamond(root3/2, 1), []Point{{}}}
)

// swapped exchanges the axes.
func swapped(points []Point) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		out[i] = Point{X: p.Y, Y: p.X}
	}
	return out
}

// sides takes a list of the lengths of sides, if one comes next.
func (e *evaluator) sides(a *arguments) (sides []int, given, ok bool) {
	if len(a.rest) == 0 || a.rest[0].Kind != parse.Array {
		return nil, false, true
	}
	sides, ok = e.wholes(a.rest[0])
	if ok && len(sides) == 0 {
		ok = e.refuse(CodeArgument, a.rest[0], "the list of sides is empty")
	}
	a.rest = a.rest[1:]
	return sides, true, ok
}

// outlineOf takes an outline, if one comes next.
func (e *evaluator) outlineOf(a *arguments) (p polygon, given, ok bool) {
	if len(a.rest) == 0 || !isPolygon(a.rest[0]) {
		return nil, false, true
	}
	p, ok = e.poly(a.rest[0])
	a.rest = a.rest[1:]
	return p, true, ok
}

// sidesShape names the shape that a list of sides makes.
func sidesShape(sides []int) Shape {
	if len(sides) == 2 && sides[0] == sides[1]-1 {
		return "Limping"
	}
	return "Custom"
}

// custom covers an outline or a list of sides, if one comes next.
func (e *evaluator) custom(a *arguments, l *lattice, wider func(Shape, []int) int) (m *mesh, given, ok bool) {
	p, given, ok := e.outlineOf(a)
	shape := Shape("Custom")
	var sides []int
	if !given {
		if sides, given, ok = e.sides(a); given && ok {
			p, shape = hexOutline(sides, l.at), sidesShape(sides)
		}
	}
	if !given || !ok {
		return nil, given, ok
	}
	m, ok = e.cover(a, l, outlined(l, p, wider(shape, sides)), shape)
	return m, true, ok
}

// onSides covers what a list of sides outlines.
func (e *evaluator) onSides(a *arguments, l *lattice, wider func(Shape, []int) int, sides ...int) (*mesh, bool) {
	shape := sidesShape(sides)
	return e.cover(a, l, outlined(l, hexOutline(sides, l.at), wider(shape, sides)), shape)
}

// always widens by the same.
func always(by int) func(Shape, []int) int { return func(Shape, []int) int { return by } }

// hex is (hex [shape] n [n]), (hex {sides}) and (hex (poly …)).
func (e *evaluator) hex(a *arguments, _ int) (*mesh, bool) {
	if m, given, ok := e.custom(a, hexLattice, always(3)); given || !ok {
		return m, ok && e.finish(a)
	}
	shape := a.word()
	d, ok := e.dims(a, 2)
	if !ok || !e.finish(a) {
		return nil, false
	}
	first, second := d[0], d[len(d)-1]
	switch shape {
	case "", "Hexagon":
		if len(d) > 1 {
			return e.onSides(a, hexLattice, always(3), first, second)
		}
		return e.hexagonOfHexes(a, first)
	case "Triangle":
		return e.cover(a, hexLattice, triangular(first), "Triangle")
	case "Diamond":
		return e.cover(a, hexDiamondLattice, rhombic(first), "Diamond")
	case "Prism":
		return e.cover(a, hexDiamondLattice, prismatic(first, second), "Prism")
	case "Star":
		return e.cover(a, hexLattice, starry(first), "Star")
	case "Limping":
		return e.onSides(a, hexLattice, always(3), first, first+1)
	case "Square":
		return e.cover(a, hexLattice, rectangular(first, first), "Square")
	case "Rectangle":
		return e.cover(a, hexLattice, rectangular(first, second), squareIf(first == second))
	}
	return nil, e.noShape(a, shape)
}

func squareIf(equal bool) Shape {
	if equal {
		return "Square"
	}
	return "Rectangle"
}

func (e *evaluator) noShape(a *arguments, shape string) bool {
	return e.refuse(CodeFunction, a.node, fmt.Sprintf("(%s …) has no shape %s", a.name, shape))
}

// hexagonOfHexes numbers the vertices along the zigzags between rows of hexagons,
// from the left and from below, before it sorts them: that decides where faces
// begin. Neither places are rounded nor does anything say that it is hexagonal.
func (e *evaluator) hexagonOfHexes(a *arguments, side int) (*mesh, bool) {
	n := 2*side - 1
	s := hexagonal(side)
	if !e.fits(a, s) {
		return nil, false
	}
	m := newMesh(e.budget)
	var points []Point
	zigzag := func(row int, corners [3]int) {
		for column := range n {
			if s.out(row, column) {
				continue
			}
			last := column == n-1 || s.out(row, column+1)
			middle := hexLattice.at(row, column)
			for i, c := range corners {
				if i < 2 || last {
					points = append(points, Point{X: middle.X + hexLattice.corners[c].X, Y: middle.Y + hexLattice.corners[c].Y})
				}
			}
		}
	}
	for row := 0; row <= n/2 && side > 0 && e.spend(n); row++ {
		zigzag(row, [3]int{4, 3, 2})
	}
	for row := n / 2; row < n && side > 0 && e.spend(n); row++ {
		zigzag(row, [3]int{5, 0, 1})
	}
	for _, p := range points {
		m.addVertex(p)
	}
	m.join(points, 0.01)
	m.makeFaces(false)
	return m.reorder(), true
}

// tri is (tri [shape] n [n]), (tri {sides}) and (tri (poly …)).
func (e *evaluator) tri(a *arguments, _ int) (*mesh, bool) {
	wider := func(shape Shape, sides []int) int {
		if shape == "Limping" && len(sides) > 0 {
			return sides[0]
		}
		return 2
	}
	if m, given, ok := e.custom(a, triLattice, wider); given || !ok {
		return m, ok && e.finish(a)
	}
	shape := a.word()
	d, ok := e.dims(a, 2)
	if !ok || !e.finish(a) {
		return nil, false
	}
	first, second := d[0], d[len(d)-1]
	more := e.cellsMore()
	switch shape {
	case "Hexagon":
		return e.hexagonOfTriangles(a, first+more)
	case "", "Triangle":
		return e.cover(a, triLattice, triangular(first+more), "Triangle")
	case "Diamond":
		return e.cover(a, triDiamondLattice, rhombic(first+more), "Diamond")
	case "Prism":
		return e.cover(a, triDiamondLattice, prismatic(first+more, second+more), "Prism")
	case "Square":
		return e.cover(a, triLattice, rectangular(first+more, first+more), "Square")
	case "Rectangle":
		return e.cover(a, triLattice, rectangular(first+more, second+more), squareIf(first == second))
	case "Star":
		return e.cover(a, triLattice, starry(first), "Star")
	case "Limping":
		return e.onSides(a, triLattice, wider, first, first+1)
	}
	return nil, e.noShape(a, shape)
}

// cellsMore is what a side has more of vertices than of cells, where sizes count
// cells.
func (e *evaluator) cellsMore() int {
	if e.site == Cell {
		return 1
	}
	return 0
}

// hexagonOfTriangles: neither are places rounded nor does anything say that it is
// triangular. The edges between rows begin at the longer of the two.
func (e *evaluator) hexagonOfTriangles(a *arguments, side int) (*mesh, bool) {
	s := hexagonal(side)
	if !e.fits(a, s) {
		return nil, false
	}
	m := newMesh(e.budget)
	points := triLattice.points(e.budget, s)
	for _, p := range points {
		m.addVertex(p)
	}
	m.join(points, 0.01)
	middle := triLattice.at(side-1, 0).Y
	for i := range m.edges {
		if x := &m.edges[i]; points[x.a].Y > middle-0.1 && points[x.b].Y > points[x.a].Y+0.1 {
			x.a, x.b = x.b, x.a
		}
	}
	m.makeFaces(false)
	return m.reorder(), true
}
