package topology

import "math"

// A Direction is a compass point, a way in space or around a centre, or a
// group of steps, by its name in the language.
type Direction string

// Groups of steps.
const (
	All         Direction = "All"
	Adjacent    Direction = "Adjacent"
	Orthogonal  Direction = "Orthogonal"
	Diagonal    Direction = "Diagonal"
	OffDiagonal Direction = "OffDiagonal"
	SameLayer   Direction = "SameLayer"
)

// compass holds the sixteen points clockwise from the north.
var compass = [16]Direction{
	"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
	"S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
}

// bearing gives the angle of a step clockwise from the north, from 0 up to 2π.
func bearing(from, to Point) float64 {
	a := math.Atan2(to.X-from.X, to.Y-from.Y)
	if a < -1e-9 {
		a += 2 * math.Pi
	}
	return max(a, 0)
}

// nearest gives the compass point of n evenly spaced ones (16 or 8) that is
// nearest to a bearing.
func nearest(angle float64, n int) int {
	return int(math.Round(angle/(2*math.Pi)*float64(n))) % n * (16 / n)
}
