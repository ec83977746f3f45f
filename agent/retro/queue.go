package retro

import (
	"encoding/binary"

	"ludens/game"
)

// queue keeps packed states: first in, first out.
type queue struct {
	pieces [][]byte // the first is read, the last written to
	at     int      // in the first
}

// pieceBytes is the size of a piece, unless one state is larger.
const pieceBytes = 1 << 18

// lengthBytes stand before every state.
const lengthBytes = 4

// pack appends a state to dst in little room: most words of a state are small.
func pack(dst []byte, s game.State) []byte {
	for _, w := range s {
		dst = binary.AppendUvarint(dst, w)
	}
	return dst
}

// unpack appends what was packed to dst[:0].
func unpack(b []byte, dst game.State) game.State {
	dst = dst[:0]
	for len(b) > 0 {
		w, n := binary.Uvarint(b)
		dst, b = append(dst, w), b[n:]
	}
	return dst
}

func (q *queue) push(packed []byte) {
	last := len(q.pieces) - 1
	if last < 0 || len(q.pieces[last])+lengthBytes+len(packed) > cap(q.pieces[last]) {
		q.pieces = append(q.pieces, make([]byte, 0, max(pieceBytes, lengthBytes+len(packed))))
		last++
	}
	b := binary.LittleEndian.AppendUint32(q.pieces[last], uint32(len(packed)))
	q.pieces[last] = append(b, packed...)
}

// peek appends the first n states, or all if there are fewer, to dst[:0]. They stay, and are good until they are dropped.
func (q *queue) peek(n int, dst [][]byte) [][]byte {
	dst = dst[:0]
	at := q.at
	for _, piece := range q.pieces {
		for ; at < len(piece) && len(dst) < n; at += lengthBytes + len(dst[len(dst)-1]) {
			size := int(binary.LittleEndian.Uint32(piece[at:]))
			dst = append(dst, piece[at+lengthBytes:at+lengthBytes+size])
		}
		at = 0
	}
	return dst
}

// drop takes out the first of the states that were peeked at.
func (q *queue) drop(peeked [][]byte) {
	for _, b := range peeked {
		if q.at == len(q.pieces[0]) {
			q.pieces[0] = nil
			q.pieces, q.at = q.pieces[1:], 0
		}
		q.at += lengthBytes + len(b)
	}
}

func (q *queue) bytes() int64 { return int64(len(q.pieces)) * pieceBytes }
