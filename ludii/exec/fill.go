package exec

import "math/rand/v2"

// Moves that put one piece on one of many sites, and that is all: they need not be made to be
// drawn and applied in a playout. What is left in the state is what the move would have left.

// A Filling is moves of that sort.
type Filling struct {
	// Sites are those that the pieces may go to; Take may refuse some of them.
	Sites RegionFn
	// Take makes an action the move to a site, and reports false if there is none.
	Take func(c *Ctx, site int, a *Action) bool
	Then []MovesFn // what follows from the move, in this order
}

// CanFill reports whether moves of the program that are fillings may be made without
// a list: the rules look at nothing of them but what the last move and the state tell.
func (p *Program) CanFill() bool {
	m, f := &p.Meta, &p.Flags
	return !(m.Automove || m.Gravity || m.Pin || m.NoStackOnFallen || p.Forbids() ||
		f.SequenceCapture || f.LastSites || f.Stochastic || f.LargePiece || p.Modes || p.Mode != Alternating)
}

// fillings are what the mover's moves are: those of the first that has any. Nil if they are more
// than that.
func (c *Ctx) fillings() []*Filling {
	if s := c.State; !s.Pause && uint(s.Mover) < uint(len(s.Phase)) && !(c.Prog.Meta.Swap && int(s.Moves) == c.Prog.Players-1) {
		return c.Prog.Phases[s.Phase[s.Mover]].Fill
	}
	return nil
}

// fill draws a move of the mover's phase and makes it. Where that is not done, none says that
// there is no such move.
func (c *Ctx) fill(rng *rand.Rand) (done, none bool) {
	list := c.fillings()
	if list == nil {
		return false, false
	}
	luck := c.luckOf(int(c.Phase[c.Mover]))
	c.refill()
	for _, f := range list {
		c.Release(Mark{thens: 1})
		c.Iter = undefinedIter
		sites := f.Sites(c)
		n := sites.Count()
		c.Spend(1 + n/8)
		found := c.decisive && c.decide(f, sites, rng)
		switch {
		case found:
		case *luck <= 0:
			c.Runs = n
			patient := min(tries(n, n), n)
			left := patient
			for ; left > 0 && !found && c.Err == nil; left-- {
				found = f.Take(c, sites.Member(rng.IntN(n)), &c.filled[0])
			}
			c.judge(luck, patient-left)
		default:
			*luck--
		}
		if !found && c.Err == nil {
			found = c.scan(f, sites, rng)
		}
		if c.Err != nil {
			return false, true
		}
		if found {
			c.Release(Mark{thens: 1})
			c.Iter.To = Off
			mover := int(c.Mover)
			c.made(&c.filled[0], f.Then)
			if c.decisive && !c.Over {
				c.placed(mover, int(c.filled[0].To))
			}
			return true, false
		}
	}
	c.Release(Mark{thens: 1})
	return false, true
}

// scan draws from the sites that are not refused.
func (c *Ctx) scan(f *Filling, sites Bits, rng *rand.Rand) bool {
	list := c.Ints()
	for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
		if f.Take(c, s, &c.filled[0]) {
			list = append(list, s)
		}
	}
	c.PutInts(list)
	return len(list) > 0 && c.Err == nil && f.Take(c, list[rng.IntN(len(list))], &c.filled[0])
}

// made is StepMove for a move of one action in a program that can be filled.
func (c *Ctx) made(a *Action, then []MovesFn) {
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
	for _, fn := range then {
		c.consequence(fn)
	}
	if len(then) > 0 {
		c.setLast(&m, c.Applied)
	}
	if s.RunMoves == 1 {
		s.RunPass = s.Last.Pass
	}
	c.endOfMove()
}
