package circuit

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Lines, and what hangs together.

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
