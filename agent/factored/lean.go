package factored

import (
	"context"
	"math/rand/v2"

	"ludens/game"
)

// Lean gives a game in which moves that make no difference are left out: of moves that
// lead to the same position in all that matters one is legal, and of moves that are each
// other's image in a position that is its own image one, where nobody else decides. Its
// positions, moves and texts are those of the game, so that whoever searches it can play
// the game. It is for searches by playouts: of what only some machines can do it offers
// odds, playouts and batches, and these are made with all moves. It returns the game itself where
// nothing can be left out, or where finding out would take too long.
func Lean(ctx context.Context, g game.Game) game.Game {
	out := &lean{Game: g}
	if r, ok := g.(game.Reducible); ok {
		out.kinds, _ = r.Reduce(ctx)
	}
	if s, ok := g.(game.Symmetric); ok {
		found, _ := s.Symmetries(ctx)
		for _, x := range found {
			if out.tells(x) {
				out.images = append(out.images, x)
			}
		}
	}
	if out.kinds == nil && len(out.images) == 0 {
		return g
	}
	return out
}

type lean struct {
	game.Game
	kinds  game.Reduction // or nil
	images []game.Symmetry
}

// tells reports whether a symmetry makes a difference to moves that their kinds do not
// make already. (What cannot matter has many symmetries, which are of no use.)
func (g *lean) tells(x game.Symmetry) bool {
	for seat := range g.Facts().Players {
		for m := range game.Move(g.MoveCount(seat)) {
			if k := x.Move(seat, m); k != m && (g.kinds == nil || !g.kinds.Like(seat, m, k)) {
				return true
			}
		}
	}
	return false
}

// NewMachine returns a machine at the initial position.
func (g *lean) NewMachine() game.Machine { return &leanMachine{Machine: g.Game.NewMachine(), g: g} }

// Whole is the game with all moves.
func (g *lean) Whole() game.Game { return g.Game }

// Gauge is the game's, if it has one.
func (g *lean) Gauge(player int) func(s game.State) float64 {
	if m, ok := g.Game.(game.Gauger); ok {
		return m.Gauge(player)
	}
	return nil
}

// NewBatch gives the batch of the game: its positions are the same, its playouts are made with all
// moves.
func (g *lean) NewBatch(o game.BatchOptions) (game.Batch, error) {
	batch, err := game.OwnBatch(g.Game, o)
	if err != nil {
		return nil, err
	}
	return &leanBatch{Batch: batch, m: g.NewMachine()}, nil
}

// leanBatch lists moves by a machine.
type leanBatch struct {
	game.Batch
	m    game.Machine
	here game.State
}

// Legal gives the legal moves of a seat at a position without those left out.
func (b *leanBatch) Legal(i, seat int, dst []game.Move) []game.Move {
	b.here = b.Save(i, b.here)
	b.m.Load(b.here)
	return b.m.Legal(seat, dst)
}

type leanMachine struct {
	game.Machine
	g     *lean
	state game.State
	fix   []game.Symmetry
	other []game.Move
}

// Game is the lean game.
func (m *leanMachine) Game() game.Game { return m.g }

// Legal gives the legal moves without those left out.
func (m *leanMachine) Legal(seat int, dst []game.Move) []game.Move {
	dst = m.Machine.Legal(seat, dst)
	if len(dst) < 2 {
		return dst
	}
	if m.g.kinds != nil {
		dst = m.g.kinds.Representatives(seat, dst, dst[:0])
	}
	if len(m.g.images) == 0 || len(dst) < 2 || m.g.Facts().NatureSeat(seat) {
		return dst
	}
	for o := range m.g.Facts().Seats {
		if o != seat {
			if m.other = m.Machine.Legal(o, m.other); len(m.other) > 1 {
				return dst
			}
		}
	}
	m.state = m.Machine.Save(m.state)
	m.fix = game.Stabiliser(m.g.images, m.state, m.fix)
	if len(m.fix) == 0 {
		return dst
	}
	return game.Orbits(m.fix, seat, dst, dst[:0])
}

// Odds are those of the game: no move of Nature is left out.
func (m *leanMachine) Odds(dst []float64) []float64 {
	if c, ok := m.Machine.(game.Chancer); ok {
		return c.Odds(dst)
	}
	dst = dst[:0]
	m.other = m.Machine.Legal(m.g.Facts().Players, m.other)
	for range m.other {
		dst = append(dst, 1/float64(len(m.other)))
	}
	return dst
}

// Recurrence is the game's, if it tells it.
func (m *leanMachine) Recurrence() uint64 {
	if r, ok := m.Machine.(game.Recurrer); ok {
		return r.Recurrence()
	}
	m.state = m.Machine.Save(m.state)
	return m.state.Hash()
}

// Pass is the game's, if it can.
func (m *leanMachine) Pass() bool {
	p, ok := m.Machine.(game.Passer)
	return ok && p.Pass()
}

// Playout makes random moves of the game.
func (m *leanMachine) Playout(rng *rand.Rand, limit int) int {
	return game.Playout(m.Machine, rng, limit)
}

var (
	_ game.Chancer   = (*leanMachine)(nil)
	_ game.Playouter = (*leanMachine)(nil)
	_ game.Recurrer  = (*leanMachine)(nil)
	_ game.Passer    = (*leanMachine)(nil)
)
