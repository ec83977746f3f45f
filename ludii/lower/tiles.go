package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Tiles with paths: whether sides that meet match, and where paths lead.

func init() {
	boolForms["is SidesMatch"] = (*lowerer).isSidesMatch
	intForms["pathExtent"] = (*lowerer).pathExtent
}

// A tiler knows how tiles lie on the board.
type tiler struct {
	sides int
	ratio int // turns of a piece per turn of a tile by a side
	// side is, by site, the neighbours in the orthogonal directions of the board.
	side [][][]int
	// ahead is, by number of turns, the index of the direction that faces north
	// before; -1 for none.
	ahead []int
}

// tiler looks at the board's cells.
func (l *lowerer) tiler() *tiler {
	cells := l.p.Topo.Of(topology.Cell)
	dirs := cells.Directions[topology.Orthogonal]
	t := &tiler{sides: l.tileSides(), side: make([][][]int, len(cells.Sites))}
	if len(dirs) > 0 {
		t.ratio = len(cells.Directions[topology.Adjacent]) / len(dirs)
	}
	for i := range t.side {
		t.side[i] = make([][]int, len(dirs))
		for n, d := range dirs {
			for _, s := range l.p.Topo.StepsFrom(topology.Cell, i) {
				if s.Kind == topology.Cell && s.In(d) {
					t.side[i][n] = append(t.side[i][n], int(s.To))
				}
			}
		}
	}
	supported := setOfDirections(dirs)
	for n := range max(t.sides, 1) {
		t.ahead = append(t.ahead, slices.Index(dirs, rotated(topology.N, n, supported)))
	}
	return t
}

// tileOn is the tile on a cell, nil if there is none.
func tileOn(c *ctx, site int) *exec.Tile {
	return c.Prog.Components[c.State.What(topology.Cell, site)].Tile
}

// turns is by how many sides the tile on a cell is turned.
func (t *tiler) turns(c *ctx, site int) int {
	if t.ratio < 1 || t.sides < 1 {
		return 0
	}
	return c.RotationAt(topology.Cell, site, exec.Undefined) / t.ratio % t.sides
}

// colour is that of a slot on a side of the tile on a cell as it lies; 0 where no
// path ends. Of several paths that end there the last one counts.
func (t *tiler) colour(c *ctx, site, side, slot int) int {
	tile, colour := tileOn(c, site), 0
	side = (side + t.sides - t.turns(c, site)) % t.sides
	for _, p := range tile.Paths {
		if p.From == side && p.FromSlot == slot || p.To == side && p.ToSlot == slot {
			colour = p.Colour
		}
	}
	return colour
}

// slots is the number of slots on a side of the tile on a cell.
func (t *tiler) slots(c *ctx, site, side int) int {
	tile := tileOn(c, site)
	if tile.Slots == nil {
		return tile.SlotsPerSide
	}
	if side = (side + t.sides - t.turns(c, site)) % t.sides; side < len(tile.Slots) {
		return tile.Slots[side]
	}
	return 0
}

// isSidesMatch asks whether the paths of a tile end where those of the tiles beside
// it do. A piece that is no tile matches anything.
func (l *lowerer) isSidesMatch(t *check.Term) Bool {
	at, board := l.siteOr(t.Arg("value")), l.tiler()
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		if site < 0 || c.State.What(topology.Cell, site) == 0 {
			return false
		}
		if tileOn(c, site) == nil || site >= len(board.side) || board.sides < 1 {
			return true
		}
		for side, list := range board.side[site] {
			for _, to := range list {
				if tileOn(c, to) != nil && !board.meet(c, site, to, side) {
					return false
				}
			}
		}
		return true
	}}
}

// meet reports whether a side of a tile matches the opposite one of another. The slots
// of the other come in reverse.
func (t *tiler) meet(c *ctx, site, to, side int) bool {
	across := (side + t.sides/2) % t.sides
	n, m := t.slots(c, site, side), t.slots(c, to, across)
	for i := range n {
		if i >= m || t.colour(c, site, side, i) != t.colour(c, to, across, m-1-i) {
			return false
		}
	}
	return true
}

// follow goes along the paths of a colour, from a cell on, and calls visit for
// every step: from which cell, where the one before that was, and to which. It
// stops when visit says so. Of a tile all paths of the colour are followed, even if
// the way came in by another.
func (t *tiler) follow(c *ctx, from, colour int, visit func(before, site, to int) (stop bool)) bool {
	// Pairs of a cell and the one before it.
	list := append(c.Ints(), from, from)
	defer func() { c.PutInts(list) }()
	for i := 0; i < len(list); i += 2 {
		site, before := list[i], list[i+1]
		tile := tileOn(c, site)
		if tile == nil || site >= len(t.side) || t.sides < 1 {
			continue
		}
		turns := c.RotationAt(topology.Cell, site, exec.Undefined) * 2 / t.sides
		for _, p := range tile.Paths {
			if p.Colour != colour {
				continue
			}
			for _, end := range [2]int{p.From, p.To} {
				d := t.ahead[(end+turns)%t.sides]
				if d < 0 || len(t.side[site][d]) == 0 {
					continue
				}
				to := t.side[site][d][0]
				if visit(before, site, to) {
					return true
				}
				if before != to && tileOn(c, to) != nil && !paired(list, to, site) {
					list = append(list, to, site)
				}
			}
		}
	}
	return false
}

// paired reports whether a list of pairs holds one.
func paired(list []int, a, b int) bool {
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] == a && list[i+1] == b {
			return true
		}
	}
	return false
}

// pathStart lowers where paths begin: a site, some sites, or else where the last
// move has put something.
func (l *lowerer) pathStart(t *check.Term) exec.IntsFn {
	if t != nil {
		return l.sitesOf(t)
	}
	r := regionForms["sites LastTo"](l, nil)
	return func(c *ctx, dst []int) []int {
		mark := c.SetMark()
		dst = r.Fn(c).Append(dst)
		c.FreeSets(mark)
		return dst
	}
}

// pathExtent is how many rows or columns a path of a colour leads away from its start.
func (l *lowerer) pathExtent(t *check.Term) Int {
	start, board, colour := l.pathStart(t.Arg("start")), l.tiler(), moverInt()
	if a := t.Arg("colour"); a != nil {
		colour = l.int(a)
	}
	cells := l.p.Topo.Of(topology.Cell).Sites
	return Int{Fn: func(c *ctx) int {
		most, want := 0, colour.Fn(c)
		list := start(c, c.Ints())
		for _, from := range list {
			if from < 0 || from >= len(cells) || tileOn(c, from) == nil {
				break
			}
			board.follow(c, from, want, func(_, _, to int) bool {
				most = max(most, distance(cells[to].Row, cells[from].Row), distance(cells[to].Column, cells[from].Column))
				return false
			})
		}
		c.PutInts(list)
		return most
	}}
}

func distance(a, b int) int { return max(a-b, b-a) }

// pathLoop reports whether a path of a colour leads back to where it began.
func (l *lowerer) pathLoop(t *check.Term, colour Int) exec.BoolFn {
	start, board := l.pathStart(t.Arg("start")), l.tiler()
	return func(c *ctx) bool {
		want, found := colour.Fn(c), false
		list := start(c, c.Ints())
		for _, from := range list {
			found = found || board.follow(c, from, want, func(before, _, to int) bool { return to == from && before != to })
		}
		c.PutInts(list)
		return found
	}
}
