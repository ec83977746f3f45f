package ground

import (
	"fmt"
	"slices"

	"ludens/gdl"
)

// path leads from the arguments of an atom to a term inside: argument, then
// argument of that argument, and so on.
type path []uint8

// shapeCheck demands that the term at a path is compound with a certain shape.
type shapeCheck struct {
	at    path
	shape gdl.Shape
}

// relation is a growing set of tuples of ground terms with indexes.
//
// Semi-naive evaluation looks at it through windows: tuples [0,old) were known
// before the last round, [old,cur) came in the last round, those from cur on in
// this one.
type relation struct {
	terms    *gdl.Terms
	over     func() bool // nobody wants the relation any more; what is found in it then is of no use
	arity    int
	args     []gdl.TermID // all tuples, one behind the other
	n        int
	slots    []int32 // open-addressing hash table of tuple numbers + 1
	old, cur int
	indexes  []*index
	distinct map[string]distinctCount
	shares   map[string]shareCount
}

func newRelation(terms *gdl.Terms, arity int, over func() bool) *relation {
	return &relation{terms: terms, over: over, arity: arity, slots: make([]int32, 8)}
}

// lookEvery is how many tuples are put in their places between two looks at whether
// anybody wants them; a few milliseconds.
const lookEvery = 1 << 15

func (r *relation) tuple(i int32) []gdl.TermID {
	return r.args[int(i)*r.arity : int(i+1)*r.arity : int(i+1)*r.arity]
}

func hashTerms(ts []gdl.TermID) uint64 {
	h := uint64(len(ts)) + 0x9e3779b97f4a7c15
	for _, t := range ts {
		h = (h ^ uint64(uint32(t))) * 0xff51afd7ed558ccd
		h ^= h >> 31
	}
	return h
}

// find gives the number of a tuple, -1 if it is not there.
func (r *relation) find(t []gdl.TermID) int32 {
	mask := uint64(len(r.slots) - 1)
	for h := hashTerms(t) & mask; ; h = (h + 1) & mask {
		s := r.slots[h]
		if s == 0 {
			return -1
		}
		if slices.Equal(r.tuple(s-1), t) {
			return s - 1
		}
	}
}

// add gives the number of a tuple, adding it if it is new.
func (r *relation) add(t []gdl.TermID) (i int32, isNew bool) {
	if i := r.find(t); i >= 0 {
		return i, false
	}
	i = int32(r.n)
	r.args = append(r.args, t...)
	r.n++
	if r.n*2 > len(r.slots) {
		r.slots = make([]int32, 4*len(r.slots))
		for j := range int32(r.n) {
			if j%lookEvery == lookEvery-1 && r.over() {
				break
			}
			r.place(j)
		}
	} else {
		r.place(i)
	}
	for _, ix := range r.indexes {
		ix.insert(i)
	}
	return i, true
}

func (r *relation) place(i int32) {
	mask := uint64(len(r.slots) - 1)
	h := hashTerms(r.tuple(i)) & mask
	for r.slots[h] != 0 {
		h = (h + 1) & mask
	}
	r.slots[h] = i + 1
}

// bytes estimates the memory the relation takes.
func (r *relation) bytes() int64 {
	b := int64(4*cap(r.args) + 4*cap(r.slots))
	for _, ix := range r.indexes {
		b += int64(4*cap(ix.next) + 4*cap(ix.slots) + 12*cap(ix.buckets))
	}
	return b
}

// at follows a path; ok is false where the tuple has no such place.
func at(terms *gdl.Terms, t []gdl.TermID, p path) (id gdl.TermID, ok bool) {
	id = t[p[0]]
	for _, k := range p[1:] {
		args := terms.Args(id)
		if int(k) >= len(args) {
			return gdl.NoTerm, false
		}
		id = args[k]
	}
	return id, true
}

// matches reports whether a tuple has the demanded shapes.
func matches(terms *gdl.Terms, t []gdl.TermID, checks []shapeCheck) bool {
	for _, c := range checks {
		id, ok := at(terms, t, c.at)
		if !ok || terms.Shape(id) != c.shape {
			return false
		}
	}
	return true
}

// index finds the tuples of certain shapes by the terms at certain paths.
type index struct {
	rel     *relation
	checks  []shapeCheck
	keys    []path
	slots   []int32 // bucket numbers + 1
	buckets []bucket
	next    []int32 // per tuple: the next tuple of its bucket, -1 at the end
	buf     []gdl.TermID
}

type bucket struct{ first, last, n int32 }

// indexFor returns the index with that specification, building it if need be.
func (r *relation) indexFor(checks []shapeCheck, keys []path) *index {
	for _, ix := range r.indexes {
		if slices.EqualFunc(ix.keys, keys, slices.Equal[path]) && slices.EqualFunc(ix.checks, checks, sameCheck) {
			return ix
		}
	}
	ix := &index{rel: r, checks: checks, keys: keys, slots: make([]int32, 16)}
	for i := range int32(r.n) {
		if i%lookEvery == lookEvery-1 && r.over() {
			break
		}
		ix.insert(i)
	}
	r.indexes = append(r.indexes, ix)
	return ix
}

func sameCheck(a, b shapeCheck) bool { return a.shape == b.shape && slices.Equal(a.at, b.at) }

func (ix *index) key(t []gdl.TermID, dst []gdl.TermID) []gdl.TermID {
	for _, p := range ix.keys {
		id, _ := at(ix.rel.terms, t, p)
		dst = append(dst, id)
	}
	return dst
}

func (ix *index) insert(i int32) {
	ix.next = append(ix.next, -1)
	t := ix.rel.tuple(i)
	if !matches(ix.rel.terms, t, ix.checks) {
		return
	}
	ix.buf = ix.key(t, ix.buf[:0])
	slot, b := ix.locate(ix.buf)
	if b >= 0 {
		bk := &ix.buckets[b]
		ix.next[bk.last] = i
		bk.last = i
		bk.n++
		return
	}
	ix.buckets = append(ix.buckets, bucket{i, i, 1})
	ix.slots[slot] = int32(len(ix.buckets))
	if len(ix.buckets)*2 > len(ix.slots) {
		ix.slots = make([]int32, 4*len(ix.slots))
		for b := range ix.buckets {
			if b%lookEvery == lookEvery-1 && ix.rel.over() {
				break
			}
			ix.buf = ix.key(ix.rel.tuple(ix.buckets[b].first), ix.buf[:0])
			slot, _ := ix.locate(ix.buf)
			ix.slots[slot] = int32(b + 1)
		}
	}
}

// locate finds the slot of a key and its bucket, -1 if there is none yet.
func (ix *index) locate(key []gdl.TermID) (slot uint64, b int) {
	mask := uint64(len(ix.slots) - 1)
	for slot = hashTerms(key) & mask; ; slot = (slot + 1) & mask {
		s := ix.slots[slot]
		if s == 0 {
			return slot, -1
		}
		t := ix.rel.tuple(ix.buckets[s-1].first)
		same := true
		for k, p := range ix.keys {
			if id, _ := at(ix.rel.terms, t, p); id != key[k] {
				same = false
				break
			}
		}
		if same {
			return slot, int(s - 1)
		}
	}
}

// first gives the first tuple with that key, -1 if there is none; follow with next.
func (ix *index) first(key []gdl.TermID) int32 {
	if _, b := ix.locate(key); b >= 0 {
		return ix.buckets[b].first
	}
	return -1
}

// distinctCount remembers how many different terms stood at a path when the
// relation had a certain size.
type distinctCount struct {
	size, count int
}

const sampleSize = 4096

// distinctAt estimates how many different terms stand at a path.
func (r *relation) distinctAt(p path) int {
	if r.n == 0 {
		return 1
	}
	if d, ok := r.distinct[string(p)]; ok && r.n < 2*d.size {
		return d.count
	}
	seen := map[gdl.TermID]struct{}{}
	step := max(1, r.n/sampleSize)
	looked := 0
	for i := 0; i < r.n; i += step {
		if id, ok := at(r.terms, r.tuple(int32(i)), p); ok {
			seen[id] = struct{}{}
			looked++
		}
	}
	count := max(1, len(seen))
	if step > 1 && count*2 > looked { // mostly different in the sample: so is the rest
		count *= step
	}
	if r.distinct == nil {
		r.distinct = map[string]distinctCount{}
	}
	r.distinct[string(p)] = distinctCount{r.n, count}
	return count
}

// shareCount remembers which share of a relation's tuples had a shape.
type shareCount struct {
	size  int
	share float64
}

// share estimates which share of the tuples has a certain shape at a path.
func (r *relation) share(c shapeCheck) float64 {
	if r.n == 0 {
		return 1
	}
	key := fmt.Sprint(c)
	if s, ok := r.shares[key]; ok && r.n < 2*s.size {
		return s.share
	}
	step := max(1, r.n/sampleSize)
	looked, found := 0, 0
	for i := 0; i < r.n; i += step {
		looked++
		if id, ok := at(r.terms, r.tuple(int32(i)), c.at); ok && r.terms.Shape(id) == c.shape {
			found++
		}
	}
	if r.shares == nil {
		r.shares = map[string]shareCount{}
	}
	s := shareCount{r.n, max(float64(found), 0.5) / float64(looked)}
	r.shares[key] = s
	return s.share
}
