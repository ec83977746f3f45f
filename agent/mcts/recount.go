package mcts

// countAtOnce is how many nodes are counted before a search with a clock begins, some
// milliseconds' worth.
const countAtOnce = 1 << 14

// recount measures what hangs below the root, after the root was moved. Where that is
// much the memory of the old tree counts until rest has finished: a walk through a
// gigabyte takes as long as a short clock. piece is how many nodes to count now; 0
// counts them all.
func (t *tree) recount(piece int) {
	t.counts++
	if t.met != nil {
		t.met = newMet(t.met.whole) // what does not hang below the root any more is let go
	}
	t.counting = &count{stack: []*node{t.root}, oldBytes: t.bytes.Load(), oldNodes: t.nodes.Load()}
	t.count(piece)
}

// count is a recount under way.
type count struct {
	stack              []*node
	bytes, nodes       int64 // found so far
	oldBytes, oldNodes int64 // what counted when it began
}

// rest goes on with a recount while workers grow the tree, until it is finished or the
// run is over. What they grow below a node that is still to be visited counts twice,
// until the next time: the limit holds all the while.
func (t *tree) rest(r *run) {
	for t.counting != nil && !r.over() {
		t.count(1 << 10)
	}
}

// count visits some nodes more; 0 all of them.
func (t *tree) count(piece int) {
	c := t.counting
	for seen := 0; len(c.stack) > 0; seen++ {
		if piece > 0 && seen == piece {
			return
		}
		n := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		n.mu.Lock()
		if n.inner != nil && n.inner.seen == t.counts {
			n.mu.Unlock()
			continue // reached in another way before
		}
		c.nodes++
		c.bytes += t.leaf
		if n.inner != nil {
			n.inner.seen = t.counts
			if t.met != nil {
				t.met.add(n)
			}
			c.bytes += n.inner.bytes()
			for _, e := range n.inner.kids.table {
				if e.node != nil {
					c.stack = append(c.stack, e.node)
				}
			}
		}
		n.mu.Unlock()
	}
	t.counting = nil
	t.nodes.Add(c.nodes - c.oldNodes)
	t.full.Store(t.bytes.Add(c.bytes-c.oldBytes) >= t.limit)
}
