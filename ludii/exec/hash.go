package exec

import "math/bits"

// A hasher mixes words into a number, after the folded multiplication of wyhash.
type hasher uint64

const (
	hashSeed = 0x9e3779b97f4a7c15
	hashKey  = 0xd6e8feb86659fd93
	hashPair = 0xa0761d6478bd642f
	// hashStart is none of the others: a hash that begins with hashSeed multiplies the first words by next to nothing,
	// and what they differ by can be undone by the words that follow.
	hashStart = 0xe7037ed1a0b428db
)

func (h *hasher) word(w uint64) {
	hi, lo := bits.Mul64(uint64(*h)^w^hashSeed, hashKey)
	*h = hasher(hi ^ lo)
}

// pair mixes two words at once.
func (h *hasher) pair(a, b uint64) {
	hi, lo := bits.Mul64(a^hashPair, uint64(*h)^b^hashSeed)
	*h = hasher(hi ^ lo)
}

// four are four numbers as one word.
func four(of []int16) uint64 {
	_ = of[3]
	return uint64(uint16(of[0])) | uint64(uint16(of[1]))<<16 | uint64(uint16(of[2]))<<32 | uint64(uint16(of[3]))<<48
}

func (h *hasher) shorts(of []int16) {
	for ; len(of) >= 8; of = of[8:] {
		h.pair(four(of), four(of[4:]))
	}
	for ; len(of) >= 4; of = of[4:] {
		h.word(four(of))
	}
	for _, v := range of {
		h.word(uint64(uint16(v)))
	}
}

func (h *hasher) ints(of []int32) {
	for _, v := range of {
		h.word(uint64(uint32(v)))
	}
}

func (h *hasher) words(of []uint64) {
	for _, w := range of {
		h.word(w)
	}
}

// Hash64 is the hash of what stands on the board and in the hands, for rules
// against repeated positions, which is what Ludii's hash of a state covers: pieces,
// owners, numbers, states, rotations, values, what is hidden (of flat sites), where
// can be played, the sites visited, the temporary value, the players' order and
// teams. Neither who moves nor scores are in it.
func (s *State) Hash64(p *Program) uint64 {
	h := hasher(hashStart)
	for k := range s.Sites {
		t := &s.Sites[k]
		if t.Stack != nil {
			for i := range t.Stack {
				for j := range t.Stack[i] {
					it := &t.Stack[i][j]
					h.word(it.pack())
					h.word(uint64(uint16(it.Value)) | 1<<16)
				}
				h.word(uint64(len(t.Stack[i])))
			}
		} else {
			h.shorts(t.shorts)
			h.words(t.Hidden)
		}
		h.words(t.Playable)
		for _, v := range s.Values[k] {
			h.word(uint64(v))
		}
	}
	h.words(s.Visited)
	h.word(uint64(uint32(s.Temp)))
	h.ints(s.Order)
	if p.Flags.Team {
		h.ints(s.Team)
	}
	return uint64(h)
}

// FullHash is the hash of the position with the players' parts in it, for rules against
// repeated situations: besides Hash64 the mover, the next and the previous one, who is active, in
// stalemate or triggered, pending values, turns and passes in a row, and scores in
// games that ask for it.
func (s *State) FullHash(p *Program) uint64 {
	h := hasher(s.Hash64(p))
	h.word(uint64(uint32(s.Mover)) | uint64(uint32(s.Next))<<32)
	h.word(uint64(uint32(s.Prev)) | uint64(s.Active)<<32)
	h.word(uint64(s.Stalemated) | uint64(uint32(s.SamePlayer))<<32)
	if len(s.Triggered) > 0 {
		h.word(s.Triggered[0])
	}
	sum := uint64(0) // whatever order they were set in
	for _, v := range s.Pending {
		one := hasher(hashKey)
		one.word(uint64(uint32(v)))
		sum += uint64(one)
	}
	h.word(sum)
	h.word(uint64(uint32(s.Passes)))
	if p.Flags.HashScores {
		h.ints(s.Score)
	}
	return uint64(h)
}
