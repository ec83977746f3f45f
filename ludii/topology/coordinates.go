package topology

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// coordinates gives every site its row, column and layer, and cells and
// vertices their labels ("A1": column, row).
func (m *measure) coordinates(s *Sites) {
	rows := bands(s.Sites, func(p Point) float64 { return p.Y })
	columns := bands(s.Sites, func(p Point) float64 { return p.X })
	layers := bands(s.Sites, func(p Point) float64 { return p.Z })
	for i := range s.Sites {
		site := &s.Sites[i]
		site.Row, site.Column, site.Layer = rows[i], columns[i], layers[i]
		if s.Kind != Edge {
			site.Label = columnName(site.Column) + strconv.Itoa(site.Row+1)
			if layers[i] > 0 {
				site.Label += "/" + strconv.Itoa(layers[i])
			}
		}
	}
}

// columnName gives A … Z, AA, AB ….
func columnName(c int) string {
	name := string(rune('A' + c%26))
	if c >= 26 {
		name = columnName(c/26-1) + name
	}
	return name
}

// bandMargin is the distance within which sites share a row or a column.
const bandMargin = 0.02

// bands numbers the sites by one coordinate.
func bands(sites []Site, of func(Point) float64) []int {
	order := make([]int, len(sites))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		d := of(sites[a].Centre) - of(sites[b].Centre)
		switch {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	number := make([]int, len(sites))
	band, at := -1, math.Inf(-1)
	for _, i := range order {
		if x := of(sites[i].Centre); x-at > bandMargin {
			band++
			at = x
		}
		number[i] = band
	}
	return number
}

// phases colours the sites so that orthogonal neighbours differ: greedily,
// always next the site at the edge of what is coloured that sees the most
// colours, the one met first among equals.
func (m *measure) phases(s *Sites) {
	const unmet, met, done = 0, 1, 2
	state := make([]byte, len(s.Sites))
	seen := make([]uint64, len(s.Sites)) // colours of the neighbours
	for start := range s.Sites {
		if state[start] != unmet {
			continue
		}
		front := []int{start}
		for len(front) > 0 {
			best := 0
			for n, i := range front {
				if bits.OnesCount64(seen[i]) > bits.OnesCount64(seen[front[best]]) {
					best = n
				}
			}
			i := front[best]
			front = slices.Delete(front, best, best+1)
			state[i] = done
			colour := min(bits.TrailingZeros64(^seen[i]), 63)
			s.Sites[i].Phase = colour
			for _, j := range m.steps[s.Kind][i].orthogonal {
				seen[j] |= 1 << colour
				if state[j] == unmet {
					state[j] = met
					front = append(front, j)
				}
			}
		}
	}
}
