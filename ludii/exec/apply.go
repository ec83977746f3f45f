package exec

// Do makes one action.
func (c *Ctx) Do(a *Action) {
	switch a.Op {
	case OpMove:
		if c.plain && c.movePlain(a) {
			return
		}
		if c.Prog.Flags.Stacking {
			return
		}
		c.move(a)
	case OpAdd:
		if c.plain && c.addPlain(a) {
			return
		}
		c.add(a)
	case OpRemove:
		if a.Later {
			c.ToRemove = append(c.ToRemove, a.To)
			return
		}
		if c.plain && c.removePlain(a) {
			return
		}
		c.remove(a)
	case OpPromote:
		c.promote(a)
	case OpNext:
		c.Next = a.Player
	case OpScore:
		c.Score[a.Player] = a.Value
	case OpCounter:
		c.Counter = a.Value
	case OpTemp:
		c.Temp = a.Value
	}
}
