package factor

import (
	"context"
	"encoding/binary"

	"ludens/propnet"
)

// Relevance says what can matter in a game.
//
// Two positions that agree on all fluents of Bases are worth the same, offer the same
// classes of moves, and after moves of the same classes they agree again: the positions
// that differ elsewhere only are one position to whoever plays (a bisimulation; R.
// Givan, T. Dean, M. Greig, "Equivalence notions and model minimization in Markov
// decision processes", 2003).
type Relevance struct {
	Bases []bool    // per base: it can matter
	Class [][]int32 // per role and move: its class; moves of one class do the same
	// Whole numbers: how many fluents cannot matter, and how many moves have another
	// one of their class before them.
	Idle, Same int
}

// Relevant finds what can matter. Everything does in a network whose analysis costs
// more than opt allows: then the error wraps game.ErrBudget, or is the context's.
func Relevant(ctx context.Context, n *propnet.Network, opt Options) (*Relevance, error) {
	st, err := newStudy(ctx, n, opt)
	if err != nil {
		return nil, err
	}
	return st.relevant()
}

func (st *study) relevant() (*Relevance, error) {
	n := st.n
	r := &Relevance{Bases: make([]bool, len(n.Bases)), Class: make([][]int32, len(n.Moves))}
	var work []int
	add := func(b int) {
		if !r.Bases[b] {
			r.Bases[b] = true
			work = append(work, b)
		}
	}
	roots := []lit{get(st.value, n.Terminal)}
	for _, vs := range n.Goals {
		for _, v := range vs {
			roots = append(roots, get(st.value, v.Lit))
		}
	}
	grow := func(roots []lit) {
		st.bases(roots, add)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, c := range st.readsOf(b) {
				add(int(c))
			}
		}
	}
	for grow(roots); ; {
		if err := st.err(); err != nil {
			return nil, err
		}
		before := count(r.Bases)
		for role := range n.Moves {
			var classes int
			r.Class[role], classes = st.classes(role, r.Bases)
			grow(st.offered(role, r.Class[role], classes))
		}
		if count(r.Bases) == before {
			break
		}
	}
	r.Idle = len(n.Bases) - count(r.Bases)
	for role := range n.Moves {
		seen := map[int32]bool{}
		for _, c := range r.Class[role] {
			if seen[c] {
				r.Same++
			}
			seen[c] = true
		}
	}
	// of two fluents that are each other's negation one is the symbol of both
	for i := range st.base {
		if b := st.base[i].node() - n.BaseGate(0); b != i {
			if r.Bases[b] {
				r.Idle--
			}
			r.Bases[i] = r.Bases[b]
		}
	}
	return r, nil
}

func count(set []bool) int {
	c := 0
	for _, x := range set {
		if x {
			c++
		}
	}
	return c
}

// bases calls f with every base that the literals depend on.
func (st *study) bases(roots []lit, f func(b int)) {
	st.s.support(roots, func(symbol int) {
		if symbol < st.does {
			f(symbol - st.n.BaseGate(0))
		}
	})
}

// readsOf gives the bases that base b may depend on in the next position: what its
// residuals mention, by the role whose residuals mention least. Every role's are a
// superset of what is true.
func (st *study) readsOf(b int) []int32 {
	if st.reads[b] != nil {
		return st.reads[b]
	}
	best := []int32(nil)
	for role := range st.role {
		roots := st.residuals(role, b)
		list := make([]int32, 0, 8)
		st.bases(roots, func(b int) { list = append(list, int32(b)) })
		if best == nil || len(list) < len(best) {
			best = list
		}
	}
	st.reads[b] = best
	return best
}

// residuals gives the different residuals of a base over the moves of a role.
func (st *study) residuals(role, b int) []lit {
	byBase := st.byBase(role)
	of := byBase[b]
	out := make([]lit, 0, 8)
	if len(of) < len(st.role[role].change) || len(of) == 0 {
		out = append(out, st.role[role].still[b])
	}
	seen := map[lit]bool{}
	for _, e := range of {
		if !seen[e.to] {
			seen[e.to] = true
			out = append(out, e.to)
		}
	}
	return out
}

// moved is a change seen from its base.
type moved struct {
	move int32
	to   lit
}

// byBase lists the changes of a role's moves by base.
func (st *study) byBase(role int) [][]moved {
	e := &st.role[role]
	if e.byBase == nil {
		e.byBase = make([][]moved, len(st.n.Bases))
		for m, cs := range e.change {
			for _, c := range cs {
				e.byBase[c.base] = append(e.byBase[c.base], moved{int32(m), c.to})
			}
		}
	}
	return e.byBase
}

// classes numbers the moves of a role by what they do to a set of bases. Nature's moves
// are all different: two of the same effect are twice as likely.
func (st *study) classes(role int, set []bool) (class []int32, classes int) {
	e := &st.role[role]
	class = make([]int32, len(e.change))
	known := map[string]int32{}
	var key []byte
	for m, cs := range e.change {
		key = key[:0]
		for _, c := range cs {
			if set[c.base] {
				key = binary.LittleEndian.AppendUint32(key, uint32(c.base))
				key = binary.LittleEndian.AppendUint32(key, uint32(c.to))
			}
		}
		if st.n.Roles[role] == natureRole {
			key = binary.LittleEndian.AppendUint32(key, uint32(m))
		}
		st.s.spend(len(cs))
		id, ok := known[string(key)]
		if !ok {
			id = int32(len(known))
			known[string(key)] = id
		}
		class[m] = id
	}
	return class, len(known)
}

// natureRole is the role that plays by odds, as the language names it.
const natureRole = "random"

// offered gives, per class of moves, the expression under which one of them is legal.
func (st *study) offered(role int, class []int32, classes int) []lit {
	lists := make([][]lit, classes)
	for m, c := range class {
		lists[c] = append(lists[c], get(st.value, st.n.Moves[role][m].Legal))
	}
	out := make([]lit, classes)
	for c, list := range lists {
		out[c] = st.s.or(list)
	}
	return out
}
