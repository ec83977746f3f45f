package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Lists of numbers. Their order is kept: that of writing, of ascending sites, of
// players, of the moment at which values were remembered.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) exec.IntsFn{
		"array": func(l *lowerer, t *check.Term) exec.IntsFn { return l.ints(t.Arg("items")) },
		"array#sites": func(l *lowerer, t *check.Term) exec.IntsFn {
			return l.sites(nil, t.Arg("sites"))
		},
		"ints.union": func(l *lowerer, t *check.Term) exec.IntsFn { return l.unionInts(t.Arg("a"), t.Arg("b")) },
		"ints.union#list": func(l *lowerer, t *check.Term) exec.IntsFn {
			return l.unionInts(t.Arg("items").Items...)
		},
		"ints.intersection": func(l *lowerer, t *check.Term) exec.IntsFn {
			return l.intersectionInts(t.Arg("b"), t.Arg("a")) // the order is that of the second
		},
		"ints.intersection#list": func(l *lowerer, t *check.Term) exec.IntsFn {
			return l.intersectionInts(t.Arg("items").Items...)
		},
		"ints.difference":   (*lowerer).differenceInts,
		"ints.if":           (*lowerer).intsIf,
		"ints.players":      (*lowerer).playerInts,
		"ints.players#team": (*lowerer).teamInts,
		"team": func(*lowerer, *check.Term) exec.IntsFn {
			return func(c *ctx, dst []int) []int { return append(dst, c.Members...) }
		},
		"results":                (*lowerer).results,
		"rotations":              (*lowerer).rotations,
		"sizes Group":            (*lowerer).groupSizes,
		"ints.values Remembered": (*lowerer).remembered,
	} {
		intsForms[name] = f
	}
}

// unionInts joins lists. What the later ones have that is there already is left
// out; the first is kept as it is.
func (l *lowerer) unionInts(items ...*check.Term) exec.IntsFn {
	lists := make([]exec.IntsFn, len(items))
	for i, it := range items {
		lists[i] = l.ints(it)
	}
	return func(c *ctx, dst []int) []int {
		first := len(dst)
		for i, f := range lists {
			if i == 0 {
				dst = f(c, dst)
				continue
			}
			x := f(c, c.Ints())
			for _, v := range x {
				if c.Scan(len(dst) - first); !slices.Contains(dst[first:], v) {
					dst = append(dst, v)
				}
			}
			c.PutInts(x)
		}
		return dst
	}
}

// intersectionInts is what of the first list is in all others too.
func (l *lowerer) intersectionInts(items ...*check.Term) exec.IntsFn {
	lists := make([]exec.IntsFn, len(items))
	for i, it := range items {
		lists[i] = l.ints(it)
	}
	return func(c *ctx, dst []int) []int {
		first := len(dst)
		for i, f := range lists {
			if i == 0 {
				dst = f(c, dst)
				continue
			}
			x := f(c, c.Ints())
			kept := dst[:first]
			for _, v := range dst[first:] {
				if c.Scan(len(x)); slices.Contains(x, v) {
					kept = append(kept, v)
				}
			}
			dst = kept
			c.PutInts(x)
		}
		return dst
	}
}

// differenceInts takes the numbers of a list, or one number, out of another list:
// for each its first occurrence.
func (l *lowerer) differenceInts(t *check.Term) exec.IntsFn {
	a := l.ints(t.Arg("a"))
	less := t.Arg("b")
	if less.List || less.Form != nil && less.Form.Result != check.Int {
		b := l.ints(less)
		return func(c *ctx, dst []int) []int {
			first := len(dst)
			dst = a(c, dst)
			x := b(c, c.Ints())
			for _, v := range x {
				c.Scan(len(dst) - first)
				dst = removeFirst(dst, first, v)
			}
			c.PutInts(x)
			return dst
		}
	}
	v := l.int(less)
	return func(c *ctx, dst []int) []int {
		first := len(dst)
		return removeFirst(a(c, dst), first, v.Fn(c))
	}
}

// removeFirst takes the first occurrence of a number behind a place out of a list.
func removeFirst(list []int, first, v int) []int {
	if i := slices.Index(list[first:], v); i >= 0 {
		list = slices.Delete(list, first+i, first+i+1)
	}
	return list
}

func (l *lowerer) intsIf(t *check.Term) exec.IntsFn {
	cond, yes, no := l.bool(t.Arg("if")), l.ints(t.Arg("yes")), l.ints(t.Arg("no"))
	return func(c *ctx, dst []int) []int {
		if cond.Fn(c) {
			return yes(c, dst)
		}
		return no(c, dst)
	}
}

// playerInts is some players as seen from one, the mover if none is given, of
// which a condition holds. Nobody and everybody are among all of them.
func (l *lowerer) playerInts(t *check.Term) exec.IntsFn {
	who := t.Arg("who").Text
	of := l.player(t.Arg("of"))
	given := t.Arg("of") != nil
	cond := l.boolOr(t.Arg("if"), true)
	teams := l.p.Flags.Team
	return func(c *ctx, dst []int) []int {
		p, n := of.Fn(c), c.Prog.Players
		if given && (p == 0 || p > n) {
			return dst
		}
		in := func(q int) bool { return c.Team[q] == c.Team[max(p, 0)] }
		low, high := 1, n
		belongs := func(int) bool { return true }
		switch who {
		case "All":
			low, high = 0, n+1
		case "NonMover":
			low, belongs = 0, func(q int) bool { return q != int(c.Mover) }
		case "Ally":
			belongs = func(q int) bool { return teams && q != p && in(q) }
		case "Enemy":
			belongs = func(q int) bool { return q != p }
			if teams {
				belongs = func(q int) bool { return q != int(c.Mover) && !in(q) }
			}
		case "Friend":
			if !teams {
				return append(dst, p)
			}
			belongs = in
		}
		old := c.Player
		for q := low; q <= high; q++ {
			c.Tick()
			c.Player = q
			if belongs(q) && cond.Fn(c) {
				dst = append(dst, q)
			}
		}
		c.Player = old
		return dst
	}
}

// teamInts is the members of a team of which a condition holds; without teams the
// player of that number.
func (l *lowerer) teamInts(t *check.Term) exec.IntsFn {
	team, _ := numbered(t.Arg("who").Text, "Team")
	cond := l.boolOr(t.Arg("if"), true)
	teams := l.p.Flags.Team
	return func(c *ctx, dst []int) []int {
		if !teams {
			if team <= c.Prog.Players {
				dst = append(dst, team)
			}
			return dst
		}
		old := c.Player
		for p := 1; p <= c.Prog.Players; p++ {
			c.Player = p
			if int(c.Team[p]) == team && cond.Fn(c) {
				dst = append(dst, p)
			}
		}
		c.Player = old
		return dst
	}
}

// startsAt lowers a site or a region as a list without negative numbers.
func (l *lowerer) startsAt(t *check.Term) exec.IntsFn {
	if isRegion(t) {
		return l.sites(nil, t)
	}
	v := l.int(t)
	return func(c *ctx, dst []int) []int {
		if s := v.Fn(c); s >= 0 {
			dst = append(dst, s)
		}
		return dst
	}
}

// results is the values of a function for every (from) and every (to).
func (l *lowerer) results(t *check.Term) exec.IntsFn {
	from, to, value := l.startsAt(t.Arg("from")), l.startsAt(t.Arg("to")), l.int(t.Arg("value"))
	return func(c *ctx, dst []int) []int {
		oldFrom, oldTo := c.From, c.To
		a, b := from(c, c.Ints()), c.Ints()
		for _, s := range a {
			c.From = s
			b = to(c, b[:0])
			for _, e := range b {
				c.To = e
				dst = append(dst, value.Fn(c))
			}
		}
		c.PutInts(b)
		c.PutInts(a)
		c.From, c.To = oldFrom, oldTo
		return dst
	}
}

// rotations is the numbers by which a tile may be turned so as to face in some
// directions.
func (l *lowerer) rotations(t *check.Term) exec.IntsFn {
	topo := l.p.Topo.Of(l.p.Default)
	ratio := 0
	if n := l.tileSides(); n > 0 {
		ratio = len(topo.Directions[topology.All]) / n
	}
	if ratio == 0 {
		l.refuse(t, CodeMeaning, "tiles cannot be turned on this board")
		return func(_ *ctx, dst []int) []int { return dst }
	}
	var list []int
	add := func(d topology.Direction) {
		if n := int(d) / ratio; d.Compass() && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	for _, name := range names(t.Arg("directions")) {
		d, _ := topology.ParseDirection(name)
		switch {
		case relation(d):
			for _, single := range topo.Directions[d] {
				add(single)
			}
		case !d.Group():
			if !d.Compass() {
				l.refuse(t, CodeArgument, "turning towards %s is not supported", d)
			}
			add(d)
		}
	}
	return func(_ *ctx, dst []int) []int { return append(dst, list...) }
}

// tileSides is the number of sides of the board's tiles, as Ludii counts them: of the
// first cell.
func (l *lowerer) tileSides() int {
	cells := l.p.Topo.Of(topology.Cell).Sites
	if len(cells) == 0 {
		return 0
	}
	return len(cells[0].Edges)
}

// groupSizes is the numbers of sites of all groups that are large enough: of a
// player's pieces, of all pieces, or of those for which a condition holds. Groups
// come in the order of the players, and of the components and first sites of each.
func (l *lowerer) groupSizes(t *check.Term) exec.IntsFn {
	k, _ := l.kindOf(t.Arg("type"))
	w := l.net(t.Arg("direction"), topology.Adjacent, k)
	cond := l.test(t.Arg("if"))
	always := t.Arg("if") != nil && cond == nil
	role, of := t.Arg("roleType"), t.Arg("of")
	all := t.Arg("if") == nil && of == nil && role == nil || role != nil && (role.Text == "All" || role.Text == "Shared")
	who := Const(l.p.Shared())
	switch {
	case of != nil:
		who = l.int(of)
	case role != nil:
		who = l.role(role)
	}
	least := l.intOr(t.Arg("min"), 0)
	comps := l.p.Components
	n := l.siteCount(k)
	return func(c *ctx, dst []int) []int {
		p, fewest := who.Fn(c), least.Fn(c)
		mark := c.SetMark()
		done, group := c.Set(), c.Set()
		inner := c.SetMark()
		list, near := c.Ints(), c.Ints()
		from, to := c.From, c.To
		belongs := func(site int) bool {
			switch {
			case always || cond != nil && cond(c):
				return true
			case t.Arg("if") == nil && c.State.Who(k, site) == p:
				return true
			}
			return all && c.State.What(k, site) != 0
		}
		grow := func(s int) {
			if done.Has(s) {
				return
			}
			c.From = s
			if !belongs(s) {
				return
			}
			group.Clear()
			group.Add(s)
			list = append(list[:0], s)
			for i := 0; i < len(list); i++ {
				c.Tick()
				near = near[:0]
				for _, next := range w.of(c, list[i], near) {
					if group.Has(next) {
						continue
					}
					c.To = next
					if belongs(next) {
						group.Add(next)
						list = append(list, next)
					}
					c.FreeSets(inner)
				}
			}
			if len(list) >= fewest {
				dst = append(dst, len(list))
			}
			done.Or(group)
		}
		low, high := p, p
		if all {
			low, high = 1, c.Prog.Players
		}
		for player := low; player <= high; player++ {
			c.Tick()
			for what := 1; what < len(comps); what++ {
				if comps[what].Owner != player {
					continue
				}
				at := c.Sites[k].At[what]
				for s := at.Next(0); s >= 0 && s < n; s = at.Next(s + 1) {
					c.Tick()
					grow(s)
				}
			}
		}
		c.From, c.To = from, to
		c.PutInts(near)
		c.PutInts(list)
		c.FreeSets(mark)
		return dst
	}
}

// remembered is the values remembered under a name, or without one.
func (l *lowerer) remembered(t *check.Term) exec.IntsFn {
	name := ""
	if n := t.Arg("name"); n != nil {
		name = n.Text
	}
	i := l.memory(name)
	return func(c *ctx, dst []int) []int {
		if i < len(c.Memory) {
			c.Scan(len(c.Memory[i]))
			for _, v := range c.Memory[i] {
				dst = append(dst, int(v))
			}
		}
		return dst
	}
}
