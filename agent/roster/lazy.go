package roster

import (
	"context"

	"ludens/agent"
	"ludens/game"
)

// lazy is a player that is made when it is told the game.
type lazy struct {
	name  string
	make  func(g game.Game) agent.Player
	inner agent.Player
}

func (l *lazy) Name() string { return l.name }

func (l *lazy) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	l.inner = l.make(g)
	return l.inner.Begin(ctx, g, seat, clocks)
}

func (l *lazy) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if l.inner == nil {
		if len(turn.Legal) == 0 {
			return 0, agent.ErrNoMove
		}
		return turn.Legal[0], nil
	}
	return l.inner.Choose(ctx, turn)
}

func (l *lazy) End() {
	if l.inner != nil {
		l.inner.End()
	}
}

// Stats is the player's.
func (l *lazy) Stats() agent.Stats {
	if r, ok := l.inner.(agent.Reporter); ok {
		return r.Stats()
	}
	return agent.Stats{}
}
