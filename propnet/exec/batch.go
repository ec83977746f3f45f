package exec

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"ludens/game"
	"ludens/propnet/lanes"
)

var (
	_ game.Batcher = (*Game)(nil)
	_ game.Batch   = batch{}
)

// batches is what the batches of a game share; it is made for the first.
type batches struct {
	program atomic.Pointer[lanes.Program]
	mu      sync.Mutex // of the making, and of what follows
	bytes   int64      // that the program did not fit into, if there is none
	err     error
}

// size is the memory of the tapes and of one batch, 0 if there are none.
func (b *batches) size() int64 {
	if p := b.program.Load(); p != nil {
		return p.Bytes()
	}
	return 0
}

// NewBatch makes a batch of lanes. The tapes are made for the first one.
func (g *Game) NewBatch(o game.BatchOptions) (game.Batch, error) {
	b := &g.batches
	if o.Decisive {
		b = &g.decisive
	}
	p, err := g.tapes(b, o)
	if err != nil {
		return nil, err
	}
	return batch{lanes.NewMachine(p), g}, nil
}

// Tapes gives the program of all batches of the game, which with one batch takes at most
// so many bytes, else it fails, wrapping game.ErrBudget.
func (g *Game) Tapes(bytes int64) (*lanes.Program, error) {
	return g.tapes(&g.batches, game.BatchOptions{Bytes: bytes})
}

func (g *Game) tapes(b *batches, o game.BatchOptions) (*lanes.Program, error) {
	bytes := o.Bytes
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.program.Load()
	if p == nil && (b.err == nil || bytes > b.bytes) {
		p, b.err = lanes.Compile(g.l.net, g.facts.RoleSeat, g.facts.Players, lanes.Options{Bytes: bytes, Sign: &g.sign, Decisive: o.Decisive})
		b.bytes = bytes
		if errors.Is(b.err, game.ErrInterrupted) {
			b.bytes = 0 // the next one tries again
		}
		b.program.Store(p)
	}
	if b.err != nil {
		return nil, fmt.Errorf("batch: %w", b.err)
	}
	if need := p.Bytes(); need > bytes {
		return nil, fmt.Errorf("batch: %w: it needs %d bytes, more than %d", game.ErrBudget, need, bytes)
	}
	return p, nil
}

// batch is a lanes.Machine that the game's sign ends.
type batch struct {
	*lanes.Machine
	g *Game
}

// Playouts implements game.Batch.
func (b batch) Playouts(ctx context.Context, states []game.State, each int, rng *rand.Rand, limit int, out []game.Tally) error {
	return b.Machine.Playouts(ctx, &b.g.sign, states, each, rng, limit, out)
}
