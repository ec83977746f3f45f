package mcts

import (
	"context"
	"math"
	"sync"
	"time"

	"ludens/agent/playout"
	"ludens/game"
)

// Playouts made together: where the engine plays many positions at once (game.Batch), a worker
// walks to Options.Together leaves before it plays them all out, every one as often as the lanes
// of the batch allow ("leaf parallelisation" and "tree parallelisation with virtual loss" at the
// same time; Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", 2008). Walks under
// way count as visits and not as losses (Liu et al., "Watch the unobserved: a simple approach
// to parallelizing Monte Carlo tree search", 2020), for there are many of them.
//
// Such playouts tell what they were worth and not which moves they made: with Options.Ref,
// nodes share what the moves of the tree were worth.
//
// Where an evaluator judges leaves (Options.Mix) nothing waits for playouts: a walk is over with
// what the evaluator has said, and what playouts change about it is added to its way when there
// are enough leaves to play out (repay).

// together is what a worker needs for that.
type together struct {
	*bench
	each   int // playouts of a leaf
	lots   []lot
	used   int // lots that wait for their playouts
	states []game.State
	out    []game.Tally
	due    bool // the walk has come to a leaf that is to be played out
}

// bench is a batch that workers take turns with.
type bench struct {
	mu    sync.Mutex // of the batch
	batch game.Batch
	lanes int
	took  time.Duration // to play out what there is room for
	gain  float64       // how much quicker than by single machines
	least float64       // that it has to be
	// length is the mean of the playouts from the initial position.
	length float64
}

// lot is a leaf that is to be played out, and the way to it.
type lot struct {
	path  []edge
	picks []int32
	state game.State
	said  []float64 // what the evaluator has said, if it was asked
}

// mostBatch bounds the memory of a batch, and with it the time to make one: half a second at most on a
// busy machine.
const mostBatch = 64 << 20

// BatchBytes is the memory that a batch may take beside a tree of so many bytes: as much again, within
// bounds.
func BatchBytes(tree int64) int64 { return min(tree, mostBatch) }

// usualSteps is what a simulation costs, in steps of a single machine, where playouts are made
// together: the way down, and the growth of the tree.
const usualSteps = 8

// batches are those of a player's workers, made beside whatever the player does until they are
// there. Where workers wait for an evaluator there are more of them than threads, and they
// share.
type batches struct {
	ready chan struct{} // closed when list will not change any more
	list  []*bench
}

func newBatches(g game.Game, o *Options) *batches {
	b := &batches{ready: make(chan struct{})}
	go func() { // waited for by whoever ends the player
		defer close(b.ready)
		defer func() {
			if recover() != nil {
				b.list = nil // the engine will show it again
			}
		}()
		for range o.Threads {
			t := newBench(g, BatchBytes(o.Bytes), o.Decisive)
			if t == nil {
				return
			}
			b.list = append(b.list, t)
		}
	}()
	return b
}

// of is what a worker plays leaves out with in a run, nil while there is nothing, and where it
// would take too much of the run to play out what it has room for. A search of so many
// iterations waits for it, so that it is the same every time.
func (b *batches) of(worker int, w *worker, r *run) *together {
	if b == nil {
		return nil
	}
	if r.limit > 0 {
		<-b.ready
	}
	select {
	case <-b.ready:
	default:
		return nil
	}
	if len(b.list) == 0 {
		return nil
	}
	t := b.list[worker%len(b.list)]
	if r.limit == 0 && (t.gain < t.least || !r.end.IsZero() && time.Until(r.end) <= leastSweeps*t.took) {
		return nil
	}
	leaves := w.leaves(t, r)
	if leaves == 0 {
		return nil
	}
	if w.lots == nil || w.lots.bench != t || len(w.lots.lots) != leaves {
		w.lots = newTogether(t, leaves)
	}
	if w.together == nil {
		w.lots.used, w.lots.due = 0, false
	}
	return w.lots
}

// leaves is how many a worker plays out at once, 0 for none: as many as Options.Together says, but
// where an evaluator judges them more, if it takes that for a leaf to take no longer than it may.
func (w *worker) leaves(b *bench, r *run) int {
	n := min(w.opt.Together, b.lanes)
	if !w.judging() || w.opt.LeafTime <= 0 || r.limit > 0 {
		return n
	}
	const most = 8 // times as many: the later playouts come, the less they tell
	wanted := int((b.took + w.opt.LeafTime - 1) / w.opt.LeafTime)
	if wanted > min(most*n, b.lanes) {
		return 0
	}
	return max(n, wanted)
}

// leastGain is how much quicker playouts have to be together than by single machines, which tell what moves
// they made. (Boards: 42 % of 60 matches where it was less, 70 % of 64 where it was more.)
const leastGain = 12

// Decisive playouts tell more than random ones, so they need not be so much quicker where single machines make
// random ones only. Where they are about as long as random ones they seldom find anything to take, and only take
// longer.
const (
	leastDecisiveGain = 3
	leastDifference   = 0.08
)

// leastSweeps is how often a worker must be able to fill its lanes within a run. Large networks
// take tens of milliseconds for it, longer than some moves of races last.
const leastSweeps = 8

// newBench makes a batch; nil where the engine has none of its own, or where it takes more memory. A decisive one is
// taken where its games are others than random ones, by their length. Where there is none and single machines decide,
// they play.
func newBench(g game.Game, bytes int64, decisive bool) *bench {
	n := timed(g, game.BatchOptions{Bytes: bytes})
	if n == nil || !decisive {
		return n
	}
	m, ok := g.NewMachine().(game.Decider)
	singly := ok && m.Decide(true)
	d := timed(g, game.BatchOptions{Bytes: bytes, Decisive: true})
	switch other := d != nil && math.Abs(d.length/n.length-1) >= leastDifference; {
	case !other && singly:
		return nil
	case !other:
		return n
	case !singly:
		d.least = leastDecisiveGain
	}
	return d
}

// timed makes a batch and looks how quick it is.
func timed(g game.Game, o game.BatchOptions) *bench {
	batch, err := game.OwnBatch(g, o)
	if err != nil {
		return nil
	}
	n := &bench{batch: batch, lanes: batch.Lanes(), least: leastGain}
	start, out := []game.State{g.NewMachine().Save(nil)}, make([]game.Tally, 1)
	rng := game.Stream(0, "agent.mcts.together", 0)
	// A busy machine makes anything look slow: the quickest of a few counts.
	const tries, enough = 4, 20 * time.Millisecond
	for all, i := time.Duration(0), 0; i < tries && all < enough; i++ {
		begin := time.Now()
		if batch.Playouts(context.Background(), start, n.lanes, rng, playout.DefaultLimit, out) != nil {
			return nil
		}
		took := time.Since(begin)
		if all += took; i == 0 || took < n.took {
			n.took = took
		}
		if i == 0 { // however many tries there are, so that a search of so many iterations is the same every time
			n.length = float64(out[0].Steps) / float64(n.lanes)
		}
	}
	n.gain = float64(n.lanes) * single(g, start[0], enough/4).Seconds() / max(n.took.Seconds(), 1e-9)
	return n
}

// single is how long a playout of a single machine takes: the quickest of those that are made in a time.
func single(g game.Game, start game.State, enough time.Duration) time.Duration {
	m, rng := g.NewMachine(), game.Stream(0, "agent.mcts.single", 0)
	least := time.Duration(math.MaxInt64)
	for all := time.Duration(0); all < enough; {
		// Some together: a clock tells little of one that takes a microsecond.
		const some = 8
		begin, n := time.Now(), 0
		for ; n < some && (n == 0 || time.Since(begin) < enough); n++ {
			m.Load(start)
			game.Playout(m, rng, playout.DefaultLimit)
		}
		took := time.Since(begin)
		all += took
		least = min(least, took/time.Duration(n))
	}
	return least
}

// newTogether makes room for so many leaves.
func newTogether(b *bench, leaves int) *together {
	return &together{
		bench: b, each: b.lanes / leaves, lots: make([]lot, leaves),
		states: make([]game.State, leaves), out: make([]game.Tally, leaves),
	}
}

// cost is what a simulation costs, in steps of a single machine.
func (w *worker) cost() float64 {
	if w.together != nil {
		return usualSteps
	}
	return w.length()
}

// sweep walks to as many leaves as there are lots and plays them out.
func (w *worker) sweep() {
	t := w.together
	t.used = 0
	for range 2 * len(t.lots) {
		if t.used == len(t.lots) {
			break
		}
		if n := w.run.begun.Add(1); w.run.limit > 0 && n > w.run.limit {
			break
		}
		t.due = false
		w.path, w.picks, w.grows = w.path[:0], w.picks[:0], nil
		if !w.descend() {
			w.undo()
			break
		}
		w.depth = max(w.depth, len(w.path))
		if !t.due {
			w.run.done.Add(1)
			if w.backup() {
				w.run.stop.Store(true) // nothing is left to find out
				break
			}
			continue
		}
		t.take(w.m)
		w.swap(&t.lots[t.used])
		t.used++
	}
	if !w.playTogether() {
		for i := range t.used {
			w.swap(&t.lots[i])
			w.undo()
		}
		return
	}
	for i := range t.used {
		w.swap(&t.lots[i])
		out := &t.out[i]
		w.tallied(out)
		w.plies = int(out.Steps) / t.each
		w.runner.Steps += out.Steps
		w.run.ends.steps.Add(int64(w.plies))
		w.run.ends.plays.Add(1)
		w.run.ends.note(int64(len(w.path) + w.plies))
		if w.guide != nil {
			w.guide.Acts = w.guide.Acts[:0]
		}
		w.run.done.Add(1)
		if w.backup() {
			w.run.stop.Store(true)
		}
	}
}

// take puts the machine's position into the next lot.
func (t *together) take(m game.Machine) *lot {
	l := &t.lots[t.used]
	l.state = m.Save(l.state)
	t.states[t.used] = l.state
	return l
}

// repay plays the lots out whose walks are over and adds what that changes, playouts having the
// share Options.Mix, to all that their ways go through.
func (w *worker) repay() {
	t := w.together
	if w.playTogether() {
		for i := range t.used {
			l, out := &t.lots[i], &t.out[i]
			w.runner.Steps += out.Steps
			w.run.ends.steps.Add(out.Steps / int64(t.each))
			w.run.ends.plays.Add(1)
			w.run.ends.note(int64(len(l.path)) + out.Steps/int64(t.each))
			n := out.Known()
			if n == 0 {
				continue
			}
			for p, v := range l.said {
				w.value[p] = w.opt.Mix * (out.Sum[p]/float64(n) - v)
			}
			w.amend(l)
		}
	}
	t.used = 0
}

// owe notes that the machine's position, which the evaluator has judged, is to be played out.
func (w *worker) owe() {
	l := w.together.take(w.m)
	l.said = l.said[:0]
	for _, v := range w.said.Values {
		l.said = append(l.said, float64(v))
	}
	w.together.due = true
}

// owed takes the way of the walk that is over, if its leaf is to be played out.
func (w *worker) owed() {
	t := w.together
	if t == nil || !t.due {
		return
	}
	t.due = false
	w.swap(&t.lots[t.used])
	if t.used++; t.used == len(t.lots) {
		w.repay()
	}
}

// amend adds w.value to what was said of a leaf, in the sums on the way to it.
func (w *worker) amend(l *lot) {
	seats := len(w.f.Seats)
	for i := len(l.path) - 1; i >= 0; i-- {
		e := l.path[i]
		arms := l.picks[i*seats : (i+1)*seats]
		if c := e.child; c != nil && i == len(l.path)-1 {
			c.mu.Lock()
			c.inner.add(w.value)
			c.mu.Unlock()
		}
		e.n.mu.Lock()
		in := e.n.inner
		for _, seat := range in.active {
			a := in.arm(int(seat), arms[seat])
			a.sum += w.value[seat]
			if said := l.said[seat]; !a.proven {
				changed := said + w.value[seat]
				a.square += changed*changed - said*said
			}
		}
		in.add(w.value)
		e.n.mu.Unlock()
		if e.stand > 0 {
			return // above, an exact value was counted
		}
	}
}

// add changes what a node is worth as a whole; nothing where it was not expanded.
func (in *inner) add(value []float64) {
	if in == nil {
		return
	}
	for p, v := range value {
		in.seats[p].all += v
	}
}

// swap changes the worker's way with that of a lot.
func (w *worker) swap(l *lot) {
	w.path, l.path = l.path, w.path
	w.picks, l.picks = l.picks, w.picks
}

// playTogether plays the lots out; false when the run was over before.
func (w *worker) playTogether() bool {
	t := w.together
	if t.used == 0 {
		return true
	}
	if w.run.over() {
		return false
	}
	ctx := context.Background()
	if !w.run.end.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, w.run.end)
		defer cancel()
	}
	limit := w.runner.Limit
	if limit < 1 {
		limit = playout.DefaultLimit
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	err := t.batch.Playouts(ctx, t.states[:t.used], t.each, w.rng, limit, t.out[:t.used])
	if err != nil && !w.run.over() { // the batch is no good: a single machine goes on
		w.together, w.joins = nil, nil
	}
	return err == nil
}

// tallied leaves the average of a lot's playouts in w.value. Those of which nothing is known
// count as the average of all.
func (w *worker) tallied(t *game.Tally) {
	for i := range w.value {
		w.value[i] = 1 / float64(len(w.value))
		if n := t.Known(); n > 0 {
			w.value[i] = t.Sum[i] / float64(n)
		}
	}
}
