package pns

import (
	"math"

	"ludens/game"
)

// Solver proves positions of one match. It is not safe for concurrent use. After a while it
// allocates nothing.
type Solver struct {
	m      game.Machine
	f      *game.Facts
	seat   int // claims are about this player
	bytes  int64
	table  *table // nil before the first work
	frames []*frame
	legal  []game.Move
	u      []float64
	joint  []game.Move

	depth int // of the line: positions in frames

	left int         // steps that may still be made
	stop func() bool // asked now and then; true ends the work
	due  int         // steps until it is asked next
	done bool        // the work ends

	claim int
	need  float64 // what the claim says that the player has at least
	salt  uint64  // makes a key that of the claim

	// Of the root.
	state game.State
	mover int
	moves []game.Move
	spans [claims][]numbers // per claim and move
	liked int               // the move that others would make; -1: none
	whole [claims]numbers

	// Ends met: the least that was one half or more, the most below one and below one half.
	half, below, under float64
	ends, even         bool
	off                bool // one where utilities do not sum to one: nothing can be proven any more
}

// The claims.
const (
	all    = iota // the player has 1
	part          // he has 1/2 or more
	claims = 2
)

// partSalt makes the key of a position that of the second claim.
const partSalt = 0x94d049bb133111eb

// tiny is below all differences of utilities.
const tiny = 1e-9

// Options of a Solver. The zero value works.
type Options struct {
	// Bytes bounds the table; default DefaultBytes.
	Bytes int64
}

// DefaultBytes is a table of two million positions.
const DefaultBytes = 32 << 20

// askEvery is how many steps are made between two questions whether to stop.
const askEvery = 4

// maxPly bounds the length of a line.
const maxPly = 400

// frame is what is kept about one position of the line at hand.
type frame struct {
	state game.State
	key   uint64
	mover int
	moves []game.Move
	kids  []kid
	open  bool    // moves and kids are there
	at    int     // the kid that the line goes on with
	limit numbers // when to leave it
	work  int     // steps made below
}

// kid is a position that a move leads to.
type kid struct {
	numbers
	key   uint64
	state game.State
}

// Suits reports whether a game may be for a Solver: two players who see everything. Whether they take
// turns, and whether their utilities sum to one, shows while it works.
func Suits(f *game.Facts) bool { return f.Players == 2 && !f.Hidden && !f.Nature }

// New returns a solver for a player of a game that suits. Machine is its own from now on.
func New(m game.Machine, seat int, o Options) *Solver {
	if o.Bytes <= 0 {
		o.Bytes = DefaultBytes
	}
	f := m.Game().Facts()
	return &Solver{
		m: m, f: f, seat: seat, bytes: o.Bytes, u: make([]float64, f.Players), joint: make([]game.Move, len(f.Seats)),
		half: 1, even: true,
	}
}

// Bytes is the memory of the table.
func (s *Solver) Bytes() int64 {
	if s.table == nil {
		return 0
	}
	return int64(len(s.table.buckets)) * wayCount * entrySize
}

// Root takes a position to prove, and reports whether there is something to do: one seat has
// a choice. What is known from earlier positions stays.
func (s *Solver) Root(state game.State) bool {
	if s.state != nil && s.state.Equal(state) {
		return s.mover >= 0
	}
	if s.table != nil {
		s.table.turn()
	}
	s.depth, s.liked = 0, -1
	s.state = append(s.state[:0], state...)
	s.m.Load(state)
	s.mover = -1
	s.whole = [claims]numbers{{1, 1}, {1, 1}}
	if s.m.Terminal() {
		return false
	}
	fr := s.frame(0)
	s.read(fr)
	s.mover, s.moves = fr.mover, append(s.moves[:0], fr.moves...)
	for c := range s.spans {
		s.spans[c] = s.spans[c][:0]
		for range s.moves {
			s.spans[c] = append(s.spans[c], numbers{1, 1})
		}
	}
	return s.mover >= 0
}

// Open reports whether the root may still be found out about. After an end at which utilities do not sum to one nothing may.
func (s *Solver) Open() bool { return !s.off && s.mover >= 0 && s.next() >= 0 }

// next is the claim to work on, -1 if none is left: the one that seems to take less.
func (s *Solver) next() int {
	best, least := -1, uint32(0)
	for c := range claims {
		n := s.whole[c]
		switch {
		case n.solved() || n.dead():
			if c == all && n.pn == 0 || c == part && n.dn == 0 {
				return -1
			}
		case c == part && s.ends && s.even:
			// Nothing between all and nothing was seen: the other claim says the same.
		default:
			if x := min(n.pn, n.dn); best < 0 || x < least {
				best, least = c, x
			}
		}
	}
	return best
}

// Work goes on with the root for about so many steps of a machine, or until stop (may be nil)
// says that it is enough. The next call goes on in the midst of the line where this one has ended.
func (s *Solver) Work(steps int, stop func() bool) (made int) {
	if s.table == nil {
		s.table = newTable(s.bytes)
	}
	s.stop, s.due, s.done = stop, askEvery, false
	for s.left = steps; s.left > 0 && !s.done; {
		if s.depth == 0 {
			if !s.Open() {
				break
			}
			s.begin()
		}
		s.walk()
	}
	return steps - s.left
}

// begin takes the root as the first position of a line, for the claim that is next. The other claim gets its turn
// when this one has become harder.
func (s *Solver) begin() {
	s.claim = s.next()
	s.need, s.salt = 1-tiny, 0
	if s.claim == part {
		s.need, s.salt = 0.5-tiny, partSalt
	}
	s.push(s.state, s.state.Hash()^s.salt, limits(s.whole[s.claim]))
}

// push makes a position the last of the line.
func (s *Solver) push(state game.State, key uint64, limit numbers) {
	fr := s.frame(s.depth)
	fr.state = append(fr.state[:0], state...)
	fr.key, fr.limit, fr.open, fr.work = key, limit, false, 0
	s.depth++
}

// pop takes the last position off the line, whose numbers are n.
func (s *Solver) pop(n numbers) {
	s.depth--
	fr := s.frames[s.depth]
	switch {
	case n.solved():
		s.table.put(fr.key, n, fr.work)
	case !n.dead(): // what stands in the way may not do so on another way
		s.table.put(fr.key, numbers{min(n.pn, most-1), min(n.dn, most-1)}, fr.work)
	}
	if s.depth > 0 {
		up := s.frames[s.depth-1]
		up.kids[up.at].numbers = n
		up.work += fr.work
		if s.depth == 1 {
			s.note(up.at, n)
		}
		return
	}
	s.whole[s.claim] = n
	for i := range fr.kids[:len(fr.moves)] {
		s.note(i, fr.kids[i].numbers)
	}
}

// note keeps what is known about a move of the root. The table may have forgotten what was proven.
func (s *Solver) note(i int, n numbers) {
	if known := &s.spans[s.claim][i]; !known.solved() {
		*known = n
	}
}

// Like names the move, by its number, that the player would make if nothing were proven; -1: none. Whether he loses is
// asked of that one first.
func (s *Solver) Like(move int) { s.liked = move }

// likes reports whether the root's next child is the move that is liked.
func (s *Solver) likes() bool {
	if s.claim != part || s.mover != s.seat || s.liked < 0 || s.liked >= len(s.moves) {
		return false
	}
	n := s.spans[part][s.liked]
	return !n.solved() && !n.dead()
}

// limits are twice the numbers.
func limits(n numbers) numbers { return numbers{min(2*n.pn+1, most), min(2*n.dn+1, most)} }

// Moves are the mover's moves at the root, in the order of Machine.Legal.
func (s *Solver) Moves() (mover int, moves []game.Move) { return s.mover, s.moves }

// Span is what the player has for certain after move number i of the root, and what he may still get.
func (s *Solver) Span(i int) (low, high float64) { return s.span(s.spans[all][i], s.spans[part][i]) }

// Whole is the same for the root.
func (s *Solver) Whole() (low, high float64) { return s.span(s.whole[all], s.whole[part]) }

func (s *Solver) span(a, p numbers) (low, high float64) {
	if a.pn == 0 {
		return 1, 1
	}
	low, high = 0, 1
	if a.dn == 0 {
		high = s.below
	}
	if p.pn == 0 {
		low = s.half
	}
	if p.dn == 0 {
		high = min(high, s.under)
	}
	return low, max(low, high)
}

func (s *Solver) frame(ply int) *frame {
	for len(s.frames) <= ply {
		s.frames = append(s.frames, &frame{})
	}
	return s.frames[ply]
}

// read finds out who decides in the machine's position, which is not terminal: -1 if nobody has a
// choice, -2 if Nature or more than one have.
func (s *Solver) read(fr *frame) {
	fr.mover, fr.moves = -1, fr.moves[:0]
	for seat := range s.f.Seats {
		s.legal = s.m.Legal(seat, s.legal)
		if len(s.legal) == 0 {
			fr.mover = -2
			return
		}
		s.joint[seat] = s.legal[0]
		if len(s.legal) == 1 {
			continue
		}
		if fr.mover != -1 || s.f.NatureSeat(seat) {
			fr.mover = -2
			return
		}
		fr.mover = seat
		fr.moves = append(fr.moves, s.legal...)
	}
	if fr.mover == -1 {
		fr.moves = append(fr.moves, s.joint[0])
	}
}

// enough counts a step and reports whether the work ends.
func (s *Solver) enough() bool {
	if s.left--; s.left < 0 {
		s.done = true
	}
	if s.due--; s.due <= 0 {
		s.due = askEvery
		if s.stop != nil && s.stop() {
			s.done = true
		}
	}
	return s.done
}

// end is what the end of a match, the machine's position, says about the claim.
func (s *Solver) end() numbers {
	if s.m.Err() != nil {
		return numbers{most, most}
	}
	s.m.Utility(s.u)
	if math.Abs(s.u[0]+s.u[1]-1) > tiny {
		s.off, s.done = true, true
		return numbers{most, most}
	}
	v := s.u[s.seat]
	s.ends = true
	if v > tiny && v < 1-tiny {
		s.even = false
	}
	if v >= 0.5-tiny {
		s.half = min(s.half, v)
	} else {
		s.under = max(s.under, v)
	}
	if v < 1-tiny {
		s.below = max(s.below, v)
	}
	if v >= s.need {
		return numbers{0, most}
	}
	return numbers{most, 0}
}

// What comes of an expansion.
const (
	broken  = iota // the work ended on the way
	decided        // the numbers of the position are known
	opened         // those of its moves are
)

// expand finds the positions after every move of a frame whose position is known.
func (s *Solver) expand(ply int, fr *frame) (n numbers, came int) {
	s.m.Load(fr.state)
	if s.read(fr); fr.mover == -2 || ply >= maxPly {
		fr.moves = fr.moves[:0]
		return numbers{most, most}, decided
	}
	for len(fr.kids) < len(fr.moves) {
		fr.kids = append(fr.kids, kid{})
	}
	joint := s.joint
	if fr.mover >= 0 { // read left the first moves of all seats there
		joint = append(joint[:0], s.joint...)
	}
	own := fr.mover == s.seat
	begin := numbers{1, uint32(len(fr.moves))}
	if own {
		begin = numbers{uint32(len(fr.moves)), 1}
	}
	if fr.mover < 0 {
		begin = numbers{1, 1}
	}
	for i := range fr.moves {
		if s.enough() {
			return n, broken
		}
		if i > 0 {
			s.m.Load(fr.state)
		}
		if fr.mover >= 0 {
			joint[fr.mover] = fr.moves[i]
		}
		s.m.Step(joint)
		k := &fr.kids[i]
		k.state = s.m.Save(k.state)
		k.key = k.state.Hash() ^ s.salt
		if n, known := s.table.get(k.key); known {
			k.numbers = n
		} else if s.m.Terminal() {
			if k.numbers = s.end(); s.done {
				return n, broken
			}
		} else {
			k.numbers = begin
		}
		if s.repeats(ply, k.key) {
			k.numbers = numbers{most, most}
		}
		if own && k.pn == 0 || fr.mover == 1-s.seat && k.dn == 0 {
			for j := range fr.moves { // the others were not looked at
				if j > i {
					fr.kids[j].numbers = begin
				}
			}
			return k.numbers, decided
		}
	}
	return n, opened
}

// repeats reports whether a position is on the way to it.
func (s *Solver) repeats(ply int, key uint64) bool {
	for i := ply; i >= 0; i-- {
		if s.frames[i].key == key {
			return true
		}
	}
	return false
}

// walk goes one position on: to the child that takes least, or back.
func (s *Solver) walk() {
	fr := s.frames[s.depth-1]
	if !fr.open {
		before := s.left
		n, came := s.expand(s.depth-1, fr)
		fr.work += before - s.left
		switch came {
		case broken:
			return
		case decided:
			s.pop(n)
			return
		}
		fr.open = true
	}
	own := fr.mover == s.seat
	kids := fr.kids[:len(fr.moves)]
	// a is the number of which one kid is enough, b the one that is added up.
	least, second, greatest, open := uint32(most), uint32(most), uint32(0), uint32(0)
	for i := range kids {
		a, b := kids[i].pn, kids[i].dn
		if !own {
			a, b = b, a
		}
		if i == 0 || a < least {
			second = least
			least, fr.at = a, i
		} else {
			second = min(second, a)
		}
		if greatest = max(greatest, b); b > 0 {
			open++
		}
	}
	others := max(open, 1) - 1
	n := numbers{least, greatest}
	if greatest > 0 && greatest < most {
		n.dn = min(greatest+others, most-1)
	}
	a, b := fr.limit.pn, fr.limit.dn
	if !own {
		n.pn, n.dn = n.dn, n.pn
		a, b = b, a
	}
	if n.solved() || n.reach(fr.limit) {
		s.pop(n)
		return
	}
	a = min(a, more(second))
	if b < most {
		b = max(b-min(others, b), 1)
	}
	limit := numbers{a, b}
	if !own {
		limit = numbers{b, a}
	}
	if s.depth == 1 && s.likes() {
		fr.at = s.liked
		limit = limits(kids[fr.at].numbers)
	}
	k := &kids[fr.at]
	s.push(k.state, k.key, limit)
}

// more is the number at which the next best is better.
func more(second uint32) uint32 {
	if second >= most {
		return most
	}
	return min(second+second/4+1, most)
}
