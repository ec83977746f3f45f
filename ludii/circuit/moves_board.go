package circuit

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Moves from site to site.

func (c *compiler) step(t *check.Term, e env) []*move {
	none(t, "stack")
	from, to := t.Arg("from"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		return nil // Ludii steps from a site only
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		rays := c.rays(t.Arg("direction"), e, site)
		x := e
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		var goals []int
		conds := map[int][]Lit{}
		for _, r := range rays {
			s := r.ray[0]
			if !slices.Contains(goals, s) {
				goals = append(goals, s)
			}
			conds[s] = append(conds[s], r.cond)
		}
		for _, s := range goals {
			x.To = s
			if m := c.leads(c.g.and(cond, c.g.or(conds[s]...), c.holds(to.Arg("if"), x)), site, s); m.cond != False {
				attach(c, m, c.applied(to.Arg("apply"), x))
				out = append(out, m)
			}
		}
	})
	return finish(out, t)
}

func (c *compiler) leap(t *check.Term, e env) []*move {
	from, to := t.Arg("from"), t.Arg("to")
	forward := False
	for _, name := range []string{"forward", "rotations"} {
		if x := t.Arg(name); x != nil {
			if !c.isStatic(x) {
				refuse("leaps whose directions the position decides")
			}
			if name == "forward" {
				forward = lit(c.at(e).Bool(x))
			}
		}
	}
	if isRegion(from.Arg("sites")) {
		refuse("a leap from a region")
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		x := e
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		for w := range c.comps {
			is, leader := True, 0
			if forward == True {
				is, leader = e.is(site, w), w
			} else if w > 0 {
				break // all leap alike
			}
			for _, s := range c.at(e).WalkEnds(t.Arg("walk"), t.Arg("rotations"), c.k, site, leader) {
				x.To = s
				if m := c.leads(c.g.and(cond, is, c.holds(to.Arg("if"), x)), site, s); m.cond != False {
					attach(c, m, c.applied(to.Arg("apply"), x))
					out = append(out, m)
				}
			}
		}
	})
	return finish(out, t)
}

// bounds reads a range.
func (c *compiler) bounds(t *check.Term, e env) (low, high num) {
	switch t.Name() {
	case "exact":
		v := c.int(t.Arg("value"), e)
		return v, v
	case "range.max":
		return constant(exec.Undefined), c.int(t.Arg("value"), e)
	case "range.min":
		return c.int(t.Arg("value"), e), constant(exec.Infinity)
	case "range":
		low = c.int(t.Arg("min"), e)
		if m := t.Arg("max"); m != nil {
			return low, c.int(m, e)
		}
		return low, low
	}
	refuse("(%s …)", t.Name())
	return low, high
}

// span reads a range of plain numbers.
func (c *compiler) span(t *check.Term, e env) (low, high int) {
	l, h := c.bounds(t, e)
	low, ok := l.fixed()
	high, ok2 := h.fixed()
	if !ok || !ok2 {
		refuse("a range that the position decides")
	}
	return low, high
}

func (c *compiler) slide(t *check.Term, e env) []*move {
	none(t, "track", "stack")
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("a slide from a region")
	}
	if between != nil {
		none(between, "trail")
	}
	low, high := constant(exec.Undefined), constant(exec.Infinity)
	if r := between.Arg("range"); r != nil {
		low, high = c.bounds(r, e)
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		x := e
		x.From = site
		if r := between.Arg("range"); r != nil {
			_, high = c.bounds(r, x)
		}
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		if cond == False {
			return
		}
		for _, r := range c.rays(t.Arg("direction"), x, site) {
			alive := c.g.and(cond, r.cond)
			x.Between = e.Between
			emit := func(i int, when Lit) {
				m := c.leads(when, site, r.ray[i])
				effect := to.Arg("apply")
				attach(c, m, c.moves(effect.Arg("effect"), x))
				if a := between.Arg("apply"); a != nil {
					y := x
					for _, b := range r.ray[:i] {
						y.Between = b
						attach(c, m, c.applied(a, y))
					}
				}
				if b := effect.Arg("if"); b != nil {
					m.cond = c.g.and(m.cond, c.bool(b, x))
				}
				if m.cond != False {
					out = append(out, m)
				}
			}
			for i, s := range r.ray {
				if alive = c.g.and(alive, c.over(high, func(v int) Lit { return lit(i+1 <= v) })); alive == False {
					break
				}
				x.To = s
				far := c.over(low, func(v int) Lit { return lit(v <= i+1) })
				if b := to.Arg("if"); b != nil && far != False {
					stop := c.g.and(far, c.bool(b, x))
					if when := c.g.and(alive, stop); when != False {
						emit(i, when)
					}
					alive = c.g.and(alive, stop.Not())
				}
				x.Between = s
				goes := x.empty(s)
				if b := between.Arg("if"); b != nil {
					goes = c.bool(b, x)
				}
				if alive = c.g.and(alive, goes); alive == False {
					break
				}
				if when := c.g.and(alive, far); when != False {
					emit(i, when)
				}
			}
		}
	})
	return finish(out, t)
}

func (c *compiler) hop(t *check.Term, e env) []*move {
	none(t, "stack")
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	h := hopping{c: c, to: to, between: between}
	if between != nil {
		none(between, "trail")
		plain := func(name string) int {
			if x := between.Arg(name); x != nil {
				v, ok := c.int(x, e).fixed()
				if !ok {
					refuse("a hop as far as the position decides")
				}
				return v
			}
			return 0
		}
		h.before, h.after = plain("before"), plain("after")
	}
	if between != nil && between.Arg("if") == nil {
		return nil // nothing is hopped over
	}
	if to.Arg("apply").Arg("if") != nil {
		h.stop = to.Arg("apply").Arg("if")
		h.stops = true
	}
	source := from
	if isRegion(from.Arg("sites")) {
		source = nil // Ludii does not read it
	}
	c.place(source, e, iter(e.From), func(site int, cond Lit) {
		rays := c.rays(t.Arg("direction"), e, site)
		x := e
		low, high := constant(1), constant(1)
		if r := between.Arg("range"); r != nil {
			low, high = c.bounds(r, x) // of what from was before
		}
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		for i, l := range low.v {
			for j, m := range high.v {
				there := c.g.and(cond, low.c[i], high.c[j])
				if there == False || i != j && &low.v[0] == &high.v[0] { // of one number
					continue
				}
				h.low, h.high = l, m
				if l == 0 {
					h.steps(x, site, rays, there)
				}
				if m < 1 {
					continue
				}
				if l < 1 && m != l {
					refuse("a hop over nothing or something")
				}
				for _, r := range rays {
					if when := c.g.and(there, r.cond); when != False {
						h.along(x, site, r.ray, when)
					}
				}
			}
		}
	})
	return finish(h.out, t)
}

// hopping is a hop that is being worked out.
type hopping struct {
	c                        *compiler
	before, low, high, after int
	to, between, stop        *check.Term
	stops                    bool // where the piece may not go on it may end
	out                      []*move
}

// steps makes the moves of hops over nothing, each once.
func (h *hopping) steps(e env, from int, rays []ray, there Lit) {
	conds := map[int][]Lit{}
	var goals []int
	for _, r := range rays {
		if conds[r.ray[0]] == nil {
			goals = append(goals, r.ray[0])
		}
		conds[r.ray[0]] = append(conds[r.ray[0]], r.cond)
	}
	for _, s := range goals {
		e.To = s
		cond := h.c.g.and(there, h.c.g.or(conds[s]...), h.c.holds(h.to.Arg("if"), e))
		if cond != False {
			m := h.c.leads(cond, from, s)
			attach(h.c, m, h.c.applied(h.between.Arg("apply"), e))
			h.out = append(h.out, m)
		}
	}
}

func (h *hopping) hurdle(e env, site int) Lit {
	e.Between = site
	if h.between == nil {
		return True
	}
	return h.c.bool(h.between.Arg("if"), e)
}

// along makes the hops along a ray.
func (h *hopping) along(e env, from int, r []int, alive Lit) {
	g := h.c.g
	for i := range r {
		e.Between = r[i]
		here := h.hurdle(e, r[i])
		run := g.and(alive, here)
		for length := 1; run != False && length <= h.high; length++ {
			next := i + length
			ends := run
			more := False
			if length < h.high && next < len(r) {
				more = h.hurdle(e, r[next])
				ends = g.and(run, more.Not())
			}
			if length >= h.low && ends != False {
				for rest := length - h.low; rest >= 0; rest-- {
					h.over(e, from, r, i, next, rest, ends)
				}
			}
			run = g.and(run, more)
		}
		e.To = r[i]
		if i+1 > h.before {
			return
		}
		if alive = g.and(alive, here.Not(), h.c.holds(h.to.Arg("if"), e)); alive == False {
			return
		}
	}
}

// over makes the hops that end behind the hurdle r[start:end], of which the last rest sites are not
// hopped over.
func (h *hopping) over(e env, from int, r []int, start, end, rest int, alive Lit) {
	g := h.c.g
	for i := end - rest; i < len(r) && alive != False; i++ {
		e.To, e.Between = r[i], r[end-1]
		goes := h.c.holds(h.to.Arg("if"), e)
		effect := h.to.Arg("apply").Arg("effect")
		if h.stops {
			if cond := g.and(alive, goes.Not(), h.c.bool(h.stop, e)); cond != False {
				m := h.c.leads(cond, from, r[i])
				attach(h.c, m, h.c.moves(effect, e))
				h.out = append(h.out, m)
			}
		} else if cond := g.and(alive, goes); cond != False {
			m := h.c.leads(cond, from, r[i])
			attach(h.c, m, h.c.moves(effect, e))
			if a := h.between.Arg("apply"); a != nil {
				x := e
				for _, b := range r[start:max(start, end-rest)] {
					x.Between = b
					attach(h.c, m, h.c.applied(a, x))
				}
			}
			h.out = append(h.out, m)
		}
		alive = g.and(alive, goes)
		if i-end+1 > h.after-rest {
			return
		}
	}
}

func (c *compiler) fromTo(t *check.Term, e env) []*move {
	none(t, "count", "stack", "mover")
	copies := False
	if x := t.Arg("copy"); x != nil {
		if !c.isStatic(x) {
			refuse("moves of which the position decides whether they copy")
		}
		copies = lit(c.at(e).Bool(x))
	}
	from, to := t.Arg("from"), t.Arg("to")
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		if !c.there(site) {
			return
		}
		x := e
		x.From = site
		cond = c.g.and(cond, e.empty(site).Not(), c.holds(from.Arg("if"), x))
		if cond == False {
			return
		}
		c.place(to, x, iter(x.To), func(goal int, when Lit) {
			if !c.there(goal) {
				return
			}
			y := x
			y.To = goal
			m := c.leads(c.g.and(cond, when, c.holds(to.Arg("if"), y)), site, goal)
			if copies == True {
				m.acts[0].op = opCopy
			}
			if m.cond == False {
				return
			}
			z := y
			z.From = e.From // as Ludii has it
			apply := to.Arg("apply")
			if b := c.holds(apply.Arg("if"), z); b != False {
				attach(c, m, c.under(b, c.moves(apply.Arg("effect"), y)))
			}
			out = append(out, m)
		})
	})
	return finish(out, t)
}

func (c *compiler) shoot(t *check.Term, e env) []*move {
	from, to := t.Arg("from"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("a shot from a region")
	}
	w := c.pieces(t.Arg("piece"), e)[0]
	if w < 0 || w >= c.comps || to == nil && c.k != topology.Cell {
		refuse("a shot at sites of another kind")
	}
	var out []*move
	c.place(from, e, c.toOfLast(e), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("direction"), e, site) {
			alive, x := c.g.and(cond, r.cond), e
			for _, s := range r.ray {
				x.To = s
				may := x.empty(s)
				if to != nil {
					may = c.holds(to.Arg("if"), x)
				}
				if alive = c.g.and(alive, may); alive == False {
					break
				}
				x.Between = s
				out = append(out, c.simple(alive, opAdd, s, w))
			}
		}
	})
	return finish(c.joined(out), t)
}

// joined makes one move of those that do the same, from sites of which one is where the last move went.
func (c *compiler) joined(list []*move) []*move {
	type key struct{ to, what int }
	conds := map[key][]Lit{}
	for _, m := range list {
		k := key{m.to, m.acts[0].what}
		conds[k] = append(conds[k], m.cond)
	}
	n := 0
	for _, m := range list {
		k := key{m.to, m.acts[0].what}
		if conds[k] == nil {
			continue
		}
		m.cond = c.g.or(conds[k]...)
		conds[k] = nil
		list[n] = m
		n++
	}
	return list[:n]
}
