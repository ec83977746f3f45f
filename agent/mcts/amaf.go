package mcts

import (
	"sync"
	"unsafe"

	"ludens/agent/playout"
)

// amaf is what moves were worth that were made anywhere below a node, at once or
// later, in the tree or in playouts ("all moves as first"; Gelly and Silver,
// "Combining online and offline knowledge in UCT", 2007). A node keeps it for the
// nodes below that have too few visits of their own (Cazenave, "Generalized rapid
// action value estimation", 2015). It is a hash table by the key of the move,
// with linear probing. It has a lock of its own, which is taken last: a search looks into
// the table of a node above while it holds the lock of the one that it is at.
type amaf struct {
	mu    sync.Mutex
	slots []amafSlot
	used  int
}

// amafSlot is the record of a move. A free slot has n = 0.
type amafSlot struct {
	key uint32
	n   float32
	sum float32
}

const (
	slotBytes = int64(unsafe.Sizeof(amafSlot{}))
	amafSlots = 64
)

// get is what a move was worth on average and how often it was made.
func (a *amaf) get(key uint32) (mean, n float32) {
	mask := uint32(len(a.slots) - 1)
	for i := key * 0x9e3779b1 >> 7 & mask; ; i = (i + 1) & mask {
		s := &a.slots[i]
		if s.n == 0 {
			return 0, 0
		}
		if s.key == key {
			return s.sum / s.n, s.n
		}
	}
}

func (a *amaf) add(key uint32, value float32) {
	mask := uint32(len(a.slots) - 1)
	for i := key * 0x9e3779b1 >> 7 & mask; ; i = (i + 1) & mask {
		s := &a.slots[i]
		if s.n == 0 {
			if 4*(a.used+1) > 3*len(a.slots) {
				return // full; grow makes room between simulations
			}
			a.used++
			s.key = key
		} else if s.key != key {
			continue
		}
		s.n++
		s.sum += value
		return
	}
}

// crowded says that grow is due.
func (a *amaf) crowded() bool { return 2*a.used >= len(a.slots) }

// grow doubles the table.
func (a *amaf) grow() {
	old := a.slots
	a.slots = make([]amafSlot, 2*len(old))
	mask := uint32(len(a.slots) - 1)
	for _, s := range old {
		if s.n == 0 {
			continue
		}
		i := s.key * 0x9e3779b1 >> 7 & mask
		for a.slots[i].n != 0 {
			i = (i + 1) & mask
		}
		a.slots[i] = s
	}
}

// share counts the moves of a simulation in the table of a locked node on its path.
func (w *worker) share(e edge) {
	in := e.n.inner
	if in.amaf == nil && e.n.visits >= amafAfter && w.t.room(amafSlots*slotBytes) {
		in.amaf = &amaf{slots: make([]amafSlot, amafSlots)}
	}
	a := in.amaf
	if a == nil {
		return
	}
	a.mu.Lock()
	if a.crowded() && w.t.room(int64(len(a.slots))*slotBytes) {
		a.grow()
	}
	w.stamp++
	for _, act := range w.acted[e.acts:] {
		if w.stamps[act.Key] == w.stamp {
			continue // only the first time
		}
		w.stamps[act.Key] = w.stamp
		a.add(act.Key, float32(w.value[act.Seat]))
	}
	a.mu.Unlock()
}

// amafAfter is the number of visits after which a node keeps a table: before, it
// would tell nothing that a node above does not tell better.
const amafAfter = 32

// record notes the moves of the path, then those of the playout, in order.
func (w *worker) record(playout []playout.Act) {
	w.acted = w.acted[:0]
	seats := len(w.f.Seats)
	for i := range w.path {
		w.path[i].acts = len(w.acted)
		in := w.path[i].n.inner
		for _, seat := range in.active {
			key := in.arms[in.first[seat]+w.picks[i*seats+int(seat)]].key
			w.acted = append(w.acted, actOf(seat, key))
		}
	}
	w.acted = append(w.acted, playout...)
}

func actOf(seat int32, key uint32) playout.Act { return playout.Act{Seat: seat, Key: key} }
