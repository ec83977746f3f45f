package puzzle

import (
	"math/bits"

	"ludens/game"
)

// width is a best-first search of the positions that can be reached, none of them twice. Positions that are the
// same but for the clock count as one, and the one that was reached in fewer moves is kept.
//
// What comes first is what is new (Lipovetzky and Geffner 2017): a position with a bit that no position of the same
// worth had before, then one with a pair of such bits, then the rest; among these what the rules say is worth more. Every third position is the
// one that waits longest.
type width struct {
	m     game.Machine
	found *found
	clock *clock
	gauge func(game.State) float64 // nil: there is none
	bytes int64                    // of all positions at most
	steps int                      // moves of a line at most

	root    game.State
	rootPly int
	words   int        // of a state
	states  []uint64   // of all positions, one after the other
	nodes   []position // in the order in which they were found: a position comes behind the one that leads to it
	table   []int32    // hash table of 1 + the index of a position
	queue   [classes * worths][]int32
	heads   [classes * worths]int
	oldest  int // positions below are closed
	count   int // expanded
	seen1   []uint64
	seen2   []uint64
	partly  bool // positions that can be reached may be missing that were met in another way
	done    bool // all that can be reached has been seen, or memory is full

	next, plain, here game.State
	buf               []game.Move
	goal              [1]float64
	line              []game.Move
	fresh             []int32

	// The position whose moves are being made, a few at a time, for there may be thousands of them; -1: none.
	open int32
	left []game.Move // of it
}

// position is one that was found.
type position struct {
	parent int32 // -1: the root
	ply    int32
	move   game.Move // that led there
	closed bool      // its moves were made, or it was reached in fewer moves elsewhere
}

const (
	classes  = 3  // of novelty
	worths   = 64 // levels of worth
	pairBits = 26 // of the table of pairs, which is hashed
	// positionBytes is what a position takes besides its state: itself, in the table, in a queue.
	positionBytes = 24 + 12 + 4
	mostPairs     = 1 << 20 // of bits that are looked at for a position, some milliseconds; where there are more none is
	atOnce        = 16      // moves of a position that are made between two looks at the clock
)

func newWidth(g game.Game, f *found, c *clock, bytes int64, steps int) *width {
	return &width{m: g.NewMachine(), found: f, clock: c, gauge: gauge(g), bytes: bytes, steps: steps}
}

// begin starts anew from a position, so many moves into the match.
func (w *width) begin(root game.State, ply int) {
	w.root, w.rootPly = append(w.root[:0], root...), ply
	w.words = len(root)
	w.states, w.nodes = w.states[:0], w.nodes[:0]
	w.table = make([]int32, 1<<12)
	for i := range w.queue {
		w.queue[i], w.heads[i] = w.queue[i][:0], 0
	}
	w.oldest, w.count, w.done, w.partly = 0, 0, false, false
	w.open, w.left = -1, nil
	w.seen1 = make([]uint64, worths*w.words)
	if w.seen2 == nil {
		w.seen2 = make([]uint64, 1<<(pairBits-6))
	} else {
		clear(w.seen2)
	}
	w.add(root, -1, 0, 0, 0)
}

// key is a position without the clock, in memory that is used again.
func (w *width) key(s game.State) game.State {
	w.plain = append(w.plain[:0], s...)
	return w.clock.plain(w.plain)
}

func (w *width) state(i int32) game.State {
	return game.State(w.states[int(i)*w.words : (int(i)+1)*w.words])
}

// slot is the place of a position in the table.
func (w *width) slot(key game.State) (at int, i int32) {
	mask := len(w.table) - 1
	for at = int(key.Hash()) & mask; ; at = (at + 1) & mask {
		if w.table[at] == 0 {
			return at, -1
		}
		i = w.table[at] - 1
		w.here = append(w.here[:0], w.state(i)...)
		if w.clock.plain(w.here).Equal(key) {
			return at, i
		}
	}
}

// add makes a position known, if it is new or was reached in more moves before.
func (w *width) add(s game.State, parent int32, move game.Move, ply int32, worth float64) {
	key := w.key(s)
	at, old := w.slot(key)
	if old >= 0 {
		if w.nodes[old].ply <= ply {
			return
		}
		w.nodes[old].closed = true
	}
	i := int32(len(w.nodes))
	w.nodes = append(w.nodes, position{parent: parent, ply: ply, move: move})
	w.states = append(w.states, s...)
	w.table[at] = i + 1
	value := min(max(int(worth*worths), 0), worths-1)
	q := w.novelty(key, parent, value)*worths + worths - 1 - value
	w.queue[q] = append(w.queue[q], i)
	if 2*len(w.nodes) > len(w.table) {
		w.grow()
	}
}

// grow doubles the table.
func (w *width) grow() {
	old := w.table
	w.table = make([]int32, 2*len(old))
	for _, v := range old {
		if v != 0 {
			at, _ := w.slot(w.key(w.state(v - 1)))
			w.table[at] = v
		}
	}
}

// novelty is 0 for a position with a bit that none of the same worth had, 1 for one with such a pair of bits,
// else 2. Bits that the position before had, too, make nothing new alone or among themselves.
func (w *width) novelty(key game.State, parent int32, value int) int {
	class := 2
	seen := w.seen1[value*w.words : (value+1)*w.words]
	w.fresh = w.fresh[:0]
	all := 0
	for i, word := range key {
		all += bits.OnesCount64(word)
		if word&^seen[i] != 0 {
			class = 0
			seen[i] |= word
		}
		if parent >= 0 {
			word &^= w.states[int(parent)*w.words+i]
		}
		for ; word != 0; word &= word - 1 {
			w.fresh = append(w.fresh, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	if len(w.fresh)*all > mostPairs {
		return class
	}
	for _, a := range w.fresh {
		from := uint64(a)*0x9e3779b97f4a7c15 ^ uint64(value)*0xff51afd7ed558ccd
		for i, word := range key {
			for ; word != 0; word &= word - 1 {
				b := uint64(64*i + bits.TrailingZeros64(word))
				var h uint64
				if b < uint64(a) {
					h = (b*0x9e3779b97f4a7c15 ^ uint64(value)*0xff51afd7ed558ccd) + uint64(a)*0xc4ceb9fe1a85ec53
				} else {
					h = from + b*0xc4ceb9fe1a85ec53
				}
				h = (h ^ h>>32) * 0xd6e8feb86659fd93 >> (64 - pairBits)
				if w.seen2[h>>6]>>(h&63)&1 == 0 {
					w.seen2[h>>6] |= 1 << (h & 63)
					class = min(class, 1)
				}
			}
		}
	}
	return class
}

// full reports whether memory is used up.
func (w *width) full() bool { return int64(len(w.nodes))*int64(8*w.words+positionBytes) > w.bytes }

// take is the next position to expand, -1 when none is left.
func (w *width) take() int32 {
	if w.count++; w.count%3 == 0 {
		for ; w.oldest < len(w.nodes); w.oldest++ {
			if !w.nodes[w.oldest].closed {
				return int32(w.oldest)
			}
		}
		return -1
	}
	for q := range w.queue {
		for w.heads[q] < len(w.queue[q]) {
			i := w.queue[q][w.heads[q]]
			if w.heads[q]++; !w.nodes[i].closed {
				return i
			}
		}
	}
	return -1
}

// expand makes the next moves of a position, the next one where there is none; false when nothing is left to do.
func (w *width) expand() bool {
	if w.done {
		return false
	}
	if len(w.left) == 0 {
		switch w.open = w.take(); {
		case w.open < 0 && w.partly:
			w.begin(append(game.State(nil), w.root...), w.rootPly)
			return true
		case w.open < 0 || w.full():
			w.done = true
			return false
		}
		w.nodes[w.open].closed = true
		if int(w.nodes[w.open].ply) >= w.steps {
			return true
		}
		w.m.Load(w.state(w.open))
		w.buf = w.m.Legal(seat, w.buf)
		w.left = w.buf
	}
	i, ply := w.open, w.nodes[w.open].ply+1
	now := w.left[:min(atOnce, len(w.left))]
	w.left = w.left[len(now):]
	joint := make([]game.Move, 1)
	for _, mv := range now {
		w.m.Load(w.state(i))
		joint[0] = mv
		w.m.Step(joint)
		if w.m.Err() != nil {
			continue
		}
		w.m.Utility(w.goal[:])
		if w.m.Terminal() {
			if w.goal[0] > w.found.worth() {
				w.end(i, mv)
			}
			continue
		}
		w.next = w.m.Save(w.next)
		if len(w.next) != w.words {
			w.done = true // states of this engine are not of one length
			return false
		}
		if !w.clock.check(w.next, w.rootPly+int(ply)) {
			w.begin(append(game.State(nil), w.root...), w.rootPly)
			return true
		}
		worth := w.goal[0]
		if w.gauge != nil {
			worth = (worth + w.gauge(w.next)) / 2
		}
		w.add(w.next, i, mv, ply, worth)
	}
	return true
}

// end tells of a way to an end: a position's, and a move.
func (w *width) end(i int32, mv game.Move) {
	goal := w.goal[0]
	w.line = w.line[:0]
	for ; w.nodes[i].parent >= 0; i = w.nodes[i].parent {
		w.line = append(w.line, w.nodes[i].move)
	}
	for a, b := 0, len(w.line)-1; a < b; a, b = a+1, b-1 {
		w.line[a], w.line[b] = w.line[b], w.line[a]
	}
	w.found.offer(w.m, w.root, append(w.line, mv), goal, 0)
}

// move goes on from a position that was reached in the match, and keeps what was found behind it. What was found in
// another way and lies behind it, too, is missing; so when all is done it begins anew.
func (w *width) move(root game.State, ply int) {
	if len(root) != w.words || len(w.nodes) == 0 {
		w.begin(root, ply)
		return
	}
	_, r := w.slot(w.key(root))
	if r < 0 || !w.state(r).Equal(root) {
		w.begin(root, ply)
		return
	}
	if r == 0 {
		return
	}
	if len(w.left) > 0 { // some of its moves are missing yet
		w.nodes[w.open].closed = false
	}
	w.open, w.left = -1, nil
	// A position comes behind its parent, so that one pass tells who is left.
	to := make([]int32, len(w.nodes))
	nodes, states := w.nodes[:0], w.states[:0]
	first := w.nodes[r].ply
	for i := range w.nodes {
		n := w.nodes[i]
		switch {
		case int32(i) == r:
			n.parent = -1
		case n.parent < 0 || to[n.parent] == 0:
			continue
		default:
			n.parent = to[n.parent] - 1
		}
		n.ply -= first
		to[i] = int32(len(nodes)) + 1
		states = append(states, w.state(int32(i))...)
		nodes = append(nodes, n)
	}
	w.nodes, w.states = nodes, states
	w.root, w.rootPly, w.oldest = append(w.root[:0], root...), ply, 0
	for q := range w.queue {
		left := w.queue[q][:0]
		for _, i := range w.queue[q][w.heads[q]:] {
			if to[i] > 0 {
				left = append(left, to[i]-1)
			}
		}
		w.queue[q], w.heads[q] = left, 0
	}
	clear(w.table)
	for i := range w.nodes {
		at, old := w.slot(w.key(w.state(int32(i))))
		if old < 0 || w.nodes[old].ply > w.nodes[i].ply {
			w.table[at] = int32(i) + 1
		}
	}
	w.done, w.partly = w.done && w.full(), true
}
