package topology

import "fmt"

// brick is (brick [shape] n [n] [trim:b]).
func (e *evaluator) brick(a *arguments, _ int) (*mesh, bool) {
	trim, fine := e.flag(a, "trim", false)
	shape := a.word()
	d, ok := e.dims(a, 2)
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	first, second, two := d[0], d[len(d)-1], len(d) > 1
	var wall stencil
	switch shape {
	case "", "Square", "Rectangle", "Limping":
		if shape == "Limping" {
			second, two = first+1, true
		}
		wall = block(first, 2*second+1, func(row, column int) bool { return (row+column)%2 == 1 })
		shape = string(squareIf(!two))
	case "Diamond", "Prism":
		rows := 2 * first
		if shape == "Prism" {
			rows += 2 * second
		}
		wall = block(rows, 2*first, func(row, column int) bool {
			return (row+column)%2 == 0 || row+column < first-1 || column-row >= first ||
				row+column >= 3*first-1 || row-column > first
		})
	case "Spiral":
		return e.brickSpiral(a, first)
	default:
		return nil, e.noShape(a, shape)
	}
	if !e.fits(a, wall) {
		return nil, false
	}
	m := newMesh(e.budget)
	for row := 0; row <= wall.toRow; row++ {
		for column := 0; column <= wall.toColumn; column++ {
			switch {
			case !m.spend(1):
				return m, true
			case wall.out(row, column):
			case trim && column == 0:
				m.brick(row, column+1, 1, 1)
			case trim && column == wall.toColumn:
				m.brick(row, column, 1, 1)
			default:
				m.brick(row, column, 1, 2)
			}
		}
	}
	m.setKind("Brick", Shape(shape))
	return m.reorder(), true
}

// brick adds one that is so many rows high and columns wide, with a vertex in
// the middle of its long sides, clockwise from its lower left.
func (m *mesh) brick(row, column, high, wide int) {
	var corners []int
	add := func(row, column int) {
		corners = append(corners, m.vertexAt(Point{X: float64(column), Y: float64(row)}))
	}
	for i := range high {
		add(row+i, column)
	}
	for i := range wide {
		add(row+high, column+i)
	}
	for i := range high {
		add(row+high-i, column+wide)
	}
	for i := range wide {
		add(row, column+wide-i)
	}
	addCell(m, corners)
}

// brickSpiral winds bricks around a half one.
func (e *evaluator) brickSpiral(a *arguments, rings int) (*mesh, bool) {
	if !e.area(a, rings, rings) {
		return nil, false
	}
	if rings < 1 {
		return nil, e.refuse(CodeArgument, a.node, fmt.Sprintf("a spiral of %d rings", rings))
	}
	m := newMesh(e.budget)
	m.brick(rings-1, rings-1, 1, 1)
	for ring := 1; ring < rings && !m.over(); ring++ {
		low, high := rings-ring, rings+ring-1
		for n := 0; n < 2*ring; n += 2 {
			m.brick(low+n, low-1, 2, 1)
			m.brick(high, low+n, 1, 2)
			m.brick(low-1+n, high, 2, 1)
			m.brick(low-1, low-1+n, 1, 2)
		}
	}
	m.setKind("Brick", "Spiral")
	return m.reorder(), true
}
