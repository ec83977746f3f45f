package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"ludens/catalog"
	"ludens/game"
)

func main() {
	for _, name := range os.Args[1:] {
		opt := catalog.Options{}
		src, err := catalog.Find(name, opt)
		if err != nil { fmt.Println(err); continue }
		g, err := src.Open(context.Background(), opt)
		if err != nil { fmt.Println(err); continue }
		m := g.NewMachine()
		rng := rand.New(rand.NewPCG(1, 2))
		steps, n := 0, 0
		t := time.Now()
		for time.Since(t) < 700*time.Millisecond {
			m.Reset()
			steps += game.Playout(m, rng, 1000)
			n++
		}
		native := float64(n) / time.Since(t).Seconds()
		len_ := float64(steps) / float64(n)
		w := game.Walker{}
		n = 0
		t = time.Now()
		for time.Since(t) < 700*time.Millisecond {
			m.Reset()
			for s := 0; s < 1000 && !m.Terminal(); s++ { w.Step(m, rng) }
			n++
		}
		walk := float64(n) / time.Since(t).Seconds()
		// child stepping: at each position of a playout step all moves of the active seat
		var st, st2 game.State
		var legal []game.Move
		f := g.Facts()
		n, pos, br := 0, 0, 0
		t = time.Now()
		for time.Since(t) < 700*time.Millisecond {
			m.Reset()
			for s := 0; s < 1000 && !m.Terminal() && time.Since(t) < 1500*time.Millisecond; s++ {
				st = m.Save(st)
				joint := append([]game.Move(nil), w.Draw(m, rng)...)
				for seat := range f.Players {
					legal = m.Legal(seat, legal)
					if len(legal) > 1 {
						pos++
						br += len(legal)
						j := append([]game.Move(nil), joint...)
						for _, mv := range legal {
							j[seat] = mv
							m.Step(j)
							_ = m.Terminal()
							m.Load(st)
						}
					}
				}
				m.Step(joint)
				st2 = m.Save(st2)
			}
			n++
		}
		el := time.Since(t).Seconds()
		fmt.Printf("%-28s native %8.0f/s len %6.1f walk %8.0f/s (%.2f) br %6.1f child steps %9.0f/s  native steps/s %9.0f\n", name, native, len_, walk, walk/native, float64(br)/float64(max(pos, 1)), float64(br)/el, native*len_)
	}
}
