package circuit

import (
	"slices"
	"strconv"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/lower"
	"ludens/ludii/topology"
)

func itoa(i int) string { return strconv.Itoa(i) }

// content is what a site may hold: so many of a component, with a local state. The zero value is nothing. Of a
// stack what is on top, and levels has the component of every level, the lowest first.
type content struct {
	what, state, count int
	levels             string
}

// with is a stack with a component on top.
func (k content) with(component int) content {
	return content{what: component, count: k.count + 1, levels: k.levels + string(rune(component))}
}

// A square is what a site holds: a literal for each content that it may have, nothing being the first. In
// what comes of a move it is what it held, but where changed holds what val says.
type square struct {
	of      []content
	lits    []Lit
	changed Lit
	val     []Lit
	known   int // not 0: that component is there
}

// A view is a position: the one that moves are made from, or what comes of one.
type view struct {
	c    *compiler
	what []*square
	own  bool // of the squares' list

	// Of what comes of a move:
	moved    bool
	given    Lit // holds where the move is made
	from, to int
	again    Lit                // the mover moves next
	set      map[string]setting // counters
	marked   [3]Lit             // by player: events were triggered
	doomed   map[int]Lit        // sites to be emptied at the end of the turn, besides those of before
	swapped  Lit                // the players have exchanged their roles
	score    [3]*scoring        // by player
	late     []Lit              // where the last move went, of what comes of any move
}

// later has a site emptied at the end of the turn where cond holds.
func (v *view) later(site int, cond Lit) {
	now := map[int]Lit{site: cond}
	for s, l := range v.doomed {
		now[s] = v.c.g.or(now[s], l)
	}
	v.doomed = now
}

// scoring is what a score is set to where cond holds.
type scoring struct {
	cond Lit
	n    num
}

// setting is what a counter is set to where cond holds.
type setting struct {
	cond  Lit
	value int
}

// after is a view that a move's actions will change.
func (v *view) after(m *move) *view {
	return &view{c: v.c, what: v.what, moved: true, given: m.cond, from: m.from, to: m.to}
}

// put changes a site where cond holds.
func (v *view) put(site int, cond Lit, val []Lit) {
	if cond == False {
		return
	}
	if !v.own {
		v.what = append([]*square(nil), v.what...)
		v.own = true
	}
	g, old := v.c.g, v.what[site]
	now := &square{of: old.of, changed: g.or(old.changed, cond), lits: make([]Lit, len(val)), val: make([]Lit, len(val))}
	for i := range val {
		now.lits[i] = g.pick(cond, val[i], old.lits[i])
		if cond == True || old.val == nil {
			now.val[i] = val[i]
		} else {
			now.val[i] = g.pick(cond, val[i], old.val[i])
		}
	}
	v.what[site] = now
}

// becomes lists by content what a site is to hold where cond holds. It refuses contents that the site
// was not thought to have, unless they cannot come about.
func (v *view) becomes(site int, cond Lit, parts map[content]Lit) []Lit {
	sq := v.what[site]
	val := make([]Lit, len(sq.of))
	for k, l := range parts {
		i := slices.Index(sq.of, k)
		if i >= 0 {
			val[i] = v.c.g.or(val[i], l)
			continue
		}
		if both := v.c.g.and(cond, l); both != False && !v.c.g.excludes(cond, l) && !v.c.g.excludes(v.given, l) {
			refuse("so many pieces, or such a state, on a site")
		}
	}
	return val
}

// assuming is the view where it is known that a component stands on a site.
func (v *view) assuming(site, component int) *view {
	if v.what[site].known == component {
		return v
	}
	o := *v
	o.what, o.own = append([]*square(nil), v.what...), true
	sq := *v.what[site]
	sq.known, sq.lits = component, slices.Clone(sq.lits)
	only := 0
	for i, k := range sq.of {
		if k.what != component {
			sq.lits[i] = False
		} else {
			only++
		}
	}
	for i, k := range sq.of {
		if k.what == component && only == 1 {
			sq.lits[i] = True
		}
	}
	o.what[site] = &sq
	return &o
}

// nothing is an empty site.
func (v *view) nothing(site int) []Lit {
	val := make([]Lit, len(v.what[site].of))
	val[0] = True
	return val
}

// env is where terms are worked out: in a view, for players and iterators that are known.
type env struct {
	v           *view
	mover, next int
	exec.Iter
	end    bool  // in end rules
	phases bool  // in the ways out of phases
	any    bool  // whether there is any move is all that is asked
	seen   []Lit // sites that count as visited besides
}

func (c *compiler) env(v *view, mover, next int) env {
	return env{v: v, mover: mover, next: next, Iter: nowhere}
}

// nowhere is what iterators are where nothing is gone through.
var nowhere = exec.Iter{
	From: exec.Undefined, To: exec.Undefined, Between: exec.Undefined, Site: exec.Undefined, Level: exec.Undefined,
	Value: exec.Undefined, Player: exec.Undefined, Pips: exec.Undefined, Track: exec.Undefined,
	Edge: exec.Undefined, Hint: exec.Undefined, Steps: exec.Undefined,
}

// at asks what is fixed with the iterators of an env.
func (c *compiler) at(e env) *lower.Fixed {
	c.f.At(e.Iter, e.mover, e.next)
	return c.f
}

// kind refuses sites of other kinds than the board's.
func (c *compiler) kind(t *check.Term) {
	if t != nil && c.f.Kind(t) != c.k {
		refuse("sites of another kind than the board's")
	}
}

// on reports whether there is such a site on the board, and there on the board or in a hand.
func (c *compiler) on(site int) bool    { return site >= 0 && site < c.board }
func (c *compiler) there(site int) bool { return site >= 0 && site < c.n }

// some is that a site's content passes a test.
func (e env) some(site int, test func(k content) bool) Lit {
	sq := e.v.what[site]
	var any []Lit
	all := true
	for i, k := range sq.of {
		switch {
		case test(k):
			any = append(any, sq.lits[i])
		case sq.lits[i] != False:
			all = false
		}
	}
	if all {
		return True // it is one of them
	}
	return e.v.c.g.or(any...)
}

// is is that a component, 0 for none, stands on a site.
func (e env) is(site, component int) Lit {
	if site < 0 || site >= len(e.v.what) {
		return lit(component == 0)
	}
	return e.some(site, func(k content) bool { return k.what == component })
}

// empty is that nothing stands on a site that there is.
func (e env) empty(site int) Lit {
	if site < 0 || site >= len(e.v.what) {
		return False
	}
	return e.is(site, 0)
}

// field is what a property of a site's content may be.
func (c *compiler) field(e env, site int, of func(k content) int) num {
	if !c.there(site) {
		return constant(0)
	}
	sq := e.v.what[site]
	var b builder
	for i, k := range sq.of {
		b.add(of(k), sq.lits[i])
	}
	return b.num(c.g)
}

// who is what owners the piece on a site may have, what which components, state which local states, number
// how many there may be.
func (c *compiler) who(e env, site int) num {
	return c.field(e, site, func(k content) int { return c.owner(k.what) })
}

func (c *compiler) what(e env, site int) num {
	return c.field(e, site, func(k content) int { return k.what })
}

func (c *compiler) state(e env, site int) num {
	return c.field(e, site, func(k content) int { return k.state })
}

func (c *compiler) number(e env, site int) num {
	return c.field(e, site, func(k content) int { return k.count })
}

// owner is who has a component when it stands on a site.
func (c *compiler) owner(component int) int {
	if component == 0 {
		return 0
	}
	return c.owners[component]
}

// Where the last move went to and came from, by site.
func (c *compiler) wentTo() []Lit {
	if c.lastTo == nil {
		c.lastTo = c.lastFacts("to", func(s *exec.State) int { return int(s.Last.To) })
	}
	return c.lastTo
}

func (c *compiler) cameFrom() []Lit {
	if c.lastFrom == nil {
		c.lastFrom = c.lastFacts("from", func(s *exec.State) int { return int(s.Last.From) })
	}
	return c.lastFrom
}

func (c *compiler) lastFacts(name string, of func(s *exec.State) int) []Lit {
	var lits []Lit
	for i := range c.n {
		lits = append(lits, c.fact("("+name+" "+itoa(i)+")", func(s *exec.State) bool { return s.Last.Valid && of(s) == i }))
	}
	return lits
}

// last is the site of the last move, where it came from or went to.
func (c *compiler) last(e env, to bool) num {
	if e.v.moved && e.v.late == nil {
		if to {
			return constant(e.v.to)
		}
		return constant(e.v.from)
	}
	var lits []Lit
	switch {
	case e.v.late != nil && to:
		lits = e.v.late
	case e.v.late != nil:
		refuse("where the last move came from, when phases change")
	case to:
		lits = c.wentTo()
	default:
		lits = c.cameFrom()
	}
	b := builder{}
	for i, l := range lits {
		b.add(i, l)
	}
	b.add(exec.Undefined, c.g.or(lits...).Not())
	return b.num(c.g)
}

// ray is a ray that counts where cond holds.
type ray struct {
	cond Lit
	ray  topology.Ray
}

// rays are those from a site in directions; without any, in the adjacent ones.
func (c *compiler) rays(t *check.Term, e env, site int) []ray {
	if !c.on(site) {
		return nil
	}
	switch {
	case t != nil && t.Name() == "direction.if":
		cond := c.bool(t.Arg("if"), e)
		var out []ray
		for _, r := range c.rays(t.Arg("yes"), e, site) {
			r.cond = c.g.and(cond, r.cond)
			out = append(out, r)
		}
		for _, r := range c.rays(t.Arg("no"), e, site) {
			r.cond = c.g.and(cond.Not(), r.cond)
			out = append(out, r)
		}
		return drop(out)
	case t == nil || t.Form == nil && !relative(t) || t.Name() == "directions#absolute":
		var out []ray
		for _, r := range c.f.Rays(t, topology.Adjacent, c.k, site, 0, 0, 0) {
			out = append(out, ray{True, r})
		}
		return out
	case t.Form != nil && t.Name() != "directions" && t.Name() != "direction.union" && t.Name() != "direction.difference":
		refuse("(%s …)", t.Name())
	}
	follows, others := false, false
	t.Walk(func(x *check.Term) {
		switch {
		case x.Form == nil && (x.Text == "SameDirection" || x.Text == "OppositeDirection"):
			follows = true
		case x.Form == nil && !x.List:
			others = true
		case x.Form != nil && x.Form.Result == check.Direction:
			switch x.Name() {
			case "directions", "directions#absolute", "direction.union", "direction.difference":
			default:
				refuse("(%s …)", x.Name())
			}
		}
	})
	if follows && others {
		refuse("directions of which the last move decides some") // one of them may be another, too: that is two moves
	}
	var out []ray
	for w := 1; w < c.comps; w++ {
		is := e.is(site, w)
		if is == False {
			continue
		}
		if !follows {
			for _, r := range c.f.Rays(t, topology.Adjacent, c.k, site, w, 0, 0) {
				out = append(out, ray{is, r})
			}
			continue
		}
		from, to := c.last(e, false), c.last(e, true)
		for i, f := range from.v {
			for j, s := range to.v {
				cond := c.g.and(is, from.c[i], to.c[j])
				c.glance()
				if f < 0 || s < 0 || f == s || cond == False {
					continue
				}
				// In which direction the other lies is all that matters: most pairs have none.
				for _, r := range c.f.Rays(t, topology.Adjacent, c.k, site, w, f, s) {
					out = append(out, ray{cond, r})
				}
			}
		}
	}
	return drop(c.merged(out))
}

// merged joins rays over the same sites that do not count together.
func (c *compiler) merged(rays []ray) []ray {
	var out []ray
	conds := [][]Lit{}
next:
	for _, r := range rays {
		for i := range out {
			if &out[i].ray[0] == &r.ray[0] && len(out[i].ray) == len(r.ray) {
				conds[i] = append(conds[i], r.cond)
				continue next
			}
		}
		out, conds = append(out, r), append(conds, []Lit{r.cond})
	}
	for i := range out {
		out[i].cond = c.g.or(conds[i]...)
	}
	return out
}

func drop(rays []ray) []ray {
	n := 0
	for _, r := range rays {
		if r.cond != False && len(r.ray) > 0 {
			rays[n] = r
			n++
		}
	}
	return rays[:n]
}

// relative reports whether a constant is a direction relative to a piece.
func relative(t *check.Term) bool {
	_, ok := topology.ParseDirection(t.Text)
	return !ok
}
