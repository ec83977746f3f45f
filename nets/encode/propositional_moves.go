package encode

import (
	"fmt"
	"slices"
	"strings"

	"ludens/game"
	"ludens/nets/arch"
)

// Bounds on a policy head of planes: more planes, or more logits per move, and a
// dense head is the smaller and better one.
const (
	mostPolicyPlanes = 384
	mostPerMove      = 8

	mostToldLogits = 512 // of a dense head, of which is said where they stand
)

// movePlan is where the moves of all players stand in planes of logits.
type movePlan struct {
	a      *axes
	f      *finder
	planes int
	logit  [][]int32 // per player and move
	seat   []int     // per move of all players, one after the other: whose it is
	row    []int32   // and its number
	of     []coordinates
	out    []leftOut
	way    [][2]int // of stand, to be used again
	told   []int
}

// leftOut is what the planes of a functor's moves do not tell.
type leftOut struct {
	args []int // arguments
	way  bool  // the places between the first and the last
}

// planMoves gives every move of every player a plane and a cell; false if a dense head
// is better.
//
// Arguments of a move side by side that lie on the axes are a place. The cell is
// that of its last place, where something arrives; the plane is named by the player,
// the functor, the remaining arguments, and the steps from place to place as they
// occur. A move with one coordinate only stands in the middle of its column or row,
// one without in the middle of the grid, on a plane of its own. So no two moves share
// a logit.
//
// Where that takes too many planes they tell less: not what piece moves, which can be
// seen where the move comes from, or not the way of several jumps. Only such things are
// left out as never made two legal moves the same in the positions seen; where it
// happens all the same, the two share their logit.
func (f *finder) planMoves(a *axes, texts [][]string) (*movePlan, bool) {
	p := &movePlan{a: a, f: f, logit: make([][]int32, len(texts)), out: make([]leftOut, len(f.moves))}
	for seat := range texts {
		p.logit[seat] = make([]int32, len(texts[seat]))
		for i := range texts[seat] {
			p.seat = append(p.seat, seat)
			p.row = append(p.row, int32(i))
		}
	}
	x, y := domain{}, domain{}
	for _, v := range a.x {
		x[v] = true
	}
	for _, v := range a.y {
		y[v] = true
	}
	for _, g := range f.moves {
		p.of = append(p.of, places(g, x, y))
	}
	p.number()
	for !p.fits() {
		if !p.leaveOut() {
			return p, false
		}
	}
	return p, true
}

func (p *movePlan) fits() bool {
	return p.planes <= mostPolicyPlanes && p.planes*p.a.cells() <= mostPerMove*len(p.seat)
}

// number gives every move its logit.
func (p *movePlan) number() {
	p.planes = 0
	keys := map[string]int{}
	for k, g := range p.f.moves {
		for row, i := range g.members {
			key, cell := p.place(k, p.seat[i], g.args[row])
			plane, ok := keys[key]
			if !ok {
				plane = p.planes
				p.planes++
				keys[key] = plane
			}
			p.logit[p.seat[i]][p.row[i]] = int32(plane*p.a.cells() + cell)
		}
	}
}

// leaveOut leaves out what saves most planes and confuses nothing; false if there is
// nothing such.
func (p *movePlan) leaveOut() bool {
	before := p.planes
	best, bestOut, fewest := -1, leftOut{}, before
	for k, g := range p.f.moves {
		c, old := &p.of[k], p.out[k]
		if len(c.spots) == 0 {
			continue
		}
		var options []leftOut
		for i := range g.domains {
			place := slices.ContainsFunc(c.spots, func(s spot) bool { return s.x == i || s.y == i })
			if !place && len(g.domains[i]) > 1 && !slices.Contains(old.args, i) {
				options = append(options, leftOut{append(slices.Clone(old.args), i), old.way})
			}
		}
		if len(c.spots) > 2 && !old.way {
			options = append(options, leftOut{old.args, true})
		}
		for _, o := range options {
			p.out[k] = o
			if p.number(); p.planes < fewest && !p.confuses() {
				best, bestOut, fewest = k, o, p.planes
			}
		}
		p.out[k] = old
	}
	if best >= 0 {
		p.out[best] = bestOut
	}
	p.number()
	return best >= 0
}

// confuses tells whether in a position seen two legal moves of a player share a logit.
func (p *movePlan) confuses() bool {
	last := map[int32]int{}
	n := 0
	for _, position := range p.f.legal {
		for seat, moves := range position {
			n++
			for _, mv := range moves {
				l := p.logit[seat][mv]
				if last[l] == n {
					return true
				}
				last[l] = n
			}
		}
	}
	return false
}

// coordinates are the arguments of a functor that are coordinates.
type coordinates struct {
	spots []spot // whole places, in the order of the arguments
	x, y  int    // one coordinate alone, if there is no whole place; else -1
}

// places finds the coordinates of a functor's moves: pairs of arguments side by side
// so that together they have the most different values.
func places(g *group, x, y domain) coordinates {
	c := coordinates{spots: adjacentPlaces(g, x, y), x: -1, y: -1}
	if len(c.spots) == 0 { // rows before columns
		for _, s := range adjacentPlaces(g, y, x) {
			c.spots = append(c.spots, spot{s.y, s.x})
		}
	}
	if len(c.spots) > 0 {
		return c
	}
	if s := place(g, x, y); s != nowhere { // not side by side
		c.spots = append(c.spots, s)
		return c
	}
	most := leastSide - 1
	for i, d := range g.domains {
		if len(d) <= most {
			continue
		}
		switch {
		case d.within(x):
			c.x, c.y, most = i, -1, len(d)
		case d.within(y):
			c.x, c.y, most = -1, i, len(d)
		}
	}
	return c
}

// adjacentPlaces finds the pairs of arguments side by side, the first from x, the
// second from y, that have the most different values together.
func adjacentPlaces(g *group, x, y domain) []spot {
	n := len(g.domains)
	// best[i] is the most that the arguments from i on can give
	best := make([]int, n+2)
	take := make([]spot, n+1)
	for i := n - 2; i >= 0; i-- {
		best[i], take[i] = best[i+1], nowhere
		if !g.domains[i].within(x) || !g.domains[i+1].within(y) {
			continue
		}
		if pairs := g.pairs(i, i+1); pairs > 1 && pairs+best[i+2] > best[i] {
			best[i], take[i] = pairs+best[i+2], spot{i, i + 1}
		}
	}
	var out []spot
	for i := 0; i < n-1; i++ {
		if take[i] != nowhere {
			out = append(out, take[i])
			i++
		}
	}
	return out
}

// place gives the plane, by its key, and the cell of a move of the k-th functor.
func (p *movePlan) place(k, seat int, args []string) (string, int) {
	s := p.stand(k, args)
	var key strings.Builder
	fmt.Fprintf(&key, "%d %s ", seat, p.f.moves[k].shape)
	for _, d := range s.way {
		fmt.Fprintf(&key, "%+d%+d ", d[0], d[1])
	}
	key.WriteString(rest(args, s.told...))
	return key.String(), s.row*len(p.a.x) + s.column
}

// stand is where a move stands on the grid.
type stand struct {
	column, row int
	way         [][2]int // the steps between its places
	told        []int    // the arguments that are told by these, or by none
	spot        arch.Spot
}

// stand says where a move of the k-th functor stands. Its slices are valid until the next call.
func (p *movePlan) stand(k int, args []string) stand {
	a, c := p.a, &p.of[k]
	s := stand{column: len(a.x) / 2, row: len(a.y) / 2, way: p.way[:0], told: append(p.told[:0], p.out[k].args...), spot: arch.Nowhere}
	switch {
	case len(c.spots) > 0:
		for i, at := range c.spots {
			s.told = append(s.told, at.x, at.y)
			if p.out[k].way && i > 0 && i < len(c.spots)-1 {
				continue
			}
			u, v := a.xs[args[at.x]], a.ys[args[at.y]]
			if i > 0 {
				s.way = append(s.way, [2]int{u - s.column, v - s.row})
			}
			s.column, s.row = u, v
		}
		s.spot = arch.AtCell
	case c.x >= 0:
		s.column, s.spot, s.told = a.xs[args[c.x]], arch.AtColumn, append(p.told[:0], c.x)
	case c.y >= 0:
		s.row, s.spot, s.told = a.ys[args[c.y]], arch.AtRow, append(p.told[:0], c.y)
	}
	p.way, p.told = s.way, s.told
	return s
}

// means says what the planes do.
func (p *movePlan) means() []arch.OutPlane {
	out := make([]arch.OutPlane, p.planes)
	for k, g := range p.f.moves {
		for row, i := range g.members {
			at := &out[p.logit[p.seat[i]][p.row[i]]/int32(p.a.cells())]
			if at.Name != "" {
				continue
			}
			s := p.stand(k, g.args[row])
			*at = arch.OutPlane{
				Seat: p.seat[i], Way: slices.Clone(s.way), Spot: s.spot,
				Name: strings.TrimSpace(g.shape + " " + rest(g.args[row], s.told...)),
			}
		}
	}
	return out
}

// meansEach says where every move stands and what it does, for the logits of a dense head; nil where there are too many.
func (p *movePlan) meansEach(logit [][]int32) []arch.OutPlane {
	if len(p.seat) > mostToldLogits {
		return nil
	}
	clear(p.out)
	out := make([]arch.OutPlane, len(p.seat))
	for k, g := range p.f.moves {
		for row, i := range g.members {
			s := p.stand(k, g.args[row])
			out[logit[p.seat[i]][p.row[i]]] = arch.OutPlane{
				Seat: p.seat[i], Way: slices.Clone(s.way), Spot: s.spot, At: [2]int{s.column, s.row},
				Name: strings.TrimSpace(g.shape + " " + rest(g.args[row], s.told...)),
			}
		}
	}
	return out
}

// planes makes the policy planes.
func (c *propositional) planes(e *Encoder, p *movePlan) {
	e.head, e.policy, e.logits = arch.Planes, p.planes, p.planes*c.cells
	c.logit = p.logit
}

// movesOf are the texts of all players' moves, one after the other.
func movesOf(p game.Propositional, players int) (all []string, bySeat [][]string) {
	for seat := range players {
		texts := p.MoveTexts(seat)
		all = append(all, texts...)
		bySeat = append(bySeat, texts)
	}
	return all, bySeat
}
