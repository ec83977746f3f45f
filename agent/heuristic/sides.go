package heuristic

import (
	"fmt"

	"ludens/game"
)

// Pieces that are nobody's may have sides, and the one that is up, their local state, tells whose they are: so discs of reversi may be
// described. Without it a disc says only that a site is not empty. States of pieces that have owners are not looked at: functions that
// did lost (docs/decisions/0007-search.md).

// Constants of sides.
const (
	mostSides = 16  // states that are told apart, from 1
	sideGames = 16  // random games that show whose they are
	sideSteps = 120 // of each
)

// sides are pieces that are nobody's, by whose side is up: atoms for each state of a kind, instead of those of the kind. A nil one has
// none.
type sides struct {
	of    []int32 // per kind and state from 1: its place in list; -1: it has none
	list  []side
	first int32 // atom
	sites int32
}

// side are pieces of a kind in one state.
type side struct {
	kind, state int
	owner       int32 // who alone brings pieces into the state
	class       int32 // in lines, -1 none
}

// atom is that of a piece on a site; -1 if it has no sides.
func (s *sides) atom(kind, site, state int32) int32 {
	if s == nil || state < 1 || state > mostSides {
		return -1
	}
	at := s.of[kind*mostSides+state-1]
	if at < 0 {
		return -1
	}
	return s.first + at*s.sites + site
}

// state is that of the i-th piece of a view on the board, 0 for one that others stand on.
func state(geo *game.Geometry, v *game.View, i int) int32 {
	p := v.Pieces[i]
	if int(p.Site) >= len(v.States) || geo.Sites[p.Site].Container != 0 || i+1 < len(v.Pieces) && v.Pieces[i+1].Site == p.Site {
		return 0
	}
	return v.States[p.Site]
}

// findSides looks for them in random games; nil if there are none.
func (w *world) findSides(geo *game.Geometry, stop func() bool) *sides {
	may := func(kind int) bool { // nobody's
		return (geo.Owners[kind] < 0 || geo.Owners[kind] >= w.players) && !w.piles.free(kind)
	}
	kinds, sites := len(geo.Kinds), len(geo.Sites)
	some := false
	for k := range kinds {
		some = some || may(k)
	}
	if !geo.States || !some || kinds*sites > maxAtoms {
		return nil
	}
	by := make([][]float64, kinds*mostSides) // whose moves bring pieces there
	for i := range by {
		by[i] = make([]float64, w.players)
	}
	m := w.g.NewMachine()
	var walk game.Walker
	var view game.View
	before, at := make([]int32, sites), make([]int32, sites) // 1 + place in by of what is on a site, 0 for nothing
	look := func(mover int) {
		m.(game.Viewer).View(&view)
		before, at = at, before
		clear(at)
		for i, p := range view.Pieces {
			if p.Kind < 1 || int(p.Kind) > kinds || uint(p.Site) >= uint(sites) {
				continue
			}
			if s := state(geo, &view, i); s >= 1 && s <= mostSides {
				at[p.Site] = (p.Kind-1)*mostSides + s
				if at[p.Site] != before[p.Site] && mover >= 0 {
					by[at[p.Site]-1][mover]++
				}
			}
		}
	}
	for n := range sideGames {
		rng := game.Stream(0, "agent.heuristic.sides", uint64(n))
		m.Reset()
		look(-1)
		for step := 0; step < sideSteps && !m.Terminal() && !stop(); step++ {
			mover := view.Mover
			if view.Swapped || mover >= w.players {
				mover = -1
			}
			if !walk.Step(m, rng) {
				break
			}
			look(mover)
		}
	}
	s := &sides{sites: int32(sites)}
	for i := range by {
		s.of = append(s.of, -1)
		k := i / mostSides
		if o := mostly(by[i]); o >= 0 && may(k) && len(w.atoms)+(len(s.list)+1)*sites <= maxAtoms {
			s.of[i] = int32(len(s.list))
			s.list = append(s.list, side{kind: k, state: i%mostSides + 1, owner: o, class: -1})
		}
	}
	if !several(s.list) {
		return nil
	}
	return s
}

// mostly is the player that nearly all of these are of, -1 none.
func mostly(by []float64) int32 {
	total := 0.0
	for _, n := range by {
		total += n
	}
	for p, n := range by {
		if n >= leastArrivals && n >= ownerSure*total {
			return int32(p)
		}
	}
	return -1
}

// several reports whether two players have some: what only one of them does to pieces does not make them his.
func several(list []side) bool {
	for _, x := range list {
		if x.owner != list[0].owner {
			return true
		}
	}
	return false
}

// turn makes atoms of sides, and the sums that they count in.
func (w *world) turn(geo *game.Geometry, f *game.Facts, at *shape) {
	s := w.sides
	if s == nil {
		return
	}
	s.first = int32(len(w.atoms))
	for _, x := range s.list {
		name := fmt.Sprintf("%s in state %d of %s", geo.Kinds[x.kind], x.state, owner(f, int(x.owner)))
		w.single(geo, name, x.class)
		w.sumsOfKinds(geo, at, []int{len(w.atoms) - len(geo.Sites)}, name)
	}
}

// own says whose pieces with sides are; they are of the kind that the piece is.
func (f *material) own(s *sides) {
	if s == nil {
		return
	}
	for i, x := range s.list {
		for site := range int(s.sites) {
			a := int(s.first) + i*int(s.sites) + site
			f.owner[a], f.kind[a] = x.owner, f.kind[x.kind*int(s.sites)+site]
		}
	}
}
