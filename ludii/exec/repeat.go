package exec

// remember keeps the hashes that rules against repetition ask for.
func (c *Ctx) remember() {}

// filter takes out the moves that the meta rules forbid.
func (c *Ctx) filter() {}

// pinned takes out the moves of pieces that hold up others.
func (c *Ctx) pinned() {}

// beforeMove applies the meta rules that change a move before it is made.
func (c *Ctx) beforeMove(m *Move) {}
