package connectfour

import (
	"errors"
	"math/bits"
)

// The values of a position to the player to move.
const (
	Loss = -1
	Draw = 0
	Win  = 1
)

// ErrBudget says that a solution would take more nodes than were allowed.
var ErrBudget = errors.New("connect four: the budget of nodes is used up")

// Options of a Solver. The zero value works.
type Options struct {
	// Nodes bounds the nodes of one call of Value or Moves; 0 means no bound.
	Nodes int64
	// TableBits is the size of the transposition table, as the logarithm to base 2
	// of its entries of 9 bytes; default 22 (36 MiB), at most 30.
	TableBits int
}

// Validate reports values that make no sense.
func (o Options) Validate() error {
	if o.Nodes < 0 || o.TableBits < 0 || o.TableBits > 30 {
		return errors.New("connect four: nodes must not be negative, and table bits must be 0 to 30")
	}
	return nil
}

// Solver solves positions of one board. What it has found out is kept for later
// calls. It is not safe for concurrent use.
type Solver struct {
	b     *Board
	opt   Options
	order []int // columns, the middle first

	keys   []uint64 // key+1, so that 0 is empty
	bounds []uint8  // lower+1 and, from bit 2, upper+1
	shift  int

	nodes int64
	out   bool // of nodes
}

// NewSolver makes a solver with an empty table.
func NewSolver(b *Board, o Options) *Solver {
	if o.TableBits == 0 {
		o.TableBits = 22
	}
	s := &Solver{
		b: b, opt: o, shift: 64 - o.TableBits,
		keys: make([]uint64, 1<<o.TableBits), bounds: make([]uint8, 1<<o.TableBits),
	}
	for i := range b.Width {
		s.order = append(s.order, (b.Width-1)/2+(i+1)/2*(2*(i%2)-1))
	}
	return s
}

// Nodes are those of the last call.
func (s *Solver) Nodes() int64 { return s.nodes }

// Value is what a position is worth to the player to move: Loss, Draw or Win.
func (s *Solver) Value(p Position) (int, error) {
	s.nodes, s.out = 0, false
	return s.value(p)
}

// Moves gives, per column, what a move there is worth to the player to move; legal
// says which columns take a disc. Nobody may have won before.
func (s *Solver) Moves(p Position) (values []int, legal []bool, err error) {
	s.nodes, s.out = 0, false
	values, legal = make([]int, s.b.Width), make([]bool, s.b.Width)
	for x := range s.b.Width {
		if !s.b.Legal(p, x) {
			continue
		}
		v, err := s.value(s.b.Drop(p, x))
		if err != nil {
			return nil, nil, err
		}
		values[x], legal[x] = -v, true
	}
	return values, legal, nil
}

func (s *Solver) value(p Position) (int, error) {
	if s.b.Won(p) {
		return Loss, nil
	}
	v := Draw
	if s.search(p, Draw, Win) >= Win {
		v = Win
	} else if s.search(p, Loss, Draw) <= Loss {
		v = Loss
	}
	if s.out {
		return 0, ErrBudget
	}
	return v, nil
}

// search answers whether a position is worth more than low, where the window is
// (low, low+1): at least high if so, at most low if not. Nobody has won yet.
func (s *Solver) search(p Position, low, high int) int {
	if s.nodes++; s.out || s.opt.Nodes > 0 && s.nodes > s.opt.Nodes {
		s.out = true
		return low
	}
	b := s.b
	moves := b.landing(p.mask)
	if moves == 0 {
		return Draw
	}
	if b.winning(p.mine, p.mask)&moves != 0 {
		return Win
	}
	theirs := p.mine ^ p.mask
	threats := b.winning(theirs, p.mask)
	if now := threats & moves; now != 0 {
		if now&(now-1) != 0 {
			return Loss // two places to be closed at once
		}
		moves = now
	}
	if moves &^= threats >> 1; moves == 0 { // below a place where the other wins
		return Loss
	}
	least, most := s.limits(p, theirs)
	if least >= high {
		return least
	}
	if most <= low {
		return most
	}
	key := b.key(p)
	slot := key * 0x9e3779b97f4a7c15 >> s.shift
	if s.keys[slot] == key+1 {
		known := s.bounds[slot]
		if l := int(known&3) - 1; l >= high {
			return l
		}
		if u := int(known>>2) - 1; u <= low {
			return u
		}
		least, most = max(least, int(known&3)-1), min(most, int(known>>2)-1)
	}
	best := Loss
	var list [16]uint64
	for _, move := range list[:s.sort(p, moves, &list)] {
		if v := -s.search(Position{theirs, p.mask | move}, -high, -low); v > best {
			if best = v; v >= high {
				break
			}
		}
	}
	if s.out {
		return low
	}
	if best >= high {
		least = max(least, best)
	} else {
		most = min(most, best)
	}
	s.keys[slot], s.bounds[slot] = key+1, uint8(least+1)|uint8(most+1)<<2
	return best
}

// limits are what can be said about the value without a search. Who cannot have
// four in a line even with every empty square never wins. Where every column has
// an even number of empty squares, the player who is not to move can answer in the
// same column to the end; the other then gets the lower squares of the pairs only,
// whoever closes the last column (Allis's follow-up).
func (s *Solver) limits(p Position, theirs uint64) (least, most int) {
	b := s.b
	empty := b.all ^ p.mask
	least, most = Loss, Win
	if !b.four(p.mine | empty) {
		most = Draw
	}
	if !b.four(theirs | empty) {
		least = Draw
	}
	lower := b.first
	if b.Height%2 == 1 {
		lower = b.all &^ b.first
	}
	if b.landing(p.mask)&^lower == 0 && !b.four(p.mine|empty&lower) {
		most = Draw
		if b.four(theirs | empty&^lower) {
			most = Loss
		}
	}
	return least, most
}

// sort writes the moves into a list, those first that make most places to win at,
// of equals the one nearest to the middle.
func (s *Solver) sort(p Position, moves uint64, list *[16]uint64) int {
	n := 0
	var scores [16]int
	for _, x := range s.order {
		move := moves & s.b.column(x)
		if move == 0 {
			continue
		}
		score := bits.OnesCount64(s.b.winning(p.mine|move, p.mask|move))
		i := n
		for ; i > 0 && scores[i-1] < score; i-- {
			list[i], scores[i] = list[i-1], scores[i-1]
		}
		list[i], scores[i] = move, score
		n++
	}
	return n
}
