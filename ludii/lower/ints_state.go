package lower

import (
	"math"

	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Iterators, and numbers that a state holds as a whole.

func init() {
	plain := func(it Iter, fn exec.IntFn) func(l *lowerer, t *check.Term) Int {
		return func(*lowerer, *check.Term) Int { return Int{Fn: fn, Iter: it} }
	}
	for name, f := range map[string]func(l *lowerer, t *check.Term) Int{
		"int.to":      plain(IterTo, func(c *ctx) int { return c.To }),
		"int.between": plain(IterBetween, func(c *ctx) int { return c.Between }),
		"site":        plain(IterSite, func(c *ctx) int { return c.Site }),
		"mover":       plain(IterMover, func(c *ctx) int { return int(c.Mover) }),
		"next":        plain(IterNext, func(c *ctx) int { return int(c.Next) }),
		"int.player":  plain(NoIter, func(c *ctx) int { return c.Player }),
		"level":       plain(NoIter, func(c *ctx) int { return c.Level }),
		"value":       plain(NoIter, func(c *ctx) int { return c.Value }),
		"pips":        plain(NoIter, func(c *ctx) int { return c.Pips }),
		"int.track":   plain(NoIter, func(c *ctx) int { return c.Track }),
		"edge":        plain(NoIter, func(c *ctx) int { return c.Edge }),
		"counter":     plain(NoIter, func(c *ctx) int { return int(c.Counter) }),
		"pot":         plain(NoIter, func(c *ctx) int { return int(c.Pot) }),

		"int.count Moves":         plain(NoIter, func(c *ctx) int { return int(c.State.Moves) }),
		"int.count MovesThisTurn": plain(NoIter, func(c *ctx) int { return int(c.SamePlayer) }),
		"int.count Turns":         plain(NoIter, func(c *ctx) int { return int(c.Turn) }),
		"int.count Active":        plain(NoIter, countActive),
		"int.card TrumpSuit":      plain(NoIter, func(c *ctx) int { return int(c.Trump) }),
		"value Pending":           plain(NoIter, onlyPending),
		"int.from":                (*lowerer).fromIter,
		"prev":                    (*lowerer).prev,
		"var":                     (*lowerer).variable,
		"int.last To":             last(lastTo, func(c *ctx) int { return int(c.Last.ToAfter) }),
		"int.last From":           last(lastFrom, func(c *ctx) int { return int(c.Last.FromAfter) }),
		"int.last LevelTo": last(func() Int { return lastNumber(func(c *ctx) int { return int(c.Last.LevelTo) }) },
			func(c *ctx) int { return int(c.Last.LevelToAfter) }),
		"int.last LevelFrom": last(func() Int { return lastNumber(func(c *ctx) int { return int(c.Last.LevelFrom) }) },
			func(c *ctx) int { return int(c.Last.LevelFromAfter) }),
		"int.score":         (*lowerer).score,
		"amount":            (*lowerer).amount,
		"value Player":      (*lowerer).valuePlayer,
		"value Random":      (*lowerer).valueRandom,
		"int.count Players": func(l *lowerer, _ *check.Term) Int { return Const(l.p.Players) },
		"int.count Phases":  func(l *lowerer, _ *check.Term) Int { return l.countPhases() },
		"value MoveLimit":   func(l *lowerer, _ *check.Term) Int { return Const(l.p.MaxMoves) },
		"value TurnLimit":   func(l *lowerer, _ *check.Term) Int { return Const(l.p.MaxTurns) },
	} {
		intForms[name] = f
	}
}

// fromIter is (from), or where the turn began.
func (l *lowerer) fromIter(t *check.Term) Int {
	if at := t.Arg("at"); at != nil && at.Text == "StartOfTurn" {
		return Int{Fn: func(c *ctx) int {
			if c.RunMoves == 0 || c.RunMover != c.Mover {
				return exec.Undefined
			}
			return int(c.RunFrom)
		}}
	}
	return iterFrom()
}

// prev is the player before; (prev MoverLastTurn) who moved last of the others.
func (l *lowerer) prev(t *check.Term) Int {
	if p := t.Arg("prevType"); p != nil && p.Text == "MoverLastTurn" {
		if l.p.Players > 2 {
			return Int{Fn: func(c *ctx) int {
				switch {
				case c.RunMoves == 0:
					return exec.Undefined
				case c.RunMover != c.Mover:
					return int(c.RunMover)
				case c.Runs == 0:
					return exec.Undefined
				}
				return int(c.RunBefore)
			}}
		}
		return Int{Fn: func(c *ctx) int {
			if c.Turn < 2 {
				return exec.Undefined
			}
			return 3 - int(c.Mover)
		}}
	}
	return Int{Iter: IterPrev, Fn: func(c *ctx) int { return int(c.Prev) }}
}

// variable reads (var "name"), Off while it is not set, or the nameless one.
func (l *lowerer) variable(t *check.Term) Int {
	n := t.Arg("name")
	if n == nil {
		return Int{Fn: func(c *ctx) int { return int(c.Temp) }}
	}
	i := l.varIndex(n.Text)
	return Int{Fn: func(c *ctx) int {
		if i >= len(c.Vars) || !c.VarSet.Has(i) {
			return exec.Off
		}
		return int(c.Vars[i])
	}}
}

// last makes the function of an end of the last move, or of what came after it.
func last(now func() Int, after exec.IntFn) func(l *lowerer, t *check.Term) Int {
	return func(l *lowerer, t *check.Term) Int {
		if !l.flag(t.Arg("afterConsequence"), false) {
			return now()
		}
		return lastNumber(after)
	}
}

// lastNumber is a number of the last move, Undefined before there is one.
func lastNumber(fn exec.IntFn) Int {
	return Int{Fn: func(c *ctx) int {
		if !c.Last.Valid {
			return exec.Undefined
		}
		return fn(c)
	}}
}

// countActive is the number of players who still take part.
func countActive(c *ctx) int {
	n := 0
	for p := 1; p <= c.Prog.Players; p++ {
		if c.IsActive(p) {
			n++
		}
	}
	return n
}

// onlyPending is the value that is pending if there is one only, else 0.
func onlyPending(c *ctx) int {
	value, found := 0, false
	for _, v := range c.Pending {
		if found && int(v) != value {
			return 0
		}
		value, found = int(v), true
	}
	return value
}

// countPhases is the number of phases of the play; it is known once all are.
func (l *lowerer) countPhases() Int {
	p := l.p
	return Int{Fn: func(*ctx) int { return len(p.Phases) }}
}

// seat makes a function of a player; what is no player has the value without.
func seat(player Int, without int, fn func(c *ctx, p int) int) Int {
	return Int{Fn: func(c *ctx) int {
		if p := player.Fn(c); p >= 1 && p <= c.Prog.Players {
			return fn(c, p)
		}
		return without
	}}
}

// score is that of the player whose number it is now, whatever roles were swapped.
func (l *lowerer) score(t *check.Term) Int {
	return seat(l.player(t.Arg("player")), exec.Off, func(c *ctx, p int) int { return int(c.Score[p]) })
}

func (l *lowerer) amount(t *check.Term) Int {
	return seat(l.player(t.Arg("player")), exec.Off, func(c *ctx, p int) int { return int(c.Amount[p]) })
}

func (l *lowerer) valuePlayer(t *check.Term) Int {
	return seat(l.player(t.Arg("player")), exec.Off, func(c *ctx, p int) int { return int(c.PlayerValue[p]) })
}

// valueRandom draws a number of a range, both ends in it.
func (l *lowerer) valueRandom(t *check.Term) Int {
	low, high := l.bounds(t.Arg("range"))
	return Int{Fn: func(c *ctx) int {
		a, b := low.Fn(c), high.Fn(c)
		if a > b {
			return exec.Undefined
		}
		if b-a >= math.MaxInt32 {
			return a
		}
		return a + c.Pick(b-a+1)
	}}
}
