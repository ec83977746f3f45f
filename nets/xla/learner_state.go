package xla

import (
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
	list, err := l.pack.download(l.d, l.w)
	if err != nil {
		return nil, err
	}
	out.Weights = list
	if s.First, err = l.pack.download(l.d, l.m); err != nil {
		return nil, err
	}
	if s.Second, err = l.pack.download(l.d, l.v); err != nil {
		return nil, err
	}
	out.Averaged = out.Weights
	if l.average != nil {
		if err := l.recompute(); err != nil {
			return nil, err
		}
		if s.Average, err = l.pack.download(l.d, l.average); err != nil {
			return nil, err
		}
		s.Statistics = l.stats
		out.Averaged = l.whole(s.Average, s.Statistics)
	}
	out.State = s.Encode(l.pack.net)
	return out, nil
}

// whole puts trained parameters and statistics together.
func (l *Learner) whole(trained, statistics [][]float32) arch.Weights {
	w := make(arch.Weights, len(l.pack.net.Params))
	for i := range w {
		from := &trained
		if l.pack.net.Params[i].Running {
			from = &statistics
		}
		w[i], *from = append([]float32(nil), (*from)[0]...), (*from)[1:]
	}
	return w
}

// recompute runs the mini-batches remembered through the averaged net.
func (l *Learner) recompute() error {
	if len(l.recent) == 0 {
		return nil
	}
	sums := make([]train.Pooled, len(l.pack.running)/2)
	for _, inputs := range l.recent {
		if err := l.statistics(inputs, sums); err != nil {
			return err
		}
	}
	for i := range sums {
		sums[i].Into(l.stats[2*i], l.stats[2*i+1])
	}
	return nil
}

// statistics adds what the averaged net's batch norms see of a mini-batch.
func (l *Learner) statistics(inputs []float32, sums []train.Pooled) error {
	x, err := l.d.floats(inputs, l.o.Batch, l.pack.net.Spec.In.Size())
	if err != nil {
		return err
	}
	defer free(x)
	out, err := l.look.Call(with(l.w, l.average, l.links, x)...)
	if err != nil {
		return err
	}
	defer free(out...)
	all := make([]float32, out[0].Shape().Size())
	if err := l.d.download(out[0], all); err != nil {
		return err
	}
	for i := range sums {
		mean := l.pack.running[2*i]
		n := l.pack.net.Params[mean].Size()
		sums[i].Add(all[:n], all[n:2*n], l.o.Batch*l.cells(mean))
		all = all[2*n:]
	}
	return nil
}

// cells is how many cells a channel has in the batch norm of a running mean.
func (l *Learner) cells(mean int) int {
	for i := range l.pack.net.Layers {
		for _, p := range l.pack.net.Layers[i].Params {
			if p == mean {
				return l.pack.net.Layers[i].Out.Cells()
			}
		}
	}
	panic("xla: a parameter of no layer")
}

// SetState goes on from a train.Learner's state of the same net.
func (l *Learner) SetState(state []byte) error {
	s, err := train.DecodeState(l.pack.net, state)
	if err != nil {
		return err
	}
	if err := l.setMoments(s.First, s.Second); err != nil {
		return err
	}
	l.counts = counts{s.Steps, s.Seen, 0}
	if l.o.Average == 0 {
		return nil
	}
	l.recent, l.next = nil, 0
	if s.Average == nil {
		return nil
	}
	l.counts.averaged = s.Averaged
	return l.setAverage(l.whole(s.Average, s.Statistics))
}
