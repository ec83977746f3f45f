package run

import (
	"errors"
	"math/rand/v2"

	"ludens/nets/encode"
	"ludens/nets/train"
	"ludens/tune/sample"
)

// batch is a mini-batch that is filled again and again.
type batch struct {
	train.Batch
	shape      sample.Shape
	symmetries []encode.Symmetry
	scratch    sample.Slot // a sample before it is transformed
}

func newBatch(s sample.Shape, n int, symmetries []encode.Symmetry) *batch {
	return &batch{
		Batch: train.Batch{
			N: n, Inputs: make([]float32, n*s.Inputs), Groups: make([]uint8, n*s.Logits), Targets: make([]float32, n*s.Logits),
			Values: make([]float32, n*s.Values), Weights: make([]float32, n),
		},
		shape: s, symmetries: symmetries,
		scratch: sample.Slot{
			Inputs: make([]float32, s.Inputs), Groups: make([]uint8, s.Logits), Targets: make([]float32, s.Logits), Values: make([]float32, s.Values),
		},
	}
}

// fill draws samples, each with equal probability, and shows each in one of the ways
// that the game's symmetries give, as it is included.
func (b *batch) fill(w *sample.Window, rng *rand.Rand) error {
	s := b.shape
	for i := range b.N {
		rec := w.Draw(rng)
		if rec == nil {
			return errors.New("the replay window is empty")
		}
		to := sample.Slot{
			Inputs: b.Inputs[i*s.Inputs : (i+1)*s.Inputs], Groups: b.Groups[i*s.Logits : (i+1)*s.Logits],
			Targets: b.Targets[i*s.Logits : (i+1)*s.Logits], Values: b.Values[i*s.Values : (i+1)*s.Values], Weight: &b.Weights[i],
		}
		k := rng.IntN(len(b.symmetries) + 1)
		if k == len(b.symmetries) {
			if err := s.Unpack(rec, to); err != nil {
				return err
			}
			continue
		}
		from := b.scratch
		from.Weight = to.Weight
		if err := s.Unpack(rec, from); err != nil {
			return err
		}
		y := &b.symmetries[k]
		y.Input(to.Inputs, from.Inputs)
		y.Labels(to.Groups, to.Targets, from.Groups, from.Targets)
		y.Values(to.Values, from.Values)
	}
	return nil
}
