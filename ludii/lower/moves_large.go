package lower

import (
	"slices"

	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Large pieces cover several cells, and a move of one says by the local state which way it
// comes to lie. Ludii tries four times as many states as the piece has walks, and
// forgets the consequences of adding one.

// isLarge tells whether a component covers several cells.
func isLarge(c *ctx, what int) bool {
	return uint(what) < uint(len(c.Prog.Components)) && c.Prog.Components[what].Walks != nil
}

// addLarge adds a large piece wherever all the cells that it would cover are empty.
func (g *adder) addLarge(c *ctx, what int) {
	wanted := exec.Undefined
	if g.state != nil {
		wanted = g.state(c)
	}
	if g.to.region == nil {
		g.addLargeAt(c, what, g.to.site.Fn(c), wanted)
		return
	}
	mark := c.SetMark()
	sites := g.to.region.Fn(c)
	for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
		g.addLargeAt(c, what, s, wanted)
	}
	c.FreeSets(mark)
}

func (g *adder) addLargeAt(c *ctx, what, site, wanted int) {
	empty := c.Sites[g.to.k].Empty
	for state := range 4 * len(c.Prog.Components[what].Walks) {
		if wanted != exec.Undefined && wanted != state {
			continue
		}
		cells := c.Prog.Footprint(what, site, state, c.Ints())
		free := len(cells) > 0
		for _, s := range cells {
			free = free && empty.Has(s)
		}
		c.PutInts(cells)
		if !free {
			continue
		}
		a := exec.On(exec.OpAdd, g.to.k, site)
		a.What, a.State, a.Decision = int32(what), int32(state), g.decision
		c.Moves[c.NewMove(a)].State = int16(state)
	}
}

// leaveLarge moves a large piece to where all the cells that it would cover are among
// the targets or its own; a domino to where can be played.
func (f *carrier) leaveLarge(c *ctx, from, what int, targets []int) {
	oldFrom, oldTo := c.From, c.To
	k := f.from.k
	now := c.StateAt(k, from, exec.Undefined)
	own := c.Prog.Footprint(what, from, now, c.Ints())
	if len(own) > 0 {
		targets = append(targets, own[1:]...)
	}
	c.PutInts(own)
	domino := c.Prog.Components[what].Domino[0] >= 0
	for _, to := range targets {
		for state := range 4 * len(c.Prog.Components[what].Walks) {
			if from == to && state == now || !f.fits(c, what, from, to, state, targets, domino) {
				continue
			}
			a := exec.Blank(exec.OpMove)
			a.Kind, a.KindTo, a.From, a.To = k, f.to.k, int32(from), int32(to)
			a.State, a.Decision = int32(state), f.decision
			m := c.NewMove(a)
			attach(c, m, f.to.apply.moves, from, to)
			setSites(c, m, from, to)
			c.Moves[m].State = int16(state)
		}
	}
	c.From, c.To = oldFrom, oldTo
}

func (f *carrier) fits(c *ctx, what, from, to, state int, targets []int, domino bool) bool {
	cells := c.Prog.Footprint(what, to, state, c.Ints())
	ok := len(cells) > 0
	for _, s := range cells {
		if !domino {
			ok = ok && (s == from || slices.Contains(targets, s))
			continue
		}
		playable := c.Sites[topology.Cell].Playable
		ok = ok && (c.State.Moves == 0 || playable == nil || playable.Has(s))
	}
	c.PutInts(cells)
	return ok
}
