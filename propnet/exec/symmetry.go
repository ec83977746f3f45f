package exec

import (
	"context"
	"math/bits"

	"ludens/game"
	"ludens/propnet/factor"
)

var _ game.Symmetric = (*Game)(nil)

// Symmetries looks for renamings of fluents and moves under which the network is what it
// was. It takes milliseconds to half a second. There are none in games that hide
// something: what is told of a move there tells it from its images.
func (g *Game) Symmetries(ctx context.Context) ([]game.Symmetry, error) {
	if g.facts.Hidden {
		return nil, nil
	}
	found, err := factor.Symmetries(ctx, g.l.net, factor.Options{})
	out := make([]game.Symmetry, 0, len(found))
	for _, s := range found {
		x := &symmetry{base: s.Base, move: make([][]int32, len(g.l.seats))}
		for seat, l := range g.l.seats {
			x.move[seat] = s.Move[l.role]
		}
		out = append(out, x)
	}
	return out, err
}

// symmetry is a factor.Symmetry, by seat.
type symmetry struct {
	base []int32
	move [][]int32
}

// State appends the image of a position.
func (x *symmetry) State(s, dst game.State) game.State {
	dst = dst[:0]
	for range s {
		dst = append(dst, 0)
	}
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			if i := w<<6 | bits.TrailingZeros64(word); i < len(x.base) {
				k := x.base[i]
				dst[k>>6] |= 1 << (k & 63)
			}
		}
	}
	return dst
}

// Move is the image of a move; of what is no move, that itself.
func (x *symmetry) Move(seat int, m game.Move) game.Move {
	if m >= game.Move(len(x.move[seat])) {
		return m
	}
	return game.Move(x.move[seat][m])
}
