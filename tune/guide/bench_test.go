package guide

import (
	"context"
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
// inside that of a player, on one thread without a cache, with a small net, so that what the
// search adds is seen. cpu-µs/eval is what a busy machine disturbs less: of the thread, and for a
// player, which has timers beside its workers, of the process. share runs the engine and the search in
// turns, a few milliseconds each, and gives the median of the quotients in per cent: it means something where
// the machine is twice as fast a moment later.
func BenchmarkEvaluation(b *testing.B) {
	for _, name := range []string{filling, "connectFour", "breakthrough8"} {
		g, err := catalog.Open(b.Context(), name, catalog.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(g.Facts().Name, func(b *testing.B) { evaluation(b, g) })
	}
}

func evaluation(b *testing.B, g game.Game) {
	enc, err := encode.New(g, encode.Options{})
	if err != nil {
		b.Fatal(err)
	}
	spec := design.Choose(enc, g.Facts(), design.Options{Width: 32, Blocks: 2})
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
	})
	b.Run("share", func(b *testing.B) {
		const slice = 50 // evaluations
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
			begin := cputime.Thread()
			for range slice {
				e.Run(1, in, policy, values, &ws)
			}
			return float64(cputime.Thread()-begin) / slice
		}
		var shares []float64
		before := bare()
		for b.Loop() {
			done, begin := v.Stats().Evaluations, cputime.Thread()
			if _, err := s.Search(b.Context(), state, slice, mcts.RootOptions{}); err != nil {
				b.Fatal(err)
			}
			each := float64(cputime.Thread()-begin) / float64(max(v.Stats().Evaluations-done, 1))
			after := bare()
			shares = append(shares, 50*(before+after)/each)
			before = after
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
	})
}
