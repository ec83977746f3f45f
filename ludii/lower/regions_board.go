package lower

import (
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions that the board and the equipment fix: sides, rows, phases, labels,
// numbers, named regions, hands and tracks. A region is a set; where a rule can
// see an order, it is that of the numbers of the sites.

func init() {
	for name, get := range map[string]func(s *topology.Sets) []int{
		"Bottom": func(s *topology.Sets) []int { return s.Bottom },
		"Top":    func(s *topology.Sets) []int { return s.Top },
		"Left":   func(s *topology.Sets) []int { return s.Left },
		"Right":  func(s *topology.Sets) []int { return s.Right },
		"Centre": func(s *topology.Sets) []int { return s.Centre },

		"Corners":        func(s *topology.Sets) []int { return s.Corners },
		"ConcaveCorners": func(s *topology.Sets) []int { return s.Concave },
		"ConvexCorners":  func(s *topology.Sets) []int { return s.Convex },

		"Inner":     func(s *topology.Sets) []int { return s.Inner },
		"Outer":     func(s *topology.Sets) []int { return s.Outer },
		"Perimeter": func(s *topology.Sets) []int { return s.Perimeter },
		"Major":     func(s *topology.Sets) []int { return s.Major },
		"Minor":     func(s *topology.Sets) []int { return s.Minor },
	} {
		regionForms["sites "+name] = func(l *lowerer, t *check.Term) Region {
			k, typed := l.kindOf(t.Arg("type"))
			return l.fixed(get(&l.p.Topo.Of(k).Sets), k, typed)
		}
	}
	for name, get := range map[string]func(s *topology.Sets) []int{
		"Angled":     func(s *topology.Sets) []int { return s.Angled },
		"Axial":      func(s *topology.Sets) []int { return s.Axial },
		"Horizontal": func(s *topology.Sets) []int { return s.Horizontal },
		"Slash":      func(s *topology.Sets) []int { return s.Slash },
		"Slosh":      func(s *topology.Sets) []int { return s.Slosh },
		"Vertical":   func(s *topology.Sets) []int { return s.Vertical },
	} {
		regionForms["sites "+name] = func(l *lowerer, _ *check.Term) Region {
			return l.fixed(get(&l.p.Topo.Of(topology.Edge).Sets), topology.Edge, true)
		}
	}
	for name, get := range map[string]func(s *topology.Sets) [][]int{
		"Column": func(s *topology.Sets) [][]int { return s.Columns },
		"Layer":  func(s *topology.Sets) [][]int { return s.Layers },
		"Phase":  func(s *topology.Sets) [][]int { return s.Phases },
		"Row":    func(s *topology.Sets) [][]int { return s.Rows },
	} {
		regionForms["sites "+name] = func(l *lowerer, t *check.Term) Region {
			k, typed := l.kindOf(t.Arg("type"))
			return l.indexed(t.Arg("index"), get(&l.p.Topo.Of(k).Sets), k, typed)
		}
	}
	regionForms["sites Cell"] = (*lowerer).sitesCell
	regionForms["sites Edge"] = (*lowerer).sitesEdge
	regionForms["sites Board"] = (*lowerer).sitesBoard
	regionForms["sites#coords"] = (*lowerer).sitesCoords
	regionForms["sites#ints"] = (*lowerer).sitesInts
	regionForms["sites Side"] = (*lowerer).sitesSide
	regionForms["sites"] = (*lowerer).sitesNamed
	regionForms["sites Hand"] = (*lowerer).sitesHand
	regionForms["sites Track"] = (*lowerer).sitesTrack
}

// setSize is the size of a set that takes any site of the game.
func (l *lowerer) setSize() int {
	n := l.p.TotalSites
	for k, size := range l.p.Sites {
		n = max(n, size, l.p.Topo.NumSites(kind(k)))
	}
	return n
}

// setOf makes a set of sites; what is no site is left out.
func (l *lowerer) setOf(sites []int) exec.Bits {
	b := exec.NewBits(l.setSize())
	for _, s := range sites {
		b.Add(s)
	}
	return b
}

// fixed makes a region of sites that are always the same.
func (l *lowerer) fixed(sites []int, k kind, typed bool) Region {
	r := l.staticRegion(l.setOf(sites), k)
	r.Typed = typed
	return r
}

// indexed makes the region of the list that a number selects; one beyond the
// lists selects nothing.
func (l *lowerer) indexed(index *check.Term, lists [][]int, k kind, typed bool) Region {
	if index == nil {
		return l.fixed(nil, k, typed)
	}
	v := l.int(index)
	if v.Const {
		if v.V < 0 || v.V >= len(lists) {
			return l.fixed(nil, k, typed)
		}
		return l.fixed(lists[v.V], k, typed)
	}
	sets := make([]exec.Bits, len(lists))
	for i := range sets {
		sets[i] = l.setOf(lists[i])
	}
	none := l.setOf(nil)
	return Region{Kind: k, Typed: typed, Fn: func(c *ctx) exec.Bits {
		if i := v.Fn(c); i >= 0 && i < len(sets) {
			return sets[i]
		}
		return none
	}}
}

// sitesCell is the corners of a cell.
func (l *lowerer) sitesCell(t *check.Term) Region {
	cells := l.p.Topo.Of(topology.Cell).Sites
	corners := make([][]int, len(cells))
	for i := range cells {
		corners[i] = cells[i].Vertices
	}
	return l.indexed(t.Arg("index"), corners, topology.Vertex, false)
}

// sitesEdge is the ends of an edge.
func (l *lowerer) sitesEdge(t *check.Term) Region {
	edges := l.p.Topo.Of(topology.Edge).Sites
	ends := make([][]int, len(edges))
	for i := range edges {
		ends[i] = edges[i].Vertices
	}
	return l.indexed(t.Arg("index"), ends, topology.Vertex, false)
}

func (l *lowerer) sitesBoard(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	b := exec.NewBits(l.setSize())
	b.Fill(l.p.Topo.NumSites(k))
	r := l.staticRegion(b, k)
	r.Typed = typed
	return r
}

// sitesCoords is the sites with some labels. Labels that no site has are left
// out, as Ludii does: boards of several sizes share their descriptions.
func (l *lowerer) sitesCoords(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	var labels []string
	for _, it := range t.Arg("coords").Items {
		labels = append(labels, it.Text)
	}
	return l.labelled(labels, k, typed)
}

func (l *lowerer) labelled(labels []string, k kind, typed bool) Region {
	var sites []int
	for _, s := range labels {
		// Edges cannot be found by their labels.
		if i, ok := l.coordinate(s, k); ok && k != topology.Edge {
			sites = append(sites, i)
		}
	}
	return l.fixed(sites, k, typed)
}

// sitesInts is the sites with some numbers; negative ones are left out.
func (l *lowerer) sitesInts(t *check.Term) Region {
	list := t.Arg("ints")
	if sites, ok := l.constants(list); ok {
		return l.fixed(sites, l.p.Default, false)
	}
	return l.regionOfInts(l.ints(list))
}

// constants reads a list of numbers that are known now.
func (l *lowerer) constants(t *check.Term) ([]int, bool) {
	if !t.List {
		return nil, false
	}
	var list []int
	for _, it := range t.Items {
		v := l.int(it)
		if !v.Const {
			return nil, false
		}
		list = append(list, v.V)
	}
	return list, true
}

// sitesSide is a side of the board: that of a compass point, or the one that a
// player faces from, and for everybody the whole outside. Edges have none; the
// sides of the cells, or of the corners if these are played on, stand for them.
func (l *lowerer) sitesSide(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	if k == topology.Edge {
		k = topology.Vertex
	}
	sets := &l.p.Topo.Of(k).Sets
	side := t.Arg("side")
	switch {
	case side == nil:
		return l.fixed(nil, k, typed)
	case side.Sort == check.CompassDirection:
		return l.fixed(sets.Sides[direction(side)], k, typed)
	case side.Sort == check.RoleType && side.Text == "Shared":
		return l.fixed(sets.Outer, k, typed)
	}
	sides := make([][]int, l.p.Players+1)
	for p := 1; p <= l.p.Players; p++ {
		sides[p] = sets.Sides[l.p.Facing[p]]
	}
	if side.Form != nil {
		side = side.Arg("player")
	}
	return l.indexed(side, sides, k, typed)
}

// isCoordinate tells whether Ludii takes a name for the label of a site: letters
// followed by digits, or digits alone; the first two letters are the same if
// there are three.
func isCoordinate(s string) bool {
	digits := len(s)
	for digits > 0 && s[digits-1] >= '0' && s[digits-1] <= '9' {
		digits--
	}
	if digits == len(s) || digits > 3 || digits == 3 && s[0] != s[1] {
		return false
	}
	for i := range digits {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// owned lowers (player n) or a role as the number of an owner, which may be
// everybody's.
func (l *lowerer) owned(t *check.Term) Int {
	if t.Form != nil && t.Form.Result == check.Player {
		return l.int(t.Arg("player"))
	}
	return l.int(t)
}

// sitesNamed is the regions of the equipment: those with a name, or those of an
// owner whose name contains one. A name that no region has gives no sites: rules
// shared by several boards speak of regions that some of them lack. A label stands
// for its site.
func (l *lowerer) sitesNamed(t *check.Term) Region {
	k, typed := l.kindOf(t.Arg("type"))
	name := ""
	if n := t.Arg("name"); n != nil {
		name = n.Text
	}
	owner := t.Arg("player")
	if isCoordinate(name) {
		if owner != nil {
			l.refuse(t, CodeMeaning, "%q is a site and cannot have an owner", name)
		}
		return l.labelled([]string{name}, k, typed)
	}
	if owner == nil {
		var found []int
		for i := range l.p.Regions {
			if l.p.Regions[i].Name == name {
				found = append(found, i)
			}
		}
		return l.joined(found)
	}
	v := l.owned(owner)
	if v.Const {
		return l.joined(l.regionsOf(v.V, name))
	}
	by := make([]Region, l.p.Players+2)
	for p := range by {
		by[p] = l.joined(l.regionsOf(p, name))
	}
	none := l.setOf(nil)
	return Region{Kind: l.p.Default, Fn: func(c *ctx) exec.Bits {
		if p := v.Fn(c); p >= 0 && p < len(by) {
			return by[p].Fn(c)
		}
		return none
	}}
}

// regionsOf lists the regions of an owner whose names contain a text.
func (l *lowerer) regionsOf(owner int, text string) []int {
	var found []int
	for i := range l.p.Regions {
		if r := &l.p.Regions[i]; r.Owner == owner && strings.Contains(r.Name, text) {
			found = append(found, i)
		}
	}
	return found
}

// joined is the union of regions of the equipment.
func (l *lowerer) joined(found []int) Region {
	parts := make([]Region, 0, len(found))
	for _, i := range found {
		r := &l.p.Regions[i]
		parts = append(parts, Region{Fn: r.Sites, Static: r.Static, Kind: l.p.Default})
	}
	return l.unionOf(parts)
}

// sitesHand is the sites of a player's first hand; those of the first of all for
// everybody. Dice lie in hands too.
func (l *lowerer) sitesHand(t *check.Term) Region {
	k, _ := l.kindOf(t.Arg("type"))
	who := t.Arg("player")
	if who == nil {
		return l.fixed(nil, k, false)
	}
	hands := make([][]int, l.p.Players+2)
	for p := range hands {
		for i := range l.p.Containers {
			h := &l.p.Containers[i]
			if h.Kind == exec.BoardContainer || h.Owner != p && (who.Form != nil || who.Text != "Shared") {
				continue
			}
			if p >= 1 {
				for s := range h.N {
					hands[p] = append(hands[p], h.From+s)
				}
			}
			break
		}
	}
	if who.Form != nil {
		who = who.Arg("player")
	}
	return l.indexed(who, hands, topology.Cell, false)
}

// sitesTrack is the sites of a track, or those from one of them to another. While
// moves go through the tracks it is the present one.
func (l *lowerer) sitesTrack(t *check.Term) Region {
	k := l.p.Default
	name := ""
	if n := t.Arg("track"); n != nil {
		name = n.Text
	}
	owner := Const(0)
	who := t.Arg("player")
	if who != nil {
		owner = l.owned(who)
	}
	from, to := l.intOr(t.Arg("from"), exec.Undefined), l.intOr(t.Arg("to"), exec.Undefined)
	whole := t.Arg("from") == nil && t.Arg("to") == nil
	sites := func(c *ctx, track int) exec.Bits {
		b := c.Set()
		if track < 0 {
			return b
		}
		steps := c.Prog.Tracks[track].Steps
		first, last := exec.Undefined, exec.Undefined
		if !whole {
			first, last = from.Fn(c), to.Fn(c)
		}
		start := 0
		if first != exec.Undefined {
			start = slices.IndexFunc(steps, func(s exec.TrackStep) bool { return s.Site == first })
			if start < 0 {
				return b
			}
		}
		// What is not reached to the end of the track goes on at its beginning.
		for i := range steps {
			s := steps[(start+i)%len(steps)].Site
			b.Add(s)
			if !whole && s == last {
				break
			}
		}
		return b
	}
	find := func(c *ctx, owner int) int {
		for i := range c.Prog.Tracks {
			tr := &c.Prog.Tracks[i]
			if tr.Name == name || strings.Contains(tr.Name, name) && (tr.Owner == owner || tr.Owner == 0) {
				return i
			}
		}
		return -1
	}
	if who != nil && owner.Const && from.Const && to.Const {
		return l.once(k, func(c *ctx) exec.Bits { return sites(c, find(c, owner.V)) })
	}
	return Region{Kind: k, Fn: func(c *ctx) exec.Bits {
		if i := c.Track; i != exec.Undefined {
			if i < 0 || i >= len(c.Prog.Tracks) {
				i = -1
			}
			return sites(c, i)
		}
		return sites(c, find(c, owner.Fn(c)))
	}}
}
