// Package nonzero finds the few numbers of a long list that are not 0, such as the legal moves among all logits.
package nonzero

import (
	"encoding/binary"
	"math/bits"
)

// Bytes appends to dst where b is not 0, in order. It looks at eight bytes at a time.
func Bytes(dst []int32, b []byte) []int32 {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		for w := binary.LittleEndian.Uint64(b[i:]); w != 0; {
			k := bits.TrailingZeros64(w) / 8
			dst = append(dst, int32(i+k))
			w &^= 0xff << (8 * k)
		}
	}
	for ; i < len(b); i++ {
		if b[i] != 0 {
			dst = append(dst, int32(i))
		}
	}
	return dst
}
