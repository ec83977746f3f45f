package exec

import (
	"slices"

	"ludens/ludii/topology"
)

// Footprint appends the cells that a large piece covers from its root, which comes
// first; the local state says which way it lies: the direction that its walk sets out in,
// then which of its walks. Nothing where the walk leaves the board, and for
// roots outside of it.
func (p *Program) Footprint(what, root, state int, dst []int) []int {
	first := len(dst)
	cells := p.Topo.Of(topology.Cell)
	dirs := cells.Directions[topology.Orthogonal]
	if root < 0 || root >= len(cells.Sites) || len(dirs) == 0 {
		return dst
	}
	dst = append(dst, root)
	state = max(state, 0)
	walks := p.Components[what].Walks
	if state/len(dirs) >= len(walks) {
		return dst
	}
	d, at := dirs[state%len(dirs)], root
	for _, turn := range walks[state/len(dirs)] {
		switch turn {
		case TurnF:
			to := -1
			for _, s := range p.Topo.StepsFrom(topology.Cell, at) {
				if s.Kind == topology.Cell && s.In(d) {
					to = int(s.To)
				}
			}
			if to < 0 {
				return dst[:first]
			}
			if at = to; !slices.Contains(dst[first:], at) {
				dst = append(dst, at)
			}
		case TurnR:
			d = turned(dirs, d, 1)
		case TurnL:
			d = turned(dirs, d, topology.NumCompass-1)
		}
	}
	return dst
}

// turned is the next of some directions, a number of sixteenths of a turn apart.
func turned(dirs []topology.Direction, d topology.Direction, by int) topology.Direction {
	if !d.Compass() {
		return d
	}
	for range topology.NumCompass {
		d = topology.Direction((int(d) + by) % topology.NumCompass)
		if slices.Contains(dirs, d) {
			break
		}
	}
	return d
}

// isLarge reports whether a component covers several cells.
func (c *Ctx) isLarge(what int) bool { return what > 0 && c.Prog.Components[what].Walks != nil }

// onBoard reports whether a cell is one of the board.
func (c *Ctx) onBoard(site int) bool {
	of := c.Prog.ContainerOf
	return site >= len(of) || of[site] == 0
}

// cover marks the cells below a large piece as taken, with a count where there are
// counts. Along a line of play the count is the domino's number.
func (c *Ctx) cover(what, root, state int) {
	if !c.onBoard(root) {
		return
	}
	t := &c.Sites[cellKind]
	at := c.Prog.Footprint(what, root, state, c.Ints())
	count := 1
	if c.Prog.Flags.LineOfPlay {
		count = what
	}
	for _, i := range at {
		t.Empty.Remove(i)
		if t.Count != nil {
			t.Count[i] = int16(count)
		}
	}
	c.pips(what, at)
	c.PutInts(at)
}

// coverAdded does the same for a piece that was added. Where there are dominoes
// nothing can be played on it.
func (c *Ctx) coverAdded(what, root, state int) {
	line := c.Prog.Flags.LineOfPlay
	c.cover(what, root, state)
	t := &c.Sites[cellKind]
	at := c.Prog.Footprint(what, root, state, c.Ints())
	for _, i := range at {
		if t.Count != nil && line {
			t.Count[i] = 1
		}
		if t.Playable != nil && c.Prog.Flags.Dominoes {
			t.Playable.Remove(i)
		}
	}
	c.PutInts(at)
}

// uncover gives the cells below a large piece back.
func (c *Ctx) uncover(what, root, state int) {
	if !c.onBoard(root) {
		return
	}
	t := &c.Sites[cellKind]
	at := c.Prog.Footprint(what, root, state, c.Ints())
	for _, i := range at {
		t.Empty.Add(i)
		if t.Count != nil {
			t.Count[i] = 0
		}
	}
	c.pips(what, at)
	c.PutInts(at)
}

// pips writes the two numbers of a domino on its cells.
func (c *Ctx) pips(what int, at []int) {
	t := &c.Sites[cellKind]
	if !c.Prog.Flags.Dominoes || len(at) < 8 || t.Value == nil {
		return
	}
	for i, site := range at[:8] {
		t.Value[site] = int16(c.Prog.Components[what].Domino[i/4])
	}
}

// lineOfPlay works out where the next domino may be joined: at the ends of those
// that lie, of doubles at their sides too.
func (c *Ctx) lineOfPlay() {
	t := &c.Sites[cellKind]
	if t.Playable == nil {
		return
	}
	t.Playable.Clear()
	sides := [4]topology.Direction{topology.W, topology.N, topology.E, topology.S}
	for root := range c.Prog.Containers[0].N {
		what, state := int(t.What[root]), 0
		if what == 0 {
			continue
		}
		if t.State != nil {
			state = int(t.State[root])
		}
		at := c.Prog.Footprint(what, root, state, c.Ints())
		if len(at) >= 8 {
			side := func(i int) topology.Direction { return sides[(i+state)%4] }
			c.joinable(at[0], at[1], side(0), false, true)
			c.joinable(at[7], at[6], side(2), false, false)
			if pips := c.Prog.Components[what].Domino; pips[0] == pips[1] {
				c.joinable(at[2], at[5], side(1), true, true)
				c.joinable(at[3], at[4], side(3), true, true)
			}
		}
		c.PutInts(at)
	}
}

// joinable opens the cells ahead of a side of a domino, two abreast, as far as
// they are free, and of an end also those beside it.
func (c *Ctx) joinable(a, b int, d topology.Direction, side, left bool) {
	t := &c.Sites[cellKind]
	cells := c.Prog.Topo.Of(topology.Cell)
	ray := func(d topology.Direction, site int) topology.Ray {
		if of := cells.Rays[d]; site < len(of) && len(of[site]) > 0 {
			return of[site][0]
		}
		return nil
	}
	ra, rb := ray(d, a), ray(d, b)
	if len(ra) < 2 || len(rb) < 2 || !t.Empty.Has(ra[0]) || !t.Empty.Has(rb[0]) {
		return
	}
	open := func(d topology.Direction, site int) {
		if r := ray(d, site); len(r) > 0 && t.Empty.Has(r[0]) {
			t.Playable.Add(r[0])
		}
	}
	turn := func(by int) topology.Direction { return topology.Direction((int(d) + by) % topology.NumCompass) }
	for i := 0; i < min(4, len(ra), len(rb)); i++ {
		if !t.Empty.Has(ra[i]) || !t.Empty.Has(rb[i]) {
			return
		}
		t.Playable.Add(ra[i])
		t.Playable.Add(rb[i])
		if side || i > 1 {
			continue
		}
		toLeft, toRight := turn(topology.NumCompass-slant), turn(slant)
		if left {
			open(toLeft, a)
			open(toRight, b)
		} else {
			open(toRight, a)
			open(toLeft, b)
		}
	}
}

// slant is how far off a domino's line the cells beside its end are looked for, in
// sixteenths of a turn: diagonally ahead.
const slant = 2
