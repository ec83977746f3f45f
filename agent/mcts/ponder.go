package mcts

import (
	"context"
	"time"

	"ludens/agent"
	"ludens/game"
)

// since is what Ponder goes on from: the last decision.
type since struct {
	state game.State // nil when there was none
	move  game.Move
	made  bool // a move was chosen
}

var _ agent.Ponderer = (*Player)(nil)

// Ponder goes on searching until ctx is done: where the chosen move alone decides
// what comes, from the position after it, else from the position of the last choice
// with that move fixed. The tree is kept for the next Choose, which waits for
// workers that a slow engine still holds up then.
func (p *Player) Ponder(ctx context.Context) {
	if p.hidden != nil {
		if h, ok := p.hidden.(agent.Ponderer); ok {
			h.Ponder(ctx)
		}
		return
	}
	if p.g == nil || p.since.state == nil || ctx.Err() != nil || !p.wait(ctx) {
		return
	}
	p.setRoot(nil)
	if p.broken() {
		p.tree, p.workers = nil, nil
	}
	p.turn++
	from := p.since
	r := &run{turn: p.turn, limit: p.opt.Iterations, cancel: ctx.Done(), since: &from, seat: int32(p.seat), polite: true, piece: countAtOnce, ended: make(chan struct{})}
	if r.limit == 0 && ctx.Done() == nil {
		r.limit = DefaultIterations
	}
	r.width = p.width(r.limit)
	r.mute.Store(p.mute)
	p.last, p.between = r, append(p.between, r)
	go p.work(ctx, r, p.since.state) // ends with r.ended, which wait waits for
	select {
	case <-r.ended:
	case <-ctx.Done():
		r.stop.Store(true)
	}
}

// broken reports whether the engine has panicked in the last search or since: what it
// left behind is of no use.
func (p *Player) broken() bool {
	for _, r := range p.between {
		if r.failed.Load() != nil {
			return true
		}
	}
	return p.latest != nil && p.latest.failed.Load() != nil
}

// pondered counts what was simulated since the last decision, and forgets it. An
// evaluator that failed meanwhile is not asked again.
func (p *Player) pondered() (n int64) {
	for _, r := range p.between {
		n += r.done.Load()
		if e := r.mute.Load(); e != nil && p.mute == nil {
			p.mute, p.warning = e, *e
		}
	}
	p.between = nil
	return n
}

// after is the position to search when s is known: that after the move if nobody else
// has a choice, else the one before it, where the move is fixed by the arm that is
// returned (plus 1; 0 for none). nil when the match is over.
func (w *worker) after(s *since, seat int) (state game.State, fixed int32) {
	w.m.Load(s.state)
	if w.m.Terminal() || !w.read() {
		return nil, 0
	}
	if !s.made {
		return s.state, 0
	}
	w.joint = w.joint[:0]
	alone := true
	for i, list := range w.legal {
		move := list[0]
		switch {
		case i == seat:
			move = s.move
			for k, m := range list {
				if m == move {
					fixed = int32(k) + 1
				}
			}
		case len(list) > 1:
			alone = false
		}
		w.joint = append(w.joint, move)
	}
	if fixed == 0 || !alone {
		return s.state, fixed
	}
	w.m.Step(w.joint)
	if w.m.Terminal() || w.m.Err() != nil {
		return nil, 0
	}
	return w.m.Save(nil), 0
}

// Between messages the search lets others through: with all processors busy Go looks
// at the network only when one has nothing to do, or every ten milliseconds.
const (
	napEvery = 4 * time.Millisecond
	nap      = 50 * time.Microsecond
)

// rest sleeps a little if it is time to.
func (w *worker) rest() {
	if now := time.Now(); now.Sub(w.rested) >= napEvery {
		time.Sleep(nap)
		w.rested = now
	}
}
