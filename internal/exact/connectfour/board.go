package connectfour

import (
	"fmt"
	"math/bits"
)

// Board is the size of a board and its masks. A column takes Height+1 bits, the
// lowest square first; the spare bit above keeps columns apart. Make it with
// NewBoard.
type Board struct {
	Width, Height int

	bottom uint64 // the lowest square of every column
	all    uint64 // every square
	first  uint64 // squares of even rows, the lowest row being 0
}

// NewBoard gives a board of a size.
func NewBoard(width, height int) (*Board, error) {
	if width < 1 || height < 1 || width*(height+1) > 64 {
		return nil, fmt.Errorf("connect four: a board of %d columns of %d squares does not fit into 64 bits", width, height)
	}
	b := &Board{Width: width, Height: height}
	for x := range width {
		b.bottom |= 1 << (x * (height + 1))
		for y := range height {
			b.all |= 1 << (x*(height+1) + y)
			if y%2 == 0 {
				b.first |= 1 << (x*(height+1) + y)
			}
		}
	}
	return b, nil
}

// Position is who has which squares.
type Position struct {
	mine uint64 // of the player to move
	mask uint64 // of both
}

// Plies are the discs on the board.
func (p Position) Plies() int { return bits.OnesCount64(p.mask) }

func (b *Board) column(x int) uint64 { return (1<<b.Height - 1) << (x * (b.Height + 1)) }

// landing are the squares in which the next disc of each column comes to rest.
func (b *Board) landing(mask uint64) uint64 { return (mask + b.bottom) & b.all }

// Legal reports whether a column, counted from 0, takes a disc.
func (b *Board) Legal(p Position, x int) bool { return b.landing(p.mask)&b.column(x) != 0 }

// Drop puts a disc of the player to move into a column that is not full.
func (b *Board) Drop(p Position, x int) Position {
	return Position{p.mine ^ p.mask, p.mask | b.landing(p.mask)&b.column(x)}
}

// Won reports whether the player who moved last has four in a line.
func (b *Board) Won(p Position) bool { return b.four(p.mine ^ p.mask) }

// Over reports whether nobody moves here any more.
func (b *Board) Over(p Position) bool { return p.mask == b.all || b.Won(p) }

// four reports whether a set of squares holds four in a line.
func (b *Board) four(s uint64) bool {
	for _, d := range [4]int{1, b.Height, b.Height + 1, b.Height + 2} {
		pair := s & (s >> d)
		if pair&(pair>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// winning are the empty squares with which a set of squares becomes four in a
// line, reachable now or not.
func (b *Board) winning(s, mask uint64) uint64 {
	w := (s << 1) & (s << 2) & (s << 3) // upwards
	for _, d := range [3]int{b.Height, b.Height + 1, b.Height + 2} {
		pair := (s << d) & (s << (2 * d))
		w |= pair & (s << (3 * d)) // ...o
		w |= pair & (s >> d)       // ..o.
		pair = (s >> d) & (s >> (2 * d))
		w |= pair & (s << d)       // .o..
		w |= pair & (s >> (3 * d)) // o...
	}
	return w & (b.all ^ mask)
}

// key tells positions apart: the sum of the two sets, column by column, is never
// the same for two positions. A position and its mirror image have the same key.
func (b *Board) key(p Position) uint64 {
	k := p.mine + p.mask
	return min(k, b.mirror(k))
}

func (b *Board) mirror(k uint64) uint64 {
	h := b.Height + 1
	var m uint64
	for x := range b.Width {
		m |= (k >> (x * h) & (1<<h - 1)) << ((b.Width - 1 - x) * h)
	}
	return m
}
