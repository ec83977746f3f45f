package lower

import (
	"math/bits"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions joined by pieces, regions that cannot be any more, and loops.

func init() {
	boolForms["is Connected"] = (*lowerer).isConnected
	boolForms["is Blocked"] = (*lowerer).isBlocked
	boolForms["is Loop"] = (*lowerer).isLoop
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
				b.Add(site)
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

// isLoop asks whether like pieces of one owner, among them the one on a site,
// surround some sites: the sites around are searched orthogonally for an area
// that does not reach the outer sites. Where it is asked for, the paths on tiles count
// instead.
func (l *lowerer) isLoop(t *check.Term) Bool {
	q := l.loopQuestion(t)
	var paths exec.BoolFn
	if l.flag(t.Arg("path"), false) {
		paths = l.pathLoop(t, q.colour)
	}
	return Bool{Fn: func(c *ctx) bool {
		if paths != nil {
			if site := q.start.Fn(c); site >= 0 && site < len(q.f.near) && c.Prog.Components[c.State.What(q.f.k, site)].Tile != nil {
				return paths(c)
			}
		}
		return q.asks(c, nil)
	}}
}

// A loopQuestion is what rules say of a loop: where it is looked for, whose pieces
// form it, and whose may be inside.
type loopQuestion struct {
	f             *fence
	start, colour Int
	roles         []Int // nil: anybody's
	all           int
}

func (l *lowerer) loopQuestion(t *check.Term) *loopQuestion {
	k, _ := l.kindOf(t.Arg("type"))
	q := &loopQuestion{start: lastTo(), colour: moverInt(), all: l.p.Players + 1}
	switch {
	case t.Arg("surround") != nil:
		q.roles = []Int{l.role(t.Arg("surround"))}
	case t.Arg("roles") != nil:
		q.roles = []Int{}
		for _, it := range t.Arg("roles").Items {
			q.roles = append(q.roles, l.role(it))
		}
	}
	if s := t.Arg("start"); s != nil && !isRegion(s) {
		q.start = l.int(s)
	}
	if a := t.Arg("colour"); a != nil {
		q.colour = l.int(a)
	}
	f := &fence{
		k: k, near: l.neighbours(k, topology.Adjacent), beside: l.neighbours(k, topology.Orthogonal),
		along: l.net(t.Arg("direction"), topology.Adjacent, k), outer: exec.NewBits(l.siteCount(k)),
	}
	sites := l.p.Topo.Of(k)
	f.rays = sites.Rays[topology.Orthogonal]
	for _, s := range sites.Sets.Outer {
		f.outer.Add(s)
	}
	q.f = f
	return q
}

// asks reports whether there is a loop; tell, which may be nil, hears of the sites
// within and of those around.
func (q *loopQuestion) asks(c *ctx, tell func(list, loop []int)) bool {
	site := q.start.Fn(c)
	if site < 0 || site >= len(q.f.near) {
		return false
	}
	what := c.State.What(q.f.k, site)
	if what <= 0 {
		return false
	}
	inside := ^uint64(0) // owners that may be inside
	if q.roles != nil {
		inside = 0
		for i := range q.roles {
			if p := q.roles[i].Fn(c); p >= 0 && p <= q.all {
				inside |= 1 << uint(p)
			}
		}
	}
	return q.f.surrounds(c, site, what, q.colour.Fn(c), inside, q.roles != nil, tell)
}

// A fence looks for loops.
type fence struct {
	k            kind
	near, beside [][]int          // adjacent and orthogonal neighbours
	rays         [][]topology.Ray // orthogonal
	along        net              // the ways along a loop
	outer        exec.Bits
}

func (f *fence) surrounds(c *ctx, site, what, colour int, inside uint64, chosen bool, tell func(list, loop []int)) bool {
	// The last neighbour is looked at first.
	for i := len(f.near[site]) - 1; i >= 0; i-- {
		origin := f.near[site][i]
		if f.outer.Has(origin) || inside>>uint(c.State.Who(f.k, origin))&1 == 0 {
			continue
		}
		mark := c.SetMark()
		area := c.Set()
		list, closed := f.area(c, origin, what, inside, chosen, area)
		found := closed && f.closes(c, list, area, what, colour, tell)
		c.PutInts(list)
		c.FreeSets(mark)
		if found {
			return true
		}
	}
	return false
}

// area fills a set with the sites within, from one of them on; it reports false
// when an outer site is reached.
func (f *fence) area(c *ctx, origin, what int, inside uint64, chosen bool, area exec.Bits) (list []int, closed bool) {
	list = append(c.Ints(), origin)
	area.Add(origin)
	if f.rays == nil {
		return list, true
	}
	for i := 0; i < len(list); i++ {
		for _, ray := range f.rays[list[i]] {
			for _, s := range ray {
				if area.Has(s) {
					continue
				}
				if c.State.What(f.k, s) == what {
					break
				}
				if !chosen || inside>>uint(c.State.Who(f.k, s))&1 != 0 && !f.outer.Has(s) {
					area.Add(s)
					list = append(list, s)
				}
				if f.outer.Has(s) {
					return list, false
				}
			}
		}
	}
	return list, true
}

// closes follows the sites around an area. They must all be of the right owner;
// then Ludii walks from each to the first neighbour that is one of them too, and
// takes sites out from which there is none, until as many have been walked over
// as there are left.
func (f *fence) closes(c *ctx, list []int, area exec.Bits, what, colour int, tell func(list, loop []int)) bool {
	loop := c.Ints()
	around := c.Set()
	mine := true
	for _, s := range list {
		for _, n := range f.beside[s] {
			if area.Has(n) || around.Has(n) {
				continue
			}
			around.Add(n)
			loop = append(loop, n)
			mine = mine && c.State.Who(f.k, n) == colour
		}
	}
	left, found := loop, false
	if mine {
		left, found = f.walk(c, loop, around, what)
	}
	if found && tell != nil {
		tell(list, left)
	}
	c.PutInts(loop)
	return found
}

func (f *fence) walk(c *ctx, loop []int, around exec.Bits, what int) (left []int, closed bool) {
	buf, walked := c.Ints(), c.Ints()
	defer func() {
		c.PutInts(walked)
		c.PutInts(buf)
	}()
	before, at := 0, 0
	for at < len(loop) {
		s := loop[at]
		if c.State.What(f.k, s) != what {
			loop = without(loop, s)
			around.Remove(s)
			at = before
			continue
		}
		next := -1
		for _, n := range f.along.of(c, s, buf) {
			if around.Has(n) && c.State.What(f.k, n) == what {
				next = n
				break
			}
		}
		if next < 0 {
			loop, walked = without(loop, s), without(walked, s)
			around.Remove(s)
			at = before
			continue
		}
		// A site that is walked over again counts again, so this ends.
		if walked = append(walked, s); len(walked) >= len(loop) {
			return loop, true
		}
		before = at
		for i, v := range loop {
			if v == next {
				at = i
				break
			}
		}
	}
	return nil, false
}

// without takes the first of a value out of a list.
func without(list []int, v int) []int {
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}
