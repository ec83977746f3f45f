package factor

import (
	"context"
	"slices"

	"ludens/propnet"
)

// Division cuts a game into a clock and parts that go on without each other.
//
// The clock are fluents that no move influences. Every move belongs to one part at
// most; what a part's fluents will be depends on the part, the clock and the part's own
// moves, and on nothing else: whatever is played elsewhere is one and the same to it.
// Whether a move of a part is legal depends on the part and the clock. What the end and
// the goals look at is told part by part, by Aspect.
type Division struct {
	Relevance *Relevance
	Clock     []int     // bases, ascending
	Parts     [][]int   // bases of each part, ascending; at least two
	Part      [][]int32 // per role and move: its part, -1 for none
	// Needs are, per part, the bases of the clock that the part, the conditions for its
	// moves or its aspects look at, ascending.
	Needs [][]int

	aspect []formula
}

// Divide looks for independent parts; nil where there are none. Errors are those of
// Relevant.
func Divide(ctx context.Context, n *propnet.Network, opt Options) (*Division, error) {
	st, err := newStudy(ctx, n, opt)
	if err != nil {
		return nil, err
	}
	r, err := st.relevant()
	if err != nil {
		return nil, err
	}
	d := st.divide(r)
	return d, st.err()
}

// touches gives, per move of a role, the bases of a set to which the move is not what
// most moves of the role are.
func (st *study) touches(role int, set []bool) [][]int32 {
	e := &st.role[role]
	out := make([][]int32, len(e.change))
	byBase := st.byBase(role)
	for b, in := range set {
		if !in {
			continue
		}
		of := byBase[b]
		most := st.usual(role, b)
		changed := make(map[int32]bool, len(of))
		for _, c := range of {
			changed[c.move] = true
			if c.to != most {
				out[c.move] = append(out[c.move], int32(b))
			}
		}
		if e.still[b] != most {
			for m := range e.change {
				if !changed[int32(m)] {
					out[m] = append(out[m], int32(b))
				}
			}
		}
		st.s.spend(len(of))
	}
	return out
}

// usual is the residual of a base under most moves of a role; among equals what the
// base is now, then the smallest.
func (st *study) usual(role, b int) lit {
	e := &st.role[role]
	of := st.byBase(role)[b]
	votes := map[lit]int{e.still[b]: len(e.change) - len(of)}
	for _, c := range of {
		votes[c.to]++
	}
	best, most := no, -1
	for l, v := range votes {
		if v > most || v == most && best != st.base[b] && (l == st.base[b] || l < best) {
			best, most = l, v
		}
	}
	return best
}

// divide finds the clock and the parts.
func (st *study) divide(r *Relevance) *Division {
	n := st.n
	set := make([]bool, len(n.Bases)) // relevant bases that are symbols
	for b := range set {
		set[b] = r.Bases[b] && st.base[b] == lit(n.BaseGate(b))<<1
	}
	touched := make([][][]int32, len(n.Moves))
	clock := slices.Clone(set)
	for role := range n.Moves {
		touched[role] = st.touches(role, set)
		for _, bs := range touched[role] {
			for _, b := range bs {
				clock[b] = false
			}
		}
	}
	for again := true; again; {
		again = false
		for b, in := range clock {
			if in && slices.ContainsFunc(st.readsOf(b), func(c int32) bool { return !clock[c] }) {
				clock[b], again = false, true
			}
		}
	}
	u := newUnion(len(n.Bases))
	for b, in := range set {
		if !in || clock[b] {
			continue
		}
		for _, c := range st.readsOf(b) {
			if !clock[c] {
				u.join(b, int(c))
			}
		}
	}
	home := make([][]int, len(n.Moves)) // per move: a base of its part
	for role, ms := range n.Moves {
		home[role] = make([]int, len(ms))
		for m := range ms {
			at := -1
			join := func(b int) {
				if at >= 0 {
					u.join(at, b)
				}
				at = b
			}
			for _, b := range touched[role][m] {
				join(int(b))
			}
			home[role][m] = at
		}
		// a class of moves is offered together: who sets the clock's and the part's fluents
		// needs to know when one of them is there
		offered := st.offered(role, r.Class[role], 1+int(slices.Max(append(slices.Clone(r.Class[role]), 0))))
		for m := range ms {
			at := home[role][m]
			st.bases([]lit{offered[r.Class[role][m]]}, func(b int) {
				if clock[b] {
					return
				}
				if at >= 0 {
					u.join(at, b)
				}
				at = b
			})
			home[role][m] = at
		}
	}
	// the coarsest division will do: parts that are looked at together stay together
	var atoms []atom
	for depth := 0; ; depth++ {
		whole := &union{up: slices.Clone(u.up)}
		atoms = st.aspects(whole, clock, depth)
		if parts := whole.count(set, clock); parts >= 2 || depth == maxDepth {
			u = whole
			break
		}
	}
	d := &Division{Relevance: r, Part: make([][]int32, len(n.Moves))}
	id := map[int]int32{}
	for b, in := range set {
		switch {
		case !in:
		case clock[b]:
			d.Clock = append(d.Clock, b)
		default:
			root := u.find(b)
			k, ok := id[root]
			if !ok {
				k = int32(len(d.Parts))
				id[root] = k
				d.Parts = append(d.Parts, nil)
			}
			d.Parts[k] = append(d.Parts[k], b)
		}
	}
	if len(d.Parts) < 2 {
		return nil
	}
	for role := range n.Moves {
		d.Part[role] = make([]int32, len(home[role]))
		for m, at := range home[role] {
			d.Part[role][m] = -1
			if at >= 0 {
				d.Part[role][m] = id[u.find(at)]
			}
		}
	}
	roots := make([][]lit, len(d.Parts))
	for _, a := range atoms {
		k := id[u.find(a.part)]
		roots[k] = append(roots[k], a.l)
	}
	d.aspect = make([]formula, len(d.Parts))
	for k, list := range roots {
		f, ok := st.formula(list)
		if !ok || len(list) > maxAspects {
			return nil
		}
		d.aspect[k] = f
	}
	d.Needs = st.needs(d, clock, roots, r)
	return d
}

// needs gives, per part, the bases of the clock that it looks at.
func (st *study) needs(d *Division, clock []bool, roots [][]lit, r *Relevance) [][]int {
	out := make([][]int, len(d.Parts))
	for k, part := range d.Parts {
		in := make([]bool, len(st.base))
		var work []int
		add := func(b int) {
			if !in[b] {
				in[b] = true
				work = append(work, b)
			}
		}
		for _, b := range part {
			add(b)
		}
		st.bases(roots[k], add)
		for role, ms := range st.n.Moves {
			var lits []lit
			for m := range ms {
				if d.Part[role][m] == int32(k) {
					lits = append(lits, get(st.value, st.n.Moves[role][m].Legal))
				}
			}
			st.bases(lits, func(b int) {
				if clock[b] {
					add(b)
				}
			})
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, c := range st.readsOf(b) {
				add(int(c))
			}
		}
		for b, x := range in {
			if x && clock[b] {
				out[k] = append(out[k], b)
			}
		}
	}
	return out
}

// Aspect gives, as bits, the conditions on a part that the end and the goals look at:
// with the clock and the other parts' it decides them.
func (d *Division) Aspect(part int, holds func(base int) bool) uint64 {
	return d.aspect[part].eval(holds)
}

// union is a set of disjoint sets (Tarjan 1975, by halving of paths).
type union struct{ up []int32 }

func newUnion(n int) *union {
	u := &union{up: make([]int32, n)}
	for i := range u.up {
		u.up[i] = int32(i)
	}
	return u
}

func (u *union) find(i int) int {
	for int(u.up[i]) != i {
		u.up[i] = u.up[u.up[i]]
		i = int(u.up[i])
	}
	return i
}

// count is the number of sets that members of a set are in which are not of the clock.
func (u *union) count(set, clock []bool) int {
	roots := map[int]bool{}
	for b, in := range set {
		if in && !clock[b] {
			roots[u.find(b)] = true
		}
	}
	return len(roots)
}

func (u *union) join(i, j int) { u.up[u.find(i)] = int32(u.find(j)) }
