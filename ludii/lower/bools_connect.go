package lower

import (
	"math/bits"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions joined by pieces, and regions that cannot be any more.

func init() {
	boolForms["is Connected"] = (*lowerer).isConnected
	boolForms["is Blocked"] = (*lowerer).isBlocked
}

// A joint is a set of regions that are to be connected, at most 64: by site, a
// bit for each region that the site lies in.
type joint struct {
	static []uint64 // nil when some region changes
	fns    []exec.RegionFn
	n      int
}

// joint makes the regions to be connected from region functions.
func (l *lowerer) joint(t *check.Term, parts []exec.Part) joint {
	j := joint{n: len(parts)}
	if j.n > 64 {
		l.refuse(t, CodeSize, "%d regions to be connected; at most 64 are supported", j.n)
		j.n, parts = 64, parts[:64]
	}
	size, static := 0, true
	for _, q := range parts {
		j.fns = append(j.fns, q.Sites)
		static = static && q.Static != nil
		size = max(size, len(q.Static)*64)
	}
	if !static {
		return j
	}
	j.static = make([]uint64, size)
	for i, q := range parts {
		for s := q.Static.Next(0); s >= 0; s = q.Static.Next(s + 1) {
			j.static[s] |= 1 << uint(i)
		}
	}
	return j
}

// of gives the regions that a site lies in; sets are those that change, as
// they are now.
func (j *joint) of(site int, sets []exec.Bits) uint64 {
	if j.static != nil {
		if uint(site) < uint(len(j.static)) {
			return j.static[site]
		}
		return 0
	}
	var m uint64
	for i, b := range sets {
		if b.Has(site) {
			m |= 1 << uint(i)
		}
	}
	return m
}

// now works out the regions that change.
func (j *joint) now(c *ctx, sets []exec.Bits) []exec.Bits {
	if j.static != nil {
		return nil
	}
	for _, fn := range j.fns {
		sets = append(sets, fn(c))
	}
	return sets
}

// joints reads the regions argument of a term: a list of regions, the regions
// of a role (one joint per owner), or those of a kind.
func (l *lowerer) joints(t *check.Term) (by []joint, role exec.IntFn) {
	arg := t.Arg("regions")
	switch {
	case arg.Sort == check.RoleType && !arg.List:
		by = make([]joint, l.p.Players+2)
		for owner := range by {
			var parts []exec.Part
			for _, r := range l.p.Regions {
				if r.Owner == owner {
					parts = append(parts, r.Parts...)
				}
			}
			by[owner] = l.joint(arg, parts)
		}
		return by, l.role(arg).Fn
	case arg.Sort == check.RegionStatic && !arg.List:
		sets, ok := l.staticRegions(arg.Text)
		if !ok {
			l.refuse(arg, CodeArgument, "the regions %s are not supported", arg.Text)
		}
		var parts []exec.Part
		for _, s := range sets {
			b := exec.NewBits(l.siteCount(l.p.Default))
			for _, site := range s {
				if site >= 0 {
					b.Add(site)
				}
			}
			parts = append(parts, exec.Part{Static: b, Sites: func(*ctx) exec.Bits { return b }})
		}
		return []joint{l.joint(arg, parts)}, nil
	}
	var parts []exec.Part
	for _, it := range arg.Items {
		r := l.region(it)
		parts = append(parts, exec.Part{Sites: r.Fn, Static: r.Static})
	}
	return []joint{l.joint(arg, parts)}, nil
}

// isConnected asks whether the pieces that hang together with one, all of its
// owner, touch enough of some regions.
func (l *lowerer) isConnected(t *check.Term) Bool {
	g := l.grower(t, nil)
	g.surround(l)
	at := l.siteOr(t.Arg("at"))
	by, role := l.joints(t)
	number, sites := t.Arg("number"), l.siteCount(g.k)
	var count Int
	if number != nil {
		count = l.int(number)
	}
	if slices.Contains(l.joining, t) && t.Arg("at") == nil {
		l.addBridges(g, by)
	}
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		if site < 0 || site >= sites || site >= len(c.Sites[g.k].Who) {
			return false
		}
		whos := c.Sites[g.k].Who
		who := whos[site]
		if who <= 0 {
			return false
		}
		j, mine := &by[0], true
		if role != nil {
			p := role(c)
			if p < 0 || p >= len(by) {
				return false
			}
			j, mine = &by[p], int(who) == p
		}
		need := j.n
		if number != nil {
			need = count.Fn(c)
		}
		mark := c.SetMark()
		defer c.FreeSets(mark)
		var space [8]exec.Bits
		sets := j.now(c, space[:0])
		met := j.of(site, sets)
		if j.n == 0 || need < 1 {
			return j.n > 0 && need == 0
		}
		if bits.OnesCount64(met) >= need {
			return true
		}
		if !mine {
			return false
		}
		return g.joins(c, site, whos, j, sets, met, need)
	}}
}

// joins spreads over the sites of one owner until enough regions are met.
func (g *grower) joins(c *ctx, site int, whos []int16, j *joint, sets []exec.Bits, met uint64, need int) bool {
	if g.around != nil && j.static != nil && c.Plain() {
		return g.floods(c, site, int(whos[site]), j, met, need)
	}
	who, seen := whos[site], c.Set()
	list := append(c.Ints(), site)
	buf := c.Ints()
	seen.Add(site)
	enough := false
	for i := 0; i < len(list) && !enough; i++ {
		for _, s := range g.near.of(c, list[i], buf) {
			if whos[s] != who || seen.Has(s) {
				continue
			}
			seen.Add(s)
			list = append(list, s)
			if m := j.of(s, sets); m&^met != 0 {
				if met |= m; bits.OnesCount64(met) >= need {
					enough = true
					break
				}
			}
		}
	}
	c.PutInts(buf)
	c.PutInts(list)
	return enough
}

// floods is joins by sets: sites that were not seen yet are the owner's that are left.
func (g *grower) floods(c *ctx, site, who int, j *joint, met uint64, need int) bool {
	left := c.Set()
	c.Owned(g.k, who, left)
	left.Remove(site)
	list := append(c.Ints(), site)
	enough := false
	for i := 0; i < len(list) && !enough; i++ {
		for w, near := range g.around[list[i]] {
			x := near & left[w]
			for left[w] &^= x; x != 0; x &= x - 1 {
				s := w<<6 + bits.TrailingZeros64(x)
				list = append(list, s)
				met |= j.of(s, nil)
			}
		}
		enough = bits.OnesCount64(met) >= need
	}
	c.PutInts(list)
	return enough
}

// isBlocked asks whether some regions cannot be connected any more by pieces of
// one owner over empty sites.
func (l *lowerer) isBlocked(t *check.Term) Bool {
	g := l.grower(t, nil)
	by, role := l.joints(t)
	number := t.Arg("number")
	var count Int
	if number != nil {
		count = l.int(number)
	}
	return Bool{Fn: func(c *ctx) bool {
		j, who := &by[0], int(c.Mover)
		if role != nil {
			p := role(c)
			if p < 0 || p >= len(by) {
				return true
			}
			j, who = &by[p], p
		}
		if j.n == 0 {
			return true
		}
		need := j.n
		if number != nil {
			need = count.Fn(c)
		}
		mark := c.SetMark()
		defer c.FreeSets(mark)
		var space [8]exec.Bits
		sets := j.now(c, space[:0])
		open := func(s int) bool { return c.State.Who(g.k, s) == who || c.State.What(g.k, s) == 0 }
		start := j.fns[0](c)
		seen, list, buf, free := c.Set(), c.Ints(), c.Ints(), false
		for from := start.Next(0); from >= 0 && !free; from = start.Next(from + 1) {
			if free = need <= 1; free || !open(from) || !g.on(c, from) {
				continue
			}
			// Only sites that are met on the way count, not the first one: the same
			// area may tell more from another site.
			seen.Clear()
			seen.Add(from)
			list = append(list[:0], from)
			met := uint64(1)
			for i := 0; i < len(list) && !free; i++ {
				for _, s := range g.near.of(c, list[i], buf) {
					if seen.Has(s) || !open(s) {
						continue
					}
					seen.Add(s)
					list = append(list, s)
					met |= j.of(s, sets)
					free = free || bits.OnesCount64(met) >= need
				}
			}
		}
		c.PutInts(buf)
		c.PutInts(list)
		return !free
	}}
}

// staticRegions lists the sets of sites that a kind of regions stands for. It
// reports false for a kind that is not known here.
func (l *lowerer) staticRegions(name string) ([][]int, bool) {
	k := l.p.Default
	sites := l.p.Topo.Of(k)
	single := func(list []int) [][]int {
		var all [][]int
		for _, s := range list {
			all = append(all, []int{s})
		}
		return all
	}
	switch name {
	case "HintRegions":
		var all [][]int
		if l.p.Puzzle != nil {
			for _, h := range l.p.Puzzle.Hints {
				all = append(all, h.Sites)
			}
		}
		return all, true
	case "Corners":
		return single(sites.Sets.Corners), true
	case "Sides", "SidesNoCorners":
		corner := exec.NewBits(len(sites.Sites))
		if name != "Sides" {
			for _, s := range sites.Sets.Corners {
				corner.Add(s)
			}
		}
		var all [][]int
		for d := topology.Direction(0); d < topology.NumCompass; d++ {
			var side []int
			for _, s := range sites.Sets.Sides[d] {
				if !corner.Has(s) {
					side = append(side, s)
				}
			}
			if len(sites.Sets.Sides[d]) > 0 {
				all = append(all, side)
			}
		}
		return all, true
	case "AllSites":
		all := make([]int, len(sites.Sites))
		for i := range all {
			all[i] = i
		}
		return [][]int{all}, true
	case "Columns":
		return sites.Sets.Columns, true
	case "Rows":
		return sites.Sets.Rows, true
	case "Layers":
		return sites.Sets.Layers, true
	case "AllDirections":
		all := make([][]int, len(sites.Sites))
		for i := range all {
			all[i] = []int{i}
			seen := map[int]bool{i: true}
			for _, ray := range along(sites, topology.All, i) {
				for _, s := range ray {
					if !seen[s] {
						seen[s] = true
						all[i] = append(all[i], s)
					}
				}
			}
		}
		return all, true
	case "SubGrids":
		return l.subGrids(), true
	case "Diagonals":
		return l.diagonals()
	case "Regions", "Vertices", "Touching":
		var all [][]int
		for i := range sites.Sites {
			for _, n := range sites.Sites[i].Adjacent {
				all = append(all, []int{i, n})
			}
		}
		return all, true
	}
	return nil, false
}

// diagonals are the two lines of a square board from corner to corner; other
// boards have none.
func (l *lowerer) diagonals() (lines [][]int, ok bool) {
	sites := l.p.Topo.Of(l.p.Default)
	n := len(sites.Sets.Rows)
	if n == 0 || n != len(sites.Sets.Columns) || n*n != len(sites.Sites) {
		return nil, false
	}
	lines = make([][]int, 2)
	for i := range sites.Sites {
		s := &sites.Sites[i]
		if s.Row == s.Column {
			lines[0] = append(lines[0], i)
		}
		if s.Row+s.Column == n-1 {
			lines[1] = append(lines[1], i)
		}
	}
	return lines, true
}

// subGrids cuts a square board of cells into squares, as many as a square has
// cells.
func (l *lowerer) subGrids() [][]int {
	cells := l.p.Topo.Of(topology.Cell).Sites
	n := 0
	for (n+1)*(n+1)*(n+1)*(n+1) <= len(cells) {
		n++
	}
	all := make([][]int, n*n)
	for i := range cells {
		row, column := 0, 0
		if n > 0 {
			row, column = cells[i].Row/n, cells[i].Column/n
		}
		if row < n && column < n {
			all[row*n+column] = append(all[row*n+column], i)
		}
	}
	return all
}
