package startclock

import (
	"context"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/tune"
	"ludens/tune/guide"
	"ludens/tune/run"
)

// Stored is a net that is kept for a game.
type Stored struct {
	Net     *nets.Net
	Encoder *encode.Encoder
	Engine  infer.Runner // of the net
}

// guide is the net as it is searched with, for who knows how long a playout takes (0: does not).
func (s *Stored) guide(threads int, playout float64) (*guide.Guide, error) {
	return guide.New(s.Encoder, s.Engine, guide.Options{Threads: threads, Mix: s.Net.Mix, Playout: playout})
}

// How the clock is divided where a net is stored. What remains is for learning on; what races
// leave goes into the search of the initial position, and where the net gives way to a way without one
// the rest of the clock is that way's.
const (
	// Of the whole clock: choosing the way.
	storedWaysLearning, storedWaysRacing = 0.06, 0.14
	storedRacing                         = 0.14 // then the race of the net against it
	refinedRacing                        = 0.14 // the race between what was learned on and what was stored
	// leastRefining is the clock below which nothing is learned on, in Options.Least: what is
	// learned in a few seconds is no better than what races can tell apart.
	leastRefining = 2
	// refinedNeeds is what the refined net must score against the stored one, which has learned
	// for longer and is what to play with in doubt.
	refinedNeeds = 0.55
	// storedNeeds is what a net must score against the way without one. It was the better one
	// when it was made.
	storedNeeds = 0.5
	// refiningRate is the learning rate: a net that knows something is to lose nothing of it.
	refiningRate = 0.0005
)

// refine has a stored net race against what the portfolio has chosen. If it wins it learns on, and the better one of
// what was stored and what was learned plays; if not, the ways without a net race and learn on. Whatever fails
// leaves the stored net.
func (p *Player) refine(ctx context.Context, g game.Game, s *Stored, stored *guide.Guide, m run.Measured, clocks agent.Clocks, left time.Duration) outcome {
	begin := time.Now()
	way := portfolio.Choose(ctx, g, portfolio.Options{
		Play: clocks.Play, Search: p.opt.Search, Memory: p.opt.Memory, Learning: storedWaysLearning, Racing: storedWaysRacing,
		Progress: &p.told,
	})
	p.complain(g, way)
	out := outcome{net: stored, from: s, way: way}
	whole := left
	left -= time.Since(begin)
	part := func(x float64) time.Duration { return time.Duration(x * float64(left)) }

	p.told.Stage("races the net")
	first := race{name: "the net", against: way, games: 10, need: storedNeeds, doubt: true, time: part(storedRacing), move: clocks.Play}
	if err := p.play(ctx, g, stored, m.Length, max(int(3*m.Length), m.Longest), &first); err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("the net is not compared")
	}
	out.note = fmt.Sprintf("%s, which scores %s against %s", StoredNet, &first, way.Name)
	if !first.won() {
		out.net, out.from = nil, nil
		stored.Close()
		p.goOn(ctx, g, way, begin.Add(whole), whole)
		out.note += ": no net; " + way.Why
		return out
	}
	if why := unfit(m, left); why != "" {
		out.note += "; " + why
		return out
	}
	if whole < leastRefining*p.opt.Least {
		out.note += fmt.Sprintf("; %s are too few to learn on", whole.Round(time.Second))
		return out
	}
	p.told.Stage("has the stored net learn on")
	refined, net, r, err := p.learnOn(ctx, g, s, stored, m, part(1-storedRacing-refinedRacing-searching), part(refinedRacing), clocks)
	if err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("the stored net plays as it is")
		return out
	}
	st := r.t.State()
	out.note += fmt.Sprintf("; learned on for %.0f s (%d games, %d steps) it scores %s against itself before: ", st.Elapsed, st.Games, st.Steps, &r.race)
	if refined == nil {
		out.note += "as it was"
		return out
	}
	out.note += "the refined one"
	out.net, out.from, out.spare = refined, net, stored
	p.keep(net.Net)
	return out
}

// refinement is a run that learned on, and its race against what it went on from.
type refinement struct {
	t    *run.Run
	race race
}

// learnOn trains a stored net on games of its own. The net is nil if it is not better than before.
func (p *Player) learnOn(ctx context.Context, g game.Game, s *Stored, stored *guide.Guide, m run.Measured, training, racing time.Duration, clocks agent.Clocks) (*guide.Guide, *Stored, *refinement, error) {
	t, err := run.New(g, s.Encoder, &tune.Memory{}, p.tuningOn(training, m, s.Net))
	if err != nil {
		return nil, nil, nil, err
	}
	if err := t.Tune(ctx); err != nil {
		return nil, nil, nil, err
	}
	r := &refinement{t: t, race: race{name: "the net that has learned on", other: stored, games: 12, need: refinedNeeds, time: racing, move: clocks.Play}}
	if steps(t) < leastTraining {
		return nil, nil, r, nil
	}
	net, err := p.race(ctx, g, s.Encoder, t, s.Net.Mix, &r.race)
	if net == nil || err != nil {
		return nil, nil, r, err
	}
	return net, &Stored{Net: p.described(t, s), Encoder: s.Encoder, Engine: t.Engine()}, r, nil
}

// steps is how far the net has been trained that would play now, which is less than the run has
// trained since.
func steps(t *run.Run) int64 {
	if n := t.Latest(); n != nil {
		return n.Steps
	}
	return 0
}

// tuningOn are the options of a run that goes on from a net.
func (p *Player) tuningOn(d time.Duration, m run.Measured, from *nets.Net) run.Options {
	o := p.tuning(d, m)
	o.Spec, o.From, o.Rate = from.Spec, from, refiningRate
	return o
}

// described is the net of a run that went on from another.
func (p *Player) described(t *run.Run, from *Stored) *nets.Net {
	n := t.Latest()
	n.Steps, n.Samples, n.Games = n.Steps+from.Net.Steps, n.Samples+from.Net.Samples, n.Games+from.Net.Games
	n.Mix, n.Created = from.Net.Mix, time.Now().Unix()
	n.Origin = fmt.Sprintf("learned on beside a match, for %.0f s", t.State().Elapsed)
	return n
}

// keep keeps what was learned, for the next tuning.
func (p *Player) keep(n *nets.Net) {
	if p.opt.Keep == nil {
		return
	}
	if err := p.opt.Keep(n); err != nil {
		p.opt.Log.Warn().Err(err).Str("game", n.Name).Msg("what was learned is not kept")
	}
}
