package infoset

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"ludens/agent/playout"
	"ludens/game"
	"ludens/internal/yield"
)

// infoNode is what a seat can tell apart: all positions that look alike to it.
// mu guards everything.
type infoNode struct {
	mu   sync.Mutex
	arms []infoArm
	kids map[uint64]*infoNode
}

// infoArm is a move of the seat. A move need not be legal in every position of
// the node, so that its availability is counted (Cowling et al. 2012, section IV).
type infoArm struct {
	move   game.Move
	sum    float64
	square float64
	n      uint32
	avail  uint32
	loss   int32 // virtual losses
}

// Approximate memory of nodes, maps included.
const (
	infoNodeBytes = 160
	infoArmBytes  = 64
)

// searchWorker simulates on one goroutine.
type searchWorker struct {
	m      game.Machine
	f      *game.Facts
	rng    *rand.Rand
	runner playout.Runner
	opt    *SearchOptions
	r      *search

	at    []*infoNode // per player; nil below its tree
	views []uint64    // per player: what it did and saw
	root  bool        // no step was made yet
	rest  time.Time   // when the worker slept last
	pause yield.Point
	legal []game.Move
	joint []game.Move
	odds  []float64
	sees  []string
	value []float64
	path  []infoStep
}

// infoStep is one selection.
type infoStep struct {
	n    *infoNode
	arm  int
	seat int
}

func (w *searchWorker) loop() {
	for !w.r.over() {
		n := w.r.begun.Add(1)
		if w.r.limit > 0 && n > w.r.limit {
			return
		}
		if n%16 == 0 {
			w.pause.Yield(w.opt.Threads) // for timers and the answer
		}
		if w.r.between {
			w.nap()
		}
		if w.iterate() {
			w.r.done.Add(1)
		}
	}
}

// nap sleeps a little if it is time to, so that others come through (see agent/mcts).
func (w *searchWorker) nap() {
	if now := time.Now(); now.Sub(w.rest) >= 4*time.Millisecond {
		time.Sleep(50 * time.Microsecond)
		w.rest = now
	}
}

// iterate makes one simulation; false when it was broken off.
func (w *searchWorker) iterate() bool {
	i := game.DrawOdds(w.r.weights, w.rng)
	w.m.Load(w.r.states[i])
	w.at = append(w.at[:0], w.r.roots[i]...)
	w.path, w.root = w.path[:0], true
	if w.views = append(w.views[:0], w.r.views[i]...); len(w.views) == 0 {
		w.views = append(w.views, make([]uint64, len(w.f.Seats))...)
	}
	ok := w.descend() && w.runner.Run(w.m, w.rng, w.value)
	for _, s := range w.path {
		s.n.mu.Lock()
		a := &s.n.arms[s.arm]
		a.loss--
		if ok {
			v := w.value[s.seat]
			a.n++
			a.sum += v
			a.square += v * v
		}
		s.n.mu.Unlock()
	}
	return ok
}

// descend makes joint moves as long as some seat is inside its tree.
func (w *searchWorker) descend() bool {
	for range w.opt.Depth {
		if w.m.Terminal() {
			return true
		}
		if w.r.over() {
			return false
		}
		w.joint = w.joint[:0]
		for seat := range w.f.Seats {
			w.legal = w.m.Legal(seat, w.legal)
			if len(w.legal) == 0 {
				return true // a fault of the description; the playout values it
			}
			w.joint = append(w.joint, w.choose(seat))
		}
		w.m.Step(w.joint)
		w.root = false
		if !w.follow() {
			return true
		}
	}
	return true
}

// choose picks a move of a seat out of w.legal.
func (w *searchWorker) choose(seat int) game.Move {
	switch {
	case len(w.legal) == 1:
		return w.legal[0]
	case w.f.NatureSeat(seat):
		if c, ok := w.m.(game.Chancer); ok {
			w.odds = c.Odds(w.odds)
			return w.legal[game.DrawOdds(w.odds, w.rng)]
		}
		fallthrough
	case w.at[seat] == nil:
		return w.legal[w.rng.IntN(len(w.legal))]
	case w.root && w.r.fixed != nil && seat == w.r.own && slices.Contains(w.legal, *w.r.fixed):
		return *w.r.fixed
	}
	n := w.at[seat]
	n.mu.Lock()
	defer n.mu.Unlock()
	i := w.selectArm(n)
	if i < 0 {
		return w.legal[w.rng.IntN(len(w.legal))]
	}
	n.arms[i].loss++
	w.path = append(w.path, infoStep{n, i, seat})
	return n.arms[i].move
}

// selectArm is UCB1-tuned over the moves legal here, with a random factor on the
// bound because several seats may select at once (see agent/mcts). It is -1 when
// the node has no statistics and there is no room for any.
func (w *searchWorker) selectArm(n *infoNode) int {
	best, fresh := -1, 0
	top := math.Inf(-1)
	for i, move := range w.legal {
		at := i
		if at >= len(n.arms) || n.arms[at].move != move {
			at = slices.IndexFunc(n.arms, func(a infoArm) bool { return a.move == move })
		}
		if at < 0 {
			if !w.r.room(infoArmBytes, w.opt.Bytes) {
				continue
			}
			at = len(n.arms)
			n.arms = append(n.arms, infoArm{move: move})
		}
		a := &n.arms[at]
		a.avail++
		tries := float64(a.n) + float64(a.loss)
		if tries == 0 {
			if fresh++; w.rng.IntN(fresh) == 0 {
				best = at
			}
			continue
		}
		if fresh > 0 {
			continue
		}
		ln := math.Log(float64(a.avail))
		spread := 0.25
		if a.n > 0 {
			m := a.sum / float64(a.n)
			spread = min(spread, max(a.square/float64(a.n)-m*m, 0)+math.Sqrt(2*ln/tries))
		}
		u := a.sum/tries + 2*w.rng.Float64()*w.opt.Exploration*math.Sqrt(ln/tries*spread)
		if u > top || best < 0 {
			top, best = u, at
		}
	}
	return best
}

// follow moves every seat to its child by what it did and was told; false when
// no seat is inside its tree any more.
func (w *searchWorker) follow() bool {
	inside := false
	p, perceives := w.m.(game.Perceiver)
	for seat, n := range w.at {
		if n == nil {
			continue
		}
		w.sees = w.sees[:0]
		if perceives {
			w.sees = p.Percepts(seat, w.sees)
		}
		key := View(w.views[seat], w.joint[seat], w.sees)
		w.views[seat] = key
		n.mu.Lock()
		child := n.kids[key]
		w.at[seat] = child
		switch {
		case child != nil:
			inside = true
		case w.r.room(infoNodeBytes, w.opt.Bytes):
			if n.kids == nil {
				n.kids = map[uint64]*infoNode{}
			}
			n.kids[key] = &infoNode{}
			w.r.nodes.Add(1)
		}
		n.mu.Unlock()
	}
	return inside
}
