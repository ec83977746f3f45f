package startclock

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/agent/portfolio"
	"ludens/game"
	"ludens/nets/design"
	"ludens/nets/device"
	"ludens/nets/encode"
	"ludens/nets/infer"
)

// Options of a Player. The zero value works.
type Options struct {
	// Search are the options of the search; Evaluator is set by the player.
	Search mcts.Options
	// Stored gives the evaluator of a net that is stored for a game, for so many threads, or
	// nil if there is none; the player closes it. If Stored is nil there are none.
	Stored func(g game.Game, threads int) (*infer.Evaluator, error)
	// Card computes and trains nets; default the processor.
	Card *device.Card
	// NoLearning leaves it at stored nets.
	NoLearning bool
	// Least is the shortest time for which learning begins; default 10 s.
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
	net  *guide            // of Inner, or nil
	way  *portfolio.Choice // to play without a net; nil before it is chosen
	note string

	// left are preparations that had not ended when Begin had to return.
	left []chan outcome
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Warner   = (*Player)(nil)
	_ agent.Ponderer = (*Player)(nil)
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

// outcome is what a preparation has come to.
type outcome struct {
	net  *guide            // nil: without
	way  *portfolio.Choice // nil: playouts
	note string
	err  error
}

// reserve is how long before the end of its clock Begin stops waiting for anything.
func reserve(clock time.Duration) time.Duration {
	return min(max(clock/40, 20*time.Millisecond), time.Second)
}

// Begin prepares. What is left of the clock goes into a search of the initial position.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.release()
	p.note = ""
	f := g.Facts()
	if seat < 0 || seat >= f.Players {
		return fmt.Errorf("begin a search: seat %d of a game for %d players", seat, f.Players)
	}
	out := outcome{note: "the game hides something: playouts"}
	if !f.Hidden {
		out = p.prepare(ctx, g, clocks)
	}
	p.note = out.note
	if out.err != nil {
		p.opt.Log.Warn().Err(out.err).Str("game", f.Name).Msg("no net: playouts")
		p.note = "playouts, because of a failure"
	} else {
		p.opt.Log.Info().Str("game", f.Name).Msg(out.note)
	}
	o := p.opt.Search
	o.Evaluator = nil
	p.way = out.way
	switch {
	case out.net != nil:
		p.net, o = out.net, out.net.guides(o)
	case out.way != nil:
		p.Inner = out.way.New(o.Threads, o.Bytes, o.Seed)
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
	done := make(chan outcome, 1)
	go func() { // waited for below, or by release
		done <- p.guarded(ctx, g, clocks, bounded)
	}()
	if !bounded && ctx.Done() == nil {
		return <-done // nobody is in a hurry, and nothing is trained without a clock
	}
	select {
	case out := <-done:
		return out
	case <-ctx.Done():
	}
	// Whoever keeps to its context is ready now; a hanging engine is not.
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case out := <-done:
		return out
	case <-timer.C:
		p.left = append(p.left, done)
		return outcome{err: errors.New("the preparation did not end in time")}
	}
}

// guarded is prepare's work; a panic becomes an error.
func (p *Player) guarded(ctx context.Context, g game.Game, clocks agent.Clocks, bounded bool) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = outcome{way: out.way, err: fmt.Errorf("prepare: panic: %v", r)}
		}
	}()
	if p.opt.Stored != nil {
		e, err := p.opt.Stored(g, p.opt.Search.Threads)
		if err != nil {
			p.opt.Log.Warn().Err(err).Msg("plays without a stored net")
		}
		if e != nil {
			return outcome{net: &guide{Evaluator: e}, note: "a stored net"}
		}
	}
	end, _ := ctx.Deadline()
	left := time.Until(end)
	if !bounded {
		return outcome{note: "no stored net, and no clock: playouts"}
	}
	learns := !p.opt.NoLearning && left >= p.opt.Least
	o := portfolio.Options{Play: clocks.Play, Search: p.opt.Search, Memory: p.opt.Memory}
	if learns {
		o.Learning, o.Racing = waysLearning, waysRacing
	}
	out.way = portfolio.Choose(ctx, g, o)
	if err := out.way.Err; err != nil {
		p.opt.Log.Warn().Err(err).Str("game", g.Facts().Name).Msg("choosing a way to play")
	}
	switch {
	case p.opt.NoLearning:
		out.note = "no stored net: " + out.way.Why
		return out
	case !learns:
		out.note = fmt.Sprintf("no stored net, and %s are too few to learn one: %s", max(left, 0).Round(time.Second), out.way.Why)
		return out
	}
	enc, err := p.opt.Encode(g)
	if errors.Is(err, encode.ErrNone) || errors.Is(err, encode.ErrSize) {
		out.note = "no net can look at the game: " + out.way.Why
		return out
	}
	if err != nil {
		out.err = err
		return out
	}
	net := p.learn(ctx, g, enc, clocks, time.Until(end), out.way)
	net.way = out.way
	if net.net == nil {
		net.note += "; " + out.way.Why
	}
	return net
}

// release waits for what Begin has left behind and gives the evaluator back.
func (p *Player) release() {
	for _, c := range p.left {
		out := <-c
		if out.net != nil {
			out.net.Close()
		}
		if out.way != nil {
			out.way.Wait()
		}
	}
	p.left = nil
	if p.way != nil {
		p.way.Wait()
	}
	if p.Inner != nil {
		p.Inner.End()
	}
	if p.net != nil {
		s := p.net.Stats()
		p.opt.Log.Debug().Int64("evaluations", s.Evaluations).Int64("cache_hits", s.Hits).Float64("mean_batch", s.MeanBatch).
			Float64("computing_s", s.Computing).Msg("the net has done")
		p.net.Close()
	}
	p.Inner, p.net, p.way = nil, nil, nil
}

// End gives everything back.
func (p *Player) End() { p.release() }
