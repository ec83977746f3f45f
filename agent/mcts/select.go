package mcts

import (
	"math"

	"ludens/agent/playout"
	"ludens/game"
)

// selectJoint picks an arm per seat at a locked expanded node, marks them, unlocks it, and returns
// the child, new if there is room; nil if there is not. w.joint are their moves.
func (w *worker) selectJoint(n *node) (child *node) {
	defer n.mu.Unlock()
	var key uint64
	in := n.inner
	base := len(w.picks)
	for range w.f.Seats {
		w.picks = append(w.picks, 0)
	}
	arms := w.picks[base:]
	if in.nature {
		i := w.drawNature(in)
		arms[w.f.Players] = int32(i)
		key = mix(uint64(i) + 0x9e3779b97f4a7c15)
	}
	n.visits++
	ln := math.Log(float64(n.visits))
	w.stand = 0
	if w.opt.Ref > 0 && in.amaf != nil && int(n.visits) >= w.opt.Ref {
		w.ref = in.amaf
	}
	for k, seat := range in.active {
		list, numbered := in.tried(int(seat))
		prior := in.priors(int(seat))
		i := -1
		if w.root != nil && n == w.t.root {
			i = w.root.pick(in, k)
		}
		switch {
		case i >= 0:
		case w.run.fixed > 0 && n == w.t.root && seat == w.run.seat:
			i = int(w.run.fixed) - 1
		case prior == nil && !w.opt.FirstPlay && w.ref == nil:
			i = w.selectArm(list, ln, len(in.active) > 1, in.average(int(seat)))
		case prior == nil:
			i = w.selectShared(n, int(seat), list, ln, len(in.active) > 1)
		default:
			i = w.selectPrior(n, int(seat), list, prior, numbered)
		}
		a := in.arm(int(seat), int32(i))
		if prior != nil && a.n == 0 && a.loss == 0 {
			in.seats[seat].mass += prior[i]
		}
		a.loss++
		arms[seat] = int32(i)
		if k > 0 || in.nature {
			key = mix(key + 0x9e3779b97f4a7c15)
		}
		key += uint64(i)
	}
	w.joint = w.joint[:0]
	for seat, i := range arms {
		w.joint = append(w.joint, in.move(seat, i))
	}
	if child = in.kids.get(key); child != nil {
		return child
	}
	if w.t.full.Load() {
		return nil
	}
	if cost := w.t.leaf + in.kids.growth(); w.t.room(cost) {
		child = &node{}
		in.kids.put(key, child)
		w.t.nodes.Add(1)
	}
	return child
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
// Schaeffer, "Comparing UCT versus CFR in simultaneous games", 2009). With
// Options.Plain it is UCB1 without any of that.
func (w *worker) selectArm(list []arm, ln float64, together bool, first float64) int {
	best, fresh, sure := 0, 0, -1
	top := math.Inf(-1)
	for i := range list {
		a := &list[i]
		if a.proven {
			if sure < 0 || a.square > list[sure].square {
				sure = i
			}
			continue
		}
		if a.closed {
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
		mean := w.mean(a, tries, first)
		if w.opt.Plain {
			if u := mean + w.opt.Exploration*math.Sqrt(ln/tries); u > top {
				top, best = u, i
			}
			continue
		}
		spread := 0.25
		if a.n > 0 && tries > 32*ln { // else the root alone is above a quarter
			m := a.sum / float64(a.n)
			spread = min(spread, max(a.square/float64(a.n)-m*m, 0)+math.Sqrt(2*ln/tries))
		}
		bound := w.opt.Exploration * math.Sqrt(ln/tries*spread)
		if together {
			bound *= w.vary()
		}
		if u := mean + bound; u > top {
			top, best = u, i
		}
	}
	return w.sure(list, best, sure, fresh > 0, top)
}

// sure chooses between the best arm without an exact value and the best that has one, if there
// is any. Where the exact one is better, nothing new is to be learned below it. So the other is
// walked, and the exact one counts as if it had been: w.stand says which, plus 1.
func (w *worker) sure(list []arm, best, sure int, fresh bool, top float64) int {
	if sure < 0 || fresh {
		return best
	}
	switch open := !math.IsInf(top, -1); {
	case open && top >= list[sure].square:
		return best
	case open && !w.opt.Classic:
		w.stand = int32(sure) + 1
		return best
	}
	return sure
}

// selectShared is selectArm with what is known about moves elsewhere. A tried arm is worth
//
//	(1-β)·Q + β·AMAF,  β = a/(a + n + Bias·a·n)
//
// where AMAF and its count a come from the nearest node above with enough visits (GRAVE,
// Cazenave 2015), plus the bound of UCB1-tuned. An arm without a visit is worth its AMAF
// value if there is one, else what its move was worth in all simulations if that is known
// (MAST), else the average of the node, plus the bound for one visit: a wide node need
// not try everything before it tries something twice.
func (w *worker) selectShared(n *node, seat int, list []arm, ln float64, together bool) int {
	in := n.inner
	first := in.average(seat)
	var table *playout.Table
	if w.guide != nil {
		table = w.guide.Table
	}
	if w.ref != nil {
		w.ref.mu.Lock()
		defer w.ref.mu.Unlock()
	}
	best, sure, top := 0, -1, math.Inf(-1)
	fresh, liked, ties := -1, math.Inf(-1), 0
	lnBound := w.opt.Exploration * math.Sqrt(ln*0.25)
	for i := range list {
		a := &list[i]
		if a.proven {
			if sure < 0 || a.square > list[sure].square {
				sure = i
			}
			continue
		}
		if a.closed {
			continue
		}
		tries := float64(a.n) + float64(a.loss)
		if tries == 0 {
			q := first
			known := float32(0)
			if w.ref != nil {
				var mean float32
				if mean, known = w.ref.get(a.key); known > 0 {
					// A few samples count as much as the average of the node.
					q = (float64(mean)*float64(known) + first*4) / (float64(known) + 4)
				}
			}
			if known == 0 && table != nil {
				if s := float64(table.Seen(a.key)); s > 0 {
					q += 0.25 * s / (s + 16) * (float64(table.Mean(a.key, 0)) - first)
				}
			}
			switch {
			case q > liked+1e-9:
				fresh, liked, ties = i, q, 1
			case q > liked-1e-9:
				if ties++; w.rng.IntN(ties) == 0 {
					fresh = i
				}
			}
			continue
		}
		q := w.mean(a, tries, first)
		spread := 0.25
		if a.n > 0 && tries > 32*ln { // else the root alone is above a quarter
			m := a.sum / float64(a.n)
			spread = min(spread, max(a.square/float64(a.n)-m*m, 0)+math.Sqrt(2*ln/tries))
		}
		bound := w.opt.Exploration * math.Sqrt(ln/tries*spread)
		if w.ref != nil {
			if mean, k := w.ref.get(a.key); k > 0 {
				k := float64(k)
				beta := k / (k + tries + w.opt.Bias*k*tries)
				q = (1-beta)*q + beta*float64(mean)
			}
		}
		if together {
			bound *= w.vary()
		}
		if u := q + bound; u > top {
			top, best = u, i
		}
	}
	if fresh >= 0 && liked+lnBound > top {
		best, top = fresh, liked+lnBound
	}
	return w.sure(list, best, sure, false, top)
}

// average is what a locked node is worth to a seat, by what was backed up through it.
func (in *inner) average(seat int) float64 {
	if in.count == 0 {
		return 0.5
	}
	return in.seats[seat].all / float64(in.count)
}

// mean is the average of an arm of a node that is worth first itself. Walks under way count as
// lost, so that several workers spread out; where one worker has many of them under way they
// count in tries alone.
func (w *worker) mean(a *arm, tries, first float64) float64 {
	switch {
	case w.together == nil:
		return a.sum / tries
	case a.n == 0:
		return first
	}
	return a.sum / float64(a.n)
}

// vary is by how much the exploration of seats that decide at once varies.
func (w *worker) vary() float64 { return 0.75 + 0.5*w.rng.Float64() }

// selectPrior is PUCT (Rosin 2011 in the form of Silver et al., "A general
// reinforcement learning algorithm that masters chess, shogi and Go through
// self-play", 2018) for one seat of a locked node:
//
//	Q + c(N)·P·√N / (1+n),  c(N) = CPuct + log((1+N+CPuctBase)/CPuctBase)
//
// N counts the visits of the node, its own evaluation included; n those of the
// arm; selections under way count in both and as lost in Q. An arm without a
// visit is worth the average of the node less FPU·√(prior mass of the visited
// arms). Of arms with exact values only the best takes part, by that value: it
// must be able to win visits, or else the average of the node would be made of
// worse moves only.
//
// list are the arms that there are. Where they are numbered it may make one more.
func (w *worker) selectPrior(n *node, seat int, list []arm, prior []float32, numbered bool) int {
	in, fpu := n.inner, w.opt.FPU
	visits := float64(n.visits)
	scale := w.opt.puct(visits)
	best, sure := -1, -1
	if in.proven > 0 {
		for i := range list {
			if list[i].proven && (sure < 0 || list[i].square > list[sure].square) {
				sure = i
			}
		}
		best = sure
		if numbered && sure >= 0 {
			best = int(list[sure].key)
		}
	}
	first := in.average(seat)
	if fpu > 0 {
		first -= fpu * math.Sqrt(float64(max(in.seats[seat].mass, 0)))
	}
	together := len(in.active) > 1
	top := math.Inf(-1)
	fresh, liked := -1, float32(-1) // of the moves without a visit only the likeliest can be best
	for i := range list {
		a, at := &list[i], i
		if a.closed {
			continue
		}
		if numbered {
			at = int(a.key)
		}
		if a.n == 0 && a.loss == 0 && !together {
			if prior[at] > liked {
				fresh, liked = at, prior[at]
			}
			continue
		}
		tries := float64(a.n) + float64(a.loss)
		q := first
		switch {
		case a.proven:
			if i != sure || a.square < 1e-9 {
				continue
			}
			q = a.square
		case tries > 0:
			q = a.sum / tries
		}
		p := float64(prior[at])
		u := scale * p / (1 + tries)
		if together {
			u *= w.vary()
		}
		if u += q; u > top || numbered && u == top && at < best { // of equals the first, as among open arms
			top, best = u, at
		}
	}
	shut := numbered && in.next >= 0 && prior[in.next] > liked
	if shut {
		liked = prior[in.next]
	}
	if liked < 0 || first+scale*float64(liked) <= top {
		return best
	}
	if shut {
		if i, ok := in.opens(w.t, seat); ok {
			return int(i)
		}
		if best >= 0 {
			return best
		}
	}
	return fresh
}

// puct is the factor of P/(1+n) in PUCT at a node with so many visits.
func (o *Options) puct(visits float64) float64 {
	return (o.CPuct + math.Log((1+visits+o.CPuctBase)/o.CPuctBase)) * math.Sqrt(visits)
}
