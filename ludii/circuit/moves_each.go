package circuit

import (
	"ludens/ludii/check"
)

// Moves made of the moves of pieces, sites, directions, and of other moves.

func (c *compiler) eachPiece(t *check.Term, e env) []*move {
	none(t, "containerName", "top")
	c.kind(t.Arg("on"))
	low, high := 0, c.board
	if x := t.Arg("container"); x != nil {
		id, ok := c.int(x, e).fixed()
		if !ok {
			refuse("pieces in a container that the position decides")
		}
		if id < 0 || id >= len(c.p.Containers) {
			return nil
		}
		if id > 0 {
			low = c.p.Containers[id].From
			high = low + c.p.Containers[id].N
		}
	}
	everybody := false
	if r := t.Arg("player"); r != nil {
		if r.Form == nil && (r.Text == "All" || r.Text == "Each") {
			everybody = true
		}
		if !c.isStatic(r) {
			refuse("pieces of whom the position decides")
		}
	}
	player := c.at(e).Player(t.Arg("player"))
	of := c.f.Owned(t.Arg("names"), everybody)
	if player < 0 || player >= len(of) {
		return nil
	}
	x := e
	if player != e.mover && player != 0 && player <= 2 {
		x.mover, x.next = player, e.mover
	}
	var out []*move
	for _, w := range of[player] {
		moves := t.Arg("moves")
		if moves == nil {
			if moves = c.f.Moves(w); moves == nil {
				continue
			}
		}
		for site := low; site < high; site++ {
			is := e.is(site, w)
			if is == False {
				continue
			}
			y := x
			y.v = e.v.assuming(site, w)
			y.From, y.Level = site, 0
			out = append(out, c.under(is, c.moves(moves, y))...)
		}
	}
	return finish(out, t)
}

func (c *compiler) eachSite(t *check.Term, e env) []*move {
	var out []*move
	for site, l := range c.region(t.Arg("sites"), e) {
		if l == False {
			continue
		}
		x := e
		x.To, x.Site = site, site
		out = append(out, c.under(l, c.moves(t.Arg("moves"), x))...)
	}
	out = finish(out, t)
	if m := t.Arg("noMoveYet"); m != nil {
		nothing := c.any(out).Not()
		out = append(out, c.under(nothing, c.moves(m, e))...)
	}
	return out
}

func (c *compiler) eachValue(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("ints")) {
		refuse("values that the position decides")
	}
	var out []*move
	for _, v := range c.fixedInts(t.Arg("ints"), e) {
		x := e
		x.Value = v
		out = append(out, c.moves(t.Arg("moves"), x)...)
	}
	return finish(out, t)
}

func (c *compiler) eachPlayer(t *check.Term, e env) []*move {
	var out []*move
	for p := 1; p <= 2; p++ {
		x := e
		x.Player = p
		out = append(out, c.moves(t.Arg("moves"), x)...)
	}
	return finish(out, t)
}

func (c *compiler) eachDirection(t *check.Term, e env) []*move {
	from, between, m := t.Arg("from"), t.Arg("between"), t.Arg("moves")
	low, high := 1, 1
	if r := between.Arg("range"); r != nil {
		low, high = c.span(r, e)
	}
	var out []*move
	if isRegion(from.Arg("sites")) {
		refuse("directions from a region")
	}
	if d := t.Arg("direction"); d != nil && d.Name() != "directions#absolute" && (d.Form != nil || relative(d)) {
		refuse("directions of pieces, each with moves")
	}
	if e.From < 0 {
		return nil
	}
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("direction"), e, site) {
			alive := c.g.and(cond, r.cond, e.empty(e.From).Not())
			for i, s := range r.ray {
				x := e
				if i+1 > high || alive == False {
					break
				}
				if b := between.Arg("if"); b != nil && low > 1 && i+1 < low {
					x.Between = s
					alive = c.g.and(alive, c.bool(b, x))
					x.Between = e.Between
				}
				x.To = s
				inner := m
				if m.Form != nil && m.Form.Result == check.To {
					alive = c.g.and(alive, c.holds(m.Arg("if"), x))
					inner = m.Arg("apply").Arg("effect")
				}
				if i+1 >= low && alive != False {
					out = append(out, c.under(alive, c.moves(inner, x))...)
				}
			}
		}
	})
	return finish(out, t)
}

// do makes moves after others, or those after which a condition holds.
func (c *compiler) do(t *check.Term, e env) []*move {
	after := t.Arg("ifAfterwards")
	if t.Arg("next") != nil || after == nil {
		refuse("(do …) with moves that follow")
	}
	out := c.moves(t.Arg("first"), e)
	n := 0
	for _, m := range out {
		v := e.v.after(m)
		c.apply(v, m, e.mover)
		x := c.env(v, e.mover, e.next)
		if m.cond = c.g.and(m.cond, c.bool(after, x)); m.cond != False {
			out[n] = m
			n++
		}
	}
	return finish(out[:n], t)
}

// append makes one move of all moves of a term.
func (c *compiler) append(t *check.Term, e env) []*move {
	list := c.moves(t.Arg("moves"), e)
	if len(list) == 0 {
		return nil
	}
	for _, m := range list {
		if m.to != list[0].to || m.from != list[0].from {
			refuse("(append …) of moves to several sites")
		}
	}
	m := &move{cond: c.any(list), from: list[0].from, to: list[0].to}
	for _, x := range list {
		for _, a := range x.acts {
			a.cond = c.g.and(x.cond, a.cond)
			m.acts = append(m.acts, a)
		}
		if len(x.thens) > 0 {
			m.acts = append(m.acts, act{op: opThen, cond: x.cond, thens: x.thens})
		}
		if x.pass {
			refuse("(append …) of passes")
		}
	}
	return finish([]*move{m}, t)
}

// combinations makes a move of every move of one term with every move of another.
func (c *compiler) combinations(t *check.Term, e env) []*move {
	var out []*move
	second := c.moves(t.Arg("b"), e)
	for _, a := range c.moves(t.Arg("a"), e) {
		for _, b := range second {
			cond := c.g.and(a.cond, b.cond)
			if c.glance(); cond == False {
				continue
			}
			m := c.move(cond, a.from, a.to)
			c.g.spend(actEdges * (len(a.acts) + len(b.acts)))
			for _, x := range []*move{a, b} {
				m.acts = append(m.acts, x.acts...)
				if len(x.thens) > 0 {
					m.acts = append(m.acts, act{op: opThen, cond: True, thens: x.thens})
				}
			}
			out = append(out, m)
		}
	}
	return finish(out, t)
}
