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
	old     *table // what was held before the table grew, moved over when it is asked for
	oldAge  uint8  // turns since
}

// newTable takes the largest power of two of buckets within a number of bytes.
func newTable(bytes int64) *table {
	n := max(bytes/(entrySize*wayCount), 1)
	log := bits.Len64(uint64(n)) - 1
	return &table{buckets: make([]bucket, 1<<log), shift: uint(64 - log)}
}

func (t *table) bytes() int64 {
	n := int64(len(t.buckets)) * entrySize * wayCount
	if t.old != nil {
		n += t.old.bytes()
	}
	return n
}

// bucket spreads keys by a multiplication, because hashes of states are good in all
// their bits but nobody promises it.
func (t *table) bucket(key uint64) *bucket {
	return &t.buckets[key*0x9e3779b97f4a7c15>>t.shift&uint64(len(t.buckets)-1)]
}

// touch has the system give all of the table's memory now.
func (t *table) touch() {
	const page = 4096 / (entrySize * wayCount)
	for i := 0; i < len(t.buckets); i += page {
		t.buckets[i][0].age = 0
	}
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
	if t.old == nil {
		return nil
	}
	e := t.old.get(key)
	if e == nil {
		return nil
	}
	t.put(*e)
	for i := range b {
		if b[i].key == key && b[i].age != 0 {
			return &b[i]
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
// when it is first touched, and it is moved over bit by bit: to move all of it at once has
// cost whole turns of half a second.
func (t *table) grow(bytes int64) {
	if t.old != nil || t.used < int64(len(t.buckets))*wayCount/2 || t.bytes()*5 > bytes {
		return
	}
	n := newTable(t.bytes() * 4)
	n.age = t.age
	old := *t
	n.old = &old
	*t = *n
}

// oldTurns is how many turns what a table held before it grew is kept.
const oldTurns = 3

// turn begins a new turn: what was remembered stays, but gives way more easily.
func (t *table) turn() {
	if t.age++; t.age == 0 {
		t.age = 1
	}
	if t.old != nil {
		if t.oldAge++; t.oldAge > oldTurns {
			t.old, t.oldAge = nil, 0
		}
	}
}
