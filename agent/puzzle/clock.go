package puzzle

import (
	"math/bits"
	"math/rand/v2"
	"time"

	"ludens/game"
)

// clock is what of a position is known from the number of moves made alone, as a counter of steps is: bits of the
// state that had the same value after so many moves in every match seen, and not always the same value.
type clock struct {
	mask  game.State   // has these bits
	after []game.State // a state after so many moves; nil where none was seen
}

// clockMatches and clockTime bound the random matches that show it.
const (
	clockMatches = 60
	clockTime    = 100 * time.Millisecond
	mostClock    = 4096 // moves
)

// newClock looks for it in random matches from the machine's position, so many moves into the match.
func newClock(m game.Machine, begun int, rng *rand.Rand, over func() bool) *clock {
	root := m.Save(nil)
	defer m.Load(root)
	c := &clock{mask: make(game.State, len(root)), after: make([]game.State, begun)}
	same := make(game.State, len(root)) // bits that every match agrees on
	for i := range same {
		same[i] = ^uint64(0)
	}
	var s game.State
	var w game.Walker
	for n, begin := 0, time.Now(); n < clockMatches && (n < 2 || time.Since(begin) < clockTime) && !over(); n++ {
		m.Load(root)
		for ply := begun; ply < begun+mostClock && !m.Terminal() && !over(); ply++ {
			s = m.Save(s)
			if len(s) != len(root) {
				return &clock{mask: make(game.State, 0)} // states of this engine cannot be compared bit by bit
			}
			if ply == len(c.after) {
				c.after = append(c.after, append(game.State(nil), s...))
			}
			for i := range s {
				same[i] &^= s[i] ^ c.after[ply][i]
			}
			if !w.Step(m, rng) {
				break
			}
		}
	}
	for ply := begun + 1; ply < len(c.after); ply++ {
		for i := range c.mask {
			c.mask[i] |= (c.after[ply][i] ^ c.after[ply-1][i]) & same[i]
		}
	}
	return c
}

// check reports whether a state after so many moves is as the clock says; if not, the clock does without the bits
// that are not.
func (c *clock) check(s game.State, ply int) bool {
	if len(s) != len(c.mask) {
		c.mask = c.mask[:0]
		return true
	}
	for ply >= len(c.after) {
		c.after = append(c.after, nil)
	}
	if c.after[ply] == nil {
		c.after[ply] = append(game.State(nil), s...)
		return true
	}
	ok := true
	for i := range s {
		if wrong := (s[i] ^ c.after[ply][i]) & c.mask[i]; wrong != 0 {
			c.mask[i] &^= wrong
			ok = false
		}
	}
	return ok
}

// plain writes the state without the clock's bits over s.
func (c *clock) plain(s game.State) game.State {
	if len(s) == len(c.mask) {
		for i := range s {
			s[i] &^= c.mask[i]
		}
	}
	return s
}

// bits is how many bits the clock has.
func (c *clock) bits() (n int) {
	for _, w := range c.mask {
		n += bits.OnesCount64(w)
	}
	return n
}
