package mcts

import (
	"testing"

	"ludens/eval"
	"ludens/game"
)

// broad is an evaluator that some calls at once keep busy.
type broad int

func (broad) Evaluate(game.Machine, [][]game.Move, *eval.Result) error { return nil }
func (b broad) Width() int                                             { return int(b) }

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		threads, evaluations int
		evaluator            eval.Evaluator
		limit                int64
		want                 int
	}{
		{2, 0, nil, 0, 2},
		{1, 0, broad(1), 0, 1},
		{2, 0, broad(2), 0, 2},  // each computes for itself
		{2, 0, broad(1), 0, 2},  // or waits for the other
		{2, 1, broad(8), 0, 2},  // as asked
		{2, 0, broad(8), 0, 9},  // eight wait, one walks
		{1, 4, broad(1), 0, 4},  // as asked
		{2, 0, broad(8), 64, 4}, // few iterations
		{1, 0, broad(9999), 0, MaxEvaluations},
	} {
		o := Options{Threads: c.threads, Evaluations: c.evaluations, Evaluator: c.evaluator}
		p := &Player{opt: o}
		if got := p.width(c.limit); got != c.want {
			t.Errorf("%d threads, %d evaluations, evaluator %v, %d iterations: %d workers, want %d", c.threads, c.evaluations, c.evaluator, c.limit, got, c.want)
		}
	}
}
