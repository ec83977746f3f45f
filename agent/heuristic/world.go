package heuristic

import (
	"fmt"

	"ludens/game"
)

// An atom is the smallest thing that a position shows, with a number: a proposition
// that is true, or pieces of a kind on a site. A world knows all atoms of a game and
// what follows from them. It is immutable.
type world struct {
	g       game.Game
	players int
	reader  func() reader

	atoms []string // their texts
	sums  []string // texts of sums over atoms
	in    [][]part // per atom: the sums that it counts in

	rows    *rows // lines of sites, nil where there are none
	classes []string
	class   []int32 // per atom: what it is in lines, -1 for nothing
	site    []int32 // per atom: where
	extras  []string
	// The last of the extras are the numbers that the rules look at (game.Measured).
	measured, measures int
	tells              bool // readers tell whose turn it is

	// What pieces on sites may be beside being there; nil: nothing of the kind.
	piles    *piles
	sides    *sides
	captives *captives
}

// part says that something counts in a sum, and how much.
type part struct {
	i int32
	x float32
}

// A reader reads positions on one goroutine.
type reader interface {
	// read appends the atoms of the machine's position to dst[:0]. Turned says that
	// two players have changed colours: everything is to be read as if each were the
	// other.
	read(m game.Machine, dst []part) (out []part, turned bool)
	// extras appends what else the position shows, in the order of world.extras.
	extras(m game.Machine, need *needs, dst []float32) []float32
	// mover is the player whose turn it was in the position read last, -1 if it is not
	// known.
	mover() int
}

// add makes a sum and gives its number.
func (w *world) add(format string, args ...any) int32 {
	w.sums = append(w.sums, fmt.Sprintf(format, args...))
	return int32(len(w.sums) - 1)
}

// explore finds out what can be looked at in a game. It plays a few moves to see; stop
// ends that.
func explore(g game.Game, stop func() bool) (*world, error) {
	f := g.Facts()
	if f.Hidden {
		return nil, ErrHidden
	}
	if f.Players < 1 {
		return nil, ErrBlind
	}
	m := g.NewMachine()
	if s, ok := g.(game.Spatial); ok {
		if _, ok := m.(game.Viewer); ok {
			if geo := s.Geometry(); geo != nil && len(geo.Sites) > 0 {
				return onSites(g, geo, stop), nil
			}
		}
	}
	if p, ok := g.(game.Propositional); ok {
		if _, ok := m.(game.Truther); ok && len(p.Propositions()) > 0 {
			return ofPropositions(g, p, stop), nil
		}
	}
	return nil, ErrBlind
}

// active says whether a seat has a choice.
func active(moves int) bool { return moves > 1 }
