package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Effects that change what the state holds besides where pieces are.

func init() {
	moveForms["moveAgain"] = (*lowerer).moveAgain
	moveForms["moves.set State"] = (*lowerer).setState
	moveForms["moves.set Value"] = (*lowerer).setPieceValue
	moveForms["moves.set Count"] = (*lowerer).setCount
	moveForms["moves.set Score"] = (*lowerer).setScore
	moveForms["moves.set Value#player"] = (*lowerer).setPlayerValue
	moveForms["moves.set Pending"] = (*lowerer).setPending
	moveForms["moves.set Var"] = (*lowerer).setVar
	moveForms["moves.set Counter"] = (*lowerer).setCounter
	moveForms["moves.set Pot"] = (*lowerer).setPot
	moveForms["addScore"] = (*lowerer).addScore
	moveForms["addScore#list"] = (*lowerer).addScores
}

// effect appends a move that nobody in particular makes, as Ludii has it for what
// is an effect by nature.
func effectMove(c *ctx, a exec.Action) {
	if m := c.NewMove(a); m >= 0 {
		c.Moves[m].Mover = 0
	}
}

// single is an effect of one action, with what follows it.
func single(make func(c *ctx) exec.Action, then *exec.Then) exec.MovesFn {
	if then == nil {
		return func(c *ctx) { effectMove(c, make(c)) }
	}
	return func(c *ctx) {
		first := len(c.Moves)
		effectMove(c, make(c))
		c.Finish(first, then)
	}
}

func (l *lowerer) moveAgain(t *check.Term) exec.MovesFn {
	return single(func(c *ctx) exec.Action {
		a := exec.Blank(exec.OpNext)
		a.Player = c.Mover
		return a
	}, l.then(t))
}

// setState sets the local state of a piece. What is not on the board is left alone.
func (l *lowerer) setState(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site, state, level := l.int(t.Arg("at")).Fn, l.int(t.Arg("value")).Fn, l.levelOf(t)
	then := l.then(t)
	at := l.at(k)
	return func(c *ctx) {
		v := state(c)
		lv := level(c)
		if v < 0 || lv < exec.Undefined {
			return
		}
		s := site(c)
		if s < 0 {
			return
		}
		kind := at(c, s)
		if !exists(c, kind, s) {
			return
		}
		first := len(c.Moves)
		a := exec.On(exec.OpSetState, kind, s)
		a.Level, a.State = int16(lv), int32(v)
		effectMove(c, a)
		c.Finish(first, then)
	}
}

// levelOf lowers the level of a form; Undefined without one.
func (l *lowerer) levelOf(t *check.Term) exec.IntFn {
	return l.intOr(t.Arg("level"), exec.Undefined).Fn
}

// setPieceValue sets the value of a piece.
func (l *lowerer) setPieceValue(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site, value, level := l.int(t.Arg("at")).Fn, l.int(t.Arg("value")).Fn, l.levelOf(t)
	then := l.then(t)
	return func(c *ctx) {
		lv := level(c)
		v := value(c)
		if v < 0 || lv < exec.Undefined {
			return
		}
		first := len(c.Moves)
		a := exec.On(exec.OpSetValue, k, site(c))
		a.Level, a.Value = int16(lv), int32(v)
		effectMove(c, a)
		c.Finish(first, then)
	}
}

// setCount says how many pieces are on a site.
func (l *lowerer) setCount(t *check.Term) exec.MovesFn {
	k, _ := l.kindOf(t.Arg("type"))
	site, count := l.int(t.Arg("at")).Fn, l.int(t.Arg("value")).Fn
	then := l.then(t)
	at := l.at(k)
	return func(c *ctx) {
		s := site(c)
		n := count(c)
		if s < 0 {
			return
		}
		first := len(c.Moves)
		a := exec.On(exec.OpSetCount, k, s)
		a.What, a.Count = int32(c.WhatAt(at(c, s), s, exec.Undefined)), int32(n)
		effectMove(c, a)
		c.Finish(first, then)
	}
}

// scored lowers a player, or a role for any number of real players.
func (l *lowerer) scored(t *check.Term) exec.IntsFn {
	if t.Form == nil && t.Sort == check.RoleType {
		return l.realPlayers(t.Text)
	}
	v := l.player(t).Fn
	return func(c *ctx, dst []int) []int { return append(dst, v(c)) }
}

// realPlayers are the players that a role stands for. Roles such as Shared or Each
// stand for none.
func (l *lowerer) realPlayers(role string) exec.IntsFn {
	keep := func(fits func(c *ctx, p int) bool) exec.IntsFn {
		return func(c *ctx, dst []int) []int {
			for p := 1; p <= c.Prog.Players; p++ {
				if fits(c, p) {
					dst = append(dst, p)
				}
			}
			return dst
		}
	}
	friend := func(c *ctx, p int) bool { return c.Friends(int(c.Mover))&(1<<(uint(p)-1)) != 0 }
	switch role {
	case "All":
		return keep(func(*ctx, int) bool { return true })
	case "Enemy":
		return keep(func(c *ctx, p int) bool { return !friend(c, p) })
	case "Friend", "TeamMover":
		return keep(friend)
	case "Ally":
		return keep(func(c *ctx, p int) bool { return p != int(c.Mover) && friend(c, p) })
	case "NonMover":
		return keep(func(c *ctx, p int) bool { return p != int(c.Mover) })
	case "Mover":
		return func(c *ctx, dst []int) []int { return append(dst, int(c.Mover)) }
	case "Next":
		return func(c *ctx, dst []int) []int { return append(dst, int(c.Next)) }
	case "Prev":
		return func(c *ctx, dst []int) []int { return append(dst, int(c.Prev)) }
	case "Player":
		return func(c *ctx, dst []int) []int { return append(dst, c.Player) }
	}
	if n, ok := numbered(role, "P"); ok {
		return func(_ *ctx, dst []int) []int { return append(dst, n) }
	}
	if n, ok := numbered(role, "Team"); ok {
		if !l.p.Flags.Team {
			return func(_ *ctx, dst []int) []int { return append(dst, n) }
		}
		return keep(func(c *ctx, p int) bool { return int(c.Team[p]) == n })
	}
	return func(_ *ctx, dst []int) []int { return dst }
}

func (l *lowerer) setScore(t *check.Term) exec.MovesFn {
	return l.scoring(l.scored(t.Arg("player")), l.int(t.Arg("value")).Fn, false, l.then(t))
}

func (l *lowerer) addScore(t *check.Term) exec.MovesFn {
	return l.scoring(l.scored(t.Arg("player")), l.int(t.Arg("score")).Fn, true, l.then(t))
}

func (l *lowerer) scoring(players exec.IntsFn, score exec.IntFn, plus bool, then *exec.Then) exec.MovesFn {
	return func(c *ctx) {
		first := len(c.Moves)
		v := score(c)
		list := players(c, c.Ints())
		for _, p := range list {
			c.Tick()
			a := exec.Blank(exec.OpScore)
			a.Player, a.Value, a.Plus = int32(p), int32(v), plus
			effectMove(c, a)
		}
		c.PutInts(list)
		c.Finish(first, then)
	}
}

// addScores adds to the scores of several players.
func (l *lowerer) addScores(t *check.Term) exec.MovesFn {
	players, scores := t.Arg("players"), t.Arg("scores")
	var list []exec.MovesFn
	for i := range min(len(players.Items), len(scores.Items)) {
		list = append(list, l.scoring(l.scored(players.Items[i]), l.int(scores.Items[i]).Fn, true, nil))
	}
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		for _, m := range list {
			c.Tick()
			m(c)
		}
		c.Finish(first, then)
	}
}

// setPlayerValue sets the number that a player has; nobody has one too.
func (l *lowerer) setPlayerValue(t *check.Term) exec.MovesFn {
	player, value, then := l.player(t.Arg("player")).Fn, l.int(t.Arg("value")).Fn, l.then(t)
	return func(c *ctx) {
		p := player(c)
		v := value(c)
		if p < 0 || p > c.Prog.Players {
			return
		}
		first := len(c.Moves)
		a := exec.Blank(exec.OpPlayerValue)
		a.Player, a.Value = int32(p), int32(v)
		c.NewMove(a)
		c.Finish(first, then)
	}
}

// setPending marks a site, a number, or all sites of a region as one move. Ludii
// forgets what follows it.
func (l *lowerer) setPending(t *check.Term) exec.MovesFn {
	if t.Arg("then") != nil {
		l.then(t)
	}
	v := t.Arg("value")
	if v == nil {
		return func(c *ctx) { effectMove(c, exec.Blank(exec.OpPending)) }
	}
	pending := func(n int) exec.Action {
		a := exec.Blank(exec.OpPending)
		a.Value = int32(n)
		return a
	}
	if !isRegion(v) {
		value := l.int(v).Fn
		return func(c *ctx) { effectMove(c, pending(value(c))) }
	}
	region := l.region(v).Fn
	return func(c *ctx) {
		mark := c.SetMark()
		sites := region(c)
		first := len(c.Moves)
		for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
			c.Tick()
			if len(c.Moves) == first {
				effectMove(c, pending(s))
			} else {
				c.Also(pending(s))
			}
		}
		c.FreeSets(mark)
	}
}

// setVar sets a variable, or the one without a name.
func (l *lowerer) setVar(t *check.Term) exec.MovesFn {
	value := l.intOr(t.Arg("value"), exec.Undefined).Fn
	then := l.then(t)
	if t.Arg("name") == nil {
		return single(func(c *ctx) exec.Action { return numberAction(exec.OpTemp, value(c)) }, then)
	}
	id := int32(l.varIndex(t.Arg("name").Text))
	return single(func(c *ctx) exec.Action {
		a := numberAction(exec.OpVar, value(c))
		a.What = id
		return a
	}, then)
}

func numberAction(op exec.Op, v int) exec.Action {
	a := exec.Blank(op)
	a.Value = int32(v)
	return a
}

// setCounter and setPot set a number of the state. Ludii forgets what follows them.
func (l *lowerer) setCounter(t *check.Term) exec.MovesFn {
	value := l.intOr(t.Arg("value"), exec.Undefined).Fn
	l.then(t)
	return single(func(c *ctx) exec.Action { return numberAction(exec.OpCounter, value(c)) }, nil)
}

func (l *lowerer) setPot(t *check.Term) exec.MovesFn {
	value := l.intOr(t.Arg("value"), exec.Undefined).Fn
	l.then(t)
	return single(func(c *ctx) exec.Action { return numberAction(exec.OpPot, value(c)) }, nil)
}
