package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/catalog"
	"ludens/game"
)

func main() {
	for _, name := range os.Args[1:] {
		g, err := catalog.Open(context.Background(), name, catalog.Options{})
		if err != nil { panic(err) }
		fn, rep, err := heuristic.Learn(context.Background(), g, heuristic.Options{Time: 3 * time.Second, Threads: 1})
		if err != nil { panic(err) }
		m := g.NewMachine()
		sc := fn.NewScorer()
		d := make([]float64, 4)
		n := 0
		t := time.Now()
		for time.Since(t) < 200*time.Millisecond { sc.Score(m, d); n++ }
		per := time.Since(t) / time.Duration(n)
		p := alphabeta.New(alphabeta.Options{Function: fn})
		done, c := context.WithCancel(context.Background()); c()
		p.Begin(done, g, 0, agent.Clocks{})
		f, _ := os.Create("/tmp/ab." + "prof")
		pprof.StartCPUProfile(f)
		ctx, c2 := context.WithTimeout(context.Background(), 2*time.Second)
		t = time.Now()
		p.Choose(ctx, agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)})
		c2()
		pprof.StopCPUProfile()
		f.Close()
		s := p.Stats()
		fmt.Printf("%s: games %d+%d loss %.3f/%.3f corr %.2f duel %g/%d; score %v; nodes/s %.0f depth %d value %.3f\n", name, rep.RandomGames, rep.OwnGames, rep.LogLoss, rep.ConstantLogLoss, rep.Correlation, rep.Duel, rep.DuelGames, per, float64(s.Iterations)/time.Since(t).Seconds(), s.Depth, s.Value)
	}
}
