package exec

import (
	"math/bits"

	"ludens/game"
)

// moveNames names the moves of a position by what they do, so that a move has the
// same name in every position in which it can be made. Moves that do the same
// are told apart by the order in which they were generated.
type moveNames struct {
	hashes []game.Move
	again  []uint64 // the last name that was derived from each, or itself
	slots  []int32  // a table of 1 + index into hashes, by hash; 0 is free
	texts  []string
}

func (n *moveNames) forget() {
	n.hashes, n.again, n.texts = n.hashes[:0], n.again[:0], n.texts[:0]
}

// note names the moves of c, if that has not been done. After an error none has a name.
func (n *moveNames) note(c *Ctx) error {
	if len(n.hashes) == len(c.Moves) {
		return nil
	}
	n.forget()
	size := 16 << bits.Len(uint(len(c.Moves)/8))
	if len(n.slots) < size {
		n.slots = make([]int32, size)
	} else {
		clear(n.slots)
	}
	g := c.glance()
	for i := range c.Moves {
		if err := g.step(); err != nil {
			n.forget()
			return err
		}
		h := c.HashMove(&c.Moves[i])
		at := n.slot(game.Move(h))
		first := n.slots[at]
		if first > 0 {
			// Of many that are the same, each goes on from the one before.
			h = n.again[first-1]
		}
		for n.slots[at] != 0 || h == uint64(Noop) {
			h = h*0x9e3779b97f4a7c15 + 1
			at = n.slot(game.Move(h))
		}
		n.slots[at] = int32(i + 1)
		n.hashes, n.again = append(n.hashes, game.Move(h)), append(n.again, h)
		if first > 0 {
			n.again[first-1] = h
		}
	}
	return nil
}

// slot is where a name is, or where it belongs.
func (n *moveNames) slot(mv game.Move) int {
	mask := len(n.slots) - 1
	at := int(uint64(mv)>>20) & mask
	for n.slots[at] != 0 && n.hashes[n.slots[at]-1] != mv {
		at = (at + 1) & mask
	}
	return at
}

// index finds a move by its name, -1 if it is not there.
func (n *moveNames) index(mv game.Move) int {
	if len(n.hashes) == 0 {
		return -1
	}
	return int(n.slots[n.slot(mv)]) - 1
}

// HashMove hashes what a move does.
func (c *Ctx) HashMove(m *Move) uint64 {
	h := uint64(0xcbf29ce484222325)
	mix := func(x uint64) {
		h ^= x
		h *= 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	mix(uint64(uint16(m.Mover)))
	mix(uint64(uint32(m.From))<<32 | uint64(uint32(m.To)))
	mix(uint64(uint16(m.LevelMin))<<32 | uint64(uint16(m.LevelMax))<<16 | uint64(uint16(m.State)))
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &c.Actions[i]
		if a.Op == OpThen {
			mix(uint64(OpThen))
			continue
		}
		mix(uint64(a.Op)<<56 | uint64(a.Kind)<<52 | uint64(a.KindTo)<<48 | uint64(uint16(a.Level))<<32 | uint64(uint16(a.LevelTo))<<16 | b2u(a.Stack)<<1 | b2u(a.Later))
		mix(uint64(uint32(a.From))<<32 | uint64(uint32(a.To)))
		mix(uint64(uint32(a.What))<<32 | uint64(uint32(a.Count)))
		mix(uint64(uint32(a.State))<<32 | uint64(uint32(a.Rotation)))
		mix(uint64(uint32(a.Value))<<32 | uint64(uint32(a.Player)))
	}
	return h
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
