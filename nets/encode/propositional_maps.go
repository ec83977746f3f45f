package encode

import (
	"fmt"
	"slices"
)

// gridMap is a linear map of the grid with integer coefficients:
// x' = a·x + b·y + u, y' = c·x + d·y + v.
type gridMap struct{ a, b, c, d, u, v int }

func (m gridMap) identity() bool { return m == gridMap{a: 1, d: 1} }

// name says what a map does, for people.
func (m gridMap) name() string {
	switch [4]int{m.a, m.b, m.c, m.d} {
	case [4]int{1, 0, 0, 1}:
		return "identity"
	case [4]int{-1, 0, 0, 1}:
		return "reflection of columns"
	case [4]int{1, 0, 0, -1}:
		return "reflection of rows"
	case [4]int{-1, 0, 0, -1}:
		return "rotation by 180 degrees"
	case [4]int{0, 1, 1, 0}:
		return "transposition"
	case [4]int{0, -1, -1, 0}:
		return "transposition across the other diagonal"
	case [4]int{0, -1, 1, 0}:
		return "rotation by 90 degrees"
	case [4]int{0, 1, -1, 0}:
		return "rotation by 270 degrees"
	}
	return fmt.Sprintf("map (%d %d; %d %d)", m.a, m.b, m.c, m.d)
}

// gridMaps are the maps with coefficients -1, 0, 1 that map a set of cells onto
// itself: the eight of the square, and those of triangles and hexagons on a lattice.
func (a *axes) gridMaps(board []int32) []gridMap {
	w := len(a.x)
	on := map[[2]int]bool{}
	sx, sy := 0, 0
	for _, c := range board {
		x, y := int(c)%w, int(c)/w
		on[[2]int{x, y}] = true
		sx, sy = sx+x, sy+y
	}
	n := len(board)
	if n == 0 {
		return []gridMap{{a: 1, d: 1}}
	}
	var out []gridMap
	for k := range 81 {
		m := gridMap{a: k%3 - 1, b: k/3%3 - 1, c: k/9%3 - 1, d: k/27 - 1}
		if det := m.a*m.d - m.b*m.c; det != 1 && det != -1 {
			continue
		}
		// the centre of gravity stays
		u, v := sx-m.a*sx-m.b*sy, sy-m.c*sx-m.d*sy
		if u%n != 0 || v%n != 0 {
			continue
		}
		m.u, m.v = u/n, v/n
		onto := true
		for c := range on {
			if !on[[2]int{m.a*c[0] + m.b*c[1] + m.u, m.c*c[0] + m.d*c[1] + m.v}] {
				onto = false
				break
			}
		}
		if onto {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b gridMap) int { // the common ones first
		return a.oddness() - b.oddness()
	})
	return out
}

func (m gridMap) oddness() int {
	n := m.a*m.a + m.b*m.b + m.c*m.c + m.d*m.d
	if m.b != 0 {
		n++
	}
	if m.identity() {
		n--
	}
	return n
}

// apply maps a place; false if it leads off the grid.
func (m gridMap) apply(a *axes, x, y string) (string, string, bool) {
	i, j := a.xs[x], a.ys[y]
	i, j = m.a*i+m.b*j+m.u, m.c*i+m.d*j+m.v
	if i < 0 || i >= len(a.x) || j < 0 || j >= len(a.y) {
		return "", "", false
	}
	return a.x[i], a.y[j], true
}
