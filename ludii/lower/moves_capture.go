package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["custodial"] = (*lowerer).custodial
	moveForms["surround"] = (*lowerer).surround
	moveForms["intervene"] = (*lowerer).intervene
	moveForms["directional"] = (*lowerer).directional
}

// betweenFn, toFn and fromFn read the iterators.
func betweenFn(c *ctx) int { return c.Between }
func toFn(c *ctx) int      { return c.To }
func fromFn(c *ctx) int    { return c.From }

// A trap is what the captures have in common: a test of those to be captured, one of
// those that capture, and what happens.
type trap struct {
	from   place
	w      *way
	target exec.BoolFn
	friend exec.BoolFn
	effect exec.MovesFn
}

// trapped lowers the parts of (custodial …) and (surround …).
func (l *lowerer) trapped(t *check.Term, from Int) (*trap, gap) {
	g := l.between(t.Arg("between"))
	p := &trap{from: l.from(t.Arg("from"), from), target: g.cond, effect: g.apply.whole()}
	l.noRegion(t.Arg("from"), &p.from)
	if p.target == nil {
		p.target = isEnemyFn(betweenFn)
	}
	if !g.apply.given {
		p.effect = l.removeFn(betweenFn)
	}
	p.friend = isFriendFn(toFn)
	if to := t.Arg("to"); to.Arg("if") != nil {
		p.friend = l.bool(to.Arg("if")).Fn
	}
	if p.effect == nil {
		p.effect = func(*ctx) {}
	}
	return p, g
}

// betweenOf makes sites those between of the move made last, if there is one since
// an index.
func betweenOf(c *ctx, first int, sites []int) {
	if n := len(c.Moves); n > first {
		c.SetBetween(n-1, sites)
	}
}

// custodial captures what stands between a site and a friend in a line.
func (l *lowerer) custodial(t *check.Term) exec.MovesFn {
	p, g := l.trapped(t, lastTo())
	p.w = l.way(t.Arg("direction"), topology.Adjacent, p.from.k)
	limit := Const(maxDistance)
	if g.ranged {
		limit = g.high
	}
	then := l.then(t)
	// each calls do for what is caught along each ray, until do says that it is enough.
	each := func(c *ctx, do func(caught topology.Ray) bool) {
		from := p.from.site.Fn(c)
		if !p.w.on(from) {
			return
		}
		oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
		rays := p.w.from(c, from)
		longest := limit.Fn(c)
		for _, r := range rays {
			if caught := p.flank(c, r, longest); len(caught) > 0 && do(caught) {
				break
			}
		}
		p.w.done(c, rays)
		c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
	}
	l.finds(t, func(c *ctx) (found bool) {
		first := len(c.Moves)
		each(c, func(caught topology.Ray) bool {
			for i := 0; i < len(caught) && !found; i++ {
				c.Between = caught[i]
				p.effect(c)
				found = len(c.Moves) > first
			}
			return found
		})
		return found
	})
	return func(c *ctx) {
		first := len(c.Moves)
		each(c, func(caught topology.Ray) bool {
			for _, b := range caught {
				c.Between = b
				p.effect(c)
			}
			betweenOf(c, first, caught)
			return false
		})
		c.Finish(first, then)
	}
}

// flank is what is caught at the beginning of a ray, before a friend.
func (p *trap) flank(c *ctx, r topology.Ray, longest int) topology.Ray {
	if longest == 1 && len(r) < 2 {
		return nil
	}
	n := 0
	for n < len(r) && n < longest {
		c.Between = r[n]
		if !p.target(c) {
			break
		}
		n++
	}
	if n == 0 {
		return nil
	}
	c.To = exec.Off
	if n < len(r) {
		c.To = r[n]
	}
	if !p.friend(c) {
		return nil
	}
	return r[:n]
}

// surround captures neighbours all of whose own neighbours are friends, with as many
// exceptions as are allowed.
func (l *lowerer) surround(t *check.Term) exec.MovesFn {
	p, _ := l.trapped(t, iterFrom())
	p.w = l.way(t.Arg("relation"), topology.Adjacent, p.from.k)
	except := l.intOr(t.Arg("except"), 0)
	var with exec.IntFn
	if w := t.Arg("with"); w != nil {
		pieces, _ := l.piecesOf(w)
		with = pieces[0].Fn
	}
	at := l.at(p.from.k)
	l.then(t) // Ludii forgets what follows
	return func(c *ctx) {
		from := p.from.site.Fn(c)
		allowed, piece := except.Fn(c), exec.Undefined
		if with != nil {
			piece = with(c)
		}
		if !p.w.on(from) {
			return
		}
		first := len(c.Moves)
		oldFrom, oldTo, oldBetween := c.From, c.To, c.Between
		rays := p.w.from(c, from)
		for _, r := range rays {
			c.Between = r[0]
			if !p.target(c) {
				continue
			}
			missing, found := 0, false
			around := p.w.from(c, r[0])
			for _, s := range around {
				if s[0] != from {
					c.To = s[0]
					if !p.friend(c) {
						missing++
					}
				}
				if piece == exec.Undefined || piece == c.What(at(c, s[0]), s[0]) {
					found = true
				}
				if missing > allowed {
					break
				}
			}
			p.w.done(c, around)
			if missing <= allowed && found {
				c.Between = r[0]
				p.effect(c)
				betweenOf(c, first, r[:1])
			}
		}
		p.w.done(c, rays)
		c.From, c.To, c.Between = oldFrom, oldTo, oldBetween
	}
}

// directional captures along the direction of the last move, or others.
func (l *lowerer) directional(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), lastTo())
	l.noRegion(t.Arg("from"), &from)
	to := l.to(t.Arg("to"))
	target := isEnemyFn(toFn)
	if b := t.Arg("to").Arg("if"); b != nil {
		target = l.bool(b).Fn
	}
	fx := to.apply.whole()
	if !to.apply.given {
		fx = l.removeFn(fromFn)
	}
	if fx == nil {
		fx = func(*ctx) {}
	}
	var w *way
	if d := t.Arg("direction"); d != nil {
		w = l.way(d, topology.Adjacent, from.k)
	} else {
		w = &way{k: from.k, slot: -1, sites: l.p.Topo.Of(from.k), fn: lastDirections}
	}
	l.then(t) // Ludii forgets what follows
	return func(c *ctx) {
		site := from.site.Fn(c)
		if !w.on(site) {
			return
		}
		oldFrom, oldTo := c.From, c.To
		rays := w.from(c, site)
		for _, r := range rays {
			for _, s := range r {
				c.To = s
				if !target(c) {
					break
				}
				c.From = exec.Off
				fx(c)
				c.From = oldFrom
			}
		}
		w.done(c, rays)
		c.From, c.To = oldFrom, oldTo
	}
}

// lastDirections appends the directions that lead from the last move's origin to its
// target, once per ray.
func lastDirections(c *ctx, k kind, _ int, dst []topology.Direction) []topology.Direction {
	s := c.Prog.Topo.Of(k)
	from, to := lastFrom().Fn(c), lastTo().Fn(c)
	if uint(from) >= uint(len(s.Sites)) || uint(to) >= uint(len(s.Sites)) {
		return dst
	}
	for _, d := range s.Directions[topology.All] {
		for _, r := range along(s, d, from) {
			for _, x := range r {
				if x == to {
					dst = append(dst, d)
					break
				}
			}
		}
	}
	return dst
}

// intervene captures on both sides of a site.
func (l *lowerer) intervene(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), lastTo())
	l.noRegion(t.Arg("from"), &from)
	g := l.between(t.Arg("between"))
	if !g.ranged {
		g.low, g.high = Const(1), Const(1)
	}
	to := l.to(t.Arg("to"))
	v := &intervener{target: isEnemyFn(toFn), effect: to.apply.whole()}
	if b := t.Arg("to").Arg("if"); b != nil {
		v.target = l.bool(b).Fn
	}
	if !to.apply.given {
		v.effect = l.removeFn(toFn)
	}
	if v.effect == nil {
		v.effect = func(*ctx) {}
	}
	d := topology.Adjacent
	if t.Arg("direction") != nil {
		d = direction(t.Arg("direction"))
	}
	if int(d) >= topology.NumDirections {
		l.unsupported(t)
		return func(*ctx) {}
	}
	all := l.linesIn(from.k, d)
	then := l.then(t)
	return func(c *ctx) {
		site := from.site.Fn(c)
		if uint(site) >= uint(len(all)) {
			return
		}
		first := len(c.Moves)
		oldFrom, oldTo := c.From, c.To
		low, high := g.low.Fn(c), g.high.Fn(c)
		for _, p := range all[site] {
			switch {
			case p.Opposite == nil:
			case low == 1 && high == 1:
				v.short(c, p)
			default:
				v.long(c, p, low, high)
			}
		}
		c.From, c.To = oldFrom, oldTo
		c.Finish(first, then)
	}
}

type intervener struct {
	target exec.BoolFn
	effect exec.MovesFn
}

// short captures the two neighbours.
func (v *intervener) short(c *ctx, p line) {
	c.To = p.Ray[0]
	if !v.target(c) {
		return
	}
	c.To = p.Opposite[0]
	if !v.target(c) {
		return
	}
	v.effect(c)
	c.To = p.Ray[0]
	v.effect(c)
}

// long captures whole lines on both sides.
func (v *intervener) long(c *ctx, p line, low, high int) {
	count := func(r topology.Ray) int {
		n := 0
		for n < len(r) && n < high {
			c.To = r[n]
			if !v.target(c) {
				break
			}
			n++
		}
		return n
	}
	n := count(p.Ray)
	if n < low || n > high {
		return
	}
	back := count(p.Opposite)
	if back < low || back > high {
		return
	}
	for _, s := range p.Opposite[:back] {
		c.To = s
		v.effect(c)
	}
	for _, s := range p.Ray[:n] {
		c.To = s
		v.effect(c)
	}
}
