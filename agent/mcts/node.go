package mcts

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"ludens/eval"
	"ludens/game"
)

// node is a position in the tree. A leaf is small; what an inner node needs
// comes with its expansion. mu guards everything.
type node struct {
	mu     sync.Mutex
	busy   bool   // a worker is expanding it
	wanted bool   // others wait until busy is over; see run.gate
	visits uint32 // selections below an inner node, visits of a leaf
	far    uint16 // joint moves to the end that value stands for
	value  []float64
	inner  *inner
}

// value (above) is the exact utility vector once it is known: of a terminal
// position, or proven from its children. far tells wins apart by how quick and losses by
// how slow they are.

// inner is the expanded part of a node. state, first, active, odds, prior and
// net never change once workers can see them; the rest is guarded by the node's lock.
type inner struct {
	state  game.State
	id     uint64  // a hash of the position, where positions are met in several ways
	first  []int32 // moves of seat s, and their arms where all are open, are first[s]…first[s+1]-1
	active []int32 // player seats with more than one move
	nature bool    // Nature has more than one move
	odds   []float64
	arms   []arm
	moves  []game.Move // per arm, where arms are opened one by one; else nil
	next   int32       // the number of the move to open next, there
	prior  []float32   // per move; nil in a position that no evaluator has judged
	seats  []sum       // per player
	count  uint32      // of the values in each sum
	kids   kids
	proven int32  // arms proven, counted when one seat decides alone
	spans  []span // of the arms where one seat decides, what they are worth to it; nil: nothing is known
	reach  []span // of the node, per player; nil: nothing is known. It is never changed, but replaced
	news   bool   // reach has changed, and the nodes above do not know
	proof  uint32 // visits at which it is tried to prove the node next
	looked bool   // the arms that end the game have been looked for
	ply    uint32 // joint moves from the position that the first tree of the match began with
	seen   uint32 // the recount that has come by last
	amaf   *amaf  // what moves were worth that were made anywhere below; nil in small nodes
}

// sum is what is known about an inner node as a whole for one player.
type sum struct {
	all  float64 // of net and of all values backed up through here
	net  float32 // what the evaluator expects
	mass float32 // prior mass of the arms that have been selected
}

// arm is the statistics of one move of one seat.
type arm struct {
	move   game.Move
	sum    float64 // of the seat's utilities
	square float64 // of their squares; the exact utility once proven
	n      uint32
	key    uint32 // of the move, for what is known about it elsewhere
	far    uint16 // joint moves to the end that an exact value stands for
	loss   int16  // virtual losses: selections under way
	proven bool
	closed bool // it is worth no more than another arm has for certain
}

// alone reports whether at most one seat decides and Nature does not, so that
// children determine the value.
func (in *inner) alone() bool { return len(in.active) <= 1 && !in.nature }

// priors are the prior probabilities of a seat's moves, nil where nobody judged.
func (in *inner) priors(seat int) []float32 {
	if in.prior == nil {
		return nil
	}
	return in.prior[in.first[seat]:in.first[seat+1]]
}

// judged takes over what an evaluator said; nobody else may see the node yet.
func (in *inner) judged(r *eval.Result, value []float64) {
	in.prior = make([]float32, in.first[len(in.first)-1])
	for _, seat := range in.active {
		copy(in.priors(int(seat)), r.Priors[seat])
	}
	for i, v := range value {
		in.seats[i].net = float32(v)
		in.seats[i].all += v
	}
	in.count++
	if in.moves != nil {
		in.foresee(int(in.active[0]))
	}
}

const (
	nodeBytes  = int64(unsafe.Sizeof(node{}))
	innerBytes = int64(unsafe.Sizeof(inner{}))
	armBytes   = int64(unsafe.Sizeof(arm{}))
	moveBytes  = int64(unsafe.Sizeof(game.Move(0)))
	kidBytes   = int64(unsafe.Sizeof(kid{}))
	sumBytes   = int64(unsafe.Sizeof(sum{}))
)

// bytes is the memory of the expansion, with an eighth for what the allocator rounds up.
func (in *inner) bytes() int64 {
	n := in.own() + kidBytes*int64(len(in.kids.table))
	if in.spans != nil {
		n += in.bounds(len(in.spans))
	}
	if in.amaf != nil {
		n += slotBytes * int64(len(in.amaf.slots))
	}
	return n
}

// own is the same without what grows later.
func (in *inner) own() int64 {
	n := metBytes + innerBytes + 8*int64(len(in.state)+len(in.odds)) + armBytes*int64(max(cap(in.arms), firstOpen)) + moveBytes*int64(len(in.moves)) +
		4*int64(len(in.first)+len(in.active)+len(in.prior)) + sumBytes*int64(len(in.seats))
	return n + n/8
}

// kid is a child under the key of its joint move.
type kid struct {
	key  uint64
	node *node
}

// kids is a hash table with linear probing; its size is a power of two or 0.
type kids struct {
	table []kid
	used  int
}

func (k *kids) get(key uint64) *node {
	if len(k.table) == 0 {
		return nil
	}
	mask := uint64(len(k.table) - 1)
	for i := mix(key) & mask; ; i = (i + 1) & mask {
		e := &k.table[i]
		if e.node == nil || e.key == key {
			return e.node
		}
	}
}

// growth is the memory that one more put allocates.
func (k *kids) growth() int64 {
	if 4*(k.used+1) <= 3*len(k.table) {
		return 0
	}
	if len(k.table) == 0 {
		return 2 * kidBytes
	}
	return int64(len(k.table)) * kidBytes
}

func (k *kids) put(key uint64, n *node) {
	if 4*(k.used+1) > 3*len(k.table) {
		old := k.table
		k.table = make([]kid, max(2, 2*len(old)))
		k.used = 0
		for _, e := range old {
			if e.node != nil {
				k.place(e)
			}
		}
	}
	k.place(kid{key, n})
}

func (k *kids) place(e kid) {
	mask := uint64(len(k.table) - 1)
	i := mix(e.key) & mask
	for k.table[i].node != nil {
		i = (i + 1) & mask
	}
	k.table[i] = e
	k.used++
}

// mix spreads the bits of a key (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// tree is what the workers of one search share.
type tree struct {
	root  *node // expanded
	leaf  int64 // bytes of a node, its value included though it may come later
	limit int64
	full  atomic.Bool

	counting *count // unfinished, or nil; see recount
	counts   uint32 // recounts so far

	uneven atomic.Bool // an end was met where two players' utilities do not sum to one

	met *met // expanded nodes by their position; nil where every way has nodes of its own

	_      [64]byte // what follows is written with every node, what is above is read in every iteration
	bytes  atomic.Int64
	nodes  atomic.Int64
	solver atomic.Int64 // bytes of the solver's table, which limit leaves room for
	_      [64]byte
}

// room takes n bytes for one more node or expansion if the limit allows it.
func (t *tree) room(n int64) bool {
	if t.bytes.Add(n) <= t.limit {
		return true
	}
	t.bytes.Add(-n)
	t.full.Store(true)
	return false
}

// find looks for an expanded node about a position at most depth joint moves
// below n. Nobody may be searching.
func find(n *node, is func(*inner) bool, depth int) *node {
	if n == nil || n.inner == nil {
		return nil
	}
	if is(n.inner) {
		return n
	}
	if depth == 0 {
		return nil
	}
	var best *node
	for _, e := range n.inner.kids.table {
		if f := find(e.node, is, depth-1); f != nil && (best == nil || f.visits > best.visits) {
			best = f
		}
	}
	return best
}
