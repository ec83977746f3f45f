package startclock

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/agent/puzzle"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/arch"
	"ludens/nets/design"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/tune/guide"
	"ludens/tune/run"
)

// Options of a Player. The zero value works.
type Options struct {
	// Search are the options of the search; Evaluator is set by the player.
	Search mcts.Options
	// Stored gives the net that is stored for a game, or nil if there is none. If Stored is nil
	// there are none.
	Stored func(g game.Game) (*Stored, error)
	// Related makes a net for a game and an encoding of one that is stored for a related game, in about the given time, or gives
	// nil if there is none. If Related is nil there are none.
	Related func(ctx context.Context, g game.Game, enc *encode.Encoder, m run.Measured, d time.Duration) (*Stored, error)
	// Learned gives the net that earlier start clocks have learned for a game and an encoding, from nothing or from
	// the stored one, or nil if there is none. If Learned is nil there are none.
	Learned func(g game.Game, encoding string) (*nets.Net, error)
	// Keep, if not nil, keeps what was learned, for the next match of the game and its next tuning.
	Keep func(n *nets.Net) error
	// Card computes and trains nets; default the processor. Stored nets come with theirs.
	Card *device.Card
	// NoLearning leaves it at stored nets, as they are.
	NoLearning bool
	// Idle has a net go on learning in the time for Ponder, instead of searching on.
	Idle bool
	// Least is the shortest time for which learning begins; default 10 s. Nets for related games are looked for in three tenths of it.
	Least time.Duration
	// Memory keeps which way to think without a net did well in which game; nil keeps nothing.
	Memory portfolio.Memory
	// Encode makes encoders; default design.Encode with zero options.
	Encode func(g game.Game) (*encode.Encoder, error)
	// Log gets what was decided, at info, and what has failed, at warning.
	Log zerolog.Logger
}

// Player is a search with a net, if there is one that helps. Make it with New.
type Player struct {
	opt Options
	agent.Delegate
	outcome       // of Begin
	idle    *idle // nil: nothing is learned while others think
	told    agent.Preparing

	// left are preparations that had not ended when Begin had to return.
	left []chan outcome
	// keeping is what is being kept.
	keeping sync.WaitGroup
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Warner   = (*Player)(nil)
	_ agent.Ponderer = (*Player)(nil)
	_ agent.Preparer = (*Player)(nil)
)

// New returns a player.
func New(o Options) *Player {
	if o.Least <= 0 {
		o.Least = 10 * time.Second
	}
	if o.Encode == nil {
		o.Encode = func(g game.Game) (*encode.Encoder, error) {
			return design.Encode(g, encode.Options{}, design.Options{})
		}
	}
	if o.Search.Threads < 1 {
		o.Search.Threads = runtime.GOMAXPROCS(0)
	}
	return &Player{opt: o}
}

// Name is "mcts": the search is the same, whoever judges for it.
func (*Player) Name() string { return "mcts" }

// Note says in a sentence what Begin has decided.
func (p *Player) Note() string { return p.note }

// Preparation tells how far Begin has come.
func (p *Player) Preparation() agent.Preparation { return p.told.Preparation() }

// Stats tells about the last decision, and in which way it was made.
func (p *Player) Stats() agent.Stats {
	s := p.Delegate.Stats()
	if s.Way == "" {
		s.Way = p.name()
	}
	return s
}

// outcome is what a preparation has come to.
type outcome struct {
	net   *guide.Guide      // nil: without
	from  *Stored           // what net searches with; nil without
	spare *guide.Guide      // another that was made on the way, or nil
	young bool              // net was trained from nothing
	way   *portfolio.Choice // to play without a net; nil: playouts, or it was not chosen
	note  string
	err   error
}

// close gives everything back.
func (o *outcome) close() {
	for _, n := range []*guide.Guide{o.net, o.spare} {
		if n != nil {
			n.Close()
		}
	}
	if o.way != nil {
		o.way.Wait()
	}
}

// StoredNet begins what a Player says of a net that was stored, in the Net of its Preparation.
const StoredNet = "a stored net"

// relatedNet is what it says of a net that was made of one for a related game.
const relatedNet = "a net for a related game"

// name is the way to think that follows.
func (o *outcome) name() string {
	switch {
	case o.net != nil:
		return "net"
	case o.way != nil:
		return o.way.Name
	}
	return "mcts"
}

// kind says which net follows, if any.
func (o *outcome) kind() string {
	switch {
	case o.net == nil:
		return ""
	case o.young:
		return "a net that was trained in this start clock"
	case o.spare != nil:
		return o.from.kind() + " that has learned on"
	}
	return o.from.kind()
}

// reserve is how long before the end of its clock Begin stops waiting for anything.
func reserve(clock time.Duration) time.Duration {
	return min(max(clock/40, 20*time.Millisecond), time.Second)
}

// Begin prepares. What is left of the clock goes into a search of the initial position.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.release()
	p.told.Now(func(now *agent.Preparation) { *now = agent.Preparation{} })
	f := g.Facts()
	if seat < 0 || seat >= f.Players {
		return fmt.Errorf("begin a search: seat %d of a game for %d players", seat, f.Players)
	}
	out := outcome{note: "the game hides something: playouts"}
	if !f.Hidden {
		out = p.prepare(ctx, g, clocks)
	}
	p.outcome = out
	if out.way != nil {
		out.way.Settle()
	}
	switch {
	case out.err == nil:
		p.opt.Log.Info().Str("game", f.Name).Msg(out.note)
	case out.net != nil:
		p.opt.Log.Warn().Err(out.err).Str("game", f.Name).Msg("the stored net plays as it is")
		p.note = "a stored net, as it is because of a failure"
	default:
		p.opt.Log.Warn().Err(out.err).Str("game", f.Name).Msg("no net: playouts")
		p.note = "playouts, because of a failure"
	}
	p.told.Now(func(now *agent.Preparation) {
		now.Stage, now.Way, now.Net, now.Note = "searches the initial position", p.name(), p.kind(), p.note
	})
	o := p.opt.Search
	o.Evaluator = nil
	switch {
	case out.net != nil:
		o = out.net.Search(o)
		if p.opt.Idle {
			p.idle = newIdle(p, g, out.from, out.net)
		}
	case out.way != nil:
		p.Inner = out.way.NewPlayer(o.Threads, o.Bytes, o.Seed)
		err := p.Inner.Begin(ctx, g, seat, clocks)
		if err == nil {
			return nil
		}
		p.opt.Log.Warn().Err(err).Str("game", f.Name).Msg("the way chosen does not suit: playouts")
		p.Inner.End()
	}
	p.Inner = mcts.New(o)
	return p.Inner.Begin(ctx, g, seat, clocks)
}

// prepare comes to an outcome in time: if what it does has not ended a little before the
// clock has, the outcome is a failure, and whatever is still at work is waited for by End.
// A player that begins without any time left, because it joined late, takes a moment of
// its first move for a stored net.
func (p *Player) prepare(ctx context.Context, g game.Game, clocks agent.Clocks) outcome {
	end, bounded := ctx.Deadline()
	left := time.Until(end)
	patience := reserve(left) / 2
	if late := ctx.Err() != nil; late {
		if p.opt.Stored == nil {
			return outcome{note: "no time: playouts"}
		}
		patience = min(max(clocks.Play/4, 100*time.Millisecond), time.Second)
	} else if bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-reserve(left)))
		defer cancel()
	}
	done, found := make(chan outcome, 1), make(chan *Stored, 1)
	go func() { // waited for below, or by release
		done <- p.guarded(ctx, g, clocks, bounded, found)
	}()
	if !bounded && ctx.Done() == nil {
		return p.sure(<-done, found) // nobody is in a hurry, and nothing is trained without a clock
	}
	select {
	case out := <-done:
		return p.sure(out, found)
	case <-ctx.Done():
	}
	// Whoever keeps to its context is ready now; a hanging engine is not.
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case out := <-done:
		return p.sure(out, found)
	case <-timer.C:
		p.left = append(p.left, done)
		return p.sure(outcome{err: errors.New("the preparation did not end in time")}, found)
	}
}

// sure makes of a failure on the way the stored net as it is, if there is one.
func (p *Player) sure(out outcome, found <-chan *Stored) outcome {
	if out.err == nil || out.net != nil {
		return out
	}
	select {
	case s := <-found:
		n, err := s.guide(p.opt.Search.Threads, 0)
		if err != nil {
			out.err = errors.Join(out.err, err)
			return out
		}
		out.net, out.from = n, s
	default:
	}
	return out
}

// guarded is prepare's work; a panic becomes an error. A stored net is told to found at once.
func (p *Player) guarded(ctx context.Context, g game.Game, clocks agent.Clocks, bounded bool, found chan<- *Stored) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = outcome{way: out.way, err: fmt.Errorf("prepare: panic: %v", r)}
		}
	}()
	if p.opt.Stored != nil {
		s, err := p.opt.Stored(g)
		if err != nil {
			p.opt.Log.Warn().Err(err).Msg("plays without a stored net")
		}
		if s != nil {
			found <- s
			return p.stored(ctx, g, s, clocks, bounded)
		}
	}
	end, _ := ctx.Deadline()
	left := time.Until(end)
	if !bounded {
		return outcome{note: "no stored net, and no clock: playouts"}
	}
	learns := !p.opt.NoLearning && left >= p.opt.Least
	relates := !p.opt.NoLearning && left >= time.Duration(leastRelating*float64(p.opt.Least))
	o := portfolio.Options{Play: clocks.Play, Search: p.opt.Search, Memory: p.opt.Memory, Mirror: encode.Mirror, Progress: &p.told}
	var enc *encode.Encoder
	var known *nets.Net
	var spec arch.Spec
	var err error
	// Of a puzzle the line to the best end is wanted, for which no net is needed: all of the clock looks for it.
	puzzles := puzzle.Suits(g.Facts())
	if learns {
		o.Learning, o.Racing = waysLearning, waysRacing
	}
	if relates && !puzzles {
		if enc, err = p.encode(g); err == nil {
			known = p.known(g, enc)
		}
		if err == nil && !proven(known) {
			if s, m := p.related(ctx, g, enc, left); s != nil {
				return p.startRelated(ctx, g, s, m, clocks, time.Until(end))
			}
		}
	}
	if learns && !puzzles {
		switch {
		case known == nil:
		case rests(known, left):
			o.Learning, o.Racing = 0, 0
		default:
			o.Learning, o.Racing = storedWaysLearning, storedWaysRacing
		}
		if err == nil && !rests(known, left) {
			spec, known = p.size(enc, g.Facts(), known, time.Duration((1-o.Learning-o.Racing)*float64(left)))
			p.opt.Card.Warm(spec.Layers(), enc.Links(), p.tuning(0, run.Measured{}).Training())
		}
	}
	out.way = portfolio.Choose(ctx, g, o)
	p.complain(g, out.way)
	switch {
	case p.opt.NoLearning || puzzles:
		out.note = "no stored net: " + out.way.Why
		return out
	case !learns:
		out.note = fmt.Sprintf("no stored net, and %s are too few to learn one: %s", max(left, 0).Round(time.Second), out.way.Why)
		return out
	case rests(known, left):
		out.note = fmt.Sprintf("what was learned in %.0f s of earlier start clocks scored %.0f %%: no net; %s", known.Learned, 100*known.Raced, out.way.Why)
		return out
	case errors.Is(err, encode.ErrNone) || errors.Is(err, encode.ErrSize):
		out.note = "no net can look at the game"
	case err != nil:
		out.err = err
		return out
	default:
		net := p.learn(ctx, g, enc, spec, known, clocks, time.Until(end), out.way)
		net.way = out.way
		if net.net != nil || net.err != nil {
			return net
		}
		out = net
	}
	p.goOn(ctx, g, out.way, end, left)
	out.note += "; " + out.way.Why
	return out
}

// related gives a net that was made of one for a related game, nil if there is none, and what the game is like.
func (p *Player) related(ctx context.Context, g game.Game, enc *encode.Encoder, left time.Duration) (s *Stored, m run.Measured) {
	if p.opt.Related == nil {
		return nil, m
	}
	defer func() {
		if r := recover(); r != nil {
			p.opt.Log.Warn().Str("game", g.Facts().Name).Msgf("looking for nets of related games: panic: %v", r)
			s = nil
		}
	}()
	p.told.Stage("looks for nets of related games")
	m, err := run.Measure(g, p.opt.Search.Seed, min(left/40, mostMeasuring))
	if err == nil && unfit(m, left) == "" {
		s, err = p.opt.Related(ctx, g, enc, m, left/relating)
	}
	if err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("plays without a net for a related game")
		return nil, m
	}
	if s == nil {
		p.opt.Log.Info().Str("game", g.Facts().Name).Msg("no net for a related game")
	}
	return s, m
}

// relating is the part of a clock in which nets of related games are looked for, and leastRelating the clock, in Options.Least, below which
// none is.
const relating, leastRelating = 5, 0.3

// startRelated is what becomes of a net for a related game: if it wins its race it is treated as a stored one, and if not,
// one is trained as if it was not there.
func (p *Player) startRelated(ctx context.Context, g game.Game, s *Stored, m run.Measured, clocks agent.Clocks, left time.Duration) outcome {
	n, err := s.guide(p.opt.Search.Threads, m.Playout())
	if err != nil {
		return outcome{err: err}
	}
	return p.refine(ctx, g, s, n, m, clocks, left)
}

// encode makes the encoder; a panic becomes an error, for ways without a net need none.
func (p *Player) encode(g game.Game) (enc *encode.Encoder, err error) {
	defer func() {
		if r := recover(); r != nil {
			enc, err = nil, fmt.Errorf("encode: panic: %v", r)
		}
	}()
	return p.opt.Encode(g)
}

// goOn has the ways race and learn on with what learning a net has left of a clock that ends then.
func (p *Player) goOn(ctx context.Context, g game.Game, way *portfolio.Choice, end time.Time, clock time.Duration) {
	ctx, cancel := context.WithDeadline(ctx, end.Add(-time.Duration(searching*float64(clock))))
	defer cancel()
	if way.Err == nil {
		way.GoOn(ctx)
		p.complain(g, way)
	}
}

// complain logs what has failed when a way was chosen.
func (p *Player) complain(g game.Game, way *portfolio.Choice) {
	if way.Err != nil {
		p.opt.Log.Warn().Err(way.Err).Str("game", g.Facts().Name).Msg("choosing a way to play")
	}
}

// stored is what becomes of a stored net.
func (p *Player) stored(ctx context.Context, g game.Game, s *Stored, clocks agent.Clocks, bounded bool) outcome {
	end, _ := ctx.Deadline()
	left := time.Until(end)
	learns := bounded && !p.opt.NoLearning && left >= p.opt.Least
	var m run.Measured
	if learns || s.Net.Mix > 0 && left > 0 {
		begin := time.Now()
		var err error
		if m, err = run.Measure(g, p.opt.Search.Seed, min(left/40, mostMeasuring)); err != nil {
			return outcome{err: err}
		}
		left -= time.Since(begin)
	}
	playout := 0.0
	if m.Games > 0 {
		playout = m.Playout()
	}
	n, err := s.guide(p.opt.Search.Threads, playout)
	if err != nil {
		return outcome{err: err}
	}
	if !learns {
		return outcome{net: n, from: s, note: StoredNet}
	}
	return p.refine(ctx, g, s, n, m, clocks, left)
}

// release waits for what Begin has left behind and gives the evaluator back.
func (p *Player) release() {
	for _, c := range p.left {
		out := <-c
		out.close()
	}
	p.left = nil
	if p.idle != nil {
		p.idle.end()
	}
	if p.Inner != nil {
		p.Inner.End()
	}
	if p.net != nil {
		s := p.net.Stats()
		p.opt.Log.Debug().Int64("evaluations", s.Evaluations).Int64("cache_hits", s.Hits).Float64("mean_batch", s.MeanBatch).
			Float64("computing_s", s.Computing).Msg("the net has done")
	}
	p.close()
	p.keeping.Wait()
	p.Inner, p.outcome, p.idle = nil, outcome{}, nil
}

// End gives everything back.
func (p *Player) End() { p.release() }
