package portfolio

import (
	"context"

	"ludens/agent"
	"ludens/game"
)

// Player plays the way that Begin has chosen. Make it with New.
type Player struct {
	opt    Options
	choice *Choice
	told   agent.Preparing
	agent.Delegate
}

var (
	_ agent.Player   = (*Player)(nil)
	_ agent.Reporter = (*Player)(nil)
	_ agent.Warner   = (*Player)(nil)
	_ agent.Ponderer = (*Player)(nil)
	_ agent.Preparer = (*Player)(nil)
)

// New returns a player.
func New(opt Options) *Player { return &Player{opt: opt} }

// Options are those that New was given.
func (p *Player) Options() Options { return p.opt }

// Name is "portfolio".
func (*Player) Name() string { return "portfolio" }

// Stats tells about the last decision, and which way has made it.
func (p *Player) Stats() agent.Stats {
	s := p.Delegate.Stats()
	if s.Way == "" && p.choice != nil {
		s.Way = p.choice.Name
	}
	return s
}

// Preparation tells how far Begin has come.
func (p *Player) Preparation() agent.Preparation { return p.told.Preparation() }

// Chosen is what Begin has chosen; nil before.
func (p *Player) Chosen() *Choice { return p.choice }

// Begin chooses, and lets the way chosen search the initial position for the time left.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.End()
	o := p.opt
	if o.Play <= 0 {
		o.Play = clocks.Play
	}
	o.Progress = &p.told
	p.choice = Choose(ctx, g, o)
	p.choice.Settle()
	p.told.Now(func(now *agent.Preparation) {
		now.Stage, now.Way, now.Note = "searches the initial position", p.choice.Name, p.choice.Why
	})
	return p.begin(ctx, p.choice.player(p.opt.Search), g, seat, clocks)
}

func (p *Player) begin(ctx context.Context, inner agent.Player, g game.Game, seat int, clocks agent.Clocks) error {
	p.Inner = inner
	err := inner.Begin(ctx, g, seat, clocks)
	if err != nil && p.choice.search == nil { // it does not suit alpha-beta after all
		inner.End()
		p.choice = simplest(g, p.opt, err.Error(), nil)
		p.Inner = p.choice.player(p.opt.Search)
		return p.Inner.Begin(ctx, g, seat, clocks)
	}
	return err
}

// End gives everything back.
func (p *Player) End() {
	if p.Inner != nil {
		p.Inner.End()
	}
	p.Inner = nil
	if p.choice != nil {
		p.choice.Wait()
	}
}
