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
	again  []game.Move // the last name that was derived from each, or itself; empty while all differ
	slots  []int32     // a table of 1 + index into hashes, by hash; 0 is free
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
		mv := game.Move(c.HashMove(&c.Moves[i]))
		at := n.slot(mv)
		if n.slots[at] != 0 || mv == Noop {
			mv, at = n.rename(mv, at)
		}
		n.slots[at] = int32(i + 1)
		n.hashes = append(n.hashes, mv)
		if len(n.again) > 0 {
			n.again = append(n.again, mv)
		}
	}
	return nil
}

// rename gives a move another name, whose slot it returns, because the move at its slot has
// this one. Of many that are the same each goes on from the one before.
func (n *moveNames) rename(mv game.Move, at int) (game.Move, int) {
	first := n.slots[at]
	if first > 0 {
		if len(n.again) == 0 {
			n.again = append(n.again, n.hashes...)
		}
		mv = n.again[first-1]
	}
	for n.slots[at] != 0 || mv == Noop {
		mv = mv*0x9e3779b97f4a7c15 + 1
		at = n.slot(mv)
	}
	if first > 0 {
		n.again[first-1] = mv
	}
	return mv, at
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

// index finds a move of c by its name, -1 if it is not there. While the moves have no names it
// looks for the first that this is the name of, and names all of them only where there is none:
// the move may be one of several that do the same.
func (n *moveNames) index(c *Ctx, mv game.Move) (int, error) {
	if len(n.hashes) != len(c.Moves) {
		g := c.glance()
		for i := range c.Moves {
			if err := g.step(); err != nil {
				return -1, err
			}
			if game.Move(c.HashMove(&c.Moves[i])) == mv {
				return i, nil
			}
		}
		if err := n.note(c); err != nil {
			return -1, err
		}
	}
	if len(n.hashes) == 0 {
		return -1, nil
	}
	return int(n.slots[n.slot(mv)]) - 1, nil
}

// HashMove hashes what a move does. The products of an action do not wait for each other.
func (c *Ctx) HashMove(m *Move) uint64 {
	return hashMove(m, c.Actions[m.Actions[0]:m.Actions[1]])
}

// hashFilled is HashMove of the move that fill has made last, for the player who made it.
func (c *Ctx) hashFilled(mover int) uint64 {
	m := Move{Mover: int16(mover), From: c.filled[0].From, To: c.filled[0].To, State: Undefined}
	return hashMove(&m, c.filled[:])
}

func hashMove(m *Move, actions []Action) uint64 {
	const (
		k0, k1, k2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3
		k3, k4, k5 = 0x589965cc75374cc3, 0x1d8e4e27c47d124f, 0xeb44accab455d165
	)
	h := mum(pair(m.From, m.To)^k0, quad(m.LevelMin, m.LevelMax, m.State, m.Mover)^k1)
	for i := range actions {
		a := &actions[i]
		if a.Op == OpThen {
			h = mum(h^k2, uint64(OpThen)^k3)
			continue
		}
		how := uint64(a.Op) | uint64(a.Kind)<<8 | uint64(a.KindTo)<<16 | b2u(a.Stack)<<24 | b2u(a.Later)<<25 | pairOf(a.Level, a.LevelTo)<<32
		h = mum(h^k2, how^k4) ^ mum(pair(a.From, a.To)^k3, pair(a.What, a.Count)^k5) ^
			bits.RotateLeft64(mum(pair(a.State, a.Rotation)^k1, pair(a.Value, a.Player)^k0), 23)
	}
	return h * 0xff51afd7ed558ccd
}

// mum multiplies two words and folds the product.
func mum(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// pair is two numbers in a word, as they lie in memory.
func pair(a, b int32) uint64 { return uint64(uint32(a)) | uint64(uint32(b))<<32 }

func pairOf(a, b int16) uint64 { return uint64(uint16(a)) | uint64(uint16(b))<<16 }

func quad(a, b, c, d int16) uint64 { return pairOf(a, b) | pairOf(c, d)<<32 }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
