package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Questions about moves and about all of something.

func init() {
	for name, f := range map[string]func(l *lowerer, t *check.Term) Bool{
		"can Move": (*lowerer).canMove, "bool.no Moves": (*lowerer).noMoves,
		"is PipsMatch": (*lowerer).isPipsMatch, "is Threatened": (*lowerer).isThreatened, "is Repeat": (*lowerer).isRepeat,
		"all Sites": (*lowerer).allSites, "all Different": (*lowerer).allDifferentSites, "all Values": (*lowerer).allValues,
		"all DiceEqual": func(*lowerer, *check.Term) Bool { return Bool{Fn: func(c *ctx) bool { return c.DiceEqual }} },
		"all DiceUsed":  func(*lowerer, *check.Term) Bool { return Bool{Fn: allDiceUsed} },
		"all Passed":    func(*lowerer, *check.Term) Bool { return Bool{Fn: (*ctx).AllPassed} },
	} {
		boolForms[name] = f
	}
}

func (l *lowerer) canMove(t *check.Term) Bool {
	fn := l.moves(t.Arg("moves"))
	some := l.some[t.Arg("moves")]
	return Bool{Fn: func(c *ctx) bool { return c.CanMove(fn, some) }}
}

// isPipsMatch asks whether the numbers on a domino are those of all others at its
// sides. But for the first one it must join a single one.
func (l *lowerer) isPipsMatch(t *check.Term) Bool {
	at, cells := l.siteOr(t.Arg("value")), l.p.Topo.Of(topology.Cell)
	rays, near := cells.Rays[topology.Orthogonal], l.net(nil, topology.Orthogonal, topology.Cell)
	return Bool{Fn: func(c *ctx) bool {
		site, table := at.Fn(c), &c.Sites[topology.Cell]
		what := c.State.What(topology.Cell, site)
		if what == 0 || c.Prog.Components[what].Domino[0] < 0 || rays == nil || table.Value == nil || table.Count == nil {
			return true
		}
		below := c.Prog.Footprint(what, site, max(0, c.State.StateAt(topology.Cell, site, 0)), c.Ints())
		buf, mark := c.Ints(), c.SetMark()
		beside := c.Set()
		defer func() {
			c.PutInts(buf)
			c.PutInts(below)
			c.FreeSets(mark)
		}()
		for _, s := range below {
			for _, to := range near.of(c, s, buf) {
				c.Tick()
				if slices.Contains(below, to) {
					continue
				}
				if !table.Empty.Has(to) && table.Value[to] != table.Value[s] {
					return false
				}
				if table.Count[to] != 0 {
					beside.Add(to)
				}
			}
		}
		if c.State.Moves <= 1 {
			return true
		}
		match := false
		for s := beside.Next(0); s >= 0; s = beside.Next(s + 1) {
			c.Tick()
			others, other := 0, 0
			for _, ray := range rays[s] {
				for _, to := range ray {
					if beside.Has(to) {
						others++
						other = to
					}
				}
				if others > 1 {
					return false
				}
				if others == 1 {
					match = table.Count[s] == table.Count[other]
				}
			}
		}
		return match
	}}
}

// noMoves asks whether a player is stuck. Only for the next player it is worked
// out now.
func (l *lowerer) noMoves(t *check.Term) Bool {
	r := t.Arg("roleType")
	if r.Text == "Next" {
		return Bool{Fn: (*ctx).NextStuck, Fails: func(c *ctx) bool { return c.Stalling }}
	}
	p := l.role(r)
	return Bool{Fn: func(c *ctx) bool { return c.Stuck(p.Fn(c)) }}
}

// isThreatened asks whether an enemy could move to a site if a component stood
// there; without a component, to one of some sites with a piece.
func (l *lowerer) isThreatened(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	kinds := l.at(k)
	var moves exec.MovesFn
	if m := t.Arg("moves"); m != nil {
		moves = l.moves(m)
	}
	fails := func(c *ctx) bool { return c.Threatening }
	if t.Arg("what") == nil {
		var sites exec.IntsFn
		if t.Arg("at") != nil || t.Arg("in") != nil {
			sites = l.sites(t.Arg("at"), t.Arg("in"))
		} else {
			sites = l.occupied(k)
		}
		return Bool{Fails: fails, Fn: func(c *ctx) bool {
			if c.Threatening || c.Next == 0 || int(c.Next) > c.Prog.Players {
				return false
			}
			x, found := sites(c, c.Ints()), false
			for _, site := range x {
				k := kinds(c, site)
				if what := c.State.What(k, site); what > 0 && !found {
					found = c.Threatened(k, site, what, true, moves)
				}
			}
			c.PutInts(x)
			return found
		}}
	}
	what := l.int(t.Arg("what"))
	if at := t.Arg("at"); at != nil {
		at := l.int(at)
		return Bool{Fails: fails, Fn: func(c *ctx) bool {
			if c.Threatening {
				return false
			}
			w, site := what.Fn(c), at.Fn(c)
			return w > 0 && w < len(c.Prog.Components) && site >= 0 && c.Threatened(kinds(c, site), site, w, false, moves)
		}}
	}
	var sites exec.IntsFn
	if in := t.Arg("in"); in != nil {
		sites = l.sites(nil, in)
	} else {
		sites = l.first(what, k)
	}
	return Bool{Fails: fails, Fn: func(c *ctx) bool {
		if c.Threatening {
			return false
		}
		w, found := what.Fn(c), false
		if w < 1 || w >= len(c.Prog.Components) {
			return false
		}
		x := sites(c, c.Ints())
		for _, site := range x {
			if site >= 0 && !found {
				found = c.Threatened(kinds(c, site), site, w, false, moves)
			}
		}
		c.PutInts(x)
		return found
	}}
}

// occupied lists the sites of the board with a piece of anybody's.
func (l *lowerer) occupied(k kind) exec.IntsFn {
	n := l.siteCount(k)
	return func(c *ctx, dst []int) []int {
		for site := range n {
			c.Tick()
			if c.State.What(k, site) != 0 {
				dst = append(dst, site)
			}
		}
		return dst
	}
}

// first gives the first site of the board with a component.
func (l *lowerer) first(what Int, k kind) exec.IntsFn {
	n := l.siteCount(l.p.Default)
	return func(c *ctx, dst []int) []int {
		if w := what.Fn(c); w > 0 && w < len(c.Sites[k].At) {
			if site := c.Sites[k].At[w].Next(0); site >= 0 && site < n {
				dst = append(dst, site)
			}
		}
		return dst
	}
}

func (l *lowerer) isRepeat(t *check.Term) Bool {
	situational, turn := false, false
	if r := t.Arg("repetitionType"); r != nil {
		situational = r.Text == "Situational" || r.Text == "SituationalInTurn"
		turn = r.Text == "PositionalInTurn" || r.Text == "SituationalInTurn"
	}
	return Bool{Fn: func(c *ctx) bool { return c.Repeats(situational, turn) }}
}

// allSites asks whether all sites of a region fulfil a condition on (site).
func (l *lowerer) allSites(t *check.Term) Bool {
	r, cond := l.region(t.Arg("sites")), l.bool(t.Arg("if"))
	return Bool{Fn: func(c *ctx) bool {
		old, mark, all := c.Site, c.SetMark(), true
		b := c.Set() // a copy: the condition may go to other positions meanwhile
		b.Copy(r.Fn(c))
		for site := b.Next(0); site >= 0 && all; site = b.Next(site + 1) {
			c.Tick()
			c.Site = site
			all = cond.Fn(c)
		}
		c.Site = old
		c.FreeSets(mark)
		return all
	}}
}

// allDifferentSites asks besides whether no two of them hold the same component.
func (l *lowerer) allDifferentSites(t *check.Term) Bool {
	r, cond, k := l.region(t.Arg("sites")), l.bool(t.Arg("if")), l.p.Default
	components := len(l.p.Components)
	return Bool{Fn: func(c *ctx) bool {
		old, mark, all := c.Site, c.SetMark(), true
		b := c.Set() // a copy: the condition may go to other positions meanwhile
		b.Copy(r.Fn(c))
		met := c.Ints()
		for range components {
			met = append(met, 0)
		}
		for site := b.Next(0); site >= 0 && all; site = b.Next(site + 1) {
			c.Tick()
			c.Site = site
			if all = cond.Fn(c); all {
				what := c.State.What(k, site)
				all = what >= len(met) || met[what] == 0
				if what < len(met) {
					met[what] = 1
				}
			}
		}
		c.PutInts(met)
		c.Site = old
		c.FreeSets(mark)
		return all
	}}
}

// allValues asks whether all numbers of a list fulfil a condition on (value).
func (l *lowerer) allValues(t *check.Term) Bool {
	list, cond := l.ints(t.Arg("ints")), l.bool(t.Arg("if"))
	return Bool{Fn: func(c *ctx) bool {
		old, all := c.Value, true
		x := list(c, c.Ints())
		for _, v := range x {
			if c.Value = v; !cond.Fn(c) {
				all = false
				break
			}
		}
		c.Value = old
		c.PutInts(x)
		return all
	}}
}

// allDiceUsed asks whether no die shows anything.
func allDiceUsed(c *ctx) bool {
	for _, d := range c.Dice {
		for _, v := range d {
			if v != 0 {
				return false
			}
		}
	}
	return true
}
