package exec

import (
	"math/bits"

	"ludens/game"
	"ludens/ludii/topology"
)

// The candidates of a puzzle's variables are bits of State.Values: bit v for the
// value v, from 0.

// openValues makes all values candidates again. Kinds of sites that are no
// variables have the one value 0.
func (s *State) openValues(p *Program) {
	for k := range s.Values {
		open := p.openValue(Kind(k))
		for i := range s.Values[k] {
			s.Values[k][i] = open
		}
	}
}

// openValue is the set of all candidates of a kind of site.
func (p *Program) openValue(k Kind) int64 {
	if v, ok := p.Puzzle.Of(k); ok {
		return valuesUpTo(v.Max)
	}
	return 1
}

// valuesUpTo is the set of the values 0…n.
func valuesUpTo(n int) int64 {
	if n >= 63 {
		return -1
	}
	return 1<<uint(max(n, 0)+1) - 1
}

// Resolved reports whether a puzzle's variable has one candidate left, and
// which: 0 while there are more.
func (s *State) Resolved(k Kind, site int) (value int, resolved bool) {
	v := s.Values[k]
	if uint(site) >= uint(len(v)) || bits.OnesCount64(uint64(v[site])) != 1 {
		return 0, false
	}
	return bits.TrailingZeros64(uint64(v[site])), true
}

// Resolved is that of the state, and is noted where somebody asks which variables are read.
func (c *Ctx) Resolved(k Kind, site int) (value int, resolved bool) {
	if c.noting && uint(site) < uint(len(c.Values[k])) {
		c.noted = append(c.noted, Reading{k, site})
	}
	return c.State.Resolved(k, site)
}

// A Reading is a variable that was looked at.
type Reading struct {
	Kind Kind
	Site int
}

// Note begins or ends to note which variables Resolved is asked about, and returns those that were, some of them several times. They are
// there until it is called again.
func (c *Ctx) Note(on bool) []Reading {
	if c.noting = on; on {
		c.noted = c.noted[:0]
	}
	return c.noted
}

// candidate carries out the actions of puzzles: a value set, toggled or all put back.
func (c *Ctx) candidate(a *Action) {
	v := c.Values[a.KindTo]
	if uint(a.To) >= uint(len(v)) || a.Value < 0 || a.Value > 62 {
		return
	}
	switch a.Op {
	case OpSet:
		v[a.To] = 1 << uint(a.Value)
	case OpToggle:
		v[a.To] ^= 1 << uint(a.Value)
	case OpReset:
		v[a.To] = valuesUpTo(int(a.Value) - 1)
	}
	value, _ := c.Resolved(a.KindTo, int(a.To))
	c.Sites[a.KindTo].What[a.To] = int16(value)
}

// Open lists the moves that set variables which are not resolved, see game.Assigner. Those that rule a value out, or let it in again, are
// left out: whatever they come to, a variable can be set to it.
func (m *Machine) Open(moves []game.Move, open []game.Variable) ([]game.Move, []game.Variable, bool) {
	if m.g.p.Puzzle == nil || m.Terminal() {
		return moves, open, false
	}
	if m.settle(); m.err != nil || !m.named() {
		return moves, open, false
	}
	id, none, nothing := -1, moves, open
	for i := range m.c.Moves {
		mv := &m.c.Moves[i]
		if mv.Actions[1]-mv.Actions[0] != 1 {
			return none, nothing, false
		}
		a := &m.c.Actions[mv.Actions[0]]
		if a.Op != OpSet && a.Op != OpToggle {
			return none, nothing, false
		}
		if _, ok := m.c.Resolved(a.KindTo, int(a.To)); ok {
			continue
		}
		if at := int(a.To)*int(topology.Cell+1) + int(a.KindTo); at != id {
			id = at
			open = append(open, game.Variable{ID: id, End: len(moves)})
		}
		if a.Op == OpSet {
			moves = append(moves, m.names.hashes[i])
			open[len(open)-1].End = len(moves)
		}
	}
	return moves, open, len(open) > len(nothing)
}
