package encode

import (
	"math/bits"
	"slices"
	"strings"

	"ludens/nets/arch"
)

// Bounds on the planes of a set of propositions.
const (
	mostPlanes   = 256 // of the input
	mostOfGroup  = 96  // that one functor may have; else arguments are left out
	longCounter  = 8   // counters with more values become one plane
	leastOnBoard = 0.4 // share of the propositions that must have a place on the grid
)

// planner lays propositions out as planes.
type planner struct {
	f      *finder
	a      *axes
	spots  []spot
	write  []input
	planes int
	keys   map[string]int
	// placed is, per proposition, its plane and cell; {-1, -1} if it has none
	placed [][2]int32
}

// plan gives every proposition its place in planes; nil if planes are not the right
// form: there is no grid, there would be too many, or too little is on the grid.
//
// Plane 0 is 1 on every cell that any proposition speaks of: else an edge and an
// empty cell would look the same to a convolution. Then come planes in the order of
// their first propositions: one per functor and remaining arguments on the grid; for
// propositions that have no place one each, filled; for counters one, filled with
// the index of the value among the counter's n values, from 1, divided by n.
func (f *finder) plan(props int) *planner {
	a, spots := f.findGrid()
	if a == nil {
		return nil
	}
	p := &planner{
		f: f, a: a, spots: spots, write: make([]input, props), planes: 1, keys: map[string]int{}, placed: make([][2]int32, props),
	}
	board, counted := 0, 0
	for k, g := range f.props {
		switch {
		case spots[k] != nowhere:
			p.onGrid(k)
			board += len(g.members)
		default:
			counted += p.offGrid(k)
		}
		if p.planes > mostPlanes {
			return nil
		}
	}
	if float64(board) < leastOnBoard*float64(props-counted) {
		return nil
	}
	return p
}

// board lists the cells that any proposition speaks of.
func (p *planner) board() []int32 {
	var out []int32
	for _, at := range p.placed {
		if at[1] >= 0 {
			out = append(out, at[1])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shape is the shape of the input.
func (p *planner) shape() arch.Shape {
	return arch.Shape{Channels: p.planes, Height: len(p.a.y), Width: len(p.a.x)}
}

// names gives what the planes are called, and which have one number for all cells.
func (p *planner) names() (names []arch.InPlane, filled []bool) {
	names, filled = make([]arch.InPlane, p.planes), make([]bool, p.planes)
	names[0].Sort = arch.Board
	for key, n := range p.keys {
		names[n] = arch.InPlane{Sort: arch.Other, Name: strings.TrimSpace(key)}
	}
	for i := range p.write {
		if p.write[i].plane {
			filled[int(p.write[i].at)/p.a.cells()] = true
		}
	}
	return names, filled
}

// plane gives the number of the plane with a key.
func (p *planner) plane(key string) int {
	n, ok := p.keys[key]
	if !ok {
		n = p.planes
		p.planes++
		p.keys[key] = n
	}
	return n
}

// onGrid places the propositions of a group on the grid. Arguments are left out of
// the keys of planes, the one with the most values first, until there are not too
// many planes; then several propositions share a number, which is 1 if any holds.
func (p *planner) onGrid(k int) {
	g, s := p.f.props[k], p.spots[k]
	out := []int{s.x, s.y}
	for {
		keys := map[string]bool{}
		for _, args := range g.args {
			keys[rest(args, out...)] = true
		}
		if len(keys) <= mostOfGroup {
			break
		}
		widest := -1
		for i, d := range g.domains {
			if !slices.Contains(out, i) && (widest < 0 || len(d) > len(g.domains[widest])) {
				widest = i
			}
		}
		out = append(out, widest)
	}
	for row, i := range g.members {
		args := g.args[row]
		plane := p.plane(g.shape + " " + rest(args, out...))
		cell := p.a.cell(args[s.x], args[s.y])
		p.write[i] = input{at: int32(plane*p.a.cells() + cell), value: 1}
		p.placed[i] = [2]int32{int32(plane), int32(cell)}
	}
}

// offGrid gives the propositions of a group planes that they fill. It returns how
// many of them count something and therefore share a plane.
func (p *planner) offGrid(k int) int {
	g := p.f.props[k]
	at := -1
	for i, d := range g.domains {
		if len(d) > longCounter && p.f.order.ordered(d) && (at < 0 || len(d) > len(g.domains[at])) {
			at = i
		}
	}
	if at >= 0 && !p.counts(k, at) {
		at = -1
	}
	index := map[string]int{}
	if at >= 0 {
		for i, v := range p.f.order.sorted(g.domains[at]) {
			index[v] = i + 1
		}
	}
	for row, i := range g.members {
		args := g.args[row]
		p.placed[i] = [2]int32{-1, -1}
		key, value := g.shape+" "+rest(args), float32(1)
		if at >= 0 {
			key = g.shape + " " + rest(args, at)
			value = float32(index[args[at]]) / float32(len(index))
		}
		p.write[i] = input{at: int32(p.plane(key) * p.a.cells()), plane: true, value: value}
	}
	if at < 0 {
		return 0
	}
	return len(g.members)
}

// counts tells whether in all positions seen at most one value at a place of a group
// goes with the same other arguments.
func (p *planner) counts(k, at int) bool {
	g := p.f.props[k]
	last := map[string]int{}
	for n, bitset := range p.f.samples {
		for w, b := range bitset {
			for ; b != 0; b &= b - 1 {
				i := w<<6 | bits.TrailingZeros64(b)
				if p.f.groupOf[i] != int32(k) {
					continue
				}
				key := rest(g.args[p.f.rowOf[i]], at)
				if last[key] == n+1 {
					return false
				}
				last[key] = n + 1
			}
		}
	}
	return true
}
