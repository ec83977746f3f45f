package circuit

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// A move is what may be done where cond holds: actions in order, and consequences, terms that are
// worked out when these have been done.
type move struct {
	cond     Lit
	from, to int
	pass     bool
	swap     bool // the players exchange their roles
	phase    int  // in which it was found
	acts     []act
	thens    []*check.Term
}

// act is a smallest change, made where cond holds.
type act struct {
	op       op
	cond     Lit
	from, to int
	what     int           // component; of a counter the value; of opTrigger a player
	state    int           // of opAdd: local state, or Undefined
	num      num           // of opState and opScore
	name     string        // of a counter
	thens    []*check.Term // of opThen: consequences of a move within the move
}

type op uint8

const (
	opMove    op = iota // what is on from goes to to
	opAdd               // what comes to an empty to
	opRemove            // to is emptied
	opPromote           // to becomes what
	opAgain             // the mover moves next
	opCounter           // a counter is set
	opThen
	opCopy    // what is on from comes to to as well
	opState   // to has another local state
	opFlip    // to is turned over
	opTrigger // events have happened to a player
	opLater   // to is emptied at the end of the turn
	opSwap    // the players exchange their roles
	opScore   // a player's score is set
)

// finish gives moves a consequence.
func finish(list []*move, t *check.Term) []*move {
	if th := t.Arg("then"); th != nil {
		if a := th.Arg("applyAfterAllMoves"); a != nil && a.Text != "" {
			refuse("what happens after all moves")
		}
		for _, m := range list {
			m.thens = append(m.thens, th.Arg("effect"))
		}
	}
	return list
}

// under narrows moves to where a condition holds.
func (c *compiler) under(cond Lit, list []*move) []*move {
	n := 0
	for _, m := range list {
		if m.cond = c.g.and(cond, m.cond); m.cond != False {
			list[n] = m
			n++
		}
	}
	return list[:n]
}

// any is that there is one of some moves.
func (c *compiler) any(list []*move) Lit {
	conds := make([]Lit, len(list))
	for i, m := range list {
		conds[i] = m.cond
	}
	return c.g.or(conds...)
}

// canMove is that a term has a move.
func (c *compiler) canMove(t *check.Term, e env) Lit {
	e.any = true
	if c.p.Flags.Visited {
		e = c.seeing(e)
	}
	return c.any(c.moves(t, e))
}

var moveForms map[string]func(c *compiler, t *check.Term, e env) []*move

func init() {
	moveForms = map[string]func(c *compiler, t *check.Term, e env) []*move{
		"moves.or": (*compiler).all, "moves.or#list": (*compiler).all, "moves.and": (*compiler).all, "moves.and#list": (*compiler).all,
		"priority": (*compiler).priority, "priority#list": (*compiler).priority, "moves.if": (*compiler).ifMoves,
		"apply": (*compiler).applied, "apply#effect": (*compiler).applied,
		"apply#condition": func(*compiler, *check.Term, env) []*move { return nil },
		"move Add":        (*compiler).add, "moves.add": (*compiler).add, "move Remove": (*compiler).remove, "moves.remove": (*compiler).remove,
		"move Promote": (*compiler).promote, "promote": (*compiler).promote,
		"move Pass": (*compiler).pass, "pass": (*compiler).pass,
		"move Step": (*compiler).step, "step": (*compiler).step, "move Slide": (*compiler).slide, "slide": (*compiler).slide,
		"move Hop": (*compiler).hop, "hop": (*compiler).hop, "move": (*compiler).fromTo, "fromTo": (*compiler).fromTo,
		"move Leap": (*compiler).leap, "leap": (*compiler).leap,
		"move Shoot": (*compiler).shoot, "shoot": (*compiler).shoot,
		"moves.forEach Piece": (*compiler).eachPiece, "moves.forEach Site": (*compiler).eachSite,
		"moves.forEach Direction": (*compiler).eachDirection, "moves.forEach Value": (*compiler).eachValue,
		"moves.forEach Player": (*compiler).eachPlayer,
		"moveAgain":            (*compiler).moveAgain, "moves.set Counter": (*compiler).setCounter,
		"custodial": (*compiler).custodial, "surround": (*compiler).surround, "intervene": (*compiler).intervene,
		"do": (*compiler).do, "append": (*compiler).append,
		"moves.set State": (*compiler).setState, "flip": (*compiler).flip, "moves.set Score": (*compiler).setScore,
		"allCombinations": (*compiler).combinations, "trigger": (*compiler).trigger,
	}
}

// deepest is how far terms may be within each other.
const deepest = 60

// moves lists the moves of a term.
func (c *compiler) moves(t *check.Term, e env) []*move {
	if t == nil {
		return nil
	}
	f := moveForms[t.Name()]
	if f == nil {
		refuse("(%s …)", t.Name())
	}
	c.glance()
	if c.depth++; c.depth > deepest {
		refuse("moves within moves")
	}
	list := f(c, t, e)
	c.depth--
	return list
}

// parts are the terms that a form is made of, two or a list.
func parts(t *check.Term) []*check.Term {
	if list := t.Arg("moves"); list != nil && list.List {
		return list.Items
	}
	if list := t.Arg("items"); list != nil && list.List {
		return list.Items
	}
	return []*check.Term{t.Arg("a"), t.Arg("b")}
}

func (c *compiler) all(t *check.Term, e env) []*move {
	var out []*move
	for _, x := range parts(t) {
		out = append(out, c.moves(x, e)...)
	}
	return finish(out, t)
}

func (c *compiler) priority(t *check.Term, e env) []*move {
	var out []*move
	none := True
	for _, x := range parts(t) {
		list := c.moves(x, e)
		some := c.any(list)
		out = append(out, c.under(none, list)...)
		none = c.g.and(none, some.Not())
		if none == False {
			break
		}
	}
	return finish(out, t)
}

func (c *compiler) ifMoves(t *check.Term, e env) []*move {
	cond := c.bool(t.Arg("if"), e)
	var out []*move
	if cond != False {
		out = c.under(cond, c.moves(t.Arg("yes"), e))
	}
	if cond != True && t.Arg("no") != nil {
		out = append(out, c.under(cond.Not(), c.moves(t.Arg("no"), e))...)
	}
	return finish(out, t)
}

// applied is (apply …) with its condition.
func (c *compiler) applied(t *check.Term, e env) []*move {
	if t == nil || t.Arg("effect") == nil {
		return nil
	}
	cond := True
	if b := t.Arg("if"); b != nil {
		if cond = c.bool(b, e); cond == False {
			return nil
		}
	}
	return c.under(cond, c.moves(t.Arg("effect"), e))
}

// attach makes an effect part of a move, before what it does.
func attach(c *compiler, m *move, effect []*move) {
	if len(effect) == 0 {
		return
	}
	var acts []act
	for _, x := range effect {
		for _, a := range x.acts {
			a.cond = c.g.and(x.cond, a.cond)
			acts = append(acts, a)
		}
		if len(x.thens) > 0 {
			acts = append(acts, act{op: opThen, cond: x.cond, thens: x.thens})
		}
	}
	m.acts = append(acts, m.acts...)
}

// simple is a move of one action on a site.
func simple(cond Lit, o op, site, what int) *move {
	return &move{cond: cond, from: site, to: site, acts: []act{{op: o, cond: True, from: site, to: site, what: what, state: exec.Undefined}}}
}

// leads is the move of what stands on a site to another.
func leads(cond Lit, from, to int) *move {
	return &move{cond: cond, from: from, to: to, acts: []act{{op: opMove, cond: True, from: from, to: to}}}
}

// none refuses arguments.
func none(t *check.Term, names ...string) {
	for _, n := range names {
		if t.Arg(n) != nil {
			refuse("(%s … %s …)", t.Name(), n)
		}
	}
}

// isRegion tells which of the readings of a parameter Sites|Int a term has.
func isRegion(t *check.Term) bool {
	return t != nil && (t.List || t.Form != nil && (t.Form.Result == check.Sites || t.Form.Result == check.Ints))
}

// place calls do with the sites that (from …) or (to …) means, and when: those of its region, or its site,
// which is what without says where it has none.
func (c *compiler) place(t *check.Term, e env, without func() num, do func(site int, cond Lit)) {
	if t != nil {
		none(t, "level", "rotations")
		c.kind(t.Arg("type"))
	}
	s := t.Arg("sites")
	if isRegion(s) {
		for site, l := range c.region(s, e) {
			if l != False {
				do(site, l)
			}
		}
		return
	}
	var n num
	if s != nil {
		n = c.int(s, e)
	} else {
		n = without()
	}
	for i, site := range n.v {
		do(site, n.c[i])
	}
}

// iter is the site of an iterator, and lastTo that of the last move.
func iter(site int) func() num                { return func() num { return constant(site) } }
func (c *compiler) toOfLast(e env) func() num { return func() num { return c.last(e, true) } }
func (c *compiler) holds(t *check.Term, e env) Lit {
	if t == nil {
		return True
	}
	return c.bool(t, e)
}

// pieces are the components that (piece …) means.
func (c *compiler) pieces(t *check.Term, e env) []int {
	if t != nil {
		walk(t.Arg("piece"), func(x *check.Term) {
			if x.Form != nil && !c.isStatic(x) {
				refuse("a piece that the position decides")
			}
		})
	}
	return c.at(e).Pieces(t)
}

func (c *compiler) add(t *check.Term, e env) []*move {
	none(t, "count")
	if !c.p.Flags.Stacking {
		none(t, "stack")
	}
	whats := c.pieces(t.Arg("piece"), e)
	state := exec.Undefined
	if x := t.Arg("piece").Arg("state"); x != nil {
		v, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a piece in a state that the position decides")
		}
		state = v
	}
	to := t.Arg("to")
	var out []*move
	region := isRegion(to.Arg("sites"))
	if apply := to.Arg("apply"); apply != nil && apply.Arg("effect") != nil && region {
		refuse("(add …) with an effect") // such moves are listed twice
	}
	for _, w := range whats {
		if w < 0 || w >= c.comps {
			continue
		}
		c.place(to, e, iter(e.To), func(site int, cond Lit) {
			x := e
			x.To = site
			if cond = c.g.and(cond, c.holds(to.Arg("if"), x)); cond == False || !c.there(site) {
				return
			}
			m := simple(cond, opAdd, site, w)
			m.acts[0].state = state
			x.From = site
			attach(c, m, c.applied(to.Arg("apply"), x))
			out = append(out, m)
		})
		if !region {
			break
		}
	}
	return finish(out, t)
}

func (c *compiler) remove(t *check.Term, e env) []*move {
	none(t, "level", "count")
	c.kind(t.Arg("type"))
	what := opRemove
	if at := t.Arg("at"); at != nil && at.Text == "EndOfTurn" {
		what = opLater
	}
	var out []*move
	do := func(site int, cond Lit) {
		if c.there(site) {
			if cond = c.g.and(cond, e.empty(site).Not()); cond != False {
				out = append(out, simple(cond, what, site, 0))
			}
		}
	}
	s := t.Arg("sites")
	if isRegion(s) {
		for site, l := range c.region(s, e) {
			do(site, l)
		}
	} else {
		n := c.int(s, e)
		for i, site := range n.v {
			do(site, n.c[i])
		}
	}
	return finish(out, t)
}

func (c *compiler) promote(t *check.Term, e env) []*move {
	c.kind(t.Arg("type"))
	walk(t.Arg("piece"), func(x *check.Term) {
		if x.Form != nil && x.Form.Result == check.Int && !c.isStatic(x) {
			refuse("a piece that the position decides")
		}
	})
	if p := t.Arg("player"); p != nil && !c.isStatic(p) {
		refuse("a player that the position decides")
	}
	whats := c.at(e).Promotions(t.Arg("piece").Arg("piece"), t.Arg("player"))
	site := constant(e.To)
	if s := t.Arg("site"); s != nil {
		site = c.int(s, e)
	}
	var out []*move
	for i, s := range site.v {
		for _, w := range whats {
			if c.there(s) && w >= 0 && w < c.comps {
				out = append(out, simple(site.c[i], opPromote, s, w))
			}
		}
	}
	return finish(out, t)
}

func (c *compiler) pass(t *check.Term, _ env) []*move {
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, pass: true}}, t)
}

func (c *compiler) moveAgain(t *check.Term, _ env) []*move {
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opAgain, cond: True}}}}, t)
}

func (c *compiler) setCounter(t *check.Term, e env) []*move {
	v := -1
	if x := t.Arg("value"); x != nil {
		n, ok := c.int(x, e).fixed()
		if !ok {
			refuse("a counter set to what the position decides")
		}
		v = n
	}
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opCounter, cond: True, name: "counter", what: v}}}}, t)
}

func (c *compiler) step(t *check.Term, e env) []*move {
	none(t, "stack")
	from, to := t.Arg("from"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		return nil // Ludii steps from a site only
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		rays := c.rays(t.Arg("direction"), e, site)
		x := e
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		var goals []int
		conds := map[int][]Lit{}
		for _, r := range rays {
			s := r.ray[0]
			if !slices.Contains(goals, s) {
				goals = append(goals, s)
			}
			conds[s] = append(conds[s], r.cond)
		}
		for _, s := range goals {
			x.To = s
			if m := leads(c.g.and(cond, c.g.or(conds[s]...), c.holds(to.Arg("if"), x)), site, s); m.cond != False {
				attach(c, m, c.applied(to.Arg("apply"), x))
				out = append(out, m)
			}
		}
	})
	return finish(out, t)
}

func (c *compiler) leap(t *check.Term, e env) []*move {
	from, to := t.Arg("from"), t.Arg("to")
	forward := False
	for _, name := range []string{"forward", "rotations"} {
		if x := t.Arg(name); x != nil {
			if !c.isStatic(x) {
				refuse("leaps whose directions the position decides")
			}
			if name == "forward" {
				forward = lit(c.at(e).Bool(x))
			}
		}
	}
	if isRegion(from.Arg("sites")) {
		refuse("a leap from a region")
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		x := e
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		for w := range c.comps {
			is, leader := True, 0
			if forward == True {
				is, leader = e.is(site, w), w
			} else if w > 0 {
				break // all leap alike
			}
			for _, s := range c.at(e).WalkEnds(t.Arg("walk"), t.Arg("rotations"), c.k, site, leader) {
				x.To = s
				if m := leads(c.g.and(cond, is, c.holds(to.Arg("if"), x)), site, s); m.cond != False {
					attach(c, m, c.applied(to.Arg("apply"), x))
					out = append(out, m)
				}
			}
		}
	})
	return finish(out, t)
}

// bounds reads a range.
func (c *compiler) bounds(t *check.Term, e env) (low, high num) {
	switch t.Name() {
	case "exact":
		v := c.int(t.Arg("value"), e)
		return v, v
	case "range.max":
		return constant(exec.Undefined), c.int(t.Arg("value"), e)
	case "range.min":
		return c.int(t.Arg("value"), e), constant(exec.Infinity)
	case "range":
		low = c.int(t.Arg("min"), e)
		if m := t.Arg("max"); m != nil {
			return low, c.int(m, e)
		}
		return low, low
	}
	refuse("(%s …)", t.Name())
	return low, high
}

// span reads a range of plain numbers.
func (c *compiler) span(t *check.Term, e env) (low, high int) {
	l, h := c.bounds(t, e)
	low, ok := l.fixed()
	high, ok2 := h.fixed()
	if !ok || !ok2 {
		refuse("a range that the position decides")
	}
	return low, high
}

func (c *compiler) slide(t *check.Term, e env) []*move {
	none(t, "track", "stack")
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("a slide from a region")
	}
	if between != nil {
		none(between, "trail")
	}
	low, high := constant(exec.Undefined), constant(exec.Infinity)
	if r := between.Arg("range"); r != nil {
		low, high = c.bounds(r, e)
	}
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		x := e
		x.From = site
		if r := between.Arg("range"); r != nil {
			_, high = c.bounds(r, x)
		}
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		if cond == False {
			return
		}
		for _, r := range c.rays(t.Arg("direction"), x, site) {
			alive := c.g.and(cond, r.cond)
			x.Between = e.Between
			emit := func(i int, when Lit) {
				m := leads(when, site, r.ray[i])
				effect := to.Arg("apply")
				attach(c, m, c.moves(effect.Arg("effect"), x))
				if a := between.Arg("apply"); a != nil {
					y := x
					for _, b := range r.ray[:i] {
						y.Between = b
						attach(c, m, c.applied(a, y))
					}
				}
				if b := effect.Arg("if"); b != nil {
					m.cond = c.g.and(m.cond, c.bool(b, x))
				}
				if m.cond != False {
					out = append(out, m)
				}
			}
			for i, s := range r.ray {
				if alive = c.g.and(alive, c.over(high, func(v int) Lit { return lit(i+1 <= v) })); alive == False {
					break
				}
				x.To = s
				far := c.over(low, func(v int) Lit { return lit(v <= i+1) })
				if b := to.Arg("if"); b != nil && far != False {
					stop := c.g.and(far, c.bool(b, x))
					if when := c.g.and(alive, stop); when != False {
						emit(i, when)
					}
					alive = c.g.and(alive, stop.Not())
				}
				x.Between = s
				goes := x.empty(s)
				if b := between.Arg("if"); b != nil {
					goes = c.bool(b, x)
				}
				if alive = c.g.and(alive, goes); alive == False {
					break
				}
				if when := c.g.and(alive, far); when != False {
					emit(i, when)
				}
			}
		}
	})
	return finish(out, t)
}

func (c *compiler) hop(t *check.Term, e env) []*move {
	none(t, "stack")
	from, between, to := t.Arg("from"), t.Arg("between"), t.Arg("to")
	h := hopping{c: c, to: to, between: between}
	if between != nil {
		none(between, "trail")
		plain := func(name string) int {
			if x := between.Arg(name); x != nil {
				v, ok := c.int(x, e).fixed()
				if !ok {
					refuse("a hop as far as the position decides")
				}
				return v
			}
			return 0
		}
		h.before, h.after = plain("before"), plain("after")
	}
	if between != nil && between.Arg("if") == nil {
		return nil // nothing is hopped over
	}
	if to.Arg("apply").Arg("if") != nil {
		h.stop = to.Arg("apply").Arg("if")
		h.stops = true
	}
	source := from
	if isRegion(from.Arg("sites")) {
		source = nil // Ludii does not read it
	}
	c.place(source, e, iter(e.From), func(site int, cond Lit) {
		rays := c.rays(t.Arg("direction"), e, site)
		x := e
		low, high := constant(1), constant(1)
		if r := between.Arg("range"); r != nil {
			low, high = c.bounds(r, x) // of what from was before
		}
		x.From = site
		cond = c.g.and(cond, c.holds(from.Arg("if"), x))
		for i, l := range low.v {
			for j, m := range high.v {
				there := c.g.and(cond, low.c[i], high.c[j])
				if there == False || i != j && &low.v[0] == &high.v[0] { // of one number
					continue
				}
				h.low, h.high = l, m
				if l == 0 {
					h.steps(x, site, rays, there)
				}
				if m < 1 {
					continue
				}
				if l < 1 && m != l {
					refuse("a hop over nothing or something")
				}
				for _, r := range rays {
					if when := c.g.and(there, r.cond); when != False {
						h.along(x, site, r.ray, when)
					}
				}
			}
		}
	})
	return finish(h.out, t)
}

// hopping is a hop that is being worked out.
type hopping struct {
	c                        *compiler
	before, low, high, after int
	to, between, stop        *check.Term
	stops                    bool // where the piece may not go on it may end
	out                      []*move
}

// steps makes the moves of hops over nothing, each once.
func (h *hopping) steps(e env, from int, rays []ray, there Lit) {
	conds := map[int][]Lit{}
	var goals []int
	for _, r := range rays {
		if conds[r.ray[0]] == nil {
			goals = append(goals, r.ray[0])
		}
		conds[r.ray[0]] = append(conds[r.ray[0]], r.cond)
	}
	for _, s := range goals {
		e.To = s
		cond := h.c.g.and(there, h.c.g.or(conds[s]...), h.c.holds(h.to.Arg("if"), e))
		if cond != False {
			m := leads(cond, from, s)
			attach(h.c, m, h.c.applied(h.between.Arg("apply"), e))
			h.out = append(h.out, m)
		}
	}
}

func (h *hopping) hurdle(e env, site int) Lit {
	e.Between = site
	if h.between == nil {
		return True
	}
	return h.c.bool(h.between.Arg("if"), e)
}

// along makes the hops along a ray.
func (h *hopping) along(e env, from int, r []int, alive Lit) {
	g := h.c.g
	for i := range r {
		e.Between = r[i]
		here := h.hurdle(e, r[i])
		run := g.and(alive, here)
		for length := 1; run != False && length <= h.high; length++ {
			next := i + length
			ends := run
			more := False
			if length < h.high && next < len(r) {
				more = h.hurdle(e, r[next])
				ends = g.and(run, more.Not())
			}
			if length >= h.low && ends != False {
				for rest := length - h.low; rest >= 0; rest-- {
					h.over(e, from, r, i, next, rest, ends)
				}
			}
			run = g.and(run, more)
		}
		e.To = r[i]
		if i+1 > h.before {
			return
		}
		if alive = g.and(alive, here.Not(), h.c.holds(h.to.Arg("if"), e)); alive == False {
			return
		}
	}
}

// over makes the hops that end behind the hurdle r[start:end], of which the last rest sites are not
// hopped over.
func (h *hopping) over(e env, from int, r []int, start, end, rest int, alive Lit) {
	g := h.c.g
	for i := end - rest; i < len(r) && alive != False; i++ {
		e.To, e.Between = r[i], r[end-1]
		goes := h.c.holds(h.to.Arg("if"), e)
		effect := h.to.Arg("apply").Arg("effect")
		if h.stops {
			if cond := g.and(alive, goes.Not(), h.c.bool(h.stop, e)); cond != False {
				m := leads(cond, from, r[i])
				attach(h.c, m, h.c.moves(effect, e))
				h.out = append(h.out, m)
			}
		} else if cond := g.and(alive, goes); cond != False {
			m := leads(cond, from, r[i])
			attach(h.c, m, h.c.moves(effect, e))
			if a := h.between.Arg("apply"); a != nil {
				x := e
				for _, b := range r[start:max(start, end-rest)] {
					x.Between = b
					attach(h.c, m, h.c.applied(a, x))
				}
			}
			h.out = append(h.out, m)
		}
		alive = g.and(alive, goes)
		if i-end+1 > h.after-rest {
			return
		}
	}
}

func (c *compiler) fromTo(t *check.Term, e env) []*move {
	none(t, "count", "stack", "mover")
	copies := False
	if x := t.Arg("copy"); x != nil {
		if !c.isStatic(x) {
			refuse("moves of which the position decides whether they copy")
		}
		copies = lit(c.at(e).Bool(x))
	}
	from, to := t.Arg("from"), t.Arg("to")
	var out []*move
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		if !c.there(site) {
			return
		}
		x := e
		x.From = site
		cond = c.g.and(cond, e.empty(site).Not(), c.holds(from.Arg("if"), x))
		if cond == False {
			return
		}
		c.place(to, x, iter(x.To), func(goal int, when Lit) {
			if !c.there(goal) {
				return
			}
			y := x
			y.To = goal
			m := leads(c.g.and(cond, when, c.holds(to.Arg("if"), y)), site, goal)
			if copies == True {
				m.acts[0].op = opCopy
			}
			if m.cond == False {
				return
			}
			z := y
			z.From = e.From // as Ludii has it
			apply := to.Arg("apply")
			if b := c.holds(apply.Arg("if"), z); b != False {
				attach(c, m, c.under(b, c.moves(apply.Arg("effect"), y)))
			}
			out = append(out, m)
		})
	})
	return finish(out, t)
}

func (c *compiler) shoot(t *check.Term, e env) []*move {
	from, to := t.Arg("from"), t.Arg("to")
	if isRegion(from.Arg("sites")) {
		refuse("a shot from a region")
	}
	w := c.pieces(t.Arg("piece"), e)[0]
	if w < 0 || w >= c.comps || to == nil && c.k != topology.Cell {
		refuse("a shot at sites of another kind")
	}
	var out []*move
	c.place(from, e, c.toOfLast(e), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("direction"), e, site) {
			alive, x := c.g.and(cond, r.cond), e
			for _, s := range r.ray {
				x.To = s
				may := x.empty(s)
				if to != nil {
					may = c.holds(to.Arg("if"), x)
				}
				if alive = c.g.and(alive, may); alive == False {
					break
				}
				x.Between = s
				out = append(out, simple(alive, opAdd, s, w))
			}
		}
	})
	return finish(c.joined(out), t)
}

// joined makes one move of those that do the same, from sites of which one is where the last move went.
func (c *compiler) joined(list []*move) []*move {
	type key struct{ to, what int }
	conds := map[key][]Lit{}
	for _, m := range list {
		k := key{m.to, m.acts[0].what}
		conds[k] = append(conds[k], m.cond)
	}
	n := 0
	for _, m := range list {
		k := key{m.to, m.acts[0].what}
		if conds[k] == nil {
			continue
		}
		m.cond = c.g.or(conds[k]...)
		conds[k] = nil
		list[n] = m
		n++
	}
	return list[:n]
}

func (c *compiler) eachPiece(t *check.Term, e env) []*move {
	none(t, "containerName", "top")
	c.kind(t.Arg("on"))
	low, high := 0, c.board
	if x := t.Arg("container"); x != nil {
		id, ok := c.int(x, e).fixed()
		if !ok {
			refuse("pieces in a container that the position decides")
		}
		if id < 0 || id >= len(c.p.Containers) {
			return nil
		}
		if id > 0 {
			low = c.p.Containers[id].From
			high = low + c.p.Containers[id].N
		}
	}
	everybody := false
	if r := t.Arg("player"); r != nil {
		if r.Form == nil && (r.Text == "All" || r.Text == "Each") {
			everybody = true
		}
		if !c.isStatic(r) {
			refuse("pieces of whom the position decides")
		}
	}
	player := c.at(e).Player(t.Arg("player"))
	of := c.f.Owned(t.Arg("names"), everybody)
	if player < 0 || player >= len(of) {
		return nil
	}
	x := e
	if player != e.mover && player != 0 && player <= 2 {
		x.mover, x.next = player, e.mover
	}
	var out []*move
	for _, w := range of[player] {
		moves := t.Arg("moves")
		if moves == nil {
			if moves = c.f.Moves(w); moves == nil {
				continue
			}
		}
		for site := low; site < high; site++ {
			is := e.is(site, w)
			if is == False {
				continue
			}
			y := x
			y.v = e.v.assuming(site, w)
			y.From, y.Level = site, 0
			out = append(out, c.under(is, c.moves(moves, y))...)
		}
	}
	return finish(out, t)
}

func (c *compiler) eachSite(t *check.Term, e env) []*move {
	var out []*move
	for site, l := range c.region(t.Arg("sites"), e) {
		if l == False {
			continue
		}
		x := e
		x.To, x.Site = site, site
		out = append(out, c.under(l, c.moves(t.Arg("moves"), x))...)
	}
	out = finish(out, t)
	if m := t.Arg("noMoveYet"); m != nil {
		nothing := c.any(out).Not()
		out = append(out, c.under(nothing, c.moves(m, e))...)
	}
	return out
}

func (c *compiler) eachValue(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("ints")) {
		refuse("values that the position decides")
	}
	var out []*move
	for _, v := range c.fixedInts(t.Arg("ints"), e) {
		x := e
		x.Value = v
		out = append(out, c.moves(t.Arg("moves"), x)...)
	}
	return finish(out, t)
}

func (c *compiler) eachPlayer(t *check.Term, e env) []*move {
	var out []*move
	for p := 1; p <= 2; p++ {
		x := e
		x.Player = p
		out = append(out, c.moves(t.Arg("moves"), x)...)
	}
	return finish(out, t)
}

func (c *compiler) eachDirection(t *check.Term, e env) []*move {
	from, between, m := t.Arg("from"), t.Arg("between"), t.Arg("moves")
	low, high := 1, 1
	if r := between.Arg("range"); r != nil {
		low, high = c.span(r, e)
	}
	var out []*move
	if isRegion(from.Arg("sites")) {
		refuse("directions from a region")
	}
	if d := t.Arg("direction"); d != nil && d.Name() != "directions#absolute" && (d.Form != nil || relative(d)) {
		refuse("directions of pieces, each with moves")
	}
	if e.From < 0 {
		return nil
	}
	c.place(from, e, iter(e.From), func(site int, cond Lit) {
		for _, r := range c.rays(t.Arg("direction"), e, site) {
			alive := c.g.and(cond, r.cond, e.empty(e.From).Not())
			for i, s := range r.ray {
				x := e
				if i+1 > high || alive == False {
					break
				}
				if b := between.Arg("if"); b != nil && low > 1 && i+1 < low {
					x.Between = s
					alive = c.g.and(alive, c.bool(b, x))
					x.Between = e.Between
				}
				x.To = s
				inner := m
				if m.Form != nil && m.Form.Result == check.To {
					alive = c.g.and(alive, c.holds(m.Arg("if"), x))
					inner = m.Arg("apply").Arg("effect")
				}
				if i+1 >= low && alive != False {
					out = append(out, c.under(alive, c.moves(inner, x))...)
				}
			}
		}
	})
	return finish(out, t)
}

// do makes moves after others, or those after which a condition holds.
func (c *compiler) do(t *check.Term, e env) []*move {
	after := t.Arg("ifAfterwards")
	if t.Arg("next") != nil || after == nil {
		refuse("(do …) with moves that follow")
	}
	out := c.moves(t.Arg("first"), e)
	n := 0
	for _, m := range out {
		v := e.v.after(m)
		c.apply(v, m, e.mover)
		x := c.env(v, e.mover, e.next)
		if m.cond = c.g.and(m.cond, c.bool(after, x)); m.cond != False {
			out[n] = m
			n++
		}
	}
	return finish(out[:n], t)
}

// append makes one move of all moves of a term.
func (c *compiler) append(t *check.Term, e env) []*move {
	list := c.moves(t.Arg("moves"), e)
	if len(list) == 0 {
		return nil
	}
	for _, m := range list {
		if m.to != list[0].to || m.from != list[0].from {
			refuse("(append …) of moves to several sites")
		}
	}
	m := &move{cond: c.any(list), from: list[0].from, to: list[0].to}
	for _, x := range list {
		for _, a := range x.acts {
			a.cond = c.g.and(x.cond, a.cond)
			m.acts = append(m.acts, a)
		}
		if len(x.thens) > 0 {
			m.acts = append(m.acts, act{op: opThen, cond: x.cond, thens: x.thens})
		}
		if x.pass {
			refuse("(append …) of passes")
		}
	}
	return finish([]*move{m}, t)
}

func (c *compiler) setState(t *check.Term, e env) []*move {
	none(t, "level")
	c.kind(t.Arg("type"))
	site, value := c.int(t.Arg("at"), e), c.int(t.Arg("value"), e)
	var out []*move
	for i, s := range site.v {
		if c.there(s) {
			m := simple(site.c[i], opState, s, 0)
			m.acts[0].num = value
			out = append(out, m)
		}
	}
	return finish(out, t)
}

func (c *compiler) flip(t *check.Term, e env) []*move {
	c.kind(t.Arg("type"))
	site := constant(e.To)
	if s := t.Arg("site"); s != nil {
		site = c.int(s, e)
	}
	var out []*move
	for i, s := range site.v {
		if !c.there(s) {
			continue
		}
		can := e.some(s, func(k content) bool { return k.what > 0 && c.p.Components[k.what].Flips[0] >= 0 })
		if can = c.g.and(site.c[i], can); can != False {
			out = append(out, simple(can, opFlip, s, 0))
		}
	}
	return finish(out, t)
}

// combinations makes a move of every move of one term with every move of another.
func (c *compiler) combinations(t *check.Term, e env) []*move {
	var out []*move
	second := c.moves(t.Arg("b"), e)
	for _, a := range c.moves(t.Arg("a"), e) {
		for _, b := range second {
			m := &move{cond: c.g.and(a.cond, b.cond), from: a.from, to: a.to}
			if m.cond == False {
				continue
			}
			for _, x := range []*move{a, b} {
				m.acts = append(m.acts, x.acts...)
				if len(x.thens) > 0 {
					m.acts = append(m.acts, act{op: opThen, cond: True, thens: x.thens})
				}
			}
			out = append(out, m)
		}
	}
	return finish(out, t)
}

func (c *compiler) setScore(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("player")) {
		refuse("a score of whom the position decides")
	}
	p := c.at(e).Player(t.Arg("player"))
	if p != 1 && p != 2 {
		refuse("a score of nobody")
	}
	return finish([]*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opScore, cond: True, what: p, num: c.int(t.Arg("value"), e)}}}}, t)
}

func (c *compiler) trigger(t *check.Term, e env) []*move {
	if !c.isStatic(t.Arg("player")) {
		refuse("an event of whom the position decides")
	}
	p := c.at(e).Player(t.Arg("player"))
	if p != 1 && p != 2 {
		refuse("an event of nobody")
	}
	return []*move{{cond: True, from: exec.Undefined, to: exec.Undefined, acts: []act{{op: opTrigger, cond: True, what: p}}}}
}

// seeing counts where the last move came from and went to as visited, as questions for moves do.
func (c *compiler) seeing(e env) env {
	seen := c.each(func(int) Lit { return False })
	for _, to := range []bool{false, true} {
		for s, l := range c.sitesOf(c.last(e, to)) {
			seen[s] = c.g.or(seen[s], l)
		}
	}
	e.seen = seen
	return e
}
