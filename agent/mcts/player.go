package mcts

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ludens/agent"
	"ludens/agent/infoset"
	"ludens/game"
)

// Player searches with UCT. Make it with New.
type Player struct {
	opt  Options
	g    game.Game
	seat int

	workers []*worker
	tree    *tree
	turn    uint64        // counts searches, for the random streams
	budget  time.Duration // of a playout in the last search with a clock; work's
	last    *run          // not yet waited for, or nil
	latest  *run          // that stats is about
	stats   agent.Stats
	price   float64      // of looking, once measured
	batches *batches     // nil where leaves are played out one by one
	hidden  agent.Player // plays instead, in a game that hides something
	mute    *error       // why the evaluator is not asked any more, or nil
	warning error        // the same until somebody has been told
	since   since        // the last decision, which Ponder goes on from
	between []*run       // made by Ponder since then
	list    []arm        // see best
	circles *circles     // nil: nothing is known of them

	mu   sync.Mutex // guards root against the goroutine that prepares it
	root *node
}

// New returns a player.
func New(opt Options) *Player { return &Player{opt: opt.withDefaults()} }

// statsWait is how long Stats waits: whoever asks may have an answer to give.
const statsWait = 100 * time.Millisecond

// Name is "mcts", whichever search a game needs.
func (p *Player) Name() string { return "mcts" }

// Begin takes the game and searches the initial position until ctx is done.
func (p *Player) Begin(ctx context.Context, g game.Game, seat int, clocks agent.Clocks) error {
	f := g.Facts()
	if seat < 0 || seat >= f.Players {
		return fmt.Errorf("begin a search: seat %d of a game for %d players", seat, f.Players)
	}
	p.drop()
	p.g, p.seat, p.tree, p.workers, p.hidden = g, seat, nil, nil, nil
	p.circles = nil
	p.mute, p.warning, p.price, p.since, p.between = nil, nil, 0, since{}, nil
	if f.Hidden {
		o := p.opt
		p.hidden = infoset.NewSearcher(infoset.SearchOptions{
			Threads: o.Threads, Iterations: o.Iterations, Bytes: o.Bytes, Exploration: o.Exploration,
			PlayoutSteps: o.PlayoutSteps, Depth: o.Depth, AnswerForced: o.AnswerForced, Seed: o.Seed,
		})
		return p.hidden.Begin(ctx, g, seat, clocks)
	}
	if p.opt.Together > 0 && (p.opt.Evaluator == nil || p.opt.Mix > 0) {
		p.batches = newBatches(g, &p.opt)
	}
	if ctx.Err() != nil || ctx.Done() == nil {
		return nil
	}
	m := g.NewMachine()
	if m.Terminal() {
		return m.Err()
	}
	turn := agent.Turn{States: []game.State{m.Save(nil)}, Legal: m.Legal(seat, nil)}
	if len(turn.Legal) == 0 {
		return agent.ErrNoMove
	}
	p.since = since{state: turn.States[0]}
	var c *circles
	if !p.opt.Plain && !p.opt.Classic {
		_ = guarded(func() { c = newCircles(g) })
	}
	opt := p.opt
	opt.AnswerForced = false
	_, err := p.search(ctx, turn, opt)
	p.circles = c // no move was made
	return err
}

// Choose searches until ctx is done, the iterations are made, or the result is
// proven, and returns the most visited move; with only one legal move it takes
// half of the time at most. It always returns a legal move; an error is returned
// with it when the engine failed on the way. When the evaluator fails, Warning says
// so, and the rest of the match is played with playouts.
func (p *Player) Choose(ctx context.Context, turn agent.Turn) (game.Move, error) {
	if end, ok := ctx.Deadline(); ok && len(turn.Legal) == 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)*(forcedPart-1)/forcedPart))
		defer cancel()
	}
	if p.hidden != nil {
		return p.hidden.Choose(ctx, turn)
	}
	p.stats = agent.Stats{}
	switch {
	case len(turn.Legal) == 0:
		return 0, agent.ErrNoMove
	case p.g == nil || len(turn.States) == 0:
		return turn.Legal[0], nil
	}
	move, err := p.search(ctx, turn, p.opt)
	p.since = since{turn.Likeliest(), move, true}
	return move, err
}

// End waits for the last workers and gives the tree back.
func (p *Player) End() {
	if p.hidden != nil {
		p.hidden.End()
	}
	p.drop()
	p.g, p.tree, p.workers, p.hidden = nil, nil, nil, nil
	p.since, p.between = since{}, nil
	p.setRoot(nil)
}

// Stats tells about the last Choose. It waits a little for workers that are not
// ready yet; what they still find is missing if that is not enough.
func (p *Player) Stats() agent.Stats {
	if p.hidden != nil {
		if r, ok := p.hidden.(agent.Reporter); ok {
			return r.Stats()
		}
	}
	if r := p.latest; r != nil {
		ctx, cancel := context.WithTimeout(context.Background(), statsWait)
		p.wait(ctx)
		cancel()
		p.stats.Iterations, p.stats.Steps, p.stats.Depth = r.done.Load(), r.steps.Load(), int(r.depth.Load())
		p.stats.Evaluations, p.stats.Waits = r.evals.Load(), r.waits.Load()
		if p.getRoot() != nil {
			p.stats.Nodes, p.stats.Bytes = p.tree.nodes.Load(), p.tree.bytes.Load()+p.tree.solver.Load()
		}
	}
	return p.stats
}

// Warning is the failure of the evaluator, once.
func (p *Player) Warning() error {
	err := p.warning
	p.warning = nil
	return err
}

// drop waits for whatever still works for the player.
func (p *Player) drop() {
	p.wait(context.Background())
	if p.batches != nil {
		<-p.batches.ready
	}
	p.batches = nil
}

func (p *Player) setRoot(n *node) {
	p.mu.Lock()
	p.root = n
	p.mu.Unlock()
}

func (p *Player) getRoot() *node {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.root
}

// wait waits for the workers of the last search, until ctx is done; false when
// they are still at work then.
func (p *Player) wait(ctx context.Context) bool {
	if p.last == nil {
		return true
	}
	p.last.stop.Store(true)
	select {
	case <-p.last.ended:
		p.last = nil
		return true
	default:
	}
	select {
	case <-p.last.ended:
		p.last = nil
		return true
	case <-ctx.Done():
		return false
	}
}

// search is Choose without the special cases.
func (p *Player) search(ctx context.Context, turn agent.Turn, opt Options) (game.Move, error) {
	begin := time.Now()
	p.turn++
	rng := game.Stream(p.opt.Seed, "agent.mcts.choose", p.turn)
	fallback := turn.Legal[rng.IntN(len(turn.Legal))]
	if turn.Suggest != nil {
		turn.Suggest(fallback)
	}
	if len(turn.Legal) == 1 && (opt.AnswerForced || ctx.Err() != nil) {
		return fallback, nil
	}
	if !p.wait(ctx) {
		return fallback, nil
	}
	p.setRoot(nil)
	if p.broken() {
		p.tree, p.workers = nil, nil // an engine that panicked may have left anything behind
	}
	pondered := p.pondered()
	r := &run{limit: opt.Iterations, ended: make(chan struct{})}
	if ctx.Done() != nil {
		r.piece = countAtOnce
	}
	if r.limit == 0 && ctx.Done() == nil {
		r.limit = DefaultIterations
	}
	if end, ok := ctx.Deadline(); ok {
		r.end = end
	}
	r.turn, r.width = p.turn, p.width(r.limit)
	r.mute.Store(p.mute)
	p.last = r
	go p.work(ctx, r, turn.Likeliest()) // ends with r.ended, which wait waits for

	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	next, told := 10*time.Millisecond, tellEvery
	for running := true; running; {
		select {
		case <-r.ended:
			running = false
		case <-ctx.Done():
			r.stop.Store(true)
			running = false
		case <-tick.C:
			if e := time.Since(begin); turn.Suggest != nil && e >= next {
				if a, ok := p.best(turn); ok {
					turn.Suggest(a.move)
				}
				next = e + max(e/8, 10*time.Millisecond)
			}
			if e := time.Since(begin); turn.Tell != nil && e >= told {
				turn.Tell(p.thought(r, begin, turn))
				told = e + tellEvery
			}
		}
	}
	p.latest, p.stats = r, agent.Stats{Elapsed: time.Since(begin), Pondered: pondered}
	var err error
	if e := r.mute.Load(); e != nil && p.mute == nil {
		p.mute, p.warning = e, *e
	}
	if e := r.failed.Load(); e != nil {
		err = *e
	}
	if turn.Tell != nil {
		turn.Tell(p.thought(r, begin, turn))
	}
	a, ok := p.best(turn)
	if !ok {
		return fallback, err
	}
	a = p.onward(turn, a)
	p.stats.Visits = int64(a.n)
	if a.proven {
		p.stats.Value, p.stats.Proven = a.square, true
	} else if a.n > 0 {
		p.stats.Value = a.sum / float64(a.n)
	}
	return a.move, err
}

// steadyChunk is how many steps of a playout a search of so many iterations makes between two
// looks at the clock.
const steadyChunk = 64

// work prepares the root and runs the workers. It owns the tree and the workers
// until it closes r.ended, and reads nothing that a later Choose may change
// meanwhile.
func (p *Player) work(ctx context.Context, r *run, state game.State) {
	defer close(r.ended)
	defer func() {
		if e := recover(); e != nil {
			r.fail(fmt.Errorf("search: the engine panicked: %v", e))
		}
	}()
	budget := time.Duration(0)
	if r.since != nil {
		budget = p.budget // that of the last decision
	} else if end, ok := ctx.Deadline(); ok {
		budget = max(time.Until(end)/8, time.Millisecond)
		p.budget = budget
	}
	for i := len(p.workers); i < r.width; i++ {
		p.workers = append(p.workers, newWorker(p.g, &p.opt))
	}
	workers := p.workers[:r.width]
	for i, w := range workers {
		w.run = r
		w.rng = game.Stream(p.opt.Seed, "agent.mcts.worker", r.turn<<16|uint64(i))
		w.runner.Limit, w.runner.Budget, w.runner.Stop = p.opt.PlayoutSteps, budget, nil
		if ctx.Done() != nil {
			w.runner.Stop = r.over
		}
		w.together = nil
		w.together, w.joins = p.batches.of(i, w, r), nil
		if b := p.batches; b != nil && w.together == nil && r.limit == 0 {
			w.joins = func() *together { return b.of(i, w, r) }
		}
		if w.runner.Steady = 0; r.limit > 0 {
			w.runner.Steady = steadyChunk
		}
	}
	if r.since != nil {
		if workers[0].m == nil {
			workers[0].m = newMachine(p.g, &p.opt)
		}
		if state, r.fixed = workers[0].after(r.since, p.seat); state == nil {
			return
		}
	}
	if p.tree = workers[0].plant(p.tree, p.g, state, 2); p.tree == nil {
		return
	}
	p.setRoot(p.tree.root)
	if p.tree.root.value != nil && r.fixed == 0 {
		p.tree.rest(r)
		return // it is decided, and the move is known
	}
	if p.opt.LookCost == 0 && p.price == 0 && r.limit == 0 && !r.end.IsZero() {
		p.price = workers[0].priceLook(state)
	}
	workers[0].t = p.tree
	workers[0].readySolver(p.seat)
	var wg, counted sync.WaitGroup
	counted.Go(func() { p.tree.rest(r) })
	for again := true; again; {
		for _, w := range workers {
			w.t = p.tree
			if p.price > 0 {
				w.lookCost = p.price
			}
			wg.Go(func() {
				defer func() {
					if e := recover(); e != nil {
						r.fail(fmt.Errorf("search: the engine panicked: %v", e))
					}
				}()
				if w.m == nil {
					w.m = newMachine(p.g, &p.opt)
				}
				w.loop()
			})
		}
		wg.Wait()
		again = r.crowded.Load() && !r.over()
		if again {
			counted.Wait()
			r.crowded.Store(false)
			r.futile = !p.tree.prune(r)
		}
	}
	r.stop.Store(true)
	counted.Wait()
}

// width is the number of workers. With an evaluator most of them wait for it at
// any time; in a search of few iterations there are fewer, because most of what it
// finds would be where virtual losses have sent it.
func (p *Player) width(limit int64) int {
	if p.opt.Evaluator == nil || p.mute != nil {
		return p.opt.Threads
	}
	n := p.opt.Evaluations
	if n < 1 {
		n = p.opt.Evaluator.Width()
	}
	if n = min(n, MaxEvaluations); n > p.opt.Threads {
		n += p.opt.Threads - 1
	} else {
		n = p.opt.Threads // each computes for itself
	}
	if limit > 0 {
		n = int(min(int64(n), max(limit/16, 1)))
	}
	return n
}

// best is the decision so far. It reports false when there is nothing to go by.
func (p *Player) best(turn agent.Turn) (arm, bool) {
	n := p.getRoot()
	if n == nil {
		return arm{}, false
	}
	n.mu.Lock()
	// Into the same memory every time: whoever allocates while garbage is collected is
	// made to help, and this may stand between the end of the clock and the answer.
	p.list = append(p.list[:0], n.inner.of(p.seat)...)
	list := p.list
	n.mu.Unlock()
	i := p.opt.choose(n, p.seat, list, turn.Legal)
	if i < 0 {
		return arm{}, false
	}
	return list[i], true
}

// found reports whether a move is in a list, and looks first behind the place where the one
// before was found: lists of the same order are gone through once, and there may be a
// hundred thousand moves. Nothing is allocated, see best.
func found(list []game.Move, move game.Move, after *int) bool {
	i := slices.Index(list[*after:], move)
	if i >= 0 {
		i += *after
	} else {
		i = slices.Index(list[:*after], move)
	}
	if i < 0 {
		return false
	}
	*after = i + 1
	return true
}

// bestArm is the arm to play: the most visited (of equals the one of the higher
// average), unless one with an exact value is at least as good; before the first
// visit the one with the highest prior. -1 when there is nothing to go by. legal,
// if not nil, are the moves to choose from.
func bestArm(list []arm, prior []float32, legal []game.Move) int {
	open, sure, liked, shut := -1, -1, -1, -1
	untried, after := false, 0
	for i := range list {
		a := &list[i]
		switch {
		case legal != nil && !found(legal, a.move, &after):
		case len(list) == 1:
			return i
		case a.proven:
			if sure < 0 || a.better(&list[sure]) {
				sure = i
			}
		case a.closed:
			if shut < 0 || a.n > list[shut].n {
				shut = i
			}
		case a.n == 0:
			untried = true
			if prior != nil && (liked < 0 || prior[i] > prior[liked]) {
				liked = i
			}
		case open < 0 || a.n > list[open].n || a.n == list[open].n && a.sum > list[open].sum:
			open = i
		}
	}
	switch {
	case open < 0 && sure < 0 && shut >= 0 && !untried: // the better ones are not to be chosen from
		return shut
	case open < 0 && sure >= 0 && (list[sure].square > 0 || !untried):
		return sure
	case open < 0: // something untried may still be better than a proven loss
		return liked
	case sure >= 0 && list[sure].square >= list[open].sum/float64(list[open].n):
		return sure
	}
	return open
}
