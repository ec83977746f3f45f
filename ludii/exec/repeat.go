package exec

import "slices"

// A Repetition is a kind of position that moves must not lead to again.
type Repetition uint8

// The kinds: positions or situations, which are positions with whose turn it is;
// of the whole match or of this turn.
const (
	MayRepeat Repetition = iota
	Positional
	Situational
	PositionalInTurn
	SituationalInTurn
)

// remember keeps the hashes that rules against repetition ask for. It is called
// after a move, before the turn is handed on: of a turn with several moves
// the match keeps the first only.
func (c *Ctx) remember() {
	f, s := &c.Prog.Flags, c.State
	newTurn := s.Mover != s.Prev
	atStart := s.Moves == 0
	if f.RepeatPositional && newTurn {
		s.Seen = append(s.Seen, s.Hash64(c.Prog))
	}
	if f.RepeatSituational && newTurn && !atStart {
		s.Seen = append(s.Seen, s.FullHash(c.Prog))
	}
	if !f.RepeatPositionalTurn && !f.RepeatSituationalTurn {
		return
	}
	if newTurn {
		s.SeenTurn = s.SeenTurn[:0]
	}
	if f.RepeatPositionalTurn {
		s.SeenTurn = append(s.SeenTurn, s.Hash64(c.Prog))
	}
	if f.RepeatSituationalTurn && !atStart {
		s.SeenTurn = append(s.SeenTurn, s.FullHash(c.Prog))
	}
}

// filter takes out the moves that the meta rules forbid: those that repeat a
// position, and those by which the mover loses.
func (c *Ctx) filter() {
	if !c.Prog.forbids() {
		return
	}
	c.keep(0, func(i int) bool {
		m := c.Moves[i]
		return !c.repeats(m) && !c.suicide(m)
	})
}

// keep takes out the moves from index first on that do not pass a test.
func (c *Ctx) keep(first int, test func(i int) bool) {
	n := first
	for i := first; i < len(c.Moves); i++ {
		if test(i) {
			c.Moves[n] = c.Moves[i]
			n++
		}
	}
	c.Moves = c.Moves[:n]
}

// repeats reports whether a move, with its consequences, leads to a position that
// must not come again. To pass is allowed always.
func (c *Ctx) repeats(m Move) bool {
	kind := c.Prog.Meta.NoRepeat
	if kind == MayRepeat || c.IsPass(&m) || !c.Ahead() {
		return false
	}
	mark := c.Mark()
	c.Apply(m, true)
	seen, hash := c.Seen, uint64(0)
	if kind == PositionalInTurn || kind == SituationalInTurn {
		seen = c.SeenTurn
	}
	if kind == Positional || kind == PositionalInTurn {
		hash = c.State.Hash64(c.Prog)
	} else {
		hash = c.State.FullHash(c.Prog)
	}
	c.Scan(len(seen))
	found := slices.Contains(seen, hash)
	c.Release(mark)
	c.Back()
	return found
}

// suicide reports whether the mover would lose by a move at once. Moves looked
// at meanwhile are not tested for it.
func (c *Ctx) suicide(m Move) bool {
	if !c.Prog.Meta.NoSuicide || c.inSuicide || !c.Ahead() {
		return false
	}
	c.inSuicide = true
	mark, mover := c.Mark(), int(c.Mover)
	if c.IsPass(&m) {
		c.noteStalemate(mover)
	}
	c.Pending = c.Pending[:0]
	c.Apply(m, true)
	c.endOfMove()
	lost := !c.IsActive(mover) && c.Lost>>(uint(mover)-1)&1 != 0
	c.Release(mark)
	c.Back()
	c.inSuicide = false
	return lost
}
