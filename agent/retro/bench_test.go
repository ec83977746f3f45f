package retro

import (
	"context"
	"math"
	"testing"
)

// BenchmarkExplore tells positions a second, of games in ludemes and in GDL.
func BenchmarkExplore(b *testing.B) {
	for _, name := range []string{"ludii:Picaria", "ludii:ThreeMensMorris", "ludii:Achi", "ticTacToe"} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			root := initial(g)
			positions := 0
			for b.Loop() {
				s, err := New(g, root, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Explore(context.Background(), math.MaxInt); err != nil {
					b.Fatal(err)
				}
				positions += s.Positions()
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
