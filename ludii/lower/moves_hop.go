package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Hop"] = (*lowerer).hop
	moveForms["hop"] = (*lowerer).hop
}

// hop moves a piece over others. Between sees the sites hopped over, To those
// before and behind.
func (l *lowerer) hop(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), iterFrom())
	if from.region != nil {
		from.region, from.site = nil, iterFrom() // Ludii does not read it
	}
	h := &hopper{from: from, gap: l.between(t.Arg("between"))}
	h.lift = lift{k: from.k, stack: l.flag(t.Arg("stack"), false), decision: decides(t)}
	h.w = l.way(t.Arg("direction"), topology.Adjacent, from.k)
	to := l.to(t.Arg("to"))
	h.goes, h.effect = to.cond, to.apply.moves
	if h.goes == nil {
		h.goes = func(*ctx) bool { return true }
	}
	if to.apply.given && t.Arg("to").Arg("apply").Arg("if") != nil {
		if h.stop = to.apply.cond; h.stop == nil {
			h.stop = func(*ctx) bool { return true }
		}
	}
	h.hurdle = h.gap.cond
	if !h.gap.given {
		h.hurdle = func(*ctx) bool { return true }
	}
	h.hopped = h.gap.apply.whole()
	if !h.gap.ranged {
		h.gap.low, h.gap.high = Const(1), Const(1)
	}
	if b := t.Arg("between"); b != nil {
		h.exact = b.Arg("range").Name() == "exact"
	}
	h.single = h.from.cond == nil && h.hurdle != nil && h.gap.before.Const && h.gap.before.V < 1 &&
		h.gap.low.Const && h.gap.low.V == 1 && h.gap.high.Const && h.gap.high.V == 1
	h.capture = h.single && h.gap.enemy && to.empty && h.stop == nil && !readsTo(t.Arg("between").Arg("if"))
	h.enemies, h.empties = h.gap.of, to.of
	then := l.then(t)
	if width := h.width(); width != nil {
		l.bounded(t, l.mostOf(h.w, h.from.site, func(rays []topology.Ray) int {
			n := 0
			for _, r := range rays {
				n += width(r)
			}
			return n
		}))
		if h.apart() && from.cond == nil && !readsTo(t.Arg("between").Arg("if")) {
			l.takes(t, h.take(width, then))
		}
	}
	l.reachedFrom(t, h.from.site, func(c *ctx, at int, dst exec.Bits) { h.w.spread(c, at, wholeRay, dst) })
	return func(c *ctx) {
		first := len(c.Moves)
		h.moves(c)
		c.Finish(first, then)
	}
}

type hopper struct {
	lift
	from   place
	w      *way
	gap    gap
	goes   exec.BoolFn // with to: may the piece stand or pass here
	stop   exec.BoolFn // with to: may it end where it may not go on; nil: never
	hurdle exec.BoolFn // with between: is this to be hopped over; nil: nothing is
	effect exec.MovesFn
	hopped exec.MovesFn // effect on what is hopped over
	exact  bool         // the hurdle has one length, which the position may decide
	single bool         // the hurdle is one site, beside the piece

	capture          bool // it is one with an enemy, and the piece goes to empty sites
	enemies, empties kind // of these sites
}

// width bounds how many hops there can be along a ray: one for each length that the hurdle can
// have and each site behind it that can be reached. Of a length that the position decides there
// is one; if it is 0 there is a step instead. It is nil where nothing is known.
func (h *hopper) width() func(r topology.Ray) int {
	low, high := h.gap.low, h.gap.high
	known := low.Const && high.Const && low.V >= 1
	if !known && !h.exact {
		return nil
	}
	after := h.gap.after
	return func(r topology.Ray) int {
		lengths := 1
		if known {
			lengths = max(0, min(high.V, len(r))-low.V+1)
		}
		landings := len(r)
		if after.Const {
			landings = min(landings, max(0, after.V)+1)
		}
		if !known || len(r) > low.V || lengths > 1 {
			return lengths * landings
		}
		return 0
	}
}

// apart reports whether what there is along a ray does not depend on the other rays: there are
// no steps, or no two to the same site.
func (h *hopper) apart() bool {
	if h.gap.low.Const && h.gap.low.V != 0 {
		return true
	}
	for site := range h.w.fixed {
		if len(h.w.fixed[site]) != len(h.w.near[site]) {
			return false
		}
	}
	return h.w.fixed != nil
}

// readsTo reports whether a condition may ask for (to): hops leave behind in it where the ray
// before has ended.
func readsTo(t *check.Term) bool {
	reads := false
	t.Walk(func(t *check.Term) {
		if t.Form != nil {
			switch t.Form.Name {
			case "int.to":
				reads = true
			case "is In":
				reads = reads || t.Arg("site") == nil
			case "is Line", "is Loop", "is Path", "is SidesMatch", "is Threatened", "is Within", "can Move":
				reads = true
			}
		}
	})
	return reads
}

// take makes one of the moves along one of the rays, which are numbered by their widths.
func (h *hopper) take(width func(r topology.Ray) int, then *exec.Then) func(c *ctx, place int) {
	return func(c *ctx, place int) {
		from := h.from.site.Fn(c)
		if !h.w.on(from) {
			return
		}
		oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
		rays := h.w.from(c, from)
		n := h.distances(c)
		c.From = from
		first := len(c.Moves)
		for i, r := range rays {
			m := width(r)
			if place >= m {
				place -= m
				continue
			}
			h.onRays(c, first, from, rays[i:i+1], n)
			c.Choose(first, place)
			break
		}
		h.w.done(c, rays)
		c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
		c.Finish(first, then)
	}
}

// A hopRange holds the distances of a hop.
type hopRange struct{ before, low, high, after int }

func (h *hopper) moves(c *ctx) {
	from := h.from.site.Fn(c)
	if !h.w.on(from) {
		return
	}
	oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
	rays := h.w.from(c, from)
	n := h.distances(c)
	c.From = from
	h.onRays(c, len(c.Moves), from, rays, n)
	h.w.done(c, rays)
	c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
}

// distances asks for the distances.
func (h *hopper) distances(c *ctx) hopRange {
	n := hopRange{before: h.gap.before.Fn(c), low: h.gap.low.Fn(c)}
	n.high = h.gap.high.Fn(c)
	n.after = h.gap.after.Fn(c)
	return n
}

// onRays makes the hops along some rays.
func (h *hopper) onRays(c *ctx, first, from int, rays []topology.Ray, n hopRange) {
	if h.single {
		h.beside(c, from, rays, n.after)
		return
	}
	a := h.base(from)
	if n.low == 0 {
		h.steps(c, &a, first, from, rays)
	}
	if n.high > 0 && h.hurdle != nil {
		for _, r := range rays {
			if c.Aim != 0 && c.Aim-1 != from && !slices.Contains(r, c.Aim-1) {
				continue
			}
			h.along(c, &a, from, r, n)
			if c.Err != nil {
				break
			}
		}
	}
}

// beside makes the hops over one neighbour, the frequent case. What the action is need only
// be known where there is one to hop over.
func (h *hopper) beside(c *ctx, from int, rays []topology.Ray, after int) {
	var a exec.Action
	var who []int16
	var empty exec.Bits
	if h.capture {
		who, empty = c.Sites[h.enemies].Who, c.Sites[h.empties].Empty
	}
	for _, r := range rays {
		if h.capture {
			// What has to hold below, without the ways there.
			if s := r[0]; uint(s) < uint(len(who)) && (who[s] == 0 || int(who[s]) == int(c.Mover)) || len(r) > 1 && !empty.Has(r[1]) {
				continue
			}
		}
		if c.Aim != 0 && c.Aim-1 != from && !slices.Contains(r, c.Aim-1) {
			continue
		}
		if c.Between = r[0]; !h.hurdle(c) {
			c.To = r[0]
			continue
		}
		if len(r) == 1 {
			continue
		}
		if a.Op == exec.OpNone {
			a = h.base(from)
		}
		if h.over(c, &a, from, r, 0, 1, 1, 0, after); c.Err != nil {
			return
		}
	}
}

// steps makes the moves of hops over nothing.
func (h *hopper) steps(c *ctx, a *exec.Action, first, from int, rays []topology.Ray) {
	for _, r := range rays {
		if h.from.cond != nil && !h.from.cond(c) {
			continue
		}
		to := r[0]
		c.To = to
		if !h.goes(c) || made(c, first, to) {
			continue
		}
		a.To = int32(to)
		m := c.Emit(a)
		if h.stack {
			span(c, m, 0, levels(c, h.k, from)-1)
		}
		attach(c, m, h.hopped, from, to)
	}
}

// along makes the hops along a ray: up to the first hurdle, over it, or over the
// beginning of it that is long enough, and on.
func (h *hopper) along(c *ctx, a *exec.Action, from int, r topology.Ray, n hopRange) {
	for i := 0; i < len(r); i++ {
		if h.from.cond != nil && !h.from.cond(c) {
			continue
		}
		c.Between = r[i]
		if h.hurdle(c) {
			length, next, other := 1, i+1, false
			for ; next < len(r) && length < n.high; next++ {
				c.Between = r[next]
				if !h.hurdle(c) {
					other = true
					break
				}
				length++
			}
			if length < n.low || other && length == n.high {
				return
			}
			for rest := length - n.low; rest >= 0; rest-- {
				h.over(c, a, from, r, i, i+length, next, rest, n.after)
			}
			return
		}
		c.To = r[i]
		if i+1 > n.before || !h.goes(c) {
			return
		}
	}
}

// over makes the moves that end behind the hurdle r[start:end], of which the last
// rest sites are not hopped over.
func (h *hopper) over(c *ctx, a *exec.Action, from int, r topology.Ray, start, end, next, rest, after int) {
	for i := next - rest; i < len(r); i++ {
		to := from
		if i >= 0 {
			to = r[i]
		}
		c.To = to
		if !h.goes(c) {
			if h.stop != nil && h.stop(c) {
				a.To = int32(to)
				m := c.Emit(a)
				attach(c, m, h.effect, from, to)
				c.SetBetween(m, r[start:end])
			}
			return
		}
		if h.stop == nil {
			a.To = int32(to)
			m := c.Emit(a)
			attach(c, m, h.effect, from, to)
			if h.hopped != nil {
				for _, b := range r[start:max(start, end-rest)] {
					c.Between = b
					attach(c, m, h.hopped, from, to)
				}
			}
			c.SetBetween(m, r[start:end])
			if h.stack {
				span(c, m, 0, levels(c, h.k, from)-1)
			}
		}
		if i-next+1 > after-rest {
			return
		}
	}
}
