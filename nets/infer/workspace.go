package infer

import "ludens/nets/kernel"

// Workspace is the memory that Engine.Run computes in. The zero value works; it grows
// with the first calls and is then reused. One goroutine may use it at a time, with
// any engines.
type Workspace struct {
	slots   [][]float32 // the first three are the caller's
	scratch kernel.Scratch
}

// The slots that are the caller's slices.
const (
	slotIn = iota
	slotPolicy
	slotValues
	ownSlots
)

// prepare takes the caller's slices and makes room for samples.
func (w *Workspace) prepare(samples int, sizes []int, in, policy, values []float32) {
	for len(w.slots) < ownSlots+len(sizes) {
		w.slots = append(w.slots, nil)
	}
	w.slots[slotIn], w.slots[slotPolicy], w.slots[slotValues] = in, policy, values
	for i, size := range sizes {
		if s := &w.slots[ownSlots+i]; len(*s) < samples*size {
			*s = make([]float32, samples*size)
		}
	}
}

// release lets go of the caller's slices.
func (w *Workspace) release() {
	clear(w.slots[:ownSlots])
}
