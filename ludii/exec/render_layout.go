package exec

import (
	"cmp"
	"math"
	"slices"
)

// bands groups spots whose measure is the same but for a margin, least first.
// Where the measures run together no band grows wider than three margins.
func bands(spots []spot, measure func(spot) float64, margin float64) [][]spot {
	sorted := slices.Clone(spots)
	slices.SortStableFunc(sorted, func(a, b spot) int { return cmp.Compare(measure(a), measure(b)) })
	var out [][]spot
	begin := 0
	for i := 1; i <= len(sorted); i++ {
		if i < len(sorted) && measure(sorted[i])-measure(sorted[i-1]) <= margin && measure(sorted[i])-measure(sorted[begin]) <= 3*margin {
			continue
		}
		out = append(out, sorted[begin:i])
		begin = i
	}
	return out
}

// bandsFlat gives the spots of a row from left to right.
func bandsFlat(row []spot) []spot {
	row = slices.Clone(row)
	slices.SortStableFunc(row, func(a, b spot) int { return cmp.Compare(a.at.X, b.at.X) })
	return row
}

// spacing is the usual distance from a spot to its nearest neighbour: the median.
// Of large boards a part is looked at.
func spacing(spots []spot) float64 {
	const most = 200
	step := 1 + len(spots)/most
	var nearest []float64
	for i := 0; i < len(spots); i += step {
		best := math.Inf(1)
		for j := range spots {
			if i == j {
				continue
			}
			dx, dy := spots[i].at.X-spots[j].at.X, spots[i].at.Y-spots[j].at.Y
			if d := math.Sqrt(dx*dx + dy*dy); d > 1e-6 {
				best = min(best, d)
			}
		}
		if !math.IsInf(best, 1) {
			nearest = append(nearest, best)
		}
	}
	if len(nearest) == 0 {
		return 1
	}
	slices.Sort(nearest)
	return nearest[len(nearest)/2]
}
