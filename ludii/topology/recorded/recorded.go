// Package recorded reads the boards that were recorded from Ludii
// (shared/conformance/ludii/topology) as boards of package topology.
//
// It is support for tests and for the developers of the machine: a test that
// needs a true board, or wants to compare one, has it from here. It promises
// to give what the recording says; what a recording leaves out (which edges a
// cell has, single steps, …) is measured from its points, lines and faces. No
// part of a player may import it.
package recorded

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"ludens/internal/bounded"
	"ludens/ludii/topology"
)

// maxBytes bounds an unpacked recording; the largest has about 6 MB.
const maxBytes = 256 << 20

// site is a site as shared/conformance/README.md has it; what is zero or empty
// is left out there.
type site struct {
	I             int
	L             string
	R, C, Z       int
	X, Y, H       float64
	P             int
	O, D, A, F, V []int
}

type kind struct {
	Sites   []site
	Dirs    map[string][]string
	Pre     json.RawMessage
	Radials []map[string][]topology.Ray
}

// sets are the precomputed regions by the names of the recording.
type sets struct {
	Corners        []int            `json:"corners"`
	Convex         []int            `json:"cornersConvex"`
	Concave        []int            `json:"cornersConcave"`
	Major          []int            `json:"major"`
	Minor          []int            `json:"minor"`
	Outer          []int            `json:"outer"`
	Perimeter      []int            `json:"perimeter"`
	Inner          []int            `json:"inner"`
	Top            []int            `json:"top"`
	Bottom         []int            `json:"bottom"`
	Left           []int            `json:"left"`
	Right          []int            `json:"right"`
	Centre         []int            `json:"centre"`
	Axial          []int            `json:"axial"`
	Horizontal     []int            `json:"horizontal"`
	Vertical       []int            `json:"vertical"`
	Angled         []int            `json:"angled"`
	Slash          []int            `json:"slash"`
	Slosh          []int            `json:"slosh"`
	Rows           [][]int          `json:"rows"`
	Columns        [][]int          `json:"columns"`
	Layers         [][]int          `json:"layers"`
	Phases         [][]int          `json:"phases"`
	SidesByCompass map[string][]int `json:"sides"`
}

type board struct {
	Default, Basis, Shape string
	Vertex, Edge, Cell    kind
}

// Read gives a recorded board, as far as the recording goes.
func Read(path string) (*topology.Topology, error) {
	b, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("reading recorded board %s: %w", path, err)
	}
	t, err := b.topology()
	if err != nil {
		return nil, fmt.Errorf("reading recorded board %s: %w", path, err)
	}
	return t, nil
}

func read(path string) (*board, error) {
	f, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	b := new(board)
	return b, json.NewDecoder(io.LimitReader(z, maxBytes)).Decode(b)
}

func (b *board) kinds() [3]*kind { return [3]*kind{&b.Vertex, &b.Edge, &b.Cell} }

// graph gives the points, lines and faces of the recording.
func (b *board) graph() (*topology.Graph, error) {
	g := &topology.Graph{Basis: topology.Basis(known(b.Basis)), Shape: topology.Shape(known(b.Shape))}
	for _, s := range b.Vertex.Sites {
		g.Vertices = append(g.Vertices, place(s))
	}
	for _, s := range b.Edge.Sites {
		if len(s.V) != 2 {
			return nil, fmt.Errorf("edge %d has %d ends", s.I, len(s.V))
		}
		g.Edges = append(g.Edges, [2]int{s.V[0], s.V[1]})
	}
	for _, s := range b.Cell.Sites {
		g.Faces = append(g.Faces, s.V)
	}
	for _, s := range append(b.Edge.Sites[:len(b.Edge.Sites):len(b.Edge.Sites)], b.Cell.Sites...) {
		for _, v := range s.V {
			if v < 0 || v >= len(g.Vertices) {
				return nil, fmt.Errorf("site %d has vertex %d of %d", s.I, v, len(g.Vertices))
			}
		}
	}
	return g, nil
}

func known(name string) string {
	if name == "null" {
		return ""
	}
	return name
}

func place(s site) topology.Point { return topology.Point{X: s.X, Y: s.Y, Z: s.H} }

func (b *board) topology() (*topology.Topology, error) {
	g, err := b.graph()
	if err != nil {
		return nil, err
	}
	played := topology.Vertex
	switch b.Default {
	case "Edge":
		played = topology.Edge
	case "Cell":
		played = topology.Cell
	}
	var said [3]topology.Sites
	for k, from := range b.kinds() {
		if err := from.fill(&said[k]); err != nil {
			return nil, fmt.Errorf("%v: %w", topology.Kind(k), err)
		}
	}
	circles(g, &said[topology.Vertex])
	t, err := topology.Measure(g, played)
	if err != nil {
		return nil, err
	}
	for k := range t.Kinds {
		overlay(&t.Kinds[k], &said[k])
	}
	return t, nil
}

// overlay replaces what was measured by what was recorded.
func overlay(to, from *topology.Sites) {
	for i := range to.Sites {
		from.Sites[i].Vertices, from.Sites[i].Edges, from.Sites[i].Cells = to.Sites[i].Vertices, to.Sites[i].Edges, to.Sites[i].Cells
	}
	to.Sites, to.Directions, to.Rays, to.Sets = from.Sites, from.Directions, from.Rays, from.Sets
}

func (from *kind) fill(to *topology.Sites) error {
	for i, s := range from.Sites {
		if s.I != i {
			return fmt.Errorf("site %d is numbered %d", i, s.I)
		}
		to.Sites = append(to.Sites, topology.Site{
			Label: s.L, Row: s.R, Column: s.C, Layer: s.Z, Centre: place(s), Phase: s.P,
			Orthogonal: s.O, Diagonal: s.D, Adjacent: s.A, OffDiagonal: s.F, Vertices: s.V,
		})
	}
	to.Directions = map[topology.Direction][]topology.Direction{}
	for name, list := range from.Dirs {
		group, err := direction(name)
		if err != nil {
			return err
		}
		to.Directions[group] = []topology.Direction{}
		for _, name := range list {
			d, err := direction(name)
			if err != nil {
				return err
			}
			to.Directions[group] = append(to.Directions[group], d)
		}
	}
	for i, rays := range from.Radials {
		for name, list := range rays {
			d, err := direction(name)
			if err != nil {
				return err
			}
			if to.Rays[d] == nil {
				to.Rays[d] = make([][]topology.Ray, len(to.Sites))
			}
			to.Rays[d][i] = list
		}
	}
	var s sets
	if err := json.Unmarshal(from.Pre, &s); err != nil {
		return err
	}
	to.Sets = topology.Sets{
		Corners: s.Corners, Convex: s.Convex, Concave: s.Concave, Major: s.Major, Minor: s.Minor,
		Outer: s.Outer, Perimeter: s.Perimeter, Inner: s.Inner,
		Top: s.Top, Bottom: s.Bottom, Left: s.Left, Right: s.Right, Centre: s.Centre,
		Axial: s.Axial, Horizontal: s.Horizontal, Vertical: s.Vertical,
		Angled: s.Angled, Slash: s.Slash, Slosh: s.Slosh,
		Rows: s.Rows, Columns: s.Columns, Layers: s.Layers, Phases: s.Phases,
		Sides: map[topology.Direction][]int{},
	}
	for name, list := range s.SidesByCompass {
		d, err := direction(name)
		if err != nil {
			return err
		}
		to.Sets.Sides[d] = list
	}
	return nil
}

func direction(name string) (topology.Direction, error) {
	d, ok := topology.ParseDirection(name)
	if !ok {
		return d, fmt.Errorf("%q is no direction", name)
	}
	return d, nil
}
