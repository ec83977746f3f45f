package mcts

import (
	"sync"

	"ludens/game"
)

// met finds a node of a position that was met in another way. Only positions as many joint moves
// into the match are taken for the same, so that there are no circles.
//
// In a game of one player that is any expanded node: a position that is reached in several ways has
// one node, and the tree becomes a graph. Every arm keeps the statistics of the simulations that went
// through it, and what lies below is shared (UCT1 of Childs, Brodeur and Kocsis, "Transpositions and
// move groups in Monte Carlo tree search", 2008).
//
// So it is with an evaluator in a game of two, where arms are also made worth what the position is
// that they lead to (inner.agree; Czech, Korus and Kersting, "Improving AlphaZero using Monte-Carlo
// graph search", 2021). Measured: docs/benchmarks/nets.md.
//
// Otherwise only nodes with exact values are shared: shared statistics of playouts won 28 % of 16
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

func (in *inner) key() uint64 { return in.id + uint64(in.ply)*0x9e3779b97f4a7c15 }

// meets says whether positions are met in several ways, and agrees whether arms are then worth what the positions are that they lead to.
func (w *worker) meets() bool  { return !w.opt.Tree && (w.opt.Evaluator == nil || w.agrees()) }
func (w *worker) agrees() bool { return !w.opt.Tree && w.opt.Evaluator != nil && w.f.Players == 2 }

// keyer tells positions apart where a search may be wrong about them; nil where states do.
func (w *worker) keyer() game.Keyer {
	if !w.agrees() {
		return nil
	}
	k, _ := w.m.(game.Keyer)
	return k
}

// identity is a hash of the machine's position, computed once. Unless there is a keyer its state is in w.here.
func (w *worker) identity() uint64 {
	if w.identified {
		return w.ident
	}
	w.identified = true
	if k := w.keyer(); k != nil {
		w.ident = k.Key()
	} else {
		w.here = w.m.Save(w.here)
		w.ident = w.here.Hash()
	}
	return w.ident
}

// is reports whether a node is about the machine's position, of which this is the identity.
func (w *worker) is(in *inner, identity uint64) bool {
	return in.id == identity && (w.keyer() != nil || in.state.Equal(w.here))
}

// same is the expanded node of the machine's position, ply joint moves into the match; nil
// if there is none.
func (w *worker) same(ply uint32) *node {
	look := inner{id: w.identity(), ply: ply}
	t := w.t.met
	t.mu.Lock()
	n := t.nodes[look.key()]
	t.mu.Unlock()
	if n == nil || n.inner.ply != ply || !w.is(n.inner, look.id) {
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

// passed is how many simulations have gone through a node, and what it is worth to two players by them; zero where that is not known.
type passed struct {
	count uint32
	mean  [2]float64
}

// passed is that of a locked node.
func (n *node) passed() (p passed) {
	if in := n.inner; in != nil && in.count > 0 {
		p.count = in.count
		for seat := range p.mean {
			p.mean[seat] = in.average(seat)
		}
	}
	return p
}

// agree makes the arm of a locked node that was just walked worth what the position is that it leads to, where other ways have led
// there, too, and the node with it. What the one player gains by that the other loses.
func (in *inner) agree(arms []int32, p passed) {
	if len(in.active) == 0 {
		if p.count > in.count {
			for seat := range in.seats {
				in.seats[seat].all = float64(in.count) * p.mean[seat]
			}
		}
		return
	}
	seat := in.active[0]
	a := in.arm(int(seat), arms[seat])
	if p.count <= a.n { // fewer: what is below was forgotten (prune.go)
		return
	}
	n := float64(a.n)
	gain := n*p.mean[seat] - a.sum
	if !a.proven { // the deviation stays what it was
		a.square += n*p.mean[seat]*p.mean[seat] - a.sum*a.sum/n
	}
	a.sum += gain
	in.seats[seat].all += gain
	in.seats[1-seat].all -= gain
}
