package exec

import (
	"errors"
	"math/rand/v2"

	"ludens/game"
	"ludens/ludii/topology"
)

// Iter holds the iterators of the language: the sites and numbers that a rule
// is about at the moment. Whoever sets one restores it.
type Iter struct {
	From, To, Between, Site, Level int
	Value, Player, Pips, Track     int
	Edge, Hint, Steps              int
	Region                         Bits  // of (region)
	HintRegion                     Bits  // of (sites Hint)
	Members                        []int // of (team)
}

// A Stance is a piece that relative directions are turned from, instead of the one
// on the site. Without a piece that one gives the facing, turned by the stance's
// rotation.
type Stance struct {
	Given          bool
	What, Rotation int
	Faces          bool // Facing counts, not where the piece faces
	Facing         topology.Direction
}

// A Ctx is one goroutine's cursor in a program.
type Ctx struct {
	*State
	Iter
	Stance Stance
	Prog   *Program

	// Moves, Actions, ThenNodes and Betweens are the buffers that generators
	// append to. Mark and Release treat them as a stack.
	Moves     []Move
	Actions   []Action
	ThenNodes []ThenNode
	twins     bool // some moves are listed twice
	Betweens  []int32

	// Applied are the actions that the last Step really made, consequences included.
	Applied []Action

	// Draw chooses an outcome of chance. It is set by the caller; the default
	// draws from Rng.
	Draw func(q Chance) int
	Rng  *rand.Rand

	// Sign ends Reset, Generate and Step from outside; may be nil.
	Sign *game.Sign

	// Threatening and Stalling are set while moves are looked at for a threat, or
	// for whether the next player has any: such questions fail within each other.
	Threatening, Stalling bool

	// Err is the first fault met; the match counts as over then.
	Err error

	sets     []Bits // pool, sets[:nsets] are in use
	nsets    int
	setWords int
	saved    []*State // pool for look-ahead
	nsaved   int
	depth    int
	ints     [][]int // pool of scratch lists
	nints    int
	dirs     [][]topology.Direction
	ndirs    int
	rays     [][]topology.Ray
	nrays    int

	rayTables  []RayTable // see RayTable
	rayEntries int
	ahead                       // see Ahead
	inSuicide  bool             // while moves are tested for suicide
	Initial    *State           // after the start rules, for (sites Start …)
	work, left int              // of the budget: what remains of the slice, and behind it; see Tick
	given      int              // the budget
	spent      int64            // of those before
	seen       uint64           // of Sign, when the call began
	luck       []int            // see luckOf
	branches   []int            // see SetBranch
	kept       []Bits           // see KeepSites
	epoch      int              // counts who else has used branches and kept
	taken      []Action         // see removePending
	random     func(Chance) int // drawRandom, made once
	filled     [1]Action        // see fill
	decisive   bool             // playouts are, see decisive.go
	spare      bool             // they fill no eyes, see eyes.go
	threats    threats
	hold       hold
	Runs       int // how often generators run for a list, as samplers count it

	// Aim, if not 0, is 1 + the only site that moves are wanted to. Generators may leave
	// out those to other sites. It is set where Program.Aims holds, see Threatened.
	Aim int

	calm    calm
	calmed  int  // 1 + the site that Calm has told of, of the position at hand; 0: none
	resting bool // those pieces are not asked

	groups []Group // see Group

	noted  []Reading // by Resolved
	noting bool
}

// A ThenNode is a link of a list of consequences, the latest first.
type ThenNode struct {
	*Then
	Prev int32 // index of the node before, 0 none
}

// A Then is a consequence of moves.
type Then struct {
	Fn MovesFn
	// Still tells that it leaves alone what stands where; at most, the state of the site is set that
	// the move has led to.
	Still bool
}

// ErrDepth is the fault of rules that call each other without end.
var ErrDepth = errors.New("rules are applied too deeply within each other")

// ErrMoves is the fault of rules that generate moves without end.
var ErrMoves = errors.New("too many moves")

// Bounds on what one step may do.
const (
	MaxDepth   = 300
	MaxActions = 1 << 19
)

// NewCtx makes a cursor; Reset it before use.
func (p *Program) NewCtx() *Ctx {
	c := &Ctx{State: p.NewState()}
	c.Prog = c.State.prog
	n := p.mostSites()
	if p.Match != nil {
		for _, g := range p.Match.Games {
			if g.Program != nil {
				n = max(n, g.Program.mostSites())
			}
		}
	}
	c.setWords = (n + 63) / 64
	c.refill()
	c.ThenNodes = make([]ThenNode, 1)
	c.Iter = undefinedIter
	c.random = c.drawRandom
	c.Draw = c.random
	return c
}

// mostSites is the number of sites of the kind that has most. Rules may speak of
// sites that hold nothing.
func (p *Program) mostSites() int {
	n := p.TotalSites
	for k, size := range p.Sites {
		n = max(n, size)
		if p.Topo != nil {
			n = max(n, p.Topo.NumSites(Kind(k)))
		}
	}
	return n
}

var undefinedIter = Iter{
	From: Off, To: Off, Between: Off, Site: Off, Level: Off,
	Value: Off, Player: Off, Pips: Off, Track: Off, Edge: Off, Hint: Off,
}

// A Chance is a question to chance: one of N outcomes.
type Chance struct {
	N     int
	Odds  []float64 // nil: all equal
	Die   int       // the site of the die that is thrown, Off if it is none
	Sites []int     // the sites of which one is chosen, nil if they are none
	What  []int     // the components of which one is chosen, nil if they are none
}

// Pick draws one of n equal outcomes.
func (c *Ctx) Pick(n int) int {
	if n < 2 {
		return 0
	}
	return c.Draw(Chance{N: n, Die: Off})
}

// Mode tells who moves now: the phase of the mover says so, where phases have modes
// of their own.
func (c *Ctx) Mode() Mode {
	p := c.Prog
	if p.Modes && uint(c.Mover) < uint(len(c.Phase)) {
		return p.Phases[c.Phase[c.Mover]].Mode
	}
	return p.Mode
}

// PickSite draws one of some sites and gives its index.
func (c *Ctx) PickSite(sites []int) int {
	return c.Draw(Chance{N: len(sites), Die: Off, Sites: sites})
}

// PickWhat draws one of some components and gives its index.
func (c *Ctx) PickWhat(what []int) int {
	return c.Draw(Chance{N: len(what), Die: Off, What: what})
}

// PickOf draws one of some components, with odds that add up to 1, and gives its index.
func (c *Ctx) PickOf(what []int, odds []float64) int {
	return c.Draw(Chance{N: len(what), Odds: odds, Die: Off, What: what})
}

func (c *Ctx) drawRandom(d Chance) int {
	if c.Rng == nil || d.N < 2 {
		return 0
	}
	if d.Odds == nil {
		return c.Rng.IntN(d.N)
	}
	x := c.Rng.Float64()
	for i, p := range d.Odds {
		if x -= p; x < 0 {
			return i
		}
	}
	return d.N - 1
}

// Fail records a fault; the first one stays.
func (c *Ctx) Fail(err error) {
	if c.Err == nil {
		c.Err = err
	}
}

// A Mark remembers how full the buffers were.
type Mark struct{ moves, actions, thens, betweens, sets, ints int }

// Mark is the present filling of the buffers.
func (c *Ctx) Mark() Mark {
	return Mark{len(c.Moves), len(c.Actions), len(c.ThenNodes), len(c.Betweens), c.nsets, c.nints}
}

// Release gives back all that was put into the buffers since the mark.
func (c *Ctx) Release(m Mark) {
	c.Moves = c.Moves[:m.moves]
	c.Actions = c.Actions[:m.actions]
	c.ThenNodes = c.ThenNodes[:m.thens]
	c.Betweens = c.Betweens[:m.betweens]
	c.nsets = m.sets
	c.nints = m.ints
}

// Set gives an empty set for sites from the pool, until the next Release (or
// FreeSets) to a mark before it.
func (c *Ctx) Set() Bits {
	c.Spend(1 + c.setWords/8)
	if c.nsets == len(c.sets) {
		c.sets = append(c.sets, make(Bits, c.setWords))
	}
	b := c.sets[c.nsets]
	c.nsets++
	clear(b)
	return b
}

// SetMark and FreeSets give back sets alone, for functions that need some in a
// loop.
func (c *Ctx) SetMark() int { return c.nsets }

// FreeSets gives back the sets taken since the mark.
func (c *Ctx) FreeSets(mark int) { c.nsets = mark }

// Ints gives an empty list from the pool; give it back with PutInts in reverse
// order of taking.
func (c *Ctx) Ints() []int {
	c.Tick()
	if c.nints == len(c.ints) {
		c.ints = append(c.ints, make([]int, 0, 64))
	}
	x := c.ints[c.nints][:0]
	c.nints++
	return x
}

// PutInts gives back the list taken last, with the storage it may have grown. What
// stood in it was made and looked through, which counts.
func (c *Ctx) PutInts(x []int) {
	c.Spend(len(x) / 16)
	c.nints--
	c.ints[c.nints] = x
}

// Push saves the state, so that moves can be tried; Pop goes back. The buffers
// are not touched.
func (c *Ctx) Push() {
	c.Spend(1 + (len(c.State.ints)+len(c.State.words))/8)
	if c.nsaved == len(c.saved) {
		c.saved = append(c.saved, c.Prog.NewState())
	}
	// The copy is what is tried on, so that sets of the state that were taken
	// before, (sites Empty) for one, stay what they were.
	if c.saved[c.nsaved].prog != c.State.prog {
		c.saved[c.nsaved] = c.State.prog.NewState()
	}
	c.saved[c.nsaved].Copy(c.State)
	c.State, c.saved[c.nsaved] = c.saved[c.nsaved], c.State
	c.nsaved++
}

// Pop returns to the state of the latest Push.
func (c *Ctx) Pop() {
	c.nsaved--
	c.State, c.saved[c.nsaved] = c.saved[c.nsaved], c.State
	c.follow()
}

// NewMove appends a move with one action and no consequence, made by the
// mover, and returns its index.
func (c *Ctx) NewMove(a Action) int {
	c.Tick()
	i := int32(len(c.Actions))
	if i >= MaxActions {
		// The buffer keeps its last move, so that whoever made it can go on to
		// the end of a loop without looking at Err.
		c.Fail(ErrMoves)
		if len(c.Moves) == 0 {
			c.Moves = append(c.Moves, Move{})
		}
		return len(c.Moves) - 1
	}
	c.Actions = append(c.Actions, a)
	c.Moves = append(c.Moves, Move{
		Mover: int16(c.Mover), From: a.From, To: a.To, Actions: [2]int32{i, i + 1},
		State: Undefined,
	})
	return len(c.Moves) - 1
}

// NewMoveOf is NewMove with several actions, one at least, which it gives to be changed.
func (c *Ctx) NewMoveOf(actions []Action) (m int, own []Action) {
	c.Spend(len(actions) - 1)
	n := len(c.Actions)
	m = c.NewMove(actions[0])
	if n == len(c.Actions) { // there is no room: a fault is set, and what is given is never made
		return m, append([]Action(nil), actions...)
	}
	c.Actions = append(c.Actions, actions[1:]...)
	c.Moves[m].Actions[1] = int32(len(c.Actions))
	return m, c.Actions[n:]
}

// inline turns a list of consequences into actions that work them out.
func (c *Ctx) inline(node int32) {
	if node == 0 {
		return
	}
	c.inline(c.ThenNodes[node].Prev)
	c.Actions = append(c.Actions, Action{Op: OpThen, What: node})
}

// Finish gives the moves from index first on a consequence (nil: none).
func (c *Ctx) Finish(first int, then *Then) {
	c.Spend(1 + (len(c.Moves)-first)/8)
	if then == nil {
		return
	}
	last, node := int32(-1), int32(0)
	for i := first; i < len(c.Moves); i++ {
		m := &c.Moves[i]
		if m.Then != last {
			last = m.Then
			node = int32(len(c.ThenNodes))
			c.ThenNodes = append(c.ThenNodes, ThenNode{then, m.Then})
		}
		m.Then = node
	}
	if c.twins {
		c.finishTwins(first, then)
	}
}

// MarkTwins tells later calls of Finish which of the moves from index first on are
// listed twice, one behind the other.
func (c *Ctx) MarkTwins(first int) {
	for i := first + 1; i < len(c.Moves); i++ {
		if c.Moves[i].Actions == c.Moves[i-1].Actions {
			c.Moves[i].Twin, c.twins = true, true
		}
	}
}

// finishTwins gives moves that are listed twice the consequence a second time.
func (c *Ctx) finishTwins(first int, then *Then) {
	for i := first + 1; i < len(c.Moves); i++ {
		if m := &c.Moves[i]; m.Twin {
			c.ThenNodes = append(c.ThenNodes, ThenNode{then, m.Then})
			m.Then = int32(len(c.ThenNodes) - 1)
			c.Moves[i-1].Then = m.Then
		}
	}
}

// SetMover makes a player the mover of the moves from index first on.
func (c *Ctx) SetMover(first, player int) {
	for i := first; i < len(c.Moves); i++ {
		c.Moves[i].Mover = int16(player)
	}
}

// Owner of a component.
func (c *Ctx) Owner(what int) int { return c.Prog.Components[what].Owner }

// Apply makes a move: its actions, then its consequences. What was really done
// is appended to Applied. Store says that the move is a turn of the match and
// not a consequence or a trial.
func (c *Ctx) Apply(m Move, store bool) {
	if c.depth > MaxDepth {
		c.Fail(ErrDepth)
		return
	}
	c.depth++
	c.apply(&m, store)
	c.depth-- // whoever catches a panic sets it back
}

func (c *Ctx) apply(m *Move, store bool) {
	first := len(c.Applied)
	c.Spend(1 + int(m.Actions[1]-m.Actions[0]))
	if first > MaxActions {
		c.Fail(ErrMoves)
		return
	}
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := c.Actions[i]
		if a.Op == OpThen {
			c.consequence(c.ThenNodes[a.What].Fn)
			continue
		}
		c.Do(&a)
		c.Applied = append(c.Applied, a)
	}
	if store {
		c.State.Moves++
		c.setLast(m, c.Applied[first:])
		c.noteRun(int32(m.Mover), c.Last.Pass)
	}
	c.consequences(m.Then)
	if store {
		more := m.Then != 0 || c.postpone || c.Prog.Flags.SequenceCapture
		if c.postpone {
			c.runPostponed()
		}
		if c.Prog.Flags.SequenceCapture {
			c.removePending(first)
		}
		if more {
			c.setLast(m, c.Applied[first:])
		}
		if c.RunMoves == 1 {
			c.RunPass = c.Last.Pass
		}
	}
}

// consequences works out a list, the earliest first.
func (c *Ctx) consequences(node int32) {
	if node == 0 {
		return
	}
	n := c.ThenNodes[node]
	c.consequences(n.Prev)
	c.consequence(n.Fn)
}

func (c *Ctx) consequence(fn MovesFn) {
	mark := c.Mark()
	fn(c)
	for i := mark.moves; i < len(c.Moves) && c.Err == nil; i++ {
		c.Apply(c.Moves[i], false)
	}
	c.Release(mark)
}

// Friends is the set of players of a player's team, a bit per player; without
// teams the player alone.
func (c *Ctx) Friends(player int) uint32 {
	if player < 1 || player > c.Prog.Players {
		return 0
	}
	if !c.Prog.Flags.Team {
		return 1 << (uint(player) - 1)
	}
	var set uint32
	for p := 1; p <= c.Prog.Players; p++ {
		if c.Team[p] == c.Team[player] {
			set |= 1 << (uint(p) - 1)
		}
	}
	return set
}
