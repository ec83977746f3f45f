package topology

import (
	"math"
	"slices"
)

// Crosses reports whether two edges cross, seen from above. Edges with ends at
// one place do not.
func (t *Topology) Crosses(e, f int) bool {
	edges := t.Graph.Edges
	if e == f || !within([]int{e, f}, 0, len(edges)) {
		return false
	}
	at := t.Graph.Vertices
	a, b, c, d := at[edges[e][0]], at[edges[e][1]], at[edges[f][0]], at[edges[f][1]]
	const touching = 0.001
	for _, p := range []Point{a, b} {
		if flatDistance(p, c) < touching || flatDistance(p, d) < touching {
			return false
		}
	}
	ux, uy := b.X-a.X, b.Y-a.Y
	vx, vy := d.X-c.X, d.Y-c.Y
	area := float64(vx*uy) - float64(vy*ux)
	if math.Abs(area) < nearlyZero {
		return false // parallel
	}
	wx, wy := c.X-a.X, c.Y-a.Y
	along := func(x, y float64) bool {
		part := (float64(x*wy) - float64(y*wx)) * (1 / area)
		return part >= -nearlyZero && part <= 1+nearlyZero
	}
	return along(vx, vy) && along(ux, uy)
}

// TileEdges is the number of edges of a cell if all of the board is of one
// regular tiling, 0 if not.
func (t *Topology) TileEdges() int {
	cells := t.Kinds[Cell].Sites
	if len(cells) == 0 || !t.Graph.regular() {
		return 0
	}
	return len(cells[0].Edges)
}

// regular reports whether all elements were made for one tiling.
func (g *Graph) regular() bool {
	switch g.Basis {
	case "Square", "Triangular", "Hexagonal":
		return true
	}
	var basis Basis
	for _, k := range []Kind{Cell, Edge, Vertex} {
		if len(g.Bases[k]) > 0 {
			basis = g.Bases[k][0]
			break
		}
	}
	if basis == "" || basis == NoBasis {
		return false
	}
	for _, bases := range g.Bases {
		if slices.ContainsFunc(bases, func(b Basis) bool { return b != basis }) {
			return false
		}
	}
	return true
}
