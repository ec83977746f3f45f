package exec

import (
	"math/bits"
	"unsafe"

	"ludens/game"
)

// A position is one that a machine was at, with its moves as far as they were found.
type position struct {
	words game.State
	at    int // its place among those that are kept

	state   *State // the words, decoded
	decoded bool

	moves    []Move
	actions  []Action
	betweens []int32
	thens    []ThenNode
	names    moveNames
	listed   bool // the lists are here, and not in the cursor
	bytes    int
}

// swap exchanges the lists with those of a cursor: the storage goes round, and nothing
// is copied.
func (p *position) swap(c *Ctx, n *moveNames) {
	if len(p.thens) == 0 {
		p.thens = make([]ThenNode, 1)
	}
	p.moves, c.Moves = c.Moves, p.moves
	p.actions, c.Actions = c.Actions, p.actions
	p.betweens, c.Betweens = c.Betweens, p.betweens
	p.thens, c.ThenNodes = c.ThenNodes, p.thens
	p.names, *n = *n, p.names
}

// recent are the positions that a machine keeps. The one that was not asked for the
// longest makes room for another.
type recent struct {
	list  []*position
	marks []uint64 // their fingerprints, side by side
	used  []uint64 // when they were asked for last
	clock uint64
	bytes int
	most  int // bound on their number; 0: mostPositions
}

// Bounds on what is kept. A search comes back to the positions on its way, and between two
// visits to one of them it sees those behind one of its moves.
const (
	mostPositions = 64
	mostBytes     = 8 << 20
)

// find gives a position by its words and their fingerprint, nil if it is not kept.
func (r *recent) find(s game.State, mark uint64) *position {
	for i, m := range r.marks {
		if m == mark && r.list[i].words.Equal(s) {
			r.clock++
			r.used[i] = r.clock
			return r.list[i]
		}
	}
	return nil
}

// fingerprint tells most positions apart, faster than the hash of a state does: four
// chains that do not wait for each other.
func fingerprint(s game.State) uint64 {
	const k = 0xff51afd7ed558ccd
	h := [4]uint64{uint64(len(s)), 1, 2, 3}
	for ; len(s) >= 4; s = s[4:] {
		h[0] = (h[0] ^ s[0]) * k
		h[1] = (h[1] ^ s[1]) * k
		h[2] = (h[2] ^ s[2]) * k
		h[3] = (h[3] ^ s[3]) * k
	}
	for _, w := range s {
		h[0] = (h[0] ^ w) * k
	}
	return h[0] ^ bits.RotateLeft64(h[1], 17) ^ bits.RotateLeft64(h[2], 31) ^ bits.RotateLeft64(h[3], 47)
}

// take makes room for a position that is not kept.
func (r *recent) take(s game.State, mark uint64) *position {
	if r.most == 0 {
		r.most = mostPositions
	}
	i := len(r.list)
	if i < r.most {
		r.list, r.marks, r.used = append(r.list, &position{at: i}), append(r.marks, 0), append(r.used, 0)
	} else {
		i = 0
		for j, used := range r.used {
			if used < r.used[i] {
				i = j
			}
		}
	}
	r.clock++
	p := r.list[i]
	r.marks[i], r.used[i] = mark, r.clock
	p.words = append(p.words[:0], s...)
	p.decoded, p.listed = false, false
	return p
}

// drop forgets a position that turned out to be none.
func (r *recent) drop(p *position) {
	p.words, r.marks[p.at], r.used[p.at] = p.words[:0], ^uint64(0), 0
	p.decoded, p.listed = false, false
}

// weigh notes how large a position is and keeps fewer from now on if it is too much
// in all.
func (r *recent) weigh(p *position) {
	size := int(unsafe.Sizeof(Move{}))*cap(p.moves) + int(unsafe.Sizeof(Action{}))*cap(p.actions) +
		int(unsafe.Sizeof(ThenNode{}))*cap(p.thens) + 4*cap(p.betweens) +
		8*cap(p.names.hashes) + 8*cap(p.names.again) + 4*len(p.names.slots) + 8*cap(p.words)
	if len(p.words) > 0 {
		size += 16 * int(p.words[0]) // the state, by the words that squeeze was given
	}
	r.bytes += size - p.bytes
	p.bytes = size
	for r.bytes > mostBytes && len(r.list) > 1 {
		last := -1
		for i, q := range r.list {
			if q != p && (last < 0 || r.used[i] < r.used[last]) {
				last = i
			}
		}
		n := len(r.list) - 1
		r.bytes -= r.list[last].bytes
		r.list[last], r.marks[last], r.used[last] = r.list[n], r.marks[n], r.used[n]
		r.list[last].at = last
		r.list[n] = nil
		r.list, r.marks, r.used, r.most = r.list[:n], r.marks[:n], r.used[:n], n
	}
}
