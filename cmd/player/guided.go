package main

import (
	"context"
	"errors"
	"sync"

	"github.com/rs/zerolog"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/config"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
	"ludens/store"
)

// bestNet gives the net that a game is played with, and the encoder that it belongs
// to; nets.ErrNone if there is none. Nets are found by content: of the description, by
// its hash, and of the encoding, by its fingerprint; the form that nets are trained in
// unless another is asked for comes first.
func bestNet(db *store.Store, f *game.Facts, encoders []*encode.Encoder) (*nets.Net, *encode.Encoder, error) {
	for _, enc := range encoders {
		n, err := db.BestNet(f.Hash, enc.Fingerprint())
		if err == nil || !errors.Is(err, nets.ErrNone) {
			return n, enc, err
		}
	}
	return nil, nil, nets.ErrNone
}

// guide finds the nets for the games that a player meets, for all its matches.
type guide struct {
	path config.Nets
	log  zerolog.Logger

	mu     sync.Mutex
	id     string
	engine *infer.Engine // of id: engines are changed within a match, nets are not
}

// evaluator makes the evaluator of a game's stored net; nil if it is to be played without.
func (d *guide) evaluator(g game.Game, threads int) (*infer.Evaluator, error) {
	if d.path.Nets == "" {
		return nil, nil
	}
	db, err := openNets(d.path)
	if err != nil || db == nil {
		return nil, err
	}
	defer db.Close()
	encoders, err := design.Encoders(g)
	if err != nil {
		return nil, err
	}
	n, enc, err := bestNet(db, g.Facts(), encoders)
	if errors.Is(err, nets.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	engine, err := d.prepare(n, enc)
	if err != nil {
		return nil, err
	}
	return infer.New(enc, engine, infer.Options{Threads: threads})
}

// prepare makes the engine of a net, or takes that of the last match.
func (d *guide) prepare(n *nets.Net, enc *encode.Encoder) (*infer.Engine, error) {
	id, err := nets.ID(n)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.id != id {
		engine, note, err := infer.NewTrusted(n.Spec.Layers(), enc.Links(), n.Weights, kernel.Best())
		if err != nil {
			return nil, err
		}
		if note != "" {
			d.log.Warn().Str("net", id).Msg(note)
		}
		d.id, d.engine = id, engine
	}
	d.log.Info().Str("net", id).Str("game", n.Name).Str("kind", architecture(&n.Spec)).Stringer("kernels", d.engine.Level()).
		Float64("elo", n.Rating).Msg("plays with a net")
	return d.engine, nil
}

// guided is a search that is guided by the stored net of its game, if there is one.
type guided struct {
	guide  *guide
	search mcts.Options
	// alone makes the player of games without a stored net.
	alone func() agent.Player

	player agent.Player // since Begin
	eval   *infer.Evaluator
}

// Name is the player's that it has become.
func (p *guided) Name() string {
	if p.player != nil {
		return p.player.Name()
	}
	return "mcts"
}

// Begin looks for a net and becomes the player that the game asks for. Whatever is
// wrong with the nets is no reason not to play.
func (p *guided) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.End()
	eval, err := p.guide.evaluator(g, p.search.Threads)
	if err != nil {
		p.guide.log.Warn().Err(err).Msg("plays without a net")
	}
	if eval == nil {
		p.player = p.alone()
		return p.player.Begin(ctx, g, seat, clocks)
	}
	p.eval = eval
	o := p.search
	o.Evaluator = eval
	p.player = mcts.New(o)
	return p.player.Begin(ctx, g, seat, clocks)
}

// Choose asks the player.
func (p *guided) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if p.player == nil {
		if len(turn.Legal) == 0 {
			return 0, agent.ErrNoMove
		}
		return turn.Legal[0], nil // nobody began
	}
	return p.player.Choose(ctx, turn)
}

// End ends the player, then the net that it has used.
func (p *guided) End() {
	if p.player != nil {
		p.player.End()
	}
	if p.eval != nil {
		s := p.eval.Stats()
		p.guide.log.Debug().Int64("evaluations", s.Evaluations).Int64("cache_hits", s.Hits).Float64("mean_batch", s.MeanBatch).
			Float64("computing_s", s.Computing).Msg("the net has done")
		p.eval.Close()
	}
	p.player, p.eval = nil, nil
}

// Stats implements agent.Reporter.
func (p *guided) Stats() agent.Stats {
	if r, ok := p.player.(agent.Reporter); ok {
		return r.Stats()
	}
	return agent.Stats{}
}

// Warning implements agent.Warner.
func (p *guided) Warning() error {
	if w, ok := p.player.(agent.Warner); ok {
		return w.Warning()
	}
	return nil
}
