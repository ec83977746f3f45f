package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Moves for each site, value, player.

func init() {
	moveForms["moves.forEach Site"] = (*lowerer).eachSite
	moveForms["moves.forEach Value"] = (*lowerer).eachValue
	moveForms["moves.forEach Value#range"] = (*lowerer).eachValueBetween
	moveForms["moves.forEach Player"] = (*lowerer).eachPlayer
	moveForms["moves.forEach"] = (*lowerer).eachOfPlayers
}

// eachSite sets to and site to every site of a region. Where that gives no moves
// there may be others instead; Ludii works these out with to and site as the loop left them, and
// does not set them back.
func (l *lowerer) eachSite(t *check.Term) exec.MovesFn {
	region := l.region(t.Arg("sites")).Fn
	moves, then := l.moves(t.Arg("moves")), l.then(t)
	var otherwise exec.MovesFn
	if m := t.Arg("noMoveYet"); m != nil {
		otherwise = l.moves(m)
	}
	if otherwise == nil {
		some := l.question(t.Arg("moves"), moves)
		l.finds(t, func(c *ctx) bool { return someOf(c, region, some) })
		l.sampleRegion(t, region, l.sampled.bounds[t.Arg("moves")], 4, func(c *ctx, s int) {
			c.To, c.Site = s, s
			moves(c)
		}, then)
	}
	return func(c *ctx) {
		to, site := c.To, c.Site
		first := len(c.Moves)
		mark := c.SetMark()
		sites := c.Set()
		sites.Copy(region(c))
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			c.To, c.Site = s, s
			moves(c)
		}
		c.FreeSets(mark)
		if otherwise != nil && len(c.Moves) == first {
			otherwise(c)
			return
		}
		c.To, c.Site = to, site
		c.Finish(first, then)
	}
}

// someOf looks for a site of a region at which there is a move.
func someOf(c *ctx, region exec.RegionFn, some exec.BoolFn) bool {
	to, site := c.To, c.Site
	mark := c.SetMark()
	sites := c.Set()
	sites.Copy(region(c))
	found := false
	for s := sites.Next(0); s >= 0 && !found; s = sites.Next(s + 1) {
		c.To, c.Site = s, s
		found = some(c)
	}
	c.FreeSets(mark)
	c.To, c.Site = to, site
	return found
}

// eachValue sets value to each of some numbers.
func (l *lowerer) eachValue(t *check.Term) exec.MovesFn {
	values := l.ints(t.Arg("ints"))
	moves, then := l.moves(t.Arg("moves")), l.then(t)
	return func(c *ctx) {
		saved := c.Value
		first := len(c.Moves)
		list := values(c, c.Ints())
		for _, v := range list {
			c.Value = v
			moves(c)
		}
		c.PutInts(list)
		c.Value = saved
		c.Finish(first, then)
	}
}

// eachValueBetween sets value to each number of a range.
func (l *lowerer) eachValueBetween(t *check.Term) exec.MovesFn {
	low, high := l.int(t.Arg("min")).Fn, l.int(t.Arg("max")).Fn
	moves, then := l.moves(t.Arg("moves")), l.then(t)
	return func(c *ctx) {
		saved := c.Value
		first := len(c.Moves)
		v, last := low(c), high(c)
		if last-v > maxRange {
			c.Fail(exec.ErrMoves)
			return
		}
		for ; v <= last && c.Err == nil; v++ {
			c.Value = v
			moves(c)
		}
		c.Value = saved
		c.Finish(first, then)
	}
}

// maxRange bounds loops over numbers.
const maxRange = 1 << 20

// eachPlayer sets player to every player. Ludii loses what follows it.
func (l *lowerer) eachPlayer(t *check.Term) exec.MovesFn {
	moves := l.moves(t.Arg("moves"))
	l.then(t)
	return func(c *ctx) {
		saved := c.Player
		for p := 1; p <= c.Prog.Players; p++ {
			c.Player = p
			moves(c)
		}
		c.Player = saved
	}
}

// eachOfPlayers sets player to each of some players. Ludii loses what follows it.
func (l *lowerer) eachOfPlayers(t *check.Term) exec.MovesFn {
	players, moves := l.ints(t.Arg("players")), l.moves(t.Arg("moves"))
	l.then(t)
	return func(c *ctx) {
		saved := c.Player
		list := players(c, c.Ints())
		for _, p := range list {
			if p >= 0 && p <= c.Prog.Shared() {
				c.Player = p
				moves(c)
			}
		}
		c.PutInts(list)
		c.Player = saved
	}
}
