package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Dice: thrown, and used one by one.

func init() {
	moveForms["roll"] = (*lowerer).roll
	moveForms["moves.forEach Die"] = (*lowerer).eachDie
}

// roll throws all dice: what they show is drawn when the move is worked out.
func (l *lowerer) roll(t *check.Term) exec.MovesFn {
	then := l.then(t)
	var asks []exec.Chance
	var actions []exec.Action // one for each die, and one that says whether all show the same
	for _, ci := range l.p.Dice {
		dice := &l.p.Containers[ci]
		for i := range dice.N {
			site := dice.From + i
			ask := exec.Chance{Die: site, N: len(dice.Faces[i])}
			if i < len(dice.Odds) {
				ask.Odds = dice.Odds[i]
			}
			asks, actions = append(asks, ask), append(actions, exec.On(exec.OpDie, topology.Cell, site))
		}
	}
	actions = append(actions, exec.Blank(exec.OpDiceEqual))
	return func(c *ctx) {
		first, equal, shown := len(c.Moves), int32(1), exec.Undefined
		var own []exec.Action
		for i := range asks {
			face := c.Draw(asks[i])
			if i == 0 {
				shown, own = face, rolled(c, actions)
			} else if face != shown {
				equal = 0
			}
			own[i].State = int32(face)
		}
		if len(asks) == 0 {
			own = rolled(c, actions)
		}
		own[len(asks)].Value = equal
		c.Finish(first, then)
	}
}

// rolled makes the move that throws dice, and gives its actions.
func rolled(c *ctx, actions []exec.Action) []exec.Action {
	m, own := c.NewMoveOf(actions)
	c.Moves[m].Mover = 0
	setSites(c, m, 0, 0) // Ludii leaves them unset
	return own
}

// A dieLoop is a lowered (forEach Die …).
type dieLoop struct {
	hand                   exec.IntFn
	combined, replay, cond exec.BoolFn
	moves                  exec.MovesFn
	then                   *exec.Then
}

// eachDie sets pips to what each die shows that was not used, and uses it with the
// moves made from it; on demand also to the sums of several dice. Where doubles are
// played twice, the value of the first time is kept in the temporary value.
func (l *lowerer) eachDie(t *check.Term) exec.MovesFn {
	d := &dieLoop{
		hand:     l.intOr(t.Arg("hand"), 0).Fn,
		combined: l.boolOr(t.Arg("combined"), false).Fn,
		replay:   l.boolOr(t.Arg("replayDouble"), false).Fn,
		cond:     l.boolOr(t.Arg("if"), true).Fn,
		moves:    l.moves(t.Arg("moves")),
		then:     l.then(t),
	}
	return d.all
}

func (d *dieLoop) all(c *ctx) {
	hand := d.hand(c)
	if uint(hand) >= uint(len(c.Prog.Dice)) {
		return
	}
	n := len(c.Dice[hand])
	if n == 0 {
		return
	}
	first, pips := len(c.Moves), c.Pips
	double := d.replay(c)
	for i := 1; i < n && double; i++ {
		double = c.Dice[hand][i] == c.Dice[hand][0]
	}
	for i := range n {
		start := len(c.Moves)
		c.Pips = int(c.Dice[hand][i])
		if !d.cond(c) {
			continue
		}
		d.moves(c)
		c.Follow(start, useDie(c, hand, i))
		switch {
		case double && c.Temp == exec.Undefined:
			c.Follow(start, numberAction(exec.OpTemp, int(c.Dice[hand][i])))
		case double:
			c.Follow(start, numberAction(exec.OpTemp, exec.Undefined))
		case c.Temp != exec.Undefined:
			d.again(c, start)
		}
	}
	if d.combined(c) {
		d.sums(c, hand)
	}
	c.Pips = pips
	c.Finish(first, d.then)
}

// useDie is the action of using a die.
func useDie(c *ctx, hand, die int) exec.Action {
	a := exec.On(exec.OpUse, topology.Cell, c.Prog.Containers[c.Prog.Dice[hand]].From+die)
	a.What, a.Count = int32(hand), int32(die)
	return a
}

// again shows the double once more.
func (d *dieLoop) again(c *ctx, start int) {
	face := int(c.Temp) - 1
	for _, ci := range c.Prog.Dice {
		dice := &c.Prog.Containers[ci]
		if len(dice.Faces) == 0 || face >= len(dice.Faces[0]) {
			continue
		}
		for i := range dice.N {
			a := exec.On(exec.OpDie, topology.Cell, dice.From+i)
			a.State = int32(face)
			c.Follow(start, a)
		}
	}
}

// sums makes the moves of two dice together, and of three.
func (d *dieLoop) sums(c *ctx, hand int) {
	switch len(c.Dice[hand]) {
	case 2:
		d.sum(c, hand, 0, 1)
	case 3:
		d.sum(c, hand, 0, 1, 2)
		d.sum(c, hand, 0, 1)
		d.sum(c, hand, 0, 2)
		d.sum(c, hand, 1, 2)
	}
}

func (d *dieLoop) sum(c *ctx, hand int, dice ...int) {
	total := 0
	for _, i := range dice {
		v := int(c.Dice[hand][i])
		if v == 0 {
			return
		}
		total += v
	}
	c.Pips = total
	if !d.cond(c) {
		return
	}
	start := len(c.Moves)
	d.moves(c)
	for _, i := range dice {
		c.Follow(start, useDie(c, hand, i))
	}
}
