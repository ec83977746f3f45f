package mcts

import (
	"errors"
	"fmt"
	"math"

	"ludens/game"
)

// read takes down what the seats can do in the machine's position; false when a
// seat has no move.
func (w *worker) read() bool {
	w.acts = w.acts[:0]
	for seat := range w.f.Seats {
		w.legal[seat] = w.m.Legal(seat, w.legal[seat])
		switch n := len(w.legal[seat]); {
		case n == 0:
			return false
		case n > 1 && !w.f.NatureSeat(seat):
			w.acts = append(w.acts, int32(seat))
		}
	}
	return true
}

// build makes an inner node of what was read. One that an evaluator has judged may open its arms
// later.
func (w *worker) build(judged bool) *inner {
	seats, arms := len(w.f.Seats), 0
	for _, list := range w.legal {
		arms += len(list)
	}
	ints := make([]int32, seats+1+len(w.acts))
	in := &inner{
		first:  ints[: seats+1 : seats+1],
		active: ints[seats+1:],
		seats:  make([]sum, w.f.Players),
		state:  w.m.Save(nil),
	}
	if w.meets() {
		in.id = w.identity()
	}
	copy(in.active, w.acts)
	if judged && len(w.acts) == 1 && w.keys == nil && len(w.legal[w.acts[0]]) >= w.wide {
		in.moves = make([]game.Move, 0, arms)
	} else {
		in.arms = make([]arm, arms)
	}
	k := 0
	for seat, list := range w.legal {
		if in.moves != nil {
			in.moves = append(in.moves, list...)
			k += len(list)
			in.first[seat+1] = int32(k)
			continue
		}
		for i, move := range list {
			in.arms[k+i].move = move
			if w.keys != nil && seat < w.f.Players && len(list) > 1 {
				in.arms[k+i].key = w.keys.Of(seat, move)
			}
		}
		k += len(list)
		in.first[seat+1] = int32(k)
		if w.f.NatureSeat(seat) && len(list) > 1 {
			in.nature = true
			if c, ok := w.m.(game.Chancer); ok {
				in.odds = c.Odds(nil)
			}
		}
	}
	return in
}

// expand keeps the worker's promise: the leaf becomes an inner node of the
// position read last, with what the evaluator said if it has judged. It reports
// false, and leaves a leaf, when there is no room.
func (w *worker) expand(judged bool) bool {
	child := w.grows
	in := w.build(judged)
	if judged {
		in.judged(&w.said, w.value)
	}
	if !w.t.room(in.own()) {
		in = nil
	}
	child.mu.Lock()
	if in != nil {
		in.ply = w.path[len(w.path)-1].n.inner.ply + 1
		child.inner = in
		child.visits = 0
	}
	if in != nil && w.t.met != nil {
		w.t.met.add(child)
	}
	w.run.release(child)
	child.mu.Unlock()
	w.grows = nil
	return in != nil
}

// letGo takes back the promise to expand, if there is one.
func (w *worker) letGo() {
	if n := w.grows; n != nil {
		w.grows = nil
		n.mu.Lock()
		w.run.release(n)
		n.mu.Unlock()
	}
}

// await lets go of a busy node's lock, waits until the node is not busy any more
// and takes the lock again.
func (r *run) await(n *node) {
	n.wanted = true
	r.mu.Lock()
	if r.gates == nil {
		r.gates = make(map[*node]chan struct{})
	}
	gate := r.gates[n]
	if gate == nil {
		gate = make(chan struct{})
		r.gates[n] = gate
	}
	r.mu.Unlock()
	n.mu.Unlock()
	r.waits.Add(1)
	<-gate // whoever expands n waits for no other node, so that this ends with its evaluation
	n.mu.Lock()
}

// release ends the expansion of a locked node and wakes those who wait for it.
func (r *run) release(n *node) {
	n.busy = false
	if !n.wanted {
		return
	}
	n.wanted = false
	r.mu.Lock()
	close(r.gates[n])
	delete(r.gates, n)
	r.mu.Unlock()
}

// judging reports whether leaves are judged by an evaluator.
func (w *worker) judging() bool { return w.opt.Evaluator != nil && w.run.mute.Load() == nil }

// evaluate asks the evaluator about the position read last, and leaves the answer
// in w.said and its values in w.value. When there is none it returns false, and
// the search goes on with playouts.
func (w *worker) evaluate() bool {
	w.said.Resize(w.f.Players, len(w.f.Seats))
	err := w.ask()
	if err == nil {
		err = w.check()
	}
	if err != nil {
		err = fmt.Errorf("search: evaluate a position: %w", err)
		w.run.mute.CompareAndSwap(nil, &err)
		return false
	}
	w.run.evals.Add(1)
	return true
}

func (w *worker) ask() (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("the evaluator panicked: %v", e)
		}
	}()
	return w.opt.Evaluator.Evaluate(w.m, w.legal, &w.said)
}

// check looks whether the evaluator's answer has the shape and the range of one,
// so that nothing else enters the tree.
func (w *worker) check() error {
	if len(w.said.Values) != w.f.Players || len(w.said.Priors) < w.f.Players {
		return errors.New("the answer has another number of players")
	}
	for i, v := range w.said.Values {
		if v != v {
			return errors.New("a value is no number")
		}
		w.said.Values[i] = min(max(v, 0), 1)
		w.value[i] = float64(w.said.Values[i])
	}
	for _, seat := range w.acts {
		list := w.said.Priors[seat]
		if len(list) != len(w.legal[seat]) {
			return errors.New("the answer has another number of moves")
		}
		sum := float32(0)
		for _, p := range list {
			if !(p >= 0) {
				return errors.New("a prior is no probability")
			}
			sum += p
		}
		if !(math.Abs(float64(sum)-1) < 0.01) {
			return errors.New("priors do not sum to 1")
		}
	}
	return nil
}

// playout plays the machine's position to the end, Options.Rollouts times, and
// leaves the average in w.value; false when the run was stopped.
func (w *worker) playout() bool {
	if w.opt.Rollouts == 1 {
		return w.play()
	}
	w.from = w.m.Save(w.from)
	w.total = append(w.total[:0], make([]float64, len(w.value))...)
	for i := range w.opt.Rollouts {
		if i > 0 {
			w.m.Load(w.from)
		}
		if !w.play() {
			return false
		}
		for seat, v := range w.value {
			w.total[seat] += v
		}
	}
	for seat, v := range w.total {
		w.value[seat] = v / float64(w.opt.Rollouts)
	}
	return true
}

// play plays the machine's position out once, or until Policy.Cut says that it is to be
// judged.
func (w *worker) play() bool {
	if w.guide == nil {
		return w.runner.Run(w.m, w.rng, w.value)
	}
	if !w.runner.Guided(w.m, w.rng, w.value, w.guide) {
		return false
	}
	if !w.guide.Ended {
		if w.judge != nil {
			w.judge.Score(w.m, w.value)
		} else {
			w.runner.Value(w.m, w.value)
		}
	}
	return true
}

// mix gives playouts their share in the value of the machine's position, which the evaluator
// has judged; false when the run was stopped.
func (w *worker) mix() bool {
	w.leaf = w.m.Save(w.leaf)
	if !w.playout() {
		return false
	}
	w.m.Load(w.leaf)
	for i, v := range w.said.Values {
		w.value[i] = w.opt.Mix*w.value[i] + (1-w.opt.Mix)*float64(v)
	}
	return true
}

// reopen forgets the exact value of a node that becomes the root when no move of it is known
// to have that value: a proof search has told the value only, and a move is wanted.
func (n *node) reopen() {
	in := n.inner
	if n.value == nil || len(in.active) != 1 {
		return
	}
	seat := int(in.active[0])
	for _, a := range in.of(seat) {
		if a.proven && a.square >= n.value[seat] {
			return
		}
	}
	n.value, in.proof = nil, 0
}

// newMachine makes a machine that plays leaves out as the options say.
func newMachine(g game.Game, o *Options) game.Machine {
	m := g.NewMachine()
	if d, ok := m.(game.Decider); ok {
		d.Decide(o.Decisive)
	}
	if s, ok := m.(game.Sparer); ok {
		s.Spare(o.Spare)
	}
	return m
}

// find is the node of a tree about a position. Where positions are told apart by what matters alone, the node has been made for another
// past, perhaps; it is this one's then.
func (w *worker) find(t *tree, state game.State, depth int) *node {
	w.m.Load(state)
	w.identified = false
	if w.keyer() == nil {
		return find(t.root, func(in *inner) bool { return in.state.Equal(state) }, depth)
	}
	id := w.identity()
	n := find(t.root, func(in *inner) bool { return w.is(in, id) }, depth)
	if n != nil {
		n.mu.Lock() // a thought may look at it
		n.inner.state = append(n.inner.state[:0:0], state...)
		n.mu.Unlock()
	}
	return n
}

// plant returns the tree to search a position in: the part of the old one that
// is about it, at most depth joint moves below the old root, else a new one; nil
// when nothing can be searched there. A new root that an evaluator can judge is
// judged, which counts as an iteration.
func (w *worker) plant(old *tree, g game.Game, state game.State, depth int) *tree {
	if w.m == nil {
		w.m = newMachine(g, w.opt)
	}
	w.at = nil
	t, changed, loaded := old, true, false
	var root *node
	if old != nil {
		root = w.find(old, state, depth)
	}
	switch {
	case root == nil:
		w.m.Load(state)
		w.identified = false
		if w.m.Terminal() || !w.read() {
			return nil
		}
		loaded = true
		t = &tree{limit: w.opt.Bytes - w.opt.solverBytes(), leaf: nodeBytes + 8*int64(w.f.Players), root: &node{inner: w.build(false)}}
		if w.meets() {
			t.met = newMet(w.f.Players == 1 || w.agrees())
			t.met.add(t.root)
		}
	case root == old.root:
		changed = false
	default:
		t.root = root
	}
	w.t = t
	t.root.mu.Lock() // a thought may look at it
	t.bytes.Add(t.root.inner.missing())
	t.root.inner.complete()
	t.root.mu.Unlock()
	t.root.reopen()
	if in := t.root.inner; in.prior == nil && len(in.active) > 0 && w.judging() {
		if !loaded {
			w.m.Load(state)
			if !w.read() {
				return nil
			}
		}
		if w.evaluate() {
			in.judged(&w.said, w.value)
			w.run.begun.Add(1)
			w.run.done.Add(1)
			changed = true
		}
	}
	if changed || t.counting != nil {
		t.recount(w.run.piece)
	}
	return t
}
