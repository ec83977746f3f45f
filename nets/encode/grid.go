package encode

import (
	"math"
	"slices"

	"ludens/game"
)

// tolerance is how near coordinates of the board, scaled to 0…1, must be to count
// as equal (Soemers et al. 2021, section 4.1).
const tolerance = 1e-5

// A grid gives every site a cell. Cells are numbered row by row: y·width + x.
type grid struct {
	width, height int
	cell          []int32 // per site; -1 where a site has none
}

// at is the column and the row of a cell.
func (g *grid) at(cell int32) (x, y int) { return int(cell) % g.width, int(cell) / g.width }

// point is a column and a row.
type point struct{ x, y int }

// ranks gives per value its place among the distinct ones, and how many there are.
func ranks(values []float64, tolerance float64) ([]int, int) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case values[i] < values[j]:
			return -1
		case values[i] > values[j]:
			return 1
		}
		return 0
	})
	out := make([]int, len(values))
	n := 0
	for k, i := range order {
		if k == 0 || values[i]-values[order[k-1]] > tolerance {
			n++
		}
		out[i] = n - 1
	}
	return out, n
}

// rankGrid places sites by the ranks of their coordinates.
func rankGrid(sites []game.Site) (at []point, width, height int) {
	xs, ys := make([]float64, len(sites)), make([]float64, len(sites))
	extent := 0.0
	for i, s := range sites {
		xs[i], ys[i] = s.X, s.Y
	}
	if len(sites) > 0 {
		extent = max(slices.Max(xs)-slices.Min(xs), slices.Max(ys)-slices.Min(ys))
	}
	columns, width := ranks(xs, tolerance*extent)
	rows, height := ranks(ys, tolerance*extent)
	at = make([]point, len(sites))
	for i := range sites {
		at[i] = point{columns[i], rows[i]}
	}
	return at, width, height
}

// paperGrid is the grid of section 4.1 as the recordings have it: the board's main
// sort of sites by rank; then a column left free and a column for each further
// container, or rows where that gives the smaller tensor.
//
// Two things the paper does not say, and its authors' programme does. All further
// containers are numbered from the first site behind the board, so that of two
// containers the later one takes the sites of the earlier, and the last sites have
// the cell (0, 0). And sites of other sorts go by their number as if they were of
// the main one; those whose number is too high have no cell.
func paperGrid(g *game.Geometry) *grid {
	board, containers := 0, make([]int, len(g.Containers))
	main := 0
	for _, s := range g.Sites {
		if s.Sort == 0 {
			containers[s.Container]++
			main++
			if s.Container == 0 {
				board++
			}
		}
	}
	at, width, height := rankGrid(g.Sites[:board])
	at = append(at, make([]point, main-board)...)
	if extra := len(containers) - 1; extra > 0 {
		longest := slices.Max(containers[1:])
		asColumns := (width + 1 + extra) * max(height, longest)
		asRows := max(width, longest) * (height + 1 + extra)
		for c := 1; c <= extra; c++ {
			for i := range containers[c] {
				if asRows < asColumns {
					at[board+i] = point{i, height + c}
				} else {
					at[board+i] = point{width + c, i}
				}
			}
		}
		if asRows < asColumns {
			width, height = max(width, longest), height+1+extra
		} else {
			width, height = width+1+extra, max(height, longest)
		}
	}
	out := &grid{width: max(width, 1), height: max(height, 1), cell: make([]int32, len(g.Sites))}
	number, sort := 0, int32(0)
	for i, s := range g.Sites {
		if s.Sort != sort {
			number, sort = 0, s.Sort
		}
		out.cell[i] = -1
		if number < main {
			out.cell[i] = int32(at[number].y*out.width + at[number].x)
		}
		number++
	}
	return out
}

// ownGrid is the grid that nets are tuned with: all sites of the board, whatever
// their sort, by rank, on a lattice or by rings, whichever is smallest, sites that
// would share a cell apart, and further containers beside it.
func ownGrid(g *game.Geometry, which string) *grid {
	board := 0
	var sites []game.Site
	var of []int // their indices
	for i, s := range g.Sites {
		if s.Container == 0 {
			board++
			sites, of = append(sites, s), append(of, i)
		}
	}
	at, width, height := rankGrid(sites)
	// A tenth is worth little against rows and columns that people know.
	links := linksOf(of, g.Adjacent)
	if l := findLattice(sites, links); l != nil && (which == Lattice || l.width*l.height*10 < width*height*9) {
		at, width, height = l.at, l.width, l.height
	} else if which == "" && len(sites)*3 < width*height {
		// Only where ranks are no picture of the board any more.
		if a, w, h, ok := polarGrid(sites, links, spread(at, links)); ok && w*h < width*height {
			at, width, height = a, w, h
		}
	}
	p := packer{used: map[point]bool{}, at: make([]point, len(g.Sites)), width: width, height: height}
	layers := apart(at)
	for layer := 0; layer <= slices.Max(append(layers, 0)); layer++ {
		p.layer(at, of, layers, layer)
	}
	for c := 1; c < len(g.Containers); c++ {
		var list []int
		for i, s := range g.Sites {
			if int(s.Container) == c {
				list = append(list, i)
			}
		}
		p.container(list)
	}
	out := &grid{width: max(p.width, 1), height: max(p.height, 1), cell: make([]int32, len(g.Sites))}
	for i, a := range p.at {
		out.cell[i] = int32(a.y*out.width + a.x)
	}
	return out
}

// apart tells for each of some places how many before it are the same.
func apart(at []point) []int {
	seen := map[point]int{}
	out := make([]int, len(at))
	for i, p := range at {
		out[i] = seen[p]
		seen[p]++
	}
	return out
}

// A packer puts layers and containers beside each other.
type packer struct {
	used          map[point]bool
	at            []point // per site
	width, height int
	side          bool // a column or row between board and containers is there
	asRows        bool
	board         point // size of the board with all its layers
}

func (p *packer) put(site int, at point) {
	p.at[site] = at
	p.used[at] = true
	p.width, p.height = max(p.width, at.x+1), max(p.height, at.y+1)
}

// layer puts those places of the board that lie on a layer; the first where they
// are, the others behind all that is there, with a free column between.
func (p *packer) layer(at []point, of, layers []int, layer int) {
	if layer == 0 {
		for i, a := range at {
			if layers[i] == 0 {
				p.put(of[i], a)
			}
		}
		return
	}
	left, bottom := math.MaxInt, math.MaxInt
	for i, a := range at {
		if layers[i] == layer {
			left, bottom = min(left, a.x), min(bottom, a.y)
		}
	}
	x := p.width + 1
	for i, a := range at {
		if layers[i] == layer {
			p.put(of[i], point{x + a.x - left, a.y - bottom})
		}
	}
}

// container puts the sites of a container in a line beside the board: where one has
// room already, else in a new one.
func (p *packer) container(sites []int) {
	if len(sites) == 0 {
		return
	}
	if !p.side {
		p.side = true
		p.board = point{p.width, p.height}
		p.asRows = max(p.width, len(sites))*(p.height+2) < (p.width+2)*max(p.height, len(sites))
	}
	first, most := p.board.x+1, p.board.y
	if p.asRows {
		first, most = p.board.y+1, p.board.x
	}
	for line := first; ; line++ {
		from := 0
		for p.used[p.place(line, from)] {
			from++
		}
		if from == 0 || from+len(sites) <= most {
			for i, s := range sites {
				p.put(s, p.place(line, from+i))
			}
			return
		}
	}
}

func (p *packer) place(line, i int) point {
	if p.asRows {
		return point{i, line}
	}
	return point{line, i}
}
