package exec

import "math/bits"

// Bits is a set of sites (or of other small numbers), 64 to a word.
type Bits []uint64

// NewBits makes an empty set for numbers below n.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// Has reports membership; numbers out of range are not members.
func (b Bits) Has(i int) bool {
	return uint(i) < uint(len(b))*64 && b[i>>6]>>(uint(i)&63)&1 != 0
}

// Add puts a number in; numbers out of range are ignored.
func (b Bits) Add(i int) {
	if uint(i) < uint(len(b))*64 {
		b[i>>6] |= 1 << (uint(i) & 63)
	}
}

// AddEqual puts in the indices at which a list has a value. The list has no more than the set has
// room for.
func (b Bits) AddEqual(list []int16, value int) {
	if value != int(int16(value)) {
		return
	}
	for w := 0; len(list) > 0; w++ {
		part := list[:min(64, len(list))]
		list = list[len(part):]
		var word uint64
		for i, x := range part {
			// Whether two numbers are equal is as good as random: a branch would be mispredicted.
			differ := uint32(uint16(x) ^ uint16(value))
			word |= uint64((differ-1)>>31) << (uint(i) & 63)
		}
		b[w] |= word
	}
}

// Remove takes a number out.
func (b Bits) Remove(i int) {
	if uint(i) < uint(len(b))*64 {
		b[i>>6] &^= 1 << (uint(i) & 63)
	}
}

// Clear empties the set.
func (b Bits) Clear() { clear(b) }

// Empty reports whether nothing is in the set.
func (b Bits) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Count is the number of members.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// CountBoth is the number of members that are in another set too.
func (b Bits) CountBoth(o Bits) int {
	n := 0
	for i := range min(len(b), len(o)) {
		n += bits.OnesCount64(b[i] & o[i])
	}
	return n
}

// Next is the least member that is at least i, or -1.
func (b Bits) Next(i int) int {
	if i < 0 {
		i = 0
	}
	w := i >> 6
	if w >= len(b) {
		return -1
	}
	if x := b[w] >> (uint(i) & 63); x != 0 {
		return i + bits.TrailingZeros64(x)
	}
	for w++; w < len(b); w++ {
		if b[w] != 0 {
			return w<<6 + bits.TrailingZeros64(b[w])
		}
	}
	return -1
}

// NextBoth is the least member of both sets that is at least i, or -1.
func (b Bits) NextBoth(o Bits, i int) int {
	if i < 0 {
		i = 0
	}
	mask := ^uint64(0) << (uint(i) & 63)
	for w := i >> 6; w < len(b) && w < len(o); w++ {
		if x := b[w] & o[w] & mask; x != 0 {
			return w<<6 + bits.TrailingZeros64(x)
		}
		mask = ^uint64(0)
	}
	return -1
}

// Fill puts 0…n-1 in.
func (b Bits) Fill(n int) {
	for i := 0; i < n; i++ {
		b.Add(i)
	}
}

// Copy makes the set equal to another; what does not fit is left out.
func (b Bits) Copy(o Bits) {
	n := copy(b, o)
	clear(b[n:])
}

// Or adds the members of another set.
func (b Bits) Or(o Bits) {
	for i := range min(len(b), len(o)) {
		b[i] |= o[i]
	}
}

// And keeps what is in both.
func (b Bits) And(o Bits) {
	n := min(len(b), len(o))
	for i := range n {
		b[i] &= o[i]
	}
	clear(b[n:])
}

// AndNot takes the members of another set out.
func (b Bits) AndNot(o Bits) {
	for i := range min(len(b), len(o)) {
		b[i] &^= o[i]
	}
}

// Equal reports whether both have the same members.
func (b Bits) Equal(o Bits) bool {
	if len(b) < len(o) {
		b, o = o, b
	}
	for i, w := range b {
		if i < len(o) && w != o[i] || i >= len(o) && w != 0 {
			return false
		}
	}
	return true
}

// Holds reports whether another set is a part of this one.
func (b Bits) Holds(o Bits) bool {
	for i, w := range o {
		if w != 0 && (i >= len(b) || w&^b[i] != 0) {
			return false
		}
	}
	return true
}

// Append appends the members, ascending.
func (b Bits) Append(dst []int) []int {
	for w, x := range b {
		for ; x != 0; x &= x - 1 {
			dst = append(dst, w<<6+bits.TrailingZeros64(x))
		}
	}
	return dst
}

// Member is number i of a set, ascending from 0; -1 if there are fewer.
func (b Bits) Member(i int) int {
	for w, x := range b {
		n := bits.OnesCount64(x)
		if i >= n {
			i -= n
			continue
		}
		for ; i > 0; i-- {
			x &= x - 1
		}
		return w<<6 + bits.TrailingZeros64(x)
	}
	return -1
}
