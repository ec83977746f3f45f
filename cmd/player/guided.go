package main

import (
	"errors"
	"fmt"
	"strings"
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
	"ludens/nets/shipped"
	"ludens/store"
	"ludens/tune/startclock"
)

// bestNet gives the net that a game is played with, and the encoder that it belongs
// to; nets.ErrNone if there is none. Nets are found by content: of the description, by
// its hash, and of the encoding, by its fingerprint; the form that nets are trained in
// unless another is asked for comes first. What is in the database (nil: there is none) comes
// before what came with the program.
func bestNet(db *store.Store, f *game.Facts, encoders []*encode.Encoder) (*nets.Net, *encode.Encoder, error) {
	for _, enc := range encoders {
		if db == nil {
			break
		}
		n, err := db.BestNet(f.Hash, enc.Fingerprint())
		if err == nil || !errors.Is(err, nets.ErrNone) {
			return n, enc, err
		}
	}
	for _, enc := range encoders {
		n, err := shipped.Net(f.Hash, enc.Fingerprint())
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
	// threads are what nets of related games may play each other with; 0: one.
	threads int
	log     zerolog.Logger

	mu     sync.Mutex
	id     string
	says   string        // about id, for people
	engine *infer.Engine // of id: engines are changed within a match, nets are not
}

// stored gives a game's stored net; nil if it is to be played without.
func (d *guide) stored(g game.Game) (*startclock.Stored, error) {
	if d.path.Nets == "" {
		return nil, nil
	}
	encoders, err := design.Encoders(g)
	if err != nil {
		return nil, err
	}
	n, enc, err := d.find(g.Facts(), encoders)
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
	return &startclock.Stored{Net: n, Encoder: enc, Engine: d.card.Runner(engine, enc.Links(), n.Weights)}, nil
}

// find gives the net of the database, or one that came with the program.
func (d *guide) find(f *game.Facts, encoders []*encode.Encoder) (*nets.Net, *encode.Encoder, error) {
	db, err := openNets(d.path)
	if err != nil {
		return nil, nil, err
	}
	if db != nil {
		defer db.Close()
	}
	return bestNet(db, f, encoders)
}

// learned gives what earlier start clocks have learned for a game; nil if there is nothing.
func (d *guide) learned(g game.Game, encoding string) (*nets.Net, error) {
	db, err := openNets(d.path)
	if db == nil || err != nil {
		return nil, err
	}
	defer db.Close()
	n, err := db.Candidate(g.Facts().Hash, encoding)
	if errors.Is(err, nets.ErrNone) {
		return nil, nil
	}
	return n, err
}

// keep keeps what was learned beside a match, for the next match of the game and its next tuning.
func (d *guide) keep(n *nets.Net) error {
	db, err := writeNets(d.path)
	if err != nil {
		return err
	}
	defer db.Close()
	id, err := db.PutCandidate(n)
	if err != nil {
		return err
	}
	d.log.Info().Str("net", id).Str("game", n.Name).Msg("what was learned is kept for the next match")
	return nil
}

// tells adds to what a player says of its net which of the stored ones it is.
func (d *guide) tells(kind string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !strings.HasPrefix(kind, startclock.StoredNet) || d.says == "" {
		return kind
	}
	return kind + " (" + d.says + ")"
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
		d.says = fmt.Sprintf("%s, %s", id[:min(shown, len(id))], architecture(&n.Spec))
		if n.Rating != 0 {
			d.says += fmt.Sprintf(", Elo %.0f", n.Rating)
		}
	}
	d.log.Info().Str("net", id).Str("game", n.Name).Str("kind", architecture(&n.Spec)).Stringer("kernels", d.engine.Level()).
		Float64("elo", n.Rating).Msg("plays with a net")
	return d.engine, nil
}
