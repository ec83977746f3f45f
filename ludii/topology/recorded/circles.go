package recorded

import (
	"math"

	"ludens/ludii/topology"
)

// circles finds out around which vertex a board turns and which edges are
// curved. Recordings do not say so, but the rays in the four ways around a
// centre do: whoever has one has a pivot, and who steps clockwise or back goes
// along a curved edge.
//
// It knows boards with one centre only.
func circles(g *topology.Graph, vertices *topology.Sites) {
	has := func(d topology.Direction, v int) bool {
		return vertices.Rays[d] != nil && len(vertices.Rays[d][v]) > 0
	}
	var turning []int
	var middle topology.Point
	curved := map[[2]int]bool{}
	for v := range g.Vertices {
		for _, d := range []topology.Direction{topology.CW, topology.CCW} {
			if !has(d, v) {
				continue
			}
			for _, ray := range vertices.Rays[d][v] {
				curved[[2]int{v, ray[0]}] = true
			}
		}
		if has(topology.CW, v) || has(topology.CCW, v) || has(topology.In, v) {
			turning = append(turning, v)
			middle.X += g.Vertices[v].X
			middle.Y += g.Vertices[v].Y
		}
	}
	if len(turning) == 0 {
		return
	}
	middle.X /= float64(len(turning))
	middle.Y /= float64(len(turning))
	pivot, nearest := -1, math.Inf(1)
	for v, p := range g.Vertices {
		if has(topology.CW, v) || has(topology.CCW, v) || has(topology.In, v) {
			continue
		}
		if d := math.Hypot(p.X-middle.X, p.Y-middle.Y); d < nearest {
			pivot, nearest = v, d
		}
	}
	if pivot < 0 {
		return
	}
	g.Pivots = make([]int, len(g.Vertices))
	for v := range g.Pivots {
		g.Pivots[v] = -1
	}
	for _, v := range turning {
		g.Pivots[v] = pivot
	}
	g.Tangents = make([][2]topology.Point, len(g.Edges))
	for e, ends := range g.Edges {
		if curved[ends] || curved[[2]int{ends[1], ends[0]}] {
			g.Tangents[e] = [2]topology.Point{{X: 1}, {X: 1}}
		}
	}
}
