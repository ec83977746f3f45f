package exec

// Questions that rules ask about moves: whether there is one, whether one leads
// to a site.

// CanMove reports whether a generator makes a move that the meta rules allow.
// Where a turn may not come to a site twice, the ends of the last move count as
// visited meanwhile.
func (c *Ctx) CanMove(fn MovesFn, some BoolFn) bool {
	if !c.Prog.Flags.Visited || !c.Last.Valid {
		return c.makesMove(fn, some, nil)
	}
	from, to := int(c.Last.From), int(c.Last.To)
	c.Visited.Add(from)
	c.Visited.Add(to)
	found := c.makesMove(fn, some, nil)
	c.Visited.Remove(from)
	c.Visited.Remove(to)
	return found
}

// makesMove generates and throws away, or asks for some move if that can be asked. The
// moves may be those of a phase.
func (c *Ctx) makesMove(fn MovesFn, some BoolFn, ph *Phase) bool {
	aim := c.Aim
	c.Aim = 0
	found := c.makes(fn, some, ph)
	c.Aim = aim
	return found
}

// makes is makesMove where all moves are wanted.
func (c *Ctx) makes(fn MovesFn, some BoolFn, ph *Phase) bool {
	mark := c.Mark()
	if ph != nil && ph.Probe && ph.Sample != nil && c.found(ph.Sample) {
		return true
	}
	if some != nil && !c.Prog.forbids() {
		found := some(c)
		c.Release(mark)
		return found
	}
	fn(c)
	found := len(c.Moves) > mark.moves
	if found && c.Prog.forbids() {
		all := c.Moves
		c.Moves = all[mark.moves:]
		c.filter()
		found = len(c.Moves) > 0
		c.Moves = all
	}
	c.Release(mark)
	return found
}

// forbids reports whether meta rules forbid some moves.
func (p *Program) forbids() bool { return p.Forbids() }

// Forbids reports whether meta rules forbid some of the moves that are generated.
func (p *Program) Forbids() bool { return p.Meta.NoSuicide || p.Meta.NoRepeat != MayRepeat }

// NextStuck reports whether the next player will have no move, as if it were that
// player's turn already and the mover's was the one before. Asked within itself
// it is false.
func (c *Ctx) NextStuck() bool {
	p := int(c.Next)
	if c.Stalling || p < 1 || p > c.Prog.Players {
		return false
	}
	bit := uint32(1) << (uint(p) - 1)
	if !c.Over && c.IsActive(int(c.Mover)) {
		mover, prev, next := c.Mover, c.Prev, c.Next
		c.setMoverAlone(p)
		c.Prev = mover
		c.Stalling = true
		c.Stalemated &^= bit
		if ph := &c.Prog.Phases[c.Phase[p]]; !c.makesMove(ph.Play, ph.Any, ph) {
			c.Stalemated |= bit
		}
		c.Stalling = false
		c.Mover, c.Prev, c.Next = mover, prev, next
	}
	return c.Stalemated&bit != 0
}

// Stuck reports whether a player had no move when that was last worked out.
func (c *Ctx) Stuck(player int) bool {
	return player >= 1 && player <= c.Prog.Players && c.Stalemated>>(uint(player)-1)&1 != 0
}

// Threatened reports whether an enemy of a component's owner could move to a
// site if the component stood there. The moves are those of the enemy's phase
// unless some are given. Tests for threats within the moves fail.
func (c *Ctx) Threatened(k Kind, site, what int, turn bool, moves MovesFn) bool {
	owner := c.Owner(what)
	if owner < 1 || owner > c.Prog.Players {
		return false
	}
	undo, ok := c.stand(k, site, what, owner)
	if !ok {
		return false
	}
	mover, prev, next := c.Mover, c.Prev, c.Next
	friends := c.Friends(owner)
	c.Prev = int32(owner)
	c.Threatening = true
	aim := c.Aim
	if c.Aim = 0; moves == nil && c.Prog.Aims {
		c.Aim = site + 1
	}
	resting := c.resting
	c.resting = moves == nil && c.rests(k, site, what)
	found := false
	for enemy := 1; enemy <= c.Prog.Players && !found; enemy++ {
		if friends>>(uint(enemy)-1)&1 != 0 {
			continue
		}
		c.Mover = int32(enemy)
		if turn {
			c.Next = int32(owner)
		}
		fn := moves
		if fn == nil {
			fn = c.Prog.Phases[c.Phase[enemy]].Play
		}
		mark := c.Mark()
		fn(c)
		for i := mark.moves; i < len(c.Moves) && !found; i++ {
			found = int(c.Moves[i].To) == site
		}
		c.Release(mark)
	}
	c.Threatening, c.resting = false, resting
	if c.calm.listening {
		c.calm.hear(k, site, what, moves == nil && !found)
	}
	c.Aim = aim
	c.Mover, c.Prev, c.Next = mover, prev, next
	c.lift(k, site, undo)
	return found
}

// stood is what was on a site before a piece was imagined there.
type stood struct {
	what, who int16
	empty     bool
	item      Item
	height    int
}

// stand imagines a piece on a site. Lists of who stands where are left as they
// are, so that a piece that it covers moves on, as it does in Ludii. Where a game
// keeps counts, so is the count, and with it whether the site is empty: a piece
// dropped there counts as a threat.
func (c *Ctx) stand(k Kind, site, what, owner int) (stood, bool) {
	t := &c.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return stood{}, false
	}
	u := stood{what: t.What[site], who: t.Who[site], empty: t.Empty.Has(site)}
	t.What[site], t.Who[site] = int16(what), int16(owner)
	if t.Count == nil {
		t.Empty.Remove(site)
	}
	if t.Stack != nil {
		s := t.Stack[site]
		u.height = len(s)
		if len(s) == 0 {
			t.Stack[site] = append(s, Item{What: int16(what), Who: int16(owner)})
		} else {
			top := &s[len(s)-1]
			u.item = *top
			top.What, top.Who = int16(what), int16(owner)
		}
	}
	return u, true
}

// lift takes an imagined piece off again.
func (c *Ctx) lift(k Kind, site int, u stood) {
	t := &c.Sites[k]
	t.What[site], t.Who[site] = u.what, u.who
	if u.empty {
		t.Empty.Add(site)
	}
	if t.Stack != nil {
		t.Stack[site] = t.Stack[site][:u.height]
		if u.height > 0 {
			t.Stack[site][u.height-1] = u.item
		}
	}
}

// AllPassed reports whether all players have passed in turn.
func (c *Ctx) AllPassed() bool {
	return int(c.State.Moves) >= c.Prog.Players && c.allPassed()
}

// Repeats reports whether a position like the present one was there before: in
// the match or in this turn, with or without regard to whose turn it is.
func (c *Ctx) Repeats(situational, turn bool) bool {
	hash := c.State.Hash64(c.Prog)
	if situational {
		hash = c.State.FullHash(c.Prog)
	}
	seen := c.Seen
	if turn {
		seen = c.SeenTurn
	}
	for _, h := range seen {
		if h == hash {
			return true
		}
	}
	return false
}
