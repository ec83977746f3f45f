package mcts

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// RootOptions are what self-play does at the root so that a net learns from searches of a few iterations. The zero
// value does nothing. They need an evaluator.
type RootOptions struct {
	// Considered is at most how many moves of a seat are looked at; 0: all, as PUCT selects them. They are drawn
	// without replacement by their priors, and the worse half of them is dropped again and again: "Policy improvement by
	// planning with Gumbel" (Danihelka, Guez, Schrittwieser and Silver, 2022), section 3. What such a search comes to is
	// expected to be better than the priors however few its iterations are, where visits say nothing then.
	Considered int
}

// How utilities, 0…1, weigh against logarithms of priors: (visitsWeigh + the visits of the most visited move)·utilityWeight. The paper's
// constants are 50 and 1. What was tried besides 0.3 is in docs/benchmarks/nets.md; it does not say which is best.
const (
	visitsWeigh   = 50
	utilityWeight = 0.3
)

// rootRules are RootOptions made ready for one search of a root. Nothing of them is left in the tree.
type rootRules struct {
	noise []float64 // per arm: the logarithm of its prior, and a draw from Gumbel's distribution
	seats []halving // per active seat, in that order
	rng   *rand.Rand
}

// halving is Sequential Halving among the moves of a seat.
type halving struct {
	moves  []int32 // still considered
	at     int     // the next of them
	rounds int     // through all of them, before half are dropped
	budget int     // iterations between two halvings
}

// prepare draws the moves that are considered in a search of so many iterations of a root that has been judged.
func (r *rootRules) prepare(in *inner, considered int, iterations int64, rng *rand.Rand) {
	r.rng, r.noise, r.seats = rng, r.noise[:0], r.seats[:0]
	for _, p := range in.prior {
		r.noise = append(r.noise, logarithm(p)-math.Log(-math.Log(1-rng.Float64())))
	}
	for _, seat := range in.active {
		n := min(considered, in.width(int(seat)))
		h := halving{budget: int(iterations) / max(bits.Len(uint(n-1)), 1)}
		for i := range in.width(int(seat)) {
			h.moves = append(h.moves, int32(i))
		}
		r.keep(in, int(seat), &h, n)
		r.seats = append(r.seats, h)
	}
}

// logarithm is that of a prior.
func logarithm(p float32) float64 { return math.Log(max(float64(p), 1e-9)) }

// keep goes on with the best n of the moves that are considered.
func (r *rootRules) keep(in *inner, seat int, h *halving, n int) {
	list, noise := in.of(seat), r.noise[in.first[seat]:]
	weight, other := weigh(list), untried(in, seat)
	score := func(i int32) float64 { return noise[i] + weight*worth(&list[i], other) }
	slices.SortStableFunc(h.moves, func(a, b int32) int { return cmp.Compare(score(b), score(a)) })
	h.moves = h.moves[:n]
	h.at, h.rounds = 0, max(h.budget/n, 1)
}

// pick selects the next arm of the k-th active seat, -1 if nothing more is to be learned of those considered. Where
// others decide at the same time it goes through them in random orders, for each of them to meet all of the others'.
func (r *rootRules) pick(in *inner, k int) int {
	seat, h := int(in.active[k]), &r.seats[k]
	list := in.of(seat)
	for range h.rounds*len(h.moves) + 2*len(h.moves) {
		if h.at == len(h.moves) {
			if h.at, h.rounds = 0, h.rounds-1; h.rounds == 0 {
				r.keep(in, seat, h, max(len(h.moves)/2, min(len(h.moves), 2)))
			}
		}
		if h.at == 0 && len(in.active) > 1 {
			r.rng.Shuffle(len(h.moves), func(i, j int) { h.moves[i], h.moves[j] = h.moves[j], h.moves[i] })
		}
		i := h.moves[h.at]
		h.at++
		if a := &list[i]; !a.proven && !a.closed {
			return int(i)
		}
	}
	return -1
}

// improved is the policy that a search has come to, not normalised: the priors, and what moves are worth.
func improved(in *inner, seat int, dst []float64) {
	list, prior := in.of(seat), in.priors(seat)
	weight, other := weigh(list), untried(in, seat)
	top := math.Inf(-1)
	for i := range list {
		dst[i] = logarithm(prior[i]) + weight*worth(&list[i], other)
		top = max(top, dst[i])
	}
	for i := range dst {
		dst[i] = math.Exp(dst[i] - top)
	}
}

// weigh is what utilities weigh against logarithms of priors.
func weigh(list []arm) float64 {
	most := uint32(0)
	for i := range list {
		most = max(most, list[i].n)
	}
	return (visitsWeigh + float64(most)) * utilityWeight
}

// worth is the utility of an arm, that of others where it was not tried.
func worth(a *arm, other float64) float64 {
	switch {
	case a.proven:
		return a.square
	case a.n == 0:
		return other
	}
	return a.sum / float64(a.n)
}

// untried is what moves are worth to a seat that were not tried: what the evaluator said of the position, and what the tried ones are worth
// by their priors.
func untried(in *inner, seat int) float64 {
	list, prior := in.of(seat), in.priors(seat)
	visits, mass, sum := 0.0, 0.0, 0.0
	for i := range list {
		if a := &list[i]; a.n > 0 || a.proven {
			visits += float64(max(a.n, 1))
			mass += float64(prior[i])
			sum += float64(prior[i]) * worth(a, 0)
		}
	}
	net := float64(in.seats[seat].net)
	if mass < 1e-9 {
		return net
	}
	return (net + visits*sum/mass) / (1 + visits)
}
