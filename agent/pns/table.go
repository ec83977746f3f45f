package pns

import "math/bits"

// numbers are the proof and the disproof number of a position: how many positions below it
// must at least be proven, or disproven, to prove or disprove it. Proven is {0, most},
// disproven {most, 0}; {most, most} is neither, and nothing can be done about it.
type numbers struct{ pn, dn uint32 }

// most is infinity; counts stay below it.
const most = 1<<numberBits - 1

const numberBits = 24

func (n numbers) solved() bool { return n.pn == 0 || n.dn == 0 }

// dead says that nothing can be done about a position.
func (n numbers) dead() bool { return n.pn >= most && n.dn >= most }

// reach reports whether a limit is reached. What cannot be proven may still be disproven, and the other way
// round.
func (n numbers) reach(limit numbers) bool {
	return n.dead() || limit.pn < most && n.pn >= limit.pn || limit.dn < most && n.dn >= limit.dn
}

// entry is a position of the table: its key, and from the low bits on pn, dn, the logarithm of the
// work done below it plus 1, and the age.
type entry struct{ key, data uint64 }

const (
	wayCount  = 4
	entrySize = 16
	ageBits   = 8
	workBits  = 64 - 2*numberBits - ageBits
)

func (e *entry) numbers() numbers {
	return numbers{uint32(e.data & most), uint32(e.data >> numberBits & most)}
}

func (e *entry) work() int { return int(e.data >> (2 * numberBits) & (1<<workBits - 1)) }
func (e *entry) age() int  { return int(e.data >> (64 - ageBits)) }

// table remembers positions, within its size those with the most work.
type table struct {
	buckets [][wayCount]entry
	shift   uint
	age     int
}

// newTable takes the largest power of two of buckets within a number of bytes.
func newTable(bytes int64) *table {
	log := bits.Len64(uint64(max(bytes/(entrySize*wayCount), 1))) - 1
	return &table{buckets: make([][wayCount]entry, 1<<log), shift: uint(64 - log), age: 1}
}

func (t *table) bucket(key uint64) *[wayCount]entry {
	return &t.buckets[key*0x9e3779b97f4a7c15>>t.shift&uint64(len(t.buckets)-1)]
}

func (t *table) get(key uint64) (numbers, bool) {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].data != 0 {
			return b[i].numbers(), true
		}
	}
	return numbers{}, false
}

// put remembers a position. Old work gives way first, then little work.
func (t *table) put(key uint64, n numbers, steps int) {
	b := t.bucket(key)
	at, least := 0, 1<<30
	for i := range b {
		e := &b[i]
		if e.key == key || e.data == 0 {
			at = i
			break
		}
		if worth := e.work() - 4*((t.age-e.age())&(1<<ageBits-1)); worth < least {
			at, least = i, worth
		}
	}
	e := &b[at]
	work := bits.Len(uint(steps)) + 1
	if e.key == key && e.data != 0 {
		work = max(work, e.work())
	}
	*e = entry{key, uint64(n.pn) | uint64(n.dn)<<numberBits | uint64(min(work, 1<<workBits-1))<<(2*numberBits) | uint64(t.age)<<(64-ageBits)}
}

// turn makes what is remembered older; age 0 is that of nothing.
func (t *table) turn() {
	if t.age++; t.age == 1<<ageBits {
		t.age = 1
	}
}
