package mcts

import (
	"time"

	"ludens/game"
)

// Proving beside the tree: each time the visits of a node have doubled, a small
// alpha-beta search (alphabeta.Prover) tries to prove it, with as many positions as cost a
// share of those visits. Statistics see a forced line only when they have visited all its
// replies often enough; a proof search sees it at once. Near the root it reaches deep, and
// everywhere else as deep as the node deserves.

const (
	// firstProof is the number of visits at which a node is first tried.
	firstProof = 16
	// longestProof bounds what a proof may take on an engine whose speed is known: nobody stops it.
	longestProof = 4 * time.Millisecond
	// proofReach is how many joint moves before the nearest end seen proving begins.
	proofReach = 12
	// provenFar stands for the distance of ends that a proof does not tell.
	provenFar = 4
)

// proofDue is how many positions may be visited now to prove a locked node; 0 for none.
func (w *worker) proofDue(n *node, depth int) int {
	in := n.inner
	if w.prover == nil || n.value != nil || !in.alone() || len(in.active) == 0 || n.visits < max(in.proof, firstProof) {
		return 0
	}
	if n == w.t.root && w.run.fixed > 0 {
		return 0
	}
	least := w.run.ends.least.Load()
	if least == 0 || int64(depth)+proofReach < least {
		return 0
	}
	in.proof = 2 * n.visits
	return min(int(float64(n.visits)*w.opt.Proofs*w.cost()/w.lookCost), w.within(longestProof))
}

// length is how long a playout is on average.
func (w *worker) length() float64 {
	if p := w.run.ends.plays.Load(); p > 0 {
		return max(1, float64(w.run.ends.steps.Load())/float64(p))
	}
	return 1
}

// proves tries to prove n, and reports whether it is decided; its value is in w.value then.
func (w *worker) proves(n *node, positions int) bool {
	in := n.inner
	if w.at != n {
		w.m.Load(in.state)
	}
	value, move, exact := w.prover.Solve(w.m, positions)
	w.at = n
	if !exact {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.value == nil {
		if n == w.t.root {
			w.provesRoot(n, move, value)
		} else {
			n.value, n.far = append([]float64(nil), value...), provenFar
		}
	}
	if n.value == nil {
		return false
	}
	copy(w.value, n.value)
	return true
}

// provesRoot notes the move that was proven at the locked root. A proven loss is no reason
// to stop looking for the move that the other side may answer wrongly.
func (w *worker) provesRoot(n *node, move game.Move, value []float64) {
	in := n.inner
	seat := in.active[0]
	if value[seat] <= 0 {
		return
	}
	arms := w.lookArms[:0]
	for range w.f.Seats {
		arms = append(arms, 0)
	}
	w.lookArms = arms
	for i, a := range in.of(int(seat)) {
		if a.move == move {
			arms[seat] = int32(i)
			copy(w.value, value)
			w.settle(n, i, arms, provenFar)
		}
	}
}
