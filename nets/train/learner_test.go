package train

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// specs are small nets of every kind and head.
func specs() map[string]arch.Spec {
	return map[string]arch.Spec{
		"planes": {Kind: arch.Residual, In: arch.Shape{Channels: 3, Height: 4, Width: 5}, Width: 8, Blocks: 2, Convs: 2, Kernel: 3, Pooled: 3, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 8},
		"dense":  {Kind: arch.Residual, In: arch.Shape{Channels: 3, Height: 5, Width: 4}, Width: 8, Blocks: 1, Convs: 2, Kernel: 3, Head: arch.Dense, Policy: 11, Squeeze: 2, Values: 2, Hidden: 8},
		"graph":  {Kind: arch.Graph, In: arch.Shape{Channels: 3, Height: 10, Width: 1}, Width: 8, Blocks: 3, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 8},
		"mlp":    {Kind: arch.MLP, In: arch.Shape{Channels: 20, Height: 1, Width: 1}, Width: 16, Blocks: 2, Head: arch.Dense, Policy: 12, Values: 2, Hidden: 8},
	}
}

// ring links every site with the next ones and all with the dummy.
func ring(t testing.TB, nodes int) *arch.Links {
	adjacent := make([][]int32, nodes-1)
	for i := range adjacent {
		adjacent[i] = []int32{int32((i + 1) % len(adjacent)), int32((i + 3) % len(adjacent))}
	}
	l, err := arch.NewLinks(adjacent)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func linksOf(t testing.TB, s *arch.Spec) *arch.Links {
	if s.Kind != arch.Graph {
		return nil
	}
	return ring(t, s.In.Height)
}

func draw(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// newBatch draws samples: two groups with soft targets, values between 0 and 1.
func newBatch(s *arch.Spec, n int, rng *rand.Rand) *Batch {
	size := s.Logits()
	b := &Batch{
		N: n, Inputs: make([]float32, n*s.In.Size()), Groups: make([]uint8, n*size), Targets: make([]float32, n*size),
		Values: make([]float32, n*s.Values), Weights: make([]float32, n),
	}
	for i := range b.Inputs {
		b.Inputs[i] = float32(rng.NormFloat64())
	}
	for i := range n {
		var sums [3]float32
		at := i * size
		for k := at; k < at+size; k++ {
			if b.Groups[k] = uint8(rng.IntN(3)); b.Groups[k] != 0 {
				b.Targets[k] = rng.Float32() * rng.Float32()
				sums[b.Groups[k]] += b.Targets[k]
			}
		}
		for k := at; k < at+size; k++ {
			if b.Targets[k] != 0 {
				b.Targets[k] /= sums[b.Groups[k]]
			}
		}
		b.Weights[i] = 1
		if rng.IntN(4) == 0 {
			b.Weights[i] = rng.Float32() * 2
		}
	}
	for i := range b.Values {
		b.Values[i] = rng.Float32()
	}
	return b
}

// single are the levels that train in float32 throughout.
func single() []kernel.Level {
	return slices.DeleteFunc(kernel.Supported(), func(l kernel.Level) bool { return l.Halves() })
}

func newLearner(t testing.TB, s arch.Spec, seed uint64, o Options) *Learner {
	net := s.Layers()
	l, err := New(net, linksOf(t, &s), net.NewWeights(draw(seed)), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// TestOverfit shows that every kind of net learns a few positions by heart.
func TestOverfit(t *testing.T) {
	for name, s := range specs() {
		t.Run(name, func(t *testing.T) {
			const steps = 250
			o := Options{Batch: 16, Workers: 1, Rate: 0.02, WarmUp: 10, Schedule: Cosine, Period: steps, Floor: 0.02, Decay: -1}
			s.Width, s.Hidden = 16, 16
			l := newLearner(t, s, 1, o)
			b := newBatch(&s, 16, draw(2))
			var first, last Losses
			for i := range steps {
				losses, err := l.Step(b)
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = losses
				}
				last = losses
			}
			t.Logf("from %+v to %+v", first, last)
			if gap := first.Policy - first.Entropy; gap < 0.3 || first.Squared < 0.05 {
				t.Errorf("there was nothing to learn: policy %v above the least, squared error %v", gap, first.Squared)
			}
			if gap := last.Policy - last.Entropy; gap > 0.01 {
				t.Errorf("policy loss is %v above the least", gap)
			}
			if last.Squared > 1e-4 {
				t.Errorf("squared error of values is %v", last.Squared)
			}
		})
	}
}
