package mcts

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"ludens/agent/alphabeta"
	"ludens/agent/heuristic"
	"ludens/agent/playout"
	"ludens/eval"
	"ludens/game"
	"ludens/internal/yield"
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
	root   *rootRules // what selection at the root does otherwise; nil in matches

	path  []edge
	picks []int32 // chosen arm per seat and edge
	joint []game.Move
	legal [][]game.Move // per seat, of the position read last
	acts  []int32       // the player seats with a choice there
	value []float64
	said  eval.Result
	total []float64  // of several playouts
	from  game.State // where they begin
	leaf  game.State // that is judged and played out
	at    *node      // whose position the machine is at, nil if unknown
	grows *node      // which the worker has promised to expand

	here       game.State
	ident      uint64 // see identity
	identified bool   // it is that of the machine's position

	stand    int32          // what selectJoint says about it; see sure
	keys     *playout.Keys  // nil where nothing is known of moves but what their nodes know
	guide    *playout.Guide // chooses moves in playouts; nil: the engine does, uniformly
	judge    heuristic.Scorer
	acted    []playout.Act // moves of the simulation, in order
	stamps   []uint32      // per key: the last table that counted it
	stamp    uint32
	lookArms []int32
	together *together        // nil: leaves are played out one by one
	lots     *together        // the same, kept from run to run
	joins    func() *together // what together is when it has been made; nil: it stays
	lookCost float64          // see Options.LookCost
	prover   *alphabeta.Prover
	solving  *solving // of the first worker; nil where nothing is to be solved
	reach    [2]span
	plies    int // joint moves of the last playout
	ref      *amaf
	depth    int // deepest line
	wide     int // leastWide, but in tests

	rested time.Time // when the worker slept last; see run.polite
	pause  yield.Point
}

// newWorker returns a worker without a machine; it makes one when it first needs it.
func newWorker(g game.Game, opt *Options) *worker {
	f := g.Facts()
	w := &worker{f: f, opt: opt, wide: leastWide, value: make([]float64, f.Players), legal: make([][]game.Move, len(f.Seats))}
	w.lookCost = opt.LookCost
	if w.lookCost == 0 {
		w.lookCost = DefaultLookCost
	}
	if opt.Proofs > 0 && f.Players == 2 && !f.Hidden {
		w.prover = alphabeta.NewProver(g)
	}
	if !opt.Classic {
		if p := opt.Policy; p != (playout.Policy{}) || opt.Ref > 0 {
			w.keys = playout.NewKeys(g)
			w.stamps = make([]uint32, w.keys.Len())
			w.guide = playout.NewGuide(g, w.keys, p)
		}
		if opt.Function != nil {
			w.judge = opt.Function.NewScorer()
		}
	}
	return w
}

// edge is one selected joint move on the way down.
type edge struct {
	n     *node
	child *node // nil when the tree was full
	acts  int   // where the moves from here on begin in worker.acted
	stand int32 // the exact arm that counts instead, plus 1; 0: none. See worker.sure
}

// run is one search under way.
type run struct {
	turn  uint64 // number of the search, for the random streams
	width int    // workers

	stop    atomic.Bool
	limit   int64     // 0 = none
	end     time.Time // when to stop by the clock; zero = never
	cancel  <-chan struct{}
	since   *since      // the decision that is pondered about; nil in other searches
	fixed   int32       // the arm of the own seat that is fixed at the root, plus 1; 0 for none
	seat    int32       // the own seat, if one is fixed
	polite  bool        // workers sleep now and then
	piece   int         // nodes of an older tree to count before the search begins; 0 for all
	futile  bool        // pruning a full tree gained little: it is not tried again
	crowded atomic.Bool // the workers have stopped for it
	failed  atomic.Pointer[error]
	mute    atomic.Pointer[error] // the evaluator has failed: nobody asks it again
	ended   chan struct{}         // closed when every worker has ended

	mu    sync.Mutex // taken last, below the locks of nodes
	gates map[*node]chan struct{}

	_     [64]byte     // what follows is written in every iteration, what is above is hardly ever
	begun atomic.Int64 // iterations started
	done  atomic.Int64 // iterations finished
	steps atomic.Int64
	depth atomic.Int64
	ends  ends
	evals atomic.Int64 // positions that the evaluator has judged
	waits atomic.Int64 // times that a worker waited for another's evaluation
	_     [64]byte
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
	select {
	case <-r.cancel: // nil blocks for ever
		r.stop.Store(true)
		return true
	default:
		return false
	}
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
			w.letGo() // others may wait for it
			w.run.fail(fmt.Errorf("search: the engine panicked: %v", r))
		}
	}()
	w.at, w.depth = nil, 0
	w.simulate()
	if w.together != nil && w.judging() {
		w.repay()
	}
}

// simulate is loop's work.
func (w *worker) simulate() {
	for !w.run.over() {
		if w.solving != nil && w.solve() {
			w.run.stop.Store(true) // nothing is left to find out
			return
		}
		if w.together != nil && !w.judging() {
			if w.run.limit > 0 && w.run.begun.Load() >= w.run.limit {
				return
			}
			w.pause.Yield(w.run.width) // for timers and the answer
			w.sweep()
			if w.t.full.Load() && !w.run.futile && w.run.prunes() || w.run.crowded.Load() {
				w.run.crowded.Store(true)
				return
			}
			if w.run.polite {
				w.rest()
			}
			continue
		}
		n := w.run.begun.Add(1)
		if w.run.limit > 0 && n > w.run.limit {
			return
		}
		if n%16 == 0 {
			w.pause.Yield(w.run.width) // for timers and the answer
		}
		if n%64 == 0 && w.joins != nil {
			if w.together = w.joins(); w.together != nil {
				w.joins = nil
			}
		}
		if n%64 == 0 && w.t.full.Load() && !w.run.futile && w.run.prunes() || w.run.crowded.Load() {
			w.run.crowded.Store(true)
			return
		}
		if w.run.polite {
			w.rest()
		}
		if w.iterate() {
			w.run.done.Add(1)
		}
		w.owed()
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
	w.plies, w.ref = 0, nil
	if w.guide != nil {
		w.guide.Acts = w.guide.Acts[:0]
	}
	locked := false // n, by enter
	for n := w.t.root; ; {
		if !locked {
			n.mu.Lock()
		}
		locked = false
		if w.lookCost > 0 {
			due := w.lookAt(n, len(w.path))
			if due {
				n.inner.looked = true
			}
			if positions := w.proofDue(n, len(w.path)); due || positions > 0 {
				n.mu.Unlock()
				if due && w.look(n) || positions > 0 && w.proves(n, positions) {
					return true
				}
				n.mu.Lock()
			}
		}
		child := w.selectJoint(n)
		w.path = append(w.path, edge{n: n, child: child, stand: w.stand})
		if child != nil {
			switch w.enter(child) {
			case decided:
				return true
			case further:
				n, locked = child, true
				continue
			}
		}
		if !w.moveTo(n) {
			return false
		}
		if w.m.Terminal() {
			w.runner.Value(w.m, w.value)
			w.even()
			w.run.ends.note(int64(len(w.path)))
			if child != nil && w.m.Err() == nil {
				v := append([]float64(nil), w.value...)
				child.mu.Lock()
				child.value = v
				child.mu.Unlock()
			}
			w.letGo()
			return true
		}
		judge := w.judging()
		if w.grows != nil && (!judge || w.agrees() && n.inner.alone()) {
			if twin := w.join(); twin != nil {
				child = twin
				switch w.enter(child) {
				case decided:
					return true
				case further:
					locked = true
				}
				w.at, n = child, child
				continue
			}
		}
		if (judge || w.grows != nil) && w.read() {
			// Where nobody has a choice there is nothing to judge: the search walks on.
			if w.grows != nil && (!judge || len(w.acts) == 0) && w.expand(false) {
				w.at, n = child, child
				continue
			}
			if judge && w.evaluate() {
				switch {
				case w.opt.Mix > 0 && w.together != nil:
					w.owe()
				case w.opt.Mix > 0 && !w.mix():
					return false
				}
				if w.grows != nil {
					w.expand(true)
				}
				return true
			}
		}
		w.letGo()
		if w.together != nil {
			w.together.due = true
			return true
		}
		before := w.runner.Steps
		if !w.playout() {
			return false
		}
		w.plies = int(w.runner.Steps-before) / w.opt.Rollouts
		w.run.ends.steps.Add(int64(w.plies))
		w.run.ends.plays.Add(1)
		w.run.ends.note(int64(len(w.path) + w.plies))
		return true
	}
}

// What enter finds.
const (
	leaf    = iota // the worker has to find out more; w.grows says whether the leaf may grow
	decided        // w.value is exact
	further        // an inner node, which stays locked
)

// enter looks at a node on the way down, and makes it the worker's to expand when
// that is due. Locks are what workers cost each other: on the way down each node is locked once, on the way up again.
func (w *worker) enter(n *node) int {
	n.mu.Lock()
	for {
		switch {
		case n.value != nil:
			copy(w.value, n.value)
			n.mu.Unlock()
			return decided
		case len(w.path) >= w.opt.Depth:
			n.mu.Unlock()
			return leaf
		case n.inner != nil:
			return further
		case n.busy && w.judging() && !w.run.over():
			// A second evaluation of the same position would tell nothing new, and
			// going elsewhere would be guided by virtual losses alone: whoever waits
			// goes on below as soon as the first has the answer.
			w.run.await(n)
			continue
		}
		n.visits++
		if !n.busy && (w.judging() || int(n.visits) > w.opt.ExpandAfter) {
			n.busy, w.grows = true, n
		}
		n.mu.Unlock()
		return leaf
	}
}

// moveTo puts the machine into the position after the joint move picked last at n.
func (w *worker) moveTo(n *node) bool {
	if w.run.over() {
		return false
	}
	if w.at != n {
		w.m.Load(n.inner.state)
	}
	w.at, w.identified = nil, false
	w.m.Step(w.joint)
	return true
}

// backup adds the value to the statistics on the path, from the leaf upwards,
// and proves what the leaf's exact value decides. It reports whether the root
// has become exact.
func (w *worker) backup() bool {
	w.hurry(len(w.path) + w.plies)
	if w.guide != nil {
		w.record(w.guide.Acts)
		w.guide.Learn(w.acted, w.value)
	}
	shares := w.guide != nil && w.opt.Ref > 0
	agrees := w.agrees() && !w.t.uneven.Load()
	seats := len(w.f.Seats)
	exact := false
	news := true // more may be known of the child of the edge at hand than its parent knows
	for i := len(w.path) - 1; i >= 0; i-- {
		e := w.path[i]
		arms := w.picks[i*seats : (i+1)*seats]
		var known known
		var passed passed
		if (news || agrees) && e.child != nil {
			e.child.mu.Lock()
			if news {
				known = e.child.known()
			}
			if agrees {
				passed = e.child.passed()
			}
			e.child.mu.Unlock()
		}
		e.n.mu.Lock()
		in := e.n.inner
		if shares {
			w.share(e)
			shares = e.stand == 0 // else another result counts above
		}
		for _, seat := range in.active {
			a := in.arm(int(seat), arms[seat])
			v := w.value[seat]
			a.loss--
			a.n++
			a.sum += v
			if !a.proven {
				a.square += v * v
			}
		}
		if e.stand > 0 {
			w.stands(in, int(e.stand)-1, i)
		}
		for seat, v := range w.value {
			in.seats[seat].all += v
		}
		in.count++
		if agrees && in.alone() {
			in.agree(arms, passed)
		}
		news = known.any() && !w.opt.Plain && w.prove(e.n, arms, known) || in.news
		in.news = false
		if exact = e.n.value != nil; exact && news && w.t.met != nil {
			w.t.met.add(e.n)
		}
		e.n.mu.Unlock()
	}
	return exact
}

// stands counts an exact arm of a locked node, depth joint moves below the root, in the place
// of the one that was walked, and leaves its value in w.value for the nodes above.
func (w *worker) stands(in *inner, arm, depth int) {
	seat := in.active[0]
	a := in.arm(int(seat), int32(arm))
	child := in.kids.get(uint64(arm))
	child.mu.Lock()
	copy(w.value, child.value)
	child.mu.Unlock()
	w.hurry(depth + int(a.far))
	a.n++
	a.sum += w.value[seat]
}

// hurry moves the value of a simulation towards the middle the more joint moves it took to
// come to its end, so that of two wins the quicker is better and of two losses the slower.
func (w *worker) hurry(plies int) {
	h := w.opt.Haste
	if h <= 0 || w.f.Players < 2 {
		return
	}
	length := float64(plies)
	h *= length / (length + w.length())
	middle := 1 / float64(w.f.Players)
	for i, v := range w.value {
		w.value[i] = v + (middle-v)*h
	}
}

// better reports whether an arm with an exact value is better than another: by the value,
// then as the quicker win or the slower loss.
func (a *arm) better(b *arm) bool {
	switch {
	case a.square != b.square:
		return a.square > b.square
	case a.square > 0.5:
		return a.far < b.far
	}
	return a.far > b.far
}

// undo takes back the marks of a simulation that was broken off.
func (w *worker) undo() {
	w.letGo()
	seats := len(w.f.Seats)
	for i, e := range w.path {
		e.n.mu.Lock()
		in := e.n.inner
		for _, seat := range in.active {
			k := w.picks[i*seats+int(seat)]
			a := in.arm(int(seat), k)
			if a.loss--; a.n == 0 && a.loss == 0 && in.prior != nil {
				in.seats[seat].mass -= in.priors(int(seat))[k]
			}
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
		c.mu.Unlock()
	}
}
