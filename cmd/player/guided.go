package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rs/zerolog"

	"ludens/config"
	"ludens/game"
	"ludens/nets"
	"ludens/nets/design"
	"ludens/nets/device"
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
	card *device.Card // or nil, the processor
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
	if players := g.Facts().Players; n.Spec.Values != players {
		return nil, fmt.Errorf("the stored net has %d values for %d players", n.Spec.Values, players)
	}
	engine, err := d.prepare(n, enc)
	if err != nil {
		return nil, err
	}
	return infer.New(enc, d.card.Runner(engine, enc.Links(), n.Weights), infer.Options{Threads: threads, MaxBatch: device.MaxBatch()})
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
