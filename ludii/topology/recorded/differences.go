package recorded

import (
	"fmt"
	"math"
	"slices"

	"ludens/ludii/topology"
)

// near is how far places may lie apart: recordings have six decimals.
const near = 2e-5

// Differences says in what a board differs from another, usually a recorded
// one: by matter ("Cell rows", "Edge rays N", …) a sentence about the first
// place. Empty where they are equal in all that recordings hold.
func Differences(got, want *topology.Topology) map[string]string {
	d := differences{}
	if got.Default != want.Default {
		d["default"] = fmt.Sprintf("%v, want %v", got.Default, want.Default)
	}
	for k := topology.Vertex; k <= topology.Cell; k++ {
		d.kind(got.Of(k), want.Of(k))
	}
	return d
}

type differences map[string]string

// add notes the first difference of a matter.
func (d differences) add(k topology.Kind, what, format string, args ...any) {
	if matter := k.String() + " " + what; d[matter] == "" {
		d[matter] = fmt.Sprintf(format, args...)
	}
}

func (d differences) kind(got, want *topology.Sites) {
	k := got.Kind
	if len(got.Sites) != len(want.Sites) {
		d.add(k, "number", "%d sites, want %d", len(got.Sites), len(want.Sites))
		return
	}
	for i := range got.Sites {
		d.site(k, i, &got.Sites[i], &want.Sites[i])
	}
	for dir := range topology.Direction(topology.NumDirections) {
		for i := range got.Sites {
			a, b := rays(got, dir, i), rays(want, dir, i)
			if !slices.EqualFunc(a, b, slices.Equal) {
				d.add(k, "rays "+dir.String(), "site %d: %v, want %v", i, a, b)
				break
			}
		}
	}
	for dir := range topology.Direction(topology.NumDirections) {
		if a, b := got.Directions[dir], want.Directions[dir]; !slices.Equal(a, b) {
			d.add(k, "directions", "%v: %v, want %v", dir, a, b)
		}
	}
	d.sets(k, &got.Sets, &want.Sets)
}

func rays(s *topology.Sites, d topology.Direction, i int) []topology.Ray {
	if s.Rays[d] == nil {
		return nil
	}
	return s.Rays[d][i]
}

func (d differences) site(k topology.Kind, i int, a, b *topology.Site) {
	if off := max(math.Abs(a.Centre.X-b.Centre.X), math.Abs(a.Centre.Y-b.Centre.Y), math.Abs(a.Centre.Z-b.Centre.Z)); !(off < near) {
		d.add(k, "place", "site %d: %v, want %v", i, a.Centre, b.Centre)
	}
	number := func(what string, a, b int) {
		if a != b {
			d.add(k, what, "site %d: %d, want %d", i, a, b)
		}
	}
	number("row", a.Row, b.Row)
	number("column", a.Column, b.Column)
	number("layer", a.Layer, b.Layer)
	number("phase", a.Phase, b.Phase)
	if a.Label != b.Label {
		d.add(k, "label", "site %d: %s, want %s", i, a.Label, b.Label)
	}
	list := func(what string, a, b []int) {
		if !slices.Equal(a, b) {
			d.add(k, what, "site %d: %v, want %v", i, a, b)
		}
	}
	list("orthogonal", a.Orthogonal, b.Orthogonal)
	list("diagonal", a.Diagonal, b.Diagonal)
	list("adjacent", a.Adjacent, b.Adjacent)
	list("off", a.OffDiagonal, b.OffDiagonal)
	list("vertices", a.Vertices, b.Vertices)
}

func (d differences) sets(k topology.Kind, a, b *topology.Sets) {
	one := func(what string, a, b []int) {
		if !slices.Equal(a, b) {
			d.add(k, "set "+what, "%v, want %v", a, b)
		}
	}
	one("corners", a.Corners, b.Corners)
	one("convex", a.Convex, b.Convex)
	one("concave", a.Concave, b.Concave)
	one("major", a.Major, b.Major)
	one("minor", a.Minor, b.Minor)
	one("outer", a.Outer, b.Outer)
	one("perimeter", a.Perimeter, b.Perimeter)
	one("inner", a.Inner, b.Inner)
	one("top", a.Top, b.Top)
	one("bottom", a.Bottom, b.Bottom)
	one("left", a.Left, b.Left)
	one("right", a.Right, b.Right)
	one("centre", a.Centre, b.Centre)
	one("axial", a.Axial, b.Axial)
	one("horizontal", a.Horizontal, b.Horizontal)
	one("vertical", a.Vertical, b.Vertical)
	one("angled", a.Angled, b.Angled)
	one("slash", a.Slash, b.Slash)
	one("slosh", a.Slosh, b.Slosh)
	many := func(what string, a, b [][]int) {
		if !slices.EqualFunc(a, b, slices.Equal) {
			d.add(k, "set "+what, "%v, want %v", a, b)
		}
	}
	many("rows", a.Rows, b.Rows)
	many("columns", a.Columns, b.Columns)
	many("layers", a.Layers, b.Layers)
	many("phases", a.Phases, b.Phases)
	for dir := range topology.Direction(topology.NumDirections) {
		if !slices.Equal(a.Sides[dir], b.Sides[dir]) {
			d.add(k, "set sides", "%v: %v, want %v", dir, a.Sides[dir], b.Sides[dir])
		}
	}
}
