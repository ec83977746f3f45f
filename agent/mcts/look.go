package mcts

import (
	"sync/atomic"
	"time"

	"ludens/game"
)

// Looking ahead: when a node has been visited so often that it costs little beside its
// playouts, every move of the seat that decides there is tried once, and those that end
// the game are proven at once. A win one ply away is then seen before a playout happens
// to find it, and a move that gives one away is proven lost when its node is looked at.

// lookShare is the part of a node's playouts, in time, that looking may cost.
const lookShare = 0.25

// ends is where games end: looking is a waste where no game has ever ended.
type ends struct {
	least atomic.Int64 // joint moves from the root to the nearest end seen; 0 = none seen
	steps atomic.Int64 // of all playouts
	plays atomic.Int64 // playouts
}

// note counts a simulation that came to an end so many joint moves below the root.
func (e *ends) note(depth int64) {
	for {
		l := e.least.Load()
		if l != 0 && l <= depth || e.least.CompareAndSwap(l, depth) {
			return
		}
	}
}

// lookAt reports whether the moves of a locked node at a depth are to be tried now.
func (w *worker) lookAt(n *node, depth int) bool {
	in := n.inner
	if in.looked || n == w.t.root && w.run.fixed > 0 || len(in.active) != 1 || in.nature || n.value != nil {
		return false
	}
	least := w.run.ends.least.Load()
	if least == 0 || int64(depth)+2 < least {
		return false
	}
	arms := float64(in.width(int(in.active[0])))
	return float64(n.visits) >= arms*w.lookCost/(lookShare*w.cost()) && in.open(w.t)
}

// look tries the moves of n and proves what ends the game. It reports whether n is
// decided, and leaves its value in w.value then. The machine may be anywhere afterwards.
func (w *worker) look(n *node) bool {
	in := n.inner
	seat := in.active[0]
	if w.at != n {
		w.m.Load(in.state)
	}
	arms := w.lookArms[:0]
	for range w.f.Seats {
		arms = append(arms, 0)
	}
	w.lookArms = arms
	w.joint = w.joint[:0]
	for s := range w.f.Seats {
		w.joint = append(w.joint, in.arms[in.first[s]].move)
	}
	list := in.of(int(seat))
	decided, moved := false, false
	every := min(max(w.within(time.Millisecond), 1), 16)
	for i := range list {
		if decided || i%every == every-1 && w.run.over() {
			break
		}
		if moved {
			w.m.Load(in.state)
		}
		w.joint[seat] = list[i].move // moves never change: no lock
		w.m.Step(w.joint)
		moved = true
		if !w.m.Terminal() || w.m.Err() != nil {
			continue
		}
		w.m.Utility(w.value)
		if w.m.Err() != nil {
			continue
		}
		w.even()
		arms[seat] = int32(i)
		n.mu.Lock()
		decided = w.settle(n, i, arms, 0)
		n.mu.Unlock()
	}
	w.at = nil
	if decided {
		n.mu.Lock()
		copy(w.value, n.value)
		n.mu.Unlock()
	}
	return decided
}

// within is how many moves can be tried in a time, on an engine whose speed is known. Where
// iterations are counted the time says nothing.
func (w *worker) within(d time.Duration) int {
	per := float64(w.runner.PerStep()) * w.lookCost
	if per <= 0 || w.run.limit > 0 {
		return 1 << 30
	}
	return int(min(float64(d)/per, 1<<30))
}

// settle notes that arm i of a locked node leads to the exact values in w.value, far joint
// moves before the end, and reports whether that decides the node.
func (w *worker) settle(n *node, i int, arms []int32, far uint16) bool {
	in := n.inner
	child := in.kids.get(uint64(i))
	if child == nil {
		if cost := w.t.leaf + in.kids.growth(); !w.t.room(cost) {
			return false
		}
		child = &node{}
		in.kids.put(uint64(i), child)
		w.t.nodes.Add(1)
	}
	v := append([]float64(nil), w.value...)
	child.mu.Lock()
	if child.value == nil {
		child.value, child.far = v, far
	}
	child.mu.Unlock()
	in.news = w.prove(n, arms, known{value: v, far: far}) || in.news
	return n.value != nil
}

// priceLook measures what trying a move costs on this engine, in steps of playouts, from a
// position that is not terminal. It takes some milliseconds.
func (w *worker) priceLook(s game.State) float64 {
	const enough = 2 * time.Millisecond
	m := w.m
	begin, steps := time.Now(), 0
	for most := 1; time.Since(begin) < enough && !w.run.over(); most = min(2*most, 64) {
		m.Load(s)
		n := game.Playout(m, w.rng, most)
		if n == 0 {
			return DefaultLookCost
		}
		steps += n
	}
	per := float64(time.Since(begin)) / float64(max(steps, 1))
	m.Load(s)
	if !w.read() {
		return DefaultLookCost
	}
	joint := make([]game.Move, len(w.legal))
	for seat, list := range w.legal {
		joint[seat] = list[0]
	}
	begin, steps = time.Now(), 0
	for time.Since(begin) < enough && !w.run.over() {
		for seat, list := range w.legal {
			joint[seat] = list[steps%len(list)]
		}
		m.Step(joint)
		m.Load(s)
		steps++
	}
	w.at = nil
	return max(float64(time.Since(begin))/float64(max(steps, 1))/per, 1)
}
