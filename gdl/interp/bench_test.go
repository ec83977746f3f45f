package interp_test

import (
	"testing"

	"ludens/game"
	"ludens/games"
)

// BenchmarkPlayout plays random matches of embedded games with the reasoner.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"ticTacToe", "connectFour", "breakthrough6", "checkers6"} {
		e, ok := games.Find(name)
		if !ok {
			b.Fatalf("there is no %s in the library", name)
		}
		b.Run(name, func(b *testing.B) {
			m := mustOpen(b, e.Text).Machine()
			rng := game.Stream(1, "benchmark", 0)
			utility := make([]float64, len(m.Game().Facts().Seats))
			steps := 0
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				steps += game.Playout(m, rng, 40)
				m.Utility(utility)
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
