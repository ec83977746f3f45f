package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions along rays: around sites, in directions, between sites, in sight.

func init() {
	regionForms["sites Around"] = (*lowerer).sitesAround
	regionForms["sites Direction"] = (*lowerer).sitesDirection
	regionForms["sites Between"] = (*lowerer).sitesBetween
	regionForms["sites LineOfSight"] = (*lowerer).sitesInSight
}

// maxSetTable bounds the words of a table of sets by site.
const maxSetTable = 1 << 18

// tabled works out a region by site, once for all sites of a kind if that does
// not take too much room; nil else.
func (l *lowerer) tabled(k kind, of func(site int, b exec.Bits)) []exec.Bits {
	n, size := l.p.Topo.NumSites(k), l.setSize()
	if n*((size+63)/64) > maxSetTable {
		return nil
	}
	table := make([]exec.Bits, n)
	for i := range table {
		table[i] = exec.NewBits(size)
		of(i, table[i])
	}
	return table
}

// fromTable is the region of a table at a site; elsewhere there is nothing.
func (l *lowerer) fromTable(at Int, table []exec.Bits, k kind, typed bool) Region {
	if at.Const {
		var b exec.Bits
		if at.V >= 0 && at.V < len(table) {
			b = table[at.V]
		} else {
			b = exec.NewBits(l.setSize())
		}
		r := l.staticRegion(b, k)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		if s := at.Fn(c); uint(s) < uint(len(table)) {
			return table[s]
		}
		return nil
	}}
}

// somewhere lowers a parameter that is a site or a region.
func (l *lowerer) somewhere(t *check.Term) (site Int, region Region, one bool) {
	if isRegion(t) {
		return Int{}, l.region(t), false
	}
	return l.int(t), Region{}, true
}

// sitesAround is the sites at a distance along the rays from some sites, without
// these. Its condition is asked with (from) and (to) set.
func (l *lowerer) sitesAround(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	site, where, one := l.somewhere(t.Arg("where"))
	distance, self := l.intOr(t.Arg("distance"), 1), l.boolOr(t.Arg("includeSelf"), false)
	d := topology.Adjacent
	if a := t.Arg("direction"); a != nil {
		d = direction(a)
	}
	cond, holds := l.test(t.Arg("if")), l.dynamic(t.Arg("region"))
	topo := l.p.Topo.Of(k)
	ring := func(b exec.Bits, s, dist int) {
		for _, ray := range along(topo, d, s) {
			switch {
			case dist < 0 || dist > len(ray):
			case dist == 0:
				b.Add(s)
			default:
				b.Add(ray[dist-1])
			}
		}
	}
	free := cond == nil && holds == nil && distance.Const && self.Const
	if free && one {
		table := l.tabled(k, func(s int, b exec.Bits) {
			ring(b, s, distance.V)
			if b.Remove(s); self.V {
				b.Add(s)
			}
		})
		if table != nil && (!self.V || len(l.p.Containers) == 1) {
			return l.fromTable(site, table, k, typed)
		}
	}
	if one && cond != nil && holds == nil && distance.Const && self.Const && !self.V {
		if table := l.tabled(k, func(s int, b exec.Bits) {
			ring(b, s, distance.V)
			b.Remove(s)
		}); table != nil {
			return aroundWhere(site, table, cond, k, typed)
		}
	}
	var rings []exec.Bits
	if cond == nil && distance.Const {
		rings = l.tabled(k, func(s int, b exec.Bits) { ring(b, s, distance.V) })
	}
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		defer c.FreeSets(mark)
		origin := c.Set()
		if one {
			s := site.Fn(c)
			if s < 0 {
				return b
			}
			origin.Add(s)
		} else {
			origin.Copy(where.Fn(c))
		}
		dist := distance.Fn(c)
		var match func(what int) bool
		if holds != nil {
			match = holds(c)
		}
		from, to := c.From, c.To
		near := c.Set()
		for s := origin.Next(0); s >= 0 && s < len(topo.Sites); s = origin.Next(s + 1) {
			c.Tick()
			if rings != nil {
				near.Or(rings[s])
				continue
			}
			if cond == nil && match == nil {
				ring(b, s, dist)
				continue
			}
			c.From = s
			near.Clear()
			ring(near, s, dist)
			for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
				c.Tick()
				c.To = i
				if (cond == nil || cond(c)) && (match == nil || match(c.State.What(k, i))) {
					b.Add(i)
				}
			}
		}
		c.From, c.To = from, to
		if rings != nil && match == nil {
			b.Copy(near)
		} else if rings != nil {
			for i := near.Next(0); i >= 0; i = near.Next(i + 1) {
				c.Tick()
				if match(c.State.What(k, i)) {
					b.Add(i)
				}
			}
		}
		if b.AndNot(origin); self.Fn(c) {
			b.Or(origin)
		}
		return b
	}
	if free && (one && site.Const || !one && where.Static != nil) {
		r := l.once(k, fn)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: fn}
}

// aroundWhere is the sites of a table at a site for which a condition holds.
func aroundWhere(at Int, table []exec.Bits, cond exec.BoolFn, k kind, typed bool) Region {
	near := make([][]int, len(table))
	for i, b := range table {
		near[i] = b.Append(nil)
	}
	// find puts them into b; without b it ends with the first.
	find := func(c *ctx, b exec.Bits) (some bool) {
		s := at.Fn(c)
		if uint(s) >= uint(len(near)) {
			return false
		}
		mark := c.SetMark()
		from, to := c.From, c.To
		c.From = s
		for _, i := range near[s] {
			c.Tick()
			if c.To = i; cond(c) {
				if some = true; b == nil {
					break
				}
				b.Add(i)
			}
		}
		c.From, c.To = from, to
		c.FreeSets(mark)
		return some
	}
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		find(c, b)
		return b
	}, None: func(c *ctx) bool { return !find(c, nil) }}
}

// dynamic lowers Own, Enemy, … as a test of what stands on a site; nil if it is
// left out. In games with teams NotEnemy means enemies, as it does in Ludii.
func (l *lowerer) dynamic(t *check.Term) func(c *ctx) func(what int) bool {
	if t == nil {
		return nil
	}
	players := (uint64(1)<<uint(l.p.Players) - 1) << 1
	shared := uint64(1) << uint(l.p.Shared())
	comps := l.p.Components
	mover := func(c *ctx) uint64 { return 1 << uint(c.Mover) }
	enemies := func(c *ctx) uint64 { return players &^ mover(c) &^ (uint64(c.Friends(int(c.Mover))) << 1) }
	var owners func(c *ctx) uint64
	switch t.Text {
	case "Empty":
		return func(*ctx) func(int) bool { return func(what int) bool { return what == 0 } }
	case "NotEmpty":
		return func(*ctx) func(int) bool { return func(what int) bool { return what != 0 } }
	case "Own":
		owners = func(c *ctx) uint64 { return mover(c) | shared }
	case "Enemy":
		owners = enemies
	case "NotEnemy":
		owners = func(c *ctx) uint64 { return mover(c) | shared }
		if l.p.Flags.Team {
			owners = func(c *ctx) uint64 { return enemies(c) | shared }
		}
	default: // NotOwn
		owners = func(c *ctx) uint64 { return (players | 1) &^ mover(c) }
	}
	return func(c *ctx) func(int) bool {
		set := owners(c)
		return func(what int) bool { return what > 0 && set>>uint(comps[what].Owner)&1 != 0 }
	}
}

// sitesDirection is the sites met in some directions from a site or from those of
// a region, up to a distance or to one where a condition holds.
func (l *lowerer) sitesDirection(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	site, where, one := l.somewhere(t.Arg("from"))
	w := l.way(t.Arg("direction"), topology.Adjacent, k)
	included, stopIncluded := l.boolOr(t.Arg("included"), false), l.boolOr(t.Arg("stopIncluded"), false)
	stop := l.test(t.Arg("stop"))
	if b := t.Arg("stop"); b != nil && l.bool(b).Const && !l.bool(b).V {
		stop = nil
	} else if b != nil && stop == nil {
		stop = func(*ctx) bool { return true }
	}
	distance := l.intOr(t.Arg("distance"), exec.Infinity)
	if stop == nil && w.fixed != nil && included.Const && distance.Const && one {
		table := l.tabled(k, func(s int, b exec.Bits) {
			if included.V {
				b.Add(s)
			}
			for _, ray := range w.fixed[s] {
				for _, to := range ray[:max(0, min(distance.V, len(ray)))] {
					b.Add(to)
				}
			}
		})
		if table != nil {
			return l.fromTable(site, table, k, typed)
		}
	}
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		defer c.FreeSets(mark)
		origin := c.Ints()
		if one {
			origin = append(origin, site.Fn(c))
		} else {
			origin = where.Fn(c).Append(origin)
		}
		far := distance.Fn(c)
		for _, s := range origin {
			if !w.on(s) {
				continue
			}
			if included.Fn(c) {
				b.Add(s)
			}
			to := c.To
			rays := w.from(c, s)
			for _, ray := range rays {
				for _, i := range ray[:max(0, min(far, len(ray)))] {
					if stop != nil {
						c.To = i
						if stop(c) {
							if stopIncluded.Fn(c) {
								b.Add(i)
							}
							break
						}
					}
					b.Add(i)
				}
			}
			w.done(c, rays)
			c.To = to
		}
		c.PutInts(origin)
		return b
	}
	if stop == nil && w.fixed != nil && included.Const && distance.Const && !one && where.Static != nil {
		r := l.once(k, fn)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: fn}
}

// sitesBetween is the sites between two sites on the first ray from one that
// reaches the other, perhaps with these.
func (l *lowerer) sitesBetween(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	w := l.way(t.Arg("direction"), topology.Adjacent, k)
	from, to := l.int(t.Arg("from")), l.int(t.Arg("to"))
	withFrom, withTo := l.boolOr(t.Arg("fromIncluded"), false), l.boolOr(t.Arg("toIncluded"), false)
	cond := l.boolOr(t.Arg("cond"), true)
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		s := from.Fn(c)
		if !w.on(s) {
			return b
		}
		e := to.Fn(c)
		if !w.on(e) {
			return b
		}
		mark := c.SetMark()
		oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
		c.From, c.To = s, e
		if withFrom.Fn(c) {
			b.Add(s)
		}
		if withTo.Fn(c) {
			b.Add(e)
		}
		rays := w.from(c, s)
		for _, ray := range rays {
			end := slices.Index(ray, e)
			if end < 0 {
				continue
			}
			for _, i := range ray[:end] {
				c.Between = i
				if cond.Fn(c) {
					b.Add(i)
				}
			}
			break
		}
		w.done(c, rays)
		c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
		c.FreeSets(mark)
		return b
	}
	if w.fixed != nil && from.Const && to.Const && withFrom.Const && withTo.Const && cond.Const {
		r := l.once(k, fn)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: fn}
}

// sitesInSight is, along every ray from a site, the first piece, or the empty sites
// before it, or the last of these. The sites are those that the board is played
// on, whatever kind is written: Ludii does not look at it.
func (l *lowerer) sitesInSight(t *check.Term) Region {
	k := l.p.Default
	at := l.siteOr(t.Arg("at"))
	w := l.way(t.Arg("direction"), topology.Adjacent, k)
	what := "Piece"
	if s := t.Arg("what"); s != nil {
		what = s.Text
	}
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		s := at.Fn(c)
		if !w.on(s) {
			return b
		}
		rays := w.from(c, s)
		for _, ray := range rays {
			n := slices.IndexFunc(ray, func(i int) bool { return c.State.What(k, i) != 0 })
			free := n
			if n < 0 {
				free = len(ray)
			}
			switch what {
			case "Empty":
				for _, i := range ray[:free] {
					b.Add(i)
				}
			case "Farthest":
				if free > 0 {
					b.Add(ray[free-1])
				}
			default:
				if n >= 0 {
					b.Add(ray[n])
				}
			}
		}
		w.done(c, rays)
		return b
	}}
}
