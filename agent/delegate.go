package agent

import (
	"context"

	"ludens/game"
)

// Delegate decides by another player, and by the first legal move while there is none. It is
// for players that choose who plays, and embed it.
type Delegate struct{ Inner Player }

// Choose is the player's.
func (d *Delegate) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	if d.Inner == nil {
		if len(turn.Legal) == 0 {
			return 0, ErrNoMove
		}
		return turn.Legal[0], nil
	}
	return d.Inner.Choose(ctx, turn)
}

// Ponder is the player's, if it does.
func (d *Delegate) Ponder(ctx context.Context) {
	if w, ok := d.Inner.(Ponderer); ok {
		w.Ponder(ctx)
	}
}

// Stats is the player's, if it tells.
func (d *Delegate) Stats() Stats {
	if r, ok := d.Inner.(Reporter); ok {
		return r.Stats()
	}
	return Stats{}
}

// Warning is the player's, if it tells.
func (d *Delegate) Warning() error {
	if w, ok := d.Inner.(Warner); ok {
		return w.Warning()
	}
	return nil
}
