// Package baseline holds the players that everything stronger is measured
// against: Random draws uniformly, Legal takes the first legal move. They need no
// time, no memory and no machine, and always answer legally.
//
// They look at nothing but the list of legal moves they are given. Neighbours:
// agent (the contract), agent/mcts (a player that thinks).
package baseline

import (
	"context"
	"math/rand/v2"

	"ludens/agent"
	"ludens/game"
)

// Random plays uniformly random legal moves. Make it with NewRandom.
type Random struct {
	seed uint64
	rng  *rand.Rand
}

// NewRandom returns a random player; the same seed and seat give the same moves
// for the same sequence of turns.
func NewRandom(seed uint64) *Random { return &Random{seed: seed} }

// Name is "random".
func (*Random) Name() string { return "random" }

// Begin starts the random stream of the seat.
func (r *Random) Begin(_ context.Context, _ game.Game, seat int, _ agent.Clocks) error {
	r.rng = game.Stream(r.seed, "agent.baseline.random", uint64(seat))
	return nil
}

// Choose draws one of the legal moves.
func (r *Random) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	if len(turn.Legal) == 0 {
		return 0, agent.ErrNoMove
	}
	if r.rng == nil {
		r.rng = game.Stream(r.seed, "agent.baseline.random", 0)
	}
	return turn.Legal[r.rng.IntN(len(turn.Legal))], nil
}

// End does nothing.
func (*Random) End() {}

// Legal plays the first legal move. The zero value is ready.
type Legal struct{}

// NewLegal returns a player of first legal moves.
func NewLegal() Legal { return Legal{} }

// Name is "legal".
func (Legal) Name() string { return "legal" }

// Begin does nothing.
func (Legal) Begin(context.Context, game.Game, int, agent.Clocks) error { return nil }

// Choose takes the first legal move.
func (Legal) Choose(_ context.Context, turn agent.Turn) (game.Move, error) {
	if len(turn.Legal) == 0 {
		return 0, agent.ErrNoMove
	}
	return turn.Legal[0], nil
}

// End does nothing.
func (Legal) End() {}
