package serial

import (
	"context"
	"fmt"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/mcts"
	"ludens/game"
)

// Options of a player.
type Options struct {
	// Beta is how alpha-beta searches; its function judges positions of the game as it is.
	Beta alphabeta.Options
	// Tree decides where alpha-beta thinks that all is lost.
	Tree mcts.Options
}

// Suits reports whether two players, and nobody else, have a part in a game.
func Suits(f *game.Facts) bool { return f.Players == 2 && !f.Nature && !f.Hidden }

// Player decides by alpha-beta as if the other answered. Make it with New.
type Player struct {
	opt  Options
	g    game.Game
	seat int
	at   *machine
	beta *alphabeta.Player
	tree *mcts.Player // nil until it is needed
	by   player       // who has decided last
}

type player interface {
	agent.Player
	agent.Ponderer
	agent.Reporter
}

// New returns a player.
func New(opt Options) *Player { return &Player{opt: opt} }

// Name is "serial".
func (p *Player) Name() string { return "serial" }

// Begin takes the game, which suits, and searches the initial position until ctx is done. Its error wraps
// alphabeta.ErrUnsuited when another player should take this game.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	p.End()
	p.g, p.seat = g, seat
	o := p.opt.Beta
	if o.Function != nil {
		o.Function = function{o.Function}
	}
	p.beta = alphabeta.New(o)
	p.by = p.beta
	s := &serialGame{g, seat}
	p.at = s.machine()
	return p.beta.Begin(ctx, s, seat, clocks)
}

// Choose searches until ctx is done, or a win is proven.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case p.beta == nil:
		return turn.Legal[0], nil
	}
	serial, err := p.serial(turn)
	if err != nil {
		return turn.Legal[0], err
	}
	move, err := p.beta.Choose(ctx, serial)
	p.by = p.beta
	if err != nil || len(turn.Legal) < 2 || !lost(p.beta.Stats()) || ctx.Err() != nil {
		return move, err
	}
	if p.tree == nil {
		p.tree = mcts.New(p.opt.Tree)
		begun, cancel := context.WithDeadline(ctx, time.Now()) // it does not think before it is asked
		defer cancel()
		if err := p.tree.Begin(begun, p.g, p.seat, agent.Clocks{}); err != nil {
			p.tree = nil
			return move, err
		}
	}
	p.by = p.tree
	return p.tree.Choose(ctx, turn)
}

// serial is a turn of the serial game.
func (p *Player) serial(turn agent.Turn) (_ agent.Turn, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("search: the engine panicked: %v", e)
		}
	}()
	states := make([]game.State, len(turn.States))
	for i, s := range turn.States {
		states[i] = p.at.of(s)
	}
	turn.States = states
	if tell := turn.Tell; tell != nil {
		turn.Tell = func(t agent.Thought) {
			t.Stats = certain(t.Stats)
			for i := range t.Moves {
				t.Moves[i].Proven = t.Moves[i].Proven && t.Moves[i].Value >= won
			}
			tell(t)
		}
	}
	return turn, nil
}

// won is a utility that nothing betters.
const won = 1 - 1e-9

// lost reports whether every move loses if the other one answers it.
func lost(s agent.Stats) bool { return s.Proven && s.Value <= 1-won }

// certain are what alpha-beta tells, without proofs that hold for the serial game alone.
func certain(s agent.Stats) agent.Stats {
	s.Proven = s.Proven && s.Value >= won
	return s
}

// Ponder goes on from the last decision.
func (p *Player) Ponder(ctx context.Context) {
	if p.by != nil {
		p.by.Ponder(ctx)
	}
}

// Stats tells about the last Choose.
func (p *Player) Stats() agent.Stats {
	switch {
	case p.by == nil:
		return agent.Stats{}
	case p.by == player(p.beta):
		return certain(p.beta.Stats())
	}
	return p.by.Stats()
}

// End waits for the last search and gives the memory back.
func (p *Player) End() {
	if p.beta != nil {
		p.beta.End()
	}
	if p.tree != nil {
		p.tree.End()
	}
	p.g, p.at, p.beta, p.tree, p.by = nil, nil, nil, nil, nil
}
