package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move"] = (*lowerer).fromTo
	moveForms["fromTo"] = (*lowerer).fromTo
}

// fromTo moves pieces between any two sites.
func (l *lowerer) fromTo(t *check.Term) exec.MovesFn {
	f := &carrier{
		from: l.from(t.Arg("from"), iterFrom()), to: l.to(t.Arg("to")),
		stack: l.flag(t.Arg("stack"), false), decision: decides(t),
	}
	if n := t.Arg("count"); n != nil {
		f.count = l.int(n).Fn
	}
	if b := l.boolOr(t.Arg("copy"), false); !b.Const || b.V {
		f.copy = b.Fn
	}
	f.atFrom, f.atTo = l.at(f.from.k), l.at(f.to.k)
	if f.to.typed {
		k := f.to.k
		f.atTo = func(*ctx, int) kind { return k }
	}
	mover := moverInt()
	if r := t.Arg("mover"); r != nil {
		mover = l.role(r)
	}
	then := l.then(t)
	f.sample(l, t, mover, then)
	f.goals(l, t)
	return func(c *ctx) {
		first := len(c.Moves)
		f.moves(c)
		if mover.Iter != IterMover {
			c.SetMover(first, mover.Fn(c))
		}
		c.Finish(first, then)
	}
}

// goals notes where the moves from one site may lead, if that is known.
func (f *carrier) goals(l *lowerer, t *check.Term) {
	switch {
	case f.from.region != nil || f.from.site.Iter != IterFrom || f.to.turned != nil:
	case f.to.region != nil && f.to.region.Static != nil:
		l.reachedFrom(t, f.from.site, func(_ *ctx, _ int, dst exec.Bits) { dst.Or(f.to.region.Static) })
	case f.to.region == nil && f.to.site.Iter == IterTo:
		l.reaches(t, func(_ *ctx, _ int, to, dst exec.Bits) bool {
			dst.Or(to)
			return to != nil
		})
	case f.to.region == nil:
		if steps, ok := stepsAhead(t.Arg("to").Arg("sites")); ok {
			sites := l.p.Topo.Of(f.to.k)
			l.reachedFrom(t, f.from.site, func(_ *ctx, at int, dst exec.Bits) {
				if uint(at) < uint(len(sites.Sites)) {
					farAhead(sites, at, steps, dst)
				}
			})
		}
	}
}

// stepsAhead tells how many steps a site is ahead of (from), in whatever direction, or ahead of
// a site that is ahead of it, the last first; false if it is something else. More than mostAhead
// within each other are, too: farAhead tries every direction for each.
func stepsAhead(t *check.Term) (steps []int, ok bool) {
	for ; t != nil && t.Name() == "ahead" && t.Arg("type") == nil && len(steps) < mostAhead; t = t.Arg("site") {
		switch n := t.Arg("steps"); {
		case n == nil:
			steps = append(steps, 1)
		case n.Form == nil && n.Int >= 1:
			steps = append(steps, n.Int)
		default:
			return nil, false
		}
	}
	return steps, t != nil && t.Name() == "int.from"
}

const mostAhead = 2

// farAhead adds the sites that are so many steps ahead, the last steps first. From where there is no
// site ahead it stays.
func farAhead(sites *topology.Sites, at int, steps []int, dst exec.Bits) {
	if len(steps) == 0 {
		dst.Add(at)
		return
	}
	n, rest := steps[len(steps)-1], steps[:len(steps)-1]
	farAhead(sites, at, rest, dst)
	for _, d := range sites.Directions[topology.All] {
		for _, r := range along(sites, d, at) {
			if n <= len(r) {
				farAhead(sites, r[n-1], rest, dst)
			}
		}
	}
}

type carrier struct {
	from, to     place
	count        exec.IntFn // nil: not written
	copy         exec.BoolFn
	stack        bool
	decision     bool
	atFrom, atTo func(c *ctx, site int) kind
}

func (f *carrier) moves(c *ctx) {
	only := anywhere
	if c.Aim != 0 {
		if only = c.Aim - 1; f.to.lacks(c, only) {
			return
		}
	}
	if f.from.region == nil {
		oldFrom, oldTo := c.From, c.To
		f.leave(c, f.from.site.Fn(c), oldFrom, only, false)
		c.From, c.To = oldFrom, oldTo
		return
	}
	mark := c.SetMark()
	sites := f.from.region.Fn(c)
	oldFrom, oldTo := c.From, c.To
	for s := sites.Next(0); s >= 0 && c.Err == nil; s = sites.Next(s + 1) {
		f.leave(c, s, oldFrom, only, false)
	}
	c.FreeSets(mark)
	c.From, c.To = oldFrom, oldTo
}

// lacks reports whether a site of the main kind is certainly none of the place's, wherever
// the move is from.
func (p *place) lacks(c *ctx, site int) bool {
	r := p.region
	if r == nil || r.Kind != c.Prog.Default {
		return false
	}
	return r.Empties && !c.Sites[r.Kind].Empty.Has(site) || r.Static != nil && !r.Static.Has(site)
}

// anywhere is no site in particular.
const anywhere = -1

// leave makes the moves from a site: all, or those to one site only, which may be known to be one
// of the region.
func (f *carrier) leave(c *ctx, from, oldFrom, only int, known bool) {
	if from < 0 {
		return
	}
	k := f.atFrom(c, from)
	what := c.What(k, from)
	if what <= 0 {
		return
	}
	c.From = from
	copied := f.copy != nil && f.copy(c)
	if f.from.cond != nil && !f.from.cond(c) {
		return
	}
	mark := c.SetMark()
	var sites exec.Bits
	one := exec.Off
	switch {
	case f.to.region == nil:
		one = f.to.site.Fn(c)
	case known: // samplers are for games without large pieces
	default:
		sites = f.to.region.Fn(c)
	}
	n := 1
	if f.count != nil {
		n = f.count(c)
	}
	c.From = oldFrom
	if isLarge(c, what) {
		targets := c.Ints()
		if f.to.region == nil {
			targets = append(targets, one)
		} else {
			targets = sites.Append(targets)
		}
		f.leaveLarge(c, from, what, targets)
		c.PutInts(targets)
		c.FreeSets(mark)
		return
	}
	a := exec.Blank(exec.OpMove)
	a.Kind, a.From, a.Decision = k, int32(from), f.decision
	if f.to.region == nil {
		if one >= 0 && (only == anywhere || only == one) {
			f.arrive(c, a, one, n, copied, oldFrom)
		}
	} else if only != anywhere {
		if known || sites.Has(only) {
			f.arrive(c, a, only, n, copied, oldFrom)
		}
	} else {
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			f.arrive(c, a, s, n, copied, oldFrom)
		}
	}
	c.FreeSets(mark)
}

// arrive makes the moves to a site; a is from its site already.
func (f *carrier) arrive(c *ctx, a exec.Action, to, count int, copied bool, oldFrom int) {
	from := int(a.From)
	a.KindTo, a.To = f.atTo(c, to), int32(to)
	stacks := stacking(c)
	switch {
	case f.to.level != nil:
		if !f.stack && f.from.level != nil {
			a.Level = int16(f.from.level(c))
		}
		a.LevelTo = int16(f.to.level(c))
		a.Stack = f.stack
	case f.from.level == nil && f.count == nil:
		if copied {
			a.Op = exec.OpCopy
			a.Level = int16(levels(c, a.Kind, from) - 1)
		} else {
			a.Stack = f.stack
		}
	case f.from.level != nil:
		a.Level = int16(f.from.level(c))
	case !stacks && !f.stack:
		a.Op, a.Count = exec.OpMoveN, int32(count)
	default:
		a.Op, a.Count = exec.OpMoveStack, int32(count)
	}
	c.From, c.To = from, to
	if f.to.cond != nil && !f.to.cond(c) {
		return
	}
	c.From = oldFrom
	m := c.NewMove(a)
	setSites(c, m, from, to)
	if stacks {
		f.levels(c, m, a.Kind, from)
	}
	switch {
	case f.to.turned != nil:
		f.turn(c, m, a.KindTo, to)
	case f.to.apply.cond == nil || f.to.apply.cond(c):
		c.From, c.To = from, to
		attach(c, m, f.to.apply.moves, from, to)
	}
}

// levels tells in the move itself which levels it is about.
func (f *carrier) levels(c *ctx, m int, k kind, from int) {
	top := levels(c, k, from) - 1
	switch {
	case f.stack:
		span(c, m, 0, top)
	case f.from.level == nil:
		span(c, m, top, top)
	default:
		v := f.from.level(c)
		span(c, m, v, v)
	}
}

// turn replaces a move by one for every rotation that the piece may have on its
// target.
func (f *carrier) turn(c *ctx, m int, k kind, to int) {
	base := c.Moves[m]
	c.Moves = c.Moves[:m]
	base.LevelMin, base.LevelMax = 0, 0
	list := f.to.turned(c, c.Ints())
	for _, r := range list {
		c.Moves = append(c.Moves, base)
		a := exec.On(exec.OpSetRotation, k, to)
		a.Rotation = int32(r)
		c.Also(a)
	}
	c.PutInts(list)
}
