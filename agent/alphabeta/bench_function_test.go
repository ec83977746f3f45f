package alphabeta

import (
	"testing"

	"ludens/agent/heuristic"
	"ludens/game"
)

// benchFunction is what searches are compared with.
func benchFunction(testing.TB, game.Game) heuristic.Function { return &mobile{} }

// mobile judges by the number of moves of who is to move.
type mobile struct{ moves []game.Move }

func (*mobile) NewScorer() heuristic.Scorer { return &mobile{} }
func (*mobile) Explain() []string           { return []string{"moves"} }

func (f *mobile) Score(m game.Machine, dst []float64) {
	for i := range dst {
		f.moves = m.Legal(i, f.moves)
		n := float64(len(f.moves))
		dst[i] = 0.4 + 0.2*n/(n+20)
	}
}
