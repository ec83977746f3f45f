package circuit

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
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

// moveEdges and actEdges are what a move and one of its actions count for: moves that nobody has taken together yet are no gates, and take room.
const moveEdges, actEdges = 4, 2

// move makes one.
func (c *compiler) move(cond Lit, from, to int) *move {
	c.g.spend(moveEdges)
	return &move{cond: cond, from: from, to: to}
}

// simple is a move of one action on a site.
func (c *compiler) simple(cond Lit, o op, site, what int) *move {
	m := c.move(cond, site, site)
	m.acts = []act{{op: o, cond: True, from: site, to: site, what: what, state: exec.Undefined}}
	return m
}

// leads is the move of what stands on a site to another.
func (c *compiler) leads(cond Lit, from, to int) *move {
	m := c.move(cond, from, to)
	m.acts = []act{{op: opMove, cond: True, from: from, to: to}}
	return m
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
