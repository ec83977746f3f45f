package interp

// tuples is a set of tuples of one fixed width, numbered in the order in which
// they were added. Small sets are searched by scanning, larger ones by hashing.
type tuples struct {
	width int
	n     int
	data  []int32 // width numbers per tuple
	index []int32 // open addressing: number of the tuple + 1, or 0
}

const scanUpTo = 6

func hashInts(xs []int32) uint32 {
	h := uint64(len(xs)) * 0x9e3779b97f4a7c15
	for _, x := range xs {
		h ^= uint64(uint32(x))
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return uint32(h)
}

// at is the tuple with number i.
func (s *tuples) at(i int) []int32 { return s.data[i*s.width : (i+1)*s.width] }

// find gives the number of a tuple, or -1.
func (s *tuples) find(x []int32) int {
	if len(s.index) == 0 {
		for i := range s.n {
			if equalInts(s.at(i), x) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(s.index) - 1)
	for h := hashInts(x) & mask; ; h = (h + 1) & mask {
		i := s.index[h]
		if i == 0 {
			return -1
		}
		if equalInts(s.at(int(i-1)), x) {
			return int(i - 1)
		}
	}
}

// grows is how many bytes the next tuple may take at once.
func (s *tuples) grows() (bytes int64) {
	if len(s.data)+s.width > cap(s.data) {
		bytes = 4 * 2 * int64(cap(s.data))
	}
	if n := len(s.index); 4*(s.n+1) > 3*n {
		bytes += 4 * 2 * int64(n)
	}
	return bytes
}

// add adds a tuple unless it is there, and gives its number.
func (s *tuples) add(x []int32) (i int, added bool) {
	if i := s.find(x); i >= 0 {
		return i, false
	}
	i = s.n
	s.data = append(s.data, x...)
	s.n++
	switch {
	case len(s.index) > 0 && 4*s.n <= 3*len(s.index):
		s.place(i)
	case s.n > scanUpTo:
		size := 16
		for size < 4*s.n {
			size *= 2
		}
		if cap(s.index) >= size {
			s.index = s.index[:size]
			clear(s.index)
		} else {
			s.index = make([]int32, size)
		}
		for j := range s.n {
			s.place(j)
		}
	}
	return i, true
}

func (s *tuples) place(i int) {
	mask := uint32(len(s.index) - 1)
	h := hashInts(s.at(i)) & mask
	for s.index[h] != 0 {
		h = (h + 1) & mask
	}
	s.index[h] = int32(i + 1)
}

// reset empties the set; it keeps memory for up to keep numbers.
func (s *tuples) reset(keep int) {
	s.n = 0
	s.data = s.data[:0]
	s.index = s.index[:0]
	if cap(s.data) > keep {
		s.data = nil
	}
	if cap(s.index) > keep {
		s.index = nil
	}
}

func equalInts(a, b []int32) bool {
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}
