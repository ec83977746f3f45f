package draw

import (
	"maps"
	"slices"
)

// Grid is a board found in facts, for those who draw it otherwise than as text.
type Grid struct {
	Title  string   // the relations it is made of, and the layer
	Name   string   // tells it from the other grids of all positions
	Xs, Ys []string // coordinates from left to right and from top to bottom
	Cells  map[Square]string
	Track  bool            // one coordinate only: the rows are names
	Empty  map[string]bool // contents that stand for nothing
	Holes  bool            // empty squares are written: what is missing is no square
}

// Square is a place of a Grid: members of its Xs and Ys.
type Square struct{ X, Y string }

// Grids reads a position as Draw does: the boards in rows, as they lie beside each
// other, and all that is not on any as lines of text.
func (d *Drawer) Grids(fluents []string) (rows [][]Grid, rest []string) {
	boards, unplaced := d.look(fluents)
	for i := 0; i < len(boards); {
		j := d.groupEnd(boards, i)
		for _, row := range d.rows(boards[i:j]) {
			grids := make([]Grid, len(row))
			for k, b := range row {
				grids[k] = d.gridOf(b)
			}
			rows = append(rows, grids)
		}
		i = j
	}
	return rows, append(rest, list(unplaced)...)
}

func (d *Drawer) gridOf(b *board) Grid {
	g := Grid{
		Title: b.title, Name: b.rel, Xs: b.xs, Ys: slices.Clone(b.ys), Track: b.track,
		Cells: make(map[Square]string, len(b.cells)), Empty: d.symbols.empty,
	}
	for _, l := range b.layer {
		g.Name += " " + l
	}
	if !b.down {
		slices.Reverse(g.Ys)
	}
	for p, c := range b.cells {
		g.Cells[Square{p.x, p.y}] = c
		g.Holes = g.Holes || d.symbols.empty[c]
	}
	return g
}

// Symbol is the short text that stands for a content of the grids seen.
func (d *Drawer) Symbol(content string) string { return d.symbols.show(content) }

// Contents are all that has been seen on boards, in the order in which it was met.
func (d *Drawer) Contents() []string { return slices.Clone(d.symbols.order) }

// Clone gives a drawer that has seen the same.
func (d *Drawer) Clone() *Drawer {
	c := &Drawer{opt: d.opt, relations: make(map[string]*relation, len(d.relations))}
	for shape, r := range d.relations {
		n := &relation{shape: r.shape, name: r.name, learned: maps.Clone(r.learned), columns: slices.Clone(r.columns)}
		for i := range n.columns {
			n.columns[i].values = maps.Clone(n.columns[i].values)
		}
		c.relations[shape] = n
	}
	c.symbols = symbols{
		of: maps.Clone(d.symbols.of), used: maps.Clone(d.symbols.used), order: slices.Clone(d.symbols.order),
		empty: maps.Clone(d.symbols.empty),
	}
	return c
}
