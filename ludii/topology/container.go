package topology

import "fmt"

// mancala is (mancalaBoard rows columns [store:kind] [numStores:n] …): rows of
// holes, joined with their neighbours, and a store on either side. Its tracks
// are not looked at.
func (e *evaluator) mancala(a *arguments) (*mesh, bool) {
	a.take("largeStack")
	d, ok := e.dims(a, 2)
	stores, given, fine := e.labelled(a, "numStores")
	if !given {
		stores = 2
	}
	if !ok || !fine {
		return nil, false
	}
	kind := "Outer"
	if n := a.take("store"); n != nil {
		kind = n.Text
	}
	if kind != "Outer" && kind != "Inner" && kind != "None" || len(d) < 2 {
		return nil, e.refuse(CodeArgument, a.node, "a mancala board has rows, columns and store: None, Inner or Outer")
	}
	rows, columns := d[0], d[1]
	if rows < 2 || rows > 6 || columns < 1 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("a mancala board has two to six rows, not %d", rows))
	}
	if !e.area(a, rows, columns) {
		return nil, false
	}
	if kind == "Inner" || stores != 2 {
		return e.grid(a, rows, rows, "Rectangle", "", false)
	}
	// The places of the stores, as Ludii has them: how far out on the left, and on
	// the right the single precision number that makes up for it.
	middle := float64(rows-1) / 2
	left, right, back := -1.0, float64(columns), 0.0
	switch rows {
	case 2:
		left, back = single(-0.85), single(-0.15)
	case 4, 6:
		left, back = single(-0.9), single(-0.1)
	case 5:
		right, back = single(float64(columns)+0.1), single(-0.1)
	}
	var list []*mesh
	for row := range rows {
		m, ok := e.grid(a, 1, columns, "Rectangle", "", false)
		if !ok || e.over() {
			return m, ok
		}
		m.move(func(p Point) Point { return Point{p.X, p.Y + float64(row), p.Z} })
		list = append(list, m)
	}
	if kind == "Outer" {
		store := func(x float64) *mesh {
			m := newMesh(e.budget)
			m.addVertex(Point{X: x, Y: middle})
			m.assemble()
			return m
		}
		list = append([]*mesh{store(left)}, append(list, store(right+back))...)
	}
	return united(list, true), true
}

// Sizes of boardless boards: as large as no game is supposed to grow.
const (
	boardlessSize = 41
	boardlessHex  = 21
)

// boardless is (boardless tiling [n]): a board of that many cells a side, which
// the game may not know the edge of.
func (e *evaluator) boardless(a *arguments) (*mesh, bool) {
	a.take("largeStack")
	tiling := a.word()
	size := boardlessSize
	if tiling == "Hexagonal" {
		size = boardlessHex
	}
	if len(a.rest) > 0 {
		d, ok := e.dims(a, 1)
		if !ok {
			return nil, false
		}
		size = d[0]
	}
	if !e.finish(a) {
		return nil, false
	}
	switch tiling {
	case "Square":
		return e.grid(a, size, size, "Square", "", false)
	case "Hexagonal":
		return e.hexagonOfHexes(a, size)
	case "Triangular":
		return e.cover(a, triLattice, triangular(size+e.cellsMore()), "Triangle")
	}
	return nil, e.refuse(CodeArgument, a.node, "a boardless game is Square, Hexagonal or Triangular")
}
