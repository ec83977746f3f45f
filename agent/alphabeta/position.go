package alphabeta

import (
	"errors"
	"fmt"

	"ludens/game"
)

// ErrUnsuited is wrapped by the errors that say why alpha-beta is not for a game.
var ErrUnsuited = errors.New("not a game for alpha-beta")

// Why a game is unsuited.
var (
	errHidden = fmt.Errorf("%w: players do not see everything", ErrUnsuited)
	ErrAtOnce = fmt.Errorf("%w: seats move at the same time", ErrUnsuited)
)

// kind is what a position asks for.
type kind uint8

const (
	decision kind = iota // one player has a choice
	chance               // Nature has
	forced               // nobody has
	atOnce               // several have
)

// frame is what the search keeps about one ply of the line it is in. Its slices are
// reused.
type frame struct {
	state  game.State
	key    uint64
	kind   kind
	mover  int         // the player who decides, -1 if none does
	moves  []game.Move // the mover's
	joint  []game.Move // everybody's; the mover's place is filled in
	luck   bool        // Nature decides as well, or alone
	lots   []game.Move // Nature's moves
	odds   []float64   // of lots
	order  []int32     // worth of moves not yet searched
	static int32       // judgement of the position, or unjudged

	value   []float64 // of players, in max^n
	mean    []float64 // the same over what Nature does
	killers [2]game.Move
	hasKill [2]bool
}

// cursor reads positions from a machine.
type cursor struct {
	m     game.Machine
	f     *game.Facts
	moves []game.Move
	u     []float64
	keyer game.Keyer // the machine, if it can
}

func newCursor(g game.Game) *cursor {
	f := g.Facts()
	c := &cursor{m: g.NewMachine(), f: f, u: make([]float64, f.Players)}
	c.keyer, _ = c.m.(game.Keyer)
	return c
}

// key tells the machine's position, which is that of the state, from others.
func (c *cursor) key(s game.State) uint64 {
	if c.keyer != nil {
		return c.keyer.Key()
	}
	return s.Hash()
}

// read finds out what the machine's position, which is not terminal, asks for and
// fills in the moves.
func (c *cursor) read(fr *frame) kind {
	fr.joint, fr.moves = fr.joint[:0], fr.moves[:0]
	fr.kind, fr.mover, fr.luck = forced, -1, false
	for seat := range c.f.Seats {
		c.moves = c.m.Legal(seat, c.moves)
		if len(c.moves) == 0 {
			fr.joint = append(fr.joint, 0) // a fault, which the next step will show
			continue
		}
		fr.joint = append(fr.joint, c.moves[0])
		switch {
		case len(c.moves) == 1:
		case c.f.NatureSeat(seat): // the last seat
			fr.lots = append(fr.lots[:0], c.moves...)
			fr.odds = c.odds(fr.odds, len(fr.lots))
			fr.luck = true
		case fr.kind != forced:
			fr.kind = atOnce
		default:
			fr.kind, fr.mover = decision, seat
			fr.moves = append(fr.moves, c.moves...)
		}
	}
	if fr.luck && fr.kind == forced {
		fr.kind = chance
	}
	return fr.kind
}

// odds are those of Nature's moves, so many.
func (c *cursor) odds(dst []float64, n int) []float64 {
	dst = dst[:0]
	if o, ok := c.m.(game.Chancer); ok {
		dst = o.Odds(dst)
	}
	for len(dst) < n {
		dst = append(dst, 1/float64(n))
	}
	return dst
}

// step makes the mover's move number i.
func (c *cursor) step(fr *frame, i int) {
	fr.joint[fr.mover] = fr.moves[i]
	c.m.Step(fr.joint)
}

const (
	probes     = 4   // random matches that Suits looks at
	probeSteps = 100 // the steps of each
)

// Suits reports why alpha-beta should not play the game of m, nil if nothing speaks
// against it: what the facts say, and whether seats were seen to have choices at the
// same time in a few random matches from the initial position, until stop (may be
// nil) says that it is enough. The machine is at the initial position afterwards.
func Suits(m game.Machine, seed uint64, stop func() bool) error {
	f := m.Game().Facts()
	if f.Hidden {
		return errHidden
	}
	defer m.Reset()
	var w game.Walker
	c := cursor{m: m, f: f}
	fr := frame{}
	for i := range probes {
		rng := game.Stream(seed, "agent.alphabeta.suits", uint64(i))
		m.Reset()
		for n := 0; n < probeSteps && !m.Terminal() && (stop == nil || !stop()); n++ {
			if c.read(&fr) == atOnce {
				return ErrAtOnce
			}
			if !w.Step(m, rng) {
				break
			}
		}
	}
	return nil
}
