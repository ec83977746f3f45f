package encode

import (
	"fmt"
	"strings"

	"ludens/game"
	"ludens/nets/arch"
)

// Bounds on a policy head of planes: more planes, or more logits per move, and a
// dense head is the smaller and better one.
const (
	mostPolicyPlanes = 256
	mostPerMove      = 8
)

// movePlan is where the moves of all players stand in planes of logits.
type movePlan struct {
	planes int
	logit  [][]int32 // per player and move
	keys   map[string]int
}

// planMoves gives every move of every player a plane and a cell; no two the same.
// nil if a dense head is better.
//
// Arguments of a move side by side that lie on the axes are a place. The cell is
// that of its last place, where something arrives; the plane is named by the player,
// the functor, the remaining arguments, and the steps from place to place as they
// occur. A move with one coordinate only stands in the middle of its column or row,
// one without in the middle of the grid, on a plane of its own.
func (f *finder) planMoves(a *axes, texts [][]string) *movePlan {
	p := &movePlan{keys: map[string]int{}, logit: make([][]int32, len(texts))}
	seatOf, moveOf := []int{}, []int{}
	for seat := range texts {
		p.logit[seat] = make([]int32, len(texts[seat]))
		for i := range texts[seat] {
			seatOf = append(seatOf, seat)
			moveOf = append(moveOf, i)
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
		c := places(g, x, y)
		for row, i := range g.members {
			plane, cell := p.place(a, g, c, seatOf[i], g.args[row])
			p.logit[seatOf[i]][moveOf[i]] = int32(plane*a.cells() + cell)
		}
		if p.planes > mostPolicyPlanes {
			return nil
		}
	}
	if p.planes*a.cells() > mostPerMove*len(seatOf) {
		return nil
	}
	return p
}

// coordinates are the arguments of a functor that are coordinates.
type coordinates struct {
	spots []spot // whole places, in the order of the arguments
	x, y  int    // one coordinate alone, if there is no whole place; else -1
}

// places finds the coordinates of a functor's moves: pairs of arguments side by side
// so that together they have the most different values.
func places(g *group, x, y domain) coordinates {
	n := len(g.domains)
	c := coordinates{x: -1, y: -1}
	// best[i] is the most that the arguments from i on can give
	best := make([]int, n+2)
	take := make([]spot, n+1)
	for i := n - 2; i >= 0; i-- {
		best[i], take[i] = best[i+1], nowhere
		s := nowhere
		switch {
		case g.domains[i].within(x) && g.domains[i+1].within(y):
			s = spot{i, i + 1}
		case g.domains[i].within(y) && g.domains[i+1].within(x):
			s = spot{i + 1, i}
		}
		if s == nowhere {
			continue
		}
		if pairs := g.pairs(i, i+1); pairs > 1 && pairs+best[i+2] > best[i] {
			best[i], take[i] = pairs+best[i+2], s
		}
	}
	for i := 0; i < n-1; i++ {
		if take[i] != nowhere {
			c.spots = append(c.spots, take[i])
			i++
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

// place gives the plane and the cell of a move.
func (p *movePlan) place(a *axes, g *group, c coordinates, seat int, args []string) (plane, cell int) {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %s ", seat, g.shape)
	column, row := len(a.x)/2, len(a.y)/2
	switch {
	case len(c.spots) > 0:
		var out []int
		for k, s := range c.spots {
			u, v := a.xs[args[s.x]], a.ys[args[s.y]]
			if k > 0 {
				fmt.Fprintf(&key, "%+d%+d ", u-column, v-row)
			}
			column, row = u, v
			out = append(out, s.x, s.y)
		}
		key.WriteString(rest(args, out...))
	case c.x >= 0:
		column = a.xs[args[c.x]]
		key.WriteString(rest(args, c.x))
	case c.y >= 0:
		row = a.ys[args[c.y]]
		key.WriteString(rest(args, c.y))
	default:
		key.WriteString(rest(args))
	}
	plane, ok := p.keys[key.String()]
	if !ok {
		plane = p.planes
		p.planes++
		p.keys[key.String()] = plane
	}
	return plane, row*len(a.x) + column
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
