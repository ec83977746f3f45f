package exec

import "math/bits"

// A step is two scans. In the first the moves are on, and only the gates run that depend on
// them; it ends with what holds next. Then the driven nodes that it turned on are turned off
// again, in no order and asking nobody, and the second scan follows what that and the fluents
// that differ have changed for the others.

// flips are nodes of a word that the moves have turned on.
type flips struct {
	word int
	mask uint64
}

// advance makes the step for the moves in m.moves.
func (m *machine) advance(percepts bool) {
	l := m.l
	for _, id := range m.moves {
		m.val[id>>6] ^= 1 << (id & 63)
		m.pushMoving(int(id), 1)
	}
	m.flipped = m.flipped[:0]
	m.scanMoving()
	if percepts {
		m.perceive()
	}
	for w := range l.baseWords { // what holds next is looked at before it is turned over
		v := l.nextWord + w
		x := m.val[v] ^ m.dirty[v]
		m.dirty[v] &^= l.driven[v]
		m.dirty[w] = x ^ m.val[w]
	}
	for _, id := range m.moves {
		m.val[id>>6] ^= 1 << (id & 63)
		m.push(int(id), -1)
	}
	for _, x := range m.flipped {
		m.val[x.word] ^= x.mask
		for told := x.mask & l.told[x.word]; told != 0; told &= told - 1 {
			m.push(x.word<<6|bits.TrailingZeros64(told), -1)
		}
	}
	m.scan()
	m.settle()
}

// scanMoving lets all nodes behind the moves change, in order, up to what holds next.
// None of them changes more than once.
func (m *machine) scanMoving() {
	l := m.l
	val, dirty, special := m.val, m.dirty, l.special
	for w := l.doesEnd; w < l.movingEnd; w++ {
		if dirty[w] == 0 {
			continue
		}
		was := val[w]
		for dirty[w] != 0 {
			b := bits.TrailingZeros64(dirty[w])
			bit := uint64(1) << b
			dirty[w] &^= bit
			if special[w]&bit != 0 {
				m.changeMoving(w<<6 | b)
				continue
			}
			x := val[w] ^ bit
			val[w] = x
			m.pushMoving(w<<6|b, int32(x>>b&1)<<1-1)
		}
		if on := (was ^ val[w]) & l.driven[w]; on != 0 {
			m.flipped = append(m.flipped, flips{w, on})
		}
	}
}

// changeMoving lets a node of a special kind change while moves are on.
func (m *machine) changeMoving(id int) {
	if m.l.kinds[id] != pull {
		m.change(id)
		return
	}
	if m.counter[id] >= 0 && m.hold(uint32(m.l.detail[id])) { // else it turned on before its conditions held
		m.val[id>>6] |= 1 << (id & 63)
		m.pushMoving(id, 1)
	}
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

// pushMoving is push with the driven readers of the node.
func (m *machine) pushMoving(id int, d int32) {
	l := m.l
	f := &l.fans[id]
	if f.plain != f.sets {
		m.push(id, d)
	}
	dirty := m.dirty
	for _, t := range l.to[f.sets:f.gated] {
		dirty[t>>6] |= 1 << (t & 63)
	}
	for gated := l.to[f.gated:f.end]; len(gated) >= 3; gated = gated[3:] {
		t, rest := gated[1], gated[2]
		if m.on(bitLit(gated[0])) && (rest == 0 || m.hold(rest)) {
			dirty[t>>6] |= 1 << (t & 63)
		}
	}
}
