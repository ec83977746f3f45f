package exec

import "slices"

// What a move leaves behind: what rules may ask about it, and the pieces that are taken at its end.

// setLast records what rules may ask about the last move.
func (c *Ctx) setLast(m *Move, applied []Action) {
	l := &c.Last
	if len(applied) == 1 && applied[0].plain() {
		a := &applied[0]
		level, levelTo := ground(a.Level), ground(a.LevelTo)
		*l = Last{
			Valid: true, Forced: a.Forced, Mover: int32(m.Mover), From: m.From, To: m.To, FromKind: a.Kind, ToKind: a.KindTo,
			LevelFrom: level, LevelTo: levelTo, FromAfter: a.From, ToAfter: a.To, LevelFromAfter: level, LevelToAfter: levelTo,
			ActionFrom: a.From, ActionTo: a.To, What: a.What,
		}
		c.LastBetween = append(c.LastBetween[:0], c.Betweens[m.Between[0]:m.Between[1]]...)
		if c.Prog.Flags.LastSites {
			c.lastSites(m, applied)
		}
		return
	}
	*l = Last{
		Valid: true, Mover: int32(m.Mover), From: m.From, To: m.To,
		FromAfter: Off, ToAfter: Off, LevelFromAfter: Off, LevelToAfter: Off, ActionFrom: Undefined, ActionTo: Undefined,
	}
	decided := [3]bool{} // passes, exchanges of players, others
	pass, swap := false, false
	for i := range applied {
		a := &applied[i]
		l.Forced = l.Forced || a.Forced
		what := 2
		switch a.Op {
		case OpPass:
			pass, what = true, 0
		case OpSwap:
			swap, what = true, 1
		}
		if !a.Decision {
			continue
		}
		if decided == [3]bool{} && l.ActionFrom == Undefined && l.ActionTo == Undefined {
			l.ActionFrom, l.ActionTo = a.FromSite(), a.ToSite()
			l.FromKind, l.ToKind = a.Kind, a.KindTo
			l.LevelFrom, l.LevelTo, l.What = ground(a.Level), ground(a.LevelTo), a.What
		}
		decided[what] = true
	}
	l.Pass = pass && !decided[1] && !decided[2]
	l.Swap = swap && !decided[0] && !decided[2]
	for i := len(applied) - 1; i >= 0 && l.FromAfter == Off; i-- {
		l.FromAfter, l.LevelFromAfter = applied[i].FromSite(), ground(applied[i].Level)
	}
	for i := len(applied) - 1; i >= 0 && l.ToAfter == Off; i-- {
		l.ToAfter, l.LevelToAfter = applied[i].ToSite(), ground(applied[i].LevelTo)
	}
	c.LastBetween = append(c.LastBetween[:0], c.Betweens[m.Between[0]:m.Between[1]]...)
	if c.Prog.Flags.LastSites {
		c.lastSites(m, applied)
	}
}

// plain reports whether an action is the decision to put, move or take a piece.
func (a *Action) plain() bool {
	return a.Decision && (a.Op == OpAdd || a.Op == OpMove || a.Op == OpRemove) && a.From != Off && a.To != Off
}

// lastSites lists where the last move and its actions on the board are from and to.
func (c *Ctx) lastSites(m *Move, applied []Action) {
	c.LastFroms, c.LastTos = append(c.LastFroms[:0], m.From), append(c.LastTos[:0], m.To)
	n := int32(c.Prog.Topo.NumSites(c.Prog.Default))
	for i := range applied {
		if s := applied[i].FromSite(); s >= 0 && s < n {
			c.LastFroms = append(c.LastFroms, s)
		}
		if s := applied[i].ToSite(); s >= 0 && s < n {
			c.LastTos = append(c.LastTos, s)
		}
	}
}

// FromSite and ToSite are the sites that an action is from and to, Off if it
// has none.
func (a *Action) FromSite() int32 { return a.From }

// ToSite is the site that an action leads to. To select a site leads to itself.
func (a *Action) ToSite() int32 {
	if a.Op == OpSelect && a.To == Off {
		return a.From
	}
	return a.To
}

// ground is a level as rules see it: where an action leaves it open, the lowest.
func ground(level int16) int32 { return int32(max(level, 0)) }

// removePending takes the pieces that a turn of captures in sequence has marked,
// unless the same player goes on.
func (c *Ctx) removePending(first int) {
	for i := first; i < len(c.Applied); i++ {
		if c.Applied[i].Op == OpNext {
			return
		}
	}
	done := c.taken[:0]
	if c.Prog.Flags.Stacking {
		t := &c.Sites[c.Prog.Default]
		for site := range t.What {
			n := 0
			for _, r := range c.ToRemove {
				if int(r) == site {
					n++
				}
			}
			for level := min(n, len(t.Stack[site])) - 1; level >= 0; level-- {
				a := Blank(OpRemove)
				a.Kind, a.KindTo, a.To, a.From, a.Level = c.Prog.Default, c.Prog.Default, int32(site), int32(site), int16(level)
				c.Do(&a)
				done = append(done, a)
			}
		}
	} else {
		for _, site := range c.ToRemove {
			if c.removes(first, site) {
				continue
			}
			a := Blank(OpRemove)
			a.Kind, a.KindTo, a.To, a.From = c.Prog.Default, c.Prog.Default, site, site
			c.Do(&a)
			done = append(done, a)
		}
	}
	c.taken = done
	slices.Reverse(done)
	c.Applied = slices.Insert(c.Applied, first, done...)
	c.ToRemove = c.ToRemove[:0]
}

// removes reports whether the actions from index first on take the piece of a
// site of the board at once.
func (c *Ctx) removes(first int, site int32) bool {
	for i := first; i < len(c.Applied); i++ {
		if a := &c.Applied[i]; a.Op == OpRemove && !a.Later && !a.Decision && a.To == site && a.KindTo == c.Prog.Default {
			return true
		}
	}
	return false
}
