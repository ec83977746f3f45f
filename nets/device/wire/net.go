package wire

import (
	"ludens/nets/arch"
	"ludens/nets/train"
)

// Net says what is to be computed, or trained; the weights come as arrays.
type Net struct {
	Spec  arch.Spec
	Links *arch.Links
	// Half asks for products of bfloat16.
	Half bool
	// Sizes are the batches to compile for, growing; of an engine.
	Sizes []int
	// Options are those of a learner.
	Options train.Options
}

// Work is what an engine or a learner is to do: N samples, for a learner at a rate. The groups
// of a mini-batch come as bytes.
type Work struct {
	Handle int
	N      int
	Rate   float64
}
