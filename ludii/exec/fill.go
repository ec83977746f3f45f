package exec

import "math/rand/v2"

// Moves that put one piece on one of many sites, and that is all: they need not be made to be
// drawn and applied in a playout. What is left in the state is what the move would have left.

// A Filling is a phase of such moves.
type Filling struct {
	// Sites are those that the pieces may go to; Take may refuse some of them.
	Sites RegionFn
	// Take makes an action the move to a site, and reports false if there is none.
	Take func(c *Ctx, site int, a *Action) bool
	Then MovesFn // what follows from the move; nil: nothing
}

// CanFill reports whether moves of the program that are fillings may be made without
// a list: the rules look at nothing of them but what the last move and the state tell.
func (p *Program) CanFill() bool {
	m, f := &p.Meta, &p.Flags
	return !(m.Automove || m.Gravity || m.Pin || m.NoStackOnFallen || p.forbids() ||
		f.SequenceCapture || f.LastSites || f.Stochastic || f.LargePiece || p.Modes || p.Mode != Alternating || p.Match != nil)
}

// filling is the filling that the mover's moves are; nil if they are more than that.
func (c *Ctx) filling() *Filling {
	if s := c.State; uint(s.Mover) < uint(len(s.Phase)) && !(c.Prog.Meta.Swap && int(s.Moves) == c.Prog.Players-1) {
		return c.Prog.Phases[s.Phase[s.Mover]].Fill
	}
	return nil
}

// fill draws a move of the mover's phase and makes it. Where that is not done, vain says that
// drawing has not helped, and that the moves are to be listed.
func (c *Ctx) fill(rng *rand.Rand) (done, vain bool) {
	f := c.filling()
	if f == nil {
		return false, false
	}
	luck := c.luckOf(int(c.Phase[c.Mover]))
	if *luck > 0 {
		*luck--
		return false, true
	}
	c.refill()
	c.Release(Mark{thens: 1})
	c.Iter = undefinedIter
	sites := f.Sites(c)
	n := sites.Count()
	c.Spend(1 + n/8)
	a := &c.filled
	c.Runs = n
	patient := tries(n, n)
	for left := patient; left > 0 && n > 0; left-- {
		if f.Take(c, sites.Member(rng.IntN(n)), a) {
			c.judge(luck, patient-left+1)
			c.Release(Mark{thens: 1})
			c.Iter.To = Off
			c.made(a, f.Then)
			return true, false
		}
		if c.Err != nil {
			return false, true
		}
	}
	c.judge(luck, patient+n)
	c.Release(Mark{thens: 1})
	return false, true
}

// made is StepMove for a move of one action in a program that can be filled.
func (c *Ctx) made(a *Action, then MovesFn) {
	s := c.State
	c.Stalemated &^= 1 << (uint(s.Mover) - 1)
	s.Decided = Off
	s.Pending = s.Pending[:0]
	c.Do(a)
	c.Applied = append(c.Applied[:0], *a)
	s.Moves++
	m := Move{Mover: int16(s.Mover), From: a.From, To: a.To}
	c.setLast(&m, c.Applied)
	c.noteRun(s.Mover, false)
	if then != nil {
		c.consequence(then)
		c.setLast(&m, c.Applied)
	}
	if s.RunMoves == 1 {
		s.RunPass = s.Last.Pass
	}
	c.endOfMove()
}
