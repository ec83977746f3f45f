package train

import "ludens/nets/arch"

// average is an exponential moving average of the weights (Polyak and Juditsky 1992;
// with statistics computed anew as in Izmailov et al. 2018, section 3.2).
type average struct {
	w     [][]float32 // per trained parameter
	steps int64
	// stats are the statistics last computed: mean and variance of each batch norm.
	stats [][]float32
	// recent are the inputs of the latest mini-batches, a ring.
	recent [][]float32
	next   int
}

func newAverage(l *Learner) *average {
	a := &average{recent: make([][]float32, 0, l.o.Remember)}
	for i := range l.net.Params {
		if !l.net.Params[i].Running {
			a.w = append(a.w, append([]float32(nil), l.w[i]...))
		}
	}
	for _, s := range l.stats {
		a.stats = append(a.stats, append([]float32(nil), l.w[s.mean]...), append([]float32(nil), l.w[s.variance]...))
	}
	return a
}

// add takes in the weights after a step and the inputs that led to it.
func (a *average) add(l *Learner, b *Batch) {
	a.steps++
	part := float32(max(1-l.o.Average, 1/float64(a.steps)))
	chunks := l.solver.chunks
	split(l.o.Workers, len(chunks), func(_, from, to int) {
		for _, c := range chunks[from:to] {
			mix(a.w[c.param][c.from:c.to], l.solver.w[c.param][c.from:c.to], part)
		}
	})
	if len(l.stats) == 0 || cap(a.recent) == 0 {
		return
	}
	if len(a.recent) < cap(a.recent) {
		a.recent = append(a.recent, make([]float32, len(b.Inputs)))
	}
	copy(a.recent[a.next], b.Inputs)
	a.next = (a.next + 1) % cap(a.recent)
}

// Averaged is a copy of the averaged weights with statistics that fit them: those of
// the latest Options.Remember mini-batches run through the averaged net, which costs
// as many forward passes. A learner that has made no step since SetState, or is closed,
// gives the statistics of the last call before. Without Options.Average it is Weights.
func (l *Learner) Averaged() arch.Weights {
	out := l.Weights()
	if l.average == nil {
		return out
	}
	k := 0
	for i := range l.net.Params {
		if !l.net.Params[i].Running {
			copy(out[i], l.average.w[k])
			k++
		}
	}
	if !l.closed && len(l.average.recent) > 0 {
		l.recompute(out)
	}
	for i, s := range l.stats {
		copy(out[s.mean], l.average.stats[2*i])
		copy(out[s.variance], l.average.stats[2*i+1])
	}
	return out
}

// recompute runs the mini-batches remembered through the net with weights w.
func (l *Learner) recompute(w arch.Weights) {
	live := l.w.Clone()
	for i := range l.w {
		copy(l.w[i], w[i])
	}
	sums := make([]Pooled, len(l.stats))
	for _, inputs := range l.average.recent {
		copy(l.program.inputs, inputs)
		for _, b := range l.program.layers {
			b.layer.forward(b.in, b.out)
		}
		for i, s := range l.stats {
			mean, unbiased := s.last()
			sums[i].Add(mean, unbiased, s.count)
		}
	}
	for i := range l.stats {
		sums[i].Into(l.average.stats[2*i], l.average.stats[2*i+1])
	}
	for i := range l.w {
		copy(l.w[i], live[i])
	}
}

// Pooled is the statistics of a batch norm over several mini-batches. The zero value has
// none.
type Pooled struct {
	mean, square []float64 // sums of means, and of mean squares, per channel
	batches, all int       // mini-batches, numbers per channel
}

// Add takes in the mean and the unbiased variance of a mini-batch with count numbers per
// channel.
func (p *Pooled) Add(mean, unbiased []float32, count int) {
	if p.mean == nil {
		p.mean, p.square = make([]float64, len(mean)), make([]float64, len(mean))
	}
	for c := range mean {
		m := float64(mean[c])
		p.mean[c] += m
		p.square[c] += float64(unbiased[c])*float64(count-1)/float64(count) + m*m
	}
	p.batches++
	p.all += count
}

// Into gives mean and unbiased variance over all; with no mini-batch it changes nothing.
func (p *Pooled) Into(mean, unbiased []float32) {
	n := float64(p.batches)
	for c := range p.mean {
		m := p.mean[c] / n
		mean[c], unbiased[c] = float32(m), float32(max(0, p.square[c]/n-m*m)*float64(p.all)/max(1, float64(p.all)-1))
	}
}
