package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/nets/device"
	"ludens/nets/infer"
	"ludens/tune/ladder"
)

// judge plays rated matches now and then, while self-play pauses, with at most the share
// of time that the options give.
func (r *Run) judge(ctx context.Context, fail func(error)) {
	if r.o.Ladder <= 0 {
		return
	}
	interval := min(max(r.o.Time/16, time.Minute), 5*time.Minute)
	used := 0.0
	var rated int64
	for begin := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		r.mu.Lock()
		s := r.latest
		first := r.state.Best.Name == ""
		r.mu.Unlock()
		here := time.Since(begin).Seconds()
		budget := time.Duration((r.o.Ladder*max(here, interval.Seconds()) - used) * float64(time.Second))
		if s == nil || s.steps < r.o.Guide || s.steps == rated || !first && (budget < time.Duration(r.o.Ladder*float64(interval)*0.9) || !r.guided.Load()) {
			continue
		}
		begun := time.Now()
		resume := r.Pause()
		err := r.round(ctx, s, max(budget, time.Second), 16, false)
		resume()
		r.waited(&r.waits.Ladder, begun)
		used += time.Since(begun).Seconds()
		rated = s.steps
		if err != nil && ctx.Err() == nil {
			fail(fmt.Errorf("ladder: %w", err))
			return
		}
	}
}

// rungs are the fixed opponents, from the foot of the ladder.
func rungs() []ladder.Contestant {
	return []ladder.Contestant{ladder.Random(), ladder.UCT(10, 1), ladder.UCT(100, 1), ladder.UCT(1000, 1)}
}

// footing is how many games every rung plays against the next one: nets that beat the
// lower rungs always say nothing about how far those are from one another.
const footing = 40

// lay plays some of the games between neighbouring rungs that are still to be played.
func (r *Run) lay(ctx context.Context, budget time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	all := rungs()
	for i := 1; i < len(all); i++ {
		r.mu.Lock()
		_, n := r.state.Pool.Score(all[i].Name, all[i-1].Name)
		r.mu.Unlock()
		if n >= footing {
			continue
		}
		if err := r.match(ctx, all[i], all[i-1], footing-int(n)); err != nil {
			return err
		}
	}
	return nil
}

// round rates a net by matches, and makes it the best if it is not worse than the best so
// far. last says that no other comes.
func (r *Run) round(ctx context.Context, s *snapshot, budget time.Duration, games int, last bool) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	name := fmt.Sprintf("net:%d", s.steps)
	eval, err := infer.New(r.enc, s.engine, infer.Options{Threads: r.o.Threads})
	if err != nil {
		return err
	}
	defer eval.Close()
	me := ladder.Net(name, eval, r.o.Iterations)
	if err := r.lay(ctx, budget/4); err != nil {
		return err
	}
	r.mu.Lock()
	best := r.state.Best
	pool := r.state.Pool
	r.mu.Unlock()
	if best.Name != "" && best.Name != name {
		half, done := context.WithTimeout(ctx, budget/2)
		err := r.againstBest(half, me, best, games)
		done()
		if err != nil {
			return err
		}
	}
	for _, c := range relevant(&pool) {
		if err := r.match(ctx, me, c, games); err != nil {
			return err
		}
	}
	return r.promote(s, name, last)
}

// relevant are the fixed opponents that the next match may tell something about, the
// most interesting first: those whom no net has beaten clearly yet, else the strongest.
func relevant(p *ladder.Pool) []ladder.Contestant {
	var out []ladder.Contestant
	all := rungs()
	for i, c := range all {
		beaten := false
		for _, name := range p.Names {
			if score, n := p.Score(name, c.Name); n >= 8 && score > 0.93 {
				beaten = true
			}
		}
		if !beaten || i == len(all)-1 {
			out = append(out, c)
		}
	}
	return out
}

// againstBest plays against the best net so far.
func (r *Run) againstBest(ctx context.Context, me ladder.Contestant, best Rated, games int) error {
	n, err := r.store.Net(best.ID)
	if err != nil {
		return err
	}
	engine, err := infer.NewEngine(n.Spec.Layers(), r.enc.Links(), n.Weights, *r.o.Level)
	if err != nil {
		return err
	}
	eval, err := infer.New(r.enc, engine, infer.Options{Threads: r.o.Threads})
	if err != nil {
		return err
	}
	defer eval.Close()
	return r.match(ctx, me, ladder.Net(best.Name, eval, r.o.Iterations), games)
}

// match adds a match to the pool, as far as the time allows it.
func (r *Run) match(ctx context.Context, a, b ladder.Contestant, games int) error {
	o := ladder.Options{
		Games: games, Openings: openings(r.state.Measured.Length), Threads: 2 * r.o.Threads,
		Limit: r.o.Play.Limit, Seed: r.o.Seed + uint64(r.State().Steps),
	}
	list, err := ladder.Play(ctx, r.g, a, b, o)
	if len(list) > 0 {
		r.mu.Lock()
		r.state.Pool.Add(a.Name, b.Name, list)
		r.mu.Unlock()
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// openings is the number of random moves that rated games begin with.
func openings(length float64) int { return min(max(int(length/12), 1), 4) }

// leastGames is the number of games against the best net so far below which nothing is
// known.
const leastGames = 8

// promote rates everybody and makes a net the best if it has not lost to the best so far. The
// last net of a run also is if nothing is known, because the machine was too busy for matches,
// and it has learned for twice as long.
func (r *Run) promote(s *snapshot, name string, last bool) error {
	r.mu.Lock()
	pool := r.state.Pool
	best := r.state.Best
	r.mu.Unlock()
	ratings, err := pool.Rate()
	if err != nil {
		return err
	}
	mine, met := ratings[name]
	score, n := pool.Score(name, best.Name)
	assumed := last && n < leastGames && score >= 0.5 && best.Steps > 0 && s.steps >= 2*best.Steps
	if !met && best.Name != "" && !assumed {
		return nil // no game was finished: nothing is known
	}
	me := Rated{Name: name, Elo: mine.Elo, Interval: mine.Interval, Steps: s.steps}
	old := ratings[best.Name]
	// Ratings of nets that have met few opponents are too wide to go by.
	better := best.Name == "" || assumed || n >= leastGames && score >= 0.5
	if better {
		n := r.describe(s.weights)
		n.Steps, n.Samples, n.Games = s.steps, s.samples, s.games
		n.Rating, n.Interval, n.Created = me.Elo, me.Interval, time.Now().Unix()
		if me.ID, err = r.store.PutNet(n, true); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if better {
		r.state.Best = me
	} else {
		r.state.Best.Elo, r.state.Best.Interval = old.Elo, old.Interval
	}
	r.state.Last = me
	r.point(&me)
	r.o.Log.Info().Str("net", name).Float64("elo", me.Elo).Float64("interval", me.Interval).Bool("best", better).Msg("rated")
	return nil
}

// finish rates the last net with what is left of the time, so that what was learned last
// can be what is played, and finds out how the best is searched.
func (r *Run) finish(ctx context.Context, l device.Learner) {
	if l.Steps() == 0 {
		return
	}
	s, err := r.snapshot(l.Averaged())
	if err == nil {
		r.mu.Lock()
		r.latest = s
		r.mu.Unlock()
		left := r.o.Time.Seconds() - r.elapsed()
		mixing := r.mixing()
		budget := time.Duration(max(left, 1)*float64(time.Second)) - mixing
		if r.o.Ladder <= 0 {
			return
		}
		err = r.round(ctx, s, max(budget, time.Second), 32, true)
		if err == nil && mixing > 0 {
			err = r.mix(ctx, mixing)
		}
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		r.o.Log.Warn().Err(err).Msg("the last matches failed")
	}
}
