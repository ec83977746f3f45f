package kernel

// board is what convolutions need to know of a board and a kernel's side.
type board struct {
	height, width, side int
	cells, taps         int
	// offsets[tap·cells + cell] is the number of the cell that the tap sees, −1 outside.
	offsets []int32
	// Cells that see the same taps are a class; masks[class] has a bit per tap.
	classes []int32
	masks   []uint64
}

func newBoard(height, width, side int) *board {
	b := &board{height: height, width: width, side: side, cells: height * width, taps: side * side}
	b.offsets = make([]int32, b.taps*b.cells)
	b.classes = make([]int32, b.cells)
	half := side / 2
	known := map[uint64]int32{}
	for y := range height {
		for x := range width {
			cell, mask := y*width+x, uint64(0)
			for tap := range b.taps {
				ty, tx := y+tap/side-half, x+tap%side-half
				at := int32(-1)
				if ty >= 0 && ty < height && tx >= 0 && tx < width {
					at = int32(ty*width + tx)
					mask |= 1 << tap
				}
				b.offsets[tap*b.cells+cell] = at
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
