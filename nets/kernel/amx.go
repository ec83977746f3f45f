package kernel

/*
#cgo CFLAGS: -Wno-psabi
#cgo noescape lk_amx_tower_tiles
#cgo nocallback lk_amx_tower_tiles
#cgo noescape lk_amx_tower_emulated
#cgo nocallback lk_amx_tower_emulated
#cgo noescape lk_amx_conv_tiles
#cgo nocallback lk_amx_conv_tiles
#cgo noescape lk_amx_conv_emulated
#cgo nocallback lk_amx_conv_emulated
#cgo noescape lk_amx_tower_floats
#cgo nocallback lk_amx_tower_floats
#cgo noescape lk_amx_conv_floats
#cgo nocallback lk_amx_conv_floats
#include "amx.h"
*/
import "C"

import (
	"math"
	"unsafe"

	"ludens/nets/arch"
)

// The places of amx.h's shape.
const (
	amxHeight = iota
	amxWidth
	amxHalf
	amxIn
	amxOut
	amxBlocks
	amxConvs
	amxPooled
	amxClasses
	amxShape
)

// amxTower is a tower with weights in bfloat16 for tiles.
type amxTower struct {
	shape    [amxShape]int64
	b        *board
	halves   []uint16
	singles  []float32
	emulated bool
	scratch  int
}

// newAMXTower packs a tower that has been checked.
func newAMXTower(emulated bool, t *arch.Tower, b *board, w [][]float32) *amxTower {
	a := &amxTower{b: b, emulated: emulated}
	a.shape = [amxShape]int64{
		amxHeight: int64(t.In.Height), amxWidth: int64(t.In.Width), amxHalf: int64(t.Kernel / 2), amxIn: int64(t.In.Channels),
		amxOut: int64(t.Width), amxBlocks: int64(t.Blocks), amxConvs: int64(t.Convs), amxPooled: int64(t.Pooled),
		amxClasses: int64(len(b.masks)),
	}
	wide := padded(t.Width)
	halves := halvesOf(t.Width, t.In.Channels, b.taps) + (t.Depth()-1)*halvesOf(t.Width, t.Width, b.taps)
	a.halves = alignedHalves(halves)
	a.singles = aligned(t.Depth()*wide + t.Blocks*2*t.Pooled*b.taps*wide)
	h, s := a.halves, a.singles
	for i := range t.Depth() {
		p := w[5*i : 5*i+5]
		scale, shift := fold(p[1], p[2], p[3], p[4])
		all := t.Inputs(i)
		in := all
		if i > 0 {
			in = t.Width
		}
		packHalves(h, p[0], scale, t.Width, in, all, b.taps)
		h = h[halvesOf(t.Width, in, b.taps):]
		for tap := range b.taps {
			for c := in; c < all; c++ {
				for o := range t.Width {
					s[o] = p[0][(o*all+c)*b.taps+tap] * scale[o]
				}
				s = s[wide:]
			}
		}
		copy(s, shift)
		s = s[wide:]
	}
	if len(h) != 0 || len(s) != 0 {
		panic("kernel: a tower's weights for tiles do not fill their place")
	}
	a.scratch = int(C.lk_amx_tower_floats((*C.int64_t)(&a.shape[0])))
	return a
}

// run computes n samples, whose sizes have been checked.
func (a *amxTower) run(n int, in, out []float32, s *Scratch) {
	if n == 0 {
		return
	}
	shape := (*C.int64_t)(&a.shape[0])
	classes := (*C.int32_t)(unsafe.SliceData(a.b.classes))
	masks := (*C.uint64_t)(unsafe.SliceData(a.b.masks))
	halves := (*C.uint16_t)(unsafe.SliceData(a.halves))
	if a.emulated {
		C.lk_amx_tower_emulated(C.long(n), shape, classes, masks, halves, rowPtr(a.singles), rowPtr(in), rowPtr(out), rowPtr(s.floats(a.scratch)))
		return
	}
	C.lk_amx_tower_tiles(C.long(n), shape, classes, masks, halves, rowPtr(a.singles), rowPtr(in), rowPtr(out), rowPtr(s.floats(a.scratch)))
}

// amxConv is a convolution with weights in bfloat16 for tiles.
type amxConv struct {
	shape    [amxShape]int64
	halves   []uint16
	bias     []float32
	emulated bool
	scratch  int
}

// newAMXConv packs a convolution whose sizes have been checked.
func newAMXConv(emulated bool, in arch.Shape, out, k int, weight, bias []float32) *amxConv {
	a := &amxConv{emulated: emulated}
	a.shape = [amxShape]int64{
		amxHeight: int64(in.Height), amxWidth: int64(in.Width), amxHalf: int64(k / 2), amxIn: int64(in.Channels), amxOut: int64(out),
	}
	a.halves = alignedHalves(halvesOf(out, in.Channels, k*k))
	packHalves(a.halves, weight, nil, out, in.Channels, in.Channels, k*k)
	a.bias = aligned(padded(out))
	copy(a.bias, bias)
	a.scratch = int(C.lk_amx_conv_floats((*C.int64_t)(&a.shape[0])))
	return a
}

// run computes n samples, whose sizes have been checked.
func (a *amxConv) run(n int, in, out []float32, s *Scratch) {
	if n == 0 {
		return
	}
	shape := (*C.int64_t)(&a.shape[0])
	halves := (*C.uint16_t)(unsafe.SliceData(a.halves))
	if a.emulated {
		C.lk_amx_conv_emulated(C.long(n), shape, halves, rowPtr(a.bias), rowPtr(in), rowPtr(out), rowPtr(s.floats(a.scratch)))
		return
	}
	C.lk_amx_conv_tiles(C.long(n), shape, halves, rowPtr(a.bias), rowPtr(in), rowPtr(out), rowPtr(s.floats(a.scratch)))
}

// A tile holds 32 inputs of 16 rows.
func padded32(n int) int { return (n + 31) &^ 31 }

// halvesOf is the number of packed weights of a convolution.
func halvesOf(out, in, taps int) int { return padded(out) * padded32(in) * taps }

// packHalves brings the first `in` of `all` inputs of the weights (out, all, taps),
// times scale (out) if there is one, to tiles: for every 32 outputs (16 if no more
// are left), tap and 32 inputs, a tile per 16 outputs; in a tile, a row per pair of
// inputs with the pair of each output.
func packHalves(to []uint16, w, scale []float32, out, in, all, taps int) {
	wide, deep, at := padded(out), padded32(in), 0
	for o, group := 0, 0; o < wide; o += group {
		group = min(32, wide-o)
		for tap := range taps {
			for c := 0; c < deep; c += 32 {
				for tile := o; tile < o+group; tile += 16 {
					for k := range 512 {
						n, i := tile+k%32/2, c+k/32*2+k%2
						if n < out && i < in {
							v := w[(n*all+i)*taps+tap]
							if scale != nil {
								v *= scale[n]
							}
							to[at+k] = toHalf(v)
						}
					}
					at += 512
				}
			}
		}
	}
}

// toHalf rounds a finite number to bfloat16, to nearest, ties to even.
func toHalf(x float32) uint16 {
	bits := math.Float32bits(x)
	return uint16((bits + 0x7fff + bits>>16&1) >> 16)
}

// alignedHalves makes a slice that begins on a cache line.
func alignedHalves(n int) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(unsafe.SliceData(aligned((n+1)/2)))), n)
}
