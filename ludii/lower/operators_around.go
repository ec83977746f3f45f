package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Moves for each site in some directions, level of a stack, group, team.

func init() {
	moveForms["moves.forEach Direction"] = (*lowerer).eachDirection
	moveForms["moves.forEach Level"] = (*lowerer).eachLevel
	moveForms["moves.forEach Group"] = (*lowerer).eachGroup
	moveForms["moves.forEach Team"] = (*lowerer).eachTeam
}

// A directionLoop is a lowered (forEach Direction …).
type directionLoop struct {
	k         kind
	at        func(c *ctx, site int) kind
	from      exec.IntFn
	fixed     *way // nil: directions depend on the piece
	dirs      exec.DirsFn
	low, high exec.IntFn
	between   exec.BoolFn // nil: always true
	cond      exec.BoolFn // nil: always true
	moves     exec.MovesFn
	then      *exec.Then
	sites     *topology.Sites
	headings  *headings // by steps; nil where directions do not depend on the piece
}

// eachDirection sets to to the sites that lie in some directions of a site, at a
// distance. Relative directions are those of the piece on from, even if the rays
// begin elsewhere; within another loop over directions it faces the way from leads to
// to.
func (l *lowerer) eachDirection(t *check.Term) exec.MovesFn {
	d := &directionLoop{low: Const(1).Fn, high: Const(1).Fn, then: l.then(t)}
	from := l.from(t.Arg("from"), iterFrom())
	l.noRegion(t.Arg("from"), &from)
	d.k, d.from = from.k, from.site.Fn
	d.at = l.at(d.k)
	d.sites = l.p.Topo.Of(d.k)
	w := &way{k: d.k, slot: -1, sites: d.sites}
	if ds, ok := fixedDirections(t.Arg("direction"), topology.Adjacent); ok {
		w = l.fixedWay(w, ds)
		d.fixed = w
	} else {
		d.dirs = l.dirs(t.Arg("direction"))
		d.headings = l.headings(d.sites, 1)
	}
	far := Const(1)
	if b := t.Arg("between"); b != nil {
		if r := b.Arg("range"); r != nil {
			low, high := l.bounds(r)
			d.low, d.high, far = low.Fn, high.Fn, high
		}
		d.between = l.test(b.Arg("if"))
	}
	switch m := t.Arg("moves"); {
	case m.Form != nil && m.Form.Result == check.To:
		d.cond = l.test(m.Arg("if"))
		apply := m.Arg("apply")
		if apply.Arg("effect") == nil {
			l.refuse(m, CodeArgument, "without moves to apply this is not supported")
			return func(*ctx) {}
		}
		// Ludii does not ask for the condition that the moves may have.
		m = apply.Arg("effect")
		d.moves = l.moves(m)
		d.goals(l, t, m, w, from.site, far)
	default:
		d.moves = l.moves(m)
		d.goals(l, t, m, w, from.site, far)
	}
	return d.all
}

// goals notes how many moves the loop makes at most, and where these may lead: inner
// is the moves in it.
func (d *directionLoop) goals(l *lowerer, t, inner *check.Term, w *way, start, far Int) {
	reached := l.reachOf(inner)
	if start.Iter != IterFrom && start.Iter != IterTo {
		reached = nil
	}
	if reached != nil {
		steps := wholeRay
		if far.Const {
			steps = far.V
		}
		l.reaches(t, func(c *ctx, from int, to, dst exec.Bits) bool {
			ends := exec.NewBits(len(d.sites.Sites))
			if start.Iter == IterFrom {
				w.spread(c, from, steps, ends)
			} else if to == nil {
				return false
			} else {
				for s := to.Next(0); s >= 0; s = to.Next(s + 1) {
					w.spread(c, s, steps, ends)
				}
			}
			return reached(c, from, ends, dst)
		})
	}
	each := l.sampled.bounds[inner]
	if each == nil || !far.Const {
		return
	}
	if !l.looks(len(d.sites.Sites) * topology.NumDirections) {
		return
	}
	places := 0
	if d.fixed != nil {
		for _, rays := range d.fixed.fixed {
			places = max(places, stepsOn(rays, far.V))
		}
	} else {
		n := l.mostDirections(t.Arg("direction"), d.k)
		if n == exec.Unknown {
			return
		}
		for dir := range topology.All {
			for site := range d.sites.Sites {
				places = max(places, n*stepsOn(along(d.sites, dir, site), far.V))
			}
		}
	}
	l.bounded(t, func(id int) int {
		n := each(id)
		if n == exec.Unknown {
			return n
		}
		return n * places
	})
}

// stepsOn counts the sites on rays that are not farther than so many steps.
func stepsOn(rays []topology.Ray, far int) int {
	n := 0
	for _, r := range rays {
		n += max(0, min(len(r), far))
	}
	return n
}

func (d *directionLoop) all(c *ctx) {
	site := d.from(c)
	if site < 0 || site >= len(d.sites.Sites) || c.From < 0 {
		return
	}
	what := c.WhatAt(d.at(c, c.From), c.From, exec.Undefined)
	if what <= 0 {
		return
	}
	first := len(c.Moves)
	from, to, between := c.From, c.To, c.Between
	low, high := d.low(c), d.high(c)
	if d.fixed != nil {
		for _, ray := range d.fixed.fixed[site] {
			d.along(c, ray, low, high, between)
		}
	} else {
		stance := c.Stance
		c.Stance = exec.Stance{Given: true, What: what, Rotation: c.RotationAt(d.at(c, site), site, exec.Undefined)}
		c.Stance.Facing, c.Stance.Faces = d.heading(c)
		dirs := d.dirs(c, d.k, site, c.Dirs())
		c.Stance = stance
		for _, dir := range dirs {
			for _, ray := range along(d.sites, dir, site) {
				d.along(c, ray, low, high, between)
			}
		}
		c.PutDirs(dirs)
	}
	c.From, c.To, c.Between = from, to, between
	c.Finish(first, d.then)
}

// heading is the last direction of the board in which a step leads from from to to.
func (d *directionLoop) heading(c *ctx) (dir topology.Direction, known bool) {
	if c.To == exec.Undefined {
		return 0, false
	}
	dir = d.headings.towards(c.From, c.To)
	return dir, dir != topology.NoDirection
}

func (d *directionLoop) along(c *ctx, ray topology.Ray, low, high, between int) {
	for i, to := range ray {
		n := i + 1
		if n > high || c.Err != nil {
			return
		}
		if d.between != nil && low > 1 && n < low {
			c.Between = to
			if !d.between(c) {
				return
			}
			c.Between = between
		}
		c.To = to
		if d.cond != nil && !d.cond(c) {
			return
		}
		if n >= low {
			d.moves(c)
		}
	}
}

// eachLevel sets level to each level of a site, from the top unless it is told
// otherwise.
func (l *lowerer) eachLevel(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site, moves, then := l.int(t.Arg("site")).Fn, l.moves(t.Arg("moves")), l.then(t)
	up := t.Arg("order") != nil && t.Arg("order").Text == "FromBottom"
	at := l.at(k)
	return func(c *ctx) {
		first := len(c.Moves)
		to, old := c.To, c.Site
		s := site(c)
		if s < 0 {
			return
		}
		n := levels(c, at(c, s), s)
		for i := range n {
			c.Tick()
			c.Level = n - 1 - i
			if up {
				c.Level = i
			}
			moves(c)
		}
		c.To, c.Site = to, old
		c.Finish(first, then)
	}
}

// A groupLoop is a lowered (forEach Group …).
type groupLoop struct {
	w     *way
	cond  exec.BoolFn // nil: pieces of the mover
	moves exec.MovesFn
	then  *exec.Then
}

// eachGroup sets region to each group of sites that hang together: those of the
// mover's pieces, or those where a condition holds. From is the first of them, to
// the one looked at last.
func (l *lowerer) eachGroup(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	g := &groupLoop{w: l.way(t.Arg("direction"), topology.Adjacent, k), moves: l.moves(t.Arg("moves")), then: l.then(t)}
	if b := t.Arg("if"); b != nil {
		g.cond = l.bool(b).Fn
	}
	return g.all
}

func (g *groupLoop) all(c *ctx) {
	first := len(c.Moves)
	from, to, region := c.From, c.To, c.Region
	mark := c.SetMark()
	candidates, done, group := c.Set(), c.Set(), c.Set()
	g.candidates(c, candidates)
	for s := candidates.Next(0); s >= 0; s = candidates.Next(s + 1) {
		c.Tick()
		if done.Has(s) {
			continue
		}
		c.From, c.To = s, s
		if !g.belongs(c, s) {
			continue
		}
		group.Clear()
		g.collect(c, s, group)
		done.Or(group)
		c.Region = group
		g.moves(c)
	}
	c.FreeSets(mark)
	c.From, c.To, c.Region = from, to, region
	c.Finish(first, g.then)
}

// candidates are the sites of the board with a piece of the mover, or of anybody.
func (g *groupLoop) candidates(c *ctx, set exec.Bits) {
	n := len(g.w.sites.Sites)
	for id := 1; id < len(c.Prog.Components); id++ {
		if g.cond == nil && c.Owner(id) != int(c.Mover) {
			continue
		}
		for k := range c.Sites {
			if id < len(c.Sites[k].At) {
				set.Or(c.Sites[k].At[id])
			}
		}
	}
	for s := set.Next(n); s >= 0; s = set.Next(s + 1) {
		set.Remove(s)
	}
}

func (g *groupLoop) belongs(c *ctx, site int) bool {
	if g.cond != nil {
		return g.cond(c)
	}
	return c.Who(g.w.k, site) == int(c.Mover)
}

// collect puts the sites that hang together with one in a set.
func (g *groupLoop) collect(c *ctx, site int, group exec.Bits) {
	group.Add(site)
	list := append(c.Ints(), site)
	for i := 0; i < len(list); i++ {
		c.Tick()
		rays := g.w.from(c, list[i])
		for _, r := range rays {
			if s := r[0]; !group.Has(s) {
				c.To = s
				if g.belongs(c, s) {
					group.Add(s)
					list = append(list, s)
				}
			}
		}
		g.w.done(c, rays)
	}
	c.PutInts(list)
}

// eachTeam sets team to the players of each team.
func (l *lowerer) eachTeam(t *check.Term) exec.MovesFn {
	moves, then := l.moves(t.Arg("moves")), l.then(t)
	return func(c *ctx) {
		first, old := len(c.Moves), c.Members
		list := c.Ints()
		for id := 1; id <= c.Prog.Players; id++ {
			list = list[:0]
			for p := 1; p <= c.Prog.Players; p++ {
				if int(c.Team[p]) == id {
					list = append(list, p)
				}
			}
			if len(list) > 0 {
				c.Members = list
				moves(c)
			}
		}
		c.Members = old
		c.PutInts(list)
		c.Finish(first, then)
	}
}
