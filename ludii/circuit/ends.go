package circuit

import (
	"math/bits"
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// An outcome is how a match ends: over, and perhaps won by somebody.
type outcome struct {
	over Lit
	won  [3]Lit // by player
}

// results works the end rules out for the position after a move: for who has moved, and who moves next.
func (c *compiler) results() {
	var over, won1, won2 []Lit
	for mover := 1; mover <= 2; mover++ {
		for next := 1; next <= 2; next++ {
			if mover == next && !c.twice {
				continue
			}
			when := c.g.and(c.begun, c.turn[next])
			if c.twice {
				when = c.g.and(when, c.g.pick(c.same, lit(mover == next), lit(mover != next)))
			}
			e := c.env(c.base, mover, next)
			e.end = true
			o := outcome{}
			for i, ph := range c.phases() {
				c.rules(ph.Arg("end"), e, c.inPhase(mover, i), &o)
				if ph.Arg("end") != nil && len(nexts(ph)) > 0 {
					refuse("a phase with ends of its own that another follows")
				}
			}
			c.rules(c.root.Arg("rules").Arg("end"), e, True, &o)
			over = append(over, c.g.and(when, o.over))
			won1 = append(won1, c.g.and(when, o.won[1]))
			won2 = append(won2, c.g.and(when, o.won[2]))
		}
	}
	c.out.Terminal = c.g.or(over...)
	c.out.Won = [2]Lit{c.g.or(won1...), c.g.or(won2...)}
	if c.p.Meta.Swap {
		a, b := c.out.Won[0], c.out.Won[1]
		c.out.Won = [2]Lit{c.g.pick(c.swapped, b, a), c.g.pick(c.swapped, a, b)}
	}
	c.out.Drawn = c.g.and(c.out.Terminal, c.out.Won[0].Not(), c.out.Won[1].Not())
}

// phases are the terms of the phases; none where a game has but one.
func (c *compiler) phases() []*check.Term {
	if ph := c.root.Arg("rules").Arg("phases"); ph != nil {
		return ph.Items
	}
	return nil
}

// nexts are the ways out of a phase.
func nexts(ph *check.Term) []*check.Term {
	next := ph.Arg("next")
	switch {
	case next == nil:
		return nil
	case next.List:
		return next.Items
	}
	return []*check.Term{next}
}

// rules asks end rules in order, where in holds. The first result stands.
func (c *compiler) rules(t *check.Term, e env, in Lit, o *outcome) {
	if t == nil || in == False {
		return
	}
	rules := []*check.Term{t.Arg("rules")}
	if rules[0].List {
		rules = rules[0].Items
	}
	for _, r := range rules {
		switch r.Name() {
		case "end.if":
			c.ending(r, e, in, o)
		case "end.forEach":
			for p := 1; p <= 2; p++ {
				if w := r.Arg("what"); w != nil && w.Text == "NonMover" && p == e.mover {
					continue
				}
				x := e
				x.Player = p
				c.result(r.Arg("result"), x, c.g.and(in, c.bool(r.Arg("if"), x)), o)
			}
		default:
			refuse("(%s …)", r.Name())
		}
	}
	if !c.p.Flags.NotAllPass {
		o.end(c.g, c.g.and(in, c.allPassed(nil, e)), 0)
	}
}

// ending is a condition with a result, or with conditions within.
func (c *compiler) ending(t *check.Term, e env, in Lit, o *outcome) Lit {
	cond := c.g.and(in, c.bool(t.Arg("if"), e))
	left := cond
	if r := t.Arg("rules"); r != nil {
		items := []*check.Term{r}
		if r.List {
			items = r.Items
		}
		for _, it := range items {
			left = c.g.and(left, c.ending(it, e, left, o).Not())
		}
		if name := t.Arg("result").Name(); name != "" && name != "result" {
			return cond // as Ludii has it
		}
	}
	if t.Arg("result") != nil {
		c.result(t.Arg("result"), e, left, o)
	}
	return cond
}

// end ends the match where cond holds and it is not over: for a winner, or for none.
func (o *outcome) end(g *Gates, cond Lit, winner int) {
	cond = g.and(cond, o.over.Not())
	o.over = g.or(o.over, cond)
	if winner > 0 {
		o.won[winner] = g.or(o.won[winner], cond)
	}
}

func (c *compiler) result(t *check.Term, e env, cond Lit, o *outcome) {
	if cond == False {
		return
	}
	switch t.Name() {
	case "result":
		role := t.Arg("roleType")
		who := constant(0)
		if role.Text != "All" {
			who = c.int(role, e)
		}
		for i, p := range who.v {
			when := c.g.and(cond, who.c[i])
			switch kind := t.Arg("resultType").Text; {
			case kind == "Draw":
				o.end(c.g, when, 0)
			case p != 1 && p != 2 || role.Text == "All":
				refuse("a result of %s", role.Text)
			case kind == "Win":
				o.end(c.g, when, p)
			case kind == "Loss":
				o.end(c.g, when, 3-p)
			default:
				refuse("the result %s", kind)
			}
		}
	case "byScore":
		c.byScore(t, e, cond, o)
	default:
		refuse("(%s …)", t.Name())
	}
}

// byScore ends the match by scores that are worked out then.
func (c *compiler) byScore(t *check.Term, e env, cond Lit, o *outcome) {
	misere := false
	if x := t.Arg("misere"); x != nil {
		if !c.isStatic(x) {
			refuse("scores whose sense the position decides")
		}
		misere = c.at(e).Bool(x)
	}
	var score [3]*num
	if s := t.Arg("scores"); s != nil {
		for _, it := range s.Items {
			p, ok := c.int(it.Arg("roleType"), e).fixed()
			if !ok || p < 1 || p > 2 {
				refuse("a score of somebody else")
			}
			n := c.int(it.Arg("value"), e)
			score[p] = &n
		}
	}
	for p := 1; p <= 2; p++ {
		if score[p] == nil {
			n := c.kept(p)
			score[p] = &n
		}
	}
	first := c.less(*score[2], *score[1])
	second := c.less(*score[1], *score[2])
	if misere {
		first, second = second, first
	}
	o2 := *o
	o2.end(c.g, c.g.and(cond, first), 1)
	o2.end(c.g, c.g.and(cond, second), 2)
	o2.end(c.g, cond, 0)
	*o = o2
}

// kept is a player's score as the state keeps it. It is one of those that moves set it to, which must be
// known by then, or none.
func (c *compiler) kept(player int) num {
	if c.score[player] == nil {
		values := []int{0}
		for p := 1; p <= 2; p++ {
			if s := c.after[p].score[player]; s != nil {
				values = append(values, s.n.v...)
			}
		}
		slices.Sort(values)
		n := &num{}
		for _, v := range slices.Compact(values) {
			n.v = append(n.v, v)
			n.c = append(n.c, c.fact("score "+itoa(player)+" "+itoa(v), func(s *exec.State) bool { return int(s.Score[player]) == v }))
		}
		c.score[player] = n
	}
	return *c.score[player]
}

// less is that a number is below another.
func (c *compiler) less(a, b num) Lit {
	var out []Lit
	// below[i] is that a is below b's value i.
	at, below := 0, False
	for i, v := range b.v {
		for at < len(a.v) && a.v[at] < v {
			below = c.g.or(below, a.c[at])
			at++
		}
		out = append(out, c.g.and(b.c[i], below))
	}
	return c.g.or(out...)
}

// passing is what is known of passes: the first move of the present run of moves by one player was a
// pass; the run has more than one move, or more than two; there was no run before; the run before was
// a pass.
type passing struct{ pass, long, longer, first, before Lit }

func (c *compiler) passes() *passing {
	if c.passed == nil {
		c.passed = &passing{
			pass:   c.fact("passed", func(s *exec.State) bool { return s.RunPass }),
			long:   c.fact("long run", func(s *exec.State) bool { return s.RunMoves > 1 }),
			longer: c.fact("longer run", func(s *exec.State) bool { return s.RunMoves > 2 }),
			first:  c.fact("first run", func(s *exec.State) bool { return s.Runs == 0 }),
			before: c.fact("passed before", func(s *exec.State) bool { return s.RunsPassed >= 1 || s.RunsPassed == s.Runs }),
		}
	}
	return c.passed
}

// allPassed is that nobody did anything but pass in the last round.
func (c *compiler) allPassed(t *check.Term, e env) Lit {
	if !e.end {
		refuse("(all Passed) in the midst of a move")
	}
	p := c.passes()
	passed := c.g.and(p.pass, c.g.or(p.first, c.g.and(p.long.Not(), p.before)))
	if t != nil { // as a question, it needs as many moves as players
		n := c.counter("int.count Moves")
		passed = c.g.and(passed, n.atLeast(c.g, 2))
	}
	return passed
}

// oddMoves is that an odd number of moves were made.
func (c *compiler) oddMoves() Lit {
	if c.odd == 0 {
		c.odd = c.fact("odd moves", func(s *exec.State) bool { return s.Moves&1 != 0 })
	}
	return c.odd
}

// triggered is, by player, that events have happened to it.
func (c *compiler) triggered() []Lit {
	if c.trigs == nil {
		c.trigs = []Lit{False}
		for p := 1; p <= 2; p++ {
			c.trigs = append(c.trigs, c.fact("triggered "+itoa(p), func(s *exec.State) bool {
				return len(s.Triggered) > 0 && s.Triggered[0]>>p&1 != 0
			}))
		}
	}
	return c.trigs
}

// dooms is, by site, that it is to be emptied at the end of the turn.
func (c *compiler) dooms() []Lit {
	if c.doomed == nil {
		for i := range c.board {
			c.doomed = append(c.doomed, c.fact("doomed "+itoa(i), func(s *exec.State) bool { return slices.Contains(s.ToRemove, int32(i)) }))
		}
	}
	return c.doomed
}

// visits is, by site, that it was visited in this turn.
func (c *compiler) visits() []Lit {
	if c.visited == nil {
		for i := range c.board {
			c.visited = append(c.visited, c.fact("visited "+itoa(i), func(s *exec.State) bool { return s.Visited.Has(i) }))
		}
	}
	return c.visited
}

// A counter is a number of the state that grows from move to move, bits that stop at their greatest value.
type counter struct {
	bits []Lit
	most int
}

// counterForms are the forms that stand for one, by how to read them. What (counter) gives begins at -1: one more
// is kept.
var counterForms = map[string]func(s *exec.State) int{
	"counter":         func(s *exec.State) int { return int(s.Counter) + 1 },
	"int.count Moves": func(s *exec.State) int { return int(s.Moves) },
}

func (c *compiler) counter(name string) *counter {
	if n := c.counters[name]; n != nil {
		return n
	}
	// As far as it is compared with something.
	most := 2
	c.root.Walk(func(t *check.Term) {
		a, b := t.Arg("a"), t.Arg("b")
		for range 2 {
			if a.Name() == name && b != nil && b.Form == nil && !b.List {
				most = max(most, b.Int+4)
			}
			a, b = b, a
		}
	})
	if most > 1<<14 {
		refuse("a counter that goes up to %d", most)
	}
	n := &counter{most: most}
	read := counterForms[name]
	for i := range bits.Len(uint(most)) {
		n.bits = append(n.bits, c.fact(name+" "+itoa(i), func(s *exec.State) bool { return min(max(read(s), 0), most)>>i&1 != 0 }))
	}
	c.counters[name] = n
	return n
}

// atLeast is that a counter is not below a number.
func (n *counter) atLeast(g *Gates, v int) Lit {
	if v <= 0 {
		return True
	}
	if v > n.most {
		refuse("a counter that is compared with %d", v)
	}
	l := True // equal so far, from the lowest bit up
	for i, b := range n.bits {
		if v>>i&1 != 0 {
			l = g.and(b, l)
		} else {
			l = g.or(b, l)
		}
	}
	return l
}

// counted compares a counter with a number; ok is false where there is none.
func (c *compiler) counted(a, b *check.Term, e env, f func(v, w int) bool) (l Lit, ok bool) {
	if a == nil || counterForms[a.Name()] == nil {
		return False, false
	}
	if b == nil || b.Form != nil || b.List {
		refuse("a counter that is compared with what is not a plain number")
	}
	v := b.Int
	n := c.counter(a.Name())
	// How much more is kept than what is asked for. In end rules the counter has not been moved on yet; in the
	// midst of a move the number of moves has.
	shift := 0
	switch {
	case a.Name() != "counter" && e.v.moved:
		shift = -1
	case a.Name() != "counter":
	case e.end:
		shift = 2
	default:
		if _, ok := e.v.set[a.Name()]; ok || e.v.late != nil {
			refuse("a counter in the midst of a move that sets it")
		}
		shift = 1
	}
	low, same, high := f(v-1, v), f(v, v), f(v+1, v)
	ge, gt := n.atLeast(c.g, v+shift), n.atLeast(c.g, v+1+shift)
	return c.g.or(c.g.and(lit(low), ge.Not()), c.g.and(lit(same), ge, gt.Not()), c.g.and(lit(high), gt)), true
}
