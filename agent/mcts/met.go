package mcts

import "sync"

// met finds a node of a position that was met in another way. In a game of one player that is
// any expanded node: a position that is reached in several ways has one node, and the tree
// becomes a graph, without cycles, for only positions as many joint moves into the match are
// taken for the same. Every arm keeps the statistics of the simulations that went through it,
// and what lies below is shared (UCT1 of Childs, Brodeur and Kocsis, "Transpositions and move
// groups in Monte Carlo tree search", 2008).
//
// With more players only nodes with exact values are shared: shared statistics won 28 % of 16
// matches of draughts at equal iterations, where a well searched node looks worse to those who
// may move into it than its fresh neighbours do, and 54 % of 80 over eight games.
type met struct {
	mu    sync.Mutex // taken last
	nodes map[uint64]*node
	whole bool // any expanded node is shared
}

// metBytes is what an expanded node takes there, roughly.
const metBytes = 40

func newMet(whole bool) *met { return &met{nodes: make(map[uint64]*node), whole: whole} }

// add makes an expanded node known if it is to be shared; of two with the same hash the first
// stays. The node is locked, or nobody else can see it.
func (t *met) add(n *node) {
	if !t.whole && n.value == nil {
		return
	}
	key := n.inner.key()
	t.mu.Lock()
	if _, there := t.nodes[key]; !there {
		t.nodes[key] = n
	}
	t.mu.Unlock()
}

func (in *inner) key() uint64 { return in.state.Hash() + uint64(in.ply)*0x9e3779b97f4a7c15 }

// same is the expanded node of the machine's position, ply joint moves into the match; nil
// if there is none.
func (w *worker) same(ply uint32) *node {
	w.here = w.m.Save(w.here)
	look := inner{state: w.here, ply: ply}
	t := w.t.met
	t.mu.Lock()
	n := t.nodes[look.key()]
	t.mu.Unlock()
	if n == nil || n.inner.ply != ply || !n.inner.state.Equal(w.here) {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !t.whole && n.value == nil {
		return nil // it was the root, and its value was forgotten
	}
	return n
}

// join hangs the node of the machine's position below the last edge of the path in the place
// of the leaf that the worker is to expand. It returns nil where the position is new.
func (w *worker) join() *node {
	if w.t.met == nil {
		return nil
	}
	e := &w.path[len(w.path)-1]
	n := w.same(e.n.inner.ply + 1)
	if n == nil {
		return nil
	}
	e.n.mu.Lock()
	replaced := e.n.inner.kids.replace(w.grows, n)
	e.n.mu.Unlock()
	w.letGo()
	if replaced { // else another worker has done it
		w.t.nodes.Add(-1)
		w.t.bytes.Add(-w.t.leaf)
	}
	e.child = n
	return n
}

// replace puts another node into the place of a child, and reports whether it was there.
func (k *kids) replace(old, n *node) bool {
	for i := range k.table {
		if k.table[i].node == old {
			k.table[i].node = n
			return true
		}
	}
	return false
}
