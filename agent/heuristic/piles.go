package heuristic

import (
	"fmt"
	"slices"

	"ludens/game"
)

// Where seeds are sown, how many lie on a site matters in other ways than one by one: whether it is empty, whether what
// is there may be moved, or taken. And seeds are nobody's: whose they are to move is told by where they lie.

// Constants of piles.
const (
	pileSizes = 4  // piles of so many and more are alike
	landGames = 8  // random games that show from where who moves
	landSteps = 80 // of each
	keptMoves = 20 // of so many moves one may leave a player with less
)

// piles says how many pieces of a kind lie on a site by atoms: one for each size. A nil one has none.
type piles struct {
	of     []int32 // per kind of the geometry, from 0: its place among those that are piled up; -1: it is not
	nobody []bool  // per kind: it is piled up, and no player's
	land   []int32 // per site: who moves from there, -1 nobody or several
	kept   bool    // players sow on their own sites
	first  int32   // atom
	sites  int32
}

// atom says that n pieces of a kind are on a site; -1 if it does not matter.
func (p *piles) atom(kind, site, n int32) int32 {
	if p == nil || p.of[kind] < 0 || n < 1 {
		return -1
	}
	return p.first + (p.of[kind]*pileSizes+min(n, pileSizes)-1)*p.sites + site
}

// free reports whether pieces of a kind are piled up, and nobody's by themselves.
func (p *piles) free(kind int) bool { return p != nil && p.nobody[kind] }

// owner is whose pieces of a free kind are on a site, where players keep what they move: who moves them; -1 nobody's.
func (p *piles) owner(kind, site int) int32 {
	if !p.free(kind) || !p.kept {
		return -1
	}
	return p.land[site]
}

// sown reports whether pieces that are nobody's are piled up where players move them from.
func (p *piles) sown() bool {
	return p != nil && slices.Contains(p.nobody, true) && slices.ContainsFunc(p.land, func(by int32) bool { return by >= 0 })
}

// findPiles looks for piles on the board in random games; nil if there are none.
func (w *world) findPiles(geo *game.Geometry, stop func() bool) *piles {
	if !geo.Counts || geo.Stacks {
		return nil
	}
	p := &piles{sites: int32(len(geo.Sites)), nobody: make([]bool, len(geo.Kinds))}
	var piled []bool
	p.land, piled = w.lands(geo, stop)
	n := int32(0)
	for k, is := range piled {
		at := int32(-1)
		if is && n < sumKinds && len(w.atoms)+int(n+1)*pileSizes*len(geo.Sites) <= maxAtoms {
			at = n
			n++
			p.nobody[k] = geo.Owners[k] < 0 || geo.Owners[k] >= w.players
		}
		p.of = append(p.of, at)
	}
	if n == 0 {
		return nil
	}
	p.kept = p.sown() && w.keeps(p, stop)
	return p
}

// keeps reports whether moves seldom leave a player with fewer free pieces on the own sites.
func (w *world) keeps(p *piles, stop func() bool) bool {
	m := w.g.NewMachine()
	var walk game.Walker
	var view game.View
	have := func(player int) (n int32) {
		for _, x := range view.Pieces {
			if x.Kind > 0 && uint(x.Site) < uint(len(p.land)) && p.free(int(x.Kind)-1) && p.land[x.Site] == int32(player) {
				n += x.Count
			}
		}
		return n
	}
	moves, fewer := 0, 0
	for n := range landGames {
		rng := game.Stream(0, "agent.heuristic.keeps", uint64(n))
		m.Reset()
		for step := 0; step < landSteps && !m.Terminal() && !stop(); step++ {
			m.(game.Viewer).View(&view)
			mover := view.Mover
			before := have(mover)
			if !walk.Step(m, rng) {
				break
			}
			m.(game.Viewer).View(&view)
			if mover < 0 {
				continue
			}
			if moves++; have(mover) < before {
				fewer++
			}
		}
	}
	return moves >= keptMoves && fewer <= moves/keptMoves
}

// pile makes atoms of piles, and sums over them by who moves from there, and by row.
func (w *world) pile(geo *game.Geometry, f *game.Facts) {
	p := w.piles
	if p == nil {
		return
	}
	p.first = int32(len(w.atoms))
	sites := len(geo.Sites)
	// lands makes a sum for every player.
	lands := func(format, what string) []int32 {
		out := make([]int32, w.players)
		for q := range out {
			out[q] = w.add(format, f.Seats[q], what)
		}
		return out
	}
	for k, at := range p.of {
		if at < 0 {
			continue
		}
		name := fmt.Sprintf("%s of %s", geo.Kinds[k], owner(f, geo.Owners[k]))
		all := lands("where %s moves: %s", name)
		for s, q := range p.land {
			if q >= 0 {
				w.in[k*sites+s] = append(w.in[k*sites+s], part{all[q], 1})
			}
		}
		for size := 1; size <= pileSizes; size++ {
			text := fmt.Sprintf("%d %s", size, name)
			if size == pileSizes {
				text = fmt.Sprintf("%d or more %s", size, name)
			}
			by := lands("sites where %s moves with %s", text)
			rows := w.bins(geo, "sites with "+text, "row", func(s game.Site) float64 { return s.Y })
			for s, q := range p.land {
				var in []part
				if q >= 0 {
					in = append(in, part{by[q], 1})
				}
				if rows != nil && geo.Sites[s].Container == 0 {
					in = append(in, part{rows[s], 1})
				}
				w.atoms, w.in = append(w.atoms, fmt.Sprintf("%s on site %d", text, s)), append(w.in, in)
				if w.rows != nil {
					w.class, w.site = append(w.class, -1), append(w.site, int32(s))
				}
			}
		}
	}
}

// lands finds by random games who moves from a site, -1 for nobody and for several, and which kinds are piled up on
// the board.
func (w *world) lands(geo *game.Geometry, stop func() bool) (land []int32, piled []bool) {
	const open, several = -1, -2
	land, piled = slices.Repeat([]int32{open}, len(geo.Sites)), make([]bool, len(geo.Kinds))
	m := w.g.NewMachine()
	v := m.(game.Viewer)
	var walk game.Walker
	var view game.View
	for n := range landGames {
		rng := game.Stream(0, "agent.heuristic.lands", uint64(n))
		m.Reset()
		for step := 0; step < landSteps && !m.Terminal() && !stop(); step++ {
			v.View(&view)
			for _, p := range view.Pieces {
				if p.Kind > 0 && int(p.Kind) <= len(piled) && p.Count > 1 && uint(p.Site) < uint(len(geo.Sites)) && geo.Sites[p.Site].Container == 0 {
					piled[p.Kind-1] = true
				}
			}
			joint := walk.Draw(m, rng)
			if joint == nil {
				break
			}
			if mover := view.Mover; uint(mover) < uint(w.players) && !view.Swapped {
				if at := v.Place(mover, joint[mover]).From; uint(at) < uint(len(land)) {
					switch land[at] {
					case open:
						land[at] = int32(mover)
					case int32(mover):
					default:
						land[at] = several
					}
				}
			}
			m.Step(joint)
		}
	}
	for s := range land {
		land[s] = max(land[s], open)
	}
	return land, piled
}
