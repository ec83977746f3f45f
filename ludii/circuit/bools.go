package circuit

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

var boolForms map[string]func(c *compiler, t *check.Term, e env) Lit

func init() {
	relation := func(f func(v, w int) bool) func(c *compiler, t *check.Term, e env) Lit {
		return func(c *compiler, t *check.Term, e env) Lit { return c.relation(t, e, f) }
	}
	player := func(is func(c *compiler, e env, p int) Lit) func(c *compiler, t *check.Term, e env) Lit {
		return func(c *compiler, t *check.Term, e env) Lit {
			return c.over(c.int(t.Arg("player"), e), func(p int) Lit { return is(c, e, p) })
		}
	}
	parity := func(odd int) func(c *compiler, t *check.Term, e env) Lit {
		return func(c *compiler, t *check.Term, e env) Lit {
			if t.Arg("value") == nil {
				return lit(odd == 0)
			}
			if t.Arg("value").Name() == "int.count Moves" {
				l := c.oddMoves()
				if e.v.moved {
					l = l.Not()
				}
				if odd == 0 {
					l = l.Not()
				}
				return l
			}
			return c.over(c.int(t.Arg("value"), e), func(v int) Lit { return lit(v&1 == odd) })
		}
	}
	boolForms = map[string]func(c *compiler, t *check.Term, e env) Lit{
		"bool.and": (*compiler).andOf, "bool.and#list": (*compiler).andOf, "bool.or": (*compiler).orOf, "bool.or#list": (*compiler).orOf,
		"not": func(c *compiler, t *check.Term, e env) Lit { return c.bool(t.Arg("a"), e).Not() },
		"xor": func(c *compiler, t *check.Term, e env) Lit {
			a, b := c.bool(t.Arg("a"), e), c.bool(t.Arg("b"), e)
			return c.g.pick(a, b.Not(), b)
		},
		"bool.if": (*compiler).ifBool,
		"=":       relation(func(v, w int) bool { return v == w }), "!=": relation(func(v, w int) bool { return v != w }),
		"<": relation(func(v, w int) bool { return v < w }), "<=": relation(func(v, w int) bool { return v <= w }),
		">": relation(func(v, w int) bool { return v > w }), ">=": relation(func(v, w int) bool { return v >= w }),
		"=#sites":  (*compiler).sameSites,
		"!=#sites": func(c *compiler, t *check.Term, e env) Lit { return c.sameSites(t, e).Not() },
		"is Empty": func(c *compiler, t *check.Term, e env) Lit { return c.overSites(t, e, e.empty) },
		"is Occupied": func(c *compiler, t *check.Term, e env) Lit {
			return c.overSites(t, e, func(s int) Lit { return e.is(s, 0).Not() })
		},
		"is In":     (*compiler).isIn,
		"is Enemy":  player(func(_ *compiler, e env, p int) Lit { return lit(p != 0 && p != e.mover) }),
		"is Friend": player(func(_ *compiler, e env, p int) Lit { return lit(p == e.mover) }),
		"is Mover":  player(func(_ *compiler, e env, p int) Lit { return lit(p == e.mover) }),
		"is Next":   player(func(_ *compiler, e env, p int) Lit { return lit(p == e.next) }),
		"is Prev":   player(func(c *compiler, e env, p int) Lit { return c.prev(e).is(p) }),
		"is Even":   parity(0), "is Odd": parity(1),
		"is Full":       func(c *compiler, _ *check.Term, e env) Lit { return c.isFull(e) },
		"is Line":       (*compiler).isLine,
		"is Connected":  (*compiler).isConnected,
		"is Within":     (*compiler).isWithin,
		"can Move":      func(c *compiler, t *check.Term, e env) Lit { return c.canMove(t.Arg("moves"), e) },
		"bool.no Moves": (*compiler).noMoves, "bool.no Pieces": func(c *compiler, t *check.Term, e env) Lit { return c.g.or(c.census(t, e)...).Not() },
		"is Triggered": (*compiler).isTriggered, "is Visited": (*compiler).isVisited,
		"all Sites":  (*compiler).allSites,
		"all Passed": (*compiler).allPassed,
	}
}

// bool works a condition out.
func (c *compiler) bool(t *check.Term, e env) Lit {
	switch {
	case t == nil:
		return True
	case c.isStatic(t):
		return lit(c.at(e).Bool(t))
	case t.Form != nil:
		if f := boolForms[t.Name()]; f != nil {
			c.glance()
			if c.depth++; c.depth > deepest {
				refuse("conditions within conditions")
			}
			l := f(c, t, e)
			c.depth--
			return l
		}
		refuse("(%s …)", t.Name())
	}
	return lit(t.Bool)
}

func (c *compiler) andOf(t *check.Term, e env) Lit {
	all := True
	for _, x := range parts(t) {
		if all = c.g.and(all, c.bool(x, e)); all == False {
			return False
		}
	}
	return all
}

func (c *compiler) orOf(t *check.Term, e env) Lit {
	some := False
	for _, x := range parts(t) {
		if some = c.g.or(some, c.bool(x, e)); some == True {
			return True
		}
	}
	return some
}

func (c *compiler) ifBool(t *check.Term, e env) Lit {
	no := False
	if x := t.Arg("no"); x != nil {
		no = c.bool(x, e)
	}
	return c.g.pick(c.bool(t.Arg("if"), e), c.bool(t.Arg("yes"), e), no)
}

// relation compares two numbers. Counters are compared bit by bit.
func (c *compiler) relation(t *check.Term, e env, f func(v, w int) bool) Lit {
	a, b := t.Arg("a"), t.Arg("b")
	if l, ok := c.counted(a, b, e, f); ok {
		return l
	}
	if l, ok := c.counted(b, a, e, func(v, w int) bool { return f(w, v) }); ok {
		return l
	}
	x, y := c.int(a, e), c.int(b, e)
	if slices.Contains(x.v, manyGroups) && y.v[len(y.v)-1] > 1 || slices.Contains(y.v, manyGroups) && x.v[len(x.v)-1] > 1 {
		refuse("a number of groups that is compared with more than 1")
	}
	return c.compare(x, y, f)
}

func (c *compiler) overSites(t *check.Term, e env, f func(site int) Lit) Lit {
	c.kind(t.Arg("type"))
	return c.over(c.int(t.Arg("site"), e), f)
}

func (c *compiler) sameSites(t *check.Term, e env) Lit {
	a, b := c.region(t.Arg("a"), e), c.region(t.Arg("b"), e)
	var differ []Lit
	for i := range a {
		differ = append(differ, c.g.pick(a[i], b[i].Not(), b[i]))
	}
	return c.g.or(differ...).Not()
}

func (c *compiler) isIn(t *check.Term, e env) Lit {
	of, in := t.Arg("site"), t.Arg("region")
	var one []num
	switch {
	case of == nil:
		one = append(one, constant(e.To))
	case of.List:
		for _, it := range of.Items {
			one = append(one, c.int(it, e))
		}
	default:
		one = append(one, c.int(of, e))
	}
	all := True
	if !in.List && (in.Form == nil || in.Form.Result == check.Sites) {
		r := c.region(in, e)
		for _, n := range one {
			all = c.g.and(all, c.over(n, func(s int) Lit {
				if s < 0 || s >= len(r) {
					return False
				}
				return r[s]
			}))
		}
		return all
	}
	if !c.isStatic(in) {
		refuse("a list that the position decides")
	}
	list := c.fixedInts(in, e)
	for _, n := range one {
		all = c.g.and(all, c.over(n, func(s int) Lit { return lit(slices.Contains(list, s)) }))
	}
	return all
}

func (c *compiler) isFull(e env) Lit {
	var any []Lit
	for s := range c.board {
		any = append(any, e.empty(s))
	}
	return c.g.or(any...).Not()
}

func (c *compiler) isTriggered(t *check.Term, e env) Lit {
	return c.over(c.int(t.Arg("player"), e), func(p int) Lit {
		if p != 1 && p != 2 {
			return False
		}
		return c.g.or(c.triggered()[p], e.v.marked[p])
	})
}

func (c *compiler) isVisited(t *check.Term, e env) Lit {
	at := c.last(e, true)
	if x := t.Arg("value"); x != nil {
		at = c.int(x, e)
	}
	if e.end || e.phases {
		refuse("sites visited, in rules of ends or phases")
	}
	return c.over(at, func(s int) Lit {
		if !c.on(s) {
			return False
		}
		l := c.visits()[s]
		if e.seen != nil {
			l = c.g.or(l, e.seen[s])
		}
		return l
	})
}

func (c *compiler) isWithin(t *check.Term, e env) Lit {
	what := c.int(t.Arg("what"), e)
	var sites []Lit
	switch {
	case t.Arg("at") != nil:
		sites = c.sitesOf(c.int(t.Arg("at"), e))
	case t.Arg("in") != nil:
		sites = c.region(t.Arg("in"), e)
	default:
		sites = c.sitesOf(c.last(e, true))
	}
	return c.over(what, func(w int) Lit {
		if w <= 0 || w >= c.comps {
			return False
		}
		var any []Lit
		for s, l := range sites {
			any = append(any, c.g.and(l, e.is(s, w)))
		}
		return c.g.or(any...)
	})
}

// prev is who moved before.
func (c *compiler) prev(e env) num {
	if e.end {
		refuse("who moved before the last move")
	}
	var b builder
	b.add(0, c.begun.Not())
	b.add(e.mover, c.g.and(c.begun, c.same))
	b.add(3-e.mover, c.g.and(c.begun, c.same.Not()))
	return b.num(c.g)
}

// noMoves is that a player has no move: the next one, in the position after a move, whose turn it then
// is. Of others it is told when they had to pass.
func (c *compiler) noMoves(t *check.Term, e env) Lit {
	if !e.end {
		refuse("(no Moves …) in the midst of a move")
	}
	role := t.Arg("roleType")
	c.stuckAsked[role.Text == "Next"] = true
	if c.stuckAsked[true] && c.stuckAsked[false] {
		refuse("(no Moves …) of the next player and of others")
	}
	if role.Text != "Next" {
		return c.over(c.int(role, e), func(p int) Lit {
			if p != 1 && p != 2 {
				return False
			}
			return c.marks()[p]
		})
	}
	c.unchanging()
	var any []Lit
	for _, p := range c.played[e.next] {
		if !p.forced && !p.swap {
			any = append(any, p.cond)
		}
	}
	return c.g.or(any...).Not()
}

// marks are, by player, that it had to pass when it moved last.
func (c *compiler) marks() []Lit {
	if c.stuck == nil {
		c.stuck = []Lit{False}
		for p := 1; p <= 2; p++ {
			c.stuck = append(c.stuck, c.fact("stuck "+itoa(p), func(s *exec.State) bool {
				return int(s.Mover) != p && s.Stalemated>>(p-1)&1 != 0
			}))
		}
	}
	return c.stuck
}

// unchanging refuses phases that change for others than who has moved, or for who moves again: what they
// are after the move is then not what they were when the end rules were asked.
func (c *compiler) unchanging() {
	phases := c.phases()
	for _, ph := range phases {
		for _, n := range nexts(ph) {
			if who := n.Arg("player"); who == nil || who.Text != "Mover" {
				refuse("phases that change for all, and (no Moves …)")
			}
		}
	}
	c.every(func(_ int, p *played) {
		if len(phases) > 0 && p.again && len(nexts(phases[p.phase])) > 0 {
			refuse("phases that change while moves follow each other, and (no Moves …)")
		}
	})
}

// census is the sites with pieces of some owners, as counts and tests of pieces mean them.
func (c *compiler) census(t *check.Term, e env) []Lit {
	c.kind(t.Arg("type"))
	for _, n := range []string{"roleType", "of"} {
		if x := t.Arg(n); x != nil && !c.isStatic(x) {
			refuse("pieces of whom the position decides")
		}
	}
	owners := c.at(e).Owners(t.Arg("roleType"), t.Arg("of"))
	among := c.f.Named(t.Arg("name"))
	var in []Lit
	if x := t.Arg("in"); x != nil {
		in = c.region(x, e)
	}
	var out []Lit
	for s := range c.n {
		l := e.some(s, func(k content) bool {
			owner := c.p.Components[k.what].Owner
			return k.what > 0 && owner >= 0 && owner < 64 && owners>>uint(owner)&1 != 0 && owners>>uint(c.owners[k.what])&1 != 0 &&
				(t.Arg("name") == nil || slices.Contains(among, k.what))
		})
		if in != nil {
			l = c.g.and(l, in[s])
		}
		if b := t.Arg("if"); b != nil && l != False {
			x := e
			x.To, x.Site = s, s
			l = c.g.and(l, c.bool(b, x))
		}
		out = append(out, l)
	}
	return out
}

func (c *compiler) allSites(t *check.Term, e env) Lit {
	all := True
	for s, l := range c.region(t.Arg("sites"), e) {
		if l == False {
			continue
		}
		x := e
		x.Site = s
		all = c.g.and(all, c.g.or(l.Not(), c.bool(t.Arg("if"), x)))
	}
	return all
}

// isLine looks for a line of pieces through where the last move went, another site, or any of some.
func (c *compiler) isLine(t *check.Term, e env) Lit {
	if c.p.Flags.Stacking {
		return c.isLineByLevel(t, e)
	}
	none(t, "contiguous", "byLevel", "top", "throughHowMuch", "isVisible", "useOpposites")
	c.kind(t.Arg("type"))
	length, ok := c.int(t.Arg("length"), e).fixed()
	if !ok || length < 2 {
		refuse("a line as long as the position decides")
	}
	if d := t.Arg("direction"); d != nil && d.Text == "Rotational" {
		refuse("lines around a centre")
	}
	exact := false
	if x := t.Arg("exact"); x != nil {
		if !c.isStatic(x) {
			refuse("lines whose length the position decides")
		}
		exact = c.at(e).Bool(x)
	}
	var through []Lit
	switch {
	case t.Arg("throughAny") != nil:
		through = c.region(t.Arg("throughAny"), e)
	case t.Arg("through") != nil:
		through = c.sitesOf(c.int(t.Arg("through"), e))
	default:
		through = c.sitesOf(c.last(e, true))
	}
	// The sets of components that a line may be made of, each with when that is so.
	type sort struct {
		of   []int
		when Lit
	}
	var sorts []sort
	add := func(n num) {
		for i, w := range n.v {
			if w >= 0 && w < c.comps {
				sorts = append(sorts, sort{[]int{w}, n.c[i]})
			}
		}
	}
	switch {
	case t.Arg("whats") != nil:
		var of []int
		for _, w := range t.Arg("whats").Items {
			v, ok := c.int(w, e).fixed()
			if !ok {
				refuse("lines of pieces that the position decides")
			}
			of = append(of, v)
		}
		sorts = append(sorts, sort{of, True})
	case t.Arg("what") != nil:
		add(c.int(t.Arg("what"), e))
	case t.Arg("roleType") != nil:
		who := c.int(t.Arg("roleType"), e)
		for i, p := range who.v {
			var of []int
			for w := 1; w < c.comps; w++ {
				if c.p.Components[w].Owner == p {
					of = append(of, w)
				}
			}
			sorts = append(sorts, sort{of, who.c[i]})
		}
	default:
		for w := range c.comps {
			sorts = append(sorts, sort{[]int{w}, True})
		}

	}
	var out []Lit
	for _, k := range sorts {
		member := make([]Lit, c.n)
		for s := range c.board {
			member[s] = e.some(s, func(x content) bool { return slices.Contains(k.of, x.what) })
			if b := t.Arg("if"); b != nil && member[s] != False {
				x := e
				x.To = s
				member[s] = c.g.and(member[s], c.bool(b, x))
			}
		}
		for s, l := range through {
			if l = c.g.and(l, k.when); l == False || member[s] == False || !c.on(s) {
				continue
			}
			var lines []Lit
			c.glance()
			for _, line := range c.f.Lines(t.Arg("direction"), topology.Adjacent, c.k, s) {
				lines = append(lines, c.windows(member, s, line, length, exact)...)
			}
			out = append(out, c.g.and(l, c.g.or(lines...)))
		}
	}
	return c.g.or(out...)
}

// isLineByLevel looks for a line of pieces like the upper one on a site that lie as in a grid: within the
// stack, level, or rising or falling by a level at each site.
func (c *compiler) isLineByLevel(t *check.Term, e env) Lit {
	none(t, "contiguous", "top", "throughHowMuch", "isVisible", "useOpposites", "if", "exact", "what", "whats", "roleType", "throughAny")
	c.kind(t.Arg("type"))
	length, ok := c.int(t.Arg("length"), e).fixed()
	if b := t.Arg("byLevel"); !ok || length < 2 || b == nil || !c.isStatic(b) || !c.at(e).Bool(b) {
		refuse("a line of stacks of this form")
	}
	through := c.sitesOf(c.last(e, true))
	if x := t.Arg("through"); x != nil {
		through = c.sitesOf(c.int(x, e))
	}
	// holds is that a site has a component on a level.
	holds := func(site, level, what int) Lit {
		if level < 0 {
			return False
		}
		return e.some(site, func(k content) bool { return level < k.count && int([]rune(k.levels)[level]) == what })
	}
	var out []Lit
	for s, l := range through {
		if l == False {
			continue
		}
		high := 0
		for _, k := range e.v.what[s].of {
			high = max(high, k.count)
		}
		for h := 1; h <= high; h++ {
			for w := 1; w < c.comps; w++ {
				top := e.some(s, func(k content) bool { return k.count == h && k.what == w })
				var lines []Lit
				if h >= length {
					var is []Lit
					for level := h - length; level < h; level++ {
						is = append(is, holds(s, level, w))
					}
					lines = append(lines, c.g.and(is...))
				}
				for _, line := range c.f.Lines(t.Arg("direction"), topology.Adjacent, c.k, s) {
					for slope := -1; slope <= 1; slope++ {
						for back := range length {
							if back > len(line.Opposite) || length-1-back > len(line.Ray) {
								continue
							}
							var is []Lit
							for i := range back {
								is = append(is, holds(line.Opposite[i], h-1-slope*(i+1), w))
							}
							for i := range length - 1 - back {
								is = append(is, holds(line.Ray[i], h-1+slope*(i+1), w))
							}
							lines = append(lines, c.g.and(is...))
						}
					}
				}
				out = append(out, c.g.and(l, top, c.g.or(lines...)))
			}
		}
	}
	return c.g.or(out...)
}

// windows are the lines of a length through a site along a line of the board.
func (c *compiler) windows(member []Lit, site int, line topology.Line, length int, exact bool) []Lit {
	var all []int
	for _, s := range slices.Backward(line.Opposite) {
		all = append(all, s)
	}
	at := len(all)
	all = append(append(all, site), line.Ray...)
	sorted := slices.Sorted(slices.Values(all))
	if len(slices.Compact(sorted)) != len(all) {
		refuse("lines that come back")
	}
	var out []Lit
	for first := max(0, at-length+1); first <= at && first+length <= len(all); first++ {
		var is []Lit
		for _, s := range all[first : first+length] {
			is = append(is, member[s])
		}
		if exact && first > 0 {
			is = append(is, member[all[first-1]].Not())
		}
		if exact && first+length < len(all) {
			is = append(is, member[all[first+length]].Not())
		}
		out = append(out, c.g.and(is...))
	}
	return out
}

// isConnected is that the pieces that hang together with one, all of its owner, touch enough of some
// regions.
func (c *compiler) isConnected(t *check.Term, e env) Lit {
	c.kind(t.Arg("type"))
	at := c.last(e, true)
	if x := t.Arg("at"); x != nil {
		at = c.int(x, e)
	}
	if r := t.Arg("regions"); r.List || r.Form != nil {
		refuse("regions to be connected that are listed")
	}
	regions, player := c.at(e).Joints(t)
	need := len(regions)
	if x := t.Arg("number"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a number of regions that the position decides")
		}
		need = v
	}
	switch {
	case len(regions) == 0 || need < 1:
		return lit(len(regions) > 0 && need == 0)
	case need > len(regions):
		return False
	}
	var out []Lit
	for owner := 1; owner <= 2; owner++ {
		own := make([]Lit, c.n)
		for s := range c.board {
			own[s] = e.some(s, func(k content) bool { return c.owner(k.what) == owner })
		}
		mine := player == exec.Undefined || owner == player
		var reach [][]Lit
		for _, r := range regions {
			start := make([]Lit, c.n)
			for _, s := range r {
				if s < c.n {
					start[s] = True
				}
			}
			if mine {
				start = c.spread(t.Arg("direction"), start, own)
			}
			reach = append(reach, start) // of pieces of others only where they stand counts
		}
		for i, s := range at.v {
			if !c.on(s) {
				continue
			}
			var met []Lit
			for _, r := range reach {
				met = append(met, r[s])
			}
			enough := c.g.and(met...)
			if need < len(met) {
				enough = c.over(c.count(met), func(v int) Lit { return lit(v >= need) })
			}
			out = append(out, c.g.and(at.c[i], own[s], enough))
		}
	}
	return c.g.or(out...)
}

// spread is, by site, that it is one of own and hangs together, over sites of own, with one that is of
// start too.
func (c *compiler) spread(dirs *check.Term, start, own []Lit) []Lit {
	if dirs != nil && dirs.Name() != "directions#absolute" && (dirs.Form != nil || relative(dirs)) {
		refuse("directions of pieces that hang together")
	}
	into := make([][]int, c.n) // by site: from where it is spread to
	for s := range c.board {
		c.glance()
		for _, r := range c.f.Rays(dirs, topology.Adjacent, c.k, s, 0, 0, 0) {
			if to := r[0]; !slices.Contains(into[to], s) {
				into[to] = append(into[to], s)
			}
		}
	}
	first := make([]Lit, c.n)
	for s := range c.board {
		first[s] = c.g.and(own[s], start[s])
	}
	in := make([]Lit, c.n)
	for s := range c.board {
		in[s] = c.g.hold(And)
	}
	joins := make([]Lit, c.n)
	for s := range c.board {
		joins[s] = c.g.hold(Or)
	}
	for s := range c.board {
		from := []Lit{first[s]}
		for _, o := range into[s] {
			from = append(from, in[o])
		}
		c.g.set(joins[s], from)
		c.g.set(in[s], []Lit{own[s], joins[s]})
	}
	return in
}
