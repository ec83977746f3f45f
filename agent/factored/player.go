package factored

import (
	"context"
	"errors"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/game"
)

// Options of a Player. The zero value works.
type Options struct {
	// Inner makes the player that plays where there is no plan; default a search by
	// agent/mcts with default options.
	Inner func() agent.Player
	// Positions bounds how many positions are kept while planning; default
	// DefaultPositions. Each takes the size of a State twice and about 100 bytes.
	Positions int
	// Share is the part of the start clock, 0…1, that planning may take; default
	// DefaultShare, and a quarter of that in games for two, where less can be gained.
	// Without a start clock nothing is planned.
	Share float64
	// Lean gives the player inside games for one player without what makes no difference,
	// see the function Lean. It is for players that search by playouts: of games for more
	// it would hide what others judge positions by.
	Lean bool
}

// Defaults of Options.
const (
	DefaultPositions = 500_000
	DefaultShare     = 0.4
)

// Validate reports values that make no sense.
func (o Options) Validate() error {
	switch {
	case o.Positions < 0:
		return errors.New("factored: positions must not be negative")
	case !(o.Share >= 0 && o.Share <= 1):
		return errors.New("factored: share must be 0 to 1")
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Inner == nil {
		o.Inner = func() agent.Player { return mcts.New(mcts.Options{}) }
	}
	if o.Positions == 0 {
		o.Positions = DefaultPositions
	}
	if o.Share == 0 {
		o.Share = DefaultShare
	}
	return o
}

// Player plays by a plan where it has one. Make it with New.
type Player struct {
	opt    Options
	inner  agent.Player
	began  bool // the player inside has
	g      game.Game
	seat   int
	clocks agent.Clocks
	plan   *Plan
	sum    *Sum
	stats  agent.Stats
	asked  bool // the last decision was the player's inside
}

// New returns a player.
func New(opt Options) *Player {
	opt = opt.withDefaults()
	return &Player{opt: opt, inner: opt.Inner()}
}

// Name is that of the player inside, with a mark.
func (p *Player) Name() string { return "factored " + p.inner.Name() }

// Begin looks for parts and a plan in its share of the start clock. If there is none the
// player inside gets the rest.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.g, p.seat, p.clocks, p.plan, p.began, p.asked = g, seat, clocks, nil, false, false
	p.sum = nil
	p.stats = agent.Stats{}
	if ctx.Err() == nil && ctx.Done() != nil {
		share := ctx
		if end, ok := ctx.Deadline(); ok {
			now := time.Now()
			var cancel context.CancelFunc
			part := p.opt.Share
			if g.Facts().Players > 1 {
				part /= 4
			}
			share, cancel = context.WithDeadline(ctx, now.Add(time.Duration(part*float64(end.Sub(now)))))
			defer cancel()
		}
		p.look(share)
		if p.opt.Lean && p.plan == nil && g.Facts().Players == 1 {
			p.g = Lean(share, g)
		}
	}
	if p.plan != nil {
		return nil // what the player inside would find is worth no more
	}
	p.began = true
	return p.inner.Begin(ctx, p.g, seat, clocks)
}

// look finds out whether the game has parts, and what follows.
func (p *Player) look(ctx context.Context) {
	f := p.g.Facts()
	divisible, ok := p.g.(game.Divisible)
	if !ok || f.Players > 2 || f.Nature || f.Hidden {
		return
	}
	d, err := divisible.Divide(ctx)
	if err != nil || d == nil {
		return
	}
	if f.Players == 2 {
		p.sum = NewSum(ctx, p.g, d, p.opt.Positions)
		return
	}
	if plan := Find(ctx, p.g, d, p.opt.Positions); plan != nil && plan.Worth >= 1 {
		p.plan = plan
	}
}

// Choose plays the plan's move in a position of the plan, and the winning move of a sum
// of games that has one; elsewhere it asks the player inside.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if len(turn.Legal) == 0 {
		return 0, agent.ErrNoMove
	}
	if m, ok := p.plan.at(turn); ok {
		p.asked, p.stats = false, agent.Stats{Value: p.plan.Worth, Proven: true, Nodes: int64(p.plan.Positions)}
		return m, nil
	}
	if m, ok := p.sum.Win(turn, p.seat); ok {
		p.asked, p.stats = false, agent.Stats{Value: 1, Proven: true, Nodes: int64(p.sum.Positions)}
		return m, nil
	}
	p.asked = true
	if p.g == nil { // asked before Begin, or after End
		return turn.Legal[0], nil
	}
	if !p.began {
		p.began = true
		done, cancel := context.WithCancel(ctx)
		cancel() // the clock is that of a move: there is no time to prepare
		if err := p.inner.Begin(done, p.g, p.seat, p.clocks); err != nil {
			return turn.Legal[0], err
		}
	}
	return p.inner.Choose(ctx, turn)
}

// Ponder is that of the player inside, where it has made the last decision.
func (p *Player) Ponder(ctx context.Context) {
	if w, ok := p.inner.(agent.Ponderer); ok && p.began && p.asked {
		w.Ponder(ctx)
	}
}

// End gives everything back.
func (p *Player) End() {
	if p.began {
		p.inner.End()
	}
	p.g, p.plan, p.sum, p.began = nil, nil, nil, false
}

// Stats tells about the last Choose.
func (p *Player) Stats() agent.Stats {
	if r, ok := p.inner.(agent.Reporter); ok && p.asked {
		return r.Stats()
	}
	return p.stats
}

// Preparation is that of the player inside, once it begins.
func (p *Player) Preparation() agent.Preparation {
	if r, ok := p.inner.(agent.Preparer); ok {
		if now := r.Preparation(); now.Stage != "" {
			return now
		}
	}
	return agent.Preparation{Stage: "looks for parts and for a plan"}
}

// Warning is that of the player inside.
func (p *Player) Warning() error {
	if w, ok := p.inner.(agent.Warner); ok && p.began {
		return w.Warning()
	}
	return nil
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Warner   = (*Player)(nil)
	_ agent.Preparer = (*Player)(nil)
)
