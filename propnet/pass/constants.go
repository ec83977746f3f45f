package pass

import (
	"ludens/propnet"
)

// ternary is what is known of a gate over all positions that can be reached.
type ternary uint8

const (
	always0 ternary = iota
	always1
	varies
)

// constants finds inputs and gates that are the same in every reachable
// position. It begins with the initial position, where no move is made yet, and
// lets gates vary as soon as one of their inputs may make them: a move that may
// become legal may be made, a fluent whose next value may differ from its
// initial one varies. What never varies is constant. (Sequential constant
// sweeping; the set found is an over-approximation of what varies, so the
// constants are certain.)
func constants(n *propnet.Network) *propnet.Network {
	s := newSweep(n)
	s.run()
	lit := func(g int) (propnet.Lit, bool) {
		switch s.value[g] {
		case always0:
			return propnet.False, true
		case always1:
			return propnet.True, true
		}
		return 0, false
	}
	return n.Rewrite(propnet.Rewriting{
		Input: lit,
		Gate:  func(_ *propnet.Builder, g int, _ []propnet.Lit) (propnet.Lit, bool) { return lit(g) },
	})
}

type sweep struct {
	n     *propnet.Network
	value []ternary
	// deciding[g] counts the constant inputs that decide gate g alone.
	deciding []int32
	cyclic   []bool
	outs     [][2]uint32 // readers of a gate: lists in next
	readers  []uint32
	bases    map[int][]int // gate → bases whose Next it is
	moves    map[int][]int // gate → does inputs whose Legal it is
	work     []int
}

func newSweep(n *propnet.Network) *sweep {
	s := &sweep{
		n: n, value: make([]ternary, n.Gates()), deciding: make([]int32, n.Gates()),
		cyclic: make([]bool, n.Gates()), bases: map[int][]int{}, moves: map[int][]int{},
	}
	comp, cyc := n.Components()
	for g := range s.cyclic {
		s.cyclic[g] = cyc[comp[g]]
	}
	first, readers := n.Readers()
	s.readers = readers
	s.outs = make([][2]uint32, n.Gates())
	for g := range s.outs {
		s.outs[g] = [2]uint32{first[g], first[g+1]}
	}
	for i, b := range n.Bases {
		s.bases[b.Next.Gate()] = append(s.bases[b.Next.Gate()], i)
	}
	for _, ms := range n.Moves {
		for _, m := range ms {
			s.moves[m.Legal.Gate()] = append(s.moves[m.Legal.Gate()], m.Does)
		}
	}
	now := n.Eval(func(i int) bool { return n.Bases[i].Init }, func(int, int) bool { return false })
	for g, v := range now {
		if v {
			s.value[g] = always1
		}
	}
	for g := range s.value {
		for _, l := range n.In(g) {
			if s.decides(g, now[l.Gate()] != l.Negated()) {
				s.deciding[g]++
			}
		}
	}
	return s
}

// decides tells whether an input of that value alone decides gate g.
func (s *sweep) decides(g int, input bool) bool {
	return input == (s.n.Kind(g) == propnet.Or)
}

func (s *sweep) constant(l propnet.Lit) ternary {
	v := s.value[l.Gate()]
	if v != varies && l.Negated() {
		v = 1 - v
	}
	return v
}

func (s *sweep) vary(g int) {
	if s.value[g] == varies || s.n.Kind(g) == propnet.Const {
		return
	}
	was := s.value[g]
	s.value[g] = varies
	s.work = append(s.work, g)
	for _, r := range s.readers[s.outs[g][0]:s.outs[g][1]] {
		for _, l := range s.n.In(int(r)) {
			if l.Gate() == g && s.decides(int(r), (was == always1) != l.Negated()) {
				s.deciding[r]--
			}
		}
	}
}

func (s *sweep) run() {
	for i, b := range s.n.Bases {
		s.checkBase(i, b)
	}
	for _, ms := range s.n.Moves {
		for _, m := range ms {
			if s.constant(m.Legal) != always0 {
				s.vary(m.Does)
			}
		}
	}
	for len(s.work) > 0 {
		g := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for _, r := range s.readers[s.outs[g][0]:s.outs[g][1]] {
			// on a cycle a constant may only hold because of itself
			if s.deciding[r] == 0 || s.cyclic[r] {
				s.vary(int(r))
			}
		}
		for _, i := range s.bases[g] {
			s.checkBase(i, s.n.Bases[i])
		}
		for _, d := range s.moves[g] {
			s.vary(d)
		}
	}
}

// checkBase lets a fluent vary if its next value may differ from the initial one.
func (s *sweep) checkBase(i int, b propnet.BaseProp) {
	want := always0
	if b.Init {
		want = always1
	}
	if s.constant(b.Next) != want {
		s.vary(s.n.BaseGate(i))
	}
}
