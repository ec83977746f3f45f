package exec

// WinningSites puts into a set the sites that moves of a player lead to and that
// would win for the player at once: each move is made as a turn of the match, end
// rules included. Of several moves to a site the first that wins counts.
func (c *Ctx) WinningSites(player int, moves MovesFn, into Bits) {
	if player < 1 || player > c.Prog.Players || !c.Ahead() {
		return
	}
	defer c.Back()
	if player != int(c.Mover) {
		c.setMoverAlone(player)
	}
	mark := c.Mark()
	moves(c)
	for i := mark.moves; i < len(c.Moves) && c.Err == nil; i++ {
		m := c.Moves[i]
		if m.To < 0 || into.Has(int(m.To)) || !c.Ahead() {
			continue
		}
		inner := c.Mark()
		c.StepMove(m)
		won := c.Won>>(uint(player)-1)&1 != 0
		c.Release(inner)
		c.Back()
		if won {
			into.Add(int(m.To))
		}
	}
	c.Release(mark)
}
