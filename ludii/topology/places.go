package topology

import (
	"math"
	"slices"
)

// A placeIndex finds things by their place in the plane: it sorts them into
// square bins.
type placeIndex struct {
	bin  float64
	bins map[[2]int64][]int
}

func newPlaceIndex(bin float64) *placeIndex {
	return &placeIndex{bin: bin, bins: map[[2]int64][]int{}}
}

func (x *placeIndex) key(p Point) [2]int64 {
	return [2]int64{int64(math.Floor(p.X / x.bin)), int64(math.Floor(p.Y / x.bin))}
}

func (x *placeIndex) add(i int, p Point) {
	k := x.key(p)
	x.bins[k] = append(x.bins[k], i)
}

// around calls f for all things in the bins within a distance of a place: those
// within it, and others. The distance must not be many bins wide.
func (x *placeIndex) around(p Point, distance float64, f func(int)) {
	low := x.key(Point{X: p.X - distance, Y: p.Y - distance})
	high := x.key(Point{X: p.X + distance, Y: p.Y + distance})
	for i := low[0]; i <= high[0]; i++ {
		for j := low[1]; j <= high[1]; j++ {
			for _, k := range x.bins[[2]int64{i, j}] {
				f(k)
			}
		}
	}
}

// segments finds edges by the bins that they pass through.
type segments struct{ placeIndex }

// mostBins is how many bins the longer side of a board has at most.
const mostBins = 128

func (m *mesh) segments() *segments {
	total := 0.0
	for i := range m.edges {
		total += m.length(i)
	}
	low, high := m.bounds()
	size := max(total/float64(max(1, len(m.edges))), (high.X-low.X)/mostBins, (high.Y-low.Y)/mostBins, 1e-3)
	x := &segments{*newPlaceIndex(size)}
	for i := range m.edges {
		x.along(m.vertices[m.edges[i].a].at, m.vertices[m.edges[i].b].at, func(bin [2]int64) bool {
			x.bins[bin] = append(x.bins[bin], i)
			return !m.spend(20)
		})
	}
	return x
}

// along calls f for the bins that a line passes through, with a little room on
// all sides, until it returns true.
func (x *segments) along(p, q Point, f func(bin [2]int64) bool) bool {
	const room = 1e-3
	if p.X > q.X {
		p, q = q, p
	}
	from, to := x.key(Point{X: p.X - room}), x.key(Point{X: q.X + room})
	for column := from[0]; column <= to[0]; column++ {
		// The heights at which the line passes the column.
		y0, y1 := p.Y, q.Y
		if d := q.X - p.X; d > room {
			left, right := float64(column)*x.bin-room, float64(column+1)*x.bin+room
			y0 += (q.Y - p.Y) * min(max((left-p.X)/d, 0), 1)
			y1 = p.Y + (q.Y-p.Y)*min(max((right-p.X)/d, 0), 1)
		}
		low, high := x.key(Point{Y: min(y0, y1) - room}), x.key(Point{Y: max(y0, y1) + room})
		for row := low[1]; row <= high[1]; row++ {
			if f([2]int64{column, row}) {
				return true
			}
		}
	}
	return false
}

// any reports whether one of the edges that may touch a line has a property.
func (x *segments) any(p, q Point, has func(int) bool) bool {
	return x.along(p, q, func(bin [2]int64) bool {
		return slices.ContainsFunc(x.bins[bin], has)
	})
}
