package encode

import (
	"fmt"
	"math/bits"
	"slices"

	"ludens/game"
	"ludens/nets/arch"
)

// How many levels from the bottom and from the top of stacks have planes of their
// own, and up to which local state (Soemers et al. 2021, section 4.2).
const (
	bottomLevels = 5
	topLevels    = 5
	mostState    = 5
)

// Planes is the encoding of positions and moves in space, for those who have
// positions as game.View and moves as game.Place. It is immutable. An Encoder is the
// same for machines.
//
// A tensor is plane after plane, row by row: number (c·H + y)·W + x is channel c at
// column x and row y. The paper and the recordings write shapes (C, W, H) and number
// (c·W + x)·H + y; x, y and c are the same. Rows go up: y = 0 is the lowest one.
type Planes struct {
	geometry *game.Geometry
	players  int
	grid     *grid
	own      bool // our channels and moves, not the paper's
	graph    bool
	shape    arch.Shape
	area     int // Height × Width
	channels []string
	template []float32 // what is the same in all positions
	cell     []int32   // per site: of the grid, or its node; -1 where it has none
	counted  []bool    // per site: counts are written

	// First channels of each sort, -1 where there are none.
	pieces, covered, values, sizes, counts, amounts, scores, movers, states, swapped, phases, containers, lastFrom, lastTo, second int
	stacked                                                                                                                        int // channels per kind
	bottom, top                                                                                                                    int

	moves movePlanes
}

// NewPlanes makes the encoding of a geometry for a number of players.
func NewPlanes(g *game.Geometry, players int, o Options) (*Planes, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p := &Planes{geometry: g, players: players, own: o.Grid != Paper, graph: o.Graph}
	if p.own {
		p.grid = ownGrid(g, o.Grid)
	} else {
		p.grid = paperGrid(g)
	}
	p.shape = arch.Shape{Height: p.grid.height, Width: p.grid.width}
	p.cell = p.grid.cell
	if o.Graph {
		p.shape.Height, p.shape.Width = len(g.Sites)+1, 1
		p.cell = make([]int32, len(g.Sites))
		for i := range p.cell {
			p.cell[i] = int32(i)
		}
	}
	p.area = p.shape.Cells()
	p.findCounted()
	p.layOut()
	p.shape.Channels = len(p.channels)
	if p.shape.Size() > maxNumbers {
		return nil, fmt.Errorf("%w: %d planes of %d × %d cells", ErrSize, p.shape.Channels, p.shape.Height, p.shape.Width)
	}
	p.template = make([]float32, p.shape.Size())
	for i := range g.Sites {
		if p.cell[i] >= 0 && (p.own || g.Sites[i].Sort == 0) {
			p.template[(p.containers+int(g.Sites[i].Container))*p.area+int(p.cell[i])] = 1
		}
		if sort := int(g.Sites[i].Sort); p.own && sort > 0 {
			p.template[(p.containers+len(g.Containers)+sort-1)*p.area+int(p.cell[i])] = 1
		}
	}
	if o.Graph {
		p.template[p.shape.Size()-1] = 1 // the dummy node's own channel
	}
	p.moves.plan(p, o)
	return p, nil
}

// findCounted finds the sites whose counts are written: all, except on the paper's
// planes, where its authors' programme asks for counts of cells, also where the
// game is played on other places, and where sites share a cell writes the last
// one's.
func (p *Planes) findCounted() {
	sites := p.geometry.Sites
	p.counted = make([]bool, len(sites))
	last := map[int32]int{}
	for i := range sites {
		p.counted[i] = p.own || p.ofCells(i)
		if p.own || sites[i].Sort > 0 || p.cell[i] < 0 {
			continue
		}
		if before, ok := last[p.cell[i]]; ok {
			p.counted[before] = false
		}
		last[p.cell[i]] = i
	}
}

// ofCells says whether a site is a cell.
func (p *Planes) ofCells(site int) bool {
	s := &p.geometry.Sites[site]
	return s.Container > 0 || p.geometry.Sorts[s.Sort] == "Cell"
}

// shown says whether a piece has a plane's number: the paper's authors' programme
// leaves out pieces that are nobody's, in games without stacks.
func (p *Planes) shown(q *game.Piece) bool {
	return p.own || p.geometry.Owners[q.Kind-1] >= 0 && p.geometry.Sites[q.Site].Sort == 0
}

// maxNumbers bounds the numbers of a tensor: 64 MiB of float32.
const maxNumbers = 1 << 24

// add appends channels and gives the first.
func (p *Planes) add(names ...string) int {
	p.channels = append(p.channels, names...)
	return len(p.channels) - len(names)
}

// layOut lists the channels, in the order of section 4.2.
//
// Our own are those of the paper but what follows from the others (that a player
// is the mover if it is none of the others, that a state or a phase is 0, which
// move was the last but one) or cannot occur (where the last move came from, if moves lead
// nowhere; any last move where players decide at once); and the scores, the phase,
// the numbers that sites of puzzles may have, what large pieces cover, and sorts of
// sites.
func (p *Planes) layOut() {
	g := p.geometry
	p.stacked, p.bottom, p.top = 1, 0, 0
	if g.Stacks {
		p.bottom, p.top = bottomLevels, topLevels
		p.stacked = p.bottom + p.top
	}
	p.pieces = len(p.channels)
	for i, kind := range g.Kinds {
		name := fmt.Sprintf("Piece Type %d (%s)", i+1, kind)
		if !g.Stacks {
			p.add(name)
		}
		for l := range p.bottom {
			p.add(fmt.Sprintf("%s at level %d from stack bottom.", name, l))
		}
		for l := range p.top {
			p.add(fmt.Sprintf("%s at level %d from stack top.", name, l))
		}
	}
	p.covered = -1
	if p.own && g.Large {
		p.covered = p.add("Is a piece from elsewhere over it?")
	}
	p.values = -1
	if p.own && g.Values > 0 {
		p.values = len(p.channels)
		for i := range g.Values {
			p.add(fmt.Sprintf("May it be %d?", i))
		}
	}
	p.sizes, p.counts, p.amounts, p.scores, p.movers, p.states, p.swapped, p.phases, p.second = -1, -1, -1, -1, -1, -1, -1, -1, -1
	if g.Stacks {
		p.sizes = p.add("Stack sizes (non-binary channel!)")
	}
	if g.Counts {
		p.counts = p.add("Counts (non-binary channel!)")
	}
	if g.Amounts {
		p.amounts = p.perPlayer("Amount for Player %d", 1)
	}
	if p.own && g.Scores {
		p.scores = p.perPlayer("Score of Player %d (non-binary channel!)", 1)
	}
	if p.players > 1 {
		first := 1
		if p.own {
			first = 2
		}
		p.movers = p.perPlayer("Is Player %d the current mover?", first)
	}
	if g.States {
		p.states = len(p.channels)
		for s := p.firstState(); s <= mostState; s++ {
			if s < mostState {
				p.add(fmt.Sprintf("Local state == %d", s))
			} else {
				p.add(fmt.Sprintf("Local state >= %d", s))
			}
		}
	}
	if g.Swaps {
		p.swapped = p.add("Did Swap Occur?")
	}
	if p.own && g.Phases > 1 {
		p.phases = len(p.channels)
		for i := 1; i < g.Phases; i++ {
			p.add(fmt.Sprintf("Is phase %d the mover's?", i))
		}
	}
	p.containers = len(p.channels)
	for i, name := range g.Containers {
		p.add(fmt.Sprintf("Does position exist in container %d (%s)?", i, name))
	}
	if p.own {
		for sort := range p.sorts() {
			p.add(fmt.Sprintf("Is the position of sort %d?", sort+1))
		}
	}
	p.lastFrom, p.lastTo = -1, -1
	if !p.own || g.FromTo && !g.Simultaneous {
		p.lastFrom = p.add("Last move's from-position")
	}
	if !p.own || !g.Simultaneous {
		p.lastTo = p.add("Last move's to-position")
	}
	if !p.own {
		p.second = p.add("Second-to-last move's from-position", "Second-to-last move's to-position")
	}
	if p.graph {
		p.add("Is it the dummy node?")
	}
}

// sorts is how many sorts of sites the board has besides the main one.
func (p *Planes) sorts() int {
	n := int32(0)
	for _, s := range p.geometry.Sites {
		n = max(n, s.Sort)
	}
	return int(n)
}

func (p *Planes) perPlayer(format string, first int) int {
	at := len(p.channels)
	for i := first; i <= p.players; i++ {
		p.add(fmt.Sprintf(format, i))
	}
	return at
}

// firstState is the lowest local state that has a plane.
func (p *Planes) firstState() int {
	if p.own {
		return 1
	}
	return 0
}

// Shape is the shape of the tensor of a position.
func (p *Planes) Shape() arch.Shape { return p.shape }

// Channels are the names of the channels. Those that the paper has too have the
// names of its authors' programme.
func (p *Planes) Channels() []string { return p.channels }

// Sites is the number of sites.
func (p *Planes) Sites() int { return len(p.cell) }

// Cell is the column and the row of a site (its node and 0 in the graph form);
// false if it has none.
func (p *Planes) Cell(site int) (x, y int, ok bool) {
	c := int(p.cell[site])
	if c < 0 {
		return 0, 0, false
	}
	if p.graph {
		return 0, c, true
	}
	x, y = p.grid.at(int32(c))
	return x, y, true
}

// Write writes all numbers of a position into dst[:Shape().Size()].
func (p *Planes) Write(v *game.View, dst []float32) {
	copy(dst, p.template)
	if p.geometry.Stacks {
		p.writeStacks(v, dst)
	} else {
		for i := range v.Pieces {
			q := &v.Pieces[i]
			if c := p.cell[q.Site]; c >= 0 {
				switch {
				case q.Kind == 0 && p.covered >= 0:
					dst[p.covered*p.area+int(c)] = 1
				case q.Kind > 0 && p.shown(q):
					dst[(p.pieces+int(q.Kind)-1)*p.area+int(c)] = 1
				}
				if p.counts >= 0 && p.counted[q.Site] {
					dst[p.counts*p.area+int(c)] = p.scaled(q.Count)
				}
			}
		}
	}
	if p.values >= 0 {
		for i, set := range v.Values {
			for ; set != 0; set &= set - 1 {
				dst[(p.values+bits.TrailingZeros64(set))*p.area+int(p.cell[i])] = 1
			}
		}
	}
	for i, n := range v.Amounts {
		p.fill(dst, p.amounts+i, p.scaled(n))
	}
	if p.scores >= 0 {
		for i, n := range v.Scores {
			p.fill(dst, p.scores+i, p.scaled(n))
		}
	}
	if p.movers >= 0 && v.Mover >= 0 {
		at := v.Mover
		if p.own {
			at-- // of the first player follows from the others
		}
		if at >= 0 {
			p.fill(dst, p.movers+at, 1)
		}
	}
	p.writeStates(v, dst)
	p.writeDice(v, dst)
	if p.swapped >= 0 && v.Swapped {
		p.fill(dst, p.swapped, 1)
	}
	if p.phases >= 0 && v.Phase > 0 {
		p.fill(dst, p.phases+int(v.Phase)-1, 1)
	}
	if p.lastFrom >= 0 {
		p.mark(dst, p.lastFrom, v.Last[0].From)
	}
	if p.lastTo >= 0 {
		p.mark(dst, p.lastTo, v.Last[0].To)
	}
	if p.second >= 0 {
		p.mark(dst, p.second, v.Last[1].From)
		p.mark(dst, p.second+1, v.Last[1].To)
	}
}

// scaled is a number as a channel has it: as it is on the paper's planes, on ours so
// that common numbers are of the size of the other planes' ones.
func (p *Planes) scaled(n int32) float32 {
	if p.own {
		return float32(n) / numberScale
	}
	return float32(n)
}

// numberScale divides counts, stack sizes, amounts and scores on our own planes.
const numberScale = 8

func (p *Planes) fill(dst []float32, channel int, value float32) {
	plane := dst[channel*p.area : (channel+1)*p.area]
	for i := range plane {
		plane[i] = value
	}
}

func (p *Planes) mark(dst []float32, channel int, site int32) {
	if site >= 0 && p.cell[site] >= 0 {
		dst[channel*p.area+int(p.cell[site])] = 1
	}
}

// writeStacks writes pieces by their levels from the bottom and from the top.
func (p *Planes) writeStacks(v *game.View, dst []float32) {
	for first := 0; first < len(v.Pieces); {
		site := v.Pieces[first].Site
		end := first + 1
		for end < len(v.Pieces) && v.Pieces[end].Site == site {
			end++
		}
		if c := int(p.cell[site]); c >= 0 && (p.own || p.geometry.Sites[site].Sort == 0) {
			n := end - first
			for level := range n {
				if v.Pieces[first+level].Kind == 0 {
					continue
				}
				at := (p.pieces+(int(v.Pieces[first+level].Kind)-1)*p.stacked)*p.area + c
				if level < p.bottom {
					dst[at+level*p.area] = 1
				}
				if down := n - 1 - level; down < p.top {
					dst[at+(p.bottom+down)*p.area] = 1
				}
			}
			if p.own || p.ofCells(int(site)) {
				dst[p.sizes*p.area+c] = p.scaled(int32(n))
			}
		}
		first = end
	}
}

// writeStates writes local states. On the paper's planes those of other places than cells
// are 0, as their counts are: its authors' programme asks for those of cells.
func (p *Planes) writeStates(v *game.View, dst []float32) {
	if p.states < 0 {
		return
	}
	first := p.firstState()
	for i, s := range v.States {
		if !p.own && !p.ofCells(i) {
			s = 0
		}
		if c := p.cell[i]; c >= 0 && int(s) >= first && (p.own || p.geometry.Sites[i].Sort == 0) {
			dst[(p.states+min(int(s), mostState)-first)*p.area+int(c)] = 1
		}
	}
}

// writeDice puts the dice as they are when the mover decides, on our own planes, over
// what the move before left of them: the state of a die is its face, and a die that is
// used up is not there. On the paper's planes dice are as they were before the throw.
func (p *Planes) writeDice(v *game.View, dst []float32) {
	if !p.rolled() {
		return
	}
	first := p.firstState()
	for _, d := range v.Dice {
		c := p.cell[d.Site]
		if c < 0 {
			continue
		}
		for s := first; s <= mostState; s++ {
			dst[(p.states+s-first)*p.area+int(c)] = 0
		}
		switch {
		case d.Face < 0:
			for k := range len(p.geometry.Kinds) * p.stacked {
				dst[(p.pieces+k)*p.area+int(c)] = 0
			}
		case int(d.Face) >= first:
			dst[(p.states+min(int(d.Face), mostState)-first)*p.area+int(c)] = 1
		}
	}
}

// rolled says whether writeDice has something to write.
func (p *Planes) rolled() bool {
	return p.own && p.states >= 0 && slices.Contains(p.geometry.Dice, true)
}
