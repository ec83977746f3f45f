package exec

import (
	"cmp"
	"slices"
)

// A Ghost is a piece of a stack that Ludii still lists among those of its owner
// although it is gone: when a piece is promoted, the one that it was stays in the
// list, and when a level is taken that the stack has no more, the piece that goes
// instead of it does. (forEach Piece …) finds it there, on whatever stands on the
// site by then, so that moves are listed more than once. The recordings show it.
type Ghost struct {
	Kind        Kind
	What        int16
	Site, Level int32
}

// mostGhosts bounds how many are kept.
const mostGhosts = 1 << 12

// ghostless tells the list of a player's pieces that a piece of a component was
// taken from a level: its ghosts there go, and those above it sink.
func (s *State) ghostless(k Kind, what int16, site, level int) {
	kept := s.Ghosts[:0]
	for _, g := range s.Ghosts {
		if g.Kind == k && int(g.Site) == site {
			if g.What == what && int(g.Level) == level {
				continue
			}
			if int(g.Level) > level {
				g.Level--
			}
		}
		kept = append(kept, g)
	}
	s.Ghosts = kept
}

// haunt leaves a ghost. They are kept in order, so that equal states are equal in
// all their parts.
func (s *State) haunt(g Ghost) {
	if len(s.Ghosts) >= mostGhosts {
		return
	}
	at, _ := slices.BinarySearchFunc(s.Ghosts, g, compareGhosts)
	s.Ghosts = slices.Insert(s.Ghosts, at, g)
}

func compareGhosts(a, b Ghost) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.What, b.What), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Level, b.Level))
}
