package run

import (
	"context"
	"errors"
	"time"

	"ludens/agent/mcts"
	"ludens/nets/infer"
	"ludens/tune/sample"
	"ludens/tune/selfplay"
)

// played is what an actor hands to the collector.
type played struct {
	game   *selfplay.Game
	taught bool // played by Options.Teacher
	err    error
}

// cardGames is how many games give a card batches that are worth their way.
const cardGames = 2 * 64

// games is how many games are played at the same time, at least, and at most while a card computes: with
// more of them every one takes longer, and what is not over at the end is lost.
func (r *Run) games(e *infer.Evaluator) (least, most int) {
	if r.o.Games > 0 {
		return r.o.Games, r.o.Games
	}
	least = min(max(2*e.Width(), 2*r.o.Threads), 64)
	if r.o.Card != nil {
		return least, max(least, cardGames)
	}
	return least, least
}

// wanted says whether as many games as i+1 are to be under way, of which the least always are, and others while there is a net
// and whoever computes it is kept busy by them.
func (r *Run) wanted(i, least int, e infer.Wide) bool {
	return i < least || r.guided.Load() && i < 2*e.Width()
}

// treeBytes bounds the tree of one game of self-play.
const treeBytes = 32 << 20

// act plays one game after the other, while they are due.
func (r *Run) act(ctx context.Context, fail func(error), e *infer.Evaluator, due func() bool, out chan<- played) {
	w, err := selfplay.NewWorker(r.g, r.enc, r.shape, r.o.Play)
	if err != nil {
		fail(err)
		return
	}
	var teacher *selfplay.Teacher
	if r.o.Teacher != nil {
		teacher = selfplay.NewTeacher(r.g, r.o.Teacher, r.o.Play.Seed)
	}
	for ctx.Err() == nil {
		if !due() {
			wait(ctx, 50*time.Millisecond)
			continue
		}
		guided := r.guided.Load()
		taught := !guided && teacher != nil
		if taught && r.plenty() {
			wait(ctx, time.Millisecond)
			continue
		}
		index := r.state.Part<<32 | r.nextID.Add(1) // Part does not change during Tune
		how, o := r.manner(guided), mcts.Options{Seed: index, Bytes: treeBytes, PlayoutSteps: r.o.Play.Limit}
		if guided {
			o.Evaluator, o.Tree = e, true // in a few dozen iterations hardly any position is met in two ways
		}
		if taught {
			teacher.Begin(index)
			how.Search = teacher
		} else {
			how.Search = mcts.NewSearcher(r.g, o)
		}
		how.Pause = func() func() { r.gate.RLock(); return r.gate.RUnlock }
		g, err := w.Play(ctx, index, how)
		if ctx.Err() != nil && err != nil {
			return
		}
		out <- played{g, taught, err} // the collector reads until all actors have ended
	}
}

// lead and leastReuse bound what is taught: more samples than are trained on twice, beside some
// thousand, only take time from the learner. More often they are not trained on, either.
const (
	lead       = 4096
	leastReuse = 2
)

// plenty reports whether there are more samples than the learner can do with.
func (r *Run) plenty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return leastReuse*float64(r.state.Samples-max(lead, int64(r.o.Least))) > float64(r.state.Steps)*float64(r.o.Batch)
}

// wait waits for a time, or for the context.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// mostTaught is how long a function teaches at most: seconds of it are enough for thousands of samples.
const mostTaught = 40 * time.Second

// warm reports the time in which games are played without the net.
func (r *Run) warm() bool {
	long := r.o.Teacher != nil && r.elapsed() > (mostTeaching+mostTaught).Seconds()
	return r.state.From == "" && r.part() < r.o.Warm && !long
}

// manner is how the next game is played, by the net or not.
func (r *Run) manner(guided bool) selfplay.Manner {
	switch {
	case guided:
		return r.o.manner(r.part())
	case r.o.Teacher != nil:
		return selfplay.Manner{Iterations: 1}
	}
	return r.state.Measured.manner()
}

// manner is how games are played by playouts: as many as take some milliseconds a move.
func (m *Measured) manner() selfplay.Manner {
	const perMove = 0.008 // seconds
	return selfplay.Manner{Iterations: int64(min(max(perMove/m.Playout(), 32), 400))}
}

// Foreseen is about how many games by playouts self-play makes in so much time of a processor: half to
// five times as many, where games that are played well are shorter than random ones.
func (m *Measured) Foreseen(d time.Duration) float64 {
	how := m.manner()
	return d.Seconds() / (float64(how.Iterations) * m.Playout() * max(m.Length, 1))
}

// mostFailures is how many games in a row may fail.
const mostFailures = 50

// collect stores what is played, in chunks.
func (r *Run) collect(fail func(error), in <-chan played) {
	var pending []sample.Record
	games, taught, failures := 0, 0, 0
	tick := time.NewTicker(min(r.o.Chunk, time.Second))
	defer tick.Stop()
	last := time.Now()
	flush := func() {
		if games == 0 {
			return
		}
		if err := r.keep(pending, games, taught); err != nil {
			fail(err) // what is pending is kept for the next try
			return
		}
		pending, games, taught, last = nil, 0, 0, time.Now()
	}
	for {
		select {
		case p, ok := <-in:
			switch {
			case !ok:
				flush()
				return
			case p.err != nil:
				r.o.Log.Warn().Err(p.err).Msg("a game failed")
				if failures++; failures >= mostFailures {
					fail(errors.Join(errors.New("one game after the other fails"), p.err))
				}
				continue
			}
			failures = 0
			games++
			pending = append(pending, p.game.Records...)
			if p.taught {
				taught += len(p.game.Records)
			}
			r.count(p)
			if len(pending) >= 1024 {
				flush()
			}
		case <-tick.C:
			if time.Since(last) >= r.o.Chunk || r.window.Len() < r.o.Least {
				flush()
			}
		}
	}
}

// count adds up what is told about games.
func (r *Run) count(p played) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := p.game
	if p.taught {
		r.state.Taught++
	}
	r.state.Plies += int64(g.Plies)
	if g.Cut {
		r.state.Cut++
	}
	if g.Proven {
		r.state.Proven++
	}
}

// mostTaughtSamples is how many samples of a teacher stay in the window when the net has taken over.
const mostTaughtSamples = 8192

// windowed is how many samples the window should hold.
func (r *Run) windowed() int {
	s := &r.state
	if s.TaughtSamples == 0 || !r.guided.Load() {
		return sample.Size(int(s.Samples), r.o.First)
	}
	n := int(s.Samples - s.TaughtSamples + min(s.TaughtSamples, mostTaughtSamples))
	return min(n, sample.Size(n, r.o.First))
}

// keep stores a chunk, so many of whose samples a teacher has made. They count when the store has acknowledged them.
func (r *Run) keep(records []sample.Record, games, taught int) error {
	data, err := sample.Encode(r.shape, records)
	if err != nil {
		return err
	}
	seq, err := r.store.AddChunk(r.key, data, len(records), games)
	if err != nil {
		return err
	}
	if err := r.window.Add(seq, records); err != nil {
		return err
	}
	r.mu.Lock()
	r.state.Seq = seq
	r.state.Samples += int64(len(records))
	r.state.Games += int64(games)
	r.state.TaughtSamples += int64(taught)
	defer r.mu.Unlock()
	if upTo, ok := r.window.Trim(r.windowed()); ok {
		r.state.Dropped = upTo
	}
	r.o.Log.Debug().Int64("chunk", seq).Int64("samples", r.state.Samples).Msg("samples stored")
	return nil
}
