package lower

import (
	"strings"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Moves made of moves: lists of them, choices among lists, conditions.

func init() {
	moveForms["moves.or"] = (*lowerer).allOf
	moveForms["moves.or#list"] = (*lowerer).allOf
	moveForms["moves.and"] = (*lowerer).allOf
	moveForms["moves.and#list"] = (*lowerer).allOf
	moveForms["priority"] = (*lowerer).priority
	moveForms["priority#list"] = (*lowerer).priority
	moveForms["moves.if"] = (*lowerer).ifMoves
	moveForms["apply"] = (*lowerer).applyMoves
	moveForms["apply#condition"] = (*lowerer).applyMoves
	moveForms["apply#effect"] = (*lowerer).applyMoves
}

// alternatives lowers the moves that a form is made of, two or a list.
func (l *lowerer) alternatives(t *check.Term) []exec.MovesFn {
	terms := parts(t)
	out := make([]exec.MovesFn, len(terms))
	for i, m := range terms {
		out[i] = l.moves(m)
	}
	return out
}

// allOf is (or …) and (and …), which are the same: the moves of all parts. Of legal
// moves one is chosen, of consequences all are made.
func (l *lowerer) allOf(t *check.Term) exec.MovesFn {
	list, then := l.alternatives(t), l.then(t)
	l.findsAny(t, list)
	l.sampleAll(t, list, then)
	if then == nil {
		switch len(list) {
		case 1:
			return list[0]
		case 2:
			a, b := list[0], list[1]
			return func(c *ctx) {
				a(c)
				b(c)
			}
		}
		if m := l.guarded(t, list); m != nil {
			return m
		}
		return func(c *ctx) {
			for _, m := range list {
				m(c)
			}
		}
	}
	return func(c *ctx) {
		first := len(c.Moves)
		for _, m := range list {
			m(c)
		}
		c.Finish(first, then)
	}
}

// priority is the first part that has moves.
func (l *lowerer) priority(t *check.Term) exec.MovesFn {
	list, then := l.alternatives(t), l.then(t)
	l.findsAny(t, list)
	l.samplePriority(t, list, then)
	return func(c *ctx) {
		first := len(c.Moves)
		for _, m := range list {
			m(c)
			if len(c.Moves) > first {
				c.Finish(first, then)
				return
			}
		}
	}
}

// ifMoves chooses between two lists of moves.
func (l *lowerer) ifMoves(t *check.Term) exec.MovesFn {
	cond := l.bool(t.Arg("if"))
	yes, no := l.moves(t.Arg("yes")), l.moves(t.Arg("no"))
	then := l.then(t)
	has := t.Arg("no") != nil
	l.findsIf(t, cond, yes, no)
	l.sampleIf(t, cond, yes, no, then)
	test := cond.Fn
	if l.echoes(t.Arg("if"), t.Arg("yes")) {
		if !has {
			no = func(*ctx) {}
		}
		return func(c *ctx) {
			first := len(c.Moves)
			if c.Aim != 0 || c.Prog.Forbids() {
				if test(c) {
					yes(c)
				} else {
					no(c)
				}
			} else if yes(c); len(c.Moves) == first {
				no(c)
			}
			c.Finish(first, then)
		}
	}
	switch {
	case cond.Const && cond.V:
		return finished(yes, then)
	case cond.Const:
		return finished(no, then)
	case then == nil && !has:
		if cond.FromIn != nil {
			if l.guards == nil {
				l.guards = map[*check.Term]Bool{}
			}
			l.guards[t] = cond
		}
		return func(c *ctx) {
			if test(c) {
				yes(c)
			}
		}
	case then == nil:
		return func(c *ctx) {
			if test(c) {
				yes(c)
			} else {
				no(c)
			}
		}
	}
	return func(c *ctx) {
		first := len(c.Moves)
		if test(c) {
			yes(c)
		} else {
			no(c)
		}
		c.Finish(first, then)
	}
}

// echoes reports whether a condition asks whether there are the very moves that follow: then to
// list them tells. It must not matter how often they are listed.
func (l *lowerer) echoes(cond, moves *check.Term) bool {
	if cond.Name() != "can Move" || l.p.Flags.Visited || !alike(cond.Arg("moves"), moves, true) {
		return false
	}
	chance := false
	for _, t := range []*check.Term{moves, l.root.Arg("equipment")} {
		t.Walk(func(t *check.Term) {
			if t.Form != nil {
				n := strings.ToLower(t.Form.Name)
				chance = chance || strings.Contains(n, "roll") || strings.Contains(n, "random")
			}
		})
	}
	return !chance
}

// alike reports whether two terms are the same. What follows from the moves is left out.
func alike(a, b *check.Term, top bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Form != b.Form || a.List != b.List || a.Sort != b.Sort || a.Int != b.Int || a.Float != b.Float || a.Bool != b.Bool ||
		a.Text != b.Text || len(a.Args) != len(b.Args) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Args {
		if top && a.Form.Params[i].Name == "then" {
			continue
		}
		if !alike(a.Args[i], b.Args[i], false) {
			return false
		}
	}
	for i := range a.Items {
		if !alike(a.Items[i], b.Items[i], false) {
			return false
		}
	}
	return true
}

// finished is moves with a consequence, nil for none.
func finished(moves exec.MovesFn, then *exec.Then) exec.MovesFn {
	if then == nil {
		return moves
	}
	return func(c *ctx) {
		first := len(c.Moves)
		moves(c)
		c.Finish(first, then)
	}
}

// applyMoves is (apply …) where moves stand. With a condition alone it does nothing.
func (l *lowerer) applyMoves(t *check.Term) exec.MovesFn {
	if e := l.applied(t).whole(); e != nil {
		return e
	}
	return func(*ctx) {}
}

// thenAfterAll lowers a consequence that is worked out when all players of a simultaneous
// game have moved.
func (l *lowerer) thenAfterAll(t *check.Term) exec.MovesFn {
	moves := l.moves(t.Arg("effect"))
	if !l.simultaneous() {
		return moves
	}
	var after exec.MovesFn
	after = func(c *ctx) {
		if !c.AfterAll(after) {
			moves(c)
		}
	}
	return after
}
