package topology

import (
	"fmt"
	"math"
)

var squareLattice = &lattice{"Square", func(row, column int) Point { return Point{X: float64(column), Y: float64(row)} }, []Point{{}}}

// square is (square [shape] n …), (square {sides} …) and (square (poly …) …).
func (e *evaluator) square(a *arguments, _ int) (*mesh, bool) {
	diagonals, ok := e.diagonals(a)
	if !ok {
		return nil, false
	}
	p, given, ok := e.outlineOf(a)
	if !given {
		var sides []int
		if sides, given, ok = e.sides(a); given && ok {
			p = outline(sides, [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}})
		}
	}
	if given {
		if !ok || !e.finish(a) {
			return nil, false
		}
		s := outlined(squareLattice, p, 2)
		if !e.fits(a, s) {
			return nil, false
		}
		m := e.joined(squareLattice.points(e.budget, s), "Square", "Custom")
		m.diagonals(diagonals, s.fromRow, s.toRow, s.fromColumn, s.toColumn)
		m.makeFaces(false)
		m.setKind("Square", "Custom")
		return m.reorder(), true
	}
	pyramid, ok := e.flag(a, "pyramidal", false)
	shape := a.word()
	d, fine := e.dims(a, 1)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	switch shape {
	case "", "Square":
		return e.grid(a, d[0], d[0], "Rectangle", diagonals, pyramid)
	case "Limping":
		return e.grid(a, d[0], d[0]+1, "Rectangle", diagonals, pyramid)
	case "Diamond":
		return e.squareDiamond(a, d[0], diagonals)
	}
	return nil, e.noShape(a, shape)
}

// rectangle is (rectangle rows [columns] …).
func (e *evaluator) rectangle(a *arguments, _ int) (*mesh, bool) {
	diagonals, ok := e.diagonals(a)
	d, fine := e.dims(a, 2)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	return e.grid(a, d[0], d[len(d)-1], "Rectangle", diagonals, false)
}

var diagonalKinds = map[string]bool{
	"Alternating": true, "Concentric": true, "Implied": true, "Radiating": true, "Solid": true, "SolidNoSplit": true,
}

func (e *evaluator) diagonals(a *arguments) (string, bool) {
	n := a.take("diagonals")
	if n == nil {
		return "", true
	}
	if !diagonalKinds[n.Text] {
		return "", e.refuse(CodeArgument, n, fmt.Sprintf("there are no diagonals %s", cut(n)))
	}
	return n.Text, true
}

// grid makes rows and columns of squares.
func (e *evaluator) grid(a *arguments, rows, columns int, shape Shape, diagonals string, pyramid bool) (*mesh, bool) {
	rows, columns = rows+e.cellsMore(), columns+e.cellsMore()
	if !e.area(a, rows, columns) {
		return nil, false
	}
	m := newMesh(e.budget)
	for row := range max(0, rows) {
		for column := range max(0, columns) {
			m.addVertex(squareLattice.at(row, column))
			if m.over() {
				return m, true
			}
		}
	}
	for v := range m.vertices {
		if v+columns < len(m.vertices) {
			m.addEdge(v, v+columns)
		}
		if (v+1)%columns != 0 {
			m.addEdge(v, v+1)
		}
	}
	if pyramid {
		m.pyramid(rows, columns)
	}
	m.diagonals(diagonals, 0, rows, 0, columns)
	m.makeFaces(false)
	m.setKind("Square", shape)
	return m.reorder(), true
}

// pyramid stacks smaller layers on a grid, each vertex over the middle of four,
// and joins all vertices about one unit apart.
func (m *mesh) pyramid(rows, columns int) {
	for layer := 1; layer < rows; layer++ {
		offset := float64(layer) * 0.5
		height := float64(layer) * (1 / math.Sqrt(2))
		for row := range rows - layer {
			for column := range max(0, columns-layer) {
				m.vertexAt(Point{offset + float64(column), offset + float64(row), height})
				if m.over() {
					return
				}
			}
		}
	}
	points := make([]Point, len(m.vertices))
	for i := range points {
		points[i] = m.vertices[i].at
	}
	m.join(points, 0.05)
}

// squareDiamond has the same size whether it is played on cells or vertices.
func (e *evaluator) squareDiamond(a *arguments, d int, diagonals string) (*mesh, bool) {
	s := block(2*d, 2*d, func(row, column int) bool {
		return row+column < d-1 || column-row > d || row-column > d || row+column >= 3*d
	})
	if !e.fits(a, s) {
		return nil, false
	}
	m := e.joined(squareLattice.points(e.budget, s), "Square", "Diamond")
	m.diagonals(diagonals, 0, 2*d, 0, 2*d)
	m.makeFaces(false)
	return m.reorder(), true
}

// diagonals adds diagonals to the squares of a grid, those in and around the given
// rows and columns.
func (m *mesh) diagonals(kind string, fromRow, toRow, fromColumn, toColumn int) {
	at := func(column, row int) int { return m.findVertex(Point{X: float64(column), Y: float64(row)}) }
	middleRow, middleColumn := (toRow+fromRow)/2, (toColumn+fromColumn)/2
	switch kind {
	case "", "Implied":
		return
	case "Radiating":
		// Ludii takes the row for the column here, and the column for the row.
		for n := range max((toRow-fromRow)/2, (toColumn-fromColumn)/2) + 1 {
			for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} {
				v := at(middleRow+n*d[0], middleColumn+n*d[1])
				w := at(middleRow+(n+1)*d[0], middleColumn+(n+1)*d[1])
				if v >= 0 && w >= 0 {
					m.edgeBetween(v, w)
				}
			}
		}
		return
	}
	for row := fromRow; row <= toRow; row++ {
		for column := fromColumn; column <= toColumn; column++ {
			a, b, c, d := at(column, row), at(column, row+1), at(column+1, row+1), at(column+1, row)
			if !m.spend(4) {
				return
			}
			if a < 0 || b < 0 || c < 0 || d < 0 {
				continue
			}
			rising := false
			switch kind {
			case "Solid":
				x := m.vertexAt(Point{X: float64(column) + 0.5, Y: float64(row) + 0.5})
				for _, v := range []int{a, b, c, d} {
					m.edgeBetween(v, x)
				}
				continue
			case "SolidNoSplit":
				m.edgeBetween(a, c)
				m.edgeBetween(b, d)
				continue
			case "Alternating":
				rising = (row+column)%2 == 0
			case "Concentric":
				rising = !(row < middleRow && column < middleColumn || row >= middleRow && column >= middleColumn)
			}
			if rising {
				m.edgeBetween(a, c)
			} else {
				m.edgeBetween(b, d)
			}
		}
	}
}
