package lower

import (
	"fmt"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// A way gives the rays from a site in the directions that a description
// means. Absolute directions are the same at all times: their rays are listed
// once. Relative ones depend on the piece at the site; what they mean is
// remembered per piece and site where nothing else counts.
type way struct {
	k     kind
	fixed [][]topology.Ray // per site; nil if not fixed
	near  [][]int          // per site, the first sites of the rays, each once
	fn    exec.DirsFn
	slot  int // of the table that remembers, -1 if none does
	sites *topology.Sites
}

// maxRayTables bounds how many descriptions of directions have a table.
const maxRayTables = 4096

// way lowers directions for sites of a kind; without any those of the group
// given.
func (l *lowerer) way(t *check.Term, without topology.Direction, k kind) *way {
	w := &way{k: k, slot: -1, sites: l.p.Topo.Of(k)}
	if ds, ok := fixedDirections(t, without); ok {
		return l.fixedWay(w, ds)
	}
	w.fn = l.dirs(t)
	if l.p.Flags.Rotation || !byPiece(t) || l.raySlots >= maxRayTables {
		return w
	}
	// The same words mean the same: one table for all of them stays in the processor's cache.
	key := fmt.Sprintf("%d %v", k, t.Node)
	if known := l.ways[key]; known != nil {
		return known
	}
	w.slot = l.raySlots
	l.raySlots++
	l.keepWay(key, w)
	return w
}

// keepWay remembers a way by what it means.
func (l *lowerer) keepWay(key string, w *way) {
	if l.ways == nil {
		l.ways = map[string]*way{}
	}
	l.ways[key] = w
}

// fixedWay lists the rays of absolute directions, once for all moves that go there.
func (l *lowerer) fixedWay(w *way, ds []topology.Direction) *way {
	key := "fixed " + string(append([]byte{byte(w.k)}, dirBytes(ds)...))
	if known := l.ways[key]; known != nil {
		return known
	}
	w.fix(ds)
	l.keepWay(key, w)
	return w
}

func dirBytes(ds []topology.Direction) []byte {
	b := make([]byte, len(ds))
	for i, d := range ds {
		b[i] = byte(d)
	}
	return b
}

// fix lists the rays of absolute directions.
func (w *way) fix(ds []topology.Direction) {
	n := len(w.sites.Sites)
	w.fixed, w.near = make([][]topology.Ray, n), make([][]int, n)
	for site := range n {
		rays := []topology.Ray(nil)
		if len(ds) == 1 {
			rays = along(w.sites, ds[0], site)
		} else {
			for _, d := range ds {
				rays = append(rays, along(w.sites, d, site)...)
			}
		}
		w.fixed[site] = rays
		for _, r := range rays {
			if !slices.Contains(w.near[site], r[0]) {
				w.near[site] = append(w.near[site], r[0])
			}
		}
	}
}

// along lists the rays from a site in one direction or group.
func along(s *topology.Sites, d topology.Direction, site int) []topology.Ray {
	if int(d) >= topology.NumDirections || s.Rays[d] == nil {
		return nil
	}
	return s.Rays[d][site]
}

// fixedDirections reads directions that do not depend on anything.
func fixedDirections(t *check.Term, without topology.Direction) ([]topology.Direction, bool) {
	switch {
	case t == nil:
		return []topology.Direction{without}, true
	case t.Name() == "directions#absolute":
		list := t.Arg("directions")
		items := list.Items
		if !list.List {
			items = []*check.Term{list}
		}
		var ds []topology.Direction
		for _, it := range items {
			d, ok := topology.ParseDirection(it.Text)
			if !ok {
				return nil, false
			}
			ds = append(ds, d)
		}
		return ds, true
	case t.Form == nil && !t.List:
		d, ok := topology.ParseDirection(t.Text)
		return []topology.Direction{d}, ok
	}
	return nil, false
}

// byPiece tells whether directions depend on the piece at a site and its facing alone.
func byPiece(t *check.Term) bool {
	switch {
	case t.Form == nil && !t.List:
		return t.Text != "SameDirection" && t.Text != "OppositeDirection"
	case t.Name() == "directions":
		d := t.Arg("directions")
		if d == nil {
			return true
		}
		if !d.List {
			return byPiece(d)
		}
		for _, it := range d.Items {
			if !byPiece(it) {
				return false
			}
		}
		return true
	case t.Name() == "directions#absolute":
		return true
	case t.Name() == "direction.union", t.Name() == "direction.difference":
		return byPiece(t.Arg("a")) && byPiece(t.Arg("b"))
	}
	return false
}

// dependent lists the rays from a site where they depend on something. They
// hold until done is called, which must be, in reverse order.
func (w *way) dependent(c *ctx, site int) []topology.Ray {
	what := 0
	if w.slot >= 0 {
		what = c.What(w.k, site)
		if r, known := c.RayTable(w.slot).Get(what, site); known {
			return r
		}
	}
	ds := w.fn(c, w.k, site, c.Dirs())
	rays := c.Rays()
	for _, d := range ds {
		rays = append(rays, along(w.sites, d, site)...)
	}
	c.PutDirs(ds)
	if w.slot >= 0 {
		kept, ok := c.KeepRays(w.slot, what, site, len(w.sites.Sites), rays)
		if !ok {
			kept = slices.Clone(rays)
		}
		c.PutRays(rays)
		return kept
	}
	return rays
}

// from lists the rays from a site of the board; give them back with done.
func (w *way) from(c *ctx, site int) []topology.Ray {
	if w.fixed != nil {
		return w.fixed[site]
	}
	return w.dependent(c, site)
}

// done gives back what from gave.
func (w *way) done(c *ctx, rays []topology.Ray) {
	if w.fixed == nil && w.slot < 0 {
		c.PutRays(rays)
	}
}

// on reports whether a site is one of the board's.
func (w *way) on(site int) bool { return uint(site) < uint(len(w.sites.Sites)) }
