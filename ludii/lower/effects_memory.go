package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// Effects on what is remembered, triggered, noted, and on teams.

func init() {
	moveForms["remember Value"] = (*lowerer).rememberValue
	moveForms["remember State"] = (*lowerer).rememberState
	moveForms["forget Value"] = (*lowerer).forgetValue
	moveForms["forget Value All"] = (*lowerer).forgetAll
	moveForms["trigger"] = (*lowerer).trigger
	moveForms["moves.set Team"] = (*lowerer).setTeam
}

// memoryOf numbers the list that a form remembers in; the one without a name is
// the first.
func (l *lowerer) memoryOf(t *check.Term) int32 {
	l.memory("")
	if n := t.Arg("name"); n != nil {
		return int32(l.memory(n.Text))
	}
	return int32(l.memory(""))
}

// rememberValue keeps a number, on demand only if it is not kept yet.
func (l *lowerer) rememberValue(t *check.Term) exec.MovesFn {
	id := l.memoryOf(t)
	value, unique, then := l.int(t.Arg("value")).Fn, l.boolOr(t.Arg("unique"), false).Fn, l.then(t)
	return func(c *ctx) {
		v := int32(value(c))
		if unique(c) {
			c.Scan(len(c.Memory[id]))
			for _, w := range c.Memory[id] {
				if w == v {
					return
				}
			}
		}
		first := len(c.Moves)
		a := exec.Blank(exec.OpRemember)
		a.What, a.Value = id, v
		effectMove(c, a)
		c.Finish(first, then)
	}
}

func (l *lowerer) rememberState(t *check.Term) exec.MovesFn {
	return single(func(*ctx) exec.Action { return exec.Blank(exec.OpStore) }, l.then(t))
}

func (l *lowerer) forgetValue(t *check.Term) exec.MovesFn {
	id, value := l.memoryOf(t), l.int(t.Arg("value")).Fn
	return single(func(c *ctx) exec.Action {
		a := exec.Blank(exec.OpForget)
		a.What, a.Value = id, int32(value(c))
		return a
	}, l.then(t))
}

// forgetAll forgets all that a name remembers, or without one all that is
// remembered, as one move.
func (l *lowerer) forgetAll(t *check.Term) exec.MovesFn {
	id, every := l.memoryOf(t), t.Arg("name") == nil
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		for i := range c.Memory {
			if !every && int32(i) != id {
				continue
			}
			for _, v := range c.Memory[i] {
				a := exec.Blank(exec.OpForget)
				a.What, a.Value = int32(i), v
				if len(c.Moves) > first {
					c.Also(a)
					continue
				}
				effectMove(c, a)
				setSites(c, first, 0, 0) // Ludii leaves them unset
			}
		}
		c.Finish(first, then)
	}
}

// trigger marks an event for a player. Ludii forgets what follows it.
func (l *lowerer) trigger(t *check.Term) exec.MovesFn {
	id, player := int32(l.notion(t.Arg("event").Text)), l.player(t.Arg("player")).Fn
	l.then(t)
	return single(func(c *ctx) exec.Action {
		a := exec.Blank(exec.OpTrigger)
		a.What, a.Player = id, int32(player(c))
		return a
	}, nil)
}

// setTeam puts players in a team, as one move.
func (l *lowerer) setTeam(t *check.Term) exec.MovesFn {
	team := l.int(t.Arg("team")).Fn
	var players []exec.IntFn
	for _, r := range t.Arg("members").Items {
		players = append(players, l.role(r).Fn)
	}
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		id := int32(team(c))
		for _, player := range players {
			p := player(c)
			if p < 1 || p > c.Prog.Players {
				continue
			}
			a := exec.Blank(exec.OpTeam)
			a.Player, a.Value = int32(p), id
			if len(c.Moves) == first {
				c.NewMove(a)
			} else {
				c.Also(a)
			}
		}
		c.Finish(first, then)
	}
}
