package xla

import (
	"errors"
	"fmt"
	"math"

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
	net   *arch.Net
	o     train.Options
	step  *Exec // a step, see stepGraph
	look  *Exec // the statistics of a mini-batch
	links *tensors.Tensor

	w       []*tensors.Tensor // all parameters
	m, v    []*tensors.Tensor // moments, per trained parameter
	average []*tensors.Tensor // per trained parameter; nil without
	trained []int             // the parameters that are
	running []int             // the others, by batch norm: mean, variance

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
	l = &Learner{d: d, net: net, o: o.Filled()}
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	for i := range net.Params {
		if net.Params[i].Running {
			l.running = append(l.running, i)
		} else {
			l.trained = append(l.trained, i)
		}
	}
	if l.links, err = d.matrix(net, links); err != nil {
		return l, err
	}
	if l.w, err = d.weights(net, w); err != nil {
		return l, err
	}
	l.counts.seen = train.Seen(net, w)
	if err = l.setMoments(nil, nil); err != nil {
		return l, err
	}
	if l.o.Average > 0 {
		if err = l.setAverage(w); err != nil {
			return l, err
		}
	}
	if l.step, err = NewExec(d.backend, func(args []*Node) []*Node { return l.stepGraph(args, half) }); err != nil {
		return l, err
	}
	l.look, err = NewExec(d.backend, func(args []*Node) []*Node {
		b := builder{net: net, half: half, train: true}
		b.run(b.take(args)[0])
		var out []*Node
		for _, s := range b.stats {
			out = append(out, s.seen, s.unbiased)
		}
		return out
	})
	if err == nil {
		err = l.compile()
	}
	return l, err
}

// compile makes the programs before they are needed.
func (l *Learner) compile() error {
	s := &l.net.Spec
	n := l.o.Batch
	f := func(dims ...int) shapes.Shape { return shapes.Make(dtypes.Float32, dims...) }
	list := append(shapesOf(l.args(l.w, l.m, l.v, l.average)),
		f(scalars), f(n, s.In.Size()), shapes.Make(dtypes.Uint8, n, s.Logits()), f(n, s.Logits()), f(n, s.Values), f(n))
	if _, err := l.step.Compile(list...); err != nil {
		return fmt.Errorf("compile a training step: %w", err)
	}
	if l.average == nil || len(l.running) == 0 {
		return nil
	}
	if _, err := l.look.Compile(append(shapesOf(l.args(l.w)), f(n, s.In.Size()))...); err != nil {
		return fmt.Errorf("compile the statistics: %w", err)
	}
	return nil
}

// Load replaces weights and state, which may be nil: then the optimiser begins anew.
func (l *Learner) Load(w arch.Weights, state []byte) error {
	next, err := l.d.weights(l.net, w)
	if err != nil {
		return err
	}
	free(l.w...)
	l.w = next
	if state == nil {
		l.counts = counts{seen: train.Seen(l.net, w)}
		err = l.setMoments(nil, nil)
	} else {
		err = l.SetState(state)
	}
	if err == nil && l.average != nil && l.counts.averaged == 0 {
		err = l.setAverage(w)
	}
	return err
}

// setMoments uploads moments; nil are zeros.
func (l *Learner) setMoments(first, second [][]float32) (err error) {
	set := func(to *[]*tensors.Tensor, from [][]float32) error {
		next := make([]*tensors.Tensor, len(l.trained))
		for k, i := range l.trained {
			p := &l.net.Params[i]
			x := make([]float32, p.Size())
			if from != nil {
				x = from[k]
			}
			if next[k], err = l.d.floats(x, p.Shape...); err != nil {
				free(next...)
				return err
			}
		}
		free(*to...)
		*to = next
		return nil
	}
	return errors.Join(set(&l.m, first), set(&l.v, second))
}

// setAverage begins the average with weights.
func (l *Learner) setAverage(w arch.Weights) error {
	next := make([]*tensors.Tensor, len(l.trained))
	for k, i := range l.trained {
		var err error
		if next[k], err = l.d.floats(w[i], l.net.Params[i].Shape...); err != nil {
			free(next...)
			return err
		}
	}
	free(l.average...)
	l.average = next
	l.stats = nil
	for _, i := range l.running {
		l.stats = append(l.stats, append([]float32(nil), w[i]...))
	}
	return nil
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

// stepGraph is a whole step: arguments are parameters, links, moments, average, the scalars and
// the mini-batch; results the losses, then parameters, moments and average anew.
func (l *Learner) stepGraph(args []*Node, half bool) []*Node {
	b := builder{net: l.net, half: half, train: true}
	args = b.take(args)
	n := len(l.trained)
	m, v, args := args[:n], args[n:2*n], args[2*n:]
	var average []*Node
	if l.average != nil {
		average, args = args[:n], args[n:]
	}
	numbers, in, groups, targets, values, weights := args[0], args[1], args[2], args[3], args[4], args[5]
	scalar := func(i int) *Node { return Reshape(Slice(numbers, AxisRange(i, i+1))) }

	logits, out := b.run(in)
	policy := crossEntropy(logits, groups, targets, l.net.Spec.Values)
	value, squared := binaryCross(out, values)
	total := Add(ReduceAllMean(Mul(policy, weights)), MulScalar(value, l.o.ValueWeight))
	old := make([]*Node, n)
	for k, i := range l.trained {
		old[k] = b.params[i]
	}
	grad := Gradient(total, old...)
	var norm *Node
	for _, g := range grad {
		if s := ReduceAllSum(Square(g)); norm == nil {
			norm = s
		} else {
			norm = Add(norm, s)
		}
	}
	norm = Sqrt(norm)
	scale := OnesLike(norm)
	if l.o.Clip > 0 {
		limit := MulScalar(scale, l.o.Clip)
		scale = Where(GreaterThan(norm, limit), Div(limit, norm), scale)
	}
	params := append([]*Node(nil), b.params...)
	for k, i := range l.trained {
		g := Mul(grad[k], scale)
		m[k] = Add(MulScalar(m[k], l.o.Beta1), MulScalar(g, 1-l.o.Beta1))
		v[k] = Add(MulScalar(v[k], l.o.Beta2), MulScalar(Square(g), 1-l.o.Beta2))
		move := Div(Mul(m[k], scalar(scalarFirst)), AddScalar(Sqrt(Mul(v[k], scalar(scalarSecond))), l.o.Epsilon))
		if l.net.Params[i].Decay {
			move = Add(move, MulScalar(old[k], l.o.Decay))
		}
		params[i] = Sub(old[k], Mul(move, scalar(scalarRate)))
	}
	for _, s := range b.stats {
		params[s.mean] = mix(params[s.mean], s.seen, scalar(scalarStats))
		params[s.variance] = mix(params[s.variance], s.unbiased, scalar(scalarStats))
	}
	for k, i := range l.trained {
		if average != nil {
			average[k] = mix(average[k], params[i], scalar(scalarAverage))
		}
	}
	head := []*Node{}
	for _, x := range []*Node{total, value, squared, norm} {
		head = append(head, Reshape(x, 1))
	}
	result := []*Node{Concatenate(append(head, policy), 0)}
	for _, list := range [][]*Node{params, m, v, average} {
		result = append(result, list...)
	}
	return result
}

// mix moves a part of the way.
func mix(from, to, part *Node) *Node { return Add(from, Mul(Sub(to, from), part)) }

// Step learns from a mini-batch, as train.Learner does; entropies of targets, which no
// weight changes, are left to who knows the mini-batch (train.Batch.Entropies).
func (l *Learner) Step(b *train.Batch) (train.Losses, error) {
	if err := b.Check(l.o.Batch, &l.net.Spec); err != nil {
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
	out, err := l.run(l.step, numbers, b)
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
	free(l.w...)
	free(l.m...)
	free(l.v...)
	free(l.average...)
	n, k := len(l.w), len(l.trained)
	out = out[1:]
	l.w, l.m, l.v = out[:n], out[n:n+k], out[n+k:n+2*k]
	l.counts.steps++
	l.counts.seen++
	if l.average != nil {
		l.average = out[n+2*k:]
		l.counts.averaged++
		l.remember(b.Inputs)
	}
	return losses, nil
}

// run uploads a mini-batch and runs a program on it.
func (l *Learner) run(e *Exec, numbers []float32, b *train.Batch) ([]*tensors.Tensor, error) {
	s := &l.net.Spec
	var batch []*tensors.Tensor
	defer func() { free(batch...) }()
	for _, x := range []struct {
		data  any
		dtype dtypes.DType
		dims  []int
	}{
		{numbers, dtypes.Float32, []int{scalars}},
		{b.Inputs, dtypes.Float32, []int{b.N, s.In.Size()}},
		{b.Groups, dtypes.Uint8, []int{b.N, s.Logits()}},
		{b.Targets, dtypes.Float32, []int{b.N, s.Logits()}},
		{b.Values, dtypes.Float32, []int{b.N, s.Values}},
		{b.Weights, dtypes.Float32, []int{b.N}},
	} {
		t, err := l.d.upload(x.data, x.dtype, x.dims...)
		if err != nil {
			return nil, err
		}
		batch = append(batch, t)
	}
	return e.Call(l.args(l.w, l.m, l.v, l.average, batch)...)
}

// args puts parameters, links and others into the order of the graphs.
func (l *Learner) args(w []*tensors.Tensor, more ...[]*tensors.Tensor) []any {
	lists := [][]*tensors.Tensor{w}
	if l.links != nil {
		lists = append(lists, []*tensors.Tensor{l.links})
	}
	var out []any
	for _, list := range append(lists, more...) {
		for _, t := range list {
			out = append(out, t)
		}
	}
	return out
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
	if len(l.running) == 0 || l.o.Remember == 0 {
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
	for _, list := range [][]*tensors.Tensor{l.w, l.m, l.v, l.average, {l.links}} {
		free(list...)
	}
	for _, e := range []*Exec{l.step, l.look} {
		if e != nil {
			e.Finalize()
		}
	}
	*l = Learner{d: l.d, net: l.net, o: l.o}
}
