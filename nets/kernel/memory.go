package kernel

import (
	"fmt"
	"unsafe"
)

// block is what channels are padded to.
const block = 16

func padded(n int) int { return (n + block - 1) &^ (block - 1) }

// packedFloats is the place of packed weights.
func packedFloats(l Level, out, in, taps int) int {
	if l.tiles() {
		return padded(out) * padded32(in) / 2 * taps
	}
	return padded(out) * ((in + 3) &^ 3) * taps
}

// aligned makes a slice that begins on a cache line.
func aligned(n int) []float32 {
	buf := make([]float32, n+block)
	at := int(-(uintptr(unsafe.Pointer(unsafe.SliceData(buf))) / 4) & (block - 1))
	return buf[at : at+n : at+n]
}

// Scratch is the memory that a run needs beside its results. The zero value works; it
// grows to what the largest run asked for. One goroutine may use it at a time.
type Scratch struct{ buf []float32 }

func (s *Scratch) floats(n int) []float32 {
	if s == nil {
		s = new(Scratch)
	}
	if len(s.buf) < n {
		s.buf = aligned(n)
	}
	return s.buf[:n]
}

// want panics unless a slice has exactly n numbers: a caller's mistake that C would
// answer by writing where it must not.
func want(what string, have []float32, n int) {
	if len(have) != n {
		panic(fmt.Sprintf("kernel: %s has %d numbers, want %d", what, len(have), n))
	}
}

func atLeast(what string, have []float32, n int) {
	if len(have) < n {
		panic(fmt.Sprintf("kernel: %s has %d numbers, want at least %d", what, len(have), n))
	}
}
