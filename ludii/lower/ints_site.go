package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// What stands on a site.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) Int{
		"who":           (*lowerer).who,
		"what":          (*lowerer).what,
		"state":         (*lowerer).siteState,
		"rotation":      (*lowerer).siteRotation,
		"value Piece":   (*lowerer).pieceValue,
		"int.count":     (*lowerer).countAt,
		"size Stack":    (*lowerer).sizeStack,
		"topLevel":      (*lowerer).topLevel,
		"face":          (*lowerer).face,
		"int.card Rank": card(func(k exec.Card) int { return k.Rank }), "int.card Suit": card(func(k exec.Card) int { return k.Suit }),
		"int.card TrumpRank": card(func(k exec.Card) int { return k.TrumpRank }), "int.card TrumpValue": card(func(k exec.Card) int { return k.TrumpValue }),
		"where":            (*lowerer).whereNamed,
		"where#what":       (*lowerer).whereWhat,
		"where Level":      (*lowerer).levelNamed,
		"where Level#what": (*lowerer).levelWhat,
	} {
		intForms[name] = f
	}
}

// who is the owner of what stands on a site. Sites of hands are looked at as
// cells only when cells are meant.
func (l *lowerer) who(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, level := l.int(t.Arg("at")), l.intOr(t.Arg("level"), exec.Undefined)
	if level.Const && level.V == exec.Undefined || !l.p.Flags.Stacking {
		if at.Iter != NoIter {
			return l.readField(fieldWho, k, at.Iter)
		}
		return Int{Fn: func(c *ctx) int { return c.State.Who(k, at.Fn(c)) }}
	}
	kinds := l.at(k)
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		return c.State.WhoAt(kinds(c, site), site, level.Fn(c))
	}}
}

// what is the component on a site: of stacks the lowest one, unless a level is
// given.
func (l *lowerer) what(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, level := l.int(t.Arg("at")), l.intOr(t.Arg("level"), 0)
	kinds := l.at(k)
	if l.p.Flags.Stacking {
		return Int{Fn: func(c *ctx) int {
			site := at.Fn(c)
			return c.State.WhatAt(kinds(c, site), site, level.Fn(c))
		}}
	}
	if len(l.p.Containers) == 1 || k == topology.Cell {
		if at.Iter != NoIter {
			return l.readField(fieldWhat, k, at.Iter)
		}
		return Int{Fn: func(c *ctx) int { return c.State.What(k, at.Fn(c)) }}
	}
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		return c.State.What(kinds(c, site), site)
	}}
}

// readField reads a field of the site that an iterator gives.
func (l *lowerer) readField(f field, k kind, it Iter) Int {
	r := read{field: f, k: k, site: it}
	v := Int{Read: r, Fn: func(c *ctx) int { return r.value(c) }}
	if f == fieldWho {
		switch it {
		case IterTo:
			v.Fn = func(c *ctx) int { return c.State.Who(k, c.To) }
		case IterBetween:
			v.Fn = func(c *ctx) int { return c.State.Who(k, c.Between) }
		case IterFrom:
			v.Fn = func(c *ctx) int { return c.State.Who(k, c.From) }
		case IterSite:
			v.Fn = func(c *ctx) int { return c.State.Who(k, c.Site) }
		}
		return v
	}
	switch it {
	case IterTo:
		v.Fn = func(c *ctx) int { return c.State.What(k, c.To) }
	case IterBetween:
		v.Fn = func(c *ctx) int { return c.State.What(k, c.Between) }
	case IterFrom:
		v.Fn = func(c *ctx) int { return c.State.What(k, c.From) }
	case IterSite:
		v.Fn = func(c *ctx) int { return c.State.What(k, c.Site) }
	}
	return v
}

// onLevel makes a function of a piece on a level of a site; a level that is not
// given means the upper one. Only stacks on the board have levels for it unless
// anywhere is set.
func (l *lowerer) onLevel(t *check.Term, anywhere bool, fn func(s *exec.State, k kind, site, level int) int) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, level := l.int(t.Arg("at")), l.intOr(t.Arg("level"), exec.Undefined)
	kinds := l.at(k)
	if !l.p.Flags.Stacking || level.Const && level.V == exec.Undefined {
		return Int{Fn: func(c *ctx) int {
			site := at.Fn(c)
			return fn(c.State, kinds(c, site), site, exec.Undefined)
		}}
	}
	of := l.p.ContainerOf
	return Int{Fn: func(c *ctx) int {
		site, at := at.Fn(c), exec.Undefined
		if anywhere || uint(site) >= uint(len(of)) || of[site] == 0 {
			at = level.Fn(c)
		}
		return fn(c.State, kinds(c, site), site, at)
	}}
}

func (l *lowerer) siteState(t *check.Term) Int {
	return l.onLevel(t, false, (*exec.State).StateAt)
}

func (l *lowerer) siteRotation(t *check.Term) Int {
	return l.onLevel(t, false, (*exec.State).RotationAt)
}

func (l *lowerer) pieceValue(t *check.Term) Int {
	return l.onLevel(t, true, (*exec.State).ValueAt)
}

// countAt is the number of pieces on a site or on those of a region. Only where
// cells are meant, hands are looked at.
func (l *lowerer) countAt(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	count := (*exec.State).CountAt
	if l.p.Flags.Stacking {
		count = (*exec.State).Size
	}
	return l.total(t, func(c *ctx, site int) int { return count(c.State, k, site) })
}

// total adds up a number over a site or region.
func (l *lowerer) total(t *check.Term, fn func(c *ctx, site int) int) Int {
	if in := t.Arg("in"); in != nil {
		r := l.region(in)
		return Int{Fn: func(c *ctx) int {
			mark, n := c.SetMark(), 0
			b := r.Fn(c)
			for site := b.Next(0); site >= 0; site = b.Next(site + 1) {
				c.Tick()
				n += fn(c, site)
			}
			c.FreeSets(mark)
			return n
		}}
	}
	at := l.siteOr(t.Arg("at"))
	return Int{Fn: func(c *ctx) int { return fn(c, at.Fn(c)) }}
}

func (l *lowerer) sizeStack(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	kinds := l.at(k)
	return l.total(t, func(c *ctx, site int) int { return c.Size(kinds(c, site), site) })
}

// topLevel is the number of the upper level of a stack, 0 of an empty site.
func (l *lowerer) topLevel(t *check.Term) Int {
	if !l.p.Flags.Stacking {
		return Const(0)
	}
	k, _ := l.kindOf(t.Arg("type"))
	kinds, at := l.at(k), l.int(t.Arg("at"))
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		if site < 0 {
			return 0
		}
		k := kinds(c, site)
		if site >= len(c.Sites[k].What) {
			return exec.Off
		}
		return max(c.Size(k, site)-1, 0)
	}}
}

// face is what the die on a site shows.
func (l *lowerer) face(t *check.Term) Int {
	at := l.int(t.Arg("site"))
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		die := &c.Prog.Components[c.State.What(topology.Cell, site)]
		n := c.StateAt(topology.Cell, site, exec.Undefined)
		if !die.IsDie || n < 0 || n >= len(die.Faces) {
			return exec.Off
		}
		return die.Faces[n]
	}}
}

// card makes the function of a number of the card on a level of a site.
func card(number func(k exec.Card) int) func(l *lowerer, t *check.Term) Int {
	return func(l *lowerer, t *check.Term) Int {
		at, level := l.int(t.Arg("at")), l.intOr(t.Arg("level"), 0)
		return Int{Fn: func(c *ctx) int {
			what := &c.Prog.Components[c.WhatAt(topology.Cell, at.Fn(c), level.Fn(c))]
			if what.Card == (exec.Card{}) {
				return exec.Off
			}
			return number(what.Card)
		}}
	}
}

// whereWhat is the first site of the board with a component, on any level.
func (l *lowerer) whereWhat(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	what, n := l.int(t.Arg("what")), l.siteCount(k)
	if n > l.siteCount(l.p.Default) {
		n = l.siteCount(l.p.Default)
	}
	return Int{Fn: func(c *ctx) int {
		w := what.Fn(c)
		if at := c.Sites[k].At; w > 0 && w < len(at) {
			if site := at[w].Next(0); site >= 0 && site < n {
				return site
			}
		}
		return exec.Off
	}}
}

// ownPiece gives the component with a name of an owner: Undefined if there is none.
func (l *lowerer) ownPiece(name *check.Term, player Int) exec.IntFn {
	by := l.namedBy(name.Text)
	return func(c *ctx) int {
		if p := player.Fn(c); p >= 0 && p < len(by) && by[p] != 0 {
			return by[p]
		}
		return exec.Undefined
	}
}

// whereNamed is the site of the board with a player's piece of a name, of several
// the one with the least number: Ludii takes the one that came to its place
// first.
func (l *lowerer) whereNamed(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	what := l.ownPiece(t.Arg("name"), l.player(t.Arg("player")))
	n := min(l.siteCount(k), l.siteCount(l.p.Default))
	state := t.Arg("state")
	if state == nil {
		return Int{Fn: func(c *ctx) int {
			if w := what(c); w > 0 && c.Sites[k].At != nil {
				if site := c.Sites[k].At[w].Next(0); site >= 0 && site < n {
					return site
				}
			}
			return exec.Off
		}}
	}
	v := l.int(state)
	return Int{Fn: func(c *ctx) int {
		w, v := what(c), v.Fn(c)
		if w <= 0 || c.Sites[k].At == nil {
			return exec.Off
		}
		for site := c.Sites[k].At[w].Next(0); site >= 0 && site < n; site = c.Sites[k].At[w].Next(site + 1) {
			c.Tick()
			if levelOf(c, k, site, w, v, false) >= 0 {
				return site
			}
		}
		return exec.Off
	}}
}

// levelOf finds the level of a site with a component in a local state
// (Undefined: any), from the top or from the bottom.
func levelOf(c *ctx, k kind, site, what, state int, top bool) int {
	n := c.Size(k, site)
	for i := range n {
		c.Tick()
		level := i
		if top {
			level = n - 1 - i
		}
		if c.WhatAt(k, site, level) == what && (state == exec.Undefined || c.StateAt(k, site, level) == state) {
			return level
		}
	}
	return exec.Off
}

func (l *lowerer) levelWhat(t *check.Term) Int {
	what := l.int(t.Arg("what"))
	return l.level(t, what.Fn)
}

func (l *lowerer) levelNamed(t *check.Term) Int {
	return l.level(t, l.ownPiece(t.Arg("name"), l.player(t.Arg("player"))))
}

// level is the level of a component on a site of the board.
func (l *lowerer) level(t *check.Term, what exec.IntFn) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, state := l.int(t.Arg("at")), l.intOr(t.Arg("state"), exec.Undefined)
	top, n := l.boolOr(t.Arg("fromTop"), true), l.siteCount(l.p.Default)
	return Int{Fn: func(c *ctx) int {
		site, w := at.Fn(c), what(c)
		if site < 0 || site >= n || w <= 0 {
			return exec.Off
		}
		return levelOf(c, k, site, w, state.Fn(c), top.Fn(c))
	}}
}
