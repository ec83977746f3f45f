package encode

import (
	"cmp"
	"math"
	"slices"

	"ludens/game"
)

// polarGrid lays out a board of rings: a row per distance from the middle, sites
// of a ring in the order of their angles, in columns by angle. ok is false where
// neighbours would on average be farther apart than most, in steps of a king (the
// first column being beside the last would help nobody, since convolutions do not
// know it).
func polarGrid(sites []game.Site, links [][2]int, most float64) (at []point, width, height int, ok bool) {
	if len(sites) < 4 || len(links) == 0 {
		return nil, 0, 0, false
	}
	cx, cy := 0.0, 0.0
	for _, s := range sites {
		cx, cy = cx+s.X/float64(len(sites)), cy+s.Y/float64(len(sites))
	}
	radii, angles := make([]float64, len(sites)), make([]float64, len(sites))
	for i, s := range sites {
		radii[i] = math.Hypot(s.X-cx, s.Y-cy)
		if angles[i] = math.Atan2(s.Y-cy, s.X-cx) / (2 * math.Pi); angles[i] < -1e-6 {
			angles[i]++
		}
	}
	rings, height := ranks(radii, 1e-3*slices.Max(radii))
	members := make([][]int, height)
	for i, r := range rings {
		members[r] = append(members[r], i)
		width = max(width, len(members[r]))
	}
	at = make([]point, len(sites))
	for r, list := range members {
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(angles[i], angles[j]) })
		// By angle where no two have the same column then, else by order.
		columns := make([]int, len(list))
		distinct := true
		for k, i := range list {
			columns[k] = int(math.Floor(angles[i]*float64(width)+1e-3)) % width
			distinct = distinct && (k == 0 || columns[k] > columns[k-1])
		}
		for k, i := range list {
			if !distinct {
				columns[k] = k * width / len(list)
			}
			at[i] = point{columns[k], r}
		}
	}
	return at, width, height, spread(at, links) <= most
}

// spread is how far apart neighbours are on average, in steps of a king.
func spread(at []point, links [][2]int) float64 {
	sum := 0
	for _, k := range links {
		a, b := at[k[0]], at[k[1]]
		sum += max(abs(a.x-b.x), abs(a.y-b.y))
	}
	return float64(sum) / float64(max(len(links), 1))
}
