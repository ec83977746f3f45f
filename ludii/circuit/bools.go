package circuit

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
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
