package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Questions about sites, about players, and about numbers.

func init() {
	parity := func(odd int) func(l *lowerer, t *check.Term) Bool {
		return func(l *lowerer, t *check.Term) Bool {
			v := l.intOr(t.Arg("value"), 0)
			if v.Const {
				return constBool(v.V&1 == odd)
			}
			return Bool{Fn: func(c *ctx) bool { return v.Fn(c)&1 == odd }}
		}
	}
	player := func(fn func(c *ctx, p int) bool) func(l *lowerer, t *check.Term) Bool {
		return func(l *lowerer, t *check.Term) Bool {
			v := l.int(t.Arg("player"))
			return Bool{Fn: func(c *ctx) bool { return fn(c, v.Fn(c)) }}
		}
	}
	flat := func(fn exec.BoolFn) func(l *lowerer, t *check.Term) Bool {
		return func(*lowerer, *check.Term) Bool { return Bool{Fn: fn} }
	}
	for name, f := range map[string]func(l *lowerer, t *check.Term) Bool{
		"is Empty": (*lowerer).isEmpty, "is Occupied": (*lowerer).isOccupied, "is In": (*lowerer).isIn,
		"is Enemy": (*lowerer).isEnemy, "is Friend": (*lowerer).isFriend,
		"is Mover":  player(func(c *ctx, p int) bool { return p == int(c.Mover) }),
		"is Next":   player(func(c *ctx, p int) bool { return p == int(c.Next) }),
		"is Prev":   player(func(c *ctx, p int) bool { return p == int(c.Prev) }),
		"is Active": player(func(c *ctx, p int) bool { return p <= c.Prog.Players && c.IsActive(p) }),
		"is Even":   parity(0), "is Odd": parity(1),
		"is Visited": (*lowerer).isVisited, "is Flat": (*lowerer).isFlat, "is AnyDie": (*lowerer).isAnyDie,
		"is Pending": flat(func(c *ctx) bool { return len(c.Pending) > 0 }),
		"is Cycle":   func(*lowerer, *check.Term) Bool { return constBool(false) },
		"is Full":    (*lowerer).isFull,
		"is LastTo":  lastKind(func(c *ctx) kind { return c.Last.ToKind }), "is LastFrom": lastKind(func(c *ctx) kind { return c.Last.FromKind }),
		"is Hidden": (*lowerer).isHidden, "is Within": (*lowerer).isWithin, "is Related": (*lowerer).isRelated,
		"is Target": (*lowerer).isTarget, "is Pattern": (*lowerer).isPattern,
		"is Triggered": (*lowerer).isTriggered, "is Proposed": (*lowerer).isProposed, "is Decided": (*lowerer).isDecided,
		"was Pass":       flat(func(c *ctx) bool { return c.Last.Valid && c.Last.Pass }),
		"bool.no Pieces": (*lowerer).noPieces,
	} {
		boolForms[name] = f
	}
}

func (l *lowerer) isEmpty(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	at := l.int(t.Arg("site"))
	if len(l.p.Containers) == 1 || k == topology.Cell {
		switch at.Iter {
		case IterTo:
			return Bool{EmptyTo: true, Kind: k, Fn: func(c *ctx) bool { return c.Sites[k].Empty.Has(c.To) }}
		case IterBetween:
			return Bool{Fn: func(c *ctx) bool { return c.Sites[k].Empty.Has(c.Between) }}
		case IterSite:
			return Bool{Fn: func(c *ctx) bool { return c.Sites[k].Empty.Has(c.Site) }}
		}
		return Bool{Fn: func(c *ctx) bool { return c.Sites[k].Empty.Has(at.Fn(c)) }}
	}
	kinds := l.at(k)
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		return c.Sites[kinds(c, site)].Empty.Has(site)
	}}
}

func (l *lowerer) isOccupied(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	at, kinds := l.int(t.Arg("site")), l.at(k)
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		return c.State.What(kinds(c, site), site) != 0
	}}
}

// isIn asks whether sites lie in a region, or numbers in a list of them.
func (l *lowerer) isIn(t *check.Term) Bool {
	of, in := t.Arg("site"), t.Arg("region")
	var one []Int
	if of != nil && of.List {
		for _, it := range of.Items {
			one = append(one, l.int(it))
		}
	} else {
		one = []Int{l.toOr(of)}
	}
	if !in.List && (in.Form == nil || in.Form.Result == check.Sites) {
		return isInRegion(one, l.region(in))
	}
	list := l.ints(in)
	return Bool{Fn: func(c *ctx) bool {
		x, all := list(c, c.Ints()), true
		for i := range one {
			c.Scan(len(x))
			if all = slices.Contains(x, one[i].Fn(c)); !all {
				break
			}
		}
		c.PutInts(x)
		return all
	}}
}

func isInRegion(one []Int, r Region) Bool {
	if b := r.Static; b != nil && len(one) == 1 {
		switch v := one[0]; {
		case v.Const:
			return constBool(b.Has(v.V))
		case v.Iter == IterTo:
			return Bool{Fn: func(c *ctx) bool { return b.Has(c.To) }}
		case v.Iter == IterFrom:
			return Bool{FromIn: b, Fn: func(c *ctx) bool { return b.Has(c.From) }}
		case v.Iter == IterBetween:
			return Bool{Fn: func(c *ctx) bool { return b.Has(c.Between) }}
		default:
			return Bool{Fn: func(c *ctx) bool { return b.Has(v.Fn(c)) }}
		}
	}
	if has := r.Has; has != nil {
		return Bool{Fn: func(c *ctx) bool {
			for i := range one {
				if site := one[i].Fn(c); site < 0 || !has(c, site) {
					return false
				}
			}
			return true
		}}
	}
	return Bool{Fn: func(c *ctx) bool {
		mark, all := c.SetMark(), true
		for i := range one {
			// The region is worked out after the site, and only for one.
			if site := one[i].Fn(c); site < 0 || !r.Fn(c).Has(site) {
				all = false
				break
			}
		}
		c.FreeSets(mark)
		return all
	}}
}

// isEnemy is true of all owners but nobody and the mover with the friends: of
// pieces that everybody owns too.
func (l *lowerer) isEnemy(t *check.Term) Bool {
	v := l.int(t.Arg("player"))
	if l.p.Flags.Team {
		return Bool{Fn: func(c *ctx) bool {
			p := v.Fn(c)
			return p != 0 && !(p > 0 && p <= 32 && c.Friends(int(c.Mover))>>(uint(p)-1)&1 != 0)
		}}
	}
	if r := v.Read; r.field == fieldWho {
		k := r.k
		switch r.site {
		case IterTo:
			return Bool{Fn: func(c *ctx) bool {
				p := c.State.Who(k, c.To)
				return p != 0 && p != int(c.Mover)
			}}
		case IterBetween:
			return Bool{EnemyBetween: true, Kind: k, Fn: func(c *ctx) bool {
				p := c.State.Who(k, c.Between)
				return p != 0 && p != int(c.Mover)
			}}
		}
	}
	return Bool{Fn: func(c *ctx) bool {
		p := v.Fn(c)
		return p != 0 && p != int(c.Mover)
	}}
}

func (l *lowerer) isFriend(t *check.Term) Bool {
	v := l.int(t.Arg("player"))
	if l.p.Flags.Team {
		return Bool{Fn: func(c *ctx) bool {
			p := v.Fn(c)
			return p > 0 && p <= 32 && c.Friends(int(c.Mover))>>(uint(p)-1)&1 != 0
		}}
	}
	if r := v.Read; r.field == fieldWho {
		k := r.k
		switch r.site {
		case IterTo:
			return Bool{Fn: func(c *ctx) bool { return c.State.Who(k, c.To) == int(c.Mover) }}
		case IterBetween:
			return Bool{Fn: func(c *ctx) bool { return c.State.Who(k, c.Between) == int(c.Mover) }}
		}
	}
	return Bool{Fn: func(c *ctx) bool { return v.Fn(c) == int(c.Mover) }}
}

func (l *lowerer) isVisited(t *check.Term) Bool {
	at := l.siteOr(t.Arg("value"))
	return Bool{Fn: func(c *ctx) bool { return c.Visited.Has(at.Fn(c)) }}
}

// isFlat asks whether a vertex of a board in layers lies at the bottom or upon
// vertices that are all occupied.
func (l *lowerer) isFlat(t *check.Term) Bool {
	at, sites := l.toOr(t.Arg("value")), l.p.Topo.Of(topology.Vertex)
	below := l.neighbours(topology.Vertex, topology.Downward)
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		if uint(site) >= uint(len(below)) {
			return false
		}
		if sites.Sites[site].Layer == 0 {
			return true
		}
		for _, s := range below[site] {
			if c.State.What(topology.Vertex, s) == 0 {
				return false
			}
		}
		return true
	}}
}

// isAnyDie asks whether a die of the first set shows a number.
func (l *lowerer) isAnyDie(t *check.Term) Bool {
	if t.Arg("value") == nil {
		return constBool(false)
	}
	v := l.int(t.Arg("value"))
	return Bool{Fn: func(c *ctx) bool {
		return len(c.Dice) > 0 && slices.Contains(c.Dice[0], int32(v.Fn(c)))
	}}
}

// isFull asks whether no site of the board is empty.
func (l *lowerer) isFull(*check.Term) Bool {
	k, n := l.p.Default, l.siteCount(l.p.Default)
	return Bool{Fn: func(c *ctx) bool {
		site := c.Sites[k].Empty.Next(0)
		return site < 0 || site >= n
	}}
}

func lastKind(of func(c *ctx) kind) func(l *lowerer, t *check.Term) Bool {
	return func(l *lowerer, t *check.Term) Bool {
		k, _ := l.kindOf(t.Arg("type"))
		return Bool{Fn: func(c *ctx) bool { return c.Last.Valid && of(c) == k }}
	}
}

// isHidden asks whether something of the lowest level, or of one given, is
// hidden from a player.
func (l *lowerer) isHidden(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	data := exec.HideAll
	if d := t.Arg("data"); d != nil {
		data = map[string]exec.HiddenData{
			"What": exec.HideWhat, "Who": exec.HideWho, "State": exec.HideState,
			"Count": exec.HideCount, "Rotation": exec.HideRotation, "Value": exec.HideValue,
		}[d.Text]
	}
	at, level, to, kinds := l.int(t.Arg("at")), l.intOr(t.Arg("level"), 0), l.player(t.Arg("to")), l.at(k)
	return Bool{Fn: func(c *ctx) bool {
		site := at.Fn(c)
		return site >= 0 && c.IsHidden(data, to.Fn(c), kinds(c, site), site, level.Fn(c))
	}}
}

// isWithin asks whether a component stands in a region, on whatever kind of
// site.
func (l *lowerer) isWithin(t *check.Term) Bool {
	what := l.int(t.Arg("what"))
	if t.Arg("what") == nil {
		l.refuse(t, CodeArgument, "the piece is missing")
	}
	in := l.sites(t.Arg("at"), t.Arg("in"))
	return Bool{Fn: func(c *ctx) bool {
		w := what.Fn(c)
		x, found := in(c, c.Ints()), false
		for k := range c.Sites {
			at := c.Sites[k].At
			if w <= 0 || w >= len(at) {
				continue
			}
			for _, site := range x {
				found = found || at[w].Has(site)
			}
		}
		c.PutInts(x)
		return found
	}}
}

// isRelated asks whether a site has a neighbour, in some sense, among others.
func (l *lowerer) isRelated(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	near, at, others := l.related(k, t.Arg("relation").Text), l.int(t.Arg("site")), l.sitesOf(t.Arg("region"))
	return Bool{Fn: func(c *ctx) bool {
		x := others(c, c.Ints())
		found, site := false, at.Fn(c)
		if uint(site) < uint(len(near)) {
			for _, o := range near[site] {
				if _, found = slices.BinarySearch(x, o); found {
					break
				}
			}
		}
		c.PutInts(x)
		return found
	}}
}

// related lists by site the neighbours in the sense of a relation. Edges are
// related to all that share an end with them, themselves included, and not
// across.
func (l *lowerer) related(k kind, relation string) [][]int {
	sites := l.p.Topo.Of(k).Sites
	near := make([][]int, len(sites))
	for i := range sites {
		s := &sites[i]
		if k == topology.Edge {
			if relation == "Diagonal" || relation == "OffDiagonal" {
				continue
			}
			for _, v := range s.Vertices {
				near[i] = append(near[i], l.p.Topo.Of(topology.Vertex).Sites[v].Edges...)
			}
			continue
		}
		switch relation {
		case "Orthogonal":
			near[i] = s.Orthogonal
		case "Diagonal":
			near[i] = s.Diagonal
		case "OffDiagonal":
			near[i] = s.OffDiagonal
		case "All":
			near[i] = union(s.Adjacent, s.Orthogonal, s.Diagonal, s.OffDiagonal)
		default:
			near[i] = s.Adjacent
		}
	}
	return near
}

// union joins lists of sites into one without repetition.
func union(lists ...[]int) []int {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

// isTarget compares what stands on the sites of the board, or on some, with a
// list. In games with stacks the list is that of one stack.
func (l *lowerer) isTarget(t *check.Term) Bool {
	first, in := 0, l.p.Containers[0]
	if cont := t.Arg("container"); cont != nil {
		in = l.containerAt(cont)
		first = in.From
	}
	constants := func(t *check.Term) []int {
		if t == nil {
			return nil
		}
		if !t.List {
			return []int{l.constant(t, 0)}
		}
		var v []int
		for _, it := range t.Items {
			v = append(v, l.constant(it, 0))
		}
		return v
	}
	want, sites, k := constants(t.Arg("configuration")), constants(t.Arg("sites")), l.p.Default
	given := t.Arg("sites") != nil
	if first > 0 { // the sites of other containers are cells, numbered from its first
		k = topology.Cell
		for i := range sites {
			sites[i] += first
		}
	}
	if l.p.Flags.Stacking {
		is := func(c *ctx, site int) bool {
			if c.Size(topology.Cell, site) != len(want) {
				return false
			}
			for level, what := range want {
				if c.WhatAt(topology.Cell, site, level) != what {
					return false
				}
			}
			return true
		}
		cells := l.siteCount(topology.Cell)
		if first > 0 {
			cells = first + in.N
		}
		return Bool{Fn: func(c *ctx) bool {
			if given {
				return slices.ContainsFunc(sites, func(s int) bool { return is(c, s) })
			}
			for s := first; s < cells; s++ {
				// Ludii stops at the first stack of another height.
				if c.Size(topology.Cell, s) != len(want) {
					return false
				}
				if is(c, s) {
					return true
				}
			}
			return false
		}}
	}
	if !given {
		size, most := l.siteCount(topology.Cell), l.siteCount(k)
		if first > 0 {
			size, most = in.N, in.N
		}
		if size != len(want) {
			return constBool(false)
		}
		for s := range min(most, len(want)) {
			sites = append(sites, first+s)
		}
	}
	if len(sites) > len(want) || given && len(sites) != len(want) {
		return constBool(false)
	}
	return Bool{Fn: func(c *ctx) bool {
		for i, s := range sites {
			if c.State.What(k, s) != want[i] {
				return false
			}
		}
		return true
	}}
}

// isPattern follows a walk from a site in every orthogonal direction and
// compares what stands there with a list of components, taken round and round.
func (l *lowerer) isPattern(t *check.Term) Bool {
	k, _ := l.kindOf(t.Arg("type"))
	from := l.siteOr(t.Arg("from"))
	var whats []Int
	switch w := t.Arg("whats"); {
	case w != nil:
		for _, it := range w.Items {
			whats = append(whats, l.int(it))
		}
	case t.Arg("what") != nil:
		whats = []Int{l.int(t.Arg("what"))}
	}
	if whats != nil && len(whats) == 0 {
		return constBool(false)
	}
	sites, walks := l.p.Topo.NumSites(k), l.walks(k, t.Arg("walk"))
	return Bool{Fn: func(c *ctx) bool {
		site := from.Fn(c)
		if uint(site) >= uint(sites) {
			return false
		}
		own := c.State.What(k, site)
		if whats == nil && own == 0 {
			return false
		}
		want := func(i int) int {
			if whats == nil {
				return own
			}
			return whats[i%len(whats)].Fn(c)
		}
		if own != want(0) {
			return false
		}
		for _, walk := range walks {
			at, ok := site, true
			for i := 0; ok && i < len(walk); i++ {
				c.Tick()
				next := walk[i][at]
				if ok = len(next) > 0; ok {
					at = next[len(next)-1]
					ok = c.State.What(k, at) == want(i+1)
				}
			}
			if ok {
				return true
			}
		}
		return false
	}}
}

// walks are the steps forward of a walk that begins in each orthogonal direction: where
// every one of them leads to, by site. They are nowhere where the board ends.
func (l *lowerer) walks(k kind, walk *check.Term) [][][][]int {
	supported := l.p.Topo.Of(k).Directions[topology.Orthogonal]
	steps := map[topology.Direction][][]int{}
	for _, d := range supported {
		steps[d] = l.neighbours(k, d)
	}
	turn := func(d topology.Direction, by int) topology.Direction {
		if !d.Compass() {
			return d
		}
		for range topology.NumCompass {
			d = topology.Direction((int(d) + by + topology.NumCompass) % topology.NumCompass)
			if slices.Contains(supported, d) {
				break
			}
		}
		return d
	}
	var all [][][][]int
	for _, d := range supported {
		var list [][][]int
		for _, s := range walk.Items {
			switch s.Text {
			case "F":
				list = append(list, steps[d])
			case "R":
				d = turn(d, 1)
			case "L":
				d = turn(d, -1)
			}
		}
		all = append(all, list)
	}
	return all
}

func (l *lowerer) isTriggered(t *check.Term) Bool {
	i, player := l.notion(t.Arg("event").Text), l.int(t.Arg("player"))
	return Bool{Fn: func(c *ctx) bool {
		p := player.Fn(c)
		return c.IsActive(p) && i < len(c.Triggered) && c.Triggered[i]>>uint(p)&1 != 0
	}}
}

func (l *lowerer) isProposed(t *check.Term) Bool {
	i := int32(l.notion(t.Arg("name").Text))
	return Bool{Fn: func(c *ctx) bool { return slices.Contains(c.Propositions, i) }}
}

func (l *lowerer) isDecided(t *check.Term) Bool {
	i := int32(l.notion(t.Arg("name").Text))
	return Bool{Fn: func(c *ctx) bool { return c.Decided == i }}
}
