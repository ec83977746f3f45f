package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// What the moves have in common: where they are from and to, what lies between,
// conditions, effects, pieces.

// A place is a lowered (from …) or (to …).
type place struct {
	given  bool
	k      kind // as written, or the default of the board
	typed  bool // it was written
	site   Int
	region *Region // instead of site
	level  exec.IntFn
	cond   exec.BoolFn // nil: always true
	empty  bool        // cond is that the site, one of kind of, is empty
	of     kind
	apply  effect
	turned exec.IntsFn // rotations; nil if none
}

// An effect is a lowered (apply …). The zero value does nothing.
type effect struct {
	given bool
	cond  exec.BoolFn // nil: always true
	never bool        // cond is never true
	moves exec.MovesFn
}

// A gap is a lowered (between …).
type gap struct {
	given         bool
	before, after Int
	ranged        bool
	low, high     Int
	cond          exec.BoolFn // nil: not written
	enemy         bool        // cond only holds if an enemy stands on the site, of kind of
	of            kind
	trail         exec.IntFn
	apply         effect
}

// decides tells whether a form is the decision of the player, (move …), or an effect.
func decides(t *check.Term) bool {
	return t.Form.Name == "move" || strings.HasPrefix(t.Form.Name, "move ")
}

// test lowers a condition; nil stands for one that always holds.
func (l *lowerer) test(t *check.Term) exec.BoolFn {
	if t == nil {
		return nil
	}
	b := l.bool(t)
	if b.Const && b.V {
		return nil
	}
	return b.Fn
}

// isRegion tells which of the readings of a parameter Sites|Int a term has.
func isRegion(t *check.Term) bool {
	return t != nil && (t.List || t.Form != nil && (t.Form.Result == check.Sites || t.Form.Result == check.Ints))
}

// iterFrom and iterTo read the iterators.
func iterFrom() Int { return Int{Iter: IterFrom, Fn: func(c *ctx) int { return c.From }} }
func iterTo() Int   { return Int{Iter: IterTo, Fn: func(c *ctx) int { return c.To }} }

// lastTo and lastFrom read the sites of the last move.
func lastTo() Int {
	return Int{Iter: IterLastTo, Fn: func(c *ctx) int {
		if !c.Last.Valid {
			return exec.Undefined
		}
		return int(c.Last.To)
	}}
}

func lastFrom() Int {
	return Int{Iter: IterLastFrom, Fn: func(c *ctx) int {
		if !c.Last.Valid {
			return exec.Undefined
		}
		return int(c.Last.From)
	}}
}

// moverInt is the mover as a number, which is also the component of the same
// number.
func moverInt() Int { return Int{Iter: IterMover, Fn: func(c *ctx) int { return int(c.Mover) }} }

// from lowers (from …); without one, or without a site in it, the site is the
// other one given.
func (l *lowerer) from(t *check.Term, without Int) place {
	p := place{site: without}
	p.k, p.typed = l.kindOf(t.Arg("type"))
	if t == nil {
		return p
	}
	p.given = true
	p.site = iterFrom()
	l.where(&p, t)
	return p
}

// to lowers (to …).
func (l *lowerer) to(t *check.Term) place {
	p := place{site: iterTo()}
	p.k, p.typed = l.kindOf(t.Arg("type"))
	if t == nil {
		return p
	}
	p.given = true
	l.where(&p, t)
	if r := t.Arg("rotations"); r != nil {
		p.turned = l.ints(r)
	}
	p.apply = l.applied(t.Arg("apply"))
	return p
}

func (l *lowerer) where(p *place, t *check.Term) {
	if s := t.Arg("sites"); isRegion(s) {
		r := l.region(s)
		p.region = &r
	} else if s != nil {
		p.site = l.int(s)
	}
	if v := t.Arg("level"); v != nil {
		p.level = l.int(v).Fn
	}
	if b := t.Arg("if"); b != nil {
		if test := l.bool(b); !test.Const || !test.V {
			p.cond, p.empty, p.of = test.Fn, test.EmptyTo, test.Kind
		}
	}
}

// noRegion refuses a region where Ludii takes a site only.
func (l *lowerer) noRegion(t *check.Term, p *place) {
	if p.region != nil {
		l.refuse(t, CodeArgument, "a region is not supported here, only a site")
	}
}

// applied lowers (apply …).
func (l *lowerer) applied(t *check.Term) effect {
	if t == nil {
		return effect{}
	}
	e := effect{given: true}
	if b := t.Arg("if"); b != nil {
		if test := l.bool(b); !test.Const || !test.V {
			e.cond, e.never = test.Fn, test.Const
		}
	}
	if m := t.Arg("effect"); m != nil {
		e.moves = l.moves(m)
	}
	return e
}

// whole is the effect together with its condition; nil if it does nothing.
func (e effect) whole() exec.MovesFn {
	if e.moves == nil || e.cond == nil {
		return e.moves
	}
	return func(c *ctx) {
		if e.cond(c) {
			e.moves(c)
		}
	}
}

// between lowers (between …).
func (l *lowerer) between(t *check.Term) gap {
	g := gap{before: Const(0), after: Const(0)}
	if t == nil {
		return g
	}
	g.given = true
	g.before = l.intOr(t.Arg("before"), 0)
	g.after = l.intOr(t.Arg("after"), 0)
	if r := t.Arg("range"); r != nil {
		g.ranged = true
		g.low, g.high = l.bounds(r)
	}
	if b := t.Arg("if"); b != nil {
		test := l.bool(b)
		g.cond, g.enemy, g.of = test.Fn, test.EnemyBetween, test.Kind
	}
	if v := t.Arg("trail"); v != nil {
		g.trail = l.int(v).Fn
	}
	g.apply = l.applied(t.Arg("apply"))
	return g
}

// bounds lowers a range: its least and its greatest number, both in it. With a
// maximum only, the least is Undefined.
func (l *lowerer) bounds(t *check.Term) (low, high Int) {
	switch t.Name() {
	case "exact":
		v := l.int(t.Arg("value"))
		return v, v
	case "range.max":
		return Const(exec.Undefined), l.int(t.Arg("value"))
	case "range.min":
		return l.int(t.Arg("value")), Const(exec.Infinity)
	case "range":
		low = l.int(t.Arg("min"))
		if m := t.Arg("max"); m != nil {
			return low, l.int(m)
		}
		return low, low
	}
	l.unsupported(t)
	return Const(0), Const(0)
}

// namedExactly is the index of a component by its full name, as Ludii finds it: a
// container of that name is taken first. Undefined if there is none.
func (l *lowerer) namedExactly(name string) int {
	for i := range l.p.Containers {
		if l.p.Containers[i].Name == name {
			return i
		}
	}
	return l.exactComponent(name)
}

// exactComponent is the index of the component with a full name.
func (l *lowerer) exactComponent(name string) int {
	for i := 1; i < len(l.p.Components); i++ {
		if l.p.Components[i].Name == name {
			return i
		}
	}
	return exec.Undefined
}

// pieceItem lowers what stands in (piece …): a name or a number.
func (l *lowerer) pieceItem(t *check.Term) Int {
	if t.Form == nil && t.Sort == check.String {
		return Const(l.namedExactly(t.Text))
	}
	return l.int(t)
}

// piecesOf lowers (piece …) as the indices of components; without one it is that
// of the mover's number. State is the local state given with it, nil if none.
func (l *lowerer) piecesOf(t *check.Term) (what []Int, state exec.IntFn) {
	if t == nil {
		return []Int{moverInt()}, nil
	}
	p := t.Arg("piece")
	if p.List {
		for _, it := range p.Items {
			what = append(what, l.pieceItem(it))
		}
	} else {
		what = []Int{l.pieceItem(p)}
	}
	if s := t.Arg("state"); s != nil {
		state = l.int(s).Fn
	}
	return what, state
}

// levels is the number of pieces above each other on a site: of flat sites 1 or 0.
func levels(c *ctx, k kind, site int) int {
	t := &c.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return 0
	}
	if t.Stack != nil {
		return len(t.Stack[site])
	}
	if t.What[site] != 0 {
		return 1
	}
	return 0
}

// stacking tells whether sites hold stacks.
func stacking(c *ctx) bool { return c.Prog.Flags.Stacking }

// moving is the action that takes the upper piece of a site to another.
func moving(k kind, from, to int, decision bool) exec.Action {
	a := exec.Blank(exec.OpMove)
	a.Kind, a.KindTo, a.From, a.To, a.Decision = k, k, int32(from), int32(to), decision
	return a
}

// attach works out an effect of the move made last and makes it part of it,
// between the sites from and to.
func attach(c *ctx, m int, fn exec.MovesFn, from, to int) {
	if fn == nil {
		return
	}
	fn(c)
	if len(c.Moves) <= m+1 {
		return
	}
	c.Prepend(m)
	c.Moves[m].From, c.Moves[m].To = int32(from), int32(to)
}

// setSites says what a move is from and to, whatever its decision says.
func setSites(c *ctx, m, from, to int) {
	c.Moves[m].From, c.Moves[m].To = int32(from), int32(to)
}

// isEnemyFn and isFriendFn are Ludii's defaults (is Enemy (between)) and the like,
// which take the number of the site for a player: the owner of the piece is meant
// nowhere.
func isEnemyFn(v func(c *ctx) int) exec.BoolFn {
	return func(c *ctx) bool {
		p := v(c)
		return p >= 1 && p <= c.Prog.Players && c.Friends(int(c.Mover))&(1<<(uint(p)-1)) == 0
	}
}

func isFriendFn(v func(c *ctx) int) exec.BoolFn {
	return func(c *ctx) bool {
		p := v(c)
		return p >= 1 && p <= c.Prog.Players && c.Friends(int(c.Mover))&(1<<(uint(p)-1)) != 0
	}
}

// removeFn is the effect of removing the piece of a site, the default of captures.
func (l *lowerer) removeFn(v func(c *ctx) int) exec.MovesFn {
	at := l.at(l.p.Default)
	return func(c *ctx) {
		site := v(c)
		if site < 0 {
			return
		}
		k := at(c, site)
		if c.What(k, site) > 0 {
			c.NewMove(exec.On(exec.OpRemove, k, site))
		}
	}
}
