package circuit

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// settled are the forms that say nothing of the position, if what they are about says nothing of it.
var settled = map[string]bool{}

func init() {
	for _, n := range []string{
		"%", "centrePoint", "column", "coord", "coord#row", "id", "id#name", "int.*", "int.*#list", "int.+", "int.+#list", "int.-", "int./", "int.^",
		"int.abs", "int.between", "int.count Adjacent", "int.count Cells", "int.count Columns", "int.count Diagonal", "int.count Edges",
		"int.count Neighbours", "int.count Off", "int.count Orthogonal", "int.count Players", "int.count Rows", "int.count Sites",
		"int.count Steps", "int.count Vertices", "int.from", "int.if", "int.max", "int.max#list", "int.min", "int.min#list", "int.phase",
		"int.player", "int.to", "layer", "mapEntry", "mover", "next", "regionSite", "row", "site", "toInt", "value",
		"!=", "!=#sites", "<", "<=", "=", "=#sites", ">", ">=", "bool.and", "bool.and#list", "bool.if", "bool.or", "bool.or#list",
		"is Even", "is Odd", "is In", "is Related", "is Mover", "is Next", "is Enemy", "is Friend", "not", "xor", "toBool", "all Sites",
		"expand", "sites", "sites Angled", "sites Around", "sites Axial", "sites Between", "sites Board", "sites Bottom", "sites Cell",
		"sites Centre", "sites Column", "sites ConcaveCorners", "sites ConvexCorners", "sites Corners", "sites Direction",
		"sites Distance", "sites Horizontal", "sites Inner", "sites Layer", "sites Left", "sites Major", "sites Minor", "sites Outer",
		"sites Perimeter", "sites Phase", "sites Right", "sites Row", "sites Side", "sites Slash", "sites Slosh", "sites Top", "sites Vertical",
		"sites#coords", "sites#ints", "sites#walk", "sites.difference", "sites.forEach#filter", "sites.if", "sites.intersection",
		"sites.intersection#list", "sites.union", "sites.union#list", "array", "array#sites", "ints.difference", "ints.if",
		"ints.intersection", "ints.intersection#list", "ints.union", "ints.union#list", "directions#absolute", "ahead",
		"player", "exact", "range", "range.max", "range.min", "sites Hand", "handSite", "sites Track", "int.count Phases",
	} {
		settled[n] = true
	}
}

// isStatic reports whether a term says nothing of the position.
func (c *compiler) isStatic(t *check.Term) bool {
	if t == nil {
		return true
	}
	if known, ok := c.static[t]; ok {
		return known
	}
	ok := true
	switch {
	case t.Form != nil:
		ok = settled[t.Form.Name]
		for _, a := range t.Args {
			ok = ok && c.isStatic(a)
		}
		switch t.Form.Name {
		case "int.count Adjacent", "int.count Diagonal", "int.count Neighbours", "int.count Off", "int.count Orthogonal":
			ok = ok && (t.Arg("at") != nil || t.Arg("in") != nil) // else it is about where the last move went
		case "sites":
			for i := range c.p.Regions {
				ok = ok && c.p.Regions[i].Static != nil
			}
		case "ahead":
			ok = ok && t.Arg("direction") != nil
		case "sites Around":
			ok = ok && t.Arg("region") == nil
		case "int.count Steps", "sites Distance":
			ok = ok && t.Arg("step") == nil && t.Arg("newRotation") == nil
		case "int.from":
			ok = ok && t.Arg("at") == nil
		}
	case t.List:
		for _, x := range t.Items {
			ok = ok && c.isStatic(x)
		}
	case t.Sort == check.RoleType:
		ok = t.Text != "Prev"
	case t.Sort == check.Direction || t.Constant():
		ok = !(t.Text == "SameDirection" || t.Text == "OppositeDirection") && !relativeName(t)
	}
	c.static[t] = ok
	return ok
}

// relativeName reports whether a constant is a direction that the piece decides.
func relativeName(t *check.Term) bool {
	switch t.Text {
	case "BL", "BLL", "BLLL", "BR", "BRR", "BRRR", "Backward", "Backwards", "FL", "FLL", "FLLL", "FR", "FRR", "FRRR", "Forward",
		"Forwards", "Leftward", "Leftwards", "Rightward", "Rightwards":
		return true
	}
	return false
}

var intForms map[string]func(c *compiler, t *check.Term, e env) num

func init() {
	two := func(f func(v, w int) int) func(c *compiler, t *check.Term, e env) num {
		return func(c *compiler, t *check.Term, e env) num {
			return c.with(c.int(t.Arg("a"), e), c.int(t.Arg("b"), e), f)
		}
	}
	intForms = map[string]func(c *compiler, t *check.Term, e env) num{
		"who":  func(c *compiler, t *check.Term, e env) num { return c.ofSite(t, e, c.who) },
		"what": func(c *compiler, t *check.Term, e env) num { return c.ofSite(t, e, c.what) },
		"int.last To": func(c *compiler, t *check.Term, e env) num {
			none(t, "afterConsequence")
			return c.last(e, true)
		},
		"int.last From": func(c *compiler, t *check.Term, e env) num {
			none(t, "afterConsequence")
			return c.last(e, false)
		},
		"prev": func(c *compiler, t *check.Term, e env) num {
			none(t, "type", "prevType")
			return c.prev(e)
		},
		"int.if": func(c *compiler, t *check.Term, e env) num {
			return c.choose(c.bool(t.Arg("if"), e), c.int(t.Arg("yes"), e), c.int(t.Arg("no"), e))
		},
		"int.+": two(func(v, w int) int { return v + w }), "int.max": two(func(v, w int) int { return max(v, w) }),
		"int.min": two(func(v, w int) int { return min(v, w) }), "int.*": two(func(v, w int) int { return v * w }),
		"int.-": func(c *compiler, t *check.Term, e env) num {
			if t.Arg("a") == nil {
				return c.with(constant(0), c.int(t.Arg("b"), e), func(v, w int) int { return v - w })
			}
			return c.with(c.int(t.Arg("a"), e), c.int(t.Arg("b"), e), func(v, w int) int { return v - w })
		},
		"int.abs": func(c *compiler, t *check.Term, e env) num {
			return c.with(constant(0), c.int(t.Arg("a"), e), func(_, w int) int { return max(w, -w) })
		},
		"toInt": func(c *compiler, t *check.Term, e env) num {
			if v := t.Arg("value"); v.Sort == check.Float {
				refuse("(toInt …) of a broken number")
			}
			return c.choose(c.bool(t.Arg("value"), e), constant(1), constant(0))
		},
		"int.count Pieces": func(c *compiler, t *check.Term, e env) num {
			on := c.census(t, e)
			if !c.counts {
				return c.count(on)
			}
			total := c.count(on[:c.board])
			for s := c.board; s < c.n; s++ {
				total = c.with(total, c.choose(on[s], c.number(e, s), constant(0)), func(v, w int) int { return v + w })
			}
			return total
		},
		"state":    func(c *compiler, t *check.Term, e env) num { return c.ofSite(t, e, c.state) },
		"mapEntry": (*compiler).mapEntry,
		"size Stack": func(c *compiler, t *check.Term, e env) num {
			none(t, "in")
			if t.Arg("at") == nil {
				refuse("the stack of the last move")
			}
			return c.ofSite(t, e, c.number)
		},
		"int.count Steps": (*compiler).countSteps,
		"%": two(func(v, w int) int {
			if w == 0 {
				return 0
			}
			return v % w
		}),
		"int.count Sites":  (*compiler).countSites,
		"int.count Groups": (*compiler).countGroups,
		"where":            (*compiler).where, "where#what": (*compiler).where,
		"ahead": (*compiler).ahead,
		"row":   (*compiler).ofBoard, "column": (*compiler).ofBoard, "layer": (*compiler).ofBoard, "int.phase": (*compiler).ofBoard,
		"int.count": func(c *compiler, t *check.Term, e env) num {
			none(t, "name")
			if in := t.Arg("in"); in != nil {
				if c.counts {
					refuse("a count of several sites")
				}
				var lits []Lit
				for s, l := range c.region(in, e) {
					lits = append(lits, c.g.and(l, e.empty(s).Not()))
				}
				return c.count(lits)
			}
			at := c.last(e, true)
			if x := t.Arg("at"); x != nil {
				at = c.int(x, e)
			}
			var b builder
			for i, s := range at.v {
				n := constant(0)
				if c.there(s) {
					n = c.number(e, s)
				}
				for j, v := range n.v {
					b.add(v, c.g.and(at.c[i], n.c[j]))
				}
			}
			return b.num(c.g)
		},
	}
}

// int works a number out.
func (c *compiler) int(t *check.Term, e env) num {
	if c.isStatic(t) {
		return constant(c.at(e).Int(t))
	}
	if t.Form == nil && t.Sort == check.RoleType && t.Text == "Prev" {
		return c.prev(e)
	}
	f := intForms[t.Name()]
	if f == nil {
		refuse("(%s …)", t.Name())
	}
	c.glance()
	if c.depth++; c.depth > deepest {
		refuse("numbers within numbers")
	}
	n := f(c, t, e)
	c.depth--
	return n
}

// fixedInts is a list that says nothing of the position.
func (c *compiler) fixedInts(t *check.Term, e env) []int { return c.at(e).Ints(t) }

// ofSite is a number of the site that a term is about.
func (c *compiler) ofSite(t *check.Term, e env, f func(e env, site int) num) num {
	none(t, "level")
	c.kind(t.Arg("type"))
	at := c.int(t.Arg("at"), e)
	if s, ok := at.fixed(); ok {
		return f(e, s)
	}
	var b builder
	for i, s := range at.v {
		n := f(e, s)
		for j, v := range n.v {
			b.add(v, c.g.and(at.c[i], n.c[j]))
		}
	}
	return b.num(c.g)
}

// ofBoard is a number that the board has for a site.
func (c *compiler) ofBoard(t *check.Term, e env) num {
	c.kind(t.Arg("type"))
	var b builder
	of := c.int(t.Arg("of"), e)
	for i, s := range of.v {
		v := exec.Off
		if c.on(s) {
			site := &c.p.Topo.Of(c.k).Sites[s]
			switch t.Name() {
			case "row":
				v = site.Row
			case "column":
				v = site.Column
			case "layer":
				v = site.Layer
			default:
				v = site.Phase
			}
		}
		b.add(v, of.c[i])
	}
	return b.num(c.g)
}

func (c *compiler) countSites(t *check.Term, e env) num {
	none(t, "at", "name")
	return c.count(c.region(t.Arg("in"), e))
}

// mapEntry is what a map has for a key.
func (c *compiler) mapEntry(t *check.Term, e env) num {
	key := c.int(t.Arg("key"), e)
	var b builder
	for i, k := range key.v {
		v := k
		for _, m := range c.p.Maps {
			if name := t.Arg("name"); name != nil && m.Name != name.Text {
				continue
			}
			if w, ok := m.Pair[k]; ok && w != exec.Off {
				v = w
				break
			}
		}
		b.add(v, key.c[i])
	}
	return b.num(c.g)
}

// countSteps is the number of steps between two sites.
func (c *compiler) countSteps(t *check.Term, e env) num {
	none(t, "step", "newRotation")
	c.kind(t.Arg("type"))
	to := t.Arg("to")
	if isRegion(to) {
		refuse("steps to a region")
	}
	relation := ""
	if r := t.Arg("relation"); r != nil {
		relation = r.Text
	}
	return c.with(c.int(t.Arg("from"), e), c.int(to, e), func(v, w int) int { return c.f.Steps(relation, c.k, v, w) })
}

// countGroups is 0, 1, or 2 for more: whoever compares it with other numbers is refused.
func (c *compiler) countGroups(t *check.Term, e env) num {
	none(t, "min", "isVisible")
	c.kind(t.Arg("type"))
	own := make([]Lit, c.n)
	for s := range c.board {
		x := e
		x.To = s
		own[s] = e.empty(s).Not()
		if b := t.Arg("if"); b != nil {
			own[s] = c.bool(b, x)
		}
	}
	first := make([]Lit, c.n)
	before := False
	for s := range c.board {
		first[s] = c.g.and(own[s], before.Not())
		before = c.g.or(before, own[s])
	}
	in := c.spread(t.Arg("direction"), first, own)
	left := make([]Lit, c.n)
	for s := range c.board {
		left[s] = c.g.and(own[s], in[s].Not())
	}
	more := c.g.or(left...)
	return num{[]int{0, 1, manyGroups}, []Lit{before.Not(), c.g.and(before, more.Not()), more}}
}

// manyGroups stands for two groups or more.
const manyGroups = 1 << 20

// where is the site with a piece, of several the first.
func (c *compiler) where(t *check.Term, e env) num {
	none(t, "state")
	c.kind(t.Arg("type"))
	what := exec.Undefined
	if t.Name() == "where" {
		if !c.isStatic(t.Arg("player")) {
			refuse("a piece of whom the position decides")
		}
		what = c.at(e).Piece(t.Arg("name"), t.Arg("player"))
	} else {
		v, ok := c.int(t.Arg("what"), e).fixed()
		if !ok {
			refuse("where a piece is that the position decides")
		}
		what = v
	}
	var b builder
	free := True
	if what > 0 && what < c.comps {
		for s := range c.board {
			b.add(s, c.g.and(free, e.is(s, what)))
			free = c.g.and(free, e.is(s, what).Not())
		}
	}
	b.add(exec.Off, free)
	return b.num(c.g)
}

// ahead is the site so many steps on in a direction; where there is none, the site itself.
func (c *compiler) ahead(t *check.Term, e env) num {
	c.kind(t.Arg("type"))
	steps := 1
	if x := t.Arg("steps"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("as many steps ahead as the position decides")
		}
		steps = v
	}
	d := t.Arg("direction")
	if d == nil || d.Form != nil || relative(d) {
		refuse("(ahead …) in a direction that the piece decides")
	}
	at := c.int(t.Arg("site"), e)
	var b builder
	for i, s := range at.v {
		to := max(s, exec.Undefined)
		if c.on(s) {
			for _, r := range c.f.Rays(d, topology.Adjacent, c.k, s, 0, 0, 0) {
				if steps >= 1 && steps <= len(r) {
					to = r[steps-1]
					break
				}
			}
		}
		b.add(to, at.c[i])
	}
	return b.num(c.g)
}

var regionForms map[string]func(c *compiler, t *check.Term, e env) []Lit

func init() {
	regionForms = map[string]func(c *compiler, t *check.Term, e env) []Lit{
		"sites Empty": func(c *compiler, t *check.Term, e env) []Lit {
			c.kind(t.Arg("type"))
			none(t, "index")
			return c.each(func(s int) Lit {
				if !c.on(s) {
					return False
				}
				return e.empty(s)
			})
		},
		"sites Occupied": (*compiler).occupied,
		"sites.union":    (*compiler).union, "sites.union#list": (*compiler).union,
		"sites.intersection": (*compiler).intersection, "sites.intersection#list": (*compiler).intersection,
		"sites.difference": (*compiler).difference,
		"sites.if": func(c *compiler, t *check.Term, e env) []Lit {
			cond, yes := c.bool(t.Arg("if"), e), c.region(t.Arg("yes"), e)
			no := make([]Lit, c.n)
			if x := t.Arg("no"); x != nil {
				no = c.region(x, e)
			}
			return c.each(func(s int) Lit { return c.g.pick(cond, yes[s], no[s]) })
		},
		"sites.forEach#filter": func(c *compiler, t *check.Term, e env) []Lit {
			r := c.region(t.Arg("sites"), e)
			return c.each(func(s int) Lit {
				if r[s] == False {
					return False
				}
				x := e
				x.Site = s
				return c.g.and(r[s], c.bool(t.Arg("if"), x))
			})
		},
		"sites ToClear": func(c *compiler, _ *check.Term, e env) []Lit {
			if e.end || e.phases {
				refuse("sites to be emptied, in rules of ends or phases")
			}
			return c.each(func(s int) Lit {
				if !c.on(s) {
					return False
				}
				return c.g.or(c.dooms()[s], e.v.doomed[s])
			})
		},
		"sites State": func(c *compiler, t *check.Term, e env) []Lit {
			c.kind(t.Arg("type"))
			v := c.int(t.Arg("index"), e)
			return c.each(func(s int) Lit {
				if !c.on(s) {
					return False
				}
				return c.over(v, func(v int) Lit { return e.some(s, func(k content) bool { return k.state == v }) })
			})
		},
		"sites Around": (*compiler).around, "sites Direction": (*compiler).direction,
		"sites To": func(c *compiler, t *check.Term, e env) []Lit {
			return c.ofMoves(t, e, func(m *move) int { return m.to })
		},
		"sites From": func(c *compiler, t *check.Term, e env) []Lit {
			return c.ofMoves(t, e, func(m *move) int { return m.from })
		},
	}
}

// each makes a region site by site.
func (c *compiler) each(f func(site int) Lit) []Lit {
	out := make([]Lit, c.n)
	for s := range out {
		out[s] = f(s)
	}
	return out
}

// sitesOf is the region of a number.
func (c *compiler) sitesOf(n num) []Lit {
	out := make([]Lit, c.n)
	for i, s := range n.v {
		if c.there(s) {
			out[s] = n.c[i]
		}
	}
	return out
}

// region works a region out: by site, that it is in it.
func (c *compiler) region(t *check.Term, e env) []Lit {
	if c.isStatic(t) {
		out := make([]Lit, c.n)
		for _, s := range c.at(e).Sites(t, nil) {
			if c.there(s) {
				out[s] = True
			}
		}
		return out
	}
	switch {
	case t.List:
		var out [][]Lit
		for _, x := range t.Items {
			out = append(out, c.sitesOf(c.int(x, e)))
		}
		return c.each(func(s int) Lit {
			var any []Lit
			for _, r := range out {
				any = append(any, r[s])
			}
			return c.g.or(any...)
		})
	case t.Form == nil || t.Form.Result == check.Int:
		return c.sitesOf(c.int(t, e))
	}
	f := regionForms[t.Name()]
	if f == nil {
		refuse("(%s …)", t.Name())
	}
	c.glance()
	if c.depth++; c.depth > deepest {
		refuse("regions within regions")
	}
	out := f(c, t, e)
	c.depth--
	return out
}

func (c *compiler) regions(t *check.Term, e env) [][]Lit {
	var out [][]Lit
	for _, x := range parts(t) {
		out = append(out, c.region(x, e))
	}
	return out
}

func (c *compiler) union(t *check.Term, e env) []Lit {
	list := c.regions(t, e)
	return c.each(func(s int) Lit {
		l := False
		for _, r := range list {
			l = c.g.or(l, r[s])
		}
		return l
	})
}

func (c *compiler) intersection(t *check.Term, e env) []Lit {
	list := c.regions(t, e)
	return c.each(func(s int) Lit {
		l := lit(len(list) > 0)
		for _, r := range list {
			l = c.g.and(l, r[s])
		}
		return l
	})
}

func (c *compiler) difference(t *check.Term, e env) []Lit {
	a, b := c.region(t.Arg("a"), e), c.region(t.Arg("b"), e)
	return c.each(func(s int) Lit { return c.g.and(a[s], b[s].Not()) })
}

// occupied is the sites with pieces of somebody.
func (c *compiler) occupied(t *check.Term, e env) []Lit {
	none(t, "component", "components", "top")
	c.kind(t.Arg("on"))
	by := t.Arg("by")
	if !c.isStatic(by) {
		refuse("pieces of whom the position decides")
	}
	role, number := by, (*check.Term)(nil)
	if by.Form != nil {
		role, number = nil, by.Arg("player")
	}
	owners := c.at(e).Owners(role, number)
	low, high := 0, c.n
	if c.k != topology.Cell { // those of hands are cells
		high = c.board
	}
	if in := t.Arg("container"); in != nil {
		low, high = c.container(in, by, e)
	}
	return c.each(func(s int) Lit {
		if s < low || s >= high {
			return False
		}
		return e.some(s, func(k content) bool {
			o := c.p.Components[k.what].Owner
			return k.what > 0 && o >= 0 && o < 64 && owners>>uint(o)&1 != 0
		})
	})
}

// container is the sites of a container: of one with a number or a name, or of a player's hand.
func (c *compiler) container(t, owner *check.Term, e env) (low, high int) {
	id := exec.Undefined
	switch {
	case t.Form != nil || t.Sort != check.String:
		v, ok := c.int(t, e).fixed()
		if !ok {
			refuse("a container that the position decides")
		}
		id = v
	case strings.Contains(t.Text, "Hand"):
		who := c.at(e).Player(owner)
		for i := len(c.p.Containers) - 1; i >= 0; i-- {
			if h := &c.p.Containers[i]; h.Kind == exec.HandContainer && h.Owner == who && strings.Contains(h.Name, t.Text) {
				id = i
			}
		}
	default:
		for i := len(c.p.Containers) - 1; i >= 0; i-- {
			if c.p.Containers[i].Name == t.Text {
				id = i
			}
		}
	}
	switch {
	case id < 0 || id >= len(c.p.Containers):
		return 0, 0
	case id == 0:
		return 0, c.board
	}
	return c.p.Containers[id].From, c.p.Containers[id].From + c.p.Containers[id].N
}

// around is the sites at a distance from a site or from those of a region.
func (c *compiler) around(t *check.Term, e env) []Lit {
	c.kind(t.Arg("type"))
	distance, self := 1, false
	if x := t.Arg("distance"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a distance that the position decides")
		}
		distance = v
	}
	if x := t.Arg("includeSelf"); x != nil {
		if !c.isStatic(x) {
			refuse("(sites Around …) of this form")
		}
		self = c.at(e).Bool(x)
	}
	origin := c.region(t.Arg("where"), e)
	any := make([][]Lit, c.n)
	for s, l := range origin {
		if l == False {
			continue
		}
		for _, r := range c.f.Rays(t.Arg("direction"), topology.Adjacent, c.k, s, 0, 0, 0) {
			to := s
			switch {
			case distance < 0 || distance > len(r):
				continue
			case distance > 0:
				to = r[distance-1]
			}
			in := l
			if b := t.Arg("if"); b != nil {
				x := e
				x.From, x.To = s, to
				in = c.g.and(l, c.bool(b, x))
			}
			if d := t.Arg("region"); d != nil {
				in = c.g.and(in, c.dynamic(d.Text, e, to))
			}
			any[to] = append(any[to], in)
		}
	}
	return c.each(func(s int) Lit {
		l := c.g.and(c.g.or(any[s]...), origin[s].Not())
		if self {
			l = c.g.or(l, origin[s])
		}
		return l
	})
}

// dynamic is that what stands on a site is of the mover's, an enemy's, …
func (c *compiler) dynamic(which string, e env, site int) Lit {
	return e.some(site, func(k content) bool {
		o := c.p.Components[k.what].Owner
		switch {
		case which == "Empty":
			return k.what == 0
		case which == "NotEmpty":
			return k.what != 0
		case k.what == 0:
			return false
		case which == "Own", which == "NotEnemy":
			return o == e.mover || o == 3
		case which == "Enemy":
			return o == 3-e.mover
		}
		return o <= 2 && o != e.mover // NotOwn
	})
}

// direction is the sites met in some directions, up to a distance or to one where a condition holds.
func (c *compiler) direction(t *check.Term, e env) []Lit {
	c.kind(t.Arg("type"))
	plain := func(name string) bool {
		x := t.Arg(name)
		if x == nil {
			return false
		}
		if !c.isStatic(x) {
			refuse("(sites Direction …) of this form")
		}
		return c.at(e).Bool(x)
	}
	included, stopIncluded := plain("included"), plain("stopIncluded")
	far := constant(exec.Infinity)
	if x := t.Arg("distance"); x != nil {
		far = c.int(x, e)
	}
	any := make([][]Lit, c.n)
	origin := c.region(t.Arg("from"), e)
	for s, l := range origin {
		if l == False {
			continue
		}
		if included {
			any[s] = append(any[s], l)
		}
		for _, r := range c.rays(t.Arg("direction"), e, s) {
			alive := c.g.and(l, r.cond)
			for i, to := range r.ray {
				alive = c.g.and(alive, c.over(far, func(v int) Lit { return lit(i < v) }))
				stop := False
				if b := t.Arg("stop"); b != nil {
					x := e
					x.To = to
					stop = c.bool(b, x)
				}
				if alive == False {
					break
				}
				if stopIncluded {
					any[to] = append(any[to], alive)
				} else {
					any[to] = append(any[to], c.g.and(alive, stop.Not()))
				}
				alive = c.g.and(alive, stop.Not())
			}
		}
	}
	return c.each(func(s int) Lit { return c.g.or(any[s]...) })
}

func (c *compiler) ofMoves(t *check.Term, e env, f func(m *move) int) []Lit {
	any := make([][]Lit, c.n)
	for _, m := range c.moves(t.Arg("moves"), e) {
		if s := f(m); c.there(s) {
			any[s] = append(any[s], m.cond)
		}
	}
	return c.each(func(s int) Lit { return c.g.or(any[s]...) })
}
