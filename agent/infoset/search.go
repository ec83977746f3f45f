package infoset

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/agent/playout"
	"ludens/game"
)

// SearchOptions bound a Searcher. The zero value works.
type SearchOptions struct {
	Threads      int     // workers; 0 means all cores given to the process
	Iterations   int64   // simulations per decision; 0 means the clock alone (10000 without a clock)
	Bytes        int64   // memory of the trees; default 256 MiB
	Exploration  float64 // scale of the confidence bound; default 1
	PlayoutSteps int     // default playout.DefaultLimit
	Depth        int     // of the trees in joint moves; default 200
	AnswerForced bool    // do not think when there is only one legal move
	Seed         uint64
}

func (o SearchOptions) withDefaults() SearchOptions {
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Bytes < 1 {
		o.Bytes = 256 << 20
	}
	if o.Exploration <= 0 {
		o.Exploration = 1
	}
	if o.PlayoutSteps < 1 {
		o.PlayoutSteps = playout.DefaultLimit
	}
	if o.Depth < 1 {
		o.Depth = 200
	}
	return o
}

// Searcher is a player for games that hide something. Every simulation draws one
// of the positions the seat may be in and plays from there; each seat selects in
// a tree of its own, whose nodes are told apart only by what that seat did and
// was told. So nobody's choice depends on what it cannot know. Make it with
// NewSearcher.
type Searcher struct {
	opt     SearchOptions
	g       game.Game
	seat    int
	turn    uint64
	workers []*searchWorker
	last    *search
	stats   agent.Stats
}

// NewSearcher returns a player.
func NewSearcher(opt SearchOptions) *Searcher { return &Searcher{opt: opt.withDefaults()} }

// Name is "ismcts".
func (*Searcher) Name() string { return "ismcts" }

// Begin takes the game. The start clock is not used: before the first percept
// the positions of the match are not known, and trees are not kept.
func (s *Searcher) Begin(_ context.Context, g game.Game, seat int, _ agent.Clocks) error {
	if seat < 0 || seat >= g.Facts().Players {
		return fmt.Errorf("begin a search: seat %d of a game for %d players", seat, g.Facts().Players)
	}
	s.End()
	s.g, s.seat = g, seat
	return nil
}

// End waits for the last workers.
func (s *Searcher) End() {
	s.wait(context.Background())
	s.g, s.workers = nil, nil
}

// Stats tells about the last Choose.
func (s *Searcher) Stats() agent.Stats {
	if r := s.last; r != nil {
		s.wait(context.Background())
		s.stats.Iterations, s.stats.Nodes, s.stats.Bytes = r.done.Load(), r.nodes.Load(), r.bytes.Load()
		s.stats.Steps = r.steps.Load()
	}
	return s.stats
}

func (s *Searcher) wait(ctx context.Context) bool {
	if s.last == nil {
		return true
	}
	s.last.stop.Store(true)
	select {
	case <-s.last.ended:
		return true
	default:
	}
	select {
	case <-s.last.ended:
		return true
	case <-ctx.Done():
		return false
	}
}

// Choose searches until ctx is done or the iterations are made. It always
// returns a legal move; an error comes with it when the engine failed.
func (s *Searcher) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	begin := time.Now()
	s.stats = agent.Stats{}
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case s.g == nil || len(turn.States) == 0 || len(turn.Legal) == 1 && s.opt.AnswerForced:
		return turn.Legal[0], nil
	}
	s.turn++
	rng := game.Stream(s.opt.Seed, "agent.infoset.choose", s.turn)
	fallback := turn.Legal[rng.IntN(len(turn.Legal))]
	if turn.Suggest != nil {
		turn.Suggest(fallback)
	}
	if !s.wait(ctx) {
		return fallback, nil
	}
	if s.last != nil && s.last.failed.Load() != nil {
		s.workers = nil // the machines may be broken
	}
	r := newSearch(s, ctx, turn)
	if end, ok := ctx.Deadline(); ok {
		r.end = end
	}
	s.last = r
	go s.work(ctx, r) // ends with r.ended, which wait waits for

	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for running := true; running; {
		select {
		case <-r.ended:
			running = false
		case <-ctx.Done():
			r.stop.Store(true)
			running = false
		case <-tick.C:
			if a, ok := r.best(turn.Legal); ok && turn.Suggest != nil {
				turn.Suggest(a.move)
			}
		}
	}
	s.stats.Elapsed = time.Since(begin)
	var err error
	if e := r.failed.Load(); e != nil {
		err = *e
	}
	a, ok := r.best(turn.Legal)
	if !ok {
		return fallback, err
	}
	s.stats.Visits, s.stats.Value = int64(a.n), a.sum/float64(a.n)
	return a.move, err
}

// search is what the workers of one decision share.
type search struct {
	own     int
	states  []game.State
	weights []float64
	roots   [][]*infoNode // per state and player
	limit   int64
	end     time.Time // when to stop by the clock; zero = never

	stop   atomic.Bool
	begun  atomic.Int64
	done   atomic.Int64
	steps  atomic.Int64
	nodes  atomic.Int64
	bytes  atomic.Int64
	failed atomic.Pointer[error]
	ended  chan struct{}
}

func newSearch(s *Searcher, ctx context.Context, turn agent.Turn) *search {
	r := &search{own: s.seat, states: turn.States, limit: s.opt.Iterations, ended: make(chan struct{})}
	if r.limit == 0 && ctx.Done() == nil {
		r.limit = 10_000
	}
	sum := 0.0
	for i := range turn.States {
		w := 1.0
		if len(turn.Weights) == len(turn.States) {
			w = turn.Weights[i]
		}
		r.weights = append(r.weights, w)
		sum += w
	}
	players := s.g.Facts().Players
	own := &infoNode{}
	shared := make([]map[uint64]*infoNode, players)
	for i := range r.weights {
		r.weights[i] /= sum
		row := make([]*infoNode, players)
		for seat := range row {
			if seat == s.seat {
				row[seat] = own
				continue
			}
			// What the other knows is unknown without views: it then gets one tree for
			// all positions.
			var view uint64
			if len(turn.Views) == len(turn.States) && seat < len(turn.Views[i]) {
				view = turn.Views[i][seat]
			}
			if shared[seat] == nil {
				shared[seat] = map[uint64]*infoNode{}
			}
			if shared[seat][view] == nil {
				shared[seat][view] = &infoNode{}
				r.nodes.Add(1)
			}
			row[seat] = shared[seat][view]
		}
		r.roots = append(r.roots, row)
	}
	return r
}

// over reports whether to stop; workers look at the clock themselves (see
// agent/mcts).
func (r *search) over() bool {
	if r.stop.Load() {
		return true
	}
	if !r.end.IsZero() && !time.Now().Before(r.end) {
		r.stop.Store(true)
		return true
	}
	return false
}

// room takes n bytes of the trees' memory if the limit allows it.
func (r *search) room(n, limit int64) bool {
	if r.bytes.Add(n) <= limit {
		return true
	}
	r.bytes.Add(-n)
	return false
}

func (r *search) fail(err error) {
	r.failed.CompareAndSwap(nil, &err)
	r.stop.Store(true)
}

// best is the own move with most visits among the legal ones.
func (r *search) best(legal []game.Move) (infoArm, bool) {
	n := r.roots[0][r.own]
	n.mu.Lock()
	defer n.mu.Unlock()
	var best *infoArm
	for i := range n.arms {
		a := &n.arms[i]
		if a.n > 0 && slices.Contains(legal, a.move) &&
			(best == nil || a.n > best.n || a.n == best.n && a.sum > best.sum) {
			best = a
		}
	}
	if best == nil {
		return infoArm{}, false
	}
	return *best, true
}

// work runs the workers of a search.
func (s *Searcher) work(ctx context.Context, r *search) {
	defer close(r.ended)
	f := s.g.Facts()
	var budget time.Duration
	if end, ok := ctx.Deadline(); ok {
		budget = max(time.Until(end)/8, time.Millisecond)
	}
	for len(s.workers) < s.opt.Threads {
		s.workers = append(s.workers, &searchWorker{f: f, opt: &s.opt, value: make([]float64, f.Players)})
	}
	var wg sync.WaitGroup
	for i, w := range s.workers {
		w.r = r
		w.rng = game.Stream(s.opt.Seed, "agent.infoset.worker", s.turn<<16|uint64(i))
		w.runner.Limit, w.runner.Budget, w.runner.Stop = s.opt.PlayoutSteps, budget, nil
		if ctx.Done() != nil {
			w.runner.Stop = r.over
		}
		wg.Go(func() {
			defer func() {
				r.steps.Add(w.runner.Steps)
				w.runner.Steps = 0
				if e := recover(); e != nil {
					r.fail(fmt.Errorf("search: the engine panicked: %v", e))
				}
			}()
			if w.m == nil {
				w.m = s.g.NewMachine()
			}
			w.loop()
		})
	}
	wg.Wait()
}

// Validate reports values that make no sense.
func (o SearchOptions) Validate() error {
	if o.Threads < 0 || o.Iterations < 0 || o.Bytes < 0 || o.Exploration < 0 || o.PlayoutSteps < 0 || o.Depth < 0 {
		return errors.New("search: options must not be negative")
	}
	return nil
}

var _ agent.Reporter = (*Searcher)(nil)
