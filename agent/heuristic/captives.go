package heuristic

import "ludens/game"

// Where pieces stand on pieces, those under another player's may be held by it, as in Lasca: they cannot move, and may never again. They
// have atoms of their own instead of those of pieces that are free.

// Constants of captives.
const (
	captiveGames = 8   // random games that show whether there are any
	captiveSteps = 120 // of each
)

// captives are pieces under others' by atoms, one for each kind and site. A nil one has none.
type captives struct {
	geo     *game.Geometry
	players int
	first   int32 // atom
}

// holds reports whether the i-th piece of a view lies under another player's: that of the one on top of its stack.
func (c *captives) holds(v *game.View, i int) bool {
	if c == nil || v.Pieces[i].Kind < 1 {
		return false
	}
	top := i
	for top+1 < len(v.Pieces) && v.Pieces[top+1].Site == v.Pieces[i].Site {
		top++
	}
	if v.Pieces[top].Kind < 1 {
		return false
	}
	own, by := c.geo.Owners[v.Pieces[i].Kind-1], c.geo.Owners[v.Pieces[top].Kind-1]
	return own != by && own >= 0 && own < c.players && by >= 0 && by < c.players
}

// findCaptives looks for them in random games; nil if there are none: pieces never stand on others', or still move when they do, or nothing
// moves, as in connect four on stacks.
func (w *world) findCaptives(geo *game.Geometry, stop func() bool) *captives {
	if !geo.Stacks || len(geo.Kinds)*len(geo.Sites)+len(w.atoms) > maxAtoms {
		return nil
	}
	c := &captives{geo: geo, players: w.players}
	m := w.g.NewMachine()
	v := m.(game.Viewer)
	var walk game.Walker
	var view game.View
	var legal []game.Move
	held, moved := false, false
	under := make([]uint64, len(geo.Sites)) // whose pieces another's hold there
	for n := range captiveGames {
		rng := game.Stream(0, "agent.heuristic.captives", uint64(n))
		m.Reset()
		for step := 0; step < captiveSteps && !m.Terminal() && !stop(); step++ {
			v.View(&view)
			clear(under)
			for i, p := range view.Pieces {
				if uint(p.Site) < uint(len(under)) && c.holds(&view, i) {
					held = true
					under[p.Site] |= 1 << geo.Owners[p.Kind-1]
				}
			}
			if mover := view.Mover; mover >= 0 && mover < w.players && !view.Swapped {
				legal = m.Legal(mover, legal)
				for _, mv := range legal {
					at := v.Place(mover, mv)
					if uint(at.From) >= uint(len(under)) || at.From == at.To {
						continue
					}
					if moved = true; under[at.From]>>mover&1 != 0 {
						return nil
					}
				}
			}
			if !walk.Step(m, rng) {
				break
			}
		}
	}
	if !held || !moved {
		return nil
	}
	return c
}

// hold makes atoms of captives, and the sums that they count in.
func (w *world) hold(geo *game.Geometry, f *game.Facts, at *shape) {
	if w.captives == nil {
		return
	}
	w.captives.first = int32(len(w.atoms))
	firsts := make([][]int, f.Players) // per owner
	for k, kind := range geo.Kinds {
		o := geo.Owners[k]
		name := kind + " of " + owner(f, o) + " under another's"
		if o >= 0 && o < f.Players {
			firsts[o] = append(firsts[o], len(w.atoms))
		}
		w.single(geo, name, -1)
		if o >= 0 && o < f.Players && len(geo.Kinds) <= sumKinds {
			w.sumsOfKinds(geo, at, []int{len(w.atoms) - len(geo.Sites)}, name)
		}
	}
	for o, list := range firsts {
		if len(list) > 1 {
			w.sumsOfKinds(geo, at, list, "pieces of "+owner(f, o)+" under another's")
		}
	}
}

// single makes the atoms of something that may be on every site.
func (w *world) single(geo *game.Geometry, name string, class int32) {
	for site := range geo.Sites {
		w.atoms, w.in = append(w.atoms, onSite(name, site)), append(w.in, nil)
		if w.rows != nil {
			w.class, w.site = append(w.class, class), append(w.site, int32(site))
		}
	}
}
