package circuit

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Regions: by site, that it is in them.

var regionForms map[string]func(c *compiler, t *check.Term, e env) []Lit

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
