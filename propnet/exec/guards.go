package exec

import (
	"slices"

	"ludens/propnet"
)

// A condition that many legal moves of a seat share ("it is my turn", "nothing can be
// captured") is not told to all of them when it changes: it is taken out of their gates, and
// looked at when moves are listed.

const (
	mostGuards = 3  // of a seat: sets of guards that fail have a mask of moves each
	fewGuarded = 16 // moves: with fewer a guard beyond the first is not worth looking at
)

// splitMove is the gate of a legal move, an AND, without the guards of its seat.
type splitMove struct {
	guards uint8 // bit per guard that was taken out; 0: the gate stays as it is
	rest   []propnet.Lit
}

// takeGuards finds the guards of every role.
func (b *builder) takeGuards() {
	n := b.n
	b.guards, b.split = make([][]propnet.Lit, len(n.Moves)), make([][]splitMove, len(n.Moves))
	for r, ms := range n.Moves {
		split := make([]splitMove, len(ms))
		for i, m := range ms {
			if g := m.Legal.Gate(); !m.Legal.Negated() && n.Kind(g) == propnet.And && !b.cyclic[b.comp[g]] {
				split[i].rest = n.In(g)
			}
		}
		for k, l := 0, n.CommonCondition(r); l != propnet.False; k, l = k+1, commonest(split) {
			b.guards[r] = append(b.guards[r], l)
			for i := range split {
				if at := slices.Index(split[i].rest, l); at >= 0 {
					split[i].guards |= 1 << k
					split[i].rest = slices.Delete(slices.Clone(split[i].rest), at, at+1)
				}
			}
			if k+1 == mostGuards {
				break
			}
		}
		b.split[r] = split
	}
}

// commonest is the literal that most moves still have in common, False if few have one.
func commonest(split []splitMove) propnet.Lit {
	count := map[propnet.Lit]int{}
	for i := range split {
		for _, l := range split[i].rest {
			count[l]++
		}
	}
	best, most := propnet.False, fewGuarded-1
	for l, c := range count {
		if c > most || c == most && l < best {
			best, most = l, c
		}
	}
	return best
}

// shutMoves lays out what moves each set of guards that fail leaves out.
func (b *builder) shutMoves(s *seatLayout, role int) {
	for _, l := range b.guards[role] {
		s.guards = append(s.guards, b.ref(l))
	}
	s.shut = make([][]uint64, 1<<len(s.guards))
	for fail := range s.shut {
		mask := make([]uint64, s.words)
		for i, m := range b.split[role] {
			if int(m.guards)&fail != 0 {
				mask[i>>6] |= 1 << (i & 63)
			}
		}
		s.shut[fail] = mask
	}
}

// shut are the moves of a seat that are not legal because a guard fails.
func (m *machine) shut(s *seatLayout) []uint64 {
	fail := 0
	for k, l := range s.guards {
		if !m.on(l) {
			fail |= 1 << k
		}
	}
	return s.shut[fail]
}
