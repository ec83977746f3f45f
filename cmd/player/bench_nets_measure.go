package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
	"ludens/internal/cputime"
	"ludens/nets/arch"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/nets/train"
)

// netsBencher measures one net.
type netsBencher struct {
	g       game.Game
	enc     *encode.Encoder
	net     *arch.Net
	weights arch.Weights
	levels  []kernel.Level
	seconds float64
	most    int    // threads
	done    func() // called after every measurement
}

// all makes all measurements.
func (b *netsBencher) all(ctx context.Context, r *netsBench, training bool) error {
	best, note, err := infer.NewTrusted(b.net, b.enc.Links(), b.weights, kernel.Best())
	if err != nil {
		return err
	}
	r.Note = note
	if r.Engine, err = b.engines(ctx, best); err != nil {
		return err
	}
	if training {
		if r.Training, err = b.training(ctx); err != nil {
			return err
		}
	}
	if r.Search, err = b.searches(ctx, best); err != nil {
		return err
	}
	r.advise()
	return nil
}

// measure runs steps on so many threads for the time of a measurement. start gives
// each thread its step, which does so many things; the first is not counted, because
// it takes memory.
func (b *netsBencher) measure(ctx context.Context, threads int, start func() (step func() error, things int)) (rate, error) {
	r, err := during(ctx, time.Duration(b.seconds*float64(time.Second)), threads, start)
	b.done()
	return r, err
}

// during is measure for another time.
func during(ctx context.Context, d time.Duration, threads int, start func() (step func() error, things int)) (rate, error) {
	var ready, ended sync.WaitGroup
	ready.Add(threads)
	begin := make(chan struct{})
	var total atomic.Int64
	var until time.Time
	errs := make([]error, threads)
	for i := range threads {
		ended.Go(func() {
			step, things := start()
			err := step()
			ready.Done()
			<-begin
			for err == nil && ctx.Err() == nil {
				if err = step(); err == nil {
					total.Add(int64(things))
				}
				if !time.Now().Before(until) {
					break
				}
			}
			errs[i] = err
		})
	}
	ready.Wait()
	cpu, wall := cputime.Process(), time.Now()
	until = wall.Add(d)
	close(begin)
	ended.Wait()
	n := float64(total.Load())
	for _, err := range errs {
		if err != nil {
			return rate{}, err
		}
	}
	return rate{n / time.Since(wall).Seconds(), n / max((cputime.Process()-cpu).Seconds(), 1e-9)}, ctx.Err()
}

// threads are the numbers of threads to measure with.
func (b *netsBencher) threads() []int {
	var out []int
	for n := 1; n < b.most; n *= 2 {
		out = append(out, n)
	}
	return append(out, b.most)
}

// bare gives a thread its step of the bare engine: a batch.
func (b *netsBencher) bare(e *infer.Engine, batch int) func() (func() error, int) {
	return func() (func() error, int) {
		in := make([]float32, batch*b.net.Spec.In.Size())
		m := b.g.NewMachine()
		for i := range batch {
			b.enc.Encode(m, in[i*b.net.Spec.In.Size():][:b.net.Spec.In.Size()])
		}
		policy, values := make([]float32, batch*b.net.Spec.Logits()), make([]float32, batch*b.net.Spec.Values)
		var ws infer.Workspace
		return func() error {
			e.Run(batch, in, policy, values, &ws)
			return nil
		}, batch
	}
}

// engines measures the bare engine: every level by batch on one thread, and the best
// by threads, one position at a time and in batches.
func (b *netsBencher) engines(ctx context.Context, best *infer.Engine) ([]engineFigure, error) {
	var out []engineFigure
	one := func(e *infer.Engine, threads, batch int) error {
		r, err := b.measure(ctx, threads, b.bare(e, batch))
		out = append(out, engineFigure{e.Level().String(), threads, batch, r})
		return err
	}
	for _, l := range b.levels {
		e := best
		if l != best.Level() {
			var err error
			if e, err = infer.NewEngine(b.net, b.enc.Links(), b.weights, l); err != nil {
				return nil, err
			}
		}
		for _, batch := range inferBatches {
			if err := one(e, 1, batch); err != nil {
				return nil, err
			}
		}
	}
	for _, threads := range b.threads() {
		for _, batch := range []int{1, 32} {
			if threads > 1 {
				if err := one(best, threads, batch); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

// training measures a learner by batch and workers.
func (b *netsBencher) training(ctx context.Context) ([]trainFigure, error) {
	var out []trainFigure
	for _, workers := range b.threads() {
		for _, batch := range trainBatches {
			l, err := train.New(b.net, b.enc.Links(), b.weights.Clone(), train.Options{Batch: batch, Workers: workers})
			if err != nil {
				return nil, err
			}
			samples := b.samples(batch)
			r, err := b.measure(ctx, 1, func() (func() error, int) {
				return func() error {
					_, err := l.Step(samples)
					return err
				}, batch
			})
			if closed := l.Close(); err == nil {
				err = closed
			}
			if err != nil {
				return nil, err
			}
			out = append(out, trainFigure{Batch: batch, Workers: workers, rate: r})
		}
	}
	return out, nil
}

// samples makes a mini-batch of positions of random matches; what they are to be
// learned as makes no difference to the time.
func (b *netsBencher) samples(n int) *train.Batch {
	s := &b.net.Spec
	logits := s.Logits()
	out := &train.Batch{
		N: n, Inputs: make([]float32, n*s.In.Size()), Groups: make([]uint8, n*logits), Targets: make([]float32, n*logits),
		Values: make([]float32, n*s.Values), Weights: make([]float32, n),
	}
	rng := game.Stream(1, "bench nets samples", 0)
	for i := range n {
		m := b.position(i)
		b.enc.Encode(m, out.Inputs[i*s.In.Size():][:s.In.Size()])
		for p := range s.Values {
			out.Values[i*s.Values+p] = rng.Float32()
		}
		out.Weights[i] = 1
		for seat := range b.g.Facts().Players {
			moves := m.Legal(seat, nil)
			if len(moves) < 2 {
				continue
			}
			for k, mv := range moves {
				at := i*logits + b.enc.Logit(m, seat, mv)
				out.Groups[at] = uint8(seat + 1)
				if k == 0 {
					out.Targets[at] = 1
				}
			}
		}
	}
	return out
}

// position gives a machine at the i-th of some positions that are not the end: so
// many steps into a random match.
func (b *netsBencher) position(i int) game.Machine {
	m := b.g.NewMachine()
	rng := game.Stream(1, "bench nets position", uint64(i))
	var w game.Walker
	last := m.Save(nil)
	for range i % 16 {
		if !w.Step(m, rng) || m.Terminal() {
			m.Load(last)
			break
		}
		last = m.Save(last)
	}
	return m
}

// searches measures the search by threads and evaluations under way.
func (b *netsBencher) searches(ctx context.Context, e *infer.Engine) ([]searchFigure, error) {
	var out []searchFigure
	for _, threads := range b.threads() {
		usual, err := infer.New(b.enc, e, infer.Options{Threads: threads})
		if err != nil {
			return nil, err
		}
		widths := []int{threads, 2 * threads, 4 * threads, 8 * threads, usual.Width()}
		usual.Close()
		slices.Sort(widths)
		for _, width := range slices.Compact(widths) {
			f, err := b.search(ctx, e, threads, min(width, mcts.MaxEvaluations))
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// search measures one search after the other, in several positions, and the bare engine before
// and after each: the machine may be twice as fast a moment later. The share is the median of
// those of the positions.
func (b *netsBencher) search(ctx context.Context, e *infer.Engine, threads, width int) (searchFigure, error) {
	f := searchFigure{Threads: threads, Width: width}
	v, err := infer.New(b.enc, e, infer.Options{Threads: threads, CacheBytes: -1})
	if err != nil {
		return f, err
	}
	defer v.Close()
	const positions = 6
	each := time.Duration(b.seconds * float64(time.Second) / positions)
	begun, cancel := context.WithDeadline(ctx, time.Now()) // so that Begin does not think
	defer cancel()
	engine := func() (rate, error) { return during(ctx, each/2, threads, b.bare(e, 1)) }
	var cpu, wall time.Duration
	var shares []float64
	before, err := engine()
	if err != nil {
		return f, err
	}
	for i := range positions {
		done := v.Stats().Evaluations
		m := b.position(4 * i)
		p := mcts.New(mcts.Options{Threads: threads, Evaluator: v, Evaluations: width, Seed: uint64(i)})
		seat := chooser(m)
		if err := p.Begin(begun, b.g, seat, agent.Clocks{}); err != nil {
			return f, err
		}
		limit, stop := context.WithTimeout(ctx, each)
		c, w := cputime.Process(), time.Now()
		_, err := p.Choose(limit, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)})
		stop()
		p.End()
		took := cputime.Process() - c
		cpu, wall = cpu+took, wall+time.Since(w)
		if err == nil {
			err = p.Warning()
		}
		var after rate
		if err == nil {
			after, err = engine()
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return f, fmt.Errorf("search: %w", err)
		}
		rate := float64(v.Stats().Evaluations-done) / max(took.Seconds(), 1e-9)
		shares = append(shares, 2*rate/(before.PerCPU+after.PerCPU))
		before = after
	}
	slices.Sort(shares)
	f.Share = (shares[(positions-1)/2] + shares[positions/2]) / 2
	s := v.Stats()
	f.MeanBatch = s.MeanBatch
	f.rate = rate{float64(s.Evaluations) / wall.Seconds(), float64(s.Evaluations) / max(cpu.Seconds(), 1e-9)}
	b.done()
	return f, nil
}

// chooser is the first seat that has a choice.
func chooser(m game.Machine) int {
	for seat := range m.Game().Facts().Players {
		if len(m.Legal(seat, nil)) > 1 {
			return seat
		}
	}
	return 0
}
