package heuristic

import "math/bits"

// Bounds of windows: shorter ones are no lines, and longer ones are in no game known.
const (
	minWindow = 2
	maxWindow = 6
)

// rows are the straight lines of a board, packed into words: a bit per site and line
// that goes through it, beside that of the next site of the line. Several lines share
// a word, so that a few shifts look at all windows of one length in it at once.
type rows struct {
	words  int
	at     [][]place               // per site: the bits that stand for it
	starts [maxWindow + 1][]uint64 // per length and word: where windows begin
}

// place is a bit of a word.
type place struct {
	word int32
	bit  uint8
}

// pack packs lines, each a list of sites in their order. Nil if there is no window.
func pack(sites int, lines [][]int32) *rows {
	r := &rows{at: make([][]place, sites)}
	var free []int // bits left, per word
	var cut [][]int32
	for _, l := range lines {
		for len(l) > 64 {
			cut = append(cut, l[:64])
			l = l[64-maxWindow+1:]
		}
		if len(l) >= minWindow {
			cut = append(cut, l)
		}
	}
	if len(cut) == 0 {
		return nil
	}
	for _, l := range cut {
		w := 0
		for w < len(free) && free[w] < len(l) {
			w++
		}
		if w == len(free) {
			free = append(free, 64)
			for n := range r.starts {
				r.starts[n] = append(r.starts[n], 0)
			}
		}
		first := 64 - free[w]
		free[w] -= len(l)
		for i, s := range l {
			r.at[s] = append(r.at[s], place{int32(w), uint8(first + i)})
			for n := minWindow; n <= maxWindow && i+n <= len(l); n++ {
				r.starts[n][w] |= 1 << (first + i)
			}
		}
	}
	r.words = len(free)
	return r
}

// set marks a site in the words of one content.
func (r *rows) set(words []uint64, site int32) {
	for _, p := range r.at[site] {
		words[p.word] |= 1 << p.bit
	}
}

// count gives per k the number of windows of length n with k sites of own and none of
// the others that are in any.
func (r *rows) count(own, anyone []uint64, n int, out *[maxWindow + 1]int32) {
	*out = [maxWindow + 1]int32{}
	starts := r.starts[n]
	for w, o := range own {
		if o == 0 {
			continue
		}
		other := anyone[w] &^ o
		blocked := other
		// Bits of three-digit sums, one per place (carry-save adders).
		s0, s1, s2 := o, uint64(0), uint64(0)
		for i := 1; i < n; i++ {
			blocked |= other >> i
			x := o >> i
			c := s0 & x
			s0 ^= x
			d := s1 & c
			s1 ^= c
			s2 ^= d
		}
		ok := starts[w] &^ blocked
		if ok&(s0|s1|s2) == 0 {
			continue
		}
		for k := 1; k <= n; k++ {
			m := ok
			if k&1 != 0 {
				m &= s0
			} else {
				m &^= s0
			}
			if k&2 != 0 {
				m &= s1
			} else {
				m &^= s1
			}
			if k&4 != 0 {
				m &= s2
			} else {
				m &^= s2
			}
			out[k] += int32(bits.OnesCount64(m))
		}
	}
}
