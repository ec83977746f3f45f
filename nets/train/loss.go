package train

import (
	"math"

	"ludens/internal/nonzero"
)

// policyLoss is the cross-entropy of the policy with soft targets: the softmax is over
// the logits of a group (the legal moves of one seat), what is in no group does not
// exist, and a sample's loss is the sum over its groups times the sample's weight.
// The value is the mean over the samples of the mini-batch, weight 0 or not, so that a
// sample pulls equally hard in whatever company it comes. Input: logits (n, size).
type policyLoss[T float] struct {
	workers int
	n, size int
	batch   *labels[T]
	grad    []T       // of the last forward, times n; only where a sample has moves
	moves   [][]int32 // per sample: the logits that are in a group, few of all
	sums    []float64 // per sample: cross-entropy and the targets' entropy, not weighted
}

// labels are what the losses compare with; the Learner sets them before every run.
type labels[T float] struct {
	groups  []uint8
	targets []T
	values  []T
	weights []T
}

func newPolicyLoss[T float](workers, n, size int, b *labels[T]) *policyLoss[T] {
	return &policyLoss[T]{workers: workers, n: n, size: size, batch: b, grad: make([]T, n*size), moves: make([][]int32, n), sums: make([]float64, 2*n)}
}

func (p *policyLoss[T]) forward(in [][]T, out []T) {
	split(p.workers, p.n, func(_, from, to int) {
		for n := from; n < to; n++ {
			at, groups := n*p.size, p.batch.groups[n*p.size:(n+1)*p.size]
			p.moves[n] = nonzero.Bytes(p.moves[n][:0], groups)
			p.sums[2*n], p.sums[2*n+1] = softCross(p.moves[n], in[0][at:at+p.size], groups, p.batch.targets[at:at+p.size], p.batch.weights[n], p.grad[at:at+p.size])
		}
	})
	sum := 0.0
	for n, w := range p.batch.weights {
		if w != 0 {
			sum += float64(w) * p.sums[2*n]
		}
	}
	out[0] = T(sum / float64(p.n))
}

// softCross handles one sample, whose groups are not 0 at moves: its cross-entropy, the entropy of
// its targets, and in grad, at moves, the weighted gradient, softmax minus target. A group whose targets add
// up to less than 1 counts for less, down to nothing.
func softCross[T float](moves []int32, x []T, groups []uint8, targets []T, weight T, grad []T) (cross, entropy float64) {
	var most, sum, mass [256]float64
	highest := uint8(0)
	for _, i := range moves {
		g := groups[i]
		if g > highest {
			for h := int(highest) + 1; h <= int(g); h++ {
				most[h] = math.Inf(-1)
			}
			highest = g
		}
		most[g] = max(most[g], float64(x[i]))
	}
	for _, i := range moves {
		g := groups[i]
		e := math.Exp(float64(x[i]) - most[g])
		sum[g] += e
		grad[i] = T(e)
		if t := float64(targets[i]); t != 0 {
			mass[g] += t
			cross -= t * (float64(x[i]) - most[g])
			entropy -= t * math.Log(t)
		}
	}
	for g := 1; g <= int(highest); g++ {
		if sum[g] > 0 {
			cross += mass[g] * math.Log(sum[g])
			sum[g] = mass[g] / sum[g]
		}
	}
	for _, i := range moves {
		grad[i] = weight * (grad[i]*T(sum[groups[i]]) - targets[i])
	}
	return cross, entropy
}

func (p *policyLoss[T]) backward(_ [][]T, _, dOut []T, dIn [][]T) {
	k := dOut[0] / T(p.n)
	clear(dIn[0])
	for n, moves := range p.moves {
		to, from := dIn[0][n*p.size:(n+1)*p.size], p.grad[n*p.size:(n+1)*p.size]
		for _, i := range moves {
			to[i] = k * from[i]
		}
	}
}

// valueLoss is the binary cross-entropy of values as logits with targets in 0…1, the
// mean over samples and values. It differs from the Kullback-Leibler divergence by
// the targets' entropy, which no weight changes. Input: logits (n, size).
type valueLoss[T float] struct {
	batch *labels[T]
	grad  []T
	// Of the last forward, means over samples and values: the loss, (σ(x) - target)²,
	// and the targets' entropy.
	cross, squared, entropy float64
}

func (v *valueLoss[T]) forward(in [][]T, out []T) {
	cross, squared, entropy := 0.0, 0.0, 0.0
	for i, t := range v.batch.values {
		x, y := float64(in[0][i]), float64(t)
		p := 1 / (1 + math.Exp(-x))
		// log(1+exp(x)) - x·y without overflow
		cross += max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - x*y
		squared += (p - y) * (p - y)
		entropy += binaryEntropy(y)
		v.grad[i] = T(p - y)
	}
	count := float64(len(v.grad))
	v.cross, v.squared, v.entropy = cross/count, squared/count, entropy/count
	out[0] = T(cross / count)
}

func binaryEntropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log(p) - (1-p)*math.Log(1-p)
}

func (v *valueLoss[T]) backward(_ [][]T, _, dOut []T, dIn [][]T) {
	k := dOut[0] / T(len(v.grad))
	for i, g := range v.grad {
		dIn[0][i] = k * g
	}
}
