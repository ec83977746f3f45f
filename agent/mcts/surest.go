package mcts

import (
	"math"

	"ludens/game"
)

// surestVisits is the share of the most visited arm's visits that others need to be played instead: the fewer, the less
// their deviation says.
const surestVisits = 0.15

// choose is the arm to play of a node's arms, which list is a copy of; -1 when there is nothing to go by.
func (o *Options) choose(n *node, seat int, list []arm, legal []game.Move) int {
	best := bestArm(list, n.inner.priors(seat), legal)
	if n.inner.prior == nil || len(n.inner.active) > 1 { // who decides at the same time as others has to vary, as visits do
		return best
	}
	return o.surest(list, best, legal)
}

// surest is the arm to play of those that were visited often: the one whose value is highest even if it is Options.LCB standard
// errors less than it seems ("lower confidence bound", as Leela Zero and KataGo choose their moves). Visits lag behind:
// a move that is found to be good late is still visited less than the one that seemed good before. best is what
// bestArm says; legal, if not nil, are the moves to choose from.
func (o *Options) surest(list []arm, best int, legal []game.Move) int {
	if o.LCB <= 0 || best < 0 || list[best].proven || list[best].closed || list[best].n == 0 {
		return best
	}
	least, top, after := surestVisits*float64(list[best].n), o.lower(&list[best]), 0
	for i := range list {
		a := &list[i]
		if a.proven || a.closed || a.n < 2 || float64(a.n) < least || legal != nil && !found(legal, a.move, &after) {
			continue
		}
		if l := o.lower(a); l > top {
			best, top = i, l
		}
	}
	return best
}

// lower is the bound of a visited arm. Its deviation is taken with one visit more, of the largest there can be.
func (o *Options) lower(a *arm) float64 {
	n := float64(a.n)
	mean := a.sum / n
	variance := (max(a.square-n*mean*mean, 0) + 0.25) / (n + 1)
	return mean - o.LCB*math.Sqrt(variance/n)
}
