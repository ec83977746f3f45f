package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

func init() {
	moveForms["move Pass"] = (*lowerer).pass
	moveForms["pass"] = (*lowerer).pass
	moveForms["move PlayCard"] = (*lowerer).playCard
	moveForms["playCard"] = (*lowerer).playCard
	moveForms["move Swap Players"] = (*lowerer).swapPlayers
	moveForms["moves.swap Players"] = (*lowerer).swapPlayers
	moveForms["move Swap Pieces"] = (*lowerer).swapPieces
	moveForms["moves.swap Pieces"] = (*lowerer).swapPieces
	moveForms["move Propose"] = (*lowerer).propose
	moveForms["propose"] = (*lowerer).propose
	moveForms["move Vote"] = (*lowerer).propose
	moveForms["vote"] = (*lowerer).propose
	moveForms["move Bet"] = (*lowerer).bet
	moveForms["bet"] = (*lowerer).bet
	moveForms["move Set NextPlayer"] = (*lowerer).setNextPlayer
	moveForms["moves.set NextPlayer"] = (*lowerer).setNextPlayer
	moveForms["move Set TrumpSuit"] = (*lowerer).setTrump
	moveForms["moves.set TrumpSuit"] = (*lowerer).setTrump
	moveForms["move Set Rotation"] = (*lowerer).setRotation
	moveForms["moves.set Rotation"] = (*lowerer).setRotation
}

func (l *lowerer) pass(t *check.Term) exec.MovesFn {
	then, decision := l.then(t), decides(t)
	l.bounded(t, exactly(1))
	return func(c *ctx) {
		first := len(c.Moves)
		a := exec.Blank(exec.OpPass)
		a.Decision = decision
		c.NewMove(a)
		c.Finish(first, then)
	}
}

// playCard plays a card of a hand of the mover to the mover's site of the board.
func (l *lowerer) playCard(t *check.Term) exec.MovesFn {
	then, decision := l.then(t), decides(t)
	return func(c *ctx) {
		first := len(c.Moves)
		for i := 1; i < len(c.Prog.Containers); i++ {
			hand := &c.Prog.Containers[i]
			if hand.Owner != int(c.Mover) {
				continue
			}
			for s := hand.From; s < hand.From+hand.N; s++ {
				for level := range levels(c, topology.Cell, s) {
					a := moving(topology.Cell, s, int(c.Mover)-1, decision)
					a.Level = int16(level)
					span(c, c.NewMove(a), level, level)
				}
			}
		}
		c.Finish(first, then)
	}
}

// swapPlayers exchanges the roles of two players; the mover moves on.
func (l *lowerer) swapPlayers(t *check.Term) exec.MovesFn {
	p, q := l.player(t.Arg("player1")), l.player(t.Arg("player2"))
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		a := exec.Blank(exec.OpSwap)
		a.Player, a.What, a.Decision = int32(p.Fn(c)), int32(q.Fn(c)), true
		c.NewMove(a)
		next := exec.Blank(exec.OpNext)
		next.Player = c.Mover
		c.Also(next)
		c.Finish(first, then)
	}
}

// swapPieces exchanges the pieces of two cells.
func (l *lowerer) swapPieces(t *check.Term) exec.MovesFn {
	from, to := lastFrom(), lastTo()
	if s := t.Arg("site1"); s != nil {
		from = l.int(s)
	}
	if s := t.Arg("site2"); s != nil {
		to = l.int(s)
	}
	then, decision := l.then(t), decides(t)
	at := l.at(l.p.Default)
	return func(c *ctx) {
		a, b := from.Fn(c), to.Fn(c)
		if a < 0 || b < 0 {
			return
		}
		first := len(c.Moves)
		what := c.What(topology.Cell, b)
		m := c.NewMove(moving(topology.Cell, a, b, decision))
		add := exec.On(exec.OpAdd, at(c, a), a)
		add.What = int32(what)
		c.Also(add)
		setSites(c, m, a, b)
		c.Finish(first, then)
	}
}

// propose makes a proposal, or a vote, of each of some texts.
func (l *lowerer) propose(t *check.Term) exec.MovesFn {
	op := exec.OpPropose
	if t.Form.Name == "vote" || t.Form.Name == "move Vote" {
		op = exec.OpVote
	}
	v := t.Arg("votes")
	texts := []*check.Term{v}
	if v.List {
		texts = v.Items
	}
	ids := make([]int, len(texts))
	for i, it := range texts {
		ids[i] = l.notion(it.Text)
	}
	l.bounded(t, exactly(len(ids)))
	then, decision := l.then(t), decides(t)
	return func(c *ctx) {
		first := len(c.Moves)
		for _, id := range ids {
			a := exec.Blank(op)
			a.What, a.Decision = int32(id), decision
			c.NewMove(a)
		}
		c.Finish(first, then)
	}
}

// bet stakes one of a range of amounts.
func (l *lowerer) bet(t *check.Term) exec.MovesFn {
	player := l.player(t.Arg("player"))
	low, high := l.bounds(t.Arg("range"))
	then := l.then(t)
	return func(c *ctx) {
		first := len(c.Moves)
		p := player.Fn(c)
		last := high.Fn(c)
		for v := low.Fn(c); v <= last && c.Err == nil; v++ {
			a := exec.Blank(exec.OpBet)
			a.Player, a.Value, a.Decision = int32(p), int32(v), true
			c.NewMove(a)
		}
		if c.Mode() == exec.Simultaneous {
			c.SetMover(first, p)
		}
		c.Finish(first, then)
	}
}

// setNextPlayer says who moves next. Ludii forgets what follows it.
func (l *lowerer) setNextPlayer(t *check.Term) exec.MovesFn {
	var players exec.IntsFn
	if p := t.Arg("player"); p.Form != nil && p.Form.Result == check.Player || p.Sort == check.RoleType {
		v := l.player(p)
		players = func(c *ctx, dst []int) []int { return append(dst, v.Fn(c)) }
	} else {
		players = l.ints(p)
	}
	if th := t.Arg("then"); th != nil {
		l.then(t)
	}
	decision := decides(t)
	return func(c *ctx) {
		list := players(c, c.Ints())
		for _, p := range list {
			if p < 1 || p > c.Prog.Players {
				continue
			}
			a := exec.Blank(exec.OpNext)
			a.Player, a.Decision = int32(p), decision
			c.NewMove(a)
		}
		c.PutInts(list)
	}
}

func (l *lowerer) setTrump(t *check.Term) exec.MovesFn {
	suits := l.ints(t.Arg("suit"))
	then, decision := l.then(t), decides(t)
	return func(c *ctx) {
		first := len(c.Moves)
		list := suits(c, c.Ints())
		for _, s := range list {
			a := exec.Blank(exec.OpTrump)
			a.Value, a.Decision = int32(s), decision
			c.NewMove(a)
		}
		c.PutInts(list)
		c.Finish(first, then)
	}
}

// setRotation turns a piece, to some rotations or to the one before or behind.
func (l *lowerer) setRotation(t *check.Term) exec.MovesFn {
	site := iterFrom()
	to := t.Arg("to")
	k, _ := l.kindOf(to.Arg("type"))
	if to != nil {
		p := l.to(to)
		if p.region == nil {
			site = p.site
		}
	}
	var turns exec.IntsFn
	if r := t.Arg("rotations"); r != nil {
		turns = l.ints(r)
	}
	previous, next := l.boolOr(t.Arg("previous"), true), l.boolOr(t.Arg("next"), true)
	then, decision := l.then(t), decides(t)
	at := l.at(k)
	most := l.maxRotation() - 1
	return func(c *ctx) {
		s := site.Fn(c)
		if s < 0 {
			return
		}
		first := len(c.Moves)
		kind := at(c, s)
		turn := func(r int) {
			a := exec.On(exec.OpSetRotation, kind, s)
			a.Rotation, a.Decision = int32(r), decision
			c.NewMove(a)
		}
		if turns != nil {
			list := turns(c, c.Ints())
			for _, r := range list {
				turn(r)
			}
			c.PutInts(list)
		}
		now := c.RotationAt(kind, s, exec.Undefined)
		if previous.Fn(c) {
			if now > 0 {
				turn(now - 1)
			} else {
				turn(most)
			}
		}
		if next.Fn(c) {
			if now < most {
				turn(now + 1)
			} else {
				turn(0)
			}
		}
		c.Finish(first, then)
	}
}

// maxRotation is the number of rotations that pieces have on this board: as many as
// there are directions between its cells, or its vertices if they have more.
func (l *lowerer) maxRotation() int {
	of := func(k kind) int { return len(l.p.Topo.Of(k).Directions[topology.All]) }
	return max(of(topology.Cell), of(topology.Vertex))
}
