package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/interp"
	"ludens/internal/cputime"
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

// BenchmarkRecursion asks for what can be reached in a line of n edges, by a relation that
// has facts and rules and calls itself first or last.
func BenchmarkRecursion(b *testing.B) {
	left := "(<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))"
	for name, rule := range map[string]string{"left": left, "right": "(<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))"} {
		for _, n := range []int{4, 16, 64} {
			text := strings.Replace(chain(n), left, rule, 1)
			if name == "right" {
				text = strings.Replace(text, "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z) (true (at ?x)))", "", 1)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				g, err := open(text, interp.Options{MaxSteps: 50_000_000})
				if err != nil {
					b.Fatal(err)
				}
				began := cputime.Process()
				for b.Loop() {
					m := g.Machine()
					step(b, m, "m")
					if err := m.Err(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(cputime.Process()-began)/float64(b.N), "cpu-ns/op")
			})
		}
	}
}
