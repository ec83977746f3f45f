package mcts

import (
	"math/bits"
	"time"
)

// pruneTime is how much of a clock must be left for a full tree to be pruned: the walks through
// it take about a second per gigabyte.
const pruneTime = time.Second

// prunes reports whether a full tree is to be pruned in this run. A search of so many
// iterations, which may have no clock, goes on in the tree that it has.
func (r *run) prunes() bool {
	if r.limit > 0 || r.over() {
		return false
	}
	return r.since != nil || !r.end.IsZero() && time.Until(r.end) > pruneTime
}

// prune makes room in a full tree: of the nodes that were visited least, and of those whose
// value is exact, nothing but the value stays, and they grow again when they are visited
// ("node recycling"; Powley, Cowling and Whitehouse, "Memory bounded Monte Carlo tree search",
// 2017, take the least recently used one by one). About half of the limit becomes free.
// Nobody may be searching, but thoughts may be told. It reports whether that was worth while.
func (t *tree) prune(r *run) bool {
	var size [33]int64 // by the logarithm of visits
	whole := t.walk(r, func(n *node) bool {
		if n.value == nil {
			size[bits.Len32(n.visits)] += n.inner.bytes()
		}
		return n.value == nil
	})
	if !whole {
		return false
	}
	before, freed, least := t.bytes.Load(), int64(0), uint32(0)
	for i, s := range size {
		if freed >= t.limit/2 {
			break
		}
		freed, least = freed+s, uint32(uint64(1)<<i)
	}
	t.walk(r, func(n *node) bool {
		if n.value == nil && n.visits >= least {
			return true
		}
		n.mu.Lock() // somebody may look at the best line meanwhile, see thought
		n.inner, n.visits = nil, 1
		n.mu.Unlock()
		return false
	})
	t.recount(0)
	return t.bytes.Load() < before-before/8
}

// walk shows every expanded node below the root once, parents first, to a function that says
// whether to go on below it. It is false when the run was over before.
func (t *tree) walk(r *run, visit func(n *node) bool) bool {
	t.counts++
	t.root.inner.seen = t.counts
	stack := []*node{t.root}
	for k := 1; len(stack) > 0; k++ {
		if k%1024 == 0 && r.over() {
			return false
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.inner.kids.table {
			if e.node == nil || e.node.inner == nil || e.node.inner.seen == t.counts {
				continue
			}
			e.node.inner.seen = t.counts
			if visit(e.node) {
				stack = append(stack, e.node)
			}
		}
	}
	return true
}
