package exec

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/gdl/gdltest"
)

// BenchmarkPlayout plays random matches of embedded games, or of the
// descriptions that LUDENS_BENCH_GAMES names, a file list with the system's list
// separator.
func BenchmarkPlayout(b *testing.B) {
	texts := map[string]string{}
	order := []string{"ticTacToe", "connectFour", "breakthrough8", "reversi8", "checkers6", "hex7", "amazons6"}
	for _, name := range order {
		e, ok := games.Find(name)
		if !ok {
			b.Fatalf("there is no %s in the library", name)
		}
		texts[name] = e.Text
	}
	if list := os.Getenv("LUDENS_BENCH_GAMES"); list != "" {
		order = nil
		for _, file := range filepath.SplitList(list) {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".kif")
			order = append(order, name)
			texts[name] = string(text)
		}
	}
	for _, name := range order {
		b.Run(name, func(b *testing.B) {
			g, err := New(context.Background(), gdltest.Compile(b, texts[name]), Options{})
			if err != nil {
				b.Fatal(err)
			}
			m := g.NewMachine()
			rng := game.Stream(1, "benchmark", 0)
			utility := make([]float64, g.Facts().Players)
			steps := 0
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				m.Reset()
				steps += game.Playout(m, rng, 10_000)
				m.Utility(utility)
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkBuild builds networks from text.
func BenchmarkBuild(b *testing.B) {
	for _, name := range []string{"connectFour", "reversi8", "amazons6"} {
		e, _ := games.Find(name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New(context.Background(), gdltest.Compile(b, e.Text), Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
