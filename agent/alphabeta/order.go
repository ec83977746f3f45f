package alphabeta

import "ludens/game"

// Statistics about moves, by seat and name, over all positions searched in a match.
// Names are hashed into a table of fixed size; two that share a place share their
// statistics, which costs order and nothing else.

const (
	habitBits = 14
	habitMax  = 1 << 14 // history values stay between -habitMax and habitMax

	swingShare = 16 // a new swing counts 1/swingShare of the average
	swingLeast = 4  // swings seen before an average is believed
)

// habit is what is known about a move.
type habit struct {
	history int32 // how often it was best, weighted by depth
	swing   int32 // average change of the score by it, for its mover, beyond that of his other moves
	size    int32 // average size of that
	seen    int32 // number of changes seen, up to 1<<20
	reply   game.Move
	replied bool // reply refuted it
}

type habits struct {
	list  []habit
	tempo []int32 // per seat, average change of the score by a move
	size  int32   // median size of swings, over all moves
	seen  int32
}

func newHabits(seats int) *habits {
	return &habits{list: make([]habit, 1<<habitBits), tempo: make([]int32, seats)}
}

func (h *habits) of(seat int, m game.Move) *habit {
	x := (uint64(m) + uint64(seat)<<56 + 1) * 0x9e3779b97f4a7c15
	x ^= x >> 29
	return &h.list[x*0xbf58476d1ce4e5b9>>(64-habitBits)]
}

// reward notes that a move was best (or not, if better than the best) at a depth. The
// value drifts towards the limit, so that old merits fade (as in Stockfish).
func (x *habit) reward(bonus int32) {
	bonus = min(max(bonus, -habitMax/8), habitMax/8)
	size := max(bonus, -bonus)
	x.history += bonus - int32(int64(x.history)*int64(size)/habitMax)
}

// swung notes how a move changed the score for its mover.
func (h *habits) swung(seat int, x *habit, change int32) int32 {
	h.tempo[seat] += (change - h.tempo[seat]) / 64
	d := change - h.tempo[seat]
	size := max(d, -d)
	if x.seen < swingLeast {
		x.swing += (d - x.swing) / (x.seen + 1)
		x.size += (size - x.size) / (x.seen + 1)
	} else {
		x.swing += (d - x.swing) / swingShare
		x.size += (size - x.size) / swingShare
	}
	x.seen = min(x.seen+1, 1<<20)
	// A median, unlike an average, does not care how many moves are out of the
	// ordinary. It is found by steps up and down.
	if by := max(h.size/64, 16); size > h.size {
		h.size += by
	} else {
		h.size = max(h.size-by, 0)
	}
	h.seen = min(h.seen+1, 1<<20)
	return size
}

// typical is the size of an ordinary swing.
func (h *habits) typical() int32 { return h.size }

// noisy tells whether a swing of this size is out of the ordinary.
func (h *habits) noisy(size int32) bool {
	return h.seen >= 256 && size >= max(3*h.typical(), judged/100)
}

// age lets the merits of past turns fade.
func (h *habits) age() {
	for i := range h.list {
		h.list[i].history /= 2
	}
}

// Classes of order, far enough apart that what is within a class cannot bridge them.
const (
	firstOrder  = 1 << 30
	noisyOrder  = 1 << 26
	killOrder   = 1 << 25
	replyOrder  = 1 << 24
	unusedOrder = -1 << 31
)

// sortMoves gives every move of a frame its worth: the table's move, moves that gain
// by much, killers, the reply that refuted the last move before, then by history.
// Moves that lose by much come last.
func (s *search) sortMoves(fr *frame, first uint16, last *habit) {
	fr.order = fr.order[:0]
	for i, m := range fr.moves {
		x := s.habits.of(fr.mover, m)
		w := x.history
		if x.seen >= swingLeast {
			// A swing of the typical size is worth as much as an eighth of the best history.
			w += int32(int64(x.swing) * (habitMax / 8) / int64(max(s.habits.typical(), 1000)))
			if x.swing > 0 && s.habits.noisy(x.size) {
				w += noisyOrder
			}
		}
		switch {
		case i == int(first):
			w = firstOrder
		case fr.hasKill[0] && fr.killers[0] == m:
			w += killOrder + 1<<20
		case fr.hasKill[1] && fr.killers[1] == m:
			w += killOrder
		case last != nil && last.replied && last.reply == m:
			w += replyOrder
		}
		fr.order = append(fr.order, w)
	}
}

// next takes the best move that was not yet taken, of equals the first; -1 if there
// is none left.
func (fr *frame) next() int {
	if len(fr.order) == 0 {
		return -1
	}
	best := 0
	for i, w := range fr.order {
		if w > fr.order[best] {
			best = i
		}
	}
	if fr.order[best] == unusedOrder {
		return -1
	}
	fr.order[best] = unusedOrder
	return best
}

// refuted notes that move i was good enough to end the search of a node, after
// others that were not.
func (s *search) refuted(fr *frame, i, depth int, tried []int32, last *habit) {
	m := fr.moves[i]
	bonus := int32(min(depth*depth, 400)) * 8
	s.habits.of(fr.mover, m).reward(bonus)
	for _, j := range tried {
		if int(j) != i {
			s.habits.of(fr.mover, fr.moves[j]).reward(-bonus / 2)
		}
	}
	if !fr.hasKill[0] || fr.killers[0] != m {
		fr.killers[1], fr.hasKill[1] = fr.killers[0], fr.hasKill[0]
		fr.killers[0], fr.hasKill[0] = m, true
	}
	if last != nil {
		last.reply, last.replied = m, true
	}
}
