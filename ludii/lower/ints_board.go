package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Sites and numbers of the board and of the equipment.

func init() {
	coordinate := func(of func(s *topology.Site) int) func(l *lowerer, t *check.Term) Int {
		return func(l *lowerer, t *check.Term) Int { return l.siteNumber(t, of) }
	}
	for name, f := range map[string]func(l *lowerer, t *check.Term) Int{
		"column":      coordinate(func(s *topology.Site) int { return s.Column }),
		"row":         coordinate(func(s *topology.Site) int { return s.Row }),
		"layer":       coordinate(func(s *topology.Site) int { return s.Layer }),
		"int.phase":   coordinate(func(s *topology.Site) int { return s.Phase }),
		"centrePoint": (*lowerer).centrePoint, "coord": (*lowerer).coord, "coord#row": (*lowerer).coordOf,
		"handSite": (*lowerer).handSite, "id": (*lowerer).id, "id#name": (*lowerer).idNamed, "mapEntry": (*lowerer).mapEntry,
		"ahead": (*lowerer).ahead, "regionSite": (*lowerer).regionSite, "arrayValue": (*lowerer).arrayValue,
		"cost": (*lowerer).cost, "edge#of": (*lowerer).edgeOf, "int.hint": (*lowerer).hint,
	} {
		intForms[name] = f
	}
}

// siteNumber makes the function of a number of a site of the board, Off
// elsewhere.
func (l *lowerer) siteNumber(t *check.Term, of func(s *topology.Site) int) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, sites := l.int(t.Arg("of")), l.p.Topo.Of(k).Sites
	table := make([]int32, len(sites))
	for i := range sites {
		table[i] = int32(of(&sites[i]))
	}
	number := func(site int) int {
		if uint(site) >= uint(len(table)) {
			return exec.Off
		}
		return int(table[site])
	}
	if at.Const {
		return Const(number(at.V))
	}
	return Int{Fn: func(c *ctx) int { return number(at.Fn(c)) }}
}

// centrePoint is the first of the central sites.
func (l *lowerer) centrePoint(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	centre := l.p.Topo.Of(k).Sets.Centre
	if len(centre) == 0 {
		l.refuse(t, CodeMeaning, "the board has no central %v", k)
		return Const(exec.Off)
	}
	return Const(centre[0])
}

// coord is the site with a label, Off if there is none.
func (l *lowerer) coord(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	if site, ok := l.coordinate(t.Arg("coord").Text, k); ok {
		return Const(site)
	}
	return Const(exec.Off)
}

// coordOf is the first site in a row and a column.
func (l *lowerer) coordOf(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	row, column, sites := l.int(t.Arg("row")), l.int(t.Arg("column")), l.p.Topo.Of(k).Sites
	at := map[[2]int]int{}
	for i := len(sites) - 1; i >= 0; i-- {
		at[[2]int{sites[i].Row, sites[i].Column}] = i
	}
	find := func(r, c int) int {
		if site, ok := at[[2]int{r, c}]; ok {
			return site
		}
		return exec.Off
	}
	if row.Const && column.Const {
		return Const(find(row.V, column.V))
	}
	return Int{Fn: func(c *ctx) int { return find(row.Fn(c), column.Fn(c)) }}
}

// handSite is a site of a player's first hand. Dice are hands too.
func (l *lowerer) handSite(t *check.Term) Int {
	player, index := l.int(t.Arg("player")), l.intOr(t.Arg("index"), 0)
	first := make([]int, l.p.Players+2)
	for i := range first {
		first[i] = exec.Off
	}
	for _, c := range slices.Backward(l.p.Containers) {
		if c.Kind != exec.BoardContainer && c.Owner >= 0 && c.Owner < len(first) {
			first[c.Owner] = c.From
		}
	}
	site := func(p, i int) int {
		if uint(p) >= uint(len(first)) || first[p] < 0 {
			return exec.Off
		}
		return first[p] + i
	}
	switch {
	case player.Const && index.Const:
		return Const(site(player.V, index.V))
	case index.Const:
		return Int{Fn: func(c *ctx) int { return site(player.Fn(c), index.V) }}
	}
	return Int{Fn: func(c *ctx) int { return site(player.Fn(c), index.Fn(c)) }}
}

// id is the number of a player, or of a player's first component whose name
// holds a text.
func (l *lowerer) id(t *check.Term) Int {
	role, name := t.Arg("roleType"), t.Arg("name")
	if name == nil || role.Text == "Player" {
		return l.role(role)
	}
	by := l.namedBy(name.Text)
	find := func(p int) int {
		if uint(p) >= uint(len(by)) || by[p] == 0 {
			return exec.Off
		}
		return by[p]
	}
	switch role.Text {
	case "Neutral", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "Shared":
		return Const(find(l.role(role).V))
	case "Mover", "Next", "Prev":
		p := l.role(role)
		return Int{Fn: func(c *ctx) int { return find(p.Fn(c)) }}
	}
	return Const(exec.Off)
}

// idNamed is the number of a container or of a component with a full name.
func (l *lowerer) idNamed(t *check.Term) Int {
	name := t.Arg("name").Text
	for i, c := range l.p.Containers {
		if c.Name == name {
			return Const(i)
		}
	}
	for i := 1; i < len(l.p.Components); i++ {
		if l.p.Components[i].Name == name {
			return Const(i)
		}
	}
	return Const(exec.Off)
}

// mapEntry is what the first map, or the one with a name, has for a key; the key
// itself where none has anything.
func (l *lowerer) mapEntry(t *check.Term) Int {
	key := l.int(t.Arg("key"))
	var maps []exec.Map
	for _, m := range l.p.Maps {
		if name := t.Arg("name"); name == nil || m.Name == name.Text {
			maps = append(maps, m)
		}
	}
	find := func(k int) int {
		for i := range maps {
			if v, ok := maps[i].Pair[k]; ok && v != exec.Off {
				return v
			}
		}
		return k
	}
	if key.Const {
		return Const(find(key.V))
	}
	// Small keys, as sites and numbers of pips are, are looked up in a list.
	low := make([]int, 0, 64)
	for k := range 512 {
		low = append(low, find(k))
	}
	if d := key.Dice; d != nil && d.low == nil {
		d = &pips{dice: d.dice, low: low, find: find}
		return Int{Fn: d.show, Dice: d}
	}
	return Int{OfMover: key.Iter == IterMover, Fn: func(c *ctx) int {
		k := key.Fn(c)
		if uint(k) < uint(len(low)) {
			return low[k]
		}
		return find(k)
	}}
}

// pips is what some dice show together, or what a map makes of it: low of small numbers, find of
// others.
type pips struct {
	dice int // index of exec.State.SumDice
	low  []int
	find func(int) int
}

func (d *pips) show(c *ctx) int { return d.means(int(c.SumDice[d.dice])) }

// means is what dice that show n in all stand for.
func (d *pips) means(n int) int {
	switch {
	case d.low == nil:
		return n
	case uint(n) < uint(len(d.low)):
		return d.low[n]
	}
	return d.find(n)
}

// ahead is the site some steps on in the first of some directions, or the site
// itself where there is none.
func (l *lowerer) ahead(t *check.Term) Int {
	k, _ := l.kindOf(t.Arg("type"))
	at, steps, d := l.int(t.Arg("site")), l.intOr(t.Arg("steps"), 1), t.Arg("direction")
	sites := l.p.Topo.Of(k)
	on := func(rays []topology.Ray, site, n int) int {
		for _, r := range rays {
			if n >= 1 && n <= len(r) {
				return r[n-1]
			}
		}
		return site
	}
	if d != nil && d.Form == nil && (d.Text == "SameDirection" || d.Text == "OppositeDirection") {
		return l.aheadOfMove(sites, at, steps, d.Text == "SameDirection", on)
	}
	if ds, ok := fixedDirections(d, topology.NoDirection); d != nil && ok {
		if len(ds) == 0 {
			return at
		}
		rays := sites.Rays[ds[0]]
		if rays == nil {
			return at
		}
		return Int{Fn: func(c *ctx) int {
			site, n := at.Fn(c), steps.Fn(c)
			if uint(site) >= uint(len(rays)) {
				return max(site, exec.Undefined)
			}
			return on(rays[site], site, n)
		}}
	}
	ways := l.forward
	if d != nil {
		fn := l.dirs(d)
		ways = func() exec.DirsFn { return fn }
	}
	fn := ways()
	return Int{Fn: func(c *ctx) int {
		site, n := at.Fn(c), steps.Fn(c)
		if uint(site) >= uint(len(sites.Sites)) {
			return max(site, exec.Undefined)
		}
		ds := fn(c, k, site, c.Dirs())
		to := site
		if len(ds) > 0 {
			to = on(along(sites, ds[0], site), site, n)
		}
		c.PutDirs(ds)
		return to
	}}
}

// forward lowers the direction that is meant when none is given.
func (l *lowerer) forward() exec.DirsFn {
	return l.dirs(&check.Term{Sort: check.Direction, Text: "Forward", Node: l.root.Node})
}

// aheadOfMove goes on in the direction from (from) to (to), or back; without these
// it is that of the last move.
func (l *lowerer) aheadOfMove(sites *topology.Sites, at, steps Int, same bool, on func(rays []topology.Ray, site, n int) int) Int {
	ways := l.headings(sites, wholeRay)
	return Int{Fn: func(c *ctx) int {
		site, n := at.Fn(c), steps.Fn(c)
		from, to := c.From, c.To
		if from == exec.Undefined {
			from = lastFromSite(c)
		}
		if to == exec.Undefined {
			to = lastToSite(c)
		}
		if !same {
			from, to = to, from
		}
		if uint(site) >= uint(len(sites.Sites)) || uint(from) >= uint(len(sites.Sites)) {
			return max(site, exec.Undefined)
		}
		return on(along(sites, ways.towards(from, to), site), site, n)
	}}
}

func (l *lowerer) regionSite(t *check.Term) Int {
	r, index := l.region(t.Arg("sites")), l.int(t.Arg("index"))
	return Int{Fn: func(c *ctx) int {
		mark, site := c.SetMark(), exec.Off
		b := r.Fn(c)
		if i := index.Fn(c); i >= 0 {
			for site = b.Next(0); site >= 0 && i > 0; i-- {
				c.Tick()
				site = b.Next(site + 1)
			}
		}
		c.FreeSets(mark)
		return site
	}}
}

func (l *lowerer) arrayValue(t *check.Term) Int {
	list, index := l.ints(t.Arg("ints")), l.int(t.Arg("index"))
	return Int{Fn: func(c *ctx) int {
		x, v := list(c, c.Ints()), exec.Off
		if i := index.Fn(c); uint(i) < uint(len(x)) {
			v = x[i]
		}
		c.PutInts(x)
		return v
	}}
}

// cost adds up the costs of sites: cells unless a kind is given.
func (l *lowerer) cost(t *check.Term) Int {
	k := topology.Cell
	if ty := t.Arg("type"); ty != nil {
		k, _ = l.kindOf(ty)
	}
	return l.total(t, func(c *ctx, site int) int {
		if costs := c.Costs[k]; uint(site) < uint(len(costs)) {
			return int(costs[site])
		}
		return 0
	})
}

// edgeOf is the edge between two vertices.
func (l *lowerer) edgeOf(t *check.Term) Int {
	a, b, vertices := l.int(t.Arg("a")), l.int(t.Arg("b")), l.p.Topo.Of(topology.Vertex).Sites
	edges := l.p.Topo.Of(topology.Edge).Sites
	return Int{Fn: func(c *ctx) int {
		v, w := a.Fn(c), b.Fn(c)
		if uint(v) < uint(len(vertices)) && v != w {
			for _, e := range vertices[v].Edges {
				if slices.Contains(edges[e].Vertices, w) {
					return e
				}
			}
		}
		return exec.Off
	}}
}

// hint is the number of the hint looked at, or of the one at a site.
func (l *lowerer) hint(t *check.Term) Int {
	if t.Arg("at") == nil {
		return Int{Fn: func(c *ctx) int { return c.Hint }}
	}
	k, _ := l.kindOf(t.Arg("type"))
	at, p := l.int(t.Arg("at")), l.p
	return Int{Fn: func(c *ctx) int {
		site := at.Fn(c)
		if p.Puzzle != nil {
			for _, h := range p.Puzzle.Hints {
				if h.Kind == k && len(h.Sites) > 0 && h.Sites[0] == site {
					return h.Value
				}
			}
		}
		return exec.Undefined
	}}
}
