package xla

import (
	"github.com/gomlx/gomlx/core/tensors"

	"ludens/nets/arch"
	"ludens/nets/train"
)

// Snapshot is everything that a learner has come to.
type Snapshot struct {
	Weights  arch.Weights // as they are trained
	Averaged arch.Weights // as train.Learner.Averaged gives them
	State    []byte       // of a train.Learner
}

// Snapshot copies everything out. It runs the mini-batches remembered through the averaged
// net, for statistics that fit it.
func (l *Learner) Snapshot() (*Snapshot, error) {
	s := train.State{Steps: l.counts.steps, Seen: l.counts.seen, Averaged: l.counts.averaged}
	out := &Snapshot{}
	var err error
	if out.Weights, err = l.pull(l.w, nil); err != nil {
		return nil, err
	}
	if s.First, err = l.pull(l.m, l.trained); err != nil {
		return nil, err
	}
	if s.Second, err = l.pull(l.v, l.trained); err != nil {
		return nil, err
	}
	out.Averaged = out.Weights
	if l.average != nil {
		if err := l.recompute(); err != nil {
			return nil, err
		}
		if s.Average, err = l.pull(l.average, l.trained); err != nil {
			return nil, err
		}
		s.Statistics = l.stats
		out.Averaged = out.Weights.Clone()
		for k, i := range l.trained {
			copy(out.Averaged[i], s.Average[k])
		}
		for k, i := range l.running {
			copy(out.Averaged[i], l.stats[k])
		}
	}
	out.State = s.Encode(l.net)
	return out, nil
}

// pull downloads tensors; which says of what parameters they are, nil: of all.
func (l *Learner) pull(list []*tensors.Tensor, which []int) ([][]float32, error) {
	out := make([][]float32, len(list))
	for k, t := range list {
		i := k
		if which != nil {
			i = which[k]
		}
		out[k] = make([]float32, l.net.Params[i].Size())
		if err := l.d.download(t, out[k]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// recompute runs the mini-batches remembered through the averaged net.
func (l *Learner) recompute() error {
	if len(l.recent) == 0 {
		return nil
	}
	w := append([]*tensors.Tensor(nil), l.w...)
	for k, i := range l.trained {
		w[i] = l.average[k]
	}
	sums := make([]train.Pooled, len(l.running)/2)
	for _, inputs := range l.recent {
		if err := l.statistics(w, inputs, sums); err != nil {
			return err
		}
	}
	for i := range sums {
		sums[i].Into(l.stats[2*i], l.stats[2*i+1])
	}
	return nil
}

// statistics adds what the batch norms see of a mini-batch.
func (l *Learner) statistics(w []*tensors.Tensor, inputs []float32, sums []train.Pooled) error {
	x, err := l.d.floats(inputs, l.o.Batch, l.net.Spec.In.Size())
	if err != nil {
		return err
	}
	defer free(x)
	out, err := l.look.Call(l.args(w, []*tensors.Tensor{x})...)
	if err != nil {
		return err
	}
	defer free(out...)
	for i := range sums {
		channels := l.net.Params[l.running[2*i]].Size()
		mean, unbiased := make([]float32, channels), make([]float32, channels)
		if err := l.d.download(out[2*i], mean); err != nil {
			return err
		}
		if err := l.d.download(out[2*i+1], unbiased); err != nil {
			return err
		}
		sums[i].Add(mean, unbiased, l.o.Batch*l.cells(l.running[2*i]))
	}
	return nil
}

// cells is how many cells a channel has in the batch norm of a running mean.
func (l *Learner) cells(mean int) int {
	for i := range l.net.Layers {
		for _, p := range l.net.Layers[i].Params {
			if p == mean {
				return l.net.Layers[i].Out.Cells()
			}
		}
	}
	panic("xla: a parameter of no layer")
}

// SetState goes on from a train.Learner's state of the same net.
func (l *Learner) SetState(state []byte) error {
	s, err := train.DecodeState(l.net, state)
	if err != nil {
		return err
	}
	if err := l.setMoments(s.First, s.Second); err != nil {
		return err
	}
	l.counts = counts{s.Steps, s.Seen, 0}
	if l.average == nil {
		return nil
	}
	l.recent, l.next = nil, 0
	if s.Average == nil {
		return nil
	}
	w := make(arch.Weights, len(l.net.Params))
	for k, i := range l.trained {
		w[i] = s.Average[k]
	}
	for k, i := range l.running {
		w[i] = s.Statistics[k]
	}
	l.counts.averaged = s.Averaged
	return l.setAverage(w)
}
