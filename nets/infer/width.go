package infer

import (
	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// gain is the batch at which a net has most of what batches give it, by kind and
// level. A convolution reads its weights once per board: with the vector levels, one
// position costs what it costs in a batch. Tiles want more rows than a small board has.
// A fully connected layer reads all its weights for one position, and hardly more
// for eight.
func gain(s *arch.Spec, l kernel.Level) int {
	switch {
	case s.Kind == arch.MLP:
		return 8
	case s.Kind == arch.Graph || l == kernel.AMX:
		return 4
	}
	return 1
}

// defaultWidth is how many calls keep the lanes busy. With batches of one, every
// caller computes for itself. Else, while every lane computes a batch, the next is
// filled for it.
func defaultWidth(run Runner, o Options) int {
	g := min(gain(&run.Net().Spec, run.Level()), o.MaxBatch)
	if g == 1 {
		return o.Threads
	}
	return 2 * g * o.Threads
}
