package run

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludens/nets/device"
	"ludens/nets/infer"
)

// Status is how a run is going, for people.
type Status struct {
	State   *State  `json:"-"`
	Elapsed float64 `json:"elapsed"` // seconds, of all parts
	Planned float64 `json:"planned"`
	Phase   string  `json:"phase"` // "playouts", "net" or "ladder"
	Games   int64   `json:"games"`
	Samples int64   `json:"samples"`
	Window  int     `json:"window"` // samples held
	Steps   int64   `json:"steps"`
	// Losses of late, see Point.
	Policy  float64 `json:"policy"`
	Value   float64 `json:"value"`
	Squared float64 `json:"squared"`
	Rate    float64 `json:"rate"`
	Last    Rated   `json:"last"`
	Best    Rated   `json:"best"`
	// Per second, over the last half a minute or so.
	GamesRate       float64 `json:"games_rate"`
	SamplesRate     float64 `json:"samples_rate"`
	StepsRate       float64 `json:"steps_rate"`
	EvaluationsRate float64 `json:"evaluations_rate"`
	HitsRate        float64 `json:"hits_rate"`
	MeanBatch       float64 `json:"mean_batch"`
	Waits           Waits   `json:"waits"`
}

// Waits are the seconds of this part that a stage stood still.
type Waits struct {
	// Learner is how long the learner waited for samples.
	Learner float64 `json:"learner"`
	// Lanes is how long the evaluator's lanes, all together, waited for positions: time in
	// which rules, search and the learner had the processors.
	Lanes float64 `json:"lanes"`
	// Games is how long games, all together, waited for their evaluation.
	Games float64 `json:"games"`
	// Ladder is how long self-play stood still for rated matches.
	Ladder float64 `json:"ladder"`
}

// waited adds the time since begin to one of the waits.
func (r *Run) waited(which *float64, begin time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*which += time.Since(begin).Seconds()
}

// rates remembers counts of a while ago.
type rates struct {
	mu   sync.Mutex
	past []counts
}

type counts struct {
	at                                 time.Time
	games, samples, steps, evals, hits int64
}

// move adds counts and gives what is as old as the memory goes.
func (r *rates) move(c counts) counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.past = append(r.past, c)
	for len(r.past) > 2 && c.at.Sub(r.past[1].at) > 30*time.Second {
		r.past = r.past[1:]
	}
	return r.past[0]
}

func (r *Run) status(e *infer.Evaluator) Status {
	stats := e.Stats()
	state := r.State()
	r.mu.Lock()
	s := Status{
		State: &state, Elapsed: state.Elapsed, Planned: r.o.Time.Seconds(), Phase: "playouts",
		Games: state.Games, Samples: state.Samples, Window: r.window.Len(), Steps: state.Steps,
		Policy: r.losses.policy, Value: r.losses.value, Squared: r.losses.squared, Rate: r.losses.rate,
		Last: state.Last, Best: state.Best, MeanBatch: stats.MeanBatch, Waits: r.waits,
	}
	if n := len(state.History); n > 0 && r.losses.n < 20 {
		p := state.History[n-1]
		s.Policy, s.Value, s.Squared, s.Rate = p.Policy, p.Value, p.Squared, p.Rate
	}
	r.mu.Unlock()
	s.Waits.Lanes, s.Waits.Games = stats.Idle, stats.Waiting
	if r.guided.Load() {
		s.Phase = "net"
	}
	if !r.gate.TryRLock() {
		s.Phase = "ladder"
	} else {
		r.gate.RUnlock()
	}
	now := counts{time.Now(), state.Games, state.Samples, state.Steps, stats.Evaluations, stats.Hits}
	then := r.rates.move(now)
	if d := now.at.Sub(then.at).Seconds(); d > 0 {
		per := func(a, b int64) float64 { return float64(a-b) / d }
		s.GamesRate, s.SamplesRate, s.StepsRate = per(now.games, then.games), per(now.samples, then.samples), per(now.steps, then.steps)
		s.EvaluationsRate, s.HitsRate = per(now.evals, then.evals), per(now.hits, then.hits)
	}
	return s
}

// point adds a moment to the history. r.mu is held.
func (r *Run) point(rating *Rated) {
	s := &r.state
	p := Point{
		Elapsed: r.elapsed(), Games: s.Games, Samples: s.Samples, Steps: s.Steps,
		Policy: r.losses.policy, Value: r.losses.value, Squared: r.losses.squared, Rate: r.losses.rate, Rating: rating,
	}
	if r.losses.n == 0 && len(s.History) > 0 {
		q := s.History[len(s.History)-1]
		p.Policy, p.Value, p.Squared, p.Rate = q.Policy, q.Value, q.Squared, q.Rate
	}
	s.History = append(s.History, p)
	r.losses = losses{}
}

// watch tells how it goes, keeps the history and makes checkpoints.
func (r *Run) watch(ctx context.Context, fail func(error), e *infer.Evaluator, calls chan<- func(device.Learner)) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	saved, noted := time.Now(), time.Now()
	space := max(r.o.Time/240, 2*time.Second)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if r.o.Watch != nil {
			r.o.Watch(r.status(e))
		}
		if time.Since(noted) >= space {
			r.mu.Lock()
			if r.losses.n > 0 {
				r.point(nil)
			}
			r.mu.Unlock()
			noted = time.Now()
		}
		if time.Since(saved) < r.o.Save {
			continue
		}
		done := make(chan error, 1)
		call := func(l device.Learner) {
			blob, err := r.packed(l)
			if err == nil {
				err = r.save(blob)
			}
			done <- err
		}
		select {
		case calls <- call:
			if err := <-done; err != nil {
				fail(fmt.Errorf("tune: %w", err))
				return
			}
			saved = time.Now()
		case <-ctx.Done():
			return
		}
	}
}
