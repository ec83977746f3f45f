package exec

import (
	"fmt"

	"ludens/game"
)

// MostWork bounds what Reset, Generate and Step may do, each for itself: in steps
// of loops, moves, and words of sets and states. Of the games of the corpus, with every
// choice of their options, the largest board of one (Omny) needs two thirds of it late in
// a game, as they come one needs a fourteenth; a hostile one ends after seconds.
const MostWork = 80_000_000

// ErrWork is the fault of rules that go on and on.
var ErrWork = fmt.Errorf("%w: a move takes too many steps to work out", game.ErrBudget)

// Tick counts a step of a loop against the budget. Where nothing is left it panics
// with it, which ends loops that look at no fault; Machine turns that into a
// fault of the match.
func (c *Ctx) Tick() {
	if c.work--; c.work < 0 {
		c.exhausted()
	}
}

// Spend counts n steps.
func (c *Ctx) Spend(n int) {
	if c.work -= n; c.work < 0 {
		c.exhausted()
	}
}

// Scan counts the looking through of a list for a number.
func (c *Ctx) Scan(length int) { c.Spend(length / 32) }

// slice is how much is given of a budget before the sign is looked at again: a few
// milliseconds.
const slice = 1 << 15

// exhausted looks at the game's sign, and gives the next slice of the budget.
func (c *Ctx) exhausted() {
	if err := c.Sign.Since(c.seen); err != nil {
		c.Fail(err)
		panic(stopped{err})
	}
	if err := c.Sign.Weigh(0); err != nil {
		c.Fail(err)
		panic(stopped{err})
	}
	if n := min(max(slice, -c.work), c.left); n+c.work >= 0 && n > 0 {
		c.left -= n
		c.work += n
		return
	}
	c.Fail(ErrWork)
	panic(stopped{ErrWork})
}

// stopped is what a step panics with that is to end at once.
type stopped struct{ err error }

// String is for whoever plays on a Ctx and prints what it panics with.
func (s stopped) String() string { return s.err.Error() }

// refill gives the budget of a call, but not to moves that are tried within one.
func (c *Ctx) refill() {
	if len(c.tries) == 0 {
		whole := c.Prog.budget()
		c.spent, c.given = c.worked(), whole
		c.work = min(slice, whole)
		c.left = whole - c.work
		c.seen = c.Sign.Look()
		if c.Sign.Closed() {
			c.work = 0 // so that the first step ends it
		}
	}
}

// worked is how many steps were counted since the Ctx was made.
func (c *Ctx) worked() int64 { return c.spent + int64(c.given-c.left-c.work) }

// A glance is for what has no budget because it only goes through what a call has found,
// such as the naming of moves: of those there may be a hundred thousand.
type glance struct {
	sign  *game.Sign
	seen  uint64
	steps int
}

// lookEvery is how many steps lie between two looks of a glance; a millisecond or less.
const lookEvery = 1 << 10

func (c *Ctx) glance() glance { return glance{sign: c.Sign, seen: c.Sign.Look()} }

// step counts a step; an error says that the work is to end.
func (g *glance) step() error {
	if g.steps++; g.steps%lookEvery != 0 {
		return nil
	}
	if err := g.sign.Since(g.seen); err != nil {
		return err
	}
	return g.sign.Weigh(0)
}

// Enter begins what may lead back to itself, such as the moves of a piece; it
// reports false, and is not to be left, where that has gone too deep.
func (c *Ctx) Enter() bool {
	c.Tick()
	if c.depth > MaxDepth {
		c.Fail(ErrDepth)
		return false
	}
	c.depth++
	return true
}

// Leave ends what Enter has begun.
func (c *Ctx) Leave() { c.depth-- }

// Work is what the last call has taken.
func (c *Ctx) Work() int { return c.Prog.budget() - c.left - c.work }

func (p *Program) budget() int {
	if p.Work > 0 {
		return p.Work
	}
	return MostWork
}
