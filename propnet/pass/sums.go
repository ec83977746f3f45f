package pass

import (
	"math/bits"

	"ludens/propnet"
)

// moveSet is a set of moves, by number.
type moveSet []uint64

func (s moveSet) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// size is the number of moves in the set.
func (s moveSet) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// each calls f with every move of the set, until that is false.
func (s moveSet) each(f func(i int) bool) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			if !f(w<<6 | bits.TrailingZeros64(x)) {
				return
			}
		}
	}
}

// add unites the set with another and reports whether they had nothing in common.
func (s moveSet) add(t moveSet) (disjoint bool) {
	disjoint = true
	for w, x := range t {
		disjoint = disjoint && s[w]&x == 0
		s[w] |= x
	}
	return disjoint
}

// moveSum is a gate as an OR over moves of one universe: some always, others
// under a condition.
type moveSum struct {
	always   moveSet
	guarded  []guardedMoves // disjoint from each other and from always
	all      moveSet        // of both kinds
	universe int
}

// guardedMoves is an AND of an OR over moves and conditions that are not about
// moves.
type guardedMoves struct {
	moves  moveSet
	gate   int    // the AND
	over   int    // which of its inputs is the OR over moves
	phases uint64 // in which its conditions may hold
}

// others lists the moves of the universe that are not in the sum.
func (s *moveSum) others(u universe) []int {
	var out []int
	for i, phases := range u {
		if phases != 0 && !s.all.has(i) {
			out = append(out, i)
		}
	}
	return out
}

// allKnown tells whether all inputs of the guarded moves have been translated.
func (s *moveSum) allKnown(n *propnet.Network, known []bool) bool {
	for _, a := range s.guarded {
		for _, l := range n.In(a.gate) {
			if !known[l.Gate()] {
				return false
			}
		}
	}
	return true
}

// sums finds the gates that are ORs over moves of one universe, directly or
// through other ORs. Gates beyond a memory bound are left out.
func (p *phaser) sums(universes []universe) []*moveSum {
	const (
		most        = 256 << 20 // bytes
		mostGuarded = 512       // guarded sets of one gate
	)
	n := p.n
	words := (p.count + 63) / 64
	room := most / (24*words + 128)
	sums := make([]*moveSum, n.Gates())
	moving := n.Moving()
	comp, cyclic := n.Components()
	for g := range n.Gates() {
		if n.Kind(g) != propnet.Or || cyclic[comp[g]] || room == 0 || !moving[g] {
			continue
		}
		s := &moveSum{always: make(moveSet, words), all: make(moveSet, words)}
		ok := true
		for _, l := range n.In(g) {
			if ok = !l.Negated() && s.addInput(p, l.Gate(), sums, moving); !ok || len(s.guarded) > mostGuarded {
				ok = false
				break
			}
		}
		if ok {
			sums[g] = s
			room--
		}
	}
	for g, s := range sums {
		if s != nil && !s.findUniverse(p, universes) {
			sums[g] = nil
		}
	}
	return sums
}

// movesOf is the set of moves that a gate is an OR of, nil if it is none.
func (p *phaser) movesOf(g int, sums []*moveSum) moveSet {
	if p.n.Kind(g) == propnet.Does {
		s := make(moveSet, (p.count+63)/64)
		i := g - p.firstDoes
		s[i>>6] |= 1 << (i & 63)
		return s
	}
	if s := sums[g]; s != nil && len(s.guarded) == 0 {
		return s.always
	}
	return nil
}

// addInput adds an alternative of the OR; false if it is of another form, or
// meets moves that are there already under another condition.
func (s *moveSum) addInput(p *phaser, h int, sums []*moveSum, moving []bool) bool {
	if moves := p.movesOf(h, sums); moves != nil {
		for w := range moves { // the same moves twice are no harm where neither has a condition
			if moves[w]&(s.all[w]&^s.always[w]) != 0 {
				return false
			}
		}
		s.always.add(moves)
		s.all.add(moves)
		return true
	}
	if t := sums[h]; t != nil {
		for w := range t.always {
			if t.always[w]&(s.all[w]&^s.always[w]) != 0 {
				return false
			}
		}
		s.always.add(t.always)
		s.all.add(t.always)
		for _, a := range t.guarded {
			if !s.all.add(a.moves) {
				return false
			}
			s.guarded = append(s.guarded, a)
		}
		return true
	}
	if p.n.Kind(h) != propnet.And {
		return false
	}
	over, phases := -1, ^uint64(0)
	for k, l := range p.n.In(h) {
		switch {
		case !moving[l.Gate()]:
			if p.phase != nil {
				mask, _ := p.phasesOf(l, 4)
				phases &= mask
			}
		case over >= 0 || l.Negated():
			return false
		default:
			over = k
		}
	}
	if over < 0 {
		return false
	}
	moves := p.movesOf(p.n.In(h)[over].Gate(), sums)
	if moves == nil || !s.all.add(moves) {
		return false
	}
	s.guarded = append(s.guarded, guardedMoves{moves, h, over, phases})
	return true
}

// findUniverse finds the universe that holds all moves of the sum, whenever they can be made
// in it.
func (s *moveSum) findUniverse(p *phaser, universes []universe) bool {
	for k, u := range universes {
		if s.inside(p, u) {
			s.universe = k
			return true
		}
	}
	return false
}

func (s *moveSum) inside(p *phaser, u universe) bool {
	for i := range s.always.each {
		if p.phasesOfMove(i)&^u[i] != 0 {
			return false
		}
	}
	for _, a := range s.guarded {
		for i := range a.moves.each {
			if p.phasesOfMove(i)&a.phases&^u[i] != 0 {
				return false
			}
		}
	}
	return true
}
