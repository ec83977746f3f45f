package run

import (
	"context"
	"time"

	"ludens/agent/heuristic"
	"ludens/nets/encode"
)

// mostTeaching and leastTeaching bound the time in which a function is learned that teaches the net.
// Functions of more than eighteen seconds are no better (docs/benchmarks/search.md).
const (
	mostTeaching  = 20 * time.Second
	leastTeaching = 500 * time.Millisecond
	measuring     = 200 * time.Millisecond // of how many games it makes
)

// findTeacher learns a function by which games are played until the net takes over, if there is time for that
// and it makes more games than playouts do. Without one playouts teach, as in a run that was stopped before that and goes on: it
// would learn one again and again if it were stopped again and again.
func (r *Run) findTeacher(ctx context.Context) {
	defer func() {
		if e := recover(); e != nil {
			r.o.Log.Warn().Interface("panic", e).Msg("no function was learned; playouts teach the net")
		}
	}()
	d := min(time.Duration(r.o.Teaching*float64(r.o.Time)), mostTeaching)
	if r.o.Teacher != nil || r.state.Part > 1 || d < leastTeaching || r.guided.Load() || !r.warm() {
		return
	}
	course, err := heuristic.Learn(ctx, r.g, heuristic.Options{Time: d, Threads: r.o.Threads, Seed: r.o.Seed, Mirror: encode.Mirror})
	if err != nil || course.Function == nil {
		r.o.Log.Info().Err(err).Msg("no function was learned; playouts teach the net")
		return
	}
	m := &r.state.Measured
	taught, err := m.Teachable(ctx, r.g, course.Function, r.o.Seed, measuring)
	if played := m.Foreseen(time.Second); err != nil || taught < played {
		r.o.Log.Info().Err(err).Float64("taught", taught).Float64("played", played).Msg("playouts teach the net: the learned function makes fewer games a second")
		return
	}
	r.o.Log.Info().Stringer("report", course.Report).Float64("games", taught).Msg("a function was learned; it teaches the net")
	r.o.Teacher = course.Function
	r.o.Warm += d.Seconds() / r.o.Time.Seconds()
}
