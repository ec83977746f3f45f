package circuit

import (
	"slices"
	"strings"

	"ludens/ludii/check"
)

// advance says what holds after a move.
func (c *compiler) advance() {
	c.advancePieces()
	c.advanceTurn()
	c.advanceLast()
	c.advancePhases()
	c.advancePasses()
	c.advanceMarks()
	c.advanceScores()
	for name, n := range c.counters {
		c.advanceCounter(name, n)
	}
	for i := range c.out.Bases {
		l, ok := c.nexts[i]
		if !ok {
			refuse("%s, which was asked for too late", c.out.Bases[i].Text)
		}
		c.out.Bases[i].Next = l
	}
}

// bySite gathers the moves made by a site of each.
func (c *compiler) bySite(sites func(p *played) []int) [][]Lit {
	by := make([][]Lit, c.n)
	c.every(func(_ int, p *played) {
		for _, s := range sites(p) {
			if c.there(s) {
				by[s] = append(by[s], p.made)
			}
		}
	})
	return by
}

// advanceLast says where the last move went and came from, and what was visited in the turn.
func (c *compiler) advanceLast() {
	if c.lastTo != nil {
		by := c.bySite(func(p *played) []int { return []int{p.to} })
		for s, l := range c.lastTo {
			c.next(l, c.g.or(by[s]...))
		}
	}
	if c.lastFrom != nil {
		by := c.bySite(func(p *played) []int { return []int{p.from} })
		for s, l := range c.lastFrom {
			c.next(l, c.g.or(by[s]...))
		}
	}
	if c.visited != nil {
		by := c.bySite(func(p *played) []int { return []int{p.from, p.to} })
		for s, l := range c.visited {
			c.next(l, c.g.and(c.again, c.g.or(append(by[s], l)...)))
		}
	}
}

// made is that a move of a sort was made.
func (c *compiler) made(sort func(p *played) bool) Lit {
	var any []Lit
	c.every(func(_ int, p *played) {
		if sort(p) {
			any = append(any, p.made)
		}
	})
	return c.g.or(any...)
}

// advancePasses keeps account of passes, and of who was stuck.
func (c *compiler) advancePasses() {
	if c.stuck != nil {
		forced := c.made(func(p *played) bool { return p.forced })
		for p := 1; p <= 2; p++ {
			c.next(c.stuck[p], c.g.pick(c.turn[p], forced, c.stuck[p]))
		}
	}
	p := c.passed
	if p == nil {
		return
	}
	goesOn := c.g.and(c.begun, c.same) // the mover has moved before, too: the run goes on
	had := c.begun
	if c.hadRun {
		had = True
	}
	old := c.g.and(had, p.pass, c.g.or(p.longer.Not(), p.first))
	c.next(p.pass, c.g.pick(goesOn, p.pass, c.made(func(m *played) bool { return m.pass })))
	c.next(p.long, goesOn)
	c.next(p.longer, c.g.and(goesOn, p.long))
	c.next(p.first, c.g.pick(goesOn, p.first, had.Not()))
	c.next(p.before, c.g.pick(goesOn, p.before, c.g.or(old, had.Not())))
}

// advanceMarks keeps account of what happens once: events, exchanged roles, sites to be emptied.
func (c *compiler) advanceMarks() {
	if c.odd != 0 {
		c.next(c.odd, c.odd.Not())
	}
	for p := 1; c.trigs != nil && p <= 2; p++ {
		c.next(c.trigs[p], c.g.or(c.trigs[p], c.after[1].marked[p], c.after[2].marked[p]))
	}
	if c.p.Meta.Swap {
		change := c.g.or(c.after[1].swapped, c.after[2].swapped)
		c.next(c.swapped, c.g.pick(change, c.swapped.Not(), c.swapped))
	}
	for s, l := range c.doomed {
		c.next(l, c.g.and(c.again, c.g.or(l, c.after[1].doomed[s], c.after[2].doomed[s])))
	}
}

// advanceScores keeps the scores that moves set.
func (c *compiler) advanceScores() {
	for p := 1; p <= 2; p++ {
		if c.score[p] == nil {
			continue
		}
		for i, v := range c.score[p].v {
			l := c.score[p].c[i]
			for q := 1; q <= 2; q++ {
				if s := c.after[q].score[p]; s != nil {
					l = c.g.pick(c.g.and(c.turn[q], s.cond), s.n.is(v), l)
				}
			}
			c.next(c.score[p].c[i], l)
		}
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

// consequences works out what follows the moves of a player: for each move by itself where it matters
// where the move came from, or where there are not many moves; else for all together, in the position
// that whichever is made leads to.
func (c *compiler) consequences(player int) {
	type group struct {
		thens []*check.Term
		moves []*played
		goals map[int]bool
	}
	var groups []*group
next:
	for _, p := range c.played[player] {
		if len(p.thens) == 0 {
			continue
		}
		for _, g := range groups {
			if slices.Equal(g.thens, p.thens) {
				g.moves, g.goals[p.to] = append(g.moves, p), true
				continue next
			}
		}
		groups = append(groups, &group{p.thens, []*played{p}, map[int]bool{p.to: true}})
	}
	var together []*group
	for _, g := range groups {
		if (2*len(g.moves) > 3*len(g.goals) || slices.ContainsFunc(g.thens, counts)) && !slices.ContainsFunc(g.thens, asksOrigin) {
			together = append(together, g)
			continue
		}
		for _, p := range g.moves {
			c.glance()
			c.follow(p.after, p.thens, True, player)
		}
	}
	v := c.whichever(player)
	c.after[player] = v
	for _, g := range together {
		before := v.again
		made := make([]Lit, len(g.moves))
		for i, p := range g.moves {
			made[i] = p.made
		}
		c.follow(v, g.thens, c.g.or(made...), player)
		for _, p := range g.moves {
			p.again = v.again != before
		}
	}
	for _, p := range c.played[player] {
		p.again = p.again || p.after.again != False
		c.twice = c.twice || p.again
	}
	if c.p.Flags.SequenceCapture {
		for s := range c.board {
			v.put(s, c.g.and(v.again.Not(), c.g.or(c.dooms()[s], v.doomed[s])), v.nothing(s))
		}
	}
}

// asksOrigin reports whether a term asks where the last move came from.
func asksOrigin(t *check.Term) bool {
	asks := false
	t.Walk(func(x *check.Term) {
		asks = asks || x.Name() == "int.last From" || x.Name() == "is Visited" || x.Form == nil && (x.Text == "SameDirection" || x.Text == "OppositeDirection")
	})
	return asks
}

// counts reports whether a term counts something, which takes many gates.
func counts(t *check.Term) bool {
	found := false
	t.Walk(func(x *check.Term) { found = found || strings.HasPrefix(x.Name(), "int.count") })
	return found
}

// whichever is the position that the move of a player leads to.
func (c *compiler) whichever(player int) *view {
	type change struct {
		made []Lit   // and the site changes
		by   [][]Lit // by component: and comes to hold it
	}
	all := make([]change, c.n)
	goals := make([][]Lit, c.n)
	v := &view{c: c, what: make([]*square, c.n), own: true, moved: true, given: True, set: map[string]setting{}}
	for _, p := range c.played[player] {
		if c.there(p.to) {
			goals[p.to] = append(goals[p.to], p.made)
		}
		for s, l := range p.after.doomed {
			v.later(s, c.g.and(p.made, l))
		}
		v.swapped = c.g.or(v.swapped, c.g.and(p.made, p.after.swapped))
		for q, s := range p.after.score {
			if s != nil {
				c.scored(v, q, s.n, c.g.and(p.made, s.cond))
			}
		}
		for q := range v.marked {
			v.marked[q] = c.g.or(v.marked[q], c.g.and(p.made, p.after.marked[q]))
		}
		v.again = c.g.or(v.again, c.g.and(p.made, p.after.again))
		for name, s := range p.after.set {
			c.setting(v, name, s.value, c.g.and(p.made, s.cond))
		}
		for s, sq := range p.after.what {
			if sq == c.base.what[s] || sq.changed == False {
				continue
			}
			ch := &all[s]
			if ch.by == nil {
				ch.by = make([][]Lit, len(sq.of))
			}
			ch.made = append(ch.made, c.g.and(p.made, sq.changed))
			for i := range sq.of {
				if l := c.g.and(p.made, sq.changed, sq.val[i]); l != False && i > 0 {
					ch.by[i] = append(ch.by[i], l)
				}
			}
		}
	}
	v.late = c.each(func(s int) Lit { return c.g.or(goals[s]...) })
	for s := range all {
		if all[s].by == nil {
			v.what[s] = c.base.what[s]
			continue
		}
		stays := c.g.or(all[s].made...).Not()
		old := c.base.what[s]
		sq := &square{of: old.of, lits: make([]Lit, len(old.of))}
		for i := 1; i < len(old.of); i++ {
			sq.lits[i] = c.g.or(append([]Lit{c.g.and(old.lits[i], stays)}, all[s].by[i]...)...)
		}
		sq.lits[0] = c.g.or(sq.lits[1:]...).Not()
		v.what[s] = sq
	}
	return v
}

// advancePieces says what stands where after a move of whoever's turn it is.
func (c *compiler) advancePieces() {
	for s := range c.n {
		for w := 1; w < len(c.base.what[s].of); w++ {
			a, b := c.after[1].what[s].lits[w], c.after[2].what[s].lits[w]
			l := a
			if a != b {
				l = c.g.or(c.g.and(c.turn[1], a), c.g.and(c.turn[2], b))
			}
			c.next(c.base.what[s].lits[w], l)
		}
	}
}

func (c *compiler) advanceTurn() {
	c.again = c.g.or(c.after[1].again, c.after[2].again)
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
	after := &view{c: c, what: make([]*square, c.n), moved: true, given: True}
	for s := range c.n {
		sq := &square{of: c.base.what[s].of, lits: make([]Lit, len(c.base.what[s].of))}
		for w := 1; w < len(sq.of); w++ {
			sq.lits[w] = c.nexts[int(c.g.Index[c.base.what[s].lits[w].Gate()])]
		}
		sq.lits[0] = c.g.or(sq.lits[1:]...).Not()
		after.what[s] = sq
	}
	for p := range after.marked {
		after.marked[p] = c.g.or(c.after[1].marked[p], c.after[2].marked[p])
	}
	after.late = c.each(func(s int) Lit { return c.g.or(c.after[1].late[s], c.after[2].late[s]) })
	for player := 1; player <= 2; player++ {
		to := make([][]Lit, len(phases))
		for i, ph := range phases {
			for mover := 1; mover <= 2; mover++ {
				left := c.g.and(c.phase[player][i], c.turn[mover])
				for _, n := range nexts(ph) {
					e := c.env(after, mover, 3-mover)
					e.phases = true
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
	for player := 1; player <= 2; player++ {
		if set, ok := c.after[player].set[name]; ok {
			for i := range next {
				next[i] = c.g.pick(set.cond, lit(min(max(set.value+2, 0), n.most)>>i&1 != 0), next[i])
			}
		}
	}
	for i, b := range n.bits {
		c.next(b, next[i])
	}
}
