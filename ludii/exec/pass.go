package exec

import "ludens/game"

var _ game.Passer = (*Machine)(nil)

// Pass hands the turn on as if its player had done nothing, whatever the rules say; false where that makes no sense. It
// is for searches that ask what the other side would do with two moves, and no part of a match.
func (m *Machine) Pass() bool {
	c := m.c
	if m.Terminal() || m.waiting || m.chance() || c.Mode() != Alternating || c.Pause || c.Next == c.Mover {
		return false
	}
	defer m.caught()
	c.handOn(c.Mover)
	m.leave()
	m.moved()
	m.arrive()
	return m.err == nil
}
