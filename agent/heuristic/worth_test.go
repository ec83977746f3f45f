package heuristic

import (
	"context"
	"testing"
	"time"
)

// BenchmarkWorth learns for DefaultTime and has the function play, in games of two: points per game
// against random moves and against Material, looking one step ahead, and against
// Material looking at answers, too.
func BenchmarkWorth(b *testing.B) {
	for _, name := range []string{"connectFour", "breakthrough6", "reversi8", "checkers6", "gomoku9", "Kalah", "EnglishDraughts", "Reversi", "Gomoku", "Breakthrough", "Chess"} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			for range b.N {
				course, err := Learn(context.Background(), g, Options{Seed: 1})
				if err != nil {
					b.Fatal(err)
				}
				f, r := course.Function, course.Report
				b.Logf("%v", r)
				b.ReportMetric((r.Time-DefaultTime).Seconds()*1000, "late-ms")
				k := newWorker(r.world(f), 200, func() bool { return false })
				for _, o := range []struct {
					unit  string
					other Function
					far   bool
				}{{"random", nil, false}, {"material", Material(g), false}, {"material2", Material(g), true}} {
					k.replies = o.far
					points, n := 0.0, 0
					for end := time.Now().Add(6 * time.Second); n < 40 && time.Now().Before(end); n++ {
						p, _ := k.duel(f, o.other, 77, n)
						points += p
					}
					b.ReportMetric(points/float64(n), o.unit)
					b.ReportMetric(float64(n), o.unit+"-games")
				}
			}
		})
	}
}

func (r *Report) world(f Function) *world {
	if l, ok := f.(*linear); ok {
		return l.w
	}
	return f.(*material).w
}
