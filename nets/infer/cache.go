package infer

import (
	"math/bits"
	"sync"

	"ludens/game"
)

// cache keeps results by a 128-bit hash of what they are for. It never grows: every
// shard writes its results into a ring, the newest over the oldest, and finds them
// by a small associative index. Without pointers in it, the garbage collector has
// nothing to do with it.
type cache struct {
	shards []shard
}

const (
	shards    = 64
	ways      = 4
	slotBytes = 32
	// leastCache is what is worth having: less means no cache.
	leastCache = shards * 4 << 10
)

type shard struct {
	mu    sync.Mutex
	index []slot // sets of ways
	ring  []uint16
	head  uint64 // numbers written since the beginning; head modulo len(ring) is next
	_     [48]byte
}

// slot says where the result of a key is: n numbers from position at.
type slot struct {
	key key
	at  uint64
	n   uint32
}

// key is a 128-bit hash.
type key [2]uint64

// newCache takes memory for a cache; nil if it is too little for one.
func newCache(bytes int64) *cache {
	if bytes < leastCache {
		return nil
	}
	c := &cache{shards: make([]shard, shards)}
	each := int(bytes / shards)
	sets := 1 << (bits.Len(uint(each/4/(slotBytes*ways))) - 1) // a quarter is index
	for i := range c.shards {
		c.shards[i].index = make([]slot, sets*ways)
		c.shards[i].ring = make([]uint16, (each-sets*ways*slotBytes)/2)
	}
	return c
}

// keyOf hashes a position, who may do what there, and the generation of the weights.
func keyOf(generation uint64, s game.State, legal [][]game.Move) key {
	const (
		k0 = 0xa0761d6478bd642f
		k1 = 0xe7037ed1a0b428db
		k2 = 0x8ebc6af09c88c6e3
		k3 = 0x589965cc75374cc3
	)
	a, b := generation^k0, generation^k2
	add := func(w uint64) {
		a, b = fold(a^w, k1), fold(b^bits.RotateLeft64(w, 32), k3)
	}
	add(uint64(len(s)))
	for _, w := range s {
		add(w)
	}
	for _, moves := range legal {
		add(uint64(len(moves)))
		for _, m := range moves {
			add(uint64(m))
		}
	}
	return key{fold(a, k2) ^ b, fold(b, k0) ^ a}
}

// fold is the multiplication that wyhash and its relatives are made of.
func fold(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return hi ^ lo
}

func (c *cache) find(k key) (s *shard, set []slot) {
	s = &c.shards[k[0]%shards]
	i := int(k[1]%uint64(len(s.index)/ways)) * ways
	return s, s.index[i : i+ways]
}

// get copies the result of a key, which has n numbers, to dst[:0]. A result of
// another length is not the one that is meant.
func (c *cache) get(k key, n int, dst []uint16) ([]uint16, bool) {
	s, set := c.find(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range set {
		if e := &set[i]; e.key == k && int(e.n) == n && s.kept(e) {
			at := int(e.at % uint64(len(s.ring)))
			return append(dst[:0], s.ring[at:at+n]...), true
		}
	}
	return dst, false
}

// kept says that nothing was written over a result.
func (s *shard) kept(e *slot) bool { return e.n > 0 && s.head-e.at <= uint64(len(s.ring)) }

// put keeps a result.
func (c *cache) put(k key, packed []uint16) {
	s, set := c.find(k)
	n, size := uint64(len(packed)), uint64(len(s.ring))
	if n == 0 || n > size/4 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	victim := &set[0]
	for i := range set {
		e := &set[i]
		if e.key == k && s.kept(e) && e.n == uint32(n) {
			return // somebody was faster
		}
		if e.n == 0 || victim.n != 0 && e.at < victim.at {
			victim = e
		}
	}
	if room := size - s.head%size; room < n {
		s.head += room
	}
	*victim = slot{key: k, at: s.head, n: uint32(n)}
	copy(s.ring[s.head%size:], packed)
	s.head += n
}
