package topology

import (
	"math"
	"slices"
)

// Geometry of the plane: heights are left out. Ludii decides many ties by the
// noise of the last bits, so the formulas and the order of their terms are
// those that give the same noise; do not tidy them. The conversions to float64
// keep compilers from fusing a product and a sum, which would have other noise.

// nearlyZero is what counts as nothing for lengths and areas.
const nearlyZero = 1e-7

// angle gives the direction from a to b, counter-clockwise from the east, in
// radians over (-π, π].
func angle(a, b Point) float64 { return turn(b.Y-a.Y, b.X-a.X) }

// clockFromNorth turns an angle into a rank that grows clockwise from the
// north. The margin keeps what is a hair to the left of the north first.
func clockFromNorth(angle float64) float64 {
	rank := math.Pi/2 - angle + 0.0001
	for rank < 0 {
		rank += 2 * math.Pi
	}
	return rank
}

// flatDistance is the distance seen from above.
func flatDistance(a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// lineDistance is the distance from p to the endless line through a and b.
func lineDistance(p, a, b Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	if math.Abs(dx)+math.Abs(dy) < nearlyZero {
		return flatDistance(p, a)
	}
	area := float64((p.Y-a.Y)*dx) - float64((p.X-a.X)*dy)
	return math.Sqrt(area * area / (float64(dx*dx) + float64(dy*dy)))
}

// bend is the absolute tangent of the turn at b on the way from a to c; for a
// turn of a right angle or more it is infinite.
func bend(a, b, c Point) float64 {
	vx, vy := b.X-a.X, b.Y-a.Y
	ux, uy := c.X-b.X, c.Y-b.Y
	ahead := float64(ux*vx) + float64(uy*vy)
	if ahead <= 0 {
		return math.Inf(1)
	}
	return math.Abs((float64(ux*-vy) + float64(uy*vx)) / ahead)
}

// turnsRight reports whether the way from a over b to c turns to the right or
// not at all.
func turnsRight(a, b, c Point) bool {
	return float64((b.X-a.X)*(c.Y-a.Y))-float64((c.X-a.X)*(b.Y-a.Y)) < nearlyZero
}

// leftOf gives 1 if p lies to the left of the way from a to b, -1 if it lies to
// the right and 0 on the line.
func leftOf(p, a, b Point) int {
	switch area := float64((b.X-a.X)*(p.Y-a.Y)) - float64((b.Y-a.Y)*(p.X-a.X)); {
	case area < -nearlyZero:
		return -1
	case area > nearlyZero:
		return 1
	}
	return 0
}

// withinPolygon reports whether p lies within a polygon, by counting the sides to its
// left.
func withinPolygon(p Point, polygon []Point) bool {
	odd := false
	for i, a := range polygon {
		b := polygon[(i+len(polygon)-1)%len(polygon)]
		if (a.Y < p.Y && b.Y >= p.Y || b.Y < p.Y && a.Y >= p.Y) && (a.X <= p.X || b.X <= p.X) {
			if a.X+float64((p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X)) < p.X {
				odd = !odd
			}
		}
	}
	return odd
}

// box is the least rectangle around points.
type box struct{ x, y, width, height float64 }

func boxAround(points []Point) box {
	if len(points) == 0 {
		return box{}
	}
	low, high := points[0], points[0]
	for _, p := range points {
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
	}
	return box{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}

// sixteenth gives which of sixteen directions is nearest to the one from a to
// b: 0 for the east, 4 for the north, and so on.
func sixteenth(a, b Point) int {
	way := angle(a, b)
	for way < 0 {
		way += 2 * math.Pi
	}
	const arc = 2 * math.Pi / 16
	return int((way+arc/2)/arc) % 16
}

// sortBy sorts numbers by a key, keeping the order of equal ones.
func sortBy(list []int, key func(int) float64) {
	if len(list) < 2 {
		return
	}
	keys := make(map[int]float64, len(list))
	for _, i := range list {
		keys[i] = key(i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return compare(keys[a], keys[b]) })
}

// compare orders numbers; equal are those that are exactly so.
func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
