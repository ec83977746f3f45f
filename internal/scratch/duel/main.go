package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"ludens/agent"
	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
)

var fn heuristic.Function

func parse(s string, seed uint64) mcts.Options {
	o := mcts.Options{Threads: 1, Seed: seed}
	for _, kv := range strings.Split(s, ",") {
		k, v, _ := strings.Cut(kv, "=")
		x, _ := strconv.ParseFloat(v, 64)
		switch k {
		case "classic": o.Classic = true
		case "plain": o.Plain = true
		case "sharp": o.Policy.Sharp = x
		case "greedy": o.Policy.Greedy = int(x)
		case "cut": o.Policy.Cut = int(x)
		case "ref": o.Ref = int(x)
		case "bias": o.Bias = x
		case "fpu": o.FirstPlay = true
		case "nourg":
		case "look": o.LookCost = x
		case "haste": o.Haste = x
		case "exp": o.Exploration = x
		case "ea": o.ExpandAfter = int(x)
		case "fn": o.Function = fn
		case "", "new":
		default: panic(k)
		}
	}
	return o
}

func player(spec string, seed uint64) agent.Player {
	if rest, ok := strings.CutPrefix(spec, "ab"); ok {
		o := alphabeta.Options{Seed: seed}
		for _, k := range strings.Split(rest, ",") {
			switch k {
			case "fn": o.Function = fn
			case "mat": o.Function = mat
			case "plain": o.Plain = true
			case "":
			default: panic(k)
			}
		}
		return alphabeta.New(o)
	}
	return mcts.New(parse(spec, seed))
}

var mat heuristic.Function

func main() {
	a := flag.String("a", "", "")
	b := flag.String("b", "classic", "")
	n := flag.Int("n", 10, "")
	ms := flag.Int("ms", 100, "")
	par := flag.Int("p", 2, "")
	op := flag.Int("op", 4, "")
	maxp := flag.Int("max", 300, "")
	learn := flag.Duration("learn", 4*time.Second, "")
	explain := flag.Bool("explain", false, "")
	flag.Parse()
	tot, cnt := 0.0, 0.0
	for _, name := range flag.Args() {
		opt := catalog.Options{}
		src, err := catalog.Find(name, opt)
		if err != nil { fmt.Println(err); continue }
		g, err := src.Open(context.Background(), opt)
		if err != nil { fmt.Println(err); continue }
		if strings.Contains(*a+*b, "fn") {
			var rep *heuristic.Report
			fn, rep, err = heuristic.Learn(context.Background(), g, heuristic.Options{Time: *learn, Threads: 2})
			if err != nil { fmt.Println(name, err); continue }
			fmt.Printf("%s learned: %d+%d games, loss %.3f const %.3f corr %.2f kept %v feats %d\n", name, rep.RandomGames, rep.OwnGames, rep.LogLoss, rep.ConstantLogLoss, rep.Correlation, rep.Kept, rep.Features)
			if *explain { for i, l := range fn.Explain() { if i < 25 { fmt.Println("   ", l) } } }
		}
		mat = heuristic.Material(g)
		var mu sync.Mutex
		score, done := 0.0, 0
		var its [2]float64
		var moves [2]float64
		var dep [2]float64
		jobs := make(chan int)
		var wg sync.WaitGroup
		for range *par {
			wg.Go(func() {
				for i := range jobs {
					f := g.Facts()
					m := g.NewMachine()
					rng := rand.New(rand.NewPCG(uint64(i/2), 77))
					var w game.Walker
					for {
						m.Reset()
						k := rng.IntN(*op + 1)
						for j := 0; j < k && !m.Terminal(); j++ { w.Step(m, rng) }
						if !m.Terminal() { break }
					}
					ctx0, c0 := context.WithCancel(context.Background())
					c0()
					ps := make([]agent.Player, f.Players)
					for s := range ps {
						spec := *a
						if (s+i)%2 == 1 { spec = *b }
						ps[s] = player(spec, uint64(i))
						if err := ps[s].Begin(ctx0, g, s, agent.Clocks{}); err != nil { panic(err) }
					}
					for ply := 0; !m.Terminal() && ply < *maxp; ply++ {
						joint := append([]game.Move(nil), w.Draw(m, rng)...)
						for s, p := range ps {
							legal := m.Legal(s, nil)
							if len(legal) < 2 { continue }
							ctx, c := context.WithTimeout(context.Background(), time.Duration(*ms)*time.Millisecond)
							mv, err := p.Choose(ctx, agent.Turn{Number: ply, States: []game.State{m.Save(nil)}, Legal: legal})
							c()
							if err != nil { panic(err) }
							joint[s] = mv
							st := p.(agent.Reporter).Stats()
							mu.Lock()
							its[(s+i)%2] += float64(st.Iterations); moves[(s+i)%2]++; dep[(s+i)%2] += float64(st.Depth)
							mu.Unlock()
						}
						m.Step(joint)
					}
					u := make([]float64, f.Players)
					if m.Terminal() { m.Utility(u) }
					for _, p := range ps { p.End() }
					var sum, c [2]float64
					for s := range u { sum[(s+i)%2] += u[s]; c[(s+i)%2]++ }
					d := sum[0]/c[0] - sum[1]/c[1]
					r := 0.5
					if d > 1e-9 { r = 1 } else if d < -1e-9 { r = 0 }
					mu.Lock()
					score += r; done++
					mu.Unlock()
				}
			})
		}
		for i := range *n { jobs <- i }
		close(jobs)
		wg.Wait()
		fmt.Printf("%-24s %5.1f/%d = %3.0f%%  its %8.0f %8.0f depth %.0f %.0f plies %.0f\n", name, score, done, 100*score/float64(done), its[0]/moves[0], its[1]/moves[1], dep[0]/moves[0], dep[1]/moves[1], (moves[0]+moves[1])/float64(done))
		tot += score; cnt += float64(done)
	}
	fmt.Printf("ALL %.1f/%.0f = %.1f%%\n", tot, cnt, 100*tot/cnt)
}
