package exec

// Looking ahead: moves that are tried on a copy of the state.

// Bounds on what working out the moves of one position may try.
const (
	MaxAhead = 256     // positions behind each other
	MaxTries = 4 << 20 // positions in all
)

// ahead is the part of a Ctx that looking ahead needs.
type ahead struct {
	tries []try
	tried int

	// Longest is what the last generator that compares chains of moves has found.
	Longest Longest

	// postponed are consequences that wait until all players have moved; postpone
	// is set while they do.
	postponed []MovesFn
	postpone  bool
}

// Longest tells that N moves from index First on are those that generator Node
// has found to begin the best chains, and what these count.
type Longest struct{ Node, First, N, Best int }

// Before is the state in which Ahead was called last.
func (c *Ctx) Before() *State { return c.saved[c.nsaved-1] }

// AfterAll puts a consequence off until all players of a simultaneous game have
// moved. It reports false where nobody waits.
func (c *Ctx) AfterAll(fn MovesFn) bool {
	if c.postpone {
		c.postponed = append(c.postponed, fn)
	}
	return c.postpone
}

// runPostponed works out what AfterAll has put off.
func (c *Ctx) runPostponed() {
	c.postpone = false
	for i := 0; i < len(c.postponed) && c.Err == nil; i++ {
		c.consequence(c.postponed[i])
	}
	c.postponed = c.postponed[:0]
}

// A try is what an attempt leaves as it was.
type try struct {
	iter    Iter
	aim     int
	calmed  int
	resting bool
	listens bool
	applied []Action // of the position before
	own     []Action // storage for the actions of the attempt
}

// Ahead goes on with a copy of the state, with the actions that are applied in a
// list of their own (Applied, empty). Back undoes it. Buffers of moves are not
// touched. It reports false, and has done nothing, where bounds are exceeded.
func (c *Ctx) Ahead() bool {
	if c.nsaved == 0 {
		c.tried = 0
	}
	c.tried++
	if len(c.tries) >= MaxAhead || c.tried > MaxTries || c.Err != nil {
		c.Fail(ErrDepth)
		return false
	}
	if n := len(c.tries); n < cap(c.tries) {
		c.tries = c.tries[:n+1]
	} else {
		c.tries = append(c.tries, try{})
	}
	t := &c.tries[len(c.tries)-1]
	t.iter, t.applied = c.Iter, c.Applied
	t.aim, c.Aim = c.Aim, 0
	t.calmed, t.resting, t.listens = c.calmed, c.resting, c.calm.listening
	c.calmed, c.resting, c.calm.listening = 0, false, false
	c.Applied = t.own[:0]
	c.Push()
	return true
}

// Back returns to where Ahead was called.
func (c *Ctx) Back() {
	c.Pop()
	t := &c.tries[len(c.tries)-1]
	t.own = c.Applied
	c.Iter, c.Applied, t.applied = t.iter, t.applied, nil
	c.Aim = t.aim
	c.calmed, c.resting, c.calm.listening = t.calmed, t.resting, t.listens
	c.tries = c.tries[:len(c.tries)-1]
}

// Legal appends the moves that the mover has in this position, with nothing in their
// place where there are none. It is for looking ahead in games in which players
// move in turn; first is the index of the first.
func (c *Ctx) Legal() (first int) {
	first = len(c.Moves)
	if c.Over || c.Err != nil || !c.Enter() {
		return first
	}
	defer c.Leave()
	aim := c.Aim
	c.Aim = 0
	c.Prog.Phases[c.Phase[c.Mover]].Play(c)
	if c.Prog.Meta.Swap {
		c.swapMoves()
	}
	c.Aim = aim
	return first
}

// Realised makes move i the actions that applying it has led to: those in Applied
// from index first on. Its consequences are among them.
func (c *Ctx) Realised(i, first int) {
	start := int32(len(c.Actions))
	c.Actions = append(c.Actions, c.Applied[first:]...)
	flatten(c.Actions[start:])
	m := &c.Moves[i]
	m.Actions = [2]int32{start, int32(len(c.Actions))}
	m.Then = 0
	c.checkActions()
}

// flatten takes the marks of moves within moves off.
func flatten(actions []Action) {
	for i := range actions {
		actions[i].Open, actions[i].Close = 0, 0
	}
}

func (c *Ctx) checkActions() {
	if len(c.Actions) > MaxActions {
		c.Fail(ErrMoves)
	}
}

// Precede puts actions before those of the moves from index first on.
func (c *Ctx) Precede(first int, actions []Action) {
	for i := first; i < len(c.Moves) && c.Err == nil; i++ {
		start := int32(len(c.Actions))
		r := c.Moves[i].Actions
		c.Actions = append(append(c.Actions, actions...), c.Actions[r[0]:r[1]]...)
		flatten(c.Actions[start:][:len(actions)])
		c.Moves[i].Actions = [2]int32{start, int32(len(c.Actions))}
		c.checkActions()
	}
}

// Follow puts actions behind those of the moves from index first on.
func (c *Ctx) Follow(first int, actions ...Action) {
	for i := first; i < len(c.Moves) && c.Err == nil; i++ {
		start := int32(len(c.Actions))
		r := c.Moves[i].Actions
		if int(r[1]) == len(c.Actions) {
			start = r[0]
		} else {
			c.Actions = append(c.Actions, c.Actions[r[0]:r[1]]...)
		}
		c.Actions = append(c.Actions, actions...)
		c.Moves[i].Actions = [2]int32{start, int32(len(c.Actions))}
		c.checkActions()
	}
}

// Join makes one move of those from index first on: they happen one after the
// other, each with its consequences. It is from and to where the first's decision
// is, and only what was decided in the first stays a decision.
func (c *Ctx) Join(first int) {
	if len(c.Moves) == first {
		return
	}
	m := c.Moves[first]
	from, to := c.decided(&m)
	start := int32(len(c.Actions))
	seen := false
	for i := first; i < len(c.Moves); i++ {
		e := c.Moves[i]
		at := len(c.Actions)
		c.nest(e.Actions, seen)
		for _, a := range c.Actions[at:] {
			seen = seen || a.Decision
		}
		c.inline(e.Then)
	}
	c.Moves = append(c.Moves[:first], Move{
		From: from, To: to, Actions: [2]int32{start, int32(len(c.Actions))}, Between: m.Between,
		State: Undefined,
	})
	c.checkActions()
}

// decided is where the decision of a move is from and to.
func (c *Ctx) decided(m *Move) (from, to int32) {
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		if a := &c.Actions[i]; a.Decision {
			return a.FromSite(), a.ToSite()
		}
	}
	return Undefined, Undefined
}

// Pair appends a move that makes moves i and j, one after the other, each with its
// consequences.
func (c *Ctx) Pair(i, j int) {
	a, b := c.Moves[i], c.Moves[j]
	from, to := c.decided(&a)
	start := int32(len(c.Actions))
	c.nest(a.Actions, false)
	c.inline(a.Then)
	c.nest(b.Actions, false)
	c.inline(b.Then)
	c.Moves = append(c.Moves, Move{
		From: from, To: to, Actions: [2]int32{start, int32(len(c.Actions))},
		State: Undefined,
	})
	c.checkActions()
}

// Decide makes decisions of all actions of the moves from index first on.
func (c *Ctx) Decide(first int) {
	for i := first; i < len(c.Moves); i++ {
		r := c.Moves[i].Actions
		for j := r[0]; j < r[1]; j++ {
			c.Actions[j].Decision = c.Actions[j].Op != OpThen
		}
	}
}
