package kernel

/*
#cgo noescape lk_halo_floats
#cgo nocallback lk_halo_floats
#include "dispatch.h"
*/
import "C"

// board is what convolutions need to know of a board and a kernel's side.
type board struct {
	height, width, side int
	cells, taps         int
	shape               [3]int64 // as C wants it: height, width, side
	// Cells that see the same taps are a class; masks[class] has a bit per tap.
	classes []int32
	masks   []uint64
}

func newBoard(height, width, side int) *board {
	b := &board{height: height, width: width, side: side, cells: height * width, taps: side * side}
	half := side / 2
	b.shape = [3]int64{int64(height), int64(width), int64(side)}
	b.classes = make([]int32, b.cells)
	known := map[uint64]int32{}
	for y := range height {
		for x := range width {
			cell, mask := y*width+x, uint64(0)
			for tap := range b.taps {
				ty, tx := y+tap/side-half, x+tap%side-half
				if ty >= 0 && ty < height && tx >= 0 && tx < width {
					mask |= 1 << tap
				}
			}
			class, ok := known[mask]
			if !ok {
				class = int32(len(b.masks))
				known[mask] = class
				b.masks = append(b.masks, mask)
			}
			b.classes[cell] = class
		}
	}
	return b
}

// halo is the number of floats of the halo boards of n samples of so many channels. One sample more takes, and is
// apart from the one before, as much as n+1 makes it longer.
func (b *board) halo(l Level, n, channels int) int {
	return int(C.lk_halo_floats(C.int(l), C.long(n), C.long(channels), ptrShape(b.shape[:])))
}
