package lower

import (
	"slices"
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Moves that are chosen or made by looking ahead.

func init() {
	moveForms["do"] = (*lowerer).do
	moveForms["while"] = (*lowerer).while
	moveForms["seq"] = (*lowerer).seq
	moveForms["avoidStoredState"] = (*lowerer).avoidStored
	moveForms["moves.max Moves"] = (*lowerer).maxMoves
	moveForms["moves.max Captures"] = (*lowerer).maxCaptures
	moveForms["moves.max Distance"] = (*lowerer).maxDistance
}

// A sequence is a lowered (do …).
type sequence struct {
	first, next exec.MovesFn
	cond        *Bool
	royal       bool // see royal
	then        *exec.Then
}

// do makes moves, then offers others from where these lead, of which the first
// become part; or offers the moves after which a condition holds; or both.
func (l *lowerer) do(t *check.Term) exec.MovesFn {
	d := &sequence{first: l.moves(t.Arg("first")), then: l.then(t)}
	if n := t.Arg("next"); n != nil {
		d.next = l.moves(n)
	}
	if b := t.Arg("ifAfterwards"); b != nil {
		cond := l.bool(b)
		d.cond, d.royal = &cond, royal(b)
	}
	if d.next == nil && d.cond == nil {
		// Ludii makes nothing of what is done without a reason.
		return func(*ctx) {}
	}
	if d.next == nil {
		l.finds(t, d.some)
		d.sample(l, t)
	}
	return d.moves
}

func (d *sequence) moves(c *ctx) {
	start := len(c.Moves)
	if d.next != nil {
		d.follow(c, start)
	} else {
		d.first(c)
	}
	if d.cond != nil {
		d.keep(c, start)
	}
	c.Finish(start, d.then)
}

// follow generates the moves that are next, with the actions of the first ones
// before theirs. In games with dice there is a pass where there are none.
func (d *sequence) follow(c *ctx, start int) {
	aim := c.Aim
	c.Aim = 0
	d.first(c)
	c.Aim = aim
	n := len(c.Moves) - start
	if !c.Ahead() {
		c.Moves = c.Moves[:start]
		return
	}
	var ends []int
	if n > 1 {
		ends = make([]int, 0, n)
	}
	for i := start; i < start+n && c.Err == nil; i++ {
		c.Apply(c.Moves[i], false)
		if n > 1 {
			ends = append(ends, len(c.Applied))
		}
	}
	c.Moves = c.Moves[:start]
	d.next(c)
	done := c.Applied
	if len(c.Moves) == start && len(c.Prog.Dice) > 0 {
		pass := exec.Blank(exec.OpPass)
		pass.Decision, pass.Forced = true, true
		c.NewMove(pass)
		done = arranged(done, ends, false)
	} else {
		done = arranged(done, ends, true)
	}
	c.Precede(start, done)
	c.Back()
}

// arranged puts the actions of several moves in the order that Ludii leaves them
// in: before a pass the last move first; before other moves each is inserted behind
// as many actions as the one before it has.
func arranged(done []exec.Action, ends []int, insert bool) []exec.Action {
	if len(ends) < 2 {
		return done
	}
	// Back to front, so that little lies behind the place where something is put in.
	out := make([]exec.Action, 0, len(done))
	at, begin := 0, 0
	for _, end := range ends {
		part, n := done[begin:end], len(out)-at
		out = append(out, part...)
		copy(out[n+len(part):], out[n:])
		for i, a := range part {
			out[n+len(part)-1-i] = a
		}
		if insert {
			at = len(part)
		}
		begin = end
	}
	slices.Reverse(out)
	return out
}

// keep takes out the moves after which the condition does not hold. For the
// question the next player is never the one who has just moved.
func (d *sequence) keep(c *ctx, start int) {
	if d.cond.Succeeds != nil && d.cond.Succeeds(c) {
		return
	}
	if d.cond.Fails != nil && d.cond.Fails(c) {
		c.Moves = c.Moves[:start]
		return
	}
	calm := len(c.Moves)-start >= fewMoves && c.Listen(d.cond.Fn, d.royal)
	n := start
	for i := start; i < len(c.Moves); i++ {
		if calm && c.Idle(&c.Moves[i]) {
			c.Moves[n] = c.Moves[i]
			n++
			continue
		}
		holds, ok := d.holds(c, i, calm)
		if !ok {
			break
		}
		if holds {
			c.Moves[n] = c.Moves[i]
			n++
		}
	}
	c.Moves = c.Moves[:n]
}

// fewMoves are so few that to ask beforehand is not worth it.
const fewMoves = 4

// holds makes move number i and asks whether the condition holds then. Calm tells that the
// condition was asked before.
func (d *sequence) holds(c *ctx, i int, calm bool) (holds, ok bool) {
	if !c.Ahead() {
		return false, false
	}
	c.Apply(c.Moves[i], true)
	if c.Mover == c.Next {
		c.Next = c.Prev
	}
	if calm {
		c.Calm()
	}
	mark := c.SetMark()
	holds = d.cond.Fn(c)
	c.FreeSets(mark)
	c.Back()
	return holds, true
}

// maxRounds bounds (while …), as Ludii does.
const maxRounds = 10000

// while collects moves as long as a condition holds, each worked out where those
// before it lead.
func (l *lowerer) while(t *check.Term) exec.MovesFn {
	cond, moves, then := l.bool(t.Arg("if")).Fn, l.moves(t.Arg("moves")), l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		if !c.Ahead() {
			return
		}
		for round := 0; c.Err == nil && cond(c); round++ {
			if round > maxRounds {
				c.Fail(exec.ErrDepth)
				break
			}
			i := len(c.Moves)
			moves(c)
			for end := len(c.Moves); i < end && c.Err == nil; i++ {
				c.Apply(c.Moves[i], false)
			}
		}
		c.Back()
		c.Finish(first, then)
	}
}

// seq collects moves that are worked out one after the other, each where those
// before it lead, with their consequences.
func (l *lowerer) seq(t *check.Term) exec.MovesFn {
	list := l.alternatives(t)
	return func(c *ctx) {
		if len(list) == 0 || !c.Ahead() {
			return
		}
		for _, moves := range list {
			i := len(c.Moves)
			moves(c)
			for end := len(c.Moves); i < end && c.Err == nil; i++ {
				before := len(c.Applied)
				c.Apply(c.Moves[i], true)
				c.Realised(i, before)
			}
		}
		c.Back()
	}
}

// avoidStored takes out the moves that lead back to the stored position. Ludii
// forgets what follows them.
func (l *lowerer) avoidStored(t *check.Term) exec.MovesFn {
	moves := l.moves(t.Arg("moves"))
	l.then(t)
	return func(c *ctx) {
		n := len(c.Moves)
		moves(c)
		if !c.HasStored {
			return
		}
		stored := c.Stored // moves may store another one
		for i := n; i < len(c.Moves); i++ {
			if !c.Ahead() {
				break
			}
			c.Apply(c.Moves[i], true)
			same := c.Hash64(c.Prog) == stored
			c.Back()
			if !same {
				c.Moves[n] = c.Moves[i]
				n++
			}
		}
		c.Moves = c.Moves[:n]
	}
}

// A longest is a lowered (max Moves …).
type longest struct {
	node   int
	moves  exec.MovesFn
	values exec.BoolFn // nil: moves count, not the values they take
}

// maxMoves keeps the moves that begin the longest turns, or those that take most in
// value. They are replaced by what they do, consequences included.
func (l *lowerer) maxMoves(t *check.Term) exec.MovesFn {
	l.chains++
	m := &longest{node: l.chains, moves: l.moves(t.Arg("moves")), values: l.test(t.Arg("withValue"))}
	if t.Arg("withValue") == nil {
		m.values = func(*ctx) bool { return false }
	} else if m.values == nil {
		m.values = func(*ctx) bool { return true }
	}
	l.then(t)
	l.finds(t, l.question(t.Arg("moves"), m.moves))
	return m.best
}

func (m *longest) best(c *ctx) {
	first := len(c.Moves)
	m.moves(c)
	n := len(c.Moves) - first
	values := m.values(c)
	counts := c.Ints()
	most := 0
	for i := first; i < first+n; i++ {
		if !c.Ahead() {
			break
		}
		c.StepMove(c.Moves[i])
		count := m.chain(c, m.worth(c, values, true), values)
		c.Realised(i, 0)
		c.Back()
		counts = append(counts, count)
		most = max(most, count)
	}
	kept := first
	for i, count := range counts {
		if count == most {
			c.Moves[kept] = c.Moves[first+i]
			kept++
		}
	}
	c.Moves = c.Moves[:kept]
	c.PutInts(counts)
	c.Longest = exec.Longest{Node: m.node, First: first, N: kept - first, Best: most}
}

// worth is what a move that was just tried counts.
func (m *longest) worth(c *ctx, values, levels bool) int {
	if !values {
		return 1
	}
	return taken(c, true, levels)
}

// taken counts the pieces, or their values, that the actions just tried remove. Of
// stacks it is the value of the level that is removed, else that of the top.
func taken(c *ctx, values, levels bool) int {
	n := 0
	before := c.Before()
	for i := range c.Applied {
		a := &c.Applied[i]
		switch {
		case a.Op != exec.OpRemove:
		case values && levels:
			n += before.ValueAt(a.KindTo, int(a.To), max(int(a.Level), 0))
		case values:
			n += before.ValueAt(a.KindTo, int(a.To), exec.Undefined)
		default:
			n++
		}
	}
	return n
}

// chain is the count of the best way for the same player to go on from here. A way
// without moves counts nothing.
func (m *longest) chain(c *ctx, count int, values bool) int {
	if c.Over || c.Prev != c.Mover {
		return count
	}
	mark := c.Mark()
	c.Longest = exec.Longest{}
	first := c.Legal()
	n := len(c.Moves) - first
	most := 0
	if f := c.Longest; !values && f.Node == m.node && f.First == first && f.N == n && f.Best > 0 {
		// This very generator has found these moves and knows where they lead. By
		// value it does not: it counts those of the first move otherwise.
		most = count + f.Best
	} else {
		for i := first; i < first+n; i++ {
			if !c.Ahead() {
				break
			}
			c.StepMove(c.Moves[i])
			most = max(most, m.chain(c, count+m.worth(c, values, false), values))
			c.Back()
		}
	}
	c.Release(mark)
	return most
}

// maxCaptures keeps the moves that take most pieces, or most in value.
func (l *lowerer) maxCaptures(t *check.Term) exec.MovesFn {
	moves := l.moves(t.Arg("moves"))
	values := l.boolOr(t.Arg("withValue"), false).Fn
	l.then(t)
	l.finds(t, l.question(t.Arg("moves"), moves))
	return func(c *ctx) {
		first := len(c.Moves)
		moves(c)
		byValue := values(c)
		counts := c.Ints()
		most := 0
		for i, end := first, len(c.Moves); i < end; i++ {
			if !c.Ahead() {
				break
			}
			c.Pending = c.Pending[:0]
			c.Apply(c.Moves[i], true)
			count := taken(c, byValue, false)
			c.Back()
			counts = append(counts, count)
			most = max(most, count)
		}
		kept := first
		for i, count := range counts {
			if count == most {
				c.Moves[kept] = c.Moves[first+i]
				kept++
			}
		}
		c.Moves = c.Moves[:kept]
		c.PutInts(counts)
	}
}

// maxDistance is meant to keep the moves that go farthest on a track in a turn.
// What Ludii does is to work that out and then to return all moves.
func (l *lowerer) maxDistance(t *check.Term) exec.MovesFn {
	moves := l.moves(t.Arg("moves"))
	l.then(t)
	track := l.trackFor(t)
	return func(c *ctx) {
		if track(c) != nil {
			moves(c)
		}
	}
}

// trackFor finds the track that a form names, with its owner: the first one
// without a name, nil if there is none.
func (l *lowerer) trackFor(t *check.Term) func(c *ctx) *exec.Track {
	tracks := l.p.Tracks
	name, role := t.Arg("track"), t.Arg("roleType")
	owner := Const(exec.Off)
	if role != nil {
		owner = l.role(role)
	}
	return func(c *ctx) *exec.Track {
		who := owner.Fn(c)
		for i := range tracks {
			if tr := &tracks[i]; name == nil || who == exec.Off && tr.Name == name.Text ||
				who != exec.Off && tr.Owner == who && strings.Contains(tr.Name, name.Text) {
				return tr
			}
		}
		return nil
	}
}
