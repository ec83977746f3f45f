package mcts

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"ludens/eval"
	"ludens/game"
)

// judge is an evaluator made of a function; the zero value thinks that all moves
// are alike and all players equal.
type judge struct {
	// say fills r, whose priors are uniform and whose values are 0.5 already.
	say   func(m game.Machine, legal [][]game.Move, r *eval.Result) error
	width int
	asked atomic.Int64

	mu     sync.Mutex
	states map[uint64]int // how often each position was asked about
}

func (j *judge) Width() int { return max(j.width, 1) }

func (j *judge) Evaluate(m game.Machine, legal [][]game.Move, r *eval.Result) error {
	j.asked.Add(1)
	if j.states != nil {
		j.mu.Lock()
		j.states[m.Save(nil).Hash()]++
		j.mu.Unlock()
	}
	f := m.Game().Facts()
	r.Resize(f.Players, len(f.Seats))
	for i := range r.Values {
		r.Values[i] = 0.5
	}
	for seat := range f.Players {
		if n := len(legal[seat]); n > 1 {
			for range n {
				r.Priors[seat] = append(r.Priors[seat], 1/float32(n))
			}
		}
	}
	if j.say == nil {
		return nil
	}
	return j.say(m, legal, r)
}

// hashed gives priors and values that depend on the position only.
func hashed(m game.Machine, _ [][]game.Move, r *eval.Result) error {
	rng := rand.New(rand.NewPCG(m.Save(nil).Hash(), 1))
	for i := range r.Values {
		r.Values[i] = float32(rng.Float64())
	}
	for _, list := range r.Priors {
		sum := float32(0)
		for i := range list {
			x := rng.Float32()
			list[i] = 0.01 + x*x*x*x
			sum += list[i]
		}
		for i := range list {
			list[i] /= sum
		}
	}
	return nil
}

// favour gives most of the prior of a seat to a move.
func favour(list []float32, i int, p float32) {
	for k := range list {
		list[k] = (1 - p) / float32(len(list)-1)
	}
	list[i] = p
}
