package alphabeta

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/game"
)

// BenchmarkSearch gives positions per second and the depth of half a second.
func BenchmarkSearch(b *testing.B) {
	names := []string{"connectFour", "breakthrough8", "checkers6", "reversi8", "ludii:ConnectFour", "ludii:Breakthrough", "ludii:EnglishDraughts", "ludii:MiniChess", "ludii:Chess"}
	if s := os.Getenv("LUDENS_BENCH_GAMES"); s != "" {
		names = strings.Split(s, ",")
	}
	for _, name := range names {
		for _, plain := range []bool{true, false} {
			b.Run(name+map[bool]string{true: "/plain", false: "/full"}[plain], func(b *testing.B) {
				g := open(b, name)
				p := New(Options{Function: benchFunction(b, g), Plain: plain})
				defer p.End()
				if err := p.Begin(context.Background(), g, 0, agent.Clocks{}); err != nil {
					b.Fatal(err)
				}
				m := g.NewMachine()
				// A few moves into the match, where there is something to think about.
				var w game.Walker
				rng := game.Stream(5, "bench", 0)
				for range 6 {
					w.Step(m, rng)
				}
				turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}
				nodes, depth, took := int64(0), 0, time.Duration(0)
				for b.Loop() {
					ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
					if _, err := p.Choose(ctx, turn); err != nil {
						b.Fatal(err)
					}
					cancel()
					s := p.Stats()
					nodes, depth, took = nodes+s.Iterations, depth+s.Depth, took+s.Elapsed
					if p.s != nil && !plain {
						clear(p.s.table.buckets)
					}
				}
				b.ReportMetric(float64(nodes)/took.Seconds(), "nodes/s")
				b.ReportMetric(float64(depth)/float64(b.N), "depth")
			})
		}
	}
}
