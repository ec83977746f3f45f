package circuit

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Moves and effects that change one site, or what the state holds besides.

// pieces are the components that (piece …) means.
func (c *compiler) pieces(t *check.Term, e env) []int {
	if t != nil {
		t.Arg("piece").Walk(func(x *check.Term) {
			if x.Form != nil && !c.isStatic(x) {
				refuse("a piece that the position decides")
			}
		})
	}
	return c.at(e).Pieces(t)
}

func (c *compiler) add(t *check.Term, e env) []*move {
	none(t, "count")
	if !c.p.Flags.Stacking {
		none(t, "stack")
	}
	whats := c.pieces(t.Arg("piece"), e)
	state := exec.Undefined
	if x := t.Arg("piece").Arg("state"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a piece in a state that the position decides")
		}
		state = v
	}
	to := t.Arg("to")
	var out []*move
	region := isRegion(to.Arg("sites"))
	if apply := to.Arg("apply"); apply != nil && apply.Arg("effect") != nil && region {
		refuse("(add …) with an effect") // such moves are listed twice
	}
	for _, w := range whats {
		if w < 0 || w >= c.comps {
			continue
		}
		c.place(to, e, iter(e.To), func(site int, cond Lit) {
			x := e
			x.To = site
			if cond = c.g.and(cond, c.holds(to.Arg("if"), x)); cond == False || !c.there(site) {
				return
			}
			m := c.simple(cond, opAdd, site, w)
			m.acts[0].state = state
			x.From = site
			attach(c, m, c.applied(to.Arg("apply"), x))
			out = append(out, m)
		})
		if !region {
			break
		}
	}
	return finish(out, t)
}

func (c *compiler) remove(t *check.Term, e env) []*move {
	none(t, "level", "count")
	c.kind(t.Arg("type"))
	what := opRemove
	if at := t.Arg("at"); at != nil && at.Text == "EndOfTurn" {
		what = opLater
	}
	var out []*move
	do := func(site int, cond Lit) {
		if c.there(site) {
			if cond = c.g.and(cond, e.empty(site).Not()); cond != False {
				out = append(out, c.simple(cond, what, site, 0))
			}
		}
	}
	s := t.Arg("sites")
	if isRegion(s) {
		for site, l := range c.region(s, e) {
			do(site, l)
		}
	} else {
		n := c.int(s, e)
		for i, site := range n.v {
			do(site, n.c[i])
		}
	}
	return finish(out, t)
}

func (c *compiler) promote(t *check.Term, e env) []*move {
	c.kind(t.Arg("type"))
	t.Arg("piece").Walk(func(x *check.Term) {
		if x.Form != nil && x.Form.Result == check.Int && !c.isStatic(x) {
			refuse("a piece that the position decides")
		}
	})
	if p := t.Arg("player"); p != nil && !c.isStatic(p) {
		refuse("a player that the position decides")
	}
	whats := c.at(e).Promotions(t.Arg("piece").Arg("piece"), t.Arg("player"))
	site := constant(e.To)
	if s := t.Arg("site"); s != nil {
		site = c.int(s, e)
	}
	var out []*move
	for i, s := range site.v {
		for _, w := range whats {
			if c.there(s) && w >= 0 && w < c.comps {
				out = append(out, c.simple(site.c[i], opPromote, s, w))
			}
		}
	}
	return finish(out, t)
}

func (c *compiler) pass(t *check.Term, _ env) []*move {
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, pass: true}}, t)
}

func (c *compiler) moveAgain(t *check.Term, _ env) []*move {
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opAgain, cond: True}}}}, t)
}

func (c *compiler) setCounter(t *check.Term, e env) []*move {
	v := -1
	if x := t.Arg("value"); x != nil {
		n, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a counter set to what the position decides")
		}
		if v = n; v < -1 {
			refuse("a counter set to %d", v)
		}
	}
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opCounter, cond: True, name: "counter", what: v}}}}, t)
}

func (c *compiler) setState(t *check.Term, e env) []*move {
	none(t, "level")
	c.kind(t.Arg("type"))
	site, value := c.int(t.Arg("at"), e), c.int(t.Arg("value"), e)
	var out []*move
	for i, s := range site.v {
		if c.there(s) {
			m := c.simple(site.c[i], opState, s, 0)
			m.acts[0].num = value
			out = append(out, m)
		}
	}
	return finish(out, t)
}

func (c *compiler) flip(t *check.Term, e env) []*move {
	c.kind(t.Arg("type"))
	site := constant(e.To)
	if s := t.Arg("site"); s != nil {
		site = c.int(s, e)
	}
	var out []*move
	for i, s := range site.v {
		if !c.there(s) {
			continue
		}
		can := e.some(s, func(k content) bool { return k.what > 0 && c.p.Components[k.what].Flips[0] >= 0 })
		if can = c.g.and(site.c[i], can); can != False {
			out = append(out, c.simple(can, opFlip, s, 0))
		}
	}
	return finish(out, t)
}

func (c *compiler) setScore(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("player")) {
		refuse("a score of whom the position decides")
	}
	p := c.at(e).Player(t.Arg("player"))
	if p != 1 && p != 2 {
		refuse("a score of nobody")
	}
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opScore, cond: True, what: p, num: c.int(t.Arg("value"), e)}}}}, t)
}

func (c *compiler) trigger(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("player")) {
		refuse("an event of whom the position decides")
	}
	p := c.at(e).Player(t.Arg("player"))
	if p != 1 && p != 2 {
		refuse("an event of nobody")
	}
	return []*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opTrigger, cond: True, what: p}}}}
}
