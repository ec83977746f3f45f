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
	rep    []propnet.Lit   // what stands for a gate
	in     [][]propnet.Lit // inputs of the gates that stand for themselves
}

// fold applies assumptions about fluents: assume gives the constants that bases are
// taken for; it may be nil. Moves that are then never legal are never made, and one
// that is a seat's only one, and always legal, always is.
func fold(n *propnet.Network, comp []int32, cyclic []bool, assume map[int]propnet.Lit) *folded {
	f := &folded{n: n, comp: comp, cyclic: cyclic, rep: make([]propnet.Lit, n.Gates()), in: make([][]propnet.Lit, n.Gates())}
	for g := range f.rep {
		f.rep[g] = propnet.MakeLit(g, false)
	}
	for g, l := range assume {
		f.rep[g] = l
	}
	f.sweep()
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
	f.sweep()
	return f
}

// lit is what stands for a literal.
func (f *folded) lit(l propnet.Lit) propnet.Lit { return f.rep[l.Gate()] ^ l&1 }

// sweep folds all gates in order.
func (f *folded) sweep() {
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
			f.in[g] = append([]propnet.Lit{}, buf...)
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
			f.rep[g], f.in[g] = unit, nil
		case 1:
			f.rep[g], f.in[g] = buf[0], nil
		default:
			f.rep[g], f.in[g] = propnet.MakeLit(g, false), slices.Clone(buf)
		}
	}
}
