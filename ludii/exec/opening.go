package exec

import "ludens/game"

// An opening is the initial position with its moves, of a game without chance, in
// which it is the same in every match. To copy it is faster than to apply the start
// rules and to find the moves again.
type opening struct {
	state    *State
	moves    []Move
	actions  []Action
	betweens []int32
	thens    []ThenNode
	applied  []Action
}

// keep copies the position of a cursor that was just reset.
func (o *opening) keep(c *Ctx) {
	if c.Prog.Flags.Stochastic || c.State.match != nil || c.Err != nil {
		return
	}
	o.state = c.Prog.NewState()
	o.state.Copy(c.State)
	o.moves = append(o.moves[:0], c.Moves...)
	o.actions = append(o.actions[:0], c.Actions...)
	o.betweens = append(o.betweens[:0], c.Betweens...)
	o.thens = append(o.thens[:0], c.ThenNodes...)
	o.applied = append(o.applied[:0], c.Applied...)
}

// restore brings a cursor there. It reports false if nothing was kept.
func (o *opening) restore(c *Ctx) bool {
	if o.state == nil {
		return false
	}
	c.Err = nil
	c.refill()
	c.nsaved, c.depth = 0, 0
	c.Release(Mark{thens: 1})
	c.Iter = undefinedIter
	c.State.Copy(o.state)
	c.Moves = append(c.Moves[:0], o.moves...)
	c.Actions = append(c.Actions[:0], o.actions...)
	c.Betweens = append(c.Betweens[:0], o.betweens...)
	c.ThenNodes = append(c.ThenNodes[:0], o.thens...)
	c.Applied = append(c.Applied[:0], o.applied...)
	return true
}

var _ game.Starter = (*Machine)(nil)

// ResetTo goes to the initial position with another player's turn. Start rules are
// applied as always, by the first player. False where players do not take turns, in
// matches of several games, and where chance has a part in the start rules.
func (m *Machine) ResetTo(seat int) bool {
	m.Reset()
	p := m.g.p
	if p.Match != nil || p.Modes || p.Mode != Alternating || seat < 0 || seat >= p.Players || m.err != nil || m.c.Over {
		return false
	}
	c := m.c
	if p.Flags.Stochastic {
		if m.doing == resetting {
			return false
		}
		c.State.Copy(m.base)
	}
	c.setMoverAlone(m.player(seat))
	c.Prev = 0 // nobody has moved yet
	m.rebase()
	m.attempt()
	return m.Err() == nil
}
