package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Moves made of lists of moves: joined, crossed, drawn by lot.

func init() {
	moveForms["append"] = (*lowerer).appendMoves
	moveForms["allCombinations"] = (*lowerer).allCombinations
	moveForms["random"] = (*lowerer).randomMoves
	moveForms["random#num"] = (*lowerer).randomSome
	moveForms["firstMoveOnTrack"] = (*lowerer).firstOnTrack
}

// appendMoves makes one move of all moves of a list.
func (l *lowerer) appendMoves(t *check.Term) exec.MovesFn {
	moves, then := l.moves(t.Arg("moves")), l.then(t)
	l.bounded(t, exactly(1))
	l.finds(t, l.question(t.Arg("moves"), moves))
	return func(c *ctx) {
		first := len(c.Moves)
		moves(c)
		if len(c.Moves) == first {
			return
		}
		c.Decide(first)
		c.Join(first)
		c.Moves[first].Mover = int16(c.Mover)
		c.Finish(first, then)
	}
}

// allCombinations makes a move of every move of one list with every move of another.
func (l *lowerer) allCombinations(t *check.Term) exec.MovesFn {
	a, b, then := l.moves(t.Arg("a")), l.moves(t.Arg("b")), l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		a(c)
		second := len(c.Moves)
		b(c)
		end := len(c.Moves)
		for i := first; i < second; i++ {
			for j := second; j < end && c.Err == nil; j++ {
				c.Pair(i, j)
			}
		}
		c.Moves = append(c.Moves[:first], c.Moves[end:]...)
		c.Finish(first, then)
	}
}

// randomMoves draws one of several lists of moves.
func (l *lowerer) randomMoves(t *check.Term) exec.MovesFn {
	var weights []exec.FloatFn
	var list []exec.MovesFn
	for i := range min(len(t.Arg("weights").Items), len(t.Arg("moves").Items)) {
		weights = append(weights, l.float(t.Arg("weights").Items[i]))
		list = append(list, l.moves(t.Arg("moves").Items[i]))
	}
	return func(c *ctx) {
		if len(list) == 0 {
			return
		}
		odds := make([]float64, len(list))
		sum := 0.0
		for i, w := range weights {
			odds[i] = w(c)
			sum += odds[i]
		}
		for i := range odds {
			odds[i] /= sum
		}
		if i := c.Draw(exec.Chance{N: len(list), Odds: odds, Die: exec.Off}); i >= 0 && i < len(list) {
			list[i](c)
		}
	}
}

// randomSome draws some moves of a list. In Ludii the same one may be drawn again.
func (l *lowerer) randomSome(t *check.Term) exec.MovesFn {
	moves, num := l.moves(t.Arg("moves")), l.int(t.Arg("num")).Fn
	return func(c *ctx) {
		first := len(c.Moves)
		moves(c)
		end := len(c.Moves)
		for n := min(num(c), end-first); n > 0; n-- {
			c.Moves = append(c.Moves, c.Moves[first+c.Pick(end-first)])
		}
		c.Moves = append(c.Moves[:first], c.Moves[end:]...)
	}
}

// firstOnTrack makes the moves of the first site of a track that has any; site is
// where. Ludii forgets what follows them.
func (l *lowerer) firstOnTrack(t *check.Term) exec.MovesFn {
	moves, track := l.moves(t.Arg("moves")), l.trackFor(t)
	l.then(t)
	return func(c *ctx) {
		tr := track(c)
		if tr == nil {
			return
		}
		first, site := len(c.Moves), c.Site
		for i := range tr.Steps {
			if tr.Steps[i].Site < 0 {
				continue
			}
			c.Site = tr.Steps[i].Site
			if moves(c); len(c.Moves) > first {
				break
			}
		}
		c.Site = site
	}
}
