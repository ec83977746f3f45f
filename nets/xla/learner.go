package xla

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ludens/nets/arch"
	"ludens/nets/train"
)

// Learner trains a net as train.Learner does, by the same options and with the same state.
// Its methods must not be called at the same time.
type Learner struct {
	d     *Device
	pack  *pack
	o     train.Options
	step  *Exec // a step, see stepGraph
	look  *Exec // the statistics of a mini-batch
	links *tensors.Tensor

	w       *tensors.Tensor // all parameters
	m, v    *tensors.Tensor // moments of the trained ones
	average *tensors.Tensor // of the trained ones; nil without

	counts counts
	stats  [][]float32 // of the average, as last computed: means and variances
	recent [][]float32 // inputs of the latest mini-batches, a ring
	next   int
}

// counts are the counters of a train.State.
type counts struct{ steps, seen, averaged int64 }

// NewLearner makes a learner that goes on from w. In half precision the products are of
// bfloat16; weights, statistics, losses and the optimiser always are of float32.
func (d *Device) NewLearner(net *arch.Net, links *arch.Links, w arch.Weights, o train.Options, half bool) (l *Learner, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	l = &Learner{d: d, pack: packed(net), o: o.Filled()}
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	if l.links, err = d.matrix(net, links); err != nil {
		return l, err
	}
	if err = l.Load(w, nil); err != nil {
		return l, err
	}
	if l.step, err = NewExec(d.backend, func(args []*Node) []*Node { return l.stepGraph(args, half) }); err != nil {
		return l, err
	}
	l.look, err = NewExec(d.backend, func(args []*Node) *Node {
		w := join(args[1], Slice(args[0], AxisRange(l.pack.learned)))
		b := builder{net: net, params: l.pack.nodes(w), half: half, train: true}
		b.run(b.take(args[2:])[0])
		var out []*Node
		for _, s := range b.stats {
			out = append(out, s.seen, s.unbiased)
		}
		return join(out...)
	})
	if err == nil {
		err = l.compile()
	}
	return l, err
}

// compile makes the programs before they are needed.
func (l *Learner) compile() error {
	s := &l.pack.net.Spec
	n := l.o.Batch
	f := func(dims ...int) shapes.Shape { return shapes.Make(dtypes.Float32, dims...) }
	list := shapesOf(l.w, l.m, l.v, l.average, l.links)
	if _, err := l.step.Compile(append(list, f(scalars+l.samples()), shapes.Make(dtypes.Uint8, n, s.Logits()))...); err != nil {
		return fmt.Errorf("compile a training step: %w", err)
	}
	if l.average == nil || len(l.pack.running) == 0 {
		return nil
	}
	if _, err := l.look.Compile(append(shapesOf(l.w, l.average, l.links), f(n, s.In.Size()))...); err != nil {
		return fmt.Errorf("compile the statistics: %w", err)
	}
	return nil
}

// Load replaces weights and state, which may be nil: then the optimiser begins anew.
func (l *Learner) Load(w arch.Weights, state []byte) error {
	next, err := l.pack.upload(l.d, w)
	if err != nil {
		return err
	}
	replace(&l.w, next)
	if state == nil {
		l.counts = counts{seen: train.Seen(l.pack.net, w)}
		err = l.setMoments(nil, nil)
	} else {
		err = l.SetState(state)
	}
	if err == nil && l.o.Average > 0 && l.counts.averaged == 0 {
		err = l.setAverage(w)
	}
	return err
}

// replace puts another tensor in the place of one, which is freed.
func replace(at **tensors.Tensor, by *tensors.Tensor) {
	free(*at)
	*at = by
}

// setMoments uploads moments; nil are zeros.
func (l *Learner) setMoments(first, second [][]float32) error {
	m, err := l.pack.uploadTrained(l.d, first)
	if err != nil {
		return err
	}
	v, err := l.pack.uploadTrained(l.d, second)
	if err != nil {
		free(m)
		return err
	}
	replace(&l.m, m)
	replace(&l.v, v)
	return nil
}

// setAverage begins the average with weights.
func (l *Learner) setAverage(w arch.Weights) error {
	var trained [][]float32
	l.stats = nil
	for i := range w {
		if l.pack.net.Params[i].Running {
			l.stats = append(l.stats, append([]float32(nil), w[i]...))
		} else {
			trained = append(trained, w[i])
		}
	}
	next, err := l.pack.uploadTrained(l.d, trained)
	if err == nil {
		replace(&l.average, next)
	}
	return err
}

// The numbers of a step that change from step to step.
const (
	scalarRate   = iota
	scalarFirst  // 1/(1-beta1^t)
	scalarSecond // 1/(1-beta2^t)
	scalarStats  // part of the mini-batch in the running statistics
	scalarAverage
	scalars
)

// The losses that a step gives, before those of the samples' policies.
const (
	lossTotal = iota
	lossValue
	lossSquared
	lossGradient
	losses
)

// samples is how many numbers a mini-batch has, without the bytes of its groups: inputs,
// targets, values and weights lie one behind the other.
func (l *Learner) samples() int {
	s := &l.pack.net.Spec
	return l.o.Batch * (s.In.Size() + s.Logits() + s.Values + 1)
}

// stepGraph is a whole step: arguments are parameters, moments, average, links, the scalars
// with the mini-batch behind them, and its groups; results the losses, then parameters, moments and
// average anew.
func (l *Learner) stepGraph(args []*Node, half bool) []*Node {
	p, s, n := l.pack, &l.pack.net.Spec, l.o.Batch
	w, m, v, args := args[0], args[1], args[2], args[3:]
	var average *Node
	if l.average != nil {
		average, args = args[0], args[1:]
	}
	b := builder{net: p.net, params: p.nodes(w), half: half, train: true}
	args = b.take(args)
	numbers, groups := args[0], args[1]
	scalar := func(i int) *Node { return Reshape(Slice(numbers, AxisRange(i, i+1))) }
	at := scalars
	next := func(width int) *Node {
		at += n * width
		return Reshape(Slice(numbers, AxisRange(at-n*width, at)), n, width)
	}
	in, targets, values, weights := next(s.In.Size()), next(s.Logits()), next(s.Values), Reshape(next(1), n)

	logits, out := b.run(in)
	policy := crossEntropy(logits, groups, targets, s.Values)
	value, squared := binaryCross(out, values)
	total := Add(ReduceAllMean(Mul(policy, weights)), MulScalar(value, l.o.ValueWeight))
	list := make([]*Node, len(p.trained))
	for k, i := range p.trained {
		list[k] = b.params[i]
	}
	g := join(Gradient(total, list...)...)
	norm := Sqrt(ReduceAllSum(Square(g)))
	if l.o.Clip > 0 {
		limit := MulScalar(OnesLike(norm), l.o.Clip)
		g = Mul(g, Where(GreaterThan(norm, limit), Div(limit, norm), OnesLike(norm)))
	}
	old := Slice(w, AxisRange(0, p.learned))
	m = Add(MulScalar(m, l.o.Beta1), MulScalar(g, 1-l.o.Beta1))
	v = Add(MulScalar(v, l.o.Beta2), MulScalar(Square(g), 1-l.o.Beta2))
	move := Div(Mul(m, scalar(scalarFirst)), AddScalar(Sqrt(Mul(v, scalar(scalarSecond))), l.o.Epsilon))
	numbered := Iota(w.Graph(), shapes.Make(dtypes.Int32, p.learned), 0)
	decays := LessThan(numbered, ConstAs(numbered, int32(p.decayed)))
	move = Add(move, Where(decays, MulScalar(old, l.o.Decay), ZerosLike(old)))
	learned := Sub(old, Mul(move, scalar(scalarRate)))
	// The running statistics come behind, in the order of the layers.
	parts := []*Node{learned}
	seen := map[int]*Node{}
	for _, s := range b.stats {
		seen[s.mean], seen[s.variance] = s.seen, s.unbiased
	}
	for _, i := range p.running {
		parts = append(parts, mix(b.params[i], seen[i], scalar(scalarStats)))
	}
	result := []*Node{join(total, value, squared, norm, policy), join(parts...), m, v}
	if average != nil {
		result = append(result, mix(average, learned, scalar(scalarAverage)))
	}
	return result
}

// mix moves a part of the way.
func mix(from, to, part *Node) *Node { return Add(from, Mul(Sub(to, from), part)) }

// Step learns from a mini-batch, as train.Learner does; entropies of targets, which no
// weight changes, are left to who knows the mini-batch (train.Batch.Entropies).
func (l *Learner) Step(b *train.Batch) (train.Losses, error) {
	if err := b.Check(l.o.Batch, &l.pack.net.Spec); err != nil {
		return train.Losses{}, err
	}
	rate := l.o.RateAt(l.counts.steps)
	t := float64(l.counts.steps + 1)
	numbers := make([]float32, scalars)
	numbers[scalarRate] = float32(rate)
	numbers[scalarFirst] = float32(1 / (1 - math.Pow(l.o.Beta1, t)))
	numbers[scalarSecond] = float32(1 / (1 - math.Pow(l.o.Beta2, t)))
	numbers[scalarStats] = float32(max(l.o.Momentum, 1/float64(l.counts.seen+1)))
	numbers[scalarAverage] = float32(max(1-l.o.Average, 1/float64(l.counts.averaged+1)))
	out, err := l.run(numbers, b)
	if err != nil {
		return train.Losses{}, err
	}
	losses, err := l.losses(out[0], b)
	free(out[0])
	losses.Rate = rate
	if err != nil {
		free(out[1:]...)
		return losses, err
	}
	replace(&l.w, out[1])
	replace(&l.m, out[2])
	replace(&l.v, out[3])
	l.counts.steps++
	l.counts.seen++
	if l.average != nil {
		replace(&l.average, out[4])
		l.counts.averaged++
		l.remember(b.Inputs)
	}
	return losses, nil
}

// run uploads a mini-batch and makes a step with it.
func (l *Learner) run(numbers []float32, b *train.Batch) ([]*tensors.Tensor, error) {
	x := slices.Grow(numbers, l.samples())
	for _, part := range [][]float32{b.Inputs, b.Targets, b.Values, b.Weights} {
		x = append(x, part...)
	}
	samples, err := l.d.floats(x, len(x))
	if err != nil {
		return nil, err
	}
	defer free(samples)
	groups, err := l.d.upload(b.Groups, dtypes.Uint8, b.N, l.pack.net.Spec.Logits())
	if err != nil {
		return nil, err
	}
	defer free(groups)
	return l.step.Call(with(l.w, l.m, l.v, l.average, l.links, samples, groups)...)
}

// losses reads those of a step. The error is train.ErrDiverged if the gradient is not finite.
func (l *Learner) losses(t *tensors.Tensor, b *train.Batch) (train.Losses, error) {
	x := make([]float32, losses+b.N)
	if err := l.d.download(t, x); err != nil {
		return train.Losses{}, err
	}
	out := train.Losses{
		Total: float64(x[lossTotal]), Value: float64(x[lossValue]), Squared: float64(x[lossSquared]), Gradient: float64(x[lossGradient]),
	}
	mass := 0.0
	for i, w := range b.Weights {
		mass += float64(w)
		out.Policy += float64(w) * float64(x[losses+i])
	}
	if mass > 0 {
		out.Policy /= mass
	}
	out.Entropy, out.Uncertainty = b.Entropies()
	if g := out.Gradient; math.IsNaN(g) || math.IsInf(g, 0) {
		return out, train.ErrDiverged
	}
	return out, nil
}

// remember keeps the inputs of a mini-batch for the statistics of the average.
func (l *Learner) remember(inputs []float32) {
	if len(l.pack.running) == 0 || l.o.Remember == 0 {
		return
	}
	if len(l.recent) < l.o.Remember {
		l.recent = append(l.recent, make([]float32, len(inputs)))
	}
	copy(l.recent[l.next], inputs)
	l.next = (l.next + 1) % l.o.Remember
}

// SetRate is train.Learner's.
func (l *Learner) SetRate(rate float64) { l.o.Rate = rate }

// Close gives back what the learner has on the device.
func (l *Learner) Close() {
	free(l.w, l.m, l.v, l.average, l.links)
	for _, e := range []*Exec{l.step, l.look} {
		if e != nil {
			e.Finalize()
		}
	}
	*l = Learner{d: l.d, pack: l.pack, o: l.o}
}
