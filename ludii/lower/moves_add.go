package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Add"] = (*lowerer).add
	moveForms["moves.add"] = (*lowerer).add
	moveForms["move Claim"] = (*lowerer).claim
	moveForms["claim"] = (*lowerer).claim
}

// add puts pieces on a site or on every site of a region.
func (l *lowerer) add(t *check.Term) exec.MovesFn {
	to := l.to(t.Arg("to"))
	what, state := l.piecesOf(t.Arg("piece"))
	count := l.intOr(t.Arg("count"), 1)
	l.flag(t.Arg("stack"), false) // it tells that the game has stacks, and no more
	then, decision := l.then(t), decides(t)
	g := &adder{l: l, to: to, state: state, count: count.Fn, decision: decision, at: l.at(to.k)}
	g.effect = to.apply.whole()
	if to.region == nil {
		return g.onSite(what, then)
	}
	empty := to.region.Empty && len(what) == 1 && state == nil && count.Const && count.V == 1 && to.cond == nil &&
		to.level == nil && !to.apply.given && to.k != topology.Edge
	if empty && !l.p.Flags.Stacking {
		g.sampleEmpty(l, t, what[0], then)
	} else {
		g.sample(l, t, what, then)
	}
	if decision && len(what) == 1 && count.Const && count.V == 1 && to.level == nil && !to.apply.given {
		g.fill(l, t, what[0], then)
	}
	if empty {
		return g.onEmpty(what[0], then)
	}
	return g.onRegion(what, then)
}

// An adder is a lowered (add …).
type adder struct {
	l        *lowerer
	to       place
	state    exec.IntFn
	count    exec.IntFn
	effect   exec.MovesFn
	decision bool
	at       func(c *ctx, site int) kind
}

// fill lets playouts make the moves without listing them.
func (g *adder) fill(l *lowerer, t *check.Term, what Int, then *exec.Then) {
	s := l.sampled.samplers[t]
	if s == nil {
		return
	}
	r := g.to.region
	sites := r.Fn
	if r.Among != nil {
		sites = r.Among
	}
	cond, state, k, stacks := g.to.cond, g.state, g.to.k, l.p.Flags.Stacking
	f := &exec.Filling{Sites: sites, Take: func(c *ctx, site int, a *exec.Action) bool {
		id := what.Fn(c)
		if id == exec.Undefined || uint(id) >= uint(len(c.Prog.Components)) {
			return false
		}
		mark := c.SetMark()
		if r.Among != nil {
			c.Site = site
			ok := r.Test(c)
			c.Site = exec.Off
			if c.FreeSets(mark); !ok {
				return false
			}
		}
		c.To = site
		if cond != nil {
			ok := cond(c)
			if c.FreeSets(mark); !ok {
				return false
			}
		}
		*a = exec.On(exec.OpAdd, g.at(c, site), site)
		a.What, a.Decision = int32(id), true
		if state != nil {
			a.State = int32(state(c))
		}
		if stacks {
			a.Level = int16(levels(c, k, site))
			a.LevelTo = a.Level
		}
		return true
	}}
	if then != nil {
		f.Then = []exec.MovesFn{then.Fn}
	}
	s.fill = []*exec.Filling{f}
}

// onEmpty is the frequent (add (to (sites Empty))).
func (g *adder) onEmpty(what Int, then *exec.Then) exec.MovesFn {
	region, k, decision := g.to.region.Fn, g.to.k, g.decision
	at := g.at
	return func(c *ctx) {
		id := what.Fn(c)
		if uint(id) >= uint(len(c.Prog.Components)) {
			return
		}
		from, to := c.From, c.To
		first := len(c.Moves)
		if isLarge(c, id) {
			g.addLarge(c, id)
			return
		}
		a := exec.Blank(exec.OpAdd)
		a.What, a.Decision = int32(id), decision
		mark := c.SetMark()
		sites := region(c)
		if stacking(c) {
			for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
				a.Kind = at(c, s)
				a.KindTo, a.From, a.To = a.Kind, int32(s), int32(s)
				a.Level = int16(levels(c, k, s))
				a.LevelTo = a.Level
				c.Emit(&a)
			}
		} else {
			c.EmitEach(&a, sites, at)
		}
		c.FreeSets(mark)
		c.From, c.To = from, to
		c.Finish(first, then)
	}
}

// onRegion adds to the sites of a region.
func (g *adder) onRegion(what []Int, then *exec.Then) exec.MovesFn {
	region := g.to.region.Fn
	return func(c *ctx) {
		from, to := c.From, c.To
		n := g.count(c)
		if n < 1 {
			return
		}
		first := len(c.Moves)
		for _, w := range what {
			id := w.Fn(c)
			if !g.usable(c, id) {
				continue
			}
			mark := c.SetMark()
			sites := region(c)
			for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
				c.To = s
				if g.to.cond != nil && !g.to.cond(c) {
					continue
				}
				m, twice := g.one(c, id, s, n)
				if twice {
					c.Moves = append(c.Moves, c.Moves[m])
				}
			}
			c.FreeSets(mark)
		}
		c.From, c.To = from, to
		c.Finish(first, then)
		if g.to.apply.given {
			c.MarkTwins(first)
		}
	}
}

// onSite adds to one site.
func (g *adder) onSite(what []Int, then *exec.Then) exec.MovesFn {
	return func(c *ctx) {
		from, to := c.From, c.To
		n := g.count(c)
		if n < 1 {
			return
		}
		for _, w := range what {
			id := w.Fn(c)
			if !g.usable(c, id) {
				continue
			}
			s := g.to.site.Fn(c)
			c.To = s
			// Only the first piece that may be added is; and where it may not, none.
			if g.to.cond != nil && !g.to.cond(c) {
				return
			}
			first := len(c.Moves)
			g.one(c, id, s, n)
			c.From, c.To = from, to
			c.Finish(first, then)
			return
		}
		c.From, c.To = from, to
	}
}

// usable tells whether there is a component of a number that takes one site; of
// one that takes several it makes the moves.
func (g *adder) usable(c *ctx, id int) bool {
	if id == exec.Undefined || uint(id) >= uint(len(c.Prog.Components)) {
		return false
	}
	if isLarge(c, id) {
		g.addLarge(c, id)
		return false
	}
	return true
}

// one makes the move of adding n pieces to a site. Ludii lists the moves of a
// region that have an effect twice: twice tells of it. It is one move in two places:
// consequences of its own come once, those of a list that it is part of twice.
func (g *adder) one(c *ctx, id, site, n int) (m int, twice bool) {
	a := exec.On(exec.OpAdd, g.at(c, site), site)
	a.What, a.Decision = int32(id), g.decision
	if g.state != nil {
		a.State = int32(g.state(c))
	}
	if g.to.level != nil {
		a.Op = exec.OpInsert
		a.Level = int16(g.to.level(c))
	}
	again := a
	again.Decision = false
	if g.to.level == nil && stacking(c) {
		a.Level = int16(levels(c, g.to.k, site))
	}
	a.LevelTo = a.Level
	m = c.NewMove(a)
	for i := 1; i < n && c.Err == nil; i++ {
		if g.to.level != nil {
			again.Level = int16(g.to.level(c))
		}
		again.LevelTo = again.Level
		c.Also(again)
	}
	if g.to.apply.given && (g.to.apply.cond == nil || g.to.apply.cond(c)) {
		c.From, c.To = site, site
		attach(c, m, g.effect, site, site)
		twice = true
	}
	mv := &c.Moves[m]
	mv.From, mv.To = int32(site), int32(site)
	return m, twice
}

// claim puts a piece on a site or on those of a region. What follows the claim of one site
// is worked out with it at once.
func (l *lowerer) claim(t *check.Term) exec.MovesFn {
	to := l.to(t.Arg("to"))
	what, state := l.piecesOf(t.Arg("piece"))
	then, decision := l.then(t), decides(t)
	g := &adder{l: l, to: to, state: state, count: Const(1).Fn, decision: decision, at: l.at(to.k)}
	g.to.apply, g.to.level = effect{}, nil // Ludii reads neither
	if to.region != nil {
		return g.onRegion(what, then)
	}
	return func(c *ctx) {
		from, to := c.From, c.To
		for _, w := range what {
			id := w.Fn(c)
			if uint(id) >= uint(len(c.Prog.Components)) {
				continue
			}
			s := g.to.site.Fn(c)
			c.To = s
			if g.to.cond != nil && !g.to.cond(c) {
				return
			}
			m, _ := g.one(c, id, s, 1)
			c.Moves[m].Mover = 0
			if then != nil {
				c.From, c.To = s, s
				then.Fn(c)
				c.Absorb(m)
			}
			c.From, c.To = from, to
			return
		}
	}
}
