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
	// Related is the name of the related game for which it was; empty: it was for this one.
	Related string
	// Tells is how the values of such a net go with the ends of matches by its policy: a coefficient of correlation, 0 where that is not known.
	Tells float64
}

// kind says for people what net it is.
func (s *Stored) kind() string {
	if s.Related != "" {
		return fmt.Sprintf("%s (%s)", relatedNet, s.Related)
	}
	return StoredNet
}

// race is the one that it has to win against the way without a net. One for a related game has hardly played this one: it needs
// as much as a young net, and has to lead where few games were played.
func (s *Stored) race(way *portfolio.Choice, d, move time.Duration) race {
	r := race{name: "the net", against: way, games: 10, need: storedNeeds, doubt: true, time: d, move: move}
	if s.Related != "" {
		r.need, r.doubt, r.lead = leastShare, false, relatedLead
	}
	return r
}

// guide is the net as it is searched with, for who knows how long a playout takes (0: does not).
func (s *Stored) guide(threads int, playout float64) (*guide.Guide, error) {
	return guide.New(s.Encoder, s.Engine, guide.Options{Threads: threads, Mix: s.Net.Mix, Playout: playout})
}

// division is how a clock is divided where there is a net. What remains is for learning on; what races
// leave goes into the search of the initial position, and where the net gives way to a way without one
// the rest of the clock is that way's.
type division struct {
	learning, racing float64 // of the whole clock: choosing that way
	net              float64 // of what this leaves: the race of the net against it
	slow             float64 // and a slow one, where the first tells nothing
}

// Where a clock is too short to learn on in, races have the time for that: slower games tell more.
var long, short = division{storedWaysLearning, storedWaysRacing, storedRacing, 0.5}, division{0.12, 0.18, 0.35, 0.5}

const (
	storedWaysLearning, storedWaysRacing = 0.06, 0.14
	storedRacing                         = 0.14
	refinedRacing                        = 0.14 // the race between what was learned on and what was stored
	// leastRefining is the clock below which nothing is learned on, in Options.Least: what is
	// learned in a few seconds is no better than what races can tell apart.
	leastRefining = 2
	// refinedNeeds is what the refined net must score against the stored one to play, and keptNeeds what it must
	// for the next start clock to go on from it. Learning on is expected to help a little, and a race of a dozen games
	// tells only whether it has done harm (docs/benchmarks/startclock.md).
	refinedNeeds, keptNeeds = 0.45, 0.35
	leastRefined            = 3 // games that show harm
	// relatedLead is the lead of a net for a related game with which it plays where games are so slow that few are played: others that fit
	// have lost to it already (nets/relative).
	relatedLead = 3
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
	learns, div := left >= leastRefining*p.opt.Least, short
	if learns {
		div = long
		p.opt.Card.Warm(s.Net.Spec.Layers(), s.Encoder.Links(), p.tuningOn(0, m, s.Net).Training())
	}
	way := portfolio.Choose(ctx, g, portfolio.Options{
		Play: clocks.Play, Search: p.opt.Search, Memory: p.opt.Memory, Learning: div.learning, Racing: div.racing,
		Mirror: encode.Mirror, Progress: &p.told,
	})
	p.complain(g, way)
	out := outcome{net: stored, from: s, way: way}
	whole := left
	left -= time.Since(begin)
	part := func(x float64) time.Duration { return time.Duration(x * float64(left)) }

	won, how := p.proves(ctx, g, s, stored, way, m, div, left, clocks.Play)
	out.note = fmt.Sprintf("%s, which scores %s", s.kind(), how)
	if !won {
		out.net, out.from = nil, nil
		stored.Close()
		if s.Related != "" {
			return p.instead(ctx, g, s, out, clocks, begin.Add(whole), whole)
		}
		p.goOn(ctx, g, way, begin.Add(whole), whole)
		out.note += ": no net; " + way.Why
		return out
	}
	if why := unfit(m, left); why != "" {
		out.note += "; " + why
		return out
	}
	training, last := part(1-storedRacing-refinedRacing-searching), part(refinedRacing)
	if rest := time.Until(begin.Add(whole)); !learns || rest < training+last { // a second race has taken it
		out.note += fmt.Sprintf("; %s are too few to learn on", rest.Round(time.Second))
		return out
	}
	p.told.Stage("has the stored net learn on")
	from := p.further(g, s)
	refined, net, r, err := p.learnOn(ctx, g, s, from, stored, m, training, last, clocks)
	if err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("the stored net plays as it is")
		return out
	}
	st := r.t.State()
	before := ""
	if from != s.Net {
		before = fmt.Sprintf(" after %d in earlier start clocks", from.Steps-s.Net.Steps)
	}
	out.note += fmt.Sprintf("; learned on for %.0f s (%d games, %d steps%s) it scores %s against the stored one: ", st.Elapsed, st.Games, st.Steps, before, &r.race)
	if refined == nil {
		out.note += "as it was"
		return out
	}
	out.note += "the refined one"
	out.net, out.from, out.spare = refined, net, stored
	return out
}

// surely is how values have to tell the ends of matches for a race of any pace to tell something of a net for a related game: only one for
// the same game in other words was seen to know so much of a slow game, and that one won (docs/benchmarks/startclock.md).
const surely = 0.8

// doubts reports whether a race at a pace that tells nothing of matches is none for the net.
func (s *Stored) doubts() bool { return s.Related != "" && s.Tells < surely }

// proves has a stored net race against the way without one, in its parts of what is left of a clock, and tells for people how that went.
func (p *Player) proves(ctx context.Context, g game.Game, s *Stored, stored *guide.Guide, way *portfolio.Choice, m run.Measured, div division, left, play time.Duration) (won bool, told string) {
	part := func(x float64) time.Duration { return time.Duration(x * float64(left)) }
	first := s.race(way, part(div.net), play)
	return settle(&first, part(storedRacing), part(div.slow),
		func(r *race) time.Duration { return r.perMove(m.Length, p.opt.Search.Threads) },
		func(move time.Duration) bool { return s.doubts() && blind(way.Playouts(), m.Branching, move, play) },
		func(r *race) bool {
			p.told.Stage("races the net")
			if err := p.play(ctx, g, stored, m.Length, g.Facts().Bound(m.Most(m.Length)), r); err != nil {
				p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("the net is not compared")
			}
			return r.won()
		})
}

// settle runs a race, and where that is won at a pace that tells nothing, or has too few games to tell, a slow one of so much time, if its pace
// tells more. A first race whose pace tells nothing is quick: what that spares is the slow one's.
func settle(first *race, quick, d time.Duration, pace func(*race) time.Duration, blind func(move time.Duration) bool, run func(*race) bool) (won bool, told string) {
	if quick < first.time && blind(pace(first)) {
		d += first.time - quick
		first.time = quick
	}
	won = run(first)
	told = fmt.Sprintf("%s against %s", first, first.against.Name)
	switch {
	case won && !blind(pace(first)):
		return true, told
	case won:
		told += " at a pace that tells nothing"
	case first.open():
		told += ", too few to tell"
	default:
		return false, told
	}
	slow := first.again(d)
	if blind(pace(slow)) {
		return false, told
	}
	won = run(slow)
	return won, fmt.Sprintf("%s, and %s with %s a move", told, slow, pace(slow).Round(time.Millisecond))
}

// instead trains a net as if there was none for a related game, where that has lost its race, in what is left of a clock that ends then.
func (p *Player) instead(ctx context.Context, g game.Game, s *Stored, lost outcome, clocks agent.Clocks, end time.Time, clock time.Duration) outcome {
	var out outcome
	if known := p.known(g, s.Encoder); clock < p.opt.Least {
		out.note = "too little time to train one"
	} else if rests(known, clock) {
		out.note = "nor what earlier start clocks have learned"
	} else {
		left := time.Until(end)
		spec, known := p.size(s.Encoder, g.Facts(), known, left)
		out = p.learn(ctx, g, s.Encoder, spec, known, clocks, left, lost.way)
	}
	out.way = lost.way
	out.note = lost.note + ": not that; " + out.note
	if out.net == nil && out.err == nil {
		p.goOn(ctx, g, out.way, end, clock)
		out.note += "; " + out.way.Why
	}
	return out
}

// further is what is learned on from: a stored net, or what earlier start clocks have made of it.
func (p *Player) further(g game.Game, s *Stored) *nets.Net {
	if n := p.known(g, s.Encoder); n != nil && n.Spec == s.Net.Spec && n.Steps > s.Net.Steps {
		return n
	}
	return s.Net
}

// refinement is a run that learned on, and its race against what it went on from.
type refinement struct {
	t    *run.Run
	race race
}

// learnOn trains a stored net, or what was learned from it before, on games of its own, and keeps it if it did no harm.
// The net is nil if what was stored is the one to play.
func (p *Player) learnOn(ctx context.Context, g game.Game, s *Stored, from *nets.Net, stored *guide.Guide, m run.Measured, training, racing time.Duration, clocks agent.Clocks) (*guide.Guide, *Stored, *refinement, error) {
	t, err := run.New(g, s.Encoder, &tune.Memory{}, p.tuningOn(training, m, from))
	if err != nil {
		return nil, nil, nil, err
	}
	if err := t.Tune(ctx); err != nil {
		return nil, nil, nil, err
	}
	r := &refinement{t: t, race: race{name: "the net that has learned on", other: stored, games: 12, need: refinedNeeds, least: leastRefined, time: racing, move: clocks.Play}}
	if steps(t) < leastTraining {
		return nil, nil, r, nil
	}
	net, err := p.race(ctx, g, s.Encoder, t, s.Net.Mix, &r.race)
	if err != nil {
		return nil, nil, r, err
	}
	learned := p.described(t, from)
	learned.Mix, learned.Raced = s.Net.Mix, r.race.share()
	if learned.Raced >= keptNeeds {
		p.keep(learned)
	}
	if net == nil {
		return nil, nil, r, nil
	}
	return net, &Stored{Net: learned, Encoder: s.Encoder, Engine: t.Engine(), Related: s.Related}, r, nil
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

// described is the net of a run that went on from another, or from nothing (nil).
func (p *Player) described(t *run.Run, from *nets.Net) *nets.Net {
	n := t.Latest()
	n.Mix, n.Created, n.Learned = guide.Shared, time.Now().Unix(), t.State().Elapsed
	if from != nil {
		n.Learned += from.Learned
		n.Steps, n.Samples, n.Games = n.Steps+from.Steps, n.Samples+from.Samples, n.Games+from.Games
		n.Mix, n.Raced = from.Mix, from.Raced
	}
	n.Origin = fmt.Sprintf("learned beside matches, for %.0f s", n.Learned)
	return n
}

// keep keeps what was learned, for the next match of the game and its next tuning. A slow disk does not keep the match
// waiting; release waits for it.
func (p *Player) keep(n *nets.Net) {
	if p.opt.Keep == nil {
		return
	}
	p.keeping.Go(func() {
		var err error
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v", r)
			}
			if err != nil {
				p.opt.Log.Warn().Err(err).Str("game", n.Name).Msg("what was learned is not kept")
			}
		}()
		err = p.opt.Keep(n)
	})
}
