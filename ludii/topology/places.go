package topology

import "math"

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
