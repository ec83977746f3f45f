package encode

import (
	"cmp"
	"math/bits"
	"slices"

	"ludens/game"
)

// Bounds on grids.
const (
	leastSide  = 3
	mostSide   = 40
	leastCover = 0.3 // share of the cells that have propositions
)

// axes is a grid found in the texts of propositions: columns along X, rows along Y.
type axes struct {
	x, y   []string
	xs, ys map[string]int
}

func (a *axes) cells() int { return len(a.x) * len(a.y) }

// cell is the place of a pair of values.
func (a *axes) cell(x, y string) int { return a.ys[y]*len(a.x) + a.xs[x] }

// spot is where a term of a group says its place: columns and rows by the arguments
// at x and y. -1: nowhere.
type spot struct{ x, y int }

var nowhere = spot{-1, -1}

// finder looks for a grid in the propositions of a game.
//
// Nothing says which arguments of which functors are coordinates, and the names may
// mean nothing. A pair of arguments is likely to be coordinates if
//
//   - its pairs of values cover a good part of the product of the two domains;
//   - both domains are ordered: by a static relation of the description, or as
//     numbers (pieces, colours and players are not);
//   - the domains are alike (the sides of a board often are);
//   - in every position seen there is at most one proposition for a pair: a place
//     holds one piece, while a row holds many pieces of a kind;
//   - many propositions, and many moves, have arguments from the same domains.
//
// Domains that are neither alike nor both ordered are axes only if every place always
// holds one of several things. The score of a pair of domains is the product of these;
// the best takes it.
type finder struct {
	order   *ordering
	props   []*group
	moves   []*group
	samples [][]uint64      // positions met in random play
	legal   [][][]game.Move // their legal moves, per player
	groupOf []int32         // per proposition
	rowOf   []int32         // per proposition: its place in the group's members
}

// samples is how many positions are looked at.
const samples = 512

func newFinder(g game.Game, props, moves []string, orders [][]string) *finder {
	f := &finder{
		order: newOrdering(orders), props: groupTerms(props), moves: groupTerms(moves),
		groupOf: make([]int32, len(props)), rowOf: make([]int32, len(props)),
	}
	f.sample(g)
	for k, g := range f.props {
		for row, i := range g.members {
			f.groupOf[i], f.rowOf[i] = int32(k), int32(row)
		}
	}
	return f
}

// candidate is a pair of places of a group of propositions.
type candidate struct {
	group int
	at    spot
	x, y  domain
	score float64
}

// findGrid gives the best grid and where each group of propositions stands on it;
// nil if there is none.
func (f *finder) findGrid() (*axes, []spot) {
	var list []candidate
	for k, g := range f.props {
		for i := range g.domains {
			for j := i + 1; j < len(g.domains); j++ {
				if c, ok := f.candidate(k, i, j); ok {
					list = append(list, c)
				}
			}
		}
	}
	// what costs more is looked at for the most likely ones only
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	list = list[:min(len(list), 64)]
	best := -1
	for i := range list {
		f.judge(&list[i])
		if best < 0 || list[i].score > list[best].score {
			best = i
		}
	}
	if best < 0 {
		return nil, nil
	}
	c := &list[best]
	a := &axes{x: f.order.sorted(c.x), y: f.order.sorted(c.y), xs: map[string]int{}, ys: map[string]int{}}
	for i, v := range a.x {
		a.xs[v] = i
	}
	for i, v := range a.y {
		a.ys[v] = i
	}
	spots := make([]spot, len(f.props))
	for k, g := range f.props {
		spots[k] = place(g, c.x, c.y)
		if k == c.group {
			spots[k] = c.at
		}
	}
	return a, spots
}

// candidate looks at a pair of places by itself.
func (f *finder) candidate(k, i, j int) (candidate, bool) {
	g := f.props[k]
	x, y := g.domains[i], g.domains[j]
	if min(len(x), len(y)) < leastSide || max(len(x), len(y)) > mostSide {
		return candidate{}, false
	}
	area := g.pairs(i, j)
	if float64(area) < leastCover*float64(len(x)*len(y)) {
		return candidate{}, false
	}
	c := candidate{group: k, at: spot{i, j}, x: x, y: y, score: float64(len(g.members)) * (1 + float64(area)/1000)}
	ordered := 0
	for _, d := range []domain{x, y} {
		if f.order.ordered(d) {
			c.score *= 2
			ordered++
		}
	}
	single, full := f.single(k, i, j)
	if 2*x.common(y) >= max(len(x), len(y)) || f.order.chain(x) >= 0 && f.order.chain(x) == f.order.chain(y) {
		c.score *= 2
	} else if ordered < 2 && (len(g.domains) < 3 || !full) {
		return candidate{}, false // pieces and squares with names of their own
	}
	if single {
		c.score *= 2
	}
	return c, true
}

// single tells whether in all positions seen at most one proposition of a group
// holds for a pair of values, and full whether it is always exactly one.
func (f *finder) single(k, i, j int) (single, full bool) {
	g := f.props[k]
	last := map[[2]string]int{}
	full = true
	pairs := g.pairs(i, j)
	for n, bitset := range f.samples {
		count := 0
		for w, b := range bitset {
			for ; b != 0; b &= b - 1 {
				p := w<<6 | bits.TrailingZeros64(b)
				if f.groupOf[p] != int32(k) {
					continue
				}
				a := g.args[f.rowOf[p]]
				key := [2]string{a[i], a[j]}
				if last[key] == n+1 {
					return false, false
				}
				last[key] = n + 1
				count++
			}
		}
		full = full && count == pairs
	}
	return true, full
}

// judge lets the domains of a candidate grow by groups that nearly fit, and counts
// what has a place on its grid.
func (f *finder) judge(c *candidate) {
	own := float64(len(f.props[c.group].members))
	for _, g := range f.props {
		c.grow(g)
	}
	placed := 0
	for _, g := range f.props {
		if place(g, c.x, c.y) != nowhere {
			placed += len(g.members)
		}
	}
	for _, g := range f.moves {
		if place(g, c.x, c.y) != nowhere {
			placed += len(g.members)
		}
	}
	c.score *= max(own, float64(placed)) / own
}

// grow takes the values of a group into the axes if it nearly fits: the edges
// between the cells of a board are one more than the cells.
func (c *candidate) grow(g *group) {
	if place(g, c.x, c.y) != nowhere {
		return
	}
	near := func(d, axis domain) bool { return 2*d.common(axis) > max(len(d), len(axis)) }
	for i := range len(g.domains) - 1 {
		x, y := g.domains[i], g.domains[i+1]
		if !near(x, c.x) || !near(y, c.y) {
			continue
		}
		x, y = union(x, c.x), union(y, c.y)
		if max(len(x), len(y)) <= mostSide {
			c.x, c.y = x, y
			return
		}
	}
}

func union(a, b domain) domain {
	out := make(domain, len(a)+len(b))
	for v := range a {
		out[v] = true
	}
	for v := range b {
		out[v] = true
	}
	return out
}

// place finds the pair of places of a group whose values lie on the axes: the one
// with most different pairs, columns before rows and side by side if it can be had.
func place(g *group, x, y domain) spot {
	best, most := nowhere, 1
	try := func(i, j int) {
		if g.domains[i].within(x) && g.domains[j].within(y) {
			if n := g.pairs(i, j); n > most {
				best, most = spot{i, j}, n
			}
		}
	}
	n := len(g.domains)
	for i := range n - 1 {
		try(i, i+1)
	}
	for i := range n {
		for j := i + 2; j < n; j++ {
			try(i, j)
		}
	}
	if best == nowhere {
		for i := range n {
			for j := range i {
				try(i, j)
			}
		}
	}
	return best
}

// sample plays a little at random and keeps the positions met, the initial one first:
// always the same for a game.
func (f *finder) sample(g game.Game) {
	m := g.NewMachine()
	t := m.(game.Truther)
	var w game.Walker
	for match := uint64(0); len(f.samples) < samples && match < 64; match++ {
		m.Reset()
		rng := game.Stream(1, "encode sample", match)
		for len(f.samples) < samples && m.Err() == nil {
			f.samples = append(f.samples, t.Truths(nil))
			if m.Terminal() {
				break
			}
			legal := make([][]game.Move, g.Facts().Players)
			for seat := range legal {
				legal[seat] = m.Legal(seat, nil)
			}
			f.legal = append(f.legal, legal)
			if !w.Step(m, rng) {
				break
			}
		}
	}
}
