package train

import (
	"fmt"
	"math"

	"ludens/nets/arch"
)

// Batch is a mini-batch of N samples, each array sample after sample.
type Batch struct {
	N int
	// Inputs are the nets' inputs, as encoded: N × arch.Spec.In.Size().
	Inputs []float32
	// Groups says for every logit whose move it is: N × arch.Spec.Logits(); 0 is not
	// legal, else the seat + 1. The softmax is over each group by itself.
	Groups []uint8
	// Targets are the probabilities wanted, N × Logits: at least 0, only where a group
	// is, adding up to 1 in each group, or to 0 in one that is not to be taught.
	Targets []float32
	// Values are the values wanted, N × arch.Spec.Values, 0…1.
	Values []float32
	// Weights are the samples' weights in the policy loss, N, at least 0. The value
	// loss counts every sample once.
	Weights []float32
}

// tolerance is how far a group's targets may be from adding up to 1.
const tolerance = 0.01

// Check reports a mini-batch that is not one of n samples for a net.
func (b *Batch) Check(n int, spec *arch.Spec) error {
	inputs, logits, values := spec.In.Size(), spec.Logits(), spec.Values
	if b.N != n {
		return fmt.Errorf("train: a batch of %d samples, this learner takes %d", b.N, n)
	}
	sizes := []struct {
		name      string
		got, want int
	}{
		{"inputs", len(b.Inputs), n * inputs},
		{"groups", len(b.Groups), n * logits},
		{"targets", len(b.Targets), n * logits},
		{"values", len(b.Values), n * values},
		{"weights", len(b.Weights), n},
	}
	for _, s := range sizes {
		if s.got != s.want {
			return fmt.Errorf("train: a batch with %d %s, want %d", s.got, s.name, s.want)
		}
	}
	for i, x := range b.Inputs {
		if x-x != 0 {
			return fmt.Errorf("train: an input of sample %d is not finite", i/inputs)
		}
	}
	for i, x := range b.Values {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("train: a value of sample %d is %v, not in 0…1", i/values, x)
		}
	}
	for i, x := range b.Weights {
		if !(x >= 0) || math.IsInf(float64(x), 0) {
			return fmt.Errorf("train: the weight of sample %d is %v", i, x)
		}
	}
	for i := range n {
		if err := checkTargets(b.Groups[i*logits:(i+1)*logits], b.Targets[i*logits:(i+1)*logits]); err != nil {
			return fmt.Errorf("train: sample %d: %w", i, err)
		}
	}
	return nil
}

func checkTargets(groups []uint8, targets []float32) error {
	var sums [256]float64
	for i := 0; i < len(targets); i++ {
		for ; i+8 <= len(targets); i += 8 { // most are 0
			f := (*[8]float32)(targets[i:])
			a := math.Float32bits(f[0]) | math.Float32bits(f[1]) | math.Float32bits(f[2]) | math.Float32bits(f[3])
			if a|math.Float32bits(f[4])|math.Float32bits(f[5])|math.Float32bits(f[6])|math.Float32bits(f[7]) != 0 {
				break
			}
		}
		if i == len(targets) {
			break
		}
		t := targets[i]
		if t == 0 {
			continue
		}
		if !(t > 0) || groups[i] == 0 {
			return fmt.Errorf("the target of logit %d is %v in group %d", i, t, groups[i])
		}
		sums[groups[i]] += float64(t)
	}
	for g, s := range sums {
		if s != 0 && !(math.Abs(s-1) <= tolerance) {
			return fmt.Errorf("the targets of group %d add up to %v", g, s)
		}
	}
	return nil
}

// Entropies are those of the targets: of the policy as Losses.Entropy has it, of the values
// as Losses.Uncertainty.
func (b *Batch) Entropies() (policy, values float64) {
	logits, mass := len(b.Targets)/max(b.N, 1), 0.0
	for i, w := range b.Weights {
		mass += float64(w)
		for _, t := range b.Targets[i*logits : (i+1)*logits] {
			if t != 0 {
				policy -= float64(w) * float64(t) * math.Log(float64(t))
			}
		}
	}
	if mass > 0 {
		policy /= mass
	}
	for _, v := range b.Values {
		values += binaryEntropy(float64(v))
	}
	return policy, values / float64(max(len(b.Values), 1))
}
