package mcts

import "ludens/game"

// Of a wide position that an evaluator has judged, most moves are never tried, and most such
// positions are visited once. So its node keeps moves and priors, and makes an arm, which is
// several times as large, for a move when it is selected first. PUCT asks for no more: of the
// moves without a visit only the likeliest can be best.
//
// A move keeps its number, by which children, priors and selections know it. What has to see all
// arms opens them first: the root, and nodes whose moves are all tried (look).

const (
	// leastWide is the number of moves from which on a node opens its arms one by one.
	leastWide = 12
	// mostOpen is the number of arms with which it opens all others: arm goes through them.
	mostOpen = 16
	// firstOpen is the number of arms that a node makes room for at first.
	firstOpen = 2
)

// width is how many moves a seat has.
func (in *inner) width(seat int) int { return int(in.first[seat+1] - in.first[seat]) }

// of are the arms of a seat, at a node where all are open.
func (in *inner) of(seat int) []arm { return in.arms[in.first[seat]:in.first[seat+1]] }

// tried are the arms of an active seat that there are. numbered says that an arm's key is its
// number; else it is its place.
func (in *inner) tried(seat int) (list []arm, numbered bool) {
	if in.moves != nil {
		return in.arms, true
	}
	return in.of(seat), false
}

// arm is the i-th arm of an active seat, which is open.
func (in *inner) arm(seat int, i int32) *arm {
	if in.moves == nil {
		return &in.arms[in.first[seat]+i]
	}
	for k := range in.arms {
		if in.arms[k].key == uint32(i) {
			return &in.arms[k]
		}
	}
	panic("mcts: an arm that is not open")
}

// move is the i-th move of a seat.
func (in *inner) move(seat int, i int32) game.Move {
	if in.moves != nil {
		return in.moves[in.first[seat]+i]
	}
	return in.arms[in.first[seat]+i].move
}

// opens makes the arm of the likeliest move that has none, and returns the move's number. It
// reports false when there is no room, unless it is the first.
func (in *inner) opens(t *tree, seat int) (int32, bool) {
	if n := len(in.arms); n > 0 && n == cap(in.arms) && !t.room(armBytes*int64(n)) {
		return 0, false
	}
	if in.arms == nil {
		in.arms = make([]arm, 0, firstOpen)
	} else if n := len(in.arms); n == cap(in.arms) {
		in.arms = append(make([]arm, 0, 2*n), in.arms...)
	}
	i := in.next
	in.arms = append(in.arms, arm{move: in.move(seat, i), key: uint32(i)})
	in.foresee(seat)
	if n := len(in.arms); n%mostOpen == 0 || n == in.width(seat) {
		in.open(t)
	}
	return i, true
}

// foresee finds the move to open next: the likeliest of those that have no arm, of equals the
// first. Arms are opened in this order and no other.
func (in *inner) foresee(seat int) {
	list, best, top := in.priors(seat), int32(-1), float32(-1)
	last, bound := int32(-1), float32(2)
	if n := len(in.arms); n > 0 {
		last = int32(in.arms[n-1].key)
		bound = list[last]
	}
	for i, p := range list {
		if p > top && (p < bound || p == bound && int32(i) > last) {
			best, top = int32(i), p
		}
	}
	in.next = best
}

// open makes all arms that are missing; false when there is no room.
func (in *inner) open(t *tree) bool {
	if in.moves == nil {
		return true
	}
	if !t.room(in.missing()) {
		return false
	}
	in.complete()
	return true
}

// missing is the memory that the arms take which are missing.
func (in *inner) missing() int64 {
	if in.moves == nil {
		return 0
	}
	return armBytes*int64(len(in.moves)-max(cap(in.arms), firstOpen)) - moveBytes*int64(len(in.moves))
}

// complete is open, room or not.
func (in *inner) complete() {
	if in.moves == nil {
		return
	}
	all := make([]arm, len(in.moves))
	for i, mv := range in.moves {
		all[i].move = mv
	}
	first := uint32(in.first[in.active[0]])
	for _, a := range in.arms {
		i := first + a.key
		a.key = 0
		all[i] = a
	}
	in.arms, in.moves = all, nil
}
