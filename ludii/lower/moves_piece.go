package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Remove"] = (*lowerer).removeMoves
	moveForms["moves.remove"] = (*lowerer).removeMoves
	moveForms["move Promote"] = (*lowerer).promote
	moveForms["promote"] = (*lowerer).promote
	moveForms["move Select"] = (*lowerer).selectMoves
	moveForms["select"] = (*lowerer).selectMoves
	moveForms["flip"] = (*lowerer).flip
}

// removeMoves takes pieces off a site, or off every site of a region.
func (l *lowerer) removeMoves(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	r := &remover{
		at: l.at(k), count: l.intOr(t.Arg("count"), 1), decision: decides(t),
		later: t.Arg("at") != nil && t.Arg("at").Text == "EndOfTurn",
	}
	if v := t.Arg("level"); v != nil {
		r.level = l.int(v).Fn
	}
	then := l.then(t)
	if s := t.Arg("sites"); isRegion(s) {
		region := l.region(s).Fn
		l.sampleRegion(t, region, exactly(1), 4, func(c *ctx, site int) { r.one(c, site, r.count.Fn(c)) }, then)
		return func(c *ctx) {
			first := len(c.Moves)
			mark := c.SetMark()
			sites := region(c)
			n := r.count.Fn(c)
			for i := sites.Next(0); i >= 0; i = sites.Next(i + 1) {
				r.one(c, i, n)
			}
			c.FreeSets(mark)
			c.Finish(first, then)
		}
	}
	l.bounded(t, exactly(1))
	site := l.int(t.Arg("sites")).Fn
	return func(c *ctx) {
		first := len(c.Moves)
		s := site(c)
		r.one(c, s, r.count.Fn(c))
		c.Finish(first, then)
	}
}

type remover struct {
	at       func(c *ctx, site int) kind
	count    Int
	level    exec.IntFn
	later    bool
	decision bool
}

func (r *remover) one(c *ctx, site, n int) {
	if site < 0 {
		return
	}
	k := r.at(c, site)
	if c.What(k, site) <= 0 {
		return
	}
	a := exec.On(exec.OpRemove, k, site)
	a.Decision, a.Later = r.decision, r.later
	if stacking(c) {
		size := levels(c, k, site)
		level := size - 1
		if r.level != nil {
			level = r.level(c)
		}
		if level = max(level, 0); level != size-1 {
			a.Level = int16(level)
		}
	} else if r.level != nil {
		r.level(c)
	}
	c.NewMove(a)
	a.Decision = false
	for i := 1; i < n && c.Err == nil; i++ {
		c.Also(a)
	}
}

// promote makes another piece of the piece on a site.
func (l *lowerer) promote(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site := iterTo()
	if s := t.Arg("site"); s != nil {
		site = l.int(s)
	}
	into := l.promotions(t.Arg("piece").Arg("piece"), t.Arg("player"))
	then, decision := l.then(t), decides(t)
	at := l.at(k)
	return func(c *ctx) {
		s := site.Fn(c)
		if s < 0 {
			return
		}
		first := len(c.Moves)
		list := into(c, c.Ints())
		for _, what := range list {
			if uint(what) >= uint(len(c.Prog.Components)) {
				continue
			}
			a := exec.On(exec.OpPromote, at(c, s), s)
			a.What, a.Decision = int32(what), decision
			c.NewMove(a)
		}
		c.PutInts(list)
		c.Finish(first, then)
	}
}

// promotions lowers what a piece may become. With an owner, a name stands for
// that owner's first component whose name contains it.
func (l *lowerer) promotions(t, owner *check.Term) exec.IntsFn {
	if t.List && (len(t.Items) == 0 || t.Items[0].Sort != check.String) {
		items := make([]Int, len(t.Items))
		for i, it := range t.Items {
			items[i] = l.int(it)
		}
		return func(c *ctx, dst []int) []int {
			for i := range items {
				dst = append(dst, items[i].Fn(c))
			}
			return dst
		}
	}
	var player Int
	if owner != nil {
		player = l.player(owner)
	}
	if !t.List && t.Sort != check.String {
		v := l.int(t)
		return func(c *ctx, dst []int) []int {
			id := v.Fn(c)
			if id < 1 || id >= len(c.Prog.Components) {
				return dst
			}
			if owner != nil {
				id = ownedNamed(c.Prog, c.Prog.Components[id].Name, player.Fn(c))
			}
			return append(dst, id)
		}
	}
	names := []*check.Term{t}
	if t.List {
		names = t.Items
	}
	if owner == nil {
		var ids []int
		for _, n := range names {
			id := l.exactComponent(n.Text)
			if id < 0 {
				l.refuse(n, CodeMeaning, "there is no piece %q", n.Text)
			}
			ids = append(ids, id)
		}
		return func(_ *ctx, dst []int) []int { return append(dst, ids...) }
	}
	texts := make([]string, len(names))
	for i, n := range names {
		texts[i] = n.Text
	}
	return func(c *ctx, dst []int) []int {
		p := player.Fn(c)
		for _, n := range texts {
			dst = append(dst, ownedNamed(c.Prog, n, p))
		}
		return dst
	}
}

// ownedNamed is a player's first component whose name contains a text, 0 if none does.
func ownedNamed(p *exec.Program, text string, owner int) int {
	for i := 1; i < len(p.Components); i++ {
		if p.Components[i].Owner == owner && strings.Contains(p.Components[i].Name, text) {
			return i
		}
	}
	return 0
}

// selectMoves chooses a site, or two.
func (l *lowerer) selectMoves(t *check.Term) exec.MovesFn {
	s := &selector{from: l.from(t.Arg("from"), iterFrom()), to: l.to(t.Arg("to")), decision: decides(t)}
	mover := moverInt()
	if r := t.Arg("mover"); r != nil {
		mover = l.role(r)
	}
	then := l.then(t)
	if mover.Iter == IterMover && s.to.region == nil {
		if s.from.region == nil {
			l.bounded(t, exactly(1))
		} else {
			l.sampleRegion(t, s.from.region.Fn, exactly(1), 2, s.first, then)
		}
	}
	return func(c *ctx) {
		first := len(c.Moves)
		oldFrom, oldTo := c.From, c.To
		mark := c.SetMark()
		if s.from.region != nil {
			sites := s.from.region.Fn(c)
			for i := sites.Next(0); i >= 0; i = sites.Next(i + 1) {
				s.first(c, i)
			}
		} else {
			s.first(c, s.from.site.Fn(c))
		}
		c.FreeSets(mark)
		c.From, c.To = oldFrom, oldTo
		if mover.Iter != IterMover {
			c.SetMover(first, mover.Fn(c))
		}
		c.Finish(first, then)
	}
}

type selector struct {
	from, to place
	decision bool
}

// exists tells whether there is a site: as a cell it may be one of any container.
func exists(c *ctx, k kind, site int) bool {
	if k == topology.Cell {
		return site < max(len(c.Prog.ContainerOf), c.Prog.Topo.NumSites(k))
	}
	return site < c.Prog.Topo.NumSites(k)
}

func (s *selector) first(c *ctx, site int) {
	k := s.from.k
	if !exists(c, k, site) {
		return
	}
	level := exec.Undefined
	if stacking(c) {
		if s.from.level != nil {
			level = s.from.level(c)
		} else {
			level = levels(c, k, site) - 1
		}
	}
	if site == exec.Undefined {
		return
	}
	c.From, c.To = site, site
	if s.from.cond != nil && !s.from.cond(c) {
		return
	}
	a := exec.Blank(exec.OpSelect)
	a.Kind, a.KindTo, a.From, a.Level, a.LevelTo, a.Decision = k, k, int32(site), int16(level), int16(level), s.decision
	if !s.to.given {
		m := c.NewMove(a)
		setSites(c, m, site, site)
		return
	}
	if s.to.region == nil {
		s.second(c, a, s.to.site.Fn(c))
		return
	}
	mark := c.SetMark()
	sites := s.to.region.Fn(c)
	for i := sites.Next(0); i >= 0; i = sites.Next(i + 1) {
		s.second(c, a, i)
	}
	c.FreeSets(mark)
}

func (s *selector) second(c *ctx, a exec.Action, site int) {
	k := s.to.k
	if site < 0 || !exists(c, k, site) {
		return
	}
	level := levels(c, k, site) - 1
	if s.to.level != nil {
		level = s.to.level(c)
	}
	c.To = site
	if s.to.cond != nil && !s.to.cond(c) {
		return
	}
	a.KindTo, a.To, a.LevelTo = k, int32(site), int16(level)
	c.NewMove(a)
}

// flip turns over the piece of a site, or a stack from top to bottom.
func (l *lowerer) flip(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site := iterTo()
	if s := t.Arg("site"); s != nil {
		site = l.int(s)
	}
	at := l.at(k)
	then := l.then(t)
	return func(c *ctx) {
		s := site.Fn(c)
		if s < 0 {
			return
		}
		first := len(c.Moves)
		kind := at(c, s)
		switch n := levels(c, kind, s); {
		case n > 1:
			flipStack(c, kind, s, n)
		case n == 1:
			flips := c.Prog.Components[c.What(kind, s)].Flips
			if flips[0] < 0 {
				return
			}
			a := exec.On(exec.OpSetState, kind, s)
			a.State = int32(flipped(flips, c.StateAt(kind, s, exec.Undefined)))
			c.NewMove(a)
		}
		c.Finish(first, then)
	}
}

// flipped exchanges two local states; others stay.
func flipped(flips [2]int, state int) int {
	switch state {
	case flips[0]:
		return flips[1]
	case flips[1]:
		return flips[0]
	}
	return state
}

func flipStack(c *ctx, k kind, site, n int) {
	for level := range n {
		a := exec.On(exec.OpRemove, k, site)
		a.Level = int16(level)
		if level == 0 {
			m := c.NewMove(a)
			setSites(c, m, 0, 0) // Ludii leaves them unset
			continue
		}
		c.Also(a)
	}
	for level := n - 1; level >= 0; level-- {
		a := exec.On(exec.OpAdd, k, site)
		what := c.WhatAt(k, site, level)
		state := c.StateAt(k, site, level)
		if f := c.Prog.Components[what].Flips; f[0] >= 0 {
			state = flipped(f, state)
		}
		a.What, a.State, a.Stack = int32(what), int32(state), true
		a.Rotation, a.Value = int32(c.RotationAt(k, site, level)), int32(c.ValueAt(k, site, level))
		c.Also(a)
	}
}
