package alphabeta

import "math/bits"

// bound says how a score came out of its window.
type bound uint8

const (
	none  bound = iota // there is no score, only a judgement
	lower              // the search of this depth would give this much or more
	upper              // this much or less
	exact
)

// entry is what is remembered about a position. Scores of wins count plies from the
// position.
type entry struct {
	key    uint64
	score  int32
	static int32 // heuristic judgement, or unjudged
	move   uint16
	depth  int16
	bound  bound
	proof  proof
	age    uint8 // the turn in which it was last of use
}

const (
	unjudged  = int32(-1 << 31)
	noMove    = ^uint16(0)
	entrySize = 24
	wayCount  = 4
)

// bucket holds the positions whose keys begin alike. Together they take one and a
// half cache lines.
type bucket [wayCount]entry

// table is a transposition table: a power of two of buckets, full keys, and an age
// instead of clearing between turns.
type table struct {
	buckets []bucket
	shift   uint
	age     uint8
	used    int64
}

// newTable takes the largest power of two of buckets within a number of bytes.
func newTable(bytes int64) *table {
	n := max(bytes/(entrySize*wayCount), 1)
	log := bits.Len64(uint64(n)) - 1
	return &table{buckets: make([]bucket, 1<<log), shift: uint(64 - log)}
}

func (t *table) bytes() int64 { return int64(len(t.buckets)) * entrySize * wayCount }

// bucket spreads keys by a multiplication, because hashes of states are good in all
// their bits but nobody promises it.
func (t *table) bucket(key uint64) *bucket {
	return &t.buckets[key*0x9e3779b97f4a7c15>>t.shift&uint64(len(t.buckets)-1)]
}

// get finds a position, nil if it is not there.
func (t *table) get(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if e := &b[i]; e.key == key && e.age != 0 {
			e.age = t.age
			return e
		}
	}
	return nil
}

// put remembers a position. What is worth least gives way: old turns first, then
// shallow searches; what is proven counts as deep.
func (t *table) put(n entry) {
	n.age = t.age
	b := t.bucket(n.key)
	worst, least := 0, int(^uint(0)>>1)
	for i := range b {
		e := &b[i]
		if e.age == 0 {
			t.used++
			*e = n
			return
		}
		if e.key == n.key {
			if n.move == noMove {
				n.move = e.move
			}
			if n.static == unjudged {
				n.static = e.static
			}
			e.static = n.static
			// A proof is never given up for a guess.
			if e.proof == exactly && n.proof != exactly {
				return
			}
			if n.depth+1 < e.depth && n.proof&^e.proof == 0 && n.bound != exact {
				return
			}
			*e = n
			return
		}
		worth := int(e.depth)
		if e.proof != 0 {
			worth += 4
		}
		worth -= 8 * int(t.age-e.age)
		if worth < least {
			worst, least = i, worth
		}
	}
	b[worst] = n
}

// grow makes the table four times as large, within a number of bytes, if half of it
// is used; what it holds stays. It starts small because untouched memory is slow
// when it is first touched.
func (t *table) grow(bytes int64) {
	if t.used < int64(len(t.buckets))*wayCount/2 || t.bytes()*4 > bytes {
		return
	}
	n := newTable(t.bytes() * 4)
	n.age = t.age
	for i := range t.buckets {
		for _, e := range t.buckets[i] {
			if e.age != 0 {
				n.add(e)
			}
		}
	}
	*t = *n
}

// add puts an entry of another table where there is room.
func (t *table) add(n entry) {
	b := t.bucket(n.key)
	for i := range b {
		if b[i].age == 0 {
			b[i] = n
			t.used++
			return
		}
	}
}

// turn begins a new turn: what was remembered stays, but gives way more easily.
func (t *table) turn() {
	if t.age++; t.age == 0 {
		t.age = 1
	}
}
