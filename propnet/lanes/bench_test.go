package lanes_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ludens/game"
	"ludens/games"
	"ludens/internal/cputime"
	"ludens/propnet/lanes"
	"ludens/propnet/lanes/kernel"
)

// BenchmarkPlayouts plays embedded games in lanes, or the descriptions that
// LUDENS_BENCH_GAMES names, a file list with the system's list separator, on every level
// of processor. Figures are per second of processor time.
func BenchmarkPlayouts(b *testing.B) {
	texts := map[string]string{}
	order := []string{"ticTacToe", "connectFour", "breakthrough8", "reversi8", "checkers6", "hex7", "amazons6"}
	for _, name := range order {
		e, _ := games.Find(name)
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
			order, texts[name] = append(order, name), string(text)
		}
	}
	for _, name := range order {
		g := network(b, texts[name])
		f := g.Facts()
		for _, one := range []bool{false, true} {
			p, err := lanes.Compile(g.Network(), f.RoleSeat, f.Players, lanes.Options{OneTape: one, Bytes: 4 << 30})
			if err != nil {
				b.Fatal(err)
			}
			for _, level := range kernel.Supported() {
				way := "/turns/"
				if one {
					way = "/one/"
				}
				b.Run(name+way+level.String(), func(b *testing.B) {
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					m := lanes.NewMachineAt(p, level)
					start := []game.State{g.NewMachine().Save(nil)}
					out := make([]game.Tally, 1)
					steps, played := int64(0), 0
					begin := cputime.Thread()
					for i := 0; b.Loop(); i++ {
						if err := m.Playouts(context.Background(), nil, start, 8*lanes.Lanes, game.Stream(1, "benchmark", uint64(i)), 10_000, out); err != nil {
							b.Fatal(err)
						}
						steps += out[0].Steps
						played += out[0].Known()
					}
					used := (cputime.Thread() - begin).Seconds()
					s := p.Size()
					b.ReportMetric(float64(steps)/used/1e6, "Msteps/s")
					b.ReportMetric(float64(played)/used, "playouts/s")
					b.ReportMetric(float64(s.Bytes)/1024, "KiB/pass")
					b.ReportMetric(float64(s.Inputs), "inputs/pass")
					b.ReportMetric(float64(s.Runs), "runs/pass")
					b.ReportMetric(float64(p.Rows()), "rows")
				})
			}
		}
	}
}
