package lower

import (
	"slices"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Whether there is a move is often asked: for a stalemate, and of players who
// pass. Of moves that are tried one after the other, the first that holds is
// enough. Moves made of such ones ask their parts; all others are generated.

// finds notes how to ask whether moves find any. What it leaves in the buffers,
// whoever asks takes out.
func (l *lowerer) finds(t *check.Term, some exec.BoolFn) {
	if l.some == nil {
		l.some = map[*check.Term]exec.BoolFn{}
	}
	l.some[t] = some
}

// questions gives the questions to all parts, or nil if the moves have to be
// generated anyway.
func (l *lowerer) questions(terms []*check.Term, moves []exec.MovesFn) []exec.BoolFn {
	known := false
	out := make([]exec.BoolFn, len(terms))
	for i, t := range terms {
		known = known || l.some[t] != nil
		out[i] = l.question(t, moves[i])
	}
	if !known {
		return nil
	}
	return out
}

// question asks whether moves find any, if it must be by generating them.
func (l *lowerer) question(t *check.Term, moves exec.MovesFn) exec.BoolFn {
	if some := l.some[t]; some != nil {
		return some
	}
	return func(c *ctx) bool {
		n := len(c.Moves)
		moves(c)
		return len(c.Moves) > n
	}
}

// findsAny is for moves which there are if one of the parts has any.
func (l *lowerer) findsAny(t *check.Term, moves []exec.MovesFn) {
	terms := []*check.Term{t.Arg("a"), t.Arg("b")}
	if list := t.Arg("moves"); list != nil {
		terms = list.Items
	}
	if parts := l.questions(terms, moves); parts != nil {
		if !l.p.Flags.Stochastic {
			// What is meant for when there is nothing better is found most often.
			slices.Reverse(parts)
		}
		l.finds(t, func(c *ctx) bool {
			for _, some := range parts {
				if some(c) {
					return true
				}
			}
			return false
		})
	}
}

// findsIf is for moves that depend on a condition.
func (l *lowerer) findsIf(t *check.Term, cond Bool, yes, no exec.MovesFn) {
	terms, moves := []*check.Term{t.Arg("yes")}, []exec.MovesFn{yes}
	if n := t.Arg("no"); n != nil {
		terms, moves = append(terms, n), append(moves, no)
	}
	parts, test := l.questions(terms, moves), cond.Fn
	switch {
	case parts == nil:
	case len(parts) == 2:
		l.finds(t, func(c *ctx) bool {
			if test(c) {
				return parts[0](c)
			}
			return parts[1](c)
		})
	default:
		l.finds(t, func(c *ctx) bool { return test(c) && parts[0](c) })
	}
}

// some tries moves until the condition holds after one.
func (d *sequence) some(c *ctx) bool {
	start := len(c.Moves)
	d.first(c)
	if d.cond.Succeeds != nil && d.cond.Succeeds(c) {
		return len(c.Moves) > start
	}
	if d.cond.Fails != nil && d.cond.Fails(c) {
		return false
	}
	for i := start; i < len(c.Moves); i++ {
		holds, ok := d.holds(c, i, false)
		if holds || !ok {
			return holds
		}
	}
	return false
}
