// Package eval is the contract between those who search and those who judge
// positions: position in, what it is worth and which moves look good out.
//
// nets/infer implements it, agent/mcts uses it; they never see each other.
package eval

import "ludens/game"

// Evaluator judges positions. It may be used by any number of goroutines at once.
type Evaluator interface {
	// Evaluate judges the position that m is at, which is not terminal. legal are
	// the legal moves of every seat, Nature's included. The result is in r when it
	// returns nil: at once where it is known, else when a batch that it has joined is
	// computed; whoever wants batches calls it from many goroutines. An error means
	// that there is no result (the evaluator is closed or broken); searches then
	// judge by playouts.
	Evaluate(m game.Machine, legal [][]game.Move, r *Result) error
	// Width is how many calls at the same time keep the evaluator busy.
	Width() int
}

// Result is what an evaluator thinks of a position. Its slices are reused.
type Result struct {
	// Values are expected utilities, 0…1 per player.
	Values []float32
	// Priors are, per seat, the probabilities of its legal moves in the order given;
	// empty for Nature and for seats with one move. They sum to 1.
	Priors [][]float32
}

// Resize makes room for a game's players and seats, keeping what is allocated.
// Priors are empty afterwards.
func (r *Result) Resize(players, seats int) {
	if cap(r.Values) < players {
		r.Values = make([]float32, players)
	}
	r.Values = r.Values[:players]
	for len(r.Priors) < seats {
		r.Priors = append(r.Priors, nil)
	}
	r.Priors = r.Priors[:seats]
	for i := range r.Priors {
		r.Priors[i] = r.Priors[i][:0]
	}
}
