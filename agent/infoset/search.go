package infoset

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
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
	last    *search // the newest; its trees are gone on with
	latest  *search // the last decision's, which stats is about
	asked   agent.Turn
	chosen  game.Move
	chose   bool // a move was chosen since the game began
	stats   agent.Stats
}

// NewSearcher returns a player.
func NewSearcher(opt SearchOptions) *Searcher { return &Searcher{opt: opt.withDefaults()} }

// Name is "ismcts".
func (*Searcher) Name() string { return "ismcts" }

// Begin takes the game and searches the initial position, which everybody knows, until
// ctx is done. What it finds out is kept.
func (s *Searcher) Begin(ctx context.Context, g game.Game, seat int, _ agent.Clocks) error {
	f := g.Facts()
	if seat < 0 || seat >= f.Players {
		return fmt.Errorf("begin a search: seat %d of a game for %d players", seat, f.Players)
	}
	s.End()
	s.g, s.seat = g, seat
	if ctx.Err() != nil || ctx.Done() == nil {
		return nil
	}
	m := g.NewMachine()
	if m.Terminal() {
		return m.Err()
	}
	// The views are those that a Tracker begins with.
	s.asked = agent.Turn{
		States: []game.State{m.Save(nil)}, Views: [][]uint64{make([]uint64, len(f.Seats))}, Legal: m.Legal(seat, nil),
	}
	r := s.prepare(ctx, s.asked)
	s.start(r)
	r.await(ctx)
	if e := r.failed.Load(); e != nil {
		return *e
	}
	return nil
}

// End waits for the last workers.
func (s *Searcher) End() {
	s.wait(context.Background())
	*s = Searcher{opt: s.opt, turn: s.turn}
}

// statsWait is how long Stats waits: whoever asks may have an answer to give.
const statsWait = 100 * time.Millisecond

// Stats tells about the last Choose.
func (s *Searcher) Stats() agent.Stats {
	if r := s.latest; r != nil {
		ctx, cancel := context.WithTimeout(context.Background(), statsWait)
		s.wait(ctx)
		cancel()
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

// prepare makes a search, in the trees of the one before as far as they are about what
// the seats know now. Nobody may be searching.
func (s *Searcher) prepare(ctx context.Context, turn agent.Turn) *search {
	var old *search
	if s.last != nil {
		if s.last.failed.Load() != nil {
			s.workers = nil // the machines may be broken
		} else {
			old = s.last
		}
	}
	r := newSearch(s, ctx, turn, old)
	r.number = turn.Number
	if old != nil {
		r.budget = old.budget
	}
	if end, ok := ctx.Deadline(); ok {
		r.end = end
		r.budget = max(time.Until(end)/8, time.Millisecond)
	}
	return r
}

// start lets the workers go.
func (s *Searcher) start(r *search) {
	s.turn++
	s.last = r
	go s.work(r, s.turn) // ends with r.ended, which wait waits for
}

// await waits for the end of a search, or until ctx is done.
func (r *search) await(ctx context.Context) {
	select {
	case <-r.ended:
	case <-ctx.Done():
		r.stop.Store(true)
	}
}

// Choose searches until ctx is done or the iterations are made. It always
// returns a legal move; an error comes with it when the engine failed.
func (s *Searcher) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	move, err := s.choose(ctx, turn)
	s.asked, s.chosen, s.chose = turn, move, len(turn.Legal) > 0
	s.asked.Suggest, s.asked.Tell = nil, nil
	return move, err
}

func (s *Searcher) choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	begin := time.Now()
	s.stats, s.latest = agent.Stats{}, nil
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case s.g == nil || len(turn.States) == 0 || len(turn.Legal) == 1 && (s.opt.AnswerForced || ctx.Err() != nil):
		return turn.Legal[0], nil
	}
	rng := game.Stream(s.opt.Seed, "agent.infoset.choose", s.turn)
	fallback := turn.Legal[rng.IntN(len(turn.Legal))]
	if turn.Suggest != nil {
		turn.Suggest(fallback)
	}
	if !s.wait(ctx) {
		return fallback, nil
	}
	pondered := int64(0)
	if s.last != nil && s.last.between {
		pondered = s.last.done.Load()
	}
	r := s.prepare(ctx, turn)
	s.start(r)
	s.latest = r

	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	told := tellEvery
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
			if e := time.Since(begin); turn.Tell != nil && e >= told {
				turn.Tell(r.thought(begin, turn))
				told = e + tellEvery
			}
		}
	}
	if turn.Tell != nil {
		turn.Tell(r.thought(begin, turn))
	}
	s.stats.Elapsed, s.stats.Pondered = time.Since(begin), pondered
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

// Ponder goes on searching from where the last choice was made, with the chosen move
// fixed, until ctx is done.
func (s *Searcher) Ponder(ctx context.Context) {
	if s.g == nil || len(s.asked.States) == 0 || ctx.Err() != nil || !s.wait(ctx) {
		return
	}
	var r *search
	if s.last != nil && s.last.number == s.asked.Number && s.last.failed.Load() == nil {
		r = s.last.again(ctx)
	} else {
		r = s.prepare(ctx, s.asked)
	}
	if s.chose {
		move := s.chosen
		r.fixed = &move
	}
	r.between = true
	s.start(r)
	r.await(ctx)
}

// search is what the workers of one decision share.
type search struct {
	own     int
	number  int // of the turn
	states  []game.State
	weights []float64
	roots   [][]*infoNode          // per state and player
	views   [][]uint64             // per state and seat, nil if unknown
	known   bool                   // views are
	index   []map[uint64]*infoNode // see find

	uncounted bool // nodes and bytes contain what is not in the trees any more
	limit     int64
	end       time.Time       // when to stop by the clock; zero = never
	cancel    <-chan struct{} // the same; nil = never
	budget    time.Duration   // of a playout; 0 = none
	fixed     *game.Move      // the own move at the roots, nil if it is open
	between   bool            // between messages: workers sleep now and then

	stop   atomic.Bool
	begun  atomic.Int64
	done   atomic.Int64
	steps  atomic.Int64
	nodes  atomic.Int64
	bytes  atomic.Int64
	failed atomic.Pointer[error]
	ended  chan struct{}
}

// newSearch makes the roots of a search. They are nodes of the old one's trees where
// these know what the seats have done and seen by now.
func newSearch(s *Searcher, ctx context.Context, turn agent.Turn, old *search) *search {
	r := &search{own: s.seat, states: turn.States, limit: s.opt.Iterations, cancel: ctx.Done(), ended: make(chan struct{})}
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
	// Whoever does not keep account of views leaves them at 0.
	r.known = len(turn.Views) == len(turn.States) && (turn.Number == 0 || turn.Views[0][s.seat] != 0)
	if old != nil && (!r.known || !old.known || old.bytes.Load() > s.opt.Bytes/2) {
		old = nil
	}
	shared := make([]map[uint64]*infoNode, players)
	for i := range r.weights {
		r.weights[i] /= sum
		row := make([]*infoNode, players)
		for seat := range row {
			// What the other knows is unknown without views: it then gets one tree for
			// all positions. The own seat has one anyway.
			var view uint64
			if len(turn.Views) == len(turn.States) && seat < len(turn.Views[i]) {
				view = turn.Views[i][seat]
			}
			key := view
			if seat == s.seat {
				key = 0
			}
			if shared[seat] == nil {
				shared[seat] = map[uint64]*infoNode{}
			}
			if shared[seat][key] == nil {
				n := old.find(seat, view)
				if n == nil {
					n = &infoNode{}
					r.nodes.Add(1)
					r.bytes.Add(infoNodeBytes)
				}
				shared[seat][key] = n
			}
			row[seat] = shared[seat][key]
		}
		r.roots = append(r.roots, row)
		var views []uint64
		if r.known {
			views = turn.Views[i]
		}
		r.views = append(r.views, views)
	}
	if old != nil { // all of it counts until rest has finished
		r.nodes.Add(old.nodes.Load())
		r.bytes.Add(old.bytes.Load())
		r.uncounted = true
	}
	return r
}

// again is a search in the trees of this one, which has ended.
func (r *search) again(ctx context.Context) *search {
	to := &search{
		own: r.own, states: r.states, weights: r.weights, roots: r.roots, views: r.views, known: r.known,
		limit: r.limit, cancel: ctx.Done(), budget: r.budget, uncounted: r.uncounted, ended: make(chan struct{}),
	}
	to.nodes.Store(r.nodes.Load())
	to.bytes.Store(r.bytes.Load())
	return to
}

// find looks for what a seat knows by now: one of its roots, or a child of one. Nobody
// may be searching.
func (r *search) find(seat int, view uint64) *infoNode {
	if r == nil {
		return nil
	}
	if r.index == nil {
		r.index = make([]map[uint64]*infoNode, len(r.roots[0]))
	}
	if r.index[seat] == nil {
		index := map[uint64]*infoNode{}
		for i, row := range r.roots {
			n := row[seat]
			if index[r.views[i][seat]] == n {
				continue
			}
			index[r.views[i][seat]] = n
			maps.Copy(index, n.kids)
		}
		r.index[seat] = index
	}
	return r.index[seat][view]
}

// recount measures the trees that were taken over, while workers grow them: what they
// add ahead of it counts twice, until the next time.
func (r *search) recount() {
	oldNodes, oldBytes := r.nodes.Load(), r.bytes.Load()
	var nodes, bytes int64
	seen := map[*infoNode]bool{} // roots may be shared
	var stack []*infoNode
	for _, row := range r.roots {
		for _, n := range row {
			if !seen[n] {
				seen[n] = true
				stack = append(stack, n)
			}
		}
	}
	for len(stack) > 0 {
		if nodes%256 == 0 && r.over() {
			return
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n.mu.Lock()
		nodes++
		bytes += infoNodeBytes + infoArmBytes*int64(len(n.arms))
		for _, kid := range n.kids {
			stack = append(stack, kid)
		}
		n.mu.Unlock()
	}
	r.nodes.Add(nodes - oldNodes)
	r.bytes.Add(bytes - oldBytes)
	r.uncounted = false
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
	select {
	case <-r.cancel: // nil blocks for ever
		r.stop.Store(true)
		return true
	default:
		return false
	}
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
	allowed := among(legal)
	for i := range n.arms {
		a := &n.arms[i]
		if a.n > 0 && allowed(a.move) &&
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
func (s *Searcher) work(r *search, turn uint64) {
	defer close(r.ended)
	f := s.g.Facts()
	for len(s.workers) < s.opt.Threads {
		s.workers = append(s.workers, &searchWorker{f: f, opt: &s.opt, value: make([]float64, f.Players)})
	}
	var wg, counted sync.WaitGroup
	if r.uncounted {
		counted.Go(r.recount)
	}
	for i, w := range s.workers {
		w.r = r
		w.rng = game.Stream(s.opt.Seed, "agent.infoset.worker", turn<<16|uint64(i))
		w.runner.Limit, w.runner.Budget, w.runner.Stop = s.opt.PlayoutSteps, r.budget, nil
		if r.cancel != nil {
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
	r.stop.Store(true)
	counted.Wait()
}

// Validate reports values that make no sense.
func (o SearchOptions) Validate() error {
	if o.Threads < 0 || o.Iterations < 0 || o.Bytes < 0 || o.Exploration < 0 || o.PlayoutSteps < 0 || o.Depth < 0 {
		return errors.New("search: options must not be negative")
	}
	return nil
}

var (
	_ agent.Reporter = (*Searcher)(nil)
	_ agent.Ponderer = (*Searcher)(nil)
)
