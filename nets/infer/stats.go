package infer

import (
	"sync/atomic"
	"time"
)

// Stats is what an evaluator has done so far.
type Stats struct {
	Evaluations int64   `json:"evaluations"` // positions computed and given out
	Hits        int64   `json:"cache_hits"`  // positions out of the cache
	Errors      int64   `json:"errors"`
	Batches     int64   `json:"batches"`
	MeanBatch   float64 `json:"mean_batch"`
	// Computing is the time of all lanes together spent in the engine, Idle the rest of
	// their time: waiting for work. Seconds.
	Computing float64 `json:"computing_s"`
	Idle      float64 `json:"idle_s"`
	// Waiting is how long callers together waited for a batch, in seconds.
	Waiting float64 `json:"waiting_s"`
}

type counters struct {
	evaluations, hits, errors, batches, samples atomic.Int64
	computing, waiting                          atomic.Int64 // nanoseconds
}

// Stats tells what was done since New.
func (v *Evaluator) Stats() Stats {
	seconds := func(ns int64) float64 { return time.Duration(ns).Seconds() }
	s := Stats{
		Evaluations: v.stats.evaluations.Load(), Hits: v.stats.hits.Load(), Errors: v.stats.errors.Load(), Batches: v.stats.batches.Load(),
		Computing: seconds(v.stats.computing.Load()), Waiting: seconds(v.stats.waiting.Load()),
	}
	if s.Batches > 0 {
		s.MeanBatch = float64(v.stats.samples.Load()) / float64(s.Batches)
	}
	s.Idle = max(0, time.Since(v.began).Seconds()*float64(v.opt.Threads)-s.Computing)
	return s
}
