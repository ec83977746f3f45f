package train

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"ludens/nets/arch"
	"ludens/nets/kernel"

	"gorgonia.org/gorgonia"
)

// Losses are those of a mini-batch, before the step that it led to.
type Losses struct {
	Total float64 // what is minimised: the policy's over all samples + ValueWeight × Value
	// Policy is the cross-entropy in nats, the mean over samples by weight; Entropy is
	// that of the targets: the least that Policy can be.
	Policy, Entropy float64
	// Value is the binary cross-entropy in nats, the mean over samples and values;
	// Uncertainty is the entropy of the targets, the least that Value can be; Squared is
	// the mean squared error of the values.
	Value, Uncertainty, Squared float64
	Gradient                    float64 // norm of the gradient before clipping
	Rate                        float64 // learning rate of the step
}

// Learner trains one net. Its methods must not be called at the same time.
type Learner struct {
	net     *arch.Net
	o       Options
	w       arch.Weights // trained ones are the memory of the graph's inputs
	program *program
	stats   []statistic
	machine gorgonia.VM
	model   []gorgonia.ValueGrad
	solver  *adamW
	seen    int64 // mini-batches in the running statistics
	average *average
	closed  bool
}

var once sync.Once

// New makes a learner of a net that goes on from w, which is copied. Links are those
// of the board for a graph net, else nil.
func New(net *arch.Net, links *arch.Links, w arch.Weights, o Options) (*Learner, error) {
	if err := net.Spec.Validate(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if err := net.Check(w); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if net.Spec.Kind == arch.Graph {
		if err := links.Check(net.Spec.In.Height); err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
	}
	once.Do(func() { gorgonia.Use(BLAS{level: kernel.Best()}) })
	l := &Learner{net: net, o: o.Filled(), w: w.Clone()}
	var err error
	if l.program, err = assemble(net, links, l.w, &l.o); err != nil {
		return nil, err
	}
	var decays []bool
	for i := range net.Params {
		if p := &net.Params[i]; !p.Running {
			decays = append(decays, p.Decay)
		}
	}
	sizes, _ := layout(net)
	l.solver = newAdamW(&l.o, sizes, decays)
	l.model = gorgonia.NodesToValueGrads(l.program.params)
	l.machine = gorgonia.NewTapeMachine(l.program.graph)
	l.stats = l.program.stats
	l.seen = Seen(net, w)
	if l.o.Average > 0 {
		l.average = newAverage(l)
	}
	return l, nil
}

// Seen is how many mini-batches the running statistics of weights are worth to who goes
// on from them: none, if they are as arch.Net.NewWeights makes them, else more than any.
func Seen(net *arch.Net, w arch.Weights) int64 {
	for i := range net.Params {
		p := &net.Params[i]
		if !p.Running {
			continue
		}
		want := float32(0)
		if p.Init == arch.Ones {
			want = 1
		}
		for _, x := range w[i] {
			if x != want {
				return math.MaxInt32
			}
		}
	}
	return 0
}

// Step learns from a mini-batch of Options.Batch samples. After ErrDiverged, which
// comes wrapped, or any other error nothing has changed.
func (l *Learner) Step(b *Batch) (Losses, error) {
	if l.closed {
		return Losses{}, errors.New("train: the learner is closed")
	}
	if err := b.Check(l.o.Batch, &l.net.Spec); err != nil {
		return Losses{}, err
	}
	losses, err := l.run(b)
	if err != nil {
		return losses, err
	}
	if err := l.solver.Step(l.model); err != nil {
		return losses, fmt.Errorf("step %d: %w", l.solver.steps+1, err)
	}
	losses.Gradient, losses.Rate = l.solver.norm, l.solver.rate
	l.observe()
	if l.average != nil {
		l.average.add(l, b)
	}
	return losses, nil
}

// run computes losses and gradients.
func (l *Learner) run(b *Batch) (Losses, error) {
	p := l.program
	copy(p.inputs, b.Inputs)
	*p.labels = labels[float32]{groups: b.Groups, targets: b.Targets, values: b.Values, weights: b.Weights}
	err := l.machine.RunAll()
	total := p.total.Value()
	// Always: a machine that runs again without is wrong, and says nothing.
	l.machine.Reset()
	*p.labels = labels[float32]{}
	if err != nil {
		return Losses{}, fmt.Errorf("train: running the graph: %w", err)
	}
	sum, err := numbers(total)
	if err != nil {
		return Losses{}, fmt.Errorf("train: total loss: %w", err)
	}
	losses := Losses{Total: float64(sum[0]), Squared: p.value.squared, Uncertainty: p.value.entropy, Value: p.value.cross}
	mass := 0.0
	for i, w := range b.Weights {
		mass += float64(w)
		losses.Policy += float64(w) * p.policy.sums[2*i]
		losses.Entropy += float64(w) * p.policy.sums[2*i+1]
	}
	if mass > 0 {
		losses.Policy /= mass
		losses.Entropy /= mass
	}
	return losses, nil
}

// observe takes the mini-batch into the running statistics.
func (l *Learner) observe() {
	l.seen++
	part := float32(max(l.o.Momentum, 1/float64(l.seen)))
	for _, s := range l.stats {
		mean, variance := s.last()
		mix(l.w[s.mean], mean, part)
		mix(l.w[s.variance], variance, part)
	}
}

// mix moves to part of the way to from.
func mix(to, from []float32, part float32) {
	for i, x := range from {
		to[i] += part * (x - to[i])
	}
}

// Weights is a copy of the weights with the running statistics.
func (l *Learner) Weights() arch.Weights { return l.w.Clone() }

// Restore replaces weights and state by those of another learner of the same net. After an
// error nothing has changed.
func (l *Learner) Restore(w arch.Weights, state []byte) error {
	if err := l.net.Check(w); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	if err := l.SetState(state); err != nil {
		return err
	}
	for i := range w {
		copy(l.w[i], w[i])
	}
	return nil
}

// Steps is the number of steps done.
func (l *Learner) Steps() int64 { return l.solver.steps }

// Close gives up the graph. The learner cannot learn any more; weights and state can
// still be asked for.
func (l *Learner) Close() error {
	if l.closed {
		return nil
	}
	l.closed = true
	err := l.machine.Close()
	// Not graph.UnbindAll: it hands every node's tensor to a pool, those twice that are
	// the value of two nodes (gorgonia adds up gradients in place), and a later net then
	// has two tensors in the same place. Nothing but our own slices is to be freed.
	l.program, l.machine, l.model = nil, nil, nil
	return err
}
