package circuit

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// apply makes what a player's move does in a view, consequences included.
func (c *compiler) apply(v *view, m *move, player int) {
	c.acts(v, m.acts, True, player)
	c.follow(v, m.thens, True, player)
}

// follow works out consequences, one after the other, where cond holds.
func (c *compiler) follow(v *view, thens []*check.Term, cond Lit, player int) {
	for _, t := range thens {
		if c.depth++; c.depth > deepest {
			refuse("consequences of consequences")
		}
		now := *v // what is worked out does not see what it does
		now.own, v.own = false, false
		for _, m := range c.moves(t, c.env(&now, player, 3-player)) {
			when := c.g.and(cond, m.cond)
			c.acts(v, m.acts, when, player)
			c.follow(v, m.thens, when, player)
		}
		c.depth--
	}
}

// acts makes actions where cond holds.
func (c *compiler) acts(v *view, acts []act, cond Lit, player int) {
	for i := range acts {
		a := &acts[i]
		when := c.g.and(cond, a.cond)
		if when == False {
			continue
		}
		switch a.op {
		case opMove:
			c.carry(v, a.from, a.to, when)
		case opAdd:
			if c.there(a.to) && a.what > 0 {
				c.addOn(v, a.to, a.what, a.state, when)
			}
		case opRemove:
			if c.there(a.to) {
				v.put(a.to, when, v.nothing(a.to))
			}
		case opPromote:
			if c.there(a.to) {
				v.put(a.to, when, v.becomes(a.to, when, map[content]Lit{{what: a.what, count: 1}: True}))
			}
		case opCopy:
			if c.there(a.from) && c.there(a.to) && a.from != a.to {
				sq := v.what[a.from]
				c.carry(v, a.from, a.to, when)
				v.put(a.from, when, sq.lits)
			}
		case opState:
			if c.there(a.to) {
				c.setStates(v, a.to, a.num, when)
			}
		case opFlip:
			if c.there(a.to) {
				c.flipOn(v, a.to, when)
			}
		case opLater:
			if c.on(a.to) {
				v.later(a.to, when)
			}
		case opSwap:
			v.swapped = c.g.or(v.swapped, when)
		case opScore:
			c.scored(v, a.what, a.num, when)
		case opTrigger:
			v.marked[a.what] = c.g.or(v.marked[a.what], when)
		case opAgain:
			v.again = c.g.or(v.again, when)
		case opCounter:
			c.setting(v, a.name, a.what, when)
		case opThen:
			c.follow(v, a.thens, when, player)
		}
	}
}

// scored sets a player's score where cond holds.
func (c *compiler) scored(v *view, player int, n num, cond Lit) {
	old := v.score[player]
	if old == nil {
		v.score[player] = &scoring{cond, n}
		return
	}
	v.score[player] = &scoring{c.g.or(old.cond, cond), c.choose(cond, n, old.n)}
}

// setting sets a counter where cond holds.
func (c *compiler) setting(v *view, name string, value int, cond Lit) {
	old, ok := v.set[name]
	if ok && old.value != value {
		refuse("a counter set to several numbers")
	}
	set := map[string]setting{}
	for k, s := range v.set {
		set[k] = s
	}
	set[name] = setting{c.g.or(old.cond, cond), value}
	v.set = set
}

// carry moves one of what a site holds to another. There it replaces what is not of its sort.
func (c *compiler) carry(v *view, from, to int, when Lit) {
	if !c.there(from) || !c.there(to) || from == to {
		return
	}
	there := c.g.and(when, v.what[from].lits[0].Not())
	left, come := map[content]Lit{}, map[content]Lit{}
	join := func(m map[content]Lit, k content, l Lit) {
		if l != False {
			m[k] = c.g.or(m[k], l)
		}
	}
	at := v.what[to]
	for i, k := range v.what[from].of {
		l := v.what[from].lits[i]
		if k.what == 0 || l == False {
			continue
		}
		if k.count == 1 {
			join(left, content{}, l)
		} else {
			join(left, content{what: k.what, state: k.state, count: k.count - 1}, l)
		}
		alike := False
		if c.counts {
			for j, o := range at.of {
				if o.what == k.what {
					alike = c.g.or(alike, at.lits[j])
					join(come, content{what: k.what, state: k.state, count: o.count + 1}, c.g.and(l, at.lits[j]))
				}
			}
		}
		join(come, content{what: k.what, state: k.state, count: 1}, c.g.and(l, alike.Not()))
	}
	lost, won := v.becomes(from, there, left), v.becomes(to, there, come)
	v.put(to, there, won)
	v.put(from, there, lost)
}

// addOn puts a piece on a site. One that is there already stays what it is: there are more of it then,
// where pieces are counted.
func (c *compiler) addOn(v *view, site, what, state int, when Lit) {
	sq := v.what[site]
	put := map[content]Lit{}
	for i, k := range sq.of {
		l := sq.lits[i]
		if l == False {
			continue
		}
		now := k
		switch {
		case c.p.Flags.Stacking:
			now = k.with(what)
		case k.what == 0:
			now.what, now.count = what, 1
		case c.counts:
			now.count++
		}
		if state >= 0 {
			now.state = state
		}
		put[now] = c.g.or(put[now], l)
	}
	v.put(site, when, v.becomes(site, when, put))
}

// setStates sets the local state of a site.
func (c *compiler) setStates(v *view, site int, state num, when Lit) {
	sq := v.what[site]
	put := map[content]Lit{}
	for i, k := range sq.of {
		for j, s := range state.v {
			if l := c.g.and(sq.lits[i], state.c[j]); l != False && s >= 0 {
				now := content{what: k.what, state: s, count: k.count}
				put[now] = c.g.or(put[now], l)
			}
		}
	}
	v.put(site, when, v.becomes(site, when, put))
}

// flipOn turns a piece over.
func (c *compiler) flipOn(v *view, site int, when Lit) {
	sq := v.what[site]
	put := map[content]Lit{}
	for i, k := range sq.of {
		now := k
		if k.what > 0 {
			switch f := c.p.Components[k.what].Flips; {
			case f[0] < 0:
			case k.state == f[0]:
				now.state = f[1]
			case k.state == f[1]:
				now.state = f[0]
			}
		}
		put[now] = c.g.or(put[now], sq.lits[i])
	}
	v.put(site, when, v.becomes(site, when, put))
}

// custodial captures what stands between a site and a friend in a line.
func (c *compiler) custodial(t *check.Term, e env) []*move {
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) || between != nil && (between.Arg("before") != nil || between.Arg("after") != nil) {
		refuse("(custodial …) of this form")
	}
	limit := 1000
	if r := between.Arg("range"); r != nil {
		_, limit = c.span(r, e)
	}
	reads := false
	between.Arg("apply").Walk(func(x *check.Term) { reads = reads || x.Name() == "int.to" })
	if reads {
		refuse("(custodial …) with an effect that asks for (to)")
	}
	var out []*move
	c.place(from, e, c.toOfLast(e), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("direction"), e, site) {
			n := min(len(r.ray), limit)
			if limit == 1 && len(r.ray) < 2 || n == 0 {
				continue
			}
			// friend[i] is that a friend is behind the first i sites, which are targets; ends[i] that
			// from there on targets lead to a friend.
			target := make([]Lit, n)
			ends := make([]Lit, n+1)
			for i := range n {
				x := e
				x.Between = r.ray[i]
				target[i] = c.trapped(between, x)
			}
			for i := n; i >= 1; i-- {
				x := e
				x.Between = r.ray[i-1]
				if i < n {
					x.Between = r.ray[i]
				}
				if i < len(r.ray) {
					x.To = r.ray[i]
				} else {
					x.To = -1
				}
				friend := c.befriended(to, x)
				if i == n {
					ends[i] = friend
				} else {
					ends[i] = c.g.pick(target[i], ends[i+1], friend)
				}
			}
			so := c.g.and(cond, r.cond)
			for i := range n {
				if so = c.g.and(so, target[i]); so == False {
					break
				}
				when := c.g.and(so, ends[i+1])
				if when == False {
					continue
				}
				x := e
				x.Between = r.ray[i]
				list := c.captures(between, x, x.Between)
				sure := c.any(list) == True
				out = append(out, c.under(when, list)...)
				if e.any && sure {
					break // if more are caught this one is, too
				}
			}
		}
	})
	return finish(out, t)
}

// trapped is that what stands on (between) is to be captured.
func (c *compiler) trapped(between *check.Term, e env) Lit {
	if b := between.Arg("if"); b != nil {
		return c.bool(b, e)
	}
	return lit(e.Between >= 1 && e.Between <= 2 && e.Between != e.mover) // as Ludii has it
}

// befriended is that what stands on (to) captures.
func (c *compiler) befriended(to *check.Term, e env) Lit {
	if b := to.Arg("if"); b != nil {
		return c.bool(b, e)
	}
	return lit(e.To == e.mover) // as Ludii has it
}

// captures is the effect on a site that is captured: to be removed, if nothing else is said.
func (c *compiler) captures(parent *check.Term, e env, site int) []*move {
	if a := parent.Arg("apply"); a != nil {
		return c.applied(a, e)
	}
	if !c.on(site) {
		return nil
	}
	return c.under(e.empty(site).Not(), []*move{c.simple(True, opRemove, site, 0)})
}

func lit(b bool) Lit {
	if b {
		return True
	}
	return False
}

// surround captures neighbours all of whose own neighbours are friends, with as many exceptions as are
// allowed.
func (c *compiler) surround(t *check.Term, e env) []*move {
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("(surround …) from a region")
	}
	allowed := 0
	if x := t.Arg("except"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("as many exceptions as the position decides")
		}
		allowed = v
	}
	piece := exec.Undefined
	if w := t.Arg("with"); w != nil {
		piece = c.pieces(w, e)[0]
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("relation"), e, site) {
			x := e
			x.Between = r.ray[0]
			all := []Lit{cond, r.cond, c.trapped(between, x)}
			var missing, found []Lit
			for _, s := range c.rays(t.Arg("relation"), e, r.ray[0]) {
				if s.cond != True {
					refuse("(surround …) in directions of pieces")
				}
				if piece == exec.Undefined {
					found = append(found, True)
				} else {
					found = append(found, e.is(s.ray[0], piece))
				}
				if s.ray[0] != site {
					x.To = s.ray[0]
					missing = append(missing, c.befriended(to, x).Not())
				}
			}
			all = append(all, c.g.or(found...))
			if allowed == 0 {
				all = append(all, c.g.or(missing...).Not())
			} else {
				all = append(all, c.over(c.count(missing), func(v int) Lit { return lit(v <= allowed) }))
			}
			if when := c.g.and(all...); when != False {
				out = append(out, c.under(when, c.captures(between, x, x.Between))...)
			}
		}
	})
	return out // Ludii forgets what follows
}

// intervene captures on both sides of a site.
func (c *compiler) intervene(t *check.Term, e env) []*move {
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) || between.Arg("range") != nil {
		refuse("(intervene …) of this form")
	}
	target := func(site int) Lit {
		x := e
		x.To = site
		if b := to.Arg("if"); b != nil {
			return c.bool(b, x)
		}
		return lit(site >= 1 && site <= 2 && site != e.mover) // as Ludii has it
	}
	var out []*move
	c.place(from, e, c.toOfLast(e), func(site int, cond Lit) {
		if !c.on(site) {
			return
		}
		for _, l := range c.f.Lines(t.Arg("direction"), topology.Adjacent, c.k, site) {
			if l.Opposite == nil || len(l.Ray) == 0 || len(l.Opposite) == 0 {
				continue
			}
			when := c.g.and(cond, target(l.Ray[0]), target(l.Opposite[0]))
			if when == False {
				continue
			}
			for _, s := range []int{l.Opposite[0], l.Ray[0]} {
				x := e
				x.To = s
				out = append(out, c.under(when, c.captures(to, x, s))...)
			}
		}
	})
	return finish(out, t)
}
