package topology

import (
	"fmt"
	"math"
	"slices"

	"ludens/ludii/parse"
)

// A polygon outlines a part of the plane; it need not be convex.
type polygon []Point

// isPolygon reports whether a node is (poly …).
func isPolygon(n *parse.Node) bool { return n.Kind == parse.Call && n.Head() == "poly" }

// poly evaluates (poly {{x y} …} [rotns:n]).
func (e *evaluator) poly(n *parse.Node) (polygon, bool) {
	a := e.read(n)
	if !isPolygon(n) || len(a.rest) != 1 {
		return nil, e.refuse(CodeArgument, n, fmt.Sprintf("an outline (poly {…}) is expected, not %s", cut(n)))
	}
	points, ok := e.points(a.rest[0])
	a.rest = nil
	turns, _, fine := e.labelled(a, "rotns")
	if !ok || !fine || !e.finish(a) {
		return nil, false
	}
	if len(points)*max(turns, -turns) > MaxSites {
		return nil, e.tooLarge(n)
	}
	p := polygon(points)
	for i := range p {
		p[i].Z = 0
	}
	return p.repeated(turns), true
}

// repeated adds copies turned around the origin, as far as Ludii turns them: what
// should be the cosine in the height of a copy is a sine there.
func (p polygon) repeated(turns int) polygon {
	if turns < 0 {
		slices.Reverse(p)
	}
	step := 2 * math.Pi / float64(turns)
	angle := step
	n := len(p)
	for i := 1; i < max(turns, -turns); i++ {
		sin, cos := sineCosine(angle)
		for _, q := range p[:n] {
			p = append(p, Point{X: q.X*cos - q.Y*sin, Y: q.X*sin + q.Y*sin})
		}
		angle += step
	}
	return p
}

// contains counts how often a ray to the left crosses the outline.
func (p polygon) contains(q Point) bool {
	odd := false
	j := len(p) - 1
	for i := range p {
		a, b := p[i], p[j]
		if (a.Y < q.Y && b.Y >= q.Y || b.Y < q.Y && a.Y >= q.Y) && (a.X <= q.X || b.X <= q.X) {
			if a.X+(q.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) < q.X {
				odd = !odd
			}
		}
		j = i
	}
	return odd
}

// margin is how far outlines are moved outwards, so that sites on them are
// inside.
const margin = 0.1

// inflated moves the corners outwards: by half the margin along each of their two
// sides.
func (p polygon) inflated() polygon {
	out := make(polygon, len(p))
	for i := range p {
		a, b, c := p[(i+len(p)-1)%len(p)], p[i], p[(i+1)%len(p)]
		in, back := unit(b.minus(a)), unit(b.minus(c))
		if !rightTurn(a, b, c) {
			in, back = in.times(-1), back.times(-1)
		}
		out[i] = Point{X: b.X + (in.X*margin+back.X*margin)*0.5, Y: b.Y + (in.Y*margin+back.Y*margin)*0.5}
	}
	return out
}

func rightTurn(a, b, c Point) bool {
	return float64((b.X-a.X)*(c.Y-a.Y))-float64((c.X-a.X)*(b.Y-a.Y)) < tiny
}

// unit gives the vector of length 1 in a direction; that of hardly any length
// stays as it is.
func unit(p Point) Point {
	l := p.distance(Point{})
	if l < tiny {
		return p
	}
	return Point{p.X / l, p.Y / l, p.Z / l}
}

// bounds gives the whole numbers of rows and columns that an outline spans,
// widened on all sides.
func (p polygon) bounds(wider int) (fromRow, toRow, fromColumn, toColumn int) {
	if len(p) == 0 {
		return -wider, wider, -wider, wider
	}
	low, high := p[0], p[0]
	for _, q := range p {
		low = Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
		high = Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	return int(low.Y) - wider, int(high.Y) + wider, int(low.X) - wider, int(high.X) + wider
}

// outline walks along sides of given lengths: a positive one after a turn to one
// side, a negative one after a turn to the other. The steps are rows and columns
// per direction.
func outline(sides []int, steps [][2]float64) polygon {
	p := polygon{{}}
	row, column := 0.0, 0.0
	direction := len(steps) - 1
	for _, s := range sides {
		turn := 1
		if s < 0 {
			turn = -1
		}
		direction = (direction + turn + len(steps)) % len(steps)
		row += float64(s) * steps[direction][0]
		column += float64(s) * steps[direction][1]
		p = append(p, Point{X: column, Y: row})
	}
	return p
}

// hexOutline does the same on a lattice with six directions. Lengths count
// sites, so that a side is one step shorter; short lists are repeated to five
// sides.
func hexOutline(sides []int, at func(row, column int) Point) polygon {
	steps := [6][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}
	p := polygon{at(0, 0)}
	row, column, direction := 0, 0, 1
	for i := range max(5, len(sides)) {
		s := sides[i%len(sides)]
		if s < 0 {
			s++
		} else {
			s--
		}
		if s < 0 {
			direction--
		} else {
			direction++
		}
		direction = (direction + 6) % 6
		if s > 0 {
			row += s * steps[direction][0]
			column += s * steps[direction][1]
			p = append(p, at(row, column))
		}
	}
	return p
}
