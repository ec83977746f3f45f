package infer

import (
	"slices"
	"testing"
	"unsafe"

	"ludens/game"
)

// TestCache holds the cache against a map: what it finds is what was put last, what
// it has room for it finds.
func TestCache(t *testing.T) {
	if slotSize := unsafe.Sizeof(slot{}); slotSize != slotBytes {
		t.Errorf("a slot has %d bytes, want %d", slotSize, slotBytes)
	}
	for _, bytes := range []int64{leastCache, leastCache + 12345, 1 << 20, 8 << 20} {
		c := newCache(bytes)
		taken := int64(0)
		for i := range c.shards {
			taken += int64(len(c.shards[i].index)*slotBytes + 2*len(c.shards[i].ring))
		}
		if taken > bytes || taken < bytes-shards*2 {
			t.Errorf("a cache of %d bytes takes %d", bytes, taken)
		}
		rng := game.Stream(1, "cache test", 0)
		want := map[key][]uint16{}
		hits, latest := 0, 0
		for i := range 30000 {
			k := keyOf(0, game.State{rng.Uint64N(20000)}, nil)
			packed := want[k]
			if packed == nil {
				packed = make([]uint16, 1+rng.IntN(60))
				for j := range packed {
					packed[j] = uint16(rng.Uint64())
				}
				want[k] = packed
			}
			got, ok := c.get(k, len(packed), nil)
			if ok && !slices.Equal(got, packed) {
				t.Fatalf("found %v, want %v", got, packed)
			}
			if ok {
				hits++
			}
			if _, ok := c.get(k, len(packed)+1, nil); ok {
				t.Fatal("found a result of another length")
			}
			c.put(k, packed)
			if _, ok := c.get(k, len(packed), nil); ok {
				latest++
			} else {
				t.Fatalf("%d bytes: result %d cannot be found at once", bytes, i)
			}
		}
		// A set is full by chance now and then, even if there is room for all.
		if all := 30000 - len(want); bytes == 8<<20 && hits < all-all/100 {
			t.Errorf("a cache with room for all found %d of %d", hits, all)
		}
		if bytes == leastCache && hits > 15000 {
			t.Errorf("the smallest cache found %d", hits)
		}
	}
	if newCache(leastCache-1) != nil || newCache(-1) != nil {
		t.Error("a cache of no size")
	}
	c := newCache(leastCache)
	c.put(key{1, 2}, make([]uint16, 1<<16))
	if _, ok := c.get(key{1, 2}, 1<<16, nil); ok {
		t.Error("what is larger than a quarter of a shard is kept")
	}
}

// TestKeys: positions, lists of moves and generations that differ have different keys.
func TestKeys(t *testing.T) {
	seen := map[key]string{}
	add := func(name string, k key) {
		if other, ok := seen[k]; ok {
			t.Fatalf("%s and %s have the same key", name, other)
		}
		seen[k] = name
	}
	for generation := range uint64(3) {
		add("empty", keyOf(generation, nil, nil))
		add("one seat", keyOf(generation, nil, [][]game.Move{{}}))
		add("two seats", keyOf(generation, nil, [][]game.Move{{}, {}}))
		add("a move of the first", keyOf(generation, nil, [][]game.Move{{5}, {}}))
		add("a move of the second", keyOf(generation, nil, [][]game.Move{{}, {5}}))
		for i := range 64 {
			for j := range 64 {
				add("one word", keyOf(generation, game.State{1<<i | 1<<j, uint64(j)}, nil))
				add("two words", keyOf(generation, game.State{1 << i, 1 << j, 0}, nil))
				add("another order", keyOf(generation, game.State{0, 1 << i, 1 << j}, nil))
			}
		}
	}
}
