package roster

import (
	"context"

	"ludens/agent"
	"ludens/game"
)

// lazy is a player that is made when it is told the game.
type lazy struct {
	name string
	make func(g game.Game) agent.Player
	agent.Delegate
}

func (l *lazy) Name() string { return l.name }

func (l *lazy) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	l.Inner = l.make(g)
	return l.Inner.Begin(ctx, g, seat, clocks)
}

func (l *lazy) End() {
	if l.Inner != nil {
		l.Inner.End()
	}
}
