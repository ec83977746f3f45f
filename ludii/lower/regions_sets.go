package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions made of others: unions, differences, expansions, choices, loops.

func init() {
	regionForms["sites.union"] = func(l *lowerer, t *check.Term) Region {
		return l.unionOf([]Region{l.region(t.Arg("a")), l.region(t.Arg("b"))})
	}
	regionForms["sites.union#list"] = func(l *lowerer, t *check.Term) Region {
		return l.unionOf(l.regionList(t.Arg("items")))
	}
	regionForms["sites.intersection"] = func(l *lowerer, t *check.Term) Region {
		return l.intersectionOf([]Region{l.region(t.Arg("a")), l.region(t.Arg("b"))})
	}
	regionForms["sites.intersection#list"] = func(l *lowerer, t *check.Term) Region {
		return l.intersectionOf(l.regionList(t.Arg("items")))
	}
	regionForms["sites.difference"] = (*lowerer).sitesDifference
	regionForms["sites.if"] = (*lowerer).sitesIf
	regionForms["expand"] = (*lowerer).expand
	regionForms["sites.forEach"] = (*lowerer).forEachPlayerSites
	regionForms["sites.forEach#of"] = (*lowerer).forEachSiteSites
	regionForms["sites.forEach Team"] = (*lowerer).forEachTeamSites
	regionForms["sites.forEach Level"] = (*lowerer).forEachLevelSites
	regionForms["sites.forEach#filter"] = (*lowerer).filterSites
	regionForms["sites#iterated"] = func(l *lowerer, _ *check.Term) Region {
		return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits { return c.Region }}
	}
}

// once works out a region that depends on the board and the equipment alone. They
// must be complete.
func (l *lowerer) once(k kind, fn exec.RegionFn) Region {
	c := l.p.NewCtx()
	for k := range c.Sites {
		c.Sites[k].Empty.Fill(len(c.Sites[k].What))
	}
	b := exec.NewBits(l.setSize())
	b.Copy(fn(c))
	return l.staticRegion(b, k)
}

// static tells whether regions never change.
func static(parts ...Region) bool {
	for i := range parts {
		if parts[i].Static == nil {
			return false
		}
	}
	return true
}

func (l *lowerer) regionList(t *check.Term) []Region {
	var list []Region
	for _, it := range t.Items {
		list = append(list, l.region(it))
	}
	return list
}

// kindOfParts is the kind of the sites of a region made of others.
func (l *lowerer) kindOfParts(parts []Region) kind {
	for i := range parts {
		if parts[i].Typed {
			return parts[i].Kind
		}
	}
	if len(parts) > 0 {
		return parts[0].Kind
	}
	return l.p.Default
}

// unionOf lowers a union. What never changes of it is one set.
func (l *lowerer) unionOf(parts []Region) Region {
	k := l.kindOfParts(parts)
	fixed := exec.NewBits(l.setSize())
	var moving []exec.RegionFn
	for i := range parts {
		if parts[i].Static != nil {
			fixed.Or(parts[i].Static)
		} else {
			moving = append(moving, parts[i].Fn)
		}
	}
	if len(moving) == 0 {
		return l.staticRegion(fixed, k)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		b.Copy(fixed)
		mark := c.SetMark()
		for _, f := range moving {
			b.Or(f(c))
			c.FreeSets(mark)
		}
		return b
	}}
}

// intersectionOf lowers an intersection; of nothing it is empty.
func (l *lowerer) intersectionOf(parts []Region) Region {
	k := l.kindOfParts(parts)
	if len(parts) == 0 {
		return l.fixed(nil, k, false)
	}
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		b.Copy(parts[0].Fn(c))
		c.FreeSets(mark)
		for i := range parts[1:] {
			b.And(parts[i+1].Fn(c))
			c.FreeSets(mark)
		}
		return b
	}
	if static(parts...) {
		return l.once(k, fn)
	}
	r := Region{Kind: k, Fn: fn}
	if len(parts) == 2 {
		r.Both = parts
	}
	return r
}

// sitesDifference takes sites, or one site, out of a region.
func (l *lowerer) sitesDifference(t *check.Term) Region {
	a := l.region(t.Arg("a"))
	if without := t.Arg("b"); !isRegion(without) {
		v := l.int(without)
		fn := func(c *ctx) exec.Bits {
			b := c.Set()
			mark := c.SetMark()
			b.Copy(a.Fn(c))
			c.FreeSets(mark)
			b.Remove(v.Fn(c))
			return b
		}
		if a.Static != nil && v.Const {
			return l.once(a.Kind, fn)
		}
		return Region{Kind: a.Kind, Typed: a.Typed, Empties: a.Empties, Fn: fn}
	}
	d := l.region(t.Arg("b"))
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		b.Copy(a.Fn(c))
		b.AndNot(d.Fn(c))
		c.FreeSets(mark)
		return b
	}
	if static(a, d) {
		return l.once(a.Kind, fn)
	}
	return Region{Kind: a.Kind, Typed: a.Typed, Empties: a.Empties, Fn: fn}
}

func (l *lowerer) sitesIf(t *check.Term) Region {
	cond, yes := l.bool(t.Arg("if")), l.region(t.Arg("yes"))
	no := l.fixed(nil, yes.Kind, false)
	if n := t.Arg("no"); n != nil {
		no = l.region(n)
	}
	if cond.Const {
		if cond.V {
			return yes
		}
		return no
	}
	return Region{Kind: yes.Kind, Typed: yes.Typed, Fn: func(c *ctx) exec.Bits {
		if cond.Fn(c) {
			return yes.Fn(c)
		}
		return no.Fn(c)
	}}
}

// expand adds the neighbours of a region, several times over. Along edges all
// neighbours are added, whatever the direction.
func (l *lowerer) expand(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	var in exec.Container
	if cont := t.Arg("container"); cont != nil {
		if in = l.containerAt(cont); in.Kind != exec.BoardContainer {
			k = topology.Cell
		}
	}
	var base Region
	if s := t.Arg("sites"); s != nil {
		base = l.region(s)
	} else {
		v := l.int(t.Arg("origin"))
		base = l.regionOfInt(v)
		if v.Const {
			base = l.fixed([]int{v.V}, k, false)
		}
	}
	steps := l.intOr(t.Arg("steps"), 1)
	beside := l.beside(k)
	if d := t.Arg("direction"); d != nil && k != topology.Edge {
		beside = l.neighbours(k, direction(d))
	}
	if in.Kind != exec.BoardContainer {
		beside = inRow(in, t.Arg("direction"))
	}
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		b.Copy(base.Fn(c))
		c.FreeSets(mark)
		n := steps.Fn(c)
		if n <= 0 {
			return b
		}
		edge := c.Set()
		edge.Copy(b)
		next := c.Set()
		// Only what was new in the last round has new neighbours.
		for ; n > 0 && !edge.Empty(); n-- {
			next.Clear()
			for s := edge.Next(0); s >= 0 && s < len(beside); s = edge.Next(s + 1) {
				c.Tick()
				for _, to := range beside[s] {
					next.Add(to)
				}
			}
			next.AndNot(b)
			b.Or(next)
			c.Spend(1 + len(b)/8)
			edge, next = next, edge
		}
		c.FreeSets(mark)
		return b
	}
	if base.Static != nil && steps.Const {
		r := l.once(k, fn)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: fn}
}

// inRow lists by site the sites beside it in a container that is no board, which
// lie in a row from west to east. The directions other than along it lead nowhere.
func inRow(in exec.Container, d *check.Term) [][]int {
	east, west := true, true
	if d != nil {
		switch direction(d) {
		case topology.E:
			west = false
		case topology.W:
			east = false
		case topology.Adjacent, topology.Orthogonal, topology.All, topology.Axial:
		default:
			east, west = false, false
		}
	}
	all := make([][]int, in.From+in.N)
	for s := in.From; s < in.From+in.N; s++ {
		if west && s > in.From {
			all[s] = append(all[s], s-1)
		}
		if east && s+1 < in.From+in.N {
			all[s] = append(all[s], s+1)
		}
	}
	return all
}

// beside lists by site all sites beside it.
func (l *lowerer) beside(k kind) [][]int {
	sites := l.p.Topo.Of(k).Sites
	all := make([][]int, len(sites))
	for i := range sites {
		all[i] = sites[i].Adjacent
	}
	return all
}

// forEachPlayerSites joins a region for some players.
func (l *lowerer) forEachPlayerSites(t *check.Term) Region {
	players, r := l.ints(t.Arg("ints")), l.region(t.Arg("sites"))
	return Region{Kind: r.Kind, Typed: r.Typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		old := c.Player
		list := players(c, c.Ints())
		for _, p := range list {
			c.Tick()
			if p < 0 || p > c.Prog.Shared() {
				continue
			}
			c.Player = p
			b.Or(r.Fn(c))
			c.FreeSets(mark)
		}
		c.PutInts(list)
		c.Player = old
		return b
	}}
}

// forEachSiteSites joins a region for the sites of another.
func (l *lowerer) forEachSiteSites(t *check.Term) Region {
	of, r := l.region(t.Arg("of")), l.region(t.Arg("sites"))
	return Region{Kind: r.Kind, Typed: r.Typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		old := c.Site
		sites := of.Fn(c)
		inner := c.SetMark()
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			c.Tick()
			c.Site = s
			b.Or(r.Fn(c))
			c.FreeSets(inner)
		}
		c.Site = old
		c.FreeSets(mark)
		return b
	}}
}

// forEachTeamSites joins a region for all teams with members.
func (l *lowerer) forEachTeamSites(t *check.Term) Region {
	r := l.region(t.Arg("sites"))
	return Region{Kind: r.Kind, Typed: r.Typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		old := c.Members
		members := c.Ints()
		for team := 1; team <= c.Prog.Players; team++ {
			members = members[:0]
			for p := 1; p <= c.Prog.Players; p++ {
				if int(c.Team[p]) == team {
					members = append(members, p)
				}
			}
			if len(members) == 0 {
				continue
			}
			c.Members = members
			b.Or(r.Fn(c))
			c.FreeSets(mark)
		}
		c.Members = old
		c.PutInts(members)
		return b
	}}
}

// forEachLevelSites is the levels of a stack for which a condition holds.
func (l *lowerer) forEachLevelSites(t *check.Term) Region {
	k, _ := l.kindOf(t.Arg("type"))
	at := l.int(t.Arg("at"))
	cond := l.test(t.Arg("if"))
	start := l.intOr(t.Arg("startAt"), exec.Undefined)
	up := t.Arg("order") != nil && t.Arg("order").Text == "FromBottom"
	kinds := l.at(k)
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		site := at.Fn(c)
		n := levels(c, kinds(c, site), site)
		old := c.Level
		test := func(level int) {
			c.Level = level
			if cond == nil || cond(c) {
				b.Add(level)
			}
			c.FreeSets(mark)
		}
		from := start.Fn(c)
		if up {
			for level := max(from, 0); level < n; level++ {
				c.Tick()
				test(level)
			}
		} else {
			if from < 0 || from >= n {
				from = n - 1
			}
			for level := from; level >= 0; level-- {
				test(level)
			}
		}
		c.Level = old
		return b
	}}
}

// filterSites is the sites of a region for which a condition holds.
func (l *lowerer) filterSites(t *check.Term) Region {
	r, cond := l.region(t.Arg("sites")), l.bool(t.Arg("if"))
	if cond.Const && cond.V {
		return r
	}
	// find puts them into b; without b it ends with the first.
	find := func(c *ctx, b exec.Bits) (some bool) {
		mark := c.SetMark()
		old := c.Site
		sites := r.Fn(c)
		inner := c.SetMark()
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			c.Tick()
			c.Site = s
			holds := cond.Fn(c)
			c.FreeSets(inner)
			if !holds {
				continue
			}
			if some = true; b == nil {
				break
			}
			b.Add(s)
		}
		c.Site = old
		c.FreeSets(mark)
		return some
	}
	return Region{Kind: r.Kind, Typed: r.Typed, Among: r.Fn, Test: cond.Fn, None: func(c *ctx) bool { return !find(c, nil) }, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		find(c, b)
		return b
	}}
}
