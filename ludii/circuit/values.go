package circuit

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

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
