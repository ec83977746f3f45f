package kernel

/*
#cgo noescape lk_conv
#cgo nocallback lk_conv
#cgo noescape lk_to_halo
#cgo nocallback lk_to_halo
#cgo noescape lk_from_blocks
#cgo nocallback lk_from_blocks
#cgo noescape lk_pack_weights
#cgo nocallback lk_pack_weights
#include "dispatch.h"
*/
import "C"

import (
	"unsafe"

	"ludens/nets/arch"
)

func ptr(s []float32) *C.float { return (*C.float)(unsafe.SliceData(s)) }

func ptr32(s []int32) *C.int32_t { return (*C.int32_t)(unsafe.SliceData(s)) }

func ptrShape(s []int64) *C.int64_t { return (*C.int64_t)(unsafe.SliceData(s)) }

func ptr64(s []uint64) *C.uint64_t { return (*C.uint64_t)(unsafe.SliceData(s)) }

// Conv is a convolution with bias for inference; with a shape of one cell and k = 1
// it is a fully connected layer, with k = 1 one on every cell. Safe for many
// goroutines, each with its Scratch.
type Conv struct {
	level   Level
	in, out int
	b       *board
	packed  []float32
	bias    []float32
	amx     *amxConv // of level AMX, instead of packed and bias
}

// NewConv packs a convolution with zero padding: weight (out, in.Channels, k, k), bias
// (out).
func NewConv(l Level, in arch.Shape, out, k int, weight, bias []float32) *Conv {
	c := &Conv{level: l, in: in.Channels, out: out, b: newBoard(in.Height, in.Width, k)}
	want("a convolution's weight", weight, out*c.in*c.b.taps)
	want("a convolution's bias", bias, out)
	if l.tiles() {
		c.amx = newAMXConv(l == emulatedTiles, in, out, k, weight, bias)
		return c
	}
	c.packed = packWeights(l, out, c.in, c.b.taps, c.in*c.b.taps, c.b.taps, false, weight, nil)
	c.bias = aligned(padded(out))
	copy(c.bias, bias)
	return c
}

// packWeights brings weights to the order of the level's tiles.
func packWeights(l Level, out, in, taps, outStride, inStride int, flip bool, w, scale []float32) []float32 {
	p := aligned(packedFloats(l, out, in, taps))
	packWeightsTo(l, out, in, taps, outStride, inStride, flip, w, scale, p)
	return p
}

func packWeightsTo(l Level, out, in, taps, outStride, inStride int, flip bool, w, scale, packed []float32) {
	atLeast("weights", w, (out-1)*outStride+(in-1)*inStride+taps)
	if scale != nil {
		want("scale", scale, out)
	}
	want("packed weights", packed, packedFloats(l, out, in, taps))
	f := 0
	if flip {
		f = 1
	}
	C.lk_pack_weights(C.int(l), C.long(out), C.long(in), C.long(taps), C.long(outStride), C.long(inStride), C.int(f), ptr(w), ptr(scale), ptr(packed))
}

// toHalo brings planes of n samples to halo boards.
func toHalo(l Level, b *board, n, channels int, in, out []float32) {
	C.lk_to_halo(C.int(l), C.long(n), C.long(channels), ptrShape(b.shape[:]), ptr(in), ptr(out))
}

// convolve computes the planes out of n samples on halo boards with packed weights and a bias (or nil); y is scratch.
func convolve(l Level, b *board, n, in, out int, x, packed, bias, y, planes []float32) {
	C.lk_conv(C.int(l), C.long(n), ptrShape(b.shape[:]), C.long(in), C.long(padded(out)), ptr(x), ptr(packed), ptr(bias), 0, nil, nil, ptr(y), nil)
	C.lk_from_blocks(C.int(l), C.long(n), C.long(out), C.long(b.cells), 0, ptr(y), ptr(planes))
}

// chunk is how many samples go through a layer at once: so many that their
// activations stay in the second-level cache beside the weights.
func chunk(n, cells, channels int) int {
	const floats = 64 << 10
	return max(1, min(n, floats/(cells*channels)))
}

// Run computes n samples: in n × (in.Channels, H, W), out n × (out, H, W).
func (c *Conv) Run(n int, in, out []float32, s *Scratch) {
	cells, cin, cout := c.b.cells, padded(c.in), padded(c.out)
	want("the input of a convolution", in, n*c.in*cells)
	want("the output of a convolution", out, n*c.out*cells)
	if c.amx != nil {
		c.amx.run(n, in, out, s)
		return
	}
	step := chunk(n, cells, cin)
	halo := c.b.halo(c.level, step, cin)
	buf := s.floats(halo + step*cells*cout)
	x, y := buf[:halo], buf[halo:]
	clear(x)
	for at := 0; at < n; at += step {
		m := min(step, n-at)
		toHalo(c.level, c.b, m, c.in, in[at*c.in*cells:], x)
		convolve(c.level, c.b, m, c.in, c.out, x, c.packed, c.bias, y, out[at*c.out*cells:])
	}
}
