package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"ludens/catalog"
	"ludens/game"
)

func main() {
	for _, name := range os.Args[1:] {
		g, err := catalog.Open(context.Background(), name, catalog.Options{DefsDir: "/work/shared/corpus/ludii/def"})
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		begin := time.Now()
		b, err := game.OwnBatch(g, 256<<20)
		took := time.Since(begin)
		if err != nil {
			if took > 100*time.Millisecond {
				fmt.Printf("%-40s %6.2f s %v\n", g.Facts().Name, took.Seconds(), err)
			}
			continue
		}
		m := g.NewMachine()
		rng := game.Stream(1, "x", 1)
		n := 0
		begin = time.Now()
		for ; time.Since(begin) < 100*time.Millisecond || n < 2; n++ {
			m.Reset()
			game.Playout(m, rng, 1000)
		}
		single := time.Since(begin).Seconds() / float64(n)
		best := 1e9
		for range 3 {
			out := make([]game.Tally, 1)
			m.Reset()
			begin = time.Now()
			b.Playouts(context.Background(), []game.State{m.Save(nil)}, b.Lanes(), rng, 1000, out)
			best = min(best, time.Since(begin).Seconds())
		}
		fmt.Printf("%-40s %6.2f s to build, %7.2f ms for 512, %8.0f/s, one by one %8.0f/s: %6.1f\n", g.Facts().Name, took.Seconds(), 1000*best, 512/best, 1/single, single*512/best)
	}
}
