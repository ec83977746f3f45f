package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Regions and sizes that few descriptions ask for: where a move would win, what a
// large piece covers, what a loop encloses, the hint looked at.

func init() {
	regionForms["sites Winning"] = (*lowerer).sitesWinning
	regionForms["sites LargePiece"] = (*lowerer).sitesLargePiece
	regionForms["sites Loop"] = (*lowerer).sitesLoop
	regionForms["sites Hint"] = func(l *lowerer, _ *check.Term) Region {
		return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
			b := c.Set()
			b.Or(c.HintRegion)
			return b
		}}
	}
	intForms["size LargePiece"] = (*lowerer).sizeLargePiece
}

// sitesWinning is where some moves of a player lead to that would win at once.
func (l *lowerer) sitesWinning(t *check.Term) Region {
	who, moves := t.Arg("player"), t.Arg("moves")
	if who == nil || moves == nil {
		// Without a player there are none.
		return l.fixed(nil, l.p.Default, false)
	}
	player, fn := l.player(who), l.moves(moves)
	return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		c.WinningSites(player.Fn(c), fn, b)
		return b
	}}
}

// sitesLargePiece is what the piece at a site of the board covers.
func (l *lowerer) sitesLargePiece(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	at, n := l.int(t.Arg("at")), l.siteCount(k)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		site := at.Fn(c)
		if site < 0 || site >= n {
			return b
		}
		what := c.State.What(k, site)
		switch {
		case what == 0:
		case c.Prog.Components[what].Walks == nil:
			b.Add(site)
		default:
			list := c.Prog.Footprint(what, site, c.StateAt(k, site, exec.Undefined), c.Ints())
			for _, s := range list {
				b.Add(s)
			}
			c.PutInts(list)
		}
		return b
	}}
}

// sizeLargePiece is the number of sites that the pieces at some sites cover. A large
// one counts as it would lie at the centre of the board, set out to the first
// direction.
func (l *lowerer) sizeLargePiece(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	sites := l.sites(t.Arg("at"), t.Arg("in"))
	centre := exec.Undefined
	if list := l.p.Topo.Of(k).Sets.Centre; len(list) > 0 {
		centre = list[0]
	}
	return Int{Fn: func(c *ctx) int {
		n := 0
		x := sites(c, c.Ints())
		for _, site := range x {
			what := c.State.What(k, site)
			switch {
			case what == 0:
			case c.Prog.Components[what].Walks == nil:
				n++
			default:
				list := c.Prog.Footprint(what, centre, 0, c.Ints())
				n += len(list)
				c.PutInts(list)
			}
		}
		c.PutInts(x)
		return n
	}}
}

// sitesLoop is the loop that like pieces form around some sites, or these.
func (l *lowerer) sitesLoop(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	q := l.loopQuestion(t)
	inside := l.boolOr(t.Arg("inside"), false)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		b := c.Set()
		within := inside.Fn(c)
		q.asks(c, func(list, loop []int) {
			if !within {
				list = q.f.least(c, loop)
			}
			for _, s := range list {
				b.Add(s)
			}
		})
		return b
	}}
}

// least takes sites out of a loop that it does not need, the last first: without the
// site those that are left hang together, and the one that is reached last lies
// beside the one that they are counted from. From each site only one new neighbour
// is gone on to in each direction.
func (f *fence) least(c *ctx, loop []int) []int {
	list := append([]int(nil), loop...)
	buf := c.Ints()
	for i := len(list) - 1; i >= 0 && len(list) > 1; i-- {
		rest := append(append([]int(nil), list[:i]...), list[i+1:]...)
		among := c.Set()
		for _, s := range rest {
			among.Add(s)
		}
		group := []int{rest[0]}
		among.Remove(rest[0])
		for k := 0; k < len(group); k++ {
			for _, to := range f.along.of(c, group[k], buf) {
				if among.Has(to) {
					among.Remove(to)
					group = append(group, to)
					break
				}
			}
		}
		if len(group) != len(rest) {
			continue
		}
		for _, to := range f.along.of(c, group[len(group)-1], buf) {
			if to == rest[0] {
				list = rest
				break
			}
		}
	}
	c.PutInts(buf)
	return list
}
