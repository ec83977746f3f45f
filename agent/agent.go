// Package agent decides on moves. Its sub-packages are brains (mcts, baseline)
// and what brains and their conductors need (playout, clock, infoset, session).
//
// A Player is one seat's brain for one match. The conductor of the match (for
// the protocol: agent/session) follows the position, knows the clock, and asks.
// It never depends on the brain's good behaviour: a brain may fail, hang or
// answer nonsense, and the conductor still has a legal move.
//
// Nothing here or below knows a game, a rule language or a protocol message;
// the packages look at package game only.
package agent

import (
	"context"
	"errors"
	"time"

	"ludens/game"
)

// ErrNoMove is returned by a Player that has no legal move to choose from.
var ErrNoMove = errors.New("choose a move: no legal move to choose from")

// Player is one seat's brain for one match. It is not safe for concurrent use.
type Player interface {
	// Name says what it is, for people.
	Name() string
	// Begin prepares for a match of game g on a seat and may think until ctx is
	// done; it must return then. It is called once, before the first Choose; in
	// a match joined late ctx may be done already.
	Begin(ctx context.Context, g game.Game, seat int, clocks Clocks) error
	// Choose returns a legal move, when ctx is done at the latest. It may be done
	// already when there is only one legal move.
	Choose(ctx context.Context, turn Turn) (game.Move, error)
	// End gives back everything; every goroutine has ended when it returns.
	End()
}

// Clocks are the time limits of a match as the protocol gives them.
type Clocks struct {
	Start time.Duration // for preparing
	Play  time.Duration // per move
}

// Turn is a decision to make.
type Turn struct {
	// Number counts the joint moves made so far.
	Number int
	// States are the positions that the seat may be in: exactly one in a game
	// that hides nothing, else a sample of those consistent with what the seat
	// did and saw. There is always at least one; none is terminal.
	States []game.State
	// Weights are the relative probabilities of States; nil means equal.
	Weights []float64
	// Views are, per state and seat, a hash of all that the seat has done and seen
	// if the match is in that state; nil when nobody keeps account of it.
	Views [][]uint64
	// Legal are the seat's legal moves, the same in all States. Never empty.
	Legal []game.Move
	// Suggest, if not nil, may be called at any time during Choose with the best
	// move so far; it is played if Choose does not return in time.
	Suggest func(game.Move)
	// Tell, if not nil, is called a few times a second during Choose, and before it
	// returns, with what the player thinks so far, by players that can say. It must
	// return at once; the slices are its to keep.
	Tell func(Thought)
}

// Ponderer is implemented by players that can go on thinking while the others do.
type Ponderer interface {
	// Ponder deepens what is known about the positions that may come after the last
	// Choose and the move which that returned. It is called at most once after a
	// Choose, when the move was sent, and returns soon after ctx is done: at once but
	// for a few milliseconds, whatever the engine does. It returns earlier when
	// nothing is left to find out.
	Ponder(ctx context.Context)
}

// Likeliest is the position to search for who takes one to be true. There is only one, unless
// the conductor has lost track of a match that hides nothing.
func (t *Turn) Likeliest() game.State {
	best := 0
	for i, w := range t.Weights {
		if i < len(t.States) && w > t.Weights[best] {
			best = i
		}
	}
	return t.States[best]
}

// Stats says what a player did for its last decision. Zero fields mean
// "unknown" or "does not apply".
type Stats struct {
	Iterations int64         // simulations finished
	Steps      int64         // state changes inside playouts
	Nodes      int64         // nodes in the tree afterwards
	Bytes      int64         // memory of the tree afterwards, as accounted
	Elapsed    time.Duration // thinking time
	Value      float64       // expected utility of the chosen move, 0…1
	Visits     int64         // visits of the chosen move
	Depth      int           // deepest line, in joint moves
	Proven     bool          // the value is exact

	Evaluations int64 // positions judged by an evaluator
	Waits       int64 // times that a worker waited for another's evaluation of the same position

	Pondered int64 // simulations between the decision before and this one, not counted above

	Way string // of thinking, of players that have several
}

// Reporter is implemented by players that can say how they came to a decision.
type Reporter interface {
	// Stats tells about the last Choose. Not to be called during Choose or Ponder.
	Stats() Stats
}

// Warner is implemented by players that can go on when something of theirs fails.
type Warner interface {
	// Warning is what has failed since it was last asked, nil if nothing has. Not to
	// be called during Choose or Ponder.
	Warning() error
}

// Thought is what a player thinks in the midst of a decision. Zero fields mean
// "unknown" or "does not apply".
type Thought struct {
	Stats
	// Moves are those that are considered, the best first.
	Moves []Considered
	// Values are what the position is worth by seat, 0…1, on average over what was tried;
	// nil if it is unknown.
	Values []float64
	// Line is what is expected to be played, joint moves by seat, the first from the
	// position of the turn.
	Line [][]game.Move
}

// Considered is a move as a search sees it.
type Considered struct {
	Move   game.Move
	Visits int64
	Value  float64 // average for the player, 0…1; 0 without visits
	Prior  float64 // of an evaluator, 0…1
	Proven bool    // Value is exact
}
