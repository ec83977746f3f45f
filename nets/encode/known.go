package encode

import (
	"sync/atomic"

	"ludens/game"
)

// known remembers where moves stand: to ask the engine takes many times as long, and a search
// asks for all moves of every position that it has judged. Any number of goroutines may use it;
// what is forgotten is asked for again.
type known [1 << knownBits]knownMove

const knownBits = 12

// knownMove is a move and its place, so that halves of two that were written at once do not
// pass for a third: place is a number above 0, and move is the move XOR place (Hyatt and
// Mann, "A lock-less transposition table implementation for parallel search", 2002).
type knownMove struct{ move, place atomic.Uint64 }

func (k *known) slot(mv game.Move) *knownMove {
	return &k[uint64(mv)*0x9e3779b97f4a7c15>>(64-knownBits)]
}

// get is the number of a move; false where it is not known.
func (k *known) get(mv game.Move) (at int, ok bool) {
	s := k.slot(mv)
	p := s.place.Load()
	if p == 0 || s.move.Load() != uint64(mv)^p {
		return 0, false
	}
	return int(p - 1), true
}

// put notes the number, from 0, of a move.
func (k *known) put(mv game.Move, at int) {
	s, p := k.slot(mv), uint64(at)+1
	s.place.Store(p)
	s.move.Store(uint64(mv) ^ p)
}
