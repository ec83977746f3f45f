package exec

import "math/bits"

// A step is made in three parts: the moves are turned on and run through the gates that
// depend on them, which leaves what holds next; what they have turned over is turned back,
// in no order and asking nobody; and the fluents that differ are turned over.

// flips are nodes of a word that the moves have turned over.
type flips struct {
	word int
	mask uint64
}

// advance makes the step for the moves in m.moves.
func (m *machine) advance(percepts bool) {
	l := m.l
	for _, id := range m.moves {
		m.set(int(id))
	}
	m.flipped = m.flipped[:0]
	m.scanMoving()
	if percepts {
		m.perceive()
	}
	next, turned := m.val[l.nextWord:l.nextWord+l.baseWords], m.dirty[l.nextWord:l.nextWord+l.baseWords]
	for w, x := range next { // what holds next is not turned over, only looked at
		m.dirty[w] = x ^ turned[w] ^ m.val[w]
		turned[w] = 0
	}
	m.turnBack()
	m.scan(0)
	m.settle()
}

// scanMoving lets all nodes behind the moves change, in order, up to what holds next.
// None of them changes more than once.
func (m *machine) scanMoving() {
	l := m.l
	for w := l.legalEnd; w < l.movingEnd; w++ {
		all := uint64(0)
		for m.dirty[w] != 0 {
			b := bits.TrailingZeros64(m.dirty[w])
			bit := uint64(1) << b
			m.dirty[w] &^= bit
			if l.special[w]&bit != 0 && !m.changeMoving(w<<6|b) {
				continue
			}
			all |= bit
			m.val[w] ^= bit
			m.pushMoving(w<<6|b, m.val[w]&bit != 0)
		}
		if all != 0 {
			m.flipped = append(m.flipped, flips{w, all})
		}
	}
}

// changeMoving is what a node of a special kind does beyond turning over; it tells
// whether that is left to be done.
func (m *machine) changeMoving(id int) bool {
	switch m.l.kinds[id] {
	case pull:
		return m.counter[id] >= 0 && m.hold(uint32(m.l.detail[id]))
	case port:
		m.pushPort(id, m.val[id>>6]>>(id&63)&1 == 0)
		return true
	case trigger:
		k := int(m.l.detail[id])
		m.runBlock(k)
		b := &m.l.blocks[k]
		first := b.first >> 6
		for i, was := range m.was[:(b.first+b.size-1)>>6-first+1] {
			if x := (was ^ m.val[first+i]) & b.in(first+i); x != 0 {
				m.flipped = append(m.flipped, flips{first + i, x})
			}
		}
	}
	return false
}

// in are the members of the block in a word.
func (b *block) in(word int) uint64 {
	x := ^uint64(0)
	if from := b.first - word<<6; from > 0 {
		x <<= from
	}
	if end := b.first + b.size - word<<6; end < 64 {
		x &= 1<<end - 1
	}
	return x
}

// hold tells whether all conditions of a list hold.
func (m *machine) hold(at uint32) bool {
	for _, c := range m.l.conds[at:] {
		if c == noLit {
			break
		}
		if !m.on(c) {
			return false
		}
	}
	return true
}

// pushMoving tells all readers of a node that a move has turned it on or off.
func (m *machine) pushMoving(id int, on bool) {
	l := m.l
	f := &l.fans[id]
	if f.plain != f.sets {
		m.push(id, on)
	}
	for _, t := range l.to[f.sets:f.gated] {
		m.dirty[t>>6] |= 1 << (t & 63)
	}
	for pairs := l.to[f.gated:f.end]; len(pairs) >= 2; pairs = pairs[2:] {
		if t := pairs[1]; m.hold(pairs[0]) {
			m.dirty[t>>6] |= 1 << (t & 63)
		}
	}
}

// turnBack turns back what the moves have turned over.
func (m *machine) turnBack() {
	l := m.l
	counter := m.counter
	for _, x := range m.flipped {
		on := m.val[x.word]
		m.val[x.word] ^= x.mask
		for ; x.mask != 0; x.mask &= x.mask - 1 {
			b := bits.TrailingZeros64(x.mask)
			id := x.word<<6 | b
			if l.special[x.word]>>b&1 != 0 && l.kinds[id] == port {
				m.full[l.detail[id]] = true
				m.pushPort(id, on>>b&1 == 0)
				continue
			}
			f := &l.fans[id]
			more, less := l.to[f.plain:f.inverted], l.to[f.inverted:f.sets]
			if on>>b&1 != 0 {
				more, less = less, more
			}
			for _, t := range more {
				counter[t]++
			}
			for _, t := range less {
				counter[t]--
			}
		}
	}
}
