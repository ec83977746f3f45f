package alphabeta

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/game"
)

// since is what Ponder goes on from: the last decision.
type since struct {
	state game.State // nil when there was none
	move  game.Move
}

var _ agent.Ponderer = (*Player)(nil)

// Ponder searches the position after the move chosen last until ctx is done, which fills
// the table for the next Choose. Where others decide at the same position there is none.
func (p *Player) Ponder(ctx context.Context) {
	if p.g == nil || p.unfit != nil || p.opt.Plain || p.since.state == nil || ctx.Err() != nil || !p.wait(ctx) {
		return
	}
	w := &work{ended: make(chan struct{})}
	w.found.news = make(chan struct{}, 1)
	p.last = w
	p.turn++
	s, g, seat, opt, from := p.s, p.g, p.seat, p.opt, p.since
	rng := game.Stream(opt.Seed, "agent.alphabeta.choose", p.turn)
	go func() { // ends with w.ended, which wait waits for
		defer close(w.ended)
		defer func() {
			if e := recover(); e != nil {
				w.s, w.err = nil, fmt.Errorf("search: the engine panicked: %v", e)
			}
		}()
		if s == nil {
			s = newSearch(g, seat, opt, firstBytes)
		}
		s.stop, s.limit = &w.stop, opt.Nodes
		s.end, _ = ctx.Deadline()
		if state, legal := s.after(from); state != nil {
			s.turn()
			s.run(state, legal, rng, &w.found)
		}
		w.s = s
	}()
	select {
	case <-w.ended:
	case <-ctx.Done():
		w.stop.Store(true)
	}
}

// after is the position after a decision of the seat, and the seat's moves there; nil if
// somebody else decides, too, or the match is over.
func (s *search) after(d since) (game.State, []game.Move) {
	s.m.Load(d.state)
	if s.m.Terminal() {
		return nil, nil
	}
	joint := make([]game.Move, len(s.f.Seats))
	for i := range joint {
		legal := s.m.Legal(i, nil)
		if i != s.seat && len(legal) != 1 {
			return nil, nil
		}
		joint[i] = legal[0]
	}
	joint[s.seat] = d.move
	if s.m.Step(joint); s.m.Terminal() || s.m.Err() != nil {
		return nil, nil
	}
	return s.m.Save(nil), s.m.Legal(s.seat, nil)
}
