package lanes

import (
	"slices"

	"ludens/propnet"
)

// folded is a network under assumptions: gates that have become constant or equal to
// another literal are replaced by that.
type folded struct {
	n      *propnet.Network
	comp   []int32
	cyclic []bool
	kind   []propnet.Kind
	rep    []propnet.Lit   // what stands for a gate
	in     [][]propnet.Lit // inputs of the gates that stand for themselves
	room   []propnet.Lit   // for lists of inputs
	draw   []propnet.Lit   // by move of a role with a choice: it may be drawn; nil where that is to be legal
	drawer int             // that role
	made   map[string]int  // gates made by join, by what they are of
	group  int32           // their component
	spent  int             // their inputs
	order  []int           // of the gates, each behind what it reads; those of a cycle stand together
}

// fold applies assumptions about fluents: assume gives the constants that bases are
// taken for; it may be nil. Moves that are then never legal are never made, and one
// that is a seat's only one, and always legal, always is.
func fold(n *propnet.Network, comp []int32, cyclic []bool, assume map[int]propnet.Lit) *folded {
	f := &folded{n: n, comp: slices.Clone(comp), cyclic: slices.Clone(cyclic), rep: make([]propnet.Lit, n.Gates()), in: make([][]propnet.Lit, n.Gates())}
	for g := range f.rep {
		f.rep[g] = propnet.MakeLit(g, false)
		f.kind = append(f.kind, n.Kind(g))
	}
	for g, l := range assume {
		f.rep[g] = l
	}
	f.sweep(false)
	for _, ms := range n.Moves {
		may, last := 0, 0
		for i, m := range ms {
			if f.lit(m.Legal) == propnet.False {
				f.rep[m.Does] = propnet.False
				continue
			}
			may, last = may+1, i
		}
		if may == 1 && f.lit(ms[last].Legal) == propnet.True {
			f.rep[ms[last].Does] = propnet.True
		}
	}
	f.sweep(true)
	return f
}

// most is the largest number of inputs of a gate, part those of a part of a larger one.
const (
	most = 24
	part = 16
)

// split makes trees of large gates. A part stands right behind the last of its inputs,
// whose rows are free again from there on: an OR of ten thousand would need them all.
// The inputs are sorted by gate, so that those that are computed together are in one part.
func (f *folded) split() {
	behind := map[int][]int{} // parts behind a gate
	gates := len(f.in)
	comp := len(f.cyclic)
	for g := range gates {
		if f.cyclic[f.comp[g]] {
			continue
		}
		for len(f.in[g]) > most {
			var parts []propnet.Lit
			for in := f.in[g]; len(in) > 0; {
				p := in[:min(part, len(in))]
				in = in[len(p):]
				id := len(f.in)
				f.in, f.kind = append(f.in, p), append(f.kind, f.kind[g])
				f.rep = append(f.rep, propnet.MakeLit(id, false))
				f.comp = append(f.comp, int32(comp))
				last := p[len(p)-1].Gate()
				behind[last] = append(behind[last], id)
				parts = append(parts, propnet.MakeLit(id, false))
			}
			f.in[g] = parts
		}
	}
	f.cyclic = append(f.cyclic, false)
	var place func(g int)
	place = func(g int) {
		f.order = append(f.order, g)
		for _, p := range behind[g] {
			place(p)
		}
	}
	for g := range gates {
		place(g)
	}
}

// lit is what stands for a literal.
func (f *folded) lit(l propnet.Lit) propnet.Lit { return f.rep[l.Gate()] ^ l&1 }

// chosen is what has to be true for a move of a role to be drawn.
func (f *folded) chosen(role, move int) propnet.Lit {
	if f.draw != nil && role == f.drawer {
		return f.draw[move]
	}
	return f.lit(f.n.Moves[role][move].Legal)
}

// keep copies a list of inputs.
func (f *folded) keep(in []propnet.Lit) []propnet.Lit {
	if f.room == nil || len(f.room)+len(in) > cap(f.room) {
		f.room = make([]propnet.Lit, 0, max(1<<16, len(in)))
	}
	k := len(f.room)
	f.room = append(f.room, in...)
	return f.room[k:len(f.room):len(f.room)]
}

// sweep folds all gates in order; the last time it lists what they read.
func (f *folded) sweep(list bool) {
	var buf []propnet.Lit
	for g := range f.rep {
		k := f.n.Kind(g)
		if k != propnet.And && k != propnet.Or {
			continue
		}
		unit, zero := propnet.True, propnet.False
		if k == propnet.Or {
			unit, zero = zero, unit
		}
		buf = buf[:0]
		for _, l := range f.n.In(g) {
			if x := f.lit(l); x != unit {
				buf = append(buf, x)
			}
		}
		if f.cyclic[f.comp[g]] { // its readers may have been folded already
			if list {
				f.in[g] = f.keep(buf)
			}
			continue
		}
		slices.Sort(buf)
		buf = slices.Compact(buf)
		for i, l := range buf {
			if l == zero || i > 0 && l == buf[i-1].Not() {
				buf = append(buf[:0], zero)
				break
			}
		}
		switch len(buf) {
		case 0:
			f.rep[g] = unit
		case 1:
			f.rep[g] = buf[0]
		default:
			if list {
				f.in[g] = f.keep(buf)
			}
		}
	}
}
