package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/infer"
	"ludens/nets/train"
	"ludens/tune/guide"
	"ludens/tune/ladder"
)

// What a run takes over from nets that were there before it, and what it finds out about its
// best net in the end.

// inherit notes the nets of the options in a run that begins.
func (r *Run) inherit() (err error) {
	if n := r.o.From; n != nil {
		if err := r.suits(n); err != nil {
			return err
		}
		if r.state.From, err = nets.ID(n); err != nil {
			return err
		}
		r.state.Asked, r.state.Whence = r.state.From, r.o.Whence
	}
	if n := r.o.Best; n != nil {
		if err := r.suits(n); err != nil {
			return err
		}
		id, err := r.store.PutNet(n, true)
		if err != nil {
			return err
		}
		r.state.Best = Rated{Name: "before", ID: id, Elo: n.Rating, Interval: n.Interval}
	}
	return nil
}

// suits says whether a net is one of this game and encoding.
func (r *Run) suits(n *nets.Net) error {
	if n.Game != r.f.Hash || n.Encoding != r.enc.Fingerprint() {
		return fmt.Errorf("the net is for %s and encoding %.8s, not for %s and %.8s", n.Name, n.Encoding, r.f.Name, r.enc.Fingerprint())
	}
	return nil
}

// A match over whether to go on from another net has so many games, and a share of the time.
const (
	takeUpGames = 20
	takeUpShare = 0.05
)

// takeUp has a run that was there before go on from the net of the options, if that wins
// against what the run has come to. It gives the learner to go on with.
func (r *Run) takeUp(ctx context.Context, l *train.Learner) (*train.Learner, error) {
	n := r.o.From
	if n == nil || r.state.Steps == 0 {
		return l, nil
	}
	if err := r.suits(n); err != nil {
		return l, err
	}
	id, err := nets.ID(n)
	if err != nil || r.state.Asked == id {
		return l, err
	}
	mine, err := r.snapshot(l.Averaged())
	if err != nil {
		return l, err
	}
	other, err := infer.NewEngine(r.net, r.enc.Links(), n.Weights, *r.o.Level)
	if err != nil {
		return l, err
	}
	points, games, err := r.between(ctx, other, mine.engine)
	if err != nil || ctx.Err() != nil {
		return l, err
	}
	better := games >= leastGames && 2*points > float64(games)
	r.o.Log.Info().Float64("points", points).Int("games", games).Bool("taken", better).Msg("a net that was learned beside a match")
	r.mu.Lock()
	r.state.Asked = id
	if better {
		r.state.From, r.state.Whence = id, r.o.Whence
	}
	r.mu.Unlock()
	if !better {
		return l, nil
	}
	fresh, err := r.moved(l, n.Weights)
	if err != nil {
		return l, err
	}
	return fresh, l.Close()
}

// moved is a learner that stands where another does, with other weights: their average begins
// with them.
func (r *Run) moved(l *train.Learner, w arch.Weights) (*train.Learner, error) {
	o := r.o.training()
	average := o.Average
	o.Average = 0
	bare, err := train.New(r.net, r.enc.Links(), w.Clone(), o)
	if err != nil {
		return nil, err
	}
	err = bare.SetState(l.State())
	state := bare.State()
	if err = errors.Join(err, bare.Close()); err != nil {
		return nil, err
	}
	o.Average = average
	fresh, err := train.New(r.net, r.enc.Links(), w.Clone(), o)
	if err != nil {
		return nil, err
	}
	if err := fresh.SetState(state); err != nil {
		return nil, errors.Join(err, fresh.Close())
	}
	return fresh, nil
}

// between has two engines play a match; points are the first one's.
func (r *Run) between(ctx context.Context, a, b infer.Runner) (points float64, games int, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(takeUpShare*float64(r.o.Time)))
	defer cancel()
	var side [2]ladder.Contestant
	for i, e := range []infer.Runner{a, b} {
		eval, err := infer.New(r.enc, e, infer.Options{Threads: r.o.Threads})
		if err != nil {
			return 0, 0, err
		}
		defer eval.Close()
		side[i] = ladder.Net(fmt.Sprint(i), eval, r.o.Iterations)
	}
	list, err := ladder.Play(ctx, r.g, side[0], side[1], ladder.Options{
		Games: takeUpGames, Openings: openings(r.state.Measured.Length), Threads: 2 * r.o.Threads, Limit: r.o.Play.Limit, Seed: r.o.Seed,
	})
	for _, g := range list {
		games++
		points += g.Score
	}
	if ctx.Err() != nil {
		err = nil // the time was over: what was played counts
	}
	return points, games, err
}

// mostMixing bounds the time for finding out how the best net is searched.
const mostMixing = 10 * time.Minute

// mixing is that time.
func (r *Run) mixing() time.Duration {
	return min(time.Duration(r.o.Mixing*float64(r.o.Time)), mostMixing)
}

// mix finds out whether the best net is searched with a share of playouts, and stores that with it.
func (r *Run) mix(ctx context.Context, d time.Duration) error {
	r.mu.Lock()
	best, m := r.state.Best, r.state.Measured
	length := m.Length
	if r.state.Games > 0 && !r.g.Facts().Nature { // who plays well may play longer than chance
		length = max(length, float64(r.state.Plies)/float64(r.state.Games))
	}
	r.mu.Unlock()
	if best.ID == "" {
		return nil
	}
	n, err := r.store.Net(best.ID)
	if err != nil {
		return err
	}
	engine, err := infer.NewEngine(n.Spec.Layers(), r.enc.Links(), n.Weights, *r.o.Level)
	if err != nil {
		return err
	}
	c, err := guide.Compare(ctx, r.g, r.enc, engine, guide.Match{
		Time: d, Threads: r.o.Threads, Length: length, Limit: r.o.Play.Limit, Playout: m.Playout(), Seed: r.o.Seed,
	})
	if err != nil {
		return err
	}
	r.o.Log.Info().Float64("points", c.Points).Int("games", c.Games).Dur("move", c.Move).Msg("the best net with a share of playouts against itself alone")
	if !c.Known() {
		return nil
	}
	id := best.ID
	if n.Mix != c.Mix() {
		n.Mix = c.Mix()
		if id, err = r.store.PutNet(n, true); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Mixed = &c
	r.state.Best.ID = id
	return nil
}
