package alphabeta

import (
	"math/bits"
	"sync"
)

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
	locks   *locks // nil while one worker alone asks
}

// locks are those of a table that several workers share. A key has the same lock in the table
// and in what it held before it grew.
type locks [1 << lockBits]struct {
	sync.Mutex
	used int64    // buckets' entries filled under this lock, not yet counted
	_    [48]byte // a cache line each
}

const lockBits = 6

func lockOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - lockBits) }

// share has several workers use the table, or one alone again. Nobody may use it meanwhile.
func (t *table) share(several bool) {
	switch {
	case several && t.locks == nil:
		t.locks = new(locks)
	case !several && t.locks != nil:
		for i := range t.locks {
			t.used += t.locks[i].used
		}
		t.locks = nil
	}
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

// get finds a position.
func (t *table) get(key uint64) (entry, bool) {
	if t.locks == nil {
		return t.find(key, &t.used)
	}
	l := &t.locks[lockOf(key)]
	l.Lock()
	defer l.Unlock()
	return t.find(key, &l.used)
}

func (t *table) find(key uint64, used *int64) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		if e := &b[i]; e.key == key && e.age != 0 {
			e.age = t.age
			return *e, true
		}
	}
	if t.old == nil {
		return entry{}, false
	}
	e, ok := t.old.find(key, nil)
	if ok {
		t.place(e, used)
	}
	return e, ok
}

// put remembers a position. What is worth least gives way: old turns first, then
// shallow searches; what is proven counts as deep.
func (t *table) put(n entry) {
	if t.locks == nil {
		t.place(n, &t.used)
		return
	}
	l := &t.locks[lockOf(n.key)]
	l.Lock()
	t.place(n, &l.used)
	l.Unlock()
}

// place is put under the lock of the key, if there are locks; used counts.
func (t *table) place(n entry, used *int64) {
	n.age = t.age
	b := t.bucket(n.key)
	worst, least := 0, int(^uint(0)>>1)
	for i := range b {
		e := &b[i]
		if e.age == 0 {
			*used++
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
