package circuit

// advance says what holds after a move.
func (c *compiler) advance() {
	c.advancePieces()
	c.advanceTurn()
	for _, of := range []struct {
		facts []Lit
		site  func(p *played) int
	}{
		{c.lastTo, func(p *played) int { return p.to }},
		{c.lastFrom, func(p *played) int { return p.from }},
	} {
		if of.facts == nil {
			continue
		}
		by := make([][]Lit, c.n)
		c.every(func(_ int, p *played) {
			if s := of.site(p); c.on(s) {
				by[s] = append(by[s], p.made)
			}
		})
		for s, l := range of.facts {
			c.next(l, c.g.or(by[s]...))
		}
	}
	c.advancePhases()
	if p := c.passed; p != nil {
		var passes []Lit
		c.every(func(_ int, m *played) {
			if m.pass {
				passes = append(passes, m.made)
			}
		})
		pass := c.g.or(passes...)
		goesOn := c.g.and(c.begun, c.same) // the mover has moved before, too: the run goes on
		had := c.begun
		if c.hadRun {
			had = True
		}
		old := c.g.and(had, p.pass, c.g.or(p.longer.Not(), p.first))
		c.next(p.pass, c.g.pick(goesOn, p.pass, pass))
		c.next(p.long, goesOn)
		c.next(p.longer, c.g.and(goesOn, p.long))
		c.next(p.first, c.g.pick(goesOn, p.first, had.Not()))
		c.next(p.before, c.g.pick(goesOn, p.before, c.g.or(old, had.Not())))
	}
	if c.stuck != nil {
		var forced []Lit
		c.every(func(_ int, p *played) {
			if p.forced {
				forced = append(forced, p.made)
			}
		})
		for p := 1; p <= 2; p++ {
			c.next(c.stuck[p], c.g.pick(c.turn[p], c.g.or(forced...), c.stuck[p]))
		}
	}
	for name, n := range c.counters {
		c.advanceCounter(name, n)
	}
	for i := range c.out.Bases {
		c.out.Bases[i].Next = c.nexts[i]
	}
}

// every calls f with the moves of all players.
func (c *compiler) every(f func(player int, p *played)) {
	for player := 1; player <= 2; player++ {
		for _, p := range c.played[player] {
			f(player, p)
		}
	}
}

// next says what a base is after a move.
func (c *compiler) next(base, l Lit) {
	if c.nexts == nil {
		c.nexts = map[int]Lit{}
	}
	c.nexts[int(c.g.Index[base.Gate()])] = l
}

func (c *compiler) advancePieces() {
	type change struct {
		made []Lit   // and the site changes
		by   [][]Lit // by component: and comes to hold it
	}
	all := make([]change, c.n)
	c.every(func(_ int, p *played) {
		for s, sq := range p.after.what {
			if sq == c.base.what[s] || sq.changed == False {
				continue
			}
			ch := &all[s]
			if ch.by == nil {
				ch.by = make([][]Lit, c.comps)
			}
			ch.made = append(ch.made, c.g.and(p.made, sq.changed))
			for w := 1; w < c.comps; w++ {
				if l := c.g.and(p.made, sq.changed, sq.val[w]); l != False {
					ch.by[w] = append(ch.by[w], l)
				}
			}
		}
	})
	for s := range all {
		stays := c.g.or(all[s].made...).Not()
		for w := 1; w < c.comps; w++ {
			lits := []Lit{c.g.and(c.base.what[s].lits[w], stays)}
			if all[s].by != nil {
				lits = append(lits, all[s].by[w]...)
			}
			c.next(c.base.what[s].lits[w], c.g.or(lits...))
		}
	}
}

func (c *compiler) advanceTurn() {
	var again []Lit
	c.every(func(_ int, p *played) { again = append(again, c.g.and(p.made, p.after.again)) })
	c.again = c.g.or(again...)
	for player := 1; player <= 2; player++ {
		c.next(c.turn[player], c.g.pick(c.again, c.turn[player], c.turn[3-player]))
	}
	c.next(c.begun, True)
	c.next(c.same, c.again)
}

// advancePhases moves each player on to the phase that its conditions name. They are asked of the
// position after the move.
func (c *compiler) advancePhases() {
	phases := c.phases()
	if c.phase[1] == nil {
		return
	}
	after := &view{c: c, what: make([]*square, c.n), moved: true}
	for s := range c.n {
		sq := &square{lits: make([]Lit, c.comps)}
		for w := 1; w < c.comps; w++ {
			sq.lits[w] = c.nexts[int(c.g.Index[c.base.what[s].lits[w].Gate()])]
		}
		sq.lits[0] = c.g.or(sq.lits[1:]...).Not()
		after.what[s] = sq
	}
	by := make([][]Lit, c.n)
	c.every(func(_ int, p *played) {
		if c.on(p.to) {
			by[p.to] = append(by[p.to], p.made)
		}
	})
	after.late = c.each(func(s int) Lit { return c.g.or(by[s]...) })
	for player := 1; player <= 2; player++ {
		to := make([][]Lit, len(phases))
		for i, ph := range phases {
			for mover := 1; mover <= 2; mover++ {
				left := c.g.and(c.phase[player][i], c.turn[mover])
				for _, n := range nexts(ph) {
					e := c.env(after, mover, 3-mover)
					if who := n.Arg("player"); who != nil {
						if !c.isStatic(who) {
							refuse("phases of whom the position decides")
						}
						if p := c.at(e).Player(who); p != 3 && p != player {
							continue
						}
					}
					goal := (i + 1) % len(phases)
					if name := n.Arg("name"); name != nil {
						for j := len(phases) - 1; j >= 0; j-- {
							if phases[j].Arg("name").Text == name.Text {
								goal = j
							}
						}
					}
					cond := True
					if b := n.Arg("if"); b != nil {
						cond = c.bool(b, e)
					}
					to[goal] = append(to[goal], c.g.and(left, cond))
					left = c.g.and(left, cond.Not())
				}
				to[i] = append(to[i], left)
			}
		}
		for i := range phases {
			c.next(c.phase[player][i], c.g.or(to[i]...))
		}
	}
}

// advanceCounter moves a counter on, or on from what a move has set it to.
func (c *compiler) advanceCounter(name string, n *counter) {
	carry := n.atLeast(c.g, n.most).Not()
	next := make([]Lit, len(n.bits))
	for i, b := range n.bits {
		next[i] = c.g.pick(carry, b.Not(), b)
		carry = c.g.and(carry, b)
	}
	byValue := map[int][]Lit{}
	c.every(func(_ int, p *played) {
		if s, ok := p.after.set[name]; ok {
			byValue[s.value] = append(byValue[s.value], c.g.and(p.made, s.cond))
		}
	})
	for v, made := range byValue {
		set := c.g.or(made...)
		for i := range next {
			next[i] = c.g.pick(set, lit(min(max(v+1, 0), n.most)>>i&1 != 0), next[i])
		}
	}
	for i, b := range n.bits {
		c.next(b, next[i])
	}
}
