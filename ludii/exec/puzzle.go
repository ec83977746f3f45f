package exec

import "math/bits"

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
