package lower

import (
	"math"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// The largest groups and lines, angles between sites, and other counts that few
// descriptions ask for.

func init() {
	intForms["int.count SizeBiggestGroup"] = (*lowerer).biggestGroup
	intForms["countSizeBiggestGroup"] = (*lowerer).biggestGroup
	intForms["int.count SizeBiggestLine"] = (*lowerer).biggestLine
	intForms["int.count SitesPlatformBelow"] = (*lowerer).platformBelow
	intForms["int.count LegalMoves"] = (*lowerer).countLegal
	intForms["int.count Trials"] = (*lowerer).countTrials
	boolForms["is Acute"] = angled(func(d float64) bool { return d < 90 })
	boolForms["is Obtuse"] = angled(func(d float64) bool { return d > 90 })
	boolForms["is Right"] = angled(func(d float64) bool { return d == 90 })
	// No angle that is worked out here is larger than that.
	boolForms["is Reflex"] = angled(func(d float64) bool { return d > 180 })
}

// filled lowers the condition of groups and lines: a site that holds something,
// where none is written.
func (l *lowerer) filled(t *check.Term, k kind) exec.BoolFn {
	if t != nil {
		return l.bool(t).Fn
	}
	return func(c *ctx) bool { return c.State.What(k, c.To) != 0 }
}

// biggestGroup is the number of sites of the largest group; 0 if it is smaller than
// the least that counts.
func (l *lowerer) biggestGroup(t *check.Term) Int {
	l.only(t, "type", "direction", "if", "min", "isVisible")
	g, least := l.grower(t, t.Arg("if")), l.intOr(t.Arg("min"), 0)
	g.sight = l.sight(t, g.k)
	cond, n := g.sight.clear(l.filled(t.Arg("if"), g.k)), l.siteCount(g.k)
	return Int{Fn: func(c *ctx) int {
		to, mark, most, least := c.To, c.SetMark(), 0, least.Fn(c)
		seen, out, list := c.Set(), c.Set(), c.Ints()
		for site := range n {
			if seen.Has(site) {
				continue
			}
			if c.To = site; !cond(c) {
				continue
			}
			seen.Add(site)
			list = g.spread(c, append(list[:0], site), seen, out, cond)
			most = max(most, len(list))
		}
		c.PutInts(list)
		c.FreeSets(mark)
		c.To = to
		if most < least {
			return 0
		}
		return most
	}}
}

// biggestLine is the number of sites of the longest line of sites that fulfil a
// condition: from a site along a ray as far as they do, and the other way.
func (l *lowerer) biggestLine(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	d := topology.Adjacent
	if a := t.Arg("direction"); a != nil {
		d = direction(a)
	}
	lines, cond, n := l.linesIn(k, d), l.filled(t.Arg("if"), k), l.siteCount(k)
	run := func(in exec.Bits, ray topology.Ray) int {
		for i, s := range ray {
			if !in.Has(s) {
				return i
			}
		}
		return len(ray)
	}
	return Int{Fn: func(c *ctx) int {
		to, mark, most := c.To, c.SetMark(), 0
		in := c.Set()
		for site := range n {
			if c.To = site; cond(c) {
				in.Add(site)
			}
		}
		for site := in.Next(0); site >= 0; site = in.Next(site + 1) {
			for _, w := range lines[site] {
				size := 1 + run(in, w.Ray)
				if w.Opposite != nil {
					size += run(in, w.Opposite)
				}
				most = max(most, size)
			}
		}
		c.FreeSets(mark)
		c.To = to
		return most
	}}
}

// platformBelow counts the sites just below one that hold something of a player's.
func (l *lowerer) platformBelow(t *check.Term) Int {
	at, who := l.toOr(t.Arg("site")), l.role(t.Arg("roleType"))
	vertices := l.p.Topo.Of(topology.Vertex).Sites
	return Int{Fn: func(c *ctx) int {
		site, n := at.Fn(c), 0
		if site < 0 || site >= len(vertices) {
			return exec.Undefined
		}
		if vertices[site].Layer == 0 {
			return 0
		}
		owner := who.Fn(c)
		for _, s := range l.p.Topo.StepsFrom(topology.Vertex, site) {
			if s.Kind == topology.Vertex && s.In(topology.Downward) && c.State.Who(topology.Vertex, int(s.To)) == owner {
				n++
			}
		}
		return n
	}}
}

// countLegal is the number of legal moves of the mover; a player without one has
// to pass, which counts.
func (l *lowerer) countLegal(*check.Term) Int {
	asking := false
	return Int{Fn: func(c *ctx) int {
		if asking {
			c.Fail(exec.ErrDepth) // moves that depend on their own number
			return 0
		}
		asking = true
		mark := c.Mark()
		first := c.Legal() // before the length is read
		n := len(c.Moves) - first
		c.Release(mark)
		asking = false
		if !c.Over {
			n = max(n, 1)
		}
		return n
	}}
}

// countTrials is the number of games of a match that are over.
func (l *lowerer) countTrials(*check.Term) Int {
	return Int{Fn: func(c *ctx) int { return int(c.Instances) }}
}

// angled asks whether two sites for which conditions hold lie at an angle. Ludii
// measures it between the way from the first to the second and the north, wherever
// the site is that is asked about, and so do we.
func angled(is func(degrees float64) bool) func(l *lowerer, t *check.Term) Bool {
	return func(l *lowerer, t *check.Term) Bool {
		k, _ := l.kindOf(t.Arg("type"))
		at, first, second := l.int(t.Arg("at")), l.bool(t.Arg("a")).Fn, l.bool(t.Arg("b")).Fn
		sites := l.p.Topo.Of(k).Sites
		return Bool{Fn: func(c *ctx) bool {
			site, old, mark := at.Fn(c), c.Site, c.SetMark()
			if site < 0 || site >= len(sites) {
				return false
			}
			ones, others, found := c.Set(), c.Set(), false
			for i := range sites {
				if i == site {
					continue
				}
				c.Site = i
				if first(c) {
					ones.Add(i)
				}
				if second(c) {
					others.Add(i)
				}
			}
			c.Site = old
			for i := ones.Next(0); i >= 0 && !found; i = ones.Next(i + 1) {
				for j := others.Next(i + 1); j >= 0 && !found; j = others.Next(j + 1) {
					p, q := sites[i].Centre, sites[j].Centre
					found = is(math.Abs(math.Atan2(q.X-p.X, p.Y-q.Y) * 180 / math.Pi))
				}
			}
			c.FreeSets(mark)
			return found
		}}
	}
}
