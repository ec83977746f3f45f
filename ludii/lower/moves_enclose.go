package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["enclose"] = (*lowerer).enclose
	moveForms["attract"] = (*lowerer).attract
	moveForms["push"] = (*lowerer).push
	moveForms["move Shoot"] = (*lowerer).shoot
	moveForms["shoot"] = (*lowerer).shoot
}

// enclose captures groups next to a site that have no liberty.
func (l *lowerer) enclose(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	from := l.from(t.Arg("from"), lastTo())
	if from.region != nil {
		from.region, from.site = nil, lastTo()
	}
	g := l.between(t.Arg("between"))
	e := &encloser{k: k, from: from.site.Fn, target: g.cond, effect: g.apply.whole(), except: l.intOr(t.Arg("numException"), 0)}
	if e.target == nil {
		e.target = isEnemyFn(betweenFn)
	}
	if !g.apply.given {
		e.effect = l.removeFn(betweenFn)
	}
	if e.effect == nil {
		e.effect = func(*ctx) {}
	}
	// With a test of emptiness the target may be empty sites.
	t.Arg("between").Arg("if").Walk(func(x *check.Term) {
		e.empty = e.empty || x.Name() == "is Empty"
	})
	e.w = l.way(t.Arg("direction"), topology.Adjacent, k)
	then := l.then(t)
	if near := l.net(t.Arg("direction"), topology.Adjacent, k).near; len(near) > 0 && !e.empty && t.Arg("numException") == nil && l.p.Eyes == nil {
		l.p.Eyes = &exec.Eyes{Kind: k, Near: near}
	}
	return func(c *ctx) {
		first := len(c.Moves)
		oldTo, oldBetween := c.To, c.Between
		e.moves(c)
		c.To, c.Between = oldTo, oldBetween
		c.Finish(first, then)
	}
}

type encloser struct {
	k      kind
	from   exec.IntFn
	w      *way
	target exec.BoolFn
	effect exec.MovesFn
	except Int
	empty  bool // the target may be empty sites
}

func (e *encloser) isTarget(c *ctx, site int) bool {
	c.Between = site
	return e.target(c)
}

func (e *encloser) moves(c *ctx) {
	from := e.from(c)
	if from < 0 || !e.w.on(from) || c.What(e.k, from) <= 0 {
		return
	}
	except := e.except.Fn(c)
	targets := c.Ints()
	rays := e.w.from(c, from)
	for _, r := range rays {
		s := r[0]
		if !slices.Contains(targets, s) && (e.isTarget(c, s) || except > 0 && c.What(e.k, s) == 0) {
			targets = append(targets, s)
		}
	}
	e.w.done(c, rays)
	mark := c.SetMark()
	checked := c.Set()
	for _, s := range targets {
		if !checked.Has(s) {
			e.group(c, s, except, checked)
		}
	}
	c.FreeSets(mark)
	c.PutInts(targets)
}

// group captures the group of a target if it has no liberty. Sites of which all neighbours were looked
// at are put into checked.
func (e *encloser) group(c *ctx, target, except int, checked exec.Bits) {
	mark := c.SetMark()
	in, list := c.Set(), c.Ints()
	defer func() {
		c.PutInts(list)
		c.FreeSets(mark)
	}()
	if except > 0 && c.What(e.k, target) == 0 {
		except--
	}
	in.Add(target)
	list = append(list, target)
	for i := 0; i < len(list); i++ {
		c.Tick()
		rays := e.w.from(c, list[i])
		free := false
		for _, r := range rays {
			s := r[0]
			switch {
			case in.Has(s):
			case e.isTarget(c, s):
				in.Add(s)
				list = append(list, s)
			case c.What(e.k, s) == 0:
				if except > 0 {
					in.Add(s)
					list = append(list, s)
					except--
				} else {
					free = true
				}
			}
			if free {
				break
			}
		}
		e.w.done(c, rays)
		if free {
			return
		}
		checked.Add(list[i])
	}
	if !e.shut(c, in, list) {
		return
	}
	first := len(c.Moves)
	for _, s := range list {
		c.Tick()
		c.Between = s
		e.effect(c)
	}
	betweenOf(c, first, list)
}

// shut tells whether what lies around a group leaves it no liberty. Where targets may be empty it must
// hang together as well.
func (e *encloser) shut(c *ctx, in exec.Bits, list []int) bool {
	around := c.Ints()
	defer func() { c.PutInts(around) }()
	for _, site := range list {
		c.Tick()
		rays := e.w.from(c, site)
		free := false
		for _, r := range rays {
			s := r[0]
			c.Scan(len(around))
			if in.Has(s) || slices.Contains(around, s) {
				continue
			}
			if e.empty && e.isTarget(c, s) || !e.empty && c.What(e.k, s) == 0 {
				free = true
				break
			}
			around = append(around, s)
		}
		e.w.done(c, rays)
		if free {
			return false
		}
	}
	if !e.empty {
		return true
	}
	c.Spend(len(around) * len(around) / 8)
	return chained(e.w.sites, around)
}

// chained tells whether sites hang together, going from one to the first neighbour
// that is among those not yet seen.
func chained(s *topology.Sites, list []int) bool {
	if len(list) == 0 {
		return true
	}
	left := slices.Clone(list)
	site := left[0]
	for len(left) > 1 {
		found := false
		for _, r := range along(s, topology.All, site) {
			if to := r[0]; slices.Contains(left, to) {
				left = slices.DeleteFunc(left, func(x int) bool { return x == site })
				site, found = to, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// attract draws all pieces on the rays from a site up to it.
func (l *lowerer) attract(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), lastTo())
	l.noRegion(t.Arg("from"), &from)
	w := l.way(t.Arg("direction"), topology.Adjacent, from.k)
	then := l.then(t)
	k := from.k
	return func(c *ctx) {
		site := from.site.Fn(c)
		if !w.on(site) {
			return
		}
		first := len(c.Moves)
		rays := w.from(c, site)
		for _, r := range rays {
			pieces := c.Ints()
			for _, s := range r {
				if what := c.What(k, s); what != 0 {
					pieces = append(pieces, what)
					c.NewMove(exec.On(exec.OpRemove, k, s))
				}
			}
			for i, what := range pieces {
				put(c, k, r[i], what)
			}
			c.PutInts(pieces)
		}
		w.done(c, rays)
		c.SetMover(first, 0)
		c.Finish(first, then)
	}
}

// put appends the move of adding a piece to a site.
func put(c *ctx, k kind, site, what int) {
	a := exec.On(exec.OpAdd, k, site)
	a.What = int32(what)
	c.NewMove(a)
}

// push moves the pieces from a site on by one, up to the first gap.
func (l *lowerer) push(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), lastTo())
	l.noRegion(t.Arg("from"), &from)
	k := from.k
	var dirs exec.DirsFn
	if ds, ok := fixedDirections(t.Arg("direction"), topology.Adjacent); ok {
		dirs = func(_ *ctx, _ kind, _ int, dst []topology.Direction) []topology.Direction { return append(dst, ds...) }
	} else {
		dirs = l.dirs(t.Arg("direction"))
	}
	sites := l.p.Topo.Of(k)
	then := l.then(t)
	return func(c *ctx) {
		site := from.site.Fn(c)
		if uint(site) >= uint(len(sites.Sites)) {
			return
		}
		ds := dirs(c, k, site, c.Dirs())
		var rays []topology.Ray
		if len(ds) > 0 {
			rays = along(sites, ds[0], site)
		}
		c.PutDirs(ds)
		first := len(c.Moves)
		for _, r := range rays {
			piece := c.What(k, site)
			c.NewMove(exec.On(exec.OpRemove, k, site))
			for _, s := range r {
				what := c.What(k, s)
				if what != 0 {
					c.NewMove(exec.On(exec.OpRemove, k, s))
				}
				put(c, k, s, piece)
				if what == 0 {
					break
				}
				piece = what
			}
		}
		c.SetMover(first, 0)
		c.Finish(first, then)
	}
}

// shoot puts a piece somewhere in a line of sight.
func (l *lowerer) shoot(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), lastTo())
	l.noRegion(t.Arg("from"), &from)
	w := l.way(t.Arg("direction"), topology.Adjacent, from.k)
	pieces, _ := l.piecesOf(t.Arg("piece"))
	what := pieces[0].Fn
	if b := t.Arg("between"); b != nil {
		l.between(b) // Ludii does not ask it
	}
	k := from.k
	may := func(c *ctx) bool { return c.Sites[topology.Cell].Empty.Has(c.To) }
	if to := t.Arg("to"); to != nil {
		may = l.boolOr(to.Arg("if"), true).Fn
	}
	then, decision := l.then(t), decides(t)
	l.finds(t, func(c *ctx) bool {
		site, id := from.site.Fn(c), what(c)
		if !w.on(site) || id < 0 || id >= len(c.Prog.Components) {
			return false
		}
		oldTo, found := c.To, false
		rays := w.from(c, site)
		for i := 0; i < len(rays) && !found; i++ {
			c.To = rays[i][0]
			found = may(c)
		}
		w.done(c, rays)
		c.To = oldTo
		return found
	})
	if w.fixed != nil {
		l.samples(t, &sampler{Sampler: exec.Sampler{
			Places: func(c *ctx) int {
				site := from.site.Fn(c)
				if !w.on(site) {
					return 0
				}
				n := stepsOn(w.fixed[site], wholeRay)
				c.Runs += n
				return n
			},
			Take: func(c *ctx, place int) {
				site, id := from.site.Fn(c), what(c)
				if !w.on(site) || id < 0 || id >= len(c.Prog.Components) {
					return
				}
				r, end := onRays(w.fixed[site], place)
				if end < 0 {
					return
				}
				first, oldTo, oldBetween := len(c.Moves), c.To, c.Between
				free := true
				for i := 0; i <= end && free; i++ {
					c.To = r[i]
					if free = may(c); free {
						c.Between = r[i]
					}
				}
				c.To, c.Between = oldTo, oldBetween
				if free {
					a := exec.On(exec.OpAdd, k, r[end])
					a.What, a.Decision = int32(id), decision
					c.SetBetween(c.NewMove(a), r[:end])
					c.Finish(first, then)
				}
			},
		}})
	}
	return func(c *ctx) {
		site := from.site.Fn(c)
		if !w.on(site) {
			return
		}
		id := what(c)
		if id < 0 || id >= len(c.Prog.Components) {
			return
		}
		oldTo, oldBetween := c.To, c.Between
		first := len(c.Moves)
		rays := w.from(c, site)
		for _, r := range rays {
			start := int32(len(c.Betweens))
			c.Between = oldBetween
			for _, s := range r {
				c.To = s
				if !may(c) {
					break
				}
				c.Between = s
				a := exec.On(exec.OpAdd, k, s)
				a.What, a.Decision = int32(id), decision
				m := c.NewMove(a)
				c.Moves[m].Between = [2]int32{start, int32(len(c.Betweens))}
				c.Betweens = append(c.Betweens, int32(s))
			}
		}
		w.done(c, rays)
		c.To, c.Between = oldTo, oldBetween
		c.Finish(first, then)
	}
}
