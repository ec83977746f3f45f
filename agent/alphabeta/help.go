package alphabeta

import (
	"cmp"
	"sync"
	"sync/atomic"
	"time"

	"ludens/game"
)

// helpAfter is when the others begin. What one worker proves within it is proven: an unproven
// score of another, searched deeper, may take a proof's place in the table and end the search of
// a position that the first would have proven.
const helpAfter = 30 * time.Millisecond

// helped starts the other workers of a turn. They search the same position with statistics
// of their own, so that they go other ways, and what they find reaches the first worker
// through the table: a shared hash table without any division of work (Lazy SMP, see
// Østensen, "A complete chess engine parallelized using Lazy SMP", 2016). Whoever calls the
// function that comes back ends them and gets the positions that they have visited.
func (s *search) helped(stop *atomic.Bool, state game.State, legal []game.Move, turn uint64) func() int64 {
	if s.opt.Threads < 2 {
		return func() int64 { return 0 }
	}
	for len(s.others) < s.opt.Threads-1 {
		s.others = append(s.others, nil)
	}
	s.table.share(true)
	var ended atomic.Bool
	var nodes atomic.Int64
	over := make(chan struct{})
	after := cmp.Or(s.opt.helpAfter, helpAfter)
	var wg sync.WaitGroup
	for i, h := range s.others {
		if h == nil {
			h = s.helper()
			s.others[i] = h
		}
		h.end, h.limit, h.stop, h.also = s.end, 0, stop, &ended
		rng := game.Stream(s.opt.Seed, "agent.alphabeta.help", turn<<8|uint64(i))
		wg.Go(func() {
			defer func() {
				if recover() != nil { // the first worker comes upon it, or does without
					s.others[i] = nil
				}
			}()
			timer := time.NewTimer(after)
			defer timer.Stop()
			select {
			case <-over:
				return
			case <-timer.C:
			}
			h.run(state, legal, rng, &decisionSoFar{news: make(chan struct{}, 1)})
			nodes.Add(h.nodes)
		})
	}
	return func() int64 {
		ended.Store(true)
		close(over)
		wg.Wait()
		s.table.share(false)
		return nodes.Load()
	}
}

// helper makes a worker that shares nothing but the table.
func (s *search) helper() *search {
	return &search{
		g: s.g, cursor: newCursor(s.g), opt: s.opt, seat: s.seat, scorer: newScorer(s.opt),
		table: s.table, habits: newHabits(len(s.f.Seats)), past: map[uint64]bool{},
	}
}
