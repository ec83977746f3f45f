package heuristic

import (
	"context"
	"math"
	"testing"
	"time"

	"ludens/nets/encode"
)

// BenchmarkWorth learns for DefaultTime and has the function play, in games of two: points per game
// against random moves and against Material, looking one step ahead, and against
// Material looking at answers, too.
func BenchmarkWorth(b *testing.B) {
	for _, name := range []string{"connectFour", "breakthrough6", "reversi8", "checkers6", "gomoku9", "Kalah", "EnglishDraughts", "Reversi", "Gomoku", "Breakthrough", "Chess"} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			for range b.N {
				course, err := Learn(context.Background(), g, Options{Seed: 1, Mirror: encode.Mirror})
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

// BenchmarkMirror has functions that know of the symmetries of the rules play against those that do not, looking at moves and
// answers: two and a half seconds of learning each, 24 games, and that again and again. It gives their points per game, and the standard error of that.
func BenchmarkMirror(b *testing.B) {
	const learning, playing = 2500 * time.Millisecond, 8 * time.Second
	for _, name := range []string{
		"breakthrough8", "checkers8", "reversi8", "konane6", "Breakthrough", "LinesOfAction", "Amazons", "MiniChess", "EnglishDraughts", "Gomoku",
		"Halma", "Tablut", "Chess", "Ataxx", "InternationalDraughts", "Dobutsu", "Kalah",
	} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			sum, squares := 0.0, 0.0
			for i := range b.N {
				seed := uint64(i)
				without, err := Learn(context.Background(), g, Options{Time: learning, Seed: seed})
				if err != nil {
					b.Fatal(err)
				}
				with, err := Learn(context.Background(), g, Options{Time: learning, Seed: seed + 1000, Mirror: encode.Mirror})
				if err != nil {
					b.Fatal(err)
				}
				end := time.Now().Add(playing)
				points, n := with.l.match(with.Function, without.Function, func() bool { return time.Now().After(end) })
				x := points / float64(max(n, 1))
				sum, squares = sum+x, squares+x*x
			}
			mean := sum / float64(b.N)
			b.ReportMetric(mean, "points")
			b.ReportMetric(math.Sqrt(max(squares/float64(b.N)-mean*mean, 0)/float64(b.N)), "±")
		})
	}
}

func (r *Report) world(f Function) *world {
	if l, ok := f.(*linear); ok {
		return l.w
	}
	return f.(*material).w
}
