package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ludens/game"
	"ludens/nets/device"
	"ludens/nets/infer"
	"ludens/nets/train"
)

// publishes is how often averaged weights are handed out: every few seconds, and a dozen times in a run of seconds.
func (r *Run) publishes() time.Duration { return min(5*time.Second, r.o.Time/12) }

// learn trains while there are new samples to train on.
func (r *Run) learn(ctx context.Context, fail func(error), l device.Learner, e *infer.Evaluator, calls <-chan func(device.Learner)) {
	rng := game.Stream(r.o.Seed, "tune.learn", r.state.Part)
	b := newBatch(r.shape, r.o.Batch, r.symmetries)
	last, since := time.Now(), 0
	diverged := 0
	for ctx.Err() == nil {
		select {
		case f := <-calls:
			f(l)
			continue
		default:
		}
		if !r.due(l) {
			begin := time.Now()
			select {
			case f := <-calls:
				f(l)
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
			r.waited(&r.waits.Learner, begin)
		} else if err := r.step(l, b, rng); errors.Is(err, train.ErrDiverged) && diverged < 100 {
			diverged++
			r.o.Log.Warn().Err(err).Msg("a training step was left out")
		} else if err != nil {
			fail(fmt.Errorf("learn: %w", err))
			return
		} else {
			since++
		}
		if since > 0 && time.Since(last) >= r.publishes() {
			if err := r.publish(l, e); err != nil {
				fail(fmt.Errorf("learn: %w", err))
				return
			}
			last, since = time.Now(), 0
		}
	}
}

// due reports whether there are samples that have not been trained on often enough.
func (r *Run) due(l device.Learner) bool {
	if r.window.Len() < max(r.o.Least, r.o.Batch) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return float64(l.Steps()+1)*float64(r.o.Batch) <= r.uses()
}

// uses is how many samples may be trained on, every one of them as often as it may.
func (r *Run) uses() float64 {
	s := &r.state
	return r.o.Reuse*float64(s.Samples-s.TaughtSamples) + leastReuse*float64(s.TaughtSamples)
}

func (r *Run) step(l device.Learner, b *batch, rng *rand.Rand) error {
	if err := b.fill(&r.window, rng); err != nil {
		return err
	}
	if err := l.SetRate(r.o.rate(r.part())); err != nil {
		return err
	}
	loss, err := l.Step(&b.Batch)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Steps = l.Steps()
	r.losses.add(loss)
	return nil
}

// publish hands the averaged weights to the evaluator.
func (r *Run) publish(l device.Learner, e *infer.Evaluator) error {
	s, err := r.snapshot(l.Averaged())
	if err != nil {
		return err
	}
	if err := e.Swap(s.engine); err != nil {
		return err
	}
	r.mu.Lock()
	r.latest = s
	r.mu.Unlock()
	if s.steps >= r.o.Guide && !r.warm() && !r.guided.Swap(true) {
		r.o.Log.Info().Int64("steps", s.steps).Msg("self-play is guided by the net")
	}
	return nil
}

// losses are means since they were last told.
type losses struct {
	policy, value, squared, rate float64
	n                            int
}

func (s *losses) add(l train.Losses) {
	s.n++
	part := 1 / float64(s.n)
	s.policy += part * (l.Policy - l.Entropy - s.policy)
	s.value += part * (l.Value - l.Uncertainty - s.value)
	s.squared += part * (l.Squared - s.squared)
	s.rate = l.Rate
}
