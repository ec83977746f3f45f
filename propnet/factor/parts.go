package factor

import (
	"slices"
)

// Limits on how finely the end and the goals are taken apart.
const (
	maxAspects = 60 // of one part: they are bits of a word
	maxAtoms   = 96 // of all parts together
	maxInputs  = 32 // of a gate that is opened
	maxDepth   = 8  // of gates that are opened
)

// atom is a condition that one part, with the clock, decides.
type atom struct {
	part int
	l    lit
}

// aspects cuts the end and the goals into conditions each of which one part decides,
// opening gates down to a depth, and joins parts where that does not suffice: what is
// then left of the end and the goals is a function of these conditions and the clock.
// It returns the conditions.
func (st *study) aspects(u *union, clock []bool, depth int) []atom {
	n := st.n
	var queue []lit
	var deep []int
	level := 0
	push := func(l lit) {
		if !l.fixed() && !slices.Contains(queue, l&^1) {
			queue, deep = append(queue, l&^1), append(deep, level)
		}
	}
	partOf := func(b int) int {
		if clock[b] {
			return -1
		}
		return u.find(b)
	}
	push(get(st.value, n.Terminal))
	for _, vs := range n.Goals {
		for _, v := range vs {
			push(get(st.value, v.Lit))
		}
	}
	var atoms []atom
	for k := 0; k < len(queue); k++ {
		l := queue[k]
		level = deep[k] + 1
		first, several := -1, false
		st.bases([]lit{l}, func(b int) {
			switch p := partOf(b); {
			case p < 0 || p == first:
			case first < 0:
				first = p
			default:
				several = true
			}
		})
		if !several {
			if first >= 0 {
				atoms = append(atoms, atom{first, l})
			}
			continue
		}
		if st.s.gate(l) && level <= depth && len(queue) < maxAtoms {
			if in := st.s.inputs(l.node()); len(in) <= maxInputs {
				for _, x := range in {
					push(x)
				}
				continue
			}
		}
		st.bases([]lit{l}, func(b int) {
			if !clock[b] {
				u.join(first, b)
			}
		})
		atoms = append(atoms, atom{first, l})
	}
	return atoms
}

// formula computes expressions from fluents, in the order of their nodes.
type formula struct {
	nodes []int32 // symbols and gates, ascending
	in    [][]int32
	roots []int32 // places in nodes × 2 + negated
}

// formula lays out expressions over fluents; false if a part of them is opaque, or is a
// move.
func (st *study) formula(roots []lit) (formula, bool) {
	var f formula
	need := map[int]bool{}
	stack := []int{}
	push := func(l lit) {
		if !need[l.node()] {
			need[l.node()] = true
			stack = append(stack, l.node())
		}
	}
	for _, l := range roots {
		push(l)
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		f.nodes = append(f.nodes, int32(i))
		if i >= st.does && i <= st.s.symbols || st.s.tag[i] != 0 {
			return f, false
		}
		if i > st.s.symbols {
			for _, l := range st.s.inputs(i) {
				push(l)
			}
		}
	}
	slices.Sort(f.nodes)
	place := func(l lit) int32 {
		k, _ := slices.BinarySearch(f.nodes, int32(l.node()))
		return int32(k)<<1 | int32(l&1)
	}
	f.in = make([][]int32, len(f.nodes))
	for k, i := range f.nodes {
		if int(i) > st.s.symbols {
			for _, l := range st.s.inputs(int(i)) {
				f.in[k] = append(f.in[k], place(l))
			}
		}
	}
	for _, l := range roots {
		f.roots = append(f.roots, place(l))
	}
	return f, true
}

// eval computes the expressions as bits, where holds tells which bases are true.
func (f *formula) eval(holds func(base int) bool) uint64 {
	var buf [256]bool
	value := buf[:0]
	for k, i := range f.nodes {
		v := true
		if f.in[k] == nil {
			v = i > 0 && holds(int(i)-1)
		}
		for _, l := range f.in[k] {
			if value[l>>1] == (l&1 == 1) {
				v = false
				break
			}
		}
		value = append(value, v)
	}
	out := uint64(0)
	for k, l := range f.roots {
		if value[l>>1] != (l&1 == 1) {
			out |= 1 << k
		}
	}
	return out
}
