package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"ludens/agent/playout"
	"ludens/game"
)

// worker grows the tree on one goroutine, with a machine and a random stream of
// its own.
type worker struct {
	m      game.Machine
	f      *game.Facts
	rng    *rand.Rand
	runner playout.Runner
	opt    *Options
	t      *tree
	run    *run

	path  []edge
	picks []int32 // chosen arm per seat and edge
	joint []game.Move
	legal []game.Move
	value []float64
	at    *node // whose position the machine is at, nil if unknown
	grows *node // which the worker has promised to expand
	depth int   // deepest line
}

// edge is one selected joint move on the way down.
type edge struct {
	n     *node
	child *node // nil when the tree was full
}

// run is one search under way.
type run struct {
	stop   atomic.Bool
	begun  atomic.Int64 // iterations started
	done   atomic.Int64 // iterations finished
	limit  int64        // 0 = none
	end    time.Time    // when to stop by the clock; zero = never
	steps  atomic.Int64
	depth  atomic.Int64
	failed atomic.Pointer[error]
	ended  chan struct{} // closed when every worker has ended
}

func (r *run) fail(err error) {
	r.failed.CompareAndSwap(nil, &err)
	r.stop.Store(true)
}

// over reports whether to stop. Workers look at the clock themselves: on a busy
// machine whoever would tell them may not get a processor in time, above all
// because they hold them all.
func (r *run) over() bool {
	if r.stop.Load() {
		return true
	}
	if !r.end.IsZero() && !time.Now().Before(r.end) {
		r.stop.Store(true)
		return true
	}
	return false
}

// note adds up what a worker did.
func (r *run) note(steps, depth int64) {
	r.steps.Add(steps)
	for d := r.depth.Load(); depth > d && !r.depth.CompareAndSwap(d, depth); {
		d = r.depth.Load()
	}
}

// loop simulates until the run stops. A panic of an engine becomes an error.
func (w *worker) loop() {
	defer func() {
		w.run.note(w.runner.Steps, int64(w.depth))
		w.runner.Steps = 0
		if r := recover(); r != nil {
			w.run.fail(fmt.Errorf("search: the engine panicked: %v", r))
		}
	}()
	w.at, w.depth = nil, 0
	for !w.run.over() {
		n := w.run.begun.Add(1)
		if w.run.limit > 0 && n > w.run.limit {
			return
		}
		if n%16 == 0 {
			runtime.Gosched() // let timers and the answer through
		}
		if w.iterate() {
			w.run.done.Add(1)
		}
	}
}

// iterate makes one simulation; false when it was broken off.
func (w *worker) iterate() bool {
	w.path, w.picks, w.grows = w.path[:0], w.picks[:0], nil
	if !w.descend() {
		w.undo()
		return false
	}
	w.depth = max(w.depth, len(w.path))
	if w.backup() {
		w.run.stop.Store(true) // nothing is left to find out
	}
	return true
}

// descend walks from the root to a leaf, grows the tree and leaves the value in
// w.value.
func (w *worker) descend() bool {
	for n := w.t.root; ; {
		child, arms := w.selectJoint(n)
		w.path = append(w.path, edge{n, child})
		if child != nil {
			child.mu.Lock()
			switch {
			case child.value != nil:
				copy(w.value, child.value)
				child.mu.Unlock()
				return true
			case child.inner != nil:
				child.mu.Unlock()
				if len(w.path) < w.opt.Depth {
					n = child
					continue
				}
			default:
				child.visits++
				if int(child.visits) > w.opt.ExpandAfter && !child.busy && len(w.path) < w.opt.Depth {
					child.busy, w.grows = true, child
				}
				child.mu.Unlock()
			}
		}
		if !w.moveTo(n, arms) {
			return false
		}
		if w.m.Terminal() {
			w.runner.Value(w.m, w.value)
			if child != nil && w.m.Err() == nil {
				v := append([]float64(nil), w.value...)
				child.mu.Lock()
				child.value, child.busy = v, false
				child.mu.Unlock()
			}
			return true
		}
		if w.grows != nil && w.expand() {
			w.at, n = child, child
			continue
		}
		return w.runner.Run(w.m, w.rng, w.value)
	}
}

// moveTo puts the machine into the position after the joint move picked last at n.
func (w *worker) moveTo(n *node, arms []int32) bool {
	if w.run.over() {
		return false
	}
	in := n.inner
	w.joint = w.joint[:0]
	for seat, i := range arms {
		w.joint = append(w.joint, in.arms[in.first[seat]+i].move) // moves never change: no lock
	}
	if w.at != n {
		w.m.Load(in.state)
	}
	w.at = nil
	w.m.Step(w.joint)
	return true
}

// selectJoint picks an arm per seat at an expanded node, marks them, and returns
// the child, new if there is room; nil if there is not. arms is valid until the
// next call.
func (w *worker) selectJoint(n *node) (child *node, arms []int32) {
	var key uint64
	in := n.inner
	base := len(w.picks)
	for range w.f.Seats {
		w.picks = append(w.picks, 0)
	}
	arms = w.picks[base:]
	if in.nature {
		i := w.drawNature(in)
		arms[w.f.Players] = int32(i)
		key = mix(uint64(i) + 0x9e3779b97f4a7c15)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.visits++
	ln := math.Log(float64(n.visits))
	for k, seat := range in.active {
		list := in.of(int(seat))
		i := w.selectArm(list, ln, len(in.active) > 1)
		list[i].loss++
		arms[seat] = int32(i)
		if k > 0 || in.nature {
			key = mix(key + 0x9e3779b97f4a7c15)
		}
		key += uint64(i)
	}
	if child = in.kids.get(key); child != nil {
		return child, arms
	}
	if w.t.full.Load() {
		return nil, arms
	}
	if cost := w.t.leaf + in.kids.growth(); w.t.room(cost) {
		child = &node{}
		in.kids.put(key, child)
		w.t.nodes.Add(1)
	}
	return child, arms
}

func (w *worker) drawNature(in *inner) int {
	if len(in.odds) > 0 {
		return game.DrawOdds(in.odds, w.rng)
	}
	return w.rng.IntN(int(in.first[w.f.Players+1] - in.first[w.f.Players]))
}

// selectArm is UCB1-tuned; unvisited arms come first, in random order. Where
// several seats decide at once (together), the bound is varied by up to a quarter:
// plain UCB is deterministic, so that the seats' choices become correlated and each
// learns against only some of the other's moves (Shafiei, Sturtevant and
// Schaeffer, "Comparing UCT versus CFR in simultaneous games", 2009).
func (w *worker) selectArm(list []arm, ln float64, together bool) int {
	best, fresh := 0, 0
	top := math.Inf(-1)
	for i := range list {
		a := &list[i]
		if a.proven {
			if fresh == 0 && a.square > top {
				top, best = a.square, i
			}
			continue
		}
		tries := float64(a.n) + float64(a.loss)
		if tries == 0 {
			if fresh++; w.rng.IntN(fresh) == 0 {
				best = i
			}
			continue
		}
		if fresh > 0 {
			continue
		}
		mean := a.sum / tries
		spread := 0.25
		if a.n > 0 && tries > 32*ln { // else the root alone is above a quarter
			m := a.sum / float64(a.n)
			spread = min(spread, max(a.square/float64(a.n)-m*m, 0)+math.Sqrt(2*ln/tries))
		}
		bound := w.opt.Exploration * math.Sqrt(ln/tries*spread)
		if together {
			bound *= 0.75 + 0.5*w.rng.Float64()
		}
		if u := mean + bound; u > top {
			top, best = u, i
		}
	}
	return best
}

// expand keeps the worker's promise: the leaf becomes an inner node of the
// machine's position. It reports false, and leaves a leaf, when there is no room
// or a seat cannot move.
func (w *worker) expand() bool {
	child := w.grows
	w.grows = nil
	in := w.read()
	if in != nil && !w.t.room(in.bytes()) {
		in = nil
	}
	child.mu.Lock()
	child.busy = false
	if in != nil {
		child.inner = in
		child.visits = 0
	}
	child.mu.Unlock()
	return in != nil
}

// read takes down the machine's position; nil when a seat has no move.
func (w *worker) read() *inner {
	in := &inner{first: make([]int32, 1, len(w.f.Seats)+1)}
	for seat := range w.f.Seats {
		w.legal = w.m.Legal(seat, w.legal)
		if len(w.legal) == 0 {
			return nil
		}
		if len(w.legal) > 1 {
			if w.f.NatureSeat(seat) {
				in.nature = true
				if c, ok := w.m.(game.Chancer); ok {
					in.odds = c.Odds(nil)
				}
			} else {
				in.active = append(in.active, int32(seat))
			}
		}
		for _, move := range w.legal {
			in.arms = append(in.arms, arm{move: move})
		}
		in.first = append(in.first, int32(len(in.arms)))
	}
	in.arms = append(make([]arm, 0, len(in.arms)), in.arms...)
	in.state = w.m.Save(nil)
	return in
}

// backup adds the value to the statistics on the path, from the leaf upwards,
// and proves what the leaf's exact value decides. It reports whether the root
// has become exact.
func (w *worker) backup() bool {
	seats := len(w.f.Seats)
	exact := true // the child of the edge at hand may have become exact
	for i := len(w.path) - 1; i >= 0; i-- {
		e := w.path[i]
		arms := w.picks[i*seats : (i+1)*seats]
		var value []float64
		if exact && e.child != nil {
			e.child.mu.Lock()
			value = e.child.value
			e.child.mu.Unlock()
		}
		e.n.mu.Lock()
		in := e.n.inner
		for _, seat := range in.active {
			a := &in.arms[in.first[seat]+arms[seat]]
			v := w.value[seat]
			a.loss--
			a.n++
			a.sum += v
			if !a.proven {
				a.square += v * v
			}
		}
		exact = value != nil && in.prove(e.n, arms, value)
		e.n.mu.Unlock()
	}
	return exact
}

// prove notes that the joint move leads to an exact value, and reports whether
// n itself has become exact. n is locked.
func (in *inner) prove(n *node, arms []int32, value []float64) bool {
	switch {
	case n.value != nil:
		return true
	case !in.alone():
		return false
	case len(in.active) == 0:
		n.value = value
		return true
	}
	seat := int(in.active[0])
	list := in.of(seat)
	a := &list[arms[seat]]
	if !a.proven {
		a.proven, a.square = true, value[seat]
		in.proven++
	}
	const win = 1 - 1e-9
	if value[seat] >= win {
		n.value = value
		return true
	}
	if int(in.proven) < len(list) {
		return false
	}
	best := 0
	for i := range list {
		if list[i].square > list[best].square {
			best = i
		}
	}
	child := in.kids.get(uint64(best))
	if best == int(arms[seat]) {
		n.value = value
		return true
	}
	// Locking a child below its locked parent is the one nesting of node locks;
	// it always goes downwards.
	child.mu.Lock()
	n.value = child.value
	child.mu.Unlock()
	return true
}

// undo takes back the marks of a simulation that was broken off.
func (w *worker) undo() {
	seats := len(w.f.Seats)
	for i, e := range w.path {
		e.n.mu.Lock()
		for _, seat := range e.n.inner.active {
			e.n.inner.arms[e.n.inner.first[seat]+w.picks[i*seats+int(seat)]].loss--
		}
		e.n.visits--
		e.n.mu.Unlock()
	}
	if k := len(w.path); k > 0 && w.path[k-1].child != nil {
		c := w.path[k-1].child
		c.mu.Lock()
		if c.inner == nil && c.visits > 0 {
			c.visits--
		}
		if w.grows == c {
			c.busy = false
		}
		c.mu.Unlock()
	}
}
