package lower

import (
	"math/bits"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Groups: sites that hang together. A group spreads from a site to neighbours
// that fulfil a condition on (to), or else hold the same component.

func init() {
	intForms["size Group"] = (*lowerer).sizeGroup
	intForms["int.count Groups"] = (*lowerer).countGroups
	intForms["int.count Liberties"] = (*lowerer).countLiberties
	intForms["size Territory"] = (*lowerer).sizeTerritory
	boolForms["all Groups"] = (*lowerer).allGroups
}

// A grower finds groups.
type grower struct {
	near   net
	k      kind
	cond   exec.BoolFn // nil: the same component
	around []exec.Bits // the neighbours of each site; nil if they are not listed
	owner  int         // if not 0, the condition is that this player's pieces stand there
	sight  *sight      // what counts as seen; nil: everything
}

// surround lists the neighbours of every site as a set, on boards of a size on which
// that is small, in games without stacks.
func (g *grower) surround(l *lowerer) {
	const most = 1024
	if n := len(g.near.near); n == 0 || n > most || l.p.Flags.Stacking || l.p.Flags.LargePiece || n > l.p.Sites[g.k] {
		return
	}
	g.around = make([]exec.Bits, len(g.near.near))
	for site, list := range g.near.near {
		g.around[site] = exec.NewBits(len(g.near.near))
		for _, s := range list {
			g.around[site].Add(s)
		}
	}
}

// grower reads type, direction and a condition.
func (l *lowerer) grower(t, cond *check.Term) *grower {
	g := &grower{}
	g.k, _ = l.kindOf(t.Arg("type"))
	g.near = l.net(t.Arg("direction"), topology.Adjacent, g.k)
	if cond != nil {
		b := l.bool(cond)
		if g.cond = b.Fn; b.Kind == g.k && b.Owner <= l.p.Players {
			g.owner = b.Owner
		}
	}
	return g
}

// spread fills group with all that hangs together with the sites of the list,
// which are in it already, and appends them to the list. The condition is looked
// at once per site, with (to) there; whoever calls restores (to). Sites of out
// are never in; those that fail are put there.
func (g *grower) spread(c *ctx, list []int, group, out exec.Bits, cond exec.BoolFn) []int {
	buf := c.Ints()
	for i := 0; i < len(list); i++ {
		c.Tick()
		for _, s := range g.near.of(c, list[i], buf) {
			if group.Has(s) || out.Has(s) || g.sight != nil && g.sight.parted(c, list[i], s) {
				continue
			}
			if c.To = s; cond(c) {
				group.Add(s)
				list = append(list, s)
			} else {
				out.Add(s)
			}
		}
	}
	c.PutInts(buf)
	return list
}

// alike spreads over sites with the same component.
func (g *grower) alike(c *ctx, list []int, group exec.Bits, what int16) []int {
	whats := c.Sites[g.k].What
	buf := c.Ints()
	for i := 0; i < len(list); i++ {
		c.Tick()
		for _, s := range g.near.of(c, list[i], buf) {
			if whats[s] == what && !group.Has(s) {
				group.Add(s)
				list = append(list, s)
			}
		}
	}
	c.PutInts(buf)
	return list
}

// on reports whether a group can be looked for at a site.
func (g *grower) on(c *ctx, site int) bool {
	return g.near.on(site) && site < len(c.Sites[g.k].What)
}

// group fills a set with the group at a site and appends it to a list; nothing if
// the site itself fails the condition. While it is looked for, (from) is the site.
func (g *grower) group(c *ctx, site int, group exec.Bits, list []int) []int {
	if !g.on(c, site) {
		return list
	}
	if g.cond == nil {
		group.Add(site)
		return g.alike(c, append(list, site), group, c.Sites[g.k].What[site])
	}
	from, to := c.From, c.To
	if c.To = site; g.cond(c) {
		c.From = site
		group.Add(site)
		list = g.spread(c, append(list, site), group, c.Set(), g.cond)
	}
	c.From, c.To = from, to
	return list
}

func (l *lowerer) sizeGroup(t *check.Term) Int {
	g, at := l.grower(t, t.Arg("if")), l.int(t.Arg("at"))
	return Int{Fn: func(c *ctx) int {
		mark := c.SetMark()
		list := g.group(c, at.Fn(c), c.Set(), c.Ints())
		n := len(list)
		c.PutInts(list)
		c.FreeSets(mark)
		return n
	}}
}

// countGroups counts the groups of sites that fulfil a condition, by default of
// those that are occupied.
func (l *lowerer) countGroups(t *check.Term) Int {
	l.only(t, "type", "direction", "if", "min", "isVisible")
	g, least := l.grower(t, t.Arg("if")), l.intOr(t.Arg("min"), 0)
	cond, n, k := g.cond, l.siteCount(g.k), g.k
	occupied := func(c *ctx) bool { return c.State.What(k, c.To) != 0 }
	if cond == nil {
		cond = occupied
	}
	g.sight = l.sight(t, k)
	cond = g.sight.clear(cond)
	puzzle := l.p.Flags.Deduction
	if g.owner > 0 && g.sight == nil {
		g.surround(l)
	}
	return Int{Fn: func(c *ctx) int {
		if g.around != nil && c.Plain() && !c.Threatening {
			return g.count(c, least.Fn(c))
		}
		to, mark, least, count := c.To, c.SetMark(), least.Fn(c), 0
		seen, out, list := c.Set(), c.Set(), c.Ints()
		for site := range n {
			c.Tick()
			if seen.Has(site) {
				continue
			}
			if c.To = site; puzzle && !occupied(c) || !cond(c) {
				continue
			}
			seen.Add(site)
			if list = g.spread(c, append(list[:0], site), seen, out, cond); len(list) >= least {
				count++
			}
		}
		c.PutInts(list)
		c.FreeSets(mark)
		c.To = to
		return count
	}}
}

// count counts the groups of a player's pieces that are not smaller than least, by sets.
func (g *grower) count(c *ctx, least int) int {
	mark, list, n := c.SetMark(), c.Ints(), 0
	left := c.Set()
	c.Owned(g.k, g.owner, left)
	for site := left.Next(0); site >= 0 && site < len(g.around); site = left.Next(site + 1) {
		left.Remove(site)
		list = append(list[:0], site)
		for i := 0; i < len(list); i++ {
			c.Tick()
			for w, near := range g.around[list[i]] {
				x := near & left[w]
				left[w] &^= x
				for ; x != 0; x &= x - 1 {
					list = append(list, w<<6+bits.TrailingZeros64(x))
				}
			}
		}
		if len(list) >= least {
			n++
		}
	}
	c.PutInts(list)
	c.FreeSets(mark)
	return n
}

// countLiberties counts the empty sites beside the group of like pieces at a
// site. A condition narrows the group.
func (l *lowerer) countLiberties(t *check.Term) Int {
	g, at := l.grower(t, t.Arg("if")), l.siteOr(t.Arg("at"))
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		if !g.on(c, site) {
			return 0
		}
		mark, list, group := c.SetMark(), c.Ints(), c.Set()
		what := c.Sites[g.k].What[site]
		if g.cond == nil {
			group.Add(site)
			list = g.alike(c, append(list, site), group, what)
		} else {
			list = g.narrowed(c, site, what, group, list)
		}
		free, buf := c.Set(), c.Ints()
		for _, s := range list {
			c.Tick()
			for _, n := range g.near.of(c, s, buf) {
				if c.Sites[g.k].What[n] == 0 && !group.Has(n) {
					free.Add(n)
				}
			}
		}
		n := free.Count()
		c.PutInts(buf)
		c.PutInts(list)
		c.FreeSets(mark)
		return n
	}}
}

// narrowed is the group of like pieces that fulfil the condition too.
func (g *grower) narrowed(c *ctx, site int, what int16, group exec.Bits, list []int) []int {
	from, to := c.From, c.To
	defer func() { c.From, c.To = from, to }()
	if c.To = site; !g.cond(c) {
		return list
	}
	c.From = site
	group.Add(site)
	list = append(list, site)
	buf := c.Ints()
	for i := 0; i < len(list); i++ {
		c.Tick()
		for _, s := range g.near.of(c, list[i], buf) {
			if c.Sites[g.k].What[s] != what || group.Has(s) {
				continue
			}
			if c.To = s; g.cond(c) {
				group.Add(s)
				list = append(list, s)
			}
		}
	}
	c.PutInts(buf)
	return list
}

// sizeTerritory is the number of sites without an owner that hang together in areas
// which no other player's pieces stand beside.
func (l *lowerer) sizeTerritory(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	d := topology.Orthogonal
	if a := t.Arg("direction"); a != nil {
		d = direction(a)
	}
	near, who, n := l.neighbours(k, d), l.player(t.Arg("player")), l.siteCount(l.p.Default)
	return Int{Fn: func(c *ctx) int {
		owner, mark, total := who.Fn(c), c.SetMark(), 0
		seen, list := c.Set(), c.Ints()
		for site := range min(n, len(near)) {
			if seen.Has(site) || c.State.Who(k, site) != 0 {
				continue
			}
			whole := true
			seen.Add(site)
			list = append(list[:0], site)
			for i := 0; i < len(list); i++ {
				for _, s := range near[list[i]] {
					switch w := c.State.Who(k, s); {
					case w != 0:
						whole = whole && w == owner
					case !seen.Has(s):
						seen.Add(s)
						list = append(list, s)
					}
				}
			}
			if whole {
				total += len(list)
			}
		}
		c.PutInts(list)
		c.FreeSets(mark)
		return total
	}}
}

// allGroups asks whether all groups of pieces, by default of the mover's, fulfil
// a condition on (sites).
func (l *lowerer) allGroups(t *check.Term) Bool {
	g, test := l.grower(t, t.Arg("of")), l.bool(t.Arg("if"))
	own, k, n := g.cond == nil, g.k, l.siteCount(g.k)
	if own {
		g.cond = func(c *ctx) bool { return c.State.Who(k, c.To) == int(c.Mover) }
	}
	return Bool{Fn: func(c *ctx) bool {
		from, to, region, mark, all := c.From, c.To, c.Region, c.SetMark(), true
		seen, group, out, list := c.Set(), c.Set(), c.Set(), c.Ints()
		for site := 0; site < n && all; site++ {
			if seen.Has(site) || c.State.What(k, site) == 0 {
				continue
			}
			if c.From, c.To = site, site; !g.cond(c) {
				continue
			}
			group.Clear()
			out.Clear()
			group.Add(site)
			list = g.spread(c, append(list[:0], site), group, out, g.cond)
			c.Region = group
			all = test.Fn(c)
			seen.Or(group)
		}
		c.PutInts(list)
		c.FreeSets(mark)
		c.From, c.To, c.Region = from, to, region
		return all
	}}
}
