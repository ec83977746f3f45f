package guide

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"ludens/agent"
	"ludens/agent/mcts"
	"ludens/catalog"
	"ludens/game"
	"ludens/internal/cputime"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/infer"
	"ludens/nets/kernel"
)

// filling is a description without any rule but that of an empty board.
const filling = `(game "Filling a board" (players 2) (equipment {(board (square 9)) (piece "Disc" Each)})
	(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))`

// BenchmarkEvaluation is what an evaluation costs bare, inside the search alone (a Searcher) and
// inside that of a player (engine-µs/eval: of which the engine, by the clock), on one thread without a cache, with a small net, so that what the
// search adds is seen. cpu-µs/eval is what a busy machine disturbs less: of the thread, and for a
// player, which has timers beside its workers, of the process. share runs the engine and the search in
// turns, a few milliseconds each, and gives the median of the quotients of clock times in per cent: it means
// something where the machine is twice as fast a moment later. Ask for a few hundred steps.
func BenchmarkEvaluation(b *testing.B) {
	for _, name := range []string{filling, "connectFour", "breakthrough8"} {
		g, err := catalog.Open(b.Context(), name, catalog.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, o := range []design.Options{{Width: 32, Blocks: 2}, {Width: 64, Blocks: 5}} {
			b.Run(fmt.Sprintf("%s/%dx%d", g.Facts().Name, o.Width, o.Blocks), func(b *testing.B) { evaluation(b, g, o) })
		}
	}
}

func evaluation(b *testing.B, g game.Game, o design.Options) {
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		b.Fatal(err)
	}
	spec := design.Choose(enc, g.Facts(), o)
	net := spec.Layers()
	e, err := infer.NewEngine(net, enc.Links(), net.NewWeights(game.Stream(1, "bench", 0)), kernel.Best())
	if err != nil {
		b.Fatal(err)
	}
	per := func(b *testing.B, took time.Duration, n float64) {
		b.ReportMetric(float64(took.Nanoseconds())/1e3/n, "cpu-µs/eval")
	}
	b.Run("engine", func(b *testing.B) {
		in, policy, values := make([]float32, spec.In.Size()), make([]float32, spec.Logits()), make([]float32, spec.Values)
		enc.Encode(g.NewMachine(), in)
		var ws infer.Workspace
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		begin := cputime.Thread()
		for b.Loop() {
			e.Run(1, in, policy, values, &ws)
		}
		per(b, cputime.Thread()-begin, float64(b.N))
	})
	b.Run("search", func(b *testing.B) {
		v, err := infer.New(enc, e, infer.Options{Threads: 1, CacheBytes: -1})
		if err != nil {
			b.Fatal(err)
		}
		defer v.Close()
		s := mcts.NewSearcher(g, mcts.Options{Evaluator: v, Seed: 1})
		state := g.NewMachine().Save(nil)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		begin := cputime.Thread()
		b.ResetTimer()
		if _, err := s.Search(b.Context(), state, int64(b.N), mcts.RootOptions{}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		per(b, cputime.Thread()-begin, float64(v.Stats().Evaluations))
		b.ReportMetric(1e6*v.Stats().Computing/float64(v.Stats().Evaluations), "engine-µs/eval")
	})
	b.Run("share", func(b *testing.B) {
		const slice, kept = 50, 200 // iterations, and slices before the tree begins anew
		v, err := infer.New(enc, e, infer.Options{Threads: 1, CacheBytes: -1})
		if err != nil {
			b.Fatal(err)
		}
		defer v.Close()
		s := mcts.NewSearcher(g, mcts.Options{Evaluator: v, Seed: 1})
		state := g.NewMachine().Save(nil)
		in, policy, values := make([]float32, spec.In.Size()), make([]float32, spec.Logits()), make([]float32, spec.Values)
		enc.Encode(g.NewMachine(), in)
		var ws infer.Workspace
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		bare := func() float64 {
			begin := time.Now()
			for range slice {
				e.Run(1, in, policy, values, &ws)
			}
			return float64(time.Since(begin)) / slice
		}
		bare() // makes room
		var shares []float64
		for i := 0; b.Loop(); i++ {
			if i%kept == 0 {
				s.Forget()
			}
			before, done, begin := bare(), v.Stats().Evaluations, time.Now()
			if _, err := s.Search(b.Context(), state, slice, mcts.RootOptions{}); err != nil {
				b.Fatal(err)
			}
			each := float64(time.Since(begin)) / float64(v.Stats().Evaluations-done)
			shares = append(shares, 50*(before+bare())/each)
		}
		slices.Sort(shares)
		b.ReportMetric(shares[len(shares)/2], "share-%")
	})
	b.Run("player", func(b *testing.B) {
		v, err := infer.New(enc, e, infer.Options{Threads: 1, CacheBytes: -1})
		if err != nil {
			b.Fatal(err)
		}
		defer v.Close()
		m := g.NewMachine()
		p := mcts.New(mcts.Options{Threads: 1, Evaluator: v, Evaluations: 1, Iterations: int64(b.N), Seed: 1})
		begun, cancel := context.WithDeadline(b.Context(), time.Now())
		defer cancel()
		if err := p.Begin(begun, g, 0, agent.Clocks{}); err != nil {
			b.Fatal(err)
		}
		defer p.End()
		begin := cputime.Process()
		b.ResetTimer()
		if _, err := p.Choose(context.WithoutCancel(b.Context()), agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(0, nil)}); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		per(b, cputime.Process()-begin, float64(v.Stats().Evaluations))
		b.ReportMetric(1e6*v.Stats().Computing/float64(v.Stats().Evaluations), "engine-µs/eval")
	})
}
