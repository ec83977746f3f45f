package circuit

import (
	"ludens/ludii/check"
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
			if c.on(a.to) && a.what > 0 {
				v.put(a.to, c.g.and(when, v.what[a.to].lits[0]), c.only(a.what))
			}
		case opRemove:
			if c.on(a.to) {
				v.put(a.to, when, c.only(0))
			}
		case opPromote:
			if c.on(a.to) {
				v.put(a.to, when, c.only(a.what))
			}
		case opAgain:
			v.again = c.g.or(v.again, when)
		case opCounter:
			c.setting(v, a.name, a.what, when)
		case opThen:
			c.follow(v, a.thens, when, player)
		}
	}
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

// carry moves what stands on a site to another.
func (c *compiler) carry(v *view, from, to int, when Lit) {
	if !c.on(from) || !c.on(to) || from == to {
		return
	}
	what := v.what[from].lits
	there := c.g.and(when, what[0].Not())
	val := append([]Lit(nil), what...)
	val[0] = False
	v.put(to, there, val)
	v.put(from, there, c.only(0))
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
	walk(between.Arg("apply"), func(x *check.Term) { reads = reads || x.Name() == "int.to" })
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
				if e.some && sure {
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
	return c.under(e.empty(site).Not(), []*move{simple(True, opRemove, site, 0)})
}

func lit(b bool) Lit {
	if b {
		return True
	}
	return False
}

// surround captures neighbours all of whose own neighbours are friends.
func (c *compiler) surround(t *check.Term, e env) []*move {
	none(t, "with", "except")
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("(surround …) from a region")
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("relation"), e, site) {
			x := e
			x.Between = r.ray[0]
			all := []Lit{cond, r.cond, c.trapped(between, x)}
			for _, s := range c.rays(t.Arg("relation"), e, r.ray[0]) {
				if s.ray[0] == site {
					continue
				}
				x.To = s.ray[0]
				all = append(all, c.g.or(s.cond.Not(), c.befriended(to, x)))
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
