package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Step"] = (*lowerer).step
	moveForms["step"] = (*lowerer).step
	moveForms["move Leap"] = (*lowerer).leap
	moveForms["leap"] = (*lowerer).leap
}

// A lift is what step, slide and hop have in common: which level of the stack moves,
// or whether all of it does.
type lift struct {
	k        kind
	level    exec.IntFn // nil: the top
	stack    bool
	decision bool
}

// base is the action of moving from a site, to where is still open.
func (f *lift) base(from int) exec.Action {
	a := moving(f.k, from, from, f.decision)
	a.Stack = f.stack
	return a
}

// span tells in the move itself which levels it is about.
func span(c *ctx, m, low, high int) {
	c.Moves[m].LevelMin, c.Moves[m].LevelMax = int16(low), int16(high)
}

// step moves a piece to a neighbour.
func (l *lowerer) step(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), iterFrom())
	w := l.way(t.Arg("direction"), topology.Adjacent, from.k)
	to := l.to(t.Arg("to"))
	s := &stepper{from: from, w: w, cond: to.cond, effect: to.apply.whole()}
	s.lift = lift{k: from.k, level: from.level, stack: l.flag(t.Arg("stack"), false), decision: decides(t)}
	then := l.then(t)
	if from.region != nil {
		// Ludii steps from a site only: from a region there is no move.
		l.bounded(t, exactly(0))
		return func(*ctx) {}
	}
	if b := l.mostOf(w, from.site, func(rays []topology.Ray) int { return len(rays) }); b != nil {
		l.bounded(t, b)
	} else if from.site.Iter == IterFrom && l.looks(len(w.sites.Sites)*topology.NumDirections) {
		l.bounded(t, exactly(w.neighbours())) // of steps to one site there is one
	}
	l.reachedFrom(t, from.site, func(c *ctx, at int, dst exec.Bits) { w.spread(c, at, 1, dst) })
	if s.level == nil && !s.stack && from.cond == nil {
		l.takes(t, s.take(then))
		return s.plain(then)
	}
	return func(c *ctx) {
		first := len(c.Moves)
		s.moves(c)
		c.Finish(first, then)
	}
}

type stepper struct {
	lift
	from   place
	w      *way
	cond   exec.BoolFn
	effect exec.MovesFn
}

// plain is the frequent step of an upper piece.
func (s *stepper) plain(then *exec.Then) exec.MovesFn {
	at := s.from.site.Fn
	return func(c *ctx) {
		from := at(c)
		if !s.w.on(from) {
			return
		}
		oldFrom, oldTo := c.From, c.To
		first := len(c.Moves)
		var rays []topology.Ray
		if s.w.near == nil {
			rays = s.w.from(c, from) // directions may ask for from, which is still the one before
		}
		c.From = from
		if s.w.near != nil {
			for _, to := range s.w.near[from] {
				if c.Aim != 0 && to+1 != c.Aim {
					continue
				}
				s.one(c, from, to)
			}
		} else {
			for i, r := range rays {
				if c.Aim != 0 && r[0]+1 != c.Aim {
					continue
				}
				if i == 0 || !made(c, first, r[0]) {
					s.one(c, from, r[0])
				}
			}
			s.w.done(c, rays)
		}
		c.From, c.To = oldFrom, oldTo
		c.Finish(first, then)
	}
}

// take makes the step to the site that is number place of those around, each counted once.
func (s *stepper) take(then *exec.Then) func(c *ctx, place int) {
	at := s.from.site.Fn
	return func(c *ctx, place int) {
		from := at(c)
		if !s.w.on(from) {
			return
		}
		to := exec.Off
		if s.w.near != nil {
			if place < len(s.w.near[from]) {
				to = s.w.near[from][place]
			}
		} else {
			rays := s.w.from(c, from)
			to = target(rays, place)
			s.w.done(c, rays)
		}
		if to == exec.Off {
			return
		}
		oldFrom, oldTo := c.From, c.To
		first := len(c.Moves)
		c.From = from
		s.one(c, from, to)
		c.From, c.To = oldFrom, oldTo
		c.Finish(first, then)
	}
}

// target is number place of the first sites of rays, each counted once.
func target(rays []topology.Ray, place int) int {
	for i, r := range rays {
		seen := false
		for _, before := range rays[:i] {
			seen = seen || before[0] == r[0]
		}
		if seen {
			continue
		}
		if place == 0 {
			return r[0]
		}
		place--
	}
	return exec.Off
}

// one makes the step to a site if it may be made. Its action is written only then: where
// somebody aims most steps may not.
func (s *stepper) one(c *ctx, from, to int) {
	c.To = to
	if s.cond != nil && !s.cond(c) {
		return
	}
	a := s.base(from)
	if stacking(c) {
		a.Level = int16(levels(c, s.k, from) - 1)
	}
	a.To = int32(to)
	m := c.Emit(&a)
	if s.effect != nil {
		attach(c, m, s.effect, from, to)
	}
}

func (s *stepper) moves(c *ctx) {
	from := s.from.site.Fn(c)
	if !s.w.on(from) {
		return
	}
	oldFrom, oldTo := c.From, c.To
	rays := s.w.from(c, from)
	defer s.w.done(c, rays)
	level := exec.Undefined
	if s.level != nil {
		if level = s.level(c); level < exec.Undefined {
			return
		}
	}
	c.From = from
	if s.from.cond != nil && !s.from.cond(c) {
		return // Ludii leaves the iterator as it is
	}
	first := len(c.Moves)
	a := s.base(from)
	top := levels(c, s.k, from) - 1
	switch {
	case level != exec.Undefined && !s.stack:
		a.Level = int16(level)
	case !s.stack && stacking(c):
		a.Level = int16(top)
	}
	for _, r := range rays {
		to := r[0]
		if c.Aim != 0 && to+1 != c.Aim {
			continue
		}
		c.To = to
		if s.cond != nil && !s.cond(c) {
			continue
		}
		if made(c, first, to) {
			continue
		}
		a.To = int32(to)
		m := c.Emit(&a)
		switch {
		case s.stack:
			span(c, m, 0, top)
		case level != exec.Undefined:
			span(c, m, level, level)
		}
		attach(c, m, s.effect, from, to)
	}
	c.From, c.To = oldFrom, oldTo
}

// made tells whether there is a move to a site among those from index first on.
func made(c *ctx, first, to int) bool {
	for i := first; i < len(c.Moves); i++ {
		if int(c.Moves[i].To) == to {
			return true
		}
	}
	return false
}

// leap moves a piece along walks, whatever is on the way.
func (l *lowerer) leap(t *check.Term) exec.MovesFn {
	from := l.from(t.Arg("from"), iterFrom())
	if from.region != nil {
		l.noRegion(t.Arg("from"), &from)
	}
	to := l.to(t.Arg("to"))
	fx := to.apply.whole()
	walk := l.walkEnds(t.Arg("walk"), t.Arg("rotations"), l.p.Default)
	l.bounded(t, exactly(len(t.Arg("walk").Items)*max(1, len(l.p.Topo.Of(l.p.Default).Directions[topology.Orthogonal]))))
	forward := l.boolOr(t.Arg("forward"), false)
	then, decision := l.then(t), decides(t)
	k := from.k
	if l.boolOr(t.Arg("rotations"), true).Const {
		l.reachedFrom(t, from.site, func(c *ctx, at int, dst exec.Bits) {
			for _, s := range walk(c, at) {
				dst.Add(s)
			}
		})
	}
	sites := l.p.Topo.Of(k).Sites
	return func(c *ctx) {
		at := from.site.Fn(c)
		facing := topology.NoDirection
		if forward.Fn(c) {
			if what := c.What(k, at); what != 0 {
				facing = c.Prog.Components[what].Facing
			}
		}
		if at == exec.Off {
			return
		}
		oldFrom, oldTo := c.From, c.To
		c.From = at
		if from.cond != nil && !from.cond(c) {
			return
		}
		first := len(c.Moves)
		a := moving(k, at, at, decision)
		for _, s := range walk(c, at) {
			if c.Aim != 0 && s+1 != c.Aim {
				continue
			}
			if facing != topology.NoDirection && !ahead(sites, facing, at, s) {
				continue
			}
			c.To = s
			if to.cond != nil && !to.cond(c) {
				continue
			}
			a.To = int32(s)
			m := c.Emit(&a)
			attach(c, m, fx, at, s)
		}
		c.From, c.To = oldFrom, oldTo
		c.Finish(first, then)
	}
}

// ahead tells whether a site lies further on in a direction than another, by
// rows and columns. Only the eight main directions know a forward.
func ahead(sites []topology.Site, facing topology.Direction, from, to int) bool {
	if from >= len(sites) || to >= len(sites) {
		return false
	}
	up, right := sites[to].Row-sites[from].Row, sites[to].Column-sites[from].Column
	switch facing {
	case topology.N:
		return up > 0
	case topology.NE:
		return up > 0 && right > 0
	case topology.E:
		return right > 0
	case topology.SE:
		return up < 0 && right > 0
	case topology.S:
		return up < 0
	case topology.SW:
		return up < 0 && right < 0
	case topology.W:
		return right < 0
	case topology.NW:
		return up > 0 && right < 0
	}
	return false
}
