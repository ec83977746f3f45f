package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions that are grown or walked over the board: groups, sites at a distance,
// incident sites, walks, patterns.

func init() {
	regionForms["sites Group"] = (*lowerer).sitesGroup
	regionForms["sites Distance"] = (*lowerer).sitesDistance
	regionForms["sites Incident"] = (*lowerer).sitesIncident
	regionForms["sites Crossing"] = (*lowerer).sitesCrossing
	regionForms["sites#walk"] = (*lowerer).sitesWalk
	regionForms["sites Pattern"] = (*lowerer).sitesPattern
}

// sitesGroup is the sites connected with some sites: those with the same piece, or
// those for which a condition on (to) holds.
func (l *lowerer) sitesGroup(t *check.Term) Region {
	l.only(t, "type", "at", "from", "direction", "if", "isVisible")
	k, typed := l.kindOf(t.Arg("type"))
	w := l.net(t.Arg("direction"), topology.Adjacent, k)
	cond := l.test(t.Arg("if"))
	sight := l.sight(t, k)
	always := t.Arg("if") != nil && cond == nil
	// Of flat sites, those that hold the same piece are a set of the state.
	var beside []exec.Bits
	if t.Arg("if") == nil && sight == nil && w.near != nil && !l.p.Flags.Stacking {
		beside = l.tabled(k, func(site int, b exec.Bits) {
			for _, to := range w.near[site] {
				b.Add(to)
			}
		})
	}
	number := l.groups
	l.groups++
	var site Int
	var where Region
	one := t.Arg("at") != nil
	if one {
		site = l.int(t.Arg("at"))
	} else {
		where = l.region(t.Arg("from"))
	}
	r := Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		mark := c.SetMark()
		origin := c.Ints()
		if one {
			origin = append(origin, site.Fn(c))
		} else {
			origin = where.Fn(c).Append(origin)
		}
		c.FreeSets(mark)
		from, to := c.From, c.To
		group := c.Set()
		inner := c.SetMark()
		list, near := c.Ints(), c.Ints()
		for _, s := range origin {
			if !w.on(s) || sight != nil && sight.hidden(c, s) {
				continue
			}
			c.To = s
			if cond != nil && !cond(c) {
				c.To = to
				continue
			}
			what := c.State.What(k, s)
			if beside != nil && what > 0 {
				c.To = to
				if members := c.Sites[k].At[what]; members.Has(s) {
					b.Or(c.Group(number, beside, members, s, flood))
				} else { // somebody who stands there only in thought
					flood(c, beside, members, s, b)
				}
				continue
			}
			c.From = s
			group.Clear()
			group.Add(s)
			list = append(list[:0], s)
			for i := 0; i < len(list); i++ {
				c.Tick()
				near = near[:0]
				beside := w.of(c, list[i], near)
				for _, next := range beside {
					if group.Has(next) || sight != nil && (sight.hidden(c, next) || sight.parted(c, list[i], next)) {
						continue
					}
					c.To = next
					if cond != nil && cond(c) || always || cond == nil && c.State.What(k, next) == what {
						group.Add(next)
						list = append(list, next)
					}
					c.FreeSets(inner)
				}
			}
			c.From, c.To = from, to
			b.Or(group)
		}
		c.From, c.To = from, to
		c.PutInts(near)
		c.PutInts(list)
		c.PutInts(origin)
		c.FreeSets(mark)
		return b
	}}
	if one && beside != nil {
		r.Has = func(c *ctx, wanted int) bool {
			if s := site.Fn(c); w.on(s) {
				if what := c.State.What(k, s); what > 0 && c.Sites[k].At[what].Has(s) {
					return c.Group(number, beside, c.Sites[k].At[what], s, flood).Has(wanted)
				}
			}
			mark := c.SetMark()
			has := r.Fn(c).Has(wanted)
			c.FreeSets(mark)
			return has
		}
	}
	return r
}

// flood adds to a set what hangs together with a site among the members of another
// set.
func flood(c *ctx, beside []exec.Bits, members exec.Bits, site int, into exec.Bits) {
	mark := c.SetMark()
	edge, next := c.Set(), c.Set()
	edge.Add(site)
	into.Add(site)
	for !edge.Empty() {
		c.Spend(1 + len(next)/8)
		next.Clear()
		for i := edge.Next(0); i >= 0; i = edge.Next(i + 1) {
			c.Spend(1 + len(next)/8)
			next.Or(beside[i])
		}
		next.And(members)
		next.AndNot(into)
		into.Or(next)
		edge, next = next, edge
	}
	c.FreeSets(mark)
}

// sitesDistance is the sites at some distances from a site: over the neighbours of
// some sort whatever stands on them, or with steps of a given kind.
func (l *lowerer) sitesDistance(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	from := l.int(t.Arg("from"))
	low, high := l.bounds(t.Arg("range"))
	if step := t.Arg("step"); step != nil {
		return l.sitesSteps(t, step, k, from, low, high)
	}
	relation := "Adjacent"
	if r := t.Arg("relation"); r != nil {
		relation = r.Text
	}
	near := l.related(k, l.distanceRelation(relation))
	fn := func(c *ctx) exec.Bits {
		b := c.Set()
		s := from.Fn(c)
		least := low.Fn(c)
		if s < 0 || s >= len(near) || least < 0 {
			return b
		}
		most := high.Fn(c)
		mark := c.SetMark()
		seen, edge, next := c.Set(), c.Set(), c.Set()
		seen.Add(s)
		edge.Add(s)
		for n := 0; n <= most && !edge.Empty(); n++ {
			if n >= least {
				b.Or(edge)
			}
			next.Clear()
			for i := edge.Next(0); i >= 0; i = edge.Next(i + 1) {
				c.Tick()
				for _, to := range near[i] {
					c.Tick()
					next.Add(to)
				}
			}
			next.AndNot(seen)
			seen.Or(next)
			edge, next = next, edge
		}
		c.FreeSets(mark)
		return b
	}
	if from.Const && low.Const && high.Const {
		r := l.once(k, fn)
		r.Typed = typed
		return r
	}
	return Region{Kind: k, Typed: typed, Fn: fn}
}

// sitesSteps is the sites reached with steps as (step …) describes them, in the
// directions of the piece on the first site wherever it has come. As in Ludii, a
// site may be reached again one step after it was first.
func (l *lowerer) sitesSteps(t, step *check.Term, k kind, from, low, high Int) Region {
	dirs := l.dirsOr(step.Arg("direction"), topology.Adjacent)
	var cond exec.BoolFn
	if to := step.Arg("to"); to != nil {
		cond = l.test(to.Arg("if"))
	}
	var turn exec.IntFn
	if r := t.Arg("newRotation"); r != nil {
		turn = l.int(r).Fn
	}
	sites := l.p.Topo.Of(k)
	steps := func(c *ctx, site int, dst []int) []int {
		oldFrom, oldTo := c.From, c.To
		c.From = site
		ds := dirs(c, k, site, c.Dirs())
		for _, d := range ds {
			for _, ray := range along(sites, d, site) {
				c.To = ray[0]
				if cond == nil || cond(c) {
					dst = append(dst, ray[0])
				}
			}
		}
		c.PutDirs(ds)
		c.From, c.To = oldFrom, oldTo
		return dst
	}
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		s := from.Fn(c)
		least := low.Fn(c)
		if s < 0 || s >= len(sites.Sites) || least < 0 {
			return b
		}
		most := high.Fn(c)
		mark := c.SetMark()
		stance := c.Stance
		c.Stance = exec.Stance{Given: true, What: c.State.What(k, s), Rotation: c.RotationAt(k, s, exec.Undefined)}
		seen, listed := c.Set(), c.Set()
		inner := c.SetMark()
		list, next := c.Ints(), c.Ints()
		add := func() {
			for _, i := range next {
				if !listed.Has(i) {
					listed.Add(i)
					list = append(list, i)
				}
			}
		}
		next = steps(c, s, next)
		add()
		seen.Add(s)
		seen.Or(listed)
		if 1 >= least {
			b.Or(listed)
		}
		current := c.Ints()
		for n := 1; len(list) > 0 && n < most; {
			c.Tick()
			current = append(current[:0], list...)
			list = list[:0]
			listed.Clear()
			for _, i := range current {
				if turn != nil {
					value := c.Value
					c.Value = c.Stance.Rotation
					c.Stance.Rotation = turn(c)
					c.Value = value
				}
				next = steps(c, i, next[:0])
				for _, to := range next {
					if !seen.Has(to) && !listed.Has(to) {
						listed.Add(to)
						list = append(list, to)
					}
				}
				c.FreeSets(inner)
			}
			for _, i := range current {
				seen.Add(i)
			}
			if n++; n >= least {
				b.Or(listed)
			}
		}
		c.PutInts(current)
		c.PutInts(next)
		c.PutInts(list)
		c.Stance = stance
		c.FreeSets(mark)
		return b
	}}
}

// sitesIncident is the sites of one kind that touch a site of another, perhaps only
// those of an owner. Of a corner, the corners are the cells at its edges, without
// that of its own number: so Ludii has it.
func (l *lowerer) sitesIncident(t *check.Term) Region {
	result, _ := l.kindOf(t.Arg("result"))
	of, _ := l.kindOf(t.Arg("of"))
	at := l.int(t.Arg("at"))
	edges := l.p.Topo.Of(topology.Edge).Sites
	vertices := l.p.Topo.Of(topology.Vertex).Sites
	others := func(b exec.Bits, list []int, self int) {
		for _, i := range list {
			if i != self {
				b.Add(i)
			}
		}
	}
	table := make([]exec.Bits, l.p.Topo.NumSites(of))
	for i := range table {
		b := exec.NewBits(l.setSize())
		s := &l.p.Topo.Of(of).Sites[i]
		switch {
		case of != result:
			for _, j := range [...][]int{topology.Vertex: s.Vertices, topology.Edge: s.Edges, topology.Cell: s.Cells}[result] {
				b.Add(j)
			}
		case of == topology.Edge:
			for _, v := range s.Vertices {
				others(b, vertices[v].Edges, i)
			}
		default:
			for _, e := range s.Edges {
				others(b, edges[e].Cells, i)
			}
		}
		table[i] = b
	}
	owner := t.Arg("role")
	if o := t.Arg("owner"); o != nil {
		owner = o
	}
	if owner == nil {
		return l.fromTable(at, table, result, true)
	}
	who := l.owned(owner)
	return Region{Kind: result, Typed: true, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		i := at.Fn(c)
		if i < 0 || i >= len(table) {
			return b
		}
		p := who.Fn(c)
		for s := table[i].Next(0); s >= 0; s = table[i].Next(s + 1) {
			c.Tick()
			if w := c.State.Who(result, s); w == p || w != 0 && p == c.Prog.Shared() {
				b.Add(s)
			}
		}
		return b
	}}
}

// sitesCrossing is the edges of an owner that cross an edge: of everybody, those
// that hold something.
func (l *lowerer) sitesCrossing(t *check.Term) Region {
	at, ends := l.int(t.Arg("at")), l.edgeEnds()
	vertices := l.p.Topo.Of(topology.Vertex).Sites
	who := Const(l.p.Shared())
	if owner := t.Arg("player"); owner != nil {
		who = l.owned(owner)
	}
	return Region{Kind: topology.Edge, Typed: true, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		e := at.Fn(c)
		if e < 0 || e >= len(ends) {
			return b
		}
		p := who.Fn(c)
		for f := range ends {
			held := c.State.Who(topology.Edge, f) == p
			if p == c.Prog.Shared() {
				held = c.State.What(topology.Edge, f) != 0
			}
			if f != e && held && cross(vertices, ends[e], ends[f]) {
				b.Add(f)
			}
		}
		return b
	}}
}

// sitesWalk is the ends of some walks from a site.
func (l *lowerer) sitesWalk(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	at := iterFrom()
	if s := t.Arg("site"); s != nil {
		at = l.int(s)
	}
	ends := l.walk(t.Arg("walk"), t.Arg("rotations"), k)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits { return ends(c, at.Fn(c)) }}
}

// sitesPattern is the sites of a walk, in any direction, that hold certain pieces
// one after the other; without any named, that of the first site.
func (l *lowerer) sitesPattern(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	at := l.siteOr(t.Arg("from"))
	var whats []Int
	switch list := t.Arg("whats"); {
	case list != nil:
		for _, it := range list.Items {
			whats = append(whats, l.int(it))
		}
		if len(whats) == 0 {
			l.refuse(list, CodeMeaning, "an empty list of pieces")
		}
	case t.Arg("what") != nil:
		whats = []Int{l.int(t.Arg("what"))}
	}
	var walk []byte
	for _, s := range t.Arg("walk").Items {
		walk = append(walk, s.Text...)
	}
	sites := l.p.Topo.Of(k)
	dirs := sites.Directions[topology.Orthogonal]
	supported := setOfDirections(dirs)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		from := at.Fn(c)
		if from < 0 || from >= len(sites.Sites) {
			return b
		}
		want, met := c.Ints(), c.Ints()
		for i := range whats {
			want = append(want, whats[i].Fn(c))
		}
		if len(want) == 0 {
			want = append(want, c.State.What(k, from))
		}
		for _, d := range dirs {
			if c.State.What(k, from) != want[0] {
				break
			}
			met = append(met[:0], from)
			site := from
			for _, step := range walk {
				switch step {
				case 'F':
					site = stride(sites, site, d)
					if site >= 0 && c.State.What(k, site) != want[len(met)%len(want)] {
						site = exec.Off
					}
					met = append(met, site)
				case 'R':
					d = next(d, right, supported)
				case 'L':
					d = next(d, left, supported)
				}
				if site < 0 {
					break
				}
			}
			if site < 0 {
				continue
			}
			for _, s := range met {
				b.Add(s)
			}
		}
		c.PutInts(met)
		c.PutInts(want)
		return b
	}}
}

// stride is the site that a walk comes to with a step, Off if there is none. Of
// several in the same direction it is the last.
func stride(s *topology.Sites, site int, d topology.Direction) int {
	rays := along(s, d, site)
	if len(rays) == 0 {
		return exec.Off
	}
	return rays[len(rays)-1][0]
}
