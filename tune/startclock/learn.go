package startclock

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludens/agent"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/tune"
	"ludens/tune/guide"
	"ludens/tune/run"
)

// How the clock is divided, after the game was measured. What remains is for training. What is left where
// training gives up is for another race of the ways to think without a net, what races leave for the search
// of the initial position.
const (
	racing    = 0.2  // the race that decides
	searching = 0.08 // a search of the initial position
	looking   = 0.05 // a race at half time of training, to give up early
	sharing   = 0.04 // before it, a match that tells whether playouts are to have a share in the net's search

	// Before, of the whole clock: learning a function and choosing a way to think without a net.
	waysLearning, waysRacing = 0.16, 0.22

	// leastSteps is how many joint moves a second an engine must make for learning to
	// have a chance: a game of 40 moves every three seconds or so.
	leastSteps = 300
	// warm is the share of training in which games are played without the net, and leastForeseen how many by
	// playouts there must be: with fewer foreseen, a net won one race of twenty (docs/benchmarks/startclock.md).
	warm, leastForeseen = 0.5, 64
	// leastTaught is from how many games in that time on they are played by the learned function instead.
	leastTaught = 256
	// leastTraining is the number of training steps below which no net is used.
	leastTraining = 60

	// outgrown is by how much larger than the net of earlier start clocks one would be that is chosen for this clock
	// alone, for it to begin from nothing again. learnedRate is the learning rate at first where one is gone on from.
	outgrown, learnedRate = 2, 0.001

	// leastShare is what a net must score in the race that decides: more than half, as a
	// move of a match has many times longer, and young nets lose with time to all other
	// ways (docs/benchmarks/startclock.md).
	leastShare = 0.6
	// hopeless is the score below which training ends at half time. Looking earlier tells nothing: nets that came to help
	// had 38 % and more then, but some had had 12 % after a quarter of the clock. Taught ones begin better. They know by then what the
	// learned function thinks, and nothing of their own games. Against alpha-beta, which mostly judges by that function, they are not looked
	// at: some that won their race had no point in twelve (docs/benchmarks/startclock.md).
	hopeless, hopelessTaught = 0.3, 0.4
)

// learn trains a net, from nothing or from what earlier start clocks have learned, and has it race against the way
// without one: shortly at half time, so that who has no prospects leaves the time to others, and at the end.
// What was learned is kept in any case: it is what the next start clock goes on from.
func (p *Player) learn(ctx context.Context, g game.Game, enc *encode.Encoder, spec arch.Spec, known *nets.Net, clocks agent.Clocks, left time.Duration, way *portfolio.Choice) outcome {
	begin := time.Now()
	p.told.Stage("prepares to train a net")
	m, err := run.Measure(g, p.opt.Search.Seed, min(left/40, mostMeasuring))
	if err != nil {
		return outcome{err: err}
	}
	if why := unfit(m, left); why != "" {
		return outcome{note: why + ": no net"}
	}
	taught := 0.0 // games a second
	if way.Function != nil && known == nil {
		if taught, err = m.Teachable(ctx, g, way.Function, p.opt.Search.Seed, min(left/200, mostMeasuring)); err != nil {
			p.opt.Log.Warn().Err(err).Msg("the learned function cannot teach a net, playouts do")
		}
	}
	left -= time.Since(begin)
	part := func(x float64) time.Duration { return time.Duration(x * float64(left)) }
	training := part(1 - racing - searching)
	o := p.tuning(training, m)
	o.Spec = spec
	first := time.Duration(warm * float64(training) * float64(p.opt.Search.Threads)) // of processors
	games, lessons := m.Foreseen(first), taught*first.Seconds()
	if lessons >= leastTaught {
		o.Teacher, games = way.Function, lessons
	}
	switch {
	case known != nil:
		o.From, o.Rate = known, learnedRate
	// A card plays games of its own so quickly that those before count for less.
	case games < leastForeseen && p.opt.Card == nil:
		return outcome{note: fmt.Sprintf("about %.0f games would be too few to learn a net from, or %.0f by the learned function", games, lessons)}
	}
	r, err := run.New(g, enc, &tune.Memory{}, o)
	if err != nil {
		return outcome{err: err}
	}
	note := func(format string, args ...any) string {
		s := r.State()
		how := fmt.Sprintf("%d of them by the learned function, %d steps", s.Taught, s.Steps)
		if known != nil {
			how = fmt.Sprintf("%d steps after %d in earlier start clocks", s.Steps, known.Steps)
		}
		return fmt.Sprintf("learned for %.0f s (%d games, %s)", s.Elapsed, s.Games, how) + fmt.Sprintf(format, args...)
	}

	mix := guide.Shared
	if known != nil {
		mix = known.Mix
	}
	look := looks(known, o.Teacher != nil, way.Tree())
	half := training / 2
	if look != nil {
		look.against, look.time, look.move = way, part(looking), clocks.Play
		half -= (part(sharing) + look.time) / 2
	}
	p.told.Stage("trains a net")
	err = p.train(ctx, half, r, func() (err error) {
		mix, err = p.halfTime(ctx, g, enc, r, mix, part(sharing), look)
		return err
	})
	switch {
	case errors.Is(err, errHopeless):
		if look != nil { // else there was no net yet
			p.keepLearned(r, known, mix, look)
		}
		return outcome{note: note(", %v: no net", err)}
	case err != nil:
		return outcome{err: err}
	}
	if steps(r) < leastTraining {
		return outcome{note: note(", which are too few: no net")}
	}
	p.told.Stage("races the net")
	last := race{name: "the net", against: way, games: 10, need: leastShare, time: part(racing), move: clocks.Play}
	net, err := p.race(ctx, g, enc, r, mix, &last)
	if err != nil {
		return outcome{err: err}
	}
	learned := p.keepLearned(r, known, mix, &last)
	scores := fmt.Sprintf("; the net scores %s in the race against %s: ", &last, way.Name)
	if look != nil {
		scores = fmt.Sprintf("; the net scores %s at half time and %s in the race against %s: ", look, &last, way.Name)
	}
	if net == nil {
		return outcome{note: note("%sno net", scores)}
	}
	return outcome{net: net, note: note("%sthe net", scores), from: &Stored{Net: learned, Encoder: enc, Engine: r.Engine()}, young: true}
}

// size chooses the net to train in what is left of a clock, which is that of earlier start clocks unless it would be much larger; then, and if there
// was none, the second result is nil.
func (p *Player) size(enc *encode.Encoder, f *game.Facts, known *nets.Net, left time.Duration) (arch.Spec, *nets.Net) {
	spec := design.Choose(enc, f, design.Options{Budget: run.NetBudget(time.Duration(2*(1-racing-searching)*float64(left)), p.opt.Search.Threads)})
	if known != nil && spec.FLOPs() < outgrown*known.Spec.FLOPs() {
		return known.Spec, known
	}
	return spec, nil
}

// known is what earlier start clocks have learned for a game and an encoding; nil if there is nothing.
func (p *Player) known(g game.Game, enc *encode.Encoder) *nets.Net {
	if p.opt.Learned == nil {
		return nil
	}
	n, err := p.opt.Learned(g, enc.Fingerprint())
	if err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("what earlier start clocks have learned is not gone on from")
		return nil
	}
	return n
}

// proven says whether a net, or none, has won its last race.
func proven(n *nets.Net) bool { return n != nil && n.Raced >= leastShare }

// rests says whether what earlier start clocks have learned, which may be nothing, has lost so clearly that nothing is to be expected of
// this one: it would have to add as much as there was.
func rests(n *nets.Net, clock time.Duration) bool {
	return n != nil && n.Raced < hopeless && n.Learned > (1-storedWaysLearning-storedWaysRacing)*(1-racing-searching)*clock.Seconds()
}

// keepLearned keeps what a run that began with a net, or with nothing (nil), has come to, after a race: unless that
// was lost by a net that came from one that had won. mix is the share of playouts that it was raced with. It returns the net;
// nil if it has hardly been trained.
func (p *Player) keepLearned(t *run.Run, from *nets.Net, mix float64, r *race) *nets.Net {
	if steps(t) < leastTraining {
		return nil
	}
	n := p.described(t, from)
	n.Mix, n.Raced = mix, r.share()
	if !proven(from) || n.Raced >= hopeless {
		p.keep(n)
	}
	return n
}

// mostMeasuring bounds the time for random games that show what a game is like.
const mostMeasuring = 500 * time.Millisecond

// unfit says why a game does not suit learning in so much time; empty if it does.
func unfit(m run.Measured, left time.Duration) string {
	switch {
	case m.Steps < leastSteps || m.Length/m.Steps > left.Seconds()/100:
		return fmt.Sprintf("the engine is too slow to learn (%.0f moves a second)", m.Steps)
	case m.Branching == 0:
		return "there is nothing to decide"
	}
	return ""
}

// looks is the race of half time of a net that goes on from another, or from nothing (nil), was taught by the learned function or not, against a tree
// search or not. It is nil for one that has prospects, or of which it would show nothing.
func looks(known *nets.Net, taught, tree bool) *race {
	r := &race{name: "the net at half time", games: 16, need: hopeless, doubt: true}
	switch {
	case proven(known), taught && !tree:
		return nil
	case taught:
		r.games, r.need = 12, hopelessTaught
	}
	return r
}

// errHopeless says that training was given up.
var errHopeless = errors.New("no prospects at half time")

// train has the run go on until its time is over. After half its net is looked at, while self-play pauses; what that
// finds wrong ends training.
func (p *Player) train(ctx context.Context, half time.Duration, t *run.Run, look func() error) error {
	ctx, stop := context.WithCancelCause(ctx)
	var looked sync.WaitGroup
	looked.Go(func() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(half):
		}
		if err := pausing(t, look); err != nil {
			stop(err)
		}
	})
	err := t.Tune(ctx)
	stop(nil) // who has not looked yet need not
	looked.Wait()
	return err
}

// pausing looks at the net of half time while self-play pauses.
func pausing(t *run.Run, look func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("half time: panic: %v", r)
		}
	}()
	resume := t.Pause()
	defer resume()
	return look()
}

// halfTime finds the share of playouts in the search with the net of a run, which was mix, and has it race, unless look is
// nil; errHopeless says that it lost.
func (p *Player) halfTime(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, mix float64, sharing time.Duration, look *race) (float64, error) {
	if t.Engine() == nil {
		return mix, fmt.Errorf("%w: there is no net yet", errHopeless)
	}
	mix, err := p.share(ctx, g, enc, t, mix, sharing)
	if err == nil && look != nil {
		err = p.look(ctx, g, enc, t, mix, look)
	}
	return mix, err
}

// share has the net play against itself, one side with playouts' share in its search. Young nets gain from that; some that were
// taught well lose by it (docs/benchmarks/startclock.md).
func (p *Player) share(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, mix float64, d time.Duration) (float64, error) {
	st := t.State()
	length, limit := lengths(st, g.Facts())
	c, err := guide.Compare(ctx, g, enc, t.Engine(), guide.Match{
		Time: d, Games: shareGames, Threads: p.opt.Search.Threads, Length: length, Limit: limit, Playout: st.Measured.Playout(), Seed: p.opt.Search.Seed,
	})
	if err != nil {
		return mix, err
	}
	p.opt.Log.Info().Float64("points", c.Points).Int("games", c.Games).Dur("move", c.Move).Msg("the net with a share of playouts against itself alone")
	return sharesBy(mix, c), nil
}

// sharesBy is the share of playouts after such a match: what it was, unless that lost clearly.
func sharesBy(mix float64, c guide.Compared) float64 {
	points := c.Points // of what it was
	if mix == 0 {
		points = float64(c.Games) - points
	}
	switch {
	case c.Games < leastShareGames || points >= leastSharing*float64(c.Games):
		return mix
	case mix == 0:
		return guide.Shared
	}
	return 0
}

const (
	// shareGames are wanted to tell whether playouts have a share, and leastShareGames are needed.
	shareGames, leastShareGames = 6, 3
	// leastSharing is what the net must score as it was searched before, against itself searched the other way. It is little: against
	// ways without a net playouts are worth more than against the net alone.
	leastSharing = 0.25
)

// look has the net of half time race.
func (p *Player) look(ctx context.Context, g game.Game, enc *encode.Encoder, t *run.Run, mix float64, r *race) error {
	net, err := p.race(ctx, g, enc, t, mix, r)
	if net != nil {
		net.Close()
	}
	if err == nil && net == nil && ctx.Err() == nil {
		return fmt.Errorf("%w: the net scores %s", errHopeless, r)
	}
	return err
}

// trained says how far a run has come.
func trained(s run.Status) agent.Training {
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	return agent.Training{
		Elapsed: seconds(s.Elapsed), Planned: seconds(s.Planned), Games: s.Games, Samples: s.Samples, Steps: s.Steps,
		Policy: s.Policy, Value: s.Value,
	}
}

// tuning are the options of a run that begins with nothing.
func (p *Player) tuning(d time.Duration, m run.Measured) run.Options {
	return run.Options{
		Time: d, Threads: p.opt.Search.Threads, Seed: p.opt.Search.Seed, Measured: m, Ladder: -1, Mixing: -1, Warm: warm, Teaching: -1, Guide: leastTraining,
		Watch: func(s run.Status) { p.told.Now(func(now *agent.Preparation) { now.Training = trained(s) }) },
		Batch: 64, Least: 128, Reuse: 8, Chunk: 500 * time.Millisecond, Save: 24 * time.Hour, Card: p.opt.Card, Log: p.opt.Log,
	}
}
