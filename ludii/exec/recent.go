package exec

import (
	"math/bits"
	"unsafe"

	"ludens/game"
)

// A position is one that a machine was at, with its moves as far as they were found.
type position struct {
	words game.State
	hash  uint64
	used  uint64 // when it was asked for last

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

// find gives a position by its words, nil if it is not kept.
func (r *recent) find(s game.State) *position {
	hash := fingerprint(s)
	for _, p := range r.list {
		if p.hash == hash && p.words.Equal(s) {
			r.clock++
			p.used = r.clock
			return p
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
func (r *recent) take(s game.State) *position {
	if r.most == 0 {
		r.most = mostPositions
	}
	var p *position
	if len(r.list) < r.most {
		p = &position{}
		r.list = append(r.list, p)
	} else {
		p = r.list[0]
		for _, q := range r.list {
			if q.used < p.used {
				p = q
			}
		}
	}
	r.clock++
	p.words, p.hash, p.used = append(p.words[:0], s...), fingerprint(s), r.clock
	p.decoded, p.listed = false, false
	return p
}

// drop forgets a position that turned out to be none.
func (r *recent) drop(p *position) {
	p.words, p.hash, p.used = p.words[:0], ^uint64(0), 0
	p.decoded, p.listed = false, false
}

// weigh notes how large a position is and keeps fewer from now on if it is too much
// in all.
func (r *recent) weigh(p *position) {
	size := int(unsafe.Sizeof(Move{}))*cap(p.moves) + int(unsafe.Sizeof(Action{}))*cap(p.actions) +
		int(unsafe.Sizeof(ThenNode{}))*cap(p.thens) + 4*cap(p.betweens) +
		16*cap(p.names.hashes) + 4*len(p.names.slots) + 24*cap(p.words)
	r.bytes += size - p.bytes
	p.bytes = size
	for r.bytes > mostBytes && len(r.list) > 1 {
		last := -1
		for i, q := range r.list {
			if q != p && (last < 0 || q.used < r.list[last].used) {
				last = i
			}
		}
		r.bytes -= r.list[last].bytes
		r.list[last] = r.list[len(r.list)-1]
		r.list[len(r.list)-1] = nil
		r.list = r.list[:len(r.list)-1]
		r.most = len(r.list)
	}
}
